//! Movers and obstacles as C passes them, and their conversion to the shapes of the library.

use crate::error::{Code, Failure, Outcome};
use crate::handle::{Entry, Held, Real, held};
use crate::pointer::{Rows, part};
use std::sync::{Arc, PoisonError, RwLock};
use tangency::any::{self, Alone, Kind};
use tangency::{
    Hollow, Inflatable, Inflated, InputError, Mesh, Moving, Rotation, Scene, Shape, SharedInstance,
    SlideOptions,
};
use tangency_protocol::surface::{self, Flaw, Format};

/// The kind of a mover.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverKind {
    /// A sphere: `shape.sphere`.
    Sphere = 1,
    /// A capsule whose axis is given by its two ends: `shape.capsule`.
    Capsule = 2,
    /// A capsule whose axis is given by one end and a vector: `shape.capsule_with_axis`. The axis
    /// of such a capsule stays exactly the same when the capsule is moved.
    CapsuleWithAxis = 3,
    /// An ellipsoid: `shape.ellipsoid`.
    Ellipsoid = 4,
    /// A box along the axes (AABB): `shape.box`.
    Box = 5,
    /// A box with a rotation (OBB): `shape.oriented_box`.
    OrientedBox = 6,
    /// A parallelepiped: `shape.parallelepiped`.
    Parallelepiped = 7,
    /// A triangle: `shape.triangle`.
    Triangle = 8,
    /// The convex hull of points: `shape.handle`, from `tangency_hull`.
    Hull = 9,
    /// The convex hull of points at a position: `shape.placed_hull`. In columns, the movers with a
    /// `hull` and the column `center`.
    PlacedHull = 10,
}

/// The kind of an obstacle.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// A point, or a ball if it is inflated: `shape.point`.
    Point = 1,
    /// A segment, or a capsule if it is inflated: `shape.segment`.
    Segment = 2,
    /// A triangle: `shape.triangle`.
    Triangle = 3,
    /// A box along the axes (AABB): `shape.box`.
    Box = 4,
    /// The surface of a box along the axes: `shape.box`.
    HollowBox = 5,
    /// A box with a rotation (OBB): `shape.oriented_box`.
    OrientedBox = 6,
    /// A parallelepiped: `shape.parallelepiped`.
    Parallelepiped = 7,
    /// A half-space, the points on a plane and behind it: `shape.plane`.
    Plane = 8,
    /// A polytope: `shape.handle`, from `tangency_polytope`.
    Polytope = 9,
    /// A frustum: `shape.handle`, from `tangency_frustum`, `tangency_frustum_of_corners` or
    /// `tangency_frustum_of_view`.
    Frustum = 10,
    /// A mesh: `shape.handle`, from `tangency_mesh`, `tangency_mesh_of_file` or
    /// `tangency_mesh_load`.
    Mesh = 11,
    /// A mesh with a rotation and a translation: `shape.instance`.
    MeshInstance = 12,
    /// The interior of a closed mesh: `shape.handle`, from `tangency_solid`.
    Solid = 13,
    /// A scene: `shape.handle`, from `tangency_scene` or another function that creates scenes.
    Scene = 14,
    /// The convex hull of points: `shape.handle`, from `tangency_hull`.
    Hull = 15,
    /// The convex hull of points at a position: `shape.placed_hull`.
    PlacedHull = 16,
}

// ---- movers ----

/// A sphere; with radius zero, a point.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sphere<T> {
    /// The centre.
    pub center: [T; 3],
    /// The radius, zero or more.
    pub radius: T,
}

/// A capsule: all points within `radius` of the segment from `a` to `b`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Capsule<T> {
    /// One end of the axis.
    pub a: [T; 3],
    /// The other end.
    pub b: [T; 3],
    /// The radius, zero or more.
    pub radius: T,
}

/// A capsule: all points within `radius` of the segment from `a` to `a + axis`, where the sum is
/// not rounded.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CapsuleWithAxis<T> {
    /// One end of the axis.
    pub a: [T; 3],
    /// The vector from `a` to the other end.
    pub axis: [T; 3],
    /// The radius, zero or more.
    pub radius: T,
}

