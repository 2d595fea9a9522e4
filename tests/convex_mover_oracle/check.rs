//! Whether a reply is right in each field, to the last bit.

use super::exact::{Format, Time};
use super::numbers::Surd;
use super::request::Request;
use super::truth::{Contact, Feature, Numbers, Status, Truth};

/// A first contact or a first entry, in three dimensions and `f64`.
pub type Met = super::met::Met<Feature>;

#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    pub point: [f64; 3],
    pub on_mover: Option<[f64; 3]>,
    pub distance: f64,
    pub feature: Feature,
}

/// The library's reply. A field that the library does not report yet is none, and is not compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub met: Met,
    /// The exact answer, each number of it rounded.
    pub exact: Option<Met>,
    pub entry: Option<Met>,
    pub contact_time: Option<f64>,
    pub time_down: Option<f64>,
    pub last_time: Option<f64>,
    pub has_contact: Option<bool>,
    pub intersects: Option<bool>,
    pub closest: Option<Closest>,
    /// The direction and the depth of the penetration, if the bodies overlap.
    pub penetration: Option<Option<([f64; 3], f64)>>,
    /// All corners of the touch set.
    pub points: Option<Vec<[f64; 3]>>,
    pub mover_feature: Option<Feature>,
}

/// Compares numbers, and names the first that is wrong.
struct Judge {
    format: Format,
    dims: usize,
}

impl Judge {
    fn number(&self, name: &str, truth: &Surd, x: f64) -> Result<(), String> {
        if truth.real().rounds_to(&Time::Start, x, self.format) {
            return Ok(());
        }
        let right = truth.real().nearest(&Time::Start, self.format);
        Err(format!("{name} is {x:?}, right is {right:?}"))
    }

    fn vector(&self, name: &str, truth: &Numbers, x: [f64; 3]) -> Result<(), String> {
        (0..self.dims).try_for_each(|k| self.number(&format!("{name}[{k}]"), &truth[k], x[k]))
    }

    fn normal(&self, truth: Option<&Numbers>, normal: Option<[f64; 3]>) -> Result<(), String> {
        match (truth, normal) {
            (None, None) => Ok(()),
            (Some(truth), Some(normal)) => self.vector("normal", truth, normal),
            (truth, normal) => {
                let right = truth.map(|n| n.clone().map(|x| x.about()));
                Err(format!("normal is {normal:?}, right is {right:?}"))
            }
        }
    }
}

fn equal<V: PartialEq + std::fmt::Debug>(name: &str, truth: &V, x: &V) -> Result<(), String> {
    if truth == x { Ok(()) } else { Err(format!("{name} is {x:?}, right is {truth:?}")) }
}

impl Request {
    pub fn format(&self) -> Format {
        if self.single { Format::SINGLE } else { Format::DOUBLE }
    }

    /// Checks a reply, and returns the first fault as an error.
    ///
    /// # Errors
    /// If there is a fault.
    pub fn check(&self, truth: &Truth, reply: &Reply) -> Result<(), String> {
        let judge = Judge { format: self.format(), dims: if self.plane { 2 } else { 3 } };
        let named = |name: &str, result: Result<(), String>| {
            result.map_err(|text| format!("{name}: {text}"))
        };
        named("first contact", self.check_met(&judge, truth, &reply.met))?;
        if let Some(exact) = &reply.exact {
            named("exact", self.check_met(&judge, truth, exact))?;
        }
        if let Some(entry) = &reply.entry {
            let is_passed = matches!(&truth.status, Status::Contact(it) if !it.enters);
            if is_passed {
                equal("first entry", &Met::None, entry)?;
            } else {
                named("first entry", self.check_met(&judge, truth, entry))?;
            }
        }
        let contact = match &truth.status {
            Status::Contact(contact) => Some(contact),
            _ => None,
        };
        self.check_times(&judge, contact, truth, reply)?;
        if let Some(has_contact) = reply.has_contact {
            equal("has contact", &!matches!(truth.status, Status::None), &has_contact)?;
        }
        if let Some(intersects) = reply.intersects {
            equal("intersects", &truth.intersects, &intersects)?;
        }
        if let Some(closest) = &reply.closest {
            let right = &truth.closest;
            named("closest", judge.vector("point", &right.point, closest.point))?;
            if let Some(on_mover) = closest.on_mover {
                named("closest", judge.vector("on mover", &right.on_mover, on_mover))?;
            }
            named("closest", judge.number("distance", &right.distance, closest.distance))?;
            named("closest", equal("feature", &right.feature_at_rest, &closest.feature))?;
        }
        if let Some(penetration) = &reply.penetration {
            match (&truth.penetration, penetration) {
                (None, None) => {}
                (Some(right), Some((direction, depth))) => {
                    judge.number("depth", &right.depth, *depth)?;
                    let all = right.directions.iter();
                    let tried: Vec<_> =
                        all.map(|it| judge.vector("way out", it, *direction)).collect();
                    if tried.iter().all(Result::is_err) {
                        return tried.into_iter().next().unwrap();
                    }
                }
                (right, it) => {
                    let depth = right.as_ref().map(|it| it.depth.about());
                    return Err(format!("penetration is {it:?}, right is {depth:?}"));
                }
            }
        }
        if let (Some(points), Some(contact)) = (&reply.points, contact) {
            self.check_points(&judge, contact, points)?;
        }
        if let (Some(feature), Some(contact)) = (&reply.mover_feature, contact) {
            equal("mover feature", &contact.mover_feature, feature)?;
        }
        Ok(())
    }

