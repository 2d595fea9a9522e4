//! Geometry queries of PhysX, without a scene, with the default tree of a mesh, and two-sided
//! triangles.

use super::cook::cook;
use super::surface::Surface;
use super::workload::{Body as Shape, Question, Row, Set};
use super::{Block, MISS};
use physx_sys::*;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::Once;

/// A mesh in the form of PhysX ("cooked").
pub struct Cooked {
    mesh: *mut PxTriangleMesh,
    geometry: PxTriangleMeshGeometry,
}

impl Drop for Cooked {
    fn drop(&mut self) {
        // SAFETY: the mesh was made by `build`, and has no other owner.
        unsafe { PxTriangleMesh_release_mut(self.mesh) }
    }
}

pub fn build(surface: &Surface) -> Cooked {
    static FOUNDATION: Once = Once::new();
    // SAFETY: the foundation is made once, before everything else.
    unsafe {
        FOUNDATION.call_once(|| assert!(!physx_create_foundation().is_null()));
        let callback = phys_PxGetStandaloneInsertionCallback();
        let (mesh, geometry) = cook(surface, &PxTolerancesScale_new(1.0, 10.0), callback);
        Cooked { mesh, geometry }
    }
}

/// A sphere or a capsule of PhysX: its pose, and its direction and distance.
struct Body<G> {
    shape: G,
    pose: PxTransform,
    direction: PxVec3,
    distance: f32,
}

fn vector([x, y, z]: [f32; 3]) -> PxVec3 {
    PxVec3 { x, y, z }
}

fn pose(center: [f32; 3]) -> PxTransform {
    PxTransform { q: PxQuat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }, p: vector(center) }
}

fn ball(row: &Row) -> Body<PxSphereGeometry> {
    // SAFETY: the function only fills a structure.
    body(row, unsafe { PxSphereGeometry_new(row.radius) }, pose(row.center))
}

/// A capsule of PhysX about its middle, which is rounded. It is turned from the first axis.
fn capsule(row: &Row) -> Body<PxCapsuleGeometry> {
    let end = std::array::from_fn(|k| row.center[k] + row.axis[k]);
    let mut half = 0.0;
    // SAFETY: the three vectors and the number outlive the call, and the other function only fills
    // a structure.
    unsafe {
        let at = phys_PxTransformFromSegment(&vector(row.center), &vector(end), &mut half);
        body(row, PxCapsuleGeometry_new(row.radius, half), at)
    }
}

fn cube(row: &Row) -> Body<PxBoxGeometry> {
    let [x, y, z, w] = row.turn;
    let pose = PxTransform { q: PxQuat { x, y, z, w }, p: vector(row.center) };
    // SAFETY: the function only fills a structure.
    body(row, unsafe { PxBoxGeometry_new(row.radius, row.radius, row.radius) }, pose)
}

/// A convex hull of PhysX, about the centre. It is cooked here, and never released.
fn hull(row: &Row) -> Body<PxConvexMeshGeometry> {
    let about = |point: &[f32; 3]| std::array::from_fn(|k| point[k] - row.center[k]);
    let points: Vec<[f32; 3]> = row.points().iter().map(about).collect();
    // SAFETY: the points outlive the description, and the copy is checked.
    let geometry = unsafe {
        let mut shape = PxConvexMeshDesc_new();
        shape.points.count = points.len() as u32;
        shape.points.stride = 12;
        shape.points.data = points.as_ptr().cast();
        shape.flags = PxConvexFlags::ComputeConvex;
        let cooking = PxCookingParams_new(&PxTolerancesScale_new(1.0, 10.0));
        let callback = phys_PxGetStandaloneInsertionCallback();
        let mut outcome = PxConvexMeshCookingResult::Success;
        let mesh = phys_PxCreateConvexMesh(&cooking, &shape, callback, &mut outcome);
        assert!(!mesh.is_null(), "PhysX refuses the hull: {outcome:?}");
        let flags = PxConvexMeshGeometryFlags::TightBounds;
        PxConvexMeshGeometry_new(mesh, &PxMeshScale_new(), flags)
    };
    body(row, geometry, pose(row.center))
}

fn body<G>(row: &Row, shape: G, pose: PxTransform) -> Body<G> {
    let wide = row.path.map(f64::from);
    let distance = wide.iter().map(|x| x * x).sum::<f64>().sqrt();
    Body {
        shape,
        pose,
        direction: vector(wide.map(|x| (x / distance) as f32)),
        distance: distance as f32,
    }
}

impl Cooked {
    pub fn block<'a>(&'a self, set: &Set) -> Block<'a> {
        match set.body {
            Shape::Sphere => {}
            Shape::Capsule => return self.sweeps(set.rows.iter().map(capsule).collect()),
            Shape::Cube | Shape::TurnedCube => {
                return self.sweeps(set.rows.iter().map(cube).collect());
            }
            Shape::Hull => return self.sweeps(set.rows.iter().map(hull).collect()),
        }
        let balls: Vec<_> = set.rows.iter().map(ball).collect();
        let still = pose([0.0; 3]);
        let mesh: *const PxGeometry = (&raw const self.geometry).cast();
        let flags = PxGeometryQueryFlags::empty();
        // SAFETY of the calls below: all pointers are to values that this block owns or borrows.
        match set.question {
            Question::Cast => self.sweeps(balls),
            Question::Intersects => Box::new(move |answers| {
                for (ball, answer) in balls.iter().zip(answers) {
                    let shape = (&raw const ball.shape).cast();
                    let at = &ball.pose;
                    let touches = unsafe {
                        PxGeometryQuery_overlap(shape, at, mesh, &still, flags, null_mut())
                    };
                    *answer = if touches { 0.0 } else { MISS };
                }
            }),
            Question::Closest => Box::new(move |answers| {
                for (ball, answer) in balls.iter().zip(answers) {
                    let (mut closest, mut triangle) = (vector([0.0; 3]), 0);
                    let point = &ball.pose.p;
                    let squared = unsafe {
                        PxGeometryQuery_pointDistance(
                            point,
                            mesh,
                            &still,
                            &mut closest,
                            &mut triangle,
                            flags,
                        )
                    };
                    *answer = squared.sqrt();
                }
            }),
        }
    }

    fn sweeps<'a, G: 'a>(&'a self, bodies: Vec<Body<G>>) -> Block<'a> {
        let still = pose([0.0; 3]);
        let mesh: *const PxGeometry = (&raw const self.geometry).cast();
        let flags = PxGeometryQueryFlags::empty();
        let wanted = PxHitFlags::Default | PxHitFlags::MeshBothSides;
        Box::new(move |answers| {
            for (body, answer) in bodies.iter().zip(answers) {
                let shape = (&raw const body.shape).cast();
                let (way, end) = (&body.direction, body.distance);
                let mut hit = MaybeUninit::<PxGeomSweepHit>::uninit();
                let (at, out) = (&body.pose, hit.as_mut_ptr());
                // SAFETY: all pointers are to values that this block owns or borrows, and the
                // output of a sweep is read only after a hit.
                *answer = unsafe {
                    let touches = PxGeometryQuery_sweep(
                        way,
                        end,
                        shape,
                        at,
                        mesh,
                        &still,
                        out,
                        wanted,
                        0.0,
                        flags,
                        null_mut(),
                    );
                    if touches { hit.assume_init().distance / end } else { MISS }
                };
            }
        })
    }
}
