//! A convex core: the convex hull of points, as the given floats specify them.

use crate::contact::relative_motion::RelativeMotion;
use crate::contact::turn::{Turn, world_axis};
use crate::number::{Lift, Number, Quantity, scaled_to_one, sum_in_two};
use crate::shape::topology::{HalfEdge, Topology};
use crate::shape::vector::{Vector, each, lifted_cross};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A convex core at time zero, reduced to its extreme vertices.
#[derive(Clone, Debug)]
pub struct Core<'a> {
    corners: Corners<'a>,
    topology: &'a Topology,
    /// For each vertex, the index by which its feature is named.
    names: Names<'a>,
    /// A given point that moves with the core; a contact reports its position as the position of
    /// the body.
    reference: [f64; 3],
    /// The position of the reference point, if the core was moved there. Each given point is then
    /// moved by the difference of the two, which is never rounded.
    place: Option<[f64; 3]>,
    reading: Reading,
}

/// The positions of the vertices, by the kind of shape.
#[derive(Clone, Debug)]
enum Corners<'a> {
    /// Up to three given points, and the indices of those that are vertices.
    Few { given: [[f64; 3]; 3], kept: [u8; 3] },
    /// The same in a frame that is turned and moved.
    TurnedFew { local: [[f64; 3]; 3], kept: [u8; 3], frame: TurnedFrame },
    /// A given point, and the sum of this point and a given vector that is not zero.
    Axis { a: [f64; 3], along: [f64; 3] },
    /// Given points, one for each vertex.
    Many(Cow<'a, [[f64; 3]]>),
    /// The corners of a box in its own axes; only the axes along which it has an extent count.
    Box(Extents),
    /// A given point, plus or minus half of each of three given vectors, which are right-handed.
    Sheared { center: [f64; 3], edges: [[f64; 3]; 3] },
}

/// The extents of a box along its own axes: from `low` to `high`, or for a turned box from `-high`
/// to `high` about its centre.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extents {
    low: [f64; 3],
    high: [f64; 3],
    /// The quaternion `[x, y, z, w]` and the centre, if the box is turned.
    frame: Option<TurnedFrame>,
    /// The axes along which the box has an extent, in ascending order, and then zeros.
    axes: [u8; 3],
    count: u8,
    /// For each axis, the position of a bit in the index of a vertex. The bit is one for vertices
    /// at the upper end of the axis; for an axis without an extent, it is zero in every index.
    bits: [u8; 3],
    /// The dimension of the space of the box.
    dimension: u8,
}

/// The rotation of a box and its centre, or the frame of a mesh instance and its origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnedFrame {
    /// A quaternion `[x, y, z, w]`.
    pub(crate) quaternion: [f64; 4],
    pub(crate) center: [f64; 3],
    /// For each axis of the world, the axis of the frame that is certainly parallel to it, and
    /// whether the two have opposite directions.
    pub(crate) along: [Option<(u8, bool)>; 3],
}

impl TurnedFrame {
    pub(crate) fn new(quaternion: [f64; 4], center: [f64; 3]) -> Self {
        let mut along = [None; 3];
        for own in 0..3 {
            if let Some((axis, is_flipped)) = world_axis(quaternion, own) {
                along[axis] = Some((own as u8, is_flipped));
            }
        }
        Self { quaternion, center, along }
    }

    /// Returns the function that brings a local point into the world, in floats.
    fn rounded(&self) -> impl Fn(&[f64; 3]) -> [f64; 3] {
        let (q, center) = (self.quaternion, self.center);
        let axes = rounded_axes(q, q.iter().map(|x| x * x).sum::<f64>());
        move |local| {
            each!(|k| center[k]
                + axes[0][k] * local[0]
                + axes[1][k] * local[1]
                + axes[2][k] * local[2])
        }
    }

    /// Returns the coordinate of a point on an axis of the world, if it is the sum of two given
    /// floats; `local` returns the coordinates of the point on the frame's own axes.
    fn coordinate(&self, axis: usize, local: impl Fn(usize) -> f64) -> Option<[f64; 2]> {
        let (own, is_flipped) = self.along[axis]?;
        let own = local(usize::from(own));
        Some([self.center[axis], if is_flipped { -own } else { own }])
    }
}

/// The names of the parts of a core, by the kind of shape.
#[derive(Clone, Copy, Debug)]
enum Names<'a> {
    /// The names of the parts of a simplex with this number of given vertices.
    Simplex {
        given: u8,
    },
    Box,
    /// The indices of the given points.
    Points(&'a [u32]),
}

/// The directions by which the points of a mover are ordered.
#[derive(Clone, Copy, Debug)]
enum Reading {
    /// The axes of the world.
    World,
    /// The axes of the box itself.
    Box,
    /// The vectors from the first given point to the others: one or two.
    Given(u8),
}

/// A part of a core: a vertex, an edge, a face or the interior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Vertex(u32),
    Edge(u32),
    Face(u32),
    Inside,
}