/// An ellipsoid whose axes are parallel to the coordinate axes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Ellipsoid<T> {
    /// The centre.
    pub center: [T; 3],
    /// The radius along each axis, more than zero.
    pub radii: [T; 3],
}

/// The shape of a mover: the member that belongs to its kind.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the types are documented")]
pub union MoverShape<T: Copy> {
    pub sphere: Sphere<T>,
    pub capsule: Capsule<T>,
    pub capsule_with_axis: CapsuleWithAxis<T>,
    pub ellipsoid: Ellipsoid<T>,
    pub r#box: AlignedBox<T>,
    pub oriented_box: OrientedBox<T>,
    pub parallelepiped: Parallelepiped<T>,
    pub triangle: Triangle<T>,
    pub placed_hull: PlacedHull<T>,
    pub handle: u64,
}

/// A moving shape, the body of a query. It moves by `velocity - origin` in each unit of time, and
/// this difference is never rounded.
///
/// For a motion at a velocity, leave `origin` zero. For a motion from `p` to `q` while the time
/// goes from 0 to 1, write `q` into `velocity`, `p` into `origin`, and 1 into `t_max`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Mover<T: Copy> {
    /// The kind: a `TangencyMoverKind`.
    pub kind: u32,
    /// The shape of this kind, at time zero.
    pub shape: MoverShape<T>,
    /// The displacement in a unit of time or, for a motion from point to point, the end point.
    pub velocity: [T; 3],
    /// The start point of a motion from point to point, which is subtracted from `velocity`. Zero
    /// for a motion at a velocity.
    pub origin: [T; 3],
    /// The last time of the motion, which still counts; `INFINITY` if the motion has no end. With
    /// zero, only the start counts.
    pub t_max: T,
    /// The radius by which a box, a parallelepiped, a triangle or a hull is inflated: the mover is
    /// the set of all points within this distance of the shape. Zero if the shape is not inflated,
    /// and for spheres, capsules and ellipsoids, whose radii belong to their shapes.
    pub radius: T,
}

// ---- obstacles ----

/// A point.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Point<T> {
    /// The coordinates.
    pub position: [T; 3],
}

/// The segment from `a` to `b`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Segment<T> {
    /// One end.
    pub a: [T; 3],
    /// The other end.
    pub b: [T; 3],
}

/// A triangle.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Triangle<T> {
    /// The vertices.
    pub vertices: [[T; 3]; 3],
}

/// A box along the axes (AABB).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AlignedBox<T> {
    /// The least coordinates.
    pub min: [T; 3],
    /// The greatest coordinates.
    pub max: [T; 3],
}

/// A box with a rotation (OBB).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct OrientedBox<T> {
    /// The centre.
    pub center: [T; 3],
    /// Half of the length along each axis of the box.
    pub half_extents: [T; 3],
    /// The rotation: a quaternion `x`, `y`, `z`, `w` of any length except zero; it is not rounded
    /// to length one.
    pub rotation: [T; 4],
}

/// A box whose edges need not be perpendicular.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Parallelepiped<T> {
    /// The centre.
    pub center: [T; 3],
    /// The vectors along the edges, of their full length.
    pub edges: [[T; 3]; 3],
}

/// The plane through a point, with the half-space behind it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Plane<T> {
    /// Any point of the plane.
    pub point: [T; 3],
    /// The outward normal, of any length except zero.
    pub normal: [T; 3],
}

/// A mesh instance: a mesh, rotated about its origin and then translated. It shares the vertices
/// and the BVH of the mesh.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Instance<T> {
    /// The handle of the mesh.
    pub mesh: u64,
    /// The rotation: a quaternion `x`, `y`, `z`, `w` of any length except zero.
    pub rotation: [T; 4],
    /// The translation after the rotation.
    pub translation: [T; 3],
}

/// A hull at a position, which shares the points of the hull.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PlacedHull<T> {
    /// The handle of the hull.
    pub hull: u64,
    /// The position of the first point. All points are moved by the difference of the position and
    /// the first point, which is never rounded.
    pub position: [T; 3],
}

