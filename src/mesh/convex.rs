//! Meshes and mesh instances as obstacles of convex bodies: boxes, parallelepipeds, triangles and
//! convex hulls.
//!
//! The tree is searched for a box around the body, in the frame of the mesh (`in_frame.rs`); for a
//! hull or a triangle, also for its vertices. Each candidate triangle is decided as the obstacle
//! of the body (`contact/convex/`). The plane between the body and a touched triangle rules out
//! neighbours of the triangle, and proves that triangles of one floor, or at one vertex, are
//! touched at the same time. Otherwise rounded times are compared first: rounding is monotone, so
//! different floats are in the right order, and only equal floats need exact times. Derivation:
//! `docs/theory.md`, §10.

use super::all::{TouchedTriangles, Triangles};
use super::in_frame::{BoxAround, box_around, box_in_frame, local_by, normal_in_frame};
use super::indexed::{Mesh, MeshFeature};
use super::instance::MeshInstance;
use super::separating_plane::{PlaceRelation, SeparatingPlane};
use super::stay::end_of_stays;
use super::sweep::{PathPart, Sweep};
use super::tree::{HalfAxes, MeshSearch, MeshSurface, TreeBody, TreeHull, TriangleGoal};
use crate::contact::convex::{ConvexPair, Core, FirstContact, Place, Solver, TurnedFrame};
use crate::contact::convex::{
    contact_time, first_contact_of_many, has_contact, last_time_exactly, triangle_core,
};
use crate::contact::sealed::{CastTarget, Encounter, Only};
use crate::contact::{
    Answer, Approach, ConvexBody, ConvexShape, Effort, ExactAnswer, Feature, RelativeMotion,
    TotalRadius, Touched,
};
use crate::number::{Rational, Rounding, Scaled, Surd, compiled, fraction, sort};
use crate::shape::vector::each;
use crate::shape::{Moving, RoundedHull, Scalar, Shape, Until};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;

/// A convex body and a mesh, with their motions.
pub(crate) struct MeshByConvex<'a, 'm, T: Scalar> {
    pub(super) mesh: &'m Mesh<T>,
    /// The frame of a mesh instance.
    frame: Option<TurnedFrame>,
    /// The body and a point; a candidate triangle replaces the point.
    body: ConvexPair<'a>,
    /// A box around the body and its velocity, both in the frame of the mesh.
    pub(super) around: BoxAround,
    velocity: [f64; 3],
    /// The body in single precision, unless it is a box, and the centre of the box around it in the
    /// world, before the body was moved.
    rounded: Option<Cow<'a, RoundedHull>>,
    center: [f64; 3],
    pub(super) end: Until<f64>,
}

/// The triangle of an answer, and the exact time of its contact, which is computed once rounded
/// times are equal.
pub(super) struct FirstTriangle<T: Scalar> {
    pub(super) triangle: usize,
    pub(super) answer: Answer<T, 3, Place>,
    pub(super) plane: ContactPlane,
    pub(super) exact: OnceCell<Surd>,
}

/// A plane between the body and the touched triangle, if the body enters the triangle. Before the
/// contact the body is on one side of the plane, so that no triangle on the other side is touched
/// earlier.
#[derive(Clone, Copy, Debug)]
pub(super) enum ContactPlane {
    /// Exactly perpendicular to an axis of the world. The body comes down to the plane, or up if
    /// the plane is reversed. The coordinate is given on the mesh's own axis, which may have the
    /// opposite direction.
    Axis {
        axis: usize,
        own: usize,
        is_flipped: bool,
        is_reversed: bool,
        coordinate: f64,
    },
    /// Perpendicular to the rounded normal of the contact, up to an error.
    Normal(SeparatingPlane),
    Unknown,
}

/// The relation of the time at which another triangle is touched to the time of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeRelation {
    Later,
    /// The times are equal if the body touches a point of the other triangle in the plane when it
    /// reaches the plane.
    NotEarlier,
    /// Both are touched in the same place.
    Same,
    Unknown,
}

impl<'b, T: Scalar, B> CastTarget<T, 3, B> for &'b Mesh<T>
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    type Encounter<'a>
        = MeshByConvex<'a, 'b, T>
    where
        'b: 'a,
        B: 'a;

    fn encounter<'a>(body: &'a Moving<B>, target: &'a Moving<Self>) -> MeshByConvex<'a, 'b, T> {
        MeshByConvex::of_mesh(body, target)
    }
}

