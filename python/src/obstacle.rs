//! Obstacles, as Python holds them: of either float, in the plane or in space.

use crate::ask::{
    AlignedBoxObstacle, Ask, BadRow, ExactPlaceAnswer, Hollows, Hull, MeshInstanceObstacle,
    MeshObstacle, Motion, OrientedBoxObstacle, PlaceAnswer, PolytopeObstacle, SceneObstacle, When,
};
use crate::body::{Bodies, Body, Float, Given, PyBody};
use crate::columns::{Extra, OutArrays, OutRows, Part, Place, approach_code};
use crate::error::{Flaw, bad};
use crate::shapes::{Arguments, PlainShape};
use crate::work::{self, Count};
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use tangency::{
    Answer, ClipDepth, Contact, Containment, ExactAnswer, Frustum, Mesh, Moving, Overlap,
    Parallelepiped, Plane, Point, Rational, Rotation, Scalar, Segment, Surd, Triangle,
};

/// An obstacle of any float and dimension.
#[derive(Clone)]
pub enum Any {
    /// In the plane, of `f32`.
    Plane32(Arc<dyn Ask<f32, 2>>),
    /// In the plane, of `f64`.
    Plane64(Arc<dyn Ask<f64, 2>>),
    /// In space, of `f32`.
    Space32(Arc<dyn Ask<f32, 3>>),
    /// In space, of `f64`.
    Space64(Arc<dyn Ask<f64, 3>>),
}

/// Says the same of each.
macro_rules! each {
    ($any:expr, $ask:ident => $say:expr) => {
        match $any {
            Any::Plane32($ask) => $say,
            Any::Plane64($ask) => $say,
            Any::Space32($ask) => $say,
            Any::Space64($ask) => $say,
        }
    };
}

