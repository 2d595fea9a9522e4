//! Walker: a kinematic character controller that walks on floors, climbs stairs, sticks to the
//! floor, falls and jumps.
//!
//! It is thin code above `advance` and `slide`: each leg is a leg of one of these, and so is free.
//! This file chooses directions. The options, the state and the answer of a step have files of
//! their own.

use super::advance::{Advance, advance, last_place};
use super::clip::{along, between, clipped, dot, finite_float, norm, tidy, unit};
use super::normals::Normals;
use super::recover::{Recover, recover};
use super::ride::{Ride, ride};
use super::slide::{BlockingHit, NOWHERE, SlideFilter, SlideOptions, slide_as};
use super::slope::is_at_most;
use super::world::{Around, World};
use crate::contact::{Answer, Contact, Obstacle, Overlap};
use crate::number::{compiled, sqrt};
use crate::shape::{Capsule, InputError, Moving, Scalar, Translatable, finite};
use alloc::vec::Vec;

mod body;
mod numbered;
mod options;
mod state;
mod step;

pub use body::{AnyWalkerBody, WalkerBody};
use numbered::Numbered;
pub use options::WalkerOptions;
pub use state::{WalkerFloor, WalkerState};
use step::Memory;
pub use step::Step;

/// A kinematic character controller: a capsule, an oriented box or a convex hull that does not
/// rotate, with its velocity and the floor on which it stands.
///
/// # What is promised
/// Each leg of each [step](Self::step) is an [advance](Capsule::advance): *the leg and the position
/// at its end are free, decided exactly*. So no sequence of steps in a world at rest ends in an
/// overlap or leads through an obstacle. Whether a surface is flat enough to be a floor is decided
/// exactly as well. The same steps lead to the same positions on every machine.
///
/// All other behaviour is steered by floats: the direction in which the walker slides, when it
/// climbs a stair, and how it sticks to the floor.
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
pub struct Walker<T, B = Capsule<T, 3>> {
    body: B,
    options: WalkerOptions<T>,
    /// The displacement by which the walker moves in each step without a wish of the player, as in
    /// a fall or a jump. The program adds gravity; a step removes the components that floors, walls
    /// and ceilings stop.
    pub velocity: [T; 3],
    floor: Option<WalkerFloor<T>>,
    /// The displacement of the platform that carried the walker since the last step.
    carried: [T; 3],
}

/// The gait of a slide, which determines how surfaces count.
#[derive(Clone, Copy, PartialEq)]
enum Gait {
    /// A surface that is too steep counts as a wall.
    Walking,
    /// The walker slides down a surface that is too steep.
    Flying,
}

/// The part of a step that the walker has taken so far: its legs and its contacts.
struct WalkedPath<T> {
    body: AnyWalkerBody<T>,
    legs: Vec<[T; 3]>,
    contacts: Vec<Contact<T, 3, usize>>,
    surfaces: MetSurfaces<T>,
}

/// The touched surfaces of a step, classified as floor, ceiling or other surfaces.
struct MetSurfaces<T> {
    /// The floor that the last slide found.
    floor: Option<Contact<T, 3, usize>>,
    ceiling: Option<Contact<T, 3, usize>>,
    /// With a flat base, a surface that is flat enough but not beneath the axis.
    perch: Option<Contact<T, 3, usize>>,
    /// The normals that the surfaces count as, for all surfaces except floors.
    normals: Normals<3>,
    /// The normal of the slope along which the walker moves.
    ground: Option<[f64; 3]>,
}

/// A point of a path, to which the path can be reset.
struct Mark<T> {
    body: AnyWalkerBody<T>,
    floor: Option<Contact<T, 3, usize>>,
    ceiling: Option<Contact<T, 3, usize>>,
    legs: usize,
    contacts: usize,
    normals: usize,
}

impl<T: Scalar> WalkedPath<T> {
    fn mark(&self) -> Mark<T> {
        let (legs, contacts) = (self.legs.len(), self.contacts.len());
        let MetSurfaces { floor, ceiling, normals, .. } = &self.surfaces;
        let (floor, ceiling) = (*floor, *ceiling);
        Mark { body: self.body.clone(), floor, ceiling, legs, contacts, normals: normals.len() }
    }
    /// Resets the path to a mark.
    fn return_to(&mut self, mark: Mark<T>) {
        self.body = mark.body;
        self.legs.truncate(mark.legs);
        self.contacts.truncate(mark.contacts);
        (self.surfaces.floor, self.surfaces.ceiling) = (mark.floor, mark.ceiling);
        self.surfaces.normals.truncate(mark.normals);
    }
    /// Removes all legs and contacts before a mark.
    fn forget_until(&mut self, mark: &Mark<T>) {
        self.legs.drain(..mark.legs);
        self.contacts.drain(..mark.contacts);
        self.surfaces.normals.forget(mark.normals);
    }
    /// The displacement of the path from a body.
    fn from(&self, start: &AnyWalkerBody<T>) -> [f64; 3] {
        between(&start.place(), &self.body.place())
    }
}

