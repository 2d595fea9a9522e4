//! Macros for loops that are unrolled in the source.

/// Runs `$body` for each index `$k` below `$count`. The first three are written out, so that their
/// indices are constants.
macro_rules! unrolled {
    ($count:ident, |$k:ident| $body:expr) => {
        if $count > 0 {
            let $k = 0;
            $body
        }
        if $count > 1 {
            let $k = 1;
            $body
        }
        if $count > 2 {
            let $k = 2;
            $body
        }
        for $k in 3..$count {
            $body
        }
    };
}

/// Returns an array of `$count` numbers. Unlike `core::array::from_fn` it leaves no calls of a
/// closure, so that the numbers can stay in registers.
macro_rules! numbers {
    ($zero:expr; $count:ident, |$k:ident| $number:expr) => {{
        let mut numbers: [_; $count] = core::array::from_fn(|_| $zero);
        crate::number::unrolled!($count, |$k| numbers[$k] = $number);
        numbers
    }};
}

/// Returns an array of `$count` numbers, written over given zeros, with no closure at all, except
/// in compact code.
#[cfg(feature = "compact")]
macro_rules! replaced {
    ($zeros:expr; $count:ident, |$k:ident| $number:expr) => {
        core::array::from_fn::<_, $count, _>(|$k| $number)
    };
}
#[cfg(not(feature = "compact"))]
macro_rules! replaced {
    ($zeros:expr; $count:ident, |$k:ident| $number:expr) => {{
        let mut numbers: [_; $count] = $zeros;
        crate::number::unrolled!($count, |$k| numbers[$k] = $number);
        numbers
    }};
}

pub(crate) use {numbers, replaced, unrolled};
