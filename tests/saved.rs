//! A saved mesh gives the same answers, and damaged bytes are refused.

mod random;

use random::Random;
use std::fmt::Debug;
use std::sync::Arc;
use tangency::{LoadError, Mesh, Point, Scalar, Sphere};
use twox_hash::XxHash64;

/// The positions of the parts of a file: the words of the header, and the parts after it.
const WORD: usize = 8;
const HEADER: usize = 24 * WORD;
const LINE: usize = 64;

fn soup<T: Scalar>(random: &mut Random, triangles: usize) -> Mesh<T> {
    let corner = |random: &mut Random| random.vector(-8.0, 8.0).map(T::nearest);
    let vertices: Vec<[T; 3]> = (0..triangles)
        .flat_map(|_| {
            let at = random.vector(-8.0, 8.0);
            let near = random.vector(-1.0, 1.0);
            let beside = [0, 1, 2].map(|k| T::nearest(at[k] + near[k]));
            [at.map(T::nearest), beside, corner(random)]
        })
        .collect();
    let indices = (0..triangles as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, indices).unwrap()
}

/// Bytes that begin at a given distance behind a multiple of 64.
struct Shifted {
    bytes: Vec<u8>,
    from: usize,
    length: usize,
}

impl Shifted {
    fn new(bytes: &[u8], by: usize) -> Self {
        let mut room = vec![0; bytes.len() + 2 * LINE];
        let from = room.as_ptr().align_offset(LINE) + by;
        room[from..from + bytes.len()].copy_from_slice(bytes);
        Self { bytes: room, from, length: bytes.len() }
    }
}

impl AsRef<[u8]> for Shifted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.from..][..self.length]
    }
}

/// Appends the right checksum, computed by another library, to changed bytes.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - WORD;
    let checksum = XxHash64::oneshot(0, &bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn answers_are_equal<T: Scalar + Debug>(random: &mut Random, a: &Mesh<T>, b: &Mesh<T>) {
    assert_eq!((a.vertices(), a.triangles()), (b.vertices(), b.triangles()));
    let mut hits = 0;
    for _ in 0..200 {
        let [center, velocity] = [(); 2].map(|()| random.vector(-10.0, 10.0).map(T::nearest));
        let sphere = Sphere::new(center, T::nearest(random.between(0.0, 0.5))).unwrap();
        let ball = sphere.moving(velocity).unwrap();
        let answer = ball.first_contact(a);
        hits += usize::from(answer.contact().is_some());
        assert_eq!(answer, ball.first_contact(b));
        assert_eq!(ball.has_contact(a), ball.has_contact(b));
        assert_eq!(ball.contacts(a), ball.contacts(b));
        assert_eq!(sphere.intersecting(a), sphere.intersecting(b));
        let point = Point::new(center).unwrap();
        assert_eq!(point.closest(a), point.closest(b));
    }
    assert!(hits > 20 || a.triangles().len() < 100, "{hits}");
}

fn survives<T: Scalar + Debug>() {
    let mut random = Random(1);
    for count in [0, 1, 2, 8, 9, 70, 1000, 5000] {
        let mesh: Mesh<T> = soup(&mut random, count);
        let bytes = mesh.to_bytes();
        for by in [0, 1, 4, 8, 16, 32, 63] {
            let loaded = Mesh::from_bytes(Shifted::new(&bytes, by)).unwrap();
            answers_are_equal(&mut random, &mesh, &loaded);
            assert!(loaded.to_bytes() == bytes, "{count} triangles, {by} bytes behind a line");
            assert_eq!(loaded.tree_bytes(), mesh.tree_bytes());
        }
    }
}

/// Bytes are written in small pieces, so that the receiver can cancel soon.
#[test]
fn bytes_are_handed_over_in_small_pieces() {
    let mesh = soup::<f64>(&mut Random(12), 30_000);
    let mut bytes = Vec::new();
    let taken: Result<(), ()> = mesh.save(|piece| {
        assert!(piece.len() <= 1 << 20, "{}", piece.len());
        bytes.extend_from_slice(piece);
        Ok(())
    });
    assert!(taken.is_ok() && bytes.len() > 3 << 20, "{}", bytes.len());
    assert!(sealed(bytes.clone()) == bytes, "the checksum is one of all pieces");
}

#[test]
fn what_is_loaded_is_what_was_saved() {
    survives::<f64>();
    survives::<f32>();
}

/// Aligned bytes are searched in place, so that the file is the only copy of the mesh. Unaligned
/// bytes are copied.
#[test]
fn bytes_that_lie_well_are_not_copied() {
    let bytes = soup::<f64>(&mut Random(2), 500).to_bytes();
    for (by, stays) in [(0, true), (8, false)] {
        let held = Arc::new(Shifted::new(&bytes, by));
        let within = held.as_ref().as_ref().as_ptr_range();
        struct Held(Arc<Shifted>);
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                (*self.0).as_ref()
            }
        }
        let mesh = Mesh::<f64>::from_bytes(Held(Arc::clone(&held))).unwrap();
        assert_eq!(within.contains(&mesh.vertices().as_ptr().cast()), stays);
        assert_eq!(within.contains(&mesh.triangles().as_ptr().cast()), stays);
        // The bytes are held as long as a mesh needs them, and no longer.
        let copy = mesh.clone();
        drop(mesh);
        assert_eq!(Arc::strong_count(&held), if stays { 2 } else { 1 });
        assert_eq!(copy.triangles().len(), 500);
        drop(copy);
        assert_eq!(Arc::strong_count(&held), 1);
    }
}

