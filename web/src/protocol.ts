/**
 * The requests and answers of `query`, which docs/command.md describes. In the plane a vector has
 * two numbers.
 */

/** A point or a vector, as an array or a typed array. */
export type Vector = readonly number[] | Float64Array | Float32Array;

/** A sphere. */
export interface Sphere {
  center: Vector;
  radius: number;
}

/** An ellipsoid whose axes are parallel to the coordinate axes. */
export interface Ellipsoid {
  center: Vector;
  radii: Vector;
}

/** All points within the radius of the segment from `a` to `b`, or to `a + axis`, which is not rounded. */
export type Capsule = { a: Vector; radius: number } & OneOf<{ b: Vector; axis: Vector }>;

/** The obstacles, by the names of their fields. */
export interface Targets {
  triangle: { vertices: readonly Vector[] };
  segment: { a: Vector; b: Vector };
  point: { position: Vector };
  box: { min: Vector; max: Vector };
  oriented_box: { center: Vector; half_extents: Vector; rotation?: Vector };
  polytope: { planes: readonly { point: Vector; normal: Vector }[] };
  /** A frustum from its corners, its planes, or the matrix of a camera. */
  frustum:
    | { corners: readonly Vector[] }
    | { planes: readonly { point: Vector; normal: Vector }[] }
    | { view_projection: readonly Vector[]; depth: readonly [-1, 1] | readonly [0, 1] | readonly [1, 0] };
  parallelepiped: { center: Vector; edges: readonly Vector[] };
  /**
   * The convex hull of points, which may be inside, repeated or in one plane. With a position, all
   * points are moved by the exact difference of the position and the first point.
   */
  hull: { points: readonly Vector[]; position?: Vector };
  /** A mesh by its name or its triangles, with an optional rotation followed by a translation. */
  mesh: MeshFields & { rotation?: Vector; translation?: Vector };
}

type MeshFields = { path: string } | { name: string } | { vertices: readonly Vector[]; triangles: readonly (readonly number[] | Uint32Array)[] };

/** A half-space: the points on a plane and behind it. */
export interface Plane {
  point: Vector;
  normal: Vector;
}

/**
 * A scene, as a list of many items, each with its motion; or as a file, or by a defined name. The
 * number of an item is its index in the list.
 */
export type SceneFields =
  | { items: readonly SceneItem[] }
  | { path: string }
  | { name: string };

type Named = { name: string };

/** An item of a scene. */
export type SceneItem = OneOf<AllMoving<AllInflated<Targets>>> & {
  /**
   * The end time of the item's motion; a contact at exactly this time counts. Without it, the
   * motion has no end.
   */
  t_max?: number | undefined;
};

/** The obstacles at which a capsule can be cast. */
export type CapsuleTarget = 'triangle' | 'segment' | 'point' | 'box' | 'oriented_box' | 'parallelepiped' | 'hull' | 'mesh';

/** The obstacles at which an ellipsoid can be cast. */
export type EllipsoidTarget = 'triangle' | 'segment' | 'point' | 'box' | 'mesh';

/** The obstacles that are also movers, in the field `mover`. */
export type ConvexMover = 'triangle' | 'box' | 'oriented_box' | 'parallelepiped' | 'hull';

/** The convex obstacles at which a convex body can be cast; it can also be cast at a mesh and a scene. */
export type ConvexTarget = ConvexMover | 'segment' | 'point';

/** Exactly one of these fields. */
export type OneOf<Fields> = {
  [Name in keyof Fields]: { [Is in Name]: Fields[Name] } & { [Other in Exclude<keyof Fields, Name>]?: never };
}[keyof Fields];

/** None of these fields. */
export type NoneOf<Names extends PropertyKey> = { [Name in Names]?: never };

/** Exactly one of these fields, and none of the others. */
export type OnlyOneOf<Fields, Others extends PropertyKey> = OneOf<Fields> & NoneOf<Exclude<Others, keyof Fields>>;

/**
 * A shape with an optional motion, either with a velocity, or to a point while the time goes from 0
 * to 1. The latter starts at the shape's own position or at the point `from`.
 */
export type Moving<Shape> = Shape &
  ({ velocity?: Vector; from?: never; to?: never } | { velocity?: never; from?: Vector; to: Vector });
