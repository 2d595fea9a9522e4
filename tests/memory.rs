//! Moves do not allocate or reallocate once their results have room. The allocations are counted in
//! a program without a test harness and with few threads, so that no other code allocates.
//!
//! Allocations come only from numbers that nearly vanish, and from integers past 1,500 bits;
//! `valgrind --tool=dhat` of this program shows no others.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use peak_alloc::PeakAlloc;
use random::Random;
use std::fmt::Debug;
use std::process::Command;
use tangency::{Capsule, Mesh, Scalar, Slide, SlideOptions, Sphere, Step, Walker, WalkerOptions};

/// The environment variable with the number of threads for building trees.
const THREADS: &str = "RAYON_NUM_THREADS";

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The greatest number of bytes allocated at one time during the call, which frees all of them.
fn bytes(act: impl FnOnce()) -> usize {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    act();
    assert_eq!(HEAP.current_usage(), before);
    HEAP.peak_usage() - before
}

type Triangles = Vec<[[f64; 3]; 3]>;

fn square(a: [f64; 3], u: [f64; 3], v: [f64; 3]) -> Triangles {
    let plus = |p: [f64; 3], by: [f64; 3]| std::array::from_fn(|k| p[k] + by[k]);
    let (b, c, d) = (plus(a, u), plus(plus(a, u), v), plus(a, v));
    vec![[a, b, c], [a, c, d]]
}

