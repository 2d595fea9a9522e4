//! Sends a request to the library, and converts the reply to three dimensions and `f64`: the only
//! file of the oracle that names the library's shapes.
//!
//! To add a shape, add its line to `in_space` and `in_plane` below. Spheres and capsules are asked
//! about hulls; oracles of their own judge them at other obstacles.

use super::convex_mover_oracle::{Closest, Core, Feature, Motion, Reply, Request};
use super::convex_mover_oracle::{met, rounded, wide};
use tangency::{
    AlignedBox, BoxFeature, Capsule, ClosestPoint, ClosestPoints, ConvexBody, ConvexObstacle, Hull,
    HullFeature, Inflated, InputError, Mesh, MeshFeature, Moving, Obstacle, OrientedBox,
    Parallelepiped, Penetration, PlaneFeature, Point, Rotation, Scalar, Segment, Shape, Side,
    Sphere, Triangle,
};

impl From<tangency::Feature> for Feature {
    fn from(feature: tangency::Feature) -> Self {
        match feature {
            tangency::Feature::Vertex(i) => Feature::Vertex(i.into()),
            tangency::Feature::Edge(i) => Feature::Edge(i.into()),
            tangency::Feature::Face => Feature::Face,
        }
    }
}

impl<const N: usize> From<BoxFeature<N>> for Feature {
    fn from(feature: BoxFeature<N>) -> Self {
        let number = |side: Side| match side {
            Side::Min => -1,
            Side::Between => 0,
            Side::Max => 1,
        };
        Feature::Sides(feature.sides.into_iter().map(number).collect())
    }
}

impl From<MeshFeature> for Feature {
    fn from(feature: MeshFeature) -> Self {
        feature.feature.into()
    }
}

impl From<HullFeature> for Feature {
    fn from(feature: HullFeature) -> Self {
        Feature::Part(feature.vertices.into_iter().map(|i| i as usize).collect())
    }
}

impl From<PlaneFeature> for Feature {
    fn from(feature: PlaneFeature) -> Self {
        let is_on = |plane: u32| i32::from(feature.planes.contains(&plane));
        Feature::Sides((0..3).map(|axis| is_on(2 * axis + 1) - is_on(2 * axis)).collect())
    }
}

fn closest<T: Scalar, const N: usize, F: Into<Feature>>(it: ClosestPoints<T, N, F>) -> Closest {
    Closest {
        point: wide(it.point),
        on_mover: Some(wide(it.on_axis)),
        distance: it.distance.widen(),
        feature: it.feature.into(),
    }
}

fn way_out<T: Scalar, const N: usize>(it: Penetration<T, N>) -> ([f64; 3], f64) {
    (wide(it.direction), it.depth.widen())
}

/// The first `N` coordinates, as `T`.
fn vector<T: Scalar, const N: usize>(v: [f64; 3]) -> [T; N] {
    std::array::from_fn(|k| T::nearest(v[k]))
}

fn hull<T: Scalar, const N: usize>(points: &[[f64; 3]]) -> Result<Hull<T, N>, InputError> {
    Hull::new(points.iter().map(|p| vector::<T, N>(*p)))
}

/// `$shape` with the motion of `$body`, until its end time.
macro_rules! in_motion {
    ($shape:expr, $body:expr, $end:expr) => {{
        let still = Moving::still($shape);
        let moving = match $body.motion {
            Motion::Velocity(v) => still.with_velocity(vector(v))?,
            Motion::Between(from, to) => still.between(vector(from), vector(to))?,
        };
        moving.until(T::nearest($end))?
    }};
}

/// The replies to all queries of a mover and an obstacle.
fn asked<T, B, O, const N: usize>(moving: &Moving<B>, target: &O) -> Reply
where
    T: Scalar,
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    O: ConvexObstacle<T, N> + Obstacle<T, N, B>,
    B::Feature: Into<Feature>,
    O::Feature: Into<Feature>,
{
    let touched = moving.touched(target);
    let points = touched.as_ref().map(|it| it.points.iter().copied().map(wide).collect());
    Reply {
        intersects: Some(moving.intersects(target)),
        closest: Some(closest(moving.closest_points(target))),
        penetration: Some(moving.penetration(target).map(way_out)),
        points,
        mover_feature: touched.map(|it| it.mover_feature.into()),
        ..asked_of_motion(moving, target)
    }
}

