//! What is given: movers and obstacles, as C has them, and how the library's are made of them.

use crate::error::{Code, Failure, Outcome};
use crate::handle::{Entry, Held, Real, held};
use crate::pointer::{Rows, part};
use std::sync::{Arc, PoisonError, RwLock};
use tangency::any::{self, Alone, Kind};
use tangency::{
    Hollow, InputError, Mesh, Moving, Rotation, Rounded, Scene, Shape, SharedInstance, SlideOptions,
};
use tangency_protocol::surface::{self, Flaw, Format};

/// What a mover is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverKind {
    /// `shape.sphere`.
    Sphere = 1,
    /// `shape.capsule`: its axis from end to end.
    Capsule = 2,
    /// `shape.capsule_with_axis`: its axis from one end and along a vector. One that is moved from
    /// place to place keeps its axis so.
    CapsuleWithAxis = 3,
    /// `shape.ellipsoid`.
    Ellipsoid = 4,
}

/// What an obstacle is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// `shape.point`; with a rounding radius, a ball.
    Point = 1,
    /// `shape.segment`; with a rounding radius, a capsule.
    Segment = 2,
    /// `shape.triangle`.
    Triangle = 3,
    /// `shape.box`: along the axes.
    Box = 4,
    /// `shape.box`: only its surface.
    HollowBox = 5,
    /// `shape.oriented_box`.
    OrientedBox = 6,
    /// `shape.parallelepiped`.
    Parallelepiped = 7,
    /// `shape.plane`, and all that is behind it.
    Plane = 8,
    /// `shape.handle`, of `tangency_polytope`.
    Polytope = 9,
    /// `shape.handle`, of `tangency_frustum`, `tangency_frustum_of_corners` or
    /// `tangency_frustum_of_view`.
    Frustum = 10,
    /// `shape.handle`, of `tangency_mesh` or `tangency_mesh_of_file`.
    Mesh = 11,
    /// `shape.instance`: a mesh, turned and then moved.
    MeshInstance = 12,
    /// `shape.handle`, of `tangency_solid`: what a closed mesh bounds.
    Solid = 13,
    /// `shape.handle`, of `tangency_scene`.
    Scene = 14,
}

// ---- movers ----

/// A sphere; of radius zero, a point.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sphere<T> {
    /// Its centre.
    pub center: [T; 3],
    /// Its radius, zero or more.
    pub radius: T,
}

/// A capsule: all that is within `radius` of the segment from `a` to `b`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Capsule<T> {
    /// One end of its axis.
    pub a: [T; 3],
    /// The other end.
    pub b: [T; 3],
    /// Its radius, zero or more.
    pub radius: T,
}

/// A capsule: all that is within `radius` of the segment from `a` to `a + axis`, a sum that is not
/// rounded.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CapsuleWithAxis<T> {
    /// One end of its axis.
    pub a: [T; 3],
    /// The way from there to the other end.
    pub axis: [T; 3],
    /// Its radius, zero or more.
    pub radius: T,
}

/// An ellipsoid whose axes are those of space.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Ellipsoid<T> {
    /// Its centre.
    pub center: [T; 3],
    /// Its radius along each axis, more than zero.
    pub radii: [T; 3],
}

/// The shape that the kind of a mover names.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is told by its type")]
pub union MoverShape<T: Copy> {
    pub sphere: Sphere<T>,
    pub capsule: Capsule<T>,
    pub capsule_with_axis: CapsuleWithAxis<T>,
    pub ellipsoid: Ellipsoid<T>,
}

/// What moves: by `velocity - origin` in each unit of time, a difference that is never rounded.
///
/// For a motion at a velocity, leave `origin` zero. For one from `p` to `q` while the time goes
/// from 0 to 1, write `q` into `velocity`, `p` into `origin`, and 1 into `t_max`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Mover<T: Copy> {
    /// What it is: a `TangencyMoverKind`.
    pub kind: u32,
    /// The shape of this kind, as it is at time zero.
    pub shape: MoverShape<T>,
    /// How far it goes in a unit of time.
    pub velocity: [T; 3],
    /// What is taken from that; zero unless it moves from point to point.
    pub origin: [T; 3],
    /// The last time of the motion, that time included; `INFINITY` if it has no end. Zero is the
    /// start alone.
    pub t_max: T,
}

