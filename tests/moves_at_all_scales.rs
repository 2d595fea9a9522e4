//! Moves at all scales of floats, from the least subnormal one to the largest, in `f32` and `f64`,
//! also of bodies without a radius. Whole numbers judge them (`move_oracle`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod move_oracle;
mod random;

use move_oracle::{Leg, enters, leads_back, unit, units_off};
use random::Random;
use std::fmt::Debug;
use std::sync::Arc;
use tangency::any::{self, AnyObstacle, Mover};
use tangency::{
    Advance, AlignedBox, Capsule, Item, Mesh, Moving, Point, Recover, Scalar, Scene, Slide,
    SlideOptions, Sphere, Triangle, Walker, WalkerOptions,
};

type Vector = [f64; 3];

/// A power of two, which may be subnormal.
fn power(exponent: i32) -> f64 {
    match exponent {
        -1022.. => f64::from_bits(((exponent + 1023) as u64) << 52),
        _ => f64::from_bits(1 << (exponent + 1074)),
    }
}

fn wide<T: Scalar>(v: [T; 3]) -> Vector {
    v.map(T::widen)
}

/// The nearest finite float of this type.
fn float<T: Scalar>(x: f64) -> T {
    T::nearest(x.clamp(-T::LARGEST.widen(), T::LARGEST.widen()))
}

fn is_single<T: Scalar>() -> bool {
    T::LARGEST.widen() < f64::MAX
}

/// An obstacle, its surface as triangles, its inflation, and its corners if it is solid.
struct Thing<T: Scalar> {
    item: Item<T>,
    surface: Vec<[Vector; 3]>,
    rounding: f64,
    solid: Option<[Vector; 2]>,
}

/// A body for moves through a world.
#[derive(Clone, Copy)]
struct Body<T> {
    at: [T; 3],
    /// The axis, if the body is a capsule.
    axis: Option<[T; 3]>,
    radius: T,
}

/// A source of numbers of about one size.
struct Draw<'r> {
    random: &'r mut Random,
    size: f64,
    is_whole: bool,
}

impl Draw<'_> {
    fn number<T: Scalar>(&mut self) -> T {
        let x = match self.is_whole {
            true => 0.5 * self.random.integer(-8, 8),
            false => self.random.between(-4.0, 4.0),
        };
        float(x * self.size)
    }
    fn vector<T: Scalar>(&mut self) -> [T; 3] {
        [(); 3].map(|()| self.number())
    }
}

impl<T: Scalar> Thing<T> {
    fn triangle(corners: [[T; 3]; 3], rounding: T) -> Self {
        let [a, b, c] = corners;
        let shape = Moving::still(Triangle::new(a, b, c).unwrap()).towards_inflated(rounding);
        let surface = vec![corners.map(wide)];
        Self { item: Item::from(shape), surface, rounding: rounding.widen(), solid: None }
    }

    fn point(at: [T; 3], rounding: T) -> Self {
        let shape = Moving::still(Point::new(at).unwrap()).towards_inflated(rounding);
        let surface = vec![[wide(at); 3]];
        Self { item: Item::from(shape), surface, rounding: rounding.widen(), solid: None }
    }

    fn aligned(a: [T; 3], b: [T; 3], rounding: T) -> Self {
        let min: [T; 3] = [0, 1, 2].map(|k| if a[k] < b[k] { a[k] } else { b[k] });
        let max: [T; 3] = [0, 1, 2].map(|k| if a[k] < b[k] { b[k] } else { a[k] });
        let shape = Moving::still(AlignedBox::new(min, max).unwrap()).towards_inflated(rounding);
        let ends = [wide(min), wide(max)];
        let corner = |i: usize| [0, 1, 2].map(|k| ends[i >> k & 1][k]);
        let mut surface = Vec::new();
        for k in 0..3 {
            let (u, v) = (1 << ((k + 1) % 3), 1 << ((k + 2) % 3));
            for base in [0, 1 << k] {
                let [a, b, c, d] = [base, base + u, base + u + v, base + v].map(corner);
                surface.extend([[a, b, c], [a, c, d]]);
            }
        }
        let solid = Some(ends);
        Self { item: Item::from(shape), surface, rounding: rounding.widen(), solid }
    }

