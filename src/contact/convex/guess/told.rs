//! What is guessed.

use super::vector::V3;
use crate::contact::convex::piece::{At, Face, Piece};

/// What is guessed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guess {
    /// One of these is met first; and the two touch at the start over the other face, which may be
    /// what they slide along.
    Pieces(Pieces, Option<Face>),
    /// The two touch at the start, over this.
    Starts(Face),
    /// They share more than a touch at the start.
    Overlap,
    /// The start is inside of the simplex of these corners.
    Inside([At; 4]),
    /// They are separated along this vector, farthest at this corner, and do not come closer along
    /// it.
    Apart(V3, At),
    Unknown,
}

/// A few pieces; more are not worth a try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    pieces: [Piece; Self::MOST],
    count: usize,
}

impl Pieces {
    const MOST: usize = 8;

    pub(super) const fn new() -> Self {
        let none = Piece::Corner(At { obstacle: 0, mover: 0 });
        Self { pieces: [none; Self::MOST], count: 0 }
    }

    pub(super) fn of(face: Face) -> Self {
        let mut pieces = Self::new();
        pieces.add(Piece::Face(face));
        pieces
    }

    pub(super) fn add(&mut self, piece: Piece) {
        if self.count < Self::MOST {
            self.pieces[self.count] = piece;
            self.count += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Piece] {
        &self.pieces[..self.count]
    }
}
