//! `batch OBSTACLE COUNT [f32]`: the benchmark of `batch.c` in Rust, with the same input and output
//! columns.

use std::env;
use std::sync::Arc;
use tangency::any::{Answers, AnyObstacle};
use tangency::{
    AlignedBox, Answer, InputError, Mesh, Moving, OrientedBox, Rotation, Scalar, Sphere, Triangle,
};

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / 16_777_216.0
    }
}

const SIDE: u32 = 100;
const SPHERES: usize = 20_000;

/// The number of movers that are converted together, as in `capi/src/batch.rs`.
const TOGETHER: usize = 4096;

fn mesh<T: Scalar>(random: &mut Random) -> Result<Mesh<T>, InputError> {
    let mut vertices = Vec::new();
    for i in 0..=SIDE {
        vertices
            .extend((0..=SIDE).map(|j| [i.into(), j.into(), 4.0 * random.next()].map(T::nearest)));
    }
    let mut triangles = Vec::new();
    for i in 0..SIDE {
        for j in 0..SIDE {
            let a = i * (SIDE + 1) + j;
            let (b, c, d) = (a + 1, a + SIDE + 1, a + SIDE + 2);
            triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    Mesh::new(vertices, triangles)
}

fn run<T: Scalar>(obstacle: &str, count: usize) -> Result<(), InputError> {
    let mut random = Random(1);
    let (zero, side) = (0.0, f64::from(SIDE));
    match obstacle {
        "triangle" => {
            let [a, b, c] = [[zero; 3], [side, zero, 4.0], [zero, side, 2.0]];
            let triangle = Triangle::new(a.map(T::nearest), b.map(T::nearest), c.map(T::nearest))?;
            ask(&Moving::still(triangle), random, count)
        }
        "box" => {
            let (min, max) = ([20.0, 20.0, -4.0], [80.0, 80.0, 2.0]);
            let aligned = AlignedBox::new(min.map(T::nearest), max.map(T::nearest))?;
            ask(&Moving::still(aligned), random, count)
        }
        "oriented_box" => {
            let (center, half) = ([50.0, 50.0, 0.0], [30.0, 30.0, 2.0]);
            let rotation = Rotation::<T, 3>::new([0.125, 0.0625, 0.25, 1.0].map(T::nearest))?;
            let turned = OrientedBox::new(center.map(T::nearest), half.map(T::nearest), rotation)?;
            ask(&Moving::still(turned), random, count)
        }
        _ => ask(&Moving::still(Arc::new(mesh::<T>(&mut random)?)), random, count),
    }
}

fn ask<T: Scalar, O: AnyObstacle<T, 3>>(
    obstacle: &O,
    mut random: Random,
    count: usize,
) -> Result<(), InputError> {
    let side = f64::from(SIDE);
    let mut ball = |_| {
        let [x, y] = [(); 2].map(|()| side * random.next());
        let radius = 0.25 + random.next() / 4.0;
        let numbers = [x, y, 10.0, radius, random.next() - 0.5, random.next() - 0.5, -1.0];
        numbers.map(T::nearest)
    };
    let balls: Vec<[T; 7]> = (0..SPHERES).map(&mut ball).collect();
    let balls = &balls[..count];
    let (mut status, mut time) = (vec![0_u8; count], vec![T::ZERO; count]);
    let (mut point, mut normal) = (vec![[T::ZERO; 3]; count], vec![[T::ZERO; 3]; count]);
    let nothing = T::nearest(f64::NAN);
    for (begin, rows) in (0..).step_by(TOGETHER).zip(balls.chunks(TOGETHER)) {
        let moving = |&[x, y, z, radius, u, v, w]: &[T; 7]| {
            Sphere::new([x, y, z], radius)?.moving([u, v, w])
        };
        let movers: Vec<Moving<Sphere<T, 3>>> =
            rows.iter().map(moving).collect::<Result<_, InputError>>()?;
        let mut put = |i: usize, answer: Answer<T, 3, _>| {
            let at = begin + i;
            (status[at], time[at], point[at], normal[at]) = match answer {
                Answer::None => (0, nothing, [nothing; 3], [nothing; 3]),
                Answer::Overlap(it) => (1, T::ZERO, it.point, it.normal.unwrap_or([nothing; 3])),
                Answer::Contact(it) => (2, it.time, it.point, it.normal.unwrap_or([nothing; 3])),
            };
        };
        Answers::<T, 3, Sphere<T, 3>>::first_contacts(obstacle, &movers, &mut put)
            .expect("all of these are asked");
    }
    let contacts: Vec<usize> = (0..count).filter(|&i| status[i] == 2).collect();
    let mut sum = 0.0;
    for &i in &contacts {
        sum += time[i].widen() + point[i][0].widen() + normal[i][0].widen();
    }
    println!("{} contacts, {:016x}", contacts.len(), sum.to_bits());
    Ok(())
}

fn main() -> Result<(), InputError> {
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (obstacle, count, is_single) = match words[..] {
        [obstacle, count] => (obstacle, count, false),
        [obstacle, count, "f32"] => (obstacle, count, true),
        // `cargo bench` starts the benchmark without these arguments.
        _ => ("mesh", "10000", false),
    };
    let count = count.parse().expect("batch OBSTACLE COUNT [f32]");
    if is_single { run::<f32>(obstacle, count) } else { run::<f64>(obstacle, count) }
}
