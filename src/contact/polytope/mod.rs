//! When does a moving sphere first touch a body that planes bound: a polytope, a frustum, a parallelepiped?
//!
//! Relative to the body the centre moves as `X(t) = C + tV`. A point `K` of the body is the one closest to `X` if and
//! only if `w = X − K` points away from it, that is `w = Σ αₛ nₛ` with `αₛ ≥ 0` over planes that hold `K`. So a part
//! of the boundary that holds `K` in its plane, line or point is known to be closest by signs,
//!
//! ```text
//! face    n·(X − p) ≥ 0                    K within the planes that border the face                    (8.2)
//! edge    m·nⱼ ≥ 0, −m·nᵢ ≥ 0              K within the planes that end the edge                       (8.3)
//! vertex  D·u ≤ 0 for each edge u from it                                                              (8.4)
//! ```
//!
//! where `E = nᵢ × nⱼ`, `m = E × (X − K) = hᵢ nⱼ − hⱼ nᵢ`, `hₖ = nₖ·(X − pₖ)`, and `D = Δ (X − K)` with the
//! determinant `Δ` of three normals. The part is touched at the smaller root of
//!
//! ```text
//! face    h + tg = r √n·n                  t = (−h + r √n·n) / g,       g = n·V < 0                        (8.5)
//! edge    |m + t E × V|² = r² e            t = (−B − √(e β)) / A,       β = r² A − (m·V)²                    (8.6)
//! vertex  |D + tΔV|² = r² Δ²               t = (−D·V − √β) / (Δ V·V),   β = r² Δ² V·V − |D × V|²             (8.7)
//! ```
//!
//! All conditions are linear in `t`: signs of `x + y √q`. The distance from a convex body is a convex function of
//! time, so an entry that is transversal, and certified by (8.2) to (8.4), is *the* first contact, whatever is not
//! known of the other parts. Grazes have rational times; the earliest counts.
//!
//! Source: the closest point by its normal cone (Karush, Kuhn and Tucker), as in S. Boyd and L. Vandenberghe, *Convex
//! Optimization*, 2004, §5.5.3. Derivation: `docs/theory.md`, §8.

use super::answer::Approach;
use super::simplex::{Conditions, is_negative, is_not_negative, is_not_positive, is_positive};
use super::vector::{Vector, cross, dot, squared};
use super::{TimeDomain, in_space};
use crate::number::{Decision, Inputs, Known, Lift, Number, Quantity, Scaled, Sign, Unsure};
use crate::shape::{Part, Scalar, Sphere};
use Quantity::{Length, Speed};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;
pub(crate) use body::{Body, Skew, Walls};

mod answer;
mod body;
mod numbers;
#[cfg(test)]
mod tests;

/// A place on a body that planes bound: all planes that hold the touched point, in ascending order.
///
/// In space, one plane makes it a face, and in general two an edge and three a vertex; planes that add nothing are
/// named, too. None at all is the inside.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaneFeature {
    /// The indices of the planes.
    pub planes: Vec<u32>,
}

/// A moving sphere, and a body that it may meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolytopeCast<B> {
    pub(crate) center: [f64; 3],
    pub(crate) radius: f64,
    pub(crate) velocity: [f64; 3],
    pub(crate) body: B,
    /// The velocity of the body.
    pub(crate) obstacle_velocity: [f64; 3],
    pub(crate) domain: TimeDomain,
}

/// How sphere and body first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// Never.
    Apart,
    /// They share more than a touch at time zero; here the body is closest to the centre.
    Overlap(Closest),
    /// They touch.
    Contact(Touch),
}

/// The part by whose equations the closest point is found, and the part of lowest dimension that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closest {
    pub(crate) part: Part,
    pub(crate) held: Part,
}

/// A touch: where, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) when: When,
    pub(crate) at: Closest,
    pub(crate) approach: Approach,
    pub(crate) has_normal: bool,
}

/// What the time of a touch is a root of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// None: it is time zero.
    Start,
    /// The smaller root of (8.5) to (8.7).
    Enters,
    /// The only one.
    Grazes,
}

impl<B> PolytopeCast<B> {
    /// A sphere at rest.
    pub(crate) fn still(center: [f64; 3], radius: f64, body: B) -> Self {
        let zero = [0.0; 3];
        Self {
            center,
            radius,
            velocity: zero,
            body,
            obstacle_velocity: zero,
            domain: TimeDomain::FromStart,
        }
    }

    /// The same.
    pub(crate) fn at_rest<T: Scalar, const N: usize>(sphere: &Sphere<T, N>, body: B) -> Self {
        Self::still(in_space(sphere.center()), sphere.radius().widen(), body)
    }
}

