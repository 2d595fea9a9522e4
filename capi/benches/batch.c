/* batch OBSTACLE COUNT: computes the first contacts of COUNT of 20,000 spheres with an obstacle, from columns to columns, in double; with -DSINGLE in
 * float. batch.rs does the same in Rust, and prints the same. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tangency.h>

#ifdef SINGLE
typedef float Real;
#define IN(name) name##F32
#define first_contacts tangency_first_contacts_f32
#define make_mesh tangency_mesh_f32
#else
typedef double Real;
#define IN(name) name
#define first_contacts tangency_first_contacts
#define make_mesh tangency_mesh
#endif

static uint64_t state = 1;
static double next(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 40) / 16777216.0;
}

enum { SIDE = 100, SPHERES = 20000 };

/* A floor of 20,000 triangles, or one triangle as wide as the floor, or a box that covers a part of it. */
static int make(const char *name, IN(TangencyObstacle) *world) {
    if (strcmp(name, "triangle") == 0) {
        world->kind = TANGENCY_OBSTACLE_KIND_TRIANGLE;
        world->shape.triangle = (IN(TangencyTriangle)){{{0, 0, 0}, {SIDE, 0, 4}, {0, SIDE, 2}}};
    } else if (strcmp(name, "box") == 0) {
        world->kind = TANGENCY_OBSTACLE_KIND_BOX;
        world->shape.box = (IN(TangencyAlignedBox)){{20, 20, -4}, {80, 80, 2}};
    } else if (strcmp(name, "oriented_box") == 0) {
        world->kind = TANGENCY_OBSTACLE_KIND_ORIENTED_BOX;
        world->shape.oriented_box = (IN(TangencyOrientedBox)){{50, 50, 0}, {30, 30, 2}, {0.125, 0.0625, 0.25, 1}};
    } else if (strcmp(name, "mesh") == 0) {
        static Real vertices[SIDE + 1][SIDE + 1][3];
        static uint32_t triangles[2 * SIDE * SIDE][3];
        for (int i = 0; i <= SIDE; i++)
            for (int j = 0; j <= SIDE; j++) vertices[i][j][0] = i, vertices[i][j][1] = j, vertices[i][j][2] = 4 * next();
        for (uint32_t i = 0, n = 0; i < SIDE; i++)
            for (uint32_t j = 0; j < SIDE; j++) {
                uint32_t a = i * (SIDE + 1) + j, b = a + 1, c = a + SIDE + 1, d = c + 1;
                triangles[n][0] = a, triangles[n][1] = c, triangles[n][2] = d, n++;
                triangles[n][0] = a, triangles[n][1] = d, triangles[n][2] = b, n++;
            }
        world->kind = TANGENCY_OBSTACLE_KIND_MESH;
        IN(TangencyColumn) rows = {vertices[0][0], sizeof vertices[0][0]};
        return make_mesh(rows, (SIDE + 1) * (SIDE + 1), triangles[0], 2 * SIDE * SIDE, &world->shape.handle) == TANGENCY_CODE_OK;
    } else
        return 0;
    return 1;
}

int main(int argc, char **argv) {
    size_t count = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    IN(TangencyObstacle) world = {0};
    if (count == 0 || count > SPHERES || !make(argv[1], &world)) return fputs("batch triangle|box|oriented_box|mesh COUNT, of at most 20000\n", stderr), 2;

    static Real ball[SPHERES][7]; /* Centre, radius, velocity. All are made for any count, so that the difference of two counts does not contain this time. */
    for (size_t i = 0; i < SPHERES; i++) {
        ball[i][0] = SIDE * next(), ball[i][1] = SIDE * next(), ball[i][2] = 10, ball[i][3] = 0.25 + next() / 4;
        ball[i][4] = next() - 0.5, ball[i][5] = next() - 0.5, ball[i][6] = -1;
    }
    IN(TangencyMovers) movers = {0};
    movers.kind = TANGENCY_MOVER_KIND_SPHERE;
    movers.count = count;
    movers.center = (IN(TangencyColumn)){ball[0], sizeof *ball};
    movers.radius = (IN(TangencyColumn)){ball[0] + 3, sizeof *ball};
    movers.velocity = (IN(TangencyColumn)){ball[0] + 4, sizeof *ball};
    IN(TangencyAnswerColumns) answers = {0};
    answers.status = calloc(count, 1);
    answers.time = calloc(count, sizeof(Real));
    answers.point = calloc(count, 3 * sizeof(Real));
    answers.normal = calloc(count, 3 * sizeof(Real));
    if (first_contacts(&movers, &world, &answers) != TANGENCY_CODE_OK) return fputs(tangency_last_error(), stderr), 1;
    double sum = 0;
    size_t contacts = 0;
    for (size_t i = 0; i < count; i++)
        if (answers.status[i] == TANGENCY_STATUS_CONTACT) {
            double time = answers.time[i], x = answers.point[3 * i], nx = answers.normal[3 * i];
            contacts++, sum += time + x + nx;
        } else if (answers.status[i] == TANGENCY_STATUS_NONE && !isnan(answers.time[i]))
            return 1;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    printf("%zu contacts, %016" PRIx64 "\n", contacts, bits);
    return 0;
}
