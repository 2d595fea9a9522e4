//! A character: it walks on floors, climbs stairs, sticks to the floor, falls and jumps.
//!
//! Thin above `advance` and `slide`: each leg is one of theirs, and so is free. What stands here
//! chooses directions. Its options, its state and the answer of a step have files of their own.

use super::advance::{Advance, advance, last_place};
use super::clip::{along, between, clipped, dot, finite_float, norm, tidy, unit};
use super::normals::Normals;
use super::recover::{Recover, recover};
use super::ride::{Ride, ride};
use super::slide::{Guide, Met, NOWHERE, SlideOptions, slide_as};
use super::slope::is_at_most;
use super::world::{Around, Numbered, World, axis_of};
use crate::contact::{Answer, Contact, Obstacle, Overlap};
use crate::number::{compiled, sqrt};
use crate::shape::{Capsule, InputError, Moving, RoundBody, Scalar, finite, length};
use alloc::vec::Vec;

mod options;
mod state;
mod step;

pub use options::WalkerOptions;
pub use state::{WalkerFloor, WalkerState};
use step::Memory;
pub use step::Step;

/// A character: a capsule that does not turn, with what it stands on and how it flies.
///
/// # What is promised
/// Each leg of each [step](Self::step) is an [advance](Capsule::advance): *it is free, and so is
/// each place at its end, decided exactly*. So no number of steps in a world at rest ends in
/// overlap or leads through anything. Whether a surface is a floor is decided exactly as well, by
/// its angle. The same steps lead to the same places on every machine.
///
/// All else is behaviour, which floats steer: which way it slides, when it climbs a step, how it
/// sticks to the floor.
///
/// # Examples
/// ```
/// use tangency::{AlignedBox, Capsule, Scene, Walker, WalkerOptions};
/// let mut level = Scene::new();
/// level.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?);
/// level.insert(AlignedBox::new([2.0, -9.0, 0.0], [9.0, 9.0, 0.25])?);
/// let level = level.for_capsules().unwrap();
///
/// let mut options = WalkerOptions::default();
/// (options.step_height, options.snap_distance) = (0.5, 0.5);
/// let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5)?;
/// let mut hero = Walker::new(body, options)?;
/// for _ in 0..40 {
///     hero.velocity[2] -= 0.01;
///     hero.step([0.125, 0.0, 0.0], &level)?;
/// }
/// // Up the step, and on along it.
/// assert_eq!(hero.position()[2], 0.75);
/// assert!(hero.floor().is_some() && hero.position()[0] > 4.5);
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("character controller", "kinematic character", "mover"))]
pub struct Walker<T> {
    body: Capsule<T, 3>,
    options: WalkerOptions<T>,
    /// How far it goes by itself in a step: it falls, or was thrown. The user adds gravity; a step
    /// takes away what floors, walls and ceilings stop.
    pub velocity: [T; 3],
    floor: Option<WalkerFloor<T>>,
    /// The displacement of the platform that carried it since the last step.
    carried: [T; 3],
}

/// How it sees what it meets.
#[derive(Clone, Copy, PartialEq)]
enum Gait {
    /// Too steep is a wall.
    Walking,
    /// Too steep is what it slides down.
    Flying,
}

/// A step as far as it has come: where it has led, and what was met.
struct Course<T> {
    body: Capsule<T, 3>,
    legs: Vec<[T; 3]>,
    contacts: Vec<Contact<T, 3, usize>>,
    seen: Seen<T>,
}

/// As what the surfaces count that were met.
struct Seen<T> {
    /// By the last slide.
    floor: Option<Contact<T, 3, usize>>,
    ceiling: Option<Contact<T, 3, usize>>,
    /// What is flat enough and not beneath the axis, with a flat base.
    perch: Option<Contact<T, 3, usize>>,
    /// Of all but floors, as what they count.
    normals: Normals<3>,
    /// The normal of the slope along which it goes.
    ground: Option<[f64; 3]>,
}

/// How far a course had come.
struct Mark<T> {
    body: Capsule<T, 3>,
    floor: Option<Contact<T, 3, usize>>,
    ceiling: Option<Contact<T, 3, usize>>,
    legs: usize,
    contacts: usize,
    normals: usize,
}

impl<T: Scalar> Course<T> {
    fn mark(&self) -> Mark<T> {
        let (legs, contacts) = (self.legs.len(), self.contacts.len());
        let Seen { floor, ceiling, normals, .. } = &self.seen;
        let (floor, ceiling) = (*floor, *ceiling);
        Mark { body: self.body, floor, ceiling, legs, contacts, normals: normals.len() }
    }
    /// As it was.
    fn return_to(&mut self, mark: Mark<T>) {
        self.body = mark.body;
        self.legs.truncate(mark.legs);
        self.contacts.truncate(mark.contacts);
        (self.seen.floor, self.seen.ceiling) = (mark.floor, mark.ceiling);
        self.seen.normals.truncate(mark.normals);
    }
    /// Without all that came before.
    fn forget_until(&mut self, mark: &Mark<T>) {
        self.legs.drain(..mark.legs);
        self.contacts.drain(..mark.contacts);
        self.seen.normals.forget(mark.normals);
    }
    /// How far it has led from a body.
    fn from(&self, start: &Capsule<T, 3>) -> [f64; 3] {
        between(&start.place(), &self.body.place())
    }
}

