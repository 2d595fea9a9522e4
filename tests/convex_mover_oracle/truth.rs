//! The true answers of a request: every field, as exact numbers.

use super::axes::{Axes, Place};
use super::numbers::{
    Pair, Surd, Vector, cross, dot, dot_pairs, is_zero, minus, negated, primitive, sign, unit,
    unit_vector,
};
use super::pieces::{Pieces, Touch};
use super::request::{Body, Core, Motion, Request};
use super::solid::{
    Fractions, Solid, Spot, common_corners, common_denominator, corners, fraction, part_of_hull,
    scaled,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use tangency::Approach;

pub type Numbers = [Surd; 3];

/// A feature of a core.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    Vertex(usize),
    Edge(usize),
    Face,
    /// The side along each axis of a box: −1, 0 or 1.
    Sides(Vec<i32>),
    /// The indices of the corners of a face of a hull; an empty list for the interior.
    Part(Vec<usize>),
}

#[derive(Clone, Debug)]
pub struct Contact {
    pub time: Surd,
    pub center: Numbers,
    /// The corners of the touch set, counterclockwise from the first one in the mover's reading
    /// order.
    pub points: Vec<Numbers>,
    /// Whether the order of the corners is defined: two flat bodies that touch within one plane
    /// have no normal.
    pub has_sense: bool,
    pub normal: Option<Numbers>,
    pub feature: Feature,
    pub mover_feature: Feature,
    pub approach: Approach,
    /// Whether the first entry is this contact.
    pub enters: bool,
}

/// The closest points of the two cores at time zero, as in answers.
#[derive(Clone, Debug)]
pub struct Closest {
    /// The closest point on the inflated obstacle.
    pub point: Numbers,
    /// The closest point on the mover's core.
    pub on_mover: Numbers,
    pub normal: Option<Numbers>,
    /// The feature of an overlap: the motion decides which side of a flat box it is.
    pub feature: Feature,
    /// The same without a motion.
    pub feature_at_rest: Feature,
    pub mover_feature: Feature,
    /// The distance, which is not negative.
    pub distance: Surd,
}

#[derive(Clone, Debug)]
pub struct Penetration {
    pub depth: Surd,
    /// All directions of the shortest translations; the rule for ties is not judged.
    pub directions: Vec<Numbers>,
}

#[derive(Clone, Debug)]
pub enum Status {
    None,
    Overlap,
    Contact(Contact),
}

#[derive(Clone, Debug)]
pub struct Truth {
    pub status: Status,
    /// The mover's reference point at time zero.
    pub center: Numbers,
    pub closest: Closest,
    pub penetration: Option<Penetration>,
    pub intersects: bool,
    /// The end of the contact, if there is a contact within the motion and the two ever part. It
    /// may be after `t_max`.
    pub last_time: Option<Surd>,
}

/// The contact of two cores at distance `r`, one of which moves with velocity `v`.
enum Meeting {
    None,
    Overlap,
    Touch(Touch),
}

struct Scene<'a> {
    a: &'a Solid,
    b: &'a Solid,
    r: BigInt,
    v: Vector,
    axes: Axes<'a>,
    pieces: Pieces,
    /// The vector from `K` to zero, its denominator and its square; none if zero is in `K`.
    gap: Option<(Vector, BigInt, BigInt)>,
    place: Place,
}

impl<'a> Scene<'a> {
    fn new(a: &'a Solid, b: &'a Solid, r: BigInt, v: Vector, plane: bool) -> Self {
        let (axes, pieces) = (Axes::new(a, b, plane), Pieces::new(&a.points, &b.points));
        let place = axes.place_of(&[0, 1, 2].map(|_| BigInt::zero()), &BigInt::one());
        let gap = (place == Place::Outside).then(|| pieces.at_rest());
        Self { a, b, r, v, axes, pieces, gap, place }
    }

