//! Eight `f32` at a time, for searches: AVX2 where the machine has it, found out when it runs; else two halves of what
//! the target is known to have, SSE2, NEON, the vectors of WebAssembly, or plain floats.
#![allow(unsafe_code)]

/// Eight `f32`, the lanes of a search. A comparison gives a mask: lanes with all bits set, or none.
///
/// Unlike everything else here, [`Eight::times_plus`] and [`Eight::minus_product`] round once on some machines and twice on
/// others: what is
/// built on it must bound, not answer.
pub(crate) trait Eight: Copy {
    fn splat(x: f32) -> Self;
    fn load(x: &[f32; 8]) -> Self;
    /// Eight numbers from 0 to 255, the first in the lowest byte.
    fn of_bytes(bytes: u64) -> Self;
    /// The first, second and third numbers of eight rows.
    fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3];
    /// Eight numbers of a table, each the one whose place a byte of `places` says, which is less than 16.
    fn of_table(table: &[u8; 16], places: u64) -> Self;
    fn store(self) -> [f32; 8];
    /// The least of the eight, none of which is NaN.
    fn least(self) -> f32;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    /// `self × factor + term`.
    fn times_plus(self, factor: Self, term: Self) -> Self;
    /// `self − a × b`.
    fn minus_product(self, a: Self, b: Self) -> Self;
    /// The lesser of two numbers, neither of which is NaN.
    fn or_less(self, other: Self) -> Self;
    /// The greater of two numbers, neither of which is NaN.
    fn or_greater(self, other: Self) -> Self;
    fn absolute(self) -> Self;
    fn root(self) -> Self;
    /// Where `self ≤ other`.
    fn at_most(self, other: Self) -> Self;
    /// Where `self < other`.
    fn below(self, other: Self) -> Self;
    /// Lanes of both masks, or numbers where a mask is set, and zero elsewhere.
    fn and(self, mask: Self) -> Self;
    /// Lanes that are in this mask or in the other.
    fn or(self, mask: Self) -> Self;
    /// Numbers or lanes where a mask is not set.
    fn except(self, mask: Self) -> Self;
    /// A bit for each lane of a mask, the first the lowest.
    fn bits(self) -> u32;

    /// `self` where the mask is set, `other` elsewhere.
    #[inline(always)]
    fn where_set(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.except(mask))
    }
}

/// Something to be run on lanes.
pub(crate) trait Task {
    type Output;
    fn run<E: Eight>(self) -> Self::Output;
}

