// The same for either float of parry: `lib.rs` says which `parry` and which `Float`.

use super::NotTaken;
use parry::math::{Pose, Vector};
use parry::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus};
use parry::shape::{
    Ball, Capsule as ParryCapsule, Cuboid, RoundCuboid, RoundTriangle, Segment as ParrySegment,
    Shape, TriMesh, Triangle as ParryTriangle, TypedShape,
};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use tangency::any::{Asked, Feature, Mover};
use tangency::{
    Answer, Capsule, Id, InputError, Item, ItemFeature, Mesh, OrientedBox, Overlap, Point,
    Rotation, Rounded, Scene, Segment, Sphere, Triangle,
};

/// A shape without a pose, its mesh with a tree.
#[derive(Clone)]
enum Part {
    Ball(Ball),
    Capsule(ParryCapsule),
    Segment(ParrySegment),
    Triangle(ParryTriangle),
    RoundTriangle(RoundTriangle),
    Cuboid(Cuboid),
    RoundCuboid(RoundCuboid),
    Mesh(Arc<Mesh<Float>>),
}

fn refused(shape: &dyn Shape) -> NotTaken {
    NotTaken::Kind(format!("{:?}", shape.shape_type()))
}

fn rotation(pose: &Pose) -> Result<Rotation<Float, 3>, NotTaken> {
    Ok(Rotation::<Float, 3>::new(pose.rotation.to_array())?)
}

fn cuboid(cuboid: &Cuboid, pose: &Pose) -> Result<OrientedBox<Float, 3>, NotTaken> {
    let (center, half) = (pose.translation.to_array(), cuboid.half_extents.to_array());
    Ok(OrientedBox::new(center, half, rotation(pose)?)?)
}

fn ends(capsule: &ParryCapsule, pose: &Pose) -> [[Float; 3]; 2] {
    let ParryCapsule { segment, .. } = capsule;
    [segment.a, segment.b].map(|end| pose.transform_point(end).to_array())
}

fn tree(vertices: &[Vector], triangles: Vec<[u32; 3]>) -> Result<Arc<Mesh<Float>>, InputError> {
    let vertices = vertices.iter().map(|vertex| vertex.to_array()).collect();
    Ok(Arc::new(Mesh::new(vertices, triangles)?))
}

impl Part {
    fn new(shape: &dyn Shape) -> Result<Self, NotTaken> {
        Ok(match shape.as_typed_shape() {
            TypedShape::Ball(ball) => Self::Ball(*ball),
            TypedShape::Capsule(capsule) => Self::Capsule(*capsule),
            TypedShape::Segment(segment) => Self::Segment(*segment),
            TypedShape::Triangle(triangle) => Self::Triangle(*triangle),
            TypedShape::RoundTriangle(triangle) => Self::RoundTriangle(*triangle),
            TypedShape::Cuboid(cuboid) => Self::Cuboid(*cuboid),
            TypedShape::RoundCuboid(cuboid) => Self::RoundCuboid(*cuboid),
            TypedShape::TriMesh(it) => Self::Mesh(mesh(it)?),
            TypedShape::HeightField(field) => {
                let (vertices, triangles) = field.to_trimesh();
                Self::Mesh(tree(&vertices, triangles)?)
            }
            _ => return Err(refused(shape)),
        })
    }

    fn item(&self, pose: &Pose) -> Result<Item<Float>, NotTaken> {
        let at = |corner: Vector| pose.transform_point(corner).to_array();
        let triangle = |it: &ParryTriangle| Triangle::new(at(it.a), at(it.b), at(it.c));
        Ok(match self {
            Self::Ball(ball) => {
                Rounded::new(Point::new(pose.translation.to_array())?, ball.radius)?.into()
            }
            Self::Capsule(capsule) => {
                let [a, b] = ends(capsule, pose);
                Rounded::new(Segment::new(a, b)?, capsule.radius)?.into()
            }
            Self::Segment(segment) => Segment::new(at(segment.a), at(segment.b))?.into(),
            Self::Triangle(it) => triangle(it)?.into(),
            Self::RoundTriangle(round) => {
                Rounded::new(triangle(&round.inner_shape)?, round.border_radius)?.into()
            }
            Self::Cuboid(it) => cuboid(it, pose)?.into(),
            Self::RoundCuboid(round) => {
                Rounded::new(cuboid(&round.inner_shape, pose)?, round.border_radius)?.into()
            }
            Self::Mesh(mesh) => {
                Item::instance(Arc::clone(mesh), rotation(pose)?, pose.translation.to_array())?
            }
        })
    }
}

/// The parts of a compound, each with its pose; of any other shape the only one, with none.
fn parts(shape: &dyn Shape) -> Result<Vec<(Option<Pose>, Part)>, NotTaken> {
    match shape.as_typed_shape() {
        TypedShape::Compound(compound) => {
            let each = compound.shapes().iter();
            each.map(|(pose, shape)| Ok((Some(*pose), Part::new(&**shape)?))).collect()
        }
        _ => Ok(vec![(None, Part::new(shape)?)]),
    }
}

