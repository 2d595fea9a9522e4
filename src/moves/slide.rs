//! Slide: moves a body along a displacement and then along the blocking surfaces, leg by leg.

use super::advance::{Advance, advance, last_place, plus};
use super::clip::{along, between, clipped, dot, finite_float, joined, norm, settled, split, unit};
use super::normals::Normals;
use super::world::{Around, World};
use crate::contact::{Answer, Contact, Obstacle, Overlap};
use crate::shape::{Capsule, InputError, Moving, Scalar, Sphere, Translatable, finite};
use alloc::vec::Vec;

/// The options of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlideOptions {
    /// The greatest number of legs.
    pub max_iterations: usize,
}

impl Default for SlideOptions {
    fn default() -> Self {
        Self { max_iterations: 12 }
    }
}

/// The result of a slide: the legs of a body that slides along blocking surfaces.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slide<T, const N: usize, F> {
    /// The overlap at the start, if there is one; the body then did not move. Every slide reports
    /// it, even with a zero displacement or with `max_iterations` of zero.
    pub overlap: Option<Overlap<T, N, F>>,
    /// The position after the move: the centre, or the end `a` of the axis.
    pub position: [T; N],
    /// The ends of the legs, in order. The first leg begins at the start of the body, each other
    /// leg at the end of the leg before it.
    pub legs: Vec<[T; N]>,
    /// The blocking hits, in order. The time of each is the fraction of the displacement that was
    /// tried in that leg.
    pub contacts: Vec<Contact<T, N, F>>,
    /// The remaining displacement. It is zero unless the body is wedged, overlapped an obstacle, or
    /// needed more iterations.
    pub left: [T; N],
}

/// An empty result without any memory, for [`Sphere::slide_into`].
impl<T: Scalar, const N: usize, F> Default for Slide<T, N, F> {
    fn default() -> Self {
        let (legs, contacts) = (Vec::new(), Vec::new());
        Self { overlap: None, position: [T::ZERO; N], legs, contacts, left: [T::ZERO; N] }
    }
}

/// Where rounding would lead a direction into the planes along which it leads, it is bent off the
/// planes by these fractions of its length. The least bend with which the body moves is used.
const BENDS: [f64; 6] = [0.0, 3.6e-15, 5.7e-14, 9.1e-13, 1.5e-11, 2.4e-10];
/// A position nearer than this many units in the last place counts as the same.
pub(super) const NOWHERE: f64 = 64.0;
/// A leg must be longer than this fraction of the direction that was tried, or else earlier
/// blocking normals are kept: between two planes that nearly face each other, the direction along
/// one leads into the other at once.
const FAR: f64 = 1e-9;
/// Two surfaces face each other if the scalar product of their unit normals is less than this.
const OPPOSITE: f64 = -1.0 + 1e-5;

/// Two unit normals count as one if their scalar product is more than this.
const SAME: f64 = 1.0 - 1e-9;

/// A blocking hit, with its leg.
pub(super) struct BlockingHit<'a, T: Scalar, M: Translatable<T, N>, F, const N: usize> {
    /// The leg that was tried, with the body at its start.
    pub(super) way: Moving<M>,
    pub(super) contact: &'a Contact<T, N, F>,
    /// The unit normal.
    pub(super) normal: [f64; N],
}

/// The policy of a slide: how surfaces count, and which directions are allowed.
pub(super) trait SlideFilter<T: Scalar, M: Translatable<T, N>, F, const N: usize> {
    /// The normal that the surface of a contact counts as. The method may also change the remaining
    /// displacement.
    fn counted_normal(
        &mut self,
        met: &BlockingHit<'_, T, M, F, N>,
        _rest: &mut [f64; N],
    ) -> [f64; N] {
        met.normal
    }
    /// The direction in which the body moves, given the direction that leads along all blocking
    /// surfaces.
    fn allowed_direction(&self, way: [f64; N]) -> [f64; N] {
        way
    }
}

/// The policy of a plain slide: all surfaces count as they are.
struct Anything;

impl<T: Scalar, M: Translatable<T, N>, F, const N: usize> SlideFilter<T, M, F, N> for Anything {}

/// See [`Sphere::slide_into`].
pub(crate) fn slide<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
    options: SlideOptions,
    slide: &mut Slide<T, N, W::Feature>,
) where
    M: Translatable<T, N>,
    W: World<T, N, M> + ?Sized,
{
    slide.legs.clear();
    slide.contacts.clear();
    let told = (&mut slide.legs, &mut slide.contacts);
    let slid = slide_as(body, displacement, world, options, told, &mut Anything);
    (slide.overlap, slide.position, slide.left) = (slid.overlap, slid.position, slid.left);
}

/// The result of a slide, without its legs and contacts, which are written elsewhere.
pub(super) struct Slid<T, const N: usize, F> {
    pub(super) overlap: Option<Overlap<T, N, F>>,
    pub(super) position: [T; N],
    pub(super) left: [T; N],
}

/// The memory for the legs and the blocking hits.
type Told<'a, T, F, const N: usize> = (&'a mut Vec<[T; N]>, &'a mut Vec<Contact<T, N, F>>);