/// So many features that a step meets have room at once.
const FEATURES: usize = 16;

/// A world of walkers whose features are numbers.
type Level<'a, T> = dyn World<T, 3, Capsule<T, 3>, Feature = usize> + 'a;

/// A walker in its world.
struct Legs<'a, T: Scalar> {
    options: &'a WalkerOptions<T>,
    up: [f64; 3],
    world: &'a Level<'a, T>,
    /// How high the floor is on which it stands, if it walks.
    base: Option<f64>,
}

type Blocked<'a, T> = Met<'a, T, Capsule<T, 3>, usize, 3>;
/// Parts of the radius behind an edge, where what it bounds is looked at: if a ray meets a seam
/// there, another one does not.
const BEHIND: [f64; 3] = [0.125, 0.0625, 0.2];
/// Who climbs a step must get farther by this part of the way, which is more than rounding makes.
const GAIN: f64 = 1e-6;
/// What leans less than this counts as upright, to steer.
const UPRIGHT: f64 = 1e-9;

impl<T: Scalar> Legs<'_, T> {
    /// Whether something is flat enough, seen from where `up` is: a floor, or with `down` a
    /// ceiling.
    fn is_flat(
        &self,
        way: &Moving<Capsule<T, 3>>,
        contact: &Contact<T, 3, usize>,
        up: [T; 3],
    ) -> bool {
        is_at_most(self.options.max_slope, up, contact, || self.world.entry_exactly(way))
    }

    /// How high the lowest point of a body is that is there.
    fn foot(&self, body: &Capsule<T, 3>, place: &[f64; 3]) -> f64 {
        let lower = dot(&axis_of(body), &self.up).min(0.0);
        dot(place, &self.up) + lower - body.radius().widen()
    }

    /// Whether a point straight below or above another one, within a distance, is of a floor.
    fn is_floor_about(&self, at: &[f64; 3], above: f64, below: f64) -> bool {
        let from = along(at, &self.up, above).map(finite_float);
        let Ok(ray) = Capsule::with_axis(from, [T::ZERO; 3], T::ZERO) else { return false };
        let way = ray.way(along(&[0.0; 3], &self.up, -above - below).map(finite_float));
        match self.world.entry(&way) {
            Answer::Contact(contact) => self.is_flat(&way, &contact, self.options.up),
            _ => false,
        }
    }

    /// The same of a point so far aside from the one that is touched: as high as a floor through
    /// that may be there.
    fn goes_on(&self, point: &[f64; 3], aside: &[f64; 3], far: f64) -> bool {
        let high = far.abs() * (self.options.max_slope.widen() + 2.0 * UPRIGHT);
        self.is_floor_about(&along(point, aside, far), high, high)
    }

    /// Whether a floor is straight beneath one of these places, no lower than that. A place is so
    /// many radii from the axis towards what is touched, and along it.
    fn is_floor_beneath(
        &self,
        met: &Blocked<'_, T>,
        outward: &[f64; 3],
        places: &[[f64; 2]],
        lowest: f64,
    ) -> bool {
        let body = met.way.shape();
        let (center, axis) = (met.contact.center.map(T::widen), axis_of(body));
        let lower = along(&center, &axis, if dot(&axis, &self.up) < 0.0 { 1.0 } else { 0.0 });
        let ([a, b, c], [u, v, w], radius) = (self.up, *outward, body.radius().widen());
        let aside = [b * w - c * v, c * u - a * w, a * v - b * u];
        let place = |[towards, far]: &[f64; 2]| {
            along(&along(&lower, outward, -radius * towards), &aside, radius * far)
        };
        let below = dot(&lower, &self.up) - lowest;
        places.iter().map(place).any(|from| self.is_floor_about(&from, 0.0, below))
    }

    /// Whether what it touches is higher above the floor on which it stands than a step.
    fn is_too_high(&self, point: [T; 3], spare: f64) -> bool {
        let high = self.options.step_height.widen() * (1.0 + GAIN) + spare + rounding(point);
        self.base.is_some_and(|base| dot(&point.map(T::widen), &self.up) - base > high)
    }

    /// Whether it touches the edge of a step: of something flat, with a floor before it that is no
    /// farther down than it steps. On such an edge it stands, as steep as that may be: so it goes
    /// up and down stairs.
    fn is_stair(&self, met: &Blocked<'_, T>) -> bool {
        let level = self.level(&met.normal);
        let (Some(outward), beyond) = (unit(level), norm(&level)) else { return false };
        let (point, radius) = (met.contact.point.map(T::widen), met.way.shape().radius().widen());
        let options = self.options;
        let deep = options.step_height.widen().max(options.snap_distance.widen());
        let lowest = dot(&point, &self.up) - deep * (1.0 + GAIN) - rounding(met.contact.point);
        // From the axis to the edge; if one of the rays meets a seam, another one does not.
        let before = [0.0, 0.5 * beyond, beyond - BEHIND[0], beyond - BEHIND[1]];
        let aside = [0.0, BEHIND[1], 0.0, -BEHIND[0]];
        let places: [[f64; 2]; 4] = core::array::from_fn(|i| [before[i], aside[i]]);
        !self.is_too_high(met.contact.point, 0.0)
            && BEHIND.iter().any(|part| self.goes_on(&point, &outward, -radius * part))
            && self.is_floor_beneath(met, &outward, &places, lowest)
    }

    /// Whether it touches the edge of a step that is too high for it, though its round foot would
    /// roll over that.
    fn is_riser(&self, met: &Blocked<'_, T>) -> bool {
        let (point, radius) = (met.contact.point, met.way.shape().radius().widen());
        let Some(base) = self.base.filter(|_| self.is_too_high(point, GAIN * radius)) else {
            return false;
        };
        let Some(outward) = unit(self.level(&met.normal)) else { return false };
        let point = point.map(T::widen);
        // So near that a riser is higher than what goes on may be.
        let slope = self.options.max_slope.widen().max(1.0);
        let near = (0.25 * (dot(&point, &self.up) - base) / slope).min(radius * BEHIND[0]);
        ![1.0, 0.5, 1.6].iter().any(|part| self.goes_on(&point, &outward, near * part))
    }

    /// Whether it stands on what it touches, which is flat enough.
    fn holds(&self, met: &Blocked<'_, T>) -> bool {
        let Some(outward) = unit(self.level(&met.normal)).filter(|_| self.options.flat_base) else {
            return true;
        };
        let (body, slope) = (met.way.shape(), self.options.max_slope.widen());
        let (foot, radius) = (self.foot(body, &met.contact.center.map(T::widen)), body.radius());
        // A plane that is touched there is no farther below the middle of the foot.
        let far = radius.widen() * sqrt(1.0 + slope * slope) * (1.0 + GAIN);
        let places = [[0.0, 0.0], [GAIN, BEHIND[0]], [GAIN, -BEHIND[1]]];
        self.is_floor_beneath(met, &outward, &places, foot + radius.widen() - far)
    }

    /// Whether a floor is flat enough by itself, about: then it is walked along, else it is an
    /// edge.
    fn is_slope_about(&self, floor: &WalkerFloor<T>) -> bool {
        let normal = floor.normal.map(T::widen);
        let (upward, level) = (dot(&normal, &self.up), norm(&self.level(&normal)));
        level <= upward * self.options.max_slope.widen() + UPRIGHT
    }

    /// A vector without its part along `up`.
    fn level(&self, way: &[f64; 3]) -> [f64; 3] {
        along(way, &self.up, -dot(way, &self.up))
    }

    /// As what a surface counts. What it leads to is noted, and what is left of the way is bent
    /// where a floor or a ceiling does so.
    fn seen(
        &self,
        gait: Gait,
        met: &Blocked<'_, T>,
        rest: &mut [f64; 3],
        seen: &mut Seen<T>,
    ) -> [f64; 3] {
        let (normal, upward) = (met.normal, dot(&met.normal, &self.up));
        let falls = dot(rest, &self.up) < 0.0;
        let lands = gait == Gait::Flying && falls;
        let is_slope = upward > 0.0
            && self.is_flat(&met.way, met.contact, self.options.up)
            && !self.is_riser(met);
        let is_perch = is_slope && lands && !self.holds(met);
        if is_perch {
            seen.perch = Some(*met.contact);
        }
        if (is_slope && !is_perch) || (lands && upward > 0.0 && self.is_stair(met)) {
            seen.floor = Some(*met.contact);
            if lands {
                *rest = self.level(rest);
            }
            if is_slope && !is_perch {
                // As far as before, seen from above.
                let into = dot(rest, &normal);
                *rest = along(rest, &self.up, (-into / upward).max(0.0));
                seen.ground = Some(normal);
                return normal;
            }
            return self.wall(&normal);
        }
        let down = self.options.up.map(|u| T::nearest(-u.widen()));
        if upward < 0.0 && self.is_flat(&met.way, met.contact, down) {
            seen.ceiling = Some(*met.contact);
            if !falls {
                *rest = self.level(rest);
            }
        }
        let slid = along(rest, &normal, -dot(rest, &normal));
        let climbs = dot(&slid, &self.up) > dot(rest, &self.up).max(0.0);
        let counts_as = if gait == Gait::Walking || climbs { self.wall(&normal) } else { normal };
        seen.normals.push(counts_as);
        counts_as
    }

    /// A surface as if it stood upright, unless it lies.
    fn wall(&self, normal: &[f64; 3]) -> [f64; 3] {
        let level = self.level(normal);
        if norm(&level) > UPRIGHT { unit(level).unwrap_or(*normal) } else { *normal }
    }

    /// On along a way; what is left of it.
    fn slide(&self, course: &mut Course<T>, way: [f64; 3], gait: Gait) -> [f64; 3] {
        let options = SlideOptions { max_iterations: self.options.max_iterations };
        let Course { body, legs, contacts, seen } = course;
        (seen.floor, seen.perch) = (None, None);
        let mut walk = Walk { legs: self, gait, seen };
        let slid =
            slide_as(body, way.map(finite_float), self.world, options, (legs, contacts), &mut walk);
        *body = body.at(slid.position);
        slid.left.map(T::widen)
    }

    /// Along a way, and on along what is too steep, until it lands. If something holds it, the rest
    /// goes straight up or down: what holds it aside holds it neither up nor down. How far it has
    /// fallen.
    fn fly(&self, course: &mut Course<T>, way: [f64; 3]) -> f64 {
        let from = course.body;
        let left = self.slide(course, way, Gait::Flying);
        let rise = dot(&left, &self.up);
        if course.seen.floor.is_none() && rise != 0.0 && self.level(&left) != [0.0; 3] {
            self.slide(course, self.up.map(|u| rise * u), Gait::Flying);
        }
        self.fallen(course, &from)
    }

    /// How far down a course has led from a body.
    fn fallen(&self, course: &Course<T>, from: &Capsule<T, 3>) -> f64 {
        -dot(&course.from(from), &self.up)
    }

    /// Straight down, to a floor if there is one.
    fn descend(&self, course: &mut Course<T>, far: f64) {
        self.slide(course, along(&[0.0; 3], &self.up, -far), Gait::Flying);
    }

    /// Up a step, on, and down to what is there. Whether that is a floor.
    fn climb(&self, course: &mut Course<T>, way: [f64; 3], snap: f64) -> bool {
        let from = course.body;
        // From the floor on which it stands: on an edge its foot is below that.
        let foot = self.foot(&from, &from.place().map(T::widen));
        let sunk = self.base.map_or(0.0, |base| (base - foot).max(0.0));
        let high = self.options.step_height.widen() * (1.0 + GAIN) + sunk;
        let rise = advance(&from, self.up.map(|u| finite_float(high * u)), self.world);
        if matches!(rise, Advance::Overlap(_)) || rise.position() == from.place() {
            return false;
        }
        course.body = from.at(rise.position());
        course.legs.push(rise.position());
        let risen = dot(&course.from(&from), &self.up);
        self.slide(course, way, Gait::Walking);
        self.descend(course, risen + snap);
        // A round foot rolls over edges that are higher.
        course.seen.floor.as_ref().is_some_and(|floor| !self.is_too_high(floor.point, 0.0))
    }

    /// How far a way along a floor rises, so that it leads as far as asked for, seen from above.
    fn leaning(&self, way: &[f64; 3], floor: &[f64; 3]) -> f64 {
        let upward = dot(floor, &self.up);
        if upward > 0.0 { -dot(way, floor) / upward } else { 0.0 }
    }

    /// Along the floor, up and down steps. If the floor has ended: how far it has fallen, and how
    /// fast it went up there.
    fn walk(&self, course: &mut Course<T>, way: [f64; 3], floor: [f64; 3], fall: f64) -> [f64; 2] {
        let from = course.body;
        let snap = fall.max(self.options.snap_distance.widen());
        course.seen.ground = (dot(&floor, &self.up) > 0.0).then_some(floor);
        let leaning = self.leaning(&way, &floor);
        self.slide(course, along(&way, &self.up, leaning), Gait::Walking);
        let thrown = if course.seen.normals.is_empty() { leaning } else { 0.0 };
        if !course.seen.normals.is_empty() && self.options.step_height > T::ZERO {
            let progress = |course: &Course<T>| dot(&course.from(&from), &way);
            let enough = progress(course) + GAIN * dot(&way, &way);
            let walked = course.mark();
            (course.body, course.seen.ceiling) = (from, None);
            if self.climb(course, way, snap) && progress(course) > enough {
                course.forget_until(&walked);
                return [0.0; 2];
            }
            course.return_to(walked);
        }
        let walked = course.mark();
        self.descend(course, snap);
        // Who stands, stays: to the last bit.
        let here = walked.body.place();
        if norm(&course.from(&walked.body)) <= NOWHERE * last_place(here.into_iter()) {
            course.body = walked.body;
            course.legs.truncate(walked.legs);
        }
        if course.seen.floor.is_none() {
            let edge = walked.body;
            course.return_to(walked);
            self.descend(course, fall);
            return [self.fallen(course, &edge), thrown];
        }
        [0.0; 2]
    }
}