    fn check_times(
        &self,
        judge: &Judge,
        contact: Option<&Contact>,
        truth: &Truth,
        reply: &Reply,
    ) -> Result<(), String> {
        match (contact, reply.contact_time, reply.time_down) {
            (None, None, None) => {}
            (Some(contact), Some(time), Some(down)) => {
                judge.number("contact time", &contact.time, time)?;
                if !contact.time.real().rounds_down_to(&Time::Start, down, judge.format) {
                    let right = contact.time.real().down(&Time::Start, judge.format);
                    return Err(format!("time down is {down:?}, right is {right:?}"));
                }
            }
            (contact, time, down) => {
                let right = contact.map(|it| it.time.about());
                return Err(format!("times are {time:?}, {down:?}, right is {right:?}"));
            }
        }
        match (&truth.last_time, reply.last_time) {
            (None, None) => Ok(()),
            (Some(right), Some(time)) => judge.number("last time", right, time),
            (right, time) => {
                let right = right.as_ref().map(Surd::about);
                Err(format!("last time is {time:?}, right is {right:?}"))
            }
        }
    }

    fn check_met(&self, judge: &Judge, truth: &Truth, met: &Met) -> Result<(), String> {
        match (&truth.status, met) {
            (Status::None, Met::None) => Ok(()),
            (Status::Overlap, Met::Overlap { center, point, normal, feature }) => {
                judge.vector("center", &truth.center, *center)?;
                judge.vector("point", &truth.closest.point, *point)?;
                judge.normal(truth.closest.normal.as_ref(), *normal)?;
                equal("feature", &truth.closest.feature, feature)
            }
            (
                Status::Contact(right),
                Met::Contact { time, center, point, other_point, normal, feature, approach },
            ) => {
                judge.number("time", &right.time, *time)?;
                judge.vector("center", &right.center, *center)?;
                judge.vector("point", &right.points[0], *point)?;
                let other = Some(&right.points).filter(|all| all.len() == 2).map(|all| &all[1]);
                match (other, other_point) {
                    (None, None) => {}
                    (Some(right), Some(point)) => judge.vector("other point", right, *point)?,
                    (right, point) => {
                        let right = right.map(|it| it.clone().map(|x| x.about()));
                        return Err(format!("other point is {point:?}, right is {right:?}"));
                    }
                }
                judge.normal(right.normal.as_ref(), *normal)?;
                equal("feature", &right.feature, feature)?;
                approach.map_or(Ok(()), |it| equal("approach", &right.approach, &it))
            }
            (right, met) => {
                let right = match right {
                    Status::None => "none".to_string(),
                    Status::Overlap => "overlap".to_string(),
                    Status::Contact(it) => format!("contact at {:?}", it.time.about()),
                };
                Err(format!("{met:?}, right is {right}"))
            }
        }
    }

    fn check_points(
        &self,
        judge: &Judge,
        contact: &Contact,
        points: &[[f64; 3]],
    ) -> Result<(), String> {
        let count = contact.points.len();
        equal("number of points", &count, &points.len())?;
        let around = |turn: usize| {
            (0..count).try_for_each(|i| {
                let at = (i * turn) % count;
                judge.vector(&format!("points[{i}]"), &contact.points[at], points[i])
            })
        };
        // Without a normal the mover has no side, and either order of the corners is right.
        if contact.has_sense { around(1) } else { around(1).or_else(|_| around(count - 1)) }
    }

    /// The reply that is right, to be compared with others or spoiled.
    pub fn right(&self, truth: &Truth) -> Reply {
        let format = self.format();
        let number = |x: &Surd| x.real().nearest(&Time::Start, format);
        let vector = |v: &Numbers| v.clone().map(|x| number(&x));
        let closest = &truth.closest;
        let (mut time, mut down, mut points, mut mover_feature) = (None, None, None, None);
        let mut enters = true;
        let met = match &truth.status {
            Status::None => Met::None,
            Status::Overlap => Met::Overlap {
                center: vector(&truth.center),
                point: vector(&closest.point),
                normal: closest.normal.as_ref().map(vector),
                feature: closest.feature.clone(),
            },
            Status::Contact(it) => {
                enters = it.enters;
                time = Some(number(&it.time));
                down = Some(it.time.real().down(&Time::Start, format));
                points = Some(it.points.iter().map(vector).collect::<Vec<_>>());
                mover_feature = Some(it.mover_feature.clone());
                Met::Contact {
                    time: number(&it.time),
                    center: vector(&it.center),
                    point: vector(&it.points[0]),
                    other_point: (it.points.len() == 2).then(|| vector(&it.points[1])),
                    normal: it.normal.as_ref().map(vector),
                    feature: it.feature.clone(),
                    approach: Some(it.approach),
                }
            }
        };
        Reply {
            exact: None,
            entry: Some(if enters { met.clone() } else { Met::None }),
            contact_time: time,
            time_down: down,
            last_time: truth.last_time.as_ref().map(number),
            has_contact: Some(met != Met::None),
            intersects: Some(truth.intersects),
            closest: Some(Closest {
                point: vector(&closest.point),
                on_mover: Some(vector(&closest.on_mover)),
                distance: number(&closest.distance),
                feature: closest.feature_at_rest.clone(),
            }),
            penetration: Some(
                (truth.penetration.as_ref())
                    .map(|it| (vector(&it.directions[0]), number(&it.depth))),
            ),
            points,
            mover_feature,
            met,
        }
    }
}
