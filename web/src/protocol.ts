/** What `query` takes and gives, as docs/command.md tells; in the plane a vector has two numbers. */

/** A point or a vector; a typed array will do as well. */
export type Vector = readonly number[] | Float64Array | Float32Array;

/** A sphere. */
export interface Sphere {
  center: Vector;
  radius: number;
}

/** An ellipsoid along the axes. */
export interface Ellipsoid {
  center: Vector;
  radii: Vector;
}

/** All points within the radius of the segment from `a` to `b`, or to `a + axis`, which is not rounded. */
export type Capsule = { a: Vector; radius: number } & OneOf<{ b: Vector; axis: Vector }>;

/** What is met, by its name. */
export interface Targets {
  triangle: { vertices: readonly Vector[] };
  segment: { a: Vector; b: Vector };
  point: { position: Vector };
  box: { min: Vector; max: Vector };
  oriented_box: { center: Vector; half_extents: Vector; rotation: Vector };
  polytope: { planes: readonly { point: Vector; normal: Vector }[] };
  /** By its corners, its planes, or what a camera sees. */
  frustum:
    | { corners: readonly Vector[] }
    | { planes: readonly { point: Vector; normal: Vector }[] }
    | { view_projection: readonly Vector[]; depth: readonly [-1, 1] | readonly [0, 1] | readonly [1, 0] };
  parallelepiped: { center: Vector; edges: readonly Vector[] };
  /** By its name, or as it is; maybe turned and then moved. */
  mesh: MeshFields & { rotation?: Vector; translation?: Vector };
}

type MeshFields = { path: string } | { name: string } | { vertices: readonly Vector[]; triangles: readonly (readonly number[] | Uint32Array)[] };

/** What is behind a plane. */
export interface Plane {
  point: Vector;
  normal: Vector;
}

/** Many things, each on its way; the place in the list is the number of an item. Or what was defined by a name. */
export type SceneFields =
  | { items: readonly SceneItem[] }
  | { path: string }
  | { name: string };

type Named = { name: string };

/** One thing of a scene. */
export type SceneItem = OneOf<AllMoving<AllRounded<Targets>>> & {
  /** When its motion ends, that time included; without it, never. */
  t_max?: number | undefined;
};

/** What a capsule can meet. */
export type CapsuleTarget = 'triangle' | 'segment' | 'point' | 'box' | 'oriented_box' | 'mesh';

/** What an ellipsoid can meet. */
export type EllipsoidTarget = 'triangle' | 'segment' | 'point' | 'box' | 'mesh';

/** One of these fields, and none of the others. */
export type OneOf<Fields> = {
  [Name in keyof Fields]: { [Is in Name]: Fields[Name] } & { [Other in Exclude<keyof Fields, Name>]?: never };
}[keyof Fields];

/** What moves, or does not if it says nothing: at a velocity, or from where it is, or from a point, to another while time goes from 0 to 1. */
export type Moving<Shape> = Shape &
  ({ velocity?: Vector; from?: never; to?: never } | { velocity?: never; from?: Vector; to: Vector });
/** A body that moves: at a velocity, or to a point. */
export type MovingBody<Shape> = Shape & ({ velocity?: Vector; to?: never } | { velocity?: never; to: Vector });
/** The same, or from point to point, one leg after another. */
export type Travelling<Shape> = MovingBody<Shape> | (Shape & { path: readonly Vector[] });
/** A solid, or only its surface. */
export type MaybeHollow<Shape> = Shape & { hollow?: boolean };

/** A shape, with all that is so near it; an ellipsoid meets none that is rounded. */
export type Rounded<Shape> = Shape & { radius?: number };

type AllRounded<Shapes> = { [Name in keyof Shapes]: Rounded<Shapes[Name]> };
type AllMoving<Shapes> = { [Name in keyof Shapes]: Moving<Shapes[Name]> };

/** A round body on its way, and what it may meet. */
export type Encounter =
  | ({ sphere: MovingBody<Sphere>; ellipsoid?: never; capsule?: never } & OneOf<AllMoving<AllRounded<Targets>> & { scene: SceneFields }>)
  | ({ capsule: MovingBody<Capsule>; sphere?: never; ellipsoid?: never } & OneOf<
      AllMoving<AllRounded<Pick<Targets, CapsuleTarget>>> & { scene: SceneFields }
    >)
  | ({ ellipsoid: MovingBody<Ellipsoid>; sphere?: never; capsule?: never } & OneOf<AllMoving<Pick<Targets, EllipsoidTarget>>>);

