//! Whether the floats of a reply are right, to the last bit.

use super::exact::{Format, Real, Time};
use super::query::{Mover, Query, Target};
use super::scene::Scene;
use super::truth::{Nearest, PenetrationTruth, Position, Touch, Truth};
use num_rational::BigRational;
use tangency::{Approach, Feature, Side};

/// The name of a feature of the target.
#[derive(Clone, Debug, PartialEq)]
pub enum Name {
    Hull(Feature),
    Sides(Vec<Side>),
    Planes(Vec<u32>),
}

/// A first contact of a sphere, in three dimensions and `f64`.
pub type Met = super::met::Met<Name>;

#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    pub point: [f64; 3],
    pub on_axis: Option<[f64; 3]>,
    pub distance: f64,
    pub feature: Name,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Penetration {
    pub direction: [f64; 3],
    pub depth: f64,
}

/// The reply of the library; `None` for queries that were not run.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    pub met: Option<Met>,
    /// The same answer, by exact arithmetic alone.
    pub exact: Option<Met>,
    pub entry: Option<Met>,
    /// The same answer, by exact arithmetic alone.
    pub entry_exact: Option<Met>,
    pub contact_time: Option<Option<f64>>,
    pub time_down: Option<Option<f64>>,
    pub last_time: Option<Option<f64>>,
    /// The same answer, by exact arithmetic alone.
    pub last_time_exact: Option<Option<f64>>,
    pub closest: Option<Option<Closest>>,
    /// The distance of the closest point, by exact arithmetic alone.
    pub distance_exact: Option<Option<f64>>,
    pub penetration: Option<Option<Penetration>>,
    pub intersects: Option<bool>,
    pub position: Option<Position>,
}

type Checked = Result<(), String>;

impl Query {
    /// The kind of float of the query and its answer.
    pub fn format(&self) -> Format {
        if self.single { Format::SINGLE } else { Format::DOUBLE }
    }

    /// The right reply; features are named by their planes.
    pub fn expected(&self) -> Reply {
        let scene = Scene::new(self).unwrap();
        let format = self.format();
        let round = |at: &Time, x: &Real| x.nearest(at, format);
        let vector = |at: &Time, v: &[Real; 3]| v.each_ref().map(|x| round(at, x));
        let name = |planes: &[usize]| Name::Planes(planes.iter().map(|j| *j as u32).collect());
        let truth = scene.first_contact();
        let contact = match &truth {
            Truth::Contact(touch) => Some(touch),
            _ => None,
        };
        let rounded = |truth: &Truth| match truth {
            Truth::None => Met::None,
            Truth::Overlap(Touch { at, center, point, normal, planes, .. }) => Met::Overlap {
                center: vector(at, center),
                point: vector(at, point),
                normal: normal.as_ref().map(|normal| vector(at, normal)),
                feature: name(planes),
            },
            Truth::Contact(touch) => {
                let Touch { at, time, center, point, other_point, .. } = touch;
                Met::Contact {
                    time: round(at, time),
                    center: vector(at, center),
                    point: vector(at, point),
                    other_point: other_point.as_ref().map(|point| vector(at, point)),
                    normal: touch.normal.as_ref().map(|normal| vector(at, normal)),
                    feature: name(&touch.planes),
                    approach: Some(touch.approach),
                }
            }
        };
        let entry = if self.enters(&truth) { rounded(&truth) } else { Met::None };
        let start = Time::Start;
        Reply {
            met: Some(rounded(&truth)),
            exact: None,
            entry: Some(entry),
            entry_exact: None,
            contact_time: Some(contact.map(|touch| round(&touch.at, &touch.time))),
            time_down: Some(contact.map(|touch| touch.time.down(&touch.at, format))),
            last_time: Some(scene.last_time().map(|(at, time)| round(&at, &time))),
            last_time_exact: None,
            closest: Some(scene.closest().map(|closest| Closest {
                point: vector(&closest.at, &closest.point),
                on_axis: closest.on_axis.as_ref().map(|point| vector(&closest.at, point)),
                distance: round(&start, &closest.distance),
                feature: name(&closest.planes),
            })),
            distance_exact: None,
            penetration: Some(scene.penetration().map(|penetration| Penetration {
                direction: vector(&start, &penetration.direction),
                depth: round(&start, &penetration.depth),
            })),
            intersects: Some(scene.intersects()),
            position: Some(scene.side()),
        }
    }

