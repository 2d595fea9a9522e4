/* tangency: exact first-contact queries, for C and all that can call C.
 *
 * This file is made of capi/src by `cargo test -p tangency-capi --test header -- --ignored write`.
 *
 * What is asked: a mover (TangencyMover) and an obstacle (TangencyObstacle), by value. Set what is not used to zero, best all by `= {0}` first.
 * Vectors are three numbers, one after the other.
 * What is answered: a TangencyCode. If it is not TANGENCY_CODE_OK, tangency_last_error() tells what was wrong and where; what is then written is said beside
 * each function, and is nothing if nothing is said. No call ends the program.
 *
 * What the caller promises: a pointer that is not null leads to as much memory as is said, by count, length, stride or room. It need not be aligned. No library
 * can see whether that is so: a count that is too great reads what is not there. One that no memory can hold is refused as bad input.
 * What is kept has a handle, a number that is never 0 and never given twice; tangency_free lets go of it.
 * Functions that end in _f32 are those of the same name in float: their handles are of their own.
 *
 * Threads: every function may be called on any thread at any time. Questions go on side by side, also of one scene; who changes a scene waits for those who
 * ask it, and they for him. A walker and a session do one thing at a time. What is freed while others use it stays until they are done.
 */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* What stands for no triangle and no item. */
#define TANGENCY_NOWHERE UINT64_MAX

/* The version of this interface. Programs that were compiled for another one must be compiled
   anew. */
#define TANGENCY_ABI_VERSION 2