/** A body that moves at a velocity, or to a point. */
export type MovingBody<Shape> = Shape & ({ velocity?: Vector; to?: never } | { velocity?: never; to: Vector });
/** A body that moves along a path, one leg after another. */
type AlongPath<Shape> = Shape & { path: readonly Vector[] } & NoneOf<'velocity' | 'from' | 'to'>;
/** A body that moves at a velocity, to a point, or along a path, one leg after another. */
export type Travelling<Shape> = (MovingBody<Shape> & NoneOf<'path'>) | AlongPath<Shape>;
/** A solid, or only its surface. */
export type MaybeHollow<Shape> = Shape & { hollow?: boolean };

/** A shape that may be inflated by a radius; ellipsoids cannot be cast at inflated obstacles. */
export type Inflated<Shape> = Shape & { radius?: number };

type AllInflated<Shapes> = { [Name in keyof Shapes]: Inflated<Shapes[Name]> };
type AllMoving<Shapes> = { [Name in keyof Shapes]: Moving<Shapes[Name]> };

/** A convex body that may also move along a path, one leg after another. */
type AllTravelling<Shapes> = { [Name in keyof Shapes]: (Moving<Shapes[Name]> & NoneOf<'path'>) | AlongPath<Shapes[Name]> };

/** The names of the movers that may be in a field of their own. */
type RoundMover = 'sphere' | 'ellipsoid' | 'capsule';
/** The names of all obstacles. */
type TargetName = keyof Targets | 'plane' | 'scene';

/** One of these movers, in the field `mover`; a convex body is always there. */
export type ByMover<Movers> = { mover: OnlyOneOf<Movers, RoundMover | ConvexMover> } & NoneOf<RoundMover>;

/**
 * One of these movers, in a field of its own, such as `sphere`, or in the field `mover`, such as
 * `mover: { sphere: … }`.
 */
export type By<Movers> = OnlyOneOf<Movers, RoundMover | 'mover'> | ByMover<Movers>;

/**
 * One of these obstacles, in a field of its own, such as `box`, or in the field `obstacle`, such as
 * `obstacle: { box: … }`.
 */
export type At<Met> = OnlyOneOf<Met, TargetName | 'obstacle'> | ({ obstacle: OnlyOneOf<Met, TargetName> } & NoneOf<TargetName>);

/** A round mover of one of these types and an obstacle. */
type RoundEncounter<OfSphere, OfCapsule, OfEllipsoid> =
  | (By<{ sphere: OfSphere }> & At<AllMoving<AllInflated<Targets>> & { scene: SceneFields }>)
  | (By<{ capsule: OfCapsule }> & At<AllMoving<AllInflated<Pick<Targets, CapsuleTarget>>> & { scene: SceneFields }>)
  | (By<{ ellipsoid: OfEllipsoid }> & At<AllMoving<Pick<Targets, EllipsoidTarget>>>);

/** A moving convex body. */
type ByMovingConvex = ByMover<AllMoving<AllInflated<Pick<Targets, ConvexMover>>>>;
/** A convex body at rest. */
type ByConvexAtRest = ByMover<AllInflated<Pick<Targets, ConvexMover>>>;

/** The obstacles at which a convex body can be cast. */
type AtConvexTarget = At<AllMoving<AllInflated<Pick<Targets, ConvexTarget | 'mesh'>>> & { scene: SceneFields }>;

/** A moving convex body and an obstacle. */
export type ConvexEncounter = ByMovingConvex & AtConvexTarget;

/** A moving body and an obstacle. */
export type Encounter = RoundEncounter<MovingBody<Sphere>, MovingBody<Capsule>, MovingBody<Ellipsoid>> | ConvexEncounter;

/** A moving body and an obstacle, where the body may also move along a path. */
export type Journey =
  | RoundEncounter<Travelling<Sphere>, Travelling<Capsule>, Travelling<Ellipsoid>>
  | (ByMover<AllTravelling<AllInflated<Pick<Targets, ConvexMover>>>> & AtConvexTarget);

/**
 * A body and an obstacle at rest. With `hollow`, only the surface of a body and of a box counts.
 */
