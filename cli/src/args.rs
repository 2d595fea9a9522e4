//! What can be said on the command line.

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tangency_files::cast::{Job, Source, Tables};
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
  2  nothing could be done, and standard error says why
  130  interrupted; no output was left behind";

const QUERY_HELP: &str = "\
Each line of standard input is one JSON request, each line of standard output its answer, in the same order.

A request has \"query\":\"first_contact\", what moves, and one target:
  \"sphere\":{\"center\":[0,0,5],\"radius\":1,\"velocity\":[0,0,-1]}
  \"ellipsoid\":{\"center\":[0,0,5],\"radii\":[1,1,2],\"velocity\":[0,0,-1]}   in the sphere's place, but for a *
  \"capsule\":{\"a\":[0,0,5],\"axis\":[0,0,2],\"radius\":1,\"velocity\":[0,0,-1]}   in the sphere's place, for points, segments,
             triangles, boxes, meshes and scenes of these; or with its other end, \"b\", in the place of \"axis\"
  \"triangle\":{\"vertices\":[[0,0,0],[4,0,0],[0,4,0]]}
  \"segment\":{\"a\":[0,0,0],\"b\":[4,0,0]}
  \"point\":{\"position\":[0,0,0]}
  \"box\":{\"min\":[0,0,0],\"max\":[1,1,1]}
  \"oriented_box\":{\"center\":[0,0,0],\"half_extents\":[1,1,1],\"rotation\":[0,0,0,1]}   * a quaternion x, y, z, w
  \"polytope\":{\"planes\":[{\"point\":[0,0,0],\"normal\":[0,0,1]},..]}   * normals outwards, of any length
  \"parallelepiped\":{\"center\":[0,0,0],\"edges\":[[1,0,0],[1,1,0],[0,0,1]]}   *
  \"frustum\":{\"corners\":[..]}   *   or by its planes, or by a view_projection and a depth
  \"mesh\":{\"path\":\"part.ply\"}   or   \"mesh\":{\"vertices\":[..],\"triangles\":[[0,1,2],..]}
             * with a \"rotation\" or a \"translation\"
  \"scene\":{\"items\":[{\"triangle\":{..}},{\"box\":{..}},..]}   *
Every target but a scene may have a \"velocity\" too, and for spheres and capsules a rounding \"radius\". In the place of a
velocity, \"to\":[..] is where something is at time 1, and never rounded; of what asks, \"path\":[[..],..] is several such points.
Points, segments, boxes and polytopes also work in the plane, with two numbers for three; a rotation there is [z, w]. Boxes
work in one to eight dimensions.

Or it asks something else. The answer stands under the name of the question:
  first_entry                                       the same of what blocks: grazing, sliding and parting are passed over
  contact_time, time_down, last_time, has_contact   the same, in part
  contacts                                          all of them, of a mesh or a scene
  intersects                                        a sphere, an ellipsoid and a box may be \"hollow\":true
  advance, slide                                    of a sphere or a capsule, by a \"displacement\": where it stays free
  recover                                           of the same, without one: a free place near what overlaps something
  penetration, containment, containment_by_planes   of a sphere; penetration also of a capsule, containment of a \"plane\"
  section, intersecting                             of a sphere, and a plane or a mesh
  closest, locate, signed_distance, winding_number  of a \"position\"; closest also of a capsule
  neighbours                                        of a mesh, \"at\" a triangle and a feature
  define, forget, insert, replace, remove           a mesh or a scene that is kept by its \"name\"
  first_contact_of, first_pair, pairs               what items of a scene meet
  step, ride, set_body, teleport                    of a character, whose state is the field \"walker\"
docs/command.md has a table of who can be asked what.

It may have
  \"id\"      any JSON value, echoed as it is written (null if there is none)
  \"t_max\"   when the motion ends, that time included; without it, never
  \"scalar\"  \"f32\": read every number as 32-bit float and round the answer to it; else \"f64\"
  \"exact\"   true: add time, center and point as exact numbers x + y sqrt(d) of fractions
  \"more\"    true: add time_down, the largest float that is not after the exact time; last_time, when they part; and to an
            overlap penetration, the least translation of the sphere that ends it

Each number of an answer is the float nearest to the exact value, written in the shortest form that reads back; past the
largest float it is \"inf\". A line that cannot be answered is answered by {\"id\":..,\"error\":\"..\"}, the rest goes on, and the
exit status is 1. Answers are flushed whenever the command waits for input. A line may have up to 16 MiB.