/// The replies to the queries of a motion.
fn asked_of_motion<T, M, O, const N: usize>(moving: &Moving<M>, target: &O) -> Reply
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]>,
    O: Obstacle<T, N, M>,
    O::Feature: Into<Feature>,
{
    Reply {
        met: met(moving.first_contact(target)),
        exact: Some(rounded::<T, _, _, N>(moving.first_contact_exact(target))),
        entry: Some(met(moving.first_entry(target))),
        contact_time: moving.contact_time(target).map(Scalar::widen),
        time_down: moving.time_down(target).map(Scalar::widen),
        last_time: moving.last_time(target).map(Scalar::widen),
        has_contact: Some(moving.has_contact(target)),
        intersects: None,
        closest: None,
        penetration: None,
        points: None,
        mover_feature: None,
    }
}

/// The replies to all queries of a sphere or a capsule and a hull; none for another obstacle.
fn round_at_hull<T: Scalar, const N: usize>(
    request: &Request,
) -> Result<Option<Reply>, InputError> {
    let hull = match &request.obstacle.core {
        Core::Hull(points) => hull::<T, N>(points)?,
        Core::MovedHull { points, place } => hull::<T, N>(points)?.at(vector(*place))?,
        _ => return Ok(None),
    };
    let hull = Inflated::new(hull, T::nearest(request.obstacle.radius))?;
    let target = in_motion!(hull.clone(), request.obstacle, request.t_max[1]);
    let radius = T::nearest(request.mover.radius);
    let capsule = match &request.mover.core {
        Core::Point(center) => {
            let sphere = Sphere::<T, N>::new(vector::<T, N>(*center), radius)?;
            let moving = in_motion!(sphere, request.mover, request.t_max[0]);
            // The distance of a sphere is the distance of its centre, so only points are compared.
            let point = Point::<T, N>::new(vector::<T, N>(*center))?;
            let near = (radius == T::ZERO).then(|| point.closest(&hull)).flatten();
            let near = near.map(|ClosestPoint { point, distance, feature, .. }| Closest {
                point: wide(point),
                on_mover: None,
                distance: distance.widen(),
                feature: feature.into(),
            });
            return Ok(Some(Reply {
                intersects: Some(sphere.intersects(&hull)),
                closest: near,
                penetration: Some(sphere.penetration(&hull).map(way_out)),
                ..asked_of_motion(&moving, &target)
            }));
        }
        Core::Segment(a, b) => Capsule::<T, N>::new(vector(*a), vector(*b), radius)?,
        Core::Axis(a, axis) => Capsule::<T, N>::with_axis(vector(*a), vector(*axis), radius)?,
        _ => return Ok(None),
    };
    let moving = in_motion!(capsule, request.mover, request.t_max[0]);
    Ok(Some(Reply {
        intersects: Some(capsule.intersects(&hull)),
        closest: capsule.closest(&hull).map(closest),
        penetration: Some(capsule.penetration(&hull).map(way_out)),
        ..asked_of_motion(&moving, &target)
    }))
}

/// The reply of the instance of a mesh of one triangle.
fn of_instance<T, B>(request: &Request, moving: &Moving<B>) -> Result<Option<Reply>, InputError>
where
    T: Scalar,
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    let Core::Placed { local, rotation, translation } = &request.obstacle.core else {
        return Ok(None);
    };
    let mesh = Mesh::new(local.map(vector::<T, 3>).to_vec(), vec![[0, 1, 2]])?;
    let rotation = Rotation::<T, 3>::new(rotation.map(T::nearest))?;
    let instance = mesh.instance(rotation, vector::<T, 3>(*translation))?;
    let shape = Inflated::new(instance, T::nearest(request.obstacle.radius))?;
    let target = in_motion!(shape, request.obstacle, request.t_max[1]);
    Ok(Some(asked_of_motion(moving, &target)))
}

/// Queries each obstacle of a space, inflated, with a mover.
macro_rules! obstacles {
    ($request:expr, $moving:expr, instance) => {
        match of_instance($request, &$moving)? {
            Some(reply) => reply,
            None => return Ok(None),
        }
    };
    ($request:expr, $moving:expr, { $($pattern:pat => $shape:expr),* $(,)? }) => {
        match &$request.obstacle.core {
            $($pattern => {
                let radius = T::nearest($request.obstacle.radius);
                let shape = Inflated::new($shape, radius)?;
                let target = in_motion!(shape, $request.obstacle, $request.t_max[1]);
                asked(&$moving, &target)
            })*
            _ => return Ok(None),
        }
    };
}

