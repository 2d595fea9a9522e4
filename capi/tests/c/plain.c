/* A program in C of 1989, with vectors that are plain arrays: every standard and every strict
 * warning must accept it. `header.rs` compiles it. */
#include <tangency.h>

int main(void) {
    TangencyMover ball = {0};
    TangencyObstacle floor = {0};
    TangencyMove moved;
    TangencyColumn rows;
    double vertices[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, down[3] = {0, 0, -9}, legs[4][3], place[3];
    uint32_t triangle[3] = {0, 1, 2}, found;
    uint64_t mesh;
    size_t count;
    ball.kind = TANGENCY_MOVER_KIND_SPHERE;
    ball.shape.sphere.center[2] = 5;
    ball.shape.sphere.radius = 1;
    rows.first = vertices[0];
    rows.stride = sizeof vertices[0];
    if (tangency_mesh(rows, 3, triangle, 1, &mesh) != TANGENCY_CODE_OK) return 1;
    floor.kind = TANGENCY_OBSTACLE_KIND_MESH;
    floor.shape.handle = mesh;
    if (tangency_slide(&ball, down, 0, &floor, &moved, legs[0], 4, &count) != TANGENCY_CODE_OK) return 1;
    if (tangency_recover(&ball, &floor, &found, place) != TANGENCY_CODE_OK) return 1;
    return tangency_free(mesh) == TANGENCY_CODE_OK && moved.met.status == TANGENCY_STATUS_CONTACT ? 0 : 1;
}