    /// Whether the two overlap just after the contact. Without thickness there is no overlap, and
    /// every contact counts.
    pub fn enters(&self, truth: &Truth) -> bool {
        match truth {
            Truth::None => false,
            Truth::Overlap(_) => true,
            Truth::Contact(touch) => self.is_thin() || touch.approach == Approach::Approaching,
        }
    }

    /// The square of the distance from the centre at time zero; `None` for an empty body.
    pub fn truth_squared_distance(&self) -> Option<BigRational> {
        Scene::new(self)?.squared_distance()
    }

    /// The largest float not after the time of contact, if there is a contact.
    pub fn truth_time_down(&self) -> Option<f64> {
        match Scene::new(self)?.first_contact() {
            Truth::Contact(touch) => Some(touch.time.down(&touch.at, self.format())),
            _ => None,
        }
    }

    /// Checks every field of a reply. The error names the wrong field.
    pub fn check(&self, reply: &Reply) -> Checked {
        let scene = Scene::new(self).ok_or("a target without planes")?;
        let judge = Judge { query: self, format: self.format() };
        let truth = scene.first_contact();
        if let Some(met) = &reply.met {
            judge.met(&truth, met)?;
        }
        if let Some(met) = &reply.exact {
            judge.met(&truth, met).map_err(|text| format!("by exact arithmetic alone, {text}"))?;
        }
        let entry = if self.enters(&truth) { &truth } else { &Truth::None };
        for met in [&reply.entry, &reply.entry_exact].into_iter().flatten() {
            judge.met(entry, met).map_err(|text| format!("first_entry: {text}"))?;
        }
        if let Some(time) = reply.contact_time {
            judge.contact_time(&truth, time)?;
        }
        if let Some(time) = reply.time_down {
            judge.time_down(&truth, time)?;
        }
        for time in [reply.last_time, reply.last_time_exact].into_iter().flatten() {
            judge.last_time(scene.last_time(), time)?;
        }
        if let Some(closest) = &reply.closest {
            judge.closest(scene.closest(), closest.as_ref())?;
        }
        if let (Some(truth), Some(distance)) = (scene.closest(), reply.distance_exact) {
            let distance = distance.ok_or("no exact distance")?;
            judge.number("exact distance", &truth.distance, &Time::Start, distance)?;
        }
        if let Some(penetration) = &reply.penetration {
            judge.penetration(scene.penetration(), penetration.as_ref())?;
        }
        same("intersects", scene.intersects(), reply.intersects)?;
        same("side", scene.side(), reply.position)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(name: &str, truth: T, got: Option<T>) -> Checked {
    match got {
        Some(got) if got != truth => Err(format!("{name} is {got:?}, expected {truth:?}")),
        _ => Ok(()),
    }
}

struct Judge<'a> {
    query: &'a Query,
    format: Format,
}

impl Judge<'_> {
    fn met(&self, truth: &Truth, met: &Met) -> Checked {
        match (truth, met) {
            (Truth::None, Met::None) => Ok(()),
            (Truth::Overlap(touch), Met::Overlap { center, point, normal, feature }) => {
                self.name(&touch.planes, feature)?;
                self.vector("center", &touch.center, &touch.at, center)?;
                self.vector("point", &touch.point, &touch.at, point)?;
                match (&touch.normal, normal) {
                    (None, None) => Ok(()),
                    (Some(truth), Some(normal)) => self.vector("normal", truth, &touch.at, normal),
                    (truth, _) => Err(format!("normal: expected {}", truth.is_some())),
                }
            }
            (
                Truth::Contact(touch),
                Met::Contact { time, center, point, other_point, normal, feature, approach },
            ) => {
                self.number("time", &touch.time, &touch.at, *time)?;
                self.name(&touch.planes, feature)?;
                let is_wire =
                    self.query.is_thin() && matches!(self.query.mover, Mover::Capsule(..));
                if !is_wire {
                    same("approach", touch.approach, *approach)?;
                }
                self.vector("center", &touch.center, &touch.at, center)?;
                self.vector("point", &touch.point, &touch.at, point)?;
                match (&touch.other_point, other_point) {
                    (None, None) => {}
                    (Some(truth), Some(point)) => {
                        self.vector("other_point", truth, &touch.at, point)?;
                    }
                    (truth, _) => {
                        return Err(format!("other_point: expected {}", truth.is_some()));
                    }
                }
                if is_wire {
                    return Ok(());
                }
                // Where square roots nest, there is no exact normal.
                let is_exact = approach.is_none();
                if is_exact && matches!(self.query.mover, Mover::Ellipsoid(_)) {
                    same("exact normal", None, Some(*normal))
                } else {
                    self.normal(touch, normal.as_ref())
                }
            }
            (Truth::None, _) => Err("status: expected none".to_string()),
            (Truth::Overlap(_), _) => Err("status: expected an overlap".to_string()),
            (Truth::Contact(touch), _) => {
                let time = touch.time.nearest(&touch.at, self.format);
                Err(format!("status: expected a contact at {time:?}"))
            }
        }
    }