    fn mesh(corners: &[[[T; 3]; 3]]) -> Self {
        let vertices = corners.iter().flatten().copied().collect();
        let count = u32::try_from(corners.len()).unwrap();
        let faces = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Arc::new(Mesh::new(vertices, faces).unwrap());
        let surface = corners.iter().map(|t| t.map(wide)).collect();
        Self { item: Item::from(Moving::still(mesh)), surface, rounding: 0.0, solid: None }
    }

    fn draw(draw: &mut Draw<'_>, may_be_rounded: bool) -> Self {
        let rounding = match draw.random.below(4) {
            0 if may_be_rounded => float(draw.random.between(0.0, 1.0) * draw.size),
            _ => T::ZERO,
        };
        match draw.random.below(4) {
            0 => Self::triangle([(); 3].map(|()| draw.vector()), rounding),
            1 => Self::aligned(draw.vector(), draw.vector(), rounding),
            2 => Self::point(draw.vector(), rounding),
            _ => Self::mesh(&[(); 3].map(|()| [(); 3].map(|()| draw.vector()))),
        }
    }
}

impl<T: Scalar> Body<T> {
    fn mover(&self) -> Mover<T, 3> {
        match self.axis {
            None => Moving::still(Sphere::new(self.at, self.radius).unwrap()).into(),
            Some(axis) => {
                Moving::still(Capsule::with_axis(self.at, axis, self.radius).unwrap()).into()
            }
        }
    }

    fn leg(&self, from: [T; 3], to: [T; 3], rounding: f64) -> Leg {
        let axis = self.axis.map_or([0.0; 3], wide);
        Leg { from: wide(from), to: wide(to), axis, reach: [self.radius.widen(), rounding] }
    }

    fn is_free(&self, things: &[Thing<T>], from: [T; 3], to: [T; 3]) -> bool {
        !things.iter().any(|thing| {
            let leg = self.leg(from, to, thing.rounding);
            thing.surface.iter().any(|triangle| enters(&leg, triangle))
        })
    }

    fn overlaps(&self, things: &[Thing<T>], at: [T; 3]) -> bool {
        let is_inside = |thing: &Thing<T>| {
            let within = |[min, max]: [Vector; 2]| {
                (0..3).all(|k| min[k] < at[k].widen() && at[k].widen() < max[k])
            };
            thing.solid.is_some_and(within)
        };
        things.iter().any(is_inside) || !self.is_free(things, at, at)
    }
}

fn world<T: Scalar>(things: &[Thing<T>]) -> Box<dyn AnyObstacle<T, 3>> {
    let mut scene = Scene::new();
    for thing in things {
        scene.insert(thing.item.clone());
    }
    Box::new(Arc::new(scene))
}

fn are_finite<T: Scalar>(places: &[[T; 3]]) -> bool {
    places.iter().flatten().all(|x| x.widen().is_finite())
}

/// The counts of moves by their results.
#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    overlaps: usize,
    blocked: usize,
    /// The moves blocked by a contact past the largest float, to which no float is near.
    past: usize,
    /// The blocked moves that ended farther than four units from the contact, as no nearer position
    /// is free.
    far: usize,
    recovered: usize,
}

