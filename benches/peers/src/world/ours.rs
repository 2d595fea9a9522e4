//! Scenes of tangency.

use super::workload::{Item, Row, Shape};
use super::{MISS, World};
use tangency::{Answer, Id, Inflated, OrientedBox, Point, Rotation, Scalar, Scene, Sphere};

/// A scene of floats of one type.
pub struct Ours<T: Scalar> {
    scene: Scene<T>,
    ids: Vec<Id>,
}

impl<T: Scalar + From<f32> + Into<f64>> Ours<T> {
    pub fn at_rest(items: &[Item]) -> Self {
        Self::of(items.iter().map(at_rest))
    }

    /// A scene of moving items.
    pub fn moving(items: &[Item]) -> Self {
        Self::of(items.iter().map(|item| {
            at_rest(item).moving(item.velocity.map(T::from)).expect("a valid velocity")
        }))
    }

    fn of(items: impl Iterator<Item = tangency::Item<T>>) -> Self {
        let mut scene = Scene::new();
        let ids = scene.insert_all(items);
        Self { scene, ids }
    }
}

fn at_rest<T: Scalar + From<f32>>(item: &Item) -> tangency::Item<T> {
    let center = item.center.map(T::from);
    let item = match item.shape {
        Shape::Ball { radius } => Point::new(center)
            .and_then(|center| Inflated::new(center, radius.into()))
            .map(Into::into),
        Shape::Box { half_extents, quaternion } => Rotation::<T, 3>::new(quaternion.map(T::from))
            .and_then(|turned| OrientedBox::new(center, half_extents.map(T::from), turned))
            .map(Into::into),
    };
    item.expect("a valid item")
}

impl<T: Scalar + From<f32> + Into<f64>> World for Ours<T> {
    fn cast(&self, row: &Row) -> f32 {
        let answer = match row.cube {
            None => {
                let ball = Sphere::new(row.center.map(T::from), row.radius.into())
                    .and_then(|ball| ball.moving(row.path.map(T::from))?.until(1.0.into()))
                    .expect("a valid ball");
                ball.first_contact(&self.scene)
            }
            Some(quaternion) => {
                let cube = Rotation::<T, 3>::new(quaternion.map(T::from))
                    .and_then(|turn| {
                        OrientedBox::new(row.center.map(T::from), [row.radius.into(); 3], turn)
                    })
                    .and_then(|cube| cube.moving(row.path.map(T::from))?.until(1.0.into()))
                    .expect("a valid cube");
                cube.first_contact(&self.scene.for_convex_bodies().expect("only balls and boxes"))
            }
        };
        match std::hint::black_box(answer) {
            Answer::None => MISS,
            Answer::Overlap(_) => 0.0,
            Answer::Contact(contact) => contact.time.into() as f32,
        }
    }

    fn closest(&self, row: &Row) -> Option<f32> {
        let point = Point::new(row.center.map(T::from)).expect("a valid point");
        let closest = std::hint::black_box(point.closest(&self.scene));
        closest.map(|closest| closest.distance.into() as f32)
    }

    fn edit(&mut self, items: &[(usize, Item)]) {
        for (index, item) in items {
            self.scene.replace(self.ids[*index], at_rest::<T>(item)).expect("it is there");
        }
    }

    fn step(&mut self, items: &[Item]) {
        let items = self.ids.iter().copied().zip(items.iter().map(at_rest::<T>));
        let absent = self.scene.replace_all(items);
        assert!(absent.is_empty());
    }
}
