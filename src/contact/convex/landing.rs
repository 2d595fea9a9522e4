//! The landing of a mover on a facet of `K` and the contact there, decided by signs alone.
//!
//! A facet of `K` with the outward normal `N` is the difference of two parts: the farthest part of
//! the obstacle along `N`, and the farthest part of the mover against `N`. If both parts are more
//! than a vertex, many pieces lie on the facet; here they are treated as one. The contact is the
//! intersection of two convex polygons in the plane of the facet. Each corner of one polygon lies
//! outside of, inside of or on each side of the other. These signs determine the first corner in
//! the mover's reading order, so that no two points need to be compared.
//!
//! Source: the facets of a Minkowski sum, as in M. de Berg et al., *Computational Geometry*, 3rd
//! ed., 2008, §13.3; the equations of `certificate.rs`. Derivation: `docs/theory.md`, §10.

use super::certificate::{of_strip, of_two, opposite};
use super::core::{LiftedCore, Part, negated};
use super::pair::{LiftedPair, PairQuery};
use super::piece::{At, Direction, Face, Piece, Spot};
use super::polygons::{Corner, Outline, Polygons};
use super::tangent_cone::Onward;
use crate::contact::answer::Approach;
use crate::contact::conditions::approach_of;
use crate::number::{CertainSign, Decision, Lift, Number, Sign, Unsure};
use crate::shape::topology::HalfEdge;
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The moment of a touch, which defines its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The time at which the path comes to the piece.
    Entry,
    /// Time zero, at which the distance of the two cores is exactly the radius.
    Start,
    /// The time at which a path that slides along the plane of a facet crosses a side of the facet.
    /// The side is given by its direction and the corner of `K` at which it begins.
    Slide(Direction, At),
}

/// The kind of a query about a facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FacetQuery {
    /// Whether the path enters the facet.
    Entered,
    /// Whether the mover touches the facet at the start.
    TouchedAtStart,
    /// Whether the facet is closest to the mover at the start, at any distance.
    Closest,
    /// Whether the path, whose distance from the plane of the facet is always the radius, comes
    /// over the facet.
    SlidOver,
}

/// The touch of a mover and an obstacle on a facet of `K`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Landing {
    /// The first touched point, in the mover's reading order.
    pub(crate) first: Spot,
    /// The other end of a touched segment.
    pub(crate) other: Option<Spot>,
    /// The part of the obstacle that contains the first point.
    pub(crate) part: Part,
    /// Whether the contact has the normal of the facet: without a radius, a contact on the border
    /// of a facet has no normal.
    pub(crate) has_normal: bool,
    pub(crate) approach: Approach,
    pub(crate) moment: Moment,
}

/// The query for the landing of a mover on the facet of `K` on which a piece lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnFacet {
    pub(crate) face: Face,
    /// Another face, along whose facet the two bodies may slide.
    pub(crate) beside: Option<Face>,
    pub(crate) facet: FacetQuery,
    /// Whether the query also computes the touched points and the approach, besides the time.
    pub(crate) of_points: bool,
}

/// A contact in reading order: the first corner, the last corner of a segment, and the part of the
/// obstacle that contains the first corner.
struct InOrder {
    corner: Corner,
    other: Option<Spot>,
    part: Part,
}

/// A facet of `K`: a face on it, and the parts of the two bodies that form it.
struct Supported {
    face: Face,
    obstacle: Part,
    mover: Part,
    /// Whether one of the two bodies extends beyond its part on the facet.
    is_solid: bool,
}

impl Decision for PairQuery<'_, '_, OnFacet> {
    type Outcome = Option<(Face, Landing)>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure> {
        LiftedPair::new(self.pair, *lift).landing(self.question)
    }
}

