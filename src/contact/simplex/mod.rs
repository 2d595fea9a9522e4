//! When does a moving sphere first touch the convex hull of one, two or three points: a point, a segment, a triangle?
//!
//! Relative to the obstacle the centre moves as `C + tV`. With `Dᵢ = C − Pᵢ`, `Eᵢ = Pᵢ₊₁ − Pᵢ`, `U = E₀ × E₁` the set
//! of centres that touch is bounded by two faces, and by parts of a cylinder about each edge and a ball about each
//! vertex. Each is entered at the smaller root of a linear or quadratic equation,
//!
//! ```text
//! face     s U·(D₀ + tV) = r |U|            t = (s h − r √u) / (−s g)                                      (1.3)
//! edge     |Eᵢ × (Dᵢ + tV)|² = eᵢ r²         t = (−B − √(eᵢ β)) / A,   β = r² A − τᵢ²                         (1.4)
//! vertex   |Dᵢ + tV|² = r²                   t = (−b − √β) / v,        β = r² v − |Dᵢ × V|²                   (1.5)
//! ```
//!
//! and the entry counts if it lies over the feature itself. That is decided by signs of polynomials of degree at
//! most six (ten for the seam of face and edge), each shared by the two features that meet there, so that no gap
//! can open between them. The time never enters a decision.
//!
//! Source: D. Eberly, *Intersection of Moving Sphere and Triangle*, 2020, §2–§4, with the errors of its listings
//! mended (`docs/errata.md`). Derivation, and the factored forms of the conditions: `docs/theory.md`, §1–§2.

pub(super) mod at_rest;

use super::TimeDomain;
use super::answer::{Approach, Feature};
use super::body::{Ball, Body};
use super::vector::{Vector, cross, dot, dot_values, lifted_cross, normal_part, squared};
use crate::number::{
    Decision, Inputs, Known, Lift, Measure, Number, Quantity, Range, Sign, Unit, Unsure, Value,
};
use Quantity::{Length, Speed};
use Sign::{Negative, Positive, Zero};

/// A moving sphere, or another round body, and the `V` points whose convex hull it may meet, which move together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexCast<const V: usize, B = Ball> {
    pub(crate) center: [f64; 3],
    pub(crate) body: B,
    pub(crate) velocity: [f64; 3],
    pub(crate) vertices: [[f64; 3]; V],
    /// The velocity of the hull.
    pub(crate) obstacle_velocity: [f64; 3],
    pub(crate) domain: TimeDomain,
}

impl<const V: usize, B: Body> SimplexCast<V, B> {
    /// The same run backwards, on the whole line of time.
    pub(crate) fn backwards(self) -> Self {
        let [velocity, obstacle_velocity] =
            [self.velocity, self.obstacle_velocity].map(|v| v.map(|x| -x));
        Self { velocity, obstacle_velocity, domain: TimeDomain::Always, ..self }
    }

    /// The point in the middle of the body in its place.
    pub(crate) fn of_center(self) -> SimplexCast<V, B::Center> {
        let Self { center, body, velocity, vertices, obstacle_velocity, domain } = self;
        SimplexCast { center, body: body.center(), velocity, vertices, obstacle_velocity, domain }
    }
}

/// How sphere and hull first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// Never.
    Apart,
    /// They share more than a touch at time zero.
    Overlap,
    /// They touch at time zero.
    Touch(Place, Approach),
    /// The sphere reaches the hull and, if it went on, would enter it.
    Enter(Place),
    /// The sphere reaches the hull and slides past.
    Graze(Place),
}

/// A feature, and for the face the side that the sphere is on, as the sign of `U · (center − point)`.
///
/// A point that slides within the face is on neither side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) feature: Feature,
    pub(crate) side: Sign,
}

impl Place {
    fn vertex(i: usize) -> Self {
        Self { feature: Feature::Vertex(i as u8), side: Zero }
    }
    fn edge(i: usize) -> Self {
        Self { feature: Feature::Edge(i as u8), side: Zero }
    }
    fn face(side: Sign) -> Self {
        Self { feature: Feature::Face, side }
    }
}

/// A point has no edge, a segment one, a triangle three.
pub(super) const fn edge_count(vertices: usize) -> usize {
    vertices * (vertices - 1) / 2
}

impl<const V: usize, B: Body> Inputs for SimplexCast<V, B> {
    const SELDOM: bool = B::SELDOM;
    const RANGE: Range = B::RANGE;

    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.body.visit(see);
        see(Length, self.center);
        self.vertices.iter().for_each(|&vertex| see(Length, vertex));
        see(Speed, self.velocity);
        see(Speed, self.obstacle_velocity);
    }

    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            body: self.body.map(change),
            velocity: self.velocity.map(|x| change(Speed, x)),
            vertices: self.vertices.map(|vertex| vertex.map(|x| change(Length, x))),
            obstacle_velocity: self.obstacle_velocity.map(|x| change(Speed, x)),
            domain: self.domain,
        }
    }

    #[inline(always)]
    fn suits_floats(&self) -> bool {
        self.body.suits_floats()
    }
}

/// The vectors that every term is made of.
pub(super) struct Relative<N, const V: usize> {
    /// `Dᵢ = C − Pᵢ`.
    pub(super) d: [Vector<N>; V],
    /// `Eᵢ = Pᵢ₊₁ − Pᵢ`.
    pub(super) e: [Vector<N>; V],
    /// `V`, of the sphere relative to the hull.
    v: Vector<N>,
    r: N,
}

