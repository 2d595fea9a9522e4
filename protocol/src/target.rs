//! The targets of a request, and how each answers.

use crate::answer::Meshes;
use crate::fields::{self, BadRequest, Fields, Place};
use crate::number::Number;
use crate::part;
use crate::reply::{self, Exact, Extras, More, Reply};
use crate::request::{
    self, AtRest, Dimension, Kind, Mover, Question, Request, Wishes, left_out, solid, unmoved,
    velocity_of,
};
use tangency::{
    AlignedBox, Containment, Convex, Ellipsoid, Hollow, Mesh, Moving, Obstacle, OrientedBox,
    Parallelepiped, Penetration, Plane, Point, Polytope, Rotation, Segment, Shape, Sphere,
    Triangle,
};

use Dimension::{Three, Two};

const REQUEST: Place<'static> = Place::Request;
const TRIANGLE: Place<'static> = Place::Field(&REQUEST, "triangle");
const SEGMENT: Place<'static> = Place::Field(&REQUEST, "segment");
const POINT: Place<'static> = Place::Field(&REQUEST, "point");
const BOX: Place<'static> = Place::Field(&REQUEST, "box");
const ORIENTED_BOX: Place<'static> = Place::Field(&REQUEST, "oriented_box");
const POLYTOPE: Place<'static> = Place::Field(&REQUEST, "polytope");
const PARALLELEPIPED: Place<'static> = Place::Field(&REQUEST, "parallelepiped");
const MESH: Place<'static> = Place::Field(&REQUEST, "mesh");

/// A target that has been read: it answers each question that it can be asked.
pub(crate) trait Target<T: Number, const N: usize> {
    /// The first contact, added to the reply.
    fn first_contact(
        &self,
        mover: &Mover<T, N>,
        wishes: Wishes,
        reply: Reply,
    ) -> Result<Reply, BadRequest>;

    /// Whether the two share a point.
    fn intersects(&self, body: &AtRest<T, N>) -> Result<bool, BadRequest>;

    /// On which side of the surface the sphere is.
    fn containment(&self, _: &Sphere<T, N>) -> Result<&'static str, BadRequest> {
        Err(BadRequest(
            "query is containment, must be first_contact or intersects but for a polytope".into(),
        ))
    }
}

/// Whether a sphere can be asked about such a target.
const fn sphere_here<T: Number>(kind: Kind, dimension: Dimension) -> bool {
    part::is_here(kind, request::Round::Sphere, dimension, T::SCALAR)
}

/// Whether a sphere and an ellipsoid can.
const fn both_here<T: Number>(kind: Kind, dimension: Dimension) -> bool {
    sphere_here::<T>(kind, dimension)
        && part::is_here(kind, request::Round::Ellipsoid, dimension, T::SCALAR)
}

/// A target in the plane.
pub(crate) fn in_plane<T: Number>(
    request: &Request<'_>,
) -> Result<Box<dyn Target<T, 2>>, BadRequest> {
    let ((kind, text), question) = (request.target, request.question);
    Ok(match kind {
        Kind::Segment if const { both_here::<T>(Kind::Segment, Two) } => {
            Box::new(segment::<T, 2>(text, question)?)
        }
        Kind::Point if const { both_here::<T>(Kind::Point, Two) } => {
            Box::new(point::<T, 2>(text, question)?)
        }
        Kind::Box if const { both_here::<T>(Kind::Box, Two) } => {
            Box::new(aligned_box::<T, 2>(text, question)?)
        }
        Kind::OrientedBox if const { sphere_here::<T>(Kind::OrientedBox, Two) } => {
            let rotation = |text: &str, place: &Place<'_>| {
                Ok(Rotation::<T, 2>::new(fields::vector(text, place)?)?)
            };
            Box::new(oriented_box(text, question, rotation)?)
        }
        Kind::Polytope if const { sphere_here::<T>(Kind::Polytope, Two) } => {
            let (planes, velocity) = polytope::<T, 2>(text, question)?;
            Box::new(Planes { polytope: Polytope::new(planes)?, velocity })
        }
        Kind::Triangle | Kind::Mesh | Kind::Parallelepiped => {
            return Err(BadRequest(format!(
                "{} has 2 numbers, must have 3 for a triangle, a parallelepiped or a mesh",
                request.center()
            )));
        }
        _ => return Err(left_out()),
    })
}

