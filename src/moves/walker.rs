//! A character: it walks on floors, climbs stairs, sticks to the floor, falls and jumps.
//!
//! Thin above `advance` and `slide`: each leg is one of theirs, and so is free. What stands here
//! chooses directions.

use super::advance::{Advance, advance, last_place};
use super::clip::{along, clipped, dot, finite_float, norm, unit};
use super::normals::Normals;
use super::recover::{Recover, recover};
use super::ride::{Ride, ride};
use super::slide::{Guide, Met, NOWHERE, SlideOptions, slide_as};
use super::slope::is_at_most;
use super::world::{Around, Carried, World, axis_of};
use crate::contact::{Answer, Contact, Obstacle};
use crate::shape::{Capsule, InputError, Moving, Problem, Scalar, finite, length};
use alloc::vec::Vec;

/// What a walker can do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkerOptions<T> {
    /// Against gravity: a vector of any length.
    pub up: [T; 3],
    /// How much a floor rises at most for each unit along it: the tangent of its angle, 1 for 45°.
    /// What rises by just as much is a floor, what is steeper is none; that is decided exactly.
    pub max_slope: T,
    /// How high a step it climbs; 0 for none.
    pub step_height: T,
    /// How far below it the floor may be if it is to stay on it, walking down; 0 for not at all.
    pub snap_distance: T,
    /// How many legs at most in one slide, of which a step has a few.
    pub max_iterations: usize,
}

impl<T: Scalar> Default for WalkerOptions<T> {
    fn default() -> Self {
        let up = [T::ZERO, T::ZERO, T::ONE];
        let max_iterations = SlideOptions::default().max_iterations;
        Self { up, max_slope: T::ONE, step_height: T::ZERO, snap_distance: T::ZERO, max_iterations }
    }
}

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
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("character controller", "kinematic character", "mover"))]
pub struct Walker<T, F> {
    body: Capsule<T, 3>,
    options: WalkerOptions<T>,
    /// How far it goes by itself in a step: it falls, or was thrown. The user adds gravity; a step
    /// takes away what floors, walls and ceilings stop.
    pub velocity: [T; 3],
    floor: Option<Contact<T, 3, F>>,
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<T, F> {
    /// Whether it overlapped nothing as it began; else where it was put, if that was found. If not,
    /// it did not move.
    pub start: Recover<T, 3>,
    /// Where its legs begin.
    pub from: [T; 3],
    /// Their ends, in order.
    pub legs: Vec<[T; 3]>,
    /// What blocked it, in order; each time is a part of what was tried then.
    pub contacts: Vec<Contact<T, 3, F>>,
    /// On what it then stands.
    pub floor: Option<Contact<T, 3, F>>,
    /// On what it has knocked its head: as flat as a floor, seen from below.
    pub ceiling: Option<Contact<T, 3, F>>,
}

/// No step was taken, and there is no memory yet: what [`Walker::step_into`] writes to.
impl<T: Scalar, F> Default for Step<T, F> {
    fn default() -> Self {
        let (legs, contacts) = (Vec::new(), Vec::new());
        let (start, from) = (Recover::Free, [T::ZERO; 3]);
        Self { start, from, legs, contacts, floor: None, ceiling: None }
    }
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
struct Course<T, F> {
    body: Capsule<T, 3>,
    legs: Vec<[T; 3]>,
    contacts: Vec<Contact<T, 3, F>>,
    seen: Seen<T, F>,
}

/// As what the surfaces count that were met.
struct Seen<T, F> {
    /// By the last slide.
    floor: Option<Contact<T, 3, F>>,
    ceiling: Option<Contact<T, 3, F>>,
    /// Of all but floors, as what they count.
    normals: Normals<3>,
    /// The normal of the slope along which it goes.
    ground: Option<[f64; 3]>,
}

/// How far a course had come.
struct Mark<T, F> {
    body: Capsule<T, 3>,
    floor: Option<Contact<T, 3, F>>,
    ceiling: Option<Contact<T, 3, F>>,
    legs: usize,
    contacts: usize,
    normals: usize,
}

impl<T: Scalar, F: Clone> Course<T, F> {
    fn mark(&self) -> Mark<T, F> {
        let (legs, contacts) = (self.legs.len(), self.contacts.len());
        let Seen { floor, ceiling, normals, .. } = &self.seen;
        let (floor, ceiling) = (floor.clone(), ceiling.clone());
        Mark { body: self.body, floor, ceiling, legs, contacts, normals: normals.len() }
    }
    /// As it was.
    fn return_to(&mut self, mark: Mark<T, F>) {
        self.body = mark.body;
        self.legs.truncate(mark.legs);
        self.contacts.truncate(mark.contacts);
        (self.seen.floor, self.seen.ceiling) = (mark.floor, mark.ceiling);
        self.seen.normals.truncate(mark.normals);
    }
    /// Without all that came before.
    fn forget_until(&mut self, mark: &Mark<T, F>) {
        self.legs.drain(..mark.legs);
        self.contacts.drain(..mark.contacts);
        self.seen.normals.forget(mark.normals);
    }
    /// How far it has led from a body.
    fn from(&self, start: &Capsule<T, 3>) -> [f64; 3] {
        let (to, from) = (self.body.place(), start.place());
        core::array::from_fn(|k| to[k].widen() - from[k].widen())
    }
}

/// A walker in its world.
struct Legs<'a, T, W> {
    options: &'a WalkerOptions<T>,
    up: [f64; 3],
    world: &'a W,
}

type Blocked<'a, T, F> = Met<'a, T, Capsule<T, 3>, F, 3>;
/// Parts of the radius behind an edge, where what it bounds is looked at: if a ray meets a seam
/// there, another one does not.
const BEHIND: [f64; 3] = [0.125, 0.0625, 0.2];
/// Who climbs a step must get farther by this part of the way, which is more than rounding makes.
const GAIN: f64 = 1e-6;
/// What leans less than this counts as upright, to steer.
const UPRIGHT: f64 = 1e-9;

impl<T: Scalar, W: World<T, 3, Capsule<T, 3>>> Legs<'_, T, W> {
    /// Whether something is flat enough, seen from where `up` is: a floor, or with `down` a
    /// ceiling.
    fn is_flat(
        &self,
        way: &Moving<Capsule<T, 3>>,
        contact: &Contact<T, 3, W::Feature>,
        up: [T; 3],
    ) -> bool {
        is_at_most(self.options.max_slope, up, contact, || self.world.entry_exactly(way))
    }