impl<const V: usize, B: Body> SimplexCast<V, B> {
    #[inline(always)]
    pub(super) fn relative<N: Number>(&self, lift: &impl Lift<N>) -> Relative<N, V> {
        let stretch = self.body.stretch(lift);
        let p = &self.vertices;
        Relative {
            d: self.body.ways(lift, &stretch, &self.center, p),
            e: core::array::from_fn(|i| B::edge(lift, &stretch, &p[(i + 1) % V], &p[i])),
            v: B::speed(lift, &stretch, &self.velocity, &self.obstacle_velocity),
            r: self.body.reach(lift),
        }
    }
}

impl<N: Number, const V: usize> Relative<N, V> {
    /// `W = Dᵢ + tV`, from a vertex to the centre.
    #[inline(always)]
    fn at(&self, t: &N::Value, i: usize) -> Vector<N::Value> {
        core::array::from_fn(|k| t.along(&self.d[i][k], &self.v[k]))
    }
}

// ---- what the decisions are made of ----

/// The sign of `α + β ρ` with a root `ρ ≥ 0`, from the signs of `α`, of `β`, and of `α² − β² ρ²`.
///
/// The last one factors each time into something positive and a polynomial of low degree (theory, §2).
#[inline(always)]
fn combined(difference: Known, alpha: Known, beta: Known) -> Known {
    match difference {
        Ok(Positive) => alpha,
        Ok(Negative) => beta,
        Ok(Zero) => {
            let (alpha, beta) = (alpha?, beta?);
            Ok(if alpha == beta { alpha } else { Zero })
        }
        Err(Unsure) => match (alpha, beta) {
            (Ok(a), Ok(b)) if a == b => Ok(a),
            _ => Err(Unsure),
        },
    }
}

/// Conditions that must all hold; one that certainly fails settles it, whatever the uncertain ones are.
pub(super) struct Conditions {
    unsure: bool,
}

impl Conditions {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { unsure: false }
    }

    /// Whether this sign is certainly not one of those allowed.
    #[inline(always)]
    pub(super) fn fail(&mut self, sign: Known, allowed: impl Fn(Sign) -> bool) -> bool {
        match sign {
            Ok(sign) => !allowed(sign),
            Err(Unsure) => {
                self.unsure = true;
                false
            }
        }
    }

    /// What follows if none has failed.
    #[inline(always)]
    pub(super) fn then<T>(&self, outcome: T) -> Result<T, Unsure> {
        if self.unsure { Err(Unsure) } else { Ok(outcome) }
    }
}

pub(super) fn is_negative(s: Sign) -> bool {
    s == Negative
}
pub(super) fn is_positive(s: Sign) -> bool {
    s == Positive
}
pub(super) fn is_not_negative(s: Sign) -> bool {
    s != Negative
}
pub(super) fn is_not_positive(s: Sign) -> bool {
    s != Positive
}

/// How the line of motion meets one piece of the boundary.
enum Entry {
    Misses,
    Enters,
    /// It touches the piece without entering, at the rational time `numerator / denominator`.
    Grazes,
}

/// Terms that several pieces share.
struct Shared<N: Number, const V: usize> {
    x: Relative<N, V>,
    /// `r²`.
    rr: N,
    /// `Dᵢ × V`, the moment of the path about a vertex.
    n: [Vector<N>; V],
    /// `τᵢ = Eᵢ · (Dᵢ × V)`: on which side the path passes the line of an edge, and how far.
    tau: [N; V],
    /// `eᵢ = Eᵢ · Eᵢ`.
    ee: [N; V],
    /// `Eᵢ · V`.
    nu: [N; V],
    /// The plane of the triangle, unless it is degenerate.
    plane: Option<Plane<N>>,
    domain: TimeDomain,
}

/// The plane of a triangle.
struct Plane<N: Number> {
    /// `U = E₀ × E₁`.
    u: Vector<N>,
    /// `√(U · U)`.
    length: N::Root,
    /// The sign of `g = U · V`.
    g: Known,
}

impl<N: Number, const V: usize> Shared<N, V> {
    /// The outward normal `Eᵢ × U` of an edge, within the plane.
    #[inline(always)]
    fn outward(&self, plane: &Plane<N>, i: usize) -> Vector<N> {
        cross(&self.x.e[i], &plane.u)
    }

    /// The sign of `Eᵢ · (X − P_k)`, where `X` is the centre as it enters the cylinder about edge `i`, or the ball
    /// about its end `P_k`: before or behind the plane through `P_k` across the edge (theory, 2.3).
    #[inline(always)]
    fn beyond_end(&self, i: usize, k: usize, e_cross_v: &Vector<N>) -> Known {
        let disc = squared(&cross(&self.x.e[i], &self.n[k]))
            .minus(&self.nu[i].squared().times(&self.rr))
            .sign();
        combined(disc, dot(e_cross_v, &self.n[k]).sign(), self.nu[i].sign().map(|s| -s))
    }