/// A free position near a contact: at most four units from it, in whole units along the axes, and
/// not back along the displacement.
fn free_near<T: Scalar>(
    body: &Body<T>,
    things: &[Thing<T>],
    touch: [T; 3],
    displacement: [T; 3],
) -> Option<[T; 3]> {
    let [start, touch] = [body.at, touch].map(wide);
    let unit = unit(touch, start, is_single::<T>());
    let offset = |i: i32| [i % 9 - 4, i / 9 % 9 - 4, i / 81 - 4];
    let near = (0..9 * 9 * 9).map(offset).filter(|o| o.iter().map(|x| x * x).sum::<i32>() <= 16);
    let mut places = near.map(|o| [0, 1, 2].map(|k| float(touch[k] + f64::from(o[k]) * unit)));
    places.find(|&to: &[T; 3]| {
        !leads_back(start, wide(to), wide(displacement)) && body.is_free(things, body.at, to)
    })
}

type Told<T> = Slide<T, 3, any::AnyFeature<3>>;

/// Judges an advance and a slide from the same position, and returns the end of the slide.
fn judge<T: Scalar + Debug>(
    body: &Body<T>,
    things: &[Thing<T>],
    world: &dyn AnyObstacle<T, 3>,
    displacement: [T; 3],
    tally: &mut Tally,
) -> [T; 3] {
    let (mover, from) = (body.mover(), body.at);
    let advance = mover.advance(world, displacement).unwrap().unwrap();
    let slid = |most: usize, displacement| -> Told<T> {
        let mut options = SlideOptions::default();
        options.max_iterations = most;
        mover.slide(world, displacement, options).unwrap().unwrap()
    };
    let slide = slid(12, displacement);
    let what = || format!("{from:?} {displacement:?} {advance:?} {slide:?}");
    tally.moves += 1;

    // Every query reports an overlap at the start.
    let overlaps = body.overlaps(things, from);
    let hardly = [slid(0, displacement), slid(12, [T::ZERO; 3]), slid(0, [T::ZERO; 3])];
    for told in hardly.iter().chain([&slide]) {
        assert_eq!(told.overlap.is_some(), overlaps, "{}", what());
        assert!(!overlaps || told.legs.is_empty(), "{}", what());
    }
    assert_eq!(matches!(advance, Advance::Overlap(_)), overlaps, "{}", what());
    if overlaps {
        tally.overlaps += 1;
        assert_eq!((slide.left, slide.position), (displacement, from), "{}", what());
        let recovered = mover.recover(world).unwrap().unwrap();
        if let Recover::Moved { position } = recovered {
            tally.recovered += 1;
            assert!(are_finite(&[position]), "{recovered:?} of {}", what());
            assert!(!body.overlaps(things, position), "{recovered:?} of {}", what());
            return position;
        }
        assert_eq!(recovered, Recover::NotFound, "{}", what());
        return from;
    }
    assert_eq!(mover.recover(world).unwrap().unwrap(), Recover::Free, "{}", what());

    // Each leg is free, and finite.
    assert!(are_finite(&[advance.position(), slide.position, slide.left]), "{}", what());
    assert!(are_finite(&slide.legs) && are_finite(&[advance.left(displacement)]), "{}", what());
    assert!(body.is_free(things, from, advance.position()), "{}", what());
    let mut place = from;
    for &to in &slide.legs {
        assert!(body.is_free(things, place, to), "{}", what());
        place = to;
    }
    assert_eq!(place, slide.position, "{}", what());

    // An advance does not lead back, and ends near enough to its contact.
    let back = leads_back(wide(from), wide(advance.position()), wide(displacement));
    assert!(!back, "{}", what());
    match &advance {
        Advance::Free { position } => {
            let end = [0, 1, 2].map(|k| float(from[k].widen() + displacement[k].widen()));
            if body.is_free(things, from, end) {
                assert_eq!(*position, end, "{}", what());
            }
            assert_eq!(slide.position, *position, "{}", what());
            assert!(slide.contacts.is_empty(), "{}", what());
        }
        Advance::Blocked { position, contact } => {
            tally.blocked += 1;
            let touch = contact.center.map(|x| float::<T>(x.widen()));
            let off = units_off(wide(*position), wide(touch), wide(from), is_single::<T>());
            if !are_finite(&[contact.center]) {
                tally.past += 1;
            } else if off > 4.5 {
                tally.far += 1;
                let free = free_near(body, things, touch, displacement);
                assert_eq!(free, None, "{off} units off: {}", what());
            }
        }
        Advance::Overlap(_) => unreachable!(),
    }
    slide.position
}

