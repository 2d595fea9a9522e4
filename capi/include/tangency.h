/* tangency: exact continuous collision detection, for C and all languages that can call C.
 *
 * This file is made of capi/src by `cargo test -p tangency-capi --test header -- --ignored write`.
 *
 * Input: a mover (TangencyMover) and an obstacle (TangencyObstacle), by value. Set unused fields to zero; best initialise every struct by `= {0}`.
 * Vectors are three numbers, one after the other.
 * Output: each function returns a TangencyCode. If it is not TANGENCY_CODE_OK, tangency_last_error() returns a message with the cause, and no results are
 * written, except where a function states otherwise. No call ends the program.
 *
 * Memory: a pointer that is not null must point to as much memory as its count, length, stride or room specifies. It need not be aligned. No library can
 * check this: a call with a count that is too great reads past the end of the memory. A count that no memory can hold is refused as bad input.
 * Objects that the library keeps have a handle, a number that is never 0 and never used twice; tangency_free frees it.
 * Functions that end in _f32 do the same in float; their handles are separate from the handles for double.
 *
 * Threads: every function may be called on any thread at any time. Queries run concurrently, also in one scene; a change of a scene waits for its queries,
 * and they wait for the change. A walker and a session do one thing at a time. An object that is freed while other calls use it stays until they return.
 */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* The value of `item` if there is no item, and of `triangle` if there is no triangle. */
#define TANGENCY_NOWHERE UINT64_MAX

/* The version of this interface. Programs that were compiled for another version must be compiled
   again. */
#define TANGENCY_ABI_VERSION 5

/* The outcome of a call. For each code except `TANGENCY_CODE_OK`, `tangency_last_error` returns a
   message. */
