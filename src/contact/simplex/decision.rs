//! The decision whether and where a round body and a simplex first touch. It computes no time.
//!
//! Most paths miss. They are rejected first, by the ball about the centroid that contains all
//! vertices. This rejection is exact like all the rest: it is the sign of an `x + y √q`, so it
//! needs no margin.
//!
//! Source: D. Eberly, *Intersection of Moving Sphere and Triangle*, 2020, §2–§4. Derivation:
//! `docs/theory.md`, §1–§2.

use super::cast::{
    SidedFeature, SimplexCast, SimplexTouch, SimplexVectors, SimplexVectorsRef, edge_count,
    normal_of_face,
};
use super::pieces::{PieceOutcome, SharedTerms, TrianglePlane};
use crate::contact::body::Body;
use crate::contact::cast::{CastOutcome, TimeDomain};
use crate::contact::conditions::{
    Conditions, approach_of, is_negative, is_not_positive, is_positive,
};
use crate::number::{CertainSign, Decision, Lift, Number, Sign, Unsure};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The outcome of the decision about a round body and a simplex.
pub(crate) type SimplexOutcome = CastOutcome<(), SimplexTouch>;

impl<const V: usize, B: Body> Decision for SimplexCast<V, B> {
    type Outcome = SimplexOutcome;

    #[cfg_attr(hot, inline(always))]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<SimplexOutcome, Unsure> {
        let x = self.relative(lift);
        let times_scale = |x| self.body.times_scale(lift, x);
        if V == 3 && misses_ball_about_all(&x, self.domain, times_scale) == Ok(true) {
            return Ok(SimplexOutcome::Apart);
        }
        let mut shared = SharedTerms::new(x.borrowed(), self.domain);

        let mut slab = Slab::Within;
        if V >= 3
            && let Some(plane) = plane_of::<N, B, V>(shared.x)?
        {
            slab = match (self.domain, plane.g) {
                // On the whole line of time the path comes from the side opposite to its velocity.
                (TimeDomain::Always, Ok(g)) if g != Zero => Slab::Outside(-g),
                (TimeDomain::Always, Err(Unsure)) => return Err(Unsure),
                _ => slab_at_start(&shared.x.d[0], shared.x.r, &plane, B::IS_IN_WORLD)?,
            };
            if let Slab::Outside(side) = slab {
                if plane.g?.times(side) != Negative {
                    return Ok(SimplexOutcome::Apart);
                }
                if enters_face(&shared, &plane, side)? {
                    return Ok(SimplexOutcome::Contact(SimplexTouch::entering(
                        SidedFeature::face(side),
                    )));
                }
            }
            shared.plane = Some(plane);
        }
        let counts = shared.edges_that_count()?;
        if self.domain == TimeDomain::FromStart
            && !matches!(slab, Slab::Outside(_))
            && let Some(meeting) = at_start(&shared, slab, &counts)?
        {
            return Ok(meeting);
        }
        enters_edge_or_vertex(&shared, &counts, self.body.is_point())
    }
}

/// Returns the plane of a triangle, unless the triangle is degenerate.
#[cfg_attr(hot, inline(always))]
fn plane_of<N: Number, B: Body, const V: usize>(
    x: SimplexVectorsRef<'_, N, V>,
) -> Result<Option<TrianglePlane<N>>, Unsure> {
    let u = normal_of_face::<N, B, V>(x);
    let uu = squared(&u);
    if uu.sign()? != Positive {
        return Ok(None);
    }
    let g = dot(&u, x.v).sign();
    Ok(Some(TrianglePlane { length: uu.root(), g, u }))
}

/// Decides whether the path misses the ball about the centroid that contains all vertices, inflated
/// by `r`. Most paths do.
///
/// All lengths are multiplied by three, so that nothing is divided. With `M = 3 (C − G)` and `R`
/// the greatest `3 |Pᵢ − G|`, the path misses if `|M × V|² > (3r + R)² V·V`, or if it starts
/// outside of the ball and leads away.
#[cfg_attr(hot, inline(always))]
fn misses_ball_about_all<N: Number, const V: usize>(
    x: &SimplexVectors<N, V>,
    domain: TimeDomain,
    times_scale: impl Fn(N) -> N,
) -> Result<bool, Unsure> {
    let farthest = times_scale(times_scale(farthest_from_centroid(&x.e)));
    let r = x.r.plus(&x.r).plus(&x.r);
    misses_ball(&sum_of_three(&x.d), &r, &farthest, &x.v, domain)
}

/// Returns `D₀ + D₁ + D₂`.
#[cfg_attr(hot, inline(always))]
fn sum_of_three<N: Number, const V: usize>(d: &[Vector<N>; V]) -> Vector<N> {
    let [d0, d1, d2] = [0, 1, 2].map(|i| &d[i % V]);
    core::array::from_fn(|k| d0[k].plus(&d1[k]).plus(&d2[k]))
}