/// A target in space.
pub(crate) fn in_space<'m, T: Number>(
    request: &Request<'_>,
    meshes: &'m mut dyn Meshes<T>,
) -> Result<Box<dyn Target<T, 3> + 'm>, BadRequest> {
    let ((kind, text), question) = (request.target, request.question);
    Ok(match kind {
        Kind::Triangle if const { both_here::<T>(Kind::Triangle, Three) } => {
            Box::new(Round(triangle::<T>(text, question)?))
        }
        Kind::Triangle if const { sphere_here::<T>(Kind::Triangle, Three) } => {
            Box::new(OnlySphere(triangle::<T>(text, question)?))
        }
        Kind::Segment if const { both_here::<T>(Kind::Segment, Three) } => {
            Box::new(segment::<T, 3>(text, question)?)
        }
        Kind::Point if const { both_here::<T>(Kind::Point, Three) } => {
            Box::new(point::<T, 3>(text, question)?)
        }
        Kind::Box if const { both_here::<T>(Kind::Box, Three) } => {
            Box::new(aligned_box::<T, 3>(text, question)?)
        }
        Kind::OrientedBox if const { sphere_here::<T>(Kind::OrientedBox, Three) } => {
            let rotation = |text: &str, place: &Place<'_>| {
                Ok(Rotation::<T, 3>::new(fields::vector(text, place)?)?)
            };
            Box::new(oriented_box(text, question, rotation)?)
        }
        Kind::Polytope if const { sphere_here::<T>(Kind::Polytope, Three) } => {
            let (planes, velocity) = polytope::<T, 3>(text, question)?;
            Box::new(Planes { polytope: Polytope::new(planes)?, velocity })
        }
        Kind::Parallelepiped if const { sphere_here::<T>(Kind::Parallelepiped, Three) } => {
            Box::new(parallelepiped::<T>(text, question)?)
        }
        Kind::Mesh if const { both_here::<T>(Kind::Mesh, Three) } => {
            Box::new(mesh(text, question, meshes)?)
        }
        _ => return Err(left_out()),
    })
}

// ---- answers ----

/// What a sphere and an ellipsoid can meet.
struct Round<S: Shape>(Moving<S>);
/// What only a sphere can meet.
struct OnlySphere<S: Shape>(Moving<S>);
/// A box, of which only the surface may count.
struct MaybeHollow<T: Number, const N: usize> {
    moving: Moving<AlignedBox<T, N>>,
    hollow: bool,
}
/// A polytope and its velocity.
struct Planes<T: Number, const N: usize> {
    polytope: Polytope<T, N>,
    velocity: [T; N],
}
/// A mesh and its velocity.
struct Triangles<'m, T: Number> {
    mesh: MeshHere<'m, T>,
    velocity: [T; 3],
}

fn sphere_meets<T: Number, O: Obstacle<T, N>, const N: usize>(
    sphere: &Moving<Sphere<T, N>>,
    obstacle: &O,
    penetration: impl FnOnce(&Sphere<T, N>) -> Option<Penetration<T, N>>,
    wishes: Wishes,
    reply: Reply,
) -> Reply
where
    O::Feature: reply::Place,
{
    let answer = sphere.first_contact(obstacle);
    let more = wishes.more.then(|| More {
        time_down: sphere.time_down(obstacle),
        last_time: sphere.last_time(obstacle),
        penetration: answer.overlap().and_then(|_| penetration(sphere.shape())),
    });
    let exact = wishes.exact.then(|| Exact::of(&sphere.first_contact_exact(obstacle))).flatten();
    reply::answer(reply, answer, Extras { more, exact })
}

