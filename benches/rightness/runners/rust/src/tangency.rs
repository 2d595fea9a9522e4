//! The library itself, asked like all others: by the text of its protocol.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use tangency_protocol::{Names, NoMeshes, answer};

fn main() {
    let mut out = BufWriter::new(stdout().lock());
    let said = serde_json::json!({"library": "tangency", "version": "0.1.0", "floats": "as asked"});
    writeln!(out, "{said}").unwrap();
    let mut names = Names::default();
    for line in stdin().lock().lines() {
        let (Ok(line) | Err(line)) = answer(line.unwrap().as_bytes(), &mut NoMeshes, &mut names);
        out.write_all(&line).unwrap();
    }
}