impl<'b, T: Scalar, B> CastTarget<T, 3, B> for MeshInstance<'b, T>
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    type Encounter<'a>
        = MeshByConvex<'a, 'b, T>
    where
        'b: 'a,
        B: 'a;

    fn encounter<'a>(body: &'a Moving<B>, target: &'a Moving<Self>) -> MeshByConvex<'a, 'b, T> {
        MeshByConvex::of_instance(body, target)
    }
}

impl<T: Scalar> Encounter<T, 3, MeshFeature> for MeshByConvex<'_, '_, T> {
    compiled! { <'a, 'b, T> MeshByConvex<'a, 'b, T>;
        fn meet(this, only: Only, effort: &'a mut Effort) -> Answer<T, 3, MeshFeature> {
            let first = this.first(only, effort);
            first.map_or(Answer::None, |first| this.named(first.triangle, first.answer))
        }

        fn meet_exactly(this, only: Only) -> ExactAnswer<3, MeshFeature> {
            let Some(first) = this.first(only, &mut Effort::default()) else {
                return ExactAnswer::None;
            };
            let pair = this.pair(first.triangle);
            let answer = Solver::new(&pair).meet(this.end, only == Only::Entries);
            this.named(first.triangle, answer)
        }

        fn time(this, rounding: Rounding) -> Option<T> {
            let first = this.first(Only::Contacts, &mut Effort::default())?;
            match (first.answer, rounding) {
                (Answer::Contact(contact), Rounding::Nearest) => Some(contact.time),
                (Answer::Contact(_), Rounding::Down) => {
                    contact_time(&this.pair(first.triangle), this.end, rounding)
                }
                (Answer::Overlap(_) | Answer::None, _) => None,
            }
        }

        fn last_time(this) -> Option<T> {
            this.last_time_exactly().map(|time| time.round())
        }

        fn last_time_exactly(this) -> Option<Surd> {
            let first = this.first(Only::Contacts, &mut Effort::default())?;
            end_of_stays(first.exact_time(this).clone(), this.stays())
        }

        fn touches(this, _effort: &'a mut Effort) -> bool {
            let Some(part) = this.part_near_mesh(this.end.time()) else { return false };
            let hull = this.hull(&part);
            let mut search = this.search(&part, &hull, TriangleGoal::Any);
            while let Some((_, triangle)) = search.next() {
                if has_contact(&this.pair(triangle as usize), this.end) {
                    return true;
                }
            }
            // The search ends early if it finds a point of a triangle that is certainly inside of
            // the body before the end of the motion.
            search.limit() < 1.0
        }
    }
}

impl<'b, T: Scalar> MeshByConvex<'_, 'b, T> {
    compiled! { <'a, 'b, T> MeshByConvex<'a, 'b, T>;
        fn in_order(this) -> Vec<Answer<T, 3, MeshFeature>> {
            this.met_in_order()
        }
    }
}

/// Implements the queries of a convex body about each triangle of `$target`.
macro_rules! triangles {
    ($($target:ty, $of:ident, $this:ident => $moving:expr;)*) => {$(
        impl<T: Scalar, B> Triangles<T, B> for $target
        where
            B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
        {
            fn meetings_with(&self, body: &Moving<B>) -> Vec<Answer<T, 3, MeshFeature>> {
                let $this = self;
                MeshByConvex::$of(body, &$moving).in_order()
            }

            fn stays_of(&self, body: &Moving<B>) -> Vec<[Surd; 2]> {
                let $this = self;
                let stays = MeshByConvex::$of(body, &$moving).stays();
                stays.into_iter().filter_map(|(first, last)| Some([first, last?])).collect()
            }
        }

        impl<T: Scalar, B> TouchedTriangles<T, B> for $target
        where
            B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
        {
            fn touched_by(&self, body: &Moving<B>) -> Vec<Touched<T, 3, MeshFeature, B::Feature>> {
                let $this = self;
                MeshByConvex::$of(body, &$moving).touched_by(body.shape().within().0)
            }
        }
    )*};
}
triangles! {
    &Mesh<T>, of_mesh, this => Moving::still(*this);
    Moving<&Mesh<T>>, of_mesh, this => *this;
    &MeshInstance<'_, T>, of_instance, this => Moving::still(**this);
    Moving<MeshInstance<'_, T>>, of_instance, this => *this;
}

