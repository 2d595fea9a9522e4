//! Many spheres, one mesh: on all cores, and in an order in which those that are near to each other
//! follow each other.

#[cfg(feature = "parallel")]
use super::on_all_cores;
use super::{Mesh, MeshFeature};
use crate::contact::{Answer, in_space};
use crate::number::Effort;
use crate::shape::{InputError, Moving, Problem, Scalar, Sphere};
#[cfg(feature = "parallel")]
use rayon::prelude::*;

type Answers<T> = [Answer<T, 3, MeshFeature>];

/// Spheres that are put in order and asked by one thread in one go.
const WINDOW: usize = 1024;

impl<T: Scalar> Mesh<T> {
    /// The first contact of each of many spheres with this mesh, standing still: `answers[i]`
    /// becomes what `spheres[i].first_contact(&mesh)` is, whatever the number of threads.
    ///
    /// With the feature `parallel` all cores take part: the threads of rayon's current pool if it
    /// is called from one, else those of `on_all_cores`, which a forked process has too; without it
    /// only this one. Nothing is allocated for each sphere.
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
        answers: &mut Answers<T>,
    ) -> Result<(), InputError> {
        Moving::still(self).first_contacts(spheres, answers)
    }

    /// The same, and how hard each was: `answers[i]` becomes what
    /// `spheres[i].first_contact_counted(&mesh)` is.
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
    /// The same of a mesh on its way.
    ///
    /// # Errors
    /// Slices that differ in length.
    #[doc(alias("batch", "sphere cast"))]
    pub fn first_contacts(
        &self,
        spheres: &[Moving<Sphere<T, 3>>],
        answers: &mut Answers<T>,
    ) -> Result<(), InputError> {
        self.each(spheres, answers, |sphere| sphere.first_contact(self))
    }

    /// What is answered to each sphere, in an order that suits the mesh.
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
        let of_window = |(spheres, answers): (&[Moving<Sphere<T, 3>>], &mut [A])| {
            for place in self.in_order(spheres).into_iter().take(spheres.len()) {
                let (sphere, answer) = (&spheres[place as usize], &mut answers[place as usize]);
                *answer = ask(sphere);
            }
        };
        #[cfg(feature = "parallel")]
        if spheres.len() > WINDOW {
            let windows = spheres.par_chunks(WINDOW).zip(answers.par_chunks_mut(WINDOW));
            on_all_cores(|| windows.for_each(of_window));
            return Ok(());
        }
        spheres.chunks(WINDOW).zip(answers.chunks_mut(WINDOW)).for_each(of_window);
        Ok(())
    }

    /// The places of the spheres of a window, along a curve through the cells of a grid in which
    /// they start.
    fn in_order(&self, spheres: &[Moving<Sphere<T, 3>>]) -> [u16; WINDOW] {
        let mut keys = [(0u32, 0u16); WINDOW];
        let bounds = &self.shape().bounds;
        for (place, (key, sphere)) in keys.iter_mut().zip(spheres).enumerate() {
            let center = in_space(sphere.shape().center());
            let cell = |k: usize| {
                let part = (center[k] - bounds.min[k]) / (bounds.max[k] - bounds.min[k]);
                // What is outside stands at the border; what is no number, at zero.
                spread((part * 1024.0) as u32)
            };
            *key = (cell(0) | cell(1) << 1 | cell(2) << 2, place as u16);
        }
        keys[..spheres.len().min(WINDOW)].sort_unstable();
        keys.map(|(_, place)| place)
    }
}

/// Ten bits, each followed by two zeros. Source: G. M. Morton, *A computer oriented geodetic data
/// base*, 1966.
fn spread(x: u32) -> u32 {
    let mut x = if x > 1023 { 1023 } else { x };
    x = (x | x << 16) & 0x0300_00ff;
    x = (x | x << 8) & 0x0300_f00f;
    x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}
