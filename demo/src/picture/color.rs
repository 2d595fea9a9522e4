//! Colours, which are linear light until they become sRGB bytes at the end, and the colour scale of
//! contact times.

use super::vector::{Vector, mix};

/// Amounts of red, green and blue light.
pub(super) type Color = Vector;

/// The scale from early to late: it becomes steadily lighter, and most colour-blind people can
/// distinguish its hues, too.
const SCALE: [[u8; 3]; 7] = [
    [38, 28, 110],
    [104, 26, 148],
    [172, 34, 134],
    [222, 62, 98],
    [247, 112, 62],
    [253, 170, 48],
    [250, 226, 92],
];

/// The colour for `t` from 0 (early) to 1 (late).
pub(super) fn on_scale(t: f64) -> Color {
    let last = SCALE.len() - 1;
    let place = t.clamp(0.0, 1.0) * last as f64;
    let step = (place as usize).min(last - 1);
    let [a, b] = [SCALE[step], SCALE[step + 1]].map(|stop| stop.map(|v| f64::from(v) / 255.0));
    mix(a, b, place - step as f64).map(decode)
}

/// A colour from its sRGB bytes.
pub(super) fn srgb(bytes: [u8; 3]) -> Color {
    bytes.map(|v| decode(f64::from(v) / 255.0))
}

/// The sRGB bytes of a colour; light that is too bright for them is compressed, not cut off.
pub(super) fn to_bytes(color: Color) -> [u8; 3] {
    color.map(|light| (encode(shoulder(light)) * 255.0 + 0.5) as u8)
}

/// Leaves dark and medium light unchanged and bends bright light towards 1.
fn shoulder(light: f64) -> f64 {
    const KNEE: f64 = 0.8;
    let light = light.max(0.0);
    if light < KNEE {
        light
    } else {
        let over = (light - KNEE) / (1.0 - KNEE);
        KNEE + (1.0 - KNEE) * over / (1.0 + over)
    }
}

/// The sRGB transfer function, from light to its code.
fn encode(light: f64) -> f64 {
    if light <= 0.0031308 { 12.92 * light } else { 1.055 * five_twelfths(light) - 0.055 }
}

/// The inverse, from a code to light: `((code + 0.055) / 1.055)^2.4`.
fn decode(code: f64) -> f64 {
    if code <= 0.04045 {
        code / 12.92
    } else {
        let base = (code + 0.055) / 1.055;
        base * base * fifth_root(base * base)
    }
}

/// `x^(5/12)` for `x` from about 0.003 to 1, by Newton's method for `y^12 = x^5`, which starts
/// above the root.
fn five_twelfths(x: f64) -> f64 {
    let target = x * x * x * x * x;
    let mut y = x.sqrt().sqrt() * x.sqrt().sqrt().sqrt();
    for _ in 0..7 {
        let y2 = y * y;
        let y4 = y2 * y2;
        let y11 = y4 * y4 * y2 * y;
        y -= (y11 * y - target) / (12.0 * y11);
    }
    y
}

/// The fifth root of `x`, for `0 < x ≤ 1`, by Newton's method for `y^5 = x`, which starts above the
/// root.
fn fifth_root(x: f64) -> f64 {
    let mut y = x.sqrt().sqrt().sqrt();
    for _ in 0..7 {
        let y4 = y * y * y * y;
        y -= (y4 * y - x) / (5.0 * y4);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for byte in 0..=255_u8 {
            let light = srgb([byte; 3])[0];
            assert_eq!((encode(light) * 255.0 + 0.5) as u8, byte);
        }
    }

    #[test]
    fn the_scale_gets_ever_lighter() {
        let lightness = |t: f64| {
            let [r, g, b] = on_scale(t);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        assert!(
            (0..100).all(|i| lightness(f64::from(i) / 100.0) < lightness(f64::from(i + 1) / 100.0))
        );
    }
}
