/** What `query` takes and gives, as docs/command.md tells; `V` is `[number, number]` in the plane. */

/** A point or a vector; a typed array will do as well. */
export type Vector = readonly number[] | Float64Array | Float32Array;

/** What moves: a sphere. */
export interface Sphere {
  center: Vector;
  radius: number;
  velocity?: Vector;
  /** Only its surface; where nothing moves. */
  hollow?: boolean;
}

/** What moves: an ellipsoid along the axes. */
export interface Ellipsoid {
  center: Vector;
  radii: Vector;
  velocity?: Vector;
  hollow?: boolean;
}

/** What is met, one of these. */
export interface Targets {
  triangle?: { vertices: readonly Vector[]; velocity?: Vector };
  segment?: { a: Vector; b: Vector; velocity?: Vector };
  point?: { position: Vector; velocity?: Vector };
  box?: { min: Vector; max: Vector; velocity?: Vector; hollow?: boolean };
  oriented_box?: { center: Vector; half_extents: Vector; rotation: Vector; velocity?: Vector };
  polytope?: { planes: readonly { point: Vector; normal: Vector }[]; velocity?: Vector };
  parallelepiped?: { center: Vector; edges: readonly Vector[]; velocity?: Vector };
  mesh?:
    | { path: string; velocity?: Vector }
    | { vertices: readonly Vector[]; triangles: readonly (readonly number[])[]; velocity?: Vector };
}

/** A question. */
export interface Request extends Targets {
  query: 'first_contact' | 'intersects' | 'side';
  id?: unknown;
  sphere?: Sphere;
  ellipsoid?: Ellipsoid;
  t_max?: number;
  scalar?: 'f32' | 'f64';
  exact?: boolean;
  more?: boolean;
}

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

/** The answer to `first_contact`. */
export type FirstContact =
  | { id: unknown; status: 'none' }
  | {
      id: unknown;
      status: 'overlap';
      time: 0;
      center: number[];
      point: number[];
      triangle?: number;
      last_time?: number | null;
      way_out?: { direction: number[]; depth: number } | null;
      exact?: Exact;
    }
  | {
      id: unknown;
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
  id: unknown;
  intersects: boolean;
}

/** The answer to `side`. */
export interface Side {
  id: unknown;
  side: 'inside' | 'intersecting' | 'outside';
}

/** The answer to a bad request. */
export interface Refusal {
  id: unknown;
  error: string;
}
