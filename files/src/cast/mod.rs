//! `tangency cast`: casts a table of moving spheres at a mesh or a scene, and writes a table of
//! results.
//!
//! The table is streamed: rows are read, cast on all cores and written in their order, a few
//! thousand in memory at a time. The output appears under its name when it is complete and on the
//! disk, or not at all. A saved tree appears together with the table, or not at all. A row without
//! a result has an error instead, and does not stop the job.

mod body;
mod error;
mod hull;
mod pipeline;
mod summary;
mod target;

use crate::counts::Counts;
use crate::interrupt::Interrupt;
use crate::mesh_file::{self, SaveError};
use crate::number::Number;
use crate::progress::Progress;
use crate::scene_file;
use crate::seen::Seen;
use crate::shards::{self, Asked, Done, Folder, Identity};
use crate::staged;
use crate::table::{
    Form, HALF_COLUMNS, Kind, Outcome, Problem, Question, Reader, Row, RowShape, Scalar, Shard,
    Writer,
};
use crate::threads;
use body::{Body, OnItsWay, RoundBox, RoundHull};
pub use error::CastError;
pub use hull::Hulls;
use pipeline::Caster;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use summary::Durations;
pub use summary::Summary;
use tangency::{
    Answer, Capsule, Contact, Effort, Hull, Id, InputError, Mesh, NotMet, Overlap, Sphere,
};
pub use target::Source;
use target::{Meets, Met, Read, Target};

/// A job of `tangency cast`.
#[derive(Clone, Debug)]
pub struct Job {
    /// The source of the mesh or the scene.
    pub source: Source,
    /// The path at which the mesh or the scene is saved with its search tree.
    pub save_tree: Option<PathBuf>,
    /// The tables; without them, the mesh is only built and saved.
    pub tables: Option<Tables>,
    /// The shard of the table of spheres to cast; without it, the whole table. The output of a
    /// shard is a file in the folder `tables.output`.
    pub shard: Option<Shard>,
    /// Whether to cast a shard again whose output is there and complete.
    pub force: bool,
    /// The query of each sphere.
    pub question: Question,
    /// The greatest number of threads that build and cast: never more than the cores.
    pub threads: NonZeroUsize,
    /// The end of the motions that have no end of their own, in decimals.
    pub t_max: Option<String>,
    /// The hulls that the rows are; without them, the columns of the table specify the shape.
    pub hulls: Option<Hulls>,
    /// The column that names paths: consecutive rows with the same value in this column are the
    /// points of one path. Without it, each row is a motion of its own.
    pub path: Option<String>,
    /// The float as which numbers are read, and to which results are rounded.
    pub scalar: Scalar,
}

/// The input and the output.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The table of spheres: CSV or Parquet.
    pub spheres: PathBuf,
    /// The table of results, CSV or Parquet by its name.
    pub output: PathBuf,
}

/// Does the job.
///
/// # Errors
/// A file that cannot be used, or an interrupt. Errors of rows are not errors of the job: the
/// summary counts them. An interrupt while the output is put in its place is too late: the job is
/// done.
pub fn run(job: &Job, interrupt: &Interrupt, progress: &Progress) -> Result<Summary, CastError> {
    match job.scalar {
        Scalar::F32 => run_as::<f32>(job, (interrupt, progress), None),
        Scalar::F64 => run_as::<f64>(job, (interrupt, progress), None),
    }
}

