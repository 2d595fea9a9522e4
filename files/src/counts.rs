//! The number of rows with each kind of result.

/// The number of rows with each kind of result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) contacts: u64,
    pub(crate) overlaps: u64,
    pub(crate) nones: u64,
    pub(crate) errors: u64,
    /// The number of results that needed exact integers.
    pub(crate) exact: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        self.contacts += other.contacts;
        self.overlaps += other.overlaps;
        self.nones += other.nones;
        self.errors += other.errors;
        self.exact += other.exact;
    }

    pub(crate) fn answers(&self) -> u64 {
        self.contacts + self.overlaps + self.nones
    }
}
