//! FLOOR 4: many triangles, answering as one obstacle.
//!
//! A mesh answers as brute force over its triangles does, to the last bit: the tree rules out only what certainly
//! comes too late, and what remains is compared by exact times.

mod sweep;
mod tree;

use crate::contact::sealed::{Meets, Near};
use crate::contact::{
    Answer, AtRest, Ball, Body, Closest, ClosestPoint, Effort, Encounter, ExactAnswer, Feature,
    Meeting, Numbers, Round, SquaredDistance, Time, TimeBackwards, answer, at_start, ball, egg,
    encounter, exact_answer, in_space, last_touch_of, still, time,
};
use crate::number::{
    Bracket, Framed, Measure, Rounding, Surd, bracket, decide, measure, measure_exactly,
};
use crate::overlap::sealed::Shares;
use crate::overlap::shares;
use crate::shape::{
    Ellipsoid, InputError, Moving, Point, Problem, Scalar, Shape, Sphere, Triangle, finite,
};
use alloc::vec::Vec;
use core::cmp::Ordering;
use sweep::Sweep;
use tree::{Bounds, Tree};

/// A surface of triangles in space, each given by the indices of its three vertices.
///
/// It is the union of its triangles: a surface, not a solid. Triangles may be degenerate, may cross, may stand twice.
///
/// # Examples
/// ```
/// use tangency::{Answer, Mesh, Sphere};
/// let mesh = Mesh::new(
///     vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let ball = Sphere::new([1.0, 3.0, 5.0], 1.0)?.moving([0.0, 0.0, -2.0])?;
/// let Answer::Contact(hit) = ball.first_contact(&mesh) else { panic!() };
/// assert_eq!((hit.time, hit.feature.triangle), (2.0, 1));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh<T> {
    vertices: Vec<[T; 3]>,
    triangles: Vec<[u32; 3]>,
    tree: Tree,
    /// The greatest coordinate, whatever its sign.
    extent: f64,
}

/// A place on a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshFeature {
    /// The index of the triangle; where several touch at the same time, the lowest.
    pub triangle: usize,
    /// The feature of this triangle.
    pub feature: Feature,
}

impl<T: Scalar> Mesh<T> {
    /// A mesh from its vertices and its triangles of vertex indices; vertices that no triangle uses are allowed.
    ///
    /// Builds the tree: under a microsecond and about 40 bytes a triangle.
    ///
    /// # Errors
    /// A coordinate that is not finite; an index with no vertex; more than `2³² − 1` triangles.
    ///
    /// # Examples
    /// ```
    /// use tangency::Mesh;
    /// let error = Mesh::new(vec![[0.0, 0.0, 0.0]], vec![[0, 0, 7]]).unwrap_err();
    /// assert_eq!(error.to_string(), "mesh.triangles[0][2] is 7, but there are only 1");
    /// ```
    pub fn new(vertices: Vec<[T; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, InputError> {
        const VERTICES: &str = "mesh.vertices";
        const TRIANGLES: &str = "mesh.triangles";
        if triangles.len() >= u32::MAX as usize {
            let (length, limit) = (triangles.len(), u32::MAX as usize - 1);
            return Err(InputError::new(TRIANGLES, Problem::TooMany { length, limit }));
        }
        for (i, &vertex) in vertices.iter().enumerate() {
            finite(vertex, VERTICES).map_err(|e| e.within(VERTICES, i))?;
        }
        let length = vertices.len();
        for (i, triangle) in triangles.iter().enumerate() {
            if let Some(k) = triangle.iter().position(|&index| index as usize >= length) {
                let problem = Problem::OutOfRange { index: triangle[k].into(), length };
                let error = InputError::new(TRIANGLES, problem);
                return Err(error.within(TRIANGLES, k).within(TRIANGLES, i));
            }
        }
        let boxes: Vec<Bounds> = triangles
            .iter()
            .map(|triangle| Bounds::of(&triangle.map(|i| in_space(vertices[i as usize]))))
            .collect();
        let tree = Tree::new(&boxes);
        let extent = tree.bounds().reach();
        Ok(Self { vertices, triangles, tree, extent })
    }

    /// The vertices.
    pub fn vertices(&self) -> &[[T; 3]] {
        &self.vertices
    }

    /// The triangles, by the indices of their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// One triangle; `None` past the last.
    pub fn triangle(&self, index: usize) -> Option<Triangle<T>> {
        let [a, b, c] = self.corners(*self.triangles.get(index)?);
        Triangle::new(a, b, c).ok()
    }

    /// This mesh on its way, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(&self, velocity: impl Into<[T; 3]>) -> Result<Moving<&Self>, InputError> {
        Moving::new(self, velocity.into(), "mesh.velocity")
    }

    fn corners(&self, triangle: [u32; 3]) -> [[T; 3]; 3] {
        triangle.map(|i| self.vertices[i as usize])
    }
}

impl<T: Scalar> Shape for &Mesh<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

/// A sphere or another round body, and a mesh, that move.
struct Question<'a, 'm, T: Scalar, M: Shape, B> {
    mesh: &'m Mesh<T>,
    mover: &'a Moving<M>,
    body: B,
    obstacle: Moving<&'m Mesh<T>>,
    t_max: T,
}

/// What was found: a triangle, and how it is met.
struct Found<B> {
    triangle: usize,
    framed: Framed<Encounter<3, B>>,
    meeting: Meeting,
    /// The time, or the squared distance.
    key: Bracket,
}

impl<'a, 'm, T: Scalar, M: Round<T, 3>, B: Body> Question<'a, 'm, T, M, B> {
    fn new(obstacle: &Moving<&'m Mesh<T>>, mover: &'a Moving<M>, body: B) -> Self {
        let t_max = obstacle.end_with(mover);
        Self { mesh: obstacle.shape(), mover, body, obstacle: *obstacle, t_max }
    }