    fn at_start(&self) -> Touch {
        let zero = [0, 1, 2].map(|_| BigInt::zero());
        let (w, m) = self.gap.clone().map_or_else(|| (zero, BigInt::one()), |(w, m, _)| (w, m));
        Touch { time: Surd::zero(), w: w.map(Pair::whole), m }
    }

    fn first(&self) -> Meeting {
        match &self.gap {
            None if sign(&self.r) > 0 || self.place == Place::Interior => Meeting::Overlap,
            None => Meeting::Touch(self.at_start()),
            Some((_, m, square)) => match square.cmp(&(&self.r * &self.r * m * m)) {
                Ordering::Less => Meeting::Overlap,
                Ordering::Equal => Meeting::Touch(self.at_start()),
                Ordering::Greater => {
                    let touch = if self.r.is_zero() {
                        self.axes.interval(&self.v).and_then(|it| it.first).map(|(n, d)| Touch {
                            w: Default::default(),
                            m: d.clone(),
                            time: Surd::ratio(n, d),
                        })
                    } else {
                        self.pieces.root(&self.v, &self.r, false)
                    };
                    touch.filter(|it| it.time.sign() >= 0).map_or(Meeting::None, Meeting::Touch)
                }
            },
        }
    }

    /// The end of the contact, if there is one.
    fn last(&self) -> Option<Surd> {
        if self.r.is_zero() {
            let (n, d) = self.axes.interval(&self.v)?.last?;
            Some(Surd::ratio(n, d))
        } else {
            self.pieces.root(&self.v, &self.r, true).map(|it| it.time)
        }
    }

    /// The position of the mover's core relative to its start, `q / m`, while the obstacle's core
    /// is at rest.
    fn offset(&self, touch: &Touch) -> [Pair; 3] {
        let times = &touch.m / &touch.time.s;
        [0, 1, 2].map(|k| {
            let speed = &self.v[k] * &times;
            let way = Pair { x: &speed * &touch.time.x, y: &speed * &touch.time.y };
            way.minus(&touch.w[k])
        })
    }

    /// The corners of the touch set on the obstacle at rest, counterclockwise about `direction`
    /// from the first corner on.
    fn touched(&self, touch: &Touch, direction: &[Pair; 3]) -> Vec<Spot> {
        let d = &touch.time.d;
        let found = common_corners(self.b, self.a, &self.offset(touch), &touch.m, d);
        self.around(found, direction, d)
    }

    fn around(&self, found: Vec<Spot>, direction: &[Pair; 3], d: &BigInt) -> Vec<Spot> {
        let first = found.iter().min_by(|p, q| self.a.compare(p, q, d)).unwrap().clone();
        let way = |from: &Spot, to: &Spot| {
            [0, 1, 2].map(|k| to.at[k].times(&from.s).minus(&from.at[k].times(&to.s)))
        };
        let mut corners = vec![first.clone()];
        while corners.len() <= found.len() {
            let at = corners.last().unwrap();
            let mut best: Option<(&Spot, [Pair; 3])> = None;
            for spot in found.iter().filter(|spot| !spot.is_same(at, d)) {
                let to = way(at, spot);
                // The spot is to the right of the best one, or behind it.
                let is_better = best.as_ref().is_none_or(|(old, to_best)| {
                    let turn = triple(to_best, &to, direction, d).sign(d);
                    turn < 0
                        || turn == 0 && {
                            // Both vectors are too long, by the denominators of `at` and of their
                            // own spots.
                            let (long, short) = (square(&to, d), square(to_best, d));
                            let (s, t) = (&old.s * &old.s, &spot.s * &spot.s);
                            long.times(&s).minus(&short.times(&t)).sign(d) > 0
                        }
                });
                if is_better {
                    best = Some((spot, to));
                }
            }
            match best {
                Some((spot, _)) if !spot.is_same(&first, d) => corners.push(spot.clone()),
                _ => break,
            }
        }
        corners
    }

