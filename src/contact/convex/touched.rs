//! The touched points over integers: the intersection of two parts, and the names of its corners.
//! The parts are the obstacle's part farthest along the normal, and the mover's part farthest
//! against the normal.

use super::core::{LiftedCore, Part};
use super::exhaustive::{ExactPair, ExactTouch, Rest, Surds, dot_surds, rational, sign};
use super::shared::SharedCorner;
use crate::contact::boxes::Side;
use crate::number::{Exact, Lift as _, Number, Quotient, Sign, Value};
use crate::shape::vector::{Vector, cross, dot, each, squared};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A point that both bodies touch, as a point of each body at its position at time zero.
#[derive(Clone, Debug)]
pub(crate) struct ExactSpot {
    pub(crate) on_obstacle: Surds,
    pub(crate) on_mover: Surds,
}

/// The corners of a polygon in order, all moved by the same shift.
struct Polygon {
    shift: Surds,
    corners: Vec<Vector<Exact>>,
}

fn plus(a: &Surds, b: &Surds) -> Surds {
    each!(|k| a[k].plus(&b[k]))
}

fn minus(a: &Surds, b: &Surds) -> Surds {
    each!(|k| a[k].minus(&b[k]))
}

fn difference(a: &Vector<Exact>, b: &Vector<Exact>) -> Vector<Exact> {
    each!(|k| a[k].minus(&b[k]))
}

fn is_zero(v: &Surds) -> bool {
    v.iter().all(|x| x.order() == Ordering::Equal)
}

fn is_between(x: &Quotient, most: &Exact) -> bool {
    x.order() != Ordering::Less && x.minus(&Quotient::rational(most)).order() != Ordering::Greater
}

fn cross_surds(a: &Vector<Exact>, w: &Surds) -> Surds {
    let moment = |i: usize, j: usize| w[j].times(&a[i]).minus(&w[i].times(&a[j]));
    [moment(1, 2), moment(2, 0), moment(0, 1)]
}

impl Polygon {
    fn at(&self, i: usize) -> Surds {
        plus(&self.shift, &rational(&self.corners[i]))
    }

    /// Returns the vector from a corner to a point.
    fn from(&self, i: usize, p: &Surds) -> Surds {
        minus(p, &self.at(i))
    }

    fn side(&self, i: usize) -> Vector<Exact> {
        difference(&self.corners[(i + 1) % self.corners.len()], &self.corners[i])
    }

    fn side_count(&self) -> usize {
        match self.corners.len() {
            0 | 1 => 0,
            2 => 1,
            n => n,
        }
    }

    fn holds(&self, p: &Surds) -> bool {
        match self.corners.len() {
            1 => is_zero(&self.from(0, p)),
            2 => is_on_segment(&self.side(0), &self.from(0, p)),
            _ => {
                let normal = cross(&self.side(0), &self.side(1));
                (0..self.corners.len()).all(|i| {
                    let inward = cross(&normal, &self.side(i));
                    dot_surds(&inward, &self.from(i, p)).order() != Ordering::Less
                })
            }
        }
    }
}

/// Returns whether the point at `d` from the start of a segment `e` is on the segment.
fn is_on_segment(e: &Vector<Exact>, d: &Surds) -> bool {
    is_zero(&cross_surds(e, d)) && is_between(&dot_surds(e, d), &squared(e))
}

/// Returns the corners of the intersection of two polygons in one plane, each once.
fn common_corners(p: &Polygon, q: &Polygon) -> Vec<Surds> {
    let mut found: Vec<Surds> = Vec::new();
    found.extend((0..p.corners.len()).map(|i| p.at(i)).filter(|x| q.holds(x)));
    found.extend((0..q.corners.len()).map(|i| q.at(i)).filter(|x| p.holds(x)));
    for i in 0..p.side_count() {
        for j in 0..q.side_count() {
            found.extend(crossing(p, i, q, j));
        }
    }
    let mut corners: Vec<Surds> = Vec::new();
    for corner in found {
        if !corners.iter().any(|known| is_zero(&minus(known, &corner))) {
            corners.push(corner);
        }
    }
    if corners.len() > 2 {
        let all = corners.clone();
        corners.retain(|corner| !lies_between(corner, &all));
    }
    corners
}

