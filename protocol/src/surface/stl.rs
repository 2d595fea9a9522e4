//! Stereolithography: triangles one after another, in text or in records of 50 bytes.
//!
//! The word `solid` at the start does not distinguish the two, since many binary files begin with
//! it as well. A file is binary if it is long enough for the number of triangles at byte 80: in a
//! text, those four bytes would stand for 150 million triangles or more, which are more than 7.5
//! GB. Bytes after the last triangle, which some programs append, are passed over. Normals are not
//! read: the vertices contain all.

use super::text::{self, Lines, at_line, words};
use super::{Flaw, Surface};
use crate::excerpt::excerpt;
use crate::number::Number;
use std::cmp::Ordering;
use std::collections::HashMap;

const HEADER: usize = 84;
const RECORD: usize = 50;
/// The least number that four bytes of a text can stand for as a count of triangles: the least byte
/// of a text is a tab.
const LEAST_IN_TEXT: u32 = u32::from_le_bytes([b'\t'; 4]);
/// The place of the vertices in a record, after the normal.
const VERTICES: std::ops::Range<usize> = 12..48;

/// Whether the length fits a binary file, or the first word is the first word of a text file.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    is_binary(bytes) || starts_solid(bytes)
}

/// The mesh of an STL file, bitwise equal corners welded to one vertex.
pub(super) fn parse<T: Number>(bytes: &[u8]) -> Result<Surface<T>, Flaw> {
    if !is_binary(bytes) && starts_solid(bytes) { parse_text(bytes) } else { parse_binary(bytes) }
}

fn starts_solid(bytes: &[u8]) -> bool {
    let word = bytes.trim_ascii_start().get(..6);
    word.is_some_and(|word| {
        word[..5].eq_ignore_ascii_case(b"solid") && word[5].is_ascii_whitespace()
    })
}

/// Whether the file is binary: its length is exactly right for its number of triangles; or the file
/// is longer, and the number is positive and too small for four bytes of a text.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    binary_count(bytes).is_some_and(|count| match binary_length(count).cmp(&(bytes.len() as u64)) {
        Ordering::Equal => true,
        Ordering::Less => count > 0 && count < LEAST_IN_TEXT,
        Ordering::Greater => false,
    })
}

fn binary_count(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(80..HEADER)?.try_into().ok()?))
}

fn binary_length(count: u32) -> u64 {
    HEADER as u64 + u64::from(count) * RECORD as u64
}

fn parse_binary<T: Number>(bytes: &[u8]) -> Result<Surface<T>, Flaw> {
    let Some(count) = binary_count(bytes) else {
        let problem =
            format!("the file ends after {} bytes, an STL file's header has {HEADER}", bytes.len());
        return Err(Flaw::new("header", problem));
    };
    if !is_binary(bytes) {
        let (promised, there) = (binary_length(count), bytes.len());
        let problem = format!(
            "it declares {count} triangles, which are {promised} bytes, but the file has {there}"
        );
        return Err(Flaw::new("header", problem));
    }
    let mut welder = Welder::with_room_for(count as usize);
    let records = bytes[HEADER..].chunks_exact(RECORD).take(count as usize);
    for (i, record) in records.enumerate() {
        let corners = record_corners(record)
            .map_err(|problem| Flaw::new(format!("triangle {i}"), problem))?;
        welder.triangle(corners)?;
    }
    Ok(welder.surface)
}

fn record_corners<T: Number>(record: &[u8]) -> Result<[[T; 3]; 3], String> {
    let mut corners = [[T::ZERO; 3]; 3];
    let coordinates = record[VERTICES].chunks_exact(4);
    for (coordinate, bytes) in corners.as_flattened_mut().iter_mut().zip(coordinates) {
        let value = bytes.try_into().map(f32::from_le_bytes).unwrap_or(f32::NAN);
        if !value.is_finite() {
            return Err(format!("a coordinate is {value}, must be a finite number"));
        }
        *coordinate = T::round(f64::from(value));
    }
    Ok(corners)
}

