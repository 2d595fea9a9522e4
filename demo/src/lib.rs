//! The demo of tangency: a part, spheres that fly at it, their first contacts, and a picture of all
//! of these.
//!
//! The part and the table are computed with `+ - * /` and square roots alone, so their bytes are
//! the same on every machine. [`tangency_files::cast`] computes the results for these two files.
//! The picture shows the table of results, and the library itself draws it: each ray of sight is a
//! sphere of radius zero that moves until it touches.

mod contacts;
mod outline;
mod part;
mod picture;
mod ply;
mod spheres;
mod surface;

use picture::{Flight, Image};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use tangency::Mesh;
use tangency_files::cast::{self, CastError, Job, Source, Tables};
use tangency_files::mesh_file::{self, MeshFileError};
use tangency_files::staged::{self, Refusal, Staged};
use tangency_files::table::{Question, Scalar, TableError};
use tangency_files::{Interrupt, progress};

/// The default width and height of the picture, in pixels.
pub const PICTURE_SIZE: [u32; 2] = [1600, 1000];

/// Why the demo stopped.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// A file of that name exists that the demo has not made.
    #[error("{} exists already with contents that the demo would not write; name another directory", .0.display())]
    Occupied(PathBuf),
    /// A file or directory cannot be written or read.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        source: Refusal,
    },
    /// The picture cannot be stored.
    #[error("cannot write {}: {source}", path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: png::EncodingError,
    },
    /// The part's faces cannot be triangulated.
    #[error("the sample part cannot be made: {0}")]
    Part(spade::InsertionError),
    /// The part's file cannot be read back.
    #[error(transparent)]
    Mesh(#[from] MeshFileError),
    /// The spheres cannot be cast.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// The table of results cannot be read.
    #[error(transparent)]
    Answers(#[from] TableError),
}

/// The files of a demo.
struct Files {
    part: PathBuf,
    spheres: PathBuf,
    contacts: PathBuf,
    picture: PathBuf,
}

impl Files {
    fn within(directory: &Path) -> Self {
        let file = |name: &str| directory.join(name);
        Self {
            part: file("part.ply"),
            spheres: file("spheres.csv"),
            contacts: file("contacts.csv"),
            picture: file("contacts.png"),
        }
    }
}

/// The sample part as a binary PLY file, the same bytes on every machine.
///
/// # Errors
/// The error of the triangulation of a level face, which does not occur for this part.
pub fn part_file() -> Result<Vec<u8>, DemoError> {
    Ok(ply::file(&part::part().map_err(DemoError::Part)?))
}

/// The sample table of moving spheres as a CSV file, the same bytes on every machine.
pub fn spheres_file() -> String {
    spheres::table()
}

/// Makes the sample files in a directory, casts the spheres, draws the picture, and lists the files
/// on `say`.
///
/// # Errors
/// A directory that cannot be written to, or that contains a file of the same name that no earlier
/// demo has made.
pub fn run(
    directory: &Path,
    picture_size: [u32; 2],
    interrupt: &Interrupt,
    say: &mut dyn Write,
) -> Result<(), DemoError> {
    let files = Files::within(directory);
    fs::create_dir_all(directory).map_err(unwritable(directory))?;
    give(&files.part, &part_file()?)?;
    give(&files.spheres, spheres_file().as_bytes())?;
    cast(&files, interrupt)?;
    interrupt.nothing_left_to_clean_up();
    let flights = contacts::read(&files.contacts)?;
    let (mesh, _) = mesh_file::load::<f64>(&files.part)?;
    let triangles = mesh.triangles().len();
    let image = draw(mesh, &flights, picture_size);
    store(&files, &image)?;
    // The files are made, so an error of writing this message is ignored.
    let _ = tell(say, &files, triangles, &flights);
    Ok(())
}

/// Casts the spheres as `tangency cast` does.
fn cast(files: &Files, interrupt: &Interrupt) -> Result<(), DemoError> {
    let job = Job {
        source: Source::File(files.part.clone()),
        save_tree: None,
        tables: Some(Tables { spheres: files.spheres.clone(), output: files.contacts.clone() }),
        shard: None,
        force: false,
        question: Question::First,
        threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        t_max: None,
        hulls: None,
        path: None,
        scalar: Scalar::F64,
    };
    cast::run(&job, interrupt, &progress::bar)?;
    Ok(())
}

/// Writes a file of the demo whole or not at all. A file of this name with other contents is an
/// error.
fn give(path: &Path, bytes: &[u8]) -> Result<(), DemoError> {
    match fs::read(path) {
        Ok(there) if there == bytes => Ok(()),
        Ok(_) => Err(DemoError::Occupied(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let staged = Staged::create(path).map_err(unwritable(path))?;
            let written = staged.handle().and_then(|mut file| file.write_all(bytes));
            written.and_then(|()| staged.put_in_place()).map_err(unwritable(path))
        }
        Err(error) => Err(unwritable(path)(error)),
    }
}

fn unwritable<E: Into<Refusal>>(path: &Path) -> impl Fn(E) -> DemoError {
    move |error| DemoError::Unwritable { path: path.to_owned(), source: error.into() }
}

/// Draws the picture, and shows the progress in a bar that counts rows of pixels.
fn draw(mesh: Mesh<f64>, flights: &[Flight], size: [u32; 2]) -> Image {
    let bar = Mutex::new(progress::bar(Some(picture::ticks(size[1]))));
    picture::draw(mesh, flights, size, || {
        if let Ok(mut done) = bar.lock() {
            done(1);
        }
    })
}

/// Stores the picture as a PNG file.
fn store(files: &Files, image: &Image) -> Result<(), DemoError> {
    let Files { part, spheres, contacts, picture: path } = files;
    staged::keep(path, [part, spheres, contacts].map(PathBuf::as_path))
        .map_err(unwritable(path))?;
    let staged = Staged::create(path).map_err(unwritable(path))?;
    let file = staged.handle().map_err(unwritable(path))?;
    let [width, height] = image.size;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let write = |encoder: png::Encoder<'_, _>| {
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&image.bytes)?;
        writer.finish()
    };
    write(encoder).map_err(|source| DemoError::Picture { path: path.to_owned(), source })?;
    staged.put_in_place().map_err(unwritable(path))
}

fn tell(
    say: &mut dyn Write,
    files: &Files,
    triangles: usize,
    flights: &[Flight],
) -> io::Result<()> {
    let Files { part, spheres, contacts, picture } = files;
    let touch = flights.iter().filter(|flight| flight.contact.is_some()).count();
    let made = [
        (part, format!("a machined part, {triangles} triangles, in millimetres")),
        (spheres, format!("{} moving spheres, each with an id and a start", flights.len())),
        (
            contacts,
            format!(
                "their first contacts: {touch} touch the part, {} do not",
                flights.len() - touch
            ),
        ),
        (picture, "a picture of them, ray-traced with spheres of radius zero".to_owned()),
    ];
    let wide =
        made.iter().map(|(path, _)| path.display().to_string().len()).max().unwrap_or_default();
    for (path, what) in made {
        writeln!(say, "{:wide$}  {what}", path.display().to_string())?;
    }
    writeln!(say, "\nNow try:")?;
    writeln!(say, "  head -3 {}", contacts.display())?;
    writeln!(say, "  tangency cast {} {} -o answers.parquet", part.display(), spheres.display())
}
