//! On and on along what blocks, leg by leg.

use super::advance::{Advance, advance, last_place};
use super::clip::{along, between, clipped, dot, finite_float, joined, norm, settled, split, unit};
use super::normals::Normals;
use super::world::{Around, World};
use crate::contact::{Contact, Obstacle, Overlap};
use crate::shape::{Capsule, InputError, Moving, RoundBody, Scalar, Sphere, finite};
use alloc::vec::Vec;

/// How a body slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlideOptions {
    /// How many legs at most.
    pub max_iterations: usize,
}

impl Default for SlideOptions {
    fn default() -> Self {
        Self { max_iterations: 12 }
    }
}

/// How far a body got that slides along what blocks it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slide<T, const N: usize, F> {
    /// If it overlapped something where it was: then it did not move. So it is told of every slide,
    /// also of one along nothing or without iterations.
    pub overlap: Option<Overlap<T, N, F>>,
    /// Where it then is: its centre, or the end `a` of its axis.
    pub position: [T; N],
    /// The ends of its legs, in order; the first begins where it was, each other one at the end of
    /// the one before.
    pub legs: Vec<[T; N]>,
    /// What blocked it, in order; each time is a part of what was tried then.
    pub contacts: Vec<Contact<T, N, F>>,
    /// What is left of the displacement: zero unless it is wedged in, or there were too few
    /// iterations.
    pub left: [T; N],
}

/// Nothing was moved, and there is no memory yet: what [`Sphere::slide_into`] writes to.
impl<T: Scalar, const N: usize, F> Default for Slide<T, N, F> {
    fn default() -> Self {
        let (legs, contacts) = (Vec::new(), Vec::new());
        Self { overlap: None, position: [T::ZERO; N], legs, contacts, left: [T::ZERO; N] }
    }
}

/// By how many parts of its length a way is bent off the planes along which it leads, where
/// rounding would lead it into them. The first that leads anywhere is taken.
const BENDS: [f64; 6] = [0.0, 3.6e-15, 5.7e-14, 9.1e-13, 1.5e-11, 2.4e-10];
/// What is nearer than this many units in the last place is where it was.
pub(super) const NOWHERE: f64 = 64.0;
/// Which part of its way a leg must be, that what blocked before is forgotten. After shorter legs
/// it is still there: along each of two planes that nearly face each other the way leads at once
/// into the other one.
const FAR: f64 = 1e-9;
/// The product of two unit normals that face each other: less than this.
const OPPOSITE: f64 = -1.0 + 1e-5;

/// The product of two unit normals that are taken for one: more than this.
const SAME: f64 = 1.0 - 1e-9;

/// What blocked a way.
pub(super) struct Met<'a, T: Scalar, M: RoundBody<T, N>, F, const N: usize> {
    /// From where, and by what.
    pub(super) way: Moving<M>,
    pub(super) contact: &'a Contact<T, N, F>,
    /// Its unit normal.
    pub(super) normal: [f64; N],
}

/// Who goes along what blocks.
pub(super) trait Guide<T: Scalar, M: RoundBody<T, N>, F, const N: usize> {
    /// As what a surface counts: as one with which normal. What is still to go may be bent.
    fn seen_as(&mut self, met: &Met<'_, T, M, F, N>, _rest: &mut [f64; N]) -> [f64; N] {
        met.normal
    }
    /// The way to take, where this one leads along all that blocks.
    fn led(&self, way: [f64; N]) -> [f64; N] {
        way
    }
}

/// What slides just as it is led.
struct Anything;

impl<T: Scalar, M: RoundBody<T, N>, F, const N: usize> Guide<T, M, F, N> for Anything {}

/// [`Sphere::slide_into`].
pub(crate) fn slide<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
    options: SlideOptions,
    slide: &mut Slide<T, N, W::Feature>,
) where
    M: RoundBody<T, N>,
    W: World<T, N, M> + ?Sized,
{
    slide.legs.clear();
    slide.contacts.clear();
    let told = (&mut slide.legs, &mut slide.contacts);
    let slid = slide_as(body, displacement, world, options, told, &mut Anything);
    (slide.overlap, slide.position, slide.left) = (slid.overlap, slid.position, slid.left);
}

/// Of a slide all but what it tells by the way.
pub(super) struct Slid<T, const N: usize, F> {
    pub(super) overlap: Option<Overlap<T, N, F>>,
    pub(super) position: [T; N],
    pub(super) left: [T; N],
}

/// What is told by the way: the ends of the legs, and what blocked.
type Told<'a, T, F, const N: usize> = (&'a mut Vec<[T; N]>, &'a mut Vec<Contact<T, N, F>>);

