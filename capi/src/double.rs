//! The functions of `double`; those of `float` are made of them by `build.rs`, and have `_f32`
//! behind their names.
//!
//! They are made as text and not by a macro, since the tool that writes the header reads sources
//! and expands no macros.
//!
//! Each is unsafe for one reason: what its pointers lead to is what the caller promises. So nothing
//! here needs a reason of its own; what is done with the pointers stands in `pointer.rs`.

use crate::answer::{
    Answer, AnswerColumns, ClosestPoint, ClosestPoints, Move, Penetration, Ride, Step, WalkerState,
    exact_lines, recovered,
};
use crate::batch::{self, Question};
use crate::error::{Code, answered};
use crate::handle::{Held, Real, held, keep};
use crate::pointer::{Room, bytes, copied, read, read_all, vector};
use crate::shape::{self, Column, Mover, Movers, Obstacle, Plane, WalkerOptions, with_obstacle};
use core::ffi::c_char;
use std::sync::{Arc, Mutex, PoisonError};
use tangency::{Frustum, Mesh, Polytope, Scene, Solid};

// ---- what is kept ----

/// A polytope: what is behind all of these planes, in `polytope`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_polytope(
    planes: *const Plane<f64>,
    count: usize,
    polytope: *mut u64,
) -> Code {
    answered(|| {
        let planes = read_all(planes, count, "planes")?.into_iter().map(shape::plane);
        let made = Polytope::new(planes.collect::<Result<_, _>>()?)?;
        Room::one(polytope, "polytope")?.put(0, keep(f64::entry(Held::Polytope(Arc::new(made))))?);
        Ok(())
    })
}

/// A frustum of its six planes, with outward normals: left, right, bottom, top, near, far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_frustum(planes: *const Plane<f64>, frustum: *mut u64) -> Code {
    answered(|| {
        let [left, right, bottom, top, near, far] =
            read(planes.cast::<[Plane<f64>; 6]>(), "planes")?;
        let made = Frustum::from_planes([
            shape::plane(left)?,
            shape::plane(right)?,
            shape::plane(bottom)?,
            shape::plane(top)?,
            shape::plane(near)?,
            shape::plane(far)?,
        ])?;
        Room::one(frustum, "frustum")?.put(0, keep(f64::entry(Held::Frustum(Arc::new(made))))?);
        Ok(())
    })
}

/// A frustum of its eight corners: left bottom, right bottom, right top, left top of the near
/// plane, then the same of the far plane: 24 numbers. Each normal is rounded once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_frustum_of_corners(
    corners: *const f64,
    frustum: *mut u64,
) -> Code {
    answered(|| {
        let made = Frustum::from_corners(read(corners.cast::<[[f64; 3]; 8]>(), "corners")?)?;
        Room::one(frustum, "frustum")?.put(0, keep(f64::entry(Held::Frustum(Arc::new(made))))?);
        Ok(())
    })
}

/// What a camera sees through a matrix of four rows of four numbers; `depth` is a
/// `TangencyClipDepth`. The coefficients of each plane are rounded once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_frustum_of_view(
    rows: *const f64,
    depth: u32,
    frustum: *mut u64,
) -> Code {
    answered(|| {
        let rows = read(rows.cast::<[[f64; 4]; 4]>(), "rows")?;
        let made = Frustum::from_view_projection(rows, shape::clip_depth(depth)?)?;
        Room::one(frustum, "frustum")?.put(0, keep(f64::entry(Held::Frustum(Arc::new(made))))?);
        Ok(())
    })
}

/// A mesh of vertices, a row each, and of triangles: three vertex indices for each, one after the
/// other. Builds its tree; what was given is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_mesh(
    vertices: Column<f64>,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    mesh: *mut u64,
) -> Code {
    answered(|| {
        let room = Room::one(mesh, "mesh")?;
        let vertices = shape::vertices(vertices, vertex_count)?;
        let triangles = read_all(triangles.cast::<[u32; 3]>(), triangle_count, "triangles")?;
        room.put(0, keep(shape::held_mesh(Mesh::<f64>::new(vertices, triangles)?))?);
        Ok(())
    })
}

