//! Makes a mesh of PhysX with the default tree and two-sided triangles.

use super::surface::Surface;
use physx_sys::*;

/// # Safety
/// The foundation is made, and the callback is PhysX's own.
pub unsafe fn cook(
    surface: &Surface,
    scale: &PxTolerancesScale,
    callback: *mut PxInsertionCallback,
) -> (*mut PxTriangleMesh, PxTriangleMeshGeometry) {
    // SAFETY: the arrays outlive the description, and the copy is checked.
    unsafe {
        let mut shape = PxTriangleMeshDesc_new();
        shape.points.count = surface.vertices.len() as u32;
        shape.points.stride = 12;
        shape.points.data = surface.vertices.as_ptr().cast();
        shape.triangles.count = surface.triangles.len() as u32;
        shape.triangles.stride = 12;
        shape.triangles.data = surface.triangles.as_ptr().cast();
        let mut cooking = PxCookingParams_new(scale);
        PxMidphaseDesc_setToDefault_mut(&mut cooking.midphaseDesc, PxMeshMidPhase::Bvh34);
        let mut outcome = PxTriangleMeshCookingResult::Success;
        let mesh = phys_PxCreateTriangleMesh(&cooking, &shape, callback, &mut outcome);
        assert!(!mesh.is_null(), "PhysX refuses the mesh: {outcome:?}");
        let (scale, sides) = (PxMeshScale_new(), PxMeshGeometryFlags::DoubleSided);
        (mesh, PxTriangleMeshGeometry_new(mesh, &scale, sides))
    }
}
