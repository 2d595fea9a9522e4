//! Runs the programs of the pages in `docs/engines` with stand-ins for the types of the engines.
//! `tests/engines` has the stand-ins, and the code that runs and checks each program.

#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{CPP, Program};
use std::fs;
use std::path::Path;

/// Writes the files that a page has in this language, each of which begins with its name in a
/// comment. Also writes a stand-in for each header of the engine. Returns the folder.
fn files(page: &str, language: &str) -> String {
    let text = fs::read_to_string(format!("../docs/engines/{page}.md")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page_{page}"));
    let _ = fs::remove_dir_all(&folder);
    let blocks: Vec<&str> = text.split("```").collect();
    let programs = blocks.iter().filter_map(|block| block.strip_prefix(&format!("{language}\n")));
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let mut own = Vec::new();
    for program in programs {
        let (name, _) = program.strip_prefix("// ").unwrap().split_once('\n').unwrap();
        write(name, program);
        own.push((name, program));
    }
    assert!(!own.is_empty(), "{page}");
    for (_, program) in &own {
        for line in program.lines().filter_map(|line| line.strip_prefix("#include ")) {
            let name = line.trim_matches(['"', '<', '>']);
            let is_of_the_engine = name != "tangency.hpp" && name.contains('.');
            if is_of_the_engine && own.iter().all(|(own, _)| *own != name) {
                write(name, &format!("#include <{page}.hpp>\n"));
            }
        }
    }
    format!("-I{}", folder.display())
}

fn runs(page: &str) {
    let folder = files(page, "c++");
    let flags = [folder.as_str(), "-Itests/engines", "-fno-exceptions", "-fno-rtti"];
    let output = Program::new(&format!("engines/{page}.cpp"), CPP, &flags).answers("");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

#[test]
fn unreal() {
    runs("unreal");
}

#[test]
fn godot() {
    runs("godot");
}