/// The line that a text file must have next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Solid,
    FacetOrEnd,
    Loop,
    Vertex,
    EndLoop,
    EndFacet,
}

impl Expected {
    fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::FacetOrEnd => "facet or endsolid",
            Self::Loop => "outer loop",
            Self::Vertex => "vertex",
            Self::EndLoop => "endloop",
            Self::EndFacet => "endfacet",
        }
    }
}

fn parse_text<T: Number>(bytes: &[u8]) -> Result<Surface<T>, Flaw> {
    let mut lines = Lines::new(bytes);
    let mut welder = Welder::with_room_for(0);
    let mut corners = Vec::with_capacity(3);
    let mut expected = Expected::Solid;
    while let Some(line) = lines.next() {
        let mut words = words(line);
        let Some(keyword) = words.next() else { continue };
        let number = lines.number();
        let mut keyword = keyword.to_ascii_lowercase();
        if keyword == b"end" {
            // `end solid`, `end facet` and `end loop` stand for the words without a blank.
            keyword.extend(words.next().unwrap_or_default().to_ascii_lowercase());
        }
        expected = match (expected, keyword.as_slice()) {
            (Expected::Solid, b"solid") => Expected::FacetOrEnd,
            (Expected::FacetOrEnd, b"endsolid") => Expected::Solid,
            (Expected::FacetOrEnd, b"facet") => Expected::Loop,
            (Expected::Loop, b"outer") => Expected::Vertex,
            (Expected::Vertex, b"vertex") => {
                corners.push(at_line(number, corner(&mut words))?);
                if corners.len() == 3 { Expected::EndLoop } else { Expected::Vertex }
            }
            (Expected::EndLoop, b"endloop") => Expected::EndFacet,
            (Expected::EndFacet, b"endfacet") => {
                if let [a, b, c] = corners[..] {
                    welder.triangle([a, b, c])?;
                }
                corners.clear();
                Expected::FacetOrEnd
            }
            _ => {
                let problem = format!("{} where {} should be", excerpt(&keyword), expected.name());
                return Err(Flaw::new(text::line_place(number), problem));
            }
        };
    }
    match expected {
        Expected::Solid => Ok(welder.surface),
        _ => Err(Flaw::new(
            text::line_place(lines.number()),
            format!("the file ends where {} should be", expected.name()),
        )),
    }
}

/// Reads exactly three coordinates.
fn corner<'a, T: Number>(words: &mut impl Iterator<Item = &'a [u8]>) -> Result<[T; 3], String> {
    let position = text::position(words)?;
    match words.next() {
        None => Ok(position),
        Some(word) => Err(format!("{} after the three coordinates", excerpt(word))),
    }
}

/// Gives each distinct corner a vertex.
#[derive(Debug)]
struct Welder<T> {
    surface: Surface<T>,
    known: HashMap<[u64; 3], u32>,
}

impl<T: Number> Welder<T> {
    fn with_room_for(triangles: usize) -> Self {
        let surface = Surface {
            vertices: Vec::new(),
            triangles: Vec::with_capacity(triangles),
            skipped: None,
        };
        Self { surface, known: HashMap::new() }
    }

    fn triangle(&mut self, corners: [[T; 3]; 3]) -> Result<(), Flaw> {
        let mut triangle = [0; 3];
        for (index, corner) in triangle.iter_mut().zip(corners) {
            *index = self.vertex(corner)?;
        }
        self.surface.triangles.push(triangle);
        Ok(())
    }