export type AtRest =
  | (By<{ sphere: MaybeHollow<Sphere>; ellipsoid: MaybeHollow<Ellipsoid> }> & At<{ box: MaybeHollow<Targets['box']> }>)
  | (By<{ sphere: Sphere }> & At<AllInflated<Targets> & { scene: SceneFields }>)
  | (By<{ capsule: Capsule }> & At<AllInflated<Pick<Targets, CapsuleTarget>> & { scene: SceneFields }>)
  | (By<{ ellipsoid: Ellipsoid }> & At<Pick<Targets, EllipsoidTarget>>)
  | (ByConvexAtRest & At<AllInflated<Pick<Targets, ConvexTarget | 'mesh'>> & { scene: SceneFields }>);

/** The fields of every request. */
interface Any {
  /** Any JSON; it is copied to the answer. */
  id?: unknown;
  /** The float type of all numbers; `f64` by default. */
  scalar?: 'f32' | 'f64';
}

/** Finds the first contact: time, point, normal and touched feature. */
export type FirstContactRequest = Any &
  Journey & {
    query: 'first_contact';
    /**
     * The end time of the motion; a contact at exactly this time counts. Without it, the motion has
     * no end.
     */
    t_max?: number | undefined;
    /** Adds time, centre and point in exact numbers. */
    exact?: boolean;
    /** Adds the time rounded down, the last time, and the penetration of an overlap. */
    more?: boolean;
  };

/** Finds the blocking hit. Contacts that graze, slide or separate are passed over. */
export type FirstEntryRequest = Any &
  Journey & {
    query: 'first_entry';
    t_max?: number | undefined;
    exact?: boolean;
  };

/** The world of a move: one obstacle by the name of its field, or the items of a scene. */
export type World<Met> = OneOf<Met & { scene: SceneFields }> | SceneFields;

/**
 * A request with a world, which is in the field `world`, or is one obstacle in a field of its own,
 * such as `mesh`.
 */
type Placed<Met> =
  | ({ world: World<Met> } & NoneOf<TargetName>)
  | (OnlyOneOf<Met & { scene: SceneFields }, TargetName> & { world?: never });

/** The same, where the obstacle may also be in the field `obstacle`. */
type Free<Met> = ({ world: World<Met> } & NoneOf<TargetName | 'obstacle'>) | (At<Met & { scene: SceneFields }> & { world?: never });

/**
 * A body that moves and stays free, its displacement and its world. The motions of the world start
 * again with each leg, and take the time from 0 to 1.
 */
type Wanderer = { displacement: Vector } & (
  | (By<{ sphere: Sphere }> & Free<AllMoving<AllInflated<Targets>>>)
  | (By<{ capsule: Capsule }> & Free<AllMoving<AllInflated<Pick<Targets, CapsuleTarget>>>>)
  | (ByConvexAtRest & Free<AllMoving<AllInflated<Pick<Targets, ConvexTarget | 'mesh'>>>>)
);

/** Moves a body along its displacement until an obstacle blocks it. */
export type AdvanceRequest = Any & Wanderer & { query: 'advance' };

/** Moves a body along its displacement, and slides it along the obstacles that block it. */
export type SlideRequest = Any &
  Wanderer & {
    query: 'slide';
    /** The greatest number of legs; 12 by default. */
    max_iterations?: number | undefined;
  };

/** Finds a free position near a body that overlaps an obstacle. */
export type RecoverRequest = Any & { query: 'recover' } & (
    | (By<{ sphere: Sphere }> & Free<AllInflated<Targets>>)
    | (By<{ capsule: Capsule }> & Free<AllInflated<Pick<Targets, CapsuleTarget>>>)
    | (ByConvexAtRest & Free<AllInflated<Pick<Targets, ConvexTarget | 'mesh'>>>)
  );

/**
 * The floor on which a character stands: the touched point, and the unit normal towards the
 * character.
 */
interface FloorFields {
  point: Vector;
  normal: Vector;
}

/**
 * The state of a character, as in an answer. Its next steps depend on this state, the options and
 * the world only.
 */
export interface WalkerFields {
  /** The end `a` of its axis. */
  position: Vector;
  /** The vector from `a` to the other end. */
  axis: Vector;
  radius: number;
  /**
   * The displacement by which it moves on its own in each step, for example by a fall or a throw.
   * It is zero by default.
   */
  velocity?: Vector | undefined;
  /** The displacement of the platform that has carried it since the last step; zero by default. */
  carried?: Vector | undefined;
  /** The floor on which it stands; by default it is in the air. */
  floor?: FloorFields | null | undefined;
}

