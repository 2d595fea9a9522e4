//! Requests about definitions: meshes and scenes by name, the items of a scene, and contacts of its
//! items with each other.

use crate::excerpt::excerpt;
use crate::fields::{self, BadRequest, Fields, Place};
use crate::meshes::Meshes;
use crate::names::{Known, Named, Names};
use crate::number::{Number, Scalar};
use crate::reply::{self, Reply};
use crate::request;
use crate::shape::WORLD_QUESTIONS;
use crate::target::{self, Object, Source};
use std::cell::OnceCell;
use std::sync::Arc;
use tangency::{Id, NoPair, Scene};

const REQUEST: Place<'static> = Place::Request;
const SCENE: Place<'static> = Place::Field(&REQUEST, "scene");

/// The greatest number of pairs in an answer. `n` items that all overlap make about `n²/2` pairs,
/// so without a limit a line could become too long.
const MOST_PAIRS: usize = 100_000;

/// A request about a world.
#[derive(Debug)]
pub(crate) struct WorldRequest<'f, 'a> {
    pub(crate) query: &'static str,
    /// The float that every number is read as.
    pub(crate) scalar: Scalar,
    pub(crate) fields: &'f Fields<'a>,
}

impl<'f, 'a> WorldRequest<'f, 'a> {
    /// The request, if its query is about a world.
    pub(crate) fn new(query: &str, fields: &'f Fields<'a>) -> Result<Option<Self>, BadRequest> {
        let Some((query, allowed)) = WORLD_QUESTIONS.into_iter().find(|(name, _)| *name == query)
        else {
            return Ok(None);
        };
        let is_odd =
            |name: &str| !matches!(name, "id" | "query" | "scalar") && !allowed.contains(&name);
        if let Some(field) = request::FIELDS.iter().find(|f| is_odd(f) && fields.get(f).is_some()) {
            return Err(BadRequest(format!("{field} says nothing in a query {query}")));
        }
        Ok(Some(Self { query, scalar: request::scalar(fields.get("scalar"))?, fields }))
    }

    pub(crate) fn need(&self, name: &str) -> Result<&'a str, BadRequest> {
        self.fields.need(name, &REQUEST)
    }

    /// The object in one of the fields. A definition does not move as a whole; only the items of a
    /// scene move.
    fn object(&self, name: &'static str) -> Result<Object<'a>, BadRequest> {
        let place = Place::Field(&REQUEST, name);
        Ok(Object {
            place,
            text: self.need(name)?,
            moves: false,
            t_max: None,
            dimension: 3,
            is_mover: false,
        })
    }

    fn t_max<T: Number>(&self) -> Result<T, BadRequest> {
        let Some(text) = self.fields.get("t_max") else { return Ok(T::INFINITY) };
        let place = REQUEST.field("t_max");
        let t_max: T = fields::number(text, &place)?;
        if t_max < T::ZERO {
            return Err(BadRequest(format!("{place} is {text}, must not be negative")));
        }
        Ok(t_max)
    }

    /// The item of a scene whose number the request gives.
    fn item<T: Number>(&self, scene: &Scene<T>) -> Result<Id, BadRequest> {
        let (text, place) = (self.need("item")?, REQUEST.field("item"));
        let id = scene.id(u64::from(fields::index(text, &place)?));
        id.ok_or_else(|| BadRequest(format!("{place} is {text}, the scene has no such item")))
    }
}

impl From<NoPair> for BadRequest {
    fn from(refusal: NoPair) -> Self {
        Self(refusal.to_string())
    }
}

/// The answer, computed in the float `T`.
pub(crate) fn answer_in<T: Number>(
    request: &WorldRequest<'_, '_>,
    meshes: &mut dyn Meshes<T>,
    names: &mut Names,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let query = request.query;
    match query {
        "define" => define(request, meshes, names, reply),
        "forget" => forget(request, meshes, names, reply),
        "insert" | "replace" | "remove" => edit(request, meshes, names, reply),
        _ => {
            let (scene, _) =
                target::scene(&request.object("scene")?, &mut Known { meshes, names })?;
            match query {
                "first_contact_of" => {
                    let answer = scene.first_contact_of(request.item(&scene)?)?;
                    Ok(reply::answer_of_item(reply, answer))
                }
                "first_pair" => Ok(reply.with_pair(query, scene.first_pair(request.t_max()?)?)),
                _ => match scene.pairs_at_most(request.t_max()?, MOST_PAIRS)? {
                    Some(pairs) => Ok(reply.with_pairs(query, pairs)),
                    None => Err(BadRequest(format!(
                        "{query} finds more than {MOST_PAIRS} pairs, give an earlier t_max"
                    ))),
                },
            }
        }
    }
}

