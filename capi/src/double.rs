//! The functions for `double`. From these, `build.rs` makes the functions for `float`, with `_f32`
//! appended to their names.
//!
//! The functions for `float` are made as text and not by a macro, because the tool that writes the
//! header expands no macros.
//!
//! Each function is unsafe for the same reason: the caller must pass pointers to enough memory. So
//! the unsafe blocks of this file do not repeat the reason. `pointer.rs` has all code that uses the
//! pointers.

use crate::answer::{
    Answer, AnswerColumns, ClosestPoint, ClosestPoints, Feature, Move, Penetration, Ride, Step,
    TouchedTriangle, WalkerState, exact_lines, recovered,
};
use crate::batch::{self, Question};
use crate::error::{Code, answered};
use crate::handle::{Held, Real, held, keep};
use crate::pointer::{Room, bytes, copied, read, read_all, vector};
use crate::shape::{self, Column, Mover, Movers, Obstacle, Plane, WalkerOptions, with_obstacle};
use core::ffi::c_char;
use std::sync::{Arc, Mutex, PoisonError};
use tangency::{Frustum, Hull, Mesh, Polytope, Scene, Solid};

// ---- objects with handles ----

/// Creates a polytope, the intersection of the half-spaces behind some planes, and writes its
/// handle to `polytope`.
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

/// Creates a frustum from its six planes, with outward normals: left, right, bottom, top, near,
/// far.
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

/// Creates a frustum from its eight corners, which are 24 numbers: left bottom, right bottom, right
/// top and left top of the near plane, then the same corners of the far plane. Each normal is
/// rounded once.
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

/// Creates the view frustum of a camera from the view-projection matrix, which is four rows of four
/// numbers. `depth` is a `TangencyClipDepth`. The coefficients of each plane are rounded once.
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

/// Creates a hull, the convex hull of one or more points, from a column of points. They may be
/// repeated, inside, collinear or coplanar, and are copied. A hull is a mover or an obstacle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_hull(points: Column<f64>, count: usize, hull: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(hull, "hull")?;
        let made = Hull::<f64, 3>::new(shape::points(points, count, "points")?)?;
        room.put(0, keep(f64::entry(Held::Hull(made)))?);
        Ok(())
    })
}

/// Creates a mesh from a column of vertices and an array of triangles, three vertex indices each.
/// The arrays are copied, and the BVH is built.
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
        let vertices = shape::points(vertices, vertex_count, "vertices")?;
        let triangles = read_all(triangles.cast::<[u32; 3]>(), triangle_count, "triangles")?;
        room.put(0, keep(shape::held_mesh(Mesh::<f64>::new(vertices, triangles)?))?);
        Ok(())
    })
}

/// Creates a mesh from the bytes of a file. `format` is a `TangencyFileFormat`. Faces with fewer
/// than three vertices are left out, and their number is written to `left_out`, which may be null.
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

/// Replaces the vertices of a mesh by as many others, and refits the BVH, which takes a fraction of
/// the time of a rebuild. Scenes, solids and snapshots that share the mesh keep the old vertices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_mesh_set_vertices(
    mesh: u64,
    vertices: Column<f64>,
    vertex_count: usize,
) -> Code {
    answered(|| {
        let vertices = shape::points(vertices, vertex_count, "vertices")?;
        held!(Mesh, f64, mesh, "mesh", |mesh| {
            let mut mesh = mesh.write().unwrap_or_else(PoisonError::into_inner);
            Ok(Arc::make_mut(&mut mesh).set_vertices(&vertices)?)
        })
    })
}

/// Writes a mesh and its BVH as bytes for a file, as far as there is room, and the number of all
/// bytes to `length`. The same mesh always has the same bytes, in every language.
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

/// Creates a mesh from the bytes that `tangency_mesh_save` wrote, with the saved BVH. The bytes are
/// copied, and are refused if one of them has changed.
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

/// Creates a solid, the interior of a closed mesh. The mesh is shared, and its handle may be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_solid(mesh: u64, solid: *mut u64) -> Code {
    answered(|| {
        let made = Solid::new(shape::mesh::<f64>(mesh, "mesh")?)?;
        Room::one(solid, "solid")?.put(0, keep(f64::entry(Held::Solid(Arc::new(made))))?);
        Ok(())
    })
}

// ---- scenes ----

/// Creates an empty scene.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene(scene: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(scene, "scene")?;
        room.put(0, keep(shape::held_scene(Arc::new(Scene::<f64>::new())))?);
        Ok(())
    })
}

/// Creates a snapshot: another scene with the present items, under the same numbers, which stays
/// the same when this scene changes. A snapshot takes no time, since both scenes share the items.
/// The first change of either scene copies the items, but not their meshes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_scene_snapshot(scene: u64, snapshot: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(snapshot, "snapshot")?;
        let now = shape::scene::<f64>(scene)?;
        room.put(0, keep(shape::held_scene(now))?);
        Ok(())
    })
}

/// Writes a scene, its meshes and their BVHs as bytes for a file, as `tangency_mesh_save` does for
/// a mesh.
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