fn is_identity([x, y, z, _]: &[f64; 4]) -> bool {
    *x == 0.0 && *y == 0.0 && *z == 0.0
}

fn are_equal(a: &[f64; 3], b: &[f64; 3]) -> bool {
    a == b
}

impl<'a> Core<'a> {
    pub(crate) fn point(position: [f64; 3]) -> Core<'static> {
        Core {
            corners: Corners::Few { given: [position; 3], kept: [0; 3] },
            topology: Topology::of_box(0),
            names: Names::Simplex { given: 1 },
            reference: position,
            place: None,
            reading: Reading::World,
        }
    }

    pub(crate) fn segment(a: [f64; 3], b: [f64; 3]) -> Core<'static> {
        if are_equal(&a, &b) {
            return Core { names: Names::Simplex { given: 2 }, ..Core::point(a) };
        }
        Core {
            corners: Corners::Few { given: [a, b, b], kept: [0, 1, 1] },
            topology: Topology::of_box(1),
            names: Names::Simplex { given: 2 },
            reference: a,
            place: None,
            reading: Reading::Given(1),
        }
    }

    /// Constructs the axis of a capsule: from `a` to `b + beyond`, where `b` is `a` or `beyond` is
    /// zero.
    pub(crate) fn axis(a: [f64; 3], [b, beyond]: [[f64; 3]; 2]) -> Core<'static> {
        if are_equal(&beyond, &[0.0; 3]) {
            return Core::segment(a, b);
        }
        Core {
            corners: Corners::Axis { a, along: beyond },
            topology: Topology::of_box(1),
            names: Names::Simplex { given: 2 },
            reference: a,
            place: None,
            reading: Reading::Given(1),
        }
    }

    /// Constructs a triangle with these vertices. For collinear vertices, `longest` is the first of
    /// the longest edges, and only the ends of that edge remain.
    pub(crate) fn triangle(vertices: [[f64; 3]; 3], longest: Option<usize>) -> Core<'static> {
        let (kept, topology) = match longest {
            None => ([0, 1, 2], Topology::of_triangle()),
            Some(i) => {
                let (i, j) = (i as u8, (i as u8 + 1) % 3);
                let [from, to] = [i, j].map(|i| vertices[usize::from(i)]);
                ([i, j, j], Topology::of_box(usize::from(from != to)))
            }
        };
        Core {
            corners: Corners::Few { given: vertices, kept },
            topology,
            names: Names::Simplex { given: 3 },
            reference: vertices[0],
            place: None,
            reading: Reading::Given(2),
        }
    }

    /// Returns the same triangle in a frame that is turned and moved.
    pub(crate) fn in_frame(self, frame: &TurnedFrame) -> Self {
        let Corners::Few { given: local, kept } = self.corners else { return self };
        if is_identity(&frame.quaternion) {
            return self.translated(frame.center);
        }
        let corners = Corners::TurnedFew { local, kept, frame: *frame };
        Self { corners, reference: frame.center, ..self }
    }

    /// Constructs a box along the axes of the world, from `low` to `high`.
    pub(crate) fn aligned_box(low: [f64; 3], high: [f64; 3], dimension: usize) -> Core<'static> {
        Self::of_extents(low, high, None, dimension, low)
    }

    /// Constructs a box that is turned by a quaternion `[x, y, z, w]`.
    pub(crate) fn oriented_box(
        center: [f64; 3],
        half: [f64; 3],
        quaternion: [f64; 4],
        dimension: usize,
    ) -> Core<'static> {
        let low = half.map(|x| -x);
        if is_identity(&quaternion) {
            // A box that is moved and not turned has shallower numbers.
            return Self::of_extents(low, half, None, dimension, [0.0; 3]).at(center);
        }
        let frame = TurnedFrame::new(quaternion, center);
        Self::of_extents(low, half, Some(frame), dimension, center)
    }

    /// Constructs a parallelepiped from its centre and its edges, which are right-handed.
    pub(crate) fn parallelepiped(center: [f64; 3], edges: [[f64; 3]; 3]) -> Core<'static> {
        Core {
            corners: Corners::Sheared { center, edges },
            topology: Topology::of_box(3),
            names: Names::Box,
            reference: center,
            place: None,
            reading: Reading::World,
        }
    }

    fn of_extents(
        low: [f64; 3],
        high: [f64; 3],
        frame: Option<TurnedFrame>,
        dimension: usize,
        reference: [f64; 3],
    ) -> Core<'static> {
        let (mut axes, mut bits, mut count) = ([0; 3], [31; 3], 0);
        for k in 0..dimension {
            if low[k] < high[k] {
                axes[count] = k as u8;
                bits[k] = count as u8;
                count += 1;
            }
        }
        let (count_of_axes, dimension) = (count as u8, dimension as u8);
        let extents = Extents { low, high, frame, axes, count: count_of_axes, bits, dimension };
        Core {
            corners: Corners::Box(extents),
            topology: Topology::of_box(count),
            names: Names::Box,
            reference,
            place: None,
            reading: Reading::Box,
        }
    }

    /// Constructs the convex hull of points from its extreme points, their indices, and the
    /// reference point among the given points.
    pub(crate) fn hull(
        corners: &'a [[f64; 3]],
        numbers: &'a [u32],
        topology: &'a Topology,
        reference: [f64; 3],
    ) -> Self {
        Core {
            corners: Corners::Many(Cow::Borrowed(corners)),
            topology,
            names: Names::Points(numbers),
            reference,
            place: None,
            reading: Reading::World,
        }
    }

    /// Returns the same core with its reference point at another place, which must be finite. No
    /// distance between two of its points changes.
    pub(crate) fn at(mut self, place: [f64; 3]) -> Self {
        match &mut self.corners {
            Corners::Axis { a: center, .. }
            | Corners::Sheared { center, .. }
            | Corners::TurnedFew { frame: TurnedFrame { center, .. }, .. }
            | Corners::Box(Extents { frame: Some(TurnedFrame { center, .. }), .. }) => {
                *center = place;
                Self { reference: place, ..self }
            }
            Corners::Few { .. } | Corners::Many(_) | Corners::Box(_) => {
                Self { place: Some(place), ..self }
            }
        }
    }

    /// Returns the same core, translated by a vector, which must be finite; each vertex must be a
    /// given point. A vertex is then the sum of the given point and the vector, which is never
    /// rounded, and the reference point is the translated origin.
    pub(crate) fn translated(self, vector: [f64; 3]) -> Self {
        Self { reference: [0.0; 3], ..self }.at(vector)
    }

    /// Returns the vector by which the given points were moved, rounded.
    pub(crate) fn rounded_shift(&self) -> [f64; 3] {
        self.place.map_or([0.0; 3], |place| each!(|k| place[k] - self.reference[k]))
    }

    /// Returns the vector by which the given points were moved, as a difference of two points.
    pub(crate) fn shift(&self) -> Option<[[f64; 3]; 2]> {
        self.place.map(|place| [place, self.reference])
    }

    /// For the axis of a capsule, returns its first end, and the motion of a point from there to
    /// the other end.
    pub(crate) fn along_axis(&self) -> Option<([f64; 3], RelativeMotion<3>)> {
        let still = [[0.0; 3]; 2];
        match (&self.corners, &self.names) {
            (Corners::Axis { a, along }, _) => Some((*a, RelativeMotion::at(*along, [0.0; 3]))),
            (Corners::Few { given: [a, b, _], .. }, Names::Simplex { given: 2 }) => {
                Some((self.place.unwrap_or(*a), RelativeMotion::between([*b, *a], still)))
            }
            _ => None,
        }
    }

    pub(crate) fn topology(&self) -> &'a Topology {
        self.topology
    }

    pub(crate) fn dimension(&self) -> u8 {
        self.topology.dimension
    }

    /// Returns the position of the reference point.
    pub(crate) fn reference(&self) -> &[f64; 3] {
        self.place.as_ref().unwrap_or(&self.reference)
    }

    /// Returns whether the points are ordered by the axes of a box, along which its edges lie.
    pub(crate) fn is_read_as_box(&self) -> bool {
        matches!((&self.reading, &self.corners), (Reading::Box, Corners::Box(_)))
    }

    /// Returns whether the core is a turned box or triangle, whose corners are not sums of given
    /// floats.
    pub(crate) fn is_turned(&self) -> bool {
        self.frame().is_some()
    }

    /// Returns the axes of the world along which a box certainly has an edge, or for a
    /// parallelepiped all axes: its edges are given.
    pub(crate) fn axes_of_world(&self) -> [bool; 3] {
        self.frame().map_or([true; 3], |frame| frame.along.map(|along| along.is_some()))
    }

    /// Returns whether the vertices are given points, and the core was not moved.
    pub(crate) fn is_as_given(&self) -> bool {
        matches!(self.corners, Corners::Few { .. }) && self.place.is_none()
    }

    /// For a core that was moved and for a turned triangle, returns a bound for the vectors whose
    /// sum may cancel in a vertex. For other cores it is zero.
    pub(crate) fn size_of_terms(&self) -> f64 {
        let greatest = |v: &[f64; 3]| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let moved = self.place.map_or(0.0, |place| greatest(&place) + greatest(&self.reference));
        match &self.corners {
            Corners::TurnedFew { local, frame, .. } => {
                let local = local.iter().map(greatest).fold(0.0, f64::max);
                moved + greatest(&frame.center) + 2.0 * local
            }
            _ => moved,
        }
    }

    /// Returns whether the core is a turned triangle, whose edges have no simple coordinates in any
    /// frame.
    pub(crate) fn is_turned_simplex(&self) -> bool {
        matches!(self.corners, Corners::TurnedFew { .. })
    }

    fn frame(&self) -> Option<&TurnedFrame> {
        match &self.corners {
            Corners::Box(extents) => extents.frame.as_ref(),
            Corners::TurnedFew { frame, .. } => Some(frame),
            _ => None,
        }
    }

    /// Returns whether each component of the quaternion is zero or has at least the size `2⁻²⁰`.
    pub(crate) fn has_no_small_direction(&self) -> bool {
        const LEAST: f64 = 1.0 / (1 << 20) as f64;
        self.frame()
            .is_none_or(|frame| frame.quaternion.iter().all(|x| *x == 0.0 || x.abs() >= LEAST))
    }

    pub(crate) fn extents(&self) -> Option<&Extents> {
        match &self.corners {
            Corners::Box(extents) => Some(extents),
            _ => None,
        }
    }

    pub(crate) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        use Quantity::{Direction, Length};
        see(Length, self.reference);
        if let Some(TurnedFrame { quaternion: [x, y, z, w], center, .. }) = self.frame() {
            see(Length, *center);
            see(Direction, [*x, *y, *z]);
            see(Direction, [*w, *w, *w]);
        }
        if let Some(place) = self.place {
            see(Length, place);
        }
        match &self.corners {
            Corners::Few { given: points, .. } | Corners::TurnedFew { local: points, .. } => {
                points.iter().for_each(|point| see(Length, *point));
            }
            Corners::Axis { along, .. } => see(Length, *along),
            Corners::Many(points) => points.iter().for_each(|point| see(Length, *point)),
            Corners::Box(Extents { low, high, .. }) => {
                see(Length, *low);
                see(Length, *high);
            }
            Corners::Sheared { edges, .. } => edges.iter().for_each(|edge| {
                see(Length, *edge);
                // A coordinate of a vertex may contain half of an edge's component.
                see(Length, edge.map(|x| 0.5 * x));
            }),
        }
    }

    pub(crate) fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Core<'a> {
        let turned = self.frame().map(|frame| TurnedFrame {
            quaternion: frame.quaternion.map(|x| change(Quantity::Direction, x)),
            center: frame.center.map(|x| change(Quantity::Length, x)),
            ..*frame
        });
        let mut length = |v: [f64; 3]| v.map(|x| change(Quantity::Length, x));
        let (reference, place) = (length(self.reference), self.place.map(&mut length));
        let corners = match &self.corners {
            Corners::Few { given, kept } => {
                Corners::Few { given: given.map(&mut length), kept: *kept }
            }
            Corners::TurnedFew { local, kept, frame } => Corners::TurnedFew {
                local: local.map(&mut length),
                kept: *kept,
                frame: turned.unwrap_or(*frame),
            },
            Corners::Axis { a, along } => Corners::Axis { a: length(*a), along: length(*along) },
            Corners::Many(points) => {
                Corners::Many(points.iter().map(|point| length(*point)).collect::<Vec<_>>().into())
            }
            Corners::Box(extents) => {
                let (low, high) = (length(extents.low), length(extents.high));
                Corners::Box(Extents { low, high, frame: turned, ..*extents })
            }
            Corners::Sheared { center, edges } => {
                Corners::Sheared { center: length(*center), edges: edges.map(&mut length) }
            }
        };
        Core { corners, reference, place, ..*self }
    }

    /// Returns each vertex in floats, maybe rounded, for a guess. The vertices of small shapes are
    /// written to `room`. A core that was moved has them where they were given: add
    /// [`rounded_shift`](Self::rounded_shift).
    pub(crate) fn rounded_corners<'r>(&'r self, room: &'r mut [[f64; 3]; 8]) -> &'r [[f64; 3]] {
        let extents = match &self.corners {
            Corners::Many(points) => return points,
            Corners::Few { given, kept } => {
                let corners = &mut room[..self.topology.vertex_count as usize];
                for (corner, i) in corners.iter_mut().zip(kept) {
                    *corner = given[usize::from(*i)];
                }
                return corners;
            }
            Corners::TurnedFew { local, kept, frame } => {
                let corners = &mut room[..self.topology.vertex_count as usize];
                let in_world = frame.rounded();
                for (corner, i) in corners.iter_mut().zip(kept) {
                    *corner = in_world(&local[usize::from(*i)]);
                }
                return corners;
            }
            Corners::Axis { a, along } => {
                room[..2].copy_from_slice(&[*a, each!(|k| a[k] + along[k])]);
                return &room[..2];
            }
            Corners::Sheared { center, edges } => {
                for (i, corner) in (0..).zip(room.iter_mut()) {
                    *corner = each!(|k| center[k]
                        + edge_sides(i)
                            .into_iter()
                            .zip(edges)
                            .map(|(s, e)| s * 0.5 * e[k])
                            .sum::<f64>());
                }
                return room;
            }
            Corners::Box(extents) => extents,
        };
        let corners = &mut room[..1 << extents.count];
        let in_world = extents.frame.as_ref().map(TurnedFrame::rounded);
        for (i, corner) in (0..).zip(corners.iter_mut()) {
            let local = extents.corner(i);
            *corner = match &in_world {
                None => local,
                Some(in_world) => in_world(&local),
            };
        }
        corners
    }

    /// For a guess, returns the centre of a box, half of each edge that has a length, and the count
    /// of these edges.
    pub(crate) fn rounded_box(&self) -> Option<([f64; 3], [[f64; 3]; 3], usize)> {
        if let Corners::Sheared { center, edges } = &self.corners {
            return Some((*center, edges.map(|edge| edge.map(|x| 0.5 * x)), 3));
        }
        let extents = self.extents()?;
        let mut halves = [[0.0; 3]; 3];
        let size = |k: usize| 0.5 * (extents.high[k] - extents.low[k]);
        let Some(TurnedFrame { quaternion, center, .. }) = extents.frame else {
            for (half, k) in halves.iter_mut().zip(extents.axes()) {
                half[k] = size(k);
            }
            let shift = self.rounded_shift();
            let center = each!(|k| 0.5 * extents.low[k] + 0.5 * extents.high[k] + shift[k]);
            return Some((center, halves, usize::from(extents.count)));
        };
        let norm = |quaternion: [f64; 4]| quaternion.iter().map(|x| x * x).sum();
        let n: f64 = norm(quaternion);
        // The squares of much shorter and much longer quaternions may underflow or overflow.
        const LONG: f64 = (1u64 << 60) as f64;
        let axes = if (1.0 / LONG..LONG).contains(&n) {
            rounded_axes(quaternion, n)
        } else {
            let quaternion = scaled_to_one(quaternion);
            rounded_axes(quaternion, norm(quaternion))
        };
        for (half, k) in halves.iter_mut().zip(extents.axes()) {
            *half = axes[k].map(|x| x * extents.high[k]);
        }
        Some((center, halves, usize::from(extents.count)))
    }

    /// For a guess, returns the vertices of a simplex, maybe rounded, and their count.
    pub(crate) fn few_corners(&self) -> Option<([[f64; 3]; 3], usize)> {
        match &self.corners {
            Corners::Few { given, kept } => {
                let mut corners = kept.map(|i| given[usize::from(i)]);
                if self.place.is_some() {
                    let shift = self.rounded_shift();
                    corners = corners.map(|corner| each!(|k| corner[k] + shift[k]));
                }
                Some((corners, self.topology.vertex_count as usize))
            }
            Corners::TurnedFew { local, kept, frame } => {
                let in_world = frame.rounded();
                let corners = kept.map(|i| in_world(&local[usize::from(i)]));
                Some((corners, self.topology.vertex_count as usize))
            }
            Corners::Axis { a, along } => {
                let b = each!(|k| a[k] + along[k]);
                Some(([*a, b, b], 2))
            }
            Corners::Many(_) | Corners::Box(_) | Corners::Sheared { .. } => None,
        }
    }

    /// Returns whether the core is a parallelepiped, whose edges may have any directions.
    pub(crate) fn is_sheared(&self) -> bool {
        matches!(self.corners, Corners::Sheared { .. })
    }

    /// Returns the coordinate of a vertex on an axis of the world, if it is the sum of two given
    /// floats.
    pub(crate) fn coordinate(&self, vertex: u32, axis: usize) -> Option<[f64; 2]> {
        let given = |x: f64| match self.place {
            None => Some([x, 0.0]),
            Some(place) => moved_coordinate(x, place[axis], self.reference[axis]),
        };
        match &self.corners {
            Corners::Few { given: points, kept } => {
                given(points[usize::from(kept[vertex as usize])][axis])
            }
            Corners::Axis { a, along } => {
                Some([a[axis], if vertex == 0 { 0.0 } else { along[axis] }])
            }
            Corners::Many(points) => given(points[vertex as usize][axis]),
            Corners::Box(extents) => match &extents.frame {
                None => given(extents.end(vertex, axis)),
                Some(frame) => frame.coordinate(axis, |own| extents.end(vertex, own)),
            },
            Corners::TurnedFew { local, kept, frame } => {
                frame.coordinate(axis, |own| local[usize::from(kept[vertex as usize])][own])
            }
            Corners::Sheared { center, edges } => sheared_coordinate((center, edges), vertex, axis),
        }
    }

    /// Returns the feature of the given simplex that a part of its core forms.
    pub(crate) fn simplex_feature(&self, part: Part) -> crate::contact::Feature {
        use crate::contact::Feature;
        let (Names::Simplex { given }, Corners::Few { kept, .. } | Corners::TurnedFew { kept, .. }) =
            (&self.names, &self.corners)
        else {
            return Feature::Face;
        };
        match part {
            Part::Vertex(i) => Feature::Vertex(kept[i as usize]),
            Part::Edge(i) if *given == 3 && self.dimension() == 1 => {
                Feature::Edge(kept[i as usize])
            }
            Part::Edge(i) => Feature::Edge(i as u8),
            Part::Face(_) | Part::Inside => Feature::Face,
        }
    }

    /// Returns a vertex of a part.
    pub(crate) fn vertex_of(&self, part: Part) -> u32 {
        match part {
            Part::Vertex(vertex) => vertex,
            Part::Edge(edge) => self.topology.edges[edge as usize][0],
            Part::Face(face) => self.topology.start(self.topology.rim(face)[0]),
            Part::Inside => 0,
        }
    }

    /// Calls `see` with the vertices of a part: counterclockwise for a face, and none for the
    /// interior.
    pub(crate) fn each_vertex_of(&self, part: Part, see: impl FnMut(u32)) {
        match part {
            Part::Vertex(i) => [i].into_iter().for_each(see),
            Part::Edge(i) => self.topology.edges[i as usize].into_iter().for_each(see),
            Part::Face(i) => self.topology.corners(i).for_each(see),
            Part::Inside => {}
        }
    }

    /// Returns the vertices of a part in the same order.
    pub(crate) fn vertices_of(&self, part: Part) -> Vec<u32> {
        let mut vertices = Vec::new();
        self.each_vertex_of(part, |vertex| vertices.push(vertex));
        vertices
    }

    /// Returns the indices of the given points at the corners of a part, in ascending order.
    pub(crate) fn numbers(&self, part: Part) -> Vec<u32> {
        let number = |i: u32| match (&self.names, &self.corners) {
            (Names::Points(numbers), _) => numbers[i as usize],
            (_, Corners::Few { kept, .. } | Corners::TurnedFew { kept, .. }) => {
                u32::from(kept[i as usize])
            }
            _ => i,
        };
        let mut numbers: Vec<u32> = self.vertices_of(part).into_iter().map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Returns a coordinate `x + (place − reference)`, if it is the sum of two floats.
fn moved_coordinate(x: f64, place: f64, reference: f64) -> Option<[f64; 2]> {
    let parts = |x, other: f64| match sum_in_two(&[other, -reference]) {
        Some((rest, 0.0)) => Some([x, rest]),
        _ => None,
    };
    parts(place, x).or_else(|| parts(x, place))
}

/// Returns, for each edge from a vertex of a box, whether the vertex is its end (1) or its start
/// (-1).
fn edge_sides(vertex: u32) -> [f64; 3] {
    [0, 1, 2].map(|axis| if vertex >> axis & 1 == 1 { 1.0 } else { -1.0 })
}

/// Returns twice the vector from the centre of a parallelepiped to a vertex. The functions of
/// parallelepipeds are not inlined, so that the functions of other
/// cores are.
#[inline(never)]
fn sheared_offset<N: Number>(edges: &[[f64; 3]; 3], vertex: u32, lift: &impl Lift<N>) -> Vector<N> {
    let sides = edge_sides(vertex);
    let side = |axis: usize, k: usize| lift.length(sides[axis] * edges[axis][k]);
    each!(|k| side(0, k).plus(&side(1, k)).plus(&side(2, k)))
}

/// Returns the vector from one vertex of a parallelepiped to another.
#[inline(never)]
fn sheared_between<N: Number>(
    edges: &[[f64; 3]; 3],
    from: u32,
    to: u32,
    lift: &impl Lift<N>,
) -> Vector<N> {
    // An edge that enters both vertices with the same sign cancels.
    let sides = edge_sides(to).into_iter().zip(edge_sides(from));
    let zero: Vector<N> = each!(|_k| N::zero());
    sides
        .zip(edges)
        .filter(|((to, from), _)| to != from)
        .fold(zero, |way, ((side, _), edge)| each!(|k| way[k].plus(&lift.length(side * edge[k]))))
}

/// Returns a coordinate of a vertex of a parallelepiped, if it is the sum of two floats: only one
/// edge has a component along the axis, and half of it is a float.
#[inline(never)]
fn sheared_coordinate(
    (center, edges): (&[f64; 3], &[[f64; 3]; 3]),
    vertex: u32,
    axis: usize,
) -> Option<[f64; 2]> {
    let mut along = edges.iter().zip(edge_sides(vertex)).filter(|(edge, _)| edge[axis] != 0.0);
    let half = along.next().map_or(0.0, |(edge, side)| side * 0.5 * edge[axis]);
    let is_exact = along.next().is_none() && half.abs() >= f64::MIN_POSITIVE;
    is_exact.then_some([center[axis], half])
}

/// Computes the columns of a rotation, in floats.
fn rounded_axes([x, y, z, w]: [f64; 4], n: f64) -> [[f64; 3]; 3] {
    let s = 2.0 / n;
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}

impl Extents {
    /// Returns a corner in the box's own axes.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn corner(&self, vertex: u32) -> [f64; 3] {
        each!(|k| self.end(vertex, k))
    }

    /// Returns the coordinate of a vertex along an axis of the box.
    fn end(&self, vertex: u32, axis: usize) -> f64 {
        if vertex >> self.bits[axis] & 1 == 1 { self.high[axis] } else { self.low[axis] }
    }

    /// Returns the axes along which the box has an extent.
    fn axes(&self) -> impl Iterator<Item = usize> + '_ {
        self.axes[..usize::from(self.count)].iter().map(|axis| usize::from(*axis))
    }

    pub(crate) fn dimension(&self) -> usize {
        usize::from(self.dimension)
    }

    /// Returns whether the box has no extent along an axis.
    pub(crate) fn is_flat_along(&self, axis: usize) -> bool {
        self.low[axis] == self.high[axis]
    }

    /// Returns the bounds of the box along its own axis, and its centre if it is turned.
    pub(crate) fn bounds(&self, axis: usize) -> ([f64; 2], Option<[f64; 3]>) {
        ([self.low[axis], self.high[axis]], self.frame.map(|frame| frame.center))
    }

    /// Returns the axis of the box along which an edge lies.
    fn axis_of(&self, edge: u32) -> usize {
        // The number of edges along each axis.
        let along_each = 1 << (self.count.max(1) - 1);
        usize::from(self.axes[(edge as usize / along_each).min(2)])
    }
}