    /// How high the lowest point of a body is that is there.
    fn foot(&self, body: &Capsule<T, 3>, place: &[f64; 3]) -> f64 {
        let lower = dot(&axis_of(body), &self.up).min(0.0);
        dot(place, &self.up) + lower - body.radius().widen()
    }

    /// Whether it stands on the edge of something flat that is no higher above its feet than a
    /// step: as it stands on stairs.
    fn is_ledge(&self, met: &Blocked<'_, T, W::Feature>) -> bool {
        let (contact, body) = (met.contact, met.way.shape());
        let (point, center) = (contact.point.map(T::widen), contact.center.map(T::widen));
        let radius = body.radius().widen();
        let foot = self.foot(body, &center);
        let Some(inward) = unit(self.level(&met.normal)) else { return false };
        if dot(&point, &self.up) - foot > self.options.step_height.widen() {
            return false;
        }
        BEHIND.iter().any(|part| {
            let far = radius * part;
            let high = far * (self.options.max_slope.widen() + UPRIGHT) + far * UPRIGHT;
            let above = along(&along(&point, &inward, -far), &self.up, high);
            let Ok(ray) = Capsule::with_axis(above.map(finite_float), [T::ZERO; 3], T::ZERO) else {
                return false;
            };
            let way = ray.way(self.up.map(|u| finite_float(-2.0 * high * u)));
            match self.world.entry(&way) {
                Answer::Contact(contact) => self.is_flat(&way, &contact, self.options.up),
                _ => false,
            }
        })
    }