impl<'a, 'm, T: Scalar> MeshByConvex<'a, 'm, T> {
    pub(crate) fn of_mesh<B>(body: &'a Moving<B>, mesh: &Moving<&'m Mesh<T>>) -> Self
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        Self::new(body, mesh, mesh.shape(), None)
    }

    pub(crate) fn of_instance<B>(
        body: &'a Moving<B>,
        instance: &Moving<MeshInstance<'m, T>>,
    ) -> Self
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        let shape = instance.shape();
        let quaternion = shape.rotation().quaternion().map(Scalar::widen);
        let frame = TurnedFrame::new(quaternion, shape.translation().map(Scalar::widen));
        Self::new(body, instance, shape.mesh(), Some(frame))
    }

    fn new<B, S>(
        body: &'a Moving<B>,
        target: &Moving<S>,
        mesh: &'m Mesh<T>,
        frame: Option<TurnedFrame>,
    ) -> Self
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
        S: Shape<Scalar = T, Vector = [T; 3]>,
    {
        let (shape, radius) = body.shape().within();
        let (core, motion) = (shape.core(), RelativeMotion::of(body, target));
        let (mut around, mut velocity) =
            (box_around(&core), core::array::from_fn(|k| motion.rounded(k)));
        // Where the body was given: it is relative to this centre that a hull has its vertices.
        let shift = core.rounded_shift();
        let center = each!(|k| around.center[k] - shift[k]);
        let inflated = (Core::point([0.0; 3]), target.inflation());
        let body_and_point = ConvexPair::new((core, radius), inflated, motion, 3);
        if let Some(frame) = &frame {
            let (radius, extent) = (body_and_point.reach.extent(), mesh.bounds.greatest);
            (around, velocity) = box_in_frame(&around, velocity, radius, frame, extent);
        }
        let end = target.end_with(body).widened();
        let rounded = shape.rounded();
        Self { mesh, frame, body: body_and_point, around, velocity, rounded, center, end }
    }

    pub(super) fn surface(&self) -> MeshSurface<'m, T> {
        self.mesh.surface()
    }

    /// Returns the corners of a triangle in the frame of the mesh.
    pub(super) fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        let [a, b, c] = self.surface().triangle(triangle);
        let wide = |corner: [T; 3]| each!(|k| corner[k].widen());
        [wide(a), wide(b), wide(c)]
    }

    /// Whether a triangle has the corners of a known one, in the same order, so that every query
    /// has the same answer for both. Then the lower index counts.
    pub(super) fn repeats(&self, triangle: usize, known: &mut usize) -> bool {
        let are_one = self.corners(triangle) == self.corners(*known);
        if are_one {
            *known = triangle.min(*known);
        }
        are_one
    }

    /// Returns a triangle in the world.
    pub(super) fn triangle(&self, triangle: usize) -> Core<'static> {
        let core = triangle_core(self.corners(triangle));
        match &self.frame {
            Some(frame) => core.in_frame(frame),
            None => core,
        }
    }

    /// Returns the axis of the mesh that is certainly parallel to an axis of the world, and whether
    /// the two have opposite directions.
    fn own_axis(&self, axis: usize) -> Option<(usize, bool)> {
        match &self.frame {
            Some(frame) => {
                frame.along[axis].map(|(own, is_flipped)| (usize::from(own), is_flipped))
            }
            None => Some((axis, false)),
        }
    }

    /// Returns the body and a triangle.
    pub(super) fn pair(&self, triangle: usize) -> Scaled<ConvexPair<'a>> {
        let obstacle = self.triangle(triangle);
        Scaled::new(ConvexPair { obstacle, ..self.body.clone() })
    }

    /// Returns the cores of the body and of a triangle at rest, without their radii.
    pub(super) fn cores(&self, triangle: usize) -> Scaled<ConvexPair<'a>> {
        let (reach, motion) = (TotalRadius::NONE, RelativeMotion::STILL);
        let obstacle = self.triangle(triangle);
        Scaled::new(ConvexPair { obstacle, reach, motion, ..self.body.clone() })
    }

    /// Returns the answer of a triangle with the feature of the mesh.
    fn named<X: Clone>(
        &self,
        triangle: usize,
        answer: Answer<X, 3, Place>,
    ) -> Answer<X, 3, MeshFeature> {
        answer.map_feature(|place| self.feature(triangle, place))
    }

    /// Returns the feature of the mesh at a place on a triangle.
    pub(super) fn feature(&self, triangle: usize, place: Place) -> MeshFeature {
        let core = triangle_core(self.corners(triangle));
        MeshFeature { triangle, feature: core.simplex_feature(place.part) }
    }

    /// Returns a box around the body, with the motion relative to the mesh.
    pub(super) fn sweep(&self) -> Sweep {
        let BoxAround { center, half_axes, slack, .. } = self.around;
        let (velocity, half_axes) = (self.velocity, HalfAxes::Box(half_axes));
        Sweep { center, half_axes, radii: [self.body.reach.extent(); 3], velocity, slack }
    }

    /// Returns the part of the path near the mesh; `None` if the body certainly never meets it.
    pub(super) fn part_near_mesh(&self, until: f64) -> Option<PathPart> {
        let part = self.sweep().past(&self.mesh.bounds, self.mesh.tree.frame(), until)?;
        Some(PathPart { body: self.bounded(part.body), ..part })
    }

    /// Returns the bounds of the body. If the box is larger than the body, no point in the box is
    /// known to be in the body.
    pub(super) fn bounded(&self, body: Option<TreeBody>) -> Option<TreeBody> {
        if self.around.is_core { body } else { body.map(TreeBody::around) }
    }

    pub(super) fn search<'s>(
        &'s self,
        part: &PathPart,
        hull: &'s Option<TreeHull<'s>>,
        goal: TriangleGoal,
    ) -> MeshSearch<'s> {
        let search = MeshSearch::new(&self.mesh.tree, self.surface(), part.body, goal, 1.0);
        search.by_vertices(hull.as_ref())
    }

    /// Returns the body in the frame of the tree, unless it is a box.
    pub(super) fn hull(&self, part: &PathPart) -> Option<TreeHull<'_>> {
        let (hull, body) = (self.rounded.as_ref()?, part.body.as_ref()?);
        let (scale, radius) = (self.mesh.tree.frame().scale, self.body.reach.extent());
        let place = self.frame.as_ref().map(|frame| local_by(frame.quaternion));
        Some(TreeHull::new(hull, self.center, place, scale, radius, body))
    }

    /// Returns the triangle of the first contact, with the lowest index if there are several. If
    /// triangles overlap the body at the start, it is the closest of them.
    pub(super) fn first(&self, only: Only, effort: &mut Effort) -> Option<FirstTriangle<T>> {
        let part = self.part_near_mesh(self.end.time())?;
        let hull = self.hull(&part);
        let mut search = self.search(&part, &hull, TriangleGoal::First);
        let mut best: Option<FirstTriangle<T>> = None;
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            if let Some(best) = &mut best
                && self.repeats(triangle, &mut best.triangle)
            {
                continue;
            }
            let relation = match &best {
                None => TimeRelation::Unknown,
                Some(best) => match best.plane.relation_to(&self.corners(triangle)) {
                    TimeRelation::Later => continue,
                    TimeRelation::NotEarlier | TimeRelation::Same if triangle > best.triangle => {
                        continue;
                    }
                    relation => relation,
                },
            };
            let pair = self.pair(triangle);
            let only_entries = only == Only::Entries;
            let first = first_contact_of_many(&pair, self.end, only_entries, effort);
            let time = match &first.answer {
                Answer::None => continue,
                Answer::Overlap(_) => return self.overlap(effort),
                Answer::Contact(contact) => contact.time,
            };
            let plane = self.plane(triangle, &pair, &first);
            let exact = first.exact_time.map_or_else(OnceCell::new, OnceCell::from);
            let found = FirstTriangle { triangle, answer: first.answer, plane, exact };
            let Some(best) = &mut best else {
                search.tighten(part.key(time.above().widen()));
                best = Some(found);
                continue;
            };
            let is_same_time = match relation {
                TimeRelation::Same => true,
                TimeRelation::NotEarlier => found.plane.is_across_same_axis(&best.plane),
                _ => false,
            };
            let order = match is_same_time {
                true => Ordering::Equal,
                false => found.compare_times(best, self, effort),
            };
            if order.then(triangle.cmp(&best.triangle)) == Ordering::Less {
                search.tighten(part.key(time.above().widen()));
                let plane = best.plane;
                *best = found;
                best.adopt(order, plane);
            } else {
                best.adopt(order, found.plane);
            }
        }
        // The limit is zero because the search found points inside of the body: the body overlaps
        // the mesh at the start.
        if part.start == 0.0 && search.limit() == 0.0 { self.overlap(effort) } else { best }
    }

    /// Returns the first contact with each triangle that is touched until the end of the motion, in
    /// order of time.
    fn met_in_order(&self) -> Vec<Answer<T, 3, MeshFeature>> {
        let Some(part) = self.part_near_mesh(self.end.time()) else { return Vec::new() };
        let (hull, mut effort) = (self.hull(&part), Effort::default());
        let mut search = self.search(&part, &hull, TriangleGoal::All);
        let mut found = Vec::new();
        while let Some((_, triangle)) = search.next() {
            found.extend(self.first_of(triangle as usize, &mut effort));
        }
        sort(&mut found, |a, b| {
            a.compare_times(b, self, &mut effort).then(a.triangle.cmp(&b.triangle))
        });
        found.into_iter().map(|found| self.named(found.triangle, found.answer)).collect()
    }

    /// Returns the first contact with a triangle, if there is one until the end of the motion.
    pub(super) fn first_of(
        &self,
        triangle: usize,
        effort: &mut Effort,
    ) -> Option<FirstTriangle<T>> {
        let pair = self.pair(triangle);
        let first = first_contact_of_many(&pair, self.end, false, effort);
        if matches!(first.answer, Answer::None) {
            return None;
        }
        let plane = self.plane(triangle, &pair, &first);
        let exact = first.exact_time.map_or_else(OnceCell::new, OnceCell::from);
        Some(FirstTriangle { triangle, answer: first.answer, plane, exact })
    }

    /// Returns the plane between the body and a triangle at their contact.
    fn plane(
        &self,
        triangle: usize,
        pair: &Scaled<ConvexPair<'_>>,
        first: &FirstContact<T>,
    ) -> ContactPlane {
        let Answer::Contact(contact) = &first.answer else { return ContactPlane::Unknown };
        let corners = self.corners(triangle);
        let feature = pair.inputs.obstacle.simplex_feature(contact.feature.part);
        if let Some(axis) = first.axis(pair) {
            let speed = self.body.motion.rounded(axis);
            let corner = match feature {
                Feature::Vertex(i) | Feature::Edge(i) => usize::from(i) % 3,
                Feature::Face => 0,
            };
            return match self.own_axis(axis) {
                Some((own, is_flipped)) if speed != 0.0 => {
                    let (is_reversed, coordinate) = (speed > 0.0, corners[corner][own]);
                    ContactPlane::Axis { axis, own, is_flipped, is_reversed, coordinate }
                }
                _ => ContactPlane::Unknown,
            };
        }
        match contact.normal {
            Some(normal) if contact.approach == Approach::Approaching => {
                // The gap from one to the next float.
                let error = T::ONE.above().widen() - 1.0;
                let normal = normal.map(Scalar::widen);
                let (normal, error) = match &self.frame {
                    Some(frame) => normal_in_frame(&normal, error, frame.quaternion),
                    None => (normal, error),
                };
                ContactPlane::Normal(SeparatingPlane::across(feature, &corners, normal, error))
            }
            _ => ContactPlane::Unknown,
        }
    }

    /// Returns the exact time at which the body reaches a plane perpendicular to an axis, if each
    /// coordinate of its vertices along that axis is a sum of two given floats.
    fn time_across(&self, plane: &ContactPlane) -> Option<Surd> {
        let ContactPlane::Axis { axis, is_flipped, is_reversed, coordinate, .. } = *plane else {
            return None;
        };
        let ConvexPair { mover, motion, reach, .. } = &self.body;
        let sign = |x: Rational| if is_reversed { -x } else { x };
        let heights = (0..mover.topology().vertex_count).map(|vertex| {
            let [a, b] = mover.coordinate(vertex, axis)?;
            Some(sign(fraction(a) + fraction(b)))
        });
        let lowest = heights.collect::<Option<Vec<Rational>>>()?.into_iter().min()?;
        let speed = |[to, from]: [f64; 2]| fraction(to) - fraction(from);
        let speed = speed(motion.of_obstacle(axis)) - speed(motion.of_mover(axis));
        let reach = fraction(reach.radius) + fraction(reach.inflation);
        let own = fraction(coordinate);
        let origin = self.frame.map_or(Rational::ZERO, |frame| fraction(frame.center[axis]));
        let coordinate = if is_flipped { origin - own } else { origin + own };
        let height = lowest - sign(coordinate) - reach;
        Some(Surd::from(height / sign(speed)))
    }

    /// Returns the first and the last time of contact of each triangle that is ever touched, even
    /// after the end of the motions. The last time is `None` for a triangle that is touched for
    /// ever.
    pub(crate) fn stays(&self) -> Vec<(Surd, Option<Surd>)> {
        let mut stays = Vec::new();
        let Some(part) = self.part_near_mesh(f64::INFINITY) else { return stays };
        let hull = self.hull(&part);
        let mut search = self.search(&part, &hull, TriangleGoal::All);
        while let Some((_, triangle)) = search.next() {
            let pair = self.pair(triangle as usize);
            let first = match Solver::new(&pair).meet(Until::NEVER, false) {
                Answer::None => continue,
                Answer::Overlap(_) => Surd::from(Rational::ZERO),
                Answer::Contact(contact) => contact.time,
            };
            stays.push((first, last_time_exactly(&pair, Until::NEVER)));
        }
        stays
    }
}

