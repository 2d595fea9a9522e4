//! Batches of many movers and one obstacle, with columns for input and output.

use crate::answer::{AnswerColumns, Feature, Status, nowhere};
use crate::error::{Code, Failure, Outcome};
use crate::handle::{Real, held};
use crate::pointer::{Plain, Room, Rows};
use crate::shape::{self, Column, MoverKind, Movers, Obstacle, on_its_way, with_obstacle};
use core::ptr;
use tangency::any::{Answers, AnyConvex, AnyFeature, Asked};
use tangency::{
    Answer as Found, Capsule, Ellipsoid, Hull, Inflated, InputError, Moving, Shape, Sphere,
};

/// The number of movers that are converted together. It is small enough for the caches and needs
/// little memory; with `parallel` it is large enough for all cores.
const TOGETHER: usize = if cfg!(feature = "parallel") { 1 << 16 } else { 1 << 12 };

/// The columns of movers. A column that the caller left out is `None`, or has no rows.
struct Table<T: Real> {
    kind: MoverKind,
    count: usize,
    center: Rows<[T; 3]>,
    radius: Rows<T>,
    /// The column `extent` of the kinds for which it has three numbers.
    extent: Rows<[T; 3]>,
    /// The column `extent` of the kinds for which it has nine numbers.
    vectors: Rows<[[T; 3]; 3]>,
    rotation: Rows<[T; 4]>,
    hull: Option<Hull<T, 3>>,
    velocity: Option<Rows<[T; 3]>>,
    origin: Option<Rows<[T; 3]>>,
    t_max: Option<Rows<T>>,
}

/// Whether a kind of mover has a column.
#[derive(Clone, Copy)]
enum Presence {
    Required,
    Optional,
    Absent,
}

impl<T: Real> Table<T> {
    /// # Safety
    /// Each pointer is null, or points to a row for each mover.
    unsafe fn new(movers: &Movers<T>) -> Outcome<Self> {
        use Presence::{Absent, Optional, Required};
        let kind = MoverKind::of(movers.kind, "movers")?;
        let Movers {
            count, center, radius, extent, rotation, hull, velocity, origin, t_max, ..
        } = *movers;
        let given = Given { kind, count };
        let [of_center, of_radius, of_extent, of_vectors, of_rotation] = match kind {
            MoverKind::Sphere => [Required, Required, Absent, Absent, Absent],
            MoverKind::Capsule | MoverKind::CapsuleWithAxis => {
                [Required, Required, Required, Absent, Absent]
            }
            MoverKind::Ellipsoid => [Required, Absent, Required, Absent, Absent],
            MoverKind::Box => [Required, Optional, Required, Absent, Absent],
            MoverKind::OrientedBox => [Required, Optional, Required, Absent, Required],
            MoverKind::Parallelepiped => [Required, Optional, Absent, Required, Absent],
            MoverKind::Triangle => [Absent, Optional, Absent, Required, Absent],
            MoverKind::Hull => [Optional, Optional, Absent, Absent, Absent],
            MoverKind::PlacedHull => [Required, Optional, Absent, Absent, Absent],
        };
        // Both are the column `extent`, which therefore is not refused as the other of the two.
        let none = Column { first: ptr::null(), stride: 0 };
        let (three, nine) = match of_vectors {
            Required => (none, extent),
            _ => (extent, none),
        };
        let hull = match (kind, hull) {
            (MoverKind::Hull | MoverKind::PlacedHull, hull) => {
                held!(Hull, T, hull, "movers.hull", |hull| Ok(Some(hull.clone())))?
            }
            (_, 0) => None,
            (_, hull) => {
                let message =
                    format!("movers.hull is {hull:#x}, must be zero for {}", kind.words());
                return Err(Failure::new(Code::BadInput, message));
            }
        };
        // SAFETY: the caller guarantees it.
        unsafe {
            Ok(Self {
                kind,
                count,
                center: given.rows(center, of_center, "movers.center")?,
                radius: given.rows(radius, of_radius, "movers.radius")?,
                extent: given.rows(three, of_extent, "movers.extent")?,
                vectors: given.rows(nine, of_vectors, "movers.extent")?,
                rotation: given.rows(rotation, of_rotation, "movers.rotation")?,
                hull,
                velocity: given.column(velocity, Optional, "movers.velocity")?,
                origin: given.column(origin, Optional, "movers.origin")?,
                t_max: given.column(t_max, Optional, "movers.t_max")?,
            })
        }
    }

