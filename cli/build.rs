//! Puts the web page into the command. The page comes from `web/page/build`, which needs Node, or
//! from the package, where `cli/release` has put it. Without the page the command is built all the
//! same, and `tangency view` explains how to get the page.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let (built, carried) = (Path::new("../web/page/dist"), Path::new("page"));
    let page = if !built.is_dir() && carried.is_dir() { carried } else { built };
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    if page.is_dir() {
        files_below(page, &mut files)?;
    }
    files.sort();

    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(page).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let place = fs::canonicalize(file)?;
        let _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", place.to_string_lossy());
    }
    table.push(']');
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("page.rs"), table)
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files_below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
