//! For a box in one, four, five to eight dimensions, the protocol returns the results of the
//! library in that dimension, although it computes all of them in eight. The library's own tests
//! compare these results with an oracle.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

#[path = "../../tests/random/mod.rs"]
mod random;

use random::Random;
use serde::Serialize;
use tangency::any::{self, Answers, AnyObstacle};
use tangency::{
    AlignedBox, Answer, Ellipsoid, Hollow, ItemFeature, Moving, Point, Recover, Side, Sphere,
};
use tangency_protocol::number::Number;
use tangency_protocol::{Names, NoMeshes, answer};

/// A value as the text of the protocol.
fn json(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap()
}

/// The answer to a request or its refusal, without the line end.
fn line(request: &str) -> String {
    let (Ok(line) | Err(line)) = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default());
    String::from_utf8(line).unwrap().trim_end().to_owned()
}

fn vector<T: Number, const N: usize>(vector: Option<[T; N]>) -> String {
    json(vector.as_ref().map(<[T; N]>::as_slice))
}

fn feature<const N: usize>(feature: &any::AnyFeature<N>) -> String {
    let ItemFeature::Box(on_box) = &feature.place else { panic!("{feature:?}") };
    let sides = on_box.sides.iter().map(|side| match side {
        Side::Min => -1,
        Side::Between => 0,
        Side::Max => 1,
    });
    format!("{{\"sides\":{}}}", json(sides.collect::<Vec<_>>()))
}

/// The line for a first contact, with the results of `more`.
fn first<T: Number, const N: usize>(
    answer: &Answer<T, N, any::AnyFeature<N>>,
    [time_down, last_time]: [Option<T>; 2],
    penetration: &str,
) -> String {
    match answer {
        Answer::None => "\"status\":\"none\"".to_owned(),
        Answer::Overlap(overlap) => format!(
            "\"status\":\"overlap\",\"time\":0.0,\"center\":{},\"point\":{},\"normal\":{},\"last_time\":{},\"penetration\":{penetration}",
            vector(Some(overlap.center)),
            vector(Some(overlap.point)),
            vector(overlap.normal),
            json(last_time),
        ),
        Answer::Contact(contact) => format!(
            "\"status\":\"contact\",\"time\":{},\"center\":{},\"point\":{},\"normal\":{},\"feature\":{},\"approach\":{},\"time_down\":{},\"last_time\":{}",
            json(contact.time),
            vector(Some(contact.center)),
            vector(Some(contact.point)),
            vector(contact.normal),
            feature(&contact.feature),
            json(format!("{:?}", contact.approach).to_lowercase()),
            json(time_down),
            json(last_time),
        ),
    }
}

/// The expected answers for a body in motion and at rest, and the requests for these answers.
fn asked<T: Number, M, const N: usize>(
    target: &Moving<AlignedBox<T, N>>,
    mover: &Moving<M>,
    center: [T; N],
    [at_rest, motion]: [&str; 2],
    scalar: &str,
) where
    M: tangency::Shape<Scalar = T, Vector = [T; N]>,
    Moving<AlignedBox<T, N>>: Answers<T, N, M>,
    Hollow<AlignedBox<T, N>>: Answers<T, N, M>,
{
    let (min, max) = (target.shape().min(), target.shape().max());
    let corners = format!("\"min\":{},\"max\":{}", json(&min[..]), json(&max[..]));
    let still = format!("\"box\":{{{corners}}}");
    let hollow = format!("\"box\":{{{corners},\"hollow\":true}}");
    let moving = format!("\"box\":{{{corners},\"velocity\":{}}}", vector(Some(target.velocity())));
    let check = |question: &str, by: &str, target: &str, expected: String| {
        let request = format!("{{\"query\":\"{question}\",{scalar}{by},{target}}}");
        assert_eq!(line(&request), format!("{{\"id\":null,{expected}}}"), "{request}");
    };
    let body = mover.shape();
    let out = match Answers::<T, N, M>::penetration(target, body) {
        Ok(None) => "null".to_owned(),
        Ok(Some(out)) => format!(
            "{{\"direction\":{},\"depth\":{}}}",
            vector(Some(out.direction)),
            json(out.depth)
        ),
        Err(refusal) => refusal.to_string(),
    };
    match Answers::<T, N, M>::penetration(target, body) {
        Ok(_) => check("penetration", at_rest, &still, format!("\"penetration\":{out}")),
        Err(_) => check("penetration", at_rest, &still, format!("\"error\":{}", json(&out))),
    }
    let found = target.recover(body).map(|found| match found.unwrap() {
        Recover::Free => ("free", Some(center)),
        Recover::Moved { position } => ("moved", Some(position)),
        Recover::NotFound => ("not_found", None),
    });
    let found = match found {
        Ok((status, at)) => format!("\"status\":\"{status}\",\"position\":{}", vector(at)),
        Err(refusal) => format!("\"error\":{}", json(refusal.to_string())),
    };
    check("recover", at_rest, &still, found);
    let times = [
        Answers::<T, N, M>::time_down(target, mover).unwrap(),
        Answers::<T, N, M>::last_time(target, mover).unwrap(),
    ];
    let answer = Answers::<T, N, M>::first_contact(target, mover).unwrap();
    let out =
        if Answers::<T, N, M>::penetration(target, body).is_ok() { out } else { "null".to_owned() };
    check(
        "first_contact",
        &format!("\"more\":true,{motion}"),
        &moving,
        first(&answer, times, &out),
    );
    check("last_time", motion, &moving, format!("\"last_time\":{}", json(times[1])));
    for is_hollow in [false, true] {
        let by = at_rest.replace("}", &format!(",\"hollow\":{is_hollow}}}"));
        for (text, answer) in [
            (&still, Answers::<T, N, M>::intersects(target, body, is_hollow)),
            (&hollow, Answers::<T, N, M>::intersects(&Hollow(*target.shape()), body, is_hollow)),
        ] {
            check("intersects", &by, text, format!("\"intersects\":{}", answer.unwrap()));
        }
    }
}

