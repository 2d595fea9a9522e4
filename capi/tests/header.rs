//! The header is what `cbindgen` makes of the sources.

use std::fs;
use std::path::Path;

const HEADER: &str = "include/tangency.h";

const TOP: &str = "/* tangency: exact first-contact queries, for C and all that can call C.
 *
 * This file is made of capi/src by `cargo test -p tangency-capi --test header -- --ignored write`.
 *
 * What is asked: a mover (TangencyMover) and an obstacle (TangencyObstacle), by value. Set what is not used to zero, best all by `= {0}` first.
 * What is answered: a TangencyCode. If it is not TANGENCY_CODE_OK, tangency_last_error() tells what was wrong and where; what is then written is said beside
 * each function, and is nothing if nothing is said. No call ends the program.
 *
 * What the caller promises: a pointer that is not null leads to as much memory as is said. It need not be aligned.
 * What is kept has a handle, a number that is never 0 and never given twice; tangency_free lets go of it.
 * Functions that end in _f32 are those of the same name in float: their handles are of their own.
 *
 * Threads: every function may be called on any thread at any time. Questions go on side by side, also of one scene; who changes a scene waits for those who
 * ask it, and they for him. A walker and a session do one thing at a time. What is freed while others use it stays until they are done.
 */";

/// The header as it must be.
fn made() -> String {
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        header: Some(TOP.to_owned()),
        pragma_once: true,
        cpp_compat: true,
        usize_is_size_t: true,
        documentation_style: cbindgen::DocumentationStyle::C99,
        line_length: 120,
        enumeration: cbindgen::EnumConfig {
            rename_variants: cbindgen::RenameRule::ScreamingSnakeCase,
            prefix_with_name: true,
            ..Default::default()
        },
        export: cbindgen::ExportConfig {
            include: ENUMERATIONS.iter().map(|name| (*name).to_owned()).collect(),
            prefix: Some("Tangency".to_owned()),
            ..Default::default()
        },
        ..Default::default()
    };
    let sources = ["error", "shape", "answer", "query", "double"];
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in sources {
        builder = builder.with_src(format!("src/{source}.rs"));
    }
    let made = builder.with_src(concat!(env!("OUT_DIR"), "/single.rs")).generate().unwrap();
    let mut text = Vec::new();
    made.write(&mut text);
    let text = String::from_utf8(text).unwrap();
    // Double is the rule: its types have plain names.
    let text = text
        .replace("_f64", "")
        .replace("TangencyABI", "TANGENCY_ABI")
        .replace("TangencyNOWHERE", "TANGENCY_NOWHERE");
    // A suffix of types, not of functions.
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let typed = |word: &str| match word.strip_prefix("Tangency") {
        Some(_) => word.replace("_f32", "F32"),
        None => word.to_owned(),
    };
    words.map(typed).collect()
}

/// What no function names.
const ENUMERATIONS: [&str; 9] = [
    "MoverKind",
    "ObstacleKind",
    "Status",
    "ApproachKind",
    "FeatureKind",
    "StartKind",
    "ClipDepth",
    "FileFormat",
    "Containment",
];

#[test]
fn the_header_is_current() {
    let stored = fs::read_to_string(HEADER).unwrap();
    assert!(
        stored == made(),
        "write it anew: cargo test -p tangency-capi --test header -- --ignored write"
    );
}

#[test]
#[ignore = "writes the header"]
fn write() {
    fs::create_dir_all(Path::new(HEADER).parent().unwrap()).unwrap();
    fs::write(HEADER, made()).unwrap();
}
