//! Three coordinates of eight things.

/// Three coordinates of eight things.
pub(super) type Eights<E> = [E; 3];

/// The same for each axis; a closure would not be compiled for the lanes.
macro_rules! three {
    ($k:ident => $x:expr) => {
        [
            {
                let $k = 0;
                $x
            },
            {
                let $k = 1;
                $x
            },
            {
                let $k = 2;
                $x
            },
        ]
    };
}
pub(super) use three;