/** The state of a character whose body is a box. Its position is the centre. */
export interface BoxWalkerFields extends Omit<WalkerFields, 'axis' | 'radius'> {
  /** Half of the extents of the box along its own axes. */
  half_extents: Vector;
  /** The quaternion of its rotation; by default it is not rotated. */
  rotation?: Vector | undefined;
}

/** The state of a character whose body is a convex hull. Its position is the position of the first point. */
export interface HullWalkerFields extends Omit<WalkerFields, 'axis' | 'radius'> {
  /** The points of the hull, at any place; the difference of the position and the first one moves all. */
  points: Vector[];
}

/** The options of a character, which `WalkerOptions` explains. */
export interface WalkerOptionFields {
  up?: Vector | undefined;
  max_slope?: number | undefined;
  step_height?: number | undefined;
  snap_distance?: number | undefined;
  max_iterations?: number | undefined;
  flat_base?: boolean | undefined;
  max_recovery?: number | undefined;
  inherit_velocity?: boolean | undefined;
}

/** A request with the world of a character. */
type Level = Placed<AllInflated<Pick<Targets, CapsuleTarget>>>;

/** Takes a step of a character. */
export type StepRequest<Walker = WalkerFields> = Any & Level & { query: 'step'; walker: Walker; options?: WalkerOptionFields | undefined; displacement: Vector };

/** Moves a character with a moving world, whose motions take the time from 0 to 1. */
export type RideRequest<Walker = WalkerFields> = Any &
  Placed<AllMoving<AllInflated<Pick<Targets, CapsuleTarget>>>> & {
    query: 'ride';
    walker: Walker;
    options?: WalkerOptionFields | undefined;
    /** The displacement of the platform. */
    displacement: Vector;
  };

/** Gives a character another body if there is room for it, to crouch or to stand up. */
export type SetBodyRequest = Any & Level & { query: 'set_body'; walker: WalkerFields; capsule: Capsule };

/** The body of a character that is not only a capsule. A hull without a position is where its points are. */
export type CharacterBody =
  | { capsule: Capsule }
  | { oriented_box: { center: Vector; half_extents: Vector; rotation?: Vector } }
  | { hull: { points: Vector[]; position?: Vector } };

/** Gives a character another body, if it has or gets the body of a box or of a hull. */
export type SetAnyBodyRequest = Any &
  Level & { query: 'set_body'; walker: WalkerFields | BoxWalkerFields | HullWalkerFields } & (
    | { capsule: Capsule; mover?: never }
    | { mover: CharacterBody; capsule?: never }
  );

/** Moves a character to another position if there is room for it. */
export type TeleportRequest<Walker = WalkerFields> = Any & Level & { query: 'teleport'; walker: Walker; position: Vector };

/** A request about a character, whose state is in the request and, afterwards, in the answer. */
export type WalkerRequest =
  | StepRequest<WalkerFields | BoxWalkerFields | HullWalkerFields>
  | RideRequest<WalkerFields | BoxWalkerFields | HullWalkerFields>
  | SetAnyBodyRequest
  | TeleportRequest<WalkerFields | BoxWalkerFields | HullWalkerFields>;

/** Tests whether a body and an obstacle share a point. */
export type IntersectsRequest = Any & AtRest & { query: 'intersects' };

/** Tests whether a ball lies inside, outside, or across the surface. */
export type ContainmentRequest = Any & Within & { query: 'containment' };

/**
 * Tests containment by each plane alone (frustum culling). A ball that is outside near an edge may
 * be reported as intersecting.
 */
export type ContainmentByPlanesRequest = Any & Within & { query: 'containment_by_planes' };

type Within = By<{ sphere: Sphere }> & At<Pick<Targets, 'polytope' | 'frustum' | 'parallelepiped'> & { plane: Plane }>;

/** Computes one of the times alone, or whether there is any contact. */
export type TimeRequest = Any &
  Encounter & {
    query: 'contact_time' | 'time_down' | 'last_time' | 'has_contact';
    t_max?: number | undefined;
    /** Returns the exact number, only for `last_time`. */
    exact?: boolean;
  };

/** Finds all contacts, in order of time. */
export type ContactsRequest = Any & { query: 'contacts'; t_max?: number | undefined } & (
    | (By<{ sphere: MovingBody<Sphere>; capsule: MovingBody<Capsule> }> & At<{ mesh: Moving<Inflated<Targets['mesh']>>; scene: SceneFields }>)
    | (ByMovingConvex & At<{ mesh: Moving<Inflated<Targets['mesh']>>; scene: SceneFields }>)
  );