/// Makes moves in this many worlds, each at a scale of its own.
fn at_all_scales<T: Scalar + Debug>(seed: u64, worlds: usize) -> Tally {
    let (least, most) = (T::LEAST_EXPONENT, T::PAST_EXPONENT);
    at_scales::<T>(seed, worlds, |random| match random.below(8) {
        0 => least + random.below(6) as i32,
        1 => most - 1 - random.below(4) as i32,
        2..5 => random.below(3) as i32 - 1,
        _ => least + random.below((most - least) as u64) as i32,
    })
}

/// Makes moves in worlds at scales whose powers of two are given.
fn at_scales<T: Scalar + Debug>(
    seed: u64,
    worlds: usize,
    scale: impl Fn(&mut Random) -> i32,
) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    let (least, most) = (T::LEAST_EXPONENT, T::PAST_EXPONENT);
    let span = (most - least) as u64;
    for i in 0..worlds {
        let exponent = scale(&mut random);
        let is_whole = random.below(2) == 0;
        let mut draw = Draw { random: &mut random, size: power(exponent), is_whole };
        let count = [1, 1, 2, 4][draw.random.index(4)];
        let things: Vec<Thing<T>> =
            (0..count).map(|_| Thing::draw(&mut draw, i % 3 != 0)).collect();
        let world = world(&things);
        let radius = match draw.random.below(3) {
            0 => T::ZERO,
            1 => float(0.25 * draw.size),
            _ => float(draw.random.between(0.0, 1.0) * draw.size),
        };
        let axis = (draw.random.below(2) == 0).then(|| {
            let axis: [T; 3] = draw.vector();
            axis.map(|x| float(0.25 * x.widen()))
        });
        let mut body = Body { at: draw.vector(), axis, radius };
        for _ in 0..10 {
            // The displacement is mostly of the size of the world, or much greater or smaller.
            let far = match draw.random.below(6) {
                0 => draw.random.below(2 * span) as i32 - span as i32,
                1 => draw.random.below(60) as i32,
                2 => -(draw.random.below(60) as i32),
                _ => 0,
            };
            let size = power((exponent + far).clamp(least, most - 1));
            let mut away = Draw { size, ..Draw { random: &mut *draw.random, ..draw } };
            let mut way: [T; 3] = away.vector();
            if draw.random.below(3) == 0 {
                way[draw.random.index(3)] = T::ZERO;
            }
            if draw.random.below(3) == 0 {
                way[draw.random.index(3)] = float(way[0].widen() * power(-50));
            }
            // The body often moves towards an obstacle, or starts inside of it.
            let thing = &things[draw.random.index(things.len())];
            let [a, b, c] = thing.surface[draw.random.index(thing.surface.len())];
            let middle: Vector = [0, 1, 2].map(|k| 0.5 * a[k] + 0.25 * b[k] + 0.25 * c[k]);
            match draw.random.below(8) {
                0 => body.at = middle.map(float),
                1..5 => {
                    let times = [1.0, 2.0, 1e3][draw.random.index(3)];
                    way = [0, 1, 2].map(|k| float(times * (middle[k] - body.at[k].widen())));
                }
                _ => {}
            }
            body.at = judge(&body, &things, &*world, way, &mut tally);
        }
    }
    tally
}

