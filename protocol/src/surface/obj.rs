//! Wavefront OBJ: lines of `v x y z` and `f i j k …`.
//!
//! A face's corner is `i`, `i/t`, `i//n` or `i/t/n`; only `i` is read. A positive `i` counts
//! vertices from 1, and a negative one backwards from the last vertex before the face. A backslash
//! at a line's end continues the line, and `#` begins a comment. Numbers after `v x y z` (a weight,
//! a colour) and all other statements are passed over, except for free-form surfaces, which would
//! be missing silently.

use super::text::{self, Lines, at_line, words};
use super::{Faces, Flaw, Surface};
use crate::excerpt::excerpt;
use crate::number::Number;
use std::borrow::Cow;

/// Whether some line is a vertex.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    Lines::new(bytes).any(|line| words(line).next() == Some(b"v"))
}

/// The mesh of an OBJ file.
pub(super) fn parse<T: Number>(bytes: &[u8]) -> Result<Surface<T>, Flaw> {
    let mut lines = Lines::new(bytes);
    let mut vertices = Vec::new();
    let mut faces = Faces::default();
    // A face may name a vertex that follows it, so only the end of the file decides.
    let mut largest: Option<(u32, usize)> = None;
    while let Some((number, statement)) = next_statement(&mut lines) {
        let mut words = words(&statement).take_while(|word| !word.starts_with(b"#"));
        match words.next() {
            Some(b"v") => vertices.push(at_line(number, text::position(&mut words))?),
            Some(b"f") => {
                for corner in words {
                    let index = at_line(number, vertex_index(corner, vertices.len()))?;
                    if largest.is_none_or(|(known, _)| index > known) {
                        largest = Some((index, number));
                    }
                    faces.corner(index);
                }
                faces.finish(number as u64, line);
            }
            Some(b"surf") => {
                return Err(Flaw::new(text::line_place(number), "free-form surfaces are not read"));
            }
            _ => {}
        }
    }
    match largest {
        Some((index, number)) if index as usize >= vertices.len() => {
            let (named, there) = (u64::from(index) + 1, vertices.len());
            let problem = format!("vertex {named} is used, but there are only {there}");
            Err(Flaw::new(text::line_place(number), problem))
        }
        _ => faces.over(vertices, line),
    }
}

fn line(number: u64) -> String {
    format!("line {number}")
}

/// The next line, with those that continue it, and the number of its first line.
fn next_statement<'a>(lines: &mut Lines<'a>) -> Option<(usize, Cow<'a, [u8]>)> {
    let mut statement = Cow::Borrowed(lines.next()?);
    let number = lines.number();
    while statement.ends_with(b"\\") {
        let joined = statement.to_mut();
        joined.pop();
        joined.push(b' ');
        joined.extend_from_slice(lines.next().unwrap_or_default());
    }
    Some((number, statement))
}

/// The index from 0 of the vertex that a corner like `7/1/3` or `-2` names.
fn vertex_index(corner: &[u8], vertices_so_far: usize) -> Result<u32, String> {
    let word = corner.split(|&byte| byte == b'/').next().unwrap_or_default();
    let named: i64 = text::value(word)
        .ok_or_else(|| format!("vertex {} is not a whole number", excerpt(corner)))?;
    let from_zero = match named {
        0 => return Err("vertex 0 is used, but vertices are numbered from 1".to_owned()),
        1.. => named - 1,
        _ => i64::try_from(vertices_so_far).unwrap_or(i64::MAX).saturating_add(named),
    };
    u32::try_from(from_zero).map_err(|_| {
        format!("vertex {named} is used, but there are only {vertices_so_far} before this line")
    })
}

#[cfg(test)]
mod tests {
    use super::parse;
    use tangency::Sphere;

