// The cases of docs/errata.md that can be shown: the result of the published listing, computed here
// in plain floats, and the exact one.

import { fromAddress } from './address';
import { arvo, inSinglePrecision, planesAndSphere, type Plane } from './listing';
import { published, type Finding } from './published';
import { frustumPlanes } from './shapes';

type Request = Record<string, unknown>;

export interface Erratum {
  /** The name of its test. */
  id: string;
  document: string;
  /** The error, and the correct answer. */
  text: string;
  /** The requests to the engine; the earliest of several contacts counts. */
  requests: Request[];
  listing: () => Finding;
  /** The state that shows the case, as an address. */
  state?: string;
}

const TRIANGLE = 'Eberly, Intersection of Moving Sphere and Triangle';
const RECTANGLE = 'Eberly, Intersection of Moving Circle and Rectangle';
const BOX = 'Arvo, A Simple Method for Box–Sphere Intersection Testing';
const PLANES = 'Holden, Correct Box Sphere Intersection';

const RIGHT = [[0, 0, 0], [4, 0, 0], [0, 4, 0]];

interface Flight {
  center: number[];
  radius: number;
  velocity: number[];
}

/** The result of the listing in a state, so that a card shows the same as its link. */
const listed = (state: string) => () => published(fromAddress(state).state)!.found;

/** A sphere and a triangle: the request, the state and the listing of one case. */
function ofTriangle(id: string, text: string, { center, radius, velocity }: Flight, vertices: number[][], listing = 'listing-1'): Erratum {
  const [a, b, c] = vertices.map((v) => v.join(','));
  const state = `sphere?target=triangle&listing=${listing}&center=${center}&radius=${radius}&velocity=${velocity}&a=${a}&b=${b}&c=${c}&camera=-62,28,17,1.5,1,0`;
  return {
    id,
    document: TRIANGLE,
    text,
    requests: [{ query: 'first_contact', sphere: { center, radius, velocity }, triangle: { vertices } }],
    listing: listed(state),
    state,
  };
}

/** A circle and a rectangle: the request, the state and the listing of one case. */
function ofRectangle(
  id: string,
  text: string,
  { center, radius, velocity }: Flight,
  box: { center: number[]; extent: number[]; rotation: number[]; velocity: number[] },
  listing = 'listing-15',
): Erratum {
  const { rotation, extent } = box;
  const target = { center: box.center, half_extents: extent, rotation, velocity: box.velocity };
  const state = `circle?listing=${listing}&center=${center}&radius=${radius}&velocity=${velocity}&box_center=${box.center}&half_extents=${extent}&rotation=${rotation}&drift=${box.velocity}&span=26`;
  return {
    id,
    document: RECTANGLE,
    text,
    requests: [{ query: 'first_contact', sphere: { center, radius, velocity }, oriented_box: target }],
    listing: listed(state),
    state,
  };
}

const SQUARE = { center: [0, 0], extent: [1, 1], rotation: [0, 1], velocity: [0, 0] };
const TINY = 'sphere?target=box&mover=sphere&question=intersects&hollow=none&center=0,0,0&radius=1e-200&min=1e-185,1e-185,1e-185&max=1,1,1';
const LINE = { center: [4], min: [0], max: [10] };
const FRUSTUM = { apex: [0, 0, 0], depth: [1, 4], slope: [1, 1] };

function cube(length: number): Plane[] {
  return [0, 1, 2].flatMap((k) =>
    [-1, 1].map((side) => {
      const axis = (x: number) => [0, 1, 2].map((i) => (i === k ? side * x : 0));
      return { point: axis(0.5), normal: axis(length) };
    }),
  );
}

/** A ball and planes, at rest. */
function ofPlanes(id: string, text: string, center: number[], radius: number, planes: Plane[], state?: string): Erratum {
  return {
    id,
    document: PLANES,
    text,
    requests: [{ query: 'containment', sphere: { center, radius }, polytope: { planes } }],
    listing: state ? listed(state) : () => planesAndSphere(center, radius, planes),
    state,
  };
}