/* What became of a call. Of what is not `TANGENCY_CODE_OK`, `tangency_last_error` says more. */
enum TangencyCode
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : int32_t
#endif
 {
  /* All is answered. */
  TANGENCY_CODE_OK = 0,
  /* A pointer is null that must not be. */
  TANGENCY_CODE_NULL_POINTER = 1,
  /* A value from which no shape can be made, or a request that cannot be read; the message names
     the field and the value. */
  TANGENCY_CODE_BAD_INPUT = 2,
  /* A question that is not asked of such a pair; the message names the pair. */
  TANGENCY_CODE_NOT_ASKED = 3,
  /* A handle of nothing: never given, freed, or of something else. */
  TANGENCY_CODE_BAD_HANDLE = 4,
  /* There is less room than the answer needs; how much that is was written. */
  TANGENCY_CODE_TOO_SMALL = 5,
  /* A mistake in this library, which the message tells. Please report it. */
  TANGENCY_CODE_BUG = 6
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyCode TangencyCode;
#else
typedef int32_t TangencyCode;
#endif
#endif

/* What a mover is. */
enum TangencyMoverKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* `shape.sphere`. */
  TANGENCY_MOVER_KIND_SPHERE = 1,
  /* `shape.capsule`: its axis from end to end. */
  TANGENCY_MOVER_KIND_CAPSULE = 2,
  /* `shape.capsule_with_axis`: its axis from one end and along a vector. One that is moved from
     place to place keeps its axis so. */
  TANGENCY_MOVER_KIND_CAPSULE_WITH_AXIS = 3,
  /* `shape.ellipsoid`. */
  TANGENCY_MOVER_KIND_ELLIPSOID = 4
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyMoverKind TangencyMoverKind;
#else
typedef uint32_t TangencyMoverKind;
#endif
#endif

/* What an obstacle is. */
enum TangencyObstacleKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* `shape.point`; with a rounding radius, a ball. */
  TANGENCY_OBSTACLE_KIND_POINT = 1,
  /* `shape.segment`; with a rounding radius, a capsule. */
  TANGENCY_OBSTACLE_KIND_SEGMENT = 2,
  /* `shape.triangle`. */
  TANGENCY_OBSTACLE_KIND_TRIANGLE = 3,
  /* `shape.box`: along the axes. */
  TANGENCY_OBSTACLE_KIND_BOX = 4,
  /* `shape.box`: only its surface. */
  TANGENCY_OBSTACLE_KIND_HOLLOW_BOX = 5,
  /* `shape.oriented_box`. */
  TANGENCY_OBSTACLE_KIND_ORIENTED_BOX = 6,
  /* `shape.parallelepiped`. */
  TANGENCY_OBSTACLE_KIND_PARALLELEPIPED = 7,
  /* `shape.plane`, and all that is behind it. */
  TANGENCY_OBSTACLE_KIND_PLANE = 8,
  /* `shape.handle`, of `tangency_polytope`. */
  TANGENCY_OBSTACLE_KIND_POLYTOPE = 9,
  /* `shape.handle`, of `tangency_frustum`, `tangency_frustum_of_corners` or
     `tangency_frustum_of_view`. */
  TANGENCY_OBSTACLE_KIND_FRUSTUM = 10,
  /* `shape.handle`, of `tangency_mesh` or `tangency_mesh_of_file`. */
  TANGENCY_OBSTACLE_KIND_MESH = 11,
  /* `shape.instance`: a mesh, turned and then moved. */
  TANGENCY_OBSTACLE_KIND_MESH_INSTANCE = 12,
  /* `shape.handle`, of `tangency_solid`: what a closed mesh bounds. */
  TANGENCY_OBSTACLE_KIND_SOLID = 13,
  /* `shape.handle`, of `tangency_scene`. */
  TANGENCY_OBSTACLE_KIND_SCENE = 14
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyObstacleKind TangencyObstacleKind;
#else
typedef uint32_t TangencyObstacleKind;
#endif
#endif

/* What an answer is. */
enum TangencyStatus
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* They never touch within the motion. */
  TANGENCY_STATUS_NONE = 0,
  /* They touch, at time zero or later. */
  TANGENCY_STATUS_CONTACT = 1,
  /* They share more than a touch already at time zero. */
  TANGENCY_STATUS_OVERLAP = 2,
  /* In a column: this row is no mover. */
  TANGENCY_STATUS_BAD_ROW = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyStatus TangencyStatus;
#else
typedef uint32_t TangencyStatus;
#endif
#endif

/* How the two go on at the moment of a touch, relative to each other. */
enum TangencyApproachKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* There is no contact. */
  TANGENCY_APPROACH_KIND_NONE = 0,
  /* They move into each other. */
  TANGENCY_APPROACH_KIND_APPROACHING = 1,
  /* They graze. */
  TANGENCY_APPROACH_KIND_SLIDING = 2,
  /* They move apart; possible only at time zero. */
  TANGENCY_APPROACH_KIND_PARTING = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyApproachKind TangencyApproachKind;
#else
typedef uint32_t TangencyApproachKind;
#endif
#endif

/* What a place on an obstacle is. */
enum TangencyFeatureKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* There is none. */
  TANGENCY_FEATURE_KIND_NONE = 0,
  /* Vertex `index` of a point, a segment or a triangle. */
  TANGENCY_FEATURE_KIND_VERTEX = 1,
  /* The inside of the edge from vertex `index` to the next. */
  TANGENCY_FEATURE_KIND_EDGE = 2,
  /* The inside of a triangle. */
  TANGENCY_FEATURE_KIND_FACE = 3,
  /* Of a box: `sides` says on which side of it the place is along each axis. */
  TANGENCY_FEATURE_KIND_SIDES = 4,
  /* Of a polytope, a frustum or a parallelepiped: `planes` holds it. */
  TANGENCY_FEATURE_KIND_PLANES = 5
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyFeatureKind TangencyFeatureKind;
#else
typedef uint32_t TangencyFeatureKind;
#endif
#endif

/* What a walker found at the beginning of a step. */
enum TangencyStartKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* It overlapped nothing. */
  TANGENCY_START_KIND_FREE = 0,
  /* It overlapped something, and was put where it does not. */
  TANGENCY_START_KIND_MOVED = 1,
  /* It overlapped something, and no free place was found: it did not move. */
  TANGENCY_START_KIND_NOT_FOUND = 2
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyStartKind TangencyStartKind;
#else
typedef uint32_t TangencyStartKind;
#endif
#endif

/* What a moving world has done to a walker. */
enum TangencyRideKind
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* It went along as it should; rounding aside. */
  TANGENCY_RIDE_KIND_CARRIED = 0,
  /* Something was in its way, or pushed it. */
  TANGENCY_RIDE_KIND_PUSHED = 1,
  /* No way out was found: it was not moved, and something runs into it. */
  TANGENCY_RIDE_KIND_CRUSHED = 2
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyRideKind TangencyRideKind;
#else
typedef uint32_t TangencyRideKind;
#endif
#endif

/* How deep clip space is. */
enum TangencyClipDepth
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* Near -1, far 1: OpenGL. */
  TANGENCY_CLIP_DEPTH_MINUS_ONE_TO_ONE = 1,
  /* Near 0, far 1: Direct3D, Vulkan, Metal, WebGPU. */
  TANGENCY_CLIP_DEPTH_ZERO_TO_ONE = 2,
  /* Near 1, far 0: the same with the depth reversed. */
  TANGENCY_CLIP_DEPTH_ONE_TO_ZERO = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyClipDepth TangencyClipDepth;
#else
typedef uint32_t TangencyClipDepth;
#endif
#endif

/* What kind of file a mesh comes from. */
enum TangencyFileFormat
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* Whatever its first bytes say; an OBJ does not say so. */
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

/* On which side of planes a mover lies. */
enum TangencyContainment
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
  : uint32_t
#endif
 {
  /* In the body, without touching its boundary. */
  TANGENCY_CONTAINMENT_INSIDE = 1,
  /* It touches the boundary, or crosses it. */
  TANGENCY_CONTAINMENT_INTERSECTING = 2,
  /* They share no point. */
  TANGENCY_CONTAINMENT_OUTSIDE = 3
};
#ifndef __cplusplus
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
typedef enum TangencyContainment TangencyContainment;
#else
typedef uint32_t TangencyContainment;
#endif
#endif

/* The plane through a point, and all that is behind it. */
typedef struct TangencyPlane {
  /* Any point of the plane. */
  double point[3];
  /* Its outward normal, of any length but zero. */
  double normal[3];
} TangencyPlane;

/* The rows of an array of the caller's, of one or three numbers each. */
typedef struct TangencyColumn {
  /* The first number of the first row; null if there is no such column. */
  const double *first;
  /* How many bytes after the beginning of a row the next one begins: at least the bytes of a
     row; or, except for vertices of a mesh, zero if all rows are this one. */
  size_t stride;
} TangencyColumn;

/* A point. */
typedef struct TangencyPoint {
  /* Where it is. */
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
  /* Its vertices. */
  double vertices[3][3];
} TangencyTriangle;

/* A box along the axes. */
typedef struct TangencyAlignedBox {
  /* The least coordinates. */
  double min[3];
  /* The greatest coordinates. */
  double max[3];
} TangencyAlignedBox;

/* A turned box. */
typedef struct TangencyOrientedBox {
  /* Its centre. */
  double center[3];
  /* Half of its length along each of its axes. */
  double half_extents[3];
  /* How it is turned: a quaternion `x`, `y`, `z`, `w` of any length but zero, which is not
     rounded to length one. */
  double rotation[4];
} TangencyOrientedBox;

/* A box whose edges need not be perpendicular. */
typedef struct TangencyParallelepiped {
  /* Its centre. */
  double center[3];
  /* The vectors along its edges, of their full length. */
  double edges[3][3];
} TangencyParallelepiped;

/* A mesh that is turned about its origin and then moved; it shares vertices and tree with others. */
typedef struct TangencyInstance {
  /* The handle of the mesh. */
  uint64_t mesh;
  /* How it is turned: a quaternion `x`, `y`, `z`, `w` of any length but zero. */
  double rotation[4];
  /* How far it is moved then. */
  double translation[3];
} TangencyInstance;

/* The shape that the kind of an obstacle names. */
typedef union TangencyObstacleShape {
  struct TangencyPoint point;
  struct TangencySegment segment;
  struct TangencyTriangle triangle;
  struct TangencyAlignedBox box;
  struct TangencyOrientedBox oriented_box;
  struct TangencyParallelepiped parallelepiped;
  struct TangencyPlane plane;
  struct TangencyInstance instance;
  uint64_t handle;
} TangencyObstacleShape;

/* What is met. It moves as a mover does, and so long as that. */
typedef struct TangencyObstacle {
  /* What it is: a `TangencyObstacleKind`. */
  uint32_t kind;
  /* The shape of this kind, as it is at time zero. */
  union TangencyObstacleShape shape;
  /* How far it goes in a unit of time. */
  double velocity[3];
  /* What is taken from that; zero unless it moves from point to point. */
  double origin[3];
  /* Its rounding radius: it is then all that is within that of its shape. */
  double radius;
} TangencyObstacle;

/* A sphere; of radius zero, a point. */
typedef struct TangencySphere {
  /* Its centre. */
  double center[3];
  /* Its radius, zero or more. */
  double radius;
} TangencySphere;

/* A capsule: all that is within `radius` of the segment from `a` to `b`. */
typedef struct TangencyCapsule {
  /* One end of its axis. */
  double a[3];
  /* The other end. */
  double b[3];
  /* Its radius, zero or more. */
  double radius;
} TangencyCapsule;

/* A capsule: all that is within `radius` of the segment from `a` to `a + axis`, a sum that is not
   rounded. */
typedef struct TangencyCapsuleWithAxis {
  /* One end of its axis. */
  double a[3];
  /* The way from there to the other end. */
  double axis[3];
  /* Its radius, zero or more. */
  double radius;
} TangencyCapsuleWithAxis;

/* An ellipsoid whose axes are those of space. */
typedef struct TangencyEllipsoid {
  /* Its centre. */
  double center[3];
  /* Its radius along each axis, more than zero. */
  double radii[3];
} TangencyEllipsoid;

/* The shape that the kind of a mover names. */
typedef union TangencyMoverShape {
  struct TangencySphere sphere;
  struct TangencyCapsule capsule;
  struct TangencyCapsuleWithAxis capsule_with_axis;
  struct TangencyEllipsoid ellipsoid;
} TangencyMoverShape;

/* What moves: by `velocity - origin` in each unit of time, a difference that is never rounded.

   For a motion at a velocity, leave `origin` zero. For one from `p` to `q` while the time goes
   from 0 to 1, write `q` into `velocity`, `p` into `origin`, and 1 into `t_max`. */
typedef struct TangencyMover {
  /* What it is: a `TangencyMoverKind`. */
  uint32_t kind;
  /* The shape of this kind, as it is at time zero. */
  union TangencyMoverShape shape;
  /* How far it goes in a unit of time. */
  double velocity[3];
  /* What is taken from that; zero unless it moves from point to point. */
  double origin[3];
  /* The last time of the motion, that time included; `INFINITY` if it has no end. Zero is the
     start alone. */
  double t_max;
} TangencyMover;

/* A place on an obstacle: the feature of lowest dimension that holds it. */
typedef struct TangencyFeature {
  /* Of a scene, the item that has the place; else `UINT64_MAX`. */
  uint64_t item;
  /* Of a mesh, its triangle; else `UINT64_MAX`. */
  uint64_t triangle;
  /* How many planes hold the place. */
  size_t plane_count;
  /* What it is: a `TangencyFeatureKind`. */
  uint32_t kind;
  /* Which vertex or edge. */
  uint32_t index;
  /* Along each axis of a box -1, 0 or 1: on its least side, between, on its greatest side. */
  int32_t sides[3];
  /* The first eight of them. `tangency_query` tells all. */
  uint32_t planes[8];
} TangencyFeature;

/* What a mover meets first. Each number is the float nearest to the exact value; NaN where there
   is none. */
typedef struct TangencyAnswer {
  /* A `TangencyStatus`. */
  uint32_t status;
  /* A `TangencyApproachKind`. */
  uint32_t approach;
  /* Whether there is a normal: 0 or 1. */
  uint32_t has_normal;
  /* Whether a capsule touches all along a segment: 0 or 1. */
  uint32_t has_other_point;
  /* The time of the first touch; 0 of an overlap. */
  double time;
  /* The centre of the mover at that time; of a capsule the end `a` of its axis. */
  double center[3];
  /* The touched point of the obstacle, where the obstacle then is. */
  double point[3];
  /* The other end of what is touched, where a capsule touches all along a segment. */
  double other_point[3];
  /* The unit vector from the point to the centre; of a capsule, to its axis. */
  double normal[3];
  /* What of the obstacle holds the point. */
  struct TangencyFeature feature;
} TangencyAnswer;

/* Many movers of one kind, each of which is a row. */
typedef struct TangencyMovers {
  /* What they are: a `TangencyMoverKind`. */
  uint32_t kind;
  /* How many there are. */
  size_t count;
  /* The centres, three numbers each; of capsules `a`. */
  struct TangencyColumn center;
  /* The radii; not of ellipsoids. */
  struct TangencyColumn radius;
  /* Of capsules `b` or `axis`, of ellipsoids `radii`, three numbers each; not of spheres. */
  struct TangencyColumn extent;
  /* The velocities, three numbers each; without them, all stand still. */
  struct TangencyColumn velocity;
  /* What is taken from these; without it, nothing. */
  struct TangencyColumn origin;
  /* The last times of the motions; without them, no motion has an end. */
  struct TangencyColumn t_max;
} TangencyMovers;

/* Where answers of many are written, a column each: room for as many rows as there are movers, or
   null if it is not wanted. What a row has not is NaN. */
typedef struct TangencyAnswerColumns {
  /* A `TangencyStatus` each. */
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

/* Where a body has moved to. */
typedef struct TangencyMove {
  /* Where it then is: its centre, or the end `a` of its axis. */
  double position[3];
  /* What is left of the displacement. */
  double left[3];
  /* What it met: of status overlap if it overlapped something as it began, and did not move;
     contact if something blocked it, the first of all; else none. */
  struct TangencyAnswer met;
} TangencyMove;

/* What a walker can do. */
typedef struct TangencyWalkerOptions {
  /* Against gravity: a vector of any length. */
  double up[3];
  /* How much a floor rises at most for each unit along it: the tangent of its angle. */
  double max_slope;
  /* How high a step it climbs, measured from the floor on which it stands; 0 for none. */
  double step_height;
  /* How far below it the floor may be if it is to stay on it, walking down. */
  double snap_distance;
  /* If not 0, its round foot counts as flat where it stands on an edge: it stands as high as the
     floor until the axis of its body has passed the edge. */
  uint32_t has_flat_base;
  /* If not 0, what carries it does not throw it: its velocity has nothing of a platform that it
     leaves. */
  uint32_t drops_velocity;
  /* How far at most a step or a ride that begins in an overlap puts it to be free of that, in
     radii of its body; 0 stands for 1, and what is less than 0 for not at all. */
  double max_recovery;
} TangencyWalkerOptions;

/* What became of a step of a walker. */
typedef struct TangencyStep {
  /* A `TangencyStartKind`. */
  uint32_t start;
  /* Where it then is: the end `a` of its axis. */
  double position[3];
  /* How far it goes by itself in the next step. */
  double velocity[3];
  /* On what it stands, if on anything. */
  struct TangencyAnswer floor;
  /* On what it has knocked its head, if on anything. */
  struct TangencyAnswer ceiling;
  /* Whether it hangs between surfaces that are too steep, 0 or 1: it has no floor, and yet it
     cannot fall. */
  uint32_t is_wedged;
  /* The displacement of the platform that it left in this step; zero if it left none. The
     velocity has it already, unless the options say otherwise. */
  double platform_velocity[3];
} TangencyStep;

/* What became of a ride of a walker. */
typedef struct TangencyRide {
  /* A `TangencyRideKind`. */
  uint32_t kind;
  /* Where it then is: the end `a` of its axis. */
  double position[3];
  /* What pushed it or runs into it, if anything. */
  struct TangencyFeature by;
} TangencyRide;

/* The complete state of a walker, except for its options: nothing but numbers, to save it, to send
   it, to roll it back. */
typedef struct TangencyWalkerState {
  /* The end `a` of the axis of its body. */
  double position[3];
  /* The vector from there to the other end. */
  double axis[3];
  /* The radius of its body. */
  double radius;
  /* How far it goes by itself in a step: it falls, or was thrown. */
  double velocity[3];
  /* The displacement of the platform that carried it since its last step; zero after each step. */
  double carried[3];
  /* The point of the floor on which it stands. */
  double floor_point[3];
  /* The normal there; zero if it is in the air. */
  double floor_normal[3];
} TangencyWalkerState;

/* The least translation that ends an overlap. */
typedef struct TangencyPenetration {
  /* Whether they overlap, 0 or 1. */
  uint32_t exists;
  /* The unit vector along which to move. */
  double direction[3];
  /* How far. */
  double depth;
} TangencyPenetration;

/* The point of an obstacle that is closest to a given one. */
typedef struct TangencyClosestPoint {
  /* Whether there is one, 0 or 1: what is empty has none. */
  uint32_t exists;
  /* The point; if the given one is inside of a solid, the given one. */
  double point[3];
  /* How far it is. */
  double distance;
  /* What of the obstacle holds it. */
  struct TangencyFeature feature;
} TangencyClosestPoint;

/* The closest points of an obstacle and of the axis of a capsule. */
typedef struct TangencyClosestPoints {
  /* Whether there are any, 0 or 1: what is empty has none. */
  uint32_t exists;
  /* The obstacle's. */
  double point[3];
  /* The axis'. */
  double on_axis[3];
  /* How far the capsule is from the obstacle. */
  double distance;
  /* What of the obstacle holds its point. */
  struct TangencyFeature feature;
} TangencyClosestPoints;

/* The plane through a point, and all that is behind it. */
typedef struct TangencyPlaneF32 {
  /* Any point of the plane. */
  float point[3];
  /* Its outward normal, of any length but zero. */
  float normal[3];
} TangencyPlaneF32;

/* The rows of an array of the caller's, of one or three numbers each. */
typedef struct TangencyColumnF32 {
  /* The first number of the first row; null if there is no such column. */
  const float *first;
  /* How many bytes after the beginning of a row the next one begins: at least the bytes of a
     row; or, except for vertices of a mesh, zero if all rows are this one. */
  size_t stride;
} TangencyColumnF32;

/* A point. */
typedef struct TangencyPointF32 {
  /* Where it is. */
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
  /* Its vertices. */
  float vertices[3][3];
} TangencyTriangleF32;

/* A box along the axes. */
typedef struct TangencyAlignedBoxF32 {
  /* The least coordinates. */
  float min[3];
  /* The greatest coordinates. */
  float max[3];
} TangencyAlignedBoxF32;

/* A turned box. */
typedef struct TangencyOrientedBoxF32 {
  /* Its centre. */
  float center[3];
  /* Half of its length along each of its axes. */
  float half_extents[3];
  /* How it is turned: a quaternion `x`, `y`, `z`, `w` of any length but zero, which is not
     rounded to length one. */
  float rotation[4];
} TangencyOrientedBoxF32;

/* A box whose edges need not be perpendicular. */
typedef struct TangencyParallelepipedF32 {
  /* Its centre. */
  float center[3];
  /* The vectors along its edges, of their full length. */
  float edges[3][3];
} TangencyParallelepipedF32;

/* A mesh that is turned about its origin and then moved; it shares vertices and tree with others. */
typedef struct TangencyInstanceF32 {
  /* The handle of the mesh. */
  uint64_t mesh;
  /* How it is turned: a quaternion `x`, `y`, `z`, `w` of any length but zero. */
  float rotation[4];
  /* How far it is moved then. */
  float translation[3];
} TangencyInstanceF32;

/* The shape that the kind of an obstacle names. */
typedef union TangencyObstacleShapeF32 {
  struct TangencyPointF32 point;
  struct TangencySegmentF32 segment;
  struct TangencyTriangleF32 triangle;
  struct TangencyAlignedBoxF32 box;
  struct TangencyOrientedBoxF32 oriented_box;
  struct TangencyParallelepipedF32 parallelepiped;
  struct TangencyPlaneF32 plane;
  struct TangencyInstanceF32 instance;
  uint64_t handle;
} TangencyObstacleShapeF32;

/* What is met. It moves as a mover does, and so long as that. */
typedef struct TangencyObstacleF32 {
  /* What it is: a `TangencyObstacleKind`. */
  uint32_t kind;
  /* The shape of this kind, as it is at time zero. */
  union TangencyObstacleShapeF32 shape;
  /* How far it goes in a unit of time. */
  float velocity[3];
  /* What is taken from that; zero unless it moves from point to point. */
  float origin[3];
  /* Its rounding radius: it is then all that is within that of its shape. */
  float radius;
} TangencyObstacleF32;

/* A sphere; of radius zero, a point. */
typedef struct TangencySphereF32 {
  /* Its centre. */
  float center[3];
  /* Its radius, zero or more. */
  float radius;
} TangencySphereF32;

/* A capsule: all that is within `radius` of the segment from `a` to `b`. */
typedef struct TangencyCapsuleF32 {
  /* One end of its axis. */
  float a[3];
  /* The other end. */
  float b[3];
  /* Its radius, zero or more. */
  float radius;
} TangencyCapsuleF32;

/* A capsule: all that is within `radius` of the segment from `a` to `a + axis`, a sum that is not
   rounded. */
typedef struct TangencyCapsuleWithAxisF32 {
  /* One end of its axis. */
  float a[3];
  /* The way from there to the other end. */
  float axis[3];
  /* Its radius, zero or more. */
  float radius;
} TangencyCapsuleWithAxisF32;

/* An ellipsoid whose axes are those of space. */
typedef struct TangencyEllipsoidF32 {
  /* Its centre. */
  float center[3];
  /* Its radius along each axis, more than zero. */
  float radii[3];
} TangencyEllipsoidF32;

/* The shape that the kind of a mover names. */
typedef union TangencyMoverShapeF32 {
  struct TangencySphereF32 sphere;
  struct TangencyCapsuleF32 capsule;
  struct TangencyCapsuleWithAxisF32 capsule_with_axis;
  struct TangencyEllipsoidF32 ellipsoid;
} TangencyMoverShapeF32;

/* What moves: by `velocity - origin` in each unit of time, a difference that is never rounded.

   For a motion at a velocity, leave `origin` zero. For one from `p` to `q` while the time goes
   from 0 to 1, write `q` into `velocity`, `p` into `origin`, and 1 into `t_max`. */
typedef struct TangencyMoverF32 {
  /* What it is: a `TangencyMoverKind`. */
  uint32_t kind;
  /* The shape of this kind, as it is at time zero. */
  union TangencyMoverShapeF32 shape;
  /* How far it goes in a unit of time. */
  float velocity[3];
  /* What is taken from that; zero unless it moves from point to point. */
  float origin[3];
  /* The last time of the motion, that time included; `INFINITY` if it has no end. Zero is the
     start alone. */
  float t_max;
} TangencyMoverF32;

/* What a mover meets first. Each number is the float nearest to the exact value; NaN where there
   is none. */
typedef struct TangencyAnswerF32 {
  /* A `TangencyStatus`. */
  uint32_t status;
  /* A `TangencyApproachKind`. */
  uint32_t approach;
  /* Whether there is a normal: 0 or 1. */
  uint32_t has_normal;
  /* Whether a capsule touches all along a segment: 0 or 1. */
  uint32_t has_other_point;
  /* The time of the first touch; 0 of an overlap. */
  float time;
  /* The centre of the mover at that time; of a capsule the end `a` of its axis. */
  float center[3];
  /* The touched point of the obstacle, where the obstacle then is. */
  float point[3];
  /* The other end of what is touched, where a capsule touches all along a segment. */
  float other_point[3];
  /* The unit vector from the point to the centre; of a capsule, to its axis. */
  float normal[3];
  /* What of the obstacle holds the point. */
  struct TangencyFeature feature;
} TangencyAnswerF32;

/* Many movers of one kind, each of which is a row. */
typedef struct TangencyMoversF32 {
  /* What they are: a `TangencyMoverKind`. */
  uint32_t kind;
  /* How many there are. */
  size_t count;
  /* The centres, three numbers each; of capsules `a`. */
  struct TangencyColumnF32 center;
  /* The radii; not of ellipsoids. */
  struct TangencyColumnF32 radius;
  /* Of capsules `b` or `axis`, of ellipsoids `radii`, three numbers each; not of spheres. */
  struct TangencyColumnF32 extent;
  /* The velocities, three numbers each; without them, all stand still. */
  struct TangencyColumnF32 velocity;
  /* What is taken from these; without it, nothing. */
  struct TangencyColumnF32 origin;
  /* The last times of the motions; without them, no motion has an end. */
  struct TangencyColumnF32 t_max;
} TangencyMoversF32;

/* Where answers of many are written, a column each: room for as many rows as there are movers, or
   null if it is not wanted. What a row has not is NaN. */
typedef struct TangencyAnswerColumnsF32 {
  /* A `TangencyStatus` each. */
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

/* Where a body has moved to. */
typedef struct TangencyMoveF32 {
  /* Where it then is: its centre, or the end `a` of its axis. */
  float position[3];
  /* What is left of the displacement. */
  float left[3];
  /* What it met: of status overlap if it overlapped something as it began, and did not move;
     contact if something blocked it, the first of all; else none. */
  struct TangencyAnswerF32 met;
} TangencyMoveF32;

/* What a walker can do. */
typedef struct TangencyWalkerOptionsF32 {
  /* Against gravity: a vector of any length. */
  float up[3];
  /* How much a floor rises at most for each unit along it: the tangent of its angle. */
  float max_slope;
  /* How high a step it climbs, measured from the floor on which it stands; 0 for none. */
  float step_height;
  /* How far below it the floor may be if it is to stay on it, walking down. */
  float snap_distance;
  /* If not 0, its round foot counts as flat where it stands on an edge: it stands as high as the
     floor until the axis of its body has passed the edge. */
  uint32_t has_flat_base;
  /* If not 0, what carries it does not throw it: its velocity has nothing of a platform that it
     leaves. */
  uint32_t drops_velocity;
  /* How far at most a step or a ride that begins in an overlap puts it to be free of that, in
     radii of its body; 0 stands for 1, and what is less than 0 for not at all. */
  float max_recovery;
} TangencyWalkerOptionsF32;

/* What became of a step of a walker. */
typedef struct TangencyStepF32 {
  /* A `TangencyStartKind`. */
  uint32_t start;
  /* Where it then is: the end `a` of its axis. */
  float position[3];
  /* How far it goes by itself in the next step. */
  float velocity[3];
  /* On what it stands, if on anything. */
  struct TangencyAnswerF32 floor;
  /* On what it has knocked its head, if on anything. */
  struct TangencyAnswerF32 ceiling;
  /* Whether it hangs between surfaces that are too steep, 0 or 1: it has no floor, and yet it
     cannot fall. */
  uint32_t is_wedged;
  /* The displacement of the platform that it left in this step; zero if it left none. The
     velocity has it already, unless the options say otherwise. */
  float platform_velocity[3];
} TangencyStepF32;

/* What became of a ride of a walker. */
typedef struct TangencyRideF32 {
  /* A `TangencyRideKind`. */
  uint32_t kind;
  /* Where it then is: the end `a` of its axis. */
  float position[3];
  /* What pushed it or runs into it, if anything. */
  struct TangencyFeature by;
} TangencyRideF32;

/* The complete state of a walker, except for its options: nothing but numbers, to save it, to send
   it, to roll it back. */
typedef struct TangencyWalkerStateF32 {
  /* The end `a` of the axis of its body. */
  float position[3];
  /* The vector from there to the other end. */
  float axis[3];
  /* The radius of its body. */
  float radius;
  /* How far it goes by itself in a step: it falls, or was thrown. */
  float velocity[3];
  /* The displacement of the platform that carried it since its last step; zero after each step. */
  float carried[3];
  /* The point of the floor on which it stands. */
  float floor_point[3];
  /* The normal there; zero if it is in the air. */
  float floor_normal[3];
} TangencyWalkerStateF32;

/* The least translation that ends an overlap. */
typedef struct TangencyPenetrationF32 {
  /* Whether they overlap, 0 or 1. */
  uint32_t exists;
  /* The unit vector along which to move. */
  float direction[3];
  /* How far. */
  float depth;
} TangencyPenetrationF32;

/* The point of an obstacle that is closest to a given one. */
typedef struct TangencyClosestPointF32 {
  /* Whether there is one, 0 or 1: what is empty has none. */
  uint32_t exists;
  /* The point; if the given one is inside of a solid, the given one. */
  float point[3];
  /* How far it is. */
  float distance;
  /* What of the obstacle holds it. */
  struct TangencyFeature feature;
} TangencyClosestPointF32;

/* The closest points of an obstacle and of the axis of a capsule. */
typedef struct TangencyClosestPointsF32 {
  /* Whether there are any, 0 or 1: what is empty has none. */
  uint32_t exists;
  /* The obstacle's. */
  float point[3];
  /* The axis'. */
  float on_axis[3];
  /* How far the capsule is from the obstacle. */
  float distance;
  /* What of the obstacle holds its point. */
  struct TangencyFeature feature;
} TangencyClosestPointsF32;

#ifdef __cplusplus
extern "C" {
#endif

/* The `TANGENCY_ABI_VERSION` that this library was made with. */
uint32_t tangency_abi_version(void);

/* The version of the library, as in `0.1.0`. */
const char *tangency_version(void);

/* The features that this library was built with, as `capi/install` takes them: `parallel`,
   `compact`, both with a blank between, or nothing. */
const char *tangency_features(void);

/* How many bytes a struct of the header has, by its name there, as in `TangencyMover`; 0 if there
   is none of this name. For languages that write structs anew. */
size_t tangency_size_of(const char *name);

/* What went wrong in the last call on this thread that did not answer `TANGENCY_CODE_OK`, in a
   sentence; empty if none did. It stays until the next such call on this thread. */
const char *tangency_last_error(void);

/* Lets go of what a handle names. What is in use stays until it is not: a scene keeps its meshes. */
TangencyCode tangency_free(uint64_t handle);

/* A session for `tangency_query`: what requests define by name is known to later ones of the same
   session. */
TangencyCode tangency_session(uint64_t *session);

/* Answers a request, a line of JSON, by a line of JSON: every question in every dimension, as the
   command `tangency query` does.

   The answer is written without the end of its line and with a zero behind it. `length` is without
   that zero; if there is less room, the code is `TANGENCY_CODE_TOO_SMALL`, and
   `tangency_query_again` has the same answer. A request that cannot be answered has a line that
   says so, and the code `TANGENCY_CODE_BAD_INPUT`. */
TangencyCode tangency_query(uint64_t session,
                            const char *request,
                            size_t request_length,
                            char *answer,
                            size_t room,
                            size_t *length);

/* The last answer of a session once more, with its code. */
TangencyCode tangency_query_again(uint64_t session, char *answer, size_t room, size_t *length);

/* A polytope: what is behind all of these planes, in `polytope`. */
TangencyCode tangency_polytope(const struct TangencyPlane *planes, size_t count, uint64_t *polytope);

/* A frustum of its six planes, with outward normals: left, right, bottom, top, near, far. */
TangencyCode tangency_frustum(const struct TangencyPlane *planes, uint64_t *frustum);

/* A frustum of its eight corners: left bottom, right bottom, right top, left top of the near
   plane, then the same of the far plane: 24 numbers. Each normal is rounded once. */
TangencyCode tangency_frustum_of_corners(const double *corners, uint64_t *frustum);

/* What a camera sees through a matrix of four rows of four numbers; `depth` is a
   `TangencyClipDepth`. The coefficients of each plane are rounded once. */
TangencyCode tangency_frustum_of_view(const double *rows, uint32_t depth, uint64_t *frustum);

/* A mesh of vertices, a row each, and of triangles: three vertex indices for each, one after the
   other. Builds its tree; what was given is copied. */
TangencyCode tangency_mesh(struct TangencyColumn vertices,
                           size_t vertex_count,
                           const uint32_t *triangles,
                           size_t triangle_count,
                           uint64_t *mesh);

/* A mesh from the bytes of a file; `format` is a `TangencyFileFormat`. Faces of fewer than three
   vertices are left out, and `left_out`, which may be null, becomes their number. */
TangencyCode tangency_mesh_of_file(const uint8_t *file,
                                   size_t length,
                                   uint32_t format,
                                   uint64_t *mesh,
                                   uint64_t *left_out);

/* Moves the vertices of a mesh, of which there must be as many as before; its tree is measured
   anew, which takes a fraction of the time that building one takes. Scenes, solids and snapshots
   that have the mesh keep it as it was. */
TangencyCode tangency_mesh_set_vertices(uint64_t mesh, struct TangencyColumn vertices, size_t vertex_count);

/* Writes a mesh and its tree as bytes to be kept in a file, as far as there is room; `length` says
   how many they are. The same mesh always gives the same bytes, on every route. */
TangencyCode tangency_mesh_save(uint64_t mesh, uint8_t *saved, size_t room, size_t *length);

/* A mesh with its tree from the bytes that `tangency_mesh_save` wrote. Builds no tree; the bytes
   are copied. Bytes of which one has changed are refused. */
TangencyCode tangency_mesh_load(const uint8_t *saved, size_t length, uint64_t *mesh);

/* What a closed mesh bounds; the mesh is shared, and may be freed. */
TangencyCode tangency_solid(uint64_t mesh, uint64_t *solid);

/* A scene with nothing in it. */
TangencyCode tangency_scene(uint64_t *scene);

/* Another scene that is as this one is now, with items of the same names, and stays so when this
   one changes. It takes no time: the two are the same until one of them changes, which then first
   copies its items, though not their meshes. */
TangencyCode tangency_scene_snapshot(uint64_t scene, uint64_t *snapshot);

/* Writes a scene, its meshes and their trees as bytes to be kept in a file, as
   `tangency_mesh_save`. */
TangencyCode tangency_scene_save(uint64_t scene, uint8_t *saved, size_t room, size_t *length);

/* A scene from the bytes that `tangency_scene_save` wrote, with items of the same names, as
   `tangency_mesh_load`. */
TangencyCode tangency_scene_load(const uint8_t *saved, size_t length, uint64_t *scene);

/* Puts an obstacle into a scene, and names it by a number that no other item of this scene has,
   had or will have. Meshes are shared. */
TangencyCode tangency_scene_insert(uint64_t scene, const struct TangencyObstacle *obstacle, uint64_t *item);

/* Puts another obstacle in the place of an item, which keeps its name. */
TangencyCode tangency_scene_replace(uint64_t scene, uint64_t item, const struct TangencyObstacle *obstacle);

/* Takes an item out of a scene. */
TangencyCode tangency_scene_remove(uint64_t scene, uint64_t item);

/* How many items a scene has. */
TangencyCode tangency_scene_length(uint64_t scene, size_t *length);

/* The first contact of a mover with an obstacle. */
TangencyCode tangency_first_contact(const struct TangencyMover *mover,
                                    const struct TangencyObstacle *obstacle,
                                    struct TangencyAnswer *answer);

/* The contact that blocks a motion: the first after which the two would overlap. */
TangencyCode tangency_first_entry(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  struct TangencyAnswer *answer);

/* The first contacts of many. A row that is no mover has the status bad row, the first of them is
   the error, and all others are answered. */
TangencyCode tangency_first_contacts(const struct TangencyMovers *movers,
                                     const struct TangencyObstacle *obstacle,
                                     const struct TangencyAnswerColumns *answers);

/* The contacts that block many motions, as `tangency_first_contacts`. */
TangencyCode tangency_first_entries(const struct TangencyMovers *movers,
                                    const struct TangencyObstacle *obstacle,
                                    const struct TangencyAnswerColumns *answers);

/* The first contact in exact numbers: a line each for `time`, `center[0]` and so on, with `x`, `y`
   and `d` of `x + y sqrt(d)`, whole numbers or fractions. No text if there is none. Written with a
   zero behind it; `length` is without that, and says what is needed if there is less room than
   that. */
TangencyCode tangency_first_contact_exact(const struct TangencyMover *mover,
                                          const struct TangencyObstacle *obstacle,
                                          char *text,
                                          size_t room,
                                          size_t *length);

/* The contact that blocks a motion in exact numbers, as `tangency_first_contact_exact`. */
TangencyCode tangency_first_entry_exact(const struct TangencyMover *mover,
                                        const struct TangencyObstacle *obstacle,
                                        char *text,
                                        size_t room,
                                        size_t *length);

/* All contacts, in order of time: as many as there is room for; `count` says how many there are. */
TangencyCode tangency_contacts(const struct TangencyMover *mover,
                               const struct TangencyObstacle *obstacle,
                               struct TangencyAnswer *answers,
                               size_t room,
                               size_t *count);

/* The time of the first contact, rounded to the nearest float; NaN if there is none. */
TangencyCode tangency_contact_time(const struct TangencyMover *mover,
                                   const struct TangencyObstacle *obstacle,
                                   double *time);

/* The same, rounded down: until then nothing is touched. NaN if there is none. */
TangencyCode tangency_time_down(const struct TangencyMover *mover,
                                const struct TangencyObstacle *obstacle,
                                double *time);

/* The time of the last touch; NaN if they never touch, or for ever. */
TangencyCode tangency_last_time(const struct TangencyMover *mover,
                                const struct TangencyObstacle *obstacle,
                                double *time);

/* Whether they touch within the motion: 0 or 1. */
TangencyCode tangency_has_contact(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  uint32_t *touches);

/* How far a body gets along a displacement, from where it is at time zero, before something blocks
   it. The way there is free, and so is its end. */
TangencyCode tangency_advance(const struct TangencyMover *mover,
                              const double *displacement,
                              const struct TangencyObstacle *obstacle,
                              struct TangencyMove *moved);

/* The same, and on along what blocks it, in at most `iterations` legs; 0 stands for the library's
   own number. The ends of the legs, of which there are never more, go into `legs` if that is not
   null and has room for so many; `count` says how many there are. */
TangencyCode tangency_slide(const struct TangencyMover *mover,
                            const double *displacement,
                            size_t iterations,
                            const struct TangencyObstacle *obstacle,
                            struct TangencyMove *moved,
                            double *legs,
                            size_t legs_room,
                            size_t *legs_count);

/* A free place near where a body is at time zero; `found` is a `TangencyStartKind`. Where it is
   free already, or none is found, `position` is where it is. */
TangencyCode tangency_recover(const struct TangencyMover *mover,
                              const struct TangencyObstacle *obstacle,
                              uint32_t *found,
                              double *position);

/* A character that walks, climbs steps, falls and jumps: a capsule, where it is at time zero. */
TangencyCode tangency_walker(const struct TangencyMover *body,
                             const struct TangencyWalkerOptions *options,
                             uint64_t *walker);

/* A step of a walker along a displacement, in a world at rest. If `velocity` is not null, it first
   replaces how far it goes by itself in a step: it falls, or was thrown. */
TangencyCode tangency_walker_step(uint64_t walker,
                                  const double *displacement,
                                  const double *velocity,
                                  const struct TangencyObstacle *world,
                                  struct TangencyStep *step);

/* While the world moves, before a step in the world as it then is: the walker goes along by a
   displacement, that of what it stands on, and is pushed by what runs into it. In `moving` each
   thing that moves is on its way in the time from 0 to 1. */
TangencyCode tangency_walker_ride(uint64_t walker,
                                  const double *displacement,
                                  const struct TangencyObstacle *moving,
                                  struct TangencyRide *ride);

/* The state of a walker: all that its next steps depend on, except for its options and the world. */
TangencyCode tangency_walker_state(uint64_t walker, struct TangencyWalkerState *state);

/* Puts a walker into a state, its own or that of another one: wherever that is, and whatever is
   there. Its next steps then have the same bits as those of the walker whose state it was. */
TangencyCode tangency_walker_restore(uint64_t walker, const struct TangencyWalkerState *state);

/* Gives a walker another body, here or elsewhere, if there is room for it in the world: to crouch,
   to stand up, to be put elsewhere. Then `in_the_way` is of status none; else the walker stays as
   it is, and that is the overlap.

   It stands as before if the end `a` of its axis and its radius remain; else it is in the air. To
   put it elsewhere whatever is there, restore a state of that position. */
TangencyCode tangency_walker_set_body(uint64_t walker,
                                      const struct TangencyMover *body,
                                      const struct TangencyObstacle *world,
                                      struct TangencyAnswer *in_the_way);

/* Puts a walker elsewhere, in the air, if there is room for it in the world: then `in_the_way` is
   of status none; else the walker stays where it is, and that is the overlap. Where it is already,
   it stands as before. */
TangencyCode tangency_walker_teleport(uint64_t walker,
                                      const double *position,
                                      const struct TangencyObstacle *world,
                                      struct TangencyAnswer *in_the_way);

/* Whether the two share a point at time zero, 0 or 1; if `is_hollow` is not 0, of the mover only
   its surface counts. */
TangencyCode tangency_intersects(const struct TangencyMover *mover,
                                 uint32_t is_hollow,
                                 const struct TangencyObstacle *obstacle,
                                 uint32_t *intersects);

/* The least translation of a mover that ends an overlap at time zero. */
TangencyCode tangency_penetration(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  struct TangencyPenetration *penetration);

/* The point of an obstacle that is closest to a given one, at time zero. */
TangencyCode tangency_closest(const double *point,
                              const struct TangencyObstacle *obstacle,
                              struct TangencyClosestPoint *closest);

/* The closest points of an obstacle and of the axis of a capsule, at time zero. */
TangencyCode tangency_closest_points(const struct TangencyMover *mover,
                                     const struct TangencyObstacle *obstacle,
                                     struct TangencyClosestPoints *closest);

/* Whether all of a mover is inside of what planes bound at time zero, or outside: `containment` is
   a `TangencyContainment`. */
TangencyCode tangency_containment(const struct TangencyMover *mover,
                                  const struct TangencyObstacle *obstacle,
                                  uint32_t *containment);

/* The triangles of a mesh that share a point with a mover at time zero, in order: as many as there
   is room for; `count` says how many there are. */
TangencyCode tangency_intersecting(const struct TangencyMover *mover,
                                   const struct TangencyObstacle *obstacle,
                                   uint64_t *triangles,
                                   size_t room,
                                   size_t *count);

/* How far a point is from the surface of a solid, negative inside; NaN if it has none. */
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
