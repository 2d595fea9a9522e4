//! The results of a guess.

use super::vector::V3;
use crate::contact::convex::piece::{At, Face, Piece};

/// A guessed outcome of a pair, which a certificate must prove.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guess {
    /// One of these pieces is touched first. If there is a face, the two bodies touch over it at
    /// the start, and may slide along it.
    Pieces(Pieces, Option<Face>),
    /// The two bodies touch at the start, over this face.
    Starts(Face),
    /// The two bodies share more than boundary points at the start.
    Overlap,
    /// The start is inside of the simplex of these corners.
    Inside([At; 4]),
    /// The two bodies are separated along this vector and do not come closer along it. This corner
    /// of `K` is farthest along the vector.
    Apart(V3, At),
    Unknown,
}

/// A list of a few pieces; more are not worth a try.
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

    pub(in crate::contact::convex) fn of(face: Face) -> Self {
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