/** The same, or on a way from point to point. */
export type Journey =
  | Encounter
  | ({ sphere: Travelling<Sphere>; ellipsoid?: never; capsule?: never } & OneOf<AllMoving<AllRounded<Targets>> & { scene: SceneFields }>)
  | ({ capsule: Travelling<Capsule>; sphere?: never; ellipsoid?: never } & OneOf<
      AllMoving<AllRounded<Pick<Targets, CapsuleTarget>>> & { scene: SceneFields }
    >)
  | ({ ellipsoid: Travelling<Ellipsoid>; sphere?: never; capsule?: never } & OneOf<AllMoving<Pick<Targets, EllipsoidTarget>>>);

/** A round body, and what may share a point with it; of a box and what meets it only the surfaces may count. */
export type AtRest =
  | ({ sphere: MaybeHollow<Sphere>; ellipsoid?: never; box: MaybeHollow<Targets['box']> })
  | ({ sphere: Sphere; ellipsoid?: never; box: Rounded<Targets['box']> })
  | ({ ellipsoid: MaybeHollow<Ellipsoid>; sphere?: never; box: MaybeHollow<Targets['box']> })
  | ({ sphere: Sphere; ellipsoid?: never } & OneOf<AllRounded<Omit<Targets, 'box'>> & { scene: SceneFields }>)
  | ({ capsule: Capsule; sphere?: never; ellipsoid?: never } & OneOf<AllRounded<Pick<Targets, CapsuleTarget>> & { scene: SceneFields }>)
  | ({ ellipsoid: Ellipsoid; sphere?: never } & OneOf<Pick<Targets, Exclude<EllipsoidTarget, 'box'>>>);

/** What every request may say. */
interface Any {
  /** Any JSON; the answer has it too. */
  id?: unknown;
  /** As what the numbers are read, and answered; `f64` if it is not said. */
  scalar?: 'f32' | 'f64';
}

/** When, where and on what do they first touch? */
export type FirstContactRequest = Any &
  Journey & {
    query: 'first_contact';
    /** When the motion ends, that time included; without it, never. */
    t_max?: number | undefined;
    /** Time, centre and point without any rounding. */
    exact?: boolean;
    /** The time rounded down, the last time, and the penetration of an overlap. */
    more?: boolean;
  };

/** What blocks the motion? Touches that only graze, slide or part are passed over. */
export type FirstEntryRequest = Any &
  Journey & {
    query: 'first_entry';
    t_max?: number | undefined;
    exact?: boolean;
  };

/** What a body moves in: one target by its name, or the items of a scene. */
export type World<Met> = OneOf<Met & { scene: SceneFields }> | SceneFields;

/** Where to a world stands in a request: in a `world`, or as a target by its name. */
type Placed<Met> =
  | ({ world: World<Met> } & { [Name in keyof Targets | 'scene']?: never })
  | (OneOf<Met & { scene: SceneFields }> & { world?: never });

/** What moves and stays free, along a displacement; each leg takes the time from 0 to 1. */
type Wanderer = { displacement: Vector } & (
  | ({ sphere: Sphere; capsule?: never; ellipsoid?: never } & Placed<AllMoving<AllRounded<Targets>>>)
  | ({ capsule: Capsule; sphere?: never; ellipsoid?: never } & Placed<AllMoving<AllRounded<Pick<Targets, CapsuleTarget>>>>)
);

/** How far does a body get before something blocks it? */
export type AdvanceRequest = Any & Wanderer & { query: 'advance' };

/** And how far if it goes on along what blocks it? */
export type SlideRequest = Any &
  Wanderer & {
    query: 'slide';
    /** How many legs at most; 12 if it is not said. */
    max_iterations?: number | undefined;
  };

/** Where is a free place near a body that overlaps something? */
export type RecoverRequest = Any & { query: 'recover' } & (
    | ({ sphere: Sphere; capsule?: never; ellipsoid?: never } & Placed<AllRounded<Targets>>)
    | ({ capsule: Capsule; sphere?: never; ellipsoid?: never } & Placed<AllRounded<Pick<Targets, CapsuleTarget>>>)
  );

/** Where a character stands: the touched point, and the unit normal towards the character. */
interface FloorFields {
  point: Vector;
  normal: Vector;
}

/** A character, as an answer has it: all that its next steps depend on, except for the options and the world. */
export interface WalkerFields {
  /** The end `a` of its axis. */
  position: Vector;
  /** The vector from there to the other end. */
  axis: Vector;
  radius: number;
  /** How far it goes by itself in a step; zero if it is not said. */
  velocity?: Vector | undefined;
  /** The displacement of the platform that has carried it since the last step; zero if it is not said. */
  carried?: Vector | undefined;
  /** The floor on which it stands; in the air if it is not said. */
  floor?: FloorFields | null | undefined;
}

/** What a character can do, as `WalkerOptions` explains it. */
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

/** What a character walks in. */
type Level = Placed<AllRounded<Pick<Targets, CapsuleTarget>>>;

/** Where does a step lead a character? */
export type StepRequest = Any & Level & { query: 'step'; walker: WalkerFields; options?: WalkerOptionFields | undefined; displacement: Vector };