fn items(parts: &[(Option<Pose>, Part)], pose: &Pose) -> Result<Vec<Item<Float>>, NotTaken> {
    let place = |own: &Option<Pose>| own.map_or(*pose, |own| *pose * own);
    parts.iter().map(|(own, part)| part.item(&place(own))).collect()
}

/// A mesh as it stands, with a tree of its own. Keep it, and place it as often as needed by
/// [`Item::instance`].
///
/// # Errors
/// A coordinate that is not finite.
pub fn mesh(mesh: &TriMesh) -> Result<Arc<Mesh<Float>>, NotTaken> {
    Ok(tree(mesh.vertices(), mesh.indices().to_vec())?)
}

/// A shape with a pose, as an item of a [`Scene`], standing still. A compound is several:
/// [`World::insert`] takes it.
///
/// # Errors
/// A kind that has no counterpart; a number that is not finite.
pub fn item(shape: &dyn Shape, pose: &Pose) -> Result<Item<Float>, NotTaken> {
    Part::new(shape)?.item(pose)
}

/// A ball or a capsule with a pose, on its way for `0 ≤ t ≤ t_max`.
///
/// # Errors
/// Another kind; a number that is not finite; an end that is no time.
pub fn mover(
    shape: &dyn Shape,
    pose: &Pose,
    velocity: Vector,
    t_max: Float,
) -> Result<Mover<Float, 3>, NotTaken> {
    grown_mover(shape, pose, velocity, t_max, 0.0)
}

/// The same, its radius greater by so much: a sum of two floats, rounded once.
fn grown_mover(
    shape: &dyn Shape,
    pose: &Pose,
    velocity: Vector,
    t_max: Float,
    distance: Float,
) -> Result<Mover<Float, 3>, NotTaken> {
    let velocity = velocity.to_array();
    Ok(match shape.as_typed_shape() {
        TypedShape::Ball(ball) => {
            let sphere = Sphere::new(pose.translation.to_array(), ball.radius + distance)?;
            sphere.moving(velocity)?.until(t_max)?.into()
        }
        TypedShape::Capsule(capsule) => {
            let [a, b] = ends(capsule, pose);
            let capsule = Capsule::new(a, b, capsule.radius + distance)?;
            capsule.moving(velocity)?.until(t_max)?.into()
        }
        _ => return Err(refused(shape)),
    })
}

/// What a key of a world stands for.
struct Entry {
    parts: Vec<(Option<Pose>, Part)>,
    ids: Vec<Id>,
}

/// Shapes of parry that stand still, each by a key: a `ColliderHandle` of Rapier, an `Entity` of
/// Avian, whatever names it.
pub struct World<K> {
    scene: Arc<Scene<Float>>,
    entries: HashMap<K, Entry>,
    /// The key of an item, and which part of its shape it is.
    keys: HashMap<Id, (K, u32)>,
}

