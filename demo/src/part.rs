//! The sample part: a bearing block with a dish, organ pipes in a pocket, a tower and holes.
//! Lengths in millimetres.

use super::outline::{Circle, Flat, Outline, Section};
use super::surface::{Feature, Inside, Surface};
use spade::InsertionError;

/// The level of the plate's top.
const TOP: f64 = 14.0;

const OUTWARD: Flat = [1.0, 0.0];
const INWARD: Flat = [-1.0, 0.0];
const UP: Flat = [0.0, 1.0];
const DOWN: Flat = [0.0, -1.0];

/// The part's surface: closed, with all its features.
pub(super) fn part() -> Result<Surface, InsertionError> {
    let mut on_top = vec![dish([-43.0, 5.0]), pocket([35.0, -21.0]), tower([33.0, 29.0])];
    on_top.push(slot_with_island([-44.0, -44.0]));
    on_top.push(through_slot([67.0, 21.0]));
    on_top.extend([[-1.0, 14.0], [-1.0, 29.0], [-1.0, 44.0]].map(|place| knob(place, 4.5)));
    on_top.extend([[-77.0, -43.0], [77.0, -43.0], [77.0, 43.0], [-77.0, 43.0]].map(counterbore));
    let plate = Feature {
        outline: Outline::rectangle([0.0, 0.0], [76.0, 42.0], 5),
        section: Section::from(14.0, 0.0).arc(Circle([12.0, TOP - 2.0], 2.0), OUTWARD, UP, 3),
        inside: Inside::Level(on_top),
    };
    Surface::of(&plate)
}

/// A ring wall around a spherical dish with a drain: the rim is a circle that touches the sphere
/// from outside.
fn dish(place: Flat) -> Feature {
    let (sphere, level) = (27.0_f64, 34.0);
    let (rim, wall) = (2.5, 27.5);
    let drain = 4.0;
    let reach: f64 = sphere + rim;
    let below = (reach * reach - wall * wall).sqrt();
    let mouth = [wall / reach, -below / reach];
    let bottom = [drain / sphere, -(1.0 - drain * drain / (sphere * sphere)).sqrt()];
    let section = foot(wall + rim, TOP, 4.0)
        .arc(Circle([wall, level - below], rim), OUTWARD, UP, 3)
        .arc_on(Circle([wall, level - below], rim), UP, mouth.map(|x| -x), 3)
        .arc_on(Circle([0.0, level], sphere), mouth, bottom, 5)
        .to(drain, 0.0);
    Feature { outline: Outline::circle(place, 5), section, inside: Inside::Through }
}

/// A pocket full of round columns.
fn pocket(place: Flat) -> Feature {
    let floor = 5.0;
    let row = |y: f64, first: f64, heights: &[f64]| -> Vec<Feature> {
        let column = |(i, &height): (usize, &f64)| {
            pipe([place[0] + first + 12.0 * i as f64, place[1] + y], floor, height)
        };
        heights.iter().enumerate().map(column).collect()
    };
    let back = row(7.0, -24.0, &[46.0, 40.0, 34.0, 28.0, 22.0]);
    let front = row(-6.5, -18.0, &[31.0, 25.0, 19.0, 13.0]);
    Feature {
        outline: Outline::rectangle(place, [26.0, 9.5], 4),
        section: lip(8.0, TOP, 1.0).arc(Circle([5.0, floor + 3.0], 3.0), OUTWARD, DOWN, 3),
        inside: Inside::Level([back, front].concat()),
    }
}

/// A round column with a domed top.
fn pipe(place: Flat, floor: f64, height: f64) -> Feature {
    let radius = 3.6;
    let section =
        foot(radius, floor, 1.4).arc(Circle([0.0, height - radius], radius), OUTWARD, UP, 4);
    Feature { outline: Outline::circle(place, 4), section, inside: Inside::Tip }
}

/// A hexagonal tower with a turned, bored top.
fn tower(place: Flat) -> Feature {
    let (shoulder, top) = (30.0, 50.0);
    let bore = lip(6.0, top, 1.0).to(6.0, 22.0).to(0.0, 18.0);
    let bore = Feature { outline: Outline::circle(place, 4), section: bore, inside: Inside::Tip };
    let turned = Feature {
        outline: Outline::circle(place, 4),
        section: foot(10.5, shoulder, 2.0).arc(Circle([9.0, top - 1.5], 1.5), OUTWARD, UP, 3),
        inside: Inside::Level(vec![bore]),
    };
    Feature {
        outline: Outline::hexagon(place, 15.0, 3),
        section: foot(3.0, TOP, 4.0).arc(Circle([1.6, shoulder - 1.4], 1.4), OUTWARD, UP, 3),
        inside: Inside::Level(vec![turned]),
    }
}

/// A slot cut into the plate around an island that rises above it.
fn slot_with_island(place: Flat) -> Feature {
    let (floor, top) = (8.0, 19.0);
    let section = lip(7.0, TOP, 0.8)
        .arc(Circle([5.5, floor + 1.5], 1.5), OUTWARD, DOWN, 3)
        .arc(Circle([4.5, floor + 1.5], 1.5), DOWN, INWARD, 3)
        .arc(Circle([2.0, top - 1.0], 1.0), OUTWARD, UP, 3);
    let inside = Inside::Level(Vec::new());
    Feature { outline: Outline::slot_along_x(place, 15.0, 4), section, inside }
}

/// A slot through the whole plate.
fn through_slot(place: Flat) -> Feature {
    let section = lip(5.0, TOP, 1.2).to(5.0, 0.0);
    Feature { outline: Outline::slot_along_y(place, 9.0, 4), section, inside: Inside::Through }
}

/// A half ball on a foot.
fn knob(place: Flat, radius: f64) -> Feature {
    let section = foot(radius, TOP, 2.0).arc(Circle([0.0, TOP + 5.0], radius), OUTWARD, UP, 4);
    Feature { outline: Outline::circle(place, 4), section, inside: Inside::Tip }
}

/// A screw hole with room for the head.
fn counterbore(place: Flat) -> Feature {
    let section = lip(6.2, TOP, 0.8).to(6.2, 7.0).to(3.4, 7.0).to(3.4, 0.0);
    Feature { outline: Outline::circle(place, 4), section, inside: Inside::Through }
}

/// The foot of a wall at this distance, with a fillet to the face below.
fn foot(distance: f64, level: f64, fillet: f64) -> Section {
    let outermost = Section::from(distance + fillet, level);
    outermost.arc_on(Circle([distance + fillet, level + fillet], fillet), DOWN, INWARD, 3)
}

/// The lip of an opening of this size, with a round edge to the face around it.
fn lip(distance: f64, level: f64, round: f64) -> Section {
    let outermost = Section::from(distance + round, level);
    outermost.arc_on(Circle([distance + round, level - round], round), UP, INWARD, 3)
}