/** What does a moving world do to a character? Each leg of the world takes the time from 0 to 1. */
export type RideRequest = Any &
  Placed<AllMoving<AllRounded<Pick<Targets, CapsuleTarget>>>> & {
    query: 'ride';
    walker: WalkerFields;
    options?: WalkerOptionFields | undefined;
    /** How far the platform goes. */
    displacement: Vector;
  };

/** Is there room for another body of a character, to crouch or to stand up? */
export type SetBodyRequest = Any & Level & { query: 'set_body'; walker: WalkerFields; capsule: Capsule };

/** Is there room for a character in another place? */
export type TeleportRequest = Any & Level & { query: 'teleport'; walker: WalkerFields; position: Vector };

/** A question about a character, whose state comes with the request and goes with the answer. */
export type WalkerRequest = StepRequest | RideRequest | SetBodyRequest | TeleportRequest;

/** Do they share a point? */
export type IntersectsRequest = Any & AtRest & { query: 'intersects' };

/** Does the ball lie inside, outside, or across the surface? */
export type ContainmentRequest = Any & Within & { query: 'containment' };

/** What do the planes alone tell of that? */
export type ContainmentByPlanesRequest = Any & Within & { query: 'containment_by_planes' };

type Within = { sphere: Sphere } & OneOf<Pick<Targets, 'polytope' | 'frustum' | 'parallelepiped'> & { plane: Plane }>;

/** One of the times alone, or whether there is any contact. */
export type TimeRequest = Any &
  Encounter & {
    query: 'contact_time' | 'time_down' | 'last_time' | 'has_contact';
    t_max?: number | undefined;
    /** Of `last_time`. */
    exact?: boolean;
  };

/** All contacts, in order of time. */
export type ContactsRequest = Any & {
  query: 'contacts';
  sphere: Moving<Sphere>;
  t_max?: number | undefined;
} & OneOf<{ mesh: Moving<Rounded<Targets['mesh']>>; scene: SceneFields }>;

/** What is the least translation that ends an overlap? */
export type PenetrationRequest = Any & { query: 'penetration' } & (
    | ({ sphere: Sphere; capsule?: never } & OneOf<AllRounded<Omit<Targets, 'mesh'>>>)
    | ({ capsule: Capsule; sphere?: never } & OneOf<AllRounded<Pick<Targets, Exclude<CapsuleTarget, 'mesh'>>>>)
  );

/** In which circle does a sphere meet a plane? */
export type SectionRequest = Any & { query: 'section'; sphere: Sphere; plane: Plane };

/** Which triangles share a point with a sphere? */
export type IntersectingRequest = Any & { query: 'intersecting'; sphere: Sphere; mesh: MeshFields };

/** Which point is closest to this one? */
export type ClosestRequest = Any & { query: 'closest' } & (
    | ({ position: Vector; capsule?: never } & OneOf<AllRounded<Targets> & { scene: SceneFields }>)
    | ({ capsule: Capsule; position?: never } & OneOf<AllRounded<Pick<Targets, CapsuleTarget>> & { scene: SceneFields }>)
  );

/** Where is a point, as to what a closed mesh bounds? */
export type PlaceRequest = Any & { query: 'locate' | 'signed_distance' | 'winding_number'; position: Vector; mesh: MeshFields };

/** Which triangles share a feature? */
export type NeighboursRequest = Any & { query: 'neighbours'; at: { triangle: number; feature: Feature }; mesh: MeshFields };

/** Keeps a scene or a mesh by a name, until it is forgotten or the name is defined anew. */
export type DefineRequest = Any & { query: 'define'; name: string } & OneOf<{ scene: SceneFields; mesh: MeshFields }>;

/** Lets go of what has this name, or of a mesh of this path. */
export type ForgetRequest = Any & { query: 'forget' } & OneOf<{ name: string; path: string }>;

/** Puts items into a scene that has a name. */
export type InsertRequest = Any & { query: 'insert'; scene: Named; items: readonly SceneItem[] };

/** Puts another thing in the place of an item, under its number. */
export type ReplaceRequest = Any & { query: 'replace'; scene: Named; item: number; items: readonly [SceneItem] };

/** Takes an item out. */
export type RemoveRequest = Any & { query: 'remove'; scene: Named; item: number };

/** What does an item, a ball or a capsule, meet first among the others? */
export type FirstContactOfRequest = Any & { query: 'first_contact_of'; scene: SceneFields; item: number };

/** Which items of a scene meet each other, and when? */
export type PairsRequest = Any & { query: 'first_pair' | 'pairs'; scene: SceneFields; t_max?: number | undefined };