/// Compares random boxes and bodies on a coarse grid, so that many touch, are flat, or are at zero.
fn in_dimension<T: Number, const N: usize>()
where
    Moving<AlignedBox<T, N>>: AnyObstacle<T, N>,
    Hollow<AlignedBox<T, N>>: Answers<T, N, Sphere<T, N>> + Answers<T, N, Ellipsoid<T, N>>,
{
    let scalar = format!("\"scalar\":\"{}\",", T::NAME);
    let mut random = Random(70_000 + N as u64);
    for i in 0..300 {
        let mut numbers = |low: i64, high: i64| [0; N].map(|_| T::round(random.integer(low, high)));
        let reach = [0, 1, 3, 5][i % 4];
        let (center, velocity, drift) = (numbers(-4, 4), numbers(-2, 2), numbers(-1, 1));
        let (min, max) = (numbers(-reach, 0), numbers(0, reach));
        let center = if i % 5 == 0 { center.map(|x| T::round(x.widen() / 4.0)) } else { center };
        let [radii, sizes] = [numbers(1, 4), numbers(0, 4)];
        let drift = if i % 3 == 0 { drift } else { [T::ZERO; N] };
        let target = AlignedBox::new(min, max).unwrap().moving(drift).unwrap();
        let text = json(&center[..]);
        let bodies = [
            ("sphere", format!("\"center\":{text},\"radius\":{}", json(sizes[0]))),
            ("ellipsoid", format!("\"center\":{text},\"radii\":{}", json(&radii[..]))),
        ];
        let [sphere, ellipsoid] = bodies.map(|(name, fields)| {
            let velocity = json(&velocity[..]);
            [
                format!("\"{name}\":{{{fields}}}"),
                format!("\"{name}\":{{{fields},\"velocity\":{velocity}}}"),
            ]
        });
        let mover = Sphere::new(center, sizes[0]).unwrap().moving(velocity).unwrap();
        asked(&target, &mover, center, [&sphere[0], &sphere[1]], &scalar);
        let mover = Ellipsoid::new(center, radii).unwrap().moving(velocity).unwrap();
        asked(&target, &mover, center, [&ellipsoid[0], &ellipsoid[1]], &scalar);

        let closest = Point::new(center).unwrap().closest(target.shape()).unwrap();
        let expected = format!(
            "{{\"id\":null,\"closest\":{{\"point\":{},\"distance\":{},\"feature\":{}}}}}",
            vector(Some(closest.point)),
            json(closest.distance),
            feature(&any::AnyFeature::new(None, ItemFeature::Box(closest.feature))),
        );
        let request = format!(
            "{{\"query\":\"closest\",{scalar}\"position\":{text},\"box\":{{\"min\":{},\"max\":{}}}}}",
            json(&min[..]),
            json(&max[..])
        );
        assert_eq!(line(&request), expected, "{request}");
    }
}

macro_rules! dimensions {
    ($($test:ident $N:literal;)*) => {
        $(#[test]
        fn $test() {
            in_dimension::<f64, $N>();
            in_dimension::<f32, $N>();
        })*
    };
}

dimensions! {
    one 1;
    four 4;
    five 5;
    six 6;
    seven 7;
    eight 8;
}