fn ellipsoid_meets<T: Number, O: Obstacle<T, N, Ellipsoid<T, N>>, const N: usize>(
    ellipsoid: &Moving<Ellipsoid<T, N>>,
    obstacle: &O,
    wishes: Wishes,
    reply: Reply,
) -> Reply
where
    O::Feature: reply::Place,
{
    let answer = ellipsoid.first_contact(obstacle);
    let more = wishes.more.then(|| More {
        time_down: ellipsoid.time_down(obstacle),
        last_time: ellipsoid.last_time(obstacle),
        penetration: None,
    });
    let exact = wishes.exact.then(|| Exact::of(&ellipsoid.first_contact_exact(obstacle))).flatten();
    reply::answer(reply, answer, Extras { more, exact })
}

fn only_sphere<T: Number, const N: usize>(
    mover: &Mover<T, N>,
) -> Result<&Moving<Sphere<T, N>>, BadRequest> {
    match mover {
        Mover::Sphere(sphere) => Ok(sphere),
        Mover::Ellipsoid(_) => {
            Err(BadRequest("ellipsoid is there, must be a sphere for this target".to_owned()))
        }
    }
}

/// The body, if it is solid.
fn only_solid<T: Number, const N: usize>(body: &AtRest<T, N>) -> Result<&Mover<T, N>, BadRequest> {
    if body.hollow {
        return Err(BadRequest("hollow is true, must be false unless the target is a box".into()));
    }
    Ok(&body.body)
}

impl<T, S, F, const N: usize> Target<T, N> for Round<S>
where
    T: Number,
    F: reply::Place,
    S: Shape<Scalar = T, Vector = [T; N]> + Convex<T, N>,
    S: tangency::Target<Sphere<T, N>, Answer = bool>,
    S: tangency::Target<Ellipsoid<T, N>, Answer = bool>,
    Moving<S>: Obstacle<T, N, Feature = F>,
    Moving<S>: Obstacle<T, N, Ellipsoid<T, N>, Feature = F>,
{
    fn first_contact(
        &self,
        mover: &Mover<T, N>,
        wishes: Wishes,
        reply: Reply,
    ) -> Result<Reply, BadRequest> {
        Ok(match mover {
            Mover::Sphere(sphere) => {
                let penetration = |sphere: &Sphere<T, N>| sphere.penetration(self.0.shape());
                sphere_meets(sphere, &self.0, penetration, wishes, reply)
            }
            Mover::Ellipsoid(ellipsoid) => ellipsoid_meets(ellipsoid, &self.0, wishes, reply),
        })
    }

    fn intersects(&self, body: &AtRest<T, N>) -> Result<bool, BadRequest> {
        Ok(match only_solid(body)? {
            Mover::Sphere(sphere) => sphere.shape().intersects(self.0.shape()),
            Mover::Ellipsoid(ellipsoid) => ellipsoid.shape().intersects(self.0.shape()),
        })
    }
}

impl<T, S, F, const N: usize> Target<T, N> for OnlySphere<S>
where
    T: Number,
    F: reply::Place,
    S: Shape<Scalar = T, Vector = [T; N]> + Convex<T, N>,
    S: tangency::Target<Sphere<T, N>, Answer = bool>,
    Moving<S>: Obstacle<T, N, Feature = F>,
{
    fn first_contact(
        &self,
        mover: &Mover<T, N>,
        wishes: Wishes,
        reply: Reply,
    ) -> Result<Reply, BadRequest> {
        let penetration = |sphere: &Sphere<T, N>| sphere.penetration(self.0.shape());
        Ok(sphere_meets(only_sphere(mover)?, &self.0, penetration, wishes, reply))
    }

    fn intersects(&self, body: &AtRest<T, N>) -> Result<bool, BadRequest> {
        Ok(only_sphere(only_solid(body)?)?.shape().intersects(self.0.shape()))
    }
}

