//! Reads the targets of a request.

use crate::fields::{self, BadRequest, Fields, Place};
use crate::names::Known;
use crate::number::Number;
use crate::request::{self, unmoved, unsupported};
use crate::shape::{self, Description};
use std::sync::Arc;
use tangency::any::{Alone, AnyObstacle, Kind, ROOM, widen};
use tangency::{
    AlignedBox, ClipDepth, Feature, Frustum, Hollow, Hull, Item, Mesh, MeshFeature, Moving,
    OrientedBox, Parallelepiped, Plane, Point, Polytope, Rotation, Scene, Segment, Shape,
    SharedInstance, Triangle,
};

/// An object of a request: its place, its text, and whether it may have a velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<'a> {
    pub(crate) place: Place<'a>,
    pub(crate) text: &'a str,
    pub(crate) moves: bool,
    /// The end of the object's motion, if it is given. Otherwise a motion between two points ends
    /// at time 1.
    pub(crate) t_max: Option<&'a str>,
    /// The number of components of its vectors.
    pub(crate) dimension: usize,
    /// Whether it is the mover, which may follow a path.
    pub(crate) is_mover: bool,
}

impl<'a> Object<'a> {
    fn fields(&self, shape: &'static Description) -> Result<Fields<'a>, BadRequest> {
        let names = if self.is_mover { shape.mover_fields } else { shape.fields };
        Fields::of(self.text, &self.place, names)
    }

    /// A required vector.
    fn vector<T: Number, const N: usize>(
        &self,
        fields: &Fields<'_>,
        name: &str,
    ) -> Result<[T; N], BadRequest> {
        fields::vector(fields.need(name, &self.place)?, &self.place.field(name))
    }

    /// The shape with the motion that the object specifies. A motion is refused if the query has no
    /// motions. A motion to a point without a `from` begins at `begin`.
    fn moving<T: Number, S: Shape<Scalar = T, Vector = [T; N]>, const N: usize>(
        &self,
        shape: S,
        fields: &Fields<'_>,
        begin: Option<[T; N]>,
    ) -> Result<Moving<S>, BadRequest> {
        let Motion { way, t_max, radius } = self.motion(fields, begin)?;
        let mut moving = Moving::still(shape);
        match way {
            Way::Still => {}
            Way::Velocity(velocity) => moving = moving.with_velocity(velocity)?,
            Way::Between(from, to) => moving = moving.between(from, to)?,
        }
        if let Some(t_max) = t_max {
            moving = moving.until(t_max)?;
        }
        Ok(match radius {
            Some(radius) => moving.towards_inflated(radius),
            None => moving,
        })
    }

    /// The motion that the object specifies, for a shape of any kind.
    fn motion<T: Number, const N: usize>(
        &self,
        fields: &Fields<'_>,
        begin: Option<[T; N]>,
    ) -> Result<Motion<T, N>, BadRequest> {
        let place = &self.place;
        let given = ["velocity", "from", "to"].map(|name| Some((name, fields.get(name)?)));
        let has_motion = given.iter().any(Option::is_some);
        if self.is_mover && has_motion && fields.get("path").is_some() {
            return Err(BadRequest(format!(
                "{place} must have one at most of velocity, to and path"
            )));
        }
        if !self.moves
            && let Some((name, _)) = given.iter().flatten().next()
        {
            return Err(unmoved(&place.field(name)));
        }
        let vector = |(name, text): (&str, &str)| -> Result<[T; N], BadRequest> {
            fields::first_of(text, &place.field(name), self.dimension, T::ZERO)
        };
        let way = match given {
            [None, None, None] => Way::Still,
            [Some(velocity), None, None] => Way::Velocity(vector(velocity)?),
            [None, from, Some(to)] => match from.map(vector).transpose()?.or(begin) {
                Some(from) => Way::Between(from, vector(to)?),
                None => return Err(BadRequest(format!("{} is missing", place.field("from")))),
            },
            _ => {
                return Err(BadRequest(format!(
                    "{place} must have a velocity, or to, or from and to"
                )));
            }
        };
        let t_max = |text| fields::number(text, &Place::Request.field("t_max"));
        let radius = |text| rounding(text, &place.field("radius"));
        Ok(Motion {
            way,
            t_max: self.t_max.map(t_max).transpose()?,
            radius: fields.get("radius").map(radius).transpose()?,
        })
    }
}

/// The velocity of an object, the end of its motion, and its inflation radius.
struct Motion<T, const N: usize> {
    way: Way<T, N>,
    t_max: Option<T>,
    radius: Option<T>,
}

enum Way<T, const N: usize> {
    Still,
    Velocity([T; N]),
    Between([T; N], [T; N]),
}

/// An inflation radius.
fn rounding<T: Number>(text: &str, place: &Place<'_>) -> Result<T, BadRequest> {
    let radius: T = fields::number(text, place)?;
    if radius < T::ZERO {
        return Err(BadRequest(format!("{place} is {text}, must not be negative")));
    }
    Ok(radius)
}

/// An array of exactly `count` elements.
fn exactly<'a>(
    text: &'a str,
    place: &Place<'_>,
    count: usize,
    what: &str,
    act: impl FnMut(&Place<'_>, usize, &'a str) -> Result<(), BadRequest>,
) -> Result<(), BadRequest> {
    let mut act = act;
    let found = fields::for_each(text, place, &format!("an array of {what}"), |place, i, text| {
        if i < count { act(place, i, text) } else { Ok(()) }
    })?;
    if found == count {
        Ok(())
    } else {
        Err(BadRequest(format!("{place} has {found} {what}, must have {count}")))
    }
}

