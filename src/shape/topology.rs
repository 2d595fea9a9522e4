//! The parts of a convex core and how they are connected: vertices, edges and faces by number.
//!
//! A core is *reduced*: it has extreme points only, its faces are convex polygons without a corner
//! in the middle of a side, and each normal belongs to one face. So nothing downstream has to care
//! about degenerate input.

use alloc::vec::Vec;

/// An edge, run along from its first end to its second one, or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfEdge {
    pub(crate) edge: u32,
    pub(crate) is_reversed: bool,
}

impl HalfEdge {
    /// The same edge, run along the other way.
    pub(crate) const fn reversed(self) -> Self {
        Self { edge: self.edge, is_reversed: !self.is_reversed }
    }
}

/// The topology of a reduced convex core.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Topology {
    /// That of the core, 0 to 3.
    pub(crate) dimension: u8,
    pub(crate) vertex_count: u32,
    /// The ends of each edge.
    pub(crate) edges: Vec<[u32; 2]>,
    /// The edges of each face, counterclockwise about its outward normal, one face after another.
    pub(super) rim: Vec<HalfEdge>,
    /// The start of each face in `rim`, and the end of the last one.
    pub(super) face_starts: Vec<u32>,
    /// The edges that leave each vertex, one vertex after another.
    spokes: Vec<HalfEdge>,
    spoke_starts: Vec<u32>,
    /// For each edge the way into each of the faces beside it.
    inward: Vec<[Option<HalfEdge>; 2]>,
}

impl Topology {
    /// Of a core whose faces are given by their rims.
    pub(crate) fn new(
        dimension: u8,
        vertex_count: u32,
        edges: Vec<[u32; 2]>,
        rim: Vec<HalfEdge>,
        face_starts: Vec<u32>,
    ) -> Self {
        let (mut spokes, mut spoke_starts) = (Vec::with_capacity(2 * edges.len()), Vec::new());
        let mut by_vertex: Vec<Vec<HalfEdge>> = (0..vertex_count).map(|_| Vec::new()).collect();
        for (edge, ends) in (0..).zip(&edges) {
            for (end, is_reversed) in ends.iter().zip([false, true]) {
                by_vertex[*end as usize].push(HalfEdge { edge, is_reversed });
            }
        }
        for leaving in by_vertex {
            spoke_starts.push(spokes.len() as u32);
            spokes.extend(leaving);
        }
        spoke_starts.push(spokes.len() as u32);
        let mut inward = alloc::vec![[None; 2]; edges.len()];
        for face in face_starts.windows(2) {
            let cycle = &rim[face[0] as usize..face[1] as usize];
            for (i, half) in cycle.iter().enumerate() {
                let next = cycle[(i + 1) % cycle.len()];
                let sides: &mut [Option<HalfEdge>; 2] = &mut inward[half.edge as usize];
                let free = usize::from(sides[0].is_some());
                sides[free] = Some(next);
            }
        }
        Self { dimension, vertex_count, edges, rim, face_starts, spokes, spoke_starts, inward }
    }

    /// Of the product of as many segments: a point, a segment, a rectangle or a box. Bit `k` of a
    /// vertex says at which end of segment `k` it is; edge and face numbers follow the segments.
    pub(crate) fn of_box(dimension: u8) -> Self {
        let (n, count) = (usize::from(dimension), 1u32 << dimension);
        let mut edges = Vec::new();
        for k in 0..n {
            edges.extend((0..count).filter(|v| v >> k & 1 == 0).map(|v| [v, v | 1 << k]));
        }
        let half = |from: u32, to: u32| {
            let ends = [from.min(to), from.max(to)];
            let edge = edges.iter().position(|e| *e == ends).unwrap_or(0) as u32;
            HalfEdge { edge, is_reversed: from > to }
        };
        let (mut rim, mut face_starts) = (Vec::new(), alloc::vec![0]);
        // Each face is given by the axis across it and the side; a rectangle is one face.
        let faces: Vec<(usize, u32)> = match n {
            2 => alloc::vec![(2, 1)],
            3 => (0..3).flat_map(|k| [(k, 0), (k, 1)]).collect(),
            _ => Vec::new(),
        };
        for (k, side) in faces {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let base = if k < n { side << k } else { 0 };
            let mut corners = [base, base | 1 << i, base | 1 << i | 1 << j, base | 1 << j];
            if side == 0 {
                corners.reverse();
            }
            rim.extend((0..4).map(|c| half(corners[c], corners[(c + 1) % 4])));
            face_starts.push(rim.len() as u32);
        }
        Self::new(dimension, count, edges, rim, face_starts)
    }

    /// The topology of a polygon or a solid from the vertices around each face, and the numbers of
    /// its vertices in ascending order.
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

    /// Of a triangle: edge `i` goes from vertex `i` to the next one.
    pub(crate) fn of_triangle() -> Self {
        let half = |edge| HalfEdge { edge, is_reversed: false };
        let edges = alloc::vec![[0, 1], [1, 2], [2, 0]];
        Self::new(2, 3, edges, alloc::vec![half(0), half(1), half(2)], alloc::vec![0, 3])
    }

    /// The half edges around each face.
    pub(crate) fn faces(&self) -> impl ExactSizeIterator<Item = &[HalfEdge]> {
        let ends = self.face_starts.windows(2);
        ends.map(|ends| &self.rim[ends[0] as usize..ends[1] as usize])
    }

    pub(crate) fn face_count(&self) -> usize {
        self.face_starts.len().saturating_sub(1)
    }

    /// The edges of a face, counterclockwise about its outward normal.
    pub(crate) fn rim(&self, face: u32) -> &[HalfEdge] {
        let i = face as usize;
        &self.rim[self.face_starts[i] as usize..self.face_starts[i + 1] as usize]
    }

    /// The edges that leave a vertex.
    pub(crate) fn spokes(&self, vertex: u32) -> &[HalfEdge] {
        let i = vertex as usize;
        &self.spokes[self.spoke_starts[i] as usize..self.spoke_starts[i + 1] as usize]
    }

    /// The ways from an edge into the faces beside it.
    pub(crate) fn inward(&self, edge: u32) -> impl Iterator<Item = HalfEdge> + '_ {
        self.inward[edge as usize].iter().flatten().copied()
    }

    /// Where a half-edge begins.
    pub(crate) fn start(&self, half: HalfEdge) -> u32 {
        self.edges[half.edge as usize][usize::from(half.is_reversed)]
    }

    /// The corners of a face, counterclockwise about its outward normal.
    pub(crate) fn corners(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        self.rim(face).iter().map(|half| self.start(*half))
    }

    /// The sides on which a face counts, and whether each is its back: the one face of a flat core
    /// has both.
    pub(crate) fn sides(&self) -> &'static [bool] {
        if self.dimension == 2 { &[false, true] } else { &[false] }
    }
}

/// The place of a value among sorted ones, of which it is one.
fn place<X: Ord>(sorted: &[X], value: &X) -> u32 {
    sorted.partition_point(|other| other < value) as u32
}