// ---- obstacles ----

/// A point.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Point<T> {
    /// Where it is.
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
    /// Its vertices.
    pub vertices: [[T; 3]; 3],
}

/// A box along the axes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AlignedBox<T> {
    /// The least coordinates.
    pub min: [T; 3],
    /// The greatest coordinates.
    pub max: [T; 3],
}

/// A turned box.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct OrientedBox<T> {
    /// Its centre.
    pub center: [T; 3],
    /// Half of its length along each of its axes.
    pub half_extents: [T; 3],
    /// How it is turned: a quaternion `x`, `y`, `z`, `w` of any length but zero, which is not
    /// rounded to length one.
    pub rotation: [T; 4],
}

/// A box whose edges need not be perpendicular.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Parallelepiped<T> {
    /// Its centre.
    pub center: [T; 3],
    /// The vectors along its edges, of their full length.
    pub edges: [[T; 3]; 3],
}

/// The plane through a point, and all that is behind it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Plane<T> {
    /// Any point of the plane.
    pub point: [T; 3],
    /// Its outward normal, of any length but zero.
    pub normal: [T; 3],
}

/// A mesh that is turned about its origin and then moved; it shares vertices and tree with others.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Instance<T> {
    /// The handle of the mesh.
    pub mesh: u64,
    /// How it is turned: a quaternion `x`, `y`, `z`, `w` of any length but zero.
    pub rotation: [T; 4],
    /// How far it is moved then.
    pub translation: [T; 3],
}

/// The shape that the kind of an obstacle names.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is told by its type")]
pub union ObstacleShape<T: Copy> {
    pub point: Point<T>,
    pub segment: Segment<T>,
    pub triangle: Triangle<T>,
    pub r#box: AlignedBox<T>,
    pub oriented_box: OrientedBox<T>,
    pub parallelepiped: Parallelepiped<T>,
    pub plane: Plane<T>,
    pub instance: Instance<T>,
    pub handle: u64,
}

/// What is met. It moves as a mover does, and so long as that.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Obstacle<T: Copy> {
    /// What it is: a `TangencyObstacleKind`.
    pub kind: u32,
    /// The shape of this kind, as it is at time zero.
    pub shape: ObstacleShape<T>,
    /// How far it goes in a unit of time.
    pub velocity: [T; 3],
    /// What is taken from that; zero unless it moves from point to point.
    pub origin: [T; 3],
    /// Its rounding radius: it is then all that is within that of its shape.
    pub radius: T,
}

// ---- columns ----

/// The rows of an array of the caller's, of one or three numbers each.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Column<T> {
    /// The first number of the first row; null if there is no such column.
    pub first: *const T,
    /// How many bytes after the beginning of a row the next one begins: at least the bytes of a
    /// row; or, except for vertices of a mesh, zero if all rows are this one.
    pub stride: usize,
}

/// Many movers of one kind, each of which is a row.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Movers<T> {
    /// What they are: a `TangencyMoverKind`.
    pub kind: u32,
    /// How many there are.
    pub count: usize,
    /// The centres, three numbers each; of capsules `a`.
    pub center: Column<T>,
    /// The radii; not of ellipsoids.
    pub radius: Column<T>,
    /// Of capsules `b` or `axis`, of ellipsoids `radii`, three numbers each; not of spheres.
    pub extent: Column<T>,
    /// The velocities, three numbers each; without them, all stand still.
    pub velocity: Column<T>,
    /// What is taken from these; without it, nothing.
    pub origin: Column<T>,
    /// The last times of the motions; without them, no motion has an end.
    pub t_max: Column<T>,
}