#[test]
fn moves_are_free_at_all_scales() {
    let tallies = [at_all_scales::<f64>(71, 150), at_all_scales::<f32>(72, 150)];
    println!("{tallies:?}");
    for Tally { moves, overlaps, blocked, past, far, recovered } in tallies {
        assert!(moves == 1500 && overlaps > 60 && blocked > 150 && recovered > 30);
        assert!(100 * (past + far) <= blocked, "{past} and {far} of {blocked}");
    }
}

/// Run with `cargo test --release --test moves_at_all_scales -- --ignored --nocapture`.
#[test]
#[ignore = "a million moves: some minutes in release"]
fn a_million_moves_at_all_scales() {
    println!("f64: {:?}", at_all_scales::<f64>(73, 50_000));
    println!("f32: {:?}", at_all_scales::<f32>(74, 50_000));
}

/// Where the spacing of the least floats is as large as the obstacles, an obstacle at one position
/// does not block all positions behind it.
#[test]
fn a_free_place_near_the_touch_is_found_among_the_least_floats() {
    let tallies = [
        at_scales::<f64>(75, 2_000, |random| f64::LEAST_EXPONENT + random.below(4) as i32),
        at_scales::<f32>(76, 2_000, |random| f32::LEAST_EXPONENT + random.below(4) as i32),
    ];
    println!("{tallies:?}");
    for Tally { blocked, past, .. } in tallies {
        assert!(blocked > 5_000 && past == 0, "{blocked} {past}");
    }
}

/// In `f32` the last place of a displacement is coarser than the last place of the blocked
/// position. A ball above a tilted floor ends at the floor, however long the displacement is, and
/// never goes up.
#[test]
fn a_long_displacement_ends_no_farther_from_what_blocks() {
    fn stopped<T: Scalar + Debug>(lengths: &[f64], seed: u64) {
        let mut random = Random(seed);
        for &length in lengths {
            for _ in 0..20 {
                let [u, v] = [(); 2].map(|()| random.between(-0.5, 0.5));
                let corner = |x: f64, y: f64| [x, y, u * x + v * y].map(float::<T>);
                let corners = [corner(-40.0, -40.0), corner(40.0, -40.0), corner(0.0, 40.0)];
                let floor = [Thing::<T>::triangle(corners, T::ZERO)];
                let at: [T; 3] = [0.0, 0.0, 3.0].map(T::nearest);
                let body = Body { at, axis: None, radius: T::ONE };
                let way = [T::ZERO, T::ZERO, T::nearest(-length)];
                let advance = body.mover().advance(&*world(&floor), way).unwrap().unwrap();
                let Advance::Blocked { position, contact } = advance else { panic!() };
                let what = || format!("{position:?} {contact:?} by {length:e}");
                let touch = wide(contact.center);
                let off = units_off(wide(position), touch, wide(at), is_single::<T>());
                assert!(off <= 4.5 && position[2] < at[2], "{off}: {}", what());
                assert!(body.is_free(&floor, at, position), "{}", what());
            }
        }
    }
    stopped::<f32>(&[1e2, 1e4, 1e6, 1e8, 1e30, 3e38], 81);
    stopped::<f64>(&[1e3, 1e16, 1e18, 1e100, 1.7e308], 82);
}

/// If a contact is nearer than the spacing of floats, the move does not end farther back than it
/// began.
#[test]
fn no_advance_leads_back() {
    let mut random = Random(83);
    let mut here = 0;
    for _ in 0..400 {
        let [u, v] = [(); 2].map(|()| random.between(-1.0, 1.0));
        let corner = |x: f64, y: f64| [x, y, u * x + v * y].map(float::<f32>);
        let corners = [corner(-40.0, -40.0), corner(40.0, -40.0), corner(0.0, 40.0)];
        let floor = world(&[Thing::<f32>::triangle(corners, 0.0)]);
        let radius = [0.0, 0.25][random.index(2)];
        let mut body = Body { at: [0.1, 0.2, 9.0], axis: None, radius };
        for _ in 0..6 {
            let [x, y, z] = random.vector(-1.0, 1.0);
            let far = [1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6][random.index(9)];
            let way = [x, y, -z.abs()].map(|x| float::<f32>(far * x));
            let advance = body.mover().advance(&*floor, way).unwrap().unwrap();
            let end = advance.position();
            let back = leads_back(wide(body.at), wide(end), wide(way));
            assert!(!back, "{:?} {way:?} {end:?}", body.at);
            here += usize::from(end == body.at);
            body.at = end;
        }
    }
    assert!(here > 100, "{here}");
}

