//! Makes the functions for `f32` from the text of the functions for `f64`, and sets the name of the
//! shared library for the loader, which contains the version of the interface.

use std::path::Path;
use std::{env, fs, io};

const DOUBLE: &str = "src/double.rs";
const QUERY: &str = "src/query.rs";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={DOUBLE}");
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("single.rs"), single(&fs::read_to_string(DOUBLE)?))?;
    println!("cargo::rerun-if-changed={QUERY}");
    // With this name, the loader loads for a program only the version of the interface for which
    // the program was compiled.
    let abi = abi(&fs::read_to_string(QUERY)?)?;
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtangency_c.so.{abi}");
        }
        Ok("macos") => {
            let name = format!("@rpath/libtangency_c.{abi}.dylib");
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,{name}");
        }
        _ => {}
    }
    Ok(())
}

/// The version of the interface, as `tangency_abi_version` returns it.
fn abi(query: &str) -> io::Result<u32> {
    let number = query.split_once("ABI_VERSION: u32 = ").and_then(|(_, rest)| {
        let (number, _) = rest.split_once(';')?;
        number.parse().ok()
    });
    number.ok_or_else(|| io::Error::other("src/query.rs has no ABI_VERSION"))
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
