//! Casts tables at scene files: each row has the result of the library, item by item.

// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../tests/random/mod.rs"]
mod random;

use random::Random;
use std::cmp::Ordering;
use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::any::{AnyObstacle, Mover};
use tangency::{
    AlignedBox, Answer, Capsule, Contact, ExactAnswer, Frustum, Mesh, Moving, OrientedBox, Overlap,
    Parallelepiped, Plane, Point, Polytope, Rational, Rotation, Segment, Shape, SharedInstance,
    Sphere, Surd, Triangle,
};
use tangency_files::cast::{self, CastError, Job, Source, Tables};
use tangency_files::number::Number;
use tangency_files::table::{AnswerColumns, Outcome, Question, Reader, Scalar, Shard};
use tangency_files::{Interrupt, join, mesh_file, progress, scene_file};
use tempfile::TempDir;

type Item<T> = Box<dyn AnyObstacle<T, 3>>;

/// Makes numbers of a float type, and their text in a file.
struct Kit<T> {
    random: Random,
    /// Whether the numbers are small integers, so that results tie.
    is_whole: bool,
    part: Arc<Mesh<T>>,
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

impl<T: Number> Kit<T> {
    fn number(&mut self, from: i64, to: i64) -> T {
        T::round(match self.is_whole {
            true => self.random.integer(from, to),
            false => self.random.between(from as f64, to as f64),
        })
    }

    fn vector(&mut self, reach: i64) -> [T; 3] {
        [0; 3].map(|_| self.number(-reach, reach))
    }

    /// A box around the origin, and its planes.
    fn planes(&mut self) -> ([Plane<T, 3>; 6], String) {
        let center = self.vector(6);
        let planes = std::array::from_fn::<_, 6, _>(|i| {
            let mut normal = [0; 3].map(|_| T::round(0.0));
            normal[i / 2] = T::round(if i % 2 == 0 { -1.0 } else { 1.0 });
            if !self.is_whole {
                normal[(i / 2 + 1) % 3] = self.number(0, 1);
            }
            let point = std::array::from_fn(|k| T::round(center[k].widen() + normal[k].widen()));
            (point, normal)
        });
        let text = planes.map(|(point, normal)| {
            format!("{{\"point\":{},\"normal\":{}}}", json(&point), json(&normal))
        });
        let planes = planes.map(|(point, normal)| Plane::new(point, normal).unwrap());
        (planes, format!("[{}]", text.join(",")))
    }

    fn rotation(&mut self) -> ([T; 4], Rotation<T, 3>) {
        let [x, y, z] = self.vector(2);
        let numbers = [x, y, z, T::round(1.0)];
        (numbers, Rotation::<T, 3>::new(numbers).unwrap())
    }

    /// A shape in motion, as an item of the library and as a line of a file.
    fn on_its_way<S>(&mut self, shape: S, name: &str, fields: &str) -> (Item<T>, String)
    where
        S: Shape<Scalar = T, Vector = [T; 3]>,
        Moving<S>: AnyObstacle<T, 3> + 'static,
    {
        let mut moving = Moving::still(shape);
        let mut text = fields.to_owned();
        if self.random.below(2) == 0 {
            let velocity = self.vector(2);
            moving = moving.with_velocity(velocity).unwrap();
            write!(text, ",\"velocity\":{}", json(&velocity)).unwrap();
        }
        if self.random.below(3) == 0 {
            let radius = self.number(0, 2);
            moving = moving.towards_inflated(radius);
            write!(text, ",\"radius\":{}", json(&radius)).unwrap();
        }
        let mut end = String::new();
        if self.random.below(4) == 0 {
            let t_max = self.number(0, 9);
            moving = moving.until(t_max).unwrap();
            end = format!(",\"t_max\":{}", json(&t_max));
        }
        (Box::new(moving), format!("{{\"{name}\":{{{text}}}{end}}}"))
    }

