//! Batches: many spheres against one mesh, on all cores, in the order in which they are given.
//!
//! Sorting the spheres by their starts costs more than it saves, except for large spheres and tens
//! of millions of triangles, where sorting saves a little (`benches/order.rs`).

#[cfg(feature = "parallel")]
use super::on_all_cores;
use super::{Mesh, MeshFeature};
use crate::contact::Answer;
use crate::number::Effort;
use crate::shape::{InputError, Moving, Problem, Scalar, Sphere};
#[cfg(feature = "parallel")]
use rayon::prelude::*;

type MeshAnswers<T> = [Answer<T, 3, MeshFeature>];

/// The number of spheres that one thread queries as one piece of work.
#[cfg(feature = "parallel")]
const WINDOW: usize = 1024;

impl<T: Scalar> Mesh<T> {
    /// Computes the first contact of each of many spheres with this mesh at rest: `answers[i]`
    /// becomes `spheres[i].first_contact(&mesh)`, whatever the number of threads.
    ///
    /// With the feature `parallel` all cores take part: the threads of rayon's current pool if the
    /// caller runs in one, otherwise the threads of `on_all_cores`, which work in a forked process
    /// too. Without the feature, only the calling thread works. Nothing is allocated for each
    /// sphere.
    ///
    /// # Errors
    /// Slices that differ in length.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Answer, Mesh, Sphere};
    /// let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let mesh = Mesh::new(vertices, vec![[0, 1, 2]])?;
    /// let falling = |x: f64| Sphere::new([x, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0]);
    /// let mut answers = [Answer::None; 2];
    /// mesh.first_contacts(&[falling(1.0)?, falling(9.0)?], &mut answers)?;
    /// assert_eq!(answers.map(|answer| answer.contact().map(|hit| hit.time)), [Some(4.0), None]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("batch", "sphere cast"))]
    pub fn first_contacts(
        &self,
        spheres: &[Moving<Sphere<T, 3>>],
        answers: &mut MeshAnswers<T>,
    ) -> Result<(), InputError> {
        Moving::still(self).first_contacts(spheres, answers)
    }

    /// Computes the first contact of each of many spheres, with the effort of each query:
    /// `answers[i]` becomes `spheres[i].first_contact_counted(&mesh)`.
    ///
    /// # Errors
    /// Slices that differ in length.
    pub fn first_contacts_counted(
        &self,
        spheres: &[Moving<Sphere<T, 3>>],
        answers: &mut [(Answer<T, 3, MeshFeature>, Effort)],
    ) -> Result<(), InputError> {
        let still = Moving::still(self);
        still.each(spheres, answers, |sphere| sphere.first_contact_counted(&still))
    }
}

impl<T: Scalar> Moving<&Mesh<T>> {
    /// Computes the first contact of each of many spheres with this moving mesh, as
    /// [`Mesh::first_contacts`] does for a mesh at rest.
    ///
    /// # Errors
    /// Slices that differ in length.
    #[doc(alias("batch", "sphere cast"))]
    pub fn first_contacts(
        &self,
        spheres: &[Moving<Sphere<T, 3>>],
        answers: &mut MeshAnswers<T>,
    ) -> Result<(), InputError> {
        self.each(spheres, answers, |sphere| sphere.first_contact(self))
    }

    /// Computes one answer for each sphere.
    fn each<A: Send>(
        &self,
        spheres: &[Moving<Sphere<T, 3>>],
        answers: &mut [A],
        ask: impl Fn(&Moving<Sphere<T, 3>>) -> A + Sync,
    ) -> Result<(), InputError> {
        if spheres.len() != answers.len() {
            let (length, expected) = (answers.len(), spheres.len());
            let problem = Problem::Length { length, other: "spheres", expected };
            return Err(InputError::new("answers", problem));
        }
        let all = |(spheres, answers): (&[Moving<Sphere<T, 3>>], &mut [A])| {
            for (sphere, answer) in spheres.iter().zip(answers) {
                *answer = ask(sphere);
            }
        };
        #[cfg(feature = "parallel")]
        if spheres.len() > WINDOW {
            let windows = spheres.par_chunks(WINDOW).zip(answers.par_chunks_mut(WINDOW));
            on_all_cores(|| windows.for_each(all));
            return Ok(());
        }
        all((spheres, answers));
        Ok(())
    }
}