/// The number of features for which memory is reserved in a step.
const FEATURES: usize = 16;

/// A world for walkers whose features are numbers.
type Level<'a, T> = dyn World<T, 3, AnyWalkerBody<T>, Feature = usize> + 'a;

/// A walker in its world.
struct WalkerInWorld<'a, T: Scalar> {
    options: &'a WalkerOptions<T>,
    up: [f64; 3],
    world: &'a Level<'a, T>,
    /// The height of the floor on which the walker stands, if it walks.
    base: Option<f64>,
}

type Blocked<'a, T> = BlockingHit<'a, T, AnyWalkerBody<T>, usize, 3>;
/// The distances behind an edge, in radii, at which rays test the surface there: if one ray hits a
/// seam, another one does not.
const BEHIND: [f64; 3] = [0.125, 0.0625, 0.2];
/// A walker climbs a stair only if it gets farther by this fraction of the displacement, which is
/// more than the rounding. Heights have the same tolerance.
const GAIN: f64 = 1e-6;
/// For steering, a direction that leans less than this counts as upright.
const UPRIGHT: f64 = 1e-9;

impl<T: Scalar> WalkerInWorld<'_, T> {
    /// Whether a surface is flat enough relative to `up`: a floor, or a ceiling if `up` points
    /// down.
    fn is_flat(
        &self,
        way: &Moving<AnyWalkerBody<T>>,
        contact: &Contact<T, 3, usize>,
        up: [T; 3],
    ) -> bool {
        is_at_most(self.options.max_slope, up, contact, || self.world.entry_exactly(way))
    }

    /// The height of the lowest point of a body at a position.
    fn foot(&self, body: &AnyWalkerBody<T>, place: &[f64; 3]) -> f64 {
        dot(place, &self.up) - body.depth(&self.up)
    }

    /// Whether the first surface on a ray straight down is a floor. The ray begins at a distance
    /// above a point, and ends at a distance below it.
    fn is_floor_about(&self, at: &[f64; 3], above: f64, below: f64) -> bool {
        let from = along(at, &self.up, above).map(finite_float);
        let way = AnyWalkerBody::point(from)
            .moving_by(along(&[0.0; 3], &self.up, -above - below).map(finite_float));
        match self.world.entry(&way) {
            Answer::Contact(contact) => self.is_flat(&way, &contact, self.options.up),
            _ => false,
        }
    }

    /// Whether there is a floor at a distance aside from a touched point, within the heights that a
    /// floor through this point can have there.
    fn goes_on(&self, point: &[f64; 3], aside: &[f64; 3], far: f64) -> bool {
        let high = far.abs() * (self.options.max_slope.widen() + 2.0 * UPRIGHT);
        self.is_floor_about(&along(point, aside, far), high, high)
    }

    /// Whether a floor is straight beneath one of these places, no lower than a given height. A
    /// place has two coordinates in radii: from the axis towards the contact, and across that
    /// direction.
    fn is_floor_beneath(
        &self,
        met: &Blocked<'_, T>,
        outward: &[f64; 3],
        places: &[[f64; 2]],
        lowest: f64,
    ) -> bool {
        let Some((foot, radius)) = met.way.shape().round_foot(&self.up) else { return true };
        let lower = along(&met.contact.center.map(T::widen), &foot, 1.0);
        let ([a, b, c], [u, v, w]) = (self.up, *outward);
        let aside = [b * w - c * v, c * u - a * w, a * v - b * u];
        let place = |[towards, far]: &[f64; 2]| {
            along(&along(&lower, outward, -radius * towards), &aside, radius * far)
        };
        let below = dot(&lower, &self.up) - lowest;
        places.iter().map(place).any(|from| self.is_floor_about(&from, 0.0, below))
    }

    /// Whether a touched point is more than the step height above the floor on which the walker
    /// stands.
    fn is_too_high(&self, point: [T; 3], spare: f64) -> bool {
        let high = self.options.step_height.widen() * (1.0 + GAIN) + spare + rounding(point);
        self.base.is_some_and(|base| dot(&point.map(T::widen), &self.up) - base > high)
    }

    /// Whether the walker touches the edge of a stair. Behind the edge is a flat surface, and
    /// before it a floor, which is at most the step height or the snap distance below the edge. The
    /// walker stands on such an edge, however steep the contact is; so it walks up and down stairs.
    fn is_stair(&self, met: &Blocked<'_, T>) -> bool {
        let level = self.level(&met.normal);
        let (Some(outward), beyond) = (unit(level), norm(&level)) else { return false };
        let Some((_, radius)) = met.way.shape().round_foot(&self.up) else { return false };
        let (point, options) = (met.contact.point.map(T::widen), self.options);
        let deep = options.step_height.widen().max(options.snap_distance.widen());
        let lowest = dot(&point, &self.up) - deep * (1.0 + GAIN) - rounding(met.contact.point);
        // These places are between the axis and the edge; if one of the rays hits a seam, another
        // one does not.
        let before = [0.0, 0.5 * beyond, beyond - BEHIND[0], beyond - BEHIND[1]];
        let aside = [0.0, BEHIND[1], 0.0, -BEHIND[0]];
        let places: [[f64; 2]; 4] = core::array::from_fn(|i| [before[i], aside[i]]);
        !self.is_too_high(met.contact.point, 0.0)
            && BEHIND.iter().any(|part| self.goes_on(&point, &outward, -radius * part))
            && self.is_floor_beneath(met, &outward, &places, lowest)
    }

    /// Whether the walker touches the edge of a stair that is too high for it, although its round
    /// foot would roll over the edge.
    fn is_riser(&self, met: &Blocked<'_, T>) -> bool {
        let Some((_, radius)) = met.way.shape().round_foot(&self.up) else { return false };
        let point = met.contact.point;
        let Some(base) = self.base.filter(|_| self.is_too_high(point, GAIN * radius)) else {
            return false;
        };
        let Some(outward) = unit(self.level(&met.normal)) else { return false };
        let point = point.map(T::widen);
        // The rays are so near the edge that a riser there is higher than any floor that continues.
        let slope = self.options.max_slope.widen().max(1.0);
        let near = (0.25 * (dot(&point, &self.up) - base) / slope).min(radius * BEHIND[0]);
        ![1.0, 0.5, 1.6].iter().any(|part| self.goes_on(&point, &outward, near * part))
    }

    /// Whether the walker stands on the touched surface, which is flat enough.
    fn holds(&self, met: &Blocked<'_, T>) -> bool {
        let Some(outward) = unit(self.level(&met.normal)).filter(|_| self.options.flat_base) else {
            return true;
        };
        let (body, slope) = (met.way.shape(), self.options.max_slope.widen());
        let Some((_, radius)) = body.round_foot(&self.up) else { return true };
        let foot = self.foot(body, &met.contact.center.map(T::widen));
        // The plane of a contact is at most this far below the centre of the sphere at the lower
        // end.
        let far = radius * sqrt(1.0 + slope * slope) * (1.0 + GAIN);
        let places = [[0.0, 0.0], [GAIN, BEHIND[0]], [GAIN, -BEHIND[1]]];
        self.is_floor_beneath(met, &outward, &places, foot + radius - far)
    }

    /// Whether the normal of a floor is about flat enough. Then the walker moves along the plane of
    /// this normal; otherwise the floor is an edge.
    fn is_slope_about(&self, floor: &WalkerFloor<T>) -> bool {
        let normal = floor.normal.map(T::widen);
        let (upward, level) = (dot(&normal, &self.up), norm(&self.level(&normal)));
        level <= upward * self.options.max_slope.widen() + UPRIGHT
    }

    /// A vector without its component along `up`.
    fn level(&self, way: &[f64; 3]) -> [f64; 3] {
        along(way, &self.up, -dot(way, &self.up))
    }

    /// The normal that the surface of a contact counts as. Records the surface, and makes the
    /// remaining displacement level or parallel to a floor, where a floor or a ceiling stops it.
    fn classify(
        &self,
        gait: Gait,
        met: &Blocked<'_, T>,
        rest: &mut [f64; 3],
        surfaces: &mut MetSurfaces<T>,
    ) -> [f64; 3] {
        // A contact at an edge has no normal of its own.
        let normal = met.contact.normal.or(Some(met.normal.map(T::nearest)));
        let contact = Contact { normal, ..*met.contact };
        let (normal, upward) = (met.normal, dot(&met.normal, &self.up));
        let falls = dot(rest, &self.up) < 0.0;
        let lands = gait == Gait::Flying && falls;
        let is_slope = upward > 0.0
            && self.is_flat(&met.way, &contact, self.options.up)
            && !self.is_riser(met);
        let is_perch = is_slope && lands && !self.holds(met);
        if is_perch {
            surfaces.perch = Some(contact);
        }
        if (is_slope && !is_perch) || (lands && upward > 0.0 && self.is_stair(met)) {
            surfaces.floor = Some(contact);
            if lands {
                *rest = self.level(rest);
            }
            if is_slope && !is_perch {
                // The displacement stays as long as before, seen from above.
                let into = dot(rest, &normal);
                *rest = along(rest, &self.up, (-into / upward).max(0.0));
                surfaces.ground = Some(normal);
                return normal;
            }
            return self.wall(&normal);
        }
        let down = self.options.up.map(|u| T::nearest(-u.widen()));
        if upward < 0.0 && self.is_flat(&met.way, &contact, down) {
            surfaces.ceiling = Some(contact);
            if !falls {
                *rest = self.level(rest);
            }
        }
        let slid = along(rest, &normal, -dot(rest, &normal));
        let climbs = dot(&slid, &self.up) > dot(rest, &self.up).max(0.0);
        let counts_as = if gait == Gait::Walking || climbs { self.wall(&normal) } else { normal };
        surfaces.normals.push(counts_as);
        counts_as
    }

    /// The normal of a surface as if the surface were upright; the normal itself if it points
    /// straight up or down.
    fn wall(&self, normal: &[f64; 3]) -> [f64; 3] {
        let level = self.level(normal);
        if norm(&level) > UPRIGHT { unit(level).unwrap_or(*normal) } else { *normal }
    }

    /// Continues a path by a slide, and returns the remaining displacement.
    fn slide(&self, path: &mut WalkedPath<T>, way: [f64; 3], gait: Gait) -> [f64; 3] {
        let options = SlideOptions { max_iterations: self.options.max_iterations };
        let WalkedPath { body, legs, contacts, surfaces } = path;
        (surfaces.floor, surfaces.perch) = (None, None);
        let mut walk = Walk { walker: self, gait, surfaces };
        let slid =
            slide_as(body, way.map(finite_float), self.world, options, (legs, contacts), &mut walk);
        *body = body.at(slid.position);
        slid.left.map(T::widen)
    }

    /// Flies along a displacement, and along surfaces that are too steep, until the walker lands.
    /// If an obstacle stops it, it continues straight up or down by the vertical part of the
    /// remaining displacement: an obstacle at the side stops neither a fall nor a rise. Returns how
    /// far the walker has fallen.
    fn fly(&self, path: &mut WalkedPath<T>, way: [f64; 3]) -> f64 {
        let from = path.body.clone();
        let left = self.slide(path, way, Gait::Flying);
        let rise = dot(&left, &self.up);
        if path.surfaces.floor.is_none() && rise != 0.0 && self.level(&left) != [0.0; 3] {
            self.slide(path, self.up.map(|u| rise * u), Gait::Flying);
        }
        self.fallen(path, &from)
    }

    /// The height by which a path has led down from the position of a body.
    fn fallen(&self, path: &WalkedPath<T>, from: &AnyWalkerBody<T>) -> f64 {
        -dot(&path.from(from), &self.up)
    }

    /// Moves straight down by a distance, or to the floor if it is nearer.
    fn descend(&self, path: &mut WalkedPath<T>, far: f64) {
        self.slide(path, along(&[0.0; 3], &self.up, -far), Gait::Flying);
    }

    /// Climbs a stair: up, forward, and down to the surface there. Returns whether that is a floor
    /// of at most the step height.
    fn climb(&self, path: &mut WalkedPath<T>, way: [f64; 3], snap: f64) -> bool {
        let from = path.body.clone();
        // The step height is measured from the floor on which the walker stands; on an edge, the
        // foot is below that floor.
        let foot = self.foot(&from, &from.place().map(T::widen));
        let sunk = self.base.map_or(0.0, |base| (base - foot).max(0.0));
        let high = self.options.step_height.widen() * (1.0 + GAIN) + sunk;
        let rise = advance(&from, self.up.map(|u| finite_float(high * u)), self.world);
        if matches!(rise, Advance::Overlap(_)) || rise.position() == from.place() {
            return false;
        }
        path.body = from.at(rise.position());
        path.legs.push(rise.position());
        let risen = dot(&path.from(&from), &self.up);
        self.slide(path, way, Gait::Walking);
        self.descend(path, risen + snap);
        // The height is checked because the round foot also rolls over edges that are higher.
        path.surfaces.floor.as_ref().is_some_and(|floor| !self.is_too_high(floor.point, 0.0))
    }

    /// The rise that a level displacement needs to lead along a floor.
    fn leaning(&self, way: &[f64; 3], floor: &[f64; 3]) -> f64 {
        let upward = dot(floor, &self.up);
        if upward > 0.0 { -dot(way, floor) / upward } else { 0.0 }
    }

    /// Walks along the floor, up and down stairs. If the floor has ended, returns how far the
    /// walker has fallen, and how fast it went up at the edge.
    fn walk(
        &self,
        path: &mut WalkedPath<T>,
        way: [f64; 3],
        floor: [f64; 3],
        fall: f64,
    ) -> [f64; 2] {
        let from = path.body.clone();
        let snap = fall.max(self.options.snap_distance.widen());
        path.surfaces.ground = (dot(&floor, &self.up) > 0.0).then_some(floor);
        let leaning = self.leaning(&way, &floor);
        self.slide(path, along(&way, &self.up, leaning), Gait::Walking);
        let thrown = if path.surfaces.normals.is_empty() { leaning } else { 0.0 };
        if !path.surfaces.normals.is_empty() && self.options.step_height > T::ZERO {
            let progress = |path: &WalkedPath<T>| dot(&path.from(&from), &way);
            let enough = progress(path) + GAIN * dot(&way, &way);
            let walked = path.mark();
            (path.body, path.surfaces.ceiling) = (from.clone(), None);
            if self.climb(path, way, snap) && progress(path) > enough {
                path.forget_until(&walked);
                return [0.0; 2];
            }
            path.return_to(walked);
        }
        let walked = path.mark();
        self.descend(path, snap);
        // A walker that stands still stays exactly where it is.
        let here = walked.body.place();
        if norm(&path.from(&walked.body)) <= NOWHERE * last_place(here.into_iter()) {
            path.body = walked.body.clone();
            path.legs.truncate(walked.legs);
        }
        if path.surfaces.floor.is_none() {
            let edge = walked.body.clone();
            path.return_to(walked);
            self.descend(path, fall);
            return [self.fallen(path, &edge), thrown];
        }
        [0.0; 2]
    }
}

