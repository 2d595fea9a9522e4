//! A cast in numbers, relative to the body: the equation of each part, and the closest part.

use super::body::PlanarBody;
use super::cast::{ClosestPart, PolytopeCast};
use crate::contact::conditions::{Conditions, is_negative, is_not_negative, is_not_positive};
use crate::number::{CertainSign, Lift, Number, Sign, Unsure};
use crate::shape::BoundaryPart;
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;

/// A cast in numbers, relative to the body and in its units.
pub(crate) struct RelativeCast<'a, B, N, L> {
    pub(super) cast: &'a PolytopeCast<B>,
    pub(super) lift: &'a L,
    pub(super) v: Vector<N>,
    pub(super) r: N,
    pub(crate) rr: N,
}

/// The smaller root `t = (−b − y √q) / a` of a part's equation.
pub(super) struct PartRoot<N> {
    pub(super) a: N,
    pub(super) b: N,
    pub(super) y: N,
    pub(super) q: N,
    /// `β`, which is not negative if there is a root; `None` where there always is one.
    pub(super) beta: Option<N>,
}

/// A time at which conditions are evaluated.
pub(super) struct Instant<'a, N: Number> {
    pub(super) root: &'a PartRoot<N>,
    /// `√q`.
    pub(super) square_root: N::Root,
}

/// Returns the sign of `p + t q` at an instant, or at time zero if no instant is given.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn sign_at<N: Number>(
    instant: Option<&Instant<'_, N>>,
    p: &N,
    q: impl FnOnce() -> N,
) -> CertainSign {
    match instant {
        None => p.sign(),
        Some(Instant { root: PartRoot { a, b, y, .. }, square_root }) => {
            let q = q();
            let x = p.times(a).minus(&q.times(b));
            N::sign_with_root(&x, &q.times(y).negated(), square_root)
        }
    }
}