/// Creates a scene from the bytes that `tangency_scene_save` wrote, as `tangency_mesh_load` does
/// for a mesh. The items keep their numbers.
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

/// Inserts an obstacle into a scene, and writes the number of the new item to `item`. A scene never
/// uses a number for two items. Meshes are shared.
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

/// Replaces an item by another obstacle, under the same number.
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

/// Removes an item from a scene.
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

/// Writes the number of the items of a scene to `length`.
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

/// Finds the first contact of a mover with an obstacle.
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

/// Finds the blocking hit of a motion: the first contact after which the two would overlap.
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

/// Finds the first contact of each of many movers. An invalid row gets the status bad row, and all
/// other rows are answered. The error is about the first invalid row.
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

/// Finds the blocking hit of each of many movers, as `tangency_first_contacts` does.
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

/// Finds the first contact in exact numbers, as a text with a line each for `time`, `center[0]` and
/// so on. A line has the name, and `x`, `y` and `d` of `x + y sqrt(d)`, which are integers or
/// fractions. The text ends with a zero, which `length` does not count. The text is empty if there
/// is no contact, or if it is longer than the room.
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

/// Finds the blocking hit of a motion in exact numbers, as `tangency_first_contact_exact` does.
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

/// Finds all contacts, in order of time. Writes as many contacts as there is room for, and the
/// number of all contacts to `count`.
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

/// Finds all corners of the first contact of a box, a parallelepiped, a triangle or a hull with a
/// convex obstacle. The contact is a point, a segment or a convex polygon on the obstacle. The
/// corners have three numbers each, and are counterclockwise as seen from the mover. Writes as many
/// corners as there is room for, and the number of all corners, 0 if there is no contact, to
/// `count`. `feature` and `mover_feature`, which may be null, are the features of the obstacle and
/// of the mover that contain the first corner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_touched(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    points: *mut f64,
    room: usize,
    count: *mut usize,
    feature: *mut Feature,
    mover_feature: *mut Feature,
) -> Code {
    answered(|| {
        let (mover, count) = (shape::mover(&read(mover, "mover")?)?, Room::one(count, "count")?);
        let points = Room::new(points.cast::<[f64; 3]>(), room, "points")?;
        let feature = Room::new(feature, 1, "feature")?;
        let mover_feature = Room::new(mover_feature, 1, "mover_feature")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let touched = mover.touched(obstacle)?;
            let (corners, of_obstacle, of_mover) = touched.as_ref().map_or_else(
                || (&[][..], Feature::NONE, Feature::NONE),
                |it| (&it.points[..], (&it.feature).into(), (&it.mover_feature).into()),
            );
            feature.put(0, of_obstacle);
            mover_feature.put(0, of_mover);
            points.put_all(&count, corners.iter().copied(), "points")
        })
    })
}

/// Finds the whole contact of a box, a parallelepiped, a triangle or a hull with each triangle of a
/// mesh or a mesh instance that is touched at exactly the time of the first contact, in order of
/// the triangles.
///
/// Writes as many triangles as there is room for, and the number of all, 0 if there is no contact,
/// to `count`. The corners of all these contacts, three numbers each, are written one after another
/// to `points`, and their number to `points_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_touched_triangles(
    mover: *const Mover<f64>,
    obstacle: *const Obstacle<f64>,
    triangles: *mut TouchedTriangle,
    room: usize,
    count: *mut usize,
    points: *mut f64,
    points_room: usize,
    points_count: *mut usize,
) -> Code {
    answered(|| {
        let (mover, count) = (shape::mover(&read(mover, "mover")?)?, Room::one(count, "count")?);
        let triangles = Room::new(triangles, room, "triangles")?;
        let points = Room::new(points.cast::<[f64; 3]>(), points_room, "points")?;
        let points_count = Room::one(points_count, "points_count")?;
        with_obstacle(&read(obstacle, "obstacle")?, |obstacle| {
            let touched = mover.touched_triangles(obstacle)?;
            let corners = touched.iter().flat_map(|it| it.points.iter().copied());
            let corners: Vec<[f64; 3]> = corners.collect();
            let all = triangles.put_all(&count, TouchedTriangle::each(&touched), "triangles");
            // The number of corners is written even if there is too little room for the triangles.
            points.put_all(&points_count, corners.iter().copied(), "points").and(all)
        })
    })
}

/// Computes the time of the first contact, rounded to the nearest float, or NaN if there is no
/// contact.
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

/// Computes the time of the first contact, rounded down, so that no contact is earlier than the
/// result, or NaN if there is no contact.
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

/// Computes the time of the last contact (exit time), or NaN if the two never touch or touch for
/// ever.
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

/// Tests whether there is a contact at any time of the motion. Writes 0 or 1.
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

/// Moves a body along a displacement, from its position at time zero, until an obstacle blocks it.
/// The path and its end are free: they overlap no obstacle.
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

/// Moves a body along a displacement, and slides it along the obstacles that block it, in at most
/// `iterations` legs, where 0 stands for the default, 12. The end of each leg is written to `legs`,
/// and the number of legs to `legs_count`. Both pointers may be null.
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

