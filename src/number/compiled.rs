//! Functions that are compiled in this crate, once for each float, if its feature `prebuilt` is on.
//!
//! Generic code is compiled in the crate that calls it, and again at each build of that crate. With
//! the feature, each piece of heavy code is two functions that are not generic, and other crates
//! only link them. Then this crate takes minutes to build, but only once, and a program that calls
//! it takes seconds.
//!
//! `Scalar::call` of each float calls one of the two functions. Meshes, scenes, the queries of
//! pairs of convex bodies and the steps of walkers are compiled in this manner. So are `as_dyn`,
//! `boxed` and `boxed_rows` of `any::Alone`, which return an obstacle as a trait object whose
//! methods this crate compiled. The protocol, the command and the packages for C and Python call
//! these trait objects, so they instantiate no decision.
//!
//! The feature is off by default: all obstacles for both floats take minutes to compile, and a
//! program with one pair needs seconds.

/// Defines functions or methods whose code is compiled in this crate, if its feature is on. They
/// have a float `T`, the lifetime `'a` of references, and the lifetime `'b` inside of the types of
/// these references. In a method, `this` replaces `self`.
macro_rules! compiled {
    (<$a:lifetime, $b:lifetime, $T:ident> $(
        $(#[$attribute:meta])*
        $visible:vis fn $name:ident($($x:ident: $X:ty),* $(,)?) -> $answer:ty $text:block
    )*) => {$(
        $(#[$attribute])*
        $visible fn $name<$a, $b: $a, $T: $crate::number::Scalar>($($x: $X),*) -> $answer {
            $crate::number::compiled!(@ <$a, $b, $T> ($($x: $X = $x),*) -> $answer $text)
        }
    )*};
    (<$a:lifetime, $b:lifetime, $T:ident> $this_type:ty; $(
        fn $name:ident($this:ident $(, $x:ident: $X:ty)* $(,)?) -> $answer:ty $text:block
    )*) => {$(
        fn $name<$a>(&$a self $(, $x: $X)*) -> $answer {
            $crate::number::compiled!(
                @ <$a, $b, $T> ($this: &$a $this_type = self $(, $x: $X = $x)*) -> $answer $text
            )
        }
    )*};
    (@ <$a:lifetime, $b:lifetime, $T:ident>
        ($($x:ident: $X:ty = $value:expr),* $(,)?) -> $answer:ty $text:block
    ) => {{
        struct Text;
        impl Text {
            #[cfg_attr(hot, inline(always))]
            fn of<$a, $b: $a, $T: $crate::number::Scalar>($($x: $X),*) -> $answer $text
        }
        #[cfg(not(feature = "prebuilt"))]
        {
            Text::of($($value),*)
        }
        #[cfg(feature = "prebuilt")]
        {
            impl $crate::number::Compiled for Text {
                type Input<$a, $b, $T: $crate::number::Scalar>
                    = ($($X,)*)
                where
                    $b: $a;
                type Output<$a, $T: $crate::number::Scalar> = $answer;
                #[inline(never)]
                fn of_doubles<$a, $b: $a>(
                    ($($x,)*): Self::Input<$a, $b, f64>,
                ) -> Self::Output<$a, f64> {
                    Self::of($($x),*)
                }
                #[inline(never)]
                fn of_singles<$a, $b: $a>(
                    ($($x,)*): Self::Input<$a, $b, f32>,
                ) -> Self::Output<$a, f32> {
                    Self::of($($x),*)
                }
            }
            <$T as $crate::number::Scalar>::call::<Text>(($($value,)*))
        }
    }};
}
pub(crate) use compiled;