/// What a walker can do.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct WalkerOptions<T> {
    /// Against gravity: a vector of any length.
    pub up: [T; 3],
    /// How much a floor rises at most for each unit along it: the tangent of its angle.
    pub max_slope: T,
    /// How high a step it climbs, measured from the floor on which it stands; 0 for none.
    pub step_height: T,
    /// How far below it the floor may be if it is to stay on it, walking down.
    pub snap_distance: T,
    /// If not 0, its round foot counts as flat where it stands on an edge: it stands as high as the
    /// floor until the axis of its body has passed the edge.
    pub has_flat_base: u32,
    /// If not 0, what carries it does not throw it: its velocity has nothing of a platform that it
    /// leaves.
    pub drops_velocity: u32,
    /// How far at most a step or a ride that begins in an overlap puts it to be free of that, in
    /// radii of its body; 0 stands for 1, and what is less than 0 for not at all.
    pub max_recovery: T,
}

// ---- to the library ----

fn unknown(name: &str, kind: u32) -> Failure {
    Failure::new(Code::BadInput, format!("{name}.kind is {kind}, must be one of the header"))
}

/// A shape on its way.
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

/// What is made of a mover, of whatever kind it is.
pub(crate) fn mover<T: Real>(given: &Mover<T>) -> Outcome<any::Mover<T, 3>> {
    let Mover { kind, ref shape, velocity, origin, t_max } = *given;
    Ok(match MoverKind::of(kind)? {
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
    })
}

impl MoverKind {
    pub(crate) fn of(kind: u32) -> Outcome<Self> {
        let all = [Self::Sphere, Self::Capsule, Self::CapsuleWithAxis, Self::Ellipsoid];
        let known = all.into_iter().find(|known| *known as u32 == kind);
        known.ok_or_else(|| unknown("mover", kind))
    }
}

/// The kind of an obstacle as C has it; `None` for a kind that C does not have, which a test
/// refuses.
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
        _ => return None,
    })
}

/// Asks an obstacle, of whatever kind it is.
pub(crate) fn with_obstacle<T: Real, R>(
    given: &Obstacle<T>,
    mut ask: impl FnMut(&dyn any::Obstacle<T, 3>) -> Outcome<R>,
) -> Outcome<R> {
    let mut answer = None;
    visit_obstacle(given, &mut |obstacle| {
        answer = Some(ask(obstacle)?);
        Ok(())
    })?;
    answer.ok_or_else(|| unknown("obstacle", given.kind))
}

