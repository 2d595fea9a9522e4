//! The arguments of the command line, and the help texts.

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tangency_files::cast::{Hulls, Job, Source, Tables};
use tangency_files::join;
use tangency_files::table::{NoShard, Question, Scalar, Shard};
use tangency_files::threads;
use tangency_protocol::self_test;

const EXAMPLES: &str = "\
Examples:
  tangency demo                       write sample files and a picture to ./tangency-demo
  tangency cast part.ply spheres.csv -o answers.csv
  tangency view part.ply answers.csv  show them in the browser
  echo '{\"query\":\"first_contact\",\"sphere\":{\"center\":[0,0,5],\"radius\":1,\"velocity\":[0,0,-1]},\
\"point\":{\"position\":[0,0,0]}}' | tangency query

Exit status:
  0  everything was answered
  1  everything was read, but some rows or lines could only be answered by an error
  2  the command failed, and standard error has the error
  130  interrupted; no output was left behind";

const QUERY_HELP: &str = "\
Each line of standard input is one JSON request, each line of standard output its answer, in the same order.

A request has \"query\":\"first_contact\", a body, and one target, which is the obstacle:
  \"sphere\":{\"center\":[0,0,5],\"radius\":1,\"velocity\":[0,0,-1]}
  \"ellipsoid\":{\"center\":[0,0,5],\"radii\":[1,1,2],\"velocity\":[0,0,-1]}   instead of a sphere, not for targets with a *
  \"capsule\":{\"a\":[0,0,5],\"axis\":[0,0,2],\"radius\":1,\"velocity\":[0,0,-1]}   instead of a sphere, for points, segments,
             triangles, boxes, meshes and scenes of these; or with its other end, \"b\", instead of \"axis\"
  \"triangle\":{\"vertices\":[[0,0,0],[4,0,0],[0,4,0]]}
  \"segment\":{\"a\":[0,0,0],\"b\":[4,0,0]}
  \"point\":{\"position\":[0,0,0]}
  \"box\":{\"min\":[0,0,0],\"max\":[1,1,1]}
  \"oriented_box\":{\"center\":[0,0,0],\"half_extents\":[1,1,1],\"rotation\":[0,0,0,1]}   * a quaternion x, y, z, w, optional
  \"polytope\":{\"planes\":[{\"point\":[0,0,0],\"normal\":[0,0,1]},..]}   * normals outwards, of any length
  \"parallelepiped\":{\"center\":[0,0,0],\"edges\":[[1,0,0],[1,1,0],[0,0,1]]}   *
  \"frustum\":{\"corners\":[..]}   *   or its \"planes\", or a \"view_projection\" and a \"depth\"
  \"mesh\":{\"path\":\"part.ply\"}   or   \"mesh\":{\"vertices\":[..],\"triangles\":[[0,1,2],..]}
             * with a \"rotation\" or a \"translation\"
  \"scene\":{\"items\":[{\"triangle\":{..}},{\"box\":{..}},..]}   *
Every target except a scene may have a \"velocity\" too, and for spheres and capsules a \"radius\" by which it is inflated. Instead
of a velocity, \"to\":[..] is the position at time 1, and the motion is never rounded; a body may have several such points as
\"path\":[[..],..]. Points, segments, boxes and polytopes also work in the plane, with two numbers instead of three; a rotation
there is [z, w]. Boxes work in one to eight dimensions.

There are other queries. The answer has a field with the name of the query, or a status:
  first_entry                                       the blocking hit: grazing, sliding and separating contacts are passed over
  contact_time, time_down, last_time, has_contact   a part of the first contact
  contacts                                          all contacts with a mesh or a scene
  intersects                                        an overlap test; a sphere, an ellipsoid and a box may be \"hollow\":true
  advance, slide                                    the free positions of a body but an ellipsoid along a \"displacement\"
  recover                                           a free position near such a body that overlaps an obstacle
  penetration, containment, containment_by_planes   for a sphere, penetration for others too; containment also in a \"plane\"
  section, intersecting                             for a sphere, with a plane or with a mesh
  closest, locate, signed_distance, winding_number  for a \"position\"; closest also for a capsule and convex bodies
  neighbours                                        for a mesh, \"at\" a triangle and a feature
  define, forget, insert, replace, remove           for a mesh or a scene that is kept under a \"name\"
  first_contact_of, first_pair, pairs               the contacts of items of a scene with each other
  step, ride, set_body, teleport                    for a character, whose state is the field \"walker\"
docs/command.md has a table of the supported pairs of bodies and targets.