    fn vertex(&mut self, position: [T; 3]) -> Result<u32, Flaw> {
        let vertices = &mut self.surface.vertices;
        let next = u32::try_from(vertices.len())
            .map_err(|_| Flaw::new("end", "more vertices than can be numbered with 32 bits"))?;
        let index = *self.known.entry(position.map(|x| x.widen().to_bits())).or_insert(next);
        if index == next {
            vertices.push(position);
        }
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::{looks_like, parse};
    use crate::surface::Surface;

    const TEXT: &str = "solid\n facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 0.1 0\n endloop\n endfacet\nendsolid\n";

    fn binary(corners: &[[f32; 3]], start: &[u8]) -> Vec<u8> {
        let mut bytes = [start, &[b' '; 80]].concat()[..80].to_vec();
        bytes.extend((corners.len() as u32 / 3).to_le_bytes());
        for triangle in corners.chunks(3) {
            bytes.extend([0; 12]);
            bytes.extend(triangle.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
            bytes.extend([0; 2]);
        }
        bytes
    }

    fn flaw(bytes: &[u8]) -> String {
        parse::<f64>(bytes).unwrap_err().to_string()
    }

    #[test]
    fn text_keeps_the_decimals() {
        let surface = parse::<f64>(TEXT.as_bytes()).unwrap();
        let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.1, 0.0]];
        assert_eq!(surface, Surface { vertices, triangles: vec![[0, 1, 2]], skipped: None });
    }

    #[test]
    fn corners_are_welded_bit_by_bit() {
        let [o, x, y] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.1, 0.0]];
        let surface = parse::<f64>(&binary(&[o, x, y, y, x, [-0.0, 0.0, 0.0]], b"")).unwrap();
        assert_eq!(surface.triangles, [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(surface.vertices[2][1], f64::from(0.1_f32));
        assert!(surface.vertices[3][0].is_sign_negative());
    }

    #[test]
    fn a_binary_file_may_start_with_solid() {
        let bytes = binary(&[[0.0; 3]; 3], b"solid of revolution");
        assert!(looks_like(&bytes));
        assert_eq!(parse::<f64>(&bytes).unwrap().triangles, [[0, 0, 0]]);
    }

    #[test]
    fn bytes_after_the_last_triangle_are_passed_over() {
        let mut bytes = binary(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], b"solid");
        bytes.extend(b"an appended note");
        assert!(looks_like(&bytes));
        assert_eq!(parse::<f64>(&bytes).unwrap().triangles, [[0, 1, 2]]);
    }

    #[test]
    fn an_end_may_be_two_words() {
        let text = TEXT.replace("endsolid", "end solid").replace("endloop", "END LOOP");
        assert_eq!(parse::<f64>(text.as_bytes()), parse::<f64>(TEXT.as_bytes()));
        assert_eq!(
            flaw(TEXT.replace("endloop", "end vertex").as_bytes()),
            "line 7: endvertex where endloop should be"
        );
    }

    #[test]
    fn flaws_name_place_and_value() {
        let huge = [&[0; 80][..], &u32::MAX.to_le_bytes()].concat();
        assert_eq!(
            flaw(&huge),
            "header: it declares 4294967295 triangles, which are 214748364834 bytes, but the file has 84"
        );
        assert_eq!(
            flaw(b"soli"),
            "header: the file ends after 4 bytes, an STL file's header has 84"
        );
        assert_eq!(
            flaw(&binary(&[[0.0; 3], [f32::NAN, 0.0, 0.0], [0.0; 3]], b"")),
            "triangle 0: a coordinate is NaN, must be a finite number"
        );
        assert_eq!(
            flaw(TEXT.replace("0.1", "inf").as_bytes()),
            "line 6: y is inf, must be a finite number"
        );
        assert_eq!(flaw(TEXT.replace("0.1 0", "0.1").as_bytes()), "line 6: z is missing");
        assert_eq!(
            flaw(TEXT.replace("0.1 0", "0.1 0 0").as_bytes()),
            "line 6: 0 after the three coordinates"
        );
        assert_eq!(
            flaw(TEXT.replace("endsolid\n", "").as_bytes()),
            "line 8: the file ends where facet or endsolid should be"
        );
        assert_eq!(
            flaw(TEXT.replace(" vertex 1 0 0\n", "").as_bytes()),
            "line 6: endloop where vertex should be"
        );
    }
}