/// Returns the point where two sides that are not parallel cross.
fn crossing(p: &Polygon, i: usize, q: &Polygon, j: usize) -> Option<Surds> {
    let (e, f) = (p.side(i), q.side(j));
    let normal = cross(&e, &f);
    let nn = squared(&normal);
    if sign(&nn) == Sign::Zero {
        return None;
    }
    let d = p.from(i, &q.at(j));
    let along_e = dot_surds(&cross(&f, &normal), &d);
    let along_f = dot_surds(&cross(&e, &normal), &d);
    if !is_between(&along_e, &nn) || !is_between(&along_f, &nn) {
        return None;
    }
    let from = p.at(i);
    Some(each!(|k| from[k].plus(&along_e.times(&e[k]).over(&nn))))
}

/// Returns the scalar product of two vectors of numbers with one root.
fn dot_products(a: &Surds, b: &Surds) -> Quotient {
    a[0].product(&b[0]).plus(&a[1].product(&b[1])).plus(&a[2].product(&b[2]))
}

fn cross_products(a: &Surds, b: &Surds) -> Surds {
    let moment = |i: usize, j: usize| a[i].product(&b[j]).minus(&a[j].product(&b[i]));
    [moment(1, 2), moment(2, 0), moment(0, 1)]
}

/// Returns whether a point lies on a segment between two others.
fn lies_between(corner: &Surds, all: &[Surds]) -> bool {
    let others: Vec<&Surds> = all.iter().filter(|x| !is_zero(&minus(x, corner))).collect();
    others.iter().enumerate().any(|(i, a)| {
        others[i + 1..].iter().any(|b| {
            let (e, d) = (minus(b, a), minus(corner, a));
            let along = dot_products(&e, &d);
            is_zero(&cross_products(&e, &d))
                && along.order() != Ordering::Less
                && along.minus(&dot_products(&e, &e)).order() != Ordering::Greater
        })
    })
}

impl ExactPair<'_, '_> {
    /// Returns all touched corners: the first one in the mover's reading order, the others
    /// counterclockwise from there as seen from the mover.
    pub(crate) fn spots(&self, touch: &ExactTouch) -> Vec<ExactSpot> {
        let direction = match &touch.normal {
            Some(normal) => Some(rational(normal)),
            None if is_zero(&touch.w) => self.any_direction(&touch.t),
            None => Some(touch.w.clone()),
        };
        self.spots_along(&touch.t, &touch.w, direction)
    }

    /// Returns the pairs of closest points at time zero, in the same order as touched corners.
    pub(crate) fn spots_at_rest(&self, rest: &Rest) -> Vec<ExactSpot> {
        let w = rest.vector();
        self.spots_along(&Quotient::rational(&Exact::zero()), &w, Some(w.clone()))
    }

    fn spots_along(&self, t: &Quotient, w: &Surds, direction: Option<Surds>) -> Vec<ExactSpot> {
        let shift: Surds = each!(|k| t.times(&self.v[k]).minus(&w[k]));
        let none = each!(|_k| Quotient::rational(&Exact::zero()));
        let obstacle = Polygon {
            shift: none,
            corners: self.farthest(true, direction.as_ref(), Ordering::Greater),
        };
        let mover = Polygon {
            shift: shift.clone(),
            corners: self.farthest(false, direction.as_ref(), Ordering::Less),
        };
        let corners = self.in_order(common_corners(&obstacle, &mover), direction.as_ref());
        let spot = |on_obstacle: Surds| {
            let on_mover = minus(&on_obstacle, &shift);
            ExactSpot { on_obstacle, on_mover }
        };
        corners.into_iter().map(spot).collect()
    }

    /// Returns a direction for a touch with `R = 0` and no normal: the normal of any facet of `K`
    /// at the touched point, or of the plane of `K`.
    fn any_direction(&self, t: &Quotient) -> Option<Surds> {
        let x: Surds = each!(|k| t.times(&self.v[k]));
        self.some_normal_at(&x).map(|normal| rational(&normal))
    }

    /// Returns the vertices of one core that lie farthest along a direction, or least far, in order
    /// around their face; all vertices if there is no direction.
    fn farthest(
        &self,
        is_obstacle: bool,
        direction: Option<&Surds>,
        wanted: Ordering,
    ) -> Vec<Vector<Exact>> {
        let core = if is_obstacle { &self.pair.obstacle } else { &self.pair.mover };
        let topology = core.topology();
        let vertices: Vec<Vector<Exact>> = (0..topology.vertex_count)
            .map(|i| if is_obstacle { self.obstacle_vertex(i) } else { self.mover_vertex(i) })
            .collect();
        let Some(direction) = direction else { return vertices };
        let compare = |i: usize, j: usize| {
            dot_surds(&difference(&vertices[i], &vertices[j]), direction).order()
        };
        let mut best = 0;
        for i in 1..vertices.len() {
            if compare(i, best) == wanted {
                best = i;
            }
        }
        let chosen: Vec<usize> =
            (0..vertices.len()).filter(|&i| compare(i, best) == Ordering::Equal).collect();
        let in_order = if chosen.len() <= 2 {
            chosen
        } else {
            let is_face = |face: &u32| {
                topology.rim(*face).len() == chosen.len()
                    && topology.corners(*face).all(|i| chosen.contains(&(i as usize)))
            };
            let face = (0..topology.face_count() as u32).find(is_face);
            face.map_or(chosen, |face| topology.corners(face).map(|i| i as usize).collect())
        };
        in_order.into_iter().map(|i| vertices[i].clone()).collect()
    }

