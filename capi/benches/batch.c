/* batch COUNT: the first contacts of so many spheres with a mesh of 20,000 triangles, in columns. batch.rs does the same in Rust, and says the same. */
#include <stdio.h>
#include <stdlib.h>
#include <tangency.h>

static uint64_t state = 1;
static double next(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 40) / 16777216.0;
}

enum { SIDE = 100 };

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    static double vertices[SIDE + 1][SIDE + 1][3];
    static uint32_t triangles[2 * SIDE * SIDE][3];
    for (int i = 0; i <= SIDE; i++)
        for (int j = 0; j <= SIDE; j++) vertices[i][j][0] = i, vertices[i][j][1] = j, vertices[i][j][2] = 4 * next();
    for (uint32_t i = 0, n = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < SIDE; j++) {
            uint32_t a = i * (SIDE + 1) + j, b = a + 1, c = a + SIDE + 1, d = c + 1;
            triangles[n][0] = a, triangles[n][1] = c, triangles[n][2] = d, n++;
            triangles[n][0] = a, triangles[n][1] = d, triangles[n][2] = b, n++;
        }
    TangencyObstacle world = {0};
    world.kind = TANGENCY_OBSTACLE_KIND_MESH;
    TangencyColumn rows = {vertices[0][0], sizeof vertices[0][0]};
    if (tangency_mesh(rows, (SIDE + 1) * (SIDE + 1), triangles, 2 * SIDE * SIDE, &world.shape.handle) != TANGENCY_CODE_OK) return 1;

    double(*ball)[7] = calloc(count, sizeof *ball); /* Centre, radius, velocity. */
    for (size_t i = 0; i < count; i++) {
        ball[i][0] = SIDE * next(), ball[i][1] = SIDE * next(), ball[i][2] = 10, ball[i][3] = 0.25 + next() / 4;
        ball[i][4] = next() - 0.5, ball[i][5] = next() - 0.5, ball[i][6] = -1;
    }
    TangencyMovers movers = {0};
    movers.kind = TANGENCY_MOVER_KIND_SPHERE;
    movers.count = count;
    movers.center = (TangencyColumn){ball[0], sizeof *ball};
    movers.radius = (TangencyColumn){ball[0] + 3, sizeof *ball};
    movers.velocity = (TangencyColumn){ball[0] + 4, sizeof *ball};
    TangencyAnswerColumns answers = {0};
    answers.status = calloc(count, 1);
    answers.time = calloc(count, sizeof(double));
    answers.point = calloc(count, 3 * sizeof(double));
    answers.normal = calloc(count, 3 * sizeof(double));
    if (tangency_first_contacts(&movers, &world, &answers) != TANGENCY_CODE_OK) return 1;
    double sum = 0;
    size_t contacts = 0;
    for (size_t i = 0; i < count; i++)
        if (answers.status[i] == TANGENCY_STATUS_CONTACT) contacts++, sum += answers.time[i] + answers.point[3 * i] + answers.normal[3 * i];
    printf("%zu contacts, %.17g\n", contacts, sum);
    return 0;
}