/// Returns the greatest `9 |Pᵢ − G|²` of a triangle with these edges.
#[cfg_attr(hot, inline(always))]
fn farthest_from_centroid<N: Number, const V: usize>(e: &[Vector<N>; V]) -> N {
    let from_centroid = |i: usize| -> N {
        let (before, after) = (&e[(i + 2) % V], &e[i]);
        squared(&core::array::from_fn(|k| before[k].minus(&after[k])))
    };
    from_centroid(0).or_greater(&from_centroid(1)).or_greater(&from_centroid(2))
}

/// Decides whether a point at the vector `m` from a centre, with the velocity `v`, misses the ball
/// of radius `r + √farthest`.
#[cfg_attr(hot, inline(always))]
fn misses_ball<N: Number>(
    m: &Vector<N>,
    r: &N,
    farthest: &N,
    v: &Vector<N>,
    domain: TimeDomain,
) -> Result<bool, Unsure> {
    // (r + R)² = s + 2 r R
    let (s, two_r, root) = (r.squared().plus(farthest), r.plus(r), farthest.root());
    let vv = squared(v);
    let line = squared(&cross(m, v)).minus(&s.times(&vv));
    if N::sign_with_root(&line, &two_r.times(&vv).negated(), &root)? == Positive {
        return Ok(true);
    }
    Ok(domain == TimeDomain::FromStart
        && dot(m, v).sign()? != Negative
        && N::sign_with_root(&squared(m).minus(&s), &two_r.negated(), &root)? == Positive)
}

/// The position of the centre at the start, relative to the slab of thickness `2r` about the plane
/// of the triangle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::contact) enum Slab {
    /// Inside of the slab, or the triangle has no plane.
    Within,
    /// On the boundary of the slab, on this side of the plane; zero if the slab is the plane
    /// itself.
    Boundary(Sign),
    /// Outside of the slab, on this side of the plane.
    Outside(Sign),
}

#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn slab_at_start<N: Number>(
    d: &Vector<N>,
    r: &N,
    plane: &TrianglePlane<N>,
    is_lifted: bool,
) -> Result<Slab, Unsure> {
    let h = dot(&plane.u, d);
    let side = match h.sign() {
        Ok(Zero) => {
            return Ok(if r.sign()? == Zero { Slab::Boundary(Zero) } else { Slab::Within });
        }
        Ok(side) => side,
        // The centre is so close to the plane that its side is uncertain. Then it is within the
        // slab, unless the slab is equally thin.
        Err(Unsure) => {
            let above = N::sign_with_root(&h, r, &plane.length)?;
            let below = N::sign_with_root(&h, &r.negated(), &plane.length)?;
            return if (above, below) == (Positive, Negative) {
                Ok(Slab::Within)
            } else {
                Err(Unsure)
            };
        }
    };
    let grown = if side == Negative { r.clone() } else { r.negated() };
    let beyond = match N::sign_with_root(&h, &grown, &plane.length) {
        Ok(sign) => sign.times(side),
        Err(Unsure) if is_lifted => across_an_axis(d, r, &plane.u)?,
        Err(Unsure) => return Err(Unsure),
    };
    Ok(match beyond {
        Positive => Slab::Outside(side),
        Zero => Slab::Boundary(side),
        Negative => Slab::Within,
    })
}

/// Returns the sign of `|D · U| − r √(U · U)` if the plane is normal to an axis, so that the ball
/// may rest on it. It is the sign of `|Dₖ| − r`, whose terms are lifted numbers.
#[cold]
#[inline(never)]
fn across_an_axis<N: Number>(d: &Vector<N>, r: &N, u: &Vector<N>) -> CertainSign {
    let zero = u.each_ref().map(|x| x.sign() == Ok(Zero));
    let k = match zero {
        [false, true, true] => 0,
        [true, false, true] => 1,
        [true, true, false] => 2,
        _ => return Err(Unsure),
    };
    let far = if d[k].sign()? == Negative { d[k].negated() } else { d[k].clone() };
    N::lifted_dot(&[far, r.clone()], &[N::one(), N::one().negated()]).sign()
}

/// For a start outside of the slab, decides whether the path enters the slab over the interior of
/// the face.
///
/// The path does so if `r w − s τ √u > 0` for each edge, where `w = (E × U) · V`.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn enters_face<N: Number, const V: usize>(
    shared: &SharedTerms<'_, N, V>,
    plane: &TrianglePlane<N>,
    side: Sign,
) -> Result<bool, Unsure> {
    let mut conditions = Conditions::new();
    for i in 0..V {
        if conditions.fail(shared.left_of_edge(i, plane, side), is_positive) {
            return Ok(false);
        }
    }
    conditions.then(true)
}

