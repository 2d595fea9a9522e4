/* Tests that an invalid call is an error that names the field and the value, without an answer. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tangency.h>

static int wrong;

static void is(TangencyCode code, TangencyCode expected, const char *message, int line) {
    if (code == expected && (!message || strcmp(tangency_last_error(), message) == 0)) return;
    printf("line %d: code %d, expected %d\n  %s\n  %s\n", line, (int)code, (int)expected, tangency_last_error(), message ? message : "");
    wrong++;
}
#define IS(call, code, message) is(call, TANGENCY_CODE_##code, message, __LINE__)
#define CHECK(what) \
    do { \
        if (!(what)) printf("line %d: %s\n", __LINE__, #what), wrong++; \
    } while (0)

static TangencyMover ball(void) {
    TangencyMover it = {0};
    it.kind = TANGENCY_MOVER_KIND_SPHERE;
    it.shape.sphere = (TangencySphere){{0, 0, 5}, 1};
    it.velocity[2] = -1;
    it.t_max = INFINITY;
    return it;
}
static TangencyObstacle floor_(void) {
    TangencyObstacle it = {0};
    it.kind = TANGENCY_OBSTACLE_KIND_TRIANGLE;
    it.shape.triangle = (TangencyTriangle){{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    return it;
}
static uint64_t mesh(void) {
    static const double vertices[][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const uint32_t triangles[] = {0, 1, 2};
    uint64_t handle = 0;
    TangencyColumn column = {vertices[0], sizeof vertices[0]};
    IS(tangency_mesh(column, 3, triangles, 1, &handle), OK, NULL);
    return handle;
}

static void *in_another_thread(void *unused) {
    (void)unused;
    CHECK(strcmp(tangency_last_error(), "") == 0);
    IS(tangency_free(1), BAD_HANDLE, "handle is 0x1, must be a handle that was given and not freed");
    return NULL;
}

/* One thread queries a scene while another changes it. */
static uint64_t shared;
static void *changes(void *unused) {
    (void)unused;
    TangencyObstacle item = floor_();
    for (int i = 0; i < 200; i++) {
        uint64_t id;
        item.shape.triangle.vertices[0][0] = i;
        IS(tangency_scene_insert(shared, &item, &id), OK, NULL);
        if (i % 2) IS(tangency_scene_remove(shared, id), OK, NULL);
    }
    return NULL;
}
static void *asks(void *unused) {
    (void)unused;
    TangencyMover mover = ball();
    TangencyObstacle world = {0};
    world.kind = TANGENCY_OBSTACLE_KIND_SCENE;
    world.shape.handle = shared;
    for (int i = 0; i < 200; i++) {
        TangencyAnswer answer;
        IS(tangency_first_contact(&mover, &world, &answer), OK, NULL);
    }
    return NULL;
}

