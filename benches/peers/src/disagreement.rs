//! Counts of results that differ from ours, shared by the benches of meshes and of scenes.

/// The numbers of differences by the kind of error.
#[derive(Default)]
pub struct Disagreement {
    pub missed: usize,
    pub invented: usize,
    pub late: usize,
    pub early: usize,
}

impl Disagreement {
    /// Compares results, which are NaN without a contact. Times may differ by a thousandth of the
    /// motion, distances by a relative error of a thousandth.
    pub fn between(are_distances: bool, ours: &[f32], theirs: &[f32]) -> Self {
        let mut count = Self::default();
        for (&ours, &theirs) in ours.iter().zip(theirs) {
            let allowed = if are_distances { 1e-3 * ours } else { 1e-3 };
            match (ours.is_nan(), theirs.is_nan()) {
                (false, true) => count.missed += 1,
                (true, false) => count.invented += 1,
                _ => {
                    count.late += usize::from(theirs - ours > allowed);
                    count.early += usize::from(ours - theirs > allowed);
                }
            }
        }
        count
    }
}