/// A mesh from the bytes of a file; `format` is a `TangencyFileFormat`. Faces of fewer than three
/// vertices are left out, and `left_out`, which may be null, becomes their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_mesh_of_file(
    file: *const u8,
    length: usize,
    format: u32,
    mesh: *mut u64,
    left_out: *mut u64,
) -> Code {
    answered(|| {
        let room = Room::one(mesh, "mesh")?;
        let (made, faces) = shape::file::<f64>(bytes(file, length, "file")?, format)?;
        room.put(0, keep(shape::held_mesh(made))?);
        Room::new(left_out, 1, "left_out")?.put(0, faces);
        Ok(())
    })
}

/// Moves the vertices of a mesh, of which there must be as many as before; its tree is measured
/// anew, which takes a fraction of the time that building one takes. Scenes, solids and snapshots
/// that have the mesh keep it as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_mesh_set_vertices(
    mesh: u64,
    vertices: Column<f64>,
    vertex_count: usize,
) -> Code {
    answered(|| {
        let vertices = shape::vertices(vertices, vertex_count)?;
        held!(Mesh, f64, mesh, "mesh", |mesh| {
            let mut mesh = mesh.write().unwrap_or_else(PoisonError::into_inner);
            Ok(Arc::make_mut(&mut mesh).set_vertices(&vertices)?)
        })
    })
}

/// Writes a mesh and its tree as bytes to be kept in a file, as far as there is room; `length` says
/// how many they are. The same mesh always gives the same bytes, on every route.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_mesh_save(
    mesh: u64,
    saved: *mut u8,
    room: usize,
    length: *mut usize,
) -> Code {
    answered(|| {
        let (saved, length) = (Room::new(saved, room, "saved")?, Room::one(length, "length")?);
        let mesh = shape::mesh::<f64>(mesh, "mesh")?;
        saved.put_pieces(&length, |sink| mesh.save(sink), "saved")
    })
}

/// A mesh with its tree from the bytes that `tangency_mesh_save` wrote. Builds no tree; the bytes
/// are copied. Bytes of which one has changed are refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_mesh_load(
    saved: *const u8,
    length: usize,
    mesh: *mut u64,
) -> Code {
    answered(|| {
        let room = Room::one(mesh, "mesh")?;
        let made = Mesh::<f64>::from_bytes(copied(saved, length, "saved")?)?;
        room.put(0, keep(shape::held_mesh(made))?);
        Ok(())
    })
}

/// What a closed mesh bounds; the mesh is shared, and may be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_solid(mesh: u64, solid: *mut u64) -> Code {
    answered(|| {
        let made = Solid::new(shape::mesh::<f64>(mesh, "mesh")?)?;
        Room::one(solid, "solid")?.put(0, keep(f64::entry(Held::Solid(Arc::new(made))))?);
        Ok(())
    })
}

// ---- scenes ----

/// A scene with nothing in it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene(scene: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(scene, "scene")?;
        room.put(0, keep(shape::held_scene(Arc::new(Scene::<f64>::new())))?);
        Ok(())
    })
}

/// Another scene that is as this one is now, with items of the same names, and stays so when this
/// one changes. It takes no time: the two are the same until one of them changes, which then first
/// copies its items, though not their meshes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_snapshot(scene: u64, snapshot: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(snapshot, "snapshot")?;
        let now = shape::scene::<f64>(scene)?;
        room.put(0, keep(shape::held_scene(now))?);
        Ok(())
    })
}

/// Writes a scene, its meshes and their trees as bytes to be kept in a file, as
/// `tangency_mesh_save`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_save(
    scene: u64,
    saved: *mut u8,
    room: usize,
    length: *mut usize,
) -> Code {
    answered(|| {
        let (saved, length) = (Room::new(saved, room, "saved")?, Room::one(length, "length")?);
        let scene = shape::scene::<f64>(scene)?;
        saved.put_pieces(&length, |sink| scene.save(sink), "saved")
    })
}

/// A scene from the bytes that `tangency_scene_save` wrote, with items of the same names, as
/// `tangency_mesh_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_load(
    saved: *const u8,
    length: usize,
    scene: *mut u64,
) -> Code {
    answered(|| {
        let room = Room::one(scene, "scene")?;
        let made = Scene::<f64>::from_bytes(copied(saved, length, "saved")?)?;
        room.put(0, keep(shape::held_scene(Arc::new(made)))?);
        Ok(())
    })
}

