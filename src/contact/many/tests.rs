//! How often a guess is right.

use super::{InRows, Look};
use crate::contact::simplex::Guess;
use crate::contact::{Answer, Feature, sealed};
use crate::number::run;
use crate::random::Random;
use crate::shape::{Moving, Shape, Sphere, Triangle};
use std::vec::Vec;

/// Of so many pairs that meet the share, in percent, of which the guess is the feature that is met.
fn share_of_right<O, const N: usize>(draw: impl Fn(&mut Random) -> Moving<O>) -> u32
where
    O: Shape<Scalar = f64, Vector = [f64; N]>,
    Moving<O>:
        InRows<f64, N, Sphere<f64, N>> + sealed::Meets<f64, N, Sphere<f64, N>, Feature = Feature>,
{
    let mut random = Random(18);
    let (mut hits, mut right) = (0, 0);
    while hits < 2_000 {
        let pairs: Vec<_> = (0..64)
            .map(|_| {
                let mut place = |far: f64| [0; N].map(|_| random.between(-far, far));
                let (center, target) = (place(5.0), place(2.0));
                let velocity = core::array::from_fn(|k| target[k] - center[k]);
                let sphere = Sphere::new(center, random.between(0.1, 0.6)).unwrap();
                (draw(&mut random), sphere.moving(velocity).unwrap())
            })
            .collect();
        let seen = run(Look { pairs: 64, pair: &|i: usize| (&pairs[i].0, &pairs[i].1) });
        for (i, (obstacle, sphere)) in pairs.iter().enumerate() {
            if let Answer::Contact(contact) = sphere.first_contact(obstacle)
                && contact.time > 0.0
            {
                hits += 1;
                right += u32::from(Guess(seen.guesses[i]).feature() == Some(contact.feature));
            }
        }
    }
    right * 100 / hits
}

fn vector<const N: usize>(random: &mut Random, far: f64) -> [f64; N] {
    [0; N].map(|_| random.between(-far, far))
}

fn triangle(random: &mut Random) -> Moving<Triangle<f64>> {
    let [a, b, c] = [0; 3].map(|_| vector(random, 1.0));
    Moving::still(Triangle::new(a, b, c).unwrap())
}

#[test]
fn nearly_all_guesses_are_right() {
    let share = share_of_right(triangle);
    std::println!("{share} %");
    assert!(share >= 98, "{share} %");
}