/// A bound on the rounding of heights of floors.
fn rounding<T: Scalar>(point: [T; 3]) -> f64 {
    4.0 * last_place(point.into_iter())
}

/// The velocity without the part that surfaces stop. The velocity is a part of the whole
/// displacement, so the removed part is at most as long as the part that is removed from the whole
/// displacement. If that leads along the surfaces, nothing is removed from the velocity.
fn stopped(velocity: &[f64; 3], way: &[f64; 3], normals: &[[f64; 3]]) -> [f64; 3] {
    let taken = |from: &[f64; 3]| along(from, &clipped(from, normals), -1.0);
    let (most, of_way) = (norm(&taken(velocity)), norm(&taken(way)));
    if most <= of_way {
        return clipped(velocity, normals);
    }
    along(velocity, &taken(velocity), -of_way / most)
}

/// The policy of one slide of a step.
struct Walk<'s, 'l, T: Scalar> {
    walker: &'s WalkerInWorld<'l, T>,
    gait: Gait,
    surfaces: &'s mut MetSurfaces<T>,
}

impl<T: Scalar> SlideFilter<T, AnyWalkerBody<T>, usize, 3> for Walk<'_, '_, T> {
    fn counted_normal(&mut self, met: &Blocked<'_, T>, rest: &mut [f64; 3]) -> [f64; 3] {
        self.walker.classify(self.gait, met, rest, self.surfaces)
    }