/** Finds the whole contact of two convex bodies, which is a point, a segment or a polygon. */
export type TouchedRequest = Any & { query: 'touched'; t_max?: number | undefined } & ByMovingConvex &
  At<AllMoving<AllInflated<Pick<Targets, ConvexTarget>>>>;

/**
 * Finds the whole contact of a convex body with each triangle of a mesh that is touched at exactly
 * the time of the first contact.
 */
export type TouchedTrianglesRequest = Any & { query: 'touched'; t_max?: number | undefined } & ByMovingConvex &
  At<AllMoving<AllInflated<Pick<Targets, 'mesh'>>>>;

/** Computes the shortest translation that ends an overlap. */
export type PenetrationRequest = Any & { query: 'penetration' } & (
    | (By<{ sphere: Sphere }> & At<AllInflated<Omit<Targets, 'mesh'>>>)
    | (By<{ capsule: Capsule }> & At<AllInflated<Pick<Targets, Exclude<CapsuleTarget, 'mesh'>>>>)
    | (ByConvexAtRest & At<AllInflated<Pick<Targets, ConvexTarget>>>)
  );

/** Computes the circle in which a sphere intersects a plane. */
export type SectionRequest = Any & { query: 'section' } & By<{ sphere: Sphere }> & At<{ plane: Plane }>;

/** Finds the triangles that share a point with a sphere or a capsule. */
export type IntersectingRequest = Any & { query: 'intersecting' } & By<{ sphere: Sphere; capsule: Capsule }> & At<{ mesh: MeshFields }>;

/**
 * Finds the closest point to a point, or the closest points to the axis of a capsule or to a convex
 * body.
 */
export type ClosestRequest = Any & { query: 'closest' } & (
    | ({ position: Vector } & NoneOf<RoundMover | 'mover'> & At<AllInflated<Targets> & { scene: SceneFields }>)
    | (By<{ capsule: Capsule }> & { position?: never } & At<AllInflated<Pick<Targets, CapsuleTarget>> & { scene: SceneFields }>)
    | (ByConvexAtRest & { position?: never } & At<AllInflated<Pick<Targets, ConvexTarget | 'mesh'>> & { scene: SceneFields }>)
  );

/**
 * Computes the location of a point relative to the interior of a closed mesh, or its signed
 * distance or winding number.
 */
export type PlaceRequest = Any & { query: 'locate' | 'signed_distance' | 'winding_number'; position: Vector } & At<{ mesh: MeshFields }>;

/** Finds the triangles that share a feature. */
export type NeighboursRequest = Any & { query: 'neighbours'; at: { triangle: number; feature: Feature } } & At<{ mesh: MeshFields }>;

/** Keeps a scene or a mesh under a name, until it is forgotten or the name is defined again. */
export type DefineRequest = Any & { query: 'define'; name: string } & OneOf<{ scene: SceneFields; mesh: MeshFields }>;

/** Frees the scene or mesh of this name, or the mesh of this path. */
export type ForgetRequest = Any & { query: 'forget' } & OneOf<{ name: string; path: string }>;

/** Inserts items into a scene that has a name. */
export type InsertRequest = Any & { query: 'insert'; scene: Named; items: readonly SceneItem[] };

/** Replaces an item by another one, under the same number. */
export type ReplaceRequest = Any & { query: 'replace'; scene: Named; item: number; items: readonly [SceneItem] };

/** Removes an item. */
export type RemoveRequest = Any & { query: 'remove'; scene: Named; item: number };

/** Finds the first contact of an item with the others. The item is a convex shape, but no polytope. */
export type FirstContactOfRequest = Any & { query: 'first_contact_of'; scene: SceneFields; item: number };

/** Finds the contacts of the items of a scene with each other. */
export type PairsRequest = Any & { query: 'first_pair' | 'pairs'; scene: SceneFields; t_max?: number | undefined };

/** A request about meshes and scenes that are kept, and not about a body. */
export type WorldRequest =
  | DefineRequest
  | ForgetRequest
  | InsertRequest
  | ReplaceRequest
  | RemoveRequest
  | FirstContactOfRequest
  | PairsRequest;