fn vectors<T: Number, const N: usize, const K: usize>(
    text: &str,
    place: &Place<'_>,
    what: &str,
) -> Result<[[T; N]; K], BadRequest> {
    let mut vectors = [[T::ZERO; N]; K];
    exactly(text, place, K, what, |place, i, text| {
        vectors[i] = fields::vector(text, place)?;
        Ok(())
    })?;
    Ok(vectors)
}

/// `{vertices, velocity}`
fn triangle<T: Number>(object: &Object<'_>) -> Result<Moving<Triangle<T>>, BadRequest> {
    let fields = object.fields(&shape::TRIANGLE)?;
    let place = object.place.field("vertices");
    let text = fields.need("vertices", &object.place)?;
    let [a, b, c] = vectors::<T, 3, 3>(text, &place, "vertices")?;
    object.moving(Triangle::new(a, b, c)?, &fields, Some(a))
}

/// `{a, b, velocity}`
fn segment<T: Number, const N: usize>(
    object: &Object<'_>,
) -> Result<Moving<Segment<T, N>>, BadRequest> {
    let fields = object.fields(&shape::SEGMENT)?;
    let [a, b]: [[T; N]; 2] = [object.vector(&fields, "a")?, object.vector(&fields, "b")?];
    object.moving(Segment::new(a, b)?, &fields, Some(a))
}

/// `{position, velocity}`
fn point<T: Number, const N: usize>(
    object: &Object<'_>,
) -> Result<Moving<Point<T, N>>, BadRequest> {
    let fields = object.fields(&shape::POINT)?;
    let position: [T; N] = object.vector(&fields, "position")?;
    object.moving(Point::new(position)?, &fields, Some(position))
}

/// `{min, max, velocity, hollow}`: the box, and whether only its surface counts. If the type `N`
/// has more dimensions than the request, the box is [widened](widen).
pub(crate) fn aligned_box<T: Number, const N: usize>(
    object: &Object<'_>,
) -> Result<(Moving<AlignedBox<T, N>>, bool), BadRequest> {
    let fields = object.fields(&shape::BOX)?;
    let corner = |name| -> Result<[T; N], BadRequest> {
        let text = fields.need(name, &object.place)?;
        fields::first_of(text, &object.place.field(name), object.dimension, T::ZERO)
    };
    let (mut min, mut max) = (corner("min")?, corner("max")?);
    let begin = Some(min);
    if N == ROOM {
        widen(&mut min, &mut max, object.dimension);
    }
    let hollow = fields::flag(fields.get("hollow"), &object.place.field("hollow"))?;
    Ok((object.moving(AlignedBox::new(min, max)?, &fields, begin)?, hollow))
}