impl<T: Number, const N: usize> Target<T, N> for MaybeHollow<T, N> {
    fn first_contact(
        &self,
        mover: &Mover<T, N>,
        wishes: Wishes,
        reply: Reply,
    ) -> Result<Reply, BadRequest> {
        solid(self.hollow.then_some("true"), &BOX)?;
        Ok(match mover {
            Mover::Sphere(sphere) => {
                let penetration = |sphere: &Sphere<T, N>| sphere.penetration(self.moving.shape());
                sphere_meets(sphere, &self.moving, penetration, wishes, reply)
            }
            Mover::Ellipsoid(ellipsoid) => ellipsoid_meets(ellipsoid, &self.moving, wishes, reply),
        })
    }

    fn intersects(&self, body: &AtRest<T, N>) -> Result<bool, BadRequest> {
        let solid = self.moving.shape();
        let surface = Hollow(*solid);
        Ok(match (&body.body, body.hollow, self.hollow) {
            (Mover::Sphere(sphere), false, false) => sphere.shape().intersects(solid),
            (Mover::Sphere(sphere), false, true) => sphere.shape().intersects(&surface),
            (Mover::Sphere(sphere), true, false) => Hollow(*sphere.shape()).intersects(solid),
            (Mover::Sphere(sphere), true, true) => Hollow(*sphere.shape()).intersects(&surface),
            (Mover::Ellipsoid(egg), false, false) => egg.shape().intersects(solid),
            (Mover::Ellipsoid(egg), false, true) => egg.shape().intersects(&surface),
            (Mover::Ellipsoid(egg), true, false) => Hollow(*egg.shape()).intersects(solid),
            (Mover::Ellipsoid(egg), true, true) => Hollow(*egg.shape()).intersects(&surface),
        })
    }
}

macro_rules! polytope_target {
    ($dimension:literal) => {
        impl<T: Number> Target<T, $dimension> for Planes<T, $dimension> {
            fn first_contact(
                &self,
                mover: &Mover<T, $dimension>,
                wishes: Wishes,
                reply: Reply,
            ) -> Result<Reply, BadRequest> {
                let penetration =
                    |sphere: &Sphere<T, $dimension>| sphere.penetration(&self.polytope);
                let moving = self.polytope.moving(self.velocity)?;
                Ok(sphere_meets(only_sphere(mover)?, &moving, penetration, wishes, reply))
            }

            fn intersects(&self, body: &AtRest<T, $dimension>) -> Result<bool, BadRequest> {
                Ok(only_sphere(only_solid(body)?)?.shape().intersects(&self.polytope))
            }

            fn containment(
                &self,
                sphere: &Sphere<T, $dimension>,
            ) -> Result<&'static str, BadRequest> {
                Ok(match sphere.containment(&self.polytope) {
                    Containment::Inside => "inside",
                    Containment::Intersecting => "intersecting",
                    Containment::Outside => "outside",
                })
            }
        }
    };
}
polytope_target!(2);
polytope_target!(3);

impl<T: Number> Target<T, 3> for Triangles<'_, T> {
    fn first_contact(
        &self,
        mover: &Mover<T, 3>,
        wishes: Wishes,
        reply: Reply,
    ) -> Result<Reply, BadRequest> {
        let moving = self.mesh.get().moving(self.velocity)?;
        Ok(match mover {
            // The way out of a mesh may lead through others of its triangles: it is not offered.
            Mover::Sphere(sphere) => sphere_meets(sphere, &moving, |_| None, wishes, reply),
            Mover::Ellipsoid(ellipsoid) => ellipsoid_meets(ellipsoid, &moving, wishes, reply),
        })
    }

    fn intersects(&self, body: &AtRest<T, 3>) -> Result<bool, BadRequest> {
        Ok(match only_solid(body)? {
            Mover::Sphere(sphere) => sphere.shape().intersects(self.mesh.get()),
            Mover::Ellipsoid(ellipsoid) => ellipsoid.shape().intersects(self.mesh.get()),
        })
    }
}

