//! Triangulation of polygons.
//!
//! A polygon of `n` corners becomes `n − 2` triangles of its own corners. Every corner is kept,
//! also a corner in the middle of a side: the neighbouring polygon may end an edge there, and a
//! closed surface has to stay closed. Libraries for ear clipping drop such corners, so none of them
//! is used here.
//!
//! # Why the triangles cover the polygon
//! The polygon is projected along a coordinate axis, so it need not be planar. For any choice of
//! ears, the boundaries of the triangles add up to the boundary of the polygon. If, in addition, no
//! triangle is turned over, the number of triangles over each point is the winding number of the
//! boundary: a polygon that does not cross itself is covered exactly once, and nothing outside of
//! it is covered. The only predicate is the orientation of three corners, which is exact. The
//! search for ears only has to find triangles; it cannot make them wrong. A polygon for which it
//! finds none is refused.

use dashu_int::IBig;
use std::cmp::Ordering;

/// The greatest number of corners of a polygon that is not convex: the time of the search for ears
/// is quadratic in this number.
const MOST: usize = 5_000;
/// The search visits at most this many times `n²` corners, so that an intricate polygon is refused
/// after seconds and not after hours.
const PATIENCE: usize = 16;

type Point = [f64; 2];

/// The triangles of a polygon, as indices of its corners. A polygon that is convex, or star-shaped
/// from its first corner, becomes the fan of that corner.
///
/// # Errors
/// A polygon whose projection crosses itself, or has too many corners.
pub(super) fn triangulate(corners: &[[f64; 3]]) -> Result<Vec<[usize; 3]>, String> {
    let project = |(axis, turn)| {
        let points = corners.iter().map(|c| [c[(axis + 1) % 3], c[(axis + 2) % 3]]);
        (points.collect::<Vec<Point>>(), turn)
    };
    let mut projected = projections(corners).into_iter().map(project);
    let Some((points, turn)) = projected.find(|(points, _)| !is_on_a_line(points)) else {
        // Corners on one line, or at one point, span no area: any triangles cover their hull.
        return Ok(fan(corners.len()));
    };
    // The rounded sign of an area that nearly vanishes may be wrong.
    let turns = [turn, turn.reverse()];
    let is_fan = |turn| {
        (2..points.len()).all(|i| orientation(&points, [0, i - 1, i]) != Ordering::reverse(turn))
    };
    if turns.into_iter().any(is_fan) {
        return Ok(fan(corners.len()));
    }
    if points.len() > MOST {
        let found = points.len();
        return Err(format!(
            "the face is not convex and has {found} vertices, at most {MOST} are read"
        ));
    }
    let mut clipped = turns.into_iter().filter_map(|turn| Ears::new(&points, turn).clip());
    clipped.next().ok_or_else(|| "the face crosses itself".to_owned())
}

fn fan(corners: usize) -> Vec<[usize; 3]> {
    (2..corners).map(|i| [0, i - 1, i]).collect()
}

/// The axes along which to project, the longest component of the area vector first, and the
/// orientation of the projected polygon. Both are rounded: they only order the attempts.
fn projections(corners: &[[f64; 3]]) -> [(usize, Ordering); 3] {
    let greatest = corners.iter().flatten().fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
    let scaled = |c: &[f64; 3]| c.map(|x| x / greatest);
    let first = scaled(&corners[0]);
    let mut area = [0.0; 3];
    for pair in corners.windows(2) {
        let [a, b] = [&pair[0], &pair[1]].map(|c| {
            let c = scaled(c);
            [c[0] - first[0], c[1] - first[1], c[2] - first[2]]
        });
        for (k, sum) in area.iter_mut().enumerate() {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            *sum += a[i] * b[j] - a[j] * b[i];
        }
    }
    let turn = |x: f64| if x < 0.0 { Ordering::Less } else { Ordering::Greater };
    let mut axes = [0, 1, 2].map(|axis| (axis, turn(area[axis])));
    axes.sort_by(|(i, _), (j, _)| area[*j].abs().total_cmp(&area[*i].abs()));
    axes
}

fn is_on_a_line(points: &[Point]) -> bool {
    let Some(other) = points.iter().position(|p| *p != points[0]) else { return true };
    (0..points.len()).all(|i| orientation(points, [0, other, i]) == Ordering::Equal)
}

/// The polygon during ear clipping: a ring of corners.
struct Ears<'a> {
    points: &'a [Point],
    /// The orientation of the polygon.
    turn: Ordering,
    previous: Vec<usize>,
    next: Vec<usize>,
    /// For each corner, another one that was found inside of the triangle at this corner, and is
    /// tested first.
    blocker: Vec<usize>,
    /// The number of corners that may still be visited.
    patience: usize,
}