/// `{center, half_extents, rotation, velocity}`; without a rotation, the box is not rotated.
fn oriented_box<T: Number, const N: usize>(
    object: &Object<'_>,
    rotation: impl Fn(&str, &Place<'_>) -> Result<Rotation<T, N>, BadRequest>,
) -> Result<Moving<OrientedBox<T, N>>, BadRequest> {
    let fields = object.fields(&shape::ORIENTED_BOX)?;
    let rotation = match fields.get("rotation") {
        Some(text) => rotation(text, &object.place.field("rotation"))?,
        None => Rotation::identity(),
    };
    let [center, half_extents]: [[T; N]; 2] =
        [object.vector(&fields, "center")?, object.vector(&fields, "half_extents")?];
    object.moving(OrientedBox::new(center, half_extents, rotation)?, &fields, Some(center))
}

/// `[z, w]`
fn rotor<T: Number>(text: &str, place: &Place<'_>) -> Result<Rotation<T, 2>, BadRequest> {
    Ok(Rotation::<T, 2>::new(fields::vector(text, place)?)?)
}

/// `[x, y, z, w]`
pub(crate) fn quaternion<T: Number>(
    text: &str,
    place: &Place<'_>,
) -> Result<Rotation<T, 3>, BadRequest> {
    Ok(Rotation::<T, 3>::new(fields::vector(text, place)?)?)
}

/// `{center, edges, velocity}`
fn parallelepiped<T: Number>(object: &Object<'_>) -> Result<Moving<Parallelepiped<T>>, BadRequest> {
    let fields = object.fields(&shape::PARALLELEPIPED)?;
    let center: [T; 3] = object.vector(&fields, "center")?;
    let text = fields.need("edges", &object.place)?;
    let edges = vectors::<T, 3, 3>(text, &object.place.field("edges"), "edges")?;
    object.moving(Parallelepiped::new(center, edges)?, &fields, Some(center))
}

/// The greatest number of points of a hull.
const MOST_POINTS: usize = 100_000;

/// `{points, position, velocity}`
fn hull<T: Number, const N: usize>(object: &Object<'_>) -> Result<Moving<Hull<T, N>>, BadRequest> {
    let fields = object.fields(&shape::HULL)?;
    let hull = placed_hull(&fields, &object.place)?;
    let begin = Some(hull.position());
    object.moving(hull, &fields, begin)
}

/// A hull by its points, and the position of the first one if the hull is elsewhere.
pub(crate) fn placed_hull<T: Number, const N: usize>(
    given: &Fields<'_>,
    place: &Place<'_>,
) -> Result<Hull<T, N>, BadRequest> {
    let hull = Hull::new(points(given.need("points", place)?, &place.field("points"))?)?;
    match given.get("position") {
        Some(text) => Ok(hull.at(fields::vector::<T, N>(text, &place.field("position"))?)?),
        None => Ok(hull),
    }
}

/// The points of a hull.
fn points<T: Number, const N: usize>(
    text: &str,
    place: &Place<'_>,
) -> Result<Vec<[T; N]>, BadRequest> {
    let mut points = Vec::new();
    fields::for_each(text, place, "an array of points", |place, _, text| {
        points.push(fields::vector(text, place)?);
        Ok(())
    })?;
    if points.len() > MOST_POINTS {
        let count = points.len();
        return Err(BadRequest(format!("{place} has {count} points, may have {MOST_POINTS}")));
    }
    Ok(points)
}

/// `{point, normal}`
fn plane<T: Number, const N: usize>(object: &Object<'_>) -> Result<Plane<T, N>, BadRequest> {
    let fields = object.fields(&shape::PLANE)?;
    let point: [T; N] = object.vector(&fields, "point")?;
    let normal: [T; N] = object.vector(&fields, "normal")?;
    Ok(Plane::new(point, normal)?)
}

/// `[{point, normal}, …]`
fn planes<T: Number, const N: usize>(
    text: &str,
    place: &Place<'_>,
) -> Result<Vec<Plane<T, N>>, BadRequest> {
    let mut planes = Vec::new();
    fields::for_each(text, place, "an array of planes", |place, _, text| {
        let fields = Fields::of(text, place, shape::PLANE.fields)?;
        let vector = |name| fields::vector::<T, N>(fields.need(name, place)?, &place.field(name));
        let plane = Plane::new(vector("point")?, vector("normal")?)
            .map_err(|error| BadRequest(format!("{place}: {error}")))?;
        planes.push(plane);
        Ok(())
    })?;
    Ok(planes)
}

/// The greatest number of planes of a polytope. The time to find its edges is at least quadratic in
/// this number, and cubic where many planes contain the same point.
const MOST_PLANES: usize = 1000;

/// `{planes: [{point, normal}, …], velocity}`
fn polytope<T: Number, const N: usize>(
    object: &Object<'_>,
) -> Result<Moving<Arc<Polytope<T, N>>>, BadRequest> {
    let fields = object.fields(&shape::POLYTOPE)?;
    let text = fields.need("planes", &object.place)?;
    let place = object.place.field("planes");
    let planes = planes::<T, N>(text, &place)?;
    if planes.len() > MOST_PLANES {
        let count = planes.len();
        return Err(BadRequest(format!("{place} has {count} planes, may have {MOST_PLANES}")));
    }
    object.moving(Arc::new(Polytope::new(planes)?), &fields, None)
}

/// The source of a mesh or a scene.
pub(crate) enum Source {
    /// The vertices and triangles of the mesh, or the items of the scene, are given inline in the
    /// request.
    Request,
    Path(String),
    Name(String),
}

/// A mesh of the request, with the place of the fields of its rotation and translation.
pub(crate) struct MeshHere<'a, T: Number> {
    pub(crate) mesh: Moving<Arc<Mesh<T>>>,
    pub(crate) source: Source,
    pub(crate) rotation: Option<&'a str>,
    pub(crate) translation: Option<&'a str>,
}