/// The shape of an obstacle: the member that belongs to its kind.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the types are documented")]
pub union ObstacleShape<T: Copy> {
    pub point: Point<T>,
    pub segment: Segment<T>,
    pub triangle: Triangle<T>,
    pub r#box: AlignedBox<T>,
    pub oriented_box: OrientedBox<T>,
    pub parallelepiped: Parallelepiped<T>,
    pub plane: Plane<T>,
    pub instance: Instance<T>,
    pub placed_hull: PlacedHull<T>,
    pub handle: u64,
}

/// An obstacle, which may move by `velocity - origin` in each unit of time until the motion of the
/// mover ends.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Obstacle<T: Copy> {
    /// The kind: a `TangencyObstacleKind`.
    pub kind: u32,
    /// The shape of this kind, at time zero.
    pub shape: ObstacleShape<T>,
    /// The displacement in a unit of time or, for a motion from point to point, the end point.
    pub velocity: [T; 3],
    /// The start point of a motion from point to point, which is subtracted from `velocity`. Zero
    /// for a motion at a velocity.
    pub origin: [T; 3],
    /// The radius by which the shape is inflated: the obstacle is the set of all points within this
    /// distance of the shape. Zero if the shape is not inflated.
    pub radius: T,
}

// ---- columns ----

/// A column: the rows of an array of the caller, with one or more numbers each.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Column<T> {
    /// The first number of the first row; null if there is no such column.
    pub first: *const T,
    /// The number of bytes from the beginning of a row to the beginning of the next: at least the
    /// size of a row. With zero, the first row serves as all rows, which is not allowed for the
    /// vertices of a mesh and the points of a hull.
    pub stride: usize,
}

/// Many movers of one kind, in columns with a row for each mover. A column that the kind does not
/// have must be null.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Movers<T> {
    /// The kind of all movers: a `TangencyMoverKind`.
    pub kind: u32,
    /// The number of movers.
    pub count: usize,
    /// Three numbers each: for capsules `a`, for boxes `min`, otherwise `center`. For hulls the
    /// positions of the first point of the hull, to which the hull is translated exactly; without
    /// this column, the hulls are where the points of the handle are. Triangles do not have it.
    pub center: Column<T>,
    /// The radii of spheres and capsules; ellipsoids do not have it. For the other kinds the radii
    /// by which the shapes are inflated; without this column, they are not inflated.
    pub radius: Column<T>,
    /// Three numbers each: for capsules `b` or `axis`, for ellipsoids `radii`, for boxes `max`, for
    /// oriented boxes `half_extents`. Nine numbers each: for parallelepipeds `edges`, for triangles
    /// `vertices`. Spheres and hulls do not have it.
    pub extent: Column<T>,
    /// The rotations of oriented boxes, four numbers each: quaternions `x`, `y`, `z`, `w` of any
    /// length except zero. Only oriented boxes have it.
    pub rotation: Column<T>,
    /// The handle of the hull that all hulls of the batch are; zero for the other kinds.
    pub hull: u64,
    /// The velocities, three numbers each; without this column, the movers do not move.
    pub velocity: Column<T>,
    /// The start points, which are subtracted from the velocities, three numbers each; without this
    /// column, nothing is subtracted.
    pub origin: Column<T>,
    /// The last times of the motions; without this column, the motions have no end.
    pub t_max: Column<T>,
}

/// The options of a walker: slope limit, step offset, snap to ground, and more.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct WalkerOptions<T> {
    /// The direction against gravity: a vector of any length except zero.
    pub up: [T; 3],
    /// The slope limit: the tangent of the greatest angle of a floor, 1 for 45 degrees.
    pub max_slope: T,
    /// The step offset: the height of the highest step that the walker climbs, measured from the
    /// floor on which it stands; 0 for none.
    pub step_height: T,
    /// The snap to ground: the greatest distance down to the floor at which a walker that walks
    /// down stays on the floor; 0 for no snap.
    pub snap_distance: T,
    /// If not 0, the round foot of a capsule counts as flat at an edge: the walker stays at the
    /// height of the floor until its axis has passed the edge.
    pub has_flat_base: u32,
    /// If not 0, the velocity of a walker that leaves a platform does not contain the displacement
    /// of the platform.
    pub drops_velocity: u32,
    /// The greatest distance, in radii of a capsule or in the least half extent of a box, by which
    /// a step or a ride moves the walker out of an overlap at its start. 0 stands for 1; with a
    /// negative number, the walker is not moved out.
    pub max_recovery: T,
}