/// Does the job for a mesh in memory: the source and the scalar of the job are ignored.
///
/// # Errors
/// The errors of [`run`].
pub fn run_on<T: Number>(
    mesh: Arc<Mesh<T>>,
    job: &Job,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Summary, CastError> {
    run_as(&Job { scalar: T::SCALAR, ..job.clone() }, (interrupt, progress), Some(mesh))
}

fn run_as<T: Number>(
    job: &Job,
    (interrupt, progress): (&Interrupt, &Progress),
    here: Option<Arc<Mesh<T>>>,
) -> Result<Summary, CastError> {
    let t_max = job.t_max.as_deref().map(time::<T>).transpose()?;
    job.check_paths()?;
    job.hulls.as_ref().map_or(Ok(()), Hulls::check)?;
    job.keep_inputs(&[])?;
    let names = job.hulls.as_ref().map(Hulls::names);
    // Opened before the target is read, so that a wrong name is reported at once.
    let tables = match &job.tables {
        Some(tables) => Some((
            Reader::open_part(
                &tables.spheres,
                job.scalar,
                job.path.as_deref(),
                names.as_ref(),
                job.shard,
            )?,
            tables,
        )),
        None => None,
    };
    let start = Instant::now();
    let hulls = job.hulls.as_ref().map_or_else(|| Ok(Vec::new()), Hulls::read)?;
    let load_of_hulls = start.elapsed();

    let Read { target, load, build, others, mapped, skipped } = match here {
        Some(mesh) => Read {
            target: Target::Mesh(mesh),
            load: Duration::ZERO,
            build: Duration::ZERO,
            others: Vec::new(),
            mapped: None,
            skipped: Vec::new(),
        },
        None => job.source.read(job.threads, interrupt)?,
    };
    job.keep_inputs(&others)?;
    let parts = [target.triangles(), target.items()];

    let mut staged = None;
    if let Some(path) = &job.save_tree {
        let tree = match &target {
            Target::Mesh(mesh) => mesh_file::stage(mesh, path, interrupt),
            Target::Scene(scene) => scene_file::stage(scene, path, interrupt),
        };
        staged = Some((tree?, path));
        // From here on, the checksum of the saved tree detects a later change.
        job.source.check(mapped.as_deref())?;
    }
    if !interrupt.clean_up_first() {
        return Err(CastError::Interrupted);
    }
    let start = Instant::now();
    let mut is_old = false;
    let counts = match tables {
        Some((reader, tables)) => {
            let form = Form { has_item: target.items().is_some(), ..reader.form() };
            if form.shape != RowShape::Sphere {
                target.check_movers(&job.source)?;
            }
            let kind = Kind::of(&tables.output).map_err(|problem| problem.at(&tables.output))?;
            let (mut place, mut done) = (None, None);
            if let (Some(shard), Some(part)) = (job.shard, reader.part()) {
                let asked = Asked {
                    target: target.digest(),
                    hulls: job
                        .hulls
                        .as_ref()
                        .map(|named| named.digests(&hulls))
                        .unwrap_or_default(),
                    spheres: &tables.spheres,
                    question: job.question,
                    scalar: job.scalar,
                    t_max: t_max.map(T::widen),
                    path: job.path.as_deref(),
                    output: kind,
                };
                let identity = Identity::of(asked, (shard, part))?;
                let folder = Folder::make(&tables.output, identity)?;
                if !job.force {
                    done = folder.done(&tables.spheres, part, shard, kind, interrupt)?;
                }
                place = Some((folder, shard));
            }
            is_old = done.is_some();
            let caster = Against { target, hulls, t_max, question: job.question, form };
            match done {
                Some(counts) => counts,
                None => {
                    let asked = (reader, caster, mapped.as_deref());
                    answer(job, (interrupt, progress), asked, (tables, kind), place)?
                }
            }
        }
        None => Counts::default(),
    };
    let query = start.elapsed();
    if let Some((tree, path)) = staged {
        tree.put_in_place().map_err(|error| SaveError::refused(path, error))?;
    }

    let durations = Durations { load: load + load_of_hulls, build, query };
    let is_counted = job.question == Question::First && job.path.is_none() && !is_old;
    let summary = Summary::new(counts, durations, parts, is_counted, is_old);
    Ok(Summary { skipped: (!skipped.is_empty()).then(|| skipped.join("\n")), ..summary })
}

impl Job {
    /// Refuses queries that do not exist along a path.
    fn check_paths(&self) -> Result<(), CastError> {
        match self {
            Self { path: None, .. } => Ok(()),
            Self { question: Question::All, .. } => Err(CastError::AlongPath("--all")),
            Self { t_max: Some(_), .. } => Err(CastError::AlongPath("--t-max")),
            _ => Ok(()),
        }
    }

    /// Refuses outputs that would replace an input, or each other.
    fn keep_inputs(&self, others: &[PathBuf]) -> Result<(), CastError> {
        let tables = self.tables.as_ref();
        let spheres = tables.map(|tables| tables.spheres.as_path());
        let hulls = || self.hulls.iter().flat_map(Hulls::files);
        let others = || others.iter().map(PathBuf::as_path);
        let inputs = || self.source.files().chain(spheres).chain(hulls()).chain(others());
        if let Some(tables) = tables {
            let output = self.answers(tables)?;
            let kept = staged::keep(&output, inputs().chain(self.save_tree.as_deref()));
            kept.map_err(|refusal| Problem::from(refusal).at(&output))?;
        }
        if let Some(path) = &self.save_tree {
            staged::keep(path, inputs()).map_err(|refusal| SaveError::refused(path, refusal))?;
        }
        Ok(())
    }

    /// The file of the results; for a shard, its part in the folder.
    fn answers(&self, tables: &Tables) -> Result<PathBuf, CastError> {
        let kind = Kind::of(&tables.output).map_err(|problem| problem.at(&tables.output))?;
        Ok(match self.shard {
            Some(shard) => tables.output.join(shards::part_name(shard, kind)),
            None => tables.output.clone(),
        })
    }
}

/// Reads, casts and writes all rows, and puts the output in its place.
fn answer(
    job: &Job,
    (interrupt, progress): (&Interrupt, &Progress),
    (reader, caster, mapped): (Reader, Against<impl Number>, Option<&Seen>),
    (tables, kind): (&Tables, Kind),
    place: Option<(Folder, Shard)>,
) -> Result<Counts, CastError> {
    let path = job.answers(tables)?;
    let (part, seen) = (reader.part().cloned(), Arc::clone(reader.seen()));
    let mut done = progress(reader.row_count());
    let mut writer = Writer::create(&path, &reader, caster.form, job.scalar, job.question)?;
    let caster = Arc::new(caster);
    let counts = pipeline::run(
        reader,
        caster,
        threads::count(Some(job.threads)),
        interrupt,
        |batch, outcomes| {
            writer.write(batch, outcomes)?;
            done(outcomes.len());
            Ok(())
        },
    );
    // A changed input may cause other errors, which would mislead the user, so the change is
    // reported first.
    job.source.check(mapped)?;
    let counts = counts?;
    let rows = writer.row_count();
    // If the folder is new and still empty, it is removed at the end.
    let Some((part, (folder, shard))) = part.as_ref().zip(place.as_ref()) else {
        writer.finish()?;
        return Ok(counts);
    };
    let spheres = shards::answered(&tables.spheres, (part, &seen), interrupt)?;
    writer.finish()?;
    folder.complete(&Done { spheres, part, answers: rows, counts }, *shard, kind)?;
    Ok(counts)
}

fn time<T: Number>(text: &str) -> Result<T, CastError> {
    match text.parse::<T>() {
        Ok(time) if time >= T::ZERO => Ok(time),
        _ => Err(CastError::TMax(text.to_owned())),
    }
}

/// Casts each row at one target.
struct Against<T: Number> {
    target: Target<T>,
    /// The hulls that the rows may be.
    hulls: Vec<Hull<T, 3>>,
    t_max: Option<T>,
    question: Question,
    form: Form,
}

/// A body, or the error that prevents it.
type Given<S> = Result<OnItsWay<S>, String>;

impl<T: Number> Against<T> {
    /// The bodies of some rows.
    fn bodies<S: Body<T>>(&self, rows: &[Result<Row, String>]) -> Vec<Given<S>> {
        let body = |row: &Row| {
            let t_max = row.t_max.map(T::round).or(self.t_max);
            let body = S::of(row, &self.hulls).and_then(|body| body.on_its_way(&row.way, t_max));
            body.map_err(|error| in_words_of_the_table(&error))
        };
        rows.iter().map(|row| row.as_ref().map_err(String::clone).and_then(body)).collect()
    }

    /// The first contacts of a few spheres with a mesh in one batch, and the number of results that
    /// needed exact integers.
    fn first(&self, mesh: &Mesh<T>, spheres: Vec<Given<Sphere<T, 3>>>) -> (Vec<Outcome>, u64) {
        let asked: Vec<_> = spheres
            .iter()
            .filter_map(|sphere| match sphere {
                Ok(OnItsWay::Straight(moving)) => Some(*moving),
                _ => None,
            })
            .collect();
        let mut answers = vec![(Answer::None, Effort::default()); asked.len()];
        let refusal = mesh.first_contacts_counted(&asked, &mut answers).err();
        let exact = answers.iter().filter(|(_, effort)| effort.exact).count() as u64;
        let mut answers = answers.into_iter();
        let outcome = |sphere| match (sphere, &refusal) {
            (Err(flaw), _) => Outcome::Error(flaw),
            (Ok(_), Some(refusal)) => Outcome::Error(refusal.to_string()),
            (Ok(_), None) => answers
                .next()
                .map_or(Outcome::None, |(answer, _)| outcome(answer.map_feature(Into::into), None)),
        };
        (spheres.into_iter().map(outcome).collect(), exact)
    }

    /// The result of each body by itself, until an interrupt comes, and the number of results that
    /// needed exact integers.
    fn each<S: Body<T>>(
        &self,
        target: &impl Meets<T, S>,
        rows: &[Result<Row, String>],
        interrupt: &Interrupt,
    ) -> (Vec<Outcome>, u64) {
        let bodies = self.bodies(rows).into_iter();
        let wanted = bodies.take_while(|_| !interrupt.is_requested());
        let mut exact = 0;
        let touch = |is_met| if is_met { Outcome::Touch } else { Outcome::None };
        let mut find = |body| match (body, self.question) {
            (OnItsWay::Straight(moving), Question::First) => {
                let (answer, effort) = target.first_contact(&moving);
                exact += u64::from(effort.exact);
                outcome(answer, None)
            }
            (OnItsWay::Straight(moving), Question::Any) => touch(target.has_contact(&moving)),
            (OnItsWay::Straight(moving), Question::All) => {
                let all = target.contacts(&moving);
                Outcome::Each(all.into_iter().map(|answer| outcome(answer, None)).collect())
            }
            (OnItsWay::Along(path), Question::Any) => touch(target.has_contact_along(&path)),
            // `check_paths` has refused the query for all contacts along a path.
            (OnItsWay::Along(path), Question::First | Question::All) => {
                match target.first_contact_along(&path) {
                    Some((leg, answer)) => outcome(answer, Some(leg as u64)),
                    None => Outcome::None,
                }
            }
        };
        let outcomes = wanted.map(|body| body.map_or_else(Outcome::Error, &mut find)).collect();
        (outcomes, exact)
    }
}

impl<T: Number> Caster for Against<T> {
    fn cast(&self, rows: &[Result<Row, String>], interrupt: &Interrupt) -> (Vec<Outcome>, u64) {
        // A scene that capsules, boxes and hulls do not meet was refused before any row was read.
        let refused = |not_met: NotMet| (vec![Outcome::Error(not_met.to_string()); rows.len()], 0);
        match (&self.target, self.form.shape) {
            (Target::Mesh(mesh), RowShape::Sphere)
                if self.question == Question::First && !self.form.is_path =>
            {
                self.first(mesh, self.bodies(rows))
            }
            (Target::Mesh(mesh), RowShape::Sphere) => {
                self.each::<Sphere<T, 3>>(&**mesh, rows, interrupt)
            }
            (Target::Mesh(mesh), RowShape::Capsule) => {
                self.each::<Capsule<T, 3>>(&**mesh, rows, interrupt)
            }
            (Target::Mesh(mesh), RowShape::Box) => {
                self.each::<RoundBox<T>>(&**mesh, rows, interrupt)
            }
            (Target::Mesh(mesh), RowShape::Hull) => {
                self.each::<RoundHull<T>>(&**mesh, rows, interrupt)
            }
            (Target::Scene(scene), RowShape::Sphere) => {
                self.each::<Sphere<T, 3>>(&**scene, rows, interrupt)
            }
            (Target::Scene(scene), RowShape::Capsule) => match scene.for_capsules() {
                Ok(scene) => self.each::<Capsule<T, 3>>(&scene, rows, interrupt),
                Err(not_met) => refused(not_met),
            },
            (Target::Scene(scene), RowShape::Box) => match scene.for_convex_bodies() {
                Ok(scene) => self.each::<RoundBox<T>>(&scene, rows, interrupt),
                Err(not_met) => refused(not_met),
            },
            (Target::Scene(scene), RowShape::Hull) => match scene.for_convex_bodies() {
                Ok(scene) => self.each::<RoundHull<T>>(&scene, rows, interrupt),
                Err(not_met) => refused(not_met),
            },
        }
    }
}

/// The message of an error with the names of columns: for `sphere.radius` of the library, the table
/// has `radius`.
fn in_words_of_the_table(error: &InputError) -> String {
    let text = error.to_string();
    for (k, column) in HALF_COLUMNS.into_iter().enumerate() {
        if let Some(rest) = text.strip_prefix(&format!("oriented_box.half_extents[{k}]")) {
            return format!("{column}{rest}");
        }
    }
    let own = ["sphere.", "capsule.", "rounding "].iter().find_map(|name| text.strip_prefix(name));
    own.unwrap_or(&text).to_owned()
}

fn outcome<T: Number>(answer: Met<T>, leg: Option<u64>) -> Outcome {
    let wide = |vector: [T; 3]| vector.map(T::widen);
    match answer {
        Answer::None => Outcome::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => Outcome::Overlap {
            center: wide(center),
            point: wide(point),
            normal: normal.map(wide),
            item: feature.item.map(Id::number),
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
                item: feature.item.map(Id::number),
                feature: feature.place,
            }
        }
    }
}