    /// Does the path enter the cylinder about edge `i`, over the edge and outside of the triangle?
    #[inline(always)]
    fn enters_edge(&self, i: usize) -> Result<Entry, Unsure> {
        let (e, v) = (&self.x.e[i], &self.x.v);
        let mut conditions = Conditions::new();
        let e_cross_v = cross(e, v);
        let a = squared(&e_cross_v);
        let beta = self.rr.times(&a).minus(&self.tau[i].squared()).sign();
        if conditions.fail(beta, is_not_negative) {
            return Ok(Entry::Misses);
        }
        let starts_outside = match self.domain {
            TimeDomain::FromStart => {
                let e_cross_d = cross(e, &self.x.d[i]);
                let approach = dot(&e_cross_v, &e_cross_d).sign();
                // Inside the infinite cylinder, beyond the end of the edge: the entry lies in the past.
                let gap = || squared(&e_cross_d).minus(&self.ee[i].times(&self.rr)).sign();
                !conditions.fail(approach, is_negative) && !conditions.fail(gap(), is_positive)
            }
            TimeDomain::Always => !conditions.fail(a.sign(), is_positive),
        };
        if !starts_outside {
            return Ok(Entry::Misses);
        }
        if conditions.fail(self.beyond_end(i, i, &e_cross_v), is_positive)
            || conditions.fail(self.beyond_end(i, (i + 1) % V, &e_cross_v), is_negative)
        {
            return Ok(Entry::Misses);
        }
        if let Some(plane) = &self.plane
            && conditions.fail(self.over_face(plane, i), is_not_positive)
        {
            return Ok(Entry::Misses);
        }
        conditions.then(if beta == Ok(Zero) { Entry::Grazes } else { Entry::Enters })
    }

    /// Whether the centre, as it enters the cylinder about edge `i`, is over the triangle (positive), straight
    /// over the edge (zero) or outside: the half that counts is the outer one (theory, 2.4).
    #[inline(always)]
    fn over_face(&self, plane: &Plane<N>, i: usize) -> Known {
        let w = dot(&self.outward(plane, i), &self.x.v);
        let (of_tau, of_w) = (self.tau[i].sign(), w.sign());
        let strip = match (of_tau, of_w) {
            (Ok(of_tau), Ok(of_w)) => {
                let distance =
                    if of_tau == Negative { self.tau[i].negated() } else { self.tau[i].clone() };
                let reach = if of_w == Negative { w.clone() } else { w.negated() };
                N::sign_with_root(&reach.times(&self.x.r), &distance, &plane.length)
            }
            _ => Err(Unsure),
        };
        let across = match (of_tau, plane.g) {
            (Ok(of_tau), Ok(g)) => Ok(of_tau.times(g)),
            _ => Err(Unsure),
        };
        combined(strip, across, of_w)
    }

    /// Does the path enter the ball about vertex `i`, outside of its edges?
    #[inline(always)]
    fn enters_vertex(&self, i: usize, vv: &N) -> Result<Entry, Unsure> {
        let (d, e, v) = (&self.x.d[i], &self.x.e, &self.x.v);
        let mut conditions = Conditions::new();
        let beta = self.rr.times(vv).minus(&squared(&self.n[i])).sign();
        if conditions.fail(beta, is_not_negative) {
            return Ok(Entry::Misses);
        }
        let starts_outside = match self.domain {
            TimeDomain::FromStart => {
                !conditions.fail(dot(v, d).sign(), is_negative)
                    && !conditions.fail(squared(d).minus(&self.rr).sign(), is_positive)
            }
            TimeDomain::Always => !conditions.fail(vv.sign(), is_positive),
        };
        if !starts_outside {
            return Ok(Entry::Misses);
        }
        let before = (i + V - 1) % V;
        if i < edge_count(V)
            && conditions.fail(self.beyond_end(i, i, &cross(&e[i], v)), is_not_positive)
        {
            return Ok(Entry::Misses);
        }
        if before < edge_count(V)
            && conditions.fail(self.beyond_end(before, i, &cross(&e[before], v)), is_not_negative)
        {
            return Ok(Entry::Misses);
        }
        conditions.then(if beta == Ok(Zero) { Entry::Grazes } else { Entry::Enters })
    }

    /// Which edges count: all of them, or the longest one of a degenerate triangle.
    #[inline(always)]
    fn edges_that_count(&self) -> Result<[bool; V], Unsure> {
        if V < 3 || self.plane.is_some() {
            return Ok([true; V]);
        }
        let mut longest = 0;
        for i in 1..V {
            if self.ee[i].minus(&self.ee[longest]).sign()? == Positive {
                longest = i;
            }
        }
        Ok(core::array::from_fn(|i| i == longest))
    }
}

// ---- the decision ----

impl<const V: usize, B: Body> Decision for SimplexCast<V, B> {
    type Outcome = Meeting;

    #[inline(always)]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Meeting, Unsure> {
        let x = self.relative(lift);
        let enlarged = |x| self.body.enlarged(lift, x);
        if V == 3 && misses_ball_about_all(&x, self.domain, enlarged) == Ok(true) {
            return Ok(Meeting::Apart);
        }
        let rr = x.r.squared();
        let n: [Vector<N>; V] = core::array::from_fn(|i| cross(&x.d[i], &x.v));
        let tau = core::array::from_fn(|i| dot(&x.e[i], &n[i]));
        let ee = core::array::from_fn(|i| squared(&x.e[i]));
        let nu = core::array::from_fn(|i| dot(&x.e[i], &x.v));
        let mut shared = Shared { x, rr, n, tau, ee, nu, plane: None, domain: self.domain };