impl<B: Body> Inputs for PolytopeCast<B> {
    const SELDOM: bool = true;
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, [self.radius; 3]);
        see(Length, self.center);
        see(Speed, self.velocity);
        see(Speed, self.obstacle_velocity);
        self.body.visit(see);
    }

    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            radius: change(Length, self.radius),
            velocity: self.velocity.map(|x| change(Speed, x)),
            body: self.body.map(change),
            obstacle_velocity: self.obstacle_velocity.map(|x| change(Speed, x)),
            domain: self.domain,
        }
    }
}

/// A question about a cast that is none about its first touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<B, Q> {
    pub(crate) cast: PolytopeCast<B>,
    pub(crate) question: Q,
}

impl<B: Body, Q: Copy> Inputs for Asked<B, Q> {
    const SELDOM: bool = true;
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.cast.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { cast: self.cast.map(change), ..*self }
    }
}

/// Asks a question in the same frame.
pub(crate) fn ask<B: Body, Q>(
    scaled: &Scaled<PolytopeCast<B>>,
    question: Q,
) -> Scaled<Asked<B, Q>> {
    scaled.ask(|cast| Asked { cast: cast.clone(), question })
}

/// A cast in numbers, relative to the body and in its units.
pub(crate) struct Relative<'a, B, N, L> {
    cast: &'a PolytopeCast<B>,
    lift: &'a L,
    v: Vector<N>,
    r: N,
    pub(crate) rr: N,
}

/// The smaller root `t = (−b − y √q) / a` of a part's equation.
struct Root<N> {
    a: N,
    b: N,
    y: N,
    q: N,
    /// `β`, which is not negative if there is a root; none where there always is one.
    beta: Option<N>,
}

/// A time at which conditions are asked for.
struct Instant<'a, N: Number> {
    root: &'a Root<N>,
    /// `√q`.
    square_root: N::Root,
}

/// The sign of `p + t q` at an instant; at time zero if there is none.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn sign_at<N: Number>(instant: Option<&Instant<'_, N>>, p: &N, q: impl FnOnce() -> N) -> Known {
    match instant {
        None => p.sign(),
        Some(Instant { root: Root { a, b, y, .. }, square_root }) => {
            let q = q();
            let x = p.times(a).minus(&q.times(b));
            N::sign_with_root(&x, &q.times(y).negated(), square_root)
        }
    }
}

impl<'a, B: Body, N: Number, L: Lift<N>> Relative<'a, B, N, L> {
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(crate) fn new(cast: &'a PolytopeCast<B>, lift: &'a L) -> Self {
        let PolytopeCast { velocity, obstacle_velocity, radius, .. } = cast;
        let v = core::array::from_fn(|k| {
            B::in_units(lift.speed_difference(velocity[k], obstacle_velocity[k]))
        });
        let r = B::in_units(lift.length(*radius));
        Self { cast, lift, v, rr: r.squared(), r }
    }

    fn body(&self) -> &B {
        &self.cast.body
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(crate) fn normal(&self, plane: usize) -> Vector<N> {
        self.body().normal(plane, self.lift)
    }

    /// `h`.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(crate) fn height(&self, plane: usize, normal: &Vector<N>) -> N {
        dot(normal, &self.body().over_plane(plane, &self.cast.center, self.lift))
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn line(&self, edge: usize) -> [Vector<N>; 2] {
        self.body().line(edge, &self.cast.center, self.lift)
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn over_vertex(&self, vertex: usize) -> (Vector<N>, N) {
        self.body().over_vertex(vertex, &self.cast.center, self.lift)
    }

    fn parts(&self) -> impl Iterator<Item = Part> {
        let [faces, edges, vertices] = self.body().counts();
        (0..faces)
            .map(Part::Face)
            .chain((0..edges).map(Part::Edge))
            .chain((0..vertices).map(Part::Vertex))
    }

    /// Where the whole sphere is at time zero, as to one plane: before it, across it or touching it, or behind it.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(crate) fn before_plane(&self, plane: usize) -> Known {
        let n = self.normal(plane);
        let (h, root) = (self.height(plane, &n), squared(&n).root());
        match N::sign_with_root(&h, &self.r.negated(), &root) {
            Ok(Positive) => Ok(Positive),
            Ok(_) => Ok(match N::sign_with_root(&h, &self.r, &root)? {
                Negative => Negative,
                Zero | Positive => Zero,
            }),
            Err(Unsure) => Err(Unsure),
        }
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn root(&self, part: Part) -> Root<N> {
        match part {
            Part::Inside => {
                let zero = N::zero;
                Root { a: zero(), b: zero(), y: zero(), q: zero(), beta: None }
            }
            Part::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let (h, g) = (self.height(plane, &n), dot(&n, &self.v));
                let (a, b, y) = (g.negated(), h.negated(), self.r.clone());
                Root { a, b, y, q: squared(&n), beta: None }
            }
            Part::Edge(i) => {
                let [e, m] = self.line(i);
                let speed = cross(&e, &self.v);
                let a = squared(&speed);
                let beta = self.rr.times(&a).minus(&dot(&m, &self.v).squared());
                let q = squared(&e).times(&beta);
                Root { a, b: dot(&speed, &m), y: N::one(), q, beta: Some(beta) }
            }
            Part::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                let vv = squared(&self.v);
                let beta = self.rr.times(&delta.squared()).times(&vv);
                let beta = beta.minus(&squared(&cross(&d, &self.v)));
                let (a, b) = (delta.times(&vv), dot(&d, &self.v));
                Root { a, b, y: N::one(), q: beta.clone(), beta: Some(beta) }
            }
        }
    }