/// Puts an obstacle into a scene, and names it by a number that no other item of this scene has,
/// had or will have. Meshes are shared.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_insert(
    scene: u64,
    obstacle: *const Obstacle<f64>,
    item: *mut u64,
) -> Code {
    answered(|| {
        let given = read(obstacle, "obstacle")?;
        let room = Room::one(item, "item")?;
        let made = with_obstacle(&given, |obstacle| Ok(obstacle.item()?))?;
        held!(Scene, f64, scene, "scene", |scene| {
            let mut scene = scene.write().unwrap_or_else(PoisonError::into_inner);
            room.put(0, Arc::make_mut(&mut scene).insert(made).number());
            Ok(())
        })
    })
}

/// Puts another obstacle in the place of an item, which keeps its name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_replace(
    scene: u64,
    item: u64,
    obstacle: *const Obstacle<f64>,
) -> Code {
    answered(|| {
        let given = read(obstacle, "obstacle")?;
        let made = with_obstacle(&given, |obstacle| Ok(obstacle.item()?))?;
        held!(Scene, f64, scene, "scene", |scene| {
            let mut scene = scene.write().unwrap_or_else(PoisonError::into_inner);
            let scene = Arc::make_mut(&mut scene);
            let id = scene.id(item).ok_or_else(|| shape::no_item(item))?;
            scene.replace(id, made);
            Ok(())
        })
    })
}

/// Takes an item out of a scene.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_remove(scene: u64, item: u64) -> Code {
    answered(|| {
        held!(Scene, f64, scene, "scene", |scene| {
            let mut scene = scene.write().unwrap_or_else(PoisonError::into_inner);
            let scene = Arc::make_mut(&mut scene);
            let id = scene.id(item).ok_or_else(|| shape::no_item(item))?;
            scene.remove(id);
            Ok(())
        })
    })
}

/// How many items a scene has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_length(scene: u64, length: *mut usize) -> Code {
    answered(|| {
        let room = Room::one(length, "length")?;
        held!(Scene, f64, scene, "scene", |scene| {
            room.put(0, scene.read().unwrap_or_else(PoisonError::into_inner).len());
            Ok(())
        })
    })
}

// ---- motions ----

/// The first contact of a mover with an obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_first_contact(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    answer: *mut Answer<f64>,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(answer, "answer")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, (&mover.first_contact(obstacle)?).into());
            Ok(())
        })
    })
}

/// The contact that blocks a motion: the first after which the two would overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_first_entry(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    answer: *mut Answer<f64>,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(answer, "answer")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, (&mover.first_entry(obstacle)?).into());
            Ok(())
        })
    })
}

/// The first contacts of many. A row that is no mover has the status bad row, the first of them is
/// the error, and all others are answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_first_contacts(
    movers: *const Movers<f64>,
    obstacle: *const Obstacle<f64>,
    answers: *const AnswerColumns<f64>,
) -> Code {
    answered(|| {
        let (movers, answers) = (read(movers, "movers")?, read(answers, "answers")?);
        batch::answer(Question::FirstContact, &read(obstacle, "obstacle")?, &movers, &answers)
    })
}

/// The contacts that block many motions, as `tangency_first_contacts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_first_entries(
    movers: *const Movers<f64>,
    obstacle: *const Obstacle<f64>,
    answers: *const AnswerColumns<f64>,
) -> Code {
    answered(|| {
        let (movers, answers) = (read(movers, "movers")?, read(answers, "answers")?);
        batch::answer(Question::FirstEntry, &read(obstacle, "obstacle")?, &movers, &answers)
    })
}

/// The first contact in exact numbers: a line each for `time`, `center[0]` and so on, with `x`, `y`
/// and `d` of `x + y sqrt(d)`, whole numbers or fractions. No text if there is none. Written with a
/// zero behind it; `length` is without that, and says what is needed if there is less room than
/// that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_first_contact_exact(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    text: *mut c_char,
    room: usize,
    length: *mut usize,
) -> Code {
    answered(|| {
        let (mover, length) = (shape::mover(&read(mover, "mover")?)?, Room::one(length, "length")?);
        let text = Room::new(text, room, "text")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let lines = exact_lines(&mover.first_contact_exact(obstacle)?);
            text.put_text(&length, lines.as_bytes(), "text")
        })
    })
}