        let mut slab = Slab::Within;
        if V == 3 {
            let u = normal_of_face::<N, B, V>(&shared.x);
            let uu = squared(&u);
            if uu.sign()? == Positive {
                let g = dot(&u, &shared.x.v);
                let plane = Plane { length: uu.root(), g: g.sign(), u };
                slab = match (self.domain, plane.g) {
                    // From for ever the path comes from the side that it does not go to.
                    (TimeDomain::Always, Ok(g)) if g != Zero => Slab::Outside(-g),
                    (TimeDomain::Always, Err(Unsure)) => return Err(Unsure),
                    _ => slab_at_start(&shared.x, &plane)?,
                };
                if let Slab::Outside(side) = slab {
                    if plane.g?.times(side) != Negative {
                        return Ok(Meeting::Apart);
                    }
                    if enters_face(&shared, &plane, side)? {
                        return Ok(Meeting::Enter(Place::face(side)));
                    }
                }
                shared.plane = Some(plane);
            }
        }
        let counts = shared.edges_that_count()?;
        if self.domain == TimeDomain::FromStart
            && !matches!(slab, Slab::Outside(_))
            && let Some(meeting) = at_start(&shared, slab, &counts)?
        {
            return Ok(meeting);
        }
        enters_edge_or_vertex(&shared, &counts)
    }
}

/// Does the path miss the ball about the centroid that holds all vertices, grown by `r`? Most paths do.
///
/// Everything is three times as large as it is, so that nothing is divided: with `M = 3 (C − G)` and `R` the greatest
/// `3 |Pᵢ − G|`, it misses if `|M × V|² > (3r + R)² V·V`, or if it leads away from outside.
#[inline(always)]
fn misses_ball_about_all<N: Number, const V: usize>(
    x: &Relative<N, V>,
    domain: TimeDomain,
    enlarged: impl Fn(N) -> N,
) -> Result<bool, Unsure> {
    let [d0, d1, d2] = [0, 1, 2].map(|i| &x.d[i % V]);
    let m: Vector<N> = core::array::from_fn(|k| d0[k].plus(&d1[k]).plus(&d2[k]));
    let from_centroid = |i: usize| -> N {
        let (before, after) = (&x.e[(i + 2) % V], &x.e[i]);
        squared(&core::array::from_fn(|k| before[k].minus(&after[k])))
    };
    let farthest = from_centroid(0).or_greater(&from_centroid(1)).or_greater(&from_centroid(2));
    let farthest = enlarged(enlarged(farthest));
    let r = x.r.plus(&x.r).plus(&x.r);
    // (r + R)² = s + 2 r R
    let (s, two_r, root) = (r.squared().plus(&farthest), r.plus(&r), farthest.root());
    let vv = squared(&x.v);
    let line = squared(&cross(&m, &x.v)).minus(&s.times(&vv));
    if N::sign_with_root(&line, &two_r.times(&vv).negated(), &root)? == Positive {
        return Ok(true);
    }
    Ok(domain == TimeDomain::FromStart
        && dot(&m, &x.v).sign()? != Negative
        && N::sign_with_root(&squared(&m).minus(&s), &two_r.negated(), &root)? == Positive)
}

/// Where the centre starts, relative to the slab of thickness `2r` about the plane of the triangle.
#[derive(Clone, Copy)]
enum Slab {
    /// Inside of it, or there is no such plane.
    Within,
    /// On its boundary, on this side of the plane; zero if the slab is the plane itself.
    Boundary(Sign),
    /// Outside, on this side of the plane.
    Outside(Sign),
}

#[inline(always)]
fn slab_at_start<N: Number, const V: usize>(
    x: &Relative<N, V>,
    plane: &Plane<N>,
) -> Result<Slab, Unsure> {
    let h = dot(&plane.u, &x.d[0]);
    let side = match h.sign() {
        Ok(Zero) => {
            return Ok(if x.r.sign()? == Zero { Slab::Boundary(Zero) } else { Slab::Within });
        }
        Ok(side) => side,
        // Too close to the plane to know the side; then it is within the slab, unless that is as thin.
        Err(Unsure) => {
            let above = N::sign_with_root(&h, &x.r, &plane.length)?;
            let below = N::sign_with_root(&h, &x.r.negated(), &plane.length)?;
            return if (above, below) == (Positive, Negative) {
                Ok(Slab::Within)
            } else {
                Err(Unsure)
            };
        }
    };
    let reach = if side == Negative { x.r.clone() } else { x.r.negated() };
    Ok(match N::sign_with_root(&h, &reach, &plane.length)?.times(side) {
        Positive => Slab::Outside(side),
        Zero => Slab::Boundary(side),
        Negative => Slab::Within,
    })
}

/// From outside of the slab: does the path enter it over the inside of the face?
///
/// It does if `r w − s τ √u > 0` for each edge, where `w = (E × U) · V`.
#[inline(always)]
fn enters_face<N: Number, const V: usize>(
    shared: &Shared<N, V>,
    plane: &Plane<N>,
    side: Sign,
) -> Result<bool, Unsure> {
    let mut conditions = Conditions::new();
    for i in 0..V {
        let w = dot(&shared.outward(plane, i), &shared.x.v);
        let tau = &shared.tau[i];
        let tau = if side == Positive { tau.negated() } else { tau.clone() };
        let inside = N::sign_with_root(&shared.x.r.times(&w), &tau, &plane.length);
        if conditions.fail(inside, is_positive) {
            return Ok(false);
        }
    }
    conditions.then(true)
}