    /// The same point relative to the mover's start.
    fn on_mover(&self, spot: &Spot, touch: &Touch) -> Spot {
        let q = self.offset(touch);
        let at = [0, 1, 2].map(|k| spot.at[k].times(&touch.m).minus(&q[k].times(&spot.s)));
        Spot { at, s: &spot.s * &touch.m }
    }
}

fn square(v: &[Pair; 3], d: &BigInt) -> Pair {
    v.iter().map(|x| x.product(x, d)).fold(Pair::default(), |sum, x| sum.plus(&x))
}

/// The determinant of three vectors.
fn triple(a: &[Pair; 3], b: &[Pair; 3], c: &[Pair; 3], d: &BigInt) -> Pair {
    (0..3).fold(Pair::default(), |sum, k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let minor = a[i].product(&b[j], d).minus(&a[j].product(&b[i], d));
        sum.plus(&minor.product(&c[k], d))
    })
}

/// The exact velocity.
fn velocity(motion: Motion) -> Fractions {
    match motion {
        Motion::Velocity(v) => v.map(fraction),
        Motion::Between(from, to) => [0, 1, 2].map(|k| fraction(to[k]) - fraction(from[k])),
    }
}

/// The reference point of a mover, the centre of answers.
fn reference(core: &Core) -> Fractions {
    match core {
        Core::Point(p) | Core::Segment(p, _) | Core::Axis(p, _) => *p,
        Core::Triangle([p, ..]) | Core::Aligned { min: p, .. } => *p,
        Core::Oriented { center, .. } | Core::Sheared { center, .. } => *center,
        Core::Hull(points) => points[0],
        Core::MovedHull { place, .. } => *place,
        Core::Placed { translation, .. } => *translation,
    }
    .map(fraction)
}

fn place(
    core: &Core,
    solid: &Solid,
    spot: &Spot,
    w: &[Pair; 3],
    v: &Vector,
    d: &BigInt,
) -> Feature {
    let is_at = |i: usize| spot.is_same(&Spot::whole(&solid.given[i]), d);
    match core {
        Core::Point(_) => Feature::Vertex(0),
        Core::Segment(..) | Core::Axis(..) => {
            (0..2).find(|i| is_at(*i)).map_or(Feature::Edge(0), Feature::Vertex)
        }
        Core::Triangle(_) | Core::Placed { .. } if solid.rank == 1 => {
            // The longest edge counts, the first one of equal ones.
            let length = |i: usize| {
                let way = minus(&solid.given[(i + 1) % 3], &solid.given[i]);
                dot(&way, &way)
            };
            let longest = (1..3).fold(0, |k, i| if length(i) > length(k) { i } else { k });
            let ends = [longest, (longest + 1) % 3];
            let end = ends.into_iter().find(|i| is_at(*i));
            end.map_or(Feature::Edge(longest), Feature::Vertex)
        }
        Core::Triangle(_) | Core::Placed { .. } => {
            let is_on = |i: usize| {
                let (p, q) = (&solid.given[i], &solid.given[(i + 1) % 3]);
                // The spot is a point of the triangle, so the line of the edge decides.
                let e = minus(q, p);
                let across = [0, 1, 2].map(|k| cross(&e, &unit_vector(k)));
                across.iter().all(|n| spot.side_of(n, &dot(n, p), d) == 0)
            };
            let vertex = (0..3).find(|i| is_at(*i)).map(Feature::Vertex);
            vertex
                .or_else(|| (0..3).find(|i| is_on(*i)).map(Feature::Edge))
                .unwrap_or(Feature::Face)
        }
        Core::Aligned { .. } | Core::Oriented { .. } => {
            let side = |column: &Vector| {
                let heights = solid.points.iter().map(|p| dot(column, p));
                let (low, high) = (heights.clone().min().unwrap(), heights.max().unwrap());
                if low == high {
                    let by_w = dot_pairs(column, w).sign(d);
                    let side = if by_w == 0 { -sign(&dot(column, v)) } else { by_w };
                    if side > 0 { 1 } else { -1 }
                } else if spot.side_of(column, &low, d) == 0 {
                    -1
                } else {
                    i32::from(spot.side_of(column, &high, d) == 0)
                }
            };
            Feature::Sides(solid.reading.iter().map(side).collect())
        }
        Core::Sheared { .. } => {
            let corners = &solid.given;
            let side = |k: usize| {
                let [i, j] = [1, 2].map(|next| 1 << ((k + next) % 3));
                let edges = [i, j].map(|corner| minus(&corners[corner], &corners[0]));
                let normal = cross(&edges[0], &edges[1]);
                let is_on =
                    |corner: usize| spot.side_of(&normal, &dot(&normal, &corners[corner]), d) == 0;
                i32::from(is_on(1 << k)) - i32::from(is_on(0))
            };
            Feature::Sides((0..3).map(side).collect())
        }
        Core::Hull(_) | Core::MovedHull { .. } => {
            Feature::Part(part_of_hull(solid, spot, d).unwrap_or_default())
        }
    }
}

