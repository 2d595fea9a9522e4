//! Reads PLY files, in text and binary: only vertices, as `f32`, and polygons, as fans of
//! triangles.

use super::surface::Surface;
use std::path::Path;

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Little,
    Big,
}

/// A kind of number, by its size in bytes and its type.
#[derive(Clone, Copy)]
enum Kind {
    Signed(usize),
    Unsigned(usize),
    Float(usize),
}

enum Property {
    One(String, Kind),
    List(Kind, Kind),
}

fn kind(word: &str) -> Kind {
    match word {
        "char" | "int8" => Kind::Signed(1),
        "short" | "int16" => Kind::Signed(2),
        "int" | "int32" => Kind::Signed(4),
        "uchar" | "uint8" => Kind::Unsigned(1),
        "ushort" | "uint16" => Kind::Unsigned(2),
        "uint" | "uint32" => Kind::Unsigned(4),
        "float" | "float32" => Kind::Float(4),
        "double" | "float64" => Kind::Float(8),
        other => panic!("no kind of number: {other}"),
    }
}

/// The numbers after the header, which are read one by one.
struct Body<'a> {
    bytes: &'a [u8],
    format: Format,
}

impl Body<'_> {
    fn next(&mut self, kind: Kind) -> f64 {
        if self.format == Format::Text {
            let blank = self.bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let rest = &self.bytes[blank..];
            let length = rest.iter().take_while(|b| !b.is_ascii_whitespace()).count();
            self.bytes = &rest[length..];
            return std::str::from_utf8(&rest[..length]).unwrap().parse().expect("a number");
        }
        let (Kind::Signed(size) | Kind::Unsigned(size) | Kind::Float(size)) = kind;
        let (number, rest) = self.bytes.split_at(size);
        self.bytes = rest;
        let mut word = [0; 8];
        for (i, &byte) in number.iter().enumerate() {
            word[if self.format == Format::Little { i } else { size - 1 - i }] = byte;
        }
        let word = u64::from_le_bytes(word);
        match kind {
            Kind::Unsigned(_) => word as f64,
            Kind::Signed(_) => ((word << (64 - 8 * size)) as i64 >> (64 - 8 * size)) as f64,
            Kind::Float(4) => f64::from(f32::from_bits(word as u32)),
            Kind::Float(_) => f64::from_bits(word),
        }
    }
}

/// Reads a file, or ends the program.
pub fn read(path: &Path) -> Surface {
    const END: &[u8] = b"end_header";
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let end = bytes.windows(END.len()).position(|w| w == END).expect("a PLY header");
    let (header, rest) = bytes.split_at(end);
    let header = std::str::from_utf8(header).expect("a header in ASCII");
    let line = rest.iter().position(|&b| b == b'\n').expect("the end of the header") + 1;
    let mut body = Body { bytes: &rest[line..], format: Format::Text };
    let mut elements: Vec<(&str, usize, Vec<Property>)> = Vec::new();
    for line in header.lines() {
        match *line.split_whitespace().collect::<Vec<_>>() {
            ["format", name, _] => {
                body.format = match name {
                    "ascii" => Format::Text,
                    "binary_little_endian" => Format::Little,
                    "binary_big_endian" => Format::Big,
                    _ => panic!("no format: {name}"),
                }
            }
            ["element", name, count] => {
                elements.push((name, count.parse().expect("a count"), Vec::new()));
            }
            ["property", "list", count, item, _] => {
                let (.., properties) = elements.last_mut().expect("an element");
                properties.push(Property::List(kind(count), kind(item)));
            }
            ["property", one, name] => {
                let (.., properties) = elements.last_mut().expect("an element");
                properties.push(Property::One(name.into(), kind(one)));
            }
            _ => {}
        }
    }
    let mut surface = Surface::default();
    for (element, count, properties) in elements {
        for _ in 0..count {
            let mut vertex = [0.0; 3];
            for property in &properties {
                match property {
                    Property::One(name, kind) => {
                        let value = body.next(*kind);
                        if let Some(k) = ["x", "y", "z"].iter().position(|axis| axis == name) {
                            vertex[k] = value as f32;
                        }
                    }
                    Property::List(length, item) => {
                        let length = body.next(*length) as usize;
                        let ring: Vec<u32> = (0..length).map(|_| body.next(*item) as u32).collect();
                        if element == "face" {
                            let fans = ring.windows(2).skip(1).map(|w| [ring[0], w[0], w[1]]);
                            surface.triangles.extend(fans);
                        }
                    }
                }
            }
            if element == "vertex" {
                surface.vertices.push(vertex);
            }
        }
    }
    surface
}