    fn number(&self, name: &str, truth: &Real, at: &Time, got: f64) -> Checked {
        if got == 0.0 && got.is_sign_negative() {
            return Err(format!("{name}: a zero has no minus sign"));
        }
        if truth.rounds_to(at, got, self.format) {
            return Ok(());
        }
        Err(format!("{name} is {got:?}, expected {:?}", truth.nearest(at, self.format)))
    }

    fn vector(&self, name: &str, truth: &[Real; 3], at: &Time, got: &[f64; 3]) -> Checked {
        (0..3).try_for_each(|k| self.number(&format!("{name}[{k}]"), &truth[k], at, got[k]))
    }

    /// Whether the planes of the target are internal to the oracle.
    fn is_hull(&self) -> bool {
        let target = &self.query.target;
        matches!(target, Target::Point(_) | Target::Segment(_) | Target::Triangle(_))
    }

    /// Whether a capsule meets a box that is a point, which has no side to leave it over.
    fn is_box_without_sides(&self) -> bool {
        let is_point = match &self.query.target {
            Target::Box { min, max } => min == max,
            Target::Oriented { half_extents, .. } => *half_extents == [0.0; 3],
            _ => false,
        };
        is_point && matches!(self.query.mover, Mover::Capsule(..))
    }

    fn normal(&self, touch: &Touch, got: Option<&[f64; 3]>) -> Checked {
        // The oracle treats a segment in the plane as a flat face, the library as an edge.
        let hull = matches!(self.query.target, Target::Segment(_) | Target::Point(_));
        let truth = touch.normal.as_ref();
        let is_ray = self.query.is_thin();
        match (truth.filter(|_| !(hull && is_ray)), got) {
            (None, None) => Ok(()),
            (Some(truth), Some(normal)) => match self.query.mover {
                Mover::Sphere(_) | Mover::Capsule(..) => {
                    self.vector("normal", truth, &touch.at, normal)
                }
                // Here square roots nest.
                Mover::Ellipsoid(_) => (0..3).try_for_each(|k| {
                    if truth[k].is_next_to(&touch.at, normal[k], self.format) {
                        return Ok(());
                    }
                    let expected = truth[k].nearest(&touch.at, self.format);
                    Err(format!("normal[{k}] is {:?}, expected about {expected:?}", normal[k]))
                }),
            },
            (truth, _) => Err(format!("normal: expected {}", truth.is_some())),
        }
    }