    /// Compares two points in the mover's reading order.
    fn read(&self, ways: &[Vector<Exact>], a: &Surds, b: &Surds) -> Ordering {
        let d = minus(a, b);
        let orders = ways.iter().map(|way| dot_surds(way, &d).order());
        orders.fold(Ordering::Equal, Ordering::then)
    }

    fn in_order(&self, mut corners: Vec<Surds>, direction: Option<&Surds>) -> Vec<Surds> {
        let (ways, count) = self.mover.reading(&self.lift);
        let ways = &ways[..count];
        let first = (0..corners.len()).min_by(|&i, &j| self.read(ways, &corners[i], &corners[j]));
        let Some(first) = first else { return corners };
        let first = corners.remove(first);
        if let (Some(direction), true) = (direction, corners.len() > 1) {
            corners.sort_by(|a, b| {
                let turn = cross_products(&minus(a, &first), &minus(b, &first));
                dot_products(&turn, direction).order().reverse()
            });
        }
        corners.insert(0, first);
        corners
    }

    // ---- the intersection of two cores at time zero ----

    fn polygon_of(&self, is_obstacle: bool, part: Part) -> Polygon {
        let core = if is_obstacle { &self.pair.obstacle } else { &self.pair.mover };
        let at = |i| if is_obstacle { self.obstacle_vertex(i) } else { self.mover_vertex(i) };
        let shift = each!(|_k| Quotient::rational(&Exact::zero()));
        Polygon { shift, corners: core.vertices_of(part).into_iter().map(at).collect() }
    }

    /// Returns whether a core contains a point at time zero.
    fn core_holds(&self, is_obstacle: bool, p: &Surds) -> bool {
        let core = if is_obstacle { &self.pair.obstacle } else { &self.pair.mover };
        let topology = core.topology();
        match topology.dimension {
            0 => self.polygon_of(is_obstacle, Part::Vertex(0)).holds(p),
            1 => self.polygon_of(is_obstacle, Part::Edge(0)).holds(p),
            2 => {
                let face = self.polygon_of(is_obstacle, Part::Face(0));
                let normal = cross(&face.side(0), &face.side(1));
                dot_surds(&normal, &face.from(0, p)).order() == Ordering::Equal && face.holds(p)
            }
            _ => (0..topology.face_count() as u32).all(|i| {
                let face = self.polygon_of(is_obstacle, Part::Face(i));
                let normal = cross(&face.side(0), &face.side(1));
                dot_surds(&normal, &face.from(0, p)).order() != Ordering::Greater
            }),
        }
    }

    /// Returns the corner of the intersection of the cores at time zero that is first in the
    /// mover's reading order, out of candidates for its corners.
    pub(crate) fn first_shared(&self, corners: &[SharedCorner]) -> Option<Surds> {
        let edge_of = |is_obstacle, edge| self.polygon_of(is_obstacle, Part::Edge(edge));
        let at = |corner: &SharedCorner| match *corner {
            SharedCorner::Vertex { is_obstacle, vertex } => {
                Some(self.polygon_of(is_obstacle, Part::Vertex(vertex)).at(0))
            }
            SharedCorner::Through { is_obstacle, edge, face } => {
                let face = self.polygon_of(!is_obstacle, Part::Face(face));
                through_plane(&edge_of(is_obstacle, edge), &face)
            }
            SharedCorner::Crossing { obstacle, mover } => {
                in_one_plane(&edge_of(true, obstacle), &edge_of(false, mover))
            }
        };
        let mut points: Vec<Surds> = corners.iter().filter_map(at).collect();
        let (ways, count) = self.mover.reading(&self.lift);
        // Most candidates are corners, and a test of a candidate costs more than a comparison of
        // two.
        loop {
            let compare =
                |&i: &usize, &j: &usize| self.read(&ways[..count], &points[i], &points[j]);
            let first = (0..points.len()).min_by(compare)?;
            let point = points.swap_remove(first);
            if self.core_holds(true, &point) && self.core_holds(false, &point) {
                return Some(point);
            }
        }
    }

