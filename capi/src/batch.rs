//! Many movers and one obstacle: columns in, columns out.

use crate::answer::{Answer, AnswerColumns, Feature, Status, nowhere};
use crate::error::Outcome;
use crate::handle::Real;
use crate::pointer::{Room, Rows};
use crate::shape::{Column, MoverKind, Movers, Obstacle, on_its_way, with_obstacle};
use tangency::any::{Answers, Asked, Feature as AnyFeature};
use tangency::{Answer as Found, Capsule, Ellipsoid, Moving, Shape, Sphere};

/// So many movers are made before they are asked: what is made of them stays near, and memory small.
const TOGETHER: usize = 4096;

/// The columns of movers, as far as they are there.
struct Table<T> {
    kind: MoverKind,
    count: usize,
    center: Rows<[T; 3]>,
    radius: Option<Rows<T>>,
    extent: Option<Rows<[T; 3]>>,
    velocity: Option<Rows<[T; 3]>>,
    origin: Option<Rows<[T; 3]>>,
    t_max: Option<Rows<T>>,
}

impl<T: Real> Table<T> {
    /// # Safety
    /// Each pointer is null, or leads to as many rows as there are movers.
    unsafe fn new(movers: &Movers<T>) -> Outcome<Self> {
        let kind = MoverKind::of(movers.kind)?;
        let count = movers.count;
        /// A column, or none where it may be left out.
        ///
        /// # Safety
        /// As above.
        unsafe fn column<T: Real, P: crate::pointer::Plain>(
            column: Column<T>,
            count: usize,
            is_needed: bool,
            name: &str,
        ) -> Outcome<Option<Rows<P>>> {
            if column.first.is_null() && !is_needed {
                return Ok(None);
            }
            // SAFETY: the caller's promise.
            unsafe { Rows::new(column.first.cast(), column.stride, count, name) }.map(Some)
        }
        let has_radius = kind != MoverKind::Ellipsoid;
        let has_extent = kind != MoverKind::Sphere;
        // SAFETY: the caller's promise.
        unsafe {
            Ok(Self {
                kind,
                count,
                center: Rows::new(
                    movers.center.first.cast(),
                    movers.center.stride,
                    count,
                    "movers.center",
                )?,
                radius: column(movers.radius, count, has_radius, "movers.radius")?,
                extent: column(movers.extent, count, has_extent, "movers.extent")?,
                velocity: column(movers.velocity, count, false, "movers.velocity")?,
                origin: column(movers.origin, count, false, "movers.origin")?,
                t_max: column(movers.t_max, count, false, "movers.t_max")?,
            })
        }
    }

    fn radius(&self, i: usize) -> T {
        self.radius.as_ref().map_or(T::ZERO, |radii| radii.at(i))
    }

    fn extent(&self, i: usize) -> [T; 3] {
        self.extent.as_ref().map_or([T::ZERO; 3], |extents| extents.at(i))
    }

    /// A shape on the way of a row.
    fn moving<S: Shape<Scalar = T, Vector = [T; 3]>>(
        &self,
        i: usize,
        shape: S,
    ) -> Outcome<Moving<S>> {
        let vector = |column: &Option<Rows<[T; 3]>>| {
            column.as_ref().map_or([T::ZERO; 3], |column| column.at(i))
        };
        let moving = on_its_way(shape, vector(&self.velocity), vector(&self.origin))?;
        match &self.t_max {
            Some(t_max) => Ok(moving.until(t_max.at(i))?),
            None => Ok(moving),
        }
    }
}

/// A mover that a row can be.
trait Body<T: Real>: Shape<Scalar = T, Vector = [T; 3]> + Copy {
    fn of(table: &Table<T>, i: usize) -> Outcome<Self>;
}

impl<T: Real> Body<T> for Sphere<T, 3> {
    fn of(table: &Table<T>, i: usize) -> Outcome<Self> {
        Ok(Self::new(table.center.at(i), table.radius(i))?)
    }
}

impl<T: Real> Body<T> for Capsule<T, 3> {
    fn of(table: &Table<T>, i: usize) -> Outcome<Self> {
        let (a, extent, radius) = (table.center.at(i), table.extent(i), table.radius(i));
        Ok(match table.kind {
            MoverKind::CapsuleWithAxis => Self::with_axis(a, extent, radius)?,
            _ => Self::new(a, extent, radius)?,
        })
    }
}

impl<T: Real> Body<T> for Ellipsoid<T, 3> {
    fn of(table: &Table<T>, i: usize) -> Outcome<Self> {
        Ok(Self::new(table.center.at(i), table.extent(i))?)
    }
}

/// What is asked of many: `first_contacts` or `first_entries`.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    FirstContact,
    FirstEntry,
}

