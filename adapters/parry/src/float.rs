// The code for either float of parry. `lib.rs` defines `parry` and `Float`.

use super::NotTaken;
use parry::math::{Pose, Vector};
use parry::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus};
use parry::shape::{
    Ball, Capsule as ParryCapsule, ConvexPolyhedron, Cuboid, RoundCuboid, RoundTriangle,
    Segment as ParrySegment, Shape, TriMesh, Triangle as ParryTriangle, TypedShape,
};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use tangency::any::{AnyConvex, AnyFeature, Asked, Mover};
use tangency::{
    Answer, Capsule, ConvexBody, ConvexShape, Hull, Id, Inflated, InputError, Item, ItemFeature, Mesh, OrientedBox, Overlap,
    Point, Rotation, Scene, Segment, Sphere, Triangle,
};

/// A part of a shape: a shape without its pose, or a mesh with its tree.
#[derive(Clone)]
enum Part {
    Ball(Ball),
    Capsule(ParryCapsule),
    Segment(ParrySegment),
    Triangle(ParryTriangle),
    RoundTriangle(RoundTriangle),
    Cuboid(Cuboid),
    RoundCuboid(RoundCuboid),
    /// The corners of a convex polyhedron, and its radius.
    Polyhedron(Arc<[Vector]>, Float),
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

fn hull(corners: &[Vector], pose: &Pose) -> Result<Hull<Float, 3>, NotTaken> {
    let place = |corner: &Vector| pose.transform_point(*corner).to_array();
    Ok(Hull::new(corners.iter().map(place))?)
}

fn triangle(it: &ParryTriangle, pose: &Pose) -> Result<Triangle<Float>, NotTaken> {
    let [a, b, c] = [it.a, it.b, it.c].map(|corner| pose.transform_point(corner).to_array());
    Ok(Triangle::new(a, b, c)?)
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
            TypedShape::ConvexPolyhedron(it) => Self::Polyhedron(it.points().into(), 0.0),
            TypedShape::RoundConvexPolyhedron(round) => {
                Self::Polyhedron(round.inner_shape.points().into(), round.border_radius)
            }
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
        Ok(match self {
            Self::Ball(ball) => {
                Inflated::new(Point::new(pose.translation.to_array())?, ball.radius)?.into()
            }
            Self::Capsule(capsule) => {
                let [a, b] = ends(capsule, pose);
                Inflated::new(Segment::new(a, b)?, capsule.radius)?.into()
            }
            Self::Segment(segment) => Segment::new(at(segment.a), at(segment.b))?.into(),
            Self::Triangle(it) => triangle(it, pose)?.into(),
            Self::RoundTriangle(round) => {
                Inflated::new(triangle(&round.inner_shape, pose)?, round.border_radius)?.into()
            }
            Self::Cuboid(it) => cuboid(it, pose)?.into(),
            Self::RoundCuboid(round) => {
                Inflated::new(cuboid(&round.inner_shape, pose)?, round.border_radius)?.into()
            }
            Self::Polyhedron(corners, radius) => {
                Inflated::new(hull(corners, pose)?, *radius)?.into()
            }
            Self::Mesh(mesh) => {
                Item::instance(Arc::clone(mesh), rotation(pose)?, pose.translation.to_array())?
            }
        })
    }
}

/// The parts of a shape. A compound has several parts, each with its pose; any other shape is one
/// part without a pose.
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

/// Converts a mesh at its own coordinates, and builds a new tree. Keep the result, and place it as
/// often as needed by [`Item::instance`].
///
/// # Errors
/// A coordinate that is not finite.
pub fn mesh(mesh: &TriMesh) -> Result<Arc<Mesh<Float>>, NotTaken> {
    Ok(tree(mesh.vertices(), mesh.indices().to_vec())?)
}

/// Converts a shape with a pose to an item of a [`Scene`] at rest. A compound is several items, so
/// only [`World::insert`] accepts it.
///
/// # Errors
/// A kind that has no counterpart; a number that is not finite.
pub fn item(shape: &dyn Shape, pose: &Pose) -> Result<Item<Float>, NotTaken> {
    Part::new(shape)?.item(pose)
}

/// Converts a ball, a capsule, a cuboid, a triangle or a convex polyhedron, round or not, with a
/// pose to a mover, in motion for `0 ≤ t ≤ t_max`.
///
/// # Errors
/// Another kind; a number that is not finite; an end that is not a time.
pub fn mover(
    shape: &dyn Shape,
    pose: &Pose,
    velocity: Vector,
    t_max: Float,
) -> Result<Mover<Float, 3>, NotTaken> {
    grown_mover(shape, pose, velocity, t_max, 0.0)
}

/// Like [`mover`], with a radius larger by this distance. The sum of radius and distance is rounded
/// once.
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
        TypedShape::Cuboid(it) => convex(cuboid(it, pose)?, distance, velocity, t_max)?,
        TypedShape::RoundCuboid(round) => {
            let radius = round.border_radius + distance;
            convex(cuboid(&round.inner_shape, pose)?, radius, velocity, t_max)?
        }
        TypedShape::Triangle(it) => convex(triangle(it, pose)?, distance, velocity, t_max)?,
        TypedShape::RoundTriangle(round) => {
            let radius = round.border_radius + distance;
            convex(triangle(&round.inner_shape, pose)?, radius, velocity, t_max)?
        }
        TypedShape::ConvexPolyhedron(it) => {
            convex(hull(it.points(), pose)?, distance, velocity, t_max)?
        }
        TypedShape::RoundConvexPolyhedron(round) => {
            let radius = round.border_radius + distance;
            convex(hull(round.inner_shape.points(), pose)?, radius, velocity, t_max)?
        }
        _ => return Err(refused(shape)),
    })
}

