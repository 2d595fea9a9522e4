//! The same bits on every machine: a checksum over all answers to many queries, that holds wherever this runs.

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use inputs::Random;
use tangency::{Answer, Feature, Scalar, Sphere, Triangle};

/// A checksum over 64-bit words (FNV-1a, a word at a time).
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3);
    }
    fn add_all<T: Scalar>(&mut self, numbers: &[T]) {
        numbers.iter().for_each(|x| self.add(x.widen().to_bits()));
    }
    fn add_answer<T: Scalar>(&mut self, answer: &Answer<T, 3>) {
        let number = |feature| match feature {
            Feature::Vertex(i) => 1 + u64::from(i),
            Feature::Edge(i) => 4 + u64::from(i),
            Feature::Face => 7,
        };
        match answer {
            Answer::None => self.add(0),
            Answer::Overlap(overlap) => {
                self.add(10 + number(overlap.feature));
                self.add_all(&overlap.point);
            }
            Answer::Contact(contact) => {
                self.add(20 + number(contact.feature));
                self.add(contact.approach as u64);
                self.add_all(&[contact.time]);
                self.add_all(&contact.center);
                self.add_all(&contact.point);
                self.add_all(&contact.normal.unwrap_or([T::ZERO; 3]));
            }
        }
    }
}

fn checksum<T: Scalar>(narrow: impl Fn(f64) -> T) -> u64 {
    let mut checksum = Checksum(0xcbf2_9ce4_8422_2325);
    for (_, make) in inputs::KINDS {
        let mut random = Random(1);
        for _ in 0..2_000 {
            let q = make(&mut random);
            let sphere = Sphere::new(q.center.map(&narrow), narrow(q.radius)).unwrap();
            let ball = sphere.moving(q.velocity.map(&narrow)).unwrap();
            let [a, b, c] = q.vertices.map(|v| v.map(&narrow));
            checksum.add_answer(&ball.first_contact(&Triangle::new(a, b, c).unwrap()));
        }
    }
    checksum.0
}

#[test]
fn answers_have_the_same_bits_everywhere() {
    assert_eq!(checksum(|x| x), 0x65ff_f913_eecd_a963, "f64");
    assert_eq!(checksum(|x| x as f32), 0x5156_889d_1e2a_02a6, "f32");
}