/// Which of them a float and a dimension make.
pub trait Erase<const N: usize>: Float {
    /// The obstacle as one of any kind.
    fn erase(ask: impl Ask<Self, N> + 'static) -> Any;
}

macro_rules! erased {
    ($($T:ty, $N:literal, $variant:ident;)*) => {
        $(impl Erase<$N> for $T {
            fn erase(ask: impl Ask<Self, $N> + 'static) -> Any {
                Any::$variant(Arc::new(ask))
            }
        })*
    };
}
erased! {
    f32, 2, Plane32;
    f64, 2, Plane64;
    f32, 3, Space32;
    f64, 3, Space64;
}

/// A shape that bodies can meet.
#[pyclass(frozen, name = "Obstacle", module = "tangency._tangency")]
pub struct PyObstacle {
    any: Any,
    scene: Option<SceneOf>,
}

/// The scene that an obstacle is.
#[derive(Clone)]
enum SceneOf {
    Narrow(Arc<SceneObstacle<f32>>),
    Wide(Arc<SceneObstacle<f64>>),
}

impl From<Any> for PyObstacle {
    fn from(any: Any) -> Self {
        Self { any, scene: None }
    }
}

// ---- numbers from Python ----

/// The rows of a two-dimensional array.
pub fn rows<T: Float, const N: usize>(array: &Bound<'_, PyAny>) -> PyResult<Vec<[T; N]>> {
    let array: PyReadonlyArray2<'_, T> = array.extract()?;
    let view = array.as_array();
    if view.ncols() != N {
        return Err(bad(format!("an array has {} columns, must have {N}", view.ncols())));
    }
    Ok(view.rows().into_iter().map(|row| std::array::from_fn(|k| row[k])).collect())
}

/// As many rows as there must be.
pub fn exactly<T: Float, const N: usize, const K: usize>(
    array: &Bound<'_, PyAny>,
) -> PyResult<[[T; N]; K]> {
    let rows = rows(array)?;
    let length = rows.len();
    rows.try_into().map_err(|_| bad(format!("an array has {length} rows, must have {K}")))
}

/// Whether an array holds `f32`, and how many columns it has.
fn kind_of(array: &Bound<'_, PyAny>) -> PyResult<(bool, usize)> {
    let (_, columns): (usize, usize) = array.getattr("shape")?.extract()?;
    Ok((array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4, columns))
}

/// A velocity, as an array of one row, and an end.
pub fn motion<T: Float, const N: usize>(
    velocity: &Bound<'_, PyAny>,
    t_max: f64,
) -> PyResult<Motion<T, N>> {
    let [velocity] = exactly(velocity)?;
    Ok(Motion { velocity, t_max: T::round(t_max) })
}

/// Says something of an array of either float.
macro_rules! of_float {
    ($array:expr, $make:ident($($argument:expr),*)) => {
        match kind_of($array)? {
            (true, _) => $make::<f32>($($argument),*),
            (false, _) => $make::<f64>($($argument),*),
        }
    };
}

type Numbers<'a, 'py> = &'a Bound<'py, PyAny>;

/// A result whose error is a `ValueError`.
fn checked<X>(result: Result<X, tangency::InputError>) -> PyResult<X> {
    result.map_err(|error| Flaw::from(error).into())
}

/// A rotation from its quaternion, or in the plane its rotor.
pub trait Rotor<const N: usize>: Float {
    /// The rotation of so many numbers.
    fn rotation(numbers: &[Self]) -> Result<Rotation<Self, N>, Flaw>;
}

impl<T: Float> Rotor<2> for T {
    fn rotation(numbers: &[T]) -> Result<Rotation<T, 2>, Flaw> {
        let rotor: [T; 2] = numbers.try_into().map_err(|_| no_rotation(numbers, 2))?;
        Ok(Rotation::<T, 2>::new(rotor)?)
    }
}

impl<T: Float> Rotor<3> for T {
    fn rotation(numbers: &[T]) -> Result<Rotation<T, 3>, Flaw> {
        let quaternion: [T; 4] = numbers.try_into().map_err(|_| no_rotation(numbers, 4))?;
        Ok(Rotation::<T, 3>::new(quaternion)?)
    }
}

fn no_rotation<T>(numbers: &[T], expected: usize) -> Flaw {
    Flaw::Words(format!("rotation has {} numbers, must have {expected}", numbers.len()))
}

/// A motion that is checked before it is kept.
fn checked_motion<T: Float, const N: usize>(
    name: &'static str,
    velocity: Numbers<'_, '_>,
    t_max: f64,
) -> PyResult<Motion<T, N>> {
    let motion = motion::<T, N>(velocity, t_max)?;
    // The velocity is checked as that of the shape will be; its words are those of a point.
    let moving = Point::new([T::ZERO; N]).and_then(|point| point.moving(motion.velocity));
    moving
        .and_then(|moving| moving.until(motion.t_max))
        .map_err(|error| bad(error.to_string().replacen("point", name, 1)))?;
    Ok(motion)
}

/// The planes of a frustum, as rows of points and of normals.
fn planes_of_frustum<'py, T: Float>(
    py: Python<'py>,
    frustum: Frustum<T>,
) -> PyResult<Bound<'py, PyTuple>> {
    let planes = frustum.polytope().planes();
    let points: Vec<T> = planes.iter().flat_map(Plane::point).collect();
    let normals: Vec<T> = planes.iter().flat_map(Plane::normal).collect();
    (
        points.into_pyarray(py).reshape([planes.len(), 3])?,
        normals.into_pyarray(py).reshape([planes.len(), 3])?,
    )
        .into_pyobject(py)
}

fn frustum_of_corners<'py, T: Float>(corners: Numbers<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let frustum = Frustum::from_corners(exactly::<T, 3, 8>(corners)?);
    planes_of_frustum(corners.py(), checked(frustum)?)
}

/// A mesh, as an obstacle.
pub fn mesh_obstacle<T: Erase<3>>(
    mesh: &Arc<Mesh<T>>,
    velocity: Numbers<'_, '_>,
    t_max: f64,
) -> PyResult<PyObstacle>
where
    MeshObstacle<T>: Ask<T, 3>,
{
    let motion = checked_motion("mesh", velocity, t_max)?;
    Ok(T::erase(MeshObstacle { mesh: Arc::clone(mesh), motion }).into())
}

