//! The checksum that detects accidental changes of saved bytes.
//!
//! It is XXH64 with seed zero, for whole lines of bytes. Each of four sums takes every fourth word,
//! so that no sum waits for another one. The program `xxhsum` computes the same value.
//!
//! Source: Y. Collet, *xxHash fast digest algorithm*, version 0.1.1, "XXH64 algorithm description".

use super::buffer::LINE;

const P1: u64 = 0x9e37_79b1_85eb_ca87;
const P2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const P3: u64 = 0x1656_67b1_9e37_79f9;
const P4: u64 = 0x85eb_ca77_c2b2_ae63;

/// The checksum of the bytes that have been added so far.
pub(crate) struct Checksum {
    sums: [u64; 4],
    length: u64,
}

impl Checksum {
    pub(crate) fn new() -> Self {
        Self { sums: [P1.wrapping_add(P2), P2, 0, 0u64.wrapping_sub(P1)], length: 0 }
    }

    /// Adds bytes, and zeros up to the next multiple of [`LINE`].
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let (lines, rest) = bytes.as_chunks::<LINE>();
        lines.iter().for_each(|line| self.add_line(line));
        if !rest.is_empty() {
            let mut line = [0; LINE];
            line[..rest.len()].copy_from_slice(rest);
            self.add_line(&line);
        }
    }

    #[cfg_attr(hot, inline(always))]
    fn add_line(&mut self, line: &[u8; LINE]) {
        for (i, word) in line.as_chunks().0.iter().enumerate() {
            self.sums[i % 4] = round(self.sums[i % 4], u64::from_le_bytes(*word));
        }
        self.length += LINE as u64;
    }

    /// Returns the checksum of the added bytes, which must be at least one line.
    pub(crate) fn finish(self) -> u64 {
        let [a, b, c, d] = self.sums;
        let mut hash = a
            .rotate_left(1)
            .wrapping_add(b.rotate_left(7))
            .wrapping_add(c.rotate_left(12))
            .wrapping_add(d.rotate_left(18));
        for sum in self.sums {
            hash = (hash ^ round(0, sum)).wrapping_mul(P1).wrapping_add(P4);
        }
        hash = hash.wrapping_add(self.length);
        hash = (hash ^ hash >> 33).wrapping_mul(P2);
        hash = (hash ^ hash >> 29).wrapping_mul(P3);
        hash ^ hash >> 32
    }
}

#[cfg_attr(hot, inline(always))]
fn round(sum: u64, word: u64) -> u64 {
    sum.wrapping_add(word.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1)
}
