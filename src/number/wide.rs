//! Integers of up to 1,536 bits, which are stored in place: they do not allocate.
//!
//! An integer is a sign and a magnitude, in words of 64 bits, the lowest first. The algorithms are
//! the schoolbook ones, since most integers have four to eight words. An operation whose result
//! does not fit returns `None`.

use super::effort::COMPACT;
use core::cmp::Ordering;
use dashu_base::Sign as BigSign;
use dashu_int::{IBig, UBig};

/// The number of words; decisions on inputs of full length mostly take less than half of them.
/// Compact code has no second kind of long integer.
const ROOM: usize = if COMPACT { 0 } else { 24 };

/// An integer of at most `ROOM` words.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    is_negative: bool,
    /// The number of words in use: the last of them is not zero, and all words after it are zero.
    count: usize,
    words: [u64; ROOM],
}

impl Wide {
    /// Constructs an integer from a magnitude of at most `most` words.
    fn new(is_negative: bool, words: [u64; ROOM], most: usize) -> Self {
        let used = words.get(..most).unwrap_or(&words);
        let count = used.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        Self { is_negative: is_negative && count > 0, count, words }
    }

    /// Returns `m 2^shift`.
    pub(super) fn shifted(m: i128, shift: usize) -> Option<Self> {
        let (words, bits) = (shift / 64, shift % 64);
        let magnitude = m.unsigned_abs();
        // A third word takes the bits that leave the two words at the top.
        let low = magnitude << bits;
        let past = if bits == 0 { 0 } else { (magnitude >> (128 - bits)) as u64 };
        let mut all = [0; ROOM];
        for (i, word) in [low as u64, (low >> 64) as u64, past].into_iter().enumerate() {
            match all.get_mut(words + i) {
                Some(place) => *place = word,
                None if word == 0 => {}
                None => return None,
            }
        }
        Some(Self::new(m < 0, all, words + 3))
    }

    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        self.plus_magnitude(other, other.is_negative)
    }

    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        self.plus_magnitude(other, !other.is_negative)
    }

    /// Returns the sum with another integer, whose sign is replaced by `is_negative`.
    fn plus_magnitude(&self, other: &Self, is_negative: bool) -> Option<Self> {
        if self.is_negative == is_negative {
            let most = self.count.max(other.count) + 1;
            return Some(Self::new(is_negative, sum(self, other)?, most));
        }
        Some(match self.compare_magnitudes(other) {
            Ordering::Less => Self::new(is_negative, difference(other, self), other.count),
            _ => Self::new(self.is_negative, difference(self, other), self.count),
        })
    }

    fn compare_magnitudes(&self, other: &Self) -> Ordering {
        let of_counts = self.count.cmp(&other.count);
        of_counts.then_with(|| self.used().iter().rev().cmp(other.used().iter().rev()))
    }

    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let mut words = [0; ROOM];
        for (i, a) in self.used().iter().enumerate() {
            let mut carry = 0;
            let places = words.get_mut(i..i + other.count)?;
            for (place, b) in places.iter_mut().zip(other.used()) {
                let whole = u128::from(*a) * u128::from(*b) + u128::from(*place) + carry;
                *place = whole as u64;
                carry = whole >> 64;
            }
            match words.get_mut(i + other.count) {
                Some(place) => *place = carry as u64,
                None if carry == 0 => {}
                None => return None,
            }
        }
        let most = self.count + other.count;
        Some(Self::new(self.is_negative != other.is_negative, words, most))
    }

    /// Compares the integer with zero.
    pub(super) fn order(&self) -> Ordering {
        match (self.count, self.is_negative) {
            (0, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        }
    }

    /// Converts the integer to one of any length.
    pub(super) fn big(&self) -> IBig {
        let mut bytes = [0; 8 * ROOM];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.used()) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let sign = if self.is_negative { BigSign::Negative } else { BigSign::Positive };
        IBig::from_parts(sign, UBig::from_le_bytes(&bytes))
    }

    fn used(&self) -> &[u64] {
        self.words.get(..self.count).unwrap_or(&self.words)
    }
}

/// Returns the sum of two magnitudes.
fn sum(a: &Wide, b: &Wide) -> Option<[u64; ROOM]> {
    let (mut words, mut carry) = ([0; ROOM], false);
    let longest = a.count.max(b.count);
    for ((place, a), b) in words.iter_mut().zip(&a.words).zip(&b.words).take(longest) {
        let (of_two, first) = a.overflowing_add(*b);
        let (of_all, second) = of_two.overflowing_add(u64::from(carry));
        (*place, carry) = (of_all, first || second);
    }
    if carry {
        *words.get_mut(longest)? = 1;
    }
    Some(words)
}

/// Returns the difference of two magnitudes, of which the second must not be greater.
fn difference(a: &Wide, b: &Wide) -> [u64; ROOM] {
    let (mut words, mut borrow) = ([0; ROOM], false);
    for ((place, a), b) in words.iter_mut().zip(&a.words).zip(&b.words).take(a.count) {
        let (of_two, first) = a.overflowing_sub(*b);
        let (of_all, second) = of_two.overflowing_sub(u64::from(borrow));
        (*place, borrow) = (of_all, first || second);
    }
    words
}
