//! Tests of the tree: no lower bound is too great, and each item is in the tree once, in nodes
//! whose boxes contain it.
//!
//! The reference is `num-rational`, which the library itself does not use. Eight children are
//! tested at a time, on the widest lanes of this machine and on the narrow ones.

use super::bounds::{AxisIntervals, FAR, MovingBounds};
use super::frame::SceneFrame;
use super::node::{LATE, Lanes, NONE, SceneNode, WIDTH};
use super::search::{ItemGoal, Open};
use super::store::{SceneTree, Spots};
use crate::number::{Bracket, Narrow, Task, run};
use crate::random::Random;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use std::vec::Vec;

fn exact(x: f32) -> BigRational {
    BigRational::from_float(x).unwrap()
}

/// A float of any size up to the greatest that a tree can contain; often 0, 1, 2, 3 or ½.
fn some_float(random: &mut Random, power: i32) -> f32 {
    let few = [0.0, 1.0, 2.0, 3.0, 0.5];
    let m = match random.below(3) {
        0 => few[random.below(5) as usize],
        1 => 1.0 + random.below(4) as f32 * f32::EPSILON,
        _ => random.between(0.0, 2.0) as f32,
    };
    let steps = if power == 0 { 0 } else { random.below(2 * power as u64 + 1) as i32 - power };
    let x = libm::ldexp(f64::from(m), steps) as f32;
    let x = if x < FAR { x } else { FAR.next_down() };
    if random.below(2) == 0 { x } else { -x }
}

fn some_span(random: &mut Random, power: i32) -> AxisIntervals {
    let mut span = AxisIntervals { min: [0.0; 3], max: [0.0; 3] };
    for k in 0..3 {
        let (a, b) = (some_float(random, power), some_float(random, power));
        let b = if random.below(4) == 0 { a } else { b };
        (span.min[k], span.max[k]) = (a.min(b), a.max(b));
    }
    span
}

fn some_bounds(random: &mut Random, [place, drift]: [i32; 2]) -> MovingBounds {
    let still = AxisIntervals { min: [0.0; 3], max: [0.0; 3] };
    let moves = random.below(3) > 0;
    let drift = if moves { some_span(random, drift) } else { still };
    MovingBounds { place: some_span(random, place), drift }
}

/// The first time at which two boxes can have a point in common, if each of their points has any
/// velocity within the bounds of its box.
///
/// At such a time each of six linear functions of the time is at least zero, one for each axis and
/// side. The first such time is zero or a root of one of them.
fn first_time(a: &MovingBounds, b: &MovingBounds) -> Option<BigRational> {
    let mut sums = Vec::new();
    for (a, b) in [(a, b), (b, a)] {
        for k in 0..3 {
            // This function is at least zero once the upper side of `a` has reached the lower side
            // of `b`.
            let at_zero = exact(a.place.max[k]) - exact(b.place.min[k]);
            let speed = exact(a.drift.max[k]) - exact(b.drift.min[k]);
            sums.push((at_zero, speed));
        }
    }
    let roots = sums.iter().filter(|(_, speed)| !speed.is_zero());
    let mut times: Vec<BigRational> = roots.map(|(at_zero, speed)| -at_zero / speed).collect();
    times.push(BigRational::zero());
    times.retain(|time| !time.is_negative());
    times.sort();
    let holds = |time: &BigRational| {
        sums.iter().all(|(at_zero, speed)| !(at_zero + speed * time).is_negative())
    };
    times.into_iter().find(holds)
}

fn squared_distance(a: &AxisIntervals, b: &AxisIntervals) -> BigRational {
    (0..3).fold(BigRational::zero(), |sum, k| {
        let gap = exact(a.min[k]) - exact(b.max[k]);
        let gap = gap.max(exact(b.min[k]) - exact(a.max[k])).max(BigRational::zero());
        sum + &gap * &gap
    })
}

/// A node of eight children.
fn node_of(children: &[MovingBounds; WIDTH]) -> (SceneNode, Lanes) {
    let (mut node, mut drifts) = (SceneNode::EMPTY, Lanes::EMPTY);
    node.count = WIDTH as u16;
    for (lane, child) in children.iter().enumerate() {
        node.places.set(lane, &child.place);
        drifts.set(lane, &child.drift);
    }
    (node, drifts)
}

