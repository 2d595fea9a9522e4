//! Makes the functions of `f32` of those of `f64`, word for word, and gives the shared library its
//! name for the loader.

use std::path::Path;
use std::{env, fs, io};

const DOUBLE: &str = "src/double.rs";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={DOUBLE}");
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("single.rs"), single(&fs::read_to_string(DOUBLE)?))?;
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        // One number for all versions that a program need not be compiled anew for.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtangency_c.so.0");
    }
    Ok(())
}

fn single(double: &str) -> String {
    let mut text = String::new();
    for line in double.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let line = line.replace("f64", "f32");
        match line.strip_prefix("pub unsafe extern \"C\" fn ").and_then(|rest| rest.split_once('('))
        {
            Some((name, rest)) => {
                text += &format!(
                    "/// `{name}` in `float`.\npub unsafe extern \"C\" fn {name}_f32({rest}\n"
                );
            }
            None => text += &(line + "\n"),
        }
    }
    text
}
