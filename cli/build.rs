//! Puts the page into the command, if it was built: `web/page/build` makes it, and needs Node. Without it the command is built all
//! the same, and `tangency view` says what is missing.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = Path::new("../web/page/dist");
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
