//! Random numbers for tests and benchmarks, the same on every machine: splitmix64.

#![allow(dead_code, reason = "each test uses what it needs")]

pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from 0 to `n − 1`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A random index below `count`, or zero if `count` is zero.
    pub fn index(&mut self, count: usize) -> usize {
        self.below(count.max(1) as u64) as usize
    }

    pub fn pick<'a, V: ?Sized>(&mut self, values: &[&'a V]) -> &'a V {
        values[self.index(values.len())]
    }

    /// A whole number from `a` to `b`.
    pub fn integer(&mut self, a: i64, b: i64) -> f64 {
        (a + (self.bits() % ((b - a + 1) as u64)) as i64) as f64
    }

    pub fn integers(&mut self, a: i64, b: i64) -> [f64; 3] {
        [0; 3].map(|_| self.integer(a, b))
    }

    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }

    pub fn vector(&mut self, a: f64, b: f64) -> [f64; 3] {
        [0; 3].map(|_| self.between(a, b))
    }
}