/// Do they overlap or touch at time zero? Or do they part from there for good?
#[inline(always)]
fn at_start<N: Number, const V: usize>(
    shared: &Shared<N, V>,
    slab: Slab,
    counts: &[bool; V],
) -> Result<Option<Meeting>, Unsure> {
    let Shared { x, rr, .. } = shared;
    if let Some(plane) = &shared.plane {
        let mut conditions = Conditions::new();
        let mut on_border = false;
        let outside = (0..V).any(|i| {
            let m = dot(&shared.outward(plane, i), &x.d[i]).sign();
            on_border |= m == Ok(Zero);
            conditions.fail(m, is_not_positive)
        });
        if !outside {
            conditions.then(())?;
            match slab {
                Slab::Within => return Ok(Some(Meeting::Overlap)),
                Slab::Boundary(side) if !on_border => {
                    return touch_face(plane, side).map(Some);
                }
                _ => {}
            }
        }
    }

    let mut touched = None;
    for i in 0..V {
        match squared(&x.d[i]).minus(rr).sign()? {
            Negative => return Ok(Some(Meeting::Overlap)),
            Zero if touched.is_none() => {
                touched = Some((Place::vertex(i), dot(&x.v, &x.d[i]).sign()));
            }
            _ => {}
        }
    }
    for i in (0..edge_count(V)).filter(|&i| counts[i]) {
        let e = &x.e[i];
        let e_cross_d = cross(e, &x.d[i]);
        let gap = squared(&e_cross_d).minus(&shared.ee[i].times(rr)).sign();
        if gap == Ok(Positive) {
            continue;
        }
        let mut over_edge = Conditions::new();
        if over_edge.fail(dot(e, &x.d[i]).sign(), is_positive)
            || over_edge.fail(dot(e, &x.d[(i + 1) % V]).sign(), is_negative)
        {
            continue;
        }
        over_edge.then(())?;
        match gap? {
            Negative => return Ok(Some(Meeting::Overlap)),
            _ if touched.is_none() => {
                touched = Some((Place::edge(i), dot(&cross(e, &x.v), &e_cross_d).sign()));
            }
            _ => {}
        }
    }
    if let Some((place, along)) = touched {
        return Ok(Some(Meeting::Touch(place, approach_of(along?))));
    }
    match (slab, &shared.plane) {
        (Slab::Boundary(side), Some(plane)) if plane.g?.times(side) == Positive => {
            Ok(Some(Meeting::Apart))
        }
        _ => Ok(None),
    }
}

/// A sphere that rests on the face. A point on the face has come from where it does not go.
#[inline(always)]
fn touch_face<N: Number>(plane: &Plane<N>, side: Sign) -> Result<Meeting, Unsure> {
    let g = plane.g?;
    let side = if side == Zero { -g } else { side };
    Ok(Meeting::Touch(Place::face(side), approach_of(g.times(side))))
}

fn approach_of(along_normal: Sign) -> Approach {
    match along_normal {
        Negative => Approach::Approaching,
        Zero => Approach::Sliding,
        Positive => Approach::Parting,
    }
}

/// From apart: which edge or vertex is reached first?
///
/// A transversal entry into a convex set is unique, so the first that is certain is the answer, whatever is not
/// known of the others. A path that only grazes has candidates with rational times; the earliest counts.
#[inline(always)]
fn enters_edge_or_vertex<N: Number, const V: usize>(
    shared: &Shared<N, V>,
    counts: &[bool; V],
) -> Result<Meeting, Unsure> {
    let x = &shared.x;
    let mut unsure = false;
    let mut earliest: Option<(Place, N, N)> = None;

    for i in (0..edge_count(V)).filter(|&i| counts[i]) {
        match shared.enters_edge(i) {
            Ok(Entry::Misses) => {}
            Ok(Entry::Enters) => return Ok(Meeting::Enter(Place::edge(i))),
            Ok(Entry::Grazes) => {
                let e_cross_v = cross(&x.e[i], &x.v);
                let b = dot(&e_cross_v, &cross(&x.e[i], &x.d[i]));
                keep_earlier(&mut earliest, (Place::edge(i), b.negated(), squared(&e_cross_v)))?;
            }
            Err(Unsure) => unsure = true,
        }
    }
    let vv = squared(&x.v);
    // Of a degenerate triangle the ends of the edge that counts: another corner lies on that edge, and one entry would have two names.
    let ends_an_edge = |i: &usize| V == 1 || counts[*i] || counts[(*i + V - 1) % V];
    for i in (0..V).filter(ends_an_edge) {
        match shared.enters_vertex(i, &vv) {
            Ok(Entry::Misses) => {}
            Ok(Entry::Enters) => return Ok(Meeting::Enter(Place::vertex(i))),
            Ok(Entry::Grazes) => {
                let b = dot(&x.v, &x.d[i]);
                keep_earlier(&mut earliest, (Place::vertex(i), b.negated(), vv.clone()))?;
            }
            Err(Unsure) => unsure = true,
        }
    }
    if unsure {
        return Err(Unsure);
    }
    Ok(earliest.map_or(Meeting::Apart, |(place, ..)| Meeting::Graze(place)))
}