/// Finds a free position near the position of a body at time zero. `found` is a
/// `TangencyStartKind`. If the body is free already, or if no free position is found, `position` is
/// the body's own position.
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

/// Creates a walker, a kinematic character controller that walks, climbs steps, falls and jumps.
/// Its body is a capsule, or an oriented box or a hull without a radius, at its position at time
/// zero. A box and a hull have a flat base, and do not turn. The walker keeps the hull after its
/// handle is freed; its position is the position of the first point of the hull.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker(
    body: *const Mover<f64>,
    options: *const WalkerOptions<f64>,
    walker: *mut u64,
) -> Code {
    answered(|| {
        let (body, hull) = shape::walker_body(&read(body, "body")?)?;
        let made = tangency::Walker::new(body, read(options, "options")?.into())?;
        let room = Room::one(walker, "walker")?;
        room.put(0, keep(f64::entry(Held::Walker(Mutex::new((made, hull)))))?);
        Ok(())
    })
}

/// Takes a step of a walker along a displacement, in a world at rest. If `velocity` is not null, it
/// first becomes the velocity of the walker: the displacement by which the walker moves on its own
/// in each step, by a fall or a throw.
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
            // A step that fails leaves the walker unchanged.
            let mut next = walker.0.clone();
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
            walker.0 = next;
            Ok(())
        })
    })
}

/// Moves a walker with a moving world: its platform carries the walker, and obstacles that run into
/// the walker push it. In `moving`, the motions of the obstacles take the time from 0 to 1. After
/// this call, take a step in the world as it is at time 1.
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
                let ride = walker.0.ride_in_any(displacement, moving)??;
                room.put(0, Ride::of(&ride, walker.0.position()));
                Ok(())
            })
        })
    })
}

/// Writes the state of a walker, on which its next steps depend, together with its options and the
/// world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_state(walker: u64, state: *mut WalkerState<f64>) -> Code {
    answered(|| {
        let room = Room::one(state, "state")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            room.put(0, WalkerState::from(&*walker));
            Ok(())
        })
    })
}

/// Sets the state of a walker to an earlier state or to the state of another walker, without a
/// check of obstacles. Then the next steps have the same bits as those steps of the walker from
/// which the state was taken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_restore(
    walker: u64,
    state: *const WalkerState<f64>,
) -> Code {
    answered(|| {
        let state = read(state, "state")?;
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            state.restore(&mut walker)
        })
    })
}

/// Gives a walker another body, at any position, if there is room for it in the world: to crouch,
/// to stand up, to teleport. If there is room, `in_the_way` has the status none. Otherwise the
/// walker stays as it is, and `in_the_way` is the overlap.
///
/// The walker keeps its floor if the end `a` of the axis and the radius of a capsule stay the same,
/// or if a box or a hull stays the same; otherwise it is in the air. To move a walker without a
/// check of obstacles, restore a state with the new position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_walker_set_body(
    walker: u64,
    body: *const Mover<f64>,
    world: *const Obstacle<f64>,
    in_the_way: *mut Answer<f64>,
) -> Code {
    answered(|| {
        let (body, hull) = shape::walker_body(&read(body, "body")?)?;
        let (world, room) = (read(world, "world")?, Room::one(in_the_way, "in_the_way")?);
        held!(Walker, f64, walker, "walker", |walker| {
            let mut walker = walker.lock().unwrap_or_else(PoisonError::into_inner);
            with_obstacle(&world, |world| {
                let overlap = walker.0.set_body_in_any(body.clone(), world)??;
                if overlap.is_none() {
                    walker.1 = hull;
                }
                room.put(0, overlap.as_ref().map_or(Answer::none(), Answer::of_overlap));
                Ok(())
            })
        })
    })
}

/// Moves a walker to a position in the air, if there is room for it in the world. If there is room,
/// `in_the_way` has the status none. Otherwise the walker stays at its position, and `in_the_way`
/// is the overlap. If the position is its own, the walker keeps its floor.
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
                let overlap = walker.0.teleport_into_any(position, world)??;
                room.put(0, overlap.as_ref().map_or(Answer::none(), Answer::of_overlap));
                Ok(())
            })
        })
    })
}

// ---- at rest ----

/// Tests whether a mover and an obstacle share a point at time zero. Writes 0 or 1. If `is_hollow`
/// is not 0, only the surface of the mover counts.
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

/// Computes the shortest translation of a mover that ends an overlap at time zero.
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

/// Finds the point of an obstacle that is closest to a given point, at time zero.
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

/// Finds the closest points of an obstacle and of the axis of a capsule, or of a box, a
/// parallelepiped, a triangle or a hull without its radius, at time zero.
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

/// Tests whether a mover at time zero is inside of a body that planes bound, outside of the body,
/// or across its boundary. `containment` is a `TangencyContainment`.
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

/// Finds the triangles of a mesh that share a point with a mover at time zero, in ascending order.
/// Writes as many indices as there is room for, and the number of all of them to `count`.
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

/// Computes the distance of a point from the surface of a solid, which is negative inside, or NaN
/// if the solid is empty.
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