/// `{name, velocity}`, `{path, velocity}` or `{vertices, triangles, velocity}`, each also with
/// `rotation` and `translation`.
pub(crate) fn mesh<'a, T: Number>(
    object: &Object<'a>,
    known: &mut Known<'_, T>,
) -> Result<MeshHere<'a, T>, BadRequest>
where
    Arc<Mesh<T>>: Shape<Scalar = T, Vector = [T; 3]>,
{
    let fields = object.fields(&shape::MESH)?;
    let place = &object.place;
    let given = ["name", "path", "vertices"].map(|name| fields.get(name));
    let (mesh, source) = match given {
        [Some(name), None, None] if fields.get("triangles").is_none() => {
            let at = place.field("name");
            let name = fields::string(name, &at)?;
            (Arc::clone(known.names.mesh(&name, &at)?), Source::Name(name))
        }
        [None, Some(path), None] if fields.get("triangles").is_none() => {
            let at = place.field("path");
            let path = fields::string(path, &at)?;
            let mesh = known.meshes.mesh(&path);
            (mesh.map_err(|error| BadRequest(format!("{at}: {error}")))?, Source::Path(path))
        }
        [None, None, _] => {
            let vertices = fields.need("vertices", place)?;
            let mesh = mesh_here(vertices, fields.need("triangles", place)?, place)?;
            (Arc::new(mesh), Source::Request)
        }
        _ => {
            return Err(BadRequest(format!(
                "{place} must have one of name, path, and vertices with triangles"
            )));
        }
    };
    // The motion of a mesh begins at the origin of the mesh, after the translation.
    let begin = match fields.get("translation") {
        Some(text) => fields::vector(text, &place.field("translation"))?,
        None => [T::ZERO; 3],
    };
    let mesh = object.moving(mesh, &fields, Some(begin))?;
    Ok(MeshHere {
        mesh,
        source,
        rotation: fields.get("rotation"),
        translation: fields.get("translation"),
    })
}

