//! A program that combines types without a query gets a helpful error from the compiler: the
//! messages of the sealed traits.
//!
//! Each program is checked against the library that this test is linked to, without generating
//! code.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

const SCENE: &str = "ask a `Scene` by its view for capsules: `scene.for_capsules()`";
const MIXED: &str = "must have the same scalar, `f32` or `f64`, and the same dimension";

/// Programs with a mistake: the parameters and the body of a function, and the words that the
/// message must contain.
const MISTAKES: &[(&str, &str, &[&str])] = &[
    (
        "rod: Moving<Capsule<f64, 3>>, scene: Scene<f64>",
        "rod.first_contact(&scene)",
        &["`tangency::Scene<f64>` is no obstacle of `tangency::Capsule<f64, 3>`", SCENE],
    ),
    ("mut hero: Walker<f64>, level: Scene<f64>", "hero.step([0.0; 3], &level)", &[SCENE]),
    ("rod: Capsule<f64, 3>, scene: Scene<f64>", "rod.closest(&scene)", &[SCENE]),
    (
        "ball: Moving<Sphere<f32, 3>>, triangle: Triangle<f64>",
        "ball.first_contact(&triangle)",
        &["`tangency::Triangle<f64>` is no obstacle of `tangency::Sphere<f32, 3>`", MIXED],
    ),
    (
        "ball: Moving<Sphere<f64, 2>>, triangle: Triangle<f64>",
        "ball.first_contact(&triangle)",
        &["`tangency::Triangle<f64>` is no obstacle of `tangency::Sphere<f64, 2>`", MIXED],
    ),
    (
        "ball: Moving<Sphere<f64, 3>>, mesh: Arc<Mesh<f64>>",
        "ball.first_contact(&mesh)",
        &["an obstacle in an `Arc` or a `Box` is given as `&*obstacle`"],
    ),
    (
        "chest: Moving<AlignedBox<f64, 3>>, solid: Polytope<f64, 3>",
        "chest.first_contact(&solid)",
        &[
            "`tangency::Polytope<f64, 3>` is no obstacle of `tangency::AlignedBox<f64, 3>`",
            "boxes, triangles and hulls meet points, segments, each other, meshes, and scenes by `scene.for_convex_bodies()`",
        ],
    ),
    (
        "egg: Moving<Ellipsoid<f64, 3>>, tile: Inflated<Triangle<f64>>",
        "egg.first_contact(&tile)",
        &[
            "`tangency::Inflated<tangency::Triangle<f64>>` is no obstacle of `tangency::Ellipsoid<f64, 3>`",
        ],
    ),
    (
        "egg: Moving<Ellipsoid<f64, 3>>, shell: Moving<Inflated<&'static Mesh<f64>>>",
        "egg.has_contact(&shell)",
        &["is no obstacle of `tangency::Ellipsoid<f64, 3>`"],
    ),
    (
        "point: Point<f64, 3>, triangle: Moving<Triangle<f64>>",
        "point.closest(&triangle)",
        &["for a `Moving`, give its `shape()`"],
    ),
    (
        "ball: Sphere<f64, 3>, mesh: Mesh<f64>",
        "ball.penetration(&mesh)",
        &["only convex shapes at rest have one; `recover` finds a free place"],
    ),
    (
        "rod: Capsule<f64, 3>, scene: Scene<f64>",
        "rod.intersects(&scene)",
        &["cannot be asked whether it intersects"],
    ),
    (
        "ball: Sphere<f64, 3>, mesh: Mesh<f64>",
        "ball.containment(&mesh)",
        &["regions are `Plane`, `Polytope`, `Frustum` and `Parallelepiped`"],
    ),
    (
        "ball: Moving<Sphere<f64, 3>>, triangle: Triangle<f64>",
        "ball.contacts(&triangle)",
        &["any other obstacle answers `first_contact`"],
    ),
    ("", "Sphere::new([0, 0, 5], 1)", &["whole numbers are written as floats"]),
    (
        "rod: Capsule<f64, 3>",
        "Inflated::new(rod, 0.5)",
        &["a ball is an inflated `Point`, a capsule an inflated `Segment`"],
    ),
    (
        "triangle: Triangle<f64>",
        "{ let any: Box<dyn any::AnyObstacle<f64, 3>> = Box::new(triangle); any }",
        &["`Moving::still(shape)`"],
    ),
];

/// The folder of this test and of the library, and the library's file, the last one that was built.
fn library() -> (PathBuf, PathBuf) {
    let folder = env::current_exe().unwrap().parent().unwrap().to_owned();
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let libraries = files.filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libtangency-") && name.ends_with(".rlib")
    });
    let last = libraries.max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap());
    (folder, last.unwrap())
}

#[test]
fn a_mistake_is_refused_in_words_that_say_what_to_do() {
    let (folder, library) = library();
    let programs = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("messages");
    fs::create_dir_all(&programs).unwrap();
    let compiler = env::var_os("RUSTC").unwrap_or("rustc".into());
    let mut running = Vec::new();
    for (i, (parameters, body, words)) in MISTAKES.iter().enumerate() {
        let program = programs.join(format!("{i}.rs"));
        let text = format!(
            "#![allow(unused)]\nuse std::sync::Arc;\nuse tangency::*;\npub fn mistake({parameters}) {{\n    {body};\n}}\n"
        );
        fs::write(&program, text).unwrap();
        let child = Command::new(&compiler)
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "-o"])
            .arg(program.with_extension("rmeta"))
            .arg(format!("-Ldependency={}", folder.display()))
            .arg(format!("--extern=tangency={}", library.display()))
            .arg(&program)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        running.push((body, words, child));
    }
    for (body, words, child) in running {
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{body} compiles");
        for words in *words {
            assert!(message.contains(words), "{body}: no word of {words:?} in\n{message}");
        }
    }
}