Examples:
  echo '{\"id\":1,\"query\":\"first_contact\",\"sphere\":{\"center\":[0,0,5],\"radius\":1,\"velocity\":[0,0,-1]},\
\"triangle\":{\"vertices\":[[0,0,0],[4,0,0],[0,4,0]]},\"t_max\":10}' | tangency query
  tangency query < requests.jsonl > answers.jsonl";

const VIEW_HELP: &str = "\
The page is part of each release of the command, and of one that is built after web/page/build. It is served at 127.0.0.1,
to this machine alone, until Ctrl-C; the address stands on standard output. HITS is an output of cast, of its first contacts
or of --all, of spheres or capsules; it may have up to 1048576 rows. Results of paths and of scenes are refused.

Examples:
  tangency view
  tangency view part.ply
  tangency view part.ply answers.csv --port 8000 --no-open

Exit status:
  2  nothing could be shown, and standard error says why
  130  interrupted";

const SELF_TEST_HELP: &str = "\
The requests are made by the command itself: first contacts, closest points, moves, pairs and all other questions, of all
bodies and shapes, in both floats, of numbers that tie and of numbers that do not. The checksum is over the text of the
answers. It takes a minute or more.

Examples:
  tangency self-test
  tangency self-test --blocks 10
  tangency self-test --blocks 1 --requests | tangency query

Exit status:
  0  the answers are those that every machine must have
  1  nothing is known of so many, or they differ: standard error says which
  130  interrupted";

const CAST_USAGE: &str = "\
tangency cast [OPTIONS] <MESH> <SPHERES> --output <OUT>
       tangency cast [OPTIONS] --tree <FILE> [MESH] <SPHERES> --output <OUT>
       tangency cast [OPTIONS] <MESH> --save-tree <FILE>";

const CAST_HELP: &str = "\
SPHERES has the columns x, y, z, radius, vx, vy, vz and may have t_max, the time at which the sphere stops. In the place of
vx, vy, vz it may have to_x, to_y, to_z: where the sphere is at time 1, at which it stops if t_max says nothing else. With
axis_x, axis_y, axis_z it has capsules: x, y, z is one end of the axis, and the other is that plus the axis. With --path each
row is a point, and no column says how it moves. Its other columns travel along. Names may have capital letters; a CSV may have
semicolons or tabs between its fields, as its first line has most of. A Parquet may be compressed with Snappy,
Zstandard, gzip or LZ4, not with Brotli. To the columns OUT adds
  status                     contact, overlap or none
  time                       of the first touch; 0 for an overlap
  leg                        of a path: on which of its legs, from 0; the time is that of the leg, which takes from 0 to 1
  center_x center_y center_z  the sphere's centre then, or the capsule's x, y, z
  point_x point_y point_z     the touched point of the mesh or the scene
  other_x other_y other_z     of a capsule: where it lies along what it touches, the other end of that
  normal_x normal_y normal_z  the unit vector from the point to the centre
  item                       of a scene: the item's number, from 0 in the order of the lines
  triangle                   the triangle's number, from 0 in the order of the file; empty where an item is no mesh
  feature                    its vertex, edge or face that holds the point; of a box its sides, and of what planes bound the planes
  error                      why this row has no answer; the others have
With --any there are status, contact or none, and error only: contact if the two share a point at any time, the start included.
With --all a row is repeated for each triangle that its sphere comes to touch, or of a scene each item, in order of time, and at equal
times of their numbers. Before status it has
  contact                    which of them this is, from 0; empty where there is none, which still is one row
So the first of them is the row that stands there without --all, but for an overlap, where they come by their numbers.
Rows keep their order, and the answers do not depend on the number of threads. OUT is written whole or not at all, and is none of the
files that are read. A quote that is never closed is an error of its row, with the line in which it opens.