fn define<T: Number>(
    request: &WorldRequest<'_, '_>,
    meshes: &mut dyn Meshes<T>,
    names: &mut Names,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let name = fields::string(request.need("name")?, &REQUEST.field("name"))?;
    let mut known = Known { meshes, names };
    let given = ["scene", "mesh"].map(|field| request.fields.get(field).is_some());
    match given {
        [true, false] => {
            let (scene, source) = target::scene(&request.object("scene")?, &mut known)?;
            forget_source(meshes, &source);
            let reply = reply.with("define", &name).with("items", scene.len());
            names.define(name, Named::Scene(scene));
            Ok(reply)
        }
        [false, true] => {
            let here = target::mesh(&request.object("mesh")?, &mut known)?;
            if here.is_placed() || here.mesh.is_inflated() {
                return Err(BadRequest(
                    "mesh is defined without rotation, translation and radius: give them in a query".to_owned(),
                ));
            }
            let mesh = Arc::clone(here.mesh.shape());
            forget_source(meshes, &here.source);
            let reply = reply.with("define", &name).with("triangles", mesh.triangles().len());
            names.define(name, Named::Mesh { mesh, solid: OnceCell::new() });
            Ok(reply)
        }
        _ => Err(BadRequest("define must have one of scene and mesh".to_owned())),
    }
}

/// Drops a mesh or a scene from the cache of paths: from now on its name refers to it, until the
/// name is forgotten.
fn forget_source<T: Number>(meshes: &mut dyn Meshes<T>, source: &Source) {
    if let Source::Path(path) = source {
        meshes.forget(path);
    }
}

fn forget<T: Number>(
    request: &WorldRequest<'_, '_>,
    meshes: &mut dyn Meshes<T>,
    names: &mut Names,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let (field, text, is_name) = match ["name", "path"].map(|field| request.fields.get(field)) {
        [Some(text), None] => ("name", text, true),
        [None, Some(text)] => ("path", text, false),
        _ => return Err(BadRequest("forget must have one of name and path".to_owned())),
    };
    let place = REQUEST.field(field);
    let what = fields::string(text, &place)?;
    match if is_name { names.forget(&what) } else { meshes.forget(&what) } {
        true => Ok(reply.with("forget", what)),
        false => Err(BadRequest(format!(
            "{place} is {}, nothing is kept under it",
            excerpt(text.as_bytes())
        ))),
    }
}

/// Changes a scene that a request defined. If there is an error, the scene is not changed.
fn edit<T: Number>(
    request: &WorldRequest<'_, '_>,
    meshes: &mut dyn Meshes<T>,
    names: &mut Names,
    reply: Reply,
) -> Result<Reply, BadRequest> {
    let at = SCENE.field("name");
    let fields = Fields::of(request.need("scene")?, &SCENE, &["name"])?;
    let name = fields::string(fields.need("name", &SCENE)?, &at)?;
    let mut items = Vec::new();
    if request.query != "remove" {
        let place = REQUEST.field("items");
        items = target::items(request.need("items")?, &place, &mut Known { meshes, names })?;
    }
    let scene = names.scene_mut::<T>(&name, &at)?;
    if request.query == "insert" {
        let numbers: Vec<_> = scene.insert_all(items).into_iter().map(Id::number).collect();
        return Ok(reply.with("insert", numbers));
    }
    let id = request.item(scene)?;
    if request.query == "remove" {
        scene.remove(id);
    } else {
        let count = items.len();
        let [item] = <[_; 1]>::try_from(items)
            .map_err(|_| BadRequest(format!("items has {count} items, must have 1")))?;
        scene.replace(id, item);
    }
    Ok(reply.with(request.query, id.number()))
}