/// A body without a radius ends in front of its obstacle, and can leave in any free direction. A
/// body on a surface is reported as overlapping, and is recovered from the surface.
#[test]
fn a_point_is_not_held_by_what_it_comes_to() {
    let wall = AlignedBox::new([0.0, 0.0, -1.0], [4.0, 4.0, 0.0]).unwrap();
    let floor = Triangle::new([-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]).unwrap();
    let (solid, flat) = (Moving::still(wall), Moving::still(floor));
    let worlds: [&dyn AnyObstacle<f64, 3>; 2] = [&solid, &flat];
    for world in worlds {
        for axis in [None, Some([0.0, 0.0, 1.0]), Some([0.5, 0.0, 0.0])] {
            let body = Body { at: [1.0, 1.0, 2.0], axis, radius: 0.0 };
            let down = body.mover().advance(world, [0.0, 0.0, -5.0]).unwrap().unwrap();
            let Advance::Blocked { position, contact } = down else { panic!("{down:?}") };
            // The unit is the unit in the last place of the start's height.
            assert!(position[2] > 0.0 && position[2] <= 4.0 * 2.0 * f64::EPSILON, "{position:?}");
            assert_eq!(contact.center, [1.0, 1.0, 0.0]);
            let there = Body { at: position, ..body };
            for way in [[0.0, 0.0, 3.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]] {
                let on = there.mover().advance(world, way).unwrap().unwrap();
                let end = [0, 1, 2].map(|k| position[k] + way[k]);
                assert_eq!(on, Advance::Free { position: end });
            }
            let again = there.mover().advance(world, [0.0, 0.0, -5.0]).unwrap().unwrap();
            assert!(again.contact().is_some() && again.position()[2] > 0.0);

            // The body starts on the floor.
            let on_it = Body { at: [1.0, 1.0, 0.0], ..body };
            let up = on_it.mover().advance(world, [0.0, 0.0, 1.0]).unwrap().unwrap();
            assert!(matches!(up, Advance::Overlap(_)), "{up:?}");
            let Recover::Moved { position } = on_it.mover().recover(world).unwrap().unwrap() else {
                panic!()
            };
            let off = Body { at: position, ..body };
            assert_eq!(off.mover().recover(world).unwrap().unwrap(), Recover::Free);
            let away = off.mover().advance(world, [0.0, 0.0, position[2]]).unwrap().unwrap();
            assert!(matches!(away, Advance::Free { .. }), "{position:?} {away:?}");
        }
    }
}