A scene is a file of JSON Lines in the place of MESH, whose name ends in .jsonl: an item a line, as tangency query has the items of a
scene. Blank lines are passed over, and the number of an item is how many items come before it. A mesh is named by its path from the
folder of the file on, and read once. If a line is wrong, nothing is answered: standard error says which line, and what is wrong with it.
  {\"point\":{\"position\":[0,0,0],\"radius\":1,\"velocity\":[1,0,0]}}
  {\"box\":{\"min\":[4,0,0],\"max\":[5,1,1]},\"t_max\":3}
  {\"mesh\":{\"path\":\"part.ply\",\"translation\":[9,0,0]}}

A saved tree holds the mesh and its search tree, ready to use: it is mapped to memory, and takes milliseconds where a large mesh
takes seconds. It can be given in the place of any MESH. It is for one FLOAT, that of --scalar, and is refused if a single bit
of it has changed. It is written whole or not at all; while it is used, no program should write into it.

With --shard OUT is a folder. Each shard puts its part of the answers in it, whole or not at all, and a manifest; a shard that was
killed is simply run again. One that is there already, whole and of the same job, is not answered anew unless --force is given. Shards
may run at the same time, in any order and on any machines that share the folder.

Examples:
  tangency cast part.ply spheres.csv -o answers.csv
  tangency cast part.tree spheres.parquet -o answers.parquet --shard 3/10
  tangency cast part.stl spheres.parquet -o answers.parquet --threads 4 --summary json
  tangency cast part.obj spheres.csv -o answers.parquet --t-max 2.5 --scalar f32
  tangency cast part.ply points.csv -o answers.csv --path tool
  tangency cast part.ply --save-tree part.tree
  tangency cast part.tree spheres.csv -o answers.csv
  tangency cast --tree part.tree spheres.csv -o answers.csv --all
  tangency cast scene.jsonl spheres.csv -o answers.csv
  zcat spheres.csv.gz | tangency cast part.ply - -o answers.csv

Exit status:
  0  every row was answered
  1  OUT is complete, but some rows carry an error
  2  nothing was written, and standard error says why
  130  interrupted; nothing was written";

const JOIN_HELP: &str = "\
FOLDER holds the parts that tangency cast --shard wrote, all N of them, and nothing else. OUT becomes, byte for byte, what the same cast
without --shard writes.

Joined is only what belongs together. Each part has a manifest with digests of the mesh, of the options, of the bytes of SPHERES that
it was made from, and of the part itself. A part that is missing, damaged, of another job or of another state of SPHERES is
named. SPHERES is read once for that.

Example:
  for i in 0 1 2 3; do tangency cast part.tree spheres.csv -o parts.csv --shard $i/4; done
  tangency join parts.csv spheres.csv -o answers.csv

Exit status:
  0  all shards belong together, and OUT is complete if it was asked for
  1  so it is, but some rows carry an error
  2  nothing was written, and standard error says why
  130  interrupted; nothing was written";

/// A body moves; when, where and on what does it first touch? Exactly, to the last bit.
#[derive(Debug, Parser)]
#[command(name = "tangency", version, after_help = EXAMPLES, max_term_width = 120)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer requests: one JSON object a line in, one a line out
    #[command(after_help = QUERY_HELP)]
    Query,
    /// Cast a table of moving spheres at a mesh or a scene
    #[command(after_help = CAST_HELP, override_usage = CAST_USAGE)]
    Cast(CastArguments),
    /// Join the shards of a cast to the table that one run would have made
    #[command(after_help = JOIN_HELP)]
    Join(JoinArguments),
    /// Write a sample mesh, sample spheres and a picture, and say what to try with them
    Demo {
        /// Where to write them; made if it is not there
        #[arg(default_value = "tangency-demo")]
        dir: PathBuf,
    },
    /// Show first contact in the browser: the page itself, or a mesh and what cast found on it
    #[command(after_help = VIEW_HELP)]
    View(ViewArguments),
    /// Answer a million requests of every kind, and see that it is what every other machine answers
    #[command(after_help = SELF_TEST_HELP)]
    SelfTest(SelfTestArguments),
}

/// The words behind `self-test`.
#[derive(Args, Debug)]
pub struct SelfTestArguments {
    /// How many thousands of requests; what they must come to is known of 1, 10 and 1000
    #[arg(long, value_name = "N", default_value_t = self_test::BLOCKS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub blocks: u64,
    /// How many threads answer, at most one for each core [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<NonZeroUsize>,
    /// Print the requests, a line each, for something else to answer; none is answered here
    #[arg(long, conflicts_with = "threads")]
    pub requests: bool,
}

impl SelfTestArguments {
    /// How many threads answer: the number on the command line, at most one for each core.
    pub fn threads(&self) -> NonZeroUsize {
        threads::count(self.threads)
    }
}

/// The words behind `cast`.
#[derive(Args, Debug)]
pub struct CastArguments {
    /// The mesh: PLY, STL, OBJ, or a saved tree; or a scene: .jsonl. With --tree it may be left out
    pub mesh: Option<PathBuf>,
    /// The spheres: a table, .csv, .tsv, either with .gz, or .parquet; or - for a CSV on standard
    /// input. With --save-tree it may be left out
    pub spheres: Option<PathBuf>,
    /// The answers: a table, .csv, .tsv or .parquet by its name
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Save the mesh with its search tree, to be given as MESH or to --tree later
    #[arg(long, value_name = "FILE")]
    pub save_tree: Option<PathBuf>,
    /// Use a saved tree, which holds the mesh too. If MESH is given as well, it must be this mesh
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,
    /// Only say whether there is any contact
    #[arg(long, conflicts_with = "all")]
    pub any: bool,
    /// List all contacts, not only the first
    #[arg(long)]
    pub all: bool,
    /// Answers the I-th of N parts of the spheres only, I from 0 to N - 1. OUT is then the folder
    /// of all parts; see tangency join
    #[arg(long, value_name = "I/N", requires = "output", value_parser = shard, allow_hyphen_values = true)]
    pub shard: Option<Shard>,
    /// Answers the shard anew, even if it is there already
    #[arg(long, requires = "shard")]
    pub force: bool,
    /// How many threads build and answer, at most one for each core [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count)]
    pub threads: Option<NonZeroUsize>,
    /// What to report: in words on standard error, or one JSON object on standard output
    #[arg(long, value_enum, default_value_t = SummaryForm::Words, value_name = "FORM")]
    pub summary: SummaryForm,
    /// The rows are points of paths: those that follow each other and have the same value in this
    /// column are one, with one answer
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["all", "t_max"])]
    pub path: Option<String>,
    /// When the motions end that have no t_max of their own [default: never, or at 1 if they go to
    /// a point]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_max: Option<String>,
    /// The float that all numbers are read as, and that the answers are rounded to
    #[arg(long, value_enum, default_value_t = ScalarName::F64, value_name = "FLOAT")]
    pub scalar: ScalarName,
}

