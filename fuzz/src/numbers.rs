//! Numbers and shapes from bytes.

use tangency::{
    AlignedBox, Capsule, Inflated, InputError, Item, OrientedBox, Point, Rotation, Segment, Sphere,
    Triangle,
};

/// Bytes that are consumed one after another, with zeros after their end.
pub(crate) struct Bytes<'a> {
    left: &'a [u8],
    /// The numbers that were made last.
    before: [f64; BEFORE],
    count: usize,
}

/// The number of numbers that are kept: as many as a triangle, a sphere and its velocity have.
const BEFORE: usize = 16;

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes, before: [0.0; BEFORE], count: 0 }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        first
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// A number. Most have few bits and are small, so that there are many ties. Some are floats
    /// next to such numbers, any floats of usual sizes, or floats of few bits and of sizes far
    /// apart. Some repeat an earlier number, so that numbers with all digits tie as well, which the
    /// error bounds must withstand.
    pub(crate) fn number(&mut self) -> f64 {
        let number = self.next();
        self.before[self.count % BEFORE] = number;
        self.count += 1;
        number
    }

    fn next(&mut self) -> f64 {
        let kind = self.byte();
        let which = self.byte();
        let small = f64::from(which as i8) / 8.0;
        match kind {
            0..=127 => small,
            128..=159 => {
                let before = self.before[usize::from(which) % BEFORE];
                if which & 128 == 0 { before } else { -before }
            }
            160..=191 => small.next_up(),
            192..=215 => small * 1e-3,
            216..=223 => small + 1e6,
            // The size is so large or small that some numbers are negligible next to others, while
            // plain floats can still judge the results: from 2⁻²⁵⁶ to 2²⁵⁵.
            224..=231 => {
                let exponent = 1023 - 256 + (u64::from(self.byte()) << 1 | u64::from(which & 1));
                let fraction = u64::from(which >> 1 & 63) << 46;
                f64::from_bits(u64::from(which >> 7) << 63 | exponent << 52 | fraction)
            }
            _ => {
                let bits = u64::from_le_bytes([0; 8].map(|_| self.byte()));
                // The size is from 2⁻³⁰ to 2³⁰.
                let exponent = 1023 - 30 + bits % 60;
                f64::from_bits(bits & (1 << 63) | exponent << 52 | bits >> 12 & ((1 << 52) - 1))
            }
        }
    }

    pub(crate) fn vector(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.number())
    }

    pub(crate) fn length(&mut self) -> f64 {
        self.number().abs()
    }

    pub(crate) fn sphere(&mut self) -> Result<Sphere<f64, 3>, InputError> {
        Sphere::new(self.vector(), self.length())
    }

    pub(crate) fn capsule(&mut self) -> Result<Capsule<f64, 3>, InputError> {
        Capsule::with_axis(self.vector(), self.vector(), self.length())
    }

    pub(crate) fn triangle(&mut self) -> Result<Triangle<f64>, InputError> {
        Triangle::new(self.vector(), self.vector(), self.vector())
    }

    pub(crate) fn oriented_box(&mut self) -> Result<OrientedBox<f64, 3>, InputError> {
        let quaternion = [0; 4].map(|_| self.number());
        let extents = [0; 3].map(|_| self.length());
        OrientedBox::new(self.vector(), extents, Rotation::<f64, 3>::new(quaternion)?)
    }

    pub(crate) fn aligned_box(&mut self) -> Result<AlignedBox<f64, 3>, InputError> {
        let (a, b) = (self.vector(), self.vector());
        let low: [f64; 3] = std::array::from_fn(|k| a[k].min(b[k]));
        let high: [f64; 3] = std::array::from_fn(|k| a[k].max(b[k]));
        AlignedBox::new(low, high)
    }

    /// An item, which moves and may be inflated.
    pub(crate) fn item(&mut self) -> Result<Item<f64>, InputError> {
        let kind = self.byte();
        let radius = if kind & 8 == 0 { 0.0 } else { self.length() };
        let velocity = if kind & 16 == 0 { [0.0; 3] } else { self.vector() };
        Ok(match kind & 7 {
            0 | 5 => Inflated::new(Point::new(self.vector())?, radius)?.moving(velocity)?.into(),
            1 => {
                let segment = Segment::new(self.vector(), self.vector())?;
                Inflated::new(segment, radius)?.moving(velocity)?.into()
            }
            2 | 6 => Inflated::new(self.triangle()?, radius)?.moving(velocity)?.into(),
            3 => Inflated::new(self.aligned_box()?, radius)?.moving(velocity)?.into(),
            _ => Inflated::new(self.oriented_box()?, radius)?.moving(velocity)?.into(),
        })
    }

    /// A mesh of up to a dozen triangles over up to ten vertices.
    pub(crate) fn surface(&mut self) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
        let vertices: Vec<_> = (0..3 + self.byte() % 8).map(|_| self.vector()).collect();
        let mut corner = || u32::from(self.byte()) % vertices.len() as u32;
        let count = 1 + corner() + corner() % 3;
        let triangles = (0..count).map(|_| [corner(), corner(), corner()]).collect();
        (vertices, triangles)
    }
}
