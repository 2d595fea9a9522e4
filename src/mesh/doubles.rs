//! Functions for meshes of doubles that are compiled with the options of this crate instead of the
//! options of the caller. So a program that is built for size can use a search and a construction
//! of trees that are built for speed.

use super::{Mesh, MeshFeature};
use crate::contact::{Answer, ClosestPoint};
use crate::shape::{InputError, Moving, Point, Sphere};
use alloc::vec::Vec;

impl Mesh<f64> {
    /// [`Mesh::new`].
    #[doc(hidden)]
    pub fn of_doubles(
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Self, InputError> {
        Self::new(vertices, triangles)
    }

    /// [`Mesh::first_contacts`].
    #[doc(hidden)]
    pub fn first_contacts_of_doubles(
        &self,
        spheres: &[Moving<Sphere<f64, 3>>],
        answers: &mut [Answer<f64, 3, MeshFeature>],
    ) -> Result<(), InputError> {
        self.first_contacts(spheres, answers)
    }

    /// [`Moving::contacts`].
    #[doc(hidden)]
    pub fn contacts_of_doubles(
        &self,
        sphere: &Moving<Sphere<f64, 3>>,
    ) -> Vec<Answer<f64, 3, MeshFeature>> {
        sphere.contacts(self)
    }

    /// [`Point::closest`].
    #[doc(hidden)]
    pub fn closest_of_doubles(
        &self,
        point: &Point<f64, 3>,
    ) -> Option<ClosestPoint<f64, 3, MeshFeature>> {
        point.closest(self)
    }
}