/// A core in numbers of kind `N`; for a turned box, with its axes.
pub(crate) struct LiftedCore<'c, 'a, N> {
    core: &'c Core<'a>,
    frame: CoreFrame<N>,
}

/// The frame in which a core is given.
enum CoreFrame<N> {
    World,
    /// The axes of a turned box: `R(q)` column by column, and `|q|²`.
    Turned(Turn<N, 3>),
    /// The edges of a parallelepiped, and the number two: its corners contain halves of the edges.
    Sheared(N),
}

impl<'c, 'a, N: Number> LiftedCore<'c, 'a, N> {
    pub(crate) fn new(core: &'c Core<'a>, lift: &impl Lift<N>) -> Self {
        let frame = match &core.corners {
            Corners::Box(Extents { frame: Some(frame), .. }) | Corners::TurnedFew { frame, .. } => {
                CoreFrame::Turned(Turn::of(frame.quaternion, lift))
            }
            Corners::Sheared { .. } => CoreFrame::Sheared(N::one().plus(&N::one())),
            _ => CoreFrame::World,
        };
        Self { core, frame }
    }

    pub(crate) fn core(&self) -> &'c Core<'a> {
        self.core
    }

    /// Returns the factor by which positions of this core are scaled: `|q|²` for a turned box, two
    /// for a parallelepiped.
    pub(crate) fn scale(&self) -> Option<&N> {
        match &self.frame {
            CoreFrame::World => None,
            CoreFrame::Turned(turn) => Some(turn.scale()),
            CoreFrame::Sheared(two) => Some(two),
        }
    }