    fn sweep(&self) -> Sweep {
        let (velocity, drift) =
            (in_space(self.mover.velocity()), in_space(self.obstacle.velocity()));
        let relative = core::array::from_fn(|k| velocity[k] - drift[k]);
        let center = in_space(self.mover.shape().middle());
        Sweep::new(center, self.body.extents(), relative, self.mesh.extent)
    }

    #[inline(always)]
    fn encounter(&self, triangle: usize) -> Encounter<3, B> {
        let corners = self.mesh.corners(self.mesh.triangles[triangle]);
        encounter(self.mover, self.body, corners, &self.obstacle)
    }

    /// The triangle that is met first, the lowest index if several are; or the closest, if some overlap.
    fn first(&self, effort: &mut Effort) -> Option<Found<B>> {
        let sweep = self.sweep();
        let mut best: Option<Found<B>> = None;
        let mut overlap = false;
        let t_max = self.t_max.widen();
        self.mesh.tree.search(
            t_max,
            |bounds| sweep.earliest(bounds),
            |triangle| {
                let framed = Framed::new(self.encounter(triangle));
                let meeting = decide(&framed, effort);
                match meeting {
                    Meeting::Overlap => overlap = true,
                    Meeting::Apart => {}
                    _ => {
                        let key = bracket(&time_of(&framed, meeting));
                        let found = Found { triangle, framed, meeting, key };
                        if best.as_ref().is_none_or(|best| comes_first(&found, best, effort)) {
                            best = Some(found);
                        }
                    }
                }
                match &best {
                    _ if overlap => f64::NEG_INFINITY,
                    Some(best) => best.key.upper.min(t_max),
                    None => t_max,
                }
            },
        );
        if overlap {
            let triangle = self.closest(&sweep, effort)?.triangle;
            let framed = Framed::new(self.encounter(triangle));
            let key = Bracket::ALL;
            Some(Found { triangle, framed, meeting: Meeting::Overlap, key })
        } else {
            best
        }
    }