fn negated_pairs(v: &[Pair; 3]) -> [Pair; 3] {
    [0, 1, 2].map(|k| Pair::default().minus(&v[k]))
}

impl Request {
    /// All true answers to the request.
    pub fn truth(&self) -> Truth {
        Question::new(self).truth()
    }
}

/// The request in integers: lengths times `scale`, velocities times `speed`.
struct Question<'a> {
    request: &'a Request,
    scale: BigInt,
    speed: BigInt,
    a: Solid,
    b: Solid,
    r: BigInt,
    rho: BigInt,
    v: Vector,
    of_a: Vector,
    of_b: Vector,
}

impl<'a> Question<'a> {
    fn new(request: &'a Request) -> Self {
        let plane = request.plane;
        let Body { core: mover, radius: r, motion } = &request.mover;
        let Body { core: obstacle, radius: rho, motion: motion_b } = &request.obstacle;
        let ((a, reading_a), (b, reading_b)) = (corners(mover, plane), corners(obstacle, plane));
        let (r, rho) = (fraction(*r), fraction(*rho));
        let center = reference(mover);
        let lengths = a.iter().chain(&b).chain([&center]).flatten().chain([&r, &rho]);
        let scale = common_denominator(lengths);
        let (va, vb) = (velocity(*motion), velocity(*motion_b));
        let speed = common_denominator(va.iter().chain(&vb));
        let whole = |points: Vec<Fractions>, reading: Vec<Fractions>| {
            let ways = reading.iter().map(|way| primitive(scaled(way, &common_denominator(way))));
            Solid::new(points.iter().map(|p| scaled(p, &scale)).collect(), ways.collect())
        };
        let (a, b) = (whole(a, reading_a), whole(b, reading_b));
        let number = |x: &BigRational| x.numer() * (&scale / x.denom());
        let (of_a, of_b) = (scaled(&va, &speed), scaled(&vb, &speed));
        let (total, rho) = (number(&(&r + &rho)), number(&rho));
        let v = minus(&of_a, &of_b);
        Self { request, a, b, r: total, rho, v, of_a, of_b, speed, scale }
    }