fn mesh_here<T: Number>(
    vertices_text: &str,
    triangles_text: &str,
    place: &Place<'_>,
) -> Result<Mesh<T>, BadRequest> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    fields::for_each(
        vertices_text,
        &place.field("vertices"),
        "an array of vertices",
        |place, _, text| {
            vertices.push(fields::vector(text, place)?);
            Ok(())
        },
    )?;
    fields::for_each(
        triangles_text,
        &place.field("triangles"),
        "an array of triangles",
        |place, _, text| {
            triangles.push(corners(text, place)?);
            Ok(())
        },
    )?;
    Ok(Mesh::new(vertices, triangles)?)
}

fn corners(text: &str, place: &Place<'_>) -> Result<[u32; 3], BadRequest> {
    let mut corners = [0; 3];
    exactly(text, place, 3, "indices", |place, i, text| {
        corners[i] = fields::index(text, place)?;
        Ok(())
    })?;
    Ok(corners)
}

/// `{corners}`, `{planes}` or `{view_projection, depth}`, each with a velocity
fn frustum<T: Number>(object: &Object<'_>) -> Result<Moving<Arc<Frustum<T>>>, BadRequest> {
    let (fields, place) = (object.fields(&shape::FRUSTUM)?, &object.place);
    let ways = ["corners", "planes", "view_projection"].map(|name| fields.get(name));
    let frustum = match ways {
        [Some(corners), None, None] => {
            let corners = vectors::<T, 3, 8>(corners, &place.field("corners"), "corners")?;
            Frustum::from_corners(corners)?
        }
        [None, Some(text), None] => {
            let planes = planes::<T, 3>(text, &place.field("planes"))?;
            let count = planes.len();
            let six = planes.try_into().map_err(|_| {
                BadRequest(format!("{place}.planes has {count} planes, must have 6"))
            })?;
            Frustum::from_planes(six)?
        }
        [None, None, Some(rows)] => {
            let rows = vectors::<T, 4, 4>(rows, &place.field("view_projection"), "rows")?;
            let depth = fields.need("depth", place)?;
            Frustum::from_view_projection(rows, clip_depth(depth, &place.field("depth"))?)?
        }
        _ => {
            return Err(BadRequest(format!(
                "{place} must have one of corners, planes and view_projection"
            )));
        }
    };
    object.moving(Arc::new(frustum), &fields, None)
}

/// The depths of the near and the far plane.
fn clip_depth(text: &str, place: &Place<'_>) -> Result<ClipDepth, BadRequest> {
    match fields::vector::<f64, 2>(text, place)? {
        [-1.0, 1.0] => Ok(ClipDepth::MinusOneToOne),
        [0.0, 1.0] => Ok(ClipDepth::ZeroToOne),
        [1.0, 0.0] => Ok(ClipDepth::OneToZero),
        _ => Err(BadRequest(format!("{place} must be [-1, 1], [0, 1] or [1, 0]"))),
    }
}

impl<T: Number> MeshHere<'_, T> {
    /// Whether a rotation or a translation of the mesh is given.
    pub(crate) fn is_placed(&self) -> bool {
        self.rotation.is_some() || self.translation.is_some()
    }

    /// The mesh instance, if a rotation or a translation is given.
    pub(crate) fn instance(
        &self,
        place: &Place<'_>,
    ) -> Result<Option<Moving<SharedInstance<T>>>, BadRequest> {
        let (rotation, translation) = match (self.rotation, self.translation) {
            (None, None) => return Ok(None),
            given => given,
        };
        let rotation = match rotation {
            Some(text) => quaternion(text, &place.field("rotation"))?,
            None => Rotation::identity(),
        };
        let translation: [T; 3] = match translation {
            Some(text) => fields::vector(text, &place.field("translation"))?,
            None => [T::ZERO; 3],
        };
        let instance = SharedInstance::new(Arc::clone(self.mesh.shape()), rotation, translation)?;
        Ok(Some(self.mesh.clone().carrying(instance)))
    }
}

