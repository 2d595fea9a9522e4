//! The first contact, by convexity.
//!
//! Relative to the obstacle the centre moves as `X(t) = C + t V`. Its squared distance to a convex
//! set is a convex function of `t`, and for a triangle, a segment or a point it is piecewise
//! quadratic. The pieces of time meet where the path crosses a *wall*: a plane that bounds the
//! points to which one vertex, one edge or the face is closest. Along the path each wall is a
//! linear function of `t`, so these times are rational. Between two of them one feature stays the
//! closest, which is found by comparing the distances to all of them at one rational time in
//! between. The first piece on which `distance² − r²` becomes zero contains the contact.

use super::exact::{
    Format, Ratio, Real, Time, Vector, common_exponent, cross, decode, dot, integer, minus,
    parabola, sign, unit_between,
};
use super::query::Query;
use num_bigint::BigInt;
use num_traits::Zero;
use std::cmp::Ordering;
use tangency::{Answer, Approach, Contact, Feature, Overlap};

/// The truth about a query.
pub enum Truth {
    None,
    Overlap(Touch),
    Contact(Touch),
}

/// A contact or an overlap, not yet rounded.
pub struct Touch {
    /// The time, in units of the scene.
    pub at: Time,
    pub time: Real,
    pub center: [Real; 3],
    pub point: [Real; 3],
    pub normal: Option<[Real; 3]>,
    /// The touched feature; for a degenerate triangle all features that contain the point.
    pub features: Vec<Feature>,
    pub approach: Approach,
}

impl Touch {
    fn round(&self, numbers: &[Real; 3], format: Format) -> [f64; 3] {
        [0, 1, 2].map(|k| numbers[k].nearest(&self.at, format))
    }

    /// The unit vector from the point to the centre at the start, if they are not the same.
    pub fn across(&self) -> Option<[Real; 3]> {
        unit_between(&self.point, &self.center)
    }

    /// The overlap, rounded.
    pub fn to_overlap(&self, format: Format) -> Overlap<f64, 3> {
        let [center, point] = [&self.center, &self.point].map(|x| self.round(x, format));
        let normal = self.across().as_ref().map(|x| self.round(x, format));
        Overlap::new(center, point, normal, self.features[0])
    }

    /// The contact, rounded.
    pub fn to_contact(&self, format: Format) -> Contact<f64, 3> {
        let [center, point] = [&self.center, &self.point].map(|x| self.round(x, format));
        let normal = self.normal.as_ref().map(|x| self.round(x, format));
        let (feature, approach) = (self.features[0], self.approach);
        Contact::new(self.time.nearest(&self.at, format), center, point, normal, feature, approach)
    }
}

impl Query {
    /// The kind of float of the query and its answer.
    pub fn format(&self) -> Format {
        if self.single { Format::SINGLE } else { Format::DOUBLE }
    }

    /// The exact truth.
    pub fn truth(&self) -> Truth {
        Scene::new(self).first_contact()
    }

    /// The right answer.
    pub fn expected(&self) -> Answer<f64, 3> {
        match self.truth() {
            Truth::None => Answer::None,
            Truth::Overlap(touch) => Answer::Overlap(touch.to_overlap(self.format())),
            Truth::Contact(touch) => Answer::Contact(touch.to_contact(self.format())),
        }
    }
}

/// A query in integers, in units of `2^space` for lengths and `2^speed` for velocities.
struct Scene {
    space: i32,
    speed: i32,
    /// The end of the motion; `None` if it has no end.
    end: Option<(i64, i32)>,
    center: Vector,
    radius: BigInt,
    own: Vector,
    drift: Vector,
    /// The velocity relative to the obstacle.
    velocity: Vector,
    vertices: Vec<Vector>,
    edges: Vec<Edge>,
    face: Option<Face>,
    /// The vector from each vertex to the centre at the start.
    from: Vec<Vector>,
}

struct Edge {
    start: usize,
    end: usize,
    along: Vector,
    squared: BigInt,
}