enum TangencyCode
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : int32_t
#endif
 {
  /* The call succeeded, and its results are written. */
  TANGENCY_CODE_OK = 0,
  /* A required pointer is null. */
  TANGENCY_CODE_NULL_POINTER = 1,
  /* A value is invalid, or a request cannot be read; the message names the field and the value. */
  TANGENCY_CODE_BAD_INPUT = 2,
  /* This query does not exist for this pair of mover and obstacle; the message names the pair. */
  TANGENCY_CODE_NOT_ASKED = 3,
  /* A handle is invalid: it was never returned, was freed, or belongs to an object of another
     kind. */
  TANGENCY_CODE_BAD_HANDLE = 4,
  /* There is not enough room for the result; the required room was written. */
  TANGENCY_CODE_TOO_SMALL = 5,
  /* A bug in this library, which the message describes. Please report it. */
  TANGENCY_CODE_BUG = 6
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyCode TangencyCode;
#else
typedef int32_t TangencyCode;
#endif
#endif

/* The kind of a mover. */
enum TangencyMoverKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* A sphere: `shape.sphere`. */
  TANGENCY_MOVER_KIND_SPHERE = 1,
  /* A capsule whose axis is given by its two ends: `shape.capsule`. */
  TANGENCY_MOVER_KIND_CAPSULE = 2,
  /* A capsule whose axis is given by one end and a vector: `shape.capsule_with_axis`. The axis
     of such a capsule stays exactly the same when the capsule is moved. */
  TANGENCY_MOVER_KIND_CAPSULE_WITH_AXIS = 3,
  /* An ellipsoid: `shape.ellipsoid`. */
  TANGENCY_MOVER_KIND_ELLIPSOID = 4,
  /* A box along the axes (AABB): `shape.box`. */
  TANGENCY_MOVER_KIND_BOX = 5,
  /* A box with a rotation (OBB): `shape.oriented_box`. */
  TANGENCY_MOVER_KIND_ORIENTED_BOX = 6,
  /* A parallelepiped: `shape.parallelepiped`. */
  TANGENCY_MOVER_KIND_PARALLELEPIPED = 7,
  /* A triangle: `shape.triangle`. */
  TANGENCY_MOVER_KIND_TRIANGLE = 8,
  /* The convex hull of points: `shape.handle`, from `tangency_hull`. */
  TANGENCY_MOVER_KIND_HULL = 9,
  /* The convex hull of points at a position: `shape.placed_hull`. In columns, the movers with a
     `hull` and the column `center`. */
  TANGENCY_MOVER_KIND_PLACED_HULL = 10
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyMoverKind TangencyMoverKind;
#else
typedef uint32_t TangencyMoverKind;
#endif
#endif

/* The kind of an obstacle. */
enum TangencyObstacleKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* A point, or a ball if it is inflated: `shape.point`. */
  TANGENCY_OBSTACLE_KIND_POINT = 1,
  /* A segment, or a capsule if it is inflated: `shape.segment`. */
  TANGENCY_OBSTACLE_KIND_SEGMENT = 2,
  /* A triangle: `shape.triangle`. */
  TANGENCY_OBSTACLE_KIND_TRIANGLE = 3,
  /* A box along the axes (AABB): `shape.box`. */
  TANGENCY_OBSTACLE_KIND_BOX = 4,
  /* The surface of a box along the axes: `shape.box`. */
  TANGENCY_OBSTACLE_KIND_HOLLOW_BOX = 5,
  /* A box with a rotation (OBB): `shape.oriented_box`. */
  TANGENCY_OBSTACLE_KIND_ORIENTED_BOX = 6,
  /* A parallelepiped: `shape.parallelepiped`. */
  TANGENCY_OBSTACLE_KIND_PARALLELEPIPED = 7,
  /* A half-space, the points on a plane and behind it: `shape.plane`. */
  TANGENCY_OBSTACLE_KIND_PLANE = 8,
  /* A polytope: `shape.handle`, from `tangency_polytope`. */
  TANGENCY_OBSTACLE_KIND_POLYTOPE = 9,
  /* A frustum: `shape.handle`, from `tangency_frustum`, `tangency_frustum_of_corners` or
     `tangency_frustum_of_view`. */
  TANGENCY_OBSTACLE_KIND_FRUSTUM = 10,
  /* A mesh: `shape.handle`, from `tangency_mesh`, `tangency_mesh_of_file` or
     `tangency_mesh_load`. */
  TANGENCY_OBSTACLE_KIND_MESH = 11,
  /* A mesh with a rotation and a translation: `shape.instance`. */
  TANGENCY_OBSTACLE_KIND_MESH_INSTANCE = 12,
  /* The interior of a closed mesh: `shape.handle`, from `tangency_solid`. */
  TANGENCY_OBSTACLE_KIND_SOLID = 13,
  /* A scene: `shape.handle`, from `tangency_scene` or another function that creates scenes. */
  TANGENCY_OBSTACLE_KIND_SCENE = 14,
  /* The convex hull of points: `shape.handle`, from `tangency_hull`. */
  TANGENCY_OBSTACLE_KIND_HULL = 15,
  /* The convex hull of points at a position: `shape.placed_hull`. */
  TANGENCY_OBSTACLE_KIND_PLACED_HULL = 16
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyObstacleKind TangencyObstacleKind;
#else
typedef uint32_t TangencyObstacleKind;
#endif
#endif

/* The status of an answer. */
enum TangencyStatus
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* The mover and the obstacle do not touch during the motion. */
  TANGENCY_STATUS_NONE = 0,
  /* The mover and the obstacle touch, at time zero or later. */
  TANGENCY_STATUS_CONTACT = 1,
  /* The mover and the obstacle overlap at time zero: they share more than boundary points. */
  TANGENCY_STATUS_OVERLAP = 2,
  /* The row of a batch is invalid. Only a column of statuses contains this value. */
  TANGENCY_STATUS_BAD_ROW = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyStatus TangencyStatus;
#else
typedef uint32_t TangencyStatus;
#endif
#endif

/* The relative motion at the time of a contact: the sign of the relative velocity along the
   normal. */
enum TangencyApproachKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* There is no contact. */
  TANGENCY_APPROACH_KIND_NONE = 0,
  /* They move into each other. */
  TANGENCY_APPROACH_KIND_APPROACHING = 1,
  /* They slide along each other, or graze. */
  TANGENCY_APPROACH_KIND_SLIDING = 2,
  /* They move apart, which is possible only at time zero. */
  TANGENCY_APPROACH_KIND_PARTING = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyApproachKind TangencyApproachKind;
#else
typedef uint32_t TangencyApproachKind;
#endif
#endif

/* The kind of a touched feature. */
enum TangencyFeatureKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* There is no feature. */
  TANGENCY_FEATURE_KIND_NONE = 0,
  /* Vertex `index` of a point, a segment or a triangle. */
  TANGENCY_FEATURE_KIND_VERTEX = 1,
  /* The interior of the edge from vertex `index` to the next. */
  TANGENCY_FEATURE_KIND_EDGE = 2,
  /* The interior of a triangle. */
  TANGENCY_FEATURE_KIND_FACE = 3,
  /* A feature of a box: `sides` contains the side along each axis. */
  TANGENCY_FEATURE_KIND_SIDES = 4,
  /* A feature of a polytope, a frustum or a parallelepiped: `planes` contains its planes. */
  TANGENCY_FEATURE_KIND_PLANES = 5,
  /* A feature of a hull: `vertices` contains the indices of the points at its corners. One point
     is a vertex, two are the ends of an edge, more are the corners of a face, and none stands
     for the interior. */
  TANGENCY_FEATURE_KIND_VERTICES = 6
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyFeatureKind TangencyFeatureKind;
#else
typedef uint32_t TangencyFeatureKind;
#endif
#endif

/* Whether a walker or a body was free at its start. */
enum TangencyStartKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* The walker or the body overlapped no obstacle. */
  TANGENCY_START_KIND_FREE = 0,
  /* It overlapped an obstacle, and was moved to a free position. */
  TANGENCY_START_KIND_MOVED = 1,
  /* It overlapped an obstacle, and no free position was found: it did not move. */
  TANGENCY_START_KIND_NOT_FOUND = 2
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyStartKind TangencyStartKind;
#else
typedef uint32_t TangencyStartKind;
#endif
#endif

/* The effect of a moving world on a walker. */
enum TangencyRideKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* It was carried by the displacement, except for rounding. */
  TANGENCY_RIDE_KIND_CARRIED = 0,
  /* An obstacle blocked it, or pushed it. */
  TANGENCY_RIDE_KIND_PUSHED = 1,
  /* No free position was found: the walker was not moved, and an obstacle moves into it. */
  TANGENCY_RIDE_KIND_CRUSHED = 2
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyRideKind TangencyRideKind;
#else
typedef uint32_t TangencyRideKind;
#endif
#endif

/* The depths of the near and the far plane in clip space. */
enum TangencyClipDepth
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* Near -1, far 1: OpenGL. */
  TANGENCY_CLIP_DEPTH_MINUS_ONE_TO_ONE = 1,
  /* Near 0, far 1: Direct3D, Vulkan, Metal, WebGPU. */
  TANGENCY_CLIP_DEPTH_ZERO_TO_ONE = 2,
  /* Near 1, far 0: the depth of `TANGENCY_CLIP_DEPTH_ZERO_TO_ONE` reversed. */
  TANGENCY_CLIP_DEPTH_ONE_TO_ZERO = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyClipDepth TangencyClipDepth;
#else
typedef uint32_t TangencyClipDepth;
#endif
#endif

/* The format of a file with a mesh. */
enum TangencyFileFormat
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* The format is recognised by the contents. For an OBJ, which has no signature, this is a
     guess. */
  TANGENCY_FILE_FORMAT_UNKNOWN = 0,
  /* Polygon File Format, also called Stanford format. */
  TANGENCY_FILE_FORMAT_PLY = 1,
  /* Stereolithography. */
  TANGENCY_FILE_FORMAT_STL = 2,
  /* Wavefront OBJ. */
  TANGENCY_FILE_FORMAT_OBJ = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyFileFormat TangencyFileFormat;
#else
typedef uint32_t TangencyFileFormat;
#endif
#endif

/* The position of a mover relative to the body that some planes bound. */
enum TangencyContainment
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* The mover is inside of the body and does not touch its boundary. */
  TANGENCY_CONTAINMENT_INSIDE = 1,
  /* The mover touches the boundary, or crosses it. */
  TANGENCY_CONTAINMENT_INTERSECTING = 2,
  /* The mover and the body share no point. */
  TANGENCY_CONTAINMENT_OUTSIDE = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyContainment TangencyContainment;
#else
typedef uint32_t TangencyContainment;
#endif
#endif

/* The plane through a point, with the half-space behind it. */
typedef struct TangencyPlane {
  /* Any point of the plane. */
  double point[3];
  /* The outward normal, of any length except zero. */
  double normal[3];
} TangencyPlane;

/* A column: the rows of an array of the caller, with one or more numbers each. */
typedef struct TangencyColumn {
  /* The first number of the first row; null if there is no such column. */
  const double *first;
  /* The number of bytes from the beginning of a row to the beginning of the next: at least the
     size of a row. With zero, the first row serves as all rows, which is not allowed for the
     vertices of a mesh and the points of a hull. */
  size_t stride;
} TangencyColumn;

/* A point. */
typedef struct TangencyPoint {
  /* The coordinates. */
  double position[3];
} TangencyPoint;

/* The segment from `a` to `b`. */
typedef struct TangencySegment {
  /* One end. */
  double a[3];
  /* The other end. */
  double b[3];
} TangencySegment;

/* A triangle. */
typedef struct TangencyTriangle {
  /* The vertices. */
  double vertices[3][3];
} TangencyTriangle;

/* A box along the axes (AABB). */
typedef struct TangencyAlignedBox {
  /* The least coordinates. */
  double min[3];
  /* The greatest coordinates. */
  double max[3];
} TangencyAlignedBox;

/* A box with a rotation (OBB). */
typedef struct TangencyOrientedBox {
  /* The centre. */
  double center[3];
  /* Half of the length along each axis of the box. */
  double half_extents[3];
  /* The rotation: a quaternion `x`, `y`, `z`, `w` of any length except zero; it is not rounded
     to length one. */
  double rotation[4];
} TangencyOrientedBox;

/* A box whose edges need not be perpendicular. */
typedef struct TangencyParallelepiped {
  /* The centre. */
  double center[3];
  /* The vectors along the edges, of their full length. */
  double edges[3][3];
} TangencyParallelepiped;

/* A mesh instance: a mesh, rotated about its origin and then translated. It shares the vertices
   and the BVH of the mesh. */
typedef struct TangencyInstance {
  /* The handle of the mesh. */
  uint64_t mesh;
  /* The rotation: a quaternion `x`, `y`, `z`, `w` of any length except zero. */
  double rotation[4];
  /* The translation after the rotation. */
  double translation[3];
} TangencyInstance;

/* A hull at a position, which shares the points of the hull. */
typedef struct TangencyPlacedHull {
  /* The handle of the hull. */
  uint64_t hull;
  /* The position of the first point. All points are moved by the difference of the position and
     the first point, which is never rounded. */
  double position[3];
} TangencyPlacedHull;

/* The shape of an obstacle: the member that belongs to its kind. */
typedef union TangencyObstacleShape {
  struct TangencyPoint point;
  struct TangencySegment segment;
  struct TangencyTriangle triangle;
  struct TangencyAlignedBox box;
  struct TangencyOrientedBox oriented_box;
  struct TangencyParallelepiped parallelepiped;
  struct TangencyPlane plane;
  struct TangencyInstance instance;
  struct TangencyPlacedHull placed_hull;
  uint64_t handle;
} TangencyObstacleShape;

/* An obstacle, which may move by `velocity - origin` in each unit of time until the motion of the
   mover ends. */
typedef struct TangencyObstacle {
  /* The kind: a `TangencyObstacleKind`. */
  uint32_t kind;
  /* The shape of this kind, at time zero. */
  union TangencyObstacleShape shape;
  /* The displacement in a unit of time or, for a motion from point to point, the end point. */
  double velocity[3];
  /* The start point of a motion from point to point, which is subtracted from `velocity`. Zero
     for a motion at a velocity. */
  double origin[3];
  /* The radius by which the shape is inflated: the obstacle is the set of all points within this
     distance of the shape. Zero if the shape is not inflated. */
  double radius;
} TangencyObstacle;

/* A sphere; with radius zero, a point. */
typedef struct TangencySphere {
  /* The centre. */
  double center[3];
  /* The radius, zero or more. */
  double radius;
} TangencySphere;

/* A capsule: all points within `radius` of the segment from `a` to `b`. */
typedef struct TangencyCapsule {
  /* One end of the axis. */
  double a[3];
  /* The other end. */
  double b[3];
  /* The radius, zero or more. */
  double radius;
} TangencyCapsule;

/* A capsule: all points within `radius` of the segment from `a` to `a + axis`, where the sum is
   not rounded. */
typedef struct TangencyCapsuleWithAxis {
  /* One end of the axis. */
  double a[3];
  /* The vector from `a` to the other end. */
  double axis[3];
  /* The radius, zero or more. */
  double radius;
} TangencyCapsuleWithAxis;

/* An ellipsoid whose axes are parallel to the coordinate axes. */
typedef struct TangencyEllipsoid {
  /* The centre. */
  double center[3];
  /* The radius along each axis, more than zero. */
  double radii[3];
} TangencyEllipsoid;

/* The shape of a mover: the member that belongs to its kind. */
typedef union TangencyMoverShape {
  struct TangencySphere sphere;
  struct TangencyCapsule capsule;
  struct TangencyCapsuleWithAxis capsule_with_axis;
  struct TangencyEllipsoid ellipsoid;
  struct TangencyAlignedBox box;
  struct TangencyOrientedBox oriented_box;
  struct TangencyParallelepiped parallelepiped;
  struct TangencyTriangle triangle;
  struct TangencyPlacedHull placed_hull;
  uint64_t handle;
} TangencyMoverShape;

/* A moving shape, the body of a query. It moves by `velocity - origin` in each unit of time, and
   this difference is never rounded.

   For a motion at a velocity, leave `origin` zero. For a motion from `p` to `q` while the time
   goes from 0 to 1, write `q` into `velocity`, `p` into `origin`, and 1 into `t_max`. */
typedef struct TangencyMover {
  /* The kind: a `TangencyMoverKind`. */
  uint32_t kind;
  /* The shape of this kind, at time zero. */
  union TangencyMoverShape shape;
  /* The displacement in a unit of time or, for a motion from point to point, the end point. */
  double velocity[3];
  /* The start point of a motion from point to point, which is subtracted from `velocity`. Zero
     for a motion at a velocity. */
  double origin[3];
  /* The last time of the motion, which still counts; `INFINITY` if the motion has no end. With
     zero, only the start counts. */
  double t_max;
  /* The radius by which a box, a parallelepiped, a triangle or a hull is inflated: the mover is
     the set of all points within this distance of the shape. Zero if the shape is not inflated,
     and for spheres, capsules and ellipsoids, whose radii belong to their shapes. */
  double radius;
} TangencyMover;

/* The touched feature of an obstacle: the vertex, edge or face of lowest dimension that contains
   the point. */
typedef struct TangencyFeature {
  /* The item of a scene; `UINT64_MAX` for other obstacles. */
  uint64_t item;
  /* The triangle of a mesh; `UINT64_MAX` for other obstacles. */
  uint64_t triangle;
  /* The number of planes that contain the point. */
  size_t plane_count;
  /* The number of corners of the feature of a hull. */
  size_t vertex_count;
  /* The kind: a `TangencyFeatureKind`. */
  uint32_t kind;
  /* The index of the vertex or of the edge. */
  uint32_t index;
  /* For each axis of a box, the position of the point: -1 on the least side, 0 between the
     sides, 1 on the greatest side. */
  int32_t sides[3];
  /* The indices of the first eight planes that contain the point. `tangency_query` returns all
     of them. */
  uint32_t planes[8];
  /* The indices of the first eight corners of the feature of a hull, among the points of
     `tangency_hull`, in ascending order. `tangency_query` returns all of them. */
  uint32_t vertices[8];
} TangencyFeature;

/* The answer to a query: a contact, an overlap, or neither. Each number is the float nearest to
   the exact value, or NaN if the value does not exist. */
typedef struct TangencyAnswer {
  /* A `TangencyStatus`. */
  uint32_t status;
  /* A `TangencyApproachKind`. */
  uint32_t approach;
  /* Whether there is a normal: 0 or 1. */
  uint32_t has_normal;
  /* Whether there is an `other_point`: 0 or 1. */
  uint32_t has_other_point;
  /* The time of the contact; 0 for an overlap. */
  double time;
  /* The centre of the mover at that time. For a capsule, the end `a` of its axis; for a box
     along the axes, its corner `min`; for a triangle, its first vertex; for a hull, the first of
     its points. */
  double center[3];
  /* The touched point of the obstacle, at the position of the obstacle at that time. If a convex
     mover touches the obstacle at more points, `tangency_touched` returns all corners. */
  double point[3];
  /* The other end of the touched segment, if the mover touches the obstacle along a segment. */
  double other_point[3];
  /* The unit vector from the point to the centre or, for a capsule, to the nearest point of the
     axis. For a box, a parallelepiped, a triangle or a hull, the unit normal of the contact,
     from the obstacle to the mover. */
  double normal[3];
  /* The feature of the obstacle that contains the point. */
  struct TangencyFeature feature;
} TangencyAnswer;

/* Many movers of one kind, in columns with a row for each mover. A column that the kind does not
   have must be null. */
typedef struct TangencyMovers {
  /* The kind of all movers: a `TangencyMoverKind`. */
  uint32_t kind;
  /* The number of movers. */
  size_t count;
  /* Three numbers each: for capsules `a`, for boxes `min`, otherwise `center`. For hulls the
     positions of the first point of the hull, to which the hull is translated exactly; without
     this column, the hulls are where the points of the handle are. Triangles do not have it. */
  struct TangencyColumn center;
  /* The radii of spheres and capsules; ellipsoids do not have it. For the other kinds the radii
     by which the shapes are inflated; without this column, they are not inflated. */
  struct TangencyColumn radius;
  /* Three numbers each: for capsules `b` or `axis`, for ellipsoids `radii`, for boxes `max`, for
     oriented boxes `half_extents`. Nine numbers each: for parallelepipeds `edges`, for triangles
     `vertices`. Spheres and hulls do not have it. */
  struct TangencyColumn extent;
  /* The rotations of oriented boxes, four numbers each: quaternions `x`, `y`, `z`, `w` of any
     length except zero. Only oriented boxes have it. */
  struct TangencyColumn rotation;
  /* The handle of the hull that all hulls of the batch are; zero for the other kinds. */
  uint64_t hull;
  /* The velocities, three numbers each; without this column, the movers do not move. */
  struct TangencyColumn velocity;
  /* The start points, which are subtracted from the velocities, three numbers each; without this
     column, nothing is subtracted. */
  struct TangencyColumn origin;
  /* The last times of the motions; without this column, the motions have no end. */
  struct TangencyColumn t_max;
} TangencyMovers;

/* The columns for the answers of a batch. Each column has room for one row for each mover, or is
   null if it is not needed. A number that does not exist is NaN. */
typedef struct TangencyAnswerColumns {
  /* The statuses, a `TangencyStatus` each. */
  uint8_t *status;
  /* The times. */
  double *time;
  /* The centres, three numbers each. */
  double *center;
  /* The touched points, three numbers each. */
  double *point;
  /* The normals, three numbers each. */
  double *normal;
  /* The features. */
  struct TangencyFeature *feature;
} TangencyAnswerColumns;

/* The contact of a convex mover with a triangle of a mesh. */
typedef struct TangencyTouchedTriangle {
  /* The feature of the triangle that contains the first corner of the contact. It contains the
     index of the triangle. */
  struct TangencyFeature feature;
  /* The feature of the mover that contains the first corner. */
  struct TangencyFeature mover_feature;
  /* The index of the first corner among all corners. */
  size_t first_point;
  /* The number of corners: 1 for a point, 2 for a segment, more for a polygon, whose corners are
     counterclockwise as seen from the mover. */
  size_t point_count;
} TangencyTouchedTriangle;

/* The result of `tangency_advance` and `tangency_slide`. */
typedef struct TangencyMove {
  /* The position of the body after the move, which is the point that `center` of an answer
     contains: its centre; for a capsule, the end `a` of its axis; for a box along the axes, its
     corner `min`; for a triangle or a hull, its first point. */
  double position[3];
  /* The remaining displacement. */
  double left[3];
  /* The first blocking hit, with the status contact. If the body overlapped an obstacle at the
     start, it did not move, and the status is overlap. If nothing blocked it, the status is
     none. */
  struct TangencyAnswer met;
} TangencyMove;

/* The options of a walker: slope limit, step offset, snap to ground, and more. */
typedef struct TangencyWalkerOptions {
  /* The direction against gravity: a vector of any length except zero. */
  double up[3];
  /* The slope limit: the tangent of the greatest angle of a floor, 1 for 45 degrees. */
  double max_slope;
  /* The step offset: the height of the highest step that the walker climbs, measured from the
     floor on which it stands; 0 for none. */
  double step_height;
  /* The snap to ground: the greatest distance down to the floor at which a walker that walks
     down stays on the floor; 0 for no snap. */
  double snap_distance;
  /* If not 0, the round foot of a capsule counts as flat at an edge: the walker stays at the
     height of the floor until its axis has passed the edge. */
  uint32_t has_flat_base;
  /* If not 0, the velocity of a walker that leaves a platform does not contain the displacement
     of the platform. */
  uint32_t drops_velocity;
  /* The greatest distance, in radii of a capsule or in the least half extent of a box, by which
     a step or a ride moves the walker out of an overlap at its start. 0 stands for 1; with a
     negative number, the walker is not moved out. */
  double max_recovery;
} TangencyWalkerOptions;

/* The result of a step of a walker. */
typedef struct TangencyStep {
  /* A `TangencyStartKind`. */
  uint32_t start;
  /* The position of the walker after the call: the end `a` of the axis of a capsule, the centre
     of a box, the first point of a hull. */
  double position[3];
  /* The displacement by which the walker moves on its own in the next step, by a fall or a
     throw. */
  double velocity[3];
  /* The contact with the floor on which the walker stands. The status is none if it stands on no
     floor. */
  struct TangencyAnswer floor;
  /* The contact with the ceiling that the walker hit with its head. The status is none if it hit
     no ceiling. */
  struct TangencyAnswer ceiling;
  /* Whether the walker hangs between surfaces that are too steep, 0 or 1: it has no floor, and
     yet it cannot fall. */
  uint32_t is_wedged;
  /* The displacement of the platform that the walker left in this step, or zero if it left no
     platform. The velocity contains this displacement already, unless the option
     `drops_velocity` is set. */
  double platform_velocity[3];
} TangencyStep;

/* The result of a ride of a walker. */
typedef struct TangencyRide {
  /* A `TangencyRideKind`. */
  uint32_t kind;
  /* The position of the walker after the call: the end `a` of the axis of a capsule, the centre
     of a box. */
  double position[3];
  /* The feature of the obstacle that pushed the walker or runs into it, if there is one. */
  struct TangencyFeature by;
} TangencyRide;

/* The complete state of a walker except for its options, as plain numbers, which a program can
   save, send or restore. */
typedef struct TangencyWalkerState {
  /* The end `a` of the axis of a capsule, the centre of a box, the first point of a hull. */
  double position[3];
  /* The vector from the end `a` of the axis of a capsule to the other end; zero for another
     body. */
  double axis[3];
  /* The radius of a capsule; zero for another body. */
  double radius;
  /* The displacement by which the walker moves on its own in each step, by a fall or a throw. */
  double velocity[3];
  /* The displacement of the platform that carried the walker since its last step; zero after
     each step. */
  double carried[3];
  /* The touched point of the floor on which the walker stands. */
  double floor_point[3];
  /* The normal of the floor at that point; zero if the walker is in the air. */
  double floor_normal[3];
  /* Half of the length along each axis of a box; zero for another body. */
  double half_extents[3];
  /* The rotation of a box, a quaternion; zero for another body. */
  double rotation[4];
  /* The handle of a hull, as it was given; zero for another body. The walker itself needs no
     handle, but this state cannot be restored after the hull was freed. A program that saves the
     state saves the points of the hull, and replaces the handle when it restores the state. */
  uint64_t hull;
} TangencyWalkerState;

/* The shortest translation that ends an overlap (MTV). */
typedef struct TangencyPenetration {
  /* Whether they overlap, 0 or 1. */
  uint32_t exists;
  /* The direction of the translation, a unit vector. */
  double direction[3];
  /* The length of the translation. */
  double depth;
} TangencyPenetration;

/* The point of an obstacle that is closest to a given point. */
typedef struct TangencyClosestPoint {
  /* Whether there is a closest point, 0 or 1: an empty obstacle has none. */
  uint32_t exists;
  /* The closest point; the given point itself if it is inside of a solid. */
  double point[3];
  /* The distance between the two points. */
  double distance;
  /* The feature of the obstacle that contains the closest point. */
  struct TangencyFeature feature;
} TangencyClosestPoint;

/* The closest points of an obstacle and of the axis of a capsule, or of a convex mover without its
   radius. */
typedef struct TangencyClosestPoints {
  /* Whether there are closest points, 0 or 1: an empty obstacle has none. */
  uint32_t exists;
  /* The point of the obstacle. */
  double point[3];
  /* The point of the axis, or of the convex mover without its radius. */
  double on_axis[3];
  /* The distance of the mover from the obstacle. */
  double distance;
  /* The feature of the obstacle that contains `point`. */
  struct TangencyFeature feature;
} TangencyClosestPoints;

/* The plane through a point, with the half-space behind it. */
typedef struct TangencyPlaneF32 {
  /* Any point of the plane. */
  float point[3];
  /* The outward normal, of any length except zero. */
  float normal[3];
} TangencyPlaneF32;

/* A column: the rows of an array of the caller, with one or more numbers each. */
typedef struct TangencyColumnF32 {
  /* The first number of the first row; null if there is no such column. */
  const float *first;
  /* The number of bytes from the beginning of a row to the beginning of the next: at least the
     size of a row. With zero, the first row serves as all rows, which is not allowed for the
     vertices of a mesh and the points of a hull. */
  size_t stride;
} TangencyColumnF32;

/* A point. */
typedef struct TangencyPointF32 {
  /* The coordinates. */
  float position[3];
} TangencyPointF32;

/* The segment from `a` to `b`. */
typedef struct TangencySegmentF32 {
  /* One end. */
  float a[3];
  /* The other end. */
  float b[3];
} TangencySegmentF32;

/* A triangle. */
typedef struct TangencyTriangleF32 {
  /* The vertices. */
  float vertices[3][3];
} TangencyTriangleF32;

/* A box along the axes (AABB). */
typedef struct TangencyAlignedBoxF32 {
  /* The least coordinates. */
  float min[3];
  /* The greatest coordinates. */
  float max[3];
} TangencyAlignedBoxF32;

/* A box with a rotation (OBB). */
typedef struct TangencyOrientedBoxF32 {
  /* The centre. */
  float center[3];
  /* Half of the length along each axis of the box. */
  float half_extents[3];
  /* The rotation: a quaternion `x`, `y`, `z`, `w` of any length except zero; it is not rounded
     to length one. */
  float rotation[4];
} TangencyOrientedBoxF32;

/* A box whose edges need not be perpendicular. */
typedef struct TangencyParallelepipedF32 {
  /* The centre. */
  float center[3];
  /* The vectors along the edges, of their full length. */
  float edges[3][3];
} TangencyParallelepipedF32;

/* A mesh instance: a mesh, rotated about its origin and then translated. It shares the vertices
   and the BVH of the mesh. */
typedef struct TangencyInstanceF32 {
  /* The handle of the mesh. */
  uint64_t mesh;
  /* The rotation: a quaternion `x`, `y`, `z`, `w` of any length except zero. */
  float rotation[4];
  /* The translation after the rotation. */
  float translation[3];
} TangencyInstanceF32;

/* A hull at a position, which shares the points of the hull. */
typedef struct TangencyPlacedHullF32 {
  /* The handle of the hull. */
  uint64_t hull;
  /* The position of the first point. All points are moved by the difference of the position and
     the first point, which is never rounded. */
  float position[3];
} TangencyPlacedHullF32;

/* The shape of an obstacle: the member that belongs to its kind. */
typedef union TangencyObstacleShapeF32 {
  struct TangencyPointF32 point;
  struct TangencySegmentF32 segment;
  struct TangencyTriangleF32 triangle;
  struct TangencyAlignedBoxF32 box;
  struct TangencyOrientedBoxF32 oriented_box;
  struct TangencyParallelepipedF32 parallelepiped;
  struct TangencyPlaneF32 plane;
  struct TangencyInstanceF32 instance;
  struct TangencyPlacedHullF32 placed_hull;
  uint64_t handle;
} TangencyObstacleShapeF32;

/* An obstacle, which may move by `velocity - origin` in each unit of time until the motion of the
   mover ends. */
typedef struct TangencyObstacleF32 {
  /* The kind: a `TangencyObstacleKind`. */
  uint32_t kind;
  /* The shape of this kind, at time zero. */
  union TangencyObstacleShapeF32 shape;
  /* The displacement in a unit of time or, for a motion from point to point, the end point. */
  float velocity[3];
  /* The start point of a motion from point to point, which is subtracted from `velocity`. Zero
     for a motion at a velocity. */
  float origin[3];
  /* The radius by which the shape is inflated: the obstacle is the set of all points within this
     distance of the shape. Zero if the shape is not inflated. */
  float radius;
} TangencyObstacleF32;

/* A sphere; with radius zero, a point. */
typedef struct TangencySphereF32 {
  /* The centre. */
  float center[3];
  /* The radius, zero or more. */
  float radius;
} TangencySphereF32;

/* A capsule: all points within `radius` of the segment from `a` to `b`. */
typedef struct TangencyCapsuleF32 {
  /* One end of the axis. */
  float a[3];
  /* The other end. */
  float b[3];
  /* The radius, zero or more. */
  float radius;
} TangencyCapsuleF32;

/* A capsule: all points within `radius` of the segment from `a` to `a + axis`, where the sum is
   not rounded. */
typedef struct TangencyCapsuleWithAxisF32 {
  /* One end of the axis. */
  float a[3];
  /* The vector from `a` to the other end. */
  float axis[3];
  /* The radius, zero or more. */
  float radius;
} TangencyCapsuleWithAxisF32;

/* An ellipsoid whose axes are parallel to the coordinate axes. */
typedef struct TangencyEllipsoidF32 {
  /* The centre. */
  float center[3];
  /* The radius along each axis, more than zero. */
  float radii[3];
} TangencyEllipsoidF32;

/* The shape of a mover: the member that belongs to its kind. */
typedef union TangencyMoverShapeF32 {
  struct TangencySphereF32 sphere;
  struct TangencyCapsuleF32 capsule;
  struct TangencyCapsuleWithAxisF32 capsule_with_axis;
  struct TangencyEllipsoidF32 ellipsoid;
  struct TangencyAlignedBoxF32 box;
  struct TangencyOrientedBoxF32 oriented_box;
  struct TangencyParallelepipedF32 parallelepiped;
  struct TangencyTriangleF32 triangle;
  struct TangencyPlacedHullF32 placed_hull;
  uint64_t handle;
} TangencyMoverShapeF32;

/* A moving shape, the body of a query. It moves by `velocity - origin` in each unit of time, and
   this difference is never rounded.

   For a motion at a velocity, leave `origin` zero. For a motion from `p` to `q` while the time
   goes from 0 to 1, write `q` into `velocity`, `p` into `origin`, and 1 into `t_max`. */
typedef struct TangencyMoverF32 {
  /* The kind: a `TangencyMoverKind`. */
  uint32_t kind;
  /* The shape of this kind, at time zero. */
  union TangencyMoverShapeF32 shape;
  /* The displacement in a unit of time or, for a motion from point to point, the end point. */
  float velocity[3];
  /* The start point of a motion from point to point, which is subtracted from `velocity`. Zero
     for a motion at a velocity. */
  float origin[3];
  /* The last time of the motion, which still counts; `INFINITY` if the motion has no end. With
     zero, only the start counts. */
  float t_max;
  /* The radius by which a box, a parallelepiped, a triangle or a hull is inflated: the mover is
     the set of all points within this distance of the shape. Zero if the shape is not inflated,
     and for spheres, capsules and ellipsoids, whose radii belong to their shapes. */
  float radius;
} TangencyMoverF32;

/* The answer to a query: a contact, an overlap, or neither. Each number is the float nearest to
   the exact value, or NaN if the value does not exist. */
typedef struct TangencyAnswerF32 {
  /* A `TangencyStatus`. */
  uint32_t status;
  /* A `TangencyApproachKind`. */
  uint32_t approach;
  /* Whether there is a normal: 0 or 1. */
  uint32_t has_normal;
  /* Whether there is an `other_point`: 0 or 1. */
  uint32_t has_other_point;
  /* The time of the contact; 0 for an overlap. */
  float time;
  /* The centre of the mover at that time. For a capsule, the end `a` of its axis; for a box
     along the axes, its corner `min`; for a triangle, its first vertex; for a hull, the first of
     its points. */
  float center[3];
  /* The touched point of the obstacle, at the position of the obstacle at that time. If a convex
     mover touches the obstacle at more points, `tangency_touched` returns all corners. */
  float point[3];
  /* The other end of the touched segment, if the mover touches the obstacle along a segment. */
  float other_point[3];
  /* The unit vector from the point to the centre or, for a capsule, to the nearest point of the
     axis. For a box, a parallelepiped, a triangle or a hull, the unit normal of the contact,
     from the obstacle to the mover. */
  float normal[3];
  /* The feature of the obstacle that contains the point. */
  struct TangencyFeature feature;
} TangencyAnswerF32;

/* Many movers of one kind, in columns with a row for each mover. A column that the kind does not
   have must be null. */
typedef struct TangencyMoversF32 {
  /* The kind of all movers: a `TangencyMoverKind`. */
  uint32_t kind;
  /* The number of movers. */
  size_t count;
  /* Three numbers each: for capsules `a`, for boxes `min`, otherwise `center`. For hulls the
     positions of the first point of the hull, to which the hull is translated exactly; without
     this column, the hulls are where the points of the handle are. Triangles do not have it. */
  struct TangencyColumnF32 center;
  /* The radii of spheres and capsules; ellipsoids do not have it. For the other kinds the radii
     by which the shapes are inflated; without this column, they are not inflated. */
  struct TangencyColumnF32 radius;
  /* Three numbers each: for capsules `b` or `axis`, for ellipsoids `radii`, for boxes `max`, for
     oriented boxes `half_extents`. Nine numbers each: for parallelepipeds `edges`, for triangles
     `vertices`. Spheres and hulls do not have it. */
  struct TangencyColumnF32 extent;
  /* The rotations of oriented boxes, four numbers each: quaternions `x`, `y`, `z`, `w` of any
     length except zero. Only oriented boxes have it. */
  struct TangencyColumnF32 rotation;
  /* The handle of the hull that all hulls of the batch are; zero for the other kinds. */
  uint64_t hull;
  /* The velocities, three numbers each; without this column, the movers do not move. */
  struct TangencyColumnF32 velocity;
  /* The start points, which are subtracted from the velocities, three numbers each; without this
     column, nothing is subtracted. */
  struct TangencyColumnF32 origin;
  /* The last times of the motions; without this column, the motions have no end. */
  struct TangencyColumnF32 t_max;
} TangencyMoversF32;

/* The columns for the answers of a batch. Each column has room for one row for each mover, or is
   null if it is not needed. A number that does not exist is NaN. */
typedef struct TangencyAnswerColumnsF32 {
  /* The statuses, a `TangencyStatus` each. */
  uint8_t *status;
  /* The times. */
  float *time;
  /* The centres, three numbers each. */
  float *center;
  /* The touched points, three numbers each. */
  float *point;
  /* The normals, three numbers each. */
  float *normal;
  /* The features. */
  struct TangencyFeature *feature;
} TangencyAnswerColumnsF32;

/* The result of `tangency_advance` and `tangency_slide`. */
typedef struct TangencyMoveF32 {
  /* The position of the body after the move, which is the point that `center` of an answer
     contains: its centre; for a capsule, the end `a` of its axis; for a box along the axes, its
     corner `min`; for a triangle or a hull, its first point. */
  float position[3];
  /* The remaining displacement. */
  float left[3];
  /* The first blocking hit, with the status contact. If the body overlapped an obstacle at the
     start, it did not move, and the status is overlap. If nothing blocked it, the status is
     none. */
  struct TangencyAnswerF32 met;
} TangencyMoveF32;

/* The options of a walker: slope limit, step offset, snap to ground, and more. */
typedef struct TangencyWalkerOptionsF32 {
  /* The direction against gravity: a vector of any length except zero. */
  float up[3];
  /* The slope limit: the tangent of the greatest angle of a floor, 1 for 45 degrees. */
  float max_slope;
  /* The step offset: the height of the highest step that the walker climbs, measured from the
     floor on which it stands; 0 for none. */
  float step_height;
  /* The snap to ground: the greatest distance down to the floor at which a walker that walks
     down stays on the floor; 0 for no snap. */
  float snap_distance;
  /* If not 0, the round foot of a capsule counts as flat at an edge: the walker stays at the
     height of the floor until its axis has passed the edge. */
  uint32_t has_flat_base;
  /* If not 0, the velocity of a walker that leaves a platform does not contain the displacement
     of the platform. */
  uint32_t drops_velocity;
  /* The greatest distance, in radii of a capsule or in the least half extent of a box, by which
     a step or a ride moves the walker out of an overlap at its start. 0 stands for 1; with a
     negative number, the walker is not moved out. */
  float max_recovery;
} TangencyWalkerOptionsF32;

/* The result of a step of a walker. */
typedef struct TangencyStepF32 {
  /* A `TangencyStartKind`. */
  uint32_t start;
  /* The position of the walker after the call: the end `a` of the axis of a capsule, the centre
     of a box, the first point of a hull. */
  float position[3];
  /* The displacement by which the walker moves on its own in the next step, by a fall or a
     throw. */
  float velocity[3];
  /* The contact with the floor on which the walker stands. The status is none if it stands on no
     floor. */
  struct TangencyAnswerF32 floor;
  /* The contact with the ceiling that the walker hit with its head. The status is none if it hit
     no ceiling. */
  struct TangencyAnswerF32 ceiling;
  /* Whether the walker hangs between surfaces that are too steep, 0 or 1: it has no floor, and
     yet it cannot fall. */
  uint32_t is_wedged;
  /* The displacement of the platform that the walker left in this step, or zero if it left no
     platform. The velocity contains this displacement already, unless the option
     `drops_velocity` is set. */
  float platform_velocity[3];
} TangencyStepF32;

/* The result of a ride of a walker. */
typedef struct TangencyRideF32 {
  /* A `TangencyRideKind`. */
  uint32_t kind;
  /* The position of the walker after the call: the end `a` of the axis of a capsule, the centre
     of a box. */
  float position[3];
  /* The feature of the obstacle that pushed the walker or runs into it, if there is one. */
  struct TangencyFeature by;
} TangencyRideF32;

/* The complete state of a walker except for its options, as plain numbers, which a program can
   save, send or restore. */
typedef struct TangencyWalkerStateF32 {
  /* The end `a` of the axis of a capsule, the centre of a box, the first point of a hull. */
  float position[3];
  /* The vector from the end `a` of the axis of a capsule to the other end; zero for another
     body. */
  float axis[3];
  /* The radius of a capsule; zero for another body. */
  float radius;
  /* The displacement by which the walker moves on its own in each step, by a fall or a throw. */
  float velocity[3];
  /* The displacement of the platform that carried the walker since its last step; zero after
     each step. */
  float carried[3];
  /* The touched point of the floor on which the walker stands. */
  float floor_point[3];
  /* The normal of the floor at that point; zero if the walker is in the air. */
  float floor_normal[3];
  /* Half of the length along each axis of a box; zero for another body. */
  float half_extents[3];
  /* The rotation of a box, a quaternion; zero for another body. */
  float rotation[4];
  /* The handle of a hull, as it was given; zero for another body. The walker itself needs no
     handle, but this state cannot be restored after the hull was freed. A program that saves the
     state saves the points of the hull, and replaces the handle when it restores the state. */
  uint64_t hull;
} TangencyWalkerStateF32;

/* The shortest translation that ends an overlap (MTV). */
typedef struct TangencyPenetrationF32 {
  /* Whether they overlap, 0 or 1. */
  uint32_t exists;
  /* The direction of the translation, a unit vector. */
  float direction[3];
  /* The length of the translation. */
  float depth;
} TangencyPenetrationF32;

/* The point of an obstacle that is closest to a given point. */
typedef struct TangencyClosestPointF32 {
  /* Whether there is a closest point, 0 or 1: an empty obstacle has none. */
  uint32_t exists;
  /* The closest point; the given point itself if it is inside of a solid. */
  float point[3];
  /* The distance between the two points. */
  float distance;
  /* The feature of the obstacle that contains the closest point. */
  struct TangencyFeature feature;
} TangencyClosestPointF32;

/* The closest points of an obstacle and of the axis of a capsule, or of a convex mover without its
   radius. */
typedef struct TangencyClosestPointsF32 {
  /* Whether there are closest points, 0 or 1: an empty obstacle has none. */
  uint32_t exists;
  /* The point of the obstacle. */
  float point[3];
  /* The point of the axis, or of the convex mover without its radius. */
  float on_axis[3];
  /* The distance of the mover from the obstacle. */
  float distance;
  /* The feature of the obstacle that contains `point`. */
  struct TangencyFeature feature;
} TangencyClosestPointsF32;

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the `TANGENCY_ABI_VERSION` with which this library was built. */
uint32_t tangency_abi_version(void);

/* Returns the version of the library, as in `0.1.0`. */
const char *tangency_version(void);

/* Returns the features with which this library was built, in the form of the argument of
   `capi/install`: `parallel`, `compact`, both with a blank between, or an empty string. */
const char *tangency_features(void);

/* Returns the size in bytes of the struct of the header that has this name, such as
   `TangencyMover`, or 0 for an unknown name. Languages that declare the structs again can compare
   their sizes. */
size_t tangency_size_of(const char *name);

/* Returns the message of the last call on this thread that did not return `TANGENCY_CODE_OK`, or
   an empty string if there was no such call. The string is valid until the next such call on this
   thread. */
const char *tangency_last_error(void);

/* Frees a handle. An object that is in use stays as long as it is used: for example, a scene keeps
   its meshes. */
TangencyCode tangency_free(uint64_t handle);

/* Creates a session for `tangency_query`: meshes and scenes that a request defines by a name are
   available to later requests of the same session. */
TangencyCode tangency_session(uint64_t *session);

/* Answers a request, which is a line of JSON, by a line of JSON, as the command `tangency query`
   does: every query in every dimension.

   The answer is written without a line end and with a final zero, which `length` does not count.
   If there is less room, the code is `TANGENCY_CODE_TOO_SMALL`, and `tangency_query_again` returns
   the same answer. For a request that cannot be answered, the answer contains the error, and the
   code is `TANGENCY_CODE_BAD_INPUT`. */
TangencyCode tangency_query(uint64_t session,
                            const char *request,
                            size_t request_length,
                            char *answer,
                            size_t room,
                            size_t *length);

/* Writes the last answer of a session again, and returns its code. */
TangencyCode tangency_query_again(uint64_t session, char *answer, size_t room, size_t *length);

/* Creates a polytope, the intersection of the half-spaces behind some planes, and writes its
   handle to `polytope`. */
TangencyCode tangency_polytope(const struct TangencyPlane *planes, size_t count, uint64_t *polytope);

/* Creates a frustum from its six planes, with outward normals: left, right, bottom, top, near,
   far. */
TangencyCode tangency_frustum(const struct TangencyPlane *planes, uint64_t *frustum);

/* Creates a frustum from its eight corners, which are 24 numbers: left bottom, right bottom, right
   top and left top of the near plane, then the same corners of the far plane. Each normal is
   rounded once. */
TangencyCode tangency_frustum_of_corners(const double *corners, uint64_t *frustum);

/* Creates the view frustum of a camera from the view-projection matrix, which is four rows of four
   numbers. `depth` is a `TangencyClipDepth`. The coefficients of each plane are rounded once. */
TangencyCode tangency_frustum_of_view(const double *rows, uint32_t depth, uint64_t *frustum);

/* Creates a hull, the convex hull of one or more points, from a column of points. They may be
   repeated, inside, collinear or coplanar, and are copied. A hull is a mover or an obstacle. */
TangencyCode tangency_hull(struct TangencyColumn points, size_t count, uint64_t *hull);

/* Creates a mesh from a column of vertices and an array of triangles, three vertex indices each.
   The arrays are copied, and the BVH is built. */
TangencyCode tangency_mesh(struct TangencyColumn vertices,
                           size_t vertex_count,
                           const uint32_t *triangles,
                           size_t triangle_count,
                           uint64_t *mesh);

/* Creates a mesh from the bytes of a file. `format` is a `TangencyFileFormat`. Faces with fewer
   than three vertices are left out, and their number is written to `left_out`, which may be null. */
TangencyCode tangency_mesh_of_file(const uint8_t *file,
                                   size_t length,
                                   uint32_t format,
                                   uint64_t *mesh,
                                   uint64_t *left_out);

/* Replaces the vertices of a mesh by as many others, and refits the BVH, which takes a fraction of
   the time of a rebuild. Scenes, solids and snapshots that share the mesh keep the old vertices. */
TangencyCode tangency_mesh_set_vertices(uint64_t mesh, struct TangencyColumn vertices, size_t vertex_count);

/* Writes a mesh and its BVH as bytes for a file, as far as there is room, and the number of all
   bytes to `length`. The same mesh always has the same bytes, in every language. */
TangencyCode tangency_mesh_save(uint64_t mesh, uint8_t *saved, size_t room, size_t *length);

/* Creates a mesh from the bytes that `tangency_mesh_save` wrote, with the saved BVH. The bytes are
   copied, and are refused if one of them has changed. */
TangencyCode tangency_mesh_load(const uint8_t *saved, size_t length, uint64_t *mesh);

/* Creates a solid, the interior of a closed mesh. The mesh is shared, and its handle may be freed. */
TangencyCode tangency_solid(uint64_t mesh, uint64_t *solid);

/* Creates an empty scene. */
TangencyCode tangency_scene(uint64_t *scene);

/* Creates a snapshot: another scene with the present items, under the same numbers, which stays
   the same when this scene changes. A snapshot takes no time, since both scenes share the items.
   The first change of either scene copies the items, but not their meshes. */
TangencyCode tangency_scene_snapshot(uint64_t scene, uint64_t *snapshot);

/* Writes a scene, its meshes and their BVHs as bytes for a file, as `tangency_mesh_save` does for
   a mesh. */
TangencyCode tangency_scene_save(uint64_t scene, uint8_t *saved, size_t room, size_t *length);

/* Creates a scene from the bytes that `tangency_scene_save` wrote, as `tangency_mesh_load` does
   for a mesh. The items keep their numbers. */
TangencyCode tangency_scene_load(const uint8_t *saved, size_t length, uint64_t *scene);

/* Inserts an obstacle into a scene, and writes the number of the new item to `item`. A scene never
   uses a number for two items. Meshes are shared. */
TangencyCode tangency_scene_insert(uint64_t scene, const struct TangencyObstacle *obstacle, uint64_t *item);

/* Replaces an item by another obstacle, under the same number. */
TangencyCode tangency_scene_replace(uint64_t scene, uint64_t item, const struct TangencyObstacle *obstacle);

/* Removes an item from a scene. */
TangencyCode tangency_scene_remove(uint64_t scene, uint64_t item);

/* Writes the number of the items of a scene to `length`. */
TangencyCode tangency_scene_length(uint64_t scene, size_t *length);

/* Finds the first contact of a mover with an obstacle. */
TangencyCode tangency_first_contact(const struct TangencyMover *mover,
                                    const struct TangencyObstacle *obstacle,
                                    struct TangencyAnswer *answer);

/* Finds the blocking hit of a motion: the first contact after which the two would overlap. */
TangencyCode tangency_first_entry(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  struct TangencyAnswer *answer);

/* Finds the first contact of each of many movers. An invalid row gets the status bad row, and all
   other rows are answered. The error is about the first invalid row. */
TangencyCode tangency_first_contacts(const struct TangencyMovers *movers,
                                     const struct TangencyObstacle *obstacle,
                                     const struct TangencyAnswerColumns *answers);

/* Finds the blocking hit of each of many movers, as `tangency_first_contacts` does. */
TangencyCode tangency_first_entries(const struct TangencyMovers *movers,
                                    const struct TangencyObstacle *obstacle,
                                    const struct TangencyAnswerColumns *answers);

/* Finds the first contact in exact numbers, as a text with a line each for `time`, `center[0]` and
   so on. A line has the name, and `x`, `y` and `d` of `x + y sqrt(d)`, which are integers or
   fractions. The text ends with a zero, which `length` does not count. The text is empty if there
   is no contact, or if it is longer than the room. */
TangencyCode tangency_first_contact_exact(const struct TangencyMover *mover,
                                          const struct TangencyObstacle *obstacle,
                                          char *text,
                                          size_t room,
                                          size_t *length);

/* Finds the blocking hit of a motion in exact numbers, as `tangency_first_contact_exact` does. */
TangencyCode tangency_first_entry_exact(const struct TangencyMover *mover,
                                        const struct TangencyObstacle *obstacle,
                                        char *text,
                                        size_t room,
                                        size_t *length);

/* Finds all contacts, in order of time. Writes as many contacts as there is room for, and the
   number of all contacts to `count`. */
TangencyCode tangency_contacts(const struct TangencyMover *mover,
                               const struct TangencyObstacle *obstacle,
                               struct TangencyAnswer *answers,
                               size_t room,
                               size_t *count);

/* Finds all corners of the first contact of a box, a parallelepiped, a triangle or a hull with a
   convex obstacle. The contact is a point, a segment or a convex polygon on the obstacle. The
   corners have three numbers each, and are counterclockwise as seen from the mover. Writes as many
   corners as there is room for, and the number of all corners, 0 if there is no contact, to
   `count`. `feature` and `mover_feature`, which may be null, are the features of the obstacle and
   of the mover that contain the first corner. */
TangencyCode tangency_touched(const struct TangencyMover *mover,
                              const struct TangencyObstacle *obstacle,
                              double *points,
                              size_t room,
                              size_t *count,
                              struct TangencyFeature *feature,
                              struct TangencyFeature *mover_feature);

/* Finds the whole contact of a box, a parallelepiped, a triangle or a hull with each triangle of a
   mesh or a mesh instance that is touched at exactly the time of the first contact, in order of
   the triangles.

   Writes as many triangles as there is room for, and the number of all, 0 if there is no contact,
   to `count`. The corners of all these contacts, three numbers each, are written one after another
   to `points`, and their number to `points_count`. */
TangencyCode tangency_touched_triangles(const struct TangencyMover *mover,
                                        const struct TangencyObstacle *obstacle,
                                        struct TangencyTouchedTriangle *triangles,
                                        size_t room,
                                        size_t *count,
                                        double *points,
                                        size_t points_room,
                                        size_t *points_count);

/* Computes the time of the first contact, rounded to the nearest float, or NaN if there is no
   contact. */
TangencyCode tangency_contact_time(const struct TangencyMover *mover,
                                   const struct TangencyObstacle *obstacle,
                                   double *time);

/* Computes the time of the first contact, rounded down, so that no contact is earlier than the
   result, or NaN if there is no contact. */
TangencyCode tangency_time_down(const struct TangencyMover *mover,
                                const struct TangencyObstacle *obstacle,
                                double *time);

/* Computes the time of the last contact (exit time), or NaN if the two never touch or touch for
   ever. */
TangencyCode tangency_last_time(const struct TangencyMover *mover,
                                const struct TangencyObstacle *obstacle,
                                double *time);

/* Tests whether there is a contact at any time of the motion. Writes 0 or 1. */
TangencyCode tangency_has_contact(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  uint32_t *touches);

/* Moves a body along a displacement, from its position at time zero, until an obstacle blocks it.
   The path and its end are free: they overlap no obstacle. */
TangencyCode tangency_advance(const struct TangencyMover *mover,
                              const double *displacement,
                              const struct TangencyObstacle *obstacle,
                              struct TangencyMove *moved);

/* Moves a body along a displacement, and slides it along the obstacles that block it, in at most
   `iterations` legs, where 0 stands for the default, 12. The end of each leg is written to `legs`,
   and the number of legs to `legs_count`. Both pointers may be null. */
TangencyCode tangency_slide(const struct TangencyMover *mover,
                            const double *displacement,
                            size_t iterations,
                            const struct TangencyObstacle *obstacle,
                            struct TangencyMove *moved,
                            double *legs,
                            size_t legs_room,
                            size_t *legs_count);

/* Finds a free position near the position of a body at time zero. `found` is a
   `TangencyStartKind`. If the body is free already, or if no free position is found, `position` is
   the body's own position. */
TangencyCode tangency_recover(const struct TangencyMover *mover,
                              const struct TangencyObstacle *obstacle,
                              uint32_t *found,
                              double *position);

/* Creates a walker, a kinematic character controller that walks, climbs steps, falls and jumps.
   Its body is a capsule, or an oriented box or a hull without a radius, at its position at time
   zero. A box and a hull have a flat base, and do not turn. The walker keeps the hull after its
   handle is freed; its position is the position of the first point of the hull. */
TangencyCode tangency_walker(const struct TangencyMover *body,
                             const struct TangencyWalkerOptions *options,
                             uint64_t *walker);

/* Takes a step of a walker along a displacement, in a world at rest. If `velocity` is not null, it
   first becomes the velocity of the walker: the displacement by which the walker moves on its own
   in each step, by a fall or a throw. */
TangencyCode tangency_walker_step(uint64_t walker,
                                  const double *displacement,
                                  const double *velocity,
                                  const struct TangencyObstacle *world,
                                  struct TangencyStep *step);

/* Moves a walker with a moving world: its platform carries the walker, and obstacles that run into
   the walker push it. In `moving`, the motions of the obstacles take the time from 0 to 1. After
   this call, take a step in the world as it is at time 1. */
TangencyCode tangency_walker_ride(uint64_t walker,
                                  const double *displacement,
                                  const struct TangencyObstacle *moving,
                                  struct TangencyRide *ride);

/* Writes the state of a walker, on which its next steps depend, together with its options and the
   world. */
TangencyCode tangency_walker_state(uint64_t walker, struct TangencyWalkerState *state);

/* Sets the state of a walker to an earlier state or to the state of another walker, without a
   check of obstacles. Then the next steps have the same bits as those steps of the walker from
   which the state was taken. */
TangencyCode tangency_walker_restore(uint64_t walker, const struct TangencyWalkerState *state);

/* Gives a walker another body, at any position, if there is room for it in the world: to crouch,
   to stand up, to teleport. If there is room, `in_the_way` has the status none. Otherwise the
   walker stays as it is, and `in_the_way` is the overlap.

   The walker keeps its floor if the end `a` of the axis and the radius of a capsule stay the same,
   or if a box or a hull stays the same; otherwise it is in the air. To move a walker without a
   check of obstacles, restore a state with the new position. */
TangencyCode tangency_walker_set_body(uint64_t walker,
                                      const struct TangencyMover *body,
                                      const struct TangencyObstacle *world,
                                      struct TangencyAnswer *in_the_way);

/* Moves a walker to a position in the air, if there is room for it in the world. If there is room,
   `in_the_way` has the status none. Otherwise the walker stays at its position, and `in_the_way`
   is the overlap. If the position is its own, the walker keeps its floor. */
TangencyCode tangency_walker_teleport(uint64_t walker,
                                      const double *position,
                                      const struct TangencyObstacle *world,
                                      struct TangencyAnswer *in_the_way);

/* Tests whether a mover and an obstacle share a point at time zero. Writes 0 or 1. If `is_hollow`
   is not 0, only the surface of the mover counts. */
TangencyCode tangency_intersects(const struct TangencyMover *mover,
                                 uint32_t is_hollow,
                                 const struct TangencyObstacle *obstacle,
                                 uint32_t *intersects);

/* Computes the shortest translation of a mover that ends an overlap at time zero. */
TangencyCode tangency_penetration(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  struct TangencyPenetration *penetration);

/* Finds the point of an obstacle that is closest to a given point, at time zero. */
TangencyCode tangency_closest(const double *point,
                              const struct TangencyObstacle *obstacle,
                              struct TangencyClosestPoint *closest);

/* Finds the closest points of an obstacle and of the axis of a capsule, or of a box, a
   parallelepiped, a triangle or a hull without its radius, at time zero. */
TangencyCode tangency_closest_points(const struct TangencyMover *mover,
                                     const struct TangencyObstacle *obstacle,
                                     struct TangencyClosestPoints *closest);

/* Tests whether a mover at time zero is inside of a body that planes bound, outside of the body,
   or across its boundary. `containment` is a `TangencyContainment`. */
TangencyCode tangency_containment(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  uint32_t *containment);

/* Finds the triangles of a mesh that share a point with a mover at time zero, in ascending order.
   Writes as many indices as there is room for, and the number of all of them to `count`. */
TangencyCode tangency_intersecting(const struct TangencyMover *mover,
                                   const struct TangencyObstacle *obstacle,
                                   uint64_t *triangles,
                                   size_t room,
                                   size_t *count);

/* Computes the distance of a point from the surface of a solid, which is negative inside, or NaN
   if the solid is empty. */
TangencyCode tangency_signed_distance(const double *point,
                                      const struct TangencyObstacle *obstacle,
                                      double *distance);

/* `tangency_polytope` in `float`. */
TangencyCode tangency_polytope_f32(const struct TangencyPlaneF32 *planes, size_t count, uint64_t *polytope);

/* `tangency_frustum` in `float`. */
TangencyCode tangency_frustum_f32(const struct TangencyPlaneF32 *planes, uint64_t *frustum);

/* `tangency_frustum_of_corners` in `float`. */
TangencyCode tangency_frustum_of_corners_f32(const float *corners, uint64_t *frustum);

/* `tangency_frustum_of_view` in `float`. */
TangencyCode tangency_frustum_of_view_f32(const float *rows, uint32_t depth, uint64_t *frustum);

/* `tangency_hull` in `float`. */
TangencyCode tangency_hull_f32(struct TangencyColumnF32 points, size_t count, uint64_t *hull);

/* `tangency_mesh` in `float`. */
TangencyCode tangency_mesh_f32(struct TangencyColumnF32 vertices,
                               size_t vertex_count,
                               const uint32_t *triangles,
                               size_t triangle_count,
                               uint64_t *mesh);

/* `tangency_mesh_of_file` in `float`. */
TangencyCode tangency_mesh_of_file_f32(const uint8_t *file,
                                       size_t length,
                                       uint32_t format,
                                       uint64_t *mesh,
                                       uint64_t *left_out);

/* `tangency_mesh_set_vertices` in `float`. */
TangencyCode tangency_mesh_set_vertices_f32(uint64_t mesh, struct TangencyColumnF32 vertices, size_t vertex_count);

/* `tangency_mesh_save` in `float`. */
TangencyCode tangency_mesh_save_f32(uint64_t mesh, uint8_t *saved, size_t room, size_t *length);

/* `tangency_mesh_load` in `float`. */
TangencyCode tangency_mesh_load_f32(const uint8_t *saved, size_t length, uint64_t *mesh);

/* `tangency_solid` in `float`. */
TangencyCode tangency_solid_f32(uint64_t mesh, uint64_t *solid);

/* `tangency_scene` in `float`. */
TangencyCode tangency_scene_f32(uint64_t *scene);

/* `tangency_scene_snapshot` in `float`. */
TangencyCode tangency_scene_snapshot_f32(uint64_t scene, uint64_t *snapshot);

/* `tangency_scene_save` in `float`. */
TangencyCode tangency_scene_save_f32(uint64_t scene, uint8_t *saved, size_t room, size_t *length);

/* `tangency_scene_load` in `float`. */
TangencyCode tangency_scene_load_f32(const uint8_t *saved, size_t length, uint64_t *scene);

/* `tangency_scene_insert` in `float`. */
TangencyCode tangency_scene_insert_f32(uint64_t scene, const struct TangencyObstacleF32 *obstacle, uint64_t *item);

/* `tangency_scene_replace` in `float`. */
TangencyCode tangency_scene_replace_f32(uint64_t scene, uint64_t item, const struct TangencyObstacleF32 *obstacle);

/* `tangency_scene_remove` in `float`. */
TangencyCode tangency_scene_remove_f32(uint64_t scene, uint64_t item);

/* `tangency_scene_length` in `float`. */
TangencyCode tangency_scene_length_f32(uint64_t scene, size_t *length);

/* `tangency_first_contact` in `float`. */
TangencyCode tangency_first_contact_f32(const struct TangencyMoverF32 *mover,
                                        const struct TangencyObstacleF32 *obstacle,
                                        struct TangencyAnswerF32 *answer);

/* `tangency_first_entry` in `float`. */
TangencyCode tangency_first_entry_f32(const struct TangencyMoverF32 *mover,
                                      const struct TangencyObstacleF32 *obstacle,
                                      struct TangencyAnswerF32 *answer);

/* `tangency_first_contacts` in `float`. */
TangencyCode tangency_first_contacts_f32(const struct TangencyMoversF32 *movers,
                                         const struct TangencyObstacleF32 *obstacle,
                                         const struct TangencyAnswerColumnsF32 *answers);

/* `tangency_first_entries` in `float`. */
TangencyCode tangency_first_entries_f32(const struct TangencyMoversF32 *movers,
                                        const struct TangencyObstacleF32 *obstacle,
                                        const struct TangencyAnswerColumnsF32 *answers);

/* `tangency_first_contact_exact` in `float`. */
TangencyCode tangency_first_contact_exact_f32(const struct TangencyMoverF32 *mover,
                                              const struct TangencyObstacleF32 *obstacle,
                                              char *text,
                                              size_t room,
                                              size_t *length);

/* `tangency_first_entry_exact` in `float`. */
TangencyCode tangency_first_entry_exact_f32(const struct TangencyMoverF32 *mover,
                                            const struct TangencyObstacleF32 *obstacle,
                                            char *text,
                                            size_t room,
                                            size_t *length);

/* `tangency_contacts` in `float`. */
TangencyCode tangency_contacts_f32(const struct TangencyMoverF32 *mover,
                                   const struct TangencyObstacleF32 *obstacle,
                                   struct TangencyAnswerF32 *answers,
                                   size_t room,
                                   size_t *count);

/* `tangency_touched` in `float`. */
TangencyCode tangency_touched_f32(const struct TangencyMoverF32 *mover,
                                  const struct TangencyObstacleF32 *obstacle,
                                  float *points,
                                  size_t room,
                                  size_t *count,
                                  struct TangencyFeature *feature,
                                  struct TangencyFeature *mover_feature);

/* `tangency_touched_triangles` in `float`. */
TangencyCode tangency_touched_triangles_f32(const struct TangencyMoverF32 *mover,
                                            const struct TangencyObstacleF32 *obstacle,
                                            struct TangencyTouchedTriangle *triangles,
                                            size_t room,
                                            size_t *count,
                                            float *points,
                                            size_t points_room,
                                            size_t *points_count);

/* `tangency_contact_time` in `float`. */
TangencyCode tangency_contact_time_f32(const struct TangencyMoverF32 *mover,
                                       const struct TangencyObstacleF32 *obstacle,
                                       float *time);

/* `tangency_time_down` in `float`. */
TangencyCode tangency_time_down_f32(const struct TangencyMoverF32 *mover,
                                    const struct TangencyObstacleF32 *obstacle,
                                    float *time);

/* `tangency_last_time` in `float`. */
TangencyCode tangency_last_time_f32(const struct TangencyMoverF32 *mover,
                                    const struct TangencyObstacleF32 *obstacle,
                                    float *time);

/* `tangency_has_contact` in `float`. */
TangencyCode tangency_has_contact_f32(const struct TangencyMoverF32 *mover,
                                      const struct TangencyObstacleF32 *obstacle,
                                      uint32_t *touches);

/* `tangency_advance` in `float`. */
TangencyCode tangency_advance_f32(const struct TangencyMoverF32 *mover,
                                  const float *displacement,
                                  const struct TangencyObstacleF32 *obstacle,
                                  struct TangencyMoveF32 *moved);

/* `tangency_slide` in `float`. */
TangencyCode tangency_slide_f32(const struct TangencyMoverF32 *mover,
                                const float *displacement,
                                size_t iterations,
                                const struct TangencyObstacleF32 *obstacle,
                                struct TangencyMoveF32 *moved,
                                float *legs,
                                size_t legs_room,
                                size_t *legs_count);

/* `tangency_recover` in `float`. */
TangencyCode tangency_recover_f32(const struct TangencyMoverF32 *mover,
                                  const struct TangencyObstacleF32 *obstacle,
                                  uint32_t *found,
                                  float *position);

/* `tangency_walker` in `float`. */
TangencyCode tangency_walker_f32(const struct TangencyMoverF32 *body,
                                 const struct TangencyWalkerOptionsF32 *options,
                                 uint64_t *walker);

/* `tangency_walker_step` in `float`. */
TangencyCode tangency_walker_step_f32(uint64_t walker,
                                      const float *displacement,
                                      const float *velocity,
                                      const struct TangencyObstacleF32 *world,
                                      struct TangencyStepF32 *step);

/* `tangency_walker_ride` in `float`. */
TangencyCode tangency_walker_ride_f32(uint64_t walker,
                                      const float *displacement,
                                      const struct TangencyObstacleF32 *moving,
                                      struct TangencyRideF32 *ride);

/* `tangency_walker_state` in `float`. */
TangencyCode tangency_walker_state_f32(uint64_t walker, struct TangencyWalkerStateF32 *state);

/* `tangency_walker_restore` in `float`. */
TangencyCode tangency_walker_restore_f32(uint64_t walker, const struct TangencyWalkerStateF32 *state);

/* `tangency_walker_set_body` in `float`. */
TangencyCode tangency_walker_set_body_f32(uint64_t walker,
                                          const struct TangencyMoverF32 *body,
                                          const struct TangencyObstacleF32 *world,
                                          struct TangencyAnswerF32 *in_the_way);

/* `tangency_walker_teleport` in `float`. */
TangencyCode tangency_walker_teleport_f32(uint64_t walker,
                                          const float *position,
                                          const struct TangencyObstacleF32 *world,
                                          struct TangencyAnswerF32 *in_the_way);

/* `tangency_intersects` in `float`. */
TangencyCode tangency_intersects_f32(const struct TangencyMoverF32 *mover,
                                     uint32_t is_hollow,
                                     const struct TangencyObstacleF32 *obstacle,
                                     uint32_t *intersects);

/* `tangency_penetration` in `float`. */
TangencyCode tangency_penetration_f32(const struct TangencyMoverF32 *mover,
                                      const struct TangencyObstacleF32 *obstacle,
                                      struct TangencyPenetrationF32 *penetration);

/* `tangency_closest` in `float`. */
TangencyCode tangency_closest_f32(const float *point,
                                  const struct TangencyObstacleF32 *obstacle,
                                  struct TangencyClosestPointF32 *closest);

/* `tangency_closest_points` in `float`. */
TangencyCode tangency_closest_points_f32(const struct TangencyMoverF32 *mover,
                                         const struct TangencyObstacleF32 *obstacle,
                                         struct TangencyClosestPointsF32 *closest);

/* `tangency_containment` in `float`. */
TangencyCode tangency_containment_f32(const struct TangencyMoverF32 *mover,
                                      const struct TangencyObstacleF32 *obstacle,
                                      uint32_t *containment);

/* `tangency_intersecting` in `float`. */
TangencyCode tangency_intersecting_f32(const struct TangencyMoverF32 *mover,
                                       const struct TangencyObstacleF32 *obstacle,
                                       uint64_t *triangles,
                                       size_t room,
                                       size_t *count);

/* `tangency_signed_distance` in `float`. */
TangencyCode tangency_signed_distance_f32(const float *point,
                                          const struct TangencyObstacleF32 *obstacle,
                                          float *distance);

#ifdef __cplusplus
}  // extern "C"
#endif 
