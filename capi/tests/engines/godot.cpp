// Registers the node of docs/engines/godot.md and moves it among stand-ins: a floor that is scaled, and a wall.
#include <cmath>

#include "register_types.cpp"

static int wrong;
#define CHECK(what) \
    do { \
        if (!(what)) std::printf("line %d: %s\n", __LINE__, #what), wrong++; \
    } while (0)

int main() {
    CHECK(exact_init(nullptr, nullptr, nullptr) == 1);
    CHECK(godot::ClassDB::bound == (std::vector<std::string>{"add_mesh", "move_and_slide"}));

    godot::MeshInstance3D ground, wall;
    ground.mesh.faces = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    ground.set_global_transform({{50, 1, 50}, {}});
    wall.mesh.faces = {{0, -9, -9}, {0, 9, -9}, {0, 9, 9}, {0, -9, -9}, {0, 9, 9}, {0, -9, 9}};
    wall.set_global_transform({{1, 1, 1}, {5, 0, 0}});
    ExactBody body;
    CHECK(body.add_mesh(&ground) && body.add_mesh(&wall));
    body.set_global_position({0, 3, 0});
    godot::Vector3 left = body.move_and_slide({9, -9, 0}); // Down to the floor, and along it to the wall.
    godot::Vector3 at = body.get_global_position();
    CHECK(std::fabs(at.x - 4.5f) < 1e-5f && std::fabs(at.y - 0.5f) < 1e-5f && at.z == 0);
    CHECK(std::fabs(left.x) < 1e-5f && printed.empty());
    body.move_and_slide({NAN, 0, 0});
    CHECK(body.get_global_position().x == at.x && printed.size() == 1);
    ground.mesh.faces = {{NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK(!body.add_mesh(&ground));
    return wrong ? 1 : 0;
}