struct Face {
    normal: Vector,
    squared: BigInt,
    /// For each edge, a vector in the plane of the face that is perpendicular to the edge and
    /// points away from the face.
    outward: [Vector; 3],
}

/// The part of the obstacle that is the closest one for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Vertex(usize),
    Edge(usize),
    Face,
}

/// A vector that is linear in time; its square is `weight` times the squared distance to a piece.
struct Reach {
    at_start: Vec<BigInt>,
    rate: Vec<BigInt>,
    weight: BigInt,
}

/// The number `p + q t`.
struct Linear {
    p: BigInt,
    q: BigInt,
}

impl Linear {
    fn sign_at(&self, t: &Ratio) -> Ordering {
        sign(&(&self.p * &t.d + &self.q * &t.n))
    }

    fn sign(&self, t: &Time) -> Ordering {
        t.sign_of(&self.p, &self.q)
    }
}

impl Scene {
    fn new(query: &Query) -> Self {
        let corners = &query.vertices[..query.corners];
        let lengths = corners.iter().flatten().chain(&query.center).chain([&query.radius]);
        let space = common_exponent(lengths.copied());
        let speed = common_exponent(
            query
                .velocity
                .into_iter()
                .chain(query.drift)
                .chain(query.origins.into_iter().flatten()),
        );
        let place = |v: [f64; 3]| v.map(|x| integer(x, space));
        let pace = |v: [f64; 3]| v.map(|x| integer(x, speed));

        let center = place(query.center);
        let vertices: Vec<Vector> = corners.iter().map(|p| place(*p)).collect();
        let of_origins = query.origins.map(pace);
        let own = minus(&pace(query.velocity), &of_origins[0]);
        let drift = minus(&pace(query.drift), &of_origins[1]);
        let edges = edges_of(&vertices);
        Self {
            space,
            speed,
            end: query.end().is_finite().then(|| decode(query.end())),
            radius: integer(query.radius, space),
            velocity: minus(&own, &drift),
            from: vertices.iter().map(|p| minus(&center, p)).collect(),
            face: face_of(&edges),
            center,
            own,
            drift,
            vertices,
            edges,
        }
    }

    fn first_contact(&self) -> Truth {
        let start = Ratio::zero();
        let piece = self.closest(&start);
        let [_, b, c] = self.quadratic(piece);
        match sign(&c) {
            Ordering::Less => Truth::Overlap(self.touch(Time::Start, piece, b)),
            Ordering::Equal => Truth::Contact(self.touch(Time::Start, piece, b)),
            Ordering::Greater => self.approach(),
        }
    }

    /// The contact after the start, if sphere and obstacle are apart at the start.
    fn approach(&self) -> Truth {
        let breaks = self.breaks();
        let mut low = Ratio::zero();
        for high in breaks.iter().map(Some).chain([None]) {
            let sample = high.map_or_else(|| low.plus_one(), |high| low.between(high));
            let piece = self.closest(&sample);
            let [a, b, c] = self.quadratic(piece);
            let (value, slope) = parabola(&a, &b, &c, &low.n, &low.d);
            assert!(value > BigInt::ZERO, "the distance must be continuous");
            if slope >= BigInt::ZERO {
                // The distance is convex and no longer decreases.
                return Truth::None;
            }
            let ends_within = high.is_some_and(|high| {
                let (value, slope) = parabola(&a, &b, &c, &high.n, &high.d);
                value <= BigInt::ZERO || slope > BigInt::ZERO && &b * &b >= &a * &c
            });
            if ends_within || high.is_none() && &b * &b >= &a * &c {
                let slope = if &b * &b == &a * &c { BigInt::ZERO } else { BigInt::from(-1) };
                let at = Time::Root { a, b, c };
                return if self.is_in_time(&at) {
                    Truth::Contact(self.touch(at, piece, slope))
                } else {
                    Truth::None
                };
            }
            if let Some(high) = high {
                low = high.clone();
            }
        }
        Truth::None
    }