/// Keeps the smaller of two fractions, the first if they are equal.
#[inline(always)]
fn keep_earlier<N: Number>(
    earliest: &mut Option<(Place, N, N)>,
    (place, numerator, denominator): (Place, N, N),
) -> Result<(), Unsure> {
    let earlier = match earliest {
        None => true,
        Some((_, n, d)) => numerator.times(d).minus(&n.times(&denominator)).sign()? == Negative,
    };
    if earlier {
        *earliest = Some((place, numerator, denominator));
    }
    Ok(())
}

// ---- the numbers ----

/// What the numbers of a touch are counted in: time, centre (3), point (3), normal (3).
pub(super) const UNITS_OF_A_TOUCH: [Unit; 10] = {
    let (length, pure) = (Unit::Length, Unit::Pure);
    [Unit::Time, length, length, length, length, length, length, pure, pure, pure]
};

/// The numbers of a meeting: time, centre (3), point (3), normal (3).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<const V: usize, B = Ball> {
    pub(crate) cast: SimplexCast<V, B>,
    pub(crate) meeting: Meeting,
}

/// The time of a meeting alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time<const V: usize, B = Ball>(pub(crate) Numbers<V, B>);

/// Minus the time of a meeting: when the same motion, run backwards, is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeBackwards<const V: usize, B = Ball>(pub(crate) Numbers<V, B>);

/// A multiple of the normal of a meeting, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalDirection<const V: usize, B = Ball>(pub(crate) Numbers<V, B>);

impl<const V: usize, B: Body> Inputs for Numbers<V, B> {
    const SELDOM: bool = B::SELDOM;
    const RANGE: Range = B::RANGE;

    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.cast.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { cast: self.cast.map(change), ..*self }
    }
}

/// One question of several about the same numbers.
macro_rules! given_as_numbers {
    ($question:ident) => {
        impl<const V: usize, B: Body> Inputs for $question<V, B> {
            const SELDOM: bool = B::SELDOM;
            const RANGE: Range = B::RANGE;

            #[inline(always)]
            fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
                self.0.visit(see);
            }
            fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
                Self(self.0.map(change))
            }
        }
    };
}
given_as_numbers!(Time);
given_as_numbers!(TimeBackwards);
given_as_numbers!(NormalDirection);

/// `U`. In planes that are turned about one axis it nearly cancels, or does so, along that one; and its small parts count as much as the others.
#[inline(always)]
fn normal_of_face<N: Number, B: Body, const V: usize>(x: &Relative<N, V>) -> Vector<N> {
    let (e, f) = (&x.e[0], &x.e[1 % V]);
    if B::IS_BALL { lifted_cross(e, f) } else { cross(e, f) }
}

/// The time of a meeting, by the equation of the piece that is entered.
#[inline(always)]
fn time<N: Number, B: Body, const V: usize>(x: &Relative<N, V>, meeting: Meeting) -> N::Value {
    time_with::<N, B, V>(x, meeting, || normal_of_face::<N, B, V>(x))
}

/// The same, with `U` as it is already known.
#[inline(always)]
fn time_with<N: Number, B: Body, const V: usize>(
    x: &Relative<N, V>,
    meeting: Meeting,
    normal: impl FnOnce() -> Vector<N>,
) -> N::Value {
    let (place, grazes) = match meeting {
        Meeting::Enter(place) => (place, false),
        Meeting::Graze(place) => (place, true),
        _ => return N::Value::rational(&N::zero()),
    };
    let entry = |d: &Vector<N>, v: &Vector<N>, rr: &N| {
        if grazes {
            N::Value::rational(&dot(d, v).negated()).over(&squared(v))
        } else {
            N::Value::first_root(d, v, rr)
        }
    };
    match place.feature {
        Feature::Face => {
            let (u, e, f) = (normal(), &x.e[0], &x.e[1 % V]);
            // Seen from below all is mirrored.
            let (u, e, f) =
                if place.side == Negative { (u.map(|u| u.negated()), f, e) } else { (u, e, f) };
            if B::IS_IN_WORLD {
                N::Value::time_to_plane([e, f], &u, &x.d[0], &x.v, &x.r)
            } else {
                let (h, g) = (dot(&u, &x.d[0]), dot(&u, &x.v).negated());
                N::Value::surd(&h, &x.r.negated(), &squared(&u), &g)
            }
        }
        Feature::Edge(i) => {
            let (e, d) = (&x.e[i as usize], &x.d[i as usize]);
            entry(&cross(e, d), &cross(e, &x.v), &squared(e).times(&x.r.squared()))
        }
        Feature::Vertex(i) => entry(&x.d[i as usize], &x.v, &x.r.squared()),
    }
}

impl<const V: usize, B: Body> Measure<1> for Time<V, B> {
    const UNITS: [Unit; 1] = [Unit::Time];

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [match self.0.straight() {
            Some(straight) => straight.time(lift),
            None => time::<N, B, V>(&self.0.cast.relative(lift), self.0.meeting),
        }]
    }
}

