// A ball-nose end mill on a ridge: a drop cutter finds heights, on all cores, and a push cutter
// finds points of a water line.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <tangency.hpp>

int main() {
    // A roof of two slopes, from height 0 at the sides to 2 along the middle.
    std::vector<std::array<double, 3>> vertices = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}, {5, 0, 2}, {5, 10, 2}};
    auto part = tangency::Mesh<>::make(vertices, {{0, 4, 5}, {0, 5, 3}, {4, 1, 2}, {4, 2, 5}});
    if (!part) return std::puts(part.error().message.c_str()), 1;

    const double radius = 1.5, top = 10, length = 40;
    const std::size_t columns = 9, rows = 5, count = columns * rows;

    // Drop cutter: spheres over a grid, cast downwards.
    std::vector<std::array<double, 3>> start;
    for (std::size_t i = 0; i < count; i++) start.push_back({1.0 + double(i % columns), 2.0 + 1.5 * double(i / columns), top});
    const double radii[] = {radius}, down[] = {0, 0, -1};

    std::vector<std::uint8_t> status(count);
    std::vector<double> center(3 * count);
    const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::string> errors(threads);
    std::vector<std::thread> pool;
    for (std::size_t t = 0; t < threads; t++)
        pool.emplace_back([&, t] {
            // Each thread casts the spheres of its own rows, and writes into its own part of the columns.
            const std::size_t begin = count * t / threads, end = count * (t + 1) / threads;
            auto balls = tangency::spheres<double>({&start[0] + begin, end - begin}, radii, {down, 1});
            // One radius and one velocity serve all spheres: a stride of 0 repeats the same row.
            balls.radius.stride = balls.velocity.stride = 0;
            TangencyAnswerColumns into{};
            into.status = status.data() + begin;
            into.center = center.data() + 3 * begin;
            auto done = tangency::first_contacts(balls, *part, into);
            if (!done.ok()) errors[t] = done.error().message;
        });
    for (auto &thread : pool) thread.join();
    for (const auto &error : errors)
        if (!error.empty()) return std::puts(error.c_str()), 1;

    for (std::size_t i = 0; i < columns; i++) {
        // Outside of the part there is no contact, and the centre is NaN.
        std::fputs(i == 0 ? "" : " ", stdout);
        if (status[i] == TANGENCY_STATUS_CONTACT) std::printf("%.3f", center[3 * i + 2] - radius);
        else std::fputs("none", stdout);
    }
    std::puts("");

    // Push cutter: the ball and its shank are one vertical capsule, which moves sideways along a fibre.
    // `z` is the height of the tip; the first contact from each side is a point of the water line.
    const double z = 1;
    for (double y : {2.5, 5.0, 7.5}) {
        auto west = tangency::capsule_with_axis({-20, y, z + radius}, {0, 0, length}, radius).moving({1, 0, 0}).until(40);
        auto east = tangency::capsule_with_axis({30, y, z + radius}, {0, 0, length}, radius).moving({-1, 0, 0}).until(40);
        auto first = tangency::first_contact(west, *part), last = tangency::first_contact(east, *part);
        if (!first.ok() || !last.ok()) return 1;
        if (first && last) std::printf("y %g: the tool stops at x %.3f and at x %.3f\n", y, first->center[0], last->center[0]);
    }
}