    fn flaw(text: &str) -> String {
        parse::<f64>(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn all_forms_of_a_corner() {
        let text = "v 0 0 0\nv 1 0 0 1.0\r\nv .5 1. -0 0.1 0.2 0.3\nvt 0 0\nf 1/1/1 2//2 3/1\nf -3 -2 \\\n-1\n";
        let surface = parse::<f64>(text.as_bytes()).unwrap();
        assert_eq!(surface.vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 1.0, 0.0]]);
        assert_eq!(surface.triangles, [[0, 1, 2], [0, 1, 2]]);
    }

    #[test]
    fn a_convex_polygon_is_a_fan_and_may_come_before_its_vertices() {
        let text = "f 1 2 3 4 5\nv 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\n";
        let surface = parse::<f64>(text.as_bytes()).unwrap();
        assert_eq!(surface.triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    }

    #[test]
    fn a_notch_stays_open() {
        let text = "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nf 2 3 4 1 # concave\n";
        let surface = parse::<f64>(text.as_bytes()).unwrap();
        assert_eq!(surface.triangles, [[0, 1, 2], [2, 3, 0]]);
        let mesh = surface.build().unwrap();
        let is_met = |x, y| {
            let ray = Sphere::new([x, y, 5.0], 0.0).unwrap().moving([0.0, 0.0, -1.0]).unwrap();
            ray.has_contact(&mesh)
        };
        assert_eq!(
            [is_met(3.0, 0.875), is_met(0.875, 3.0), is_met(0.5, 0.5)],
            [false, false, true]
        );
        assert_eq!(
            flaw("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 3 4\n"),
            "line 6: the face crosses itself"
        );
    }

    #[test]
    fn faces_of_one_or_two_vertices_are_left_out_and_counted() {
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1\nf 1 2 3\nf\nf 2 3\n";
        let surface = parse::<f64>(text.as_bytes()).unwrap();
        assert_eq!(surface.triangles, [[0, 1, 2]]);
        let skipped = surface.skipped.unwrap().to_string();
        assert_eq!(
            skipped,
            "line 4: a face with fewer than 3 vertices: 1; 3 such faces are left out"
        );
    }

    #[test]
    fn lines_may_end_in_carriage_returns() {
        let text = "v 0 0 0\rv 1 0 0\rv 0 1 0\r\rf 1 2 4\r";
        assert_eq!(flaw(text), "line 5: vertex 4 is used, but there are only 3");
        assert_eq!(parse::<f64>(text.replace('4', "3").as_bytes()).unwrap().triangles, [[0, 1, 2]]);
    }

    #[test]
    fn decimals_are_rounded_once() {
        // Halfway between two f32s plus a little that f64 cannot see: by way of f64 it would go to
        // even, down.
        let text = "v 1.00000005960464477540 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let surface = parse::<f32>(text.as_bytes()).unwrap();
        assert_eq!(surface.vertices[0][0], 1.000_000_1_f32);
    }

    #[test]
    fn flaws_name_line_and_value() {
        assert_eq!(flaw("v 0 0\n"), "line 1: z is missing");
        assert_eq!(flaw("\nv 0 0 nan\n"), "line 2: z is nan, must be a finite number");
        assert_eq!(flaw("v 0 1e999 0\n"), "line 1: y is 1e999, past the largest f64");
        assert_eq!(flaw("v 0 x 0\n"), "line 1: y is x, must be a number");
        assert_eq!(flaw("v 0 0 0\nf 1 1 2\n"), "line 2: vertex 2 is used, but there are only 1");
        assert_eq!(
            flaw("v 0 0 0\nf 1 0 1\n"),
            "line 2: vertex 0 is used, but vertices are numbered from 1"
        );
        assert_eq!(
            flaw("v 0 0 0\nf 1 -2 1\n"),
            "line 2: vertex -2 is used, but there are only 1 before this line"
        );
        assert_eq!(flaw("v 0 0 0\nf 1 1.5 1\n"), "line 2: vertex 1.5 is not a whole number");
        assert_eq!(flaw("surf 0 1 0 1 1 2 3\n"), "line 1: free-form surfaces are not read");
    }
}
