// A character walks on a floor and up a step, and then stands on the step.
#include <cstdio>
#include <tangency.hpp>

int main() {
    auto level = tangency::Scene<>::make();
    if (!level) return 1;
    auto floor = level->insert(tangency::box({-9, -9, -1}, {9, 9, 0}));
    auto step = level->insert(tangency::box({2, -9, 0}, {9, 9, 0.25}));

    auto body = tangency::capsule_with_axis({0.25, 0, 0.5}, {0, 0, 1}, 0.5);
    auto hero = tangency::Walker<>::make(body, {{0, 0, 1}, /* max_slope */ 1, /* step_height */ 0.5, /* snap_distance */ 0.5, 0, 0, 0});
    if (!floor || !step || !hero) return 1;

    double fall = 0;
    for (int i = 0; i < 40; i++) {
        auto now = hero->step({0.125, 0, 0}, {0, 0, fall - 0.01}, *level);
        if (!now) {
            std::fprintf(stderr, "%s\n", now.error().message.c_str());
            return 1;
        }
        fall = now->velocity[2];
        if (i == 39)
            std::printf("at %g, %g, %g on item %d\n", now->position[0], now->position[1], now->position[2], int(now->floor.feature.item));
    }
}