    fn truth(&self) -> Truth {
        let scene = self.scene();
        let met = scene.first();
        let last = match met {
            Meeting::None => None,
            _ => scene.last().map(|it| it.times(&self.speed, &self.scale)),
        };
        let is_met = matches!(met, Meeting::Overlap);
        let intersects = match &met {
            Meeting::None => false,
            Meeting::Overlap => true,
            Meeting::Touch(touch) => touch.time.sign() == 0,
        };
        let status = match met {
            Meeting::None => Status::None,
            Meeting::Overlap => Status::Overlap,
            Meeting::Touch(touch) => {
                let contact = self.contact(&scene, &touch);
                let end = self.request.t_max[0].min(self.request.t_max[1]);
                let is_late = end != f64::INFINITY
                    && contact.time.compare(&Surd::rational(&fraction(end))).is_gt();
                if is_late { Status::None } else { Status::Contact(contact) }
            }
        };
        // If there is no contact within the motion, no end is reported.
        let last_time = if matches!(status, Status::None) { None } else { last };
        Truth {
            status,
            center: self.center(&Surd::zero()),
            closest: self.closest(&scene),
            penetration: is_met.then(|| self.penetration(&scene)),
            intersects,
            last_time,
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene::new(&self.a, &self.b, self.r.clone(), self.v.clone(), self.request.plane)
    }

    /// The mover's reference point at a time in scaled units.
    fn center(&self, time: &Surd) -> Numbers {
        let start = reference(&self.request.mover.core);
        [0, 1, 2].map(|k| Surd::rational(&start[k]).plus(&time.times(&self.of_a[k], &self.scale)))
    }

    /// A point of the obstacle's core, moved outwards along `w / |w|`, where `|w| = length`.
    fn inflated(&self, spot: &Spot, d: &BigInt, push: Option<&Numbers>) -> Numbers {
        [0, 1, 2].map(|k| {
            let at = spot.coordinate(k, d).times(&BigInt::one(), &self.scale);
            match push {
                Some(normal) if !self.rho.is_zero() => {
                    at.plus(&normal[k].times(&self.rho, &self.scale))
                }
                _ => at,
            }
        })
    }

    fn contact(&self, scene: &Scene, touch: &Touch) -> Contact {
        let (d, zero) = (&touch.time.d, BigInt::zero());
        let is_at_start = touch.time.sign() == 0;
        let mut direction = touch.w.clone();
        let mut has_sense = true;
        let (normal, approach, enters);
        if self.r.is_zero() {
            let (place, s) = (self.v.clone().map(|v| v * &touch.time.x), &touch.time.s);
            let axes = &scene.axes;
            let mut facet = None;
            if axes.rank == axes.dims {
                facet = Some(axes.facets_at(&place, s)).filter(|all| all.len() == 1);
            } else if let Some(across) = &axes.across {
                let speed = sign(&dot(across, &self.v));
                if speed != 0 && axes.is_within_border(&place, s) {
                    facet = Some(vec![across.clone().map(|x| x * -speed)]);
                }
                has_sense = facet.is_some();
            }
            let facet = facet.map(|all| all[0].clone());
            let interval = axes.interval(&self.v).unwrap();
            let goes_on = interval.last.as_ref().is_none_or(|(n, d)| {
                Surd::ratio(n.clone(), d.clone()).compare(&touch.time).is_gt()
            });
            let into = interval.enters && goes_on;
            let is_solid = scene.a.rank == axes.dims;
            enters = into || !is_solid;
            approach = if let Some(n) = &facet {
                sign(&dot(n, &self.v))
            } else if is_solid {
                if into { -1 } else { i32::from(is_at_start && !goes_on) }
            } else {
                -i32::from(!is_at_start)
            };
            let across = axes.across.clone().unwrap_or_else(|| [0, 1, 2].map(|_| zero.clone()));
            direction = facet.clone().unwrap_or(across).map(Pair::whole);
            normal = facet.map(|n| unit(&n));
        } else {
            let speed = dot_pairs(&self.v, &touch.w).sign(d);
            (approach, enters) = (speed, speed < 0);
            let part =
                |x: &Pair| Surd::new(x.x.clone(), x.y.clone(), d.clone(), &touch.m * &self.r);
            normal = Some([0, 1, 2].map(|k| part(&touch.w[k])));
        }
        let w = if self.r.is_zero() && normal.is_none() {
            Default::default()
        } else {
            direction.clone()
        };
        let spots = scene.touched(touch, &direction);
        let on_mover = scene.on_mover(&spots[0], touch);
        let world = |spot: &Spot| {
            let at = self.inflated(spot, d, normal.as_ref());
            [0, 1, 2].map(|k| at[k].plus(&touch.time.times(&self.of_b[k], &self.scale)))
        };
        let (mover, obstacle) = (&self.request.mover.core, &self.request.obstacle.core);
        Contact {
            time: touch.time.times(&self.speed, &self.scale),
            center: self.center(&touch.time),
            points: spots.iter().map(world).collect(),
            has_sense,
            feature: place(obstacle, &self.b, &spots[0], &w, &self.v, d),
            mover_feature: place(
                mover,
                &self.a,
                &on_mover,
                &negated_pairs(&w),
                &negated(&self.v),
                d,
            ),
            normal,
            approach: match approach {
                -1 => Approach::Approaching,
                0 => Approach::Sliding,
                _ => Approach::Parting,
            },
            enters,
        }
    }

    fn closest(&self, scene: &Scene) -> Closest {
        let (none, still) = (BigInt::zero(), [0, 1, 2].map(|_| BigInt::zero()));
        let (mover, obstacle) = (&self.request.mover.core, &self.request.obstacle.core);
        let start = scene.at_start();
        let places = |x: &Spot, y: &Spot, w: &[Pair; 3]| {
            (
                place(obstacle, &self.b, x, w, &self.v, &none),
                place(mover, &self.a, y, &negated_pairs(w), &negated(&self.v), &none),
            )
        };
        let at_rest = |x: &Spot, w: &[Pair; 3]| place(obstacle, &self.b, x, w, &still, &none);
        let plain = |spot: &Spot| self.inflated(spot, &none, None);
        let distance = match &scene.gap {
            Some((_, m, square)) => {
                let way = Surd::new(-&self.r * m, BigInt::one(), square.clone(), m * &self.scale);
                if way.sign() > 0 { way } else { Surd::zero() }
            }
            None => Surd::zero(),
        };
        if let Some((w, m, square)) = &scene.gap {
            let spots = scene.touched(&start, &start.w);
            let (x, y) = (&spots[0], scene.on_mover(&spots[0], &start));
            let (feature, mover_feature) = places(x, &y, &start.w);
            let feature_at_rest = at_rest(x, &start.w);
            let is_beyond = *square > &self.rho * &self.rho * m * m;
            if is_beyond || !matches!(mover, Core::Point(_) | Core::Segment(..) | Core::Axis(..)) {
                let normal = is_beyond.then(|| unit(w));
                let on_mover = plain(&y);
                let point = match &normal {
                    Some(normal) => {
                        // The point of the core is rational.
                        self.inflated(x, &none, Some(normal))
                    }
                    None => on_mover.clone(),
                };
                return Closest {
                    point,
                    on_mover,
                    normal,
                    feature,
                    feature_at_rest,
                    mover_feature,
                    distance,
                };
            }
        }
        let (x, y, w) = match mover {
            Core::Point(_) => {
                let center = Spot::whole(&self.a.points[0]);
                let [x, ..] = &scene.touched(&start, &start.w)[..] else { unreachable!() };
                (x.clone(), center, start.w.clone())
            }
            Core::Segment(..) | Core::Axis(..) => return self.first_of_axis(distance),
            _ => {
                let one = BigInt::one();
                let found = common_corners(&self.b, &self.a, &Default::default(), &one, &none);
                let first = found.iter().min_by(|p, q| self.a.compare(p, q, &none)).unwrap();
                (first.clone(), first.clone(), Default::default())
            }
        };
        let (feature, mover_feature) = places(&x, &y, &w);
        let on_mover = plain(&y);
        Closest {
            point: on_mover.clone(),
            on_mover,
            normal: None,
            feature_at_rest: at_rest(&x, &w),
            feature,
            mover_feature,
            distance,
        }
    }

    /// For a capsule whose axis meets the inflated obstacle: the first point of the axis there, as
    /// for a point that moves along the axis.
    fn first_of_axis(&self, distance: Surd) -> Closest {
        let (a, b) = (&self.a.given[0], &self.a.given[1]);
        let along = minus(b, a);
        let point = Solid::new(vec![a.clone()], (0..3).map(unit_vector).collect());
        let scene =
            Scene::new(&point, &self.b, self.rho.clone(), along.clone(), self.request.plane);
        let touch = match scene.first() {
            Meeting::Touch(touch) => touch,
            Meeting::Overlap => scene.at_start(),
            Meeting::None => panic!("the axis misses what it is in"),
        };
        let d = &touch.time.d;
        let [x, ..] = &scene.touched(&touch, &touch.w)[..] else { unreachable!() };
        let w = if is_zero(&touch.w.clone().map(|x| x.x)) && scene.r.is_zero() {
            // The normal of the facet decides the side of a flat box.
            let place = along.clone().map(|v| v * &touch.time.x);
            let axes = &scene.axes;
            let facets = match &axes.across {
                _ if axes.rank == axes.dims => axes.facets_at(&place, &touch.time.s),
                Some(n) if axes.is_within_border(&place, &touch.time.s) => {
                    let speed = sign(&dot(n, &along));
                    vec![n.clone().map(|x| x * -speed)]
                }
                _ => Vec::new(),
            };
            match &facets[..] {
                [n] => n.clone().map(Pair::whole),
                _ => Default::default(),
            }
        } else {
            touch.w.clone()
        };
        let feature = place(&self.request.obstacle.core, &self.b, x, &w, &along, d);
        let at = Spot {
            at: [0, 1, 2].map(|k| Pair {
                x: &a[k] * &touch.time.s + &along[k] * &touch.time.x,
                y: &along[k] * &touch.time.y,
            }),
            s: touch.time.s.clone(),
        };
        let on_mover = self.inflated(&at, d, None);
        let mover_feature = place(
            &self.request.mover.core,
            &self.a,
            &at,
            &Default::default(),
            &negated(&self.v),
            d,
        );
        Closest {
            point: on_mover.clone(),
            on_mover,
            normal: None,
            feature_at_rest: feature.clone(),
            feature,
            mover_feature,
            distance,
        }
    }

    fn penetration(&self, scene: &Scene) -> Penetration {
        let axes = &scene.axes;
        if let Some((w, m, square)) = &scene.gap {
            let depth = Surd::new(&self.r * m, -BigInt::one(), square.clone(), m * &self.scale);
            return Penetration { depth, directions: vec![unit(w)] };
        }
        let flat = |ways: Vec<Vector>| Penetration {
            depth: Surd::ratio(self.r.clone(), self.scale.clone()),
            directions: ways.iter().map(unit).collect(),
        };
        if axes.rank == axes.dims {
            let (h, square, ways) = axes.ways_out();
            let depth = Surd::new(&self.r * &square, h, square.clone(), square * &self.scale);
            return Penetration { depth, directions: ways.iter().map(unit).collect() };
        }
        match &axes.across {
            Some(n) => flat(vec![n.clone(), negated(n)]),
            // For a segment or a point, the rule is the one that the library has now.
            None => {
                let way = self.b.directions().into_iter().chain(self.a.directions()).next();
                flat(way.map_or_else(
                    || vec![unit_vector(0)],
                    |e| {
                        let least = (1..3).fold(0, |k, i| {
                            if e[i].magnitude() <= e[k].magnitude() { i } else { k }
                        });
                        let n = cross(&e, &unit_vector(least));
                        vec![negated(&n), n]
                    },
                ))
            }
        }
    }
}

impl Request {
    /// Whether the mover enters the obstacle before the end of the motions, or overlaps it at the
    /// start.
    pub fn enters_before_end(&self) -> bool {
        let question = Question::new(self);
        let scene = question.scene();
        match scene.first() {
            Meeting::None => false,
            Meeting::Overlap => true,
            Meeting::Touch(touch) => {
                let end = fraction(self.t_max[0].min(self.t_max[1]));
                let contact = question.contact(&scene, &touch);
                contact.enters && contact.time.compare(&Surd::rational(&end)).is_lt()
            }
        }
    }