/// A mesh instance, as an obstacle.
pub fn mesh_instance<T: Erase<3>>(
    mesh: &Arc<Mesh<T>>,
    rotation: Numbers<'_, '_>,
    translation: Numbers<'_, '_>,
    velocity: Numbers<'_, '_>,
    t_max: f64,
) -> PyResult<PyObstacle>
where
    MeshInstanceObstacle<T>: Ask<T, 3>,
{
    let [quaternion] = exactly::<T, 4, 1>(rotation)?;
    let rotation = <T as Rotor<3>>::rotation(&quaternion)?;
    let [translation] = exactly::<T, 3, 1>(translation)?;
    checked(mesh.instance(rotation, translation))?;
    let motion = checked_motion("mesh", velocity, t_max)?;
    Ok(T::erase(MeshInstanceObstacle { mesh: Arc::clone(mesh), rotation, translation, motion })
        .into())
}

fn frustum_of_view<'py, T: Float>(
    rows: Numbers<'_, 'py>,
    depth: ClipDepth,
) -> PyResult<Bound<'py, PyTuple>> {
    let frustum = Frustum::from_view_projection(exactly::<T, 4, 4>(rows)?, depth);
    planes_of_frustum(rows.py(), checked(frustum)?)
}

// ---- answers for Python ----

/// The feature, the triangle and the item. A feature is the code of a simplex, or `(kind, numbers)`.
type PyPlace<'py> = (Bound<'py, PyAny>, Option<usize>, Option<u64>);

fn place(py: Python<'_>, place: Place) -> PyResult<PyPlace<'_>> {
    let kind = place.part.kind();
    let feature = match place.part {
        Part::Hull(code) => code.into_bound_py_any(py)?,
        Part::Sides(sides) => (kind, PyTuple::new(py, sides)?).into_bound_py_any(py)?,
        Part::Planes(planes) => (kind, PyTuple::new(py, planes)?).into_bound_py_any(py)?,
    };
    Ok((feature, place.triangle, place.item))
}

fn vector<T: Float, const N: usize>(
    py: Python<'_>,
    vector: [T; N],
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.map(T::widen))
}

/// `None`, `(center, point, normal, place)` or `(time, center, point, normal, approach, place)`, where the place is [`PyPlace`].
fn answer<T: Float, const N: usize>(
    py: Python<'_>,
    answer: PlaceAnswer<T, N>,
) -> PyResult<Py<PyAny>> {
    match answer {
        Answer::None => Ok(py.None()),
        Answer::Overlap(Overlap { center, point, normal, feature }) => {
            let normal = normal.map(|normal| vector(py, normal)).transpose()?;
            (vector(py, center)?, vector(py, point)?, normal, place(py, feature)?).into_py_any(py)
        }
        Answer::Contact(Contact { time, center, point, normal, feature, approach }) => {
            let normal = normal.map(|normal| vector(py, normal)).transpose()?;
            let (center, point) = (vector(py, center)?, vector(py, point)?);
            let approach = approach_code(approach);
            (time.widen(), center, point, normal, approach, place(py, feature)?).into_py_any(py)
        }
    }
}

/// Each of six integers in hexadecimal: the numerators and denominators of `x`, `y` and `d`. Decimals of such length take long.
type Hexadecimal = [String; 6];

fn surd(number: &Surd) -> Hexadecimal {
    let parts = |x: &Rational| (format!("{:x}", x.numerator()), format!("{:x}", x.denominator()));
    let ((xn, xd), (yn, yd), (dn, dd)) = (parts(number.x()), parts(number.y()), parts(number.d()));
    [xn, xd, yn, yd, dn, dd]
}

/// The same as [`answer`], without the approach, in exact numbers.
fn exact_answer<const N: usize>(
    py: Python<'_>,
    answer: ExactPlaceAnswer<N>,
) -> PyResult<Py<PyAny>> {
    let numbers = |vector: &[Surd; N]| -> Vec<Hexadecimal> { vector.iter().map(surd).collect() };
    match answer {
        ExactAnswer::None => Ok(py.None()),
        ExactAnswer::Overlap { center, point, normal, feature } => {
            let normal = normal.as_ref().map(numbers);
            (numbers(&center), numbers(&point), normal, place(py, feature)?).into_py_any(py)
        }
        ExactAnswer::Contact { time, center, point, normal, feature } => {
            let normal = normal.as_ref().map(numbers);
            (surd(&time), numbers(&center), numbers(&point), normal, place(py, feature)?)
                .into_py_any(py)
        }
    }
}

