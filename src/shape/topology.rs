//! The topology of a convex core: its vertices, edges and faces as indices, and their incidences.
//!
//! A core is *reduced*: it contains extreme points only, its faces are convex polygons without a
//! corner in the middle of a side, and no two faces have the same normal. So later code needs no
//! cases for degenerate input.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// An edge with a direction: from its first end to its second, or reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfEdge {
    pub(crate) edge: u32,
    pub(crate) is_reversed: bool,
}

impl HalfEdge {
    /// Returns the same edge with the opposite direction.
    pub(crate) const fn reversed(self) -> Self {
        Self { edge: self.edge, is_reversed: !self.is_reversed }
    }
}

/// The faces at an edge, and for each face the half-edge that follows the edge on the rim of the
/// face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EdgeFaces {
    faces: [u32; 2],
    ways: [HalfEdge; 2],
    count: u8,
}

/// The topology of a reduced convex core.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Topology {
    /// The dimension of the core, 0 to 3.
    pub(crate) dimension: u8,
    pub(crate) vertex_count: u32,
    /// The ends of each edge.
    pub(crate) edges: Cow<'static, [[u32; 2]]>,
    /// The edges of each face, counterclockwise about its outward normal, one face after another.
    pub(super) rim: Cow<'static, [HalfEdge]>,
    /// The start of each face in `rim`, and the end of the last one.
    pub(super) face_starts: Cow<'static, [u32]>,
    /// The edges that leave each vertex, one vertex after another.
    spokes: Cow<'static, [HalfEdge]>,
    spoke_starts: Cow<'static, [u32]>,
    /// The faces at each edge.
    beside: Cow<'static, [EdgeFaces]>,
}

const FIRST: HalfEdge = HalfEdge { edge: 0, is_reversed: false };
const NOTHING: EdgeFaces = EdgeFaces { faces: [0; 2], ways: [FIRST; 2], count: 0 };

/// Computes the edges that leave each vertex and the faces at each edge. All starts must be zero
/// before the call.
const fn connect(
    edges: &[[u32; 2]],
    rim: &[HalfEdge],
    face_starts: &[u32],
    (spokes, spoke_starts): (&mut [HalfEdge], &mut [u32]),
    beside: &mut [EdgeFaces],
) {
    // A counting sort: count, sum up, fill in. After this, each start has moved to the start of the
    // next vertex and must be moved back.
    let (mut edge, vertices) = (0, spoke_starts.len() - 1);
    while edge < edges.len() {
        spoke_starts[edges[edge][0] as usize + 1] += 1;
        spoke_starts[edges[edge][1] as usize + 1] += 1;
        edge += 1;
    }
    let mut vertex = 0;
    while vertex < vertices {
        spoke_starts[vertex + 1] += spoke_starts[vertex];
        vertex += 1;
    }
    edge = 0;
    while edge < edges.len() {
        let mut end = 0;
        while end < 2 {
            let free = &mut spoke_starts[edges[edge][end] as usize];
            spokes[*free as usize] = HalfEdge { edge: edge as u32, is_reversed: end == 1 };
            *free += 1;
            end += 1;
        }
        edge += 1;
    }
    while vertex > 0 {
        spoke_starts[vertex] = spoke_starts[vertex - 1];
        vertex -= 1;
    }
    spoke_starts[0] = 0;
    let mut face = 0;
    while face + 1 < face_starts.len() {
        let (first, end) = (face_starts[face] as usize, face_starts[face + 1] as usize);
        let mut i = first;
        while i < end {
            let sides = &mut beside[rim[i].edge as usize];
            sides.faces[sides.count as usize] = face as u32;
            sides.ways[sides.count as usize] = rim[if i + 1 < end { i + 1 } else { first }];
            sides.count += 1;
            i += 1;
        }
        face += 1;
    }
}

/// The topology of a core that is known at compile time. The parameters are the numbers of edges,
/// sides of faces, starts of faces, spokes, and starts of spokes.
struct StaticTopology<
    const E: usize,
    const R: usize,
    const F: usize,
    const S: usize,
    const V: usize,
> {
    dimension: u8,
    edges: [[u32; 2]; E],
    rim: [HalfEdge; R],
    face_starts: [u32; F],
    spokes: [HalfEdge; S],
    spoke_starts: [u32; V],
    beside: [EdgeFaces; E],
}