    /// How the distance of the centre from the plane, line or point of a part at time zero compares with the radius.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(crate) fn gap(&self, part: Part) -> Known {
        match part {
            Part::Inside => Ok(Negative),
            Part::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let h = self.height(plane, &n);
                N::sign_with_root(&h, &self.r.negated(), &squared(&n).root())
            }
            Part::Edge(i) => {
                let [e, m] = self.line(i);
                squared(&m).minus(&squared(&e).times(&self.rr)).sign()
            }
            Part::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                squared(&d).minus(&delta.squared().times(&self.rr)).sign()
            }
        }
    }

    /// By (8.2) to (8.4): whether this part holds the body's point closest to the centre at an instant, at which the
    /// centre lies before its planes; and if so, the part of lowest dimension that does.
    fn is_closest(
        &self,
        part: Part,
        instant: Option<&Instant<'_, N>>,
        conditions: &mut Conditions,
    ) -> Result<Option<Closest>, Unsure> {
        let mut tight: Vec<usize> = Vec::new();
        match part {
            Part::Inside => {}
            Part::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let (nn, h, g) = (squared(&n), self.height(plane, &n), dot(&n, &self.v));
                if instant.is_none() && conditions.fail(h.sign(), is_not_negative) {
                    return Ok(None);
                }
                for k in self.body().borders(i) {
                    let nk = self.normal(k);
                    let nik = dot(&n, &nk);
                    let p = nn.times(&self.height(k, &nk)).minus(&h.times(&nik));
                    let q = || nn.times(&dot(&nk, &self.v)).minus(&g.times(&nik));
                    let sign = sign_at(instant, &p, q);
                    if conditions.fail(sign, is_not_positive) {
                        return Ok(None);
                    }
                    if sign == Ok(Zero) {
                        tight.push(k);
                    }
                }
            }
            Part::Edge(edge) => {
                let [e, m] = self.line(edge);
                let speed = cross(&e, &self.v);
                let [ni, nj] = self.body().planes_of_edge(edge).map(|k| self.normal(k));
                let of_i = sign_at(instant, &dot(&m, &nj), || dot(&speed, &nj));
                let of_j = sign_at(instant, &dot(&m, &ni), || dot(&speed, &ni));
                if conditions.fail(of_i, is_not_negative) || conditions.fail(of_j, is_not_positive)
                {
                    return Ok(None);
                }
                let (ee, across, along) = (squared(&e), cross(&m, &e), dot(&e, &self.v));
                for k in self.body().ends(edge) {
                    let nk = self.normal(k);
                    let p = ee.times(&self.height(k, &nk)).minus(&dot(&nk, &across));
                    let sign = sign_at(instant, &p, || dot(&nk, &e).times(&along));
                    if conditions.fail(sign, is_not_positive) {
                        return Ok(None);
                    }
                    if sign == Ok(Zero) {
                        tight.push(k);
                    }
                }
            }
            Part::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                for (edge, backwards) in self.body().rays(i) {
                    let [e, _] = self.line(edge);
                    let sign = sign_at(instant, &dot(&d, &e), || delta.times(&dot(&self.v, &e)));
                    let allowed = if backwards { is_not_negative } else { is_not_positive };
                    if conditions.fail(sign, allowed) {
                        return Ok(None);
                    }
                }
            }
        }
        conditions.then(Some(Closest { part, held: self.held(part, &tight) }))
    }

    /// The part that lies in one of higher dimension and in some more planes.
    fn held(&self, part: Part, tight: &[usize]) -> Part {
        if tight.is_empty() {
            return part;
        }
        let mut planes = self.body().holders(part);
        planes.extend(tight.iter().map(|&k| k as u32));
        let holds = |part: &Part| {
            let holders = self.body().holders(*part);
            planes.iter().all(|plane| holders.contains(plane))
        };
        self.parts().find(holds).unwrap_or(part)
    }

    /// The part that holds the point closest to the centre at time zero; none if the body is empty.
    pub(crate) fn closest(&self) -> Result<Option<Closest>, Unsure> {
        let mut inside = Conditions::new();
        let beyond = (0..self.body().planes())
            .any(|k| inside.fail(self.height(k, &self.normal(k)).sign(), is_negative));
        if !beyond {
            return inside.then(Some(Closest { part: Part::Inside, held: Part::Inside }));
        }
        let mut unsure = false;
        for part in self.parts() {
            match self.is_closest(part, None, &mut Conditions::new()) {
                Ok(None) => {}
                Ok(closest) => return Ok(closest),
                Err(Unsure) => unsure = true,
            }
        }
        if unsure { Err(Unsure) } else { Ok(None) }
    }

    /// Do they overlap or touch at time zero? Nothing if they do not.
    fn at_start(&self) -> Result<Option<Meeting>, Unsure> {
        let mut is_apart = false;
        for plane in 0..self.body().planes() {
            let n = self.normal(plane);
            let h = self.height(plane, &n);
            if h.sign() == Ok(Negative) {
                continue;
            }
            let reach = N::sign_with_root(&h, &self.r.negated(), &squared(&n).root());
            if reach == Ok(Positive) {
                is_apart = true;
                if dot(&n, &self.v).sign().is_ok_and(is_not_negative) {
                    return Ok(Some(Meeting::Apart));
                }
            }
        }
        if is_apart {
            return Ok(None);
        }
        let Some(closest) = self.closest()? else { return Ok(Some(Meeting::Apart)) };
        Ok(match self.gap(closest.part)? {
            Negative => Some(Meeting::Overlap(closest)),
            Zero => Some(Meeting::Contact(self.touch_at_start(closest)?)),
            Positive => None,
        })
    }

    fn touch_at_start(&self, at: Closest) -> Result<Touch, Unsure> {
        let along = |part| {
            let Root { a, b, .. } = self.root(part);
            if matches!(part, Part::Face(_)) { a.negated().sign() } else { b.sign() }
        };
        let when = When::Start;
        if self.cast.radius > 0.0 {
            let approach = approach_of(along(at.part)?);
            return Ok(Touch { when, at, approach, has_normal: true });
        }
        let nowhere = Touch { when, at, approach: Approach::Sliding, has_normal: false };
        let (Part::Face(face), Part::Face(_)) = (at.part, at.held) else { return Ok(nowhere) };
        // A point on a face. Where another face lies back to back with it, it has come from where it does not go.
        let speed = along(at.part)?;
        let Some(back) = self.face_back_to_back(face)? else {
            return Ok(Touch { when, at, approach: approach_of(speed), has_normal: true });
        };
        let part = match speed {
            Zero => return Ok(nowhere),
            Negative => at.part,
            Positive => Part::Face(back),
        };
        let at = Closest { part, ..at };
        Ok(Touch { when, at, approach: Approach::Approaching, has_normal: true })
    }

    /// A face in the same plane, on the other side of a flat body.
    fn face_back_to_back(&self, face: usize) -> Result<Option<usize>, Unsure> {
        let n = self.normal(self.body().plane_of_face(face));
        let holders = self.body().holders(Part::Face(face));
        for other in 0..self.body().counts()[0] {
            let plane = self.body().plane_of_face(other);
            let shares = holders.contains(&(plane as u32));
            if shares && dot(&n, &self.normal(plane)).sign()? == Negative {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// Whether the path comes down on no plane. Then the distance never shrinks, and a motion without beginning has
    /// no first touch.
    fn never_comes_closer(&self) -> Result<bool, Unsure> {
        let mut conditions = Conditions::new();
        let comes_closer = (0..self.body().planes())
            .any(|k| conditions.fail(dot(&self.normal(k), &self.v).sign(), is_not_negative));
        if comes_closer { Ok(false) } else { conditions.then(true) }
    }

    /// Does the path enter the body over this part?
    fn entry(&self, part: Part) -> Result<Entry<N>, Unsure> {
        let mut conditions = Conditions::new();
        let root = self.root(part);
        let beta = root.beta.as_ref().map_or(Ok(Positive), N::sign);
        if conditions.fail(beta, is_not_negative)
            || conditions.fail(root.a.sign(), is_positive)
            || (self.cast.domain == TimeDomain::FromStart
                && (conditions.fail(root.b.sign(), is_negative)
                    || conditions.fail(self.gap(part), is_positive)))
        {
            return Ok(Entry::Misses);
        }
        let instant = Instant { square_root: root.q.root(), root: &root };
        Ok(match self.is_closest(part, Some(&instant), &mut conditions)? {
            None => Entry::Misses,
            Some(at) if beta == Ok(Zero) => Entry::Grazes(at, root.b.negated(), root.a),
            Some(at) => Entry::Enters(at),
        })
    }

    /// From apart: which part is reached first?
    fn first_entry(&self) -> Result<Meeting, Unsure> {
        let is_point = self.cast.radius == 0.0;
        let touch = |when, at: Closest| {
            let slides = when == When::Grazes;
            let approach = if slides { Approach::Sliding } else { Approach::Approaching };
            let has_normal = !is_point || matches!(at.held, Part::Face(_));
            Meeting::Contact(Touch { when, at, approach, has_normal })
        };
        let mut unsure = false;
        let mut earliest: Option<(Closest, N, N)> = None;
        // A point enters by a face, if only by its border.
        for part in self.parts().filter(|part| !is_point || matches!(part, Part::Face(_))) {
            match self.entry(part) {
                Ok(Entry::Misses) => {}
                Ok(Entry::Enters(at)) => return Ok(touch(When::Enters, at)),
                Ok(Entry::Grazes(at, numerator, denominator)) => {
                    let is_earlier = match &earliest {
                        None => true,
                        Some((_, n, d)) => {
                            let (ours, theirs) = (numerator.times(d), n.times(&denominator));
                            ours.minus(&theirs).sign()? == Negative
                        }
                    };
                    if is_earlier {
                        earliest = Some((at, numerator, denominator));
                    }
                }
                Err(Unsure) => unsure = true,
            }
        }
        if unsure {
            return Err(Unsure);
        }
        Ok(earliest.map_or(Meeting::Apart, |(at, ..)| touch(When::Grazes, at)))
    }
}

/// How the line of motion meets a part.
enum Entry<N> {
    Misses,
    Enters(Closest),
    /// It touches without entering, at the rational time `numerator / denominator`.
    Grazes(Closest, N, N),
}

fn approach_of(along_normal: Sign) -> Approach {
    match along_normal {
        Negative => Approach::Approaching,
        Zero => Approach::Sliding,
        Positive => Approach::Parting,
    }
}

impl<B: Body> Decision for PolytopeCast<B> {
    type Outcome = Meeting;

    #[inline]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Meeting, Unsure> {
        let relative = Relative::new(self, lift);
        let settled = match self.domain == TimeDomain::Always {
            true => relative.never_comes_closer()?.then_some(Meeting::Apart),
            false => relative.at_start()?,
        };
        settled.map_or_else(|| relative.first_entry(), Ok)
    }
}

// ---- at rest ----

/// From a centre inside or on the boundary: which plane is nearest, the lowest of equals? None if there is no plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestPlane;

impl<B: Body> Decision for Asked<B, NearestPlane> {
    type Outcome = Option<usize>;

    /// The depths `−h / √n·n` are not negative, so their squares compare like them.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Option<usize>, Unsure> {
        let x = Relative::new(&self.cast, lift);
        let mut nearest: Option<(usize, N, N)> = None;
        for plane in 0..self.cast.body.planes() {
            let n = x.normal(plane);
            let (hh, nn) = (x.height(plane, &n).squared(), squared(&n));
            let is_nearer = match &nearest {
                None => true,
                Some((_, h, n)) => hh.times(n).minus(&h.times(&nn)).sign()? == Negative,
            };
            if is_nearer {
                nearest = Some((plane, hh, nn));
            }
        }
        Ok(nearest.map(|(plane, ..)| plane))
    }
}

/// Which part is closest to the centre at time zero, and how its distance compares with the radius? None if the body
/// is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtRest;

impl<B: Body> Decision for Asked<B, AtRest> {
    type Outcome = Option<(Closest, Sign)>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure> {
        let x = Relative::new(&self.cast, lift);
        match x.closest()? {
            None => Ok(None),
            Some(closest) => Ok(Some((closest, x.gap(closest.part)?))),
        }
    }
}
