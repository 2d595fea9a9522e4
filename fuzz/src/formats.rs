//! Files and requests of any bytes: answered, or refused in words.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tangency::{Mesh, Point, Scene, Sphere};
use tangency_files::cast::{self, Job, Source, Tables};
use tangency_files::table::{Question, Scalar};
use tangency_files::{Interrupt, progress, scene_file};
use tangency_protocol::surface::{Format, parse};
use tangency_protocol::{Names, NoMeshes, answer};
use twox_hash::XxHash64;

/// Lines of requests, in one conversation.
pub(crate) fn query(bytes: &[u8]) {
    let mut names = Names::default();
    for line in bytes.split(|&byte| byte == b'\n').take(20) {
        let reply = answer(line, &mut NoMeshes, &mut names).unwrap_or_else(|refusal| refusal);
        let reply: serde_json::Value = serde_json::from_slice(&reply).expect("an answer is JSON");
        assert!(reply.get("id").is_some(), "{reply}");
    }
}

fn surface(bytes: &[u8], format: Format) {
    match parse::<f64>(bytes, Some(format)) {
        Err(flaw) => assert!(!flaw.to_string().is_empty()),
        Ok(surface) => {
            assert!(surface.vertices.iter().flatten().all(|x| x.is_finite()));
            let count = surface.vertices.len() as u32;
            assert!(surface.triangles.iter().flatten().all(|&corner| corner < count));
            let narrow = parse::<f32>(bytes, Some(format));
            if let Ok(narrow) = narrow {
                assert_eq!(narrow.triangles, surface.triangles);
            }
            assert!(surface.build().is_ok(), "what is in order is a mesh");
        }
    }
}

pub(crate) fn ply(bytes: &[u8]) {
    surface(bytes, Format::Ply);
}

pub(crate) fn stl(bytes: &[u8]) {
    surface(bytes, Format::Stl);
}

pub(crate) fn obj(bytes: &[u8]) {
    surface(bytes, Format::Obj);
}

/// Casts a table of these bytes; either all of the answers are there or none.
fn table(bytes: &[u8], name: &str) {
    static MESH: OnceLock<Arc<Mesh<f64>>> = OnceLock::new();
    let mesh = MESH.get_or_init(|| {
        let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        Arc::new(Mesh::new(vertices, vec![[0, 1, 2]]).expect("a mesh"))
    });
    let folder = tempfile::tempdir().expect("a folder");
    let (spheres, output) = (folder.path().join(name), folder.path().join("out.csv"));
    std::fs::write(&spheres, bytes).expect("a file");
    let job = Job {
        source: Source::File("unused".into()),
        save_tree: None,
        tables: Some(Tables { spheres, output: output.clone() }),
        shard: None,
        force: false,
        question: Question::First,
        threads: NonZeroUsize::MIN,
        t_max: None,
        path: None,
        scalar: Scalar::F64,
    };
    let outcome = cast::run_on(Arc::clone(mesh), &job, &Interrupt::default(), &progress::hidden);
    assert_eq!(outcome.is_ok(), output.exists());
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1 + usize::from(output.exists()), "nothing else is left behind");
}

pub(crate) fn csv(bytes: &[u8]) {
    table(bytes, "in.csv");
}

pub(crate) fn parquet(bytes: &[u8]) {
    table(bytes, "in.parquet");
}

pub(crate) fn scene_file(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("in.jsonl");
    std::fs::write(&path, bytes).expect("a file");
    let path: &Path = &path;
    if let Err(error) = scene_file::read::<f64>(path, &Interrupt::default()) {
        assert!(!error.to_string().is_empty());
    }
}

/// The same bytes with the checksum that they need: else all that is not the corpus would be
/// refused for that.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(end) = bytes.len().checked_sub(size_of::<u64>()) {
        let checksum = XxHash64::oneshot(0, &bytes[..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    }
    bytes
}

fn ball() -> tangency::Moving<Sphere<f64, 3>> {
    let ball = Sphere::new([0.0, 0.0, 5.0], 0.5).expect("a ball");
    ball.moving([0.25, 0.0, -1.0]).expect("a velocity")
}

pub(crate) fn saved_mesh(bytes: &[u8]) {
    if let Ok(mesh) = Mesh::<f64>::from_bytes(sealed(bytes)) {
        let _ = ball().first_contact(&mesh);
        let _ = Point::new([1.0; 3]).expect("a point").closest(&mesh);
    }
}

pub(crate) fn saved_scene(bytes: &[u8]) {
    if let Ok(mut scene) = Scene::<f64>::from_bytes(sealed(bytes)) {
        let _ = ball().first_contact(&scene);
        scene.insert(Point::new([1.0; 3]).expect("a point"));
        scene.rebuild();
        let _ = Point::new([1.0; 3]).expect("a point").closest(&scene);
    }
}