/// Calls `ask` with the obstacle. Not generic over the question, so that the match on the kinds is
/// compiled once for each float.
fn visit_obstacle<T: Real>(
    given: &Obstacle<T>,
    ask: &mut dyn FnMut(&dyn any::Obstacle<T, 3>) -> Outcome<()>,
) -> Outcome<()> {
    let shape = &given.shape;
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
        Kind::Triangle => {
            let Triangle { vertices: [a, b, c] } = part(shape);
            ask(given.moving(tangency::Triangle::new(a, b, c)?)?.as_dyn())
        }
        Kind::Box => {
            let AlignedBox { min, max } = part(shape);
            ask(given.moving(tangency::AlignedBox::new(min, max)?)?.as_dyn())
        }
        Kind::HollowBox => {
            let AlignedBox { min, max } = part(shape);
            given.plainly("a hollow box")?;
            ask(Hollow(tangency::AlignedBox::new(min, max)?).as_dyn())
        }
        Kind::OrientedBox => {
            let OrientedBox { center, half_extents, rotation } = part(shape);
            let rotation = Rotation::<T, 3>::new(rotation)?;
            ask(given.moving(tangency::OrientedBox::new(center, half_extents, rotation)?)?.as_dyn())
        }
        Kind::Parallelepiped => {
            let Parallelepiped { center, edges } = part(shape);
            ask(given.moving(tangency::Parallelepiped::new(center, edges)?)?.as_dyn())
        }
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

/// The mesh of a handle.
pub(crate) fn mesh<T: Real>(handle: u64, name: &str) -> Outcome<Arc<Mesh<T>>> {
    held!(Mesh, T, handle, name, |mesh| {
        Ok(Arc::clone(&mesh.read().unwrap_or_else(PoisonError::into_inner)))
    })
}

/// A mesh as it is kept.
pub(crate) fn held_mesh<T: Real>(mesh: Mesh<T>) -> Entry {
    T::entry(Held::Mesh(RwLock::new(Arc::new(mesh))))
}

/// The scene of a handle as it is now.
pub(crate) fn scene<T: Real>(handle: u64) -> Outcome<Arc<Scene<T>>> {
    held!(Scene, T, handle, "scene", |scene| {
        Ok(Arc::clone(&scene.read().unwrap_or_else(PoisonError::into_inner)))
    })
}

/// A scene as it is kept.
pub(crate) fn held_scene<T: Real>(scene: Arc<Scene<T>>) -> Entry {
    T::entry(Held::Scene(RwLock::new(scene)))
}

/// The vertices of a mesh.
///
/// # Safety
/// The column leads to as many rows of three numbers.
#[allow(unsafe_code, reason = "a column is a pointer")]
pub(crate) unsafe fn vertices<T: Real>(column: Column<T>, count: usize) -> Outcome<Vec<[T; 3]>> {
    let Column { first, stride } = column;
    // SAFETY: the caller's promise.
    let rows = unsafe { Rows::<[T; 3]>::new(first.cast(), stride, count, "vertices") }?;
    rows.apart("vertices")?.all("vertices")
}

pub(crate) fn plane<T: Real>(given: Plane<T>) -> Outcome<tangency::Plane<T, 3>> {
    Ok(tangency::Plane::new(given.point, given.normal)?)
}

impl<T: Real> Obstacle<T> {
    /// A shape on the way of this, as much rounded.
    fn moving<S: Shape<Scalar = T, Vector = [T; 3]>>(&self, shape: S) -> Outcome<Moving<S>> {
        let moving = on_its_way(shape, self.velocity, self.origin)?;
        if self.radius == T::ZERO {
            return Ok(moving);
        }
        // Whatever the shape, the library looks at the radius, and refuses it in its words.
        let rounded = Rounded::new(tangency::Point::new([T::ZERO; 3])?, self.radius)?;
        Ok(moving.towards_rounded(rounded.radius()))
    }

    /// Refuses a way and a radius of what has none.
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

// ---- what stands beside shapes ----

/// How deep clip space is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipDepth {
    /// Near -1, far 1: OpenGL.
    MinusOneToOne = 1,
    /// Near 0, far 1: Direct3D, Vulkan, Metal, WebGPU.
    ZeroToOne = 2,
    /// Near 1, far 0: the same with the depth reversed.
    OneToZero = 3,
}

/// What kind of file a mesh comes from.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Whatever its first bytes say; an OBJ does not say so.
    Unknown = 0,
    /// Polygon File Format, also called Stanford format.
    Ply = 1,
    /// Stereolithography.
    Stl = 2,
    /// Wavefront OBJ.
    Obj = 3,
}

/// On which side of planes a mover lies.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// In the body, without touching its boundary.
    Inside = 1,
    /// It touches the boundary, or crosses it.
    Intersecting = 2,
    /// They share no point.
    Outside = 3,
}

/// One of the values that an enumeration of the header has.
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

/// The mesh of a file, and how many faces were left out of it.
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

/// The capsule that a walker is.
pub(crate) fn capsule<T: Real>(body: &any::Mover<T, 3>) -> Outcome<tangency::Capsule<T, 3>> {
    match body {
        any::Mover::Capsule(capsule) => Ok(*capsule.shape()),
        other => {
            let message = format!("body is {}, must be a capsule", other.kind().words());
            Err(Failure::new(Code::BadInput, message))
        }
    }
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

    /// The kinds of the library may grow, so the compiler does not ask for an arm.
    #[test]
    fn every_kind_of_obstacle_has_a_number_in_c() {
        let without: Vec<_> = Kind::ALL.iter().filter(|kind| number(**kind).is_none()).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