/// The words behind `view`.
#[derive(Args, Debug)]
pub struct ViewArguments {
    /// A mesh: PLY, STL, OBJ, or a saved tree
    pub mesh: Option<PathBuf>,
    /// What cast found on it: a table, .csv, .tsv or .parquet
    pub hits: Option<PathBuf>,
    /// The port to serve the page at [default: any that is free]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// Only say the address, and leave the browser to you
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

/// A float by its name.
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

/// The words behind `join`.
#[derive(Args, Debug)]
pub struct JoinArguments {
    /// The folder of the shards: what was OUT when they were cast
    pub folder: PathBuf,
    /// The table of spheres that they are the answers to
    pub spheres: PathBuf,
    /// The joined table, of the same kind. Without it, it is only checked that all shards are there
    /// and right
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

impl JoinArguments {
    /// What is to be done.
    pub fn into_job(self) -> join::Job {
        join::Job { folder: self.folder, spheres: self.spheres, output: self.output }
    }
}

impl CastArguments {
    /// What is to be done.
    ///
    /// # Errors
    /// Words that are missing.
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
        let (save_tree, shard, t_max) = (self.save_tree, self.shard, self.t_max);
        let (force, path, scalar) = (self.force, self.path, self.scalar.into());
        Ok(Job { source, save_tree, tables, shard, force, question, threads, t_max, path, scalar })
    }

    /// How many threads build and answer: the number on the command line, at most one for each
    /// core.
    pub fn threads(&self) -> NonZeroUsize {
        threads::count(self.threads)
    }
}

/// What clap says itself where the words always have to be there.
fn missing(what: &str) -> clap::Error {
    let mut command = Arguments::command();
    command.build();
    let words = format!("the following required argument was not provided: {what}");
    match command.find_subcommand_mut("cast") {
        Some(cast) => cast.error(ErrorKind::MissingRequiredArgument, words),
        None => command.error(ErrorKind::MissingRequiredArgument, words),
    }
}

/// More threads than this are a slip of the finger.
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

    /// A thread more than there are cores only takes memory.
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
