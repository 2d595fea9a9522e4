//! The legend: the meaning of the colours, in numbers.

use super::color::{Color, on_scale, srgb};
use super::flight::{Flight, Times};
use super::letters::{Ink, width, write};
use super::vector::mix;

const PEN: [u8; 3] = [70, 74, 84];

/// Writes the legend into the lower left corner.
pub(super) fn draw(colors: &mut [Color], size: [usize; 2], times: &Times, flights: &[Flight]) {
    let unit = size[0] as f64 / 1600.0;
    let (left, bottom) = (56.0 * unit, size[1] as f64 - 52.0 * unit);
    let bar = [360.0 * unit, 12.0 * unit];
    let top = bottom - 28.0 * unit - bar[1];
    paint_bar(colors, size, [left, top], bar);
    let touched = flights.iter().filter(|flight| flight.contact.is_some()).count();
    let height = 15.0 * unit;
    let mut ink = write("time of first contact, seconds", [left, top - 16.0 * unit], height);
    let count = format!("{touched} of {} spheres touch", flights.len());
    ink.extend(write(&count, [left + bar[0] + 40.0 * unit, top + bar[1]], height));
    for (share, label) in ticks(times) {
        let x = left + share * bar[0];
        let label_left = x - width(&label, height) / 2.0;
        ink.extend(write(&label, [label_left, bottom + 5.0 * unit], height));
        ink.push([[x, top + bar[1] + 3.0 * unit], [x, top + bar[1] + 8.0 * unit]]);
    }
    paint_ink(colors, size, &ink, 0.85 * unit);
}

/// Round numbers within the span of the times, with their places on the bar from 0 to 1.
fn ticks(times: &Times) -> Vec<(f64, String)> {
    let span = times.last - times.first;
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
    let Some(&step) = steps.iter().find(|&&step| span > 0.0 && span / step <= 6.0) else {
        return Vec::new();
    };
    let decimals = if step < 0.1 { 2 } else { usize::from(step < 1.0) };
    let first = (times.first / step).ceil() as u32;
    let last = (times.last / step).floor() as u32;
    let tick = |i: u32| {
        let time = f64::from(i) * step;
        ((time - times.first) / span, format!("{time:.decimals$}"))
    };
    (first..=last).map(tick).collect()
}

fn paint_bar(
    colors: &mut [Color],
    [width, height]: [usize; 2],
    [left, top]: [f64; 2],
    bar: [f64; 2],
) {
    for y in top as usize..((top + bar[1]) as usize).min(height) {
        for x in left as usize..((left + bar[0]) as usize).min(width) {
            colors[y * width + x] = on_scale((x as f64 + 0.5 - left) / bar[0]);
        }
    }
}

/// Draws strokes of this half width with round ends.
fn paint_ink(colors: &mut [Color], [width, height]: [usize; 2], ink: &[Ink], half_width: f64) {
    let mut covered = vec![0.0_f64; colors.len()];
    for &[a, b] in ink {
        let reach = half_width + 1.0;
        let from = |i: usize| (a[i].min(b[i]) - reach).max(0.0) as usize;
        let to = |i: usize, end: usize| ((a[i].max(b[i]) + reach).max(0.0) as usize + 1).min(end);
        for y in from(1)..to(1, height) {
            for x in from(0)..to(0, width) {
                let away = distance([x as f64 + 0.5, y as f64 + 0.5], a, b);
                let cover = (half_width + 0.5 - away).clamp(0.0, 1.0);
                let pixel = &mut covered[y * width + x];
                *pixel = pixel.max(cover);
            }
        }
    }
    let pen = srgb(PEN);
    for (color, cover) in colors.iter_mut().zip(covered) {
        *color = mix(*color, pen, cover);
    }
}

/// The distance of a spot from a straight piece of ink.
fn distance(spot: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let [px, py] = [spot[0] - a[0], spot[1] - a[1]];
    let length2 = dx * dx + dy * dy;
    let t = if length2 > 0.0 { ((px * dx + py * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
    let [ex, ey] = [px - t * dx, py - t * dy];
    (ex * ex + ey * ey).sqrt()
}
