//! A list of normals of contacts. Few normals are stored in place, so that a move does not
//! allocate.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The number of normals that are stored in place. A slide has at most one normal for each leg.
const PLACES: usize = 16;

#[derive(Clone)]
pub(super) struct Normals<const N: usize> {
    few: [[f64; N]; PLACES],
    count: usize,
    /// All normals, if there are more than `PLACES`.
    many: Vec<[f64; N]>,
}

impl<const N: usize> Normals<N> {
    pub(super) fn new() -> Self {
        Self { few: [[0.0; N]; PLACES], count: 0, many: Vec::new() }
    }

    pub(super) fn push(&mut self, normal: [f64; N]) {
        if self.count < PLACES {
            self.few[self.count] = normal;
        } else {
            if self.count == PLACES {
                self.many.clear();
                self.many.extend(self.few);
            }
            self.many.push(normal);
        }
        self.count += 1;
    }

    /// Keeps only the normals for which `is_kept` returns true.
    pub(super) fn retain(&mut self, is_kept: impl Fn(&[f64; N]) -> bool) {
        let all = core::mem::replace(self, Self::new());
        all.iter().filter(|normal| is_kept(normal)).for_each(|&normal| self.push(normal));
    }

    /// Keeps only the first `count` normals.
    pub(super) fn truncate(&mut self, count: usize) {
        self.keep(0, count);
    }

    /// Drops the first `count` normals.
    pub(super) fn forget(&mut self, count: usize) {
        self.keep(count, self.count);
    }

    fn keep(&mut self, from: usize, to: usize) {
        let all = core::mem::replace(self, Self::new());
        all.iter().take(to).skip(from).for_each(|&normal| self.push(normal));
    }
}

impl<const N: usize> Deref for Normals<N> {
    type Target = [[f64; N]];
    fn deref(&self) -> &[[f64; N]] {
        if self.count <= PLACES { &self.few[..self.count] } else { &self.many }
    }
}

impl<const N: usize> DerefMut for Normals<N> {
    fn deref_mut(&mut self) -> &mut [[f64; N]] {
        if self.count <= PLACES { &mut self.few[..self.count] } else { &mut self.many }
    }
}

#[cfg(test)]
mod tests {
    use super::{Normals, PLACES};
    use alloc::vec::Vec;

    #[test]
    fn few_or_many_they_are_a_list() {
        for count in [0, 1, PLACES - 1, PLACES, PLACES + 1, 3 * PLACES] {
            let all: Vec<[f64; 1]> = (0..count).map(|i| [i as f64]).collect();
            let mut normals = Normals::new();
            all.iter().for_each(|&normal| normals.push(normal));
            assert_eq!(*normals, *all);
            for to in 0..=count {
                let (mut first, mut last) = (normals.clone(), normals.clone());
                first.truncate(to);
                last.forget(to);
                assert_eq!((&*first, &*last), all.split_at(to));
                // Further normals come after the remaining ones.
                first.push([0.5]);
                assert_eq!(*first, [&all[..to], &[[0.5]]].concat());
            }
            let is_even = |normal: &[f64; 1]| normal[0] % 2.0 == 0.0;
            normals.retain(is_even);
            assert_eq!(*normals, *all.into_iter().filter(is_even).collect::<Vec<_>>());
        }
    }
}