impl<N: Number> LiftedCore<'_, '_, N> {
    /// Returns the part of the core that is farthest along a direction, and whether other points of
    /// the core are less far. From a vertex, the search climbs along edges. From an edge or a face,
    /// the result contains this edge or face, or is `None`.
    fn farthest_part(
        &self,
        part: Part,
        along: &Vector<N>,
        lift: &impl Lift<N>,
    ) -> Result<Option<(Part, bool)>, Unsure> {
        let topology = self.core().topology();
        let mut part = part;
        let (mut level, mut count) = ([0; 2], 0);
        // The rest of a solid lies behind its face.
        let mut has_more = matches!(part, Part::Face(_)) && topology.dimension == 3;
        'walk: loop {
            let ways = match part {
                Part::Vertex(vertex) => topology.spokes(vertex),
                Part::Edge(edge) => topology.inward(edge),
                _ => &[],
            };
            for way in ways {
                match dot(along, &self.direction(*way, lift)).sign()? {
                    Positive if matches!(part, Part::Vertex(_)) => {
                        // Each edge leads farther, so the walk ends.
                        part = Part::Vertex(topology.start(way.reversed()));
                        (count, has_more) = (0, false);
                        continue 'walk;
                    }
                    Positive => return Ok(None),
                    Negative => has_more = true,
                    Zero => {
                        level[count.min(1)] = way.edge;
                        count += 1;
                    }
                }
            }
            break;
        }
        let face_with = |edges: [u32; 2]| {
            let has = |face: &u32| topology.rim(*face).iter().any(|half| half.edge == edges[1]);
            topology.faces_beside(edges[0]).iter().copied().find(has).ok_or(Unsure)
        };
        let part = match (part, count) {
            (part, 0) => part,
            (Part::Vertex(_), 1) => Part::Edge(level[0]),
            (Part::Edge(edge), _) => Part::Face(face_with([edge, level[0]])?),
            (_, _) => Part::Face(face_with(level)?),
        };
        Ok(Some((part, has_more)))
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Returns the facet of `K` with the normal of a face, if there is one.
    fn supported(&self, face: Face, normal: &Vector<N>) -> Result<Option<Supported>, Unsure> {
        let (obstacle, mover) = parts_of(face);
        let Some((obstacle, is_deep)) =
            self.obstacle.farthest_part(obstacle, normal, &self.lift)?
        else {
            return Ok(None);
        };
        let against = negated(normal);
        let Some((mover, is_high)) = self.mover.farthest_part(mover, &against, &self.lift)? else {
            return Ok(None);
        };
        let (on_obstacle, on_mover) =
            (self.obstacle.core().vertex_of(obstacle), self.mover.core().vertex_of(mover));
        let face = match face {
            Face::Obstacle { face, is_back, .. } => {
                Face::Obstacle { face, is_back, vertex: on_mover }
            }
            Face::Mover { face, is_back, .. } => Face::Mover { face, is_back, vertex: on_obstacle },
            _ => face,
        };
        let is_solid = is_deep || is_high;
        Ok(Some(Supported { face, obstacle, mover, is_solid }))
    }