/// The contact that blocks a motion in exact numbers, as `tangency_first_contact_exact`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_first_entry_exact(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    text: *mut c_char,
    room: usize,
    length: *mut usize,
) -> Code {
    answered(|| {
        let (mover, length) = (shape::mover(&read(mover, "mover")?)?, Room::one(length, "length")?);
        let text = Room::new(text, room, "text")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let lines = exact_lines(&mover.first_entry_exact(obstacle)?);
            text.put_text(&length, lines.as_bytes(), "text")
        })
    })
}

/// All contacts, in order of time: as many as there is room for; `count` says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_contacts(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    answers: *mut Answer<f64>,
    room: usize,
    count: *mut usize,
) -> Code {
    answered(|| {
        let (mover, count) = (shape::mover(&read(mover, "mover")?)?, Room::one(count, "count")?);
        let answers = Room::new(answers, room, "answers")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let found = mover.contacts(obstacle)?;
            answers.put_all(&count, found.iter().map(Answer::from), "answers")
        })
    })
}

/// The time of the first contact, rounded to the nearest float; NaN if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_contact_time(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    time: *mut f64,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(time, "time")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, mover.contact_time(obstacle)?.unwrap_or(f64::NAN));
            Ok(())
        })
    })
}

/// The same, rounded down: until then nothing is touched. NaN if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_time_down(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    time: *mut f64,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(time, "time")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, mover.time_down(obstacle)?.unwrap_or(f64::NAN));
            Ok(())
        })
    })
}

/// The time of the last touch; NaN if they never touch, or for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_last_time(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    time: *mut f64,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(time, "time")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, mover.last_time(obstacle)?.unwrap_or(f64::NAN));
            Ok(())
        })
    })
}

/// Whether they touch within the motion: 0 or 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_has_contact(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    touches: *mut u32,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(touches, "touches")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, mover.has_contact(obstacle)?.into());
            Ok(())
        })
    })
}

// ---- moves ----

/// How far a body gets along a displacement, from where it is at time zero, before something blocks
/// it. The way there is free, and so is its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_advance(
    mover: *const Mover<f64>,
    displacement: *const f64,
    obstacle: *const Obstacle<f64>,
    moved: *mut Move<f64>,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(moved, "moved")?);
        let displacement = vector(displacement, "displacement")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, Move::of_advance(&mover.advance(obstacle, displacement)??, displacement));
            Ok(())
        })
    })
}

/// The same, and on along what blocks it, in at most `iterations` legs; 0 stands for the library's
/// own number. The ends of the legs, of which there are never more, go into `legs` if that is not
/// null and has room for so many; `count` says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_slide(
    mover: *const Mover<f64>,
    displacement: *const f64,
    iterations: usize,
    obstacle: *const Obstacle<f64>,
    moved: *mut Move<f64>,
    legs: *mut f64,
    legs_room: usize,
    legs_count: *mut usize,
) -> Code {
    answered(|| {
        let (mover, room) = (shape::mover(&read(mover, "mover")?)?, Room::one(moved, "moved")?);
        let displacement = vector(displacement, "displacement")?;
        let (legs, count) =
            (Room::new(legs.cast(), legs_room, "legs")?, Room::new(legs_count, 1, "count")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let slide = mover.slide(obstacle, displacement, shape::slide_options(iterations))??;
            room.put(0, Move::of_slide(&slide));
            legs.put_all(&count, slide.legs.into_iter(), "legs")
        })
    })
}

/// A free place near where a body is at time zero; `found` is a `TangencyStartKind`. Where it is
/// free already, or none is found, `position` is where it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_recover(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    found: *mut u32,
    position: *mut f64,
) -> Code {
    answered(|| {
        let mover = shape::mover(&read(mover, "mover")?)?;
        let found = Room::one(found, "found")?;
        let room = Room::one(position.cast::<[f64; 3]>(), "position")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let (kind, place) = recovered(&mover.recover(obstacle)??);
            found.put(0, kind as u32);
            room.put(0, place.unwrap_or_else(|| mover.place()));
            Ok(())
        })
    })
}