/// A convex body with this radius in motion.
fn convex<S>(
    shape: S,
    radius: Float,
    velocity: [Float; 3],
    t_max: Float,
) -> Result<Mover<Float, 3>, NotTaken>
where
    S: ConvexBody + ConvexShape<Scalar = Float, Vector = [Float; 3]> + Into<AnyConvex<Float, 3>>,
{
    Ok(Inflated::new(shape, radius)?.moving(velocity)?.until(t_max)?.into())
}

/// The reference point of a shape in its own frame: the centre of a ball or a cuboid, the first end
/// of a capsule's axis, the first corner of a triangle or a polyhedron.
fn own_place(shape: &dyn Shape) -> Vector {
    let first = |polyhedron: &ConvexPolyhedron| polyhedron.points()[0];
    match shape.as_typed_shape() {
        TypedShape::Capsule(capsule) => capsule.segment.a,
        TypedShape::Triangle(triangle) => triangle.a,
        TypedShape::RoundTriangle(round) => round.inner_shape.a,
        TypedShape::ConvexPolyhedron(polyhedron) => first(polyhedron),
        TypedShape::RoundConvexPolyhedron(round) => first(&round.inner_shape),
        _ => Vector::ZERO,
    }
}

/// The pose and the items of a key.
struct Entry {
    parts: Vec<(Option<Pose>, Part)>,
    ids: Vec<Id>,
}

/// A world of parry's shapes at rest, each with a key: a `ColliderHandle` of Rapier, an `Entity` of
/// Avian, or a key of any other type.
pub struct World<K> {
    scene: Arc<Scene<Float>>,
    entries: HashMap<K, Entry>,
    /// For each item, the key of its shape and the index of the part of this shape.
    keys: HashMap<Id, (K, u32)>,
}

impl<K: Copy + Eq + Hash> Default for World<K> {
    fn default() -> Self {
        Self { scene: Arc::new(Scene::new()), entries: HashMap::new(), keys: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash> World<K> {
    /// An empty world.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Inserts a shape, which replaces the shape with the same key. For a mesh or a height field, a
    /// tree is built.
    ///
    /// # Errors
    /// A kind that has no counterpart; a number that is not finite. After an error, the world has
    /// not changed.
    pub fn insert(&mut self, key: K, shape: &dyn Shape, pose: &Pose) -> Result<(), NotTaken> {
        let parts = parts(shape)?;
        let items = items(&parts, pose)?;
        self.remove(key);
        let ids = Arc::make_mut(&mut self.scene).insert_all(items);
        self.keys.extend(ids.iter().zip(0..).map(|(id, part)| (*id, (key, part))));
        self.entries.insert(key, Entry { parts, ids });
        Ok(())
    }

    /// Moves the shape with this key, and keeps its trees. Returns whether there is such a shape.
    ///
    /// # Errors
    /// A number that is not finite. After an error, the shape has not moved.
    pub fn set_pose(&mut self, key: K, pose: &Pose) -> Result<bool, NotTaken> {
        let Some(Entry { parts, ids }) = self.entries.get(&key) else { return Ok(false) };
        let items = items(parts, pose)?;
        Arc::make_mut(&mut self.scene).replace_all(ids.iter().copied().zip(items));
        Ok(true)
    }

    /// Removes the shape with this key. Returns whether there was such a shape.
    pub fn remove(&mut self, key: K) -> bool {
        let Some(Entry { ids, .. }) = self.entries.remove(&key) else { return false };
        for id in &ids {
            self.keys.remove(id);
        }
        Arc::make_mut(&mut self.scene).remove_all(ids);
        true
    }

    /// The world as a scene, for all queries of a scene. A clone of the returned `Arc` is not
    /// changed by later edits of the world.
    #[must_use]
    pub fn scene(&self) -> &Arc<Scene<Float>> {
        &self.scene
    }

    /// The key of the shape of an item of [`scene`](Self::scene), and the index of the part of this
    /// shape.
    #[must_use]
    pub fn key(&self, id: Id) -> Option<(K, u32)> {
        self.keys.get(&id).copied()
    }

    /// The first contact of a [mover], as by `QueryPipeline::cast_shape` of Rapier:
    /// `witness1` and `normal1` are on the obstacle, in the frame of the world; `witness2` and
    /// `normal2` are on the mover, in its own frame.
    ///
    /// - `target_distance` is added to the radius, a sum that is rounded once.
    /// - Without `stop_at_penetration`, grazing and separating contacts are passed over, as by
    ///   `first_entry`. An item that the mover overlaps at the start and then leaves is passed over
    ///   completely.
    /// - `status` is `PenetratingOrWithinTargetDist` if they overlap at the start, else
    ///   `Converged`. A contact at the start without an overlap is not penetrating.
    /// - For an overlap, `witness2` is the same point as `witness1`. A normal of zero means that
    ///   there is no normal, since the middle of the mover is on the obstacle, or since two sharp
    ///   shapes touch with an edge or a corner of both.
    /// - `subshape1` is the triangle of a mesh or the part of a compound.
    ///
    /// # Errors
    /// A mover of another kind; a number that is not finite; a negative distance; an end that is
    /// not a time.
    pub fn cast_shape(
        &self,
        pose: &Pose,
        velocity: Vector,
        shape: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<(K, ShapeCastHit)>, NotTaken> {
        // The constructor of an inflated point checks the distance, as an inflation radius.
        let distance = Inflated::new(Point::new([0.0; 3])?, options.target_distance)?.radius();
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
        let own = own_place(shape);
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

    /// The first entry, without the items that the mover overlaps at the start and then leaves.
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
        // The mover can enter only items that it touches.
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

type Found = Answer<Float, 3, AnyFeature<3>>;