    /// The inflated convex shape of a row.
    fn convex(&self, i: usize) -> Result<Inflated<AnyConvex<T, 3>>, InputError> {
        let shape = match (self.kind, &self.hull) {
            (_, Some(hull)) => match self.center.get(i) {
                Some(position) => hull.clone().at(position)?.into(),
                None => hull.clone().into(),
            },
            (MoverKind::Box, None) => {
                let (min, max) = (self.center.at(i), self.extent.at(i));
                shape::aligned_box(shape::AlignedBox { min, max })?.into()
            }
            (MoverKind::OrientedBox, None) => {
                let (center, half_extents) = (self.center.at(i), self.extent.at(i));
                let rotation = self.rotation.at(i);
                let given = shape::OrientedBox { center, half_extents, rotation };
                shape::oriented_box(given)?.into()
            }
            (MoverKind::Parallelepiped, None) => {
                let (center, edges) = (self.center.at(i), self.vectors.at(i));
                shape::parallelepiped(shape::Parallelepiped { center, edges })?.into()
            }
            // The kinds with a radius of their own have other bodies.
            _ => shape::triangle(shape::Triangle { vertices: self.vectors.at(i) })?.into(),
        };
        Inflated::new(shape, self.radius.get(i).unwrap_or(T::ZERO))
    }

    /// Gives a shape the motion of its row.
    fn moving<S: Shape<Scalar = T, Vector = [T; 3]>>(
        &self,
        i: usize,
        shape: S,
    ) -> Result<Moving<S>, InputError> {
        let vector = |column: &Option<Rows<[T; 3]>>| {
            column.as_ref().map_or([T::ZERO; 3], |column| column.at(i))
        };
        let moving = on_its_way(shape, vector(&self.velocity), vector(&self.origin))?;
        match &self.t_max {
            Some(t_max) => moving.until(t_max.at(i)),
            None => Ok(moving),
        }
    }

    /// Calls `take` with each mover from row `begin` to before `end`, in order.
    fn movers<M: Body<T>>(
        &self,
        begin: usize,
        end: usize,
        mut take: impl FnMut(usize, Result<Moving<M>, InputError>),
    ) {
        let bodies = M::all(self, begin, end);
        match self {
            // The most frequent set of columns has a loop of its own, so that the optional columns
            // cost nothing.
            Self { velocity: Some(velocity), origin: None, t_max: None, .. } => {
                for ((i, body), velocity) in (begin..).zip(bodies).zip(velocity.between(begin, end))
                {
                    take(i, body.and_then(|body| Moving::still(body).with_velocity(velocity)));
                }
            }
            _ => {
                for (i, body) in (begin..).zip(bodies) {
                    take(i, body.and_then(|body| self.moving(i, body)));
                }
            }
        }
    }
}

/// The kind and the number of the movers in the columns of the caller.
struct Given {
    kind: MoverKind,
    count: usize,
}

impl Given {
    /// Reads a column; `None` if the caller left it out.
    ///
    /// # Safety
    /// `column.first` is null, or points to a row for each mover.
    unsafe fn column<T, P: Plain>(
        &self,
        column: Column<T>,
        presence: Presence,
        name: &str,
    ) -> Outcome<Option<Rows<P>>> {
        match (presence, column.first.is_null()) {
            (Presence::Optional | Presence::Absent, true) => Ok(None),
            (Presence::Absent, false) => {
                let what = self.kind.words();
                let message = format!("{name} is not null, must be null for {what}");
                Err(Failure::new(Code::BadInput, message))
            }
            (Presence::Required | Presence::Optional, _) => {
                // SAFETY: the caller guarantees it.
                unsafe { Rows::new(column.first.cast(), column.stride, self.count, name) }.map(Some)
            }
        }
    }

    /// Reads a column; no rows if the caller left it out.
    ///
    /// # Safety
    /// As for [`column`](Self::column).
    unsafe fn rows<T, P: Plain>(
        &self,
        column: Column<T>,
        presence: Presence,
        name: &str,
    ) -> Outcome<Rows<P>> {
        // SAFETY: the caller guarantees it.
        Ok(unsafe { self.column(column, presence, name) }?.unwrap_or(Rows::NONE))
    }
}