    /// Checks laws that hold for every method.
    ///
    /// # Errors
    /// If a law is violated.
    pub fn agrees_with_itself(&self) -> Result<(), String> {
        Question::new(self).agrees_with_itself()
    }
}

impl Question<'_> {
    fn agrees_with_itself(&self) -> Result<(), String> {
        let scene = self.scene();
        let Meeting::Touch(touch) = scene.first() else { return Ok(()) };
        let d = &touch.time.d;
        let claim = |holds: bool, text: &str| if holds { Ok(()) } else { Err(text.to_string()) };
        // The vector is as long as the sum of the radii.
        let reach = Pair::whole(&self.r * &self.r * &touch.m * &touch.m);
        claim(square(&touch.w, d).minus(&reach).sign(d) == 0, "|w| is not R")?;
        // The corners of the touch set are points of both cores.
        let spots = scene.touched(&touch, &touch.w);
        let is_in = |solid: &Solid, spot: &Spot| {
            let walls = solid.half_spaces();
            walls.iter().all(|wall| spot.side_of(&wall.normal, &wall.height, d) <= 0)
        };
        for spot in &spots {
            claim(is_in(&self.b, spot), "a corner is not on the obstacle")?;
            claim(is_in(&self.a, &scene.on_mover(spot, &touch)), "a corner is not on the mover")?;
        }
        // From outside, the axes and the pieces give the same time.
        if self.r.is_zero() && !self.request.plane && scene.gap.is_some() {
            let by_pieces = scene.pieces.root(&self.v, &self.r, false).map(|it| it.time);
            let is_same = by_pieces.is_some_and(|it| it.compare(&touch.time).is_eq());
            claim(is_same, "axes and pieces find other times")?;
        }
        // Between the two times, the bodies are nearer than at the ends if and only if one enters
        // the other.
        if let Some(last) =
            scene.last().filter(|last| !self.r.is_zero() && last.compare(&touch.time).is_gt())
        {
            let between = between(&touch.time, &last);
            let moved =
                |p: &Vector| [0, 1, 2].map(|k| &p[k] * &between.1 + &self.v[k] * &between.0);
            let lifted = |p: &Vector| p.clone().map(|x| x * &between.1);
            let a = Solid::new(self.a.points.iter().map(moved).collect(), Vec::new());
            let b = Solid::new(self.b.points.iter().map(lifted).collect(), Vec::new());
            let r = &self.r * &between.1;
            let there = Scene::new(&a, &b, r.clone(), self.v.clone(), self.request.plane);
            let is_nearer =
                there.gap.as_ref().is_none_or(|(_, m, square)| *square < &r * &r * m * m);
            let enters = dot_pairs(&self.v, &touch.w).sign(d) < 0;
            let is_parting = dot_pairs(&self.v, &touch.w).sign(d) > 0;
            claim(is_nearer == enters && !is_parting, "the entry is not one by distances")?;
        }
        Ok(())
    }
}

/// A rational number between two that differ, as `n / d`.
fn between(a: &Surd, b: &Surd) -> (BigInt, BigInt) {
    let floor = |x: &Surd, bits: usize| -> BigInt {
        let up = BigInt::one() << bits;
        let square = &x.y * &x.y * &x.d * &up * &up;
        let root = square.sqrt();
        let whole = &x.x * &up + if sign(&x.y) >= 0 { root } else { -root - 1 };
        num_integer::Integer::div_floor(&whole, &x.s)
    };
    let mut bits = 8;
    loop {
        // This number is above a, and mostly below b.
        let middle: BigInt = floor(a, bits) + floor(b, bits) + 2;
        let found = (middle, BigInt::one() << (bits + 1));
        let ratio = Surd::ratio(found.0.clone(), found.1.clone());
        if a.compare(&ratio).is_lt() && ratio.compare(b).is_lt() {
            return found;
        }
        bits *= 2;
    }
}
