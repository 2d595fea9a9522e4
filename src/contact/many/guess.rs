//! Where balls may touch triangles: guesses, and what becomes of them.

use super::waiting::Waiting;
use super::{NOWHERE, NUMBERS, Seen, cross, dot, less3, vector};
use crate::contact::answer::Answer;
use crate::contact::body::ball;
use crate::contact::cast::{Answered, ask};
use crate::contact::course::Course;
use crate::contact::driver::is_too_late;
use crate::contact::obstacle::sealed::Meets;
use crate::contact::simplex::{
    Entering, Guess, KINDS, SimplexCast, Touch, contact_of, simplex_cast,
};
use crate::number::{Effort, Eight, Scaled, decide_at_once, has_four};
use crate::shape::{Moving, Scalar, Sphere, Triangle};

/// The smaller root of `a t² + 2 b t + c`, and where it is an entry to come.
#[inline(always)]
fn entry<E: Eight>(a: E, b: E, c: E) -> (E, E) {
    let zero = E::splat(0.0);
    let beta = b.times(b).minus(a.times(c));
    let time = zero.minus(b).minus(beta.or_greater(zero).root()).over(a);
    (time, zero.below(beta).and(b.below(zero)).and(zero.below(c)))
}

/// Where a ball may touch: at the vertex, the edge or the face whose piece of the boundary is
/// entered over it, by (1.3) to (1.5).
#[inline(always)]
pub(super) fn place<E: Eight>(pair: &[E; NUMBERS]) -> E {
    let (center, r, v) = (vector(pair, 0), pair[3], vector(pair, 4));
    let (zero, rr, vv) = (E::splat(0.0), r.times(r), dot(v, v));
    let number = |n: u8| E::splat(f32::from(n));
    let mut guess = E::splat(NOWHERE);
    // From each vertex to the centre, and to the next vertex.
    let (b, c) = (vector(pair, 7), vector(pair, 10));
    let d = [center, less3(center, b), less3(center, c)];
    let e = [b, less3(c, b), less3([zero; 3], c)];
    let (mut dd, mut dv, mut ee, mut ed, mut ev) =
        ([zero; 3], [zero; 3], [zero; 3], [zero; 3], [zero; 3]);
    for i in 0..3 {
        (dd[i], dv[i], ee[i]) = (dot(d[i], d[i]), dot(d[i], v), dot(e[i], e[i]));
        (ed[i], ev[i]) = (dot(e[i], d[i]), dot(e[i], v));
    }
    for i in 0..3 {
        let (time, is_entry) = entry(vv, dv[i], dd[i].minus(rr));
        let before = (i + 2) % 3;
        let is_before = ed[i].plus(time.times(ev[i])).below(zero);
        let is_behind = ee[before].below(ed[before].plus(time.times(ev[before])));
        let is_here = is_entry.and(is_before).and(is_behind);
        guess = number(Guess::VERTICES + i as u8).where_set(is_here, guess);
    }
    // The normal, and those of the edges within the plane, outwards.
    let u = cross(e[0], e[1]);
    let (h, g, size) = (dot(u, center), dot(u, v), dot(u, u).root());
    let is_above = zero.below(h);
    let height = h.absolute().minus(r.times(size));
    let sink = zero.minus(g).where_set(is_above, g);
    let sunk = height.over(sink);
    let mut is_inside = zero.below(height).and(zero.below(sink));
    for i in 0..3 {
        let a = ee[i].times(vv).minus(ev[i].times(ev[i]));
        let b = ee[i].times(dv[i]).minus(ev[i].times(ed[i]));
        let c = ee[i].times(dd[i].minus(rr)).minus(ed[i].times(ed[i]));
        let (time, is_entry) = entry(a, b, c);
        let along = ed[i].plus(time.times(ev[i]));
        let out = cross(e[i], u);
        let (away, speed) = (dot(out, d[i]), dot(out, v));
        let is_over = zero.below(along).and(along.below(ee[i]));
        let is_outside = zero.below(away.plus(time.times(speed)));
        let is_here = is_entry.and(is_over).and(is_outside);
        guess = number(Guess::EDGES + i as u8).where_set(is_here, guess);
        is_inside = is_inside.and(away.plus(sunk.times(speed)).below(zero));
    }
    number(Guess::FACE).where_set(is_inside, guess)
}

/// Answers a block, four at a time where they touch in the same way.
#[inline(never)]
pub(super) fn answer<'a, T: Scalar>(
    pairs: usize,
    pair: &dyn Fn(usize) -> (&'a Moving<Triangle<T>>, &'a Moving<Sphere<T, 3>>),
    seen: &Seen,
    put: &mut dyn FnMut(usize, Answer<T, 3>),
) {
    let alone = |i: usize| {
        let (triangle, sphere) = pair(i);
        triangle.meet(sphere, &mut Effort::default())
    };
    let mut waiting = [const { Waiting::NONE }; KINDS];
    let tell = |waiting: &mut Waiting<Entering<3>, Touch, 10>, put: &mut dyn FnMut(_, _)| {
        waiting.tell(|i, touch, numbers| {
            let answer = match numbers {
                // What enters has a normal: a point does so through a face.
                Some(numbers) => Answer::Contact(contact_of(numbers, true, touch)),
                None => alone(i),
            };
            put(i, answer);
        });
    };
    // Of single precision the first kind of number tells them, which costs less.
    let in_fours = T::PRECISION == f64::MANTISSA_DIGITS && has_four();
    for i in seen.rest(pairs) {
        let (triangle, sphere) = pair(i);
        let sphere = &sphere.towards_rounded(triangle.rounding());
        let (vertices, course) = (triangle.shape().vertices(), Course::of(sphere, triangle));
        let scaled = Scaled::new(simplex_cast(sphere, ball(sphere), vertices, course));
        let Some(Some(touch)) = decide_at_once(&ask(&scaled, Guess(seen.guess(i)))) else {
            put(i, alone(i));
            continue;
        };
        let effort = &mut Effort::default();
        if is_too_late(&scaled, touch, triangle.end_with(sphere), effort) {
            put(i, Answer::None);
            continue;
        }
        match Entering::kind(&scaled, &touch) {
            Some(kind) if in_fours => {
                if waiting[kind].put(Entering::of(&scaled.inputs, &touch), i, touch) {
                    tell(&mut waiting[kind], put);
                }
            }
            _ => put(i, Answer::Contact(SimplexCast::contact(&scaled, touch, effort))),
        }
    }
    for waiting in &mut waiting {
        tell(waiting, put);
    }
}
