//! The header is equal to the output of `cbindgen` for the sources.

use std::fs;
use std::path::Path;
use std::process::Command;

const HEADER: &str = "include/tangency.h";

const TOP: &str = "/* tangency: exact continuous collision detection, for C and all languages that can call C.
 *
 * This file is made of capi/src by `cargo test -p tangency-capi --test header -- --ignored write`.
 *
 * Input: a mover (TangencyMover) and an obstacle (TangencyObstacle), by value. Set unused fields to zero; best initialise every struct by `= {0}`.
 * Vectors are three numbers, one after the other.
 * Output: each function returns a TangencyCode. If it is not TANGENCY_CODE_OK, tangency_last_error() returns a message with the cause, and no results are
 * written, except where a function states otherwise. No call ends the program.
 *
 * Memory: a pointer that is not null must point to as much memory as its count, length, stride or room specifies. It need not be aligned. No library can
 * check this: a call with a count that is too great reads past the end of the memory. A count that no memory can hold is refused as bad input.
 * Objects that the library keeps have a handle, a number that is never 0 and never used twice; tangency_free frees it.
 * Functions that end in _f32 do the same in float; their handles are separate from the handles for double.
 *
 * Threads: every function may be called on any thread at any time. Queries run concurrently, also in one scene; a change of a scene waits for its queries,
 * and they wait for the change. A walker and a session do one thing at a time. An object that is freed while other calls use it stays until they return.
 */";

/// The expected text of the header.
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
    // The types for `double` have names without a suffix.
    let text = text
        .replace("_f64", "")
        .replace("TangencyABI", "TANGENCY_ABI")
        .replace("TangencyNOWHERE", "TANGENCY_NOWHERE");
    // For `float`, types end in `F32`, but functions in `_f32`.
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let typed = |word: &str| match word.strip_prefix("Tangency") {
        Some(_) => word.replace("_f32", "F32"),
        None => word.to_owned(),
    };
    of_every_standard(&words.map(typed).collect::<String>())
}

/// Makes the header valid for C89 too: with its comments, without a comma behind the last value of
/// an enumeration, and without the use of a macro that may not be defined.
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

/// The enumerations. They must be listed, since no function has a parameter of these types.
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

/// Strict compilers of every standard accept both headers without a warning.
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