export const ERRATA: Erratum[] = [
  ofTriangle(
    'inside_the_infinite_cylinder_beyond_its_edge',
    'The centre starts inside the infinite cylinder of an edge, beyond the end of the edge. The smaller root is then in the past, and a contact is reported at a negative time. There is none.',
    { center: [7, 0, 1], radius: 2, velocity: [1, 0, -0.25] },
    RIGHT,
  ),
  ofTriangle(
    'del_repeated_as_delp',
    'In section 5.2 delp[i] stands where del[i] is meant: contacts with the inside of an edge are lost.',
    { center: [2, -3, 0], radius: 0.5, velocity: [0, 1, 0] },
    RIGHT,
    'section-5-2',
  ),
  ofTriangle(
    'sliding_along_the_face_at_distance_r',
    'Moving parallel to the face at distance exactly r is “no contact” by the published code. For closed sets it is a grazing contact.',
    { center: [-5, 1, 1], radius: 1, velocity: [1, 0, 0] },
    RIGHT,
  ),
  ofTriangle(
    'contact_point_and_center_are_two_things',
    'The published “contact point” is the centre of the sphere at contact; of an overlap it is the closest point of the triangle. Here both are two fields.',
    { center: [1, 1, 5], radius: 2, velocity: [0, 0, -1] },
    RIGHT,
    'listing-1-point',
  ),
  ofTriangle(
    'zero_length_edges_and_flat_triangles',
    'A flat triangle has no unit normal and a zero-length edge divides by zero. It is the segment that it is.',
    { center: [1, 0, 5], radius: 1, velocity: [0, 0, -1] },
    [[0, 0, 0], [4, 0, 0], [2, 0, 0]],
  ),
  ofTriangle(
    'first_found_is_not_first_in_time',
    'Pieces are tried in a fixed order, and the first that fits is returned; on a path that grazes two of them the later one wins.',
    { center: [-3, 1, 0], radius: 1, velocity: [1, 0, 0] },
    [[4, 0, 0], [0, 0, 0], [2, -4, -4]],
  ),
  sharedEdge(),
  ofRectangle(
    'v1_repeated_where_v_i1_is_meant',
    'radius * V[1] stands where radius * V[i1] is meant: a circle that drops straight on the middle of a square is said to meet its corner.',
    { center: [0, 5], radius: 2, velocity: [0, -1] },
    SQUARE,
    'listing-14',
  ),
  ofRectangle(
    'a_component_and_a_vector',
    'The way back from the rectangle’s frame adds a vector to a component; with the vector’s own component in its place it fails for rectangles that are turned.',
    { center: [-5, 2], radius: 1, velocity: [1, 0] },
    { center: [0, 0], extent: [3, 1], rotation: [1, 1], velocity: [0, 0] },
    'listing-1-point',
  ),
  ofRectangle(
    'the_point_stays_where_the_rectangle_was',
    'The rectangle moves, but its contact point is told where it was at time zero.',
    { center: [10, 0], radius: 1, velocity: [0, 0] },
    { ...SQUARE, velocity: [2, 0] },
    'listing-15-point',
  ),
  ofRectangle(
    'a_circle_of_radius_zero_on_the_boundary',
    'A point on the boundary “overlaps” by the published code. Shapes that share a single point are in contact.',
    { center: [1, 0], radius: 0, velocity: [-1, 0] },
    SQUARE,
  ),
  ofBox(
    'a_box_met_at_the_edge_beside_the_corner_it_starts_at',
    'The document’s regions carried over to space, as it suggests itself: beside a corner only the sphere about it is asked for, but the path can go past it, into the cylinder about an edge.',
    { center: [1.8, 1.8, 1.1], radius: 1, velocity: [-0.1, -0.1, -1] },
    [1, 1, 1],
  ),
  ofBox(
    'a_tree_of_regions_misses_and_is_late',
    'The same regions, and a path on which the corner is reported where an edge is met earlier.',
    { center: [-5.5, -6, 6], radius: 2.5, velocity: [4, 2, -2] },
    [1, 1.5, 2],
  ),
  {
    id: 'two_surfaces_on_a_line',
    document: BOX,
    text: 'A hollow box and a hollow sphere in one dimension are two points each: {0, 10} and {−1, 9} share nothing; the combination of figures 2 and 3 says they do. In 1D you can check it by hand.',
    requests: [],
    listing: () => arvo(LINE.center, 5, true, LINE.min, LINE.max, true),
  },
  {
    id: 'squares_underflow_and_overflow',
    document: BOX,
    text: 'Squares of tiny distances are zero: a sphere of radius 1e-200 then touches a box that is 1e15 radii away.',
    requests: [{ query: 'intersects', sphere: { center: [0, 0, 0], radius: 1e-200 }, box: { min: [1e-185, 1e-185, 1e-185], max: [1, 1, 1] } }],
    listing: listed(TINY),
    state: TINY,
  },
  ofPlanes(
    'a_circle_on_a_face_that_misses_the_corner',
    'Near the corner of a face all four plane distances can be within the circle’s radius while the corner is not.',
    [0.5, 1.25, 1.25],
    1,
    cube(1),
  ),
  ofPlanes(
    'a_distance_from_a_plane_is_none_within_a_slanted_face',
    'Where faces are not at right angles, the distance from a neighbour’s plane is not the distance from its edge within the face.',
    [0.75, 0, 4.5],
    2.5,
    frustumPlanes(FRUSTUM),
    'sphere?target=frustum&mover=sphere&question=containment&center=0.75,0,4.5&radius=2.5&apex=0,0,0&depth=1,4&slope=1,1&camera=-70,16,26,2,0,1',
  ),
  ofPlanes(
    'normals_of_any_length',
    'Normals are silently taken to be of unit length. Here they are a quarter of that.',
    [1, 0, 0],
    0.25,
    cube(0.25),
  ),
];