// ---- reading ----

/// The velocity of a target, which it must not have if nothing moves.
fn drift<T: Number, const N: usize>(
    fields: &Fields<'_>,
    place: &Place<'_>,
    question: Question,
) -> Result<[T; N], BadRequest> {
    if question != Question::FirstContact {
        unmoved(fields.get("velocity"), place)?;
    }
    velocity_of(fields.get("velocity"), place)
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
fn triangle<T: Number>(text: &str, question: Question) -> Result<Moving<Triangle<T>>, BadRequest> {
    let fields = Fields::of(text, &TRIANGLE, &["vertices", "velocity"])?;
    let place = TRIANGLE.field("vertices");
    let [a, b, c] = vectors::<T, 3, 3>(fields.need("vertices", &TRIANGLE)?, &place, "vertices")?;
    Ok(Triangle::new(a, b, c)?.moving(drift(&fields, &TRIANGLE, question)?)?)
}

/// `{a, b, velocity}`
fn segment<T: Number, const N: usize>(
    text: &str,
    question: Question,
) -> Result<Round<Segment<T, N>>, BadRequest> {
    let fields = Fields::of(text, &SEGMENT, &["a", "b", "velocity"])?;
    let end = |name| fields::vector::<T, N>(fields.need(name, &SEGMENT)?, &SEGMENT.field(name));
    let segment = Segment::new(end("a")?, end("b")?)?;
    Ok(Round(segment.moving(drift(&fields, &SEGMENT, question)?)?))
}

/// `{position, velocity}`
fn point<T: Number, const N: usize>(
    text: &str,
    question: Question,
) -> Result<Round<Point<T, N>>, BadRequest> {
    let fields = Fields::of(text, &POINT, &["position", "velocity"])?;
    let position: [T; N] =
        fields::vector(fields.need("position", &POINT)?, &POINT.field("position"))?;
    Ok(Round(Point::new(position)?.moving(drift(&fields, &POINT, question)?)?))
}

/// `{min, max, velocity, hollow}`
fn aligned_box<T: Number, const N: usize>(
    text: &str,
    question: Question,
) -> Result<MaybeHollow<T, N>, BadRequest> {
    let fields = Fields::of(text, &BOX, &["min", "max", "velocity", "hollow"])?;
    let corner = |name| fields::vector::<T, N>(fields.need(name, &BOX)?, &BOX.field(name));
    let aligned_box = AlignedBox::new(corner("min")?, corner("max")?)?;
    let moving = aligned_box.moving(drift(&fields, &BOX, question)?)?;
    let hollow = fields::flag(fields.get("hollow"), &BOX.field("hollow"))?;
    Ok(MaybeHollow { moving, hollow })
}

/// `{center, half_extents, rotation, velocity}`
fn oriented_box<T: Number, const N: usize>(
    text: &str,
    question: Question,
    rotation: impl Fn(&str, &Place<'_>) -> Result<Rotation<T, N>, BadRequest>,
) -> Result<OnlySphere<OrientedBox<T, N>>, BadRequest> {
    const FIELDS: [&str; 4] = ["center", "half_extents", "rotation", "velocity"];
    let fields = Fields::of(text, &ORIENTED_BOX, &FIELDS)?;
    let need = |name| fields.need(name, &ORIENTED_BOX);
    let vector = |name| fields::vector::<T, N>(need(name)?, &ORIENTED_BOX.field(name));
    let rotation = rotation(need("rotation")?, &ORIENTED_BOX.field("rotation"))?;
    let oriented_box = OrientedBox::new(vector("center")?, vector("half_extents")?, rotation)?;
    Ok(OnlySphere(oriented_box.moving(drift(&fields, &ORIENTED_BOX, question)?)?))
}

/// `{center, edges, velocity}`
fn parallelepiped<T: Number>(
    text: &str,
    question: Question,
) -> Result<OnlySphere<Parallelepiped<T>>, BadRequest> {
    let fields = Fields::of(text, &PARALLELEPIPED, &["center", "edges", "velocity"])?;
    let need = |name| fields.need(name, &PARALLELEPIPED);
    let center: [T; 3] = fields::vector(need("center")?, &PARALLELEPIPED.field("center"))?;
    let edges = vectors::<T, 3, 3>(need("edges")?, &PARALLELEPIPED.field("edges"), "edges")?;
    let shape = Parallelepiped::new(center, edges)?;
    Ok(OnlySphere(shape.moving(drift(&fields, &PARALLELEPIPED, question)?)?))
}

/// `{planes: [{point, normal}, …], velocity}`
fn polytope<T: Number, const N: usize>(
    text: &str,
    question: Question,
) -> Result<(Vec<Plane<T, N>>, [T; N]), BadRequest> {
    let fields = Fields::of(text, &POLYTOPE, &["planes", "velocity"])?;
    let mut planes = Vec::new();
    fields::for_each(
        fields.need("planes", &POLYTOPE)?,
        &POLYTOPE.field("planes"),
        "an array of planes",
        |place, _, text| {
            let fields = Fields::of(text, place, &["point", "normal"])?;
            let vector =
                |name| fields::vector::<T, N>(fields.need(name, place)?, &place.field(name));
            let plane = Plane::new(vector("point")?, vector("normal")?)
                .map_err(|error| BadRequest(format!("{place}: {error}")))?;
            planes.push(plane);
            Ok(())
        },
    )?;
    Ok((planes, drift(&fields, &POLYTOPE, question)?))
}

/// A mesh of the request itself, or one that was loaded.
enum MeshHere<'m, T> {
    Own(Box<Mesh<T>>),
    Loaded(&'m Mesh<T>),
}

impl<T> MeshHere<'_, T> {
    fn get(&self) -> &Mesh<T> {
        match self {
            Self::Own(mesh) => mesh,
            Self::Loaded(mesh) => mesh,
        }
    }
}

/// `{path, velocity}` or `{vertices, triangles, velocity}`
fn mesh<'m, T: Number>(
    text: &str,
    question: Question,
    meshes: &'m mut dyn Meshes<T>,
) -> Result<Triangles<'m, T>, BadRequest> {
    let fields = Fields::of(text, &MESH, &["path", "vertices", "triangles", "velocity"])?;
    let velocity = drift(&fields, &MESH, question)?;
    let mesh = match (fields.get("path"), fields.get("vertices"), fields.get("triangles")) {
        (Some(path), None, None) => {
            let path = fields::string(path, &MESH.field("path"))?;
            let mesh = meshes.mesh(&path);
            MeshHere::Loaded(mesh.map_err(|error| BadRequest(format!("mesh.path: {error}")))?)
        }
        (Some(_), _, _) => {
            return Err(BadRequest(
                "mesh has a path and vertices or triangles, must have one or the other".to_owned(),
            ));
        }
        (None, _, _) => {
            let vertices = fields.need("vertices", &MESH)?;
            let triangles = fields.need("triangles", &MESH)?;
            MeshHere::Own(Box::new(mesh_here(vertices, triangles)?))
        }
    };
    Ok(Triangles { mesh, velocity })
}

fn mesh_here<T: Number>(vertices_text: &str, triangles_text: &str) -> Result<Mesh<T>, BadRequest> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    fields::for_each(
        vertices_text,
        &MESH.field("vertices"),
        "an array of vertices",
        |place, _, text| {
            vertices.push(fields::vector(text, place)?);
            Ok(())
        },
    )?;
    fields::for_each(
        triangles_text,
        &MESH.field("triangles"),
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