impl<T: Scalar> FirstTriangle<T> {
    pub(super) fn time(&self) -> T {
        match &self.answer {
            Answer::Contact(contact) => contact.time,
            Answer::Overlap(_) | Answer::None => T::ZERO,
        }
    }

    /// Takes the plane of another contact at the same time, if the plane of this contact is not
    /// known.
    fn adopt(&mut self, order: Ordering, plane: ContactPlane) {
        if order == Ordering::Equal && matches!(self.plane, ContactPlane::Unknown) {
            self.plane = plane;
        }
    }

    /// Returns the exact time of the contact; zero for an overlap.
    fn exact_time(&self, mesh: &MeshByConvex<'_, '_, T>) -> &Surd {
        self.exact.get_or_init(|| {
            let time = mesh
                .time_across(&self.plane)
                .or_else(|| Solver::new(&mesh.pair(self.triangle)).time(Until::NEVER));
            time.unwrap_or(Surd::from(Rational::ZERO))
        })
    }

    pub(super) fn compare_times(
        &self,
        other: &Self,
        mesh: &MeshByConvex<'_, '_, T>,
        effort: &mut Effort,
    ) -> Ordering {
        let (time, other_time) = (self.time(), other.time());
        if time < other_time {
            return Ordering::Less;
        }
        if time > other_time {
            return Ordering::Greater;
        }
        effort.exact = true;
        self.exact_time(mesh).cmp(other.exact_time(mesh))
    }
}