#[test]
fn no_key_is_too_late() {
    let mut random = Random(1);
    let (mut met, mut never, mut beyond) = (0, 0, 0);
    for round in 0..3000 {
        let powers = [[0, 0], [3, 3], [40, 40], [99, 99], [99, 0], [140, 140]][round % 6];
        let children = [(); WIDTH].map(|()| some_bounds(&mut random, powers));
        let (node, drifts) = node_of(&children);
        let mover = some_bounds(&mut random, powers);
        let limit = match random.below(3) {
            0 => f32::MAX,
            1 => 0.0,
            _ => some_float(&mut random, powers[0]).abs(),
        };
        for is_close in [false, true] {
            let goal = if is_close { ItemGoal::Close(mover.place) } else { ItemGoal::Met(mover) };
            let open = || Open { goal: &goal, node: &node, drifts: Some(&drifts), limit };
            for (keys, lanes) in [open().run::<Narrow>(), run(open())] {
                for (lane, child) in children.iter().enumerate() {
                    let least = match is_close {
                        true => Some(squared_distance(&mover.place, &child.place)),
                        false => first_time(&mover, child),
                    };
                    let Some(least) = least else {
                        never += 1;
                        continue;
                    };
                    let counts = lanes >> lane & 1 == 1;
                    if !counts {
                        // The greatest limit leaves nothing out.
                        assert!(limit < f32::MAX && least > exact(limit), "{mover:?} {child:?}");
                        beyond += 1;
                        continue;
                    }
                    assert!(exact(keys[lane]) <= least, "{mover:?} {child:?} {:?}", keys[lane]);
                    assert!(keys[lane] <= LATE);
                    met += 1;
                }
            }
        }
    }
    assert!(met > 20_000 && never > 2000 && beyond > 2000, "{met} {never} {beyond}");
}

/// A key is not far below the value that it bounds, or the search would visit every item.
#[test]
fn keys_tell_apart() {
    let mut random = Random(2);
    for _ in 0..1000 {
        let children = [(); WIDTH].map(|()| some_bounds(&mut random, [3, 3]));
        let (node, drifts) = node_of(&children);
        let mover = some_bounds(&mut random, [3, 3]);
        let goal = ItemGoal::Met(mover);
        let open = Open { goal: &goal, node: &node, drifts: Some(&drifts), limit: f32::MAX };
        let (keys, lanes) = run(open);
        for (lane, child) in children.iter().enumerate() {
            let counts = lanes >> lane & 1 == 1;
            match first_time(&mover, child) {
                // They never meet; the child may be ruled out or count.
                None => {}
                Some(time) => {
                    assert!(counts);
                    let below = exact(keys[lane]) * exact(1.0 + 1e-5) + exact(1e-30);
                    assert!(below >= time, "{:?} {time}", keys[lane]);
                }
            }
        }
    }
}

/// The exact coordinates of a point in a frame are within the bounds that the frame computes,
/// whatever the frame is.
#[test]
fn a_frame_holds_what_is_in_it() {
    let mut random = Random(3);
    let float = |random: &mut Random, power: i32| {
        let x = random.between(-2.0, 2.0);
        libm::ldexp(x, random.below(2 * power as u64 + 1) as i32 - power)
    };
    let fraction = |x: f64| BigRational::from_float(x).unwrap();
    for round in 0..3000 {
        let power = [2, 30, 400, 1000][round % 4];
        let [a, b, x] = [(); 3].map(|()| [(); 3].map(|()| float(&mut random, power)));
        let box_of = |a: [f64; 3], b: [f64; 3]| {
            [0, 1, 2].map(|k| Bracket { lower: a[k].min(b[k]), upper: a[k].max(b[k]) })
        };
        let frame = SceneFrame::around(&box_of(a, b));
        let way = [x, if random.below(4) == 0 { x } else { a }];
        let bounds = frame.bounds(&x.map(Bracket::of), &way);
        let holds = |lower: f32, upper: f32, x: &BigRational| {
            assert!(lower == f32::NEG_INFINITY || exact(lower) <= *x, "{lower} {x}");
            assert!(upper == f32::INFINITY || *x <= exact(upper), "{upper} {x}");
        };
        for k in 0..3 {
            let place = fraction(frame.scale) * fraction(x[k]) - fraction(frame.origin[k]);
            holds(bounds.place.min[k], bounds.place.max[k], &place);
            let drift = fraction(frame.scale) * (fraction(way[0][k]) - fraction(way[1][k]));
            holds(bounds.drift.min[k], bounds.drift.max[k], &drift);
        }
        assert_eq!(bounds.is_at_rest(), way[0] == way[1]);
    }
}