/// `{items: [{"triangle": …, "t_max": …}, …]}`: the `Id` of an item is its index in the list. Or
/// `{path}`, or `{name}`.
pub(crate) fn scene<T: Number>(
    object: &Object<'_>,
    known: &mut Known<'_, T>,
) -> Result<(Arc<Scene<T>>, Source), BadRequest> {
    let fields = object.fields(&shape::SCENE)?;
    let place = &object.place;
    match ["name", "path", "items"].map(|name| fields.get(name)) {
        [Some(name), None, None] => {
            let at = place.field("name");
            let name = fields::string(name, &at)?;
            Ok((Arc::clone(known.names.scene(&name, &at)?), Source::Name(name)))
        }
        [None, Some(path), None] => {
            let at = place.field("path");
            let path = fields::string(path, &at)?;
            let scene = known.meshes.scene(&path);
            let scene = scene.map_err(|error| BadRequest(format!("{at}: {error}")))?;
            Ok((scene, Source::Path(path)))
        }
        [None, None, _] => {
            let mut scene = Scene::new();
            let text = fields.need("items", place)?;
            scene.insert_all(items(text, &place.field("items"), known)?);
            Ok((Arc::new(scene), Source::Request))
        }
        _ => Err(BadRequest(format!("{place} must have one of name, path and items"))),
    }
}

/// `[{"triangle": …, "t_max": …}, …]`
pub(crate) fn items<T: Number>(
    text: &str,
    place: &Place<'_>,
    known: &mut Known<'_, T>,
) -> Result<Vec<Item<T>>, BadRequest> {
    let mut items = Vec::new();
    fields::for_each(text, place, "an array of items", |place, _, text| {
        items.push(one_item(text, place, known)?);
        Ok(())
    })?;
    Ok(items)
}

/// `{"triangle": …, "t_max": …}`
pub(crate) fn one_item<T: Number>(
    text: &str,
    place: &Place<'_>,
    known: &mut Known<'_, T>,
) -> Result<Item<T>, BadRequest> {
    let fields = Fields::of(text, place, ITEMS)?;
    let (shape, text) = request::only_target(&fields, shape::TARGETS)
        .map_err(|BadRequest(problem)| BadRequest(format!("{place}: {problem}")))?;
    // Only first contacts use the motions of the items of a scene; other queries take the items at
    // time zero.
    let object = Object {
        place: place.field(shape.name),
        text,
        moves: true,
        t_max: None,
        dimension: 3,
        is_mover: false,
    };
    let item = in_space(shape.kind, &object, known)?.item()?;
    Ok(match fields.get("t_max") {
        Some(text) => item.until(fields::number(text, &place.field("t_max"))?)?,
        None => item,
    })
}

/// The fields of an item: the end of its motion, and the shapes that a scene can contain.
const ITEMS: &[&str] =
    &shape::names::<{ 1 + shape::TARGETS.len() - 2 }>(&["t_max"], shape::TARGETS, true);

/// The shape of a kind in space, with its motion. A mesh is a surface, not a solid.
pub(crate) fn in_space<T: Number>(
    kind: Kind,
    object: &Object<'_>,
    known: &mut Known<'_, T>,
) -> Result<Box<dyn AnyObstacle<T, 3>>, BadRequest> {
    Ok(match kind {
        Kind::Point => point::<T, 3>(object)?.boxed(),
        Kind::Segment => segment::<T, 3>(object)?.boxed(),
        Kind::Triangle => triangle::<T>(object)?.boxed(),
        Kind::Box => solid_or_hollow::<T, 3>(object)?,
        Kind::OrientedBox => oriented_box::<T, 3>(object, quaternion)?.boxed(),
        Kind::Polytope => polytope::<T, 3>(object)?.boxed(),
        Kind::Frustum => frustum::<T>(object)?.boxed(),
        Kind::Parallelepiped => parallelepiped::<T>(object)?.boxed(),
        Kind::Hull => hull::<T, 3>(object)?.boxed(),
        Kind::Plane => plane::<T, 3>(object)?.boxed(),
        Kind::Mesh => {
            let here = mesh(object, known)?;
            match here.instance(&object.place)? {
                Some(instance) => instance.boxed(),
                None => here.mesh.boxed(),
            }
        }
        Kind::Scene => scene(object, known)?.0.boxed(),
        _ => return Err(unsupported()),
    })
}

