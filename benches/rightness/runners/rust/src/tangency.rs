//! The library itself, asked like all others: by the text of its protocol.

mod ask;

use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use tangency_protocol::{Names, NoMeshes, answer};

fn main() {
    let mut out = BufWriter::new(stdout().lock());
    // What it answers is a runner's line already.
    ask::present(&mut out, "tangency", ask::version("tangency"), "as asked");
    let mut names = Names::default();
    for line in stdin().lock().lines() {
        let (Ok(line) | Err(line)) = answer(line.unwrap().as_bytes(), &mut NoMeshes, &mut names);
        out.write_all(&line).unwrap();
    }
}