impl<const E: usize, const R: usize, const F: usize, const S: usize, const V: usize>
    StaticTopology<E, R, F, S, V>
{
    const fn new(
        dimension: u8,
        edges: [[u32; 2]; E],
        rim: [HalfEdge; R],
        face_starts: [u32; F],
    ) -> Self {
        let (mut spokes, mut spoke_starts) = ([FIRST; S], [0; V]);
        let mut beside = [NOTHING; E];
        connect(&edges, &rim, &face_starts, (&mut spokes, &mut spoke_starts), &mut beside);
        Self { dimension, edges, rim, face_starts, spokes, spoke_starts, beside }
    }

    /// The topology of a product of `dimension` segments: a point, a segment, a rectangle or a box.
    /// Bit `k` of the index of a vertex is the end of segment `k`; edges and faces follow the order
    /// of the segments.
    const fn of_box(dimension: u8) -> Self {
        let n = dimension as usize;
        let mut edges = [[0; 2]; E];
        let (mut k, mut edge) = (0, 0);
        while k < n {
            let mut vertex = 0u32;
            while vertex < 1 << n {
                if vertex >> k & 1 == 0 {
                    edges[edge] = [vertex, vertex | 1 << k];
                    edge += 1;
                }
                vertex += 1;
            }
            k += 1;
        }
        let (mut rim, mut face_starts) = ([FIRST; R], [0; F]);
        let mut face = 0;
        while face + 1 < F {
            // The index of a face of a box consists of the axis normal to the face and the side. A
            // rectangle is one face.
            let (k, side) = if n == 2 { (2, 1) } else { (face / 2, face as u32 % 2) };
            let (i, j) = (1 << ((k + 1) % 3), 1 << ((k + 2) % 3));
            let base = if n == 2 { 0 } else { side << k };
            let around = [base, base | i, base | i | j, base | j];
            let mut c = 0;
            while c < 4 {
                let (from, to) = (around[c], around[(c + 1) % 4]);
                let (from, to) = if side == 0 { (to, from) } else { (from, to) };
                let place = 4 * face + if side == 0 { 3 - c } else { c };
                let mut edge = 0;
                while edge < E {
                    let [low, high] = edges[edge];
                    if low == from && high == to || low == to && high == from {
                        rim[place] = HalfEdge { edge: edge as u32, is_reversed: from > to };
                    }
                    edge += 1;
                }
                c += 1;
            }
            face += 1;
            face_starts[face] = 4 * face as u32;
        }
        Self::new(dimension, edges, rim, face_starts)
    }

    const fn topology(&'static self) -> Topology {
        let Self { dimension, edges, rim, face_starts, spokes, spoke_starts, beside } = self;
        Topology {
            dimension: *dimension,
            vertex_count: V as u32 - 1,
            edges: Cow::Borrowed(edges),
            rim: Cow::Borrowed(rim),
            face_starts: Cow::Borrowed(face_starts),
            spokes: Cow::Borrowed(spokes),
            spoke_starts: Cow::Borrowed(spoke_starts),
            beside: Cow::Borrowed(beside),
        }
    }
}

static BOX_0: StaticTopology<0, 0, 1, 0, 2> = StaticTopology::of_box(0);
static BOX_1: StaticTopology<1, 0, 1, 2, 3> = StaticTopology::of_box(1);
static BOX_2: StaticTopology<4, 4, 2, 8, 5> = StaticTopology::of_box(2);
static BOX_3: StaticTopology<12, 24, 7, 24, 9> = StaticTopology::of_box(3);
static TRIANGLE: StaticTopology<3, 3, 2, 6, 4> = StaticTopology::new(
    2,
    [[0, 1], [1, 2], [2, 0]],
    [FIRST, HalfEdge { edge: 1, is_reversed: false }, HalfEdge { edge: 2, is_reversed: false }],
    [0, 3],
);

/// The topologies of points, segments, rectangles and boxes, by their dimension.
static BOXES: [Topology; 4] =
    [BOX_0.topology(), BOX_1.topology(), BOX_2.topology(), BOX_3.topology()];
static OF_TRIANGLE: Topology = TRIANGLE.topology();

impl Topology {
    /// Constructs the topology of a core from its edges and the rims of its faces.
    pub(crate) fn new(
        dimension: u8,
        vertex_count: u32,
        edges: Vec<[u32; 2]>,
        rim: Vec<HalfEdge>,
        face_starts: Vec<u32>,
    ) -> Self {
        let mut spokes = alloc::vec![FIRST; 2 * edges.len()];
        let mut spoke_starts = alloc::vec![0; vertex_count as usize + 1];
        let mut beside = alloc::vec![NOTHING; edges.len()];
        connect(&edges, &rim, &face_starts, (&mut spokes, &mut spoke_starts), &mut beside);
        Self {
            dimension,
            vertex_count,
            edges: edges.into(),
            rim: rim.into(),
            face_starts: face_starts.into(),
            spokes: spokes.into(),
            spoke_starts: spoke_starts.into(),
            beside: beside.into(),
        }
    }