    /// The times after the start at which the path crosses a wall, in order.
    fn breaks(&self) -> Vec<Ratio> {
        let along = self
            .edges
            .iter()
            .flat_map(|edge| [self.past(edge, edge.start), self.past(edge, edge.end)]);
        let across = (0..3).filter_map(|i| self.beyond(i));
        let mut times: Vec<Ratio> =
            along.chain(across).filter_map(|wall| Ratio::root_of(&wall.p, &wall.q)).collect();
        times.sort_by(Ratio::cmp);
        times.dedup_by(|a, b| Ratio::cmp(a, b).is_eq());
        times
    }

    /// How far the centre is past a vertex in the direction of an edge.
    fn past(&self, edge: &Edge, vertex: usize) -> Linear {
        Linear { p: dot(&edge.along, &self.from[vertex]), q: dot(&edge.along, &self.velocity) }
    }

    /// How far the centre is beyond edge `i` of the face, in the direction of the face.
    fn beyond(&self, i: usize) -> Option<Linear> {
        let outward = &self.face.as_ref()?.outward[i];
        Some(Linear { p: dot(outward, &self.from[i]), q: dot(outward, &self.velocity) })
    }

    /// The closest piece at a time. If several are the closest, it is the one of lowest dimension.
    fn closest(&self, t: &Ratio) -> Piece {
        let vertices = (0..self.vertices.len()).map(Piece::Vertex);
        let edges = (0..self.edges.len()).map(Piece::Edge);
        let mut best: Option<(Piece, BigInt, BigInt)> = None;
        for piece in
            vertices.chain(edges).chain([Piece::Face]).filter(|piece| self.faces(*piece, t))
        {
            let reach = self.reach(piece);
            let vector: Vec<BigInt> =
                reach.at_start.iter().zip(&reach.rate).map(|(a, b)| a * &t.d + b * &t.n).collect();
            let squared = dot(&vector, &vector);
            if best
                .as_ref()
                .is_none_or(|(_, least, weight)| &squared * weight < least * &reach.weight)
            {
                best = Some((piece, squared, reach.weight));
            }
        }
        best.unwrap().0
    }

    /// Whether the piece exists and the centre's foot on it falls within it.
    fn faces(&self, piece: Piece, t: &Ratio) -> bool {
        match piece {
            Piece::Vertex(_) => true,
            Piece::Edge(i) => {
                let edge = &self.edges[i];
                !edge.squared.is_zero()
                    && self.past(edge, edge.start).sign_at(t).is_gt()
                    && self.past(edge, edge.end).sign_at(t).is_lt()
            }
            Piece::Face => {
                (0..3).all(|i| self.beyond(i).is_some_and(|wall| wall.sign_at(t).is_lt()))
            }
        }
    }

    fn reach(&self, piece: Piece) -> Reach {
        match piece {
            Piece::Vertex(i) => Reach {
                at_start: self.from[i].to_vec(),
                rate: self.velocity.to_vec(),
                weight: BigInt::from(1),
            },
            Piece::Edge(i) => {
                let edge = &self.edges[i];
                Reach {
                    at_start: cross(&edge.along, &self.from[edge.start]).to_vec(),
                    rate: cross(&edge.along, &self.velocity).to_vec(),
                    weight: edge.squared.clone(),
                }
            }
            Piece::Face => {
                let face = self.face.as_ref().unwrap();
                Reach {
                    at_start: vec![dot(&face.normal, &self.from[0])],
                    rate: vec![dot(&face.normal, &self.velocity)],
                    weight: face.squared.clone(),
                }
            }
        }
    }

    /// `a t^2 + 2 b t + c`, which is a positive multiple of `distance² − radius²` while this piece
    /// is the closest.
    fn quadratic(&self, piece: Piece) -> [BigInt; 3] {
        let Reach { at_start, rate, weight } = self.reach(piece);
        let c = dot(&at_start, &at_start) - weight * &self.radius * &self.radius;
        [dot(&rate, &rate), dot(&at_start, &rate), c]
    }