    /// Decides how the mover lands on the facet of `K` with the normal of a face, if it lands
    /// there, and returns the face moved onto the facet.
    fn landing(&self, asked: OnFacet) -> Result<Option<(Face, Landing)>, Unsure> {
        let OnFacet { face, beside, facet, of_points } = asked;
        let normal = self.normal(face);
        let towards = dot(&normal, &self.v).sign();
        let is_no_such = match facet {
            FacetQuery::Entered => matches!(towards, Ok(Zero | Positive)),
            FacetQuery::TouchedAtStart | FacetQuery::Closest => false,
            FacetQuery::SlidOver => self.r.is_zero() || towards? != Zero,
        };
        if is_no_such {
            return Ok(None);
        }
        let u = squared(&normal);
        if u.is_zero() {
            return Ok(None);
        }
        let Some(Supported { face, obstacle, mover, is_solid }) = self.supported(face, &normal)?
        else {
            return Ok(None);
        };
        let (root, its_corner) = (u.root(), self.corner_of(face));
        let (height, wanted) = match facet {
            FacetQuery::Closest => (dot(&normal, &self.way(its_corner)).sign(), Positive),
            FacetQuery::Entered => (self.height_over(&normal, &root, its_corner), Positive),
            FacetQuery::TouchedAtStart | FacetQuery::SlidOver => {
                (self.height_over(&normal, &root, its_corner), Zero)
            }
        };
        if height? != wanted {
            return Ok(None);
        }
        if self.r.is_zero() && !is_solid && facet != FacetQuery::Closest {
            // An entry into a `K` without an interior is defined differently.
            return Err(Unsure);
        }
        let p = self.outline(true, obstacle, face, &normal)?;
        let q = self.outline(false, mover, face, &normal)?;
        let outlines = [p, q];
        let mut polygons = Polygons::new(&outlines);
        let moment = match facet {
            FacetQuery::Entered => Moment::Entry,
            FacetQuery::TouchedAtStart | FacetQuery::Closest => Moment::Start,
            FacetQuery::SlidOver => match self.slid_over(&outlines, &normal)? {
                Some(moment) => moment,
                None => return Ok(None),
            },
        };
        let at_moment = AtMoment::new(self, moment, &normal, &root);
        // For the sides without a corner of the other polygon on their inner side: whether the path
        // goes in over all of these sides, and whether it goes out over one of them.
        let mut border: Option<[bool; 2]> = None;
        for which in [0, 1] {
            let [own, other] = [&outlines[which], &outlines[1 - which]];
            if polygons.inner.is_some() {
                break;
            }
            let mut is_around = own.is_face();
            for i in 0..own.side_count() {
                let side = PolygonSide::of(self, which, own.side(i), &normal);
                for (j, end) in other.corners().iter().enumerate() {
                    let at = corner(which, own.corners()[i], *end);
                    let known = self.known_from_slide(moment, which, (own, i), &side, at);
                    let sign = known.unwrap_or_else(|| at_moment.outside(&side, &self.way(at)));
                    polygons.sides[which][i].set(j, sign);
                }
                let signs = polygons.sides[which][i];
                if own.is_edge() && i == 0 {
                    for j in (0..other.count).filter(|j| signs.of(*j) == Ok(Zero)) {
                        for (end, past) in polygons.past_ends[which].iter_mut().enumerate() {
                            let at = corner(which, own.corners()[end], other.corners()[j]);
                            let d = self.way(at);
                            let sign = at_moment.along(&side.e, &d);
                            past.set(j, if end == 0 { sign } else { opposite(sign) });
                        }
                    }
                }
                is_around &= signs.are_negative(other.count);
                if signs.has_negative() {
                    continue;
                }
                if signs.are_positive(other.count) {
                    return Ok(None);
                }
                if !signs.are_known(other.count) {
                    return Err(Unsure);
                }
                let over = side.speed.sign()?;
                let [goes_in, goes_out] = border.unwrap_or([true, false]);
                border = Some([goes_in && over == Negative, goes_out || over == Positive]);
            }
            if is_around {
                // The sides of the other polygon need no evaluation: that polygon is the whole
                // contact.
                polygons.inner = Some(1 - which);
            }
        }
        if !of_points {
            return Ok(Some((face, Landing { moment, ..Landing::entering(Piece::Face(face)) })));
        }
        let (mut has_normal, mut approach) = (true, approach_of(towards?));
        let touched = self.in_reading_order(&mut polygons, border.is_some())?;
        if let (true, Some([goes_in, goes_out])) =
            (self.r.is_zero() && facet != FacetQuery::Closest, border)
        {
            // The touch is on other facets too.
            has_normal = false;
            let is_at_start = moment == Moment::Start;
            approach = if !self.pair.mover_is_solid() {
                if is_at_start { Approach::Sliding } else { Approach::Approaching }
            } else if moment == Moment::Entry && self.slides_along(beside)? {
                Approach::Sliding
            } else {
                let onward = if self.pair.are_aligned_boxes() {
                    // For these boxes the signs at the sides are enough.
                    let goes_in = goes_in && approach == Approach::Approaching;
                    Onward { goes_in, goes_out: goes_out || approach == Approach::Parting }
                } else {
                    self.onward(touched.part, polygons.part(touched.corner, false)?)?
                };
                match onward {
                    Onward { goes_in: true, .. } => Approach::Approaching,
                    Onward { goes_out: true, .. } if is_at_start => Approach::Parting,
                    _ => Approach::Sliding,
                }
            };
        }
        let InOrder { corner, other, part } = touched;
        let first = polygons.spot(corner);
        Ok(Some((face, Landing { first, other, part, has_normal, approach, moment })))
    }