/** A request. */
export type Request =
  | WorldRequest
  | WalkerRequest
  | FirstContactRequest
  | FirstEntryRequest
  | AdvanceRequest
  | SlideRequest
  | RecoverRequest
  | IntersectsRequest
  | ContainmentRequest
  | ContainmentByPlanesRequest
  | TimeRequest
  | ContactsRequest
  | TouchedRequest
  | TouchedTrianglesRequest
  | PenetrationRequest
  | SectionRequest
  | IntersectingRequest
  | ClosestRequest
  | PlaceRequest
  | NeighboursRequest;

/**
 * The touched feature: the part of the obstacle that contains the point. For a hull it is the list
 * of the points at the corners of that part, which is empty for the interior.
 */
export type Feature =
  | { kind: 'vertex' | 'edge'; index: number }
  | { kind: 'face' }
  | { sides: (-1 | 0 | 1)[] }
  | { planes: number[] }
  | { vertices: number[] };

/** A number `x + y √d` with rational `x`, `y` and `d`, each a fraction `p/q`. */
export interface ExactNumber {
  x: string;
  y: string;
  d: string;
}

/** Time, centre and point of a contact in exact numbers. */
export interface Exact {
  time: ExactNumber;
  center: ExactNumber[];
  point: ExactNumber[];
  other_point?: ExactNumber[];
}

/** The answer to `first_contact`: the `status` determines its fields. */
export type FirstContact =
  | { id?: unknown; status: 'none'; error?: never }
  | {
      id?: unknown;
      error?: never;
      status: 'overlap';
      time: 0;
      center: number[];
      point: number[];
      normal: number[] | null;
      triangle?: number;
      item?: number;
      last_time?: number | null;
      penetration?: { direction: number[]; depth: number } | null;
      /** The index of the leg of a path. */
      leg?: number;
      exact?: Exact;
    }
  | {
      id?: unknown;
      error?: never;
      status: 'contact';
      time: number;
      center: number[];
      point: number[];
      /**
       * The other end of the touched segment, if a capsule or a convex body touches the obstacle
       * along a segment.
       */
      other_point?: number[] | null;
      normal: number[] | null;
      feature: Feature;
      approach: 'approaching' | 'sliding' | 'parting';
      triangle?: number;
      item?: number;
      time_down?: number | null;
      last_time?: number | null;
      leg?: number;
      exact?: Exact;
    };

/** The result of a move. */
interface Led {
  /** The position of the body after the move: its centre, or the end `a` of a capsule. */
  position: number[];
  /** The ends of its legs, in order. */
  legs: number[][];
  /**
   * The blocking hits, in order; each time is the fraction of the displacement that was tried then.
   */
  contacts: Extract<FirstContact, { status: 'contact' }>[];
  /** The remaining displacement. */
  left: number[];
}

/**
 * The answer to `advance` and `slide`: `none` if nothing blocked the body, `contact` if an obstacle
 * did, `overlap` if the body overlapped an obstacle at the start and did not move.
 */
export type Moved =
  | ({ id?: unknown; error?: never; status: 'none' | 'contact' } & Led)
  | (Extract<FirstContact, { status: 'overlap' }> & Led);

/**
 * The answer to `recover`: the free position of the body (its centre, the end `a` of a capsule, or
 * the reference point of a convex body), or null if no free position was found nearby.
 */
export type Recovered = { id?: unknown; error?: never } & (
  | { status: 'free' | 'moved'; position: number[] }
  | { status: 'not_found'; position: null }
);

/** The state of a character after a request, which the next request takes as its `walker`. */
export interface WalkerReply {
  position: number[];
  axis: number[];
  radius: number;
  velocity: number[];
  carried: number[];
  floor: { point: number[]; normal: number[] } | null;
}

/** The state of a character whose body is a box. */
export interface BoxWalkerReply extends Omit<WalkerReply, 'axis' | 'radius'> {
  half_extents: number[];
  rotation: number[];
}

/** The state of a character whose body is a convex hull. */
export interface HullWalkerReply extends Omit<WalkerReply, 'axis' | 'radius'> {
  points: number[][];
}

/** The state of a character with any body. */
export type AnyWalkerReply = WalkerReply | BoxWalkerReply | HullWalkerReply;