impl<K: Copy + Eq + Hash> Default for World<K> {
    fn default() -> Self {
        Self { scene: Arc::new(Scene::new()), entries: HashMap::new(), keys: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash> World<K> {
    /// A world with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a shape into the world, in the place of what has this key. Of a mesh and a height field
    /// a tree is built.
    ///
    /// # Errors
    /// A kind that has no counterpart; a number that is not finite. The world is then as it was.
    pub fn insert(&mut self, key: K, shape: &dyn Shape, pose: &Pose) -> Result<(), NotTaken> {
        let parts = parts(shape)?;
        let items = items(&parts, pose)?;
        self.remove(key);
        let ids = Arc::make_mut(&mut self.scene).insert_all(items);
        self.keys.extend(ids.iter().zip(0..).map(|(id, part)| (*id, (key, part))));
        self.entries.insert(key, Entry { parts, ids });
        Ok(())
    }

    /// Puts what has this key elsewhere, with the trees that it has. Whether there is any.
    ///
    /// # Errors
    /// A number that is not finite. It then is where it was.
    pub fn set_pose(&mut self, key: K, pose: &Pose) -> Result<bool, NotTaken> {
        let Some(Entry { parts, ids }) = self.entries.get(&key) else { return Ok(false) };
        let items = items(parts, pose)?;
        Arc::make_mut(&mut self.scene).replace_all(ids.iter().copied().zip(items));
        Ok(true)
    }

    /// Takes what has this key out of the world. Whether there was any.
    pub fn remove(&mut self, key: K) -> bool {
        let Some(Entry { ids, .. }) = self.entries.remove(&key) else { return false };
        for id in &ids {
            self.keys.remove(id);
        }
        Arc::make_mut(&mut self.scene).remove_all(ids);
        true
    }

    /// The same world, for all that can be asked of a scene. Keep a clone of it, and it stays as it
    /// is.
    #[must_use]
    pub fn scene(&self) -> &Arc<Scene<Float>> {
        &self.scene
    }

    /// The key of an item of [`scene`](Self::scene), and which part of its shape it is.
    #[must_use]
    pub fn key(&self, id: Id) -> Option<(K, u32)> {
        self.keys.get(&id).copied()
    }

    /// What a ball or a capsule meets first, as `QueryPipeline::cast_shape` of Rapier has it:
    /// `witness1` and `normal1` are of what is hit, in the frame of the world; `witness2` and
    /// `normal2` are of what is cast, in its own.
    ///
    /// - `target_distance` is added to the radius, a sum that is rounded once.
    /// - Without `stop_at_penetration` what grazes or parts is passed over, as `first_entry` does
    ///   it; so is, as a whole, an item that is overlapped at the start and left.
    /// - `status` is `PenetratingOrWithinTargetDist` if they overlap at the start, else
    ///   `Converged`. A touch at the start is no overlap.
    /// - Of an overlap `witness2` is the same point as `witness1`. A normal that there is not is
    ///   zero: the middle of what is cast lies on what it overlaps.
    /// - `subshape1` is the triangle of a mesh, else the part of a compound.
    ///
    /// # Errors
    /// A shape that is neither; a number that is not finite; a negative distance; an end that is no
    /// time.
    pub fn cast_shape(
        &self,
        pose: &Pose,
        velocity: Vector,
        shape: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<(K, ShapeCastHit)>, NotTaken> {
        // The library looks at the distance as at a rounding radius.
        let distance = Rounded::new(Point::new([0.0; 3])?, options.target_distance)?.radius();
        let t_max = options.max_time_of_impact;
        let mover = grown_mover(shape, pose, velocity, t_max, distance)?;
        let found = if options.stop_at_penetration {
            mover.first_contact(&self.scene)?
        } else {
            self.entry(&mover, velocity)?
        };
        let (time, center, point, normal, feature, gap, status) = match found {
            Answer::None => return Ok(None),
            Answer::Overlap(it) => {
                let status = ShapeCastStatus::PenetratingOrWithinTargetDist;
                (0.0, it.center, it.point, it.normal, it.feature, 0.0, status)
            }
            Answer::Contact(it) => {
                let status = ShapeCastStatus::Converged;
                (it.time, it.center, it.point, it.normal, it.feature, distance, status)
            }
        };
        let Some((key, part)) = feature.item.and_then(|id| self.key(id)) else { return Ok(None) };
        let (center, witness1) = (Vector::from(center), Vector::from(point));
        let normal1 = normal.map_or(Vector::ZERO, Vector::from);
        // Where the centre of a ball, or the first end of a capsule's axis, is in its own frame.
        let own = shape.as_capsule().map_or(Vector::ZERO, |capsule| capsule.segment.a);
        let back = pose.rotation.inverse();
        let hit = ShapeCastHit {
            time_of_impact: time,
            witness1,
            witness2: own + back * (witness1 + normal1 * gap - center),
            normal1,
            normal2: back * -normal1,
            status,
            subshape1: match feature.place {
                ItemFeature::Mesh(place) => place.triangle as u32,
                _ => part,
            },
            subshape2: 0,
        };
        Ok(Some((key, hit)))
    }

    /// The first entry, without the items that are overlapped at the start and left.
    fn entry(&self, mover: &Mover<Float, 3>, velocity: Vector) -> Asked<Found> {
        let is_left = |found: &Found| match found {
            Answer::Overlap(Overlap { normal: Some(normal), .. }) => {
                Vector::from(*normal).dot(velocity) >= 0.0
            }
            _ => false,
        };
        let found = mover.first_entry(&self.scene)?;
        if !is_left(&found) {
            return Ok(found);
        }
        // Of all that is met: what is not, is not entered either.
        let (mut others, mut ids) = (Scene::new(), HashMap::new());
        for met in mover.contacts(&self.scene)?.into_iter().filter(|met| !is_left(met)) {
            let feature = match &met {
                Answer::None => continue,
                Answer::Overlap(it) => &it.feature,
                Answer::Contact(it) => &it.feature,
            };
            if let Some((id, item)) = feature.item.and_then(|id| Some((id, self.scene.get(id)?))) {
                ids.insert(others.insert(item.clone()), id);
            }
        }
        let mut found = mover.first_entry(&Arc::new(others))?;
        match &mut found {
            Answer::None => {}
            Answer::Overlap(it) => it.feature.item = it.feature.item.map(|id| ids[&id]),
            Answer::Contact(it) => it.feature.item = it.feature.item.map(|id| ids[&id]),
        }
        Ok(found)
    }
}

type Found = Answer<Float, 3, Feature<3>>;