    // ---- names ----

    /// Returns the part of least dimension that contains a point.
    pub(crate) fn part_at(&self, is_obstacle: bool, p: &Surds) -> Part {
        let core = if is_obstacle { &self.pair.obstacle } else { &self.pair.mover };
        let topology = core.topology();
        let vertices = (0..topology.vertex_count).map(Part::Vertex);
        let edges = (0..topology.edges.len() as u32).map(Part::Edge);
        let holds = |part: &Part| self.polygon_of(is_obstacle, *part).holds(p);
        if let Some(part) = vertices.chain(edges).find(holds) {
            return part;
        }
        let mut faces = (0..topology.face_count() as u32).map(Part::Face);
        let is_on = |part: &Part| {
            let face = self.polygon_of(is_obstacle, *part);
            let normal = cross(&face.side(0), &face.side(1));
            dot_surds(&normal, &face.from(0, p)).order() == Ordering::Equal
        };
        faces.find(is_on).unwrap_or(Part::Inside)
    }

    /// Returns the sides of a box on which a point of the box lies, along each of its own axes. For
    /// an axis without an extent, the direction decides the side; if it is perpendicular to the
    /// axis, the side from which the other body comes counts.
    pub(crate) fn sides_at(&self, is_obstacle: bool, p: &Surds, w: &Surds) -> [Side; 3] {
        let core: &LiftedCore<'_, '_, Exact> =
            if is_obstacle { &self.obstacle } else { &self.mover };
        let mut sides = [Side::Between; 3];
        let Some(extents) = core.core().extents() else { return sides };
        for (axis, side) in sides.iter_mut().enumerate().take(extents.dimension()) {
            let column = core.axis(axis);
            if extents.is_flat_along(axis) {
                let along = match dot_surds(&column, w).order() {
                    Ordering::Equal => {
                        let comes_from = sign(&dot(&column, &self.v));
                        let comes_from = if is_obstacle { -comes_from } else { comes_from };
                        comes_from == Sign::Positive
                    }
                    order => (order == Ordering::Greater) == is_obstacle,
                };
                *side = if along { Side::Max } else { Side::Min };
                continue;
            }
            let ([low, high], center) = extents.bounds(axis);
            let along = match center {
                // Here `column · (s c)` is compared with `s |q|² h`: the column contains the factor
                // `|q|²`.
                Some(center) => {
                    let center = each!(|k| self.scaled(&self.lift.length(center[k])));
                    dot_surds(&column, &minus(p, &rational(&center)))
                }
                None => match core.core().shift() {
                    None => p[axis].clone(),
                    Some([place, reference]) => {
                        let shift = self.lift.length_difference(place[axis], reference[axis]);
                        p[axis].minus(&Quotient::rational(&self.scaled(&shift)))
                    }
                },
            };
            let bound = |x: f64| {
                let x = self.lift.length(x);
                let x = self.scaled(&x);
                let x = match core.scale() {
                    Some(own) => x.times(own),
                    None => x,
                };
                Quotient::rational(&x)
            };
            if along.minus(&bound(low)).order() == Ordering::Equal {
                *side = Side::Min;
            } else if along.minus(&bound(high)).order() == Ordering::Equal {
                *side = Side::Max;
            }
        }
        sides
    }
}

/// Returns the point where an edge passes through the plane of a face.
fn through_plane(edge: &Polygon, face: &Polygon) -> Option<Surds> {
    let (way, normal) = (edge.side(0), cross(&face.side(0), &face.side(1)));
    let speed = dot(&normal, &way);
    if sign(&speed) == Sign::Zero {
        return None;
    }
    let height = dot(&normal, &difference(&face.corners[0], &edge.corners[0]));
    let (height, speed) = if sign(&speed) == Sign::Negative {
        (height.negated(), speed.negated())
    } else {
        (height, speed)
    };
    let along = Quotient::rational(&height).over(&speed);
    let from = edge.at(0);
    is_between(&along, &Exact::one()).then(|| each!(|k| from[k].plus(&along.times(&way[k]))))
}

/// Returns the point where two edges cross, if they lie in one plane and are not parallel.
fn in_one_plane(p: &Polygon, q: &Polygon) -> Option<Surds> {
    let normal = cross(&p.side(0), &q.side(0));
    let apart = dot(&normal, &difference(&q.corners[0], &p.corners[0]));
    if sign(&apart) == Sign::Zero { crossing(p, 0, q, 0) } else { None }
}