/// A point along a path is stopped at its obstacle, on the leg that arrives there.
#[test]
fn a_path_of_a_point_is_stopped_where_it_touches() {
    let wall = Triangle::new([2.0, -9.0, -9.0], [2.0, 9.0, -9.0], [2.0, 0.0, 9.0]).unwrap();
    let shelf = AlignedBox::new([2.0, -9.0, -9.0], [3.0, 9.0, 9.0]).unwrap();
    for end in [[4.0, 0.0, 0.0], [0.0, 0.0, 0.0], [2.0, 1.0, 0.0]] {
        let points = [[2.0, 0.0, 0.0], end];
        let path = Sphere::new([0.0; 3], 0.0).unwrap().moving_along(points).unwrap();
        for (first, entry) in [
            (
                path.first_contact(&wall).map(|(leg, hit)| (leg, hit.contact().unwrap().time)),
                path.first_entry(&wall).map(|(leg, hit)| (leg, hit.contact().unwrap().time)),
            ),
            (
                path.first_contact(&shelf).map(|(leg, hit)| (leg, hit.contact().unwrap().time)),
                path.first_entry(&shelf).map(|(leg, hit)| (leg, hit.contact().unwrap().time)),
            ),
        ] {
            assert_eq!((first, entry), (Some((0, 1.0)), Some((0, 1.0))));
        }
    }
    // A body with a radius is stopped only if it continues into the obstacle.
    let ball = Sphere::new([0.0; 3], 0.5).unwrap();
    let entered = |end: [f64; 3]| {
        let path = ball.moving_along([[1.5, 0.0, 0.0], end]).unwrap();
        path.first_entry(&wall).map(|(leg, hit)| (leg, hit.contact().unwrap().time))
    };
    assert_eq!(entered([4.0, 0.0, 0.0]), Some((1, 0.0)));
    assert_eq!((entered([0.0; 3]), entered([1.5, 1.0, 0.0])), (None, None));
}

/// An unblocked slide ends at the same position as an advance, however different the components of
/// the displacement are.
#[test]
fn a_free_slide_ends_where_an_advance_does() {
    let world = Point::new([-9.0, -9.0, -9.0]).unwrap();
    for way in [
        [2e15, 1.0, 0.0],
        [1e300, 1e-300, 1.0],
        [5e-324, 0.0, 1.7e308],
        [1.7e308, 5e-324, 1e-10],
        [1.0, -1e-17, 5e-324],
    ] {
        let ball = Sphere::new([0.0; 3], 1.0).unwrap();
        let slide = ball.slide(way, &world, SlideOptions::default()).unwrap();
        assert_eq!(slide.position, ball.advance(way, &world).unwrap().position());
        assert_eq!(slide.position, way);
    }
    // A floor does not remove components that it does not block.
    let floor = AlignedBox::new([-1e16, -1e16, -1.0], [1e16, 1e16, 0.0]).unwrap();
    let ball = Sphere::new([0.0, 0.0, 1.0], 1.0).unwrap();
    let slide = ball.slide([2e15, 1.0, -1e5], &floor, SlideOptions::default()).unwrap();
    assert_eq!(slide.position, [2e15, 1.0, 1.0]);
}

/// Moving obstacles start again with each leg, and may then overlap a body that has moved. Only an
/// overlap at the start is reported.
#[test]
fn a_slide_that_moved_tells_no_overlap() {
    let mut random = Random(84);
    let (mut moved, mut overlapped) = (0, 0);
    for _ in 0..2000 {
        let mut scene = Scene::new();
        for _ in 0..3 {
            let [a, b] = [(); 2].map(|()| random.vector(-3.0, 3.0));
            let min: Vector = [0, 1, 2].map(|k| a[k].min(b[k]));
            let max: Vector = [0, 1, 2].map(|k| a[k].max(b[k]));
            let item = Item::from(AlignedBox::new(min, max).unwrap());
            scene.insert(item.between([0.0; 3], random.vector(-3.0, 3.0)).unwrap());
        }
        let ball = Sphere::new(random.vector(-4.0, 4.0), 0.5).unwrap();
        let way = random.vector(-4.0, 4.0);
        let slide = ball.slide(way, &scene, SlideOptions::default()).unwrap();
        if slide.overlap.is_some() {
            overlapped += 1;
            assert_eq!((slide.position, slide.left), (ball.center(), way));
            assert!(slide.legs.is_empty() && slide.contacts.is_empty(), "{slide:?}");
            assert!(matches!(ball.advance(way, &scene).unwrap(), Advance::Overlap(_)));
        } else {
            moved += usize::from(slide.legs.len() > 1);
        }
    }
    assert!(moved > 50 && overlapped > 50, "{moved} {overlapped}");
}