    /// The triangle closest to the centre at time zero, the lowest index if several are.
    #[cold]
    #[inline(never)]
    fn closest(&self, sweep: &Sweep, effort: &mut Effort) -> Option<Found<Ball>> {
        let mut best: Option<Found<Ball>> = None;
        self.mesh.tree.search(
            f64::INFINITY,
            |bounds| sweep.squared_distance(bounds),
            |triangle| {
                let framed = Framed::new(self.encounter(triangle).of_center());
                let feature = decide(&framed.ask(|&encounter| Closest(encounter)), effort);
                let meeting = at_start(feature);
                let key = bracket(&distance_of(&framed, feature));
                let found = Found { triangle, framed, meeting, key };
                if best.as_ref().is_none_or(|best| is_closer(&found, best, effort)) {
                    best = Some(found);
                }
                best.as_ref().map_or(f64::INFINITY, |best| best.key.upper)
            },
        );
        best
    }
}

fn time_of<B: Body>(framed: &Framed<Encounter<3, B>>, meeting: Meeting) -> Framed<Time<3, B>> {
    framed.ask(|&encounter| Time(Numbers { encounter, meeting }))
}

fn distance_of(
    framed: &Framed<Encounter<3>>,
    feature: Feature,
) -> Framed<AtRest<SquaredDistance, 3>> {
    framed.ask(|&encounter| AtRest { encounter, feature, question: SquaredDistance })
}

/// Does this one come before the best so far? At equal times the lower index does.
fn comes_first<B: Body>(found: &Found<B>, best: &Found<B>, effort: &mut Effort) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        let at_start = |found: &Found<B>| matches!(found.meeting, Meeting::Touch(..));
        if at_start(found) && at_start(best) || same_place(found, best) {
            return Ordering::Equal;
        }
        effort.exact = true;
        let time = |found: &Found<B>| exactly(&time_of(&found.framed, found.meeting));
        time(found).cmp(&time(best))
    });
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

/// Is this one closer than the best so far? At equal distances the lower index is.
fn is_closer(found: &Found<Ball>, best: &Found<Ball>, effort: &mut Effort) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        if same_place(found, best) {
            return Ordering::Equal;
        }
        effort.exact = true;
        let distance =
            |found: &Found<Ball>| exactly(&distance_of(&found.framed, feature_of(found.meeting)));
        distance(found).cmp(&distance(best))
    });
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

fn exactly<M: Measure<1>>(framed: &Framed<M>) -> Surd {
    let [value] = measure_exactly(framed);
    value
}

fn feature_of(meeting: Meeting) -> Feature {
    match meeting {
        Meeting::Touch(place, _) | Meeting::Enter(place) | Meeting::Graze(place) => place.feature,
        Meeting::Apart | Meeting::Overlap => Feature::Face,
    }
}

/// Whether two triangles are met where they are one: at the same vertex or edge. By coordinates, so that it is seen
/// also where vertices stand twice.
fn same_place<B: Body>(a: &Found<B>, b: &Found<B>) -> bool {
    let vertex = |found: &Found<B>, i: usize| found.framed.given.vertices[i % 3];
    match (feature_of(a.meeting), feature_of(b.meeting)) {
        (Feature::Vertex(i), Feature::Vertex(j)) => vertex(a, i as usize) == vertex(b, j as usize),
        (Feature::Edge(i), Feature::Edge(j)) => {
            let (a, b) = (
                [0, 1].map(|k| vertex(a, i as usize + k)),
                [0, 1].map(|k| vertex(b, j as usize + k)),
            );
            a == b || a == [b[1], b[0]]
        }
        _ => false,
    }
}

// ---- how long they stay ----

/// While a triangle is touched.
struct Stay<B> {
    framed: Framed<Encounter<3, B>>,
    meeting: Meeting,
    last: Framed<TimeBackwards<3, B>>,
    first_key: Bracket,
    last_key: Bracket,
}

/// Which end of a stay.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

impl<B: Body> Stay<B> {
    fn of(encounter: Encounter<3, B>, effort: &mut Effort) -> Option<Self> {
        let framed = Framed::new(encounter);
        let meeting = decide(&framed, effort);
        if meeting == Meeting::Apart {
            return None;
        }
        let last = last_touch_of(encounter)?;
        let first_key = bracket(&time_of(&framed, meeting));
        let last_key = bracket(&last);
        Some(Self { framed, meeting, last, first_key, last_key })
    }

    fn exactly(&self, end: End) -> Surd {
        match end {
            End::First => exactly(&time_of(&self.framed, self.meeting)),
            End::Last => exactly(&self.last),
        }
    }

    /// Whether an end of this stay is later than the last touch of another.
    fn is_later(&self, end: End, other: &Self) -> bool {
        let key = match end {
            End::First => &self.first_key,
            End::Last => &self.last_key,
        };
        let order = key
            .compare(&other.last_key)
            .unwrap_or_else(|| self.exactly(end).cmp(&other.exactly(End::Last)));
        order == Ordering::Greater
    }
}