/// Returns the outcome if it is settled at time zero: an overlap, a touch, or that the two separate
/// for good.
#[cfg_attr(hot, inline(always))]
fn at_start<N: Number, const V: usize>(
    shared: &SharedTerms<'_, N, V>,
    slab: Slab,
    counts: &[bool; V],
) -> Result<Option<SimplexOutcome>, Unsure> {
    let SharedTerms { x, rr, .. } = shared;
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
                Slab::Within => return Ok(Some(SimplexOutcome::Overlap(()))),
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
            Negative => return Ok(Some(SimplexOutcome::Overlap(()))),
            Zero if touched.is_none() => {
                touched = Some((SidedFeature::vertex(i), dot(x.v, &x.d[i]).sign()));
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
            Negative => return Ok(Some(SimplexOutcome::Overlap(()))),
            _ if touched.is_none() => {
                touched = Some((SidedFeature::edge(i), dot(&cross(e, x.v), &e_cross_d).sign()));
            }
            _ => {}
        }
    }
    if let Some((place, along)) = touched {
        return Ok(Some(SimplexOutcome::Contact(SimplexTouch::at_start(
            place,
            approach_of(along?),
        ))));
    }
    match (slab, &shared.plane) {
        (Slab::Boundary(side), Some(plane)) if plane.g?.times(side) == Positive => {
            Ok(Some(SimplexOutcome::Apart))
        }
        _ => Ok(None),
    }
}

/// Returns a touch of a sphere that rests on the face. A point on the face has come from the side
/// opposite to its velocity.
#[cfg_attr(hot, inline(always))]
fn touch_face<N: Number>(plane: &TrianglePlane<N>, side: Sign) -> Result<SimplexOutcome, Unsure> {
    let g = plane.g?;
    let side = if side == Zero { -g } else { side };
    Ok(SimplexOutcome::Contact(SimplexTouch::at_start(
        SidedFeature::face(side),
        approach_of(g.times(side)),
    )))
}

/// For a start outside of the inflated simplex, decides which edge or vertex is reached first.
///
/// A transversal entry into a convex set is unique. So the first entry that is certain is the
/// answer, whatever is uncertain about the other features. A path that only grazes has candidates
/// with rational times, of which the earliest counts.
#[cfg_attr(hot, inline(always))]
fn enters_edge_or_vertex<N: Number, const V: usize>(
    shared: &SharedTerms<'_, N, V>,
    counts: &[bool; V],
    is_point: bool,
) -> Result<SimplexOutcome, Unsure> {
    let x = &shared.x;
    let mut unsure = false;
    let mut earliest: Option<(SidedFeature, N, N)> = None;

    for i in (0..edge_count(V)).filter(|&i| counts[i]) {
        match shared.enters_edge(i) {
            Ok(PieceOutcome::Misses) => {}
            Ok(PieceOutcome::Enters) => {
                return Ok(SimplexOutcome::Contact(SimplexTouch::entering(SidedFeature::edge(i))));
            }
            Ok(PieceOutcome::Grazes) => {
                let e_cross_v = cross(&x.e[i], x.v);
                let b = dot(&e_cross_v, &cross(&x.e[i], &x.d[i]));
                keep_earlier(
                    &mut earliest,
                    (SidedFeature::edge(i), b.negated(), squared(&e_cross_v)),
                )?;
            }
            Err(Unsure) => unsure = true,
        }
    }
    let vv = squared(x.v);
    // For a degenerate triangle only the ends of the edge that counts are tried: the other vertex
    // lies on that edge, and one entry would have two names.
    let ends_an_edge = |i: &usize| V == 1 || counts[*i] || counts[(*i + V - 1) % V];
    for i in (0..V).filter(ends_an_edge) {
        match shared.enters_vertex(i, &vv) {
            Ok(PieceOutcome::Misses) => {}
            Ok(PieceOutcome::Enters) => {
                return Ok(SimplexOutcome::Contact(SimplexTouch::entering(SidedFeature::vertex(
                    i,
                ))));
            }
            Ok(PieceOutcome::Grazes) => {
                let b = dot(x.v, &x.d[i]);
                keep_earlier(&mut earliest, (SidedFeature::vertex(i), b.negated(), vv.clone()))?;
            }
            Err(Unsure) => unsure = true,
        }
    }
    if unsure {
        return Err(Unsure);
    }
    let graze = |(place, ..): (SidedFeature, N, N)| {
        SimplexOutcome::Contact(SimplexTouch::grazing(place, is_point))
    };
    Ok(earliest.map_or(SimplexOutcome::Apart, graze))
}

/// Keeps the smaller of two fractions; the first one if they are equal.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn keep_earlier<P, N: Number>(
    earliest: &mut Option<(P, N, N)>,
    (place, numerator, denominator): (P, N, N),
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