fn containment_code(containment: Containment) -> i8 {
    match containment {
        Containment::Inside => -1,
        Containment::Intersecting => 0,
        Containment::Outside => 1,
    }
}

fn when(name: &str) -> PyResult<When> {
    match name {
        "first" => Ok(When::First),
        "down" => Ok(When::Down),
        "last" => Ok(When::Last),
        other => Err(bad(format!("no such time as {other}"))),
    }
}

type PointHull<T, const N: usize> = Hull<Point<T, N>>;
type SegmentHull<T, const N: usize> = Hull<Segment<T, N>>;
type TriangleHull<T> = Hull<Triangle<T>>;
type MovingParallelepiped<T> = Moving<Parallelepiped<T>>;

/// A shape, its arguments, its velocity and its end.
type ShapeAndNumbers<'py> = (PyObstacle, Bound<'py, PyTuple>, Bound<'py, PyTuple>, f64);

// ---- one question ----

#[pymethods]
impl PyObstacle {
    /// A shape of this kind; or one for each row, if it is not alone. For each argument of its class in Python there is an array
    /// with a row for each shape, in which vectors stand one after the other; `t_max` is always of `f64`.
    #[staticmethod]
    fn shape(
        kind: &str,
        arguments: Numbers<'_, '_>,
        velocity: Numbers<'_, '_>,
        t_max: Numbers<'_, '_>,
        is_alone: bool,
    ) -> PyResult<Self> {
        macro_rules! shapes {
            ($($name:literal $Shape:ident,)* in space: $($in_space:literal $Solid:ident,)*) => {
                match (kind, kind_of(velocity)?) {
                    $(
                        ($name, (true, 2)) => shapes!($Shape<f32, 2>, f32, 2),
                        ($name, (false, 2)) => shapes!($Shape<f64, 2>, f64, 2),
                        ($name, (true, 3)) => shapes!($Shape<f32, 3>, f32, 3),
                        ($name, (false, 3)) => shapes!($Shape<f64, 3>, f64, 3),
                    )*
                    $(
                        ($in_space, (true, 3)) => shapes!($Solid<f32>, f32, 3),
                        ($in_space, (false, 3)) => shapes!($Solid<f64>, f64, 3),
                    )*
                    (kind, (_, columns)) => Err(bad(format!(
                        "a {kind} of {columns} coordinates is given, must be of 2 or 3"
                    ))),
                }
            };
            ($Shape:ty, $T:ty, $N:literal) => {
                Arguments::<$T>::new(arguments, velocity, t_max)?
                    .make::<$Shape, $N>(velocity.py(), is_alone)
            };
        }
        shapes! {
            "point" PointHull,
            "segment" SegmentHull,
            "box" AlignedBoxObstacle,
            "oriented box" OrientedBoxObstacle,
            "polytope" PolytopeObstacle,
            in space:
            "triangle" TriangleHull,
            "parallelepiped" MovingParallelepiped,
        }
    }

