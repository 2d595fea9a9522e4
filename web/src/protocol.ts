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

/** What is met, by its name. */
export interface Targets {
  triangle: { vertices: readonly Vector[] };
  segment: { a: Vector; b: Vector };
  point: { position: Vector };
  box: { min: Vector; max: Vector };
  oriented_box: { center: Vector; half_extents: Vector; rotation: Vector };
  polytope: { planes: readonly { point: Vector; normal: Vector }[] };
  parallelepiped: { center: Vector; edges: readonly Vector[] };
  /** By its name, or as it is. */
  mesh: { path: string } | { vertices: readonly Vector[]; triangles: readonly (readonly number[] | Uint32Array)[] };
}

/** What an ellipsoid can meet. */
export type EllipsoidTarget = 'triangle' | 'segment' | 'point' | 'box' | 'mesh';

/** One of these fields, and none of the others. */
export type OneOf<Fields> = {
  [Name in keyof Fields]: { [Is in Name]: Fields[Name] } & { [Other in Exclude<keyof Fields, Name>]?: never };
}[keyof Fields];

/** What moves, or does not if it says nothing. */
export type Moving<Shape> = Shape & { velocity?: Vector };
/** A solid, or only its surface. */
export type MaybeHollow<Shape> = Shape & { hollow?: boolean };

type AllMoving<Shapes> = { [Name in keyof Shapes]: Moving<Shapes[Name]> };

/** A round body on its way, and what it may meet. */
export type Encounter =
  | ({ sphere: Moving<Sphere>; ellipsoid?: never } & OneOf<AllMoving<Targets>>)
  | ({ ellipsoid: Moving<Ellipsoid>; sphere?: never } & OneOf<AllMoving<Pick<Targets, EllipsoidTarget>>>);

/** A round body, and what may share a point with it; of a box and what meets it only the surfaces may count. */
export type AtRest =
  | ({ sphere: MaybeHollow<Sphere>; ellipsoid?: never; box: MaybeHollow<Targets['box']> })
  | ({ ellipsoid: MaybeHollow<Ellipsoid>; sphere?: never; box: MaybeHollow<Targets['box']> })
  | ({ sphere: Sphere; ellipsoid?: never } & OneOf<Omit<Targets, 'box'>>)
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
  Encounter & {
    query: 'first_contact';
    /** When the motion ends, that time included; without it, never. */
    t_max?: number | undefined;
    /** Time, centre and point without any rounding. */
    exact?: boolean;
    /** The time rounded down, the last time, and the penetration of an overlap. */
    more?: boolean;
  };

/** Do they share a point? */
export type IntersectsRequest = Any & AtRest & { query: 'intersects' };

/** Does the ball lie inside, outside, or across the surface? */
export type ContainmentRequest = Any & { query: 'containment'; sphere: Sphere; polytope: Targets['polytope'] };

/** A question. */
export type Request = FirstContactRequest | IntersectsRequest | ContainmentRequest;

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
      last_time?: number | null;
      penetration?: { direction: number[]; depth: number } | null;
      exact?: Exact;
    }
  | {
      id?: unknown;
      error?: never;
      status: 'contact';
      time: number;
      center: number[];
      point: number[];
      normal: number[] | null;
      feature: Feature;
      approach: 'approaching' | 'sliding' | 'parting';
      triangle?: number;
      time_down?: number | null;
      last_time?: number | null;
      exact?: Exact;
    };

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

/** The answer to a bad request. */
export interface Refusal {
  id?: unknown;
  status?: never;
  intersects?: never;
  containment?: never;
  /** What is wrong, by field and value. */
  error: string;
}

/** An answer. */
export type Reply = FirstContact | Intersects | Containment | Refusal;