impl<const V: usize, B: Body> Measure<1> for TimeBackwards<V, B> {
    const UNITS: [Unit; 1] = [Unit::Time];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let time = match self.0.straight() {
            Some(straight) => straight.time(lift),
            None => time::<N, B, V>(&self.0.cast.relative(lift), self.0.meeting),
        };
        [N::Value::rational(&N::zero()).minus(&time)]
    }
}

impl<const V: usize, B: Body> Measure<3> for NormalDirection<V, B> {
    const UNITS: [Unit; 3] = [Unit::Pure; 3];

    /// The normal of the ball in the stretched space, stretched once more: the gradient of `Σ (xₖ σₖ)²`, halved.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Numbers { cast, meeting } = &self.0;
        let x = cast.relative(lift);
        let t = time::<N, B, V>(&x, *meeting);
        let place = self.0.place();
        let normal = match place.feature {
            Feature::Vertex(i) => x.at(&t, i as usize),
            Feature::Edge(i) => normal_part(&x.e[i as usize], &x.at(&t, i as usize)),
            Feature::Face => normal_of_face::<N, B, V>(&x)
                .map(|u| N::Value::rational(&if place.side == Negative { u.negated() } else { u })),
        };
        let stretch = cast.body.stretch(lift);
        core::array::from_fn(|k| normal[k].times(&B::stretched(&stretch, k, N::one())))
    }
}

impl<const V: usize, B: Body> Numbers<V, B> {
    /// Where they touch; at time zero, the point closest to the centre.
    fn place(&self) -> Place {
        match self.meeting {
            Meeting::Touch(place, _) | Meeting::Enter(place) | Meeting::Graze(place) => place,
            Meeting::Apart | Meeting::Overlap => Place::vertex(0),
        }
    }
}

// ---- straight before a face that lies across an axis ----

/// A ball that meets a face all of whose corners have the same coordinate on one axis: floors, walls, the tops of parts. There each number is a
/// sum of given ones, or a quotient of two, and may well be half-way between two floats.
struct Straight<'a, B, const V: usize> {
    cast: &'a SimplexCast<V, B>,
    radius: f64,
    axis: usize,
    /// Whether the ball is on the upper side.
    is_above: bool,
    /// Or it is there already.
    enters: bool,
}

impl<const V: usize, B: Body> Numbers<V, B> {
    #[inline(always)]
    fn straight(&self) -> Option<Straight<'_, B, V>> {
        let cast = &self.cast;
        if !B::IS_IN_WORLD || self.place().feature != Feature::Face {
            return None;
        }
        let SimplexCast { center, velocity, vertices, obstacle_velocity, .. } = cast;
        let is_across = |k: &usize| vertices.iter().all(|vertex| vertex[*k] == vertices[0][*k]);
        let axis = (0..3).find(is_across)?;
        let enters = matches!(self.meeting, Meeting::Enter(_));
        let (at, plane) = (center[axis], vertices[0][axis]);
        // From for ever it comes from where it does not go.
        let is_above = if enters || at == plane {
            velocity[axis] < obstacle_velocity[axis]
        } else {
            at > plane
        };
        let [radius, ..] = cast.body.extents();
        Some(Straight { cast, radius, axis, is_above, enters })
    }
}

impl<B: Body, const V: usize> Straight<'_, B, V> {
    /// `up − down` of what is given, if the ball is above, else the other way.
    #[inline(always)]
    fn seen_upright<X>(&self, difference: impl Fn(f64, f64) -> X, up: f64, down: f64) -> X {
        if self.is_above { difference(up, down) } else { difference(down, up) }
    }

    /// `(|C − P| − r) / |V|` along the axis: what it is the quotient of.
    #[inline(always)]
    fn quotient<N: Number>(&self, lift: &impl Lift<N>) -> ([N; 2], N) {
        let Self { cast: x, axis: k, .. } = *self;
        let way =
            self.seen_upright(|a, b| lift.length_difference(a, b), x.center[k], x.vertices[0][k]);
        let speed = self.seen_upright(
            |a, b| lift.speed_difference(a, b),
            x.obstacle_velocity[k],
            x.velocity[k],
        );
        ([way, lift.length(-self.radius)], speed)
    }

    #[inline(always)]
    fn time<N: Number>(&self, lift: &impl Lift<N>) -> N::Value {
        if !self.enters {
            return N::Value::rational(&N::zero());
        }
        let (terms, speed) = self.quotient(lift);
        N::Value::lifted_ratio(&terms, &speed)
    }

    #[inline(always)]
    fn numbers<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let Self { cast, radius, axis, is_above, enters } = *self;
        let SimplexCast { center, velocity, vertices, obstacle_velocity, .. } = cast;
        // As it goes into other numbers, with all that is not known of it.
        let t = if enters {
            let ([way, r], speed) = self.quotient(lift);
            N::Value::rational(&way.plus(&r)).over(&speed)
        } else {
            N::Value::rational(&N::zero())
        };
        let moved = |from: f64, by: f64| match (lift.length(from), by == 0.0) {
            (from, true) => N::Value::lifted(&from),
            (from, false) => t.along(&from, &lift.speed(by)),
        };
        let point: Vector<N::Value> = core::array::from_fn(|k| {
            let from = if k == axis {
                (vertices[0][k], obstacle_velocity[k])
            } else {
                (center[k], velocity[k])
            };
            moved(from.0, from.1)
        });
        let mut at = point.clone();
        at[axis] = if enters && obstacle_velocity[axis] == 0.0 {
            let r = if is_above { radius } else { -radius };
            N::Value::lifted(&lift.length_difference(vertices[0][axis], -r))
        } else {
            moved(center[axis], velocity[axis])
        };
        let one = if is_above { N::one() } else { N::one().negated() };
        let [nx, ny, nz]: Vector<N::Value> = core::array::from_fn(|k| {
            N::Value::rational(&if k == axis { one.clone() } else { N::zero() })
        });
        let ([px, py, pz], [cx, cy, cz]) = (point, at);
        [self.time(lift), cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}