/// Methods that are one expression of instructions each.
macro_rules! instructions {
    ($seen:vis $register:ident: $($name:ident($a:ident $(, $other:ident)*) = $body:expr;)*) => {$(
        #[inline(always)]
        #[allow(unused_imports, unused_unsafe, reason = "some machines' need neither")]
        $seen fn $name(self $(, $other: Self)*) -> Self {
            use arch::*;
            let $a = self.0;
            $(let $other = $other.0;)*
            // SAFETY: whoever makes such a register has made sure that the machine has its instructions.
            unsafe { $register($body) }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::Eight;
    use core::arch::x86_64 as arch;
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    /// One register of AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct Wide(arch::__m256);

    impl Eight for Wide {
        #[inline(always)]
        fn splat(x: f32) -> Self {
            // SAFETY: only `with_wide` names this type, on machines that have AVX2.
            unsafe { Self(arch::_mm256_set1_ps(x)) }
        }
        #[inline(always)]
        fn load(x: &[f32; 8]) -> Self {
            // SAFETY: as above; the array has eight numbers, and need not be aligned.
            unsafe { Self(arch::_mm256_loadu_ps(x.as_ptr())) }
        }
        #[inline(always)]
        fn of_bytes(bytes: u64) -> Self {
            // SAFETY: as above.
            unsafe {
                let words = arch::_mm256_cvtepu8_epi32(arch::_mm_cvtsi64_si128(bytes as i64));
                Self(arch::_mm256_cvtepi32_ps(words))
            }
        }
        #[inline(always)]
        fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3] {
            // SAFETY: as above; each row has four numbers, and need not be aligned.
            unsafe {
                let pair =
                    |i: usize| arch::_mm256_loadu2_m128(rows[i + 4].as_ptr(), rows[i].as_ptr());
                let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3));
                let (xy, xy2) = (arch::_mm256_unpacklo_ps(a, b), arch::_mm256_unpacklo_ps(c, d));
                let (zw, zw2) = (arch::_mm256_unpackhi_ps(a, b), arch::_mm256_unpackhi_ps(c, d));
                [
                    Self(arch::_mm256_shuffle_ps::<0b01_00_01_00>(xy, xy2)),
                    Self(arch::_mm256_shuffle_ps::<0b11_10_11_10>(xy, xy2)),
                    Self(arch::_mm256_shuffle_ps::<0b01_00_01_00>(zw, zw2)),
                ]
            }
        }
        #[inline(always)]
        fn of_table(table: &[u8; 16], places: u64) -> Self {
            // SAFETY: as above; the table has sixteen bytes, and need not be aligned.
            unsafe {
                let table = arch::_mm_loadu_si128(table.as_ptr().cast());
                let bytes = arch::_mm_shuffle_epi8(table, arch::_mm_cvtsi64_si128(places as i64));
                Self(arch::_mm256_cvtepi32_ps(arch::_mm256_cvtepu8_epi32(bytes)))
            }
        }
        #[inline(always)]
        fn store(self) -> [f32; 8] {
            let mut x = [0.0; 8];
            // SAFETY: as above; the array has room for eight numbers, and need not be aligned.
            unsafe { arch::_mm256_storeu_ps(x.as_mut_ptr(), self.0) };
            x
        }
        #[inline(always)]
        fn least(self) -> f32 {
            // SAFETY: as above.
            unsafe {
                let (low, high) = (
                    arch::_mm256_castps256_ps128(self.0),
                    arch::_mm256_extractf128_ps::<1>(self.0),
                );
                let four = arch::_mm_min_ps(low, high);
                let two = arch::_mm_min_ps(four, arch::_mm_movehl_ps(four, four));
                arch::_mm_cvtss_f32(arch::_mm_min_ss(two, arch::_mm_movehdup_ps(two)))
            }
        }
        #[inline(always)]
        fn bits(self) -> u32 {
            // SAFETY: as above.
            unsafe { arch::_mm256_movemask_ps(self.0) as u32 }
        }
        instructions! { Wide:
            plus(a, b) = _mm256_add_ps(a, b);
            minus(a, b) = _mm256_sub_ps(a, b);
            times(a, b) = _mm256_mul_ps(a, b);
            over(a, b) = _mm256_div_ps(a, b);
            times_plus(a, b, c) = _mm256_fmadd_ps(a, b, c);
            minus_product(a, b, c) = _mm256_fnmadd_ps(b, c, a);
            or_less(a, b) = _mm256_min_ps(a, b);
            or_greater(a, b) = _mm256_max_ps(a, b);
            absolute(a) = _mm256_andnot_ps(_mm256_set1_ps(-0.0), a);
            root(a) = _mm256_sqrt_ps(a);
            at_most(a, b) = _mm256_cmp_ps::<_CMP_LE_OQ>(a, b);
            below(a, b) = _mm256_cmp_ps::<_CMP_LT_OQ>(a, b);
            and(a, b) = _mm256_and_ps(a, b);
            or(a, b) = _mm256_or_ps(a, b);
            except(a, b) = _mm256_andnot_ps(b, a);
        }
        #[inline(always)]
        fn where_set(self, mask: Self, other: Self) -> Self {
            // SAFETY: as above.
            unsafe { Self(arch::_mm256_blendv_ps(other.0, self.0, mask.0)) }
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn with_wide<K: super::Task>(task: K) -> K::Output {
        task.run::<Wide>()
    }

    /// Runs the task on the widest registers that this machine has.
    #[inline(always)]
    pub(crate) fn run<K: super::Task>(task: K) -> K::Output {
        if has_wide() {
            // SAFETY: the machine has just said that it has AVX2 and FMA.
            unsafe { with_wide(task) }
        } else {
            super::with_narrow(task)
        }
    }

    #[inline(always)]
    fn has_wide() -> bool {
        const UNKNOWN: u8 = 0;
        const NO: u8 = 1;
        const YES: u8 = 2;
        static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
        match KNOWN.load(Relaxed) {
            UNKNOWN => {
                let found = ask_for_wide();
                KNOWN.store(if found { YES } else { NO }, Relaxed);
                found
            }
            known => known == YES,
        }
    }

    /// Intel, *Architectures Software Developer's Manual*, vol. 1, §14.3 and §14.7.1: AVX2 and FMA can be used if the
    /// processor has them and the system saves their registers.
    #[cold]
    #[inline(never)]
    fn ask_for_wide() -> bool {
        #[target_feature(enable = "xsave")]
        fn saved_registers() -> u64 {
            // SAFETY: called only where the processor says that the system uses XSAVE.
            unsafe { arch::_xgetbv(0) }
        }
        const OSXSAVE_AVX_FMA: u32 = 1 << 27 | 1 << 28 | 1 << 12;
        const AVX2: u32 = 1 << 5;
        const XMM_YMM: u64 = 0b110;
        arch::__cpuid(0).eax >= 7
            && arch::__cpuid(1).ecx & OSXSAVE_AVX_FMA == OSXSAVE_AVX_FMA
            && arch::__cpuid_count(7, 0).ebx & AVX2 == AVX2
            // SAFETY: the line before the last found XSAVE in use.
            && unsafe { saved_registers() } & XMM_YMM == XMM_YMM
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod wide {
    /// Runs the task on the widest registers that this machine has.
    #[inline(always)]
    pub(crate) fn run<K: super::Task>(task: K) -> K::Output {
        super::with_narrow(task)
    }
}

/// Once for each kind of task, and not wherever one is run: there is much in it.
#[inline(never)]
fn with_narrow<K: Task>(task: K) -> K::Output {
    task.run::<Narrow>()
}

/// Four lanes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod four {
    use core::arch::x86_64 as arch;

    #[derive(Clone, Copy)]
    pub(super) struct Four(arch::__m128);

    impl Four {
        #[inline(always)]
        pub(super) fn load(x: [f32; 4]) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(arch::_mm_loadu_ps(x.as_ptr())) }
        }
        #[inline(always)]
        pub(super) fn of_bytes(bytes: u32) -> Self {
            // SAFETY: as above.
            unsafe {
                let zero = arch::_mm_setzero_si128();
                let halves = arch::_mm_unpacklo_epi8(arch::_mm_cvtsi32_si128(bytes as i32), zero);
                Self(arch::_mm_cvtepi32_ps(arch::_mm_unpacklo_epi16(halves, zero)))
            }
        }
        #[inline(always)]
        pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
            let bytes = places.to_le_bytes().map(|place| table[usize::from(place % 16)]);
            Self::of_bytes(u32::from_le_bytes(bytes))
        }
        #[inline(always)]
        pub(super) fn store(self) -> [f32; 4] {
            let mut x = [0.0; 4];
            // SAFETY: as above; the array has room for four numbers, and need not be aligned.
            unsafe { arch::_mm_storeu_ps(x.as_mut_ptr(), self.0) };
            x
        }
        #[inline(always)]
        pub(super) fn bits(self) -> u32 {
            // SAFETY: as above.
            unsafe { arch::_mm_movemask_ps(self.0) as u32 }
        }
        instructions! { pub(super) Four:
            plus(a, b) = _mm_add_ps(a, b);
            minus(a, b) = _mm_sub_ps(a, b);
            times(a, b) = _mm_mul_ps(a, b);
            over(a, b) = _mm_div_ps(a, b);
            times_plus(a, b, c) = _mm_add_ps(_mm_mul_ps(a, b), c);
            minus_product(a, b, c) = _mm_sub_ps(a, _mm_mul_ps(b, c));
            or_less(a, b) = _mm_min_ps(a, b);
            or_greater(a, b) = _mm_max_ps(a, b);
            absolute(a) = _mm_andnot_ps(_mm_set1_ps(-0.0), a);
            root(a) = _mm_sqrt_ps(a);
            at_most(a, b) = _mm_cmple_ps(a, b);
            below(a, b) = _mm_cmplt_ps(a, b);
            and(a, b) = _mm_and_ps(a, b);
            or(a, b) = _mm_or_ps(a, b);
            except(a, b) = _mm_andnot_ps(b, a);
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod four {
    use core::arch::aarch64 as arch;

    #[derive(Clone, Copy)]
    pub(super) struct Four(arch::float32x4_t);

    impl Four {
        #[inline(always)]
        pub(super) fn load(x: [f32; 4]) -> Self {
            // SAFETY: every machine of this kind has the instruction; the array has four numbers.
            unsafe { Self(arch::vld1q_f32(x.as_ptr())) }
        }
        #[inline(always)]
        pub(super) fn of_bytes(bytes: u32) -> Self {
            // SAFETY: as above.
            unsafe {
                let halves = arch::vmovl_u8(arch::vcreate_u8(u64::from(bytes)));
                Self(arch::vcvtq_f32_u32(arch::vmovl_u16(arch::vget_low_u16(halves))))
            }
        }
        #[inline(always)]
        pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
            // SAFETY: as above; the table has sixteen bytes.
            unsafe {
                let places = arch::vcreate_u8(u64::from(places));
                let halves =
                    arch::vmovl_u8(arch::vqtbl1_u8(arch::vld1q_u8(table.as_ptr()), places));
                Self(arch::vcvtq_f32_u32(arch::vmovl_u16(arch::vget_low_u16(halves))))
            }
        }
        #[inline(always)]
        pub(super) fn store(self) -> [f32; 4] {
            let mut x = [0.0; 4];
            // SAFETY: as above; the array has room for four numbers.
            unsafe { arch::vst1q_f32(x.as_mut_ptr(), self.0) };
            x
        }
        #[inline(always)]
        pub(super) fn bits(self) -> u32 {
            const BITS: [u32; 4] = [1, 2, 4, 8];
            // SAFETY: as above; the array has four numbers.
            unsafe {
                let mask = arch::vreinterpretq_u32_f32(self.0);
                arch::vaddvq_u32(arch::vandq_u32(mask, arch::vld1q_u32(BITS.as_ptr())))
            }
        }
        instructions! { pub(super) Four:
            plus(a, b) = vaddq_f32(a, b);
            minus(a, b) = vsubq_f32(a, b);
            times(a, b) = vmulq_f32(a, b);
            over(a, b) = vdivq_f32(a, b);
            times_plus(a, b, c) = vfmaq_f32(c, a, b);
            minus_product(a, b, c) = vfmsq_f32(a, b, c);
            or_less(a, b) = vminq_f32(a, b);
            or_greater(a, b) = vmaxq_f32(a, b);
            absolute(a) = vabsq_f32(a);
            root(a) = vsqrtq_f32(a);
            at_most(a, b) = vreinterpretq_f32_u32(vcleq_f32(a, b));
            below(a, b) = vreinterpretq_f32_u32(vcltq_f32(a, b));
            and(a, b) = vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
            or(a, b) = vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
            except(a, b) = vreinterpretq_f32_u32(vbicq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod four {
    use core::arch::wasm32 as arch;

    #[derive(Clone, Copy)]
    pub(super) struct Four(arch::v128);

    impl Four {
        #[inline(always)]
        pub(super) fn load(x: [f32; 4]) -> Self {
            Self(arch::f32x4(x[0], x[1], x[2], x[3]))
        }
        #[inline(always)]
        pub(super) fn of_bytes(bytes: u32) -> Self {
            let halves = arch::u16x8_extend_low_u8x16(arch::u32x4(bytes, 0, 0, 0));
            Self(arch::f32x4_convert_u32x4(arch::u32x4_extend_low_u16x8(halves)))
        }
        #[inline(always)]
        pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
            let table = u128::from_le_bytes(*table);
            let table = arch::u64x2(table as u64, (table >> 64) as u64);
            let bytes = arch::u8x16_swizzle(table, arch::u32x4(places, 0, 0, 0));
            let halves = arch::u16x8_extend_low_u8x16(bytes);
            Self(arch::f32x4_convert_u32x4(arch::u32x4_extend_low_u16x8(halves)))
        }
        #[inline(always)]
        pub(super) fn store(self) -> [f32; 4] {
            use arch::f32x4_extract_lane as lane;
            [lane::<0>(self.0), lane::<1>(self.0), lane::<2>(self.0), lane::<3>(self.0)]
        }
        #[inline(always)]
        pub(super) fn bits(self) -> u32 {
            u32::from(arch::i32x4_bitmask(self.0))
        }
        instructions! { pub(super) Four:
            plus(a, b) = f32x4_add(a, b);
            minus(a, b) = f32x4_sub(a, b);
            times(a, b) = f32x4_mul(a, b);
            over(a, b) = f32x4_div(a, b);
            times_plus(a, b, c) = f32x4_add(f32x4_mul(a, b), c);
            minus_product(a, b, c) = f32x4_sub(a, f32x4_mul(b, c));
            or_less(a, b) = f32x4_pmin(a, b);
            or_greater(a, b) = f32x4_pmax(a, b);
            absolute(a) = f32x4_abs(a);
            root(a) = f32x4_sqrt(a);
            at_most(a, b) = f32x4_le(a, b);
            below(a, b) = f32x4_lt(a, b);
            and(a, b) = v128_and(a, b);
            or(a, b) = v128_or(a, b);
            except(a, b) = v128_andnot(a, b);
        }
    }
}

#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod four {
    use plain as arch;

    /// What the instructions of other machines do.
    mod plain {
        use core::array::from_fn;
        type F = [f32; 4];
        pub(super) fn map(a: F, b: F, f: impl Fn(f32, f32) -> f32) -> F {
            from_fn(|i| f(a[i], b[i]))
        }
        pub(super) fn compare(a: F, b: F, f: impl Fn(f32, f32) -> bool) -> F {
            map(a, b, |a, b| f32::from_bits(if f(a, b) { u32::MAX } else { 0 }))
        }
        pub(super) fn combine(a: F, b: F, f: impl Fn(u32, u32) -> u32) -> F {
            map(a, b, |a, b| f32::from_bits(f(a.to_bits(), b.to_bits())))
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Four([f32; 4]);

    impl Four {
        #[inline(always)]
        pub(super) fn load(x: [f32; 4]) -> Self {
            Self(x)
        }
        #[inline(always)]
        pub(super) fn of_bytes(bytes: u32) -> Self {
            Self(bytes.to_le_bytes().map(f32::from))
        }
        #[inline(always)]
        pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
            let bytes = places.to_le_bytes().map(|place| table[usize::from(place % 16)]);
            Self::of_bytes(u32::from_le_bytes(bytes))
        }
        #[inline(always)]
        pub(super) fn store(self) -> [f32; 4] {
            self.0
        }
        #[inline(always)]
        pub(super) fn bits(self) -> u32 {
            (0..4).fold(0, |bits, i| bits | (self.0[i].to_bits() >> 31) << i)
        }
        instructions! { pub(super) Four:
            plus(a, b) = map(a, b, |a, b| a + b);
            minus(a, b) = map(a, b, |a, b| a - b);
            times(a, b) = map(a, b, |a, b| a * b);
            over(a, b) = map(a, b, |a, b| a / b);
            times_plus(a, b, c) = map(map(a, b, |a, b| a * b), c, |a, b| a + b);
            minus_product(a, b, c) = map(a, map(b, c, |b, c| b * c), |a, b| a - b);
            or_less(a, b) = map(a, b, |a, b| if a < b { a } else { b });
            or_greater(a, b) = map(a, b, |a, b| if a > b { a } else { b });
            absolute(a) = a.map(f32::abs);
            root(a) = a.map(libm::sqrtf);
            at_most(a, b) = compare(a, b, |a, b| a <= b);
            below(a, b) = compare(a, b, |a, b| a < b);
            and(a, b) = combine(a, b, |a, b| a & b);
            or(a, b) = combine(a, b, |a, b| a | b);
            except(a, b) = combine(a, b, |a, b| a & !b);
        }
    }
}

use four::Four;

/// Two registers of four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Narrow([Four; 2]);

/// Methods that do the same to both halves.
macro_rules! halves {
    ($($name:ident($($argument:ident),*);)*) => {$(
        #[inline(always)]
        fn $name(self $(, $argument: Self)*) -> Self {
            Self([self.0[0].$name($($argument.0[0]),*), self.0[1].$name($($argument.0[1]),*)])
        }
    )*};
}

impl Eight for Narrow {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([Four::load([x; 4]); 2])
    }
    #[inline(always)]
    fn load(&[a, b, c, d, e, f, g, h]: &[f32; 8]) -> Self {
        Self([Four::load([a, b, c, d]), Four::load([e, f, g, h])])
    }
    #[inline(always)]
    fn of_bytes(bytes: u64) -> Self {
        Self([Four::of_bytes(bytes as u32), Four::of_bytes((bytes >> 32) as u32)])
    }
    #[inline(always)]
    fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3] {
        let [a, b, c, d, e, f, g, h] = rows;
        let column = |i: usize| {
            Self([Four::load([a[i], b[i], c[i], d[i]]), Four::load([e[i], f[i], g[i], h[i]])])
        };
        [column(0), column(1), column(2)]
    }
    #[inline(always)]
    fn of_table(table: &[u8; 16], places: u64) -> Self {
        Self([Four::of_table(table, places as u32), Four::of_table(table, (places >> 32) as u32)])
    }
    #[inline(always)]
    fn store(self) -> [f32; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0[0].store(), self.0[1].store());
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    fn least(self) -> f32 {
        let [a, b, c, d] = self.0[0].or_less(self.0[1]).store();
        let less = |a: f32, b: f32| if a < b { a } else { b };
        less(less(a, b), less(c, d))
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0[0].bits() | self.0[1].bits() << 4
    }
    halves! {
        plus(b);
        minus(b);
        times(b);
        over(b);
        times_plus(b, c);
        minus_product(b, c);
        or_less(b);
        or_greater(b);
        absolute();
        root();
        at_most(b);
        below(b);
        and(b);
        or(b);
        except(b);
    }
}

pub(crate) use wide::run;

#[cfg(test)]
mod tests {
    use super::{Eight, Narrow, Task, run};
    use crate::random::Random;

    /// What each method says, lane by lane, in plain floats; `times_plus` may round once or twice.
    struct Check;

    impl Task for Check {
        type Output = ();
        #[inline(always)]
        fn run<E: Eight>(self) {
            let mut random = Random(7);
            for _ in 0..2_000 {
                let mut numbers = || core::array::from_fn(|_| random.between(-2.0, 2.0) as f32);
                let (a, b, c): ([f32; 8], [f32; 8], [f32; 8]) = (numbers(), numbers(), numbers());
                let rows: [[f32; 4]; 8] = core::array::from_fn(|i| [a[i], b[i], c[i], 9.0]);
                let [x, y, z] = E::columns(&rows);
                assert_eq!([x, y, z].map(E::store), [a, b, c]);
                assert_eq!(E::load(&a).store(), a);
                assert_eq!(x.least(), a.iter().fold(f32::INFINITY, |least, &a| least.min(a)));
                let each = |f: &dyn Fn(usize) -> f32| -> [f32; 8] { core::array::from_fn(f) };
                assert_eq!(x.plus(y).store(), each(&|i| a[i] + b[i]));
                assert_eq!(x.minus(y).store(), each(&|i| a[i] - b[i]));
                assert_eq!(x.times(y).store(), each(&|i| a[i] * b[i]));
                assert_eq!(x.over(y).store(), each(&|i| a[i] / b[i]));
                assert_eq!(x.or_less(y).store(), each(&|i| a[i].min(b[i])));
                assert_eq!(x.or_greater(y).store(), each(&|i| a[i].max(b[i])));
                assert_eq!(x.absolute().store(), a.map(f32::abs));
                assert_eq!(x.absolute().root().store(), a.map(|a| a.abs().sqrt()));
                let sum = x.times_plus(y, z).store();
                for i in 0..8 {
                    #[allow(clippy::disallowed_methods, reason = "the one thing to compare with")]
                    let once = a[i].mul_add(b[i], c[i]);
                    assert!(sum[i] == once || sum[i] == a[i] * b[i] + c[i]);
                }
                let difference = x.minus_product(y, z).store();
                for i in 0..8 {
                    #[allow(clippy::disallowed_methods, reason = "the one thing to compare with")]
                    let once = (-b[i]).mul_add(c[i], a[i]);
                    assert!(difference[i] == once || difference[i] == a[i] - b[i] * c[i]);
                }
                let bits = |f: &dyn Fn(usize) -> bool| {
                    (0..8).fold(0, |bits, i| bits | u32::from(f(i)) << i)
                };
                let (small, less) = (x.at_most(y), x.below(z));
                assert_eq!(small.bits(), bits(&|i| a[i] <= b[i]));
                assert_eq!(x.at_most(x).bits(), 255);
                assert_eq!(x.below(x).bits(), 0);
                assert_eq!(less.bits(), bits(&|i| a[i] < c[i]));
                assert_eq!(small.and(less).bits(), small.bits() & less.bits());
                assert_eq!(small.or(less).bits(), small.bits() | less.bits());
                assert_eq!(small.except(less).bits(), small.bits() & !less.bits());
                let chosen = x.where_set(less, y).store();
                assert_eq!(chosen, each(&|i| if a[i] < c[i] { a[i] } else { b[i] }));
                assert_eq!(E::splat(a[3]).store(), [a[3]; 8]);
                let bytes = random.bits();
                assert_eq!(E::of_bytes(bytes).store(), bytes.to_le_bytes().map(f32::from));
                let table: [u8; 16] = core::array::from_fn(|_| random.bits() as u8);
                let places = random.bits() & 0x0f0f_0f0f_0f0f_0f0f;
                let wanted = places.to_le_bytes().map(|place| f32::from(table[usize::from(place)]));
                assert_eq!(E::of_table(&table, places).store(), wanted);
            }
        }
    }

    #[test]
    fn lanes_do_what_they_say() {
        Check.run::<Narrow>();
        run(Check);
    }
}
