//! Takes the programs from the pages. Attributes that generate code there are left out: the
//! stand-ins need no generated code.
//!
//! To compile them with the engines, put each into a package with the dependencies `tangency` and
//! `tangency-parry` by their paths and `bevy = { version = "0.20", default-features = false,
//! features = ["bevy_mesh"] }`, `avian3d = { version = "0.8", default-features = false, features =
//! ["3d", "parry-f32"] }` or `godot = "0.5"`, and run `cargo check --ignore-rust-version`: 300
//! packages.

use std::path::Path;
use std::{env, fs, io};

/// Attributes and derives of Bevy and of godot-rust.
const MADE: [&str; 9] = [
    "#[derive(Resource)]",
    "#[derive(Component)]",
    "#[derive(GodotClass)]",
    "#[class(init, base = Node3D)]",
    "#[gdextension]",
    "#[godot_api]",
    "#[export]",
    "#[func]",
    "unsafe ",
];

fn main() -> io::Result<()> {
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    for page in ["bevy", "godot"] {
        let page_file = format!("../../docs/engines/{page}.md");
        println!("cargo::rerun-if-changed={page_file}");
        let text = fs::read_to_string(page_file)?;
        let programs = text.split("```").filter_map(|it| it.strip_prefix("rust,ignore\n"));
        for (i, program) in programs.enumerate() {
            let mut program = program.replace("#[derive(Resource, Default)]", "#[derive(Default)]");
            for made in MADE {
                program = program.replace(made, "");
            }
            fs::write(Path::new(&out).join(format!("{page}_{i}.rs")), program)?;
        }
    }
    Ok(())
}