// ---- to the library ----

fn unknown(name: &str, kind: u32) -> Failure {
    Failure::new(Code::BadInput, format!("{name}.kind is {kind}, must be one of the header"))
}

/// A shape that moves by `velocity - origin` in each unit of time.
#[inline]
pub(crate) fn on_its_way<T: Real, S>(
    shape: S,
    velocity: [T; 3],
    origin: [T; 3],
) -> Result<Moving<S>, InputError>
where
    S: Shape<Scalar = T, Vector = [T; 3]>,
{
    let still = Moving::still(shape);
    if origin == [T::ZERO; 3] {
        still.with_velocity(velocity)
    } else {
        still.between(origin, velocity)?.until(T::INFINITY)
    }
}

/// Converts a mover of any kind to a mover of the library.
pub(crate) fn mover<T: Real>(given: &Mover<T>) -> Outcome<any::Mover<T, 3>> {
    let Mover { kind, ref shape, velocity, origin, t_max, radius } = *given;
    let kind = MoverKind::of(kind, "mover")?;
    if kind.has_own_radius() && radius != T::ZERO {
        let message = format!("mover.radius is {radius}, must be zero for {}", kind.words());
        return Err(Failure::new(Code::BadInput, message));
    }
    Ok(match kind {
        MoverKind::Sphere => {
            let Sphere { center, radius } = part(shape);
            let sphere = tangency::Sphere::new(center, radius)?;
            on_its_way(sphere, velocity, origin)?.until(t_max)?.into()
        }
        MoverKind::Capsule => {
            let Capsule { a, b, radius } = part(shape);
            let capsule = tangency::Capsule::new(a, b, radius)?;
            on_its_way(capsule, velocity, origin)?.until(t_max)?.into()
        }
        MoverKind::CapsuleWithAxis => {
            let CapsuleWithAxis { a, axis, radius } = part(shape);
            let capsule = tangency::Capsule::with_axis(a, axis, radius)?;
            on_its_way(capsule, velocity, origin)?.until(t_max)?.into()
        }
        MoverKind::Ellipsoid => {
            let Ellipsoid { center, radii } = part(shape);
            let ellipsoid = tangency::Ellipsoid::new(center, radii)?;
            on_its_way(ellipsoid, velocity, origin)?.until(t_max)?.into()
        }
        MoverKind::Box => given.convex(aligned_box(part(shape))?)?.into(),
        MoverKind::OrientedBox => given.convex(oriented_box(part(shape))?)?.into(),
        MoverKind::Parallelepiped => given.convex(parallelepiped(part(shape))?)?.into(),
        MoverKind::Triangle => given.convex(triangle(part(shape))?)?.into(),
        MoverKind::Hull => held!(Hull, T, part(shape), "mover.shape.handle", |hull| {
            Ok(given.convex(hull.clone())?.into())
        })?,
        MoverKind::PlacedHull => {
            given.convex(placed_hull(part(shape), "mover.shape.placed_hull.hull")?)?.into()
        }
    })
}

impl MoverKind {
    const ALL: [Self; 10] = [
        Self::Sphere,
        Self::Capsule,
        Self::CapsuleWithAxis,
        Self::Ellipsoid,
        Self::Box,
        Self::OrientedBox,
        Self::Parallelepiped,
        Self::Triangle,
        Self::Hull,
        Self::PlacedHull,
    ];

    /// Returns the kind with a number in C, which is the field `kind` of `name`.
    pub(crate) fn of(kind: u32, name: &str) -> Outcome<Self> {
        let known = Self::ALL.into_iter().find(|known| *known as u32 == kind);
        known.ok_or_else(|| unknown(name, kind))
    }

