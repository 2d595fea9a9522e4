//! `tangency cast`: a table of moving spheres against a mesh, to a table of answers.
//!
//! The table is streamed: rows are read, answered on all cores and written in their order, a few thousand in memory at a
//! time. The output appears under its name when it is complete and on the disk, or not at all. A row that
//! cannot be answered carries an error instead, and the rest goes on.

mod interrupt;
mod pipeline;
mod progress;
mod summary;

use crate::mesh_file::{self, MeshFileError};
use crate::number::Number;
use crate::table::{Outcome, Reader, Row, Scalar, TableError, Writer};
pub use interrupt::{Interrupt, STATUS as INTERRUPTED};
use pipeline::{Answered, Caster};
use progress::Progress;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use summary::Durations;
pub use summary::Summary;
use tangency::{Answer, Contact, InputError, Mesh, MeshFeature, Moving, Overlap, Sphere};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// The mesh: PLY, STL or OBJ.
    pub mesh: PathBuf,
    /// The table of spheres: CSV or Parquet.
    pub spheres: PathBuf,
    /// The table of answers, CSV or Parquet by its name.
    pub output: PathBuf,
    /// How many threads answer.
    pub threads: NonZeroUsize,
    /// When the motions end that have no end of their own, as decimals.
    pub t_max: Option<String>,
    /// The float that numbers are read as and answers are rounded to.
    pub scalar: Scalar,
}

/// Why a job was not done. No output was left behind.
#[derive(Debug, thiserror::Error)]
pub enum CastError {
    /// The mesh cannot be used.
    #[error(transparent)]
    Mesh(#[from] MeshFileError),
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// `t_max` is no time.
    #[error("--t-max is {0}, must be a time: a number from 0 on, or inf")]
    TMax(String),
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A thread ended before its work.
    #[error("a thread ended before its work was done")]
    LostWorker,
    /// The user asked for an end.
    #[error("interrupted")]
    Interrupted,
}

/// Does the job.
///
/// # Errors
/// A file that cannot be used, or an interrupt. That some rows carry an error is no error but a number of the summary.
pub fn run(job: &Job, interrupt: &Interrupt) -> Result<Summary, CastError> {
    match job.scalar {
        Scalar::F32 => run_as::<f32>(job, interrupt),
        Scalar::F64 => run_as::<f64>(job, interrupt),
    }
}

fn run_as<T: Number>(job: &Job, interrupt: &Interrupt) -> Result<Summary, CastError> {
    let t_max = job.t_max.as_deref().map(time::<T>).transpose()?;
    // Opened before the mesh is read, so that a wrong name is told at once.
    let reader = Reader::open(&job.spheres, job.scalar)?;

    let start = Instant::now();
    let surface = mesh_file::read::<T>(&job.mesh)?;
    let load = start.elapsed();
    let start = Instant::now();
    let mesh = surface.build(&job.mesh)?;
    let build = start.elapsed();
    let triangles = mesh.triangles().len();

    let start = Instant::now();
    let progress = Progress::new(reader.row_count());
    interrupt.clean_up_first();
    let mut writer = Writer::create(&job.output, reader.schema(), job.scalar)?;
    let caster = Arc::new(Against { mesh, t_max });
    let counts = pipeline::run(reader, caster, job.threads, interrupt, |batch, outcomes| {
        writer.write(batch, outcomes)?;
        progress.add(outcomes.len());
        Ok(())
    })?;
    writer.finish()?;
    interrupt.nothing_left_to_clean_up();
    let query = start.elapsed();

    Ok(Summary::new(counts, Durations { load, build, query }, triangles))
}

fn time<T: Number>(text: &str) -> Result<T, CastError> {
    match text.parse::<T>() {
        Ok(time) if time >= T::ZERO => Ok(time),
        _ => Err(CastError::TMax(text.to_owned())),
    }
}

/// Casts each row at one mesh.
struct Against<T> {
    mesh: Mesh<T>,
    t_max: Option<T>,
}

impl<T: Number> Against<T> {
    /// The sphere of a row; its numbers are `T`s already, only wider.
    fn sphere(&self, row: &Row) -> Result<Moving<Sphere<T, 3>>, InputError> {
        let sphere = Sphere::new(row.center.map(T::round), T::round(row.radius))?
            .moving(row.velocity.map(T::round))?;
        match row.t_max.map(T::round).or(self.t_max) {
            Some(t_max) => sphere.until(t_max),
            None => Ok(sphere),
        }
    }
}

impl<T: Number> Caster for Against<T> {
    fn cast(&self, row: &Row) -> Answered {
        match self.sphere(row) {
            Ok(sphere) => {
                let (answer, effort) = sphere.first_contact_counted(&self.mesh);
                Answered { outcome: outcome(answer), exact: effort.exact }
            }
            Err(error) => {
                Answered { outcome: Outcome::Error(in_words_of_the_table(&error)), exact: false }
            }
        }
    }
}

/// The library speaks of `sphere.radius`, the table of `radius`.
fn in_words_of_the_table(error: &InputError) -> String {
    let text = error.to_string();
    text.strip_prefix("sphere.").unwrap_or(&text).to_owned()
}

fn outcome<T: Number>(answer: Answer<T, 3, MeshFeature>) -> Outcome {
    let wide = |vector: [T; 3]| vector.map(T::widen);
    match answer {
        Answer::None => Outcome::None,
        Answer::Overlap(Overlap { center, point, feature: MeshFeature { triangle, feature } }) => {
            Outcome::Overlap {
                center: wide(center),
                point: wide(point),
                triangle: triangle as u64,
                feature,
            }
        }
        Answer::Contact(Contact { time, center, point, normal, feature: place, .. }) => {
            Outcome::Contact {
                time: time.widen(),
                center: wide(center),
                point: wide(point),
                normal: normal.map(wide),
                triangle: place.triangle as u64,
                feature: place.feature,
            }
        }
    }
}
