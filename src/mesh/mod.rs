//! FLOOR 3: many triangles, answering as one obstacle.
//!
//! A mesh answers as brute force over its triangles does, to the last bit: the tree rules out only what certainly
//! comes too late, and what remains is compared by exact times.

mod sweep;
mod tree;

use crate::contact::sealed::Meets;
use crate::contact::{
    Answer, Closest, Effort, Encounter, ExactAnswer, Feature, Meeting, Numbers, SquaredDistance,
    Time, answer, at_start, earlier_end, encounter, exact_answer, in_space, still, time,
};
use crate::number::{Bracket, Framed, Measure, Rounding, Surd, bracket, decide, measure_exactly};
use crate::shape::{InputError, Moving, Problem, Scalar, Shape, Sphere, Triangle, finite};
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

/// A sphere and a mesh that move.
struct Question<'a, T: Scalar> {
    mesh: &'a Mesh<T>,
    ball: &'a Moving<Sphere<T, 3>>,
    drift: [T; 3],
    t_max: T,
}

/// What was found: a triangle, and how it is met.
struct Found {
    triangle: usize,
    framed: Framed<Encounter<3>>,
    meeting: Meeting,
    /// The time, or the squared distance.
    key: Bracket,
}

impl<'a, T: Scalar> Question<'a, T> {
    fn new(obstacle: &'a Moving<&Mesh<T>>, ball: &'a Moving<Sphere<T, 3>>) -> Self {
        let t_max = earlier_end(ball.t_max(), obstacle.t_max());
        Self { mesh: obstacle.shape(), ball, drift: obstacle.velocity(), t_max }
    }

    fn sweep(&self) -> Sweep {
        let (ball, drift) = (self.ball, in_space(self.drift));
        let velocity = in_space(ball.velocity());
        let relative = core::array::from_fn(|k| velocity[k] - drift[k]);
        let radius = ball.shape().radius().widen();
        Sweep::new(in_space(ball.shape().center()), radius, relative, self.mesh.extent)
    }

    #[inline(always)]
    fn encounter(&self, triangle: usize) -> Framed<Encounter<3>> {
        let corners = self.mesh.corners(self.mesh.triangles[triangle]);
        Framed::new(encounter(self.ball, corners, self.drift))
    }

    /// The triangle that is met first, the lowest index if several are; or the closest, if some overlap.
    fn first(&self, effort: &mut Effort) -> Option<Found> {
        let sweep = self.sweep();
        let mut best: Option<Found> = None;
        let mut overlap = false;
        let t_max = self.t_max.widen();
        self.mesh.tree.search(
            t_max,
            |bounds| sweep.earliest(bounds),
            |triangle| {
                let framed = self.encounter(triangle);
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
        if overlap { self.closest(&sweep, effort) } else { best }
    }

    /// The triangle closest to the centre at time zero, the lowest index if several are.
    #[cold]
    #[inline(never)]
    fn closest(&self, sweep: &Sweep, effort: &mut Effort) -> Option<Found> {
        let radius = self.ball.shape().radius().widen();
        let mut best: Option<Found> = None;
        self.mesh.tree.search(
            f64::INFINITY,
            |bounds| sweep.squared_distance(bounds, radius),
            |triangle| {
                let framed = self.encounter(triangle);
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
        best.map(|best| Found { meeting: Meeting::Overlap, ..best })
    }
}

fn time_of(framed: &Framed<Encounter<3>>, meeting: Meeting) -> Framed<Time<3>> {
    framed.ask(|&encounter| Time(Numbers { encounter, meeting }))
}

fn distance_of(framed: &Framed<Encounter<3>>, feature: Feature) -> Framed<SquaredDistance<3>> {
    framed.ask(|&encounter| SquaredDistance { encounter, feature })
}

/// Does this one come before the best so far? At equal times the lower index does.
fn comes_first(found: &Found, best: &Found, effort: &mut Effort) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        let at_start = |found: &Found| matches!(found.meeting, Meeting::Touch(..));
        if at_start(found) && at_start(best) || same_place(found, best) {
            return Ordering::Equal;
        }
        effort.exact = true;
        let time = |found: &Found| exactly(&time_of(&found.framed, found.meeting));
        time(found).cmp(&time(best))
    });
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

/// Is this one closer than the best so far? At equal distances the lower index is.
fn is_closer(found: &Found, best: &Found, effort: &mut Effort) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        if same_place(found, best) {
            return Ordering::Equal;
        }
        effort.exact = true;
        let distance =
            |found: &Found| exactly(&distance_of(&found.framed, feature_of(found.meeting)));
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
fn same_place(a: &Found, b: &Found) -> bool {
    let vertex = |found: &Found, i: usize| found.framed.given.vertices[i % 3];
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

impl<T: Scalar> Meets<T, 3> for Moving<&Mesh<T>> {
    type Feature = MeshFeature;

    fn meet(&self, ball: &Moving<Sphere<T, 3>>, effort: &mut Effort) -> Answer<T, 3, MeshFeature> {
        let question = Question::new(self, ball);
        match question.first(effort) {
            None => Answer::None,
            Some(Found { triangle, framed, meeting, .. }) => {
                answer(&framed, meeting, question.t_max, effort)
                    .map_feature(|feature| MeshFeature { triangle, feature })
            }
        }
    }

    fn meet_exactly(&self, ball: &Moving<Sphere<T, 3>>) -> ExactAnswer<3, MeshFeature> {
        let question = Question::new(self, ball);
        match question.first(&mut Effort::default()) {
            None => ExactAnswer::None,
            Some(Found { triangle, framed, meeting, .. }) => {
                exact_answer(&framed, meeting, question.t_max)
                    .map_feature(|feature| MeshFeature { triangle, feature })
            }
        }
    }

    fn time(&self, ball: &Moving<Sphere<T, 3>>, rounding: Rounding) -> Option<T> {
        let question = Question::new(self, ball);
        let mut effort = Effort::default();
        let Found { framed, meeting, .. } = question.first(&mut effort)?;
        time(&framed, meeting, question.t_max, rounding, &mut effort)
    }
}

still!(Mesh<T>, 3, MeshFeature, Moving::still);