    fn is_in_time(&self, at: &Time) -> bool {
        self.end.is_none_or(|(m, e)| self.time().cmp(at, m, e).is_le())
    }

    fn time(&self) -> Real {
        let [p, q, s] = [0, 1, 1].map(BigInt::from);
        Real::Linear { p, q, s, exponent: self.space - self.speed }
    }

    /// The touch at a time at which this piece is the closest, where the distance has a slope of
    /// the given sign.
    fn touch(&self, at: Time, piece: Piece, slope: BigInt) -> Touch {
        let foot = self.foot(piece);
        let features = if self.is_degenerate() {
            self.features_that_hold(&foot, &at)
        } else {
            vec![self.lowest(piece, &at)]
        };
        let normal = if self.radius.is_zero() {
            self.normal_of_ray(&at, features[0])
        } else {
            Some(self.normal(piece, &foot, &at))
        };
        let approach = match (&normal, &at) {
            // A ray that hits the face comes from one side, since it cannot come along the face
            // without touching an edge first.
            (Some(_), _) if self.radius.is_zero() => Approach::Approaching,
            (None, Time::Root { .. }) => Approach::Approaching,
            (None, Time::Start) => Approach::Sliding,
            _ => match sign(&slope) {
                Ordering::Less => Approach::Approaching,
                Ordering::Equal => Approach::Sliding,
                Ordering::Greater => Approach::Parting,
            },
        };
        let place = |p, q, s| Real::Linear { p, q, s, exponent: self.space };
        let center =
            [0, 1, 2].map(|k| place(self.center[k].clone(), self.own[k].clone(), BigInt::from(1)));
        let point = [0, 1, 2].map(|k| {
            let (at_start, rate, s) = (&foot.at_start[k], &foot.rate[k], &foot.weight);
            place(at_start.clone(), rate + s * &self.drift[k], s.clone())
        });
        Touch { time: self.time(), at, center, point, normal, features, approach }
    }

    /// The closest point relative to the obstacle: linear in time, `weight` times too long.
    fn foot(&self, piece: Piece) -> Reach {
        match piece {
            Piece::Vertex(i) => Reach {
                at_start: self.vertices[i].to_vec(),
                rate: vec![BigInt::ZERO; 3],
                weight: BigInt::from(1),
            },
            Piece::Edge(i) => {
                let edge = &self.edges[i];
                let past = self.past(edge, edge.start);
                let base = &self.vertices[edge.start];
                Reach {
                    at_start: (0..3)
                        .map(|k| &base[k] * &edge.squared + &edge.along[k] * &past.p)
                        .collect(),
                    rate: edge.along.iter().map(|x| x * &past.q).collect(),
                    weight: edge.squared.clone(),
                }
            }
            Piece::Face => {
                let Face { normal, squared, .. } = self.face.as_ref().unwrap();
                let down = |x: &Vector, height: &BigInt| {
                    (0..3).map(|k| &x[k] * squared - &normal[k] * height).collect()
                };
                Reach {
                    at_start: down(&self.center, &dot(normal, &self.from[0])),
                    rate: down(&self.velocity, &dot(normal, &self.velocity)),
                    weight: squared.clone(),
                }
            }
        }
    }

    fn is_degenerate(&self) -> bool {
        self.face.is_none() && self.vertices.len() == 3
            || self.edges.iter().any(|edge| edge.squared.is_zero())
    }

    /// The feature of lowest dimension that contains the foot on this piece.
    fn lowest(&self, piece: Piece, at: &Time) -> Feature {
        match piece {
            Piece::Vertex(i) => Feature::Vertex(i as u8),
            Piece::Edge(i) => {
                let edge = &self.edges[i];
                let end = [edge.start, edge.end]
                    .into_iter()
                    .find(|v| self.past(edge, *v).sign(at).is_eq());
                end.map_or(Feature::Edge(i as u8), |v| Feature::Vertex(v as u8))
            }
            Piece::Face => {
                let on: Vec<usize> = (0..3)
                    .filter(|i| self.beyond(*i).is_some_and(|wall| wall.sign(at).is_eq()))
                    .collect();
                match on[..] {
                    [] => Feature::Face,
                    [edge] => Feature::Edge(edge as u8),
                    // Two edges meet in the vertex that is not an end of the third edge.
                    _ => Feature::Vertex(
                        (0..3).find(|v| on.iter().all(|i| i == v || (i + 1) % 3 == *v)).unwrap()
                            as u8,
                    ),
                }
            }
        }
    }