/// By how much heights of floors there may be off, where they are those of floats.
fn rounding<T: Scalar>(point: [T; 3]) -> f64 {
    4.0 * last_place(point.into_iter())
}

/// What surfaces leave of a velocity. They take no more of it than of the whole way, to which it
/// is a part: what leads along them with a wish is not stopped by them.
fn stopped(velocity: &[f64; 3], way: &[f64; 3], normals: &[[f64; 3]]) -> [f64; 3] {
    let taken = |from: &[f64; 3]| along(from, &clipped(from, normals), -1.0);
    let (most, of_way) = (norm(&taken(velocity)), norm(&taken(way)));
    if most <= of_way {
        return clipped(velocity, normals);
    }
    along(velocity, &taken(velocity), -of_way / most)
}

/// One slide of a step.
struct Walk<'s, 'l, T: Scalar> {
    legs: &'s Legs<'l, T>,
    gait: Gait,
    seen: &'s mut Seen<T>,
}

impl<T: Scalar> Guide<T, Capsule<T, 3>, usize, 3> for Walk<'_, '_, T> {
    fn seen_as(&mut self, met: &Blocked<'_, T>, rest: &mut [f64; 3]) -> [f64; 3] {
        self.legs.seen(self.gait, met, rest, self.seen)
    }