/// A character that walks, climbs steps, falls and jumps: a capsule, where it is at time zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker(
    body: *const Mover<f64>,
    options: *const WalkerOptions<f64>,
    walker: *mut u64,
) -> Code {
    answered(|| {
        let body = shape::capsule(&shape::mover(&read(body, "body")?)?)?;
        let made = tangency::Walker::new(body, read(options, "options")?.into())?;
        let room = Room::one(walker, "walker")?;
        room.put(0, keep(f64::entry(Held::Walker(Mutex::new(made))))?);
        Ok(())
    })
}

/// A step of a walker along a displacement, in a world at rest. If `velocity` is not null, it first
/// replaces how far it goes by itself in a step: it falls, or was thrown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_step(
    walker: u64,
    displacement: *const f64,
    velocity: *const f64,
    world: *const Obstacle<f64>,
    step: *mut Step<f64>,
) -> Code {
    answered(|| {
        let (displacement, room) =
            (vector(displacement, "displacement")?, Room::one(step, "step")?);
        let velocity = if velocity.is_null() { None } else { Some(vector(velocity, "velocity")?) };
        let world = read(world, "world")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            // Of a step that fails nothing is left.
            let mut next = *walker;
            next.velocity = velocity.unwrap_or(next.velocity);
            let step = with_obstacle(&world, |world| Ok(next.step_in_any(displacement, world)??))?;
            room.put(
                0,
                Step {
                    start: recovered(&step.start).0 as u32,
                    position: next.position(),
                    velocity: next.velocity,
                    floor: Answer::of_contact(step.floor.as_ref()),
                    ceiling: Answer::of_contact(step.ceiling.as_ref()),
                    is_wedged: step.is_wedged.into(),
                    platform_velocity: step.platform_velocity,
                },
            );
            *walker = next;
            Ok(())
        })
    })
}

/// While the world moves, before a step in the world as it then is: the walker goes along by a
/// displacement, that of what it stands on, and is pushed by what runs into it. In `moving` each
/// thing that moves is on its way in the time from 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_ride(
    walker: u64,
    displacement: *const f64,
    moving: *const Obstacle<f64>,
    ride: *mut Ride<f64>,
) -> Code {
    answered(|| {
        let (displacement, room) =
            (vector(displacement, "displacement")?, Room::one(ride, "ride")?);
        let moving = read(moving, "moving")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            with_obstacle(&moving, |moving| {
                let ride = walker.ride_in_any(displacement, moving)??;
                room.put(0, Ride::of(&ride, walker.position()));
                Ok(())
            })
        })
    })
}

/// The state of a walker: all that its next steps depend on, except for its options and the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_state(walker: u64, state: *mut WalkerState<f64>) -> Code {
    answered(|| {
        let room = Room::one(state, "state")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            room.put(0, walker.state().into());
            Ok(())
        })
    })
}

/// Puts a walker into a state, its own or that of another one: wherever that is, and whatever is
/// there. Its next steps then have the same bits as those of the walker whose state it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_restore(
    walker: u64,
    state: *const WalkerState<f64>,
) -> Code {
    answered(|| {
        let state = read(state, "state")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(state.restore(&mut walker)?)
        })
    })
}

/// Gives a walker another body, here or elsewhere, if there is room for it in the world: to crouch,
/// to stand up, to be put elsewhere. Then `in_the_way` is of status none; else the walker stays as
/// it is, and that is the overlap.
///
/// It stands as before if the end `a` of its axis and its radius remain; else it is in the air. To
/// put it elsewhere whatever is there, restore a state of that position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_set_body(
    walker: u64,
    body: *const Mover<f64>,
    world: *const Obstacle<f64>,
    in_the_way: *mut Answer<f64>,
) -> Code {
    answered(|| {
        let body = shape::capsule(&shape::mover(&read(body, "body")?)?)?;
        let (world, room) = (read(world, "world")?, Room::one(in_the_way, "in_the_way")?);
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            with_obstacle(&world, |world| {
                let overlap = walker.set_body_in_any(body, world)??;
                room.put(0, overlap.as_ref().map_or(Answer::none(), Answer::of_overlap));
                Ok(())
            })
        })
    })
}