/// Queries each mover of a space that is not round.
macro_rules! movers {
    ($request:expr, { $($pattern:pat => $shape:expr),* $(,)? }, $obstacles:tt) => {
        match &$request.mover.core {
            $($pattern => {
                let radius = T::nearest($request.mover.radius);
                let shape = Inflated::new($shape, radius)?;
                let moving = in_motion!(shape, $request.mover, $request.t_max[0]);
                Ok(Some(obstacles!($request, moving, $obstacles)))
            })*
            _ => round_at_hull::<T, N>($request),
        }
    };
}

/// Queries obstacles of space with each mover of space.
macro_rules! in_space_of_movers {
    ($request:expr, $obstacles:tt) => {
        movers!($request, {
        Core::Triangle([a, b, c]) => Triangle::<T>::new(vector(*a), vector(*b), vector(*c))?,
        Core::Aligned { min, max } => AlignedBox::<T, N>::new(vector(*min), vector(*max))?,
        Core::Oriented { center, half, rotation } => OrientedBox::<T, N>::new(
            vector(*center),
            vector(*half),
            Rotation::<T, 3>::new(rotation.map(T::nearest))?,
        )?,
        Core::Sheared { center, edges } => {
            Parallelepiped::<T>::new(vector(*center), edges.map(vector::<T, 3>))?
        },
        Core::Hull(points) => hull::<T, N>(points)?,
        Core::MovedHull { points, place } => hull::<T, N>(points)?.at(vector(*place))?,
        }, $obstacles)
    };
}

fn in_space<T: Scalar>(request: &Request) -> Result<Option<Reply>, InputError> {
    const N: usize = 3;
    if matches!(request.obstacle.core, Core::Placed { .. }) {
        return in_space_of_movers!(request, instance);
    }
    in_space_of_movers!(request, {
        Core::Point(p) => Point::<T, N>::new(vector(*p))?,
        Core::Segment(a, b) => Segment::<T, N>::new(vector(*a), vector(*b))?,
        Core::Triangle([a, b, c]) => Triangle::<T>::new(vector(*a), vector(*b), vector(*c))?,
        Core::Aligned { min, max } => AlignedBox::<T, N>::new(vector(*min), vector(*max))?,
        Core::Oriented { center, half, rotation } => OrientedBox::<T, N>::new(
            vector(*center),
            vector(*half),
            Rotation::<T, 3>::new(rotation.map(T::nearest))?,
        )?,
        Core::Sheared { center, edges } => {
            Parallelepiped::<T>::new(vector(*center), edges.map(vector::<T, 3>))?
        },
        Core::Hull(points) => hull::<T, N>(points)?,
        Core::MovedHull { points, place } => hull::<T, N>(points)?.at(vector(*place))?,
    })
}

fn in_plane<T: Scalar>(request: &Request) -> Result<Option<Reply>, InputError> {
    const N: usize = 2;
    movers!(request, {
        Core::Aligned { min, max } => AlignedBox::<T, N>::new(vector(*min), vector(*max))?,
        Core::Oriented { center, half, rotation } => OrientedBox::<T, N>::new(
            vector(*center),
            vector(*half),
            Rotation::<T, 2>::new([rotation[2], rotation[3]].map(T::nearest))?,
        )?,
        Core::Hull(points) => hull::<T, N>(points)?,
        Core::MovedHull { points, place } => hull::<T, N>(points)?.at(vector(*place))?,
    }, {
        Core::Point(p) => Point::<T, N>::new(vector(*p))?,
        Core::Segment(a, b) => Segment::<T, N>::new(vector(*a), vector(*b))?,
        Core::Aligned { min, max } => AlignedBox::<T, N>::new(vector(*min), vector(*max))?,
        Core::Oriented { center, half, rotation } => OrientedBox::<T, N>::new(
            vector(*center),
            vector(*half),
            Rotation::<T, 2>::new([rotation[2], rotation[3]].map(T::nearest))?,
        )?,
        Core::Hull(points) => hull::<T, N>(points)?,
        Core::MovedHull { points, place } => hull::<T, N>(points)?.at(vector(*place))?,
    })
}

/// The library's reply; none if the library has no such pair of mover and obstacle.
///
/// # Panics
/// If the library refuses a shape; the family that made the shape is wrong.
pub fn ask(request: &Request) -> Option<Reply> {
    let reply = match (request.single, request.plane) {
        (false, false) => in_space::<f64>(request),
        (true, false) => in_space::<f32>(request),
        (false, true) => in_plane::<f64>(request),
        (true, true) => in_plane::<f32>(request),
    };
    reply.unwrap_or_else(|error| panic!("refused: {error}"))
}