    /// Returns the words for the kind in a message.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Sphere => "a sphere",
            Self::Capsule | Self::CapsuleWithAxis => "a capsule",
            Self::Ellipsoid => "an ellipsoid",
            Self::Box => "a box",
            Self::OrientedBox => "an oriented box",
            Self::Parallelepiped => "a parallelepiped",
            Self::Triangle => "a triangle",
            Self::Hull | Self::PlacedHull => "a hull",
        }
    }

    /// Whether the shape has a radius of its own, and is not inflated.
    fn has_own_radius(self) -> bool {
        matches!(self, Self::Sphere | Self::Capsule | Self::CapsuleWithAxis | Self::Ellipsoid)
    }
}

impl<T: Real> Mover<T> {
    /// Gives a convex shape the motion and the radius of this mover.
    fn convex<S: Inflatable<Scalar = T, Vector = [T; 3]>>(
        &self,
        shape: S,
    ) -> Outcome<Moving<Inflated<S>>> {
        let inflated = Inflated::new(shape, self.radius)?;
        Ok(on_its_way(inflated, self.velocity, self.origin)?.until(self.t_max)?)
    }
}

// ---- shapes of movers and of obstacles ----

pub(crate) fn triangle<T: Real>(given: Triangle<T>) -> Result<tangency::Triangle<T>, InputError> {
    let Triangle { vertices: [a, b, c] } = given;
    tangency::Triangle::new(a, b, c)
}

pub(crate) fn aligned_box<T: Real>(
    given: AlignedBox<T>,
) -> Result<tangency::AlignedBox<T, 3>, InputError> {
    tangency::AlignedBox::new(given.min, given.max)
}

pub(crate) fn oriented_box<T: Real>(
    given: OrientedBox<T>,
) -> Result<tangency::OrientedBox<T, 3>, InputError> {
    let rotation = Rotation::<T, 3>::new(given.rotation)?;
    tangency::OrientedBox::new(given.center, given.half_extents, rotation)
}

pub(crate) fn parallelepiped<T: Real>(
    given: Parallelepiped<T>,
) -> Result<tangency::Parallelepiped<T>, InputError> {
    tangency::Parallelepiped::new(given.center, given.edges)
}

/// The hull of a handle, at its position. `name` is the field with the handle.
fn placed_hull<T: Real>(given: PlacedHull<T>, name: &str) -> Outcome<tangency::Hull<T, 3>> {
    held!(Hull, T, given.hull, name, |hull| Ok(hull.clone().at(given.position)?))
}

/// The number of a kind of obstacle in C, or `None` if C does not have the kind. A test checks that
/// C has all kinds.
fn number(kind: Kind) -> Option<ObstacleKind> {
    Some(match kind {
        Kind::Point => ObstacleKind::Point,
        Kind::Segment => ObstacleKind::Segment,
        Kind::Triangle => ObstacleKind::Triangle,
        Kind::Box => ObstacleKind::Box,
        Kind::HollowBox => ObstacleKind::HollowBox,
        Kind::OrientedBox => ObstacleKind::OrientedBox,
        Kind::Polytope => ObstacleKind::Polytope,
        Kind::Frustum => ObstacleKind::Frustum,
        Kind::Parallelepiped => ObstacleKind::Parallelepiped,
        Kind::Plane => ObstacleKind::Plane,
        Kind::Mesh => ObstacleKind::Mesh,
        Kind::MeshInstance => ObstacleKind::MeshInstance,
        Kind::Solid => ObstacleKind::Solid,
        Kind::Scene => ObstacleKind::Scene,
        Kind::Hull => ObstacleKind::Hull,
        _ => return None,
    })
}

/// Calls `ask` with an obstacle of any kind, and returns its result.
pub(crate) fn with_obstacle<T: Real, R>(
    given: &Obstacle<T>,
    mut ask: impl FnMut(&dyn any::AnyObstacle<T, 3>) -> Outcome<R>,
) -> Outcome<R> {
    let mut answer = None;
    visit_obstacle(given, &mut |obstacle| {
        answer = Some(ask(obstacle)?);
        Ok(())
    })?;
    answer.ok_or_else(|| unknown("obstacle", given.kind))
}