/// Puts a walker elsewhere, in the air, if there is room for it in the world: then `in_the_way` is
/// of status none; else the walker stays where it is, and that is the overlap. Where it is already,
/// it stands as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_teleport(
    walker: u64,
    position: *const f64,
    world: *const Obstacle<f64>,
    in_the_way: *mut Answer<f64>,
) -> Code {
    answered(|| {
        let (position, world) = (vector(position, "position")?, read(world, "world")?);
        let room = Room::one(in_the_way, "in_the_way")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            with_obstacle(&world, |world| {
                let overlap = walker.teleport_into_any(position, world)??;
                room.put(0, overlap.as_ref().map_or(Answer::none(), Answer::of_overlap));
                Ok(())
            })
        })
    })
}

// ---- at rest ----

/// Whether the two share a point at time zero, 0 or 1; if `is_hollow` is not 0, of the mover only
/// its surface counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_intersects(
    mover: *const Mover<f64>,
    is_hollow: u32,
    obstacle: *const Obstacle<f64>,
    intersects: *mut u32,
) -> Code {
    answered(|| {
        let mover = shape::mover(&read(mover, "mover")?)?;
        let room = Room::one(intersects, "intersects")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, mover.intersects(obstacle, is_hollow != 0)?.into());
            Ok(())
        })
    })
}

/// The least translation of a mover that ends an overlap at time zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_penetration(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    penetration: *mut Penetration<f64>,
) -> Code {
    answered(|| {
        let mover = shape::mover(&read(mover, "mover")?)?;
        let room = Room::one(penetration, "penetration")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, Penetration::of(mover.penetration(obstacle)?));
            Ok(())
        })
    })
}

/// The point of an obstacle that is closest to a given one, at time zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_closest(
    point: *const f64,
    obstacle: *const Obstacle<f64>,
    closest: *mut ClosestPoint<f64>,
) -> Code {
    answered(|| {
        let (point, room) =
            (shape::point(vector(point, "point")?)?, Room::one(closest, "closest")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, ClosestPoint::of(obstacle.closest(&point)?));
            Ok(())
        })
    })
}

/// The closest points of an obstacle and of the axis of a capsule, at time zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_closest_points(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    closest: *mut ClosestPoints<f64>,
) -> Code {
    answered(|| {
        let mover = shape::mover(&read(mover, "mover")?)?;
        let room = Room::one(closest, "closest")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, ClosestPoints::of(mover.closest_points(obstacle)?));
            Ok(())
        })
    })
}

/// Whether all of a mover is inside of what planes bound at time zero, or outside: `containment` is
/// a `TangencyContainment`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_containment(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    containment: *mut u32,
) -> Code {
    answered(|| {
        let mover = shape::mover(&read(mover, "mover")?)?;
        let room = Room::one(containment, "containment")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, shape::side(mover.containment(obstacle)?) as u32);
            Ok(())
        })
    })
}

/// The triangles of a mesh that share a point with a mover at time zero, in order: as many as there
/// is room for; `count` says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_intersecting(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    triangles: *mut u64,
    room: usize,
    count: *mut usize,
) -> Code {
    answered(|| {
        let (mover, count) = (shape::mover(&read(mover, "mover")?)?, Room::one(count, "count")?);
        let triangles = Room::new(triangles, room, "triangles")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let found = mover.intersecting(obstacle)?;
            triangles.put_all(&count, found.iter().map(|index| *index as u64), "triangles")
        })
    })
}

/// How far a point is from the surface of a solid, negative inside; NaN if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_signed_distance(
    point: *const f64,
    obstacle: *const Obstacle<f64>,
    distance: *mut f64,
) -> Code {
    answered(|| {
        let (point, room) =
            (shape::point(vector(point, "point")?)?, Room::one(distance, "distance")?);
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            room.put(0, obstacle.signed_distance(&point)?.unwrap_or(f64::NAN));
            Ok(())
        })
    })
}