    /// What ends a way up a slope does not lead up there: it rises no more than the slope does on
    /// the way that is left.
    fn led(&self, way: [f64; 3]) -> [f64; 3] {
        // A way along its floor is computed, and so has dust.
        let way = tidy(way);
        let Some(ground) = self.seen.ground else { return way };
        let up = &self.legs.up;
        let (rise, level) = (dot(&way, up), self.legs.level(&way));
        let slope = (-dot(&level, &ground) / dot(&ground, up)).max(0.0);
        if rise > slope + GAIN * norm(&way) { along(&level, up, slope) } else { way }
    }
}

compiled! { <'a, 'b, T>
    fn compiled_step(
        walker: &'a mut Walker<T>,
        displacement: [T; 3],
        world: &'a Level<'b, T>,
        step: &'a mut Step<T, usize>,
    ) -> Result<(), InputError> {
        walker.step_in_level(displacement, world, step)
    }

    fn compiled_ride(
        walker: &'a mut Walker<T>,
        displacement: [T; 3],
        world: &'a Level<'b, T>,
    ) -> Result<Ride<T, 3, usize>, InputError> {
        walker.ride_in_level(displacement, world)
    }
}

impl<T: Scalar> Walker<T> {
    /// A walker in the air. The body is any capsule, mostly an upright one; it keeps its axis.
    ///
    /// # Errors
    /// A component of `up` that is not finite, or all of them zero; a slope, height or distance
    /// that is not finite or is negative; a capsule that is given by two ends whose difference is
    /// no float.
    pub fn new(body: Capsule<T, 3>, options: WalkerOptions<T>) -> Result<Self, InputError> {
        let options = options.checked()?;
        let (velocity, carried) = ([T::ZERO; 3], [T::ZERO; 3]);
        Ok(Self { body: body.carried()?, options, velocity, floor: None, carried })
    }