    /// On a slope, the walker does not slide up an obstacle: the direction rises at most as much as
    /// the slope rises along its level part.
    fn allowed_direction(&self, way: [f64; 3]) -> [f64; 3] {
        // A direction along the floor is computed, so rounding may have made components of it.
        let way = tidy(way);
        let Some(ground) = self.surfaces.ground else { return way };
        let up = &self.walker.up;
        let (rise, level) = (dot(&way, up), self.walker.level(&way));
        let slope = (-dot(&level, &ground) / dot(&ground, up)).max(0.0);
        if rise > slope + GAIN * norm(&way) { along(&level, up, slope) } else { way }
    }
}

impl<T: Scalar> Walker<T, AnyWalkerBody<T>> {
    /// Does the same as [`step_in`](Self::step_in), in a world whose features are numbers.
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
        // The constructor has checked that `up` is not zero.
        let up = unit(self.options.up.map(T::widen)).unwrap_or([0.0, 0.0, 1.0]);
        let base = self.floor.map(|floor| dot(&floor.point.map(T::widen), &up));
        let walker = WalkerInWorld { options: &self.options, up, world, base };
        let rise = dot(&way, &up);
        let (ends, met) = (core::mem::take(&mut step.legs), core::mem::take(&mut step.contacts));
        let nothing = MetSurfaces {
            floor: None,
            ceiling: None,
            perch: None,
            normals: Normals::new(),
            ground: None,
        };
        let mut path =
            WalkedPath { body: self.body.clone(), legs: ends, contacts: met, surfaces: nothing };
        let mut velocity = velocity.map(T::widen);
        let [fallen, thrown] = match &self.floor {
            Some(floor) if rise <= 0.0 => {
                let is_flat = walker.is_slope_about(floor);
                let normal = if is_flat { floor.normal.map(T::widen) } else { up };
                walker.walk(&mut path, walker.level(&way), normal, -rise)
            }
            _ => [WalkerInWorld { base: None, ..walker }.fly(&mut path, way), 0.0],
        };
        let MetSurfaces { mut floor, ceiling, perch, normals, .. } = path.surfaces;
        let nowhere = NOWHERE * last_place(path.body.place().into_iter());
        let is_held = rise < 0.0 && fallen <= nowhere.max(-rise * GAIN);
        if floor.is_none() && is_held && !path.contacts.is_empty() {
            // A flat base holds the walker between two edges, although neither is beneath its axis.
            floor = perch;
            step.is_wedged = floor.is_none();
        }
        let rises = dot(&velocity, &up);
        if (floor.is_some() && rises < 0.0) || (ceiling.is_some() && rises > 0.0) {
            velocity = walker.level(&velocity);
        }
        velocity = stopped(&velocity, &way, &normals);
        if self.floor.is_some() && floor.is_none() {
            // The walker keeps the vertical speed at which it went down along the floor that it
            // leaves, and the velocity of that floor.
            velocity = along(&velocity, &up, thrown.min(0.0));
            step.platform_velocity = carried;
            if self.options.inherit_velocity {
                velocity = along(&velocity, &carried.map(T::widen), 1.0);
            }
        }
        self.velocity = velocity.map(finite_float);
        self.body = path.body;
        self.floor = floor.as_ref().and_then(WalkerFloor::of);
        (step.legs, step.contacts) = (path.legs, path.contacts);
        (step.floor, step.ceiling) = (floor, ceiling);
        Ok(())
    }

    /// Does the same as [`ride_in`](Self::ride_in), in a world whose features are numbers.
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
            // The walker overlapped an obstacle at its start, so it first recovers.
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

    /// A free position, if the walker overlaps an obstacle. It is within the greatest distance of a
    /// recovery, and the core of the walker can move straight to it without crossing an obstacle.
    fn recovered(&self, world: &Level<'_, T>) -> Recover<T, 3> {
        let found = recover(&self.body, world);
        let Recover::Moved { position } = found else { return found };
        let from = self.body.place();
        let off: [f64; 3] = between(&from, &position);
        let is_near = norm(&off) <= self.options.max_recovery.widen() * self.body.half_width();
        let is_seen = || world.entry(&self.body.thin().leg(position)).contact().is_none();
        if is_near && is_seen() { found } else { Recover::NotFound }
    }
}