    /// Constructs the topology of a polygon or a solid from the vertices around each face; returns
    /// it with the sorted indices of its vertices.
    pub(super) fn of_faces(dimension: u8, mut faces: Vec<Vec<u32>>) -> (Self, Vec<u32>) {
        let mut numbers = faces.concat();
        numbers.sort_unstable();
        numbers.dedup();
        for face in &mut faces {
            face.iter_mut().for_each(|vertex| *vertex = place(&numbers, vertex));
            let lowest = face.iter().enumerate().min_by_key(|(_, vertex)| **vertex);
            let start = lowest.map_or(0, |(i, _)| i);
            face.rotate_left(start);
        }
        faces.sort_by_cached_key(|face| {
            let mut vertices = face.clone();
            vertices.sort_unstable();
            vertices
        });
        let ends = |face: &'_ [u32]| {
            let next = face.iter().cycle().skip(1).copied();
            face.iter().copied().zip(next).collect::<Vec<_>>()
        };
        let half_edges: Vec<(u32, u32)> = faces.iter().flat_map(|face| ends(face)).collect();
        let mut edges: Vec<[u32; 2]> =
            half_edges.iter().map(|&(from, to)| [from.min(to), from.max(to)]).collect();
        edges.sort_unstable();
        edges.dedup();
        let half_edge = |&(from, to): &(u32, u32)| HalfEdge {
            edge: place(&edges, &[from.min(to), from.max(to)]),
            is_reversed: from > to,
        };
        let rim = half_edges.iter().map(half_edge).collect();
        let mut face_starts = alloc::vec![0];
        let mut end = 0;
        face_starts.extend(faces.iter().map(|face| {
            end += face.len() as u32;
            end
        }));
        let vertex_count = numbers.len() as u32;
        (Self::new(dimension, vertex_count, edges, rim, face_starts), numbers)
    }

    /// Returns the topology of a product of `dimension` segments: a point, a segment, a rectangle
    /// or a box. Bit `k` of the index of a vertex is the end of segment `k`; the indices of edges
    /// and faces follow the order of the segments.
    pub(crate) fn of_box(dimension: usize) -> &'static Self {
        &BOXES[dimension.min(3)]
    }

    /// Returns the topology of a triangle: edge `i` goes from vertex `i` to the next one.
    pub(crate) fn of_triangle() -> &'static Self {
        &OF_TRIANGLE
    }

    /// Returns the half-edges around each face.
    pub(crate) fn faces(&self) -> impl ExactSizeIterator<Item = &[HalfEdge]> {
        let ends = self.face_starts.windows(2);
        ends.map(move |ends| &self.rim[ends[0] as usize..ends[1] as usize])
    }

    /// Returns the first three corners of each face of a solid.
    pub(crate) fn face_corners(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let count = if self.dimension == 3 { self.face_count() } else { 0 };
        self.faces().take(count).map(|rim| [0, 1, 2].map(|i: usize| self.start(rim[i])))
    }

    pub(crate) fn face_count(&self) -> usize {
        self.face_starts.len().saturating_sub(1)
    }

    /// Returns the edges in order; for a rectangle in the order of the axes normal to them, like
    /// the faces of a box.
    pub(crate) fn edges_in_order(&self) -> impl Iterator<Item = u32> + use<> {
        let count = self.edges.len() as u32;
        let first = if core::ptr::eq(self, Self::of_box(2)) { count / 2 } else { 0 };
        (first..count).chain(0..first)
    }

    /// Returns the edges of a face, counterclockwise about its outward normal.
    pub(crate) fn rim(&self, face: u32) -> &[HalfEdge] {
        let i = face as usize;
        &self.rim[self.face_starts[i] as usize..self.face_starts[i + 1] as usize]
    }

    /// Returns the edges that leave a vertex.
    pub(crate) fn spokes(&self, vertex: u32) -> &[HalfEdge] {
        let i = vertex as usize;
        &self.spokes[self.spoke_starts[i] as usize..self.spoke_starts[i + 1] as usize]
    }

    /// Returns, for each face at an edge, the half-edge that follows the edge on the rim of the
    /// face. This half-edge leads from the edge into the face.
    pub(crate) fn inward(&self, edge: u32) -> &[HalfEdge] {
        let EdgeFaces { ways, count, .. } = &self.beside[edge as usize];
        &ways[..usize::from(*count)]
    }

    /// Returns the faces at an edge.
    pub(crate) fn faces_beside(&self, edge: u32) -> &[u32] {
        let EdgeFaces { faces, count, .. } = &self.beside[edge as usize];
        &faces[..usize::from(*count)]
    }

    /// Returns the start vertex of a half-edge.
    pub(crate) fn start(&self, half: HalfEdge) -> u32 {
        self.edges[half.edge as usize][usize::from(half.is_reversed)]
    }

    /// Returns the corners of a face, counterclockwise about its outward normal.
    pub(crate) fn corners(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        self.rim(face).iter().map(move |half| self.start(*half))
    }

    /// Returns the sides on which a face counts: for each side, whether it is the back. The single
    /// face of a flat core counts on both sides.
    pub(crate) fn sides(&self) -> &'static [bool] {
        if self.dimension == 2 { &[false, true] } else { &[false] }
    }
}

/// Returns the index of a value in a sorted slice that contains it.
fn place<X: Ord>(sorted: &[X], value: &X) -> u32 {
    sorted.partition_point(|other| other < value) as u32
}