    /// Where it is: the end `a` of its axis.
    pub fn position(&self) -> [T; 3] {
        self.body.place()
    }
    /// Its body, where it is.
    pub fn body(&self) -> Capsule<T, 3> {
        self.body
    }
    /// What it can do.
    pub fn options(&self) -> &WalkerOptions<T> {
        &self.options
    }
    /// The floor on which it stands, as of the last step. Its [`feature`](Contact::feature) is in
    /// [`Step::floor`].
    pub fn floor(&self) -> Option<&WalkerFloor<T>> {
        self.floor.as_ref()
    }

    /// Everything that its next steps depend on, except for the options and the world.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Capsule, Walker, WalkerOptions};
    /// let floor = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?;
    /// let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5)?;
    /// let mut hero = Walker::new(body, WalkerOptions::default())?;
    /// let before = hero.state();
    /// hero.velocity = [0.0, 0.0, -0.01];
    /// hero.step([0.125, 0.0, 0.0], &floor)?;
    /// let after = hero.state();
    ///
    /// hero.restore(before)?;
    /// assert_eq!(hero.position(), [0.0, 0.0, 0.5]);
    /// hero.velocity = [0.0, 0.0, -0.01];
    /// hero.step([0.125, 0.0, 0.0], &floor)?;
    /// assert_eq!(hero.state(), after);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("save", "snapshot", "rollback"))]
    pub fn state(&self) -> WalkerState<T> {
        let (body, [_, axis]) = (self.body, self.body.b());
        let (velocity, carried, floor) = (self.velocity, self.carried, self.floor);
        let (position, radius) = (body.place(), body.radius());
        WalkerState { position, axis, radius, velocity, carried, floor }
    }

    /// Puts it into a state, its own or that of another walker: wherever that is, and whatever is
    /// there.
    ///
    /// # Errors
    /// A component that is not finite, a negative radius; then it is what it was.
    #[doc(alias("load", "rollback"))]
    pub fn restore(&mut self, state: WalkerState<T>) -> Result<(), InputError> {
        let WalkerState { position, axis, radius, velocity, carried, floor } = state;
        let position = finite(position, "walker.position")?;
        let axis = finite(axis, "walker.axis")?;
        let body = Capsule::with_axis(position, axis, length(radius, "walker.radius")?)?;
        let velocity = finite(velocity, "walker.velocity")?;
        let carried = finite(carried, "walker.carried")?;
        if let Some(WalkerFloor { point, normal }) = floor {
            finite(point, "walker.floor.point")?;
            finite(normal, "walker.floor.normal")?;
        }
        *self = Self { body, options: self.options, velocity, floor, carried };
        Ok(())
    }