/// The shape of a kind in the plane, with its motion; none if shapes of this kind exist in space
/// only.
pub(crate) fn in_plane<T: Number>(
    kind: Kind,
    object: &Object<'_>,
) -> Result<Option<Box<dyn AnyObstacle<T, 2>>>, BadRequest> {
    Ok(Some(match kind {
        Kind::Point => point::<T, 2>(object)?.boxed(),
        Kind::Segment => segment::<T, 2>(object)?.boxed(),
        Kind::Box => solid_or_hollow::<T, 2>(object)?,
        Kind::OrientedBox => oriented_box::<T, 2>(object, rotor)?.boxed(),
        Kind::Polytope => polytope::<T, 2>(object)?.boxed(),
        Kind::Hull => hull::<T, 2>(object)?.boxed(),
        Kind::Plane => plane::<T, 2>(object)?.boxed(),
        _ => return Ok(None),
    }))
}

/// A solid or hollow box. A hollow box must not be inflated.
pub(crate) fn solid_or_hollow<T: Number, const N: usize>(
    object: &Object<'_>,
) -> Result<Box<dyn AnyObstacle<T, N>>, BadRequest>
where
    Moving<AlignedBox<T, N>>: Alone<T, N>,
    Hollow<AlignedBox<T, N>>: Alone<T, N>,
{
    match aligned_box::<T, N>(object)? {
        (moving, false) => Ok(moving.boxed()),
        (moving, true) if moving.is_inflated() => {
            Err(BadRequest("box is hollow, and so must not have a radius".to_string()))
        }
        (moving, true) => Ok(Hollow(*moving.shape()).boxed()),
    }
}

/// `{triangle, feature}`: a place on a mesh, in the form of an answer.
pub(crate) fn mesh_feature(text: &str, place: &Place<'_>) -> Result<MeshFeature, BadRequest> {
    let fields = Fields::of(text, place, &["triangle", "feature"])?;
    let triangle = fields::index(fields.need("triangle", place)?, &place.field("triangle"))?;
    let (text, place) = (fields.need("feature", place)?, place.field("feature"));
    let fields = Fields::of(text, &place, &["kind", "index"])?;
    let kind = fields::string(fields.need("kind", &place)?, &place.field("kind"))?;
    let feature = match (kind.as_str(), fields.get("index")) {
        ("face", None) => Feature::Face,
        ("vertex" | "edge", Some("0" | "1" | "2")) => {
            // The index is one digit.
            let index = fields.get("index").and_then(|text| text.parse().ok()).unwrap_or_default();
            if kind == "vertex" { Feature::Vertex(index) } else { Feature::Edge(index) }
        }
        _ => {
            return Err(BadRequest(format!(
                "{place} must be a face, or a vertex or an edge with the index 0, 1 or 2"
            )));
        }
    };
    Ok(MeshFeature { triangle: triangle as usize, feature })
}

#[cfg(test)]
mod tests {
    use crate::{Names, NoMeshes, answer};

    /// An obstacle that moves between two points continues after time 1, if the request gives a
    /// later end.
    #[test]
    fn the_end_of_the_motion_is_that_of_the_target() {
        let time = |t_max: &str| {
            let request = format!(
                r#"{{"query":"contact_time",{t_max}"sphere":{{"center":[0,0,5],"radius":1}},"point":{{"position":[0,0,0],"to":[0,0,2]}}}}"#
            );
            let line = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default());
            String::from_utf8(line.unwrap()).unwrap().trim_end().to_owned()
        };
        assert_eq!(time(r#""t_max":3,"#), r#"{"id":null,"contact_time":2.0}"#);
        assert_eq!(time(r#""t_max":1.5,"#), r#"{"id":null,"contact_time":null}"#);
        assert_eq!(time(""), r#"{"id":null,"contact_time":null}"#);
    }
}
