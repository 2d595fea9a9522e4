//! A pen for short lines of text: each letter is a few strokes, each stroke a smooth curve through
//! few points.

/// Two ends of a short straight piece of ink, in pixels.
pub(super) type Ink = [[f64; 2]; 2];

/// The height of a digit or a tall letter, in units of the pen's grid.
const TALL: f64 = 6.0;

/// The space between two letters, in the same units.
const GAP: f64 = 2.0;

/// The number of straight pieces with which a bend is drawn.
const PIECES: u32 = 8;

/// The width of a letter, and its strokes on a grid. A stroke is pairs of digits x y, where y
/// counts upwards: 2 is the baseline and 8 the top.
///
/// A stroke begins at its first point and ends at its last one. The points between are control
/// points of the curve, which passes half way between each two of them. A point given twice is a
/// corner.
fn strokes(letter: char) -> (f64, &'static [&'static str]) {
    match letter {
        '0' => (4.0, &["22 42 45 48 28", "28 08 05 02 22"]),
        '1' => (2.0, &["06 28 28 22"]),
        '2' => (4.0, &["07 08 48 45 02 02 42"]),
        '3' => (4.0, &["07 08 48 45 15", "15 25 45 42 02 03"]),
        '4' => (4.0, &["32 38 38 04 04 44"]),
        '5' => (4.0, &["48 18 18 05 05 45 42 02 03"]),
        '6' => (4.0, &["38 08 02 42 45 05 04"]),
        '7' => (4.0, &["08 48 48 12"]),
        '8' => (4.0, &["25 45 48 08 05 25", "25 45 42 02 05 25"]),
        '9' => (4.0, &["12 42 48 08 05 45 46"]),
        '.' => (0.0, &["02 02"]),
        ',' => (0.5, &["12 01"]),
        'a' => (4.0, &["44 46 06 02 42 44", "46 42"]),
        'b' => (4.0, &["08 02", "04 06 46 42 02 04"]),
        'c' => (4.0, &["45 46 06 02 42 43"]),
        'd' => (4.0, &["48 42", "44 46 06 02 42 44"]),
        'e' => (4.0, &["04 44 44 46 06 02 42 43"]),
        'f' => (3.0, &["38 18 15 12", "06 26"]),
        'g' => (4.0, &["44 46 06 02 42 44", "46 43 40 00 01"]),
        'h' => (4.0, &["08 02", "04 06 46 44 42"]),
        'i' => (0.0, &["06 02", "08 08"]),
        'j' => (1.0, &["16 12 10 00", "18 18"]),
        'k' => (4.0, &["08 02", "36 04", "14 42"]),
        'l' => (0.0, &["08 02"]),
        'm' => (6.0, &["06 02", "04 06 36 34 32", "34 36 66 64 62"]),
        'n' => (4.0, &["06 02", "04 06 46 44 42"]),
        'o' => (4.0, &["22 42 46 06 02 22"]),
        'p' => (4.0, &["06 00", "04 06 46 42 02 04"]),
        'q' => (4.0, &["46 40", "44 46 06 02 42 44"]),
        'r' => (3.0, &["06 02", "04 06 36"]),
        's' => (4.0, &["45 46 06 04 44 42 02 03"]),
        't' => (3.0, &["18 14 12 32", "06 36"]),
        'u' => (4.0, &["06 04 02 42 44", "46 42"]),
        'v' => (4.0, &["06 22 22 46"]),
        'w' => (6.0, &["06 12 12 36 36 52 52 66"]),
        'x' => (4.0, &["06 42", "46 02"]),
        'y' => (4.0, &["06 22", "46 10"]),
        'z' => (4.0, &["06 46 46 02 02 42"]),
        _ => (1.0, &[]),
    }
}

/// The width in pixels of a line of text whose tall letters are `height` pixels high.
pub(super) fn width(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(|letter| strokes(letter).0 + GAP).sum();
    (units - GAP).max(0.0) * height / TALL
}

/// The ink of a line of text that begins at a spot of its baseline.
pub(super) fn write(text: &str, [x, y]: [f64; 2], height: f64) -> Vec<Ink> {
    let size = height / TALL;
    let mut ink = Vec::new();
    let mut pen = 0.0;
    for letter in text.chars() {
        let (width, strokes) = strokes(letter);
        let place = |[u, v]: [f64; 2]| [x + (pen + u) * size, y - (v - 2.0) * size];
        for stroke in strokes {
            let curve: Vec<[f64; 2]> = curve(&points(stroke)).into_iter().map(place).collect();
            ink.extend(curve.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        pen += width + GAP;
    }
    ink
}

fn points(stroke: &str) -> Vec<[f64; 2]> {
    let digit = |byte: u8| f64::from(byte.saturating_sub(b'0'));
    let pair = |pair: &str| match pair.as_bytes() {
        &[x, y] => Some([digit(x), digit(y)]),
        _ => None,
    };
    stroke.split(' ').filter_map(pair).collect()
}

/// The quadratic B-spline with these control points, from the first to the last.
fn curve(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let middle = |a: [f64; 2], b: [f64; 2]| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    let last = points.len().saturating_sub(1);
    let mut line: Vec<[f64; 2]> = points.first().copied().into_iter().collect();
    for i in 1..last {
        let start = if i == 1 { points[0] } else { middle(points[i - 1], points[i]) };
        let end = if i + 1 == last { points[last] } else { middle(points[i], points[i + 1]) };
        line.extend(
            (1..=PIECES).map(|k| bend([start, points[i], end], f64::from(k) / f64::from(PIECES))),
        );
    }
    if last == 1 {
        line.push(points[1]);
    }
    line
}

fn bend([a, b, c]: [[f64; 2]; 3], t: f64) -> [f64; 2] {
    let s = 1.0 - t;
    std::array::from_fn(|i| s * s * a[i] + 2.0 * s * t * b[i] + t * t * c[i])
}