/** A question about what is kept, and not about a body. */
export type WorldRequest =
  | DefineRequest
  | ForgetRequest
  | InsertRequest
  | ReplaceRequest
  | RemoveRequest
  | FirstContactOfRequest
  | PairsRequest;

/** A question. */
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
  | PenetrationRequest
  | SectionRequest
  | IntersectingRequest
  | ClosestRequest
  | PlaceRequest
  | NeighboursRequest;

/** The part of the target that holds the touched point. */
export type Feature =
  | { kind: 'vertex' | 'edge'; index: number }
  | { kind: 'face' }
  | { sides: (-1 | 0 | 1)[] }
  | { planes: number[] };

/** `x + y √d`, each a fraction `p/q`. */
export interface ExactNumber {
  x: string;
  y: string;
  d: string;
}

/** Time, centre and point without any rounding. */
export interface Exact {
  time: ExactNumber;
  center: ExactNumber[];
  point: ExactNumber[];
  other_point?: ExactNumber[];
}

/** The answer to `first_contact`: `status` tells which fields it has. */
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
      /** On which leg of a path. */
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
      /** The other end of what a capsule touches, if that is a segment. */
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

/** Where a move led. */
interface Led {
  /** Where the body then is: its centre, or the end `a` of a capsule. */
  position: number[];
  /** The ends of its straight legs, in order. */
  legs: number[][];
  /** What blocked it, in order; each time is a part of what was tried then. */
  contacts: Extract<FirstContact, { status: 'contact' }>[];
  /** What is left of the displacement. */
  left: number[];
}

/** The answer to `advance` and `slide`: `none` if nothing blocked the body; of one that overlaps something where it is, that. */
export type Moved =
  | ({ id?: unknown; error?: never; status: 'none' | 'contact' } & Led)
  | (Extract<FirstContact, { status: 'overlap' }> & Led);

/** The answer to `recover`: where the body is free, its centre, or the end `a` of a capsule; null if no free place was found nearby. */
export type Recovered = { id?: unknown; error?: never } & (
  | { status: 'free' | 'moved'; position: number[] }
  | { status: 'not_found'; position: null }
);

/** The state of a character after a request, which the next one takes as its `walker`. */
export interface WalkerReply {
  position: number[];
  axis: number[];
  radius: number;
  velocity: number[];
  carried: number[];
  floor: { point: number[]; normal: number[] } | null;
}

/** The answer to `step`. */
export interface Stepped {
  id?: unknown;
  error?: never;
  /** Whether the character overlapped nothing as the step began; else it was put to a free place, or did not move, as none was found. */
  status: 'free' | 'moved' | 'not_found';
  /** Where the legs begin: where the character was, or was put. */
  from: number[];
  /** The ends of its straight legs, in order. */
  legs: number[][];
  /** What blocked it, in order; each time is a part of what was tried then. */
  contacts: Extract<FirstContact, { status: 'contact' }>[];
  /** On what it then stands. */
  floor: Extract<FirstContact, { status: 'contact' }> | null;
  /** On what it has knocked its head. */
  ceiling: Extract<FirstContact, { status: 'contact' }> | null;
  /** Whether it hangs between surfaces that are too steep: it has no floor, and yet it cannot fall. */
  is_wedged: boolean;
  /** The displacement of the platform that it has left in this step. */
  platform_velocity: number[];
  walker: WalkerReply;
}

/** The answer to `ride`. */
export interface Ridden {
  id?: unknown;
  error?: never;
  status: 'carried' | 'pushed' | 'crushed';
  /** What pushed the character, or runs into it. */
  by: { feature: Feature; triangle?: number; item?: number } | null;
  walker: WalkerReply;
}

/** The answer to `set_body` and `teleport`: `none` if there is room; else the overlap in the way, and the character is as it was. */
export type RoomFound = Exclude<FirstContact, { status: 'contact' }> & { walker: WalkerReply };

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

/** The contact of two items of a scene: `mover` is the one that is asked about, the `item` of the contact the other one. */
export type PairContact = Exclude<FirstContact, { status: 'none' }> & { mover: number };

/** The answer to any other question stands under its name. */
export interface Answers {
  contact_time: number | null;
  time_down: number | null;
  last_time: number | null;
  has_contact: boolean;
  contacts: FirstContact[];
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

/** The answer to a question that has one field. */
export type Said<Name extends keyof Answers> = { id?: unknown; error?: never; exact?: { last_time: ExactNumber | null } } & {
  [Is in Name]: Answers[Is];
};

/** The answer to a bad request. */
export type Refusal = Refused & { [Name in keyof Answers]?: never };

interface Refused {
  id?: unknown;
  status?: never;
  /** What is wrong, by field and value. */
  error: string;
}

/** An answer. */
export type Reply = FirstContact | Moved | Recovered | Stepped | Ridden | RoomFound | { [Name in keyof Answers]: Said<Name> }[keyof Answers] | Refusal;