    /// Returns the matrix of a turned box.
    fn turn(&self) -> Option<&Turn<N, 3>> {
        if let CoreFrame::Turned(turn) = &self.frame { Some(turn) } else { None }
    }

    /// Returns the given point to which the offset of a vertex is added.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn base(&self, vertex: u32) -> [f64; 3] {
        match &self.core.corners {
            Corners::Few { given, kept } => given[usize::from(kept[vertex as usize])],
            Corners::TurnedFew { frame, .. } => frame.center,
            Corners::Axis { a, .. } => *a,
            Corners::Many(points) => points[vertex as usize],
            Corners::Box(extents) => match &extents.frame {
                None => extents.corner(vertex),
                Some(frame) => frame.center,
            },
            Corners::Sheared { center, .. } => *center,
        }
    }

    /// Returns whether each vertex is a given point.
    pub(crate) fn has_given_vertices(&self) -> bool {
        if self.core.place.is_some() {
            return false;
        }
        match &self.core.corners {
            Corners::Few { .. } | Corners::Many(_) => true,
            Corners::TurnedFew { .. } | Corners::Axis { .. } | Corners::Sheared { .. } => false,
            Corners::Box(_) => self.turn().is_none(),
        }
    }

    /// Returns the vector from the base of a vertex to the vertex, at the scale of this core;
    /// `None` if the vertex is its own base.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn offset(&self, vertex: u32, lift: &impl Lift<N>) -> Option<Vector<N>> {
        if let Some([place, reference]) = self.core.shift() {
            return Some(each!(|k| lift.length_difference(place[k], reference[k])));
        }
        match &self.core.corners {
            Corners::Few { .. } | Corners::Many(_) => None,
            Corners::TurnedFew { local, kept, .. } => self.turn().map(|turn| {
                let local = local[usize::from(kept[vertex as usize])].map(|x| lift.length(x));
                each!(|k| turn.row(k, &local))
            }),
            Corners::Axis { along, .. } => (vertex == 1).then(|| along.map(|x| lift.length(x))),
            Corners::Box(extents) => self.turn().map(|turn| {
                let local = extents.corner(vertex).map(|x| lift.length(x));
                each!(|k| turn.row(k, &local))
            }),
            Corners::Sheared { edges, .. } => Some(sheared_offset(edges, vertex, lift)),
        }
    }

    /// Returns a positive multiple of the vector from one vertex to another.
    pub(crate) fn between(&self, from: u32, to: u32, lift: &impl Lift<N>) -> Vector<N> {
        if let Corners::Sheared { edges, .. } = &self.core.corners {
            return sheared_between(edges, from, to, lift);
        }
        let (base, other) = (self.base(from), self.base(to));
        if self.core.place.is_some() {
            return each!(|k| lift.length_difference(other[k], base[k]));
        }
        match (self.offset(from, lift), self.offset(to, lift)) {
            (Some(from), Some(to)) => each!(|k| to[k].minus(&from[k])),
            (None, Some(to)) => to,
            (Some(from), None) => negated(&from),
            (None, None) => each!(|k| lift.length_difference(other[k], base[k])),
        }
    }

    /// Returns the direction of an edge, of any length.
    pub(crate) fn direction(&self, half: HalfEdge, lift: &impl Lift<N>) -> Vector<N> {
        let direction = match &self.core.corners {
            Corners::Box(extents) => self.axis(extents.axis_of(half.edge)),
            Corners::Axis { along, .. } => along.map(|x| lift.length(x)),
            Corners::TurnedFew { .. } => self.turned(&self.local_direction(half.edge, lift)),
            // Each direction belongs to four consecutive edges.
            Corners::Sheared { edges, .. } => edges[half.edge as usize / 4].map(|x| lift.length(x)),
            _ => {
                let [i, j] = self.core.topology.edges[half.edge as usize];
                let (from, to) = (self.base(i), self.base(j));
                each!(|k| lift.length_difference(to[k], from[k]))
            }
        };
        if half.is_reversed { negated(&direction) } else { direction }
    }

    /// Returns the direction of an edge of a turned triangle in the frame of the triangle.
    fn local_direction(&self, edge: u32, lift: &impl Lift<N>) -> Vector<N> {
        let Corners::TurnedFew { local, kept, .. } = &self.core.corners else {
            return each!(|_k| N::zero());
        };
        let [from, to] = self.core.topology.edges[edge as usize]
            .map(|vertex| local[usize::from(kept[vertex as usize])]);
        each!(|k| lift.length_difference(to[k], from[k]))
    }

    /// Returns a vector of the core's own frame in the world, at the scale `|q|²`.
    fn turned(&self, local: &Vector<N>) -> Vector<N> {
        match self.turn() {
            Some(turn) => each!(|k| turn.row(k, local)),
            None => local.clone(),
        }
    }

    /// Returns an axis of a box, at the scale `|q|²`.
    pub(crate) fn axis(&self, axis: usize) -> Vector<N> {
        match self.turn() {
            Some(turn) => turn.column(axis),
            None => each!(|k| if k == axis { N::one() } else { N::zero() }),
        }
    }

    /// Returns the outward normal of a face, of any length.
    pub(crate) fn normal(&self, face: u32, lift: &impl Lift<N>) -> Vector<N> {
        let rim = self.core.topology.rim(face);
        let [first, second] = [rim[0], rim[1]];
        if let Corners::Box(extents) = &self.core.corners {
            // An axis has half the degree of the product of two axes.
            let [i, j] = [first, second].map(|half| extents.axis_of(half.edge));
            let is_even = (i + 1) % 3 == j;
            let column = self.axis(3 - i - j);
            let flips = first.is_reversed ^ second.is_reversed ^ !is_even;
            return if flips { negated(&column) } else { column };
        }
        if let Corners::TurnedFew { .. } = &self.core.corners {
            // The cross product of two turned edges has twice the degree in the quaternion.
            let [e, f] = [first, second].map(|half| {
                let direction = self.local_direction(half.edge, lift);
                if half.is_reversed { negated(&direction) } else { direction }
            });
            return self.turned(&lifted_cross(&e, &f));
        }
        lifted_cross(&self.direction(first, lift), &self.direction(second, lift))
    }

    /// Returns the directions by which the points of a mover are ordered, and the number of
    /// directions that count.
    pub(crate) fn reading(&self, lift: &impl Lift<N>) -> ([Vector<N>; 3], usize) {
        match (&self.core.reading, &self.core.corners) {
            (Reading::Box, Corners::Box(extents)) => {
                ([0, 1, 2].map(|axis| self.axis(axis)), extents.dimension())
            }
            (Reading::Given(_), Corners::Axis { along, .. }) => {
                ([0; 3].map(|_| along.map(|x| lift.length(x))), 1)
            }
            (Reading::Given(count), Corners::Few { given: [first, second, third], .. }) => {
                let to = |end: &[f64; 3]| -> Vector<N> {
                    each!(|k| lift.length_difference(end[k], first[k]))
                };
                ([to(second), to(third), to(third)], usize::from(*count))
            }
            _ => {
                let world = |axis| each!(|k| if k == axis { N::one() } else { N::zero() });
                ([0, 1, 2].map(world), 3)
            }
        }
    }
}

/// Returns `−v`.
pub(crate) fn negated<N: Number>(v: &Vector<N>) -> Vector<N> {
    each!(|k| v[k].negated())
}
