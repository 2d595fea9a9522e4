//! PLY files written by hand, whole and broken.

use super::parse;

const HEADER: &str = "element vertex 3\nproperty double x\nproperty float y\nproperty short z\nproperty list uchar float w\n\
                      element face 1\nproperty uchar flag\nproperty list uchar int vertex_indices\n\
                      element edge 1\nproperty int a\nend_header\n";

/// The mesh of [`HEADER`] in bytes; `swap` makes them big-endian.
fn binary(swap: bool) -> Vec<u8> {
    let format = if swap { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = format!("ply\nformat {format} 1.0\n{HEADER}").into_bytes();
    let mut put = |value: &[u8]| {
        let start = bytes.len();
        bytes.extend_from_slice(value);
        if swap {
            bytes[start..].reverse();
        }
    };
    for [x, y, z] in [[0.1, 0.0, 0.0], [1.0, 0.5, -2.0], [1e-300, 2.0, 7.0]] {
        put(&f64::to_le_bytes(x));
        put(&(y as f32).to_le_bytes());
        put(&(z as i16).to_le_bytes());
        put(&[2]);
        put(&f32::NAN.to_le_bytes());
        put(&f32::NAN.to_le_bytes());
    }
    put(&[9]);
    put(&[3]);
    [0, 2, 1].iter().for_each(|i| put(&i32::to_le_bytes(*i)));
    put(&[0, 0, 0, 0]);
    bytes
}

fn text(vertices: &str, faces: &str) -> String {
    format!(
        "ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nelement vertex 4\r\nproperty double x\r\nproperty float y\r\n\
         property double z\r\nelement face 1\r\nproperty list uchar uint vertex_index\r\nend_header\r\n{vertices}{faces}"
    )
}

const SQUARE: &str = "0 0 0\n1. .1 0\r\n\n 1 1 0.1\n0 1 0\n";

fn flaw(bytes: impl AsRef<[u8]>) -> String {
    parse::<f64>(bytes.as_ref()).unwrap_err().to_string()
}

#[test]
fn both_byte_orders_keep_every_bit() {
    for swap in [false, true] {
        let surface = parse::<f64>(&binary(swap)).unwrap();
        assert_eq!(surface.vertices, [[0.1, 0.0, 0.0], [1.0, 0.5, -2.0], [1e-300, 2.0, 7.0]]);
        assert_eq!(surface.triangles, [[0, 2, 1]]);
    }
}

#[test]
fn text_means_the_kind_that_the_header_names() {
    let surface = parse::<f64>(text(SQUARE, "4 0 1 2 3\n").as_bytes()).unwrap();
    assert_eq!(surface.vertices[1], [1.0, f64::from(0.1_f32), 0.0]);
    assert_eq!(surface.vertices[2], [1.0, 1.0, 0.1]);
    assert_eq!(surface.triangles, [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn every_cut_is_an_error() {
    let whole = binary(false);
    assert!(parse::<f64>(&whole).is_ok());
    for length in 0..whole.len() {
        assert!(parse::<f64>(&whole[..length]).is_err(), "cut to {length} bytes");
    }
    let whole = text(SQUARE, "4 0 1 2 3");
    assert!(parse::<f64>(whole.as_bytes()).is_ok());
    for length in 0..whole.len() {
        assert!(parse::<f64>(&whole.as_bytes()[..length]).is_err(), "cut to {length} bytes");
    }
}

#[test]
fn promises_are_checked_before_memory_is_taken() {
    let lie = text(SQUARE, "3 0 1 2\n").replace("vertex 4", "vertex 4000000000");
    assert_eq!(
        flaw(&lie),
        "header: it declares 4000000000 of element vertex, but there are only 39 bytes for them"
    );
    let lie = text(SQUARE, "3 0 1 2\n").replace("vertex 4", "vertex 18446744073709551615");
    assert!(flaw(&lie).starts_with("header: it declares 18446744073709551615 of element vertex"));
    // Elements without properties take no bytes, so four billion of them fit into the file.
    let empty = text(SQUARE, "3 0 1 2\n")
        .replace("element face", "element nothing 4000000000\r\nelement face");
    assert!(parse::<f64>(empty.as_bytes()).is_ok());
}

#[test]
fn a_negative_length_of_a_list_is_named_in_bytes_too() {
    let signed = |list: &str| {
        let bytes = binary(false);
        let (from, to) = (format!("list uchar {list}"), format!("list char {list}"));
        let place = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        [&bytes[..place], to.as_bytes(), &bytes[place + from.len()..]].concat()
    };
    // The edge's 4 bytes and the face's 3 indices of 4 bytes are at the end of the file.
    let mut corners = signed("int vertex_indices");
    let place = corners.len() - 4 - 3 * 4 - 1;
    assert_eq!(corners[place], 3);
    corners[place] = 0xff;
    assert_eq!(flaw(corners), "face 0: the number of vertices is -1, must not be negative");
    // Before them are the face's two bytes and the last vertex's list of two floats.
    let mut others = signed("float w");
    let place = place - 1 - 2 * 4 - 1;
    let place = place + others.len() - signed("int vertex_indices").len();
    assert_eq!(others[place], 2);
    others[place] = 0xfe;
    assert_eq!(flaw(others), "vertex 2: the length of list w is -2, must not be negative");
}

/// As in OBJ, the line ends do not matter: numbers are separated by white space of any kind.
#[test]
fn a_notch_stays_open_and_a_number_may_have_a_line_of_its_own() {
    let (vertices, face) = ("0 0 0\n4 0 0\n1 1 0\n0 4 0\n", "4 1 2 3 0\n");
    let lines = |text: &str| text.replace(' ', "\n");
    for text in [text(vertices, face), text(&lines(vertices), &lines(face))] {
        let surface = parse::<f64>(text.as_bytes()).unwrap();
        assert_eq!(surface.triangles, [[0, 1, 2], [2, 3, 0]]);
    }
}

#[test]
fn faces_of_fewer_than_three_vertices_are_left_out_and_reported() {
    for (faces, vertices) in [("2 0 1\n", 2), ("0\n", 0)] {
        let surface = parse::<f64>(text(SQUARE, faces).as_bytes()).unwrap();
        assert_eq!((surface.vertices.len(), surface.triangles.len()), (4, 0));
        let report =
            format!("face 0: a face with fewer than 3 vertices: {vertices}; it is left out");
        assert_eq!(surface.skipped.unwrap().to_string(), report);
    }
}

#[test]
fn flaws_name_place_and_value() {
    let square = |faces: &str| flaw(text(SQUARE, faces));
    assert_eq!(
        square("3 0 1 4\n"),
        "line 16, face 0: vertex index is 4, but there are only 4 vertices"
    );
    assert_eq!(
        square("3 0 1 -1\n"),
        "line 16, face 0: vertex index is -1, but there are only 4 vertices"
    );
    assert_eq!(
        square("3 0 1 2.0\n"),
        "line 16, face 0: a vertex index is 2.0, must be a whole number"
    );
    assert_eq!(square("3 0 1 2 3\n"), "line 16, face 0: 3 after the last property");
    assert_eq!(square("3 0 1\n"), "line 16, face 0: the file ends before the last property");
    assert_eq!(
        square("-1 0 1 2\n"),
        "line 16, face 0: the number of vertices is -1, must not be negative"
    );
    assert_eq!(square("3 0 1 2\n3 0 1 3\n"), "end: 7 bytes follow the last element");
    let vertices = |vertices: &str| flaw(text(vertices, "3 0 1 2\n"));
    assert_eq!(
        vertices("0 0 0\n0 nan 0\n0 0 0\n0 0 0\n"),
        "line 12, vertex 1: y is nan, must be a finite number"
    );
    assert_eq!(
        vertices("0 0 0\n0 1e39 0\n0 0 0\n0 0 0\n"),
        "line 12, vertex 1: y is 1e39, past the largest f32"
    );
    assert_eq!(
        vertices("0 0 0\n0 0\n0 0 0\n0 0 0\n"),
        "line 13, vertex 1: 0 0 after the last property"
    );
    assert_eq!(flaw("plyx\n"), "line 1: a PLY file starts with the line ply");
    let header = |from: &str, to: &str| flaw(text(SQUARE, "3 0 1 2\n").replace(from, to));
    assert_eq!(header("ascii", "asci"), "line 2: asci is not a format of PLY");
    assert_eq!(header("format ascii 1.0", ""), "header: there is no line format");
    assert_eq!(header("float y", "half y"), "line 6: half is not a type of PLY");
    assert_eq!(header("float y", "float x"), "line 6: the property x is declared twice");
    assert_eq!(header("float y", "float u"), "header: vertex.y is missing");
    assert_eq!(
        header("float y", "list uchar float y"),
        "header: vertex.y is a list, must be a number"
    );
    assert_eq!(
        header("list uchar uint", "list float uint"),
        "line 9: the length of a list is a float, must be an integer"
    );
    assert_eq!(
        header("list uchar uint", "list uchar float"),
        "header: face.vertex_indices is a list of floats, must be one of integers"
    );
    assert_eq!(
        header("element face", "element vertex"),
        "line 8: the element vertex is declared twice"
    );
    assert_eq!(header("element face", "element side"), "header: there is no element face");
    assert_eq!(header("comment", "remark"), "line 3: remark is not a statement of a PLY header");
}