/// Does the same as [`slide`], with a policy. The legs and contacts are appended.
pub(super) fn slide_as<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
    options: SlideOptions,
    (legs, contacts): Told<'_, T, W::Feature, N>,
    filter: &mut impl SlideFilter<T, M, W::Feature, N>,
) -> Slid<T, N, W::Feature>
where
    M: Translatable<T, N>,
    W: World<T, N, M> + ?Sized,
{
    let mut slide = Slid { overlap: None, position: body.place(), left: displacement };
    // The remaining displacement, and the normals that have blocked the body since it last moved
    // far.
    let mut rest = displacement.map(T::widen);
    let mut normals = Normals::new();
    let mut bend = 0;
    if options.max_iterations == 0 || displacement == [T::ZERO; N] {
        slide.overlap = world.overlap(body);
        return slide;
    }
    for i in 0..options.max_iterations {
        let way = filter.allowed_direction(settled(&rest, clipped(&rest, &normals)));
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
                // Moving obstacles start again with each leg, and may overlap the new position of
                // the body. This ends the slide, but it is not an overlap at the start.
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
        let normal = normal.or_else(|| normal_beside(&at, step, world));
        let time = contact.time.widen();
        // A contact without a normal is the hit of a point on a corner.
        let Some(normal) = normal else {
            contacts.push(contact);
            break;
        };
        let got_on = norm(&gone) > NOWHERE * last_place(position.into_iter());
        if got_on {
            // The remaining displacement is shortened, not the clipped direction, because the part
            // that was clipped away may be free again. Otherwise a body would be led back off an
            // obtuse corner, and forth again in the next move.
            rest = rest.map(|x| x * (1.0 - time));
        }
        let met = BlockingHit { way: at.moving_by(step), contact: &contact, normal };
        let normal = filter.counted_normal(&met, &mut rest);
        contacts.push(contact);
        if let Some(same) = normals.iter_mut().find(|n| dot(n, &normal) > SAME) {
            // The direction should lead along this surface, but by rounding it leads into the
            // surface. So the earlier normals are kept, and the body continues along a crease at
            // once.
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
            // Only normals that face this one are kept: between two such surfaces, the body would
            // otherwise bounce in ever shorter legs.
            normals.retain(|n| dot(n, &normal) < OPPOSITE);
        }
        normals.push(normal);
    }
    slide.left = rest.map(finite_float);
    slide
}

/// The normal of a surface that a solid without a radius hits at an edge or a corner, where the
/// surface has no normal: the normal of the hit from a position slightly aside. It only steers.
fn normal_beside<T: Scalar, M, W, const N: usize>(
    body: &M,
    step: [T; N],
    world: &W,
) -> Option<[f64; N]>
where
    M: Translatable<T, N>,
    W: World<T, N, M> + ?Sized,
{
    if body.is_point() {
        return None;
    }
    let place = body.place();
    let aside = NOWHERE * last_place(place.into_iter());
    let from = |i: usize| -> [T; N] {
        let by = if i.is_multiple_of(2) { aside } else { -aside };
        core::array::from_fn(|k| if k == i / 2 { plus(place[k], by) } else { place[k] })
    };
    (0..2 * N).find_map(|i| match world.entry(&body.at(from(i)).moving_by(step)) {
        Answer::Contact(contact) => contact.normal.and_then(|n| unit(n.map(T::widen))),
        Answer::Overlap(_) | Answer::None => None,
    })
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Moves this sphere along a displacement, and then along the blocking surfaces, such as a
    /// plane or the crease of two planes, until no displacement remains.
    ///
    /// Each leg is an [advance](Sphere::advance): the leg and the position at its end are free,
    /// however the directions were rounded.
    ///
    /// The obstacles should be at rest: each leg lasts from time 0 to 1, and moving obstacles start
    /// again with each leg.
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

    /// Slides this sphere, as [`slide`](Self::slide) does, and writes to an earlier result, whose
    /// memory is used again. After some moves this allocates only in `f64`, and seldom: for a
    /// number that nearly vanishes.
    ///
    /// # Errors
    /// The errors of [`slide`](Self::slide); the result is then unchanged.
    pub fn slide_into<O: Obstacle<T, N>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
        into: &mut Slide<T, N, O::Feature>,
    ) -> Result<(), InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        slide(&Translatable::carried(*self)?, displacement, &Around::new(world), options, into);
        Ok(())
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Moves this capsule along a displacement, and then along the blocking surfaces, as
    /// [`Sphere::slide`] does for a sphere.
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

    /// Slides this capsule, as [`slide`](Self::slide) does, and writes to an earlier result, whose
    /// memory is used again. After some moves this allocates only in `f64`, and seldom: for a
    /// number that nearly vanishes.
    ///
    /// # Errors
    /// The errors of [`slide`](Self::slide); the result is then unchanged.
    pub fn slide_into<O: Obstacle<T, N, Capsule<T, N>>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
        options: SlideOptions,
        into: &mut Slide<T, N, O::Feature>,
    ) -> Result<(), InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        slide(&Translatable::carried(*self)?, displacement, &Around::new(world), options, into);
        Ok(())
    }
}
