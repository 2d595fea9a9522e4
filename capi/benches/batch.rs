//! `batch COUNT`: what `batch.c` does, in Rust: from columns to columns, by [`Mesh::first_contacts`].

use std::env;
use std::sync::Arc;
use tangency::any::Answers;
use tangency::{Answer, Mesh, Moving, Sphere};

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / 16_777_216.0
    }
}

const SIDE: u32 = 100;

fn main() {
    let count = env::args().find_map(|word| word.parse().ok()).unwrap_or(10_000);
    let mut random = Random(1);
    let mut vertices = Vec::new();
    for i in 0..=SIDE {
        vertices.extend((0..=SIDE).map(|j| [i.into(), j.into(), 4.0 * random.next()]));
    }
    let mut triangles = Vec::new();
    for i in 0..SIDE {
        for j in 0..SIDE {
            let a = i * (SIDE + 1) + j;
            let (b, c, d) = (a + 1, a + SIDE + 1, a + SIDE + 2);
            triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    let world = Moving::still(Arc::new(Mesh::new(vertices, triangles).unwrap()));
    let side = f64::from(SIDE);
    let mut ball = |_| {
        let [x, y] = [(); 2].map(|()| side * random.next());
        let radius = 0.25 + random.next() / 4.0;
        [x, y, 10.0, radius, random.next() - 0.5, random.next() - 0.5, -1.0]
    };
    let balls: Vec<[f64; 7]> = (0..count).map(&mut ball).collect();
    let (mut status, mut time) = (vec![0_u8; count], vec![0.0; count]);
    let (mut point, mut normal) = (vec![[0.0; 3]; count], vec![[0.0; 3]; count]);
    for (begin, rows) in (0..).step_by(4096).zip(balls.chunks(4096)) {
        let moving = |&[x, y, z, radius, u, v, w]: &[f64; 7]| {
            Sphere::new([x, y, z], radius)?.moving([u, v, w])
        };
        let movers: Vec<Moving<Sphere<f64, 3>>> =
            rows.iter().map(moving).collect::<Result<_, _>>().unwrap();
        let mut put = |i, answer| {
            if let Answer::Contact(hit) = answer {
                let hit: tangency::Contact<f64, 3, tangency::any::Feature<3>> = hit;
                let at = begin + i;
                (status[at], time[at]) = (2, hit.time);
                (point[at], normal[at]) = (hit.point, hit.normal.unwrap_or([f64::NAN; 3]));
            }
        };
        world.first_contacts(&movers, &mut put).unwrap();
    }
    let contacts: Vec<usize> = (0..count).filter(|&i| status[i] == 2).collect();
    let mut sum = 0.0;
    for &i in &contacts {
        sum += time[i] + point[i][0] + normal[i][0];
    }
    println!("{} contacts, {sum:?}", contacts.len());
}