/// A floor of squares, walls around it, steps, a ramp and a roof over a part of it.
fn level() -> Triangles {
    let mut all = Triangles::new();
    for (i, j) in (-8..8).flat_map(|i| (-8..8).map(move |j| (f64::from(i), f64::from(j)))) {
        all.extend(square([i, j, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
    }
    for [a, u] in [
        [[-8.0, -8.0], [16.0, 0.0]],
        [[-8.0, 8.0], [16.0, 0.0]],
        [[-8.0, -8.0], [0.0, 16.0]],
        [[8.0, -8.0], [0.0, 16.0]],
    ] {
        all.extend(square([a[0], a[1], 0.0], [u[0], u[1], 0.0], [0.0, 0.0, 8.0]));
    }
    for i in 0..4 {
        let (x, z) = (2.0 + 0.5 * f64::from(i), 0.25 * f64::from(i));
        all.extend(square([x, -4.0, z], [0.0, 8.0, 0.0], [0.0, 0.0, 0.25]));
        all.extend(square([x, -4.0, z + 0.25], [0.5, 0.0, 0.0], [0.0, 8.0, 0.0]));
    }
    all.extend(square([-6.0, -4.0, 0.0], [4.0, 0.0, 2.0], [0.0, 4.0, 0.0]));
    all.extend(square([-8.0, 4.0, 2.5], [16.0, 0.0, 0.0], [0.0, 4.0, 0.0]));
    all
}

fn mesh<T: Scalar>(triangles: &Triangles) -> Mesh<T> {
    let vertices = triangles.iter().flatten().map(|p| p.map(T::nearest)).collect();
    let faces = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, faces).unwrap()
}

/// The counts of many moves.
#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    /// The number of moves that allocated.
    asked: usize,
    contacts: usize,
}

impl Tally {
    fn add(&mut self, bytes: usize, contacts: usize) {
        self.moves += 1;
        self.asked += usize::from(bytes > 0);
        self.contacts += contacts;
    }
}

/// Room for this many legs and contacts, more than any step has.
const ROOM: usize = 64;

/// A walker that moves in all directions, and jumps now and then. If `is_even` is set, the numbers
/// are halves and quarters.
fn walked<T: Scalar + Debug>(level: &Mesh<T>, is_even: bool) -> Tally {
    let [zero, one, half] = [0.0, 1.0, 0.5].map(T::nearest);
    let mut options = WalkerOptions::default();
    (options.step_height, options.snap_distance) = (half, half);
    let body = Capsule::with_axis([zero, zero, one], [zero, zero, one], half).unwrap();
    let mut hero = Walker::new(body, options).unwrap();
    let (mut random, mut tally, mut step) = (Random(3), Tally::default(), Step::default());
    let mut way = [0.0; 2];
    step.legs.reserve(ROOM);
    step.contacts.reserve(ROOM);
    let places = |step: &Step<T, _>| [step.legs.as_ptr().addr(), step.contacts.as_ptr().addr()];
    let before = places(&step);
    // The first step allocates its buffers.
    hero.step_into([zero; 3], level, &mut step).unwrap();
    for i in 0..4000 {
        if i % 25 == 0 {
            way = match is_even {
                true => [(); 2].map(|()| 0.25 * (random.below(3) as f64 - 1.0)),
                false => [(); 2].map(|()| random.between(-0.3, 0.3)),
            };
        }
        let jumps = i % 60 == 0 && hero.floor().is_some();
        let rises = hero.velocity[2].widen() - 0.03125;
        hero.velocity[2] = T::nearest(if jumps { 0.375 } else { rises });
        let wish = [T::nearest(way[0]), T::nearest(way[1]), zero];
        let asked = bytes(|| hero.step_into(wish, level, &mut step).unwrap());
        tally.add(asked, step.contacts.len());
        // The results are in the buffers that were there before.
        assert_eq!(places(&step), before, "{i}");
    }
    tally
}

/// Bodies that advance as far as they can, and slide along obstacles: the advances and the slides
/// of a ball and of a capsule.
fn slid<T: Scalar + Debug>(level: &Mesh<T>) -> [Tally; 4] {
    let (mut random, mut slide) = (Random(4), Slide::default());
    let mut tallies = [(); 4].map(|()| Tally::default());
    let options = SlideOptions::default();
    let axis = [0.25, 0.0, 0.5].map(T::nearest);
    slide.legs.reserve(ROOM);
    slide.contacts.reserve(ROOM);
    let before = [slide.legs.as_ptr().addr(), slide.contacts.as_ptr().addr()];
    for _ in 0..3000 {
        let at = [random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(1.0, 1.5)];
        let way = random.vector(-9.0, 9.0).map(T::nearest);
        let at = at.map(T::nearest);
        let ball = Sphere::new(at, T::nearest(0.5)).unwrap();
        let capsule = Capsule::with_axis(at, axis, T::nearest(0.5)).unwrap();
        let mut met = [0; 4];
        let asked = [
            bytes(|| met[0] = ball.advance(way, level).unwrap().contact().iter().len()),
            bytes(|| met[1] = capsule.advance(way, level).unwrap().contact().iter().len()),
            bytes(|| ball.slide_into(way, level, options, &mut slide).unwrap()),
            bytes(|| capsule.slide_into(way, level, options, &mut slide).unwrap()),
        ];
        met[2..].fill(slide.contacts.len());
        let each = tallies.iter_mut().zip(asked).zip(met);
        each.for_each(|((tally, bytes), met)| tally.add(bytes, met));
        assert_eq!([slide.legs.as_ptr().addr(), slide.contacts.as_ptr().addr()], before);
    }
    tallies
}

fn main() {
    // Building trees on all cores starts threads, which may allocate later. A single thread has
    // started when a tree is built. So this program runs itself again with one thread.
    if std::env::var_os(THREADS).is_none_or(|count| count != "1") {
        let mut again = Command::new(std::env::current_exe().unwrap());
        assert!(again.env(THREADS, "1").status().unwrap().success());
        return;
    }
    let triangles = level();
    let (wide, narrow) = (mesh::<f64>(&triangles), mesh::<f32>(&triangles));
    let told = [
        ("steps in f32", walked(&narrow, false)),
        ("even steps in f64", walked(&wide, true)),
        ("steps in f64", walked(&wide, false)),
    ];
    for (name, tally) in &told {
        judge(name, tally, 1000);
    }
    for (float, tallies) in [("f32", slid(&narrow)), ("f64", slid(&wide))] {
        let names = [
            "advances of a ball",
            "advances of a capsule",
            "slides of a ball",
            "slides of a capsule",
        ];
        for (name, tally) in names.iter().zip(tallies) {
            judge(&format!("{name} in {float}"), &tally, 500);
        }
    }
}

/// In single precision there is no allocation, and in double precision hardly any.
fn judge(name: &str, tally: &Tally, contacts: usize) {
    println!("{name}: {tally:?}");
    assert!(tally.contacts > contacts, "{name} {tally:?}");
    let most = if name.contains("f32") { 0 } else { tally.moves / 100 };
    assert!(tally.asked <= most, "{name} {tally:?}");
}