/// A loaded mesh can be moved like any other. The bytes, and other meshes that use them, do not
/// change.
#[test]
fn a_loaded_mesh_can_be_moved() {
    let mut random = Random(3);
    let mut mesh: Mesh<f64> = soup(&mut random, 700);
    let bytes = mesh.to_bytes();
    let loaded = Mesh::<f64>::from_bytes(Shifted::new(&bytes, 0)).unwrap();
    let mut moved = loaded.clone();
    let vertices: Vec<_> = mesh.vertices().iter().map(|v| v.map(|x| 1.5 * x - 1.0)).collect();
    mesh.set_vertices(&vertices).unwrap();
    moved.set_vertices(&vertices).unwrap();
    answers_are_equal(&mut random, &mesh, &moved);
    assert!(moved.to_bytes() == mesh.to_bytes());
    assert!(loaded.to_bytes() == bytes);
}

#[test]
fn every_flipped_bit_is_refused() {
    let bytes = soup::<f32>(&mut Random(4), 30).to_bytes();
    assert!(Mesh::<f32>::from_bytes(bytes.clone()).is_ok());
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = Mesh::<f32>::from_bytes(flipped).unwrap_err();
        match bit / 8 {
            0..8 => assert_eq!(error, LoadError::NotAMesh),
            8..16 => assert!(matches!(error, LoadError::Version { known: 2, .. })),
            16..24 => assert!(matches!(error, LoadError::Scalar { wanted: 32, .. })),
            // A changed count may need the same length of the file.
            24..56 => assert!(
                matches!(error, LoadError::Length { .. } | LoadError::Checksum { .. }),
                "{bit}: {error}"
            ),
            _ => assert!(matches!(error, LoadError::Checksum { .. }), "{bit}: {error}"),
        }
    }
}

#[test]
fn every_other_length_is_refused() {
    let bytes = soup::<f64>(&mut Random(5), 40).to_bytes();
    let expected = bytes.len() as u64;
    for length in 0..bytes.len() {
        let error = Mesh::<f64>::from_bytes(bytes[..length].to_vec()).unwrap_err();
        let least = if length < HEADER { (HEADER + WORD) as u64 } else { expected };
        match length {
            0..8 => assert_eq!(error, LoadError::NotAMesh),
            _ => assert_eq!(error, LoadError::Length { found: length as u64, expected: least }),
        }
    }
    for more in 1..130 {
        let longer = [&bytes[..], &vec![0; more]].concat();
        let found = longer.len() as u64;
        let error = Mesh::<f64>::from_bytes(longer).unwrap_err();
        assert_eq!(error, LoadError::Length { found, expected });
    }
}