    /// An item of one of the first `kinds` kinds. Capsules can be cast at the first seven.
    fn item(&mut self, kinds: u64) -> (Item<T>, String) {
        let (a, b) = (self.vector(6), self.vector(6));
        let extents = [0; 3].map(|_| self.number(0, 3));
        match self.random.below(kinds) {
            0 => {
                let fields = format!("\"position\":{}", json(&a));
                self.on_its_way(Point::new(a).unwrap(), "point", &fields)
            }
            1 => {
                let fields = format!("\"a\":{},\"b\":{}", json(&a), json(&b));
                self.on_its_way(Segment::new(a, b).unwrap(), "segment", &fields)
            }
            2 => {
                let vertices = [a, b, self.vector(6)];
                let fields = format!("\"vertices\":{}", json(&vertices));
                let [a, b, c] = vertices;
                self.on_its_way(Triangle::new(a, b, c).unwrap(), "triangle", &fields)
            }
            3 => {
                let max = std::array::from_fn(|k| T::round(a[k].widen() + extents[k].widen()));
                let fields = format!("\"min\":{},\"max\":{}", json(&a), json(&max));
                self.on_its_way(AlignedBox::new(a, max).unwrap(), "box", &fields)
            }
            4 => {
                let (numbers, rotation) = self.rotation();
                let fields = format!(
                    "\"center\":{},\"half_extents\":{},\"rotation\":{}",
                    json(&a),
                    json(&extents),
                    json(&numbers)
                );
                let shape = OrientedBox::new(a, extents, rotation).unwrap();
                self.on_its_way(shape, "oriented_box", &fields)
            }
            5 => {
                let vertices = [a, b, self.vector(6), self.vector(6)];
                let triangles = [[0, 1, 2], [1, 2, 3_u32]];
                let fields =
                    format!("\"vertices\":{},\"triangles\":{}", json(&vertices), json(&triangles));
                let mesh = Mesh::new(vertices.to_vec(), triangles.to_vec()).unwrap();
                self.on_its_way(Arc::new(mesh), "mesh", &fields)
            }
            6 => {
                let (numbers, rotation) = self.rotation();
                let fields = format!(
                    "\"path\":\"parts/part.obj\",\"rotation\":{},\"translation\":{}",
                    json(&numbers),
                    json(&a)
                );
                let shape = SharedInstance::new(Arc::clone(&self.part), rotation, a).unwrap();
                self.on_its_way(shape, "mesh", &fields)
            }
            7 => {
                let (planes, text) = self.planes();
                let shape = Arc::new(Polytope::new(planes.to_vec()).unwrap());
                self.on_its_way(shape, "polytope", &format!("\"planes\":{text}"))
            }
            8 => {
                let (planes, text) = self.planes();
                let shape = Arc::new(Frustum::from_planes(planes).unwrap());
                self.on_its_way(shape, "frustum", &format!("\"planes\":{text}"))
            }
            _ => {
                let edges = [self.vector(3), self.vector(3), self.vector(3)];
                let fields = format!("\"center\":{},\"edges\":{}", json(&a), json(&edges));
                match Parallelepiped::new(a, edges) {
                    Ok(shape) => self.on_its_way(shape, "parallelepiped", &fields),
                    // The shape is flat, which is not allowed, so another item replaces it.
                    Err(_) => self.item(1),
                }
            }
        }
    }
}

/// The time of the contact in exact numbers; zero for an overlap.
fn exact_time<T: Number>(mover: &Mover<T, 3>, item: &Item<T>) -> Surd {
    match mover.first_contact_exact(&**item).unwrap() {
        ExactAnswer::Contact(Contact { time, .. }) => time,
        _ => Surd::from(Rational::ZERO),
    }
}

fn outcome<T: Number>(
    item: usize,
    leg: Option<u64>,
    answer: Answer<T, 3, tangency::any::AnyFeature<3>>,
) -> Outcome {
    let wide = |vector: [T; 3]| vector.map(T::widen);
    let item = Some(item as u64);
    match answer {
        Answer::None => Outcome::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => Outcome::Overlap {
            center: wide(center),
            point: wide(point),
            normal: normal.map(wide),
            item,
            feature: feature.place,
            leg,
        },
        Answer::Contact(Contact { time, center, point, other_point, normal, feature, .. }) => {
            Outcome::Contact {
                time: time.widen(),
                leg,
                center: wide(center),
                point: wide(point),
                other_point: other_point.map(wide),
                normal: normal.map(wide),
                item,
                feature: feature.place,
            }
        }
    }
}

/// All contacts by a pass over the items, in order of time and, at the same time, in the order of
/// the items.
fn contacts<T: Number>(mover: &Mover<T, 3>, items: &[Item<T>]) -> Vec<Outcome> {
    let mut found: Vec<_> = items
        .iter()
        .enumerate()
        .filter_map(|(i, item)| match mover.first_contact(&**item).unwrap() {
            Answer::None => None,
            answer => Some((exact_time(mover, item), i, outcome(i, None, answer))),
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(.., outcome)| outcome).collect()
}

/// The first contact by a pass over the items. If several items overlap the mover, the result is
/// for the closest.
fn first<T: Number>(
    mover: &Mover<T, 3>,
    distance: impl Fn(&Item<T>) -> T,
    items: &[Item<T>],
) -> Outcome {
    let all = contacts(mover, items);
    let overlapped = all.iter().filter_map(|outcome| match outcome {
        Outcome::Overlap { item, .. } => Some((distance(&items[item.unwrap() as usize]), outcome)),
        _ => None,
    });
    let closest = overlapped.min_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    closest.map(|(_, outcome)| outcome).or(all.first()).unwrap_or(&Outcome::None).clone()
}

/// A folder with the files of a job.
struct Workplace(TempDir);

const PART: &str = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";

impl Workplace {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("parts")).unwrap();
        fs::write(place.path("parts/part.obj"), PART).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn job(&self, output: &str, scalar: Scalar, question: Question) -> Job {
        Job {
            source: Source::File(self.path("scene.jsonl")),
            save_tree: None,
            tables: Some(Tables { spheres: self.path("spheres.csv"), output: self.path(output) }),
            shard: None,
            force: false,
            question,
            threads: NonZeroUsize::new(2).unwrap(),
            t_max: None,
            hulls: None,
            path: None,
            scalar,
        }
    }
}

fn run(job: &Job) -> Result<cast::Summary, CastError> {
    cast::run(job, &Interrupt::default(), &progress::hidden)
}

/// The results in a table, whose numbers must be the shortest that read back to the same float.
fn outcomes(path: &Path, scalar: Scalar, column: Option<&str>) -> Vec<Outcome> {
    let reader = Reader::open_part(path, Scalar::F64, column, None, None).unwrap();
    let answers = AnswerColumns::find(reader.schema()).unwrap();
    assert!(answers.has_item());
    let found = reader.flat_map(|batch| answers.outcomes(&batch.unwrap().columns, 0).unwrap());
    let vector = |v: [f64; 3]| v.map(|x| scalar.nearest(x));
    let rounded = |outcome| match outcome {
        Outcome::Contact { time, leg, center, point, other_point, normal, item, feature } => {
            Outcome::Contact {
                time: scalar.nearest(time),
                leg,
                center: vector(center),
                point: vector(point),
                other_point: other_point.map(vector),
                normal: normal.map(vector),
                item,
                feature,
            }
        }
        Outcome::Overlap { center, point, normal, item, feature, leg } => Outcome::Overlap {
            center: vector(center),
            point: vector(point),
            normal: normal.map(vector),
            item,
            feature,
            leg,
        },
        other => other,
    };
    found.map(rounded).collect()
}

fn part<T: Number>() -> Arc<Mesh<T>> {
    let number = |word: &str| word.parse::<f64>().map(T::round).unwrap();
    let rows = |kind: &str| {
        let rows: Vec<Vec<String>> = PART
            .lines()
            .filter_map(|line| line.strip_prefix(kind))
            .map(|line| line.split_whitespace().map(str::to_owned).collect())
            .collect();
        rows
    };
    let vertices = rows("v").iter().map(|row| [0, 1, 2].map(|k| number(&row[k]))).collect();
    let triangles =
        rows("f").into_iter().map(|row| [0, 1, 2].map(|k| row[k].parse::<u32>().unwrap() - 1));
    Arc::new(Mesh::new(vertices, triangles.collect()).unwrap())
}

/// Casts random rows at random scenes of `kinds` kinds of items, with every query.
fn answers_are_those_of_the_items<T: Number>(kinds: u64, has_axis: bool) {
    let (mut overlaps, mut met) = (0, [0; 3]);
    for seed in 0..8 {
        let place = Workplace::new();
        let mut kit = Kit::<T> { random: Random(seed), is_whole: seed % 2 == 0, part: part::<T>() };
        let (items, lines): (Vec<_>, Vec<_>) = (0..24).map(|_| kit.item(kinds)).unzip();
        // Blank lines, blanks around lines and line ends of all sorts are ignored.
        let text = format!("\u{feff}\n{}\r\n  \n", lines.join(" \r\n\n\t"));
        fs::write(place.path("scene.jsonl"), text).unwrap();

        let mut table = "x,y,z,radius,vx,vy,vz,t_max".to_owned();
        let mut points = "tool,x,y,z,radius".to_owned();
        if has_axis {
            table += ",axis_x,axis_y,axis_z";
            points += ",axis_x,axis_y,axis_z";
        }
        let (mut firsts, mut alls, mut along) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..40 {
            let (a, radius, t_max) = (kit.vector(8), kit.number(0, 1), kit.number(0, 20));
            let (velocity, axis) = (kit.vector(3), kit.vector(2));
            let numbers = [a[0], a[1], a[2], radius, velocity[0], velocity[1], velocity[2], t_max];
            let words: Vec<_> = numbers.iter().map(json).collect();
            let axis_words = match has_axis {
                true => axis.map(|x| format!(",{}", json(&x))).concat(),
                false => String::new(),
            };
            write!(table, "\n{}{axis_words}", words.join(",")).unwrap();
            let stops = [a, kit.vector(8), kit.vector(8)];
            for [x, y, z] in stops.map(|stop| stop.map(|x| json(&x))) {
                write!(points, "\n{row},{x},{y},{z},{}{axis_words}", json(&radius)).unwrap();
            }
            let point = Point::new(a).unwrap();
            let capsule = Capsule::with_axis(a, axis, radius).unwrap();
            let distance = |item: &Item<T>| match has_axis {
                // The distance of the axis is the distance of a capsule with radius zero.
                true => {
                    let axis = Capsule::with_axis(a, axis, T::round(0.0)).unwrap();
                    item.closest_points(&axis).unwrap().unwrap().distance
                }
                false => item.closest(&point).unwrap().unwrap().distance,
            };
            let sphere = Sphere::new(a, radius).unwrap();
            let (mover, legs): (Mover<T, 3>, Vec<Mover<T, 3>>) = match has_axis {
                true => (
                    capsule.moving(velocity).unwrap().until(t_max).unwrap().into(),
                    capsule.moving_along(&stops[1..]).unwrap().legs().map(Into::into).collect(),
                ),
                false => (
                    sphere.moving(velocity).unwrap().until(t_max).unwrap().into(),
                    sphere.moving_along(&stops[1..]).unwrap().legs().map(Into::into).collect(),
                ),
            };
            firsts.push(first(&mover, distance, &items));
            alls.push(contacts(&mover, &items));
            along.push(legs.iter().enumerate().find_map(|(leg, mover)| {
                // An overlap at the start of the second leg is a contact at the end of the first
                // one.
                match first(mover, distance, &items) {
                    Outcome::None => None,
                    mut found => {
                        if let Outcome::Contact { leg: at, .. } | Outcome::Overlap { leg: at, .. } =
                            &mut found
                        {
                            *at = Some(leg as u64);
                        }
                        Some(found)
                    }
                }
            }));
        }
        fs::write(place.path("spheres.csv"), table + "\n").unwrap();

        let job = |output: &str, question| place.job(output, T::SCALAR, question);
        let summary = run(&job("first.csv", Question::First)).unwrap();
        assert_eq!((summary.items, summary.triangles, summary.errors), (Some(24), None, 0));
        let found = outcomes(&place.path("first.csv"), T::SCALAR, None);
        assert_eq!(found, firsts, "seed {seed}");
        for outcome in &found {
            overlaps += u64::from(matches!(outcome, Outcome::Overlap { .. }));
            if let Outcome::Contact { feature, .. } = outcome {
                met[match feature {
                    tangency::ItemFeature::Mesh(_) => 0,
                    tangency::ItemFeature::Box(_) => 1,
                    _ => 2,
                }] += 1;
            }
        }

        run(&job("all.csv", Question::All)).unwrap();
        let each: Vec<_> = alls
            .iter()
            .flat_map(|all| if all.is_empty() { vec![Outcome::None] } else { all.clone() })
            .collect();
        assert_eq!(outcomes(&place.path("all.csv"), T::SCALAR, None), each, "seed {seed}");

        run(&job("any.csv", Question::Any)).unwrap();
        let any = fs::read_to_string(place.path("any.csv")).unwrap();
        for (line, first) in any.lines().skip(1).zip(&firsts) {
            let expected = if *first == Outcome::None { ",none," } else { ",contact," };
            assert!(line.ends_with(expected), "{line} {first:?}");
        }

        fs::write(place.path("spheres.csv"), points + "\n").unwrap();
        let mut job = job("path.csv", Question::First);
        job.path = Some("tool".into());
        run(&job).unwrap();
        let along: Vec<_> = along.into_iter().map(|found| found.unwrap_or(Outcome::None)).collect();
        assert_eq!(
            outcomes(&place.path("path.csv"), T::SCALAR, Some("tool")),
            along,
            "seed {seed}"
        );
    }
    assert!(overlaps > 20 && met.iter().all(|count| *count > 5), "{overlaps} {met:?}");
}

#[test]
fn spheres_in_f64() {
    answers_are_those_of_the_items::<f64>(10, false);
}

#[test]
fn spheres_in_f32() {
    answers_are_those_of_the_items::<f32>(10, false);
}

#[test]
fn capsules_in_f64() {
    answers_are_those_of_the_items::<f64>(7, true);
}

#[test]
fn capsules_in_f32() {
    answers_are_those_of_the_items::<f32>(7, true);
}

/// Balls of radius 1/2 on a square lattice, `side` in a row, and rays from above, each over its own
/// ball.
fn lattice(place: &Workplace, side: usize) -> Vec<[f64; 2]> {
    let (mut scene, mut table) = (String::new(), "x,y,z,radius,vx,vy,vz\n".to_owned());
    let mut under = Vec::new();
    for i in 0..side * side {
        let [x, y] = [(i % side) as f64 * 2.0, (i / side) as f64 * 2.0];
        writeln!(scene, "{{\"point\":{{\"position\":[{x},{y},0],\"radius\":0.5}}}}").unwrap();
        writeln!(table, "{x},{y},9.5,0,0,0,-2").unwrap();
        under.push([x, y]);
    }
    fs::write(place.path("scene.jsonl"), scene).unwrap();
    fs::write(place.path("spheres.csv"), table).unwrap();
    under
}

#[test]
fn a_hundred_thousand_balls() {
    let place = Workplace::new();
    let under = lattice(&place, 317);
    let summary = run(&place.job("hits.csv", Scalar::F64, Question::First)).unwrap();
    assert_eq!((summary.items, summary.contacts), (Some(100_489), 100_489));
    for (i, (found, [x, y])) in
        outcomes(&place.path("hits.csv"), Scalar::F64, None).iter().zip(under).enumerate()
    {
        let Outcome::Contact { time, point, item, .. } = found else { panic!("{found:?}") };
        assert_eq!((*time, *point, *item), (4.5, [x, y, 0.5], Some(i as u64)));
    }
}

#[test]
fn shards_are_one_run() {
    let place = Workplace::new();
    lattice(&place, 40);
    for kind in ["csv", "parquet"] {
        for question in [Question::First, Question::All, Question::Any] {
            let (whole, parts) = (format!("whole.{kind}"), format!("parts.{kind}"));
            run(&place.job(&whole, Scalar::F64, question)).unwrap();
            let mut job = place.job(&parts, Scalar::F64, question);
            let joined = join::Job {
                folder: place.path(&parts),
                spheres: place.path("spheres.csv"),
                output: Some(place.path(&format!("joined.{kind}"))),
            };
            for index in 0..5 {
                job.shard = Some(Shard::new(index, 5).unwrap());
                assert!(!run(&job).unwrap().is_old);
                assert!(run(&job).unwrap().is_old);
            }
            join::run(&joined, &Interrupt::default(), &progress::hidden).unwrap();
            let bytes = |path: &Path| fs::read(path).unwrap();
            assert!(bytes(joined.output.as_deref().unwrap()) == bytes(&place.path(&whole)));
            fs::remove_dir_all(&joined.folder).unwrap();
        }
    }
}

#[test]
fn a_shard_of_another_scene_is_answered_anew() {
    let place = Workplace::new();
    let line = "{\"mesh\":{\"path\":\"parts/part.obj\"}}\n";
    fs::write(place.path("scene.jsonl"), line).unwrap();
    fs::write(place.path("spheres.csv"), "x,y,z,radius,vx,vy,vz\n0,0,9,1,0,0,-1\n").unwrap();
    let mut job = place.job("parts.csv", Scalar::F64, Question::First);
    job.shard = Some(Shard::new(0, 1).unwrap());
    let is_old = || run(&job).unwrap().is_old;
    assert!(!is_old() && is_old());
    // Blank lines do not change the scene.
    fs::write(place.path("scene.jsonl"), format!("\n  {line}\n")).unwrap();
    assert!(is_old());
    fs::write(place.path("scene.jsonl"), format!("{line}{line}")).unwrap();
    assert!(!is_old() && is_old());
    // The line is the same, but its file has another mesh.
    fs::write(place.path("parts/part.obj"), PART.replace("v 0 0 2", "v 0 0 3")).unwrap();
    assert!(!is_old() && is_old());
}

/// A device may have no end, so every reader refuses it under any name.
#[cfg(unix)]
#[test]
fn a_device_is_refused() {
    let folder = TempDir::new().unwrap();
    let named = |name: &str| {
        let path = folder.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        path
    };
    let refused = |error: &dyn std::fmt::Display| {
        let words = error.to_string();
        assert!(words.ends_with("is a device, must be a file or a pipe"), "{words}");
    };
    for name in ["zero", "zero.obj", "zero.stl", "zero.ply"] {
        refused(&mesh_file::load::<f64>(&named(name)).unwrap_err());
    }
    refused(&mesh_file::read_tree::<f32>(&named("zero.tree")).unwrap_err());
    let scene = scene_file::read::<f64>(&named("zero.jsonl"), &Interrupt::default());
    refused(&scene.unwrap_err());
    refused(&Reader::open(named("zero.csv"), Scalar::F64).unwrap_err());
}