compiled! { <'a, 'b, T>
    fn step_of_any_kind(
        walker: &'a mut Walker<T, AnyWalkerBody<T>>,
        displacement: [T; 3],
        world: &'a Level<'b, T>,
        step: &'a mut Step<T, usize>,
    ) -> Result<(), InputError> {
        walker.step_in_level(displacement, world, step)
    }

    fn ride_of_any_kind(
        walker: &'a mut Walker<T, AnyWalkerBody<T>>,
        displacement: [T; 3],
        world: &'a Level<'b, T>,
    ) -> Result<Ride<T, 3, usize>, InputError> {
        walker.ride_in_level(displacement, world)
    }
}

impl<T: Scalar, B: WalkerBody<T>> Walker<T, B> {
    /// Creates a walker in the air. The body is a capsule, an oriented box or a hull in any
    /// position, but mostly an upright one; it never rotates.
    ///
    /// # Errors
    /// A component of `up` that is not finite; an `up` of zero; a slope, height or distance that is
    /// not finite or is negative; a capsule that is given by two ends whose difference is no float;
    /// a box with an extent of zero, a hull without an interior.
    pub fn new(body: B, options: WalkerOptions<T>) -> Result<Self, InputError> {
        let options = options.checked()?;
        let (velocity, carried) = ([T::ZERO; 3], [T::ZERO; 3]);
        Ok(Self { body: body.movable()?, options, velocity, floor: None, carried })
    }