/** The answer to `step`. */
export interface Stepped<Walker = WalkerReply> {
  id?: unknown;
  error?: never;
  /**
   * Whether the character was free at the start, was moved to a free position, or did not move
   * because no free position was found.
   */
  status: 'free' | 'moved' | 'not_found';
  /** The position at which the legs begin, after a possible move out of an overlap. */
  from: number[];
  /** The ends of its legs, in order. */
  legs: number[][];
  /**
   * The blocking hits, in order; each time is the fraction of the displacement that was tried then.
   */
  contacts: Extract<FirstContact, { status: 'contact' }>[];
  /** The contact with the floor on which it stands after the step. */
  floor: Extract<FirstContact, { status: 'contact' }> | null;
  /** The contact with the ceiling that it hit with its head. */
  ceiling: Extract<FirstContact, { status: 'contact' }> | null;
  /**
   * Whether it hangs between surfaces that are too steep: it has no floor, and yet it cannot fall.
   */
  is_wedged: boolean;
  /** The displacement of the platform that it has left in this step; zero if it left none. */
  platform_velocity: number[];
  walker: Walker;
}

/** The answer to `ride`. */
export interface Ridden<Walker = WalkerReply> {
  id?: unknown;
  error?: never;
  status: 'carried' | 'pushed' | 'crushed';
  /** The feature of the obstacle that pushed the character or runs into it. */
  by: { feature: Feature; triangle?: number; item?: number } | null;
  walker: Walker;
}

/**
 * The answer to `set_body` and `teleport`: `none` if there is room; otherwise the overlap, and the
 * character is unchanged.
 */
export type RoomFound<Walker = WalkerReply> = Exclude<FirstContact, { status: 'contact' }> & { walker: Walker };

/** The answer to `intersects`. */
export interface Intersects {
  id?: unknown;
  error?: never;
  intersects: boolean;
}

/** The answer to `containment`. */
export interface Containment {
  id?: unknown;
  error?: never;
  containment: 'inside' | 'intersecting' | 'outside';
}

/**
 * The contact of two items of a scene: `mover` is the item that counts as the moving body, and
 * `item` is the other one.
 */
export type PairContact = Exclude<FirstContact, { status: 'none' }> & { mover: number };

/**
 * The corners of a contact on the obstacle, counterclockwise as seen from the mover, and the
 * features of the obstacle and of the mover that contain the first corner.
 */
export interface Touched {
  points: number[][];
  feature: Feature;
  mover_feature: Feature;
}

/** The contacts with the triangles of a mesh that are touched first, in order of the triangles. */
export interface TouchedTriangles {
  id?: unknown;
  error?: never;
  touched: (Touched & { triangle: number })[];
}

/** The answers to all other queries, each in a field with the name of its query. */
export interface Answers {
  contact_time: number | null;
  time_down: number | null;
  last_time: number | null;
  has_contact: boolean;
  contacts: FirstContact[];
  /** Null if there is no contact, also for an overlap. */
  touched: Touched | null;
  intersects: boolean;
  penetration: { direction: number[]; depth: number } | null;
  containment: 'inside' | 'intersecting' | 'outside';
  containment_by_planes: 'inside' | 'intersecting' | 'outside';
  section: { center: number[]; radius: number } | null;
  intersecting: number[];
  closest: { point: number[]; on_axis?: number[]; distance: number; feature: Feature; triangle?: number; item?: number } | null;
  locate: 'inside' | 'on surface' | 'outside';
  signed_distance: number | null;
  winding_number: number | null;
  neighbours: number[];
  define: string;
  forget: string;
  insert: number[];
  replace: number;
  remove: number;
  first_pair: PairContact | null;
  pairs: PairContact[];
}

/** The answer to a query that has one field. */
export type Said<Name extends keyof Answers> = { id?: unknown; error?: never; exact?: { last_time: ExactNumber | null } } & {
  [Is in Name]: Answers[Is];
};

/** The answer to an invalid request. */
export type Refusal = Refused & { [Name in keyof Answers]?: never };

interface Refused {
  id?: unknown;
  status?: never;
  /** The error, which names the field and the value. */
  error: string;
}

/** An answer. */
export type Reply = FirstContact | Moved | Recovered | Stepped<AnyWalkerReply> | Ridden<AnyWalkerReply> | RoomFound<AnyWalkerReply> | { [Name in keyof Answers]: Said<Name> }[keyof Answers] | Refusal;