    /// Returns the sign of the position of a corner of one polygon relative to a side of the other,
    /// if the definition of the moment of a slide determines this sign.
    fn known_from_slide(
        &self,
        moment: Moment,
        which: usize,
        (own, i): (&Outline<'_>, usize),
        side: &PolygonSide<N>,
        here: At,
    ) -> Option<CertainSign> {
        let Moment::Slide(slid_over, at) = moment else { return None };
        if slid_over == side.direction {
            if here == at {
                return Some(Ok(Zero));
            }
            let (core, from, to) = if which == 0 {
                (&self.mover, at.mover, here.mover)
            } else {
                (&self.obstacle, here.obstacle, at.obstacle)
            };
            return Some(dot(&side.outward, &core.between(from, to, &self.lift)).sign());
        }
        // The corner that crosses a side of the other polygon may be an end of a parallel side.
        // Then both sides lie on one line.
        let (topology, half, end) = match slid_over {
            Direction::Obstacle(half) if which == 1 => {
                (self.pair.obstacle.topology(), half, at.mover)
            }
            Direction::Mover(half) if which == 0 => {
                (self.pair.mover.topology(), half.reversed(), at.obstacle)
            }
            _ => return None,
        };
        let corner = if which == 0 { here.mover } else { here.obstacle };
        let is_on_both = [i, own.next(i)].map(|i| own.corners()[i]).contains(&end)
            && (topology.start(half) == corner || topology.start(half.reversed()) == corner);
        let is_parallel = || cross(&side.e, &self.direction(slid_over)).iter().all(N::is_zero);
        (is_on_both && is_parallel()).then_some(Ok(Zero))
    }

    /// Returns the moment at which a path that slides along the plane of a facet comes over the
    /// facet. The moment consists of the last side that the path crosses to the inside, and the
    /// corner of the other polygon that crosses this side first.
    fn slid_over(
        &self,
        outlines: &[Outline<'_>; 2],
        normal: &Vector<N>,
    ) -> Result<Option<Moment>, Unsure> {
        let mut latest: Option<(N, N, Moment)> = None;
        for which in [0, 1] {
            let (own, other) = (&outlines[which], &outlines[1 - which]);
            for i in 0..own.side_count() {
                let side = PolygonSide::of(self, which, own.side(i), normal);
                if side.speed.sign()? != Negative {
                    continue;
                }
                let mut nearest: Option<(N, At)> = None;
                for end in other.corners() {
                    let at = corner(which, own.corners()[i], *end);
                    let distance = dot(&side.outward, &self.way(at));
                    let is_nearer = match &nearest {
                        None => true,
                        Some((known, _)) => distance.minus(known).sign() == Ok(Negative),
                    };
                    if is_nearer {
                        nearest = Some((distance, at));
                    }
                }
                let Some((distance, at)) = nearest else { continue };
                let closing = side.speed.negated();
                let is_later = match &latest {
                    None => distance.sign()? == Positive,
                    Some((known, its_closing, _)) => {
                        let later = distance.times(its_closing).minus(&known.times(&closing));
                        later.sign() == Ok(Positive)
                    }
                };
                if is_later {
                    latest = Some((distance, closing, Moment::Slide(side.direction, at)));
                }
            }
        }
        Ok(latest.map(|(_, _, moment)| moment))
    }

    /// Returns the sign of the path's height over the plane of a facet of `K` at the start, minus
    /// the radius, and the sign of the rate of this height. Returns `None` if the face lies on no
    /// facet.
    fn beside(&self, face: Face) -> Result<Option<[Sign; 2]>, Unsure> {
        let normal = self.normal(face);
        // The normal of parallel edges is zero.
        if normal.iter().all(N::is_zero) {
            return Ok(None);
        }
        let Some(Supported { face, .. }) = self.supported(face, &normal)? else { return Ok(None) };
        let root = squared(&normal).root();
        let height = self.height_over(&normal, &root, self.corner_of(face))?;
        Ok(Some([height, dot(&normal, &self.v).sign()?]))
    }

    /// Decides whether the path lies in the plane of a facet of `K`, so that a solid mover enters
    /// nothing.
    fn slides_along(&self, face: Option<Face>) -> Result<bool, Unsure> {
        match face {
            Some(face) if self.pair.mover_is_solid() => {
                Ok(self.beside(face)? == Some([Zero, Zero]))
            }
            _ => Ok(false),
        }
    }

    /// Returns the contact in the mover's reading order.
    fn in_reading_order(
        &self,
        polygons: &mut Polygons<'_>,
        is_at_border: bool,
    ) -> Result<InOrder, Unsure> {
        for which in [0, 1] {
            if polygons.outlines[which].count == 1 {
                let corner = Corner::Own { which, corner: 0 };
                return Ok(InOrder { corner, other: None, part: polygons.part(corner, true)? });
            }
        }
        let reading = self.mover.reading(&self.lift);
        for which in [0, 1] {
            let outline = &polygons.outlines[which];
            for i in 0..outline.side_count() {
                let leads_on = self.leads_on(which == 0, outline.side(i), &reading);
                polygons.leads_on[which].set(i, leads_on);
            }
        }
        let corner = polygons.end(Positive)?;
        let is_segment = is_at_border || polygons.outlines.iter().any(Outline::is_edge);
        let other = if is_segment { Some(polygons.end(Negative)?) } else { None };
        let other = other.filter(|other| *other != corner).map(|corner| polygons.spot(corner));
        Ok(InOrder { corner, other, part: polygons.part(corner, true)? })
    }

    /// Returns whether an edge leads onward (positive) or back (negative) in the mover's reading
    /// order.
    pub(super) fn leads_on(
        &self,
        is_of_obstacle: bool,
        side: HalfEdge,
        (reading, count): &([Vector<N>; 3], usize),
    ) -> CertainSign {
        if !is_of_obstacle && self.mover.core().is_read_as_box() {
            // The edges of a box lie along the axes of its reading order.
            return Ok(if side.is_reversed { Negative } else { Positive });
        }
        let core = if is_of_obstacle { &self.obstacle } else { &self.mover };
        let side = core.direction(side, &self.lift);
        let signs = reading[..*count].iter().map(|way| dot(way, &side).sign());
        signs.into_iter().find(|sign| *sign != Ok(Zero)).unwrap_or(Err(Unsure))
    }

    /// Returns the time at which a path comes over a side, as a fraction.
    pub(super) fn time_over(&self, direction: Direction, at: At, normal: &Vector<N>) -> (N, N) {
        let outward = cross(&self.direction(direction), normal);
        (dot(&outward, &self.way(at)), dot(&outward, &self.v).negated())
    }

    /// Returns the sign of `N·D − R √u`.
    pub(super) fn height_over(
        &self,
        normal: &Vector<N>,
        root: &N::Root,
        corner: At,
    ) -> CertainSign {
        let is_zero = [0, 1, 2].map(|k: usize| normal[k].is_zero());
        let axis = (0..3).find(|&k| is_zero[(k + 1) % 3] && is_zero[(k + 2) % 3]);
        if let Some(axis) = axis
            && !is_zero[axis]
            && let Some(from) = self.obstacle.core().coordinate(corner.obstacle, axis)
            && let Some(to) = self.mover.core().coordinate(corner.mover, axis)
        {
            // The height is a sum of given numbers, whose digits are all known.
            let reach = self.pair.reach;
            let side = if normal[axis].sign()? == Negative { -1.0 } else { 1.0 };
            let terms = [
                self.lift.length_difference(side * to[0], side * from[0]),
                self.lift.length_difference(side * to[1], side * from[1]),
                self.lift.length_difference(-reach.radius, reach.inflation),
            ];
            return N::lifted_dot(&terms, &[N::one(), N::one(), N::one()]).sign();
        }
        let height = dot(normal, &self.way(corner));
        if self.r.is_zero() {
            height.sign()
        } else {
            N::sign_with_root(&height, &self.r.negated(), root)
        }
    }

    fn outline(
        &self,
        is_obstacle: bool,
        part: Part,
        face: Face,
        normal: &Vector<N>,
    ) -> Result<Outline<'_>, Unsure> {
        let core = if is_obstacle { &self.obstacle } else { &self.mover };
        let topology = core.core().topology();
        let is_reversed = match (part, face, is_obstacle) {
            (_, Face::Obstacle { is_back, .. }, true) => is_back,
            (_, Face::Mover { is_back, .. }, false) => !is_back,
            (Part::Face(i), _, _) if topology.dimension == 2 => {
                dot(normal, &core.normal(i, &self.lift)).sign()? == Negative
            }
            _ => !is_obstacle,
        };
        Outline::of(topology, part, is_reversed)
    }
}

/// The query whether the path stays outside of, or in, the plane of a facet of `K`. If so, a body
/// with an interior or a radius enters nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaysOutside(pub(crate) Face);

impl Decision for PairQuery<'_, '_, StaysOutside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let beside = LiftedPair::new(self.pair, *lift).beside(self.question.0)?;
        Ok(beside.is_some_and(|signs| !signs.contains(&Negative)))
    }
}