#[test]
fn what_is_foreign_is_refused_by_name() {
    let singles = soup::<f32>(&mut Random(6), 3).to_bytes();
    let doubles = soup::<f64>(&mut Random(6), 3).to_bytes();
    let message = |bytes: &[u8]| Mesh::<f64>::from_bytes(bytes.to_vec()).unwrap_err().to_string();
    assert_eq!(message(&singles), "it was saved with f32, but f64 is requested");
    assert_eq!(
        Mesh::<f32>::from_bytes(doubles.clone()).unwrap_err(),
        LoadError::Scalar { found: 64, wanted: 32 }
    );
    assert_eq!(message(b""), "this is no saved mesh");
    assert_eq!(message(b"ply\nformat ascii 1.0\n"), "this is no saved mesh");
    let with_word = |index: usize, word: u64| {
        let mut bytes = doubles.clone();
        bytes[index * WORD..][..WORD].copy_from_slice(&word.to_ne_bytes());
        sealed(bytes)
    };
    assert_eq!(message(&with_word(1, 3)), "it was saved in version 3, only version 2 can be read");
    assert_eq!(message(&with_word(1, 2u64.swap_bytes())), LoadError::ByteOrder.to_string());
    // A forged count leads to no allocation of that size.
    for index in 3..7 {
        for count in [1 << 20, 1 << 40, 1 << 62, u64::MAX] {
            let error = Mesh::<f64>::from_bytes(with_word(index, count)).unwrap_err();
            assert!(matches!(error, LoadError::Length { .. }), "{error}");
        }
    }
    assert!(Mesh::<f64>::is_saved(&doubles[..8]) && Mesh::<f64>::is_saved(&singles));
    assert!(!Mesh::<f64>::is_saved(&doubles[..7]) && !Mesh::<f64>::is_saved(b"ply\nformat"));
}

/// A file with random words and a valid checksum is refused, or queries get some answer, but
/// without a panic or an endless loop.
#[test]
fn forged_bytes_do_no_harm() {
    let mut random = Random(7);
    let mut taken = 0;
    for round in 0..4000 {
        let mut bytes = soup::<f32>(&mut random, [1, 9, 100, 700][round % 4]).to_bytes();
        for _ in 0..1 + random.below(3) {
            let words = (bytes.len() - WORD) / 4;
            let at = 4 * random.below(words as u64) as usize;
            let old = u32::from_le_bytes(bytes[at..][..4].try_into().unwrap());
            let new = match random.below(5) {
                0 => u32::MAX,
                1 => old.wrapping_add(1),
                2 => old ^ 1 << random.below(32),
                3 => random.below(20) as u32,
                _ => random.below(1 << 32) as u32,
            };
            bytes[at..][..4].copy_from_slice(&new.to_le_bytes());
        }
        let Ok(mut mesh) = Mesh::<f32>::from_bytes(sealed(bytes)) else { continue };
        taken += 1;
        for _ in 0..4 {
            let center = random.vector(-10.0, 10.0).map(|x| x as f32);
            let velocity = random.vector(-10.0, 10.0).map(|x| x as f32);
            let sphere = Sphere::new(center, 0.25).unwrap();
            let ball = sphere.moving(velocity).unwrap();
            ball.first_contact(&mesh);
            ball.contacts(&mesh);
            sphere.intersecting(&mesh);
        }
        let vertices = mesh.vertices().to_vec();
        mesh.set_vertices(&vertices).unwrap();
    }
    assert!((500..3900).contains(&taken), "{taken}");
}

