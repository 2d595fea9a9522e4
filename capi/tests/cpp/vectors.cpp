// Tests the header for C++: vectors of any kind, both floats, destructors and errors. It is also
// compiled without exceptions.
#include <tangency.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#if __has_include(<glm/vec3.hpp>)
#include <glm/vec3.hpp>
#define WITH_GLM
#endif
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#define WITH_EIGEN
#endif

static int wrong;
#define CHECK(what) \
    do { \
        if (!(what)) std::printf("line %d: %s\n", __LINE__, #what), wrong++; \
    } while (0)

struct Methods {
    double x() const { return 0; }
    double y() const { return 0; }
    double z() const { return 5; }
};
struct EngineVector {
    float x, y, z;
    int other;
};

/// A vector as in Unreal, whose operator [] returns a copy, so that the address of a component
/// cannot be used.
struct CapitalVector {
    double X, Y, Z;
    double operator[](int i) const { return i == 0 ? X : i == 1 ? Y : Z; }
};

/// A ball falls on the corner of a floor, with vectors of some kind.
template <class Real, class V>
void ask(V center, V down, V o, V a, V b) {
    auto floor = tangency::triangle<Real>(o, a, b);
    auto hit = tangency::first_contact(tangency::sphere<Real>(center, 1).moving(down), floor);
    CHECK(hit && hit->status == TANGENCY_STATUS_CONTACT && hit->time == 4);
    V point = tangency::as<V>(hit->normal);
    CHECK(tangency::detail::component(point, 2) == 1);
}

int main() {
    ask<double>(std::array<double, 3>{0, 0, 5}, {0, 0, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    ask<float>(std::array<float, 3>{0, 0, 5}, {0, 0, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0});
#ifdef WITH_GLM
    ask<double>(glm::dvec3{0, 0, 5}, {0, 0, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    ask<float>(glm::vec3{0, 0, 5}, {0, 0, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    std::vector<glm::vec3> corners{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    auto of_glm = tangency::Mesh<float>::make(corners, {{{0, 1, 2}}});
    CHECK(of_glm && tangency::first_contact(tangency::sphere<float>({1, 1, 5}, 1).moving({0, 0, -1}), *of_glm)->time == 4);
#endif
#ifdef WITH_EIGEN
    using Eigen::Vector3d;
    ask<double>(Vector3d(0, 0, 5), Vector3d(0, 0, -1), Vector3d(0, 0, 0), Vector3d(4, 0, 0), Vector3d(0, 4, 0));
    std::vector<Vector3d> rows{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    auto of_eigen = tangency::Mesh<>::make(rows, {{{0, 1, 2}}});
    CHECK(of_eigen && tangency::first_contact(tangency::sphere({1, 1, 5}, 1).moving({0, 0, -1}), *of_eigen)->time == 4);
#endif
    CHECK(tangency::contact_time(tangency::sphere(Methods{}, 1).moving({0, 0, -1}), tangency::point({0, 0, 0})).value() == 4);

    // These are moves between two points. The difference 0.7 - 0.1 is not a float, and the wall is
    // touched exactly at the end.
    auto leg = tangency::sphere({0.1, 0, 0}, 1).moving_to({0.7, 0, 0});
    auto touch = tangency::first_contact(leg, tangency::point({1.7, 0, 0}));
    CHECK(touch && touch->status == TANGENCY_STATUS_CONTACT && touch->time == 1 && touch->center[0] == 0.7);
    CHECK(std::isnan(tangency::contact_time(leg.until(0.5), tangency::point({1.7, 0, 0})).value()));

    // Meshes, scenes, motions and inflated shapes.
    const EngineVector vertices[] = {{-9, -9, 0, 7}, {9, -9, 0, 7}, {9, 9, 0, 7}, {-9, 9, 0, 7}};
    auto mesh = tangency::Mesh<float>::make({vertices, 4}, {{{0, 1, 2}}, {{0, 2, 3}}});
    auto scene = tangency::Scene<float>::make();
    CHECK(mesh && scene);
    auto ground = scene->insert(*mesh);
    auto wall = scene->insert(tangency::box<float>({3, -9, 0}, {4, 9, 9}).rounded(0.5f));
    CHECK(ground && wall && *ground == 0 && *wall == 1);
    mesh = tangency::Mesh<float>::make({vertices, 0}, {}); // The scene keeps the first.
    auto hit = tangency::first_contact(tangency::sphere<float>({0, 0, 5}, 1).moving({0, 0, -1}), *scene);
    CHECK(hit && hit->time == 4 && hit->feature.item == *ground && hit->feature.triangle == 0);
    auto across = tangency::advance(tangency::sphere<float>({0, 0, 5}, 1), {8, 0, 0}, *scene);
    CHECK(across && across->met.feature.item == *wall && across->position[0] > 1.499f && across->position[0] <= 1.5f);
    auto on = tangency::slide(tangency::sphere<float>({0, 0, 5}, 1), {8, 4, 0}, *scene);
    CHECK(on && on->position[0] <= 1.5f && std::fabs(on->position[1] - 4) < 0.001f);
    CHECK(scene->remove(*wall));
    CHECK(tangency::advance(tangency::sphere<float>({0, 0, 5}, 1), {8, 0, 0}, *scene)->position[0] == 8);
    auto gone = scene->remove(*wall);
    CHECK(!gone.ok() && gone.error().code == TANGENCY_CODE_BAD_HANDLE);

    // Triangles are given by pointers and vectors, with indices of 16 and 32 bits.
    const CapitalVector tile[] = {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}};
    const uint16_t narrow[] = {0, 1, 2, 0, 2, 3};
    const uint32_t wide[] = {0, 1, 2, 0, 2, 3};
    const int signed_[] = {0, 1, 2, 0, 2, 3};
    const std::vector<uint16_t> listed(narrow, narrow + 6);
    const std::vector<std::array<uint16_t, 3>> listed_by_three{{0, 1, 2}, {0, 2, 3}};
    auto above = tangency::sphere({-5, 5, 5}, 1).moving({0, 0, -1});
    for (const tangency::Triangles &triangles : {tangency::Triangles(narrow, 2), tangency::Triangles(wide, 2), tangency::Triangles(signed_, 2),
                                                 tangency::Triangles(listed), tangency::Triangles(listed_by_three)}) {
        auto made = tangency::Mesh<>::make({tile, 4}, triangles);
        CHECK(made && tangency::first_contact(above, *made)->feature.triangle == 1);
    }
    auto broken = tangency::Mesh<>::make({tile, 4}, std::vector<uint16_t>{0, 1, 2, 3});
    CHECK(!broken.ok() && broken.error().code == TANGENCY_CODE_BAD_INPUT);

    // Scenes keep the old vertices of a mesh that is changed. A scene and a snapshot are saved as
    // bytes.
    auto moved = tangency::Mesh<>::make({tile, 4}, {wide, 2});
    auto level = tangency::Scene<>::make();
    CHECK(moved && level && level->insert(*moved).ok());
    const CapitalVector raised[] = {{-9, -9, 2}, {9, -9, 2}, {9, 9, 2}, {-9, 9, 2}};
    CHECK(moved->set_vertices({raised, 4}));
    CHECK(tangency::first_contact(above, *moved)->time == 2 && tangency::first_contact(above, *level)->time == 4);
    CHECK(!moved->set_vertices({raised, 3}).ok() && tangency::first_contact(above, *moved)->time == 2);
    auto before = level->snapshot();
    auto lid = level->insert(tangency::box({-9, -9, 3}, {9, 9, 3.5}));
    CHECK(before && lid.ok() && tangency::first_contact(above, *level)->time == 0.5 && tangency::first_contact(above, *before)->time == 4);
    auto tree = moved->save(), hall = level->save();
    CHECK(tree && hall);
    auto tree_again = tangency::Mesh<>::load(*tree);
    auto hall_again = tangency::Scene<>::load(*hall);
    CHECK(tree_again && tangency::first_contact(above, *tree_again)->time == 2 && *tree_again->save() == *tree);
    CHECK(hall_again && tangency::first_contact(above, *hall_again)->feature.item == *lid && hall_again->remove(*lid).ok());
    (*tree)[200] ^= 1;
    CHECK(!tangency::Mesh<>::load(*tree).ok() && !tangency::Mesh<float>::load(*hall).ok());
    uint8_t little[8];
    std::size_t length = 0;
    CHECK(tangency_mesh_save(moved->number(), little, sizeof little, &length) == TANGENCY_CODE_TOO_SMALL && length == tree->size());

    // A body is moved out of an overlap.
    auto out = tangency::recover(tangency::sphere({0, 0, 0.75}, 1), tangency::box({-9, -9, -1}, {9, 9, 0}));
    CHECK(out && out->found == TANGENCY_START_KIND_MOVED && !tangency::intersects(tangency::sphere(out->position, 0.999), tangency::box({-9, -9, -1}, {9, 9, 0})));

    // A walker is teleported only if there is room: then the result is true.
    auto low = tangency::box({-9, -9, 2}, {9, 9, 3});
    auto hero = tangency::Walker<>::make(tangency::capsule_with_axis({0, 0, 0.5}, {0, 0, 0.5}, 0.5), {{0, 0, 1}, 1, 0, 0, 0, 0, 0});
    TangencyAnswer in_the_way{};
    CHECK(hero && hero->teleport({1, 0, 0.5}, low) && hero->state()->position[0] == 1);
    auto blocked = hero->teleport({0, 0, 1.25}, low, &in_the_way);
    CHECK(!blocked && blocked.ok() && in_the_way.status == TANGENCY_STATUS_OVERLAP && hero->state()->position[0] == 1);
    CHECK(hero->set_body(tangency::capsule_with_axis({1, 0, 0.5}, {0, 0, 1}, 0.5), low)); // It touches the lid.
    auto too_tall = hero->set_body(tangency::capsule_with_axis({1, 0, 0.5}, {0, 0, 1.25}, 0.5), low);
    CHECK(!too_tall && too_tall.ok() && hero->state()->axis[2] == 1);
    CHECK(!hero->teleport({NAN, 0, 0}, low).ok());

    // The walker is restored a thousand times, and the next step always has the same bits. The
    // walker rides on its platform.
    auto floor_below = tangency::box({-9, -9, -1}, {9, 9, 0});
    CHECK(hero->teleport({0, 0, 0.5}, floor_below) && hero->step({0, 0, 0}, {0, 0, -0.25}, floor_below));
    bool is_same = true;
    for (int i = 0; is_same && i < 1000; ++i) {
        const double x = i % 2 == 0 ? 0.1 : -0.1, y = 0.01 * (i % 7 - 3);
        auto was = hero->state();
        auto first = hero->step({x, y, 0}, {0, 0, -0.01}, floor_below);
        auto after = hero->state();
        is_same = was && first && after && hero->restore(*was) && std::memcmp(&*was, &*hero->state(), sizeof *was) == 0;
        auto again = hero->step({x, y, 0}, {0, 0, -0.01}, floor_below);
        is_same = is_same && again && std::memcmp(first->position, again->position, sizeof first->position) == 0
            && std::memcmp(&*after, &*hero->state(), sizeof *after) == 0;
    }
    CHECK(is_same);
    CHECK(hero->teleport({0, 0, 0.5}, floor_below) && hero->step({0, 0, 0}, {0, 0, -0.25}, floor_below));
    auto rode = hero->ride({0.25, 0, 0}, floor_below);
    CHECK(rode && rode->kind == TANGENCY_RIDE_KIND_CARRIED && rode->position[0] == 0.25 && hero->state()->position[0] == 0.25);

    // A box walks, too, in both floats. Its state has a rotation, and a capsule has none.
    auto crate = tangency::oriented_box({0, 0, 1.5}, {0.5, 0.25, 1}, {0, 0, 0.25, 1}).mover();
    auto walking = tangency::Walker<>::make(crate, {{0, 0, 1}, 1, 0, 0, 0, 0, 0});
    auto walked = walking->step({0.5, 0, 0}, {0, 0, -1}, floor_below);
    CHECK(walked && walked->position[0] == 0.5 && walked->position[2] == 1 && walked->floor.status == TANGENCY_STATUS_CONTACT);
    CHECK(walking->state()->half_extents[1] == 0.25 && walking->state()->rotation[2] == 0.25 && hero->state()->rotation[3] == 0);
    CHECK(walking->set_body(tangency::capsule_with_axis({0, 0, 0.5}, {0, 0, 1}, 0.5), floor_below) && walking->state()->radius == 0.5);
    CHECK(!tangency::Walker<>::make(crate.rounded(0.5), {{0, 0, 1}, 1, 0, 0, 0, 0, 0}).ok());
    auto in_float = tangency::Walker<float>::make(tangency::oriented_box<float>({0, 0, 1.5f}, {0.5f, 0.25f, 1}, {0, 0, 0, 1}).mover(), {{0, 0, 1}, 1, 0, 0, 0, 0, 0});
    CHECK(in_float && in_float->state()->half_extents[1] == 0.25f);

    // Many movers are read where they are in memory.
    const double centers[][3] = {{0, 0, 5}, {0, 0, 7}}, radii[] = {1, 2}, down[] = {0, 0, -1};
    double times[2];
    TangencyAnswerColumns columns{};
    columns.time = times;
    auto movers = tangency::spheres<double>({centers[0], 2}, radii, {down, 2, 0});
    CHECK(tangency::first_contacts(movers, tangency::point({0, 0, 0}), columns) && times[0] == 4 && times[1] == 5);
    CHECK(tangency::first_entries(movers, *moved, columns) && times[0] == 2 && times[1] == 3);

    const double mins[][3] = {{0, 0, 5}, {0, 0, 7}}, maxs[][3] = {{1, 1, 6}, {1, 1, 8}}, spins[][4] = {{0, 0, 0, 1}, {0, 0, 1, 1}};
    auto many_boxes = tangency::boxes<double>({mins[0], 2}, {maxs[0], 2}, {down, 2, 0});
    CHECK(tangency::first_contacts(many_boxes, tangency::point({0, 0, 0}), columns) && times[0] == 5 && times[1] == 7);
    many_boxes.radius = {radii, sizeof(double)};
    CHECK(tangency::first_contacts(many_boxes, tangency::point({0, 0, 0}), columns) && times[0] == 4 && times[1] == 5);
    const double halves[][3] = {{1, 1, 1}, {1, 1, 2}};
    auto turned_boxes = tangency::oriented_boxes<double>({mins[0], 2}, {halves[0], 2}, spins[0], {down, 2, 0});
    CHECK(tangency::first_contacts(turned_boxes, tangency::point({0, 0, 0}), columns) && times[0] == 4 && times[1] == 5);
    const std::vector<std::array<double, 3>> spire{{0, 0, 0}, {1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}};
    auto spires = tangency::Hull<>::make(spire);
    auto many_hulls = tangency::hulls<double>(*spires, {mins[0], 2}, {down, 2, 0});
    CHECK(tangency::first_contacts(many_hulls, tangency::point({0, 0, 0}), columns) && times[0] == 5 && times[1] == 7);

    // These are queries at rest.
    CHECK(tangency::closest({0, 3, 4}, tangency::point({0, 0, 0}))->distance == 5);
    CHECK(tangency::penetration(tangency::sphere({0, 0, 1}, 2), tangency::point({0, 0, 0}))->depth == 1);
    CHECK(*tangency::intersects(tangency::sphere({0, 0, 1}, 1), tangency::point({0, 0, 0})));
    auto exact = tangency::first_contact_exact(leg, tangency::point({1.7, 0, 0}));
    CHECK(exact && exact->rfind("time 1 0 0\n", 0) == 0);

    // Boxes, triangles and hulls move like spheres, in both floats.
    auto plate = tangency::triangle({0, 0, 0}, {9, 0, 0}, {0, 9, 0});
    auto cube = tangency::box({1, 1, 5}, {2, 2, 6}).mover().moving({0, 0, -1});
    CHECK(tangency::contact_time(cube, plate).value() == 5);
    CHECK(tangency::contact_time(cube.rounded(1), plate).value() == 4);
    CHECK(!tangency::first_contact(cube.until(3), plate));
    CHECK(tangency::contact_time(tangency::box({1, 1, 5}, {2, 2, 6}).rounded(1).moving({0, 0, -1}).mover(), plate).value() == 4);
    auto across_it = tangency::slide(cube, {4, 0, -10}, plate);
    CHECK(across_it && across_it->position[0] == 5 && across_it->position[2] == 0 && across_it->met.time == 0.5);
    CHECK(tangency::advance(cube.rounded(1), {0, 0, -9}, plate)->position[2] == 1);
    CHECK(tangency::recover(cube, plate)->found == TANGENCY_START_KIND_FREE);
    CHECK(!tangency::advance(tangency::triangle({1, 1, 7}, {2, 1, 6}, {1, 2, 7}).mover(), {0, 0, -9}, plate).ok());
    auto print = tangency::touched(cube, plate);
    CHECK(print && print->points.size() == 4 && print->points[0] == (std::array<double, 3>{1, 1, 0}) && print->points[2][0] == 2);
    CHECK(print->feature.kind == TANGENCY_FEATURE_KIND_FACE && print->mover_feature.sides[2] == -1);
    auto no_print = tangency::touched(cube.until(3), plate);
    CHECK(!no_print && no_print.ok() && no_print->points.empty());
    const CapitalVector corners_[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    auto tiles = tangency::Mesh<>::make({corners_, 4}, {{{0, 1, 2}}, {{0, 2, 3}}});
    auto prints = tangency::touched_triangles(cube, *tiles);
    CHECK(prints && prints->triangles.size() == 2 && prints->points.size() == 6 && prints->triangles[1].first_point == 3);
    CHECK(prints->triangles[1].feature.triangle == 1 && prints->triangles[1].mover_feature.sides[2] == -1);
    CHECK(tangency::touched_triangles(cube.until(3), *tiles)->triangles.empty());
    // A hull at a position is both, and moves to another position of its first point.
    const CapitalVector roof[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    auto gem_ = tangency::Hull<>::make({roof, 4});
    CHECK(tangency::contact_time(gem_->at({1, 1, 7}).mover().moving({0, 0, -1}), plate).value() == 7);
    CHECK(tangency::contact_time(gem_->at({1, 1, 7}).mover().moving_to({1, 1, -7}), plate).value() == 0.5);
    CHECK(tangency::contact_time(tangency::sphere({1, 1, 9}, 1).moving({0, 0, -1}), gem_->at({1, 1, 2})).value() == 5);
    CHECK(tangency::closest_points(cube, plate)->distance == 5);
    auto leaning = tangency::parallelepiped({1.5, 1.5, 5.5}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 1}).mover().moving({0, 0, -1});
    CHECK(tangency::contact_time(leaning, plate).value() == 5);
    auto turned = tangency::oriented_box({1.5, 1.5, 5.5}, {0.5, 0.5, 0.5}, {0, 0, 1, 1}).mover().moving({0, 0, -1});
    CHECK(tangency::contact_time(turned, plate).value() == 5);
    CHECK(tangency::contact_time(tangency::triangle({1, 1, 7}, {2, 1, 6}, {1, 2, 7}).mover().moving_to({1, 1, 4}), plate).ok());
    CHECK(tangency::contact_time(tangency::triangle({1, 1, 7}, {2, 1, 6}, {1, 2, 7}).mover().moving_to({1, 1, -5}), plate).value() == 0.5);
    const std::vector<std::array<float, 3>> gem{{0, 0, 5}, {1, 0, 5}, {-1, 0, 5}, {0, 1, 5}, {0, -1, 5}, {0, 0, 6}, {0, 0, 4}};
    auto hull = tangency::Hull<float>::make(gem);
    auto slab = tangency::box<float>({-1, -1, 0}, {1, 1, 1});
    CHECK(hull && tangency::first_contact(hull->mover().moving({0, 0, -2}), slab)->time == 1.5f);
    auto leg_of_hull = tangency::first_contact(hull->mover().moving_to({0, 0, -1}), slab);
    CHECK(leg_of_hull && leg_of_hull->time == 0.5f && leg_of_hull->center[2] == 2);
    auto met = tangency::first_contact(tangency::sphere<float>({0, 0, 10}, 1).moving({0, 0, -1}), *hull);
    CHECK(met && met->time == 3 && met->feature.kind == TANGENCY_FEATURE_KIND_VERTICES && met->feature.vertices[0] == 5);
    auto cave = tangency::Scene<float>::make();
    CHECK(cave && cave->insert(*hull).ok() && tangency::first_contact(tangency::sphere<float>({0, 0, 10}, 1).moving({0, 0, -1}), *cave)->time == 3);
    CHECK(!tangency::Hull<>::make(std::vector<std::array<double, 3>>{}).ok());
    auto no_mover = tangency::contact_time(tangency::point({0, 0, 0}).mover(), plate);
    CHECK(!no_mover.ok() && no_mover.error().code == TANGENCY_CODE_BAD_INPUT);

    // An answer is true if it has something to use. An overlap has all numbers, at time zero.
    above = tangency::sphere({0, 0, 5}, 1).moving({0, 0, -1});
    auto aside = tangency::point({9, 0, 0});
    CHECK(!tangency::first_contact(above, aside));
    CHECK(!tangency::first_entry(above, aside));
    CHECK(!tangency::has_contact(above, aside));
    CHECK(!tangency::contact_time(above, aside));
    CHECK(!tangency::time_down(above, aside));
    CHECK(!tangency::last_time(above, aside));
    CHECK(!tangency::intersects(above, aside));
    CHECK(!tangency::penetration(above, aside));
    auto empty = tangency::Mesh<>::make({static_cast<const double *>(nullptr), 0}, {});
    CHECK(empty && !tangency::closest({0, 0, 0}, empty->obstacle()));
    CHECK(!tangency::closest_points(tangency::capsule({0, 0, 0}, {1, 0, 0}, 1), *empty));
    auto within = tangency::first_contact(tangency::sphere({0, 0, 0.5}, 1).moving({0, 0, -1}), tangency::point({0, 0, 0}));
    CHECK(within && within->status == TANGENCY_STATUS_OVERLAP && within->time == 0 && within->point[2] == 0);

    // Errors are values.
    auto bad = tangency::first_contact(tangency::sphere({0, 0, 5}, -1), tangency::point({0, 0, 0}));
    CHECK(!bad && !bad.ok() && bad.error().message == "sphere.radius is -1, must not be negative");
    auto refused = tangency::contacts(tangency::sphere({0, 0, 5}, 1), tangency::point({0, 0, 0}));
    CHECK(!refused.ok() && refused.error().code == TANGENCY_CODE_NOT_ASKED);
#if defined(__cpp_exceptions)
    try {
        (void)tangency::contact_time(tangency::sphere({0, 0, 5}, -1), tangency::point({0, 0, 0})).value();
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(std::strcmp(error.what(), "sphere.radius is -1, must not be negative") == 0);
    }
#endif

    auto session = tangency::Session::make();
    auto defined = session->query(R"({"id":1,"query":"define","name":"m","mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]}})");
    CHECK(defined);
    auto told = session->query(R"({"id":2,"query":"contact_time","sphere":{"center":[1,1,5],"radius":1,"velocity":[0,0,-1]},"mesh":{"name":"m"}})");
    CHECK(told && *told == R"({"id":2,"contact_time":4.0})");
    std::string long_id(3000, 'x');
    auto wrong_line = session->query("{\"id\":\"" + long_id + "\"}");
    CHECK(!wrong_line);
    return wrong ? 1 : 0;
}
