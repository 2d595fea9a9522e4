//! Balls that touch triangles: the numbers of four touches of one kind, computed together.
//!
//! The code of a measure that is evaluated over four lanes may only lift given floats, change their
//! sign and compare them with zero or with each other (`number/columns.rs`). Contacts straight
//! before a face that is normal to an axis need more, so their numbers are computed alone.

use super::BlockResults;
use super::waiting::WaitingProblems;
use crate::contact::answer::Answer;
use crate::contact::body::ball;
use crate::contact::cast::{CastOutcome, TimeEquation, decide_cast};
use crate::contact::driver::{self, is_too_late};
use crate::contact::obstacle::sealed::{Meets, Only};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::simplex::{Entering, KINDS, SimplexTouch, contact_of, simplex_cast};
use crate::number::{Effort, Scaled};
use crate::shape::{Moving, Scalar, Sphere, Triangle};

/// Answers a block, four touches of the same kind at a time.
#[inline(never)]
pub(super) fn answer<'a, T: Scalar>(
    pairs: usize,
    pair: &dyn Fn(usize) -> (&'a Moving<Triangle<T>>, &'a Moving<Sphere<T, 3>>),
    results: &BlockResults,
    put: &mut dyn FnMut(usize, Answer<T, 3>),
) {
    let alone = |i: usize| {
        let (triangle, sphere) = pair(i);
        triangle.meet(sphere, Only::Contacts, &mut Effort::default())
    };
    let mut waiting = [const { WaitingProblems::NONE }; KINDS];
    let tell = |waiting: &mut WaitingProblems<Entering<3>, SimplexTouch, 10>,
                put: &mut dyn FnMut(_, _)| {
        waiting.tell(|i, touch, numbers| {
            let answer = match numbers {
                // A contact at which the body enters has a normal: a point enters through a face.
                Some(numbers) => Answer::Contact(contact_of(*numbers, true, touch)),
                None => alone(i),
            };
            put(i, answer);
        });
    };
    // In single precision the first kind of number is certain, and costs less.
    let in_fours = T::PRECISION == f64::MANTISSA_DIGITS;
    for i in results.rest(pairs) {
        let (triangle, sphere) = pair(i);
        let sphere = &sphere.towards_inflated(triangle.inflation());
        let (vertices, motion) =
            (triangle.shape().vertices(), RelativeMotion::of(sphere, triangle));
        let scaled = Scaled::new(simplex_cast(sphere, ball(sphere), vertices, motion));
        let effort = &mut Effort::default();
        let (meeting, end) = (decide_cast(&scaled, effort), triangle.end_with(sphere).widened());
        if in_fours
            && let CastOutcome::Contact(touch @ SimplexTouch { when: TimeEquation::Enters, .. }) =
                meeting
            && let Some(kind) = Entering::kind(&scaled, &touch)
        {
            if is_too_late(&scaled, touch, end, effort) {
                put(i, Answer::None);
            } else if waiting[kind].put(Entering::of(&scaled.inputs, &touch), i, touch) {
                tell(&mut waiting[kind], put);
            }
            continue;
        }
        put(i, driver::answer(&scaled, meeting, end, effort));
    }
    for waiting in &mut waiting {
        tell(waiting, put);
    }
}