    /// The same of `f64` alone, from plain vectors, short lists of plain numbers, with the numbers as they were taken; `None` if something is
    /// written in another way, or of a shape that takes other arguments.
    #[staticmethod]
    fn plain<'py>(
        kind: &str,
        values: &Bound<'py, PyTuple>,
        velocity: Numbers<'_, 'py>,
        t_max: Numbers<'_, 'py>,
    ) -> PyResult<Option<ShapeAndNumbers<'py>>> {
        let Some(plain) = PlainShape::new(values, velocity, t_max) else { return Ok(None) };
        let shape = match (kind, plain.dimension()) {
            ("point", 2) => plain.make::<PointHull<f64, 2>, 2>()?,
            ("point", 3) => plain.make::<PointHull<f64, 3>, 3>()?,
            ("segment", 2) => plain.make::<SegmentHull<f64, 2>, 2>()?,
            ("segment", 3) => plain.make::<SegmentHull<f64, 3>, 3>()?,
            ("triangle", 3) => plain.make::<TriangleHull<f64>, 3>()?,
            ("box", 2) => plain.make::<AlignedBoxObstacle<f64, 2>, 2>()?,
            ("box", 3) => plain.make::<AlignedBoxObstacle<f64, 3>, 3>()?,
            _ => return Ok(None),
        };
        let (values, velocity, t_max) = plain.numbers(values.py())?;
        Ok(Some((shape, values, velocity, t_max)))
    }

    /// The points and normals of the frustum with these eight corners.
    #[staticmethod]
    fn frustum_of_corners<'py>(corners: Numbers<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
        of_float!(corners, frustum_of_corners(corners))
    }

    /// The points and normals of the frustum of a matrix.
    #[staticmethod]
    fn frustum_of_view<'py>(
        rows: Numbers<'_, 'py>,
        near: i8,
        far: i8,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let depth = match (near, far) {
            (-1, 1) => ClipDepth::MinusOneToOne,
            (0, 1) => ClipDepth::ZeroToOne,
            (1, 0) => ClipDepth::OneToZero,
            _ => {
                return Err(bad(format!(
                    "depth is ({near}, {far}), must be (-1, 1), (0, 1) or (1, 0)"
                )));
            }
        };
        of_float!(rows, frustum_of_view(rows, depth))
    }

    #[staticmethod]
    fn scene(is_narrow: bool) -> Self {
        if is_narrow {
            let scene = Arc::new(SceneObstacle::<f32>::new());
            Self { any: Any::Space32(scene.clone()), scene: Some(SceneOf::Narrow(scene)) }
        } else {
            let scene = Arc::new(SceneObstacle::<f64>::new());
            Self { any: Any::Space64(scene.clone()), scene: Some(SceneOf::Wide(scene)) }
        }
    }

    /// Puts an obstacle into a scene, and says by what number it is known there.
    fn insert(&self, item: &Self) -> PyResult<u64> {
        match (&self.scene, &item.any) {
            (Some(SceneOf::Narrow(scene)), Any::Space32(item)) => Ok(scene.insert(&**item)?),
            (Some(SceneOf::Wide(scene)), Any::Space64(item)) => Ok(scene.insert(&**item)?),
            (Some(_), _) => Err(bad("the item is not of the scene's float, or not in space")),
            (None, _) => Err(bad("this is not a scene")),
        }
    }

    /// Takes an item out of a scene; whether it was there.
    fn remove(&self, number: u64) -> PyResult<bool> {
        Ok(match &self.scene {
            Some(SceneOf::Narrow(scene)) => scene.remove(number)?,
            Some(SceneOf::Wide(scene)) => scene.remove(number)?,
            None => false,
        })
    }

    /// How many numbers the name of a feature takes.
    fn feature_width(&self) -> usize {
        each!(&self.any, ask => ask.feature_width())
    }

    fn first_contact(&self, py: Python<'_>, body: &PyBody) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => answer(py, ask.meet(body.get()?)?))
    }

    /// In a batch, of this row.
    fn first_contact_exact(
        &self,
        py: Python<'_>,
        body: &PyBody,
        row: usize,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => exact_answer(py, of_row(&**ask, row).meet_exactly(body.get()?)?))
    }

    fn time(&self, body: &PyBody, which: &str) -> PyResult<Option<f64>> {
        let which = when(which)?;
        each!(&self.any, ask => Ok(ask.time(body.get()?, which)?.map(Scalar::widen)))
    }

    fn last_time_exact(&self, body: &PyBody, row: usize) -> PyResult<Option<Hexadecimal>> {
        each!(&self.any, ask => {
            Ok(of_row(&**ask, row).last_time_exactly(body.get()?)?.as_ref().map(surd))
        })
    }

    /// The body, or this, may be only a surface.
    fn intersects(&self, body: &PyBody, body_is_hollow: bool, is_hollow: bool) -> PyResult<bool> {
        let hollow = Hollows { body: body_is_hollow, shape: is_hollow };
        each!(&self.any, ask => Ok(ask.intersects(body.get()?, hollow)?))
    }

    fn penetration<'py>(
        &self,
        py: Python<'py>,
        body: &PyBody,
    ) -> PyResult<Option<(Bound<'py, PyTuple>, f64)>> {
        each!(&self.any, ask => {
            let way = ask.penetration(body.get()?.sphere()?.shape())?;
            way.map(|way| Ok((vector(py, way.direction)?, way.depth.widen()))).transpose()
        })
    }

    fn containment(&self, body: &PyBody, by_planes: bool) -> PyResult<i8> {
        each!(&self.any, ask => Ok(containment_code(ask.containment(body.get()?.sphere()?.shape(), by_planes)?)))
    }

    // ---- many ----
    //
    // Each takes what users write as it is, if it is written plainly; else it returns `NotImplemented`, and is asked again with arrays that fit.

    /// The first contact of each row of `arrays`: columns, which are those of `out` if it is there.
    fn first_contacts(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        out: Option<Numbers<'_, '_>>,
        extra: u8,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => to_columns(py, &**ask, arrays, out, extra, threads, |ask, bodies, first, out| {
            ask.meet_many(bodies, first, out)
        }))
    }

    /// The closest point for each centre, in the same way.
    fn closest_points(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        extra: u8,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => to_columns(py, &**ask, arrays, None, extra, threads, closest_points))
    }

    /// A time of each; NaN where there is none.
    fn times(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        which: &str,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        let which = when(which)?;
        each!(&self.any, ask => times(py, &**ask, arrays, which, threads))
    }

    /// Whether each shares a point with this; the bodies, or this, may be only surfaces.
    fn intersect_each(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        bodies_are_hollow: bool,
        is_hollow: bool,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        let hollow = Hollows { body: bodies_are_hollow, shape: is_hollow };
        each!(&self.any, ask => ask_each(py, &**ask, arrays, threads, false, |ask, body| {
            ask.intersects(body, hollow)
        }))
    }

    /// Whether each touches this at any time.
    fn have_contact(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => ask_each(py, &**ask, arrays, threads, false, |ask, body| {
            ask.has_contact(body)
        }))
    }

    /// On which side of the planes each is: -1 inside, 0 intersecting, 1 outside.
    fn containments(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        by_planes: bool,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => ask_each(py, &**ask, arrays, threads, 0, |ask, body| {
            Ok(containment_code(ask.containment(body.sphere()?.shape(), by_planes)?))
        }))
    }

    /// The directions and depths of penetration; NaN where there is none.
    fn penetrations(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => penetrations(py, &**ask, arrays, threads))
    }

    /// All contacts of each: how many each has, and columns for them.
    fn all_contacts(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        let extra = if self.scene.is_some() { Extra::Scene } else { Extra::Mesh };
        each!(&self.any, ask => all_contacts(py, &**ask, extra, arrays, threads))
    }

    /// How many triangles each shares a point with, and all of them.
    fn all_intersecting(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        each!(&self.any, ask => all_intersecting(py, &**ask, arrays, threads))
    }
}

