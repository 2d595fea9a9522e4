//! A surface as the bytes of a binary PLY file.

use super::surface::Surface;

/// The file: 32-bit floats, little endian, three indices a face.
pub(super) fn file(surface: &Surface) -> Vec<u8> {
    let header = format!(
        "ply\nformat binary_little_endian 1.0\n\
         comment the sample part of `tangency demo`, in millimetres\n\
         element vertex {}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        surface.vertices().len(),
        surface.triangles().len(),
    );
    let mut bytes = header.into_bytes();
    bytes.extend(surface.vertices().iter().flatten().flat_map(|x| x.to_le_bytes()));
    for triangle in surface.triangles() {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|i| i.to_le_bytes()));
    }
    bytes
}