/// Asserts that each item is in the tree once, in the leaf that is recorded for it; that each node
/// is one level above its children; and that boxes contain the boxes of descendants.
fn is_sound(tree: &SceneTree, items: &[Option<MovingBounds>], spots: &Spots) {
    let mut seen = BTreeSet::new();
    let mut used = BTreeSet::new();
    let mut waiting: Vec<(u32, u32)> = [(tree.root, NONE)].into();
    while let Some((index, parent)) = waiting.pop() {
        let node = tree.node(index);
        assert!(used.insert(index));
        assert_eq!(node.parent, parent);
        assert!(index == tree.root || node.count > 0);
        for (lane, &child) in node.children().iter().enumerate() {
            let bounds = tree.bounds(index, lane);
            if node.level == 0 {
                assert!(seen.insert(child));
                assert_eq!((spots[child as usize], Some(bounds)), (index, items[child as usize]));
            } else {
                assert_eq!(tree.node(child).level, node.level - 1);
                assert!(bounds.holds(&tree.all_of(child)));
                waiting.push((child, index));
            }
        }
    }
    let expected = (0..items.len() as u32).filter(|&slot| items[slot as usize].is_some());
    assert!(seen.into_iter().eq(expected));
    assert_eq!(used.len() + tree.vacant.len(), tree.nodes.len());
    assert!(tree.vacant.iter().all(|node| !used.contains(node)));
}

#[test]
fn each_item_stands_in_the_tree_once() {
    let mut random = Random(4);
    for round in 0..60 {
        let moves = round % 2 == 0;
        let most = [3, 30, 300][round % 3];
        let some = |random: &mut Random| {
            let mut bounds = some_bounds(random, [4, 4]);
            if !moves {
                bounds.drift = AxisIntervals { min: [0.0; 3], max: [0.0; 3] };
            }
            bounds
        };
        let mut items: Vec<Option<MovingBounds>> = Vec::new();
        let mut spots = Spots::new();
        let mut tree = SceneTree::new(moves);
        for step in 0..600 {
            let slot = random.below(most) as usize;
            items.resize(items.len().max(slot + 1), None);
            let bounds = some(&mut random);
            match (items[slot], random.below(3)) {
                (None, _) => {
                    tree.insert(bounds, slot as u32, &mut spots);
                    items[slot] = Some(bounds);
                }
                (Some(_), 0) => {
                    tree.remove(slot as u32, &mut spots);
                    items[slot] = None;
                }
                (Some(_), _) => {
                    tree.change(bounds, slot as u32, &mut spots);
                    items[slot] = Some(bounds);
                }
            }
            if step == 300 {
                tree = built(&items, moves, &mut spots);
                assert!(!tree.refit_all());
            }
            if step % 50 == 49 {
                for (slot, item) in items.iter_mut().enumerate() {
                    if item.is_some() && random.below(4) > 0 {
                        let bounds = some(&mut random);
                        tree.set(&bounds, slot as u32, &spots);
                        *item = Some(bounds);
                    }
                }
                let _ = tree.refit_all();
                assert_eq!(tree.refit_below(tree.root).0, tree.all_of(tree.root));
            }
            is_sound(&tree, &items, &spots);
        }
        for slot in 0..items.len() {
            if items[slot].take().is_some() {
                tree.remove(slot as u32, &mut spots);
            }
            is_sound(&tree, &items, &spots);
        }
        assert_eq!(tree.node(tree.root).count, 0);
    }
}

fn built(items: &[Option<MovingBounds>], moves: bool, spots: &mut Spots) -> SceneTree {
    let items = items.iter().enumerate();
    let items = items.filter_map(|(slot, bounds)| bounds.map(|bounds| (bounds, slot as u32)));
    SceneTree::over(&items.collect::<Vec<_>>(), moves, spots, &|| false).unwrap()
}

/// The counts include trees that are built on all cores, and one kind has all items at one place.
#[test]
fn many_at_once_stand_in_full_nodes() {
    let mut random = Random(5);
    for count in [0, 1, 7, 8, 9, 63, 64, 65, 513, 4095, 4096, 30_000] {
        for kind in 0..3 {
            let moves = kind > 0;
            let items: Vec<Option<MovingBounds>> = (0..count)
                .map(|_| {
                    let mut bounds = some_bounds(&mut random, [4, 4]);
                    match kind {
                        0 => bounds.drift = AxisIntervals { min: [0.0; 3], max: [0.0; 3] },
                        1 => {}
                        _ => {
                            bounds = MovingBounds {
                                place: AxisIntervals { min: [1.0; 3], max: [2.0; 3] },
                                ..bounds
                            }
                        }
                    }
                    Some(bounds)
                })
                .collect();
            let mut spots = Spots::new();
            let tree = built(&items, moves, &mut spots);
            is_sound(&tree, &items, &spots);
            let least = items.len().div_ceil(WIDTH);
            let leaves = tree.nodes.iter().filter(|node| node.level == 0).count();
            assert!(leaves <= least + least / 4 + 1, "{leaves} of {count}");
        }
    }
}