Optional fields of a request:
  \"id\"      any JSON value, echoed as it is written (null if there is none)
  \"t_max\"   the last time of the motion, included; without it, the motion has no end
  \"scalar\"  \"f32\": read every number as 32-bit float and round the answer to it; default \"f64\"
  \"exact\"   true: add time, center and point as exact numbers x + y sqrt(d) of fractions
  \"more\"    true: add time_down, the time rounded down; last_time, the time of the last contact; and to an overlap
            penetration, the shortest translation of the sphere that ends it

Each number of an answer is the float nearest to the exact value, written in the shortest form that reads back; past the
largest float it is \"inf\". A line that cannot be answered is answered by {\"id\":..,\"error\":\"..\"}, the other lines are
answered, and the exit status is 1. Answers are flushed whenever the command waits for input. A line may have up to 16 MiB.

Examples:
  echo '{\"id\":1,\"query\":\"first_contact\",\"sphere\":{\"center\":[0,0,5],\"radius\":1,\"velocity\":[0,0,-1]},\
\"triangle\":{\"vertices\":[[0,0,0],[4,0,0],[0,4,0]]},\"t_max\":10}' | tangency query
  tangency query < requests.jsonl > answers.jsonl";

const VIEW_HELP: &str = "\
The page is part of each release of the command, and of a command that is built after web/page/build. It is served at
127.0.0.1, to this machine alone, until Ctrl-C; the address is printed on standard output. HITS is an output of cast, with the
first contacts or with --all, of spheres or capsules; it may have up to 1048576 rows. Results of paths and of scenes are refused.

Examples:
  tangency view
  tangency view part.ply
  tangency view part.ply answers.csv --port 8000 --no-open

Exit status:
  2  nothing could be shown, and standard error has the error
  130  interrupted";

const SELF_TEST_HELP: &str = "\
The command generates the requests itself: first contacts, closest points, moves, pairs and all other queries, of all bodies
and shapes, in both float types, with ties and without. It prints a checksum of the text of the answers, and compares it with
the known one. It takes a minute or more.

Examples:
  tangency self-test
  tangency self-test --blocks 10
  tangency self-test --blocks 1 --requests | tangency query

Exit status:
  0  the answers are equal to the answers of all other machines
  1  the answers differ, or no checksum is known for N, as standard error specifies
  130  interrupted";

const CAST_USAGE: &str = "\
tangency cast [OPTIONS] <MESH> <SPHERES> --output <OUT>
       tangency cast [OPTIONS] --tree <FILE> [MESH] <SPHERES> --output <OUT>
       tangency cast [OPTIONS] <MESH> --save-tree <FILE>";

const CAST_HELP: &str = "\
SPHERES has the columns x, y, z, radius, vx, vy, vz and may have t_max, the last time of the motion. Instead of vx, vy, vz it
may have to_x, to_y, to_z, the position of the sphere at time 1, at which the motion ends unless t_max specifies another time.
With axis_x, axis_y, axis_z the rows are capsules: x, y, z is one end of the axis, and the other end is this plus the axis. With
half_x, half_y, half_z they are boxes about x, y, z, rotated by the quaternion qx, qy, qz, qw, if there is one; they need no radius.
With --hull they are the convex hull of the vertices of a mesh file, translated by x, y, z, never rounded; they need no radius.
With --path each row is a point of a path, and no column specifies a motion. Other columns are copied. Names may have capital
letters; the fields of a CSV may be separated by semicolons or tabs, whichever its first line has most of. A Parquet may be
compressed with Snappy, Zstandard, gzip or LZ4, not with Brotli. OUT has these additional columns:
  status                     contact, overlap or none
  time                       the time of the first contact; 0 for an overlap
  leg                        with --path: the number of the leg, from 0; the time is within the leg, from 0 to 1
  center_x center_y center_z  the centre of the sphere at that time, or the position of x, y, z of the capsule or the hull
  point_x point_y point_z     the touched point of the mesh or the scene
  other_x other_y other_z     for a capsule, a box or a hull that touches along a segment: the other end of the segment
  normal_x normal_y normal_z  the unit vector from the point to the centre
  item                       for a scene: the number of the item, from 0 in the order of the lines
  triangle                   the number of the triangle, from 0 in the order of the file; empty if the item is no mesh
  feature                    the vertex, edge or face that contains the point; for a box its sides, for a polytope or frustum its planes
  error                      the reason why this row has no answer
With --any there are only status, contact or none, and error: contact if the two share a point at any time, the start included.
With --all a row is repeated for each triangle that its sphere touches, or for each item of a scene, in order of time, and at equal
times in order of the numbers. Before status there is another column:
  contact                    the number of the contact, from 0; empty in the one row of a sphere without contacts
