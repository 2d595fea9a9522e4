//! The items of a scene as rows of numbers, from which Python constructs shapes.

use crate::body::Float;
use crate::columns::width_of_hull;
use crate::mesh::{PyMesh, array_of};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashMap;
use std::sync::Arc;
use tangency::{Hull, Item, ItemShape, Mesh};

/// The properties that all items of a group share: their kind, the number of numbers of each
/// argument, whether they move between two points, and the mesh.
type Key = (&'static str, Vec<usize>, bool, Option<usize>);

/// Items of one kind.
pub struct Group<T: Float> {
    key: Key,
    mesh: Option<Arc<Mesh<T>>>,
    numbers: Vec<i64>,
    /// For each argument of the class in Python, the vectors of all items, one after the other.
    arguments: Vec<Vec<T>>,
    /// The two end points of each motion.
    legs: [Vec<[T; 3]>; 2],
    t_max: Vec<T>,
    radius: Vec<T>,
}

/// `(kind, mesh or None, numbers, arguments, velocity or to, from or None, t_max, radius)`, each
/// with a row for each item.
pub type PyGroup<'py> = Bound<'py, PyTuple>;

/// The numbers of a shape: its kind, its arguments, and its mesh.
type Parts<T> = (&'static str, Vec<Vec<T>>, Option<Arc<Mesh<T>>>);

fn parts<T: Float>(shape: &ItemShape<T>) -> Parts<T> {
    let vectors = |vectors: &[[T; 3]]| vectors.iter().map(|vector| vector.to_vec()).collect();
    match shape {
        ItemShape::Point(shape) => ("point", vectors(&[shape.position()]), None),
        ItemShape::Segment(shape) => ("segment", vectors(&shape.ends()), None),
        ItemShape::Triangle(shape) => ("triangle", vectors(&shape.vertices()), None),
        ItemShape::AlignedBox(shape) => ("box", vectors(&[shape.min(), shape.max()]), None),
        ItemShape::OrientedBox(shape) => {
            let mut parts: Vec<_> = vectors(&[shape.center(), shape.half_extents()]);
            parts.push(shape.rotation().quaternion().to_vec());
            ("oriented box", parts, None)
        }
        ItemShape::Parallelepiped(shape) => {
            let edges = shape.edges().as_flattened().to_vec();
            ("parallelepiped", vec![shape.center().to_vec(), edges], None)
        }
        ItemShape::Polytope(shape) => {
            let planes = shape.planes();
            let points = planes.iter().flat_map(|plane| plane.point()).collect();
            let normals = planes.iter().flat_map(|plane| plane.normal()).collect();
            ("polytope", vec![points, normals], None)
        }
        ItemShape::Hull(shape) => match position_of_first_point(shape) {
            Some(position) => {
                let points = shape.points().as_flattened().to_vec();
                ("hull", vec![position.to_vec(), points], None)
            }
            None => ("", Vec::new(), None),
        },
        ItemShape::Mesh(mesh) => {
            let parts = vec![[0.0, 0.0, 0.0, 1.0].map(T::round).to_vec(), vec![T::ZERO; 3]];
            ("mesh instance", parts, Some(Arc::clone(mesh)))
        }
        ItemShape::MeshInstance(shape) => {
            let instance = shape.instance();
            let rotation = instance.rotation().quaternion().to_vec();
            let parts = vec![rotation, instance.translation().to_vec()];
            ("mesh instance", parts, Some(Arc::clone(shape.mesh())))
        }
        // This is not the name of a class, so Python refuses the item.
        _ => ("", Vec::new(), None),
    }
}

/// The position of the first point of a hull; none if it is no vector of floats, which is possible
/// for a hull that was translated by a vector.
fn position_of_first_point<T: Float>(hull: &Hull<T, 3>) -> Option<[T; 3]> {
    let (first, reference, position) = (hull.points()[0], hull.reference(), hull.position());
    if first == reference {
        return Some(position);
    }
    let exact = |from: T, to: T| {
        let (from, to) = (from.widen(), to.widen());
        let sum = from + to;
        let is_exact = sum - from == to && sum - to == from && T::round(sum).widen() == sum;
        is_exact.then_some(T::round(sum))
    };
    // Otherwise the reference point is the origin, and the position is the translation.
    let [x, y, z] = [0, 1, 2].map(|k| exact(first[k], position[k]));
    Some([x?, y?, z?])
}

/// The number of numbers in the name of a feature, as in `shapes.rs` for the kind of the item.
pub fn width<T: Float>(shape: &ItemShape<T>) -> usize {
    match shape {
        ItemShape::Point(_)
        | ItemShape::Segment(_)
        | ItemShape::Triangle(_)
        | ItemShape::Mesh(_)
        | ItemShape::MeshInstance(_) => 1,
        ItemShape::AlignedBox(_) | ItemShape::OrientedBox(_) => 3,
        ItemShape::Parallelepiped(_) => 6,
        ItemShape::Polytope(shape) => shape.planes().len(),
        ItemShape::Hull(shape) => width_of_hull(Some(shape)),
        _ => 1,
    }
}

/// Items with their numbers, grouped by their common properties.
pub fn groups<'a, T: Float>(items: impl Iterator<Item = (i64, &'a Item<T>)>) -> Vec<Group<T>> {
    let mut groups: Vec<Group<T>> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    for (number, item) in items {
        let ((kind, arguments, mesh), [from, to]) = (parts(item.shape()), item.leg());
        let widths = arguments.iter().map(Vec::len).collect();
        let address = mesh.as_ref().map(|mesh| Arc::as_ptr(mesh) as usize);
        let key = (kind, widths, from != [T::ZERO; 3], address);
        let place = *places.entry(key.clone()).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group {
                key,
                mesh,
                numbers: Vec::new(),
                arguments: vec![Vec::new(); arguments.len()],
                legs: [Vec::new(), Vec::new()],
                t_max: Vec::new(),
                radius: Vec::new(),
            });
        }
        let group = &mut groups[place];
        group.numbers.push(number);
        group.arguments.iter_mut().zip(arguments).for_each(|(all, one)| all.extend(one));
        group.legs.iter_mut().zip([from, to]).for_each(|(all, one)| all.push(one));
        group.t_max.push(item.t_max());
        group.radius.push(item.radius());
    }
    groups
}

impl<T: Float> Group<T> {
    /// The tuple for Python.
    pub fn say(self, py: Python<'_>) -> PyResult<PyGroup<'_>>
    where
        PyMesh: From<Arc<Mesh<T>>>,
    {
        let (kind, widths, is_between, _) = self.key;
        let count = self.numbers.len();
        let arguments = self.arguments.into_iter().zip(widths);
        let arguments = arguments.map(|(all, width)| all.into_pyarray(py).reshape([count, width]));
        let arguments = PyTuple::new(py, arguments.collect::<PyResult<Vec<_>>>()?)?;
        let [from, to] = self.legs;
        let from = is_between.then(|| array_of(py, &from)).transpose()?;
        (
            kind,
            self.mesh.map(PyMesh::from),
            self.numbers.into_pyarray(py),
            arguments,
            array_of(py, &to)?,
            from,
            self.t_max.into_pyarray(py),
            self.radius.into_pyarray(py),
        )
            .into_pyobject(py)
    }
}