    /// Returns the walker with its body as a body of any kind, so that steps are compiled once.
    pub(crate) fn of_any_kind(&self) -> Walker<T, AnyWalkerBody<T>> {
        let Self { body, options, velocity, floor, carried } = self.clone();
        Walker { body: body.into(), options, velocity, floor, carried }
    }

    /// Takes over the body, the velocity and the floor of a walker that was this one.
    pub(crate) fn follow(&mut self, walker: &Walker<T, AnyWalkerBody<T>>) {
        // No action changes the kind of a body.
        if let Some(body) = B::of_any(&walker.body) {
            self.body = body;
        }
        (self.velocity, self.floor, self.carried) = (walker.velocity, walker.floor, walker.carried);
    }

    /// Returns the position of the walker: the end `a` of the axis of a capsule, the centre of a
    /// box, the first given point of a hull.
    pub fn position(&self) -> [T; 3] {
        self.body.place()
    }
    /// Returns the body at its position.
    pub fn body(&self) -> B {
        self.body.clone()
    }
    /// Returns the options.
    pub fn options(&self) -> &WalkerOptions<T> {
        &self.options
    }
    /// Returns the floor on which the walker stands after the last step. Its
    /// [`feature`](Contact::feature) is in [`Step::floor`].
    pub fn floor(&self) -> Option<&WalkerFloor<T>> {
        self.floor.as_ref()
    }