/// A tree is refused if any part that a search follows is changed so that the search would leave
/// the tree or loop for ever.
#[test]
fn a_tree_that_is_none_is_refused() {
    let whole = soup::<f64>(&mut Random(8), 400).to_bytes();
    let count = |word: usize| u64::from_le_bytes(whole[8 * word..][..8].try_into().unwrap());
    let [vertices, triangles, nodes, leaves] = [3, 4, 5, 6].map(count);
    let triangles_at = HEADER + (24 * vertices as usize).next_multiple_of(LINE);
    let nodes_at = triangles_at + (12 * triangles as usize).next_multiple_of(LINE);
    let leaves_at = nodes_at + 128 * nodes as usize;
    // Positions within a node: the first child that is a node, the first that is a leaf, the kinds
    // of children, and their number.
    let (first_node, first_leaf, kinds, children) = (28, 32, 36, 37);
    let bent = |at: usize, value: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..][..value.len()].copy_from_slice(value);
        Mesh::<f64>::from_bytes(sealed(bytes)).map(|_| ()).unwrap_err()
    };
    let word = |value: u64| (value as u32).to_le_bytes();
    assert_eq!(bent(HEADER, &f64::NAN.to_le_bytes()), LoadError::Contents("vertices"));
    assert_eq!(bent(triangles_at, &word(vertices)), LoadError::Contents("triangles"));
    let last = nodes_at + 128 * (nodes as usize - 1);
    // The second child of the root is also made a child of the first one: index 2, with the same
    // leaves, bit 0.
    let leaves_of_second = &whole[nodes_at + 128 + first_leaf..][..4];
    let second = [&word(2)[..], leaves_of_second, &[1]].concat();
    assert!(whole[nodes_at + kinds].count_ones() >= 2, "the root must have two nodes below it");
    let cases = [
        ("a triangle that is not there", leaves_at, word(triangles).to_vec()),
        ("a leaf of nothing", leaves_at, word(u32::MAX.into()).to_vec()),
        ("nine children", last + children, vec![9]),
        ("200 children", last + children, vec![200]),
        ("a leaf that is not there", last + first_leaf, word(leaves).to_vec()),
        ("a leaf far away", last + first_leaf, word(u32::MAX.into()).to_vec()),
        ("a node that is not there", nodes_at + first_node, word(nodes).to_vec()),
        ("a node far away", nodes_at + first_node, word(u32::MAX.into()).to_vec()),
        ("a node below itself", nodes_at + first_node, word(0).to_vec()),
        ("a node below two others", nodes_at + 128 + first_node, second),
        ("a node below none", nodes_at + kinds, vec![0]),
    ];
    for (what, at, value) in cases {
        assert_eq!(bent(at, &value), LoadError::Contents("tree"), "{what}");
    }
}

/// One triangle under a chain of nodes. Such a deep tree is never built, and would need nested
/// calls.
#[test]
fn a_tree_that_is_too_deep_is_refused() {
    let one = soup::<f64>(&mut Random(9), 1).to_bytes();
    let nodes_at = HEADER + 2 * LINE + LINE;
    let with_chain = |nodes: usize| {
        let node = &one[nodes_at..][..128];
        let mut bytes = one[..nodes_at].to_vec();
        bytes[5 * WORD..][..WORD].copy_from_slice(&(nodes as u64).to_le_bytes());
        for index in 1..nodes {
            bytes.extend_from_slice(&node[..28]);
            bytes.extend_from_slice(&(index as u32).to_le_bytes());
            bytes.extend_from_slice(&[0, 0, 0, 0, 1, 1]);
            bytes.extend_from_slice(&node[38..]);
        }
        bytes.extend_from_slice(&one[nodes_at..]);
        Mesh::<f64>::from_bytes(sealed(bytes)).map(|_| ())
    };
    let mut of_itself = one.clone();
    of_itself[nodes_at + 28..][..4].fill(0);
    of_itself[nodes_at + 36] = 1;
    let error = Mesh::<f64>::from_bytes(sealed(of_itself)).unwrap_err();
    assert_eq!(error, LoadError::Contents("tree"), "a root below itself");
    assert_eq!(with_chain(1), Ok(()));
    assert_eq!(with_chain(32), Ok(()));
    for nodes in [33, 1000, 100_000] {
        assert_eq!(with_chain(nodes), Err(LoadError::Contents("tree")));
    }
}