/// Returns the parts of the obstacle and of the mover that form a face of `K`.
fn parts_of(face: Face) -> (Part, Part) {
    match face {
        Face::Obstacle { face, vertex, .. } => (Part::Face(face), Part::Vertex(vertex)),
        Face::Mover { face, vertex, .. } => (Part::Vertex(vertex), Part::Face(face)),
        Face::Edges { obstacle, mover, .. } => (Part::Edge(obstacle), Part::Edge(mover)),
        Face::Strip { line, .. } => {
            let (own, other) = (Part::Edge(line.edge), Part::Vertex(line.vertex));
            if line.is_of_obstacle { (own, other) } else { (other, own) }
        }
    }
}

/// Returns the corner of `K` that a vertex of one body and a vertex of the other form.
fn corner(which: usize, own: u32, other: u32) -> At {
    if which == 0 { At { obstacle: own, mover: other } } else { At { obstacle: other, mover: own } }
}

/// A side of a polygon in a facet.
struct PolygonSide<N> {
    direction: Direction,
    e: Vector<N>,
    /// `e × N`, and the speed of the path in that direction.
    outward: Vector<N>,
    speed: N,
    /// The vector `V × e`.
    moment: Vector<N>,
}

impl<N: Number> PolygonSide<N> {
    fn of<L: Lift<N>>(
        x: &LiftedPair<'_, '_, N, L>,
        which: usize,
        half: HalfEdge,
        normal: &Vector<N>,
    ) -> Self {
        let direction = if which == 0 { Direction::Obstacle(half) } else { Direction::Mover(half) };
        let e = x.direction(direction);
        let outward = cross(&e, normal);
        let (speed, moment) = (dot(&outward, &x.v), cross(&x.v, &e));
        Self { direction, e, outward, speed, moment }
    }
}

