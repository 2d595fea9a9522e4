//! Tests that a status has the same number in every interface that uses numbers: none 0, contact 1,
//! overlap 2.

use std::fs;

/// Returns the text between two other texts of a file of the repository.
fn between(file: &str, begin: &str, end: &str) -> String {
    let text = fs::read_to_string(format!("../{file}")).unwrap();
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("{file}: no {begin}"));
    rest.split_once(end).unwrap_or_else(|| panic!("{file}: no {end}")).0.to_owned()
}

/// The names to which a text assigns numbers, in lower case, with their numbers.
fn numbered(text: &str) -> Vec<(String, u32)> {
    let lines = text.split(['\n', ',', '{', '}']).map(str::trim);
    let pairs = lines.filter(|line| !line.starts_with(['#', '/'])).filter_map(|line| {
        let (name, number) = line.split_once(" = ")?;
        let name = name.trim_start_matches("TANGENCY_STATUS_").trim_start_matches("pub const ");
        let name = name.trim_end_matches(": u8");
        Some((name.to_lowercase(), number.trim_end_matches(';').parse().ok()?))
    });
    pairs.collect()
}

#[test]
fn a_status_has_one_number() {
    let expected = ["none", "contact", "overlap"].map(str::to_owned).into_iter().zip(0..);
    let expected: Vec<(String, u32)> = expected.collect();
    for (file, begin, end) in [
        ("capi/include/tangency.h", "enum TangencyStatus\n", "};"),
        ("capi/examples/csharp/Tangency.cs", "enum Status : uint", "}"),
        ("python/tangency/answers.py", "class Status(", "#: The sign"),
        ("python/src/columns.rs", "/// The status of a row", "/// Arrays"),
    ] {
        let mut given = numbered(&between(file, begin, end));
        given.retain(|(name, _)| name.replace('_', "") != "badrow");
        assert_eq!(given, expected, "{file}");
    }
    for (file, begin, end) in [
        ("python/tangency/answers.py", "_STATUSES = (", ")"),
        ("web/page/src/dropped.ts", "STATUS = [", "]"),
    ] {
        let text = between(file, begin, end).replace(['"', '\''], "");
        let given: Vec<(String, u32)> =
            text.split(',').map(|name| name.trim().to_owned()).zip(0..).collect();
        assert_eq!(given, expected, "{file}");
    }
    // JavaScript has plain numbers, and lists them in a comment.
    let said =
        between("web/src/batch.ts", "readonly length: number;\n  /** ", ". */\n  readonly status");
    assert_eq!(said, "The status: 0 none, 1 contact, 2 overlap");
}