impl<T: Scalar, M: Round<T, 3>, B: Body> Question<'_, '_, T, M, B> {
    /// The last triangle that is touched in one go from the first contact on: each begins before another ends.
    fn last(&self) -> Option<Stay<B>> {
        let effort = &mut Effort::default();
        let first = self.first(effort)?;
        if time_is_past(&first, self.t_max, effort) {
            return None;
        }
        let (sweep, mut stays) = (self.sweep(), Vec::new());
        self.mesh.tree.search(
            f64::INFINITY,
            |bounds| sweep.earliest(bounds),
            |triangle| {
                stays.extend(Stay::of(self.encounter(triangle), effort));
                f64::INFINITY
            },
        );
        stays.sort_by(|a, b| a.first_key.lower.total_cmp(&b.first_key.lower));
        let mut last = Stay::of(self.encounter(first.triangle), effort)?;
        for stay in stays {
            if stay.is_later(End::Last, &last) && !stay.is_later(End::First, &last) {
                last = stay;
            }
        }
        Some(last)
    }
}

// ---- the obstacle ----

/// Whether the time of what was found is past the end of the motion.
fn time_is_past<T: Scalar, B: Body>(found: &Found<B>, t_max: T, effort: &mut Effort) -> bool {
    let Found { framed, meeting, .. } = found;
    *meeting != Meeting::Overlap
        && time(framed, *meeting, t_max, Rounding::Nearest, effort).is_none()
}

macro_rules! mesh_obstacle {
    ($mover:ty, $body:ident) => {
        impl<T: Scalar> Meets<T, 3, $mover> for Moving<&Mesh<T>> {
            type Feature = MeshFeature;

            fn meet(
                &self,
                mover: &Moving<$mover>,
                effort: &mut Effort,
            ) -> Answer<T, 3, MeshFeature> {
                let question = Question::new(self, mover, $body(mover));
                match question.first(effort) {
                    None => Answer::None,
                    Some(Found { triangle, framed, meeting, .. }) => {
                        answer(&framed, meeting, question.t_max, effort)
                            .map_feature(|feature| MeshFeature { triangle, feature })
                    }
                }
            }

            fn meet_exactly(&self, mover: &Moving<$mover>) -> ExactAnswer<3, MeshFeature> {
                let question = Question::new(self, mover, $body(mover));
                match question.first(&mut Effort::default()) {
                    None => ExactAnswer::None,
                    Some(Found { triangle, framed, meeting, .. }) => {
                        exact_answer(&framed, meeting, question.t_max)
                            .map_feature(|feature| MeshFeature { triangle, feature })
                    }
                }
            }

            fn time(&self, mover: &Moving<$mover>, rounding: Rounding) -> Option<T> {
                let question = Question::new(self, mover, $body(mover));
                let mut effort = Effort::default();
                let Found { framed, meeting, .. } = question.first(&mut effort)?;
                time(&framed, meeting, question.t_max, rounding, &mut effort)
            }

            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                let last = Question::new(self, mover, $body(mover)).last()?;
                let [time] = measure(&last.last, &mut Effort::default());
                Some(time)
            }

            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<Surd> {
                Some(Question::new(self, mover, $body(mover)).last()?.exactly(End::Last))
            }

            fn touches(&self, mover: &Moving<$mover>, effort: &mut Effort) -> bool {
                Question::new(self, mover, $body(mover)).first(effort).is_some()
            }
        }
        still!($mover, Mesh<T>, {}, 3, MeshFeature, Moving::still);
    };
}

mesh_obstacle!(Sphere<T, 3>, ball);
mesh_obstacle!(Ellipsoid<T, 3>, egg);

shares! {
    Sphere<T, 3>, Mesh<T>;
    Ellipsoid<T, 3>, Mesh<T>;
}

impl<T: Scalar> Near<T, 3> for Mesh<T> {
    type Feature = MeshFeature;

    fn closest(&self, point: &Point<T, 3>) -> Option<ClosestPoint<T, 3, MeshFeature>> {
        let effort = &mut Effort::default();
        let (mesh, sphere) = (Moving::still(self), Moving::still(Sphere::at(point)));
        let question = Question::new(&mesh, &sphere, ball(&sphere));
        let triangle = question.closest(&question.sweep(), effort)?.triangle;
        let ClosestPoint { point, distance, feature } = self.triangle(triangle)?.closest(point)?;
        Some(ClosestPoint { point, distance, feature: MeshFeature { triangle, feature } })
    }
}