/// The same for one who guides. What is told comes behind what was told before.
pub(super) fn slide_as<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
    options: SlideOptions,
    (legs, contacts): Told<'_, T, W::Feature, N>,
    guide: &mut impl Guide<T, M, W::Feature, N>,
) -> Slid<T, N, W::Feature>
where
    M: RoundBody<T, N>,
    W: World<T, N, M> + ?Sized,
{
    let mut slide = Slid { overlap: None, position: body.place(), left: displacement };
    // What is still to go; and what has blocked it since it last got anywhere.
    let mut rest = displacement.map(T::widen);
    let mut normals = Normals::new();
    let mut bend = 0;
    if options.max_iterations == 0 || displacement == [T::ZERO; N] {
        slide.overlap = world.overlap(*body);
        return slide;
    }
    for i in 0..options.max_iterations {
        let way = guide.led(settled(&rest, clipped(&rest, &normals)));
        let length = norm(&way);
        if length == 0.0 {
            rest = way;
            break;
        }
        let step = match bend {
            0 => joined(&way, 1.0),
            _ => {
                let (way, power) = split(&way);
                let by = BENDS[bend] * norm(&way);
                joined(&normals.iter().fold(way, |way, n| along(&way, n, by)), power)
            }
        };
        let at = body.at(slide.position);
        let (position, contact) = match advance(&at, step, world) {
            Advance::Overlap(overlap) => {
                // What moves starts anew with each leg, and may then be where the body has come to:
                // that ends the slide, but it is no overlap where the body was.
                if i == 0 {
                    slide.overlap = Some(overlap);
                }
                break;
            }
            Advance::Free { position } => (position, None),
            Advance::Blocked { position, contact } => (position, Some(contact)),
        };
        let gone = between(&slide.position, &position);
        if position != slide.position {
            legs.push(position);
            slide.position = position;
        }
        let Some(contact) = contact else {
            rest = [0.0; N];
            break;
        };
        let normal = contact.normal.and_then(|n| unit(n.map(T::widen)));
        let time = contact.time.widen();
        // What has no normal is a corner that a point runs into.
        let Some(normal) = normal else {
            contacts.push(contact);
            break;
        };
        let got_on = norm(&gone) > NOWHERE * last_place(position.into_iter());
        if got_on {
            // Not of the way: what was taken from it may be free again. Else it would be led back
            // off an obtuse corner, and forth in the next move.
            rest = rest.map(|x| x * (1.0 - time));
        }
        let met = Met { way: at.way(step), contact: &contact, normal };
        let normal = guide.seen_as(&met, &mut rest);
        contacts.push(contact);
        if let Some(same) = normals.iter_mut().find(|n| dot(n, &normal) > SAME) {
            // Along it the way should lead: rounding leads into it. So what blocked still does, and
            // along a crease it goes on at once.
            *same = normal;
            if bend + 1 < BENDS.len() {
                bend += 1;
            } else if !got_on {
                break;
            }
            continue;
        }
        if got_on {
            bend = 0;
        }
        if norm(&gone) > FAR * length {
            // Between two that face each other it would go to and fro, in ever shorter legs.
            normals.retain(|n| dot(n, &normal) < OPPOSITE);
        }
        normals.push(normal);
    }
    slide.left = rest.map(finite_float);
    slide
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Along a displacement, and on along what blocks it: along a plane, along the crease of two,
    /// until nothing is left. Each leg is an [advance](Sphere::advance): it is free, and so is each
    /// place at its end, whatever the rounding of directions was.
    ///
    /// What is in the world should stand still: each leg takes the time from 0 to 1, and what moves
    /// starts anew with each.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Sphere, SlideOptions};
    /// let floor = AlignedBox::new([0.0, 0.0, -1.0], [9.0, 9.0, 0.0])?;
    /// let ball = Sphere::new([1.0, 4.0, 2.0], 1.0)?;
    /// let slide = ball.slide([4.0, 0.0, -4.0], &floor, SlideOptions::default())?;
    /// // Down to the floor, and on along it.
    /// assert_eq!(slide.legs, [[2.0, 4.0, 1.0], [5.0, 4.0, 1.0]]);
    /// assert_eq!((slide.contacts.len(), slide.left), (1, [0.0; 3]));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("move and slide", "collide and slide", "character controller"))]
    pub fn slide<O: Obstacle<T, N>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
    ) -> Result<Slide<T, N, O::Feature>, InputError> {
        let mut slide = Slide::default();
        self.slide_into(displacement, world, options, &mut slide)?;
        Ok(slide)
    }

    /// The same, into a slide of before, whose memory is used again: after some moves none is asked
    /// for; in `f64` seldom, by a number that nearly vanishes.
    ///
    /// # Errors
    /// Those of [`slide`](Self::slide); then it is what it was.
    pub fn slide_into<O: Obstacle<T, N>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
        into: &mut Slide<T, N, O::Feature>,
    ) -> Result<(), InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        slide(&RoundBody::carried(*self)?, displacement, &Around::new(world), options, into);
        Ok(())
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Along a displacement, and on along what blocks it, as for a [sphere](Sphere::slide).
    ///
    /// # Errors
    /// A component that is not finite; a capsule that is given by two ends whose difference is no
    /// float.
    #[doc(alias("move and slide", "collide and slide", "character controller"))]
    pub fn slide<O: Obstacle<T, N, Capsule<T, N>>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
    ) -> Result<Slide<T, N, O::Feature>, InputError> {
        let mut slide = Slide::default();
        self.slide_into(displacement, world, options, &mut slide)?;
        Ok(slide)
    }

    /// The same, into a slide of before, whose memory is used again: after some moves none is asked
    /// for; in `f64` seldom, by a number that nearly vanishes.
    ///
    /// # Errors
    /// Those of [`slide`](Self::slide); then it is what it was.
    pub fn slide_into<O: Obstacle<T, N, Capsule<T, N>>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
        into: &mut Slide<T, N, O::Feature>,
    ) -> Result<(), InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        slide(&RoundBody::carried(*self)?, displacement, &Around::new(world), options, into);
        Ok(())
    }
}