/// The state of the path at a moment on a facet, from which signs are computed.
enum AtMoment<'x, N: Number> {
    Start,
    /// `V`, `R`, `N` and `√u`.
    Entry {
        v: &'x Vector<N>,
        r: &'x N,
        normal: &'x Vector<N>,
        root: &'x N::Root,
    },
    /// `V`; and the time as a fraction.
    Slide {
        v: &'x Vector<N>,
        distance: N,
        closing: N,
    },
}

impl<'x, N: Number> AtMoment<'x, N> {
    fn new<L: Lift<N>>(
        x: &'x LiftedPair<'_, '_, N, L>,
        moment: Moment,
        normal: &'x Vector<N>,
        root: &'x N::Root,
    ) -> Self {
        match moment {
            Moment::Start => Self::Start,
            Moment::Entry => Self::Entry { v: &x.v, r: &x.r, normal, root },
            Moment::Slide(direction, at) => {
                let (distance, closing) = x.time_over(direction, at, normal);
                Self::Slide { v: &x.v, distance, closing }
            }
        }
    }

    /// Returns the sign of `(e × N) · (x − k)`: positive is outside of the side.
    fn outside(&self, side: &PolygonSide<N>, d: &Vector<N>) -> CertainSign {
        match self {
            Self::Start => dot(&side.outward, d).sign(),
            Self::Entry { r, root, .. } => {
                let tau = dot(d, &side.moment);
                if r.is_zero() {
                    return tau.sign();
                }
                let (first, second) = (tau.sign(), opposite(side.speed.sign()));
                of_two(first, second, || of_strip(&tau, root, &side.speed, r))
            }
            Self::Slide { distance, closing, .. } => {
                let own = dot(&side.outward, d);
                own.times(closing).plus(&side.speed.times(distance)).sign()
            }
        }
    }

    /// Returns the sign of `e · (x − k)`, where `e` lies in the facet.
    fn along(&self, e: &Vector<N>, d: &Vector<N>) -> CertainSign {
        match self {
            Self::Start => dot(e, d).sign(),
            Self::Entry { v, r, normal, root } => {
                let (along, speed) = (dot(e, d), dot(e, v));
                let (height, closing) = (dot(normal, d), dot(normal, v).negated());
                let first = along.times(&closing).plus(&speed.times(&height));
                if r.is_zero() {
                    return first.sign();
                }
                N::sign_with_root(&first, &r.times(&speed).negated(), root)
            }
            Self::Slide { v, distance, closing } => {
                dot(e, d).times(closing).plus(&dot(e, v).times(distance)).sign()
            }
        }
    }
}