/// Calls `ask` with the obstacle. The function is not generic over the query, so that the match on
/// the kinds is compiled once for each float.
fn visit_obstacle<T: Real>(
    given: &Obstacle<T>,
    ask: &mut dyn FnMut(&dyn any::AnyObstacle<T, 3>) -> Outcome<()>,
) -> Outcome<()> {
    let shape = &given.shape;
    if given.kind == ObstacleKind::PlacedHull as u32 {
        let hull = placed_hull(part(shape), "obstacle.shape.placed_hull.hull")?;
        return ask(given.moving(hull)?.as_dyn());
    }
    let mut kinds = Kind::ALL.iter().copied();
    let kind = kinds.find(|kind| number(*kind).is_some_and(|number| number as u32 == given.kind));
    match kind.ok_or_else(|| unknown("obstacle", given.kind))? {
        Kind::Point => {
            let Point { position } = part(shape);
            ask(given.moving(tangency::Point::new(position)?)?.as_dyn())
        }
        Kind::Segment => {
            let Segment { a, b } = part(shape);
            ask(given.moving(tangency::Segment::new(a, b)?)?.as_dyn())
        }
        Kind::Triangle => ask(given.moving(triangle(part(shape))?)?.as_dyn()),
        Kind::Box => ask(given.moving(aligned_box(part(shape))?)?.as_dyn()),
        Kind::HollowBox => {
            given.plainly("a hollow box")?;
            ask(Hollow(aligned_box(part(shape))?).as_dyn())
        }
        Kind::OrientedBox => ask(given.moving(oriented_box(part(shape))?)?.as_dyn()),
        Kind::Parallelepiped => ask(given.moving(parallelepiped(part(shape))?)?.as_dyn()),
        Kind::Plane => {
            given.plainly("a plane")?;
            ask(plane(part(shape))?.as_dyn())
        }
        Kind::Polytope => {
            held!(Polytope, T, part(shape), HANDLE, |polytope| {
                ask(given.moving(Arc::clone(polytope))?.as_dyn())
            })
        }
        Kind::Frustum => {
            held!(Frustum, T, part(shape), HANDLE, |frustum| {
                ask(given.moving(Arc::clone(frustum))?.as_dyn())
            })
        }
        Kind::Hull => {
            held!(Hull, T, part(shape), HANDLE, |hull| ask(given.moving(hull.clone())?.as_dyn()))
        }
        Kind::Mesh => ask(given.moving(mesh(part(shape), HANDLE)?)?.as_dyn()),
        Kind::MeshInstance => {
            let Instance { mesh: handle, rotation, translation } = part(shape);
            let mesh = mesh(handle, "obstacle.shape.instance.mesh")?;
            let rotation = Rotation::<T, 3>::new(rotation)?;
            ask(given.moving(SharedInstance::new(mesh, rotation, translation)?)?.as_dyn())
        }
        Kind::Solid => held!(Solid, T, part(shape), HANDLE, |solid| {
            given.plainly("a solid")?;
            ask(solid.as_dyn())
        }),
        Kind::Scene => held!(Scene, T, part(shape), HANDLE, |scene| {
            given.plainly("a scene")?;
            ask(scene.read().unwrap_or_else(PoisonError::into_inner).as_dyn())
        }),
        _ => Err(unknown("obstacle", given.kind)),
    }
}

const HANDLE: &str = "obstacle.shape.handle";

/// Returns the mesh of a handle.
pub(crate) fn mesh<T: Real>(handle: u64, name: &str) -> Outcome<Arc<Mesh<T>>> {
    held!(Mesh, T, handle, name, |mesh| {
        Ok(Arc::clone(&mesh.read().unwrap_or_else(PoisonError::into_inner)))
    })
}

/// Makes an entry of a mesh.
pub(crate) fn held_mesh<T: Real>(mesh: Mesh<T>) -> Entry {
    T::entry(Held::Mesh(RwLock::new(Arc::new(mesh))))
}