    /// Whether a floor is flat enough by itself, about: then it is walked along, else it is an
    /// edge.
    fn is_slope_about(&self, floor: &Contact<T, 3, W::Feature>) -> bool {
        let Some(normal) = floor.normal.map(|n| n.map(T::widen)) else { return false };
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
        met: &Blocked<'_, T, W::Feature>,
        rest: &mut [f64; 3],
        seen: &mut Seen<T, W::Feature>,
    ) -> [f64; 3] {
        let (normal, upward) = (met.normal, dot(&met.normal, &self.up));
        let falls = dot(rest, &self.up) < 0.0;
        let is_slope = upward > 0.0 && self.is_flat(&met.way, met.contact, self.options.up);
        let lands = gait == Gait::Flying && falls;
        if is_slope || (lands && upward > 0.0 && self.is_ledge(met)) {
            seen.floor = Some(met.contact.clone());
            if lands {
                *rest = self.level(rest);
            }
            if is_slope {
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
            seen.ceiling = Some(met.contact.clone());
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
    fn slide(&self, course: &mut Course<T, W::Feature>, way: [f64; 3], gait: Gait) -> [f64; 3] {
        let options = SlideOptions { max_iterations: self.options.max_iterations };
        let Course { body, legs, contacts, seen } = course;
        seen.floor = None;
        let mut walk = Walk { legs: self, gait, seen };
        let slid =
            slide_as(body, way.map(finite_float), self.world, options, (legs, contacts), &mut walk);
        *body = body.at(slid.position);
        slid.left.map(T::widen)
    }

    /// Along a way, and on along what is too steep, until it lands. If something holds it, the rest
    /// goes straight up or down: what holds it aside holds it neither up nor down.
    fn fly(&self, course: &mut Course<T, W::Feature>, way: [f64; 3]) {
        let left = self.slide(course, way, Gait::Flying);
        let rise = dot(&left, &self.up);
        if course.seen.floor.is_none() && rise != 0.0 && self.level(&left) != [0.0; 3] {
            self.slide(course, self.up.map(|u| rise * u), Gait::Flying);
        }
    }

    /// Straight down, to a floor if there is one.
    fn descend(&self, course: &mut Course<T, W::Feature>, far: f64) {
        self.slide(course, self.up.map(|u| -far * u), Gait::Flying);
    }

    /// Up a step, on, and down to what is there. Whether that is a floor.
    fn climb(&self, course: &mut Course<T, W::Feature>, way: [f64; 3], snap: f64) -> bool {
        let (from, high) = (course.body, self.options.step_height.widen());
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
        let Some(floor) = &course.seen.floor else { return false };
        let top = dot(&floor.point.map(T::widen), &self.up);
        let foot = self.foot(&from, &from.place().map(T::widen));
        top - foot <= high * (1.0 + GAIN)
    }

    /// Along the floor, up and down steps.
    fn walk(&self, course: &mut Course<T, W::Feature>, way: [f64; 3], floor: [f64; 3], fall: f64) {
        let from = course.body;
        let snap = fall.max(self.options.snap_distance.widen());
        // Along the plane on which it stands, as far as asked for, seen from above.
        let upward = dot(&floor, &self.up);
        let leaning = if upward > 0.0 { -dot(&way, &floor) / upward } else { 0.0 };
        course.seen.ground = (upward > 0.0).then_some(floor);
        self.slide(course, along(&way, &self.up, leaning), Gait::Walking);
        if !course.seen.normals.is_empty() && self.options.step_height > T::ZERO {
            let progress = |course: &Course<T, W::Feature>| dot(&course.from(&from), &way);
            let enough = progress(course) + GAIN * dot(&way, &way);
            let walked = course.mark();
            (course.body, course.seen.ceiling) = (from, None);
            if self.climb(course, way, snap) && progress(course) > enough {
                course.forget_until(&walked);
                return;
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
            course.return_to(walked);
            self.descend(course, fall);
        }
    }
}

/// One slide of a step.
struct Walk<'s, 'l, T: Scalar, W: World<T, 3, Capsule<T, 3>>> {
    legs: &'s Legs<'l, T, W>,
    gait: Gait,
    seen: &'s mut Seen<T, W::Feature>,
}

impl<T: Scalar, W: World<T, 3, Capsule<T, 3>>> Guide<T, Capsule<T, 3>, W::Feature, 3>
    for Walk<'_, '_, T, W>
{
    fn seen_as(&mut self, met: &Blocked<'_, T, W::Feature>, rest: &mut [f64; 3]) -> [f64; 3] {
        self.legs.seen(self.gait, met, rest, self.seen)
    }

    /// What ends a way up a slope does not lead up there: it rises no more than the slope does on
    /// the way that is left.
    fn led(&self, way: [f64; 3]) -> [f64; 3] {
        let Some(ground) = self.seen.ground else { return way };
        let up = &self.legs.up;
        let (rise, level) = (dot(&way, up), self.legs.level(&way));
        let slope = (-dot(&level, &ground) / dot(&ground, up)).max(0.0);
        if rise > slope + GAIN * norm(&way) { along(&level, up, slope) } else { way }
    }
}

impl<T: Scalar, F: Clone> Walker<T, F> {
    /// A walker in the air. The body is any capsule, mostly an upright one; it keeps its axis.
    ///
    /// # Errors
    /// A component of `up` that is not finite, or all of them zero; a slope, height or distance
    /// that is not finite or is negative; a capsule that is given by two ends whose difference is
    /// no float.
    pub fn new(body: Capsule<T, 3>, options: WalkerOptions<T>) -> Result<Self, InputError> {
        let up = finite(options.up, "walker.up")?;
        if up == [T::ZERO; 3] {
            return Err(InputError::new("walker.up", Problem::NoDirection));
        }
        let options = WalkerOptions {
            up,
            max_slope: length(options.max_slope, "walker.max_slope")?,
            step_height: length(options.step_height, "walker.step_height")?,
            snap_distance: length(options.snap_distance, "walker.snap_distance")?,
            ..options
        };
        Ok(Self { body: body.carried()?, options, velocity: [T::ZERO; 3], floor: None })
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
    /// On what it stands, as of the last step.
    pub fn floor(&self) -> Option<&Contact<T, 3, F>> {
        self.floor.as_ref()
    }

    /// Puts it elsewhere, in the air.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn teleport(&mut self, position: impl Into<[T; 3]>) -> Result<(), InputError> {
        self.body = self.body.at(finite(position.into(), "walker.position")?);
        self.floor = None;
        Ok(())
    }

    /// Puts it on a floor, as of a walker that was saved; or in the air.
    ///
    /// # Errors
    /// A component of the floor's normal that is not finite.
    pub fn set_floor(&mut self, floor: Option<Contact<T, 3, F>>) -> Result<(), InputError> {
        if let Some(normal) = floor.as_ref().and_then(|floor| floor.normal) {
            finite(normal, "walker.floor.normal")?;
        }
        self.floor = floor;
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
    /// If it overlaps something as it begins, since the world has changed, it is first put to a
    /// [free place](Capsule::recover).
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
    ) -> Result<Step<T, F>, InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>, Feature = F>,
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
        step: &mut Step<T, F>,
    ) -> Result<(), InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>, Feature = F>,
    {
        self.step_in(displacement.into(), &Around::new(world), step)
    }

    /// The same in any kind of world.
    pub(crate) fn step_in<W>(
        &mut self,
        displacement: [T; 3],
        world: &W,
        step: &mut Step<T, F>,
    ) -> Result<(), InputError>
    where
        W: World<T, 3, Capsule<T, 3>, Feature = F>,
    {
        let wish = finite(displacement, "displacement")?;
        let velocity = finite(self.velocity, "walker.velocity")?;
        let sum = core::array::from_fn(|k| T::nearest(wish[k].widen() + velocity[k].widen()));
        let way = finite(sum, "walker.velocity")?.map(T::widen);
        step.legs.clear();
        step.contacts.clear();
        (step.floor, step.ceiling) = (None, None);
        step.start = recover(&self.body, world);
        if let Recover::Moved { position } = step.start {
            self.body = self.body.at(position);
        }
        step.from = self.position();
        if step.start == Recover::NotFound {
            self.floor = None;
            return Ok(());
        }
        // It has a direction, or there would be no walker.
        let up = unit(self.options.up.map(T::widen)).unwrap_or([0.0, 0.0, 1.0]);
        let legs = Legs { options: &self.options, up, world };
        let rise = dot(&way, &up);
        let (ends, met) = (core::mem::take(&mut step.legs), core::mem::take(&mut step.contacts));
        let nothing = Seen { floor: None, ceiling: None, normals: Normals::new(), ground: None };
        let mut course = Course { body: self.body, legs: ends, contacts: met, seen: nothing };
        match &self.floor {
            Some(floor) if rise <= 0.0 => {
                let is_flat = legs.is_slope_about(floor);
                let normal = floor.normal.filter(|_| is_flat).map_or(up, |n| n.map(T::widen));
                legs.walk(&mut course, legs.level(&way), normal, -rise);
            }
            _ => legs.fly(&mut course, way),
        }
        let Seen { floor, ceiling, normals, .. } = course.seen;
        let mut velocity = velocity.map(T::widen);
        let rises = dot(&velocity, &up);
        if (floor.is_some() && rises < 0.0) || (ceiling.is_some() && rises > 0.0) {
            velocity = legs.level(&velocity);
        }
        self.velocity = clipped(&velocity, &normals).map(finite_float);
        self.body = course.body;
        self.floor.clone_from(&floor);
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
    /// crushed.
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
    ) -> Result<Ride<T, 3, F>, InputError>
    where
        O: Obstacle<T, 3, Capsule<T, 3>, Feature = F>,
    {
        self.ride_in(displacement.into(), &Around::new(moving))
    }

    /// The same in any kind of world.
    pub(crate) fn ride_in<W>(
        &mut self,
        displacement: [T; 3],
        moving: &W,
    ) -> Result<Ride<T, 3, F>, InputError>
    where
        W: World<T, 3, Capsule<T, 3>, Feature = F>,
    {
        let displacement = finite(displacement, "displacement")?;
        let ride = ride(&self.body, displacement, moving);
        if let Ride::Carried { position } | Ride::Pushed { position, .. } = &ride {
            self.body = self.body.at(*position);
        }
        Ok(ride)
    }
}
