//! The demo as a program of its own, which compiles faster than `tangency demo`.

use std::env;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use tangency_files::Interrupt;

fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().skip(1).collect();
    let directory = match &words[..] {
        [] => Path::new("tangency-demo"),
        [directory] if !directory.to_string_lossy().starts_with('-') => Path::new(directory),
        _ => {
            eprintln!("usage: tangency-demo [DIRECTORY]");
            return ExitCode::from(2);
        }
    };
    let (size, interrupt) = (tangency_demo::PICTURE_SIZE, Interrupt::default());
    match tangency_demo::run(directory, size, &interrupt, &mut io::stderr()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tangency-demo: {error}");
            ExitCode::from(2)
        }
    }
}
