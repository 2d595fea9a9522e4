/* A ball falls onto the corner of a floor.
 *
 *     cc first.c $(pkg-config --cflags --libs tangency) -o first
 */
#include <math.h>
#include <stdio.h>
#include <tangency.h>

int main(void) {
    TangencyMover ball = {0};
    ball.kind = TANGENCY_MOVER_KIND_SPHERE;
    ball.shape.sphere = (TangencySphere){.center = {0, 0, 5}, .radius = 1};
    ball.velocity[2] = -1;
    ball.t_max = INFINITY;

    TangencyObstacle floor = {0};
    floor.kind = TANGENCY_OBSTACLE_KIND_TRIANGLE;
    floor.shape.triangle = (TangencyTriangle){{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

    TangencyAnswer answer;
    if (tangency_first_contact(&ball, &floor, &answer) != TANGENCY_CODE_OK) {
        fprintf(stderr, "%s\n", tangency_last_error());
        return 1;
    }
    if (answer.status == TANGENCY_STATUS_CONTACT)
        printf("at %.17g on (%g, %g, %g)\n", answer.time, answer.point[0], answer.point[1], answer.point[2]);

    char exact[1024];
    size_t length;
    if (tangency_first_contact_exact(&ball, &floor, exact, sizeof exact, &length) == TANGENCY_CODE_OK) printf("%s", exact);

    ball.shape.sphere.radius = -1;
    if (tangency_first_contact(&ball, &floor, &answer) != TANGENCY_CODE_OK) printf("%s\n", tangency_last_error());
    return 0;
}