/// A shape of mover that a row can describe.
trait Body<T: Real>: Shape<Scalar = T, Vector = [T; 3]> + Sized {
    /// Converts the rows from `begin` to before `end`.
    fn all(
        table: &Table<T>,
        begin: usize,
        end: usize,
    ) -> impl Iterator<Item = Result<Self, InputError>>;
}

impl<T: Real> Body<T> for Sphere<T, 3> {
    #[inline]
    fn all(
        table: &Table<T>,
        begin: usize,
        end: usize,
    ) -> impl Iterator<Item = Result<Self, InputError>> {
        let rows = table.center.between(begin, end).zip(table.radius.between(begin, end));
        rows.map(|(center, radius)| Self::new(center, radius))
    }
}

impl<T: Real> Body<T> for Capsule<T, 3> {
    #[inline]
    fn all(
        table: &Table<T>,
        begin: usize,
        end: usize,
    ) -> impl Iterator<Item = Result<Self, InputError>> {
        let has_axis = table.kind == MoverKind::CapsuleWithAxis;
        let axes = table.center.between(begin, end).zip(table.extent.between(begin, end));
        let rows = axes.zip(table.radius.between(begin, end));
        rows.map(move |((a, extent), radius)| match has_axis {
            true => Self::with_axis(a, extent, radius),
            false => Self::new(a, extent, radius),
        })
    }
}

impl<T: Real> Body<T> for Ellipsoid<T, 3> {
    #[inline]
    fn all(
        table: &Table<T>,
        begin: usize,
        end: usize,
    ) -> impl Iterator<Item = Result<Self, InputError>> {
        let rows = table.center.between(begin, end).zip(table.extent.between(begin, end));
        rows.map(|(center, radii)| Self::new(center, radii))
    }
}

impl<T: Real> Body<T> for Inflated<AnyConvex<T, 3>> {
    fn all(
        table: &Table<T>,
        begin: usize,
        end: usize,
    ) -> impl Iterator<Item = Result<Self, InputError>> {
        (begin..end).map(|i| table.convex(i))
    }
}

/// The query of a batch: `first_contacts` or `first_entries`.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    FirstContact,
    FirstEntry,
}

/// Runs the query for some movers.
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

/// The columns of the caller to which the answers are written.
struct Columns<T> {
    count: usize,
    status: Room<u8>,
    time: Room<T>,
    center: Room<[T; 3]>,
    point: Room<[T; 3]>,
    normal: Room<[T; 3]>,
    feature: Room<Feature>,
}

impl<T: Real> Columns<T> {
    /// # Safety
    /// Each pointer is null, or points to room for a row for each mover.
    unsafe fn new(columns: &AnswerColumns<T>, count: usize) -> Outcome<Self> {
        // SAFETY: the caller guarantees it.
        unsafe {
            Ok(Self {
                count,
                status: Room::new(columns.status, count, "answers.status")?,
                time: Room::new(columns.time, count, "answers.time")?,
                center: Room::new(columns.center.cast(), count, "answers.center")?,
                point: Room::new(columns.point.cast(), count, "answers.point")?,
                normal: Room::new(columns.normal.cast(), count, "answers.normal")?,
                feature: Room::new(columns.feature, count, "answers.feature")?,
            })
        }
    }

    /// Whether the caller passed any column.
    fn are_wanted(&self) -> bool {
        self.status.is_wanted()
            || self.time.is_wanted()
            || self.center.is_wanted()
            || self.point.is_wanted()
            || self.normal.is_wanted()
            || self.feature.is_wanted()
    }

    #[inline(always)]
    fn put(&self, i: usize, found: &Found<T, 3, AnyFeature<3>>) {
        let none = nowhere();
        match found {
            Found::None => self.put_nothing(i, Status::None),
            Found::Overlap(it) => {
                let vectors = [&it.center, &it.point, it.normal.as_ref().unwrap_or(&none)];
                self.put_row(i, Status::Overlap, T::ZERO, vectors, || (&it.feature).into());
            }
            Found::Contact(it) => {
                let vectors = [&it.center, &it.point, it.normal.as_ref().unwrap_or(&none)];
                self.put_row(i, Status::Contact, it.time, vectors, || (&it.feature).into());
            }
        }
    }