/// Sums and lengths past the largest float never lead to a position that is not finite.
#[test]
fn near_the_largest_floats_places_are_numbers() {
    let huge = 1.7e308;
    let slab = AlignedBox::new([10.0, -huge, -huge], [20.0, huge, huge]).unwrap();
    let ball = Sphere::new([0.0; 3], 1.0).unwrap();
    let slide = ball.slide([huge, huge, 0.0], &slab, SlideOptions::default()).unwrap();
    assert!(are_finite(&slide.legs) && are_finite(&[slide.position, slide.left]), "{slide:?}");
    // The ball moves along the slab by its whole displacement, up to rounding.
    assert!((slide.position[0], slide.position[2]) == (9.0, 0.0), "{slide:?}");
    assert!(slide.position[1] > 0.999 * huge, "{slide:?}");

    let ball = Sphere::new([0.0, 1e308], 1e308).unwrap();
    let there = Point::new([0.0, 1e308]).unwrap();
    match ball.recover(&there).unwrap() {
        Recover::Moved { position } => {
            assert!(position.map(f64::is_finite) == [true; 2], "{position:?}");
            let free = Sphere::new(position, 1e308).unwrap();
            assert_eq!(free.recover(&there).unwrap(), Recover::Free);
        }
        Recover::NotFound => {}
        Recover::Free => panic!("it overlaps"),
    }

    // The same for a walker.
    let floor = AlignedBox::new([-huge, -huge, -1.0], [huge, huge, 0.0]).unwrap();
    let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5).unwrap();
    for up in [[0.0, 0.0, 1.0], [huge, huge, huge], [0.0, 1e-320, 1e-310]] {
        for way in [[huge, huge, 0.0], [huge, -huge, -huge], [huge, huge, huge], [1e200, 0.0, -1.0]]
        {
            let mut options = WalkerOptions::default();
            (options.up, options.step_height, options.snap_distance) = (up, 0.5, 1.7e308);
            let mut hero = Walker::new(body, options).unwrap();
            for _ in 0..4 {
                let Ok(step) = hero.step(way, &floor) else { break };
                assert!(are_finite(&step.legs), "{up:?} {way:?} {step:?}");
                assert!(are_finite(&[hero.position(), hero.velocity]), "{up:?} {way:?} {step:?}");
                hero.velocity = [0.0, 0.0, -1e300];
            }
        }
    }
}

/// All computations of a move commute with powers of two, so moves in a scaled world are scaled,
/// too.
#[test]
fn a_slide_scales_by_powers_of_two() {
    let mut random = Random(85);
    let mut blocked = 0;
    for _ in 0..60 {
        let corners: Vec<[Vector; 3]> =
            (0..3).map(|_| [(); 3].map(|()| random.vector(-4.0, 4.0))).collect();
        let (at, way) = (random.vector(-4.0, 4.0), random.vector(-8.0, 8.0));
        let mut slid = |scale: f64| {
            let scaled = |v: Vector| v.map(|x| x * scale);
            let corners: Vec<_> = corners.iter().map(|t| t.map(scaled)).collect();
            let ball = Sphere::new(scaled(at), 0.25 * scale).unwrap();
            let world = world(&[Thing::mesh(&corners)]);
            let mover = Mover::from(Moving::still(ball));
            let slide = mover.slide(&*world, scaled(way), SlideOptions::default());
            let slide = slide.unwrap().unwrap();
            blocked += slide.contacts.len();
            let down = |v: &Vector| v.map(|x| x / scale);
            let legs: Vec<Vector> = slide.legs.iter().map(down).collect();
            (slide.overlap.is_some(), legs, down(&slide.position), down(&slide.left))
        };
        let plain = slid(1.0);
        for exponent in [1018, 600, -500, -900] {
            assert_eq!(plain, slid(power(exponent)), "2^{exponent}");
        }
    }
    assert!(blocked > 40, "{blocked}");
}