impl<const V: usize, B: Body> Numbers<V, B> {
    /// `s U / √u`, in the world.
    #[inline(always)]
    fn face_normal<N: Number>(
        &self,
        stretch: &B::Stretch<N>,
        u: &Vector<N>,
        uu: &N,
    ) -> Vector<N::Value> {
        let is_below = self.place().side == Negative;
        let normal = u.clone().map(|u| {
            let u = if is_below { u.negated() } else { u };
            N::Value::surd(&N::zero(), &u, uu, uu)
        });
        B::in_world(stretch, normal)
    }
}

impl<const V: usize, B: Body> Measure<10> for Numbers<V, B> {
    const UNITS: [Unit; 10] = UNITS_OF_A_TOUCH;

    #[inline(always)]
    fn is_brief(&self) -> bool {
        self.straight().is_some()
    }

    /// With `W = D + tV`: over an edge the point is `P + E (E·W)/e` and the normal `E × (W × E) / (e r)`; over the
    /// face the point is `P₀ + U × (W × U) / u` and the normal `s U / √u` (theory, §3).
    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        if let Some(straight) = self.straight() {
            return straight.numbers(lift);
        }
        let SimplexCast { center, body, velocity, vertices, obstacle_velocity, .. } = &self.cast;
        let x = self.cast.relative(lift);
        let place = self.place();
        let u: Vector<N> = if place.feature == Feature::Face {
            normal_of_face::<N, B, V>(&x)
        } else {
            core::array::from_fn(|_| N::zero())
        };
        let t = time_with::<N, B, V>(&x, self.meeting, || u.clone());
        let stretch = body.stretch(lift);
        let moved = |from: &[f64; 3], by: &[f64; 3]| -> Vector<N::Value> {
            core::array::from_fn(|k| {
                let from = lift.length(from[k]);
                // Most obstacles stand still.
                if by[k] == 0.0 {
                    N::Value::rational(&from)
                } else {
                    t.along(&from, &lift.speed(by[k]))
                }
            })
        };
        let vertex = |i: usize| -> Vector<N::Value> {
            core::array::from_fn(|k| {
                let at_start = body.vertex(lift, &stretch, &vertices[i], k);
                at_start.plus(&t.times(&lift.speed(obstacle_velocity[k])))
            })
        };
        let w = |i: usize| x.at(&t, i);
        // Of another body than a ball it is told by its direction.
        let has_normal = B::IS_BALL && !body.is_point();
        let none = || core::array::from_fn(|_| N::Value::rational(&N::zero()));

        let [cx, cy, cz] = moved(center, velocity);
        let ([px, py, pz], [nx, ny, nz]) = match place.feature {
            Feature::Vertex(i) => {
                let i = i as usize;
                let normal = if has_normal {
                    B::in_world(&stretch, w(i).map(|w| w.over(&x.r)))
                } else {
                    none()
                };
                (vertex(i), normal)
            }
            Feature::Edge(i) => {
                let i = i as usize;
                let (e, w, p) = (&x.e[i], w(i), vertex(i));
                let ee = squared(e);
                let along = dot_values(e, &w).over(&body.enlarged(lift, ee.clone()));
                let (a, b) = (&vertices[i], &vertices[(i + 1) % V]);
                let point =
                    B::gone(&stretch, &p, |k| along.times(&lift.length_difference(b[k], a[k])));
                let normal = if has_normal {
                    let divisor = ee.times(&x.r);
                    B::in_world(&stretch, normal_part(e, &w).map(|n| n.over(&divisor)))
                } else {
                    none()
                };
                (point, normal)
            }
            Feature::Face => {
                let uu = squared(&u);
                let p = vertex(0);
                let within = normal_part(&u, &w(0));
                let point = B::gone(&stretch, &p, |k| {
                    let divisor = B::stretched(&stretch, k, uu.clone());
                    within[k].over(&divisor)
                });
                (point, if B::IS_BALL { self.face_normal(&stretch, &u, &uu) } else { none() })
            }
        };
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }

    /// In single precision only what is small of a face's normal may be missing.
    #[inline(always)]
    fn measure_some<N: Number>(&self, lift: &impl Lift<N>, wanted: &[bool; 10]) -> [N::Value; 10] {
        let is_normal = wanted[..7].iter().all(|wanted| !wanted);
        if !is_normal || !B::IS_BALL || self.place().feature != Feature::Face {
            return self.measure(lift);
        }
        let u = normal_of_face::<N, B, V>(&self.cast.relative(lift));
        let stretch = self.cast.body.stretch(lift);
        let normal = self.face_normal(&stretch, &u, &squared(&u));
        let zero = || N::Value::rational(&N::zero());
        core::array::from_fn(|k| if k < 7 { zero() } else { normal[k - 7].clone() })
    }
}