    #[inline]
    fn put_nothing(&self, i: usize, status: Status) {
        let [none, ..] = nowhere();
        self.put_row(i, status, none, [&nowhere(); 3], || Feature::NONE);
    }

    #[inline(always)]
    fn put_row(
        &self,
        i: usize,
        status: Status,
        time: T,
        [center, point, normal]: [&[T; 3]; 3],
        feature: impl FnOnce() -> Feature,
    ) {
        assert!(i < self.count);
        // SAFETY: `i` was just checked, and each column has room for `count` rows.
        unsafe {
            self.status.put_within(i, status as u8);
            self.time.put_within(i, time);
            self.center.put_within(i, *center);
            self.point.put_within(i, *point);
            self.normal.put_within(i, *normal);
            if self.feature.is_wanted() {
                self.feature.put_within(i, feature());
            }
        }
    }
}

/// Answers all rows. An invalid row gets the status `BadRow`, and all other rows are answered. The
/// error is about the first invalid row.
///
/// # Safety
/// Each pointer is null, or points to a row for each mover.
pub(crate) unsafe fn answer<T: Real>(
    question: Question,
    obstacle: &Obstacle<T>,
    movers: &Movers<T>,
    columns: &AnswerColumns<T>,
) -> Outcome<()> {
    // SAFETY: the caller guarantees it.
    let (table, columns) = unsafe { (Table::new(movers)?, Columns::new(columns, movers.count)?) };
    // With stride zero the count has no limit, so a call without columns could run for ever without
    // a result.
    if table.count > 0 && !columns.are_wanted() {
        let message = "answers has no column, must have one at least";
        return Err(Failure::new(Code::NullPointer, message));
    }
    with_obstacle(obstacle, |obstacle| match table.kind {
        MoverKind::Sphere => rows::<T, Sphere<T, 3>, _>(question, obstacle, &table, &columns),
        MoverKind::Capsule | MoverKind::CapsuleWithAxis => {
            rows::<T, Capsule<T, 3>, _>(question, obstacle, &table, &columns)
        }
        MoverKind::Ellipsoid => rows::<T, Ellipsoid<T, 3>, _>(question, obstacle, &table, &columns),
        MoverKind::Box
        | MoverKind::OrientedBox
        | MoverKind::Parallelepiped
        | MoverKind::Triangle
        | MoverKind::Hull
        | MoverKind::PlacedHull => {
            rows::<T, Inflated<AnyConvex<T, 3>>, _>(question, obstacle, &table, &columns)
        }
    })
}

fn rows<T: Real, M: Body<T>, O: Answers<T, 3, M> + ?Sized>(
    question: Question,
    obstacle: &O,
    table: &Table<T>,
    columns: &Columns<T>,
) -> Outcome<()> {
    let mut movers = Vec::with_capacity(table.count.min(TOGETHER));
    // The invalid rows of this group of movers.
    let mut bad = Vec::new();
    let (mut first_flaw, mut flaws) = (None, 0_usize);
    let mut begin = 0;
    while begin < table.count {
        let end = table.count.min(begin + TOGETHER);
        movers.clear();
        bad.clear();
        table.movers::<M>(begin, end, |i, mover| match mover {
            Ok(mover) => movers.push(mover),
            Err(flaw) => {
                columns.put_nothing(i, Status::BadRow);
                first_flaw.get_or_insert_with(|| Failure::from(flaw).in_row(i));
                bad.push(i);
            }
        });
        flaws += bad.len();
        if bad.is_empty() {
            ask(question, obstacle, &movers, &mut |k, found| columns.put(begin + k, &found))?;
        } else {
            let places: Vec<usize> =
                (begin..end).filter(|i| bad.binary_search(i).is_err()).collect();
            ask(question, obstacle, &movers, &mut |k, found| columns.put(places[k], &found))?;
        }
        begin = end;
    }
    match first_flaw {
        None => Ok(()),
        Some(flaw) => Err(flaw.beside(flaws - 1)),
    }
}