    /// Checks that this name is right for a point that these planes contain.
    fn name(&self, planes: &[usize], name: &Name) -> Checked {
        let holds = |j: usize| planes.contains(&j);
        let right = match name {
            Name::Planes(list) => list.iter().map(|j| *j as usize).eq(planes.iter().copied()),
            Name::Sides(sides) => sides.iter().enumerate().all(|(k, side)| match side {
                Side::Min => holds(2 * k),
                Side::Between => !holds(2 * k) && !holds(2 * k + 1),
                Side::Max => holds(2 * k + 1),
            }),
            Name::Hull(feature) => match &self.query.target {
                Target::Point(_) => *feature == Feature::Vertex(0),
                // A segment of length zero has other planes, and its ends are the same point.
                Target::Segment([a, b]) if a == b => true,
                Target::Segment(_) => match feature {
                    Feature::Vertex(i) => holds((*i).into()),
                    Feature::Edge(0) => !holds(0) && !holds(1),
                    _ => false,
                },
                // A triangle without area has six planes, of which the last always contains the
                // point.
                Target::Triangle(_) | Target::Placed { .. } if holds(5) => true,
                Target::Triangle(_) | Target::Placed { .. } => {
                    let edges: Vec<usize> = (0..3).filter(|i| holds(2 + i)).collect();
                    match (*feature, &edges[..]) {
                        (Feature::Face, []) => true,
                        (Feature::Edge(i), [edge]) => *edge == usize::from(i),
                        // Vertex `i` is on edge `i` and on edge `i − 1`.
                        (Feature::Vertex(i), [_, _]) => {
                            edges.contains(&i.into()) && edges.contains(&((i + 2) % 3).into())
                        }
                        _ => false,
                    }
                }
                _ => false,
            },
        };
        if right { Ok(()) } else { Err(format!("feature {name:?}, but it is on {planes:?}")) }
    }

    fn contact_time(&self, truth: &Truth, got: Option<f64>) -> Checked {
        match (truth, got) {
            (Truth::Contact(touch), Some(time)) => {
                self.number("contact_time", &touch.time, &touch.at, time)
            }
            (Truth::Contact(_), None) | (_, Some(_)) => Err(format!("contact_time is {got:?}")),
            _ => Ok(()),
        }
    }

    fn time_down(&self, truth: &Truth, got: Option<f64>) -> Checked {
        let right = match (truth, got) {
            (Truth::Contact(touch), Some(time)) => {
                time.is_sign_positive() && touch.time.rounds_down_to(&touch.at, time, self.format)
            }
            (Truth::Contact(_), None) => false,
            (_, got) => got.is_none(),
        };
        if right { Ok(()) } else { Err(format!("time_down is {got:?}")) }
    }

    fn last_time(&self, truth: Option<(Time, Real)>, got: Option<f64>) -> Checked {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some((at, truth)), Some(time)) => self.number("last_time", &truth, &at, time),
            (Some((at, truth)), None) => {
                Err(format!("last_time: expected {:?}", truth.nearest(&at, self.format)))
            }
            (None, Some(time)) => Err(format!("last_time is {time:?}, expected none")),
        }
    }

    fn closest(&self, truth: Option<Nearest>, got: Option<&Closest>) -> Checked {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some(truth), Some(got)) => {
                self.number("distance", &truth.distance, &Time::Start, got.distance)?;
                self.vector("closest point", &truth.point, &truth.at, &got.point)?;
                if let (Some(truth), Some(got), at) = (&truth.on_axis, &got.on_axis, &truth.at) {
                    self.vector("closest point of the axis", truth, at, got)?;
                }
                self.name(&truth.planes, &got.feature)
            }
            (truth, _) => Err(format!("closest: expected {}", truth.is_some())),
        }
    }

    fn penetration(&self, truth: Option<PenetrationTruth>, got: Option<&Penetration>) -> Checked {
        match (truth, got) {
            (None, None) => Ok(()),
            (Some(truth), Some(got)) => {
                self.number("depth", &truth.depth, &Time::Start, got.depth)?;
                if truth.any_direction && (self.is_hull() || self.is_box_without_sides()) {
                    return Ok(());
                }
                let of = |truth| self.vector("direction", truth, &Time::Start, &got.direction);
                let checked = of(&truth.direction);
                match self.query.mover {
                    // The direction is one of several equal ones, always the same one, which the
                    // library does not specify.
                    Mover::Capsule(..) => truth.others.iter().map(of).fold(checked, Result::or),
                    _ => checked,
                }
            }
            (Some(truth), None) => {
                let depth = truth.depth.nearest(&Time::Start, self.format);
                Err(format!("penetration: expected one of depth {depth:?}"))
            }
            (None, Some(_)) => Err("penetration: expected none".to_string()),
        }
    }
}