impl<'a> Ears<'a> {
    fn new(points: &'a [Point], turn: Ordering) -> Self {
        let n = points.len();
        Self {
            points,
            turn,
            previous: (0..n).map(|i| (i + n - 1) % n).collect(),
            next: (0..n).map(|i| (i + 1) % n).collect(),
            blocker: (0..n).collect(),
            patience: PATIENCE * n * n,
        }
    }

    /// Returns the triangles, none of which is turned over, or `None` if they are not found.
    fn clip(mut self) -> Option<Vec<[usize; 3]>> {
        let n = self.points.len();
        let mut triangles = Vec::with_capacity(n - 2);
        let (mut at, mut left, mut visited) = (0, n, 0);
        while left > 3 {
            // After a round without an ear, a corner on a line with its neighbours is cut off too:
            // it spans no area.
            let is_next = if visited < left {
                self.is_ear(at)
            } else {
                self.orientation(at) == Ordering::Equal
            };
            if is_next {
                triangles.push(self.triangle(at));
                let (before, after) = (self.previous[at], self.next[at]);
                (self.next[before], self.previous[after]) = (after, before);
                (self.next[at], self.previous[at]) = (at, at);
                left -= 1;
                visited = 0;
                at = self.next[after];
            } else {
                self.patience = self.patience.checked_sub(1)?;
                visited += 1;
                at = self.next[at];
                if visited > 2 * left {
                    return None;
                }
            }
        }
        triangles.push(self.triangle(at));
        (self.orientation(at) != self.turn.reverse()).then_some(triangles)
    }

    fn triangle(&self, at: usize) -> [usize; 3] {
        [self.previous[at], at, self.next[at]]
    }

    fn orientation(&self, at: usize) -> Ordering {
        orientation(self.points, self.triangle(at))
    }

    /// Whether the corner is convex and no other corner is in its closed triangle. A corner at the
    /// same place as one of the three does not count: bridges to holes repeat corners.
    fn is_ear(&mut self, at: usize) -> bool {
        if self.orientation(at) != self.turn {
            return false;
        }
        let [a, b, c] = self.triangle(at);
        let known = self.blocker[at];
        if self.next[known] != known && self.is_blocked([a, b, c], known) {
            return false;
        }
        let mut other = self.next[c];
        while other != a {
            self.patience = self.patience.saturating_sub(1);
            if self.is_blocked([a, b, c], other) {
                self.blocker[at] = other;
                return false;
            }
            other = self.next[other];
        }
        true
    }

    fn is_blocked(&self, [a, b, c]: [usize; 3], other: usize) -> bool {
        let (p, points) = (self.points[other], self.points);
        let is_within = (0..2).all(|k| {
            let [x, y, z] = [a, b, c].map(|i| points[i][k]);
            x.min(y).min(z) <= p[k] && p[k] <= x.max(y).max(z)
        });
        is_within
            && [a, b, c].iter().all(|&i| points[i] != p)
            && [[a, b], [b, c], [c, a]]
                .iter()
                .all(|&[i, j]| orientation(points, [i, j, other]) != self.turn.reverse())
    }
}

/// Whether three points turn left (`Greater`), right (`Less`), or are on a line. The result is
/// exact: floats decide with the bound of Shewchuk (Adaptive precision floating-point arithmetic,
/// 1997, section 4.3), and otherwise integers do.
fn orientation(points: &[Point], [a, b, c]: [usize; 3]) -> Ordering {
    let [a, b, c] = [points[a], points[b], points[c]];
    let (ax, ay, bx, by) = (a[0] - c[0], a[1] - c[1], b[0] - c[0], b[1] - c[1]);
    if (ax == 0.0 || by == 0.0) && (ay == 0.0 || bx == 0.0) {
        return Ordering::Equal;
    }
    let (left, right) = (ax * by, ay * bx);
    let (value, size) = (left - right, left.abs() + right.abs());
    // In this range, no product overflows, and the error by underflow is within the bound.
    if (1e-280..1e290).contains(&size) && value.abs() > 4e-16 * size {
        return value.total_cmp(&0.0);
    }
    let [ax, ay, bx, by, cx, cy] = [a[0], a[1], b[0], b[1], c[0], c[1]].map(integer);
    ((ax - &cx) * (by - &cy)).cmp(&((ay - cy) * (bx - cx)))
}

/// A float times `2¹⁰⁷⁴`, which is an integer.
fn integer(x: f64) -> IBig {
    let bits = x.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let magnitude = match exponent {
        0 => IBig::from(fraction),
        _ => IBig::from(fraction | 1 << 52) << (exponent as usize - 1),
    };
    if x < 0.0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests;