So the first contact is the row that is there without --all, except for an overlap, where the rows are in order of the numbers.
Rows keep their order, and the answers do not depend on the number of threads. OUT is written completely or not at all, and cannot
be one of the files that are read. A quote that is never closed is an error of its row, with the line in which it opens.

A scene is a file of JSON Lines, instead of MESH, whose name ends in .jsonl: one item a line, as in the scenes of tangency query.
Blank lines are skipped, and the number of an item is the count of items before it. The path of a mesh is relative to the folder of
the file, and each mesh is read once. If a line is invalid, nothing is answered: standard error names the line and the error.
  {\"point\":{\"position\":[0,0,0],\"radius\":1,\"velocity\":[1,0,0]}}
  {\"box\":{\"min\":[4,0,0],\"max\":[5,1,1]},\"t_max\":3}
  {\"mesh\":{\"path\":\"part.ply\",\"translation\":[9,0,0]}}

A saved tree contains the mesh and its BVH, ready to use: it is mapped to memory, and takes milliseconds where a large mesh takes
seconds. It can be given instead of any MESH. It is for the FLOAT of --scalar only, and is refused if a single bit of it has
changed. It is written completely or not at all; while it is used, no program should write into it.

With --shard OUT is a folder. Each shard writes its part of the answers there, completely or not at all, with a manifest; a shard
that was killed is run again. A shard that exists already, complete and of the same job, is not computed again unless --force is
given. Shards may run at the same time, in any order and on any machines that share the folder.

Examples:
  tangency cast part.ply spheres.csv -o answers.csv
  tangency cast part.tree spheres.parquet -o answers.parquet --shard 3/10
  tangency cast part.stl spheres.parquet -o answers.parquet --threads 4 --summary json
  tangency cast part.obj spheres.csv -o answers.parquet --t-max 2.5 --scalar f32
  tangency cast part.ply points.csv -o answers.csv --path tool
  tangency cast level.ply parts.csv -o answers.csv --hull part.ply
  tangency cast level.ply parts.csv -o answers.csv --hull nut=nut.stl --hull bolt=bolt.stl
  tangency cast part.ply --save-tree part.tree
  tangency cast part.tree spheres.csv -o answers.csv
  tangency cast --tree part.tree spheres.csv -o answers.csv --all
  tangency cast scene.jsonl spheres.csv -o answers.csv
  zcat spheres.csv.gz | tangency cast part.ply - -o answers.csv

Exit status:
  0  every row was answered
  1  OUT is complete, but some rows carry an error
  2  nothing was written, and standard error has the error
  130  interrupted; nothing was written";

const JOIN_HELP: &str = "\
FOLDER contains all N parts that tangency cast --shard wrote, and nothing else. OUT is, byte for byte, the output of the same cast
without --shard.

Only parts that belong together are joined. Each part has a manifest with digests of the mesh, of the options, of the bytes of
SPHERES that it was made from, and of the part itself. A part that is missing, damaged, of another job or of another state of
SPHERES is an error that names the part. SPHERES is read once for this check.

Example:
  for i in 0 1 2 3; do tangency cast part.tree spheres.csv -o parts.csv --shard $i/4; done
  tangency join parts.csv spheres.csv -o answers.csv

Exit status:
  0  all shards belong together, and OUT is complete if it was asked for
  1  the same, but some rows carry an error
  2  nothing was written, and standard error has the error
  130  interrupted; nothing was written";

/// Exact continuous collision detection: the first contact of a moving body with an obstacle.
#[derive(Debug, Parser)]
#[command(name = "tangency", version, after_help = EXAMPLES, max_term_width = 120)]
pub struct Arguments {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer requests: one JSON object a line in, one JSON object a line out
    #[command(after_help = QUERY_HELP)]
    Query,
    /// Cast a table of moving spheres at a mesh or a scene
    #[command(after_help = CAST_HELP, override_usage = CAST_USAGE)]
    Cast(CastArguments),
    /// Join the shards of a cast to the table that one run would have made
    #[command(after_help = JOIN_HELP)]
    Join(JoinArguments),
    /// Write a sample mesh, sample spheres and a picture, and print commands to try with them
    Demo {
        /// The folder for the files, which is created if it does not exist
        #[arg(default_value = "tangency-demo")]
        dir: PathBuf,
    },
    /// Show first contacts in the browser: the page alone, or a mesh and results of cast
    #[command(after_help = VIEW_HELP)]
    View(ViewArguments),
    /// Answer a million requests of every kind, and compare the checksum with all other machines
    #[command(after_help = SELF_TEST_HELP)]
    SelfTest(SelfTestArguments),
}

/// The arguments of `self-test`.
#[derive(Args, Debug)]
pub struct SelfTestArguments {
    /// The number of requests, in thousands; the checksums for 1, 10 and 1000 are known
    #[arg(long, value_name = "N", default_value_t = self_test::BLOCKS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub blocks: u64,
    /// The number of threads, at most one for each core [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<NonZeroUsize>,
    /// Print the requests, a line each, instead of answering them
    #[arg(long, conflicts_with = "threads")]
    pub requests: bool,
}

impl SelfTestArguments {
    /// Returns the number of threads on the command line, at most one for each core.
    pub fn threads(&self) -> NonZeroUsize {
        threads::count(self.threads)
    }
}

/// The arguments of `cast`.
#[derive(Args, Debug)]
pub struct CastArguments {
    /// The mesh: PLY, STL, OBJ, or a saved tree; or a scene: .jsonl. May be left out with --tree
    pub mesh: Option<PathBuf>,
    /// The spheres: a table, .csv, .tsv, either with .gz, or .parquet; or - for a CSV on standard
    /// input. May be left out with --save-tree
    pub spheres: Option<PathBuf>,
    /// The answers: a table, .csv, .tsv or .parquet by the extension of its name
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Save the mesh with its BVH, to be given as MESH or to --tree later
    #[arg(long, value_name = "FILE")]
    pub save_tree: Option<PathBuf>,
    /// Use a saved tree, which contains the mesh. If MESH is given as well, it must be the same
    /// mesh
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,
    /// Only test whether there is any contact
    #[arg(long, conflicts_with = "all")]
    pub any: bool,
    /// List all contacts, not only the first
    #[arg(long)]
    pub all: bool,
    /// Answer only the I-th of N parts of the spheres, I from 0 to N - 1. OUT is then the folder of
    /// all parts; see tangency join
    #[arg(long, value_name = "I/N", requires = "output", value_parser = shard, allow_hyphen_values = true)]
    pub shard: Option<Shard>,
    /// Compute the shard again, even if it exists already
    #[arg(long, requires = "shard")]
    pub force: bool,
    /// The number of threads, at most one for each core [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<NonZeroUsize>,
    /// The form of the report: words on standard error, or one JSON object on standard output
    #[arg(long, value_enum, default_value_t = SummaryForm::Words, value_name = "FORM")]
    pub summary: SummaryForm,
    /// The rows are the convex hull of the vertices of this mesh file. With a NAME, which has no /
    /// or \, the option may be repeated, and a column hull names the hull of each row
    #[arg(long = "hull", value_name = "[NAME=]FILE", requires = "output")]
    pub hulls: Vec<OsString>,
    /// The rows are points of paths: consecutive rows with the same value in this column are one
    /// path, with one answer
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["all", "t_max"])]
    pub path: Option<String>,
    /// The last time of motions that have no t_max of their own [default: no end, or 1 for motions
    /// to a point]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_max: Option<String>,
    /// The float type as which all numbers are read, and to which the answers are rounded
    #[arg(long, value_enum, default_value_t = ScalarName::F64, value_name = "FLOAT")]
    pub scalar: ScalarName,
}

/// The arguments of `view`.
#[derive(Args, Debug)]
pub struct ViewArguments {
    /// A mesh: PLY, STL, OBJ, or a saved tree
    pub mesh: Option<PathBuf>,
    /// Results of cast on this mesh: a table, .csv, .tsv or .parquet
    pub hits: Option<PathBuf>,
    /// The port at which the page is served [default: any free port]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// Only print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummaryForm {
    /// Words for people, on standard error.
    Words,
    /// One JSON object, on standard output.
    Json,
}

/// The name of a float type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScalarName {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

impl From<ScalarName> for Scalar {
    fn from(name: ScalarName) -> Self {
        match name {
            ScalarName::F32 => Scalar::F32,
            ScalarName::F64 => Scalar::F64,
        }
    }
}

/// The arguments of `join`.
#[derive(Args, Debug)]
pub struct JoinArguments {
    /// The folder of the shards, which was OUT of the cast
    pub folder: PathBuf,
    /// The table of spheres that was cast
    pub spheres: PathBuf,
    /// The joined table, of the same format. Without it, the shards are only checked
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

impl JoinArguments {
    /// Converts the arguments to a job.
    pub fn into_job(self) -> join::Job {
        join::Job { folder: self.folder, spheres: self.spheres, output: self.output }
    }
}

impl CastArguments {
    /// Converts the arguments to a job.
    ///
    /// # Errors
    /// A missing argument; hulls that need a name, or share one.
    pub fn into_job(self) -> Result<Job, clap::Error> {
        let threads = self.threads();
        let (mesh, spheres) = match (self.mesh, self.spheres) {
            (only, None) if self.tree.is_some() => (None, only),
            both => both,
        };
        let source = match (self.tree, mesh) {
            (Some(tree), mesh) => Source::Tree { tree, mesh },
            (None, Some(mesh)) => Source::File(mesh),
            (None, None) => return Err(missing("<MESH>, or --tree <FILE>")),
        };
        let tables = match (spheres, self.output) {
            (Some(spheres), Some(output)) => Some(Tables { spheres, output }),
            (None, None) if self.save_tree.is_some() => None,
            (None, _) => return Err(missing("<SPHERES>")),
            (Some(_), None) => return Err(missing("--output <OUT>")),
        };
        let question = match (self.any, self.all) {
            (true, _) => Question::Any,
            (false, true) => Question::All,
            (false, false) => Question::First,
        };
        let hulls = hulls(self.hulls)?;
        let (save_tree, shard, t_max) = (self.save_tree, self.shard, self.t_max);
        let (force, path, scalar) = (self.force, self.path, self.scalar.into());
        Ok(Job {
            source,
            save_tree,
            tables,
            shard,
            force,
            question,
            threads,
            t_max,
            hulls,
            path,
            scalar,
        })
    }

    /// Returns the number of threads on the command line, at most one for each core.
    pub fn threads(&self) -> NonZeroUsize {
        threads::count(self.threads)
    }
}

/// The error of `clap` for a missing argument, with its words.
fn missing(what: &str) -> clap::Error {
    let words = format!("the following required argument was not provided: {what}");
    refusal(ErrorKind::MissingRequiredArgument, words)
}

/// An error of `clap` about an argument of `cast`.
fn refusal(kind: ErrorKind, words: String) -> clap::Error {
    let mut command = Arguments::command();
    command.build();
    match command.find_subcommand_mut("cast") {
        Some(cast) => cast.error(kind, words),
        None => command.error(kind, words),
    }
}

/// Returns the hulls of the values of `--hull`, each `FILE` or `NAME=FILE`.
fn hulls(values: Vec<OsString>) -> Result<Option<Hulls>, clap::Error> {
    let refused = |words| Err(refusal(ErrorKind::ValueValidation, words));
    if let [only] = &values[..]
        && named_file(only).is_none()
    {
        return Ok(Some(Hulls::One(PathBuf::from(only))));
    }
    let mut named = BTreeMap::new();
    for value in &values {
        let Some((name, file)) = named_file(value) else {
            let value = value.display();
            return refused(format!(
                "--hull is repeated, and {value} has no name, must be NAME={value}"
            ));
        };
        if named.insert(name.to_owned(), PathBuf::from(file)).is_some() {
            return refused(format!("--hull has the name {name} twice, must have it once"));
        }
    }
    Ok((!named.is_empty()).then_some(Hulls::Named(named)))
}

/// Returns the name and the file of a value `NAME=FILE`. A file whose path has an `=` needs a name,
/// or a folder before it: no name has a separator of folders.
fn named_file(value: &OsStr) -> Option<(&str, &str)> {
    let (name, file) = value.to_str()?.split_once('=')?;
    (!name.contains(['/', '\\'])).then_some((name, file))
}

/// The greatest number of threads on the command line; a greater one is a typing error.
const MOST_THREADS: usize = 1024;

fn shard(text: &str) -> Result<Shard, String> {
    text.parse().map_err(|error: NoShard| error.to_string())
}

fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse() {
        Ok(count) if count <= NonZeroUsize::MIN.saturating_add(MOST_THREADS - 1) => Ok(count),
        _ => Err(format!("must be a whole number from 1 to {MOST_THREADS}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Command};
    use clap::{CommandFactory, Parser};
    use std::thread;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    /// More threads than cores would only take memory.
    #[test]
    fn no_command_takes_more_threads_than_there_are_cores() {
        let cores = thread::available_parallelism().unwrap();
        let threads =
            |words: &[&str]| match Arguments::try_parse_from(["tangency"].iter().chain(words))
                .unwrap()
                .command
            {
                Command::SelfTest(arguments) => arguments.threads(),
                Command::Cast(arguments) => arguments.threads(),
                other => panic!("{other:?} has no threads"),
            };
        for words in [&["self-test"] as &[_], &["cast", "part.stl", "spheres.csv"]] {
            assert_eq!(threads(words), cores);
            assert_eq!(threads(&[words, &["--threads", "1024"]].concat()), cores);
            assert_eq!(threads(&[words, &["--threads", "1"]].concat()).get(), 1);
        }
    }
}
