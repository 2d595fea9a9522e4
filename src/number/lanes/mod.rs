//! Several floats in one register: the one folder with `unsafe`, and nothing else in it.

mod ahead;
mod eight;
mod pair;

pub(crate) use ahead::ask_ahead;
#[cfg(test)]
pub(crate) use eight::Narrow;
pub(crate) use eight::{Eight, Task, run};
pub(crate) use pair::{Pair, sqrt};