int main(void) {
    TangencyMover mover = ball();
    TangencyObstacle obstacle = floor_();
    TangencyAnswer answer;
    CHECK(strcmp(tangency_last_error(), "") == 0);
    CHECK(tangency_abi_version() == TANGENCY_ABI_VERSION);
    CHECK(tangency_size_of("TangencyMover") == sizeof(TangencyMover));
    CHECK(tangency_size_of("TangencyObstacleF32") == sizeof(TangencyObstacleF32));
    CHECK(tangency_size_of("TangencyAnswer") == sizeof(TangencyAnswer));
    CHECK(tangency_size_of("TangencyMovers") == sizeof(TangencyMovers));
    CHECK(tangency_size_of("TangencyStepF32") == sizeof(TangencyStepF32));
    CHECK(tangency_size_of("Nothing") == 0 && tangency_size_of("TangencyNothing") == 0 && tangency_size_of(NULL) == 0);

    /* First a valid call. */
    IS(tangency_first_contact(&mover, &obstacle, &answer), OK, NULL);
    CHECK(answer.status == TANGENCY_STATUS_CONTACT && answer.time == 4 && answer.feature.kind == TANGENCY_FEATURE_KIND_VERTEX);

    /* Pointers that are null. */
    IS(tangency_first_contact(NULL, &obstacle, &answer), NULL_POINTER, "mover is null, must point to something");
    IS(tangency_first_contact(&mover, NULL, &answer), NULL_POINTER, "obstacle is null, must point to something");
    IS(tangency_first_contact(&mover, &obstacle, NULL), NULL_POINTER, "answer is null, must point to something");
    IS(tangency_scene(NULL), NULL_POINTER, "scene is null, must point to something");

    /* Values that are not a number, are out of range, or are of no kind. */
    mover.shape.sphere.center[1] = NAN;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "sphere.center[1] is NaN, must be a finite number");
    mover = ball(), mover.shape.sphere.radius = -1;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "sphere.radius is -1, must not be negative");
    mover = ball(), mover.t_max = NAN;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "t_max is NaN, must be a time");
    mover = ball(), mover.velocity[0] = INFINITY;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, NULL);
    mover = ball(), mover.kind = 77;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "mover.kind is 77, must be one of the header");
    mover = ball(), obstacle.kind = 0;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "obstacle.kind is 0, must be one of the header");
    obstacle = floor_(), obstacle.radius = -2;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "rounding radius is -2, must not be negative");
    obstacle = floor_(), obstacle.radius = NAN;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, NULL);

    /* A pair that is refused. */
    TangencyObstacle plane = {0};
    plane.kind = TANGENCY_OBSTACLE_KIND_PLANE;
    plane.shape.plane = (TangencyPlane){{0, 0, 0}, {0, 0, 1}};
    IS(tangency_first_contact(&mover, &plane, &answer), NOT_ASKED, "first_contact is not asked of a sphere and a plane");
    plane.velocity[1] = 3;
    IS(tangency_first_contact(&mover, &plane, &answer), BAD_INPUT, "obstacle.velocity[1] is 3, must be zero for a plane");
    obstacle = floor_();
    size_t count = 7;
    IS(tangency_contacts(&mover, &obstacle, NULL, 0, &count), NOT_ASKED, "contacts is not asked of a sphere and a triangle");

    /* Shapes with a radius of their own have no other radius. A convex mover has one, which must be valid like the shape. */
    mover = ball(), mover.radius = 2;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "mover.radius is 2, must be zero for a sphere");
    mover = ball(), mover.kind = TANGENCY_MOVER_KIND_BOX;
    mover.shape.box = (TangencyAlignedBox){{1, 1, 5}, {2, 2, 6}};
    IS(tangency_first_contact(&mover, &obstacle, &answer), OK, NULL);
    CHECK(answer.time == 5);
    mover.radius = -1;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "rounding radius is -1, must not be negative");
    mover.radius = NAN;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, NULL);
    mover.radius = 0, mover.shape.box.min[0] = 3;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, NULL);
    mover.shape.box.min[0] = NAN;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, "box.min[0] is NaN, must be a finite number");
    mover.shape.box.min[0] = 1, mover.t_max = -1;
    IS(tangency_first_contact(&mover, &obstacle, &answer), BAD_INPUT, NULL);
    mover.t_max = INFINITY;
    double way_[3] = {0, 0, -1};
    TangencyMove moved;
    IS(tangency_advance(&mover, way_, &obstacle, &moved), OK, NULL);
    CHECK(moved.position[2] == 4);
    way_[0] = NAN;
    IS(tangency_advance(&mover, way_, &obstacle, &moved), BAD_INPUT, "displacement[0] is NaN, must be a finite number");
    way_[0] = 0;
    IS(tangency_contacts(&mover, &obstacle, NULL, 0, &count), NOT_ASKED, "contacts is not asked of a convex body and a triangle");
    uint32_t is_true;
    IS(tangency_intersects(&mover, 1, &obstacle, &is_true), NOT_ASKED, "intersects is not asked of a convex body and a triangle");
    IS(tangency_first_contact(&mover, &plane, &answer), BAD_INPUT, NULL);
    plane.velocity[1] = 0;
    IS(tangency_first_contact(&mover, &plane, &answer), NOT_ASKED, "first_contact is not asked of a convex body and a plane");
    IS(tangency_slide(&mover, way_, 0, &plane, &moved, NULL, 0, NULL), NOT_ASKED, "slide is not asked of a convex body and a plane");
    /* A flat body has a side only with a radius. */
    uint32_t found = 7;
    double place[3] = {7, 7, 7};
    mover.kind = TANGENCY_MOVER_KIND_TRIANGLE;
    mover.shape.triangle = (TangencyTriangle){{{1, 1, 5}, {2, 1, 5}, {1, 2, 5}}};
    IS(tangency_advance(&mover, way_, &obstacle, &moved), BAD_INPUT, "body is flat and has no radius, must have a thickness");
    IS(tangency_slide(&mover, way_, 0, &obstacle, &moved, NULL, 0, NULL), BAD_INPUT, "body is flat and has no radius, must have a thickness");
    IS(tangency_recover(&mover, &obstacle, &found, place), BAD_INPUT, "body is flat and has no radius, must have a thickness");
    CHECK(found == 7 && place[0] == 7 && moved.position[2] == 4);
    mover.radius = 1;
    IS(tangency_advance(&mover, way_, &obstacle, &moved), OK, NULL);
    mover = ball();
    IS(tangency_touched(&mover, &obstacle, NULL, 0, &count, NULL, NULL), NOT_ASKED, "touched is not asked of a sphere and a triangle");

    /* Hulls of no point, of points that are not finite, and rows that overlap. */
    double points[][3] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}};
    TangencyColumn column_ = {points[0], sizeof points[0]};
    uint64_t hull = 7;
    IS(tangency_hull(column_, 3, &hull), BAD_INPUT, "hull.points[2][1] is NaN, must be a finite number");
    IS(tangency_hull(column_, 0, &hull), BAD_INPUT, NULL);
    CHECK(strncmp(tangency_last_error(), "hull.points ", 12) == 0);
    IS(tangency_hull(column_, 2, NULL), NULL_POINTER, "hull is null, must point to something");
    IS(tangency_hull((TangencyColumn){NULL, 24}, 2, &hull), NULL_POINTER, "points is null, must point to something");
    IS(tangency_hull((TangencyColumn){points[0], 3}, 2, &hull), BAD_INPUT, "points has the stride 3, must have at least 24 bytes");
    CHECK(hull == 7);
    IS(tangency_hull(column_, 2, &hull), OK, NULL);
    TangencyMover body_ = ball();
    body_.kind = TANGENCY_MOVER_KIND_HULL, body_.shape.handle = 77;
    IS(tangency_first_contact(&body_, &obstacle, &answer), BAD_HANDLE, "mover.shape.handle is 0x4d, must be a handle that was given and not freed");
    body_.shape.handle = hull;
    IS(tangency_first_contact(&body_, &obstacle, &answer), OK, NULL);
    TangencyObstacle solid_ = {0};
    solid_.kind = TANGENCY_OBSTACLE_KIND_SOLID, solid_.shape.handle = hull;
    IS(tangency_first_contact(&mover, &solid_, &answer), BAD_HANDLE, "obstacle.shape.handle is the handle of a hull of double, must be of a solid of double");
    TangencyMoverF32 body32 = {0};
    TangencyObstacleF32 floor32 = {0};
    TangencyAnswerF32 told32;
    body32.kind = TANGENCY_MOVER_KIND_HULL, body32.shape.handle = hull;
    floor32.kind = TANGENCY_OBSTACLE_KIND_TRIANGLE;
    IS(tangency_first_contact_f32(&body32, &floor32, &told32), BAD_HANDLE, "mover.shape.handle is the handle of a hull of double, must be of a hull of float");
    IS(tangency_free(hull), OK, NULL);
    IS(tangency_first_contact(&body_, &obstacle, &answer), BAD_HANDLE, NULL);

    /* Each kind of mover has its own columns: none of them may be missing, and no others may be
     * given. */
    enum { CENTER = 1, RADIUS = 2, EXTENT = 4, ROTATION = 8, HULL = 16 };
    static const struct {
        TangencyMoverKind kind;
        int required, optional;
        const char *words;
    } kinds[] = {
        {TANGENCY_MOVER_KIND_SPHERE, CENTER | RADIUS, 0, "a sphere"},
        {TANGENCY_MOVER_KIND_CAPSULE, CENTER | RADIUS | EXTENT, 0, "a capsule"},
        {TANGENCY_MOVER_KIND_CAPSULE_WITH_AXIS, CENTER | RADIUS | EXTENT, 0, "a capsule"},
        {TANGENCY_MOVER_KIND_ELLIPSOID, CENTER | EXTENT, 0, "an ellipsoid"},
        {TANGENCY_MOVER_KIND_BOX, CENTER | EXTENT, RADIUS, "a box"},
        {TANGENCY_MOVER_KIND_ORIENTED_BOX, CENTER | EXTENT | ROTATION, RADIUS, "an oriented box"},
        {TANGENCY_MOVER_KIND_PARALLELEPIPED, CENTER | EXTENT, RADIUS, "a parallelepiped"},
        {TANGENCY_MOVER_KIND_TRIANGLE, EXTENT, RADIUS, "a triangle"},
        {TANGENCY_MOVER_KIND_HULL, HULL, CENTER | RADIUS, "a hull"},
    };
    static const double plain[] = {1, 2, 3, 2, -1, 0, 0, 1, 1};
    uint8_t said;
    TangencyAnswerColumns answers = {0};
    answers.status = &said;
    TangencyMovers many = {0};
    IS(tangency_hull(column_, 2, &hull), OK, NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (int all = 0; all < 32; all++) {
            memset(&many, 0, sizeof many);
            many.kind = kinds[i].kind, many.count = 1, said = 9;
            TangencyColumn *columns[] = {&many.center, &many.radius, &many.extent, &many.rotation};
            for (int k = 0; k < 4; k++)
                if (all >> k & 1) columns[k]->first = plain;
            if (all & HULL) many.hull = hull;
            int is_missing = kinds[i].required & ~all, is_refused = all & ~(kinds[i].required | kinds[i].optional);
            TangencyCode code = tangency_first_contacts(&many, &obstacle, &answers);
            CHECK(tangency_first_entries(&many, &obstacle, &answers) == code);
            CHECK((code == TANGENCY_CODE_OK) == (is_missing == 0 && is_refused == 0));
            CHECK((said == 9) == (code != TANGENCY_CODE_OK));
            if (is_missing == 0 && is_refused != 0) CHECK(code == TANGENCY_CODE_BAD_INPUT && strstr(tangency_last_error(), kinds[i].words) != NULL);
            if (is_missing != 0 && is_refused == 0) CHECK(code == (is_missing == HULL ? TANGENCY_CODE_BAD_HANDLE : TANGENCY_CODE_NULL_POINTER));
        }
    }
    memset(&many, 0, sizeof many);
    many.kind = TANGENCY_MOVER_KIND_SPHERE, many.count = 1, many.center.first = many.radius.first = many.rotation.first = plain;
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, "movers.rotation is not null, must be null for a sphere");
    many.rotation.first = NULL, many.hull = 77;
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, "movers.hull is 0x4d, must be zero for a sphere");
    many.kind = TANGENCY_MOVER_KIND_HULL;
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_HANDLE, "movers.hull is 0x4d, must be a handle that was given and not freed");
    many.kind = 11;
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, "movers.kind is 11, must be one of the header");
    TangencyMover gem_;
    memset(&gem_, 0, sizeof gem_);
    gem_.kind = TANGENCY_MOVER_KIND_PLACED_HULL, gem_.shape.placed_hull.hull = 77;
    IS(tangency_first_contact(&gem_, &obstacle, &answer), BAD_HANDLE, "mover.shape.placed_hull.hull is 0x4d, must be a handle that was given and not freed");
    TangencyObstacle rock;
    memset(&rock, 0, sizeof rock);
    rock.kind = TANGENCY_OBSTACLE_KIND_PLACED_HULL, rock.shape.placed_hull.hull = 77;
    IS(tangency_first_contact(&mover, &rock, &answer), BAD_HANDLE, "obstacle.shape.placed_hull.hull is 0x4d, must be a handle that was given and not freed");
    IS(tangency_hull(column_, 2, &rock.shape.placed_hull.hull), OK, NULL);
    rock.shape.placed_hull.position[1] = NAN;
    IS(tangency_first_contact(&mover, &rock, &answer), BAD_INPUT, "hull.position[1] is NaN, must be a finite number");
    many.kind = TANGENCY_MOVER_KIND_PLACED_HULL, many.hull = rock.shape.placed_hull.hull, many.center.first = NULL;
    IS(tangency_first_contacts(&many, &obstacle, &answers), NULL_POINTER, "movers.center is null, must point to something");
    many.hull = 0;

    /* Invalid rows of boxes, triangles and hulls. */
    const double corners_[][3] = {{0, 0, 5}, {NAN, 0, 5}, {2, 0, 5}}, ends[][3] = {{1, 1, 6}, {1, 1, 6}, {1, 1, 6}}, spins[][4] = {{0, 0, 0, 1}, {0, 0, 1, 1}, {0, 0, 0, 0}};
    const double sheets[][9] = {{0, 0, 5, 1, 0, 5, 0, 1, 5}, {0, 0, 5, 1, 0, 5, 0, 1, INFINITY}}, shells[] = {1, -1, 1}, sink[] = {0, 0, -1};
    uint8_t states[3];
    double whens[3];
    answers.status = states, answers.time = whens;
    memset(&many, 0, sizeof many);
    many.kind = TANGENCY_MOVER_KIND_BOX, many.count = 3;
    many.center = (TangencyColumn){corners_[0], sizeof corners_[0]}, many.extent = (TangencyColumn){ends[0], sizeof ends[0]};
    many.velocity = (TangencyColumn){sink, 0};
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, "row 1: box.min[0] is NaN, must be a finite number, and 1 more rows");
    CHECK(states[0] == TANGENCY_STATUS_CONTACT && whens[0] == 5 && states[1] == TANGENCY_STATUS_BAD_ROW && states[2] == TANGENCY_STATUS_BAD_ROW);
    many.radius = (TangencyColumn){shells, sizeof shells[0]}, many.center.stride = 0;
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, "row 1: rounding radius is -1, must not be negative");
    CHECK(states[0] == TANGENCY_STATUS_CONTACT && whens[0] == 4 && states[1] == TANGENCY_STATUS_BAD_ROW && states[2] == TANGENCY_STATUS_CONTACT && whens[2] == 4);
    many.kind = TANGENCY_MOVER_KIND_ORIENTED_BOX, many.radius.first = NULL, many.rotation = (TangencyColumn){spins[0], sizeof spins[0]};
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, NULL);
    CHECK(strncmp(tangency_last_error(), "row 2: rotation", 15) == 0);
    CHECK(states[0] == TANGENCY_STATUS_OVERLAP && states[1] == TANGENCY_STATUS_OVERLAP && states[2] == TANGENCY_STATUS_BAD_ROW);
    memset(&many, 0, sizeof many);
    many.kind = TANGENCY_MOVER_KIND_TRIANGLE, many.count = 2;
    many.extent = (TangencyColumn){sheets[0], sizeof sheets[0]}, many.velocity = (TangencyColumn){sink, 0};
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, NULL);
    CHECK(strncmp(tangency_last_error(), "row 1: triangle", 15) == 0);
    CHECK(states[0] == TANGENCY_STATUS_CONTACT && whens[0] == 5 && states[1] == TANGENCY_STATUS_BAD_ROW);
    memset(&many, 0, sizeof many);
    many.kind = TANGENCY_MOVER_KIND_HULL, many.count = 3, many.hull = hull;
    many.center = (TangencyColumn){corners_[0], sizeof corners_[0]}, many.velocity = (TangencyColumn){sink, 0};
    IS(tangency_first_contacts(&many, &obstacle, &answers), BAD_INPUT, "row 1: hull.position[0] is NaN, must be a finite number");
    CHECK(states[1] == TANGENCY_STATUS_BAD_ROW && states[2] != TANGENCY_STATUS_BAD_ROW);
    IS(tangency_free(hull), OK, NULL);

    /* Handles of no object, of a freed object, of another kind, and of the other float. */
    uint64_t mesh_ = mesh(), scene = 0, session = 0;
    TangencyObstacle world = {0};
    world.kind = TANGENCY_OBSTACLE_KIND_MESH;
    IS(tangency_first_contact(&mover, &world, &answer), BAD_HANDLE, "obstacle.shape.handle is 0x0, must be a handle that was given and not freed");
    world.shape.handle = mesh_;
    IS(tangency_first_contact(&mover, &world, &answer), OK, NULL);
    CHECK(answer.feature.triangle == 0 && answer.time == 4);
    IS(tangency_scene(&scene), OK, NULL);
    world.shape.handle = scene;
    IS(tangency_first_contact(&mover, &world, &answer), BAD_HANDLE, "obstacle.shape.handle is the handle of a scene of double, must be of a mesh of double");
    TangencyMoverF32 mover32 = {0};
    TangencyObstacleF32 world32 = {0};
    TangencyAnswerF32 answer32;
    mover32.kind = TANGENCY_MOVER_KIND_SPHERE;
    world32.kind = TANGENCY_OBSTACLE_KIND_MESH;
    world32.shape.handle = mesh_;
    IS(tangency_first_contact_f32(&mover32, &world32, &answer32), BAD_HANDLE, "obstacle.shape.handle is the handle of a mesh of double, must be of a mesh of float");
    world.kind = TANGENCY_OBSTACLE_KIND_MESH, world.shape.handle = mesh_;
    uint64_t item = 9;
    IS(tangency_scene_insert(scene, &world, &item), OK, NULL);
    CHECK(item == 0);
    IS(tangency_free(mesh_), OK, NULL);
    IS(tangency_free(mesh_), BAD_HANDLE, NULL);
    IS(tangency_first_contact(&mover, &world, &answer), BAD_HANDLE, NULL);
    uint64_t again = mesh(); /* The slot is the same, but the handle is another number. */
    CHECK(again != mesh_);
    IS(tangency_first_contact(&mover, &world, &answer), BAD_HANDLE, NULL);
    world.kind = TANGENCY_OBSTACLE_KIND_SCENE, world.shape.handle = scene; /* The scene has kept it. */
    IS(tangency_first_contact(&mover, &world, &answer), OK, NULL);
    CHECK(answer.time == 4 && answer.feature.item == 0);
    IS(tangency_scene_remove(scene, 5), BAD_HANDLE, "item is 5, but the scene has none of this name");
    IS(tangency_session(&session), OK, NULL);
    IS(tangency_scene_remove(session, 0), BAD_HANDLE, "scene is the handle of a session, must be of a scene of double");
    IS(tangency_query(scene, "{}", 2, NULL, 0, &count), BAD_HANDLE, "session is the handle of a scene of double, must be of a session");

    /* Invalid meshes. */
    static const double vertices[][3] = {{0, 0, 0}, {4, 0, 0}, {0, NAN, 0}};
    static const uint32_t past[] = {0, 1, 3};
    TangencyColumn column = {vertices[0], sizeof vertices[0]};
    IS(tangency_mesh(column, 2, past, 1, &item), BAD_INPUT, "mesh.triangles[0][2] is 3, but there are only 2");
    IS(tangency_mesh(column, 3, past, 0, &item), BAD_INPUT, "mesh.vertices[2][1] is NaN, must be a finite number");
    IS(tangency_mesh(column, SIZE_MAX, past, 1, &item), BAD_INPUT, NULL);
    column.first = NULL;
    IS(tangency_mesh(column, 3, past, 1, &item), NULL_POINTER, "vertices is null, must point to something");
    IS(tangency_mesh_of_file((const uint8_t *)"ply\n", 4, TANGENCY_FILE_FORMAT_PLY, &item, NULL), BAD_INPUT, NULL);
    IS(tangency_mesh_of_file((const uint8_t *)"ply\n", 4, 9, &item, NULL), BAD_INPUT, "format is 9, must be one of the header");
    static const uint8_t pointed[] = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1\nf 1 2 3\nf 2 3\n";
    uint64_t left_out = 0;
    IS(tangency_mesh_of_file(pointed, sizeof pointed - 1, TANGENCY_FILE_FORMAT_OBJ, &item, &left_out), OK, NULL);
    CHECK(left_out == 2);
    IS(tangency_free(item), OK, NULL);
    IS(tangency_solid(again, &item), BAD_INPUT, NULL); /* The mesh is not closed. */

    /* If there is too little room, nothing is lost. */
    static const char request[] = "{\"id\":1,\"query\":\"first_contact\",\"sphere\":{\"center\":[0,0,5],\"radius\":1},\"point\":{\"position\":[0,0,0]}}";
    char text[256], all[64];
    IS(tangency_query(session, request, sizeof request - 1, text, 8, &count), TOO_SMALL, "answer has room for 8 bytes, must have room for 25");
    CHECK(count == 24 && text[0] == 0);
    IS(tangency_query_again(session, all, sizeof all, &count), OK, NULL);
    CHECK(strcmp(all, "{\"id\":1,\"status\":\"none\"}") == 0);
    IS(tangency_query(session, "nonsense", 8, text, sizeof text, &count), BAD_INPUT, NULL);
    IS(tangency_query(session, NULL, 8, text, sizeof text, &count), NULL_POINTER, "request is null, must point to something");
    IS(tangency_query(session, "\xff", 1, NULL, 0, &count), BAD_INPUT, NULL);
    world.kind = TANGENCY_OBSTACLE_KIND_MESH, world.shape.handle = again;
    uint64_t triangles[1];
    mover.shape.sphere.center[2] = 0;
    IS(tangency_intersecting(&mover, &world, triangles, 0, &count), TOO_SMALL, "triangles has room for 0, must have room for 1");
    CHECK(count == 1);
    IS(tangency_intersecting(&mover, &world, triangles, 1, &count), OK, NULL);
    IS(tangency_first_contact_exact(&mover, &world, NULL, 0, &count), OK, NULL);
    CHECK(count > 0);
    mover = ball();

    /* In columns, an invalid row is reported and the others are answered, also without alignment
     * and if inputs and results share memory. */
    char bytes[1 + 3 * 32];
    const double rows[3][4] = {{0, 0, 5, 1}, {0, 0, 7, -1}, {1, 1, 9, 1}}, down[3] = {0, 0, -1};
    memcpy(bytes + 1, rows, sizeof rows);
    TangencyMovers movers = {0};
    movers.kind = TANGENCY_MOVER_KIND_SPHERE;
    movers.count = 3;
    movers.center = (TangencyColumn){(const double *)(void *)(bytes + 1), 32};
    movers.radius = (TangencyColumn){(const double *)(void *)(bytes + 1 + 24), 32};
    movers.velocity = (TangencyColumn){down, 0};
    uint8_t status[3];
    double time[3];
    TangencyAnswerColumns columns = {0};
    columns.status = status, columns.time = time;
    IS(tangency_first_contacts(&movers, &obstacle, &columns), BAD_INPUT, "row 1: sphere.radius is -1, must not be negative");
    CHECK(status[0] == TANGENCY_STATUS_CONTACT && status[1] == TANGENCY_STATUS_BAD_ROW && status[2] == TANGENCY_STATUS_CONTACT);
    CHECK(time[0] == 4 && isnan(time[1]) && time[2] == 8);
    movers.radius.first = NULL;
    IS(tangency_first_contacts(&movers, &obstacle, &columns), NULL_POINTER, "movers.radius is null, must point to something");
    movers.count = SIZE_MAX / 2;
    movers.radius.first = rows[0];
    IS(tangency_first_contacts(&movers, &obstacle, &columns), BAD_INPUT, NULL);
    movers.count = 0;
    IS(tangency_first_contacts(&movers, &obstacle, &columns), OK, NULL);

    /* A walker must be a capsule, a box or a hull, and a step that fails has no effect. */
    TangencyWalkerOptions options = {{0, 0, 1}, 1, 0.5, 0.5, 0, 0, 0};
    uint64_t walker = 0;
    IS(tangency_walker(&mover, &options, &walker), BAD_INPUT, "body is a sphere, must be a capsule, or an oriented box or a hull without a radius");
    TangencyMover body = {0};
    body.kind = TANGENCY_MOVER_KIND_CAPSULE_WITH_AXIS;
    body.shape.capsule_with_axis = (TangencyCapsuleWithAxis){{1, 1, 0.5}, {0, 0, 1}, 0.5};
    IS(tangency_walker(&body, &options, &walker), OK, NULL);
    TangencyStep step;
    double way[3] = {0.25, 0, 0}, nowhere[3] = {NAN, 0, 0}, jump[3] = {0, 0, 1}, fall[3] = {0, 0, -0.25};
    IS(tangency_walker_step(walker, nowhere, jump, &world, &step), BAD_INPUT, NULL);
    IS(tangency_walker_step(walker, way, fall, &world, &step), OK, NULL);
    CHECK(step.start == TANGENCY_START_KIND_FREE && step.position[0] == 1.25 && step.position[2] == 0.5 && step.velocity[2] == 0);
    CHECK(step.floor.status == TANGENCY_STATUS_CONTACT);
    /* After a state is restored, the same steps have the same bits. A state consists of numbers
     * only. */
    TangencyWalkerState begin, state, first, second;
    IS(tangency_walker_state(walker, &begin), OK, NULL);
    CHECK(sizeof state == 26 * sizeof(double) + sizeof(uint64_t));
    double along[3] = {0.125, 0.0625, -0.01};
    for (int i = 0; i < 1000; i++) {
        IS(tangency_walker_state(walker, &state), OK, NULL);
        for (int turn = 0; turn < 2; turn++) {
            IS(tangency_walker_restore(walker, &state), OK, NULL);
            const double *thrown = i % 100 == 50 ? jump : i % 100 == 51 ? fall : NULL;
            IS(tangency_walker_step(walker, along, thrown, &world, &step), OK, NULL);
            IS(tangency_walker_state(walker, turn ? &second : &first), OK, NULL);
        }
        CHECK(memcmp(&first, &second, sizeof first) == 0);
        if (i % 10 == 9) along[0] = -along[0], along[1] = -along[1];
    }
    state.radius = -1;
    IS(tangency_walker_restore(walker, &state), BAD_INPUT, "walker.radius is -1, must not be negative");
    IS(tangency_walker_state(walker, &second), OK, NULL);
    CHECK(memcmp(&first, &second, sizeof first) == 0);
    IS(tangency_walker_restore(walker, &begin), OK, NULL);
    /* A walker that is put at its own position stands as before; a little off, it is in the air. */
    TangencyAnswer in_the_way;
    double beside[3] = {begin.position[0] + 0.5, begin.position[1], begin.position[2]};
    IS(tangency_walker_teleport(walker, begin.position, &world, &in_the_way), OK, NULL);
    IS(tangency_walker_state(walker, &state), OK, NULL);
    CHECK(in_the_way.status == TANGENCY_STATUS_NONE && begin.floor_normal[2] == 1 && memcmp(&state, &begin, sizeof state) == 0);
    IS(tangency_walker_teleport(walker, beside, &world, &in_the_way), OK, NULL);
    IS(tangency_walker_state(walker, &state), OK, NULL);
    CHECK(in_the_way.status == TANGENCY_STATUS_NONE && state.floor_normal[2] == 0 && state.position[0] == beside[0]);
    IS(tangency_walker_restore(walker, &begin), OK, NULL);
    /* It crouches under a lid, and has no room to stand up there, nor at a place inside the lid. */
    TangencyObstacle lid = {0};
    lid.kind = TANGENCY_OBSTACLE_KIND_BOX;
    for (int k = 0; k < 3; k++) lid.shape.box.min[k] = k < 2 ? -9 : 1.5, lid.shape.box.max[k] = k < 2 ? 9 : 2;
    TangencyMover tall = body, small = body;
    small.shape.capsule_with_axis.axis[2] = 0.25;
    IS(tangency_walker_set_body(walker, &small, &lid, &in_the_way), OK, NULL);
    CHECK(in_the_way.status == TANGENCY_STATUS_NONE);
    IS(tangency_walker_set_body(walker, &tall, &lid, &in_the_way), OK, NULL);
    CHECK(in_the_way.status == TANGENCY_STATUS_OVERLAP && in_the_way.point[2] == 1.5);
    double here[3] = {0, 0, 0.5}, there[3] = {0, 0, 1};
    IS(tangency_walker_teleport(walker, there, &lid, &in_the_way), OK, NULL);
    CHECK(in_the_way.status == TANGENCY_STATUS_OVERLAP);
    IS(tangency_walker_teleport(walker, here, &lid, &in_the_way), OK, NULL);
    CHECK(in_the_way.status == TANGENCY_STATUS_NONE);
    IS(tangency_walker_state(walker, &state), OK, NULL);
    CHECK(state.position[0] == 0 && state.position[2] == 0.5 && state.axis[2] == 0.25);
    /* A lift carries it, and crushes it against the lid. */
    TangencyRide ride;
    TangencyObstacle lift = lid;
    lift.shape.box.min[2] = -1, lift.shape.box.max[2] = 0, lift.velocity[2] = 0.25;
    double up[3] = {0, 0, 0.25};
    IS(tangency_walker_ride(walker, up, &lift, &ride), OK, NULL);
    CHECK(ride.kind == TANGENCY_RIDE_KIND_CARRIED && ride.position[2] == 0.75);
    IS(tangency_walker_state(walker, &state), OK, NULL);
    CHECK(state.carried[2] == 0.25);

    pthread_t other, third;
    CHECK(pthread_create(&other, NULL, in_another_thread, NULL) == 0 && pthread_join(other, NULL) == 0);
    shared = scene;
    CHECK(pthread_create(&other, NULL, changes, NULL) == 0 && pthread_create(&third, NULL, asks, NULL) == 0);
    CHECK(pthread_join(other, NULL) == 0 && pthread_join(third, NULL) == 0);
    IS(tangency_scene_length(scene, &count), OK, NULL);
    CHECK(count == 101);

    uint64_t all_handles[] = {again, scene, session, walker};
    for (int i = 0; i < 4; i++) IS(tangency_free(all_handles[i]), OK, NULL);
    return wrong ? 1 : 0;
}