/** An edge that two triangles share, and a small sphere aimed at it. In `f32` it passes through
 * between them. */
function sharedEdge(): Erratum {
  const [center, velocity] = [[-44.3318, -21.3088, -6.2972], [44.9193, 21.1328, 5.9717]];
  const [a, b, c, d] = [[0.68, -0.18, -0.76], [0.45, -0.17, 0.32], [0.61, -0.65, 0.77], [0.53, -0.07, -0.16]];
  const radius = 0.001;
  const sphere = { center, radius, velocity };
  const pair = [[a, b, c], [b, a, d]];
  return {
    id: 'shared_edges_hold_in_single_precision',
    document: TRIANGLE,
    text: 'In single precision a small sphere that is aimed at an edge which two triangles share can miss both. Neighbours decide by the same number here: no gap.',
    requests: pair.map((vertices) => ({ query: 'first_contact', scalar: 'f32', sphere, triangle: { vertices } })),
    listing: () => {
      const found = pair.map((vertices) => inSinglePrecision(center, radius, velocity, vertices)).filter(({ status }) => status !== 'none');
      return found.sort((p, q) => p.time! - q.time!)[0] ?? { status: 'none' };
    },
  };
}

/** A ball and a box about the origin. */
function ofBox(id: string, text: string, { center, radius, velocity }: Flight, extent: number[]): Erratum {
  const min = extent.map((x) => -x);
  const state = `sphere?target=box&center=${center}&radius=${radius}&velocity=${velocity}&min=${min}&max=${extent}&camera=40,24,12,0,0,0`;
  return {
    id,
    document: RECTANGLE,
    text,
    requests: [{ query: 'first_contact', sphere: { center, radius, velocity }, box: { min, max: extent } }],
    listing: listed(state),
    state,
  };
}