/// Returns the present state of the scene of a handle.
pub(crate) fn scene<T: Real>(handle: u64) -> Outcome<Arc<Scene<T>>> {
    held!(Scene, T, handle, "scene", |scene| {
        Ok(Arc::clone(&scene.read().unwrap_or_else(PoisonError::into_inner)))
    })
}

/// Makes an entry of a scene.
pub(crate) fn held_scene<T: Real>(scene: Arc<Scene<T>>) -> Entry {
    T::entry(Held::Scene(RwLock::new(scene)))
}

/// Reads the vertices of a mesh, or the points of a hull.
///
/// # Safety
/// The column points to `count` rows of three numbers.
#[allow(unsafe_code, reason = "a column is a pointer")]
pub(crate) unsafe fn points<T: Real>(
    column: Column<T>,
    count: usize,
    name: &str,
) -> Outcome<Vec<[T; 3]>> {
    let Column { first, stride } = column;
    // SAFETY: the caller's promise.
    let rows = unsafe { Rows::<[T; 3]>::new(first.cast(), stride, count, name) }?;
    rows.apart(name)?.all(name)
}

pub(crate) fn plane<T: Real>(given: Plane<T>) -> Outcome<tangency::Plane<T, 3>> {
    Ok(tangency::Plane::new(given.point, given.normal)?)
}

impl<T: Real> Obstacle<T> {
    /// Gives a shape the motion and the radius of this obstacle.
    fn moving<S: Shape<Scalar = T, Vector = [T; 3]>>(&self, shape: S) -> Outcome<Moving<S>> {
        let moving = on_its_way(shape, self.velocity, self.origin)?;
        if self.radius == T::ZERO {
            return Ok(moving);
        }
        // The constructor of an inflated point checks the radius, so the error is the same for
        // every shape.
        let rounded = Inflated::new(tangency::Point::new([T::ZERO; 3])?, self.radius)?;
        Ok(moving.towards_inflated(rounded.radius()))
    }

    /// Refuses a motion and a radius for a kind of obstacle that takes neither.
    fn plainly(&self, what: &str) -> Outcome<()> {
        let ([x, y, z], [u, v, w]) = (self.velocity, self.origin);
        for (value, name) in [
            (x, "velocity[0]"),
            (y, "velocity[1]"),
            (z, "velocity[2]"),
            (u, "origin[0]"),
            (v, "origin[1]"),
            (w, "origin[2]"),
            (self.radius, "radius"),
        ] {
            if value != T::ZERO {
                let message = format!("obstacle.{name} is {value}, must be zero for {what}");
                return Err(Failure::new(Code::BadInput, message));
            }
        }
        Ok(())
    }
}

// ---- other enumerations and options ----

/// The depths of the near and the far plane in clip space.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipDepth {
    /// Near -1, far 1: OpenGL.
    MinusOneToOne = 1,
    /// Near 0, far 1: Direct3D, Vulkan, Metal, WebGPU.
    ZeroToOne = 2,
    /// Near 1, far 0: the depth of `TANGENCY_CLIP_DEPTH_ZERO_TO_ONE` reversed.
    OneToZero = 3,
}

/// The format of a file with a mesh.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// The format is recognised by the contents. For an OBJ, which has no signature, this is a
    /// guess.
    Unknown = 0,
    /// Polygon File Format, also called Stanford format.
    Ply = 1,
    /// Stereolithography.
    Stl = 2,
    /// Wavefront OBJ.
    Obj = 3,
}

/// The position of a mover relative to the body that some planes bound.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// The mover is inside of the body and does not touch its boundary.
    Inside = 1,
    /// The mover touches the boundary, or crosses it.
    Intersecting = 2,
    /// The mover and the body share no point.
    Outside = 3,
}

/// Converts a number of the caller to the value of an enumeration of the header.
fn one_of<E: Copy, X>(
    given: u32,
    known: &[(E, X)],
    number: impl Fn(E) -> u32,
    name: &str,
) -> Outcome<X>
where
    X: Copy,
{
    let found = known.iter().find(|(known, _)| number(*known) == given);
    found.map(|(_, it)| *it).ok_or_else(|| {
        Failure::new(Code::BadInput, format!("{name} is {given}, must be one of the header"))
    })
}