/// Asks it for some movers.
fn ask<T: Real, M: Body<T>, O: Answers<T, 3, M> + ?Sized>(
    question: Question,
    obstacle: &O,
    movers: &[Moving<M>],
    put: &mut dyn FnMut(usize, Found<T, 3, AnyFeature<3>>),
) -> Asked<()> {
    match question {
        Question::FirstContact => obstacle.first_contacts(movers, put),
        Question::FirstEntry => {
            for (i, mover) in movers.iter().enumerate() {
                put(i, obstacle.first_entry(mover)?);
            }
            Ok(())
        }
    }
}

/// Where the answers go.
struct Columns<T> {
    status: Room<u8>,
    time: Room<T>,
    center: Room<[T; 3]>,
    point: Room<[T; 3]>,
    normal: Room<[T; 3]>,
    feature: Room<Feature>,
}

impl<T: Real> Columns<T> {
    /// # Safety
    /// Each pointer is null, or there is room for as many rows as there are movers.
    unsafe fn new(columns: &AnswerColumns<T>, count: usize) -> Outcome<Self> {
        // SAFETY: the caller's promise.
        unsafe {
            Ok(Self {
                status: Room::new(columns.status, count, "answers.status")?,
                time: Room::new(columns.time, count, "answers.time")?,
                center: Room::new(columns.center.cast(), count, "answers.center")?,
                point: Room::new(columns.point.cast(), count, "answers.point")?,
                normal: Room::new(columns.normal.cast(), count, "answers.normal")?,
                feature: Room::new(columns.feature, count, "answers.feature")?,
            })
        }
    }

    fn put(&self, i: usize, found: &Found<T, 3, AnyFeature<3>>) {
        let (status, time, center, point, normal, feature) = match found {
            Found::None => return self.put_nothing(i, Status::None),
            Found::Overlap(it) => {
                (Status::Overlap, T::ZERO, it.center, it.point, it.normal, &it.feature)
            }
            Found::Contact(it) => {
                (Status::Contact, it.time, it.center, it.point, it.normal, &it.feature)
            }
        };
        self.status.put(i, status as u8);
        self.time.put(i, time);
        self.center.put(i, center);
        self.point.put(i, point);
        self.normal.put(i, normal.unwrap_or(nowhere()));
        if self.feature.is_wanted() {
            self.feature.put(i, feature.into());
        }
    }

    fn put_nothing(&self, i: usize, status: Status) {
        let Answer { time, center, point, normal, feature, .. } = Answer::none();
        self.status.put(i, status as u8);
        self.time.put(i, time);
        self.center.put(i, center);
        self.point.put(i, point);
        self.normal.put(i, normal);
        self.feature.put(i, feature);
    }
}

/// Asks for all rows. A row that is no mover is told by its status, and the first of them by the failure; the others are answered all the same.
///
/// # Safety
/// Each pointer is null, or leads to as many rows as there are movers.
pub(crate) unsafe fn answer<T: Real>(
    question: Question,
    obstacle: &Obstacle<T>,
    movers: &Movers<T>,
    columns: &AnswerColumns<T>,
) -> Outcome<()> {
    // SAFETY: the caller's promise.
    let (table, columns) = unsafe { (Table::new(movers)?, Columns::new(columns, movers.count)?) };
    with_obstacle(obstacle, |obstacle| match table.kind {
        MoverKind::Sphere => rows::<T, Sphere<T, 3>, _>(question, obstacle, &table, &columns),
        MoverKind::Capsule | MoverKind::CapsuleWithAxis => {
            rows::<T, Capsule<T, 3>, _>(question, obstacle, &table, &columns)
        }
        MoverKind::Ellipsoid => rows::<T, Ellipsoid<T, 3>, _>(question, obstacle, &table, &columns),
    })
}

fn rows<T: Real, M: Body<T>, O: Answers<T, 3, M> + ?Sized>(
    question: Question,
    obstacle: &O,
    table: &Table<T>,
    columns: &Columns<T>,
) -> Outcome<()> {
    let (mut movers, mut places) = (Vec::new(), Vec::new());
    let (mut first_flaw, mut flaws) = (None, 0_usize);
    let mut begin = 0;
    while begin < table.count {
        let end = table.count.min(begin + TOGETHER);
        movers.clear();
        places.clear();
        for i in begin..end {
            match M::of(table, i).and_then(|body| table.moving(i, body)) {
                Ok(mover) => {
                    movers.push(mover);
                    places.push(i);
                }
                Err(flaw) => {
                    columns.put_nothing(i, Status::BadRow);
                    first_flaw.get_or_insert(flaw.in_row(i));
                    flaws += 1;
                }
            }
        }
        ask(question, obstacle, &movers, &mut |i, found| columns.put(places[i], &found))?;
        begin = end;
    }
    match first_flaw {
        None => Ok(()),
        Some(flaw) => Err(flaw.beside(flaws - 1)),
    }
}