/// Who is asked about a row of a batch.
fn of_row<T: Float, const N: usize>(ask: &dyn Ask<T, N>, row: usize) -> &dyn Ask<T, N> {
    ask.own(row).unwrap_or(ask)
}

/// The bodies of a batch; returns `NotImplemented` if they are not written plainly.
macro_rules! bodies {
    ($bodies:ident: $N:expr, $py:expr, $ask:expr, $arrays:expr) => {
        let given = Given::new($arrays, $N)?;
        let Some($bodies) = given.as_ref().and_then(|given| given.bodies::<$N>($ask.count()))
        else {
            return Ok($py.NotImplemented());
        };
    };
}

fn to_columns<T: Float, const N: usize>(
    py: Python<'_>,
    ask: &dyn Ask<T, N>,
    arrays: Numbers<'_, '_>,
    out: Option<Numbers<'_, '_>>,
    extra: u8,
    threads: Option<Count>,
    write: impl Fn(&dyn Ask<T, N>, &Bodies<'_, T, N>, usize, &mut OutRows<'_, T>) -> Result<(), BadRow>
    + Send
    + Sync,
) -> PyResult<Py<PyAny>> {
    bodies!(bodies: N, py, ask, arrays);
    let columns = match out {
        Some(out) => out.clone(),
        None => {
            let size = [bodies.len(), N, ask.feature_width()];
            OutArrays::<T>::zeros(py, size, Extra::of(extra))?.into_any()
        }
    };
    let mut out = OutArrays::new(&columns)?;
    let rows = out.rows(bodies.len(), N).ok_or_else(|| {
        bad("out does not fit the question: its length, float or features differ")
    })?;
    work::each(py, threads, rows.windows(), |(first, rows)| write(ask, &bodies, *first, rows))?;
    Ok(columns.unbind())
}