    /// For a triangle that is a segment or a point: each feature that contains this point of it.
    fn features_that_hold(&self, foot: &Reach, at: &Time) -> Vec<Feature> {
        let side = |vertex: usize, k: usize| {
            let p = &foot.at_start[k] - &self.vertices[vertex][k] * &foot.weight;
            at.sign_of(&p, &foot.rate[k])
        };
        // The point is collinear with the edge, so comparing each coordinate is enough.
        let holds = |edge: &Edge| {
            (0..3).all(|k| side(edge.start, k) != side(edge.end, k) || side(edge.start, k).is_eq())
        };
        let vertices = (0..self.vertices.len()).filter(|v| (0..3).all(|k| side(*v, k).is_eq()));
        let edges = (0..self.edges.len()).filter(|i| holds(&self.edges[*i]));
        let face = (self.vertices.len() == 3).then_some(Feature::Face);
        vertices
            .map(|v| Feature::Vertex(v as u8))
            .chain(edges.map(|i| Feature::Edge(i as u8)))
            .chain(face)
            .collect()
    }

    /// The vector from the foot to the centre, divided by the radius.
    fn normal(&self, piece: Piece, foot: &Reach, at: &Time) -> [Real; 3] {
        if let (Piece::Face, Some(face)) = (piece, &self.face) {
            let height = Linear {
                p: dot(&face.normal, &self.from[0]),
                q: dot(&face.normal, &self.velocity),
            };
            return unit(face, height.sign(at));
        }
        [0, 1, 2].map(|k| Real::Linear {
            p: &self.center[k] * &foot.weight - &foot.at_start[k],
            q: &self.velocity[k] * &foot.weight - &foot.rate[k],
            s: &foot.weight * &self.radius,
            exponent: 0,
        })
    }

    /// The normal where a moving point hits the interior of the face: on the side of its start.
    fn normal_of_ray(&self, at: &Time, feature: Feature) -> Option<[Real; 3]> {
        let face = self.face.as_ref().filter(|_| feature == Feature::Face)?;
        let side = match at {
            Time::Root { .. } => sign(&dot(&face.normal, &self.from[0])),
            Time::Start => sign(&dot(&face.normal, &self.velocity)).reverse(),
        };
        side.is_ne().then(|| unit(face, side))
    }
}

/// The face's unit normal on one side.
fn unit(face: &Face, side: Ordering) -> [Real; 3] {
    [0, 1, 2].map(|k| {
        let n = if side.is_lt() { -&face.normal[k] } else { face.normal[k].clone() };
        Real::Unit { n, square: face.squared.clone() }
    })
}

fn edges_of(vertices: &[Vector]) -> Vec<Edge> {
    let ends: &[[usize; 2]] = match vertices.len() {
        1 => &[],
        2 => &[[0, 1]],
        _ => &[[0, 1], [1, 2], [2, 0]],
    };
    let edge = |&[start, end]: &[usize; 2]| {
        let along = minus(&vertices[end], &vertices[start]);
        Edge { start, end, squared: dot(&along, &along), along }
    };
    ends.iter().map(edge).collect()
}

fn face_of(edges: &[Edge]) -> Option<Face> {
    let [first, second, third] = edges else { return None };
    let normal = cross(&first.along, &second.along);
    let squared = dot(&normal, &normal);
    let outward = [first, second, third].map(|edge| cross(&edge.along, &normal));
    (!squared.is_zero()).then_some(Face { normal, squared, outward })
}
