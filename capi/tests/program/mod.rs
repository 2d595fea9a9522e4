//! Compiles programs in C and C++ against the files that `capi/install` installs, and runs them.
//!
//! The environment variable `FLAGS` has more flags for the compiler, and `UNDER` the command under
//! which the programs run, such as valgrind.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command, which must succeed.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
}

/// A program that is compiled with all warnings as errors.
pub struct Program {
    path: PathBuf,
}

/// The compiler and the flags for C.
pub const C: &[&str] = &["CC", "cc", "-std=c11"];
/// The compiler and the flags for C++, with the folder of Eigen in Debian.
pub const CPP: &[&str] = &["CXX", "c++", "-std=c++17", "-isystem", "/usr/include/eigen3"];

impl Program {
    /// Compiles a file of `tests` in a language, with more flags. Each program has a folder of its
    /// own, so that tests may run side by side.
    pub fn new(file: &str, language: &[&str], flags: &[&str]) -> Self {
        let name = [&[file], flags].concat().join("_").replace('/', "_");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        // The library that was built for this test is in the folder of the test.
        let built = env::current_exe().unwrap().with_file_name("");
        run(Command::new(root().join("install")).arg(&folder).env("BUILT", built));
        let path = folder.join("program");
        let [variable, compiler, standard @ ..] = language else { panic!("{language:?}") };
        let compiler = env::var(variable).unwrap_or_else(|_| (*compiler).to_owned());
        run(Command::new(compiler)
            .args(standard)
            .args(["-Wall", "-Wextra", "-Wshadow", "-Werror", "-pedantic", "-g", "-o"])
            .args([&path, &root().join("tests").join(file)])
            .args(flags)
            .args(env::var("FLAGS").unwrap_or_default().split_whitespace())
            .arg("-I")
            .arg(folder.join("include"))
            .arg("-L")
            .arg(folder.join("lib"))
            .args(["-ltangency_c", "-lm", "-lpthread"])
            .arg(format!("-Wl,-rpath,{}", folder.join("lib").display())));
        Self { path }
    }

    /// Runs the program with an input, and returns its output.
    pub fn answers(&self, input: &str) -> Output {
        let pipe = Stdio::piped;
        let under = env::var("UNDER").unwrap_or_default();
        let mut words = under.split_whitespace();
        let mut command = Command::new(words.next().map_or(self.path.as_path(), Path::new));
        command.args(words);
        if !under.is_empty() {
            command.arg(&self.path);
        }
        let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{:?}: {told}\n{said}", output.status);
        writer.join().unwrap().unwrap();
        output
    }
}
