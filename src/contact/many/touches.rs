//! Balls that touch triangles: where, as is seen at a glance, and then the numbers of four touches
//! of one kind at once.

use super::Seen;
use super::waiting::Waiting;
use crate::contact::answer::Answer;
use crate::contact::body::ball;
use crate::contact::cast::{Answered, Cast, Meeting};
use crate::contact::course::Course;
use crate::contact::driver::is_too_late;
use crate::contact::obstacle::sealed::Meets;
use crate::contact::simplex::{Entering, KINDS, SimplexCast, Touch, contact_of, simplex_cast};
use crate::number::{Effort, Scaled};
use crate::shape::{Moving, Scalar, Sphere, Triangle};

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
    let in_fours = T::PRECISION == f64::MANTISSA_DIGITS;
    for i in seen.rest(pairs) {
        let (triangle, sphere) = pair(i);
        let sphere = &sphere.towards_rounded(triangle.rounding());
        let (vertices, course) = (triangle.shape().vertices(), Course::of(sphere, triangle));
        let scaled = Scaled::new(simplex_cast(sphere, ball(sphere), vertices, course));
        let Some(Meeting::Contact(touch)) = scaled.inputs.seen() else {
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
