//! The right answer in the text of the protocol. Fields with several right values, or that are not
//! exact, are left out.

use super::json::{Object, array, string};
use super::request::style;
use super::root::Root;
use crate::convex_oracle::{
    Mover, PenetrationTruth, Query, Real, Scene, Target, Time, Touch, Truth,
};
use tangency::Approach;

/// The exact answer to a query, and its context.
pub struct Meeting {
    /// The query with the touched target: a triangle of a mesh, or a part of an item of a scene.
    pub query: Query,
    pub truth: Truth,
    /// The index of the triangle of a mesh.
    pub triangle: Option<usize>,
    /// The index of the item of a scene.
    pub item: Option<usize>,
    /// The index of the leg of a path.
    pub leg: Option<usize>,
    /// The end of the contact, rounded.
    pub last_time: Option<f64>,
    pub penetration: Option<PenetrationTruth>,
}

impl Meeting {
    pub fn of(query: &Query) -> Self {
        let scene = Scene::new(query).expect("a target with planes");
        let format = query.format();
        let is_ellipsoid = matches!(query.mover, Mover::Ellipsoid(_));
        Self {
            query: query.clone(),
            truth: scene.first_contact(),
            triangle: None,
            item: None,
            leg: None,
            last_time: scene.last_time().map(|(at, time)| time.nearest(&at, format)),
            penetration: if is_ellipsoid { None } else { scene.penetration() },
        }
    }

    /// The answer, unless there is neither contact nor overlap.
    pub fn met(&self) -> Option<&Self> {
        (!matches!(self.truth, Truth::None)).then_some(self)
    }

    /// The answer in the text of the protocol.
    pub fn text(&self, more: bool, exact: bool) -> String {
        let object = Object::default();
        match &self.truth {
            Truth::None => object.with("status", string("none")).text(),
            Truth::Overlap(touch) => self.overlap(object, touch, more, exact).text(),
            Truth::Contact(touch) => self.contact(object, touch, more, exact).text(),
        }
    }

    fn number(&self, x: f64) -> String {
        style(&self.query).number(x)
    }

    fn vector(&self, at: &Time, v: &[Real; 3]) -> String {
        let format = self.query.format();
        style(&self.query).vector(&v.each_ref().map(|x| x.nearest(at, format)))
    }

    fn overlap(&self, object: Object, touch: &Touch, more: bool, exact: bool) -> Object {
        let normal = touch.normal.as_ref().map(|normal| self.vector(&touch.at, normal));
        object
            .with("status", string("overlap"))
            .with("time", self.number(0.0))
            .with("center", self.vector(&touch.at, &touch.center))
            .with("point", self.vector(&touch.at, &touch.point))
            .with("normal", normal.unwrap_or_else(|| "null".to_string()))
            .with_some("triangle", self.triangle.map(|i| i.to_string()))
            .with_some("item", self.item.map(|i| i.to_string()))
            .with_some("leg", self.leg.map(|i| i.to_string()))
            .with_some("last_time", more.then(|| self.last_time()))
            .with_some("penetration", more.then(|| self.penetration()))
            .with_some("exact", exact.then(|| self.exact(touch)))
    }

    fn contact(&self, object: Object, touch: &Touch, more: bool, exact: bool) -> Object {
        let format = self.query.format();
        let is_capsule = matches!(self.query.mover, Mover::Capsule(..));
        let other = touch.other_point.as_ref().map(|point| self.vector(&touch.at, point));
        object
            .with("status", string("contact"))
            .with("time", self.number(touch.time.nearest(&touch.at, format)))
            .with("center", self.vector(&touch.at, &touch.center))
            .with("point", self.vector(&touch.at, &touch.point))
            .with_some("normal", self.normal(touch))
            .with_some("other_point", is_capsule.then(|| other.unwrap_or("null".to_string())))
            .with_some("feature", feature(&self.query.target, &touch.planes, self.query.plane))
            .with("approach", approach_name(touch.approach))
            .with_some("triangle", self.triangle.map(|i| i.to_string()))
            .with_some("item", self.item.map(|i| i.to_string()))
            .with_some("leg", self.leg.map(|i| i.to_string()))
            .with_some("time_down", more.then(|| self.number(touch.time.down(&touch.at, format))))
            .with_some("last_time", more.then(|| self.last_time()))
            .with_some("exact", exact.then(|| self.exact(touch)))
    }

    fn last_time(&self) -> String {
        self.last_time.map_or("null".to_string(), |time| self.number(time))
    }