fn closest_points<T: Float, const N: usize>(
    ask: &dyn Ask<T, N>,
    bodies: &Bodies<'_, T, N>,
    first: usize,
    out: &mut OutRows<'_, T>,
) -> Result<(), BadRow> {
    for row in 0..out.len() {
        let at = |flaw: Flaw| BadRow(first + row, flaw);
        let center = bodies.sphere(first + row).map_err(|e| at(e.into()))?.shape().center();
        let point = Point::new(center).map_err(|e| at(e.into()))?;
        of_row(ask, first + row).closest(&point, row, out).map_err(at)?;
    }
    Ok(())
}

fn times<T: Float, const N: usize>(
    py: Python<'_>,
    ask: &dyn Ask<T, N>,
    arrays: Numbers<'_, '_>,
    which: When,
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    ask_each(py, ask, arrays, threads, T::NAN, |ask, body| {
        Ok(ask.time(body, which)?.unwrap_or(T::NAN))
    })
}

fn ask_each<T, R, const N: usize>(
    py: Python<'_>,
    ask: &dyn Ask<T, N>,
    arrays: Numbers<'_, '_>,
    threads: Option<Count>,
    nothing: R,
    question: impl Fn(&dyn Ask<T, N>, &Body<T, N>) -> Result<R, Flaw> + Send + Sync,
) -> PyResult<Py<PyAny>>
where
    T: Float,
    R: numpy::Element + Send + Clone,
{
    bodies!(bodies: N, py, ask, arrays);
    let find = |row: usize| question(of_row(ask, row), &bodies.get(row)?);
    let answers = work::rows(py, threads, bodies.len(), find, nothing)?;
    answers.into_pyarray(py).into_py_any(py)
}

fn penetrations<T: Float, const N: usize>(
    py: Python<'_>,
    ask: &dyn Ask<T, N>,
    arrays: Numbers<'_, '_>,
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    bodies!(bodies: N, py, ask, arrays);
    let find = |row: usize| of_row(ask, row).penetration(bodies.get(row)?.sphere()?.shape());
    let ways = work::rows(py, threads, bodies.len(), find, None)?;
    let direction = ways.iter().flat_map(|way| way.map_or([T::NAN; N], |way| way.direction));
    let direction: Vec<T> = direction.collect();
    let depth: Vec<T> = ways.iter().map(|way| way.map_or(T::NAN, |way| way.depth)).collect();
    let direction = direction.into_pyarray(py).reshape([ways.len(), N])?;
    (direction, depth.into_pyarray(py)).into_py_any(py)
}

fn all_contacts<T: Float, const N: usize>(
    py: Python<'_>,
    ask: &dyn Ask<T, N>,
    extra: Extra,
    arrays: Numbers<'_, '_>,
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    bodies!(bodies: N, py, ask, arrays);
    let find = |row: usize| ask.contacts(&bodies.get(row)?);
    let contacts = work::rows(py, threads, bodies.len(), find, Vec::new())?;
    let counts: Vec<i64> = contacts.iter().map(|list| list.len() as i64).collect();
    let count = contacts.iter().map(Vec::len).sum();
    let columns = OutArrays::<T>::zeros(py, [count, N, ask.feature_width()], extra)?;
    let mut out = OutArrays::<T>::new(&columns)?;
    let mut rows = out.rows(count, N).ok_or(Flaw::Kind("new arrays are not of one length"))?;
    for (row, contact) in contacts.into_iter().flatten().enumerate() {
        rows.put(row, contact);
    }
    (counts.into_pyarray(py), columns).into_py_any(py)
}

fn all_intersecting<T: Float, const N: usize>(
    py: Python<'_>,
    ask: &dyn Ask<T, N>,
    arrays: Numbers<'_, '_>,
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    bodies!(bodies: N, py, ask, arrays);
    let find = |row: usize| ask.intersecting(bodies.get(row)?.sphere()?.shape());
    let triangles = work::rows(py, threads, bodies.len(), find, Vec::new())?;
    let counts: Vec<i64> = triangles.iter().map(|list| list.len() as i64).collect();
    let all = triangles.into_iter().flatten().map(|triangle| triangle as i64);
    (counts.into_pyarray(py), all.collect::<Vec<i64>>().into_pyarray(py)).into_py_any(py)
}