    /// Moves the walker to a position in the air, without a check of obstacles.
    /// [`teleport_into`](Self::teleport_into) checks that there is room.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn teleport(&mut self, position: impl Into<[T; 3]>) -> Result<(), InputError> {
        self.body = self.body.at(finite(position.into(), "walker.position")?);
        (self.floor, self.carried) = (None, [T::ZERO; 3]);
        Ok(())
    }

    /// Takes one step, by the sum of the velocity and a displacement. The displacement is the wish
    /// of the player for this step.
    ///
    /// A walker that stands on a floor and does not go up *walks*: along the floor, over surfaces
    /// that are flat enough, up stairs, and down to the floor again, if that is near. A surface
    /// that is too steep is a wall for it. Any other walker *flies*: along a straight line, and
    /// then along surfaces that are too steep, until it lands on a floor. A walker with an upward
    /// velocity jumps. A floor removes its downward velocity, a ceiling its upward velocity, a wall
    /// the component into the wall.
    ///
    /// If a walker leaves the floor over an edge, the vertical speed at which it went down there is
    /// added to its velocity. So is the velocity of a platform that carried it.
    ///
    /// If the walker overlaps an obstacle at its start, because the world has changed, it is first
    /// moved to a [free position](Capsule::recover), if one is found within
    /// [`max_recovery`](WalkerOptions::max_recovery); otherwise it does not move.
    ///
    /// The world must be at rest, because a moving obstacle would start again with each leg. For
    /// moving platforms, see [`ride`](Self::ride).
    ///
    /// # Errors
    /// A component of the displacement, of the velocity or of their sum that is not finite.
    ///
    /// # Cost
    /// A step takes some four queries of [first entry](crate::Moving::first_entry) if the walker
    /// stands, six to ten if it walks, and some twenty if it climbs a stair.
    pub fn step<O>(
        &mut self,
        displacement: impl Into<[T; 3]>,
        world: &O,
    ) -> Result<Step<T, O::Feature>, InputError>
    where
        O: Obstacle<T, 3, B>,
    {
        let mut step = Step::default();
        self.step_into(displacement, world, &mut step)?;
        Ok(step)
    }

    /// Takes one step, as [`step`](Self::step) does, and writes to an earlier result, whose memory
    /// is used again. After some steps this allocates only in `f64`, and seldom: for a number that
    /// nearly vanishes.
    ///
    /// # Errors
    /// The errors of [`step`](Self::step); the result is then unchanged.
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
        O: Obstacle<T, 3, B>,
    {
        self.step_in(displacement.into(), &Around::<_, O::Feature>::new(world), step)
    }

    /// Does the same as [`step_into`](Self::step_into), in any kind of world.
    pub(crate) fn step_in<W>(
        &mut self,
        displacement: [T; 3],
        world: &W,
        step: &mut Step<T, W::Feature>,
    ) -> Result<(), InputError>
    where
        W: World<T, 3, B>,
    {
        let Memory { mut met, mut contacts } = core::mem::take(&mut step.memory);
        met.reserve(FEATURES);
        contacts.reserve(step.contacts.capacity());
        let world = Numbered::<_, _, B>::new(world, met);
        let legs = core::mem::take(&mut step.legs);
        let mut numbered = Step { legs, contacts, ..Step::default() };
        let mut walker = self.of_any_kind();
        let result = step_of_any_kind(&mut walker, displacement, &world, &mut numbered);
        self.follow(&walker);
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

    /// Moves the walker with a moving world; the next [step](Self::step) is taken in the world
    /// after this motion. The walker is carried by the displacement of its platform, and pushed by
    /// obstacles that run into it.
    ///
    /// `moving` is the world during this motion: each moving item moves along its
    /// [leg](crate::Item::between), from time 0 to 1. The leg of the walker to its new position
    /// *enters nothing while the whole world moves*: that is decided exactly. If an obstacle is in
    /// the way, the walker is moved aside, if possible; otherwise it is not moved, and the answer
    /// names the obstacle that crushes it. If it overlaps an obstacle at its start, it is first
    /// moved to a free position, as in a [step](Self::step).
    ///
    /// If the next step leaves the floor, the displacement is added to the velocity, unless
    /// [`inherit_velocity`](WalkerOptions::inherit_velocity) is switched off.
    ///
    /// In the world of the next step, each item must be at the end of its leg. A mesh can be placed
    /// there exactly, because the translation of its [instance](crate::Item::instance) can be the
    /// end of its leg. If the coordinates of an item are rounded instead, an overlap of some last
    /// bits may remain; the step then ends it.
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
        O: Obstacle<T, 3, B>,
    {
        self.ride_in(displacement.into(), &Around::<_, O::Feature>::new(moving))
    }

    /// Does the same as [`ride`](Self::ride), in any kind of world.
    pub(crate) fn ride_in<W>(
        &mut self,
        displacement: [T; 3],
        moving: &W,
    ) -> Result<Ride<T, 3, W::Feature>, InputError>
    where
        W: World<T, 3, B>,
    {
        let world = Numbered::<_, _, B>::new(moving, Vec::new());
        let mut walker = self.of_any_kind();
        let ride = ride_of_any_kind(&mut walker, displacement, &world)?;
        self.follow(&walker);
        let met = world.met();
        Ok(match ride {
            Ride::Carried { position } => Ride::Carried { position },
            Ride::Pushed { position, by } => Ride::Pushed { position, by: met[by].clone() },
            Ride::Crushed { by } => Ride::Crushed { by: met[by].clone() },
        })
    }

    /// Replaces the body by another body, if that is free: so a walker can crouch, stand up, or
    /// move elsewhere. Whether the new body is free is decided exactly. If it is not, the walker is
    /// unchanged, and the result is the overlap.
    ///
    /// A capsule stands as before if the end `a` of its axis and its radius are the same, a box or
    /// a hull if it is the same as before; otherwise it is in the air.
    ///
    /// # Errors
    /// A capsule that is given by two ends whose difference is no float; a box with an extent of
    /// zero, a hull without an interior.
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
        body: B,
        world: &O,
    ) -> Result<Option<Overlap<T, 3, O::Feature>>, InputError>
    where
        O: Obstacle<T, 3, B>,
    {
        self.set_body_in(body, &Around::<_, O::Feature>::new(world))
    }

    /// Moves the walker to a position in the air, if the body is free there, which is decided
    /// exactly. If it is not, the walker is unchanged, and the result is the overlap. If the
    /// position is its present one, it stands as before.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn teleport_into<O>(
        &mut self,
        position: impl Into<[T; 3]>,
        world: &O,
    ) -> Result<Option<Overlap<T, 3, O::Feature>>, InputError>
    where
        O: Obstacle<T, 3, B>,
    {
        self.teleport_into_in(position.into(), &Around::<_, O::Feature>::new(world))
    }

    /// Does the same as [`teleport_into`](Self::teleport_into), in any kind of world.
    pub(crate) fn teleport_into_in<W>(
        &mut self,
        position: [T; 3],
        world: &W,
    ) -> Result<Option<Overlap<T, 3, W::Feature>>, InputError>
    where
        W: World<T, 3, B>,
    {
        self.set_body_in(self.body.at(finite(position, "walker.position")?), world)
    }

    /// Does the same as [`set_body`](Self::set_body), in any kind of world.
    pub(crate) fn set_body_in<W>(
        &mut self,
        body: B,
        world: &W,
    ) -> Result<Option<Overlap<T, 3, W::Feature>>, InputError>
    where
        W: World<T, 3, B>,
    {
        let body = body.movable()?;
        let overlap = world.overlap(&body);
        if overlap.is_none() {
            if !body.clone().into().has_foot_of(&self.body.clone().into()) {
                (self.floor, self.carried) = (None, [T::ZERO; 3]);
            }
            self.body = body;
        }
        Ok(overlap)
    }

    /// Returns the complete state of the walker. The next steps depend only on this state, the
    /// options, their arguments and the world.
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
    pub fn state(&self) -> WalkerState<T, B> {
        let Self { body, velocity, carried, floor, .. } = self.clone();
        WalkerState { body, velocity, carried, floor }
    }

    /// Sets the state of the walker, to an earlier state or to the state of another walker. No
    /// obstacle is checked.
    ///
    /// # Errors
    /// A component that is not finite, a box with an extent of zero, a hull without an interior;
    /// the walker is then unchanged.
    #[doc(alias("load", "rollback"))]
    pub fn restore(&mut self, state: WalkerState<T, B>) -> Result<(), InputError> {
        let WalkerState { body, velocity, carried, floor } = state;
        let body = body.movable()?;
        let velocity = finite(velocity, "walker.velocity")?;
        let carried = finite(carried, "walker.carried")?;
        if let Some(WalkerFloor { point, normal }) = floor {
            finite(point, "walker.floor.point")?;
            finite(normal, "walker.floor.normal")?;
        }
        *self = Self { body, options: self.options, velocity, floor, carried };
        Ok(())
    }
}
