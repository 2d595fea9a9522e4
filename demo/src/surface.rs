//! Builds a closed surface from rings of vertices, walls between these rings, and flat faces with
//! holes.

use super::outline::{Flat, Outline, Section};
use spade::handles::{FixedFaceHandle, FixedVertexHandle, InnerTag};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, InsertionError, Point2, Triangulation};

/// A feature of a part in the terms of a machinist: an outline, a section that is swept along it,
/// and the inside.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    /// The outline, along which the section is swept.
    pub(super) outline: Outline,
    /// The profile that is swept along the outline.
    pub(super) section: Section,
    /// The inside of the innermost curve.
    pub(super) inside: Inside,
}

/// The inside of the innermost curve of a feature.
#[derive(Clone, Debug)]
pub(super) enum Inside {
    /// A level face, with further features on it.
    Level(Vec<Feature>),
    /// A single point, in which the section ends.
    Tip,
    /// A through hole, which opens in the bottom of the part.
    Through,
}

/// The indices of the vertices of a closed curve, counterclockwise seen from above.
type Ring = Vec<u32>;

/// Triangles over shared vertices, counterclockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The surface of a whole part: its outermost feature begins at the bottom, which is closed by
    /// a level face.
    pub(super) fn of(part: &Feature) -> Result<Self, InsertionError> {
        let mut surface = Self::default();
        let mut openings = Vec::new();
        let rim = surface.grow(part, &mut openings)?;
        let bottom = surface.level_face(&rim, &openings)?;
        surface.triangles.extend(bottom.into_iter().map(|[a, b, c]| [a, c, b]));
        Ok(surface)
    }

    /// The vertices.
    pub(super) fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// The triangles, as indices of vertices.
    pub(super) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Adds a feature and all features on it, and returns its outermost ring, which the face around
    /// the feature leaves open.
    fn grow(
        &mut self,
        feature: &Feature,
        openings: &mut Vec<Ring>,
    ) -> Result<Ring, InsertionError> {
        let points = feature.section.points();
        let swept = match feature.inside {
            Inside::Tip => &points[..points.len().saturating_sub(1)],
            Inside::Level(_) | Inside::Through => points,
        };
        let rings: Vec<Ring> = swept.iter().map(|&p| self.ring(&feature.outline, p)).collect();
        for pair in rings.windows(2) {
            self.wall(&pair[0], &pair[1]);
        }
        let innermost = rings.last().cloned().unwrap_or_default();
        match &feature.inside {
            Inside::Level(features) => {
                let holes: Result<Vec<Ring>, _> =
                    features.iter().map(|inner| self.grow(inner, openings)).collect();
                let face = self.level_face(&innermost, &holes?)?;
                self.triangles.extend(face);
            }
            Inside::Tip => {
                if let Some(&[distance, height]) = points.last() {
                    self.tip(&innermost, feature.outline.at(distance).next(), height);
                }
            }
            Inside::Through => openings.push(innermost),
        }
        Ok(rings.into_iter().next().unwrap_or_default())
    }

    fn ring(&mut self, outline: &Outline, [distance, height]: Flat) -> Ring {
        outline.at(distance).map(|[x, y]| self.vertex([x, y, height])).collect()
    }

    fn vertex(&mut self, position: [f64; 3]) -> u32 {
        let number = self.vertices.len() as u32;
        // A vertex is rounded once, here, before faces are triangulated, so that the triangulated
        // vertices are the written vertices.
        self.vertices.push(position.map(|x| x as f32));
        number
    }

    /// Joins two parallel rings, the outer one first.
    fn wall(&mut self, outer: &Ring, inner: &Ring) {
        for (a, b) in turns(outer).zip(turns(inner)) {
            self.triangles.extend([[a[0], a[1], b[1]], [a[0], b[1], b[0]]]);
        }
    }

    fn tip(&mut self, ring: &Ring, place: Option<Flat>, height: f64) {
        if let Some([x, y]) = place {
            let tip = self.vertex([x, y, height]);
            self.triangles.extend(turns(ring).map(|[a, b]| [a, b, tip]));
        }
    }

    /// The triangles of a level face inside `rim` and outside of all `holes`, seen counterclockwise
    /// from above.
    ///
    /// They are Delaunay triangles as far as the rings allow. They are the same on every machine,
    /// since the predicates are exact and the order of insertion is fixed.
    fn level_face(&self, rim: &Ring, holes: &[Ring]) -> Result<Vec<[u32; 3]>, InsertionError> {
        let mut plan = ConstrainedDelaunayTriangulation::<Corner>::new();
        let mut seeds = Vec::new();
        let rings = [(rim, true)].into_iter().chain(holes.iter().map(|hole| (hole, false)));
        for (ring, face_is_left) in rings {
            let corners: Result<Vec<FixedVertexHandle>, _> =
                ring.iter().map(|&number| plan.insert(self.corner(number))).collect();
            for [a, b] in turns(&corners?) {
                let (a, b) = if face_is_left { (a, b) } else { (b, a) };
                seeds.extend(plan.try_add_constraint(a, b));
            }
        }
        let seeds = seeds.iter().map(|&edge| plan.directed_edge(edge).face());
        let seeds: Vec<_> =
            seeds.filter_map(|face| face.as_inner().map(|face| face.fix())).collect();
        Ok(spread(&plan, seeds))
    }

    fn corner(&self, number: u32) -> Corner {
        let [x, y, _] = self.vertices.get(number as usize).copied().unwrap_or_default();
        Corner { number, position: Point2::new(f64::from(x), f64::from(y)) }
    }
}

/// A vertex, seen from above.
#[derive(Clone, Copy, Debug)]
struct Corner {
    number: u32,
    position: Point2<f64>,
}

impl HasPosition for Corner {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.position
    }
}

/// Each element of a closed curve with the next one.
fn turns<T: Copy>(ring: &[T]) -> impl Iterator<Item = [T; 2]> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).map(|(a, b)| [a, b])
}

/// All triangles that can be reached from the given ones without crossing a ring.
fn spread(
    plan: &ConstrainedDelaunayTriangulation<Corner>,
    mut frontier: Vec<FixedFaceHandle<InnerTag>>,
) -> Vec<[u32; 3]> {
    let mut reached = vec![false; plan.num_all_faces()];
    let mut triangles = Vec::new();
    while let Some(face) = frontier.pop() {
        if std::mem::replace(&mut reached[face.index()], true) {
            continue;
        }
        let face = plan.face(face);
        triangles.push(face.vertices().map(|corner| corner.data().number));
        let open = face.adjacent_edges().into_iter().filter(|edge| !edge.is_constraint_edge());
        frontier
            .extend(open.filter_map(|edge| edge.rev().face().as_inner()).map(|next| next.fix()));
    }
    triangles
}