    /// Puts it elsewhere, in the air, whatever is there. [`teleport_into`](Self::teleport_into)
    /// does so if there is room.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn teleport(&mut self, position: impl Into<[T; 3]>) -> Result<(), InputError> {
        self.body = self.body.at(finite(position.into(), "walker.position")?);
        (self.floor, self.carried) = (None, [T::ZERO; 3]);
        Ok(())
    }

    /// One step: by its velocity and by a displacement, where it wants to go in this step.
    ///
    /// If it stands on a floor and does not go up, it *walks*: along the floor, over what is flat
    /// enough, up steps, and down to the floor again, if that is near. What is too steep is a wall
    /// for it. Else it *flies*: along a straight way, and on along what is too steep, until it
    /// lands on a floor. To jump, give it a velocity up. A floor takes away its velocity down, a
    /// ceiling that up, a wall what leads into it.
    ///
    /// Where it leaves the floor over an edge, it goes on as fast as it went down there, and with
    /// what carried it: its velocity then has both.
    ///
    /// If it overlaps something as it begins, since the world has changed, it is first put to a
    /// [free place](Capsule::recover), if there is one within
    /// [`max_recovery`](WalkerOptions::max_recovery); else it does not move.
    ///
    /// The world is at rest. What moves in it would begin anew with each leg: see
    /// [`ride`](Self::ride) for platforms.
    ///
    /// # Errors
    /// A component that is not finite, of the displacement, the velocity or their sum.
    ///
    /// # Cost
    /// Standing some four [first entries](crate::Moving::first_entry), walking six to ten, at a
    /// step some twenty.
    pub fn step<O>(
        &mut self,
        displacement: impl Into<[T; 3]>,
        world: &O,
    ) -> Result<Step<T, O::Feature>, InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>>,
    {
        let mut step = Step::default();
        self.step_into(displacement, world, &mut step)?;
        Ok(step)
    }

    /// The same, into a step of before, whose memory is used again: after some steps none is asked
    /// for; in `f64` seldom, by a number that nearly vanishes.
    ///
    /// # Errors
    /// Those of [`step`](Self::step); then it is what it was.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Capsule, Step, Walker, WalkerOptions};
    /// let floor = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?;
    /// let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5)?;
    /// let mut hero = Walker::new(body, WalkerOptions::default())?;
    /// let mut step = Step::default();
    /// for _ in 0..60 {
    ///     hero.velocity[2] -= 0.01;
    ///     hero.step_into([0.125, 0.0, 0.0], &floor, &mut step)?;
    /// }
    /// assert!(step.floor.is_some() && hero.position() == [7.5, 0.0, 0.5]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn step_into<O>(
        &mut self,
        displacement: impl Into<[T; 3]>,
        world: &O,
        step: &mut Step<T, O::Feature>,
    ) -> Result<(), InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>>,
    {
        self.step_in(displacement.into(), &Around::<_, O::Feature>::new(world), step)
    }

    /// The same in any kind of world.
    pub(crate) fn step_in<W>(
        &mut self,
        displacement: [T; 3],
        world: &W,
        step: &mut Step<T, W::Feature>,
    ) -> Result<(), InputError>
    where
        W: World<T, 3, Capsule<T, 3>>,
    {
        let Memory { mut met, mut contacts } = core::mem::take(&mut step.memory);
        met.reserve(FEATURES);
        contacts.reserve(step.contacts.capacity());
        let world = Numbered::new(world, met);
        let legs = core::mem::take(&mut step.legs);
        let mut numbered = Step { legs, contacts, ..Step::default() };
        let result = compiled_step(self, displacement, &world, &mut numbered);
        let mut met = world.met();
        let Step { start, from, legs, mut contacts, floor, ceiling, .. } = numbered;
        step.legs = legs;
        if result.is_ok() {
            let named = |contact: Contact<T, 3, usize>| contact.map_feature(|i| met[i].clone());
            (step.start, step.from) = (start, from);
            step.contacts.clear();
            step.contacts.extend(contacts.drain(..).map(named));
            (step.floor, step.ceiling) = (floor.map(named), ceiling.map(named));
            step.is_wedged = numbered.is_wedged;
            step.platform_velocity = numbered.platform_velocity;
        }
        met.clear();
        step.memory = Memory { met, contacts };
        result
    }

    /// The same where features are numbers.
    fn step_in_level(
        &mut self,
        displacement: [T; 3],
        world: &Level<'_, T>,
        step: &mut Step<T, usize>,
    ) -> Result<(), InputError> {
        let wish = finite(displacement, "displacement")?;
        let velocity = finite(self.velocity, "walker.velocity")?;
        let sum = core::array::from_fn(|k| T::nearest(wish[k].widen() + velocity[k].widen()));
        let way = finite(sum, "walker.velocity")?.map(T::widen);
        step.legs.clear();
        step.contacts.clear();
        (step.floor, step.ceiling) = (None, None);
        (step.is_wedged, step.platform_velocity) = (false, [T::ZERO; 3]);
        step.start = self.recovered(world);
        if let Recover::Moved { position } = step.start {
            self.body = self.body.at(position);
        }
        step.from = self.position();
        let carried = core::mem::replace(&mut self.carried, [T::ZERO; 3]);
        if step.start == Recover::NotFound {
            self.floor = None;
            return Ok(());
        }
        // It has a direction, or there would be no walker.
        let up = unit(self.options.up.map(T::widen)).unwrap_or([0.0, 0.0, 1.0]);
        let base = self.floor.map(|floor| dot(&floor.point.map(T::widen), &up));
        let legs = Legs { options: &self.options, up, world, base };
        let rise = dot(&way, &up);
        let (ends, met) = (core::mem::take(&mut step.legs), core::mem::take(&mut step.contacts));
        let nothing =
            Seen { floor: None, ceiling: None, perch: None, normals: Normals::new(), ground: None };
        let mut course = Course { body: self.body, legs: ends, contacts: met, seen: nothing };
        let mut velocity = velocity.map(T::widen);
        let [fallen, thrown] = match &self.floor {
            Some(floor) if rise <= 0.0 => {
                let is_flat = legs.is_slope_about(floor);
                let normal = if is_flat { floor.normal.map(T::widen) } else { up };
                legs.walk(&mut course, legs.level(&way), normal, -rise)
            }
            _ => [Legs { base: None, ..legs }.fly(&mut course, way), 0.0],
        };
        let Seen { mut floor, ceiling, perch, normals, .. } = course.seen;
        let nowhere = NOWHERE * last_place(course.body.place().into_iter());
        let is_held = rise < 0.0 && fallen <= nowhere.max(-rise * GAIN);
        if floor.is_none() && is_held && !course.contacts.is_empty() {
            // Between two edges its flat base holds, though neither of them is beneath its axis.
            floor = perch;
            step.is_wedged = floor.is_none();
        }
        let rises = dot(&velocity, &up);
        if (floor.is_some() && rises < 0.0) || (ceiling.is_some() && rises > 0.0) {
            velocity = legs.level(&velocity);
        }
        velocity = stopped(&velocity, &way, &normals);
        if self.floor.is_some() && floor.is_none() {
            // It goes on as it went down along the floor that it leaves, and as that went.
            velocity = along(&velocity, &up, thrown.min(0.0));
            step.platform_velocity = carried;
            if self.options.inherit_velocity {
                velocity = along(&velocity, &carried.map(T::widen), 1.0);
            }
        }
        self.velocity = velocity.map(finite_float);
        self.body = course.body;
        self.floor = floor.as_ref().and_then(WalkerFloor::of);
        (step.legs, step.contacts) = (course.legs, course.contacts);
        (step.floor, step.ceiling) = (floor, ceiling);
        Ok(())
    }

    /// While the world moves, before a [step](Self::step) in the world as it then is: it goes along
    /// by a displacement, that of what it stands on, and is pushed by what runs into it.
    ///
    /// `moving` is the world of this moment, in which each thing that moves is on its
    /// [leg](crate::Item::between), from time 0 to 1. The walker's own leg, to where it then is,
    /// *enters nothing while all that moves*: that is decided exactly. If something is in its way
    /// it goes aside, if that is possible; else it is not moved, and the answer says by what it is
    /// crushed. If it overlaps something as it begins, it is first put to a free place, as in a
    /// [step](Self::step).
    ///
    /// If the next step leaves the floor, the displacement is added to the velocity, unless
    /// [that](WalkerOptions::inherit_velocity) is switched off.
    ///
    /// The world of the next step must be the one in which the legs end. A mesh is put there
    /// exactly, as its [instance](crate::Item::instance) has the end of the leg for its
    /// translation. Where coordinates are rounded instead, an overlap of some last bits may be
    /// left, which the step then ends.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Capsule, Item, Ride, Scene, Walker, WalkerOptions};
    /// // A lift, and what it becomes in a step.
    /// let lift = |z: f64| AlignedBox::new([-2.0, -2.0, z - 1.0], [2.0, 2.0, z]);
    /// let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5)?;
    /// let mut hero = Walker::new(body, WalkerOptions::default())?;
    ///
    /// let mut rising = Scene::new();
    /// rising.insert(Item::from(lift(0.0)?).between([0.0, 0.0, 0.0], [0.0, 0.0, 0.25])?);
    /// let ride = hero.ride([0.0, 0.0, 0.25], &rising.for_capsules().unwrap())?;
    /// assert_eq!(ride, Ride::Carried { position: [0.0, 0.0, 0.75] });
    ///
    /// let mut risen = Scene::new();
    /// risen.insert(lift(0.25)?);
    /// hero.velocity = [0.0, 0.0, -0.01];
    /// let step = hero.step([0.0; 3], &risen.for_capsules().unwrap())?;
    /// assert!(step.floor.is_some() && step.legs.is_empty());
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("moving platform", "lift", "elevator"))]
    pub fn ride<O>(
        &mut self,
        displacement: impl Into<[T; 3]>,
        moving: &O,
    ) -> Result<Ride<T, 3, O::Feature>, InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>>,
    {
        self.ride_in(displacement.into(), &Around::<_, O::Feature>::new(moving))
    }

    /// The same in any kind of world.
    pub(crate) fn ride_in<W>(
        &mut self,
        displacement: [T; 3],
        moving: &W,
    ) -> Result<Ride<T, 3, W::Feature>, InputError>
    where
        W: World<T, 3, Capsule<T, 3>>,
    {
        let world = Numbered::new(moving, Vec::new());
        let ride = compiled_ride(self, displacement, &world)?;
        let met = world.met();
        Ok(match ride {
            Ride::Carried { position } => Ride::Carried { position },
            Ride::Pushed { position, by } => Ride::Pushed { position, by: met[by].clone() },
            Ride::Crushed { by } => Ride::Crushed { by: met[by].clone() },
        })
    }

    /// The same where features are numbers.
    fn ride_in_level(
        &mut self,
        displacement: [T; 3],
        moving: &Level<'_, T>,
    ) -> Result<Ride<T, 3, usize>, InputError> {
        let displacement = finite(displacement, "displacement")?;
        let mut rode = ride(&self.body, displacement, moving);
        if let Ride::Crushed { by } = &rode
            && let Recover::Moved { position } = self.recovered(moving)
        {
            // It overlapped something as it began.
            let from = self.body.place();
            let off: [f64; 3] = between(&from, &position);
            let is_rounding = norm(&off) <= NOWHERE * last_place(position.into_iter().chain(from));
            rode = match ride(&self.body.at(position), displacement, moving) {
                Ride::Carried { position } if !is_rounding => Ride::Pushed { position, by: *by },
                other => other,
            };
        }
        match &rode {
            Ride::Carried { position } | Ride::Pushed { position, .. } => {
                (self.body, self.carried) = (self.body.at(*position), displacement);
            }
            Ride::Crushed { .. } => self.carried = [T::ZERO; 3],
        }
        Ok(rode)
    }

    /// A free place, if it overlaps something: no farther than it may be put, and seen from its
    /// axis behind nothing.
    fn recovered(&self, world: &Level<'_, T>) -> Recover<T, 3> {
        let found = recover(&self.body, world);
        let Recover::Moved { position } = found else { return found };
        let (from, [_, axis]) = (self.body.place(), self.body.b());
        let off: [f64; 3] = between(&from, &position);
        let is_near = norm(&off) <= self.options.max_recovery.widen() * self.body.radius().widen();
        let is_seen = || {
            let thin = Capsule::with_axis(from, axis, T::ZERO);
            thin.is_ok_and(|thin| world.entry(&thin.leg(position)).contact().is_none())
        };
        if is_near && is_seen() { found } else { Recover::NotFound }
    }

    /// Another body in the place of this one, if there is room for it: to crouch, to stand up, to
    /// be put elsewhere. That is decided exactly. If there is no room, it stays as it is, and the
    /// answer is what is in the way.
    ///
    /// It stands as before if the end `a` of its axis and its radius remain; else it is in the air.
    ///
    /// # Errors
    /// A capsule that is given by two ends whose difference is no float.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Capsule, Scene, Walker, WalkerOptions};
    /// // Under a ceiling at 1.5 it can crouch, and not stand up.
    /// let mut level = Scene::new();
    /// level.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?);
    /// level.insert(AlignedBox::new([2.0, -9.0, 1.5], [9.0, 9.0, 2.0])?);
    /// let level = level.for_capsules().unwrap();
    /// let tall = |x| Capsule::with_axis([x, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5);
    /// let small = |x| Capsule::with_axis([x, 0.0, 0.5], [0.0, 0.0, 0.25], 0.5);
    /// let mut hero = Walker::new(tall(0.0)?, WalkerOptions::default())?;
    /// assert_eq!(hero.set_body(small(0.0)?, &level)?, None);
    /// hero.step([4.0, 0.0, 0.0], &level)?;
    /// let in_the_way = hero.set_body(tall(4.0)?, &level)?.unwrap();
    /// assert_eq!(in_the_way.point[2], 1.5);
    /// assert_eq!(hero.body(), small(4.0)?);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("crouch", "stand up", "resize"))]
    pub fn set_body<O>(
        &mut self,
        body: Capsule<T, 3>,
        world: &O,
    ) -> Result<Option<Overlap<T, 3, O::Feature>>, InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>>,
    {
        self.set_body_in(body, &Around::<_, O::Feature>::new(world))
    }

    /// Puts it elsewhere, in the air, if there is room for it: that is decided exactly. Else it
    /// stays where it is, and the answer is what is in the way. Where it is already, it stands as
    /// before.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn teleport_into<O>(
        &mut self,
        position: impl Into<[T; 3]>,
        world: &O,
    ) -> Result<Option<Overlap<T, 3, O::Feature>>, InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>>,
    {
        self.teleport_into_in(position.into(), &Around::<_, O::Feature>::new(world))
    }

    /// [`teleport_into`](Self::teleport_into) in any kind of world.
    pub(crate) fn teleport_into_in<W>(
        &mut self,
        position: [T; 3],
        world: &W,
    ) -> Result<Option<Overlap<T, 3, W::Feature>>, InputError>
    where
        W: World<T, 3, Capsule<T, 3>>,
    {
        self.set_body_in(self.body.at(finite(position, "walker.position")?), world)
    }

    /// [`set_body`](Self::set_body) in any kind of world.
    pub(crate) fn set_body_in<W>(
        &mut self,
        body: Capsule<T, 3>,
        world: &W,
    ) -> Result<Option<Overlap<T, 3, W::Feature>>, InputError>
    where
        W: World<T, 3, Capsule<T, 3>>,
    {
        let body = body.carried()?;
        let overlap = world.overlap(body);
        if overlap.is_none() {
            if (body.place(), body.radius()) != (self.body.place(), self.body.radius()) {
                (self.floor, self.carried) = (None, [T::ZERO; 3]);
            }
            self.body = body;
        }
        Ok(overlap)
    }
}