impl<'a, B: PlanarBody, N: Number, L: Lift<N>> RelativeCast<'a, B, N, L> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn new(cast: &'a PolytopeCast<B>, lift: &'a L) -> Self {
        let PolytopeCast { motion, reach, .. } = cast;
        let v = core::array::from_fn(|k| B::in_units(motion.relative(lift, k)));
        let r = B::in_units(reach.lifted(lift));
        Self { cast, lift, v, rr: r.squared(), r }
    }

    pub(super) fn body(&self) -> &B {
        &self.cast.body
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn normal(&self, plane: usize) -> Vector<N> {
        self.body().normal(plane, self.lift)
    }

    /// Returns `h`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn height(&self, plane: usize, normal: &Vector<N>) -> N {
        dot(normal, &self.body().over_plane(plane, &self.cast.center, self.lift))
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn line(&self, edge: usize) -> [Vector<N>; 2] {
        self.body().line(edge, &self.cast.center, self.lift)
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn over_vertex(&self, vertex: usize) -> (Vector<N>, N) {
        self.body().over_vertex(vertex, &self.cast.center, self.lift)
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = BoundaryPart> {
        let [faces, edges, vertices] = self.body().counts();
        (0..faces)
            .map(BoundaryPart::Face)
            .chain((0..edges).map(BoundaryPart::Edge))
            .chain((0..vertices).map(BoundaryPart::Vertex))
    }

    /// Returns the position of the whole sphere relative to one plane, at time zero: positive in
    /// front of the plane, zero across it or touching it, negative behind it.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn before_plane(&self, plane: usize) -> CertainSign {
        let n = self.normal(plane);
        let (h, root) = (self.height(plane, &n), squared(&n).root());
        match N::sign_with_root(&h, &self.r.negated(), &root) {
            Ok(Positive) => Ok(Positive),
            Ok(_) => Ok(match N::sign_with_root(&h, &self.r, &root)? {
                Negative => Negative,
                Zero | Positive => Zero,
            }),
            Err(Unsure) => Err(Unsure),
        }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn root(&self, part: BoundaryPart) -> PartRoot<N> {
        match part {
            BoundaryPart::Inside => {
                let zero = N::zero;
                PartRoot { a: zero(), b: zero(), y: zero(), q: zero(), beta: None }
            }
            BoundaryPart::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let (h, g) = (self.height(plane, &n), dot(&n, &self.v));
                let (a, b, y) = (g.negated(), h.negated(), self.r.clone());
                PartRoot { a, b, y, q: squared(&n), beta: None }
            }
            BoundaryPart::Edge(i) => {
                let [e, m] = self.line(i);
                let speed = cross(&e, &self.v);
                let a = squared(&speed);
                let beta = self.rr.times(&a).minus(&dot(&m, &self.v).squared());
                let q = squared(&e).times(&beta);
                PartRoot { a, b: dot(&speed, &m), y: N::one(), q, beta: Some(beta) }
            }
            BoundaryPart::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                let vv = squared(&self.v);
                let beta = self.rr.times(&delta.squared()).times(&vv);
                let beta = beta.minus(&squared(&cross(&d, &self.v)));
                let (a, b) = (delta.times(&vv), dot(&d, &self.v));
                PartRoot { a, b, y: N::one(), q: beta.clone(), beta: Some(beta) }
            }
        }
    }

    /// Compares the distance of the centre from the plane, line or point of a part at time zero
    /// with the radius.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn gap(&self, part: BoundaryPart) -> CertainSign {
        match part {
            BoundaryPart::Inside => Ok(Negative),
            BoundaryPart::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let h = self.height(plane, &n);
                N::sign_with_root(&h, &self.r.negated(), &squared(&n).root())
            }
            BoundaryPart::Edge(i) => {
                let [e, m] = self.line(i);
                squared(&m).minus(&squared(&e).times(&self.rr)).sign()
            }
            BoundaryPart::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                squared(&d).minus(&delta.squared().times(&self.rr)).sign()
            }
        }
    }

    /// Decides by (8.2) to (8.4) whether this part contains the body's point closest to the centre
    /// at an instant at which the centre is in front of the part's planes. If it does, returns the
    /// part of lowest dimension that contains the point.
    pub(super) fn is_closest(
        &self,
        part: BoundaryPart,
        instant: Option<&Instant<'_, N>>,
        conditions: &mut Conditions,
    ) -> Result<Option<ClosestPart>, Unsure> {
        let mut tight: Vec<usize> = Vec::new();
        match part {
            BoundaryPart::Inside => {}
            BoundaryPart::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let (nn, h, g) = (squared(&n), self.height(plane, &n), dot(&n, &self.v));
                if instant.is_none() && conditions.fail(h.sign(), is_not_negative) {
                    return Ok(None);
                }
                for k in self.body().borders(i) {
                    let nk = self.normal(k);
                    let nik = dot(&n, &nk);
                    let p = nn.times(&self.height(k, &nk)).minus(&h.times(&nik));
                    let q = || nn.times(&dot(&nk, &self.v)).minus(&g.times(&nik));
                    let sign = sign_at(instant, &p, q);
                    if conditions.fail(sign, is_not_positive) {
                        return Ok(None);
                    }
                    if sign == Ok(Zero) {
                        tight.push(k);
                    }
                }
            }
            BoundaryPart::Edge(edge) => {
                let [e, m] = self.line(edge);
                let speed = cross(&e, &self.v);
                let [ni, nj] = self.body().planes_of_edge(edge).map(|k| self.normal(k));
                let of_i = sign_at(instant, &dot(&m, &nj), || dot(&speed, &nj));
                let of_j = sign_at(instant, &dot(&m, &ni), || dot(&speed, &ni));
                if conditions.fail(of_i, is_not_negative) || conditions.fail(of_j, is_not_positive)
                {
                    return Ok(None);
                }
                let (ee, across, along) = (squared(&e), cross(&m, &e), dot(&e, &self.v));
                for k in self.body().ends(edge) {
                    let nk = self.normal(k);
                    let p = ee.times(&self.height(k, &nk)).minus(&dot(&nk, &across));
                    let sign = sign_at(instant, &p, || dot(&nk, &e).times(&along));
                    if conditions.fail(sign, is_not_positive) {
                        return Ok(None);
                    }
                    if sign == Ok(Zero) {
                        tight.push(k);
                    }
                }
            }
            BoundaryPart::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                for (edge, backwards) in self.body().rays(i) {
                    let [e, _] = self.line(edge);
                    let sign = sign_at(instant, &dot(&d, &e), || delta.times(&dot(&self.v, &e)));
                    let allowed = if backwards { is_not_negative } else { is_not_positive };
                    if conditions.fail(sign, allowed) {
                        return Ok(None);
                    }
                }
            }
        }
        conditions.then(Some(ClosestPart { part, held: self.held(part, &tight) }))
    }

    /// Returns the part that lies in the planes of a part of higher dimension and in some more
    /// planes.
    pub(super) fn held(&self, part: BoundaryPart, tight: &[usize]) -> BoundaryPart {
        if tight.is_empty() {
            return part;
        }
        let mut planes = self.body().holders(part);
        planes.extend(tight.iter().map(|&k| k as u32));
        let holds = |part: &BoundaryPart| {
            let holders = self.body().holders(*part);
            planes.iter().all(|plane| holders.contains(plane))
        };
        self.parts().find(holds).unwrap_or(part)
    }

    /// Returns the part that contains the point closest to the centre at time zero; `None` if the
    /// body is empty.
    pub(crate) fn closest(&self) -> Result<Option<ClosestPart>, Unsure> {
        let mut inside = Conditions::new();
        let beyond = (0..self.body().planes())
            .any(|k| inside.fail(self.height(k, &self.normal(k)).sign(), is_negative));
        if !beyond {
            return inside.then(Some(ClosestPart {
                part: BoundaryPart::Inside,
                held: BoundaryPart::Inside,
            }));
        }
        let mut unsure = false;
        for part in self.parts() {
            match self.is_closest(part, None, &mut Conditions::new()) {
                Ok(None) => {}
                Ok(closest) => return Ok(closest),
                Err(Unsure) => unsure = true,
            }
        }
        if unsure { Err(Unsure) } else { Ok(None) }
    }
}