pub(crate) fn clip_depth(depth: u32) -> Outcome<tangency::ClipDepth> {
    let known = [
        (ClipDepth::MinusOneToOne, tangency::ClipDepth::MinusOneToOne),
        (ClipDepth::ZeroToOne, tangency::ClipDepth::ZeroToOne),
        (ClipDepth::OneToZero, tangency::ClipDepth::OneToZero),
    ];
    one_of(depth, &known, |it| it as u32, "depth")
}

/// Reads the mesh of a file, and counts the faces that were left out.
pub(crate) fn file<T: Real>(bytes: &[u8], format: u32) -> Outcome<(Mesh<T>, u64)> {
    let known = [
        (FileFormat::Unknown, None),
        (FileFormat::Ply, Some(Format::Ply)),
        (FileFormat::Stl, Some(Format::Stl)),
        (FileFormat::Obj, Some(Format::Obj)),
    ];
    let format = one_of(format, &known, |it| it as u32, "format")?;
    let flaw = |flaw: Flaw| Failure::new(Code::BadInput, format!("file: {flaw}"));
    let surface = surface::parse::<T>(bytes, format).map_err(flaw)?;
    let left_out = surface.skipped.as_ref().map_or(0, |skipped| skipped.count);
    Ok((surface.build()?, left_out))
}

pub(crate) fn side(containment: tangency::Containment) -> Containment {
    match containment {
        tangency::Containment::Inside => Containment::Inside,
        tangency::Containment::Intersecting => Containment::Intersecting,
        tangency::Containment::Outside => Containment::Outside,
    }
}

pub(crate) fn point<T: Real>(position: [T; 3]) -> Outcome<tangency::Point<T, 3>> {
    Ok(tangency::Point::new(position)?)
}

/// Converts a mover to the body of a walker: a capsule, or an oriented box or a hull without a
/// radius. The number is the handle of the hull; zero for another body.
pub(crate) fn walker_body<T: Real>(given: &Mover<T>) -> Outcome<(any::AnyWalkerBody<T>, u64)> {
    let body = mover(given)?;
    let made = any::AnyWalkerBody::of(&body).ok_or_else(|| {
        let words = body.kind().words();
        let message = format!(
            "body is {words}, must be a capsule, or an oriented box or a hull without a radius"
        );
        Failure::new(Code::BadInput, message)
    })?;
    let hull = match given.kind {
        kind if kind == MoverKind::Hull as u32 => part(&given.shape),
        kind if kind == MoverKind::PlacedHull as u32 => part::<_, PlacedHull<T>>(&given.shape).hull,
        _ => 0,
    };
    Ok((made, hull))
}

pub(crate) fn slide_options(iterations: usize) -> SlideOptions {
    let mut options = SlideOptions::default();
    if iterations > 0 {
        options.max_iterations = iterations;
    }
    options
}

impl<T: Real> From<WalkerOptions<T>> for tangency::WalkerOptions<T> {
    fn from(given: WalkerOptions<T>) -> Self {
        let recovery = if given.max_recovery == T::ZERO { T::ONE } else { given.max_recovery };
        Self::default()
            .up(given.up)
            .max_slope(given.max_slope)
            .step_height(given.step_height)
            .snap_distance(given.snap_distance)
            .flat_base(given.has_flat_base != 0)
            .inherit_velocity(given.drops_velocity == 0)
            .max_recovery(if recovery < T::ZERO { T::ZERO } else { recovery })
    }
}

pub(crate) fn no_item(item: u64) -> Failure {
    Failure::new(Code::BadHandle, format!("item is {item}, but the scene has none of this name"))
}

#[cfg(test)]
mod tests {
    use super::{Kind, number};

    /// `Kind` is not exhaustive, so the compiler does not require an arm for a kind that the
    /// library adds.
    #[test]
    fn every_kind_of_obstacle_has_a_number_in_c() {
        let without: Vec<_> = Kind::ALL.iter().filter(|kind| number(**kind).is_none()).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