    pub fn penetration(&self) -> String {
        let Some(penetration) = &self.penetration else { return "null".to_string() };
        let is_hull = matches!(
            self.query.target,
            Target::Point(_) | Target::Segment(_) | Target::Triangle(_)
        );
        // The planes of a hull are internal to the oracle: if the centre is on it, any of them may
        // be the way out.
        let is_known = match self.query.mover {
            Mover::Capsule(..) => penetration.others.len() < 2,
            _ => !(penetration.any_direction && is_hull),
        };
        let depth = penetration.depth.nearest(&Time::Start, self.query.format());
        Object::default()
            .with_some(
                "direction",
                is_known.then(|| self.vector(&Time::Start, &penetration.direction)),
            )
            .with("depth", self.number(depth))
            .text()
    }

    /// The normal. It is left out if square roots nest, since it is then only right to within one
    /// unit in the last place.
    fn normal(&self, touch: &Touch) -> Option<String> {
        let of_ray = self.query.mover == Mover::Sphere(0.0) && self.query.rounding == 0.0;
        let has_no_face = matches!(self.query.target, Target::Segment(_) | Target::Point(_));
        match (&self.query.mover, &touch.normal) {
            (Mover::Ellipsoid(_), _) => None,
            // The oracle treats a segment in the plane as a face, and the protocol as an edge.
            (_, Some(normal)) if !(of_ray && has_no_face) => Some(self.vector(&touch.at, normal)),
            _ => Some("null".to_string()),
        }
    }

    fn exact(&self, touch: &Touch) -> String {
        let number = |x: &Real| match Root::of(x, &touch.at) {
            Some(root) => exact_number(&root),
            None => panic!("{x:?} is not linear in time"),
        };
        let dimension = style(&self.query).dimension;
        let vector = |v: &[Real; 3]| array(v[..dimension].iter().map(number));
        Object::default()
            .with("time", number(&touch.time))
            .with("center", vector(&touch.center))
            .with("point", vector(&touch.point))
            .with_some("other_point", touch.other_point.as_ref().map(vector))
            .text()
    }
}

pub fn approach_name(approach: Approach) -> String {
    string(match approach {
        Approach::Approaching => "approaching",
        Approach::Sliding => "sliding",
        Approach::Parting => "parting",
    })
}

fn exact_number(Root { x, sign, square }: &Root) -> String {
    Object::default()
        .with("x", string(&x.to_string()))
        .with("y", string(&sign.to_string()))
        .with("d", string(&square.to_string()))
        .text()
}

/// The name of the feature by the planes that contain the point; `None` if a body without an
/// interior has several.
fn feature(target: &Target, planes: &[usize], plane: bool) -> Option<String> {
    let holds = |j: usize| planes.contains(&j);
    let kind = |kind: &str| Object::default().with("kind", string(kind));
    let numbered = |name: &str, i: usize| Some(kind(name).with("index", i.to_string()).text());
    match target {
        Target::Point(_) => numbered("vertex", 0),
        Target::Segment([a, b]) if a == b => None,
        Target::Segment(_) => match [holds(0), holds(1)] {
            [true, _] => numbered("vertex", 0),
            [_, true] => numbered("vertex", 1),
            _ => numbered("edge", 0),
        },
        // The triangle's sixth plane shows that it has no area.
        Target::Triangle(_) | Target::Placed { .. } if holds(5) => None,
        Target::Triangle(_) | Target::Placed { .. } => {
            match (0..3).filter(|i| holds(2 + i)).collect::<Vec<_>>()[..] {
                [] => Some(kind("face").text()),
                [edge] => numbered("edge", edge),
                // Vertex `i` is on edge `i` and on edge `i − 1`.
                [0, 1] => numbered("vertex", 1),
                [1, 2] => numbered("vertex", 2),
                _ => numbered("vertex", 0),
            }
        }
        Target::Box { .. } | Target::Oriented { .. } => {
            let side = |k: usize| match [holds(2 * k), holds(2 * k + 1)] {
                [true, true] => None,
                [true, false] => Some("-1".to_string()),
                [false, true] => Some("1".to_string()),
                [false, false] => Some("0".to_string()),
            };
            let sides = (0..if plane { 2 } else { 3 }).map(side).collect::<Option<Vec<_>>>()?;
            Some(Object::default().with("sides", array(sides)).text())
        }
        Target::Parallelepiped { .. } | Target::Polytope(_) => {
            let planes = array(planes.iter().map(usize::to_string));
            Some(Object::default().with("planes", planes).text())
        }
    }
}
