//! The options of the command line.

use std::path::PathBuf;

pub struct Options {
    pub meshes: Vec<PathBuf>,
    pub subdivide: usize,
    pub queries: usize,
    pub sets: Vec<String>,
    pub rounds: usize,
    pub check: usize,
    pub dump: Option<PathBuf>,
}

impl Options {
    pub fn from_arguments() -> Self {
        let mut options = Self {
            meshes: Vec::new(),
            subdivide: 0,
            queries: 4000,
            sets: Vec::new(),
            rounds: 7,
            check: 8,
            dump: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().expect("a value after the option");
            match argument.as_str() {
                "--subdivide" => options.subdivide = number(value()),
                "--queries" => options.queries = number(value()).max(1),
                "--sets" => options.sets = value().split(',').map(String::from).collect(),
                "--rounds" => options.rounds = number(value()).max(1),
                "--check" => options.check = number(value()),
                "--dump" => options.dump = Some(value().into()),
                _ if argument.starts_with('-') => panic!("no such option: {argument}"),
                _ => options.meshes.push(argument.into()),
            }
        }
        assert!(!options.meshes.is_empty(), "usage: mesh MESH.ply [MORE.ply ...] [options]");
        options
    }

    /// Whether a set of this name is requested.
    pub fn wants(&self, name: &str) -> bool {
        self.sets.is_empty() || name.split(' ').any(|word| self.sets.iter().any(|s| s == word))
    }
}

fn number(text: String) -> usize {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))
}
