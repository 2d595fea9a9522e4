//! The header is what `cbindgen` makes of the sources.

use std::fs;
use std::path::Path;
use std::process::Command;

const HEADER: &str = "include/tangency.h";

const TOP: &str = "/* tangency: exact first-contact queries, for C and all that can call C.
 *
 * This file is made of capi/src by `cargo test -p tangency-capi --test header -- --ignored write`.
 *
 * What is asked: a mover (TangencyMover) and an obstacle (TangencyObstacle), by value. Set what is not used to zero, best all by `= {0}` first.
 * Vectors are three numbers, one after the other.
 * What is answered: a TangencyCode. If it is not TANGENCY_CODE_OK, tangency_last_error() tells what was wrong and where; what is then written is said beside
 * each function, and is nothing if nothing is said. No call ends the program.
 *
 * What the caller promises: a pointer that is not null leads to as much memory as is said, by count, length, stride or room. It need not be aligned. No library
 * can see whether that is so: a count that is too great reads what is not there. One that no memory can hold is refused as bad input.
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
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
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
    of_every_standard(&words.map(typed).collect::<String>())
}

/// The same for C89 too: other comments, no comma behind the last of an enumeration, and no macro
/// that is not there.
fn of_every_standard(text: &str) -> String {
    let comment = |line: &str| line.trim_start().starts_with("// ") || line.trim_start() == "//";
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        let next = lines.get(i + 1).copied().unwrap_or_default();
        if comment(line) {
            let begin = if i > 0 && comment(lines[i - 1]) { "  " } else { "/*" };
            let end = if comment(next) { "" } else { " */" };
            out += (line.replacen("//", begin, 1) + end).trim_end();
        } else if line.starts_with('#') {
            let (code, _) = line.split_once(" //").unwrap_or((line, ""));
            let version = "__STDC_VERSION__ >= 202311L";
            out += &code.replace(version, &format!("(defined(__STDC_VERSION__) && {version})"));
        } else if next == "};" {
            out += line.trim_end_matches(',');
        } else {
            out += line;
        }
        out += "\n";
    }
    out
}

/// What no function names.
const ENUMERATIONS: [&str; 10] = [
    "MoverKind",
    "ObstacleKind",
    "Status",
    "ApproachKind",
    "FeatureKind",
    "StartKind",
    "RideKind",
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

/// Both headers are taken without a word by strict compilers of every standard.
#[test]
fn every_standard_takes_the_headers() {
    let strict = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wundef", "-Wcast-qual"];
    let c = ["c89", "c99", "c11", "c17", "c2x"].map(|standard| ("CC", "cc", standard, "c/plain.c"));
    let cpp = ["c++17", "c++20"].map(|standard| ("CXX", "c++", standard, "cpp/vectors.cpp"));
    for (variable, compiler, standard, file) in c.into_iter().chain(cpp) {
        let compiler = std::env::var(variable).unwrap_or_else(|_| compiler.to_owned());
        let output = Command::new(compiler)
            .args([&format!("-std={standard}"), "-fsyntax-only", "-pedantic", "-Werror"])
            .args(strict)
            .args(["-Iinclude", "-isystem", "/usr/include/eigen3"])
            .arg(format!("tests/{file}"))
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{standard}: {told}");
    }
}

#[test]
#[ignore = "writes the header"]
fn write() {
    fs::create_dir_all(Path::new(HEADER).parent().unwrap()).unwrap();
    fs::write(HEADER, made()).unwrap();
}