impl ContactPlane {
    pub(super) fn relation_to(&self, corners: &[[f64; 3]; 3]) -> TimeRelation {
        match self {
            Self::Axis { own, is_flipped, is_reversed, coordinate, .. } => {
                let order = |corner: &[f64; 3]| {
                    // No vertex of a mesh has a negative zero.
                    let order = corner[*own].total_cmp(coordinate);
                    if is_reversed != is_flipped { order.reverse() } else { order }
                };
                match corners.iter().map(order).max() {
                    Some(Ordering::Less) => TimeRelation::Later,
                    Some(Ordering::Equal) => TimeRelation::NotEarlier,
                    _ => TimeRelation::Unknown,
                }
            }
            Self::Normal(plane) => match plane.relation_to(corners) {
                PlaceRelation::Apart => TimeRelation::Later,
                PlaceRelation::Same(_) => TimeRelation::Same,
                PlaceRelation::Unknown => TimeRelation::Unknown,
            },
            Self::Unknown => TimeRelation::Unknown,
        }
    }

    /// Returns whether both planes are exactly perpendicular to the same axis. A plane between the
    /// body and a triangle goes through the farthest corner of the triangle. So if that corner is
    /// in the other plane, the two planes are one, and the body reaches both at the same time.
    fn is_across_same_axis(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Axis { axis, .. }, Self::Axis { axis: other_axis, .. }) => axis == other_axis,
            _ => false,
        }
    }
}
