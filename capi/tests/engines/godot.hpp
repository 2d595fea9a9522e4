// Stand-ins for the types of godot-cpp that docs/engines/godot.md names, as far as it uses them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

inline std::vector<std::string> printed;
#define ERR_PRINT(message) printed.push_back(message)
#define GDE_EXPORT
using GDExtensionBool = uint8_t;
using GDExtensionInterfaceGetProcAddress = void (*)();
using GDExtensionClassLibraryPtr = void *;
struct GDExtensionInitialization {};

namespace godot {

struct Vector3 {
    float x, y, z;
    Vector3() : x(0), y(0), z(0) {}
    Vector3(float a, float b, float c) : x(a), y(b), z(c) {}
};

class PackedVector3Array {
    std::vector<Vector3> all;

  public:
    PackedVector3Array() = default;
    PackedVector3Array(std::initializer_list<Vector3> given) : all(given) {}
    int64_t size() const { return int64_t(all.size()); }
    const Vector3 *ptr() const { return all.data(); }
    void set(int64_t i, const Vector3 &v) { all[size_t(i)] = v; }
    const Vector3 &operator[](int64_t i) const { return all[size_t(i)]; }
    Vector3 &operator[](int64_t i) { return all[size_t(i)]; }
};

struct Transform3D {
    Vector3 scale{1, 1, 1}, origin;
    Vector3 xform(const Vector3 &v) const { return {v.x * scale.x + origin.x, v.y * scale.y + origin.y, v.z * scale.z + origin.z}; }
};

struct Mesh {
    PackedVector3Array faces;
    PackedVector3Array get_faces() const { return faces; }
};
template <class T>
struct Ref {
    T *held = nullptr;
    T *operator->() const { return held; }
};

/// As in Godot, a class that is registered needs `_bind_methods`.
#define GDCLASS(CLASS, BASE) \
  public: \
    static void initialize_class() { CLASS::_bind_methods(); } \
\
  private:

class Node3D {
    Transform3D own;

  public:
    Vector3 get_global_position() const { return own.origin; }
    void set_global_position(const Vector3 &to) { own.origin = to; }
    Transform3D get_global_transform() const { return own; }
    void set_global_transform(const Transform3D &to) { own = to; }
};
class MeshInstance3D : public Node3D {
  public:
    Mesh mesh;
    Ref<Mesh> get_mesh() { return {&mesh}; }
};

struct MethodDefinition {
    std::string name;
};
template <class... Names>
MethodDefinition D_METHOD(const char *name, Names...) {
    return {name};
}
struct ClassDB {
    static inline std::vector<std::string> bound;
    template <class Method>
    static void bind_method(const MethodDefinition &definition, Method) {
        bound.push_back(definition.name);
    }
    template <class T>
    static void register_class() {
        T::initialize_class();
    }
};
#define GDREGISTER_CLASS(CLASS) ::godot::ClassDB::register_class<CLASS>();

enum ModuleInitializationLevel { MODULE_INITIALIZATION_LEVEL_CORE, MODULE_INITIALIZATION_LEVEL_SCENE };
struct GDExtensionBinding {
    struct InitObject {
        void (*initializer)(ModuleInitializationLevel) = nullptr;
        InitObject(GDExtensionInterfaceGetProcAddress, GDExtensionClassLibraryPtr, GDExtensionInitialization *) {}
        void register_initializer(void (*call)(ModuleInitializationLevel)) { initializer = call; }
        void register_terminator(void (*)(ModuleInitializationLevel)) {}
        void set_minimum_library_initialization_level(ModuleInitializationLevel) {}
        GDExtensionBool init() { return initializer(MODULE_INITIALIZATION_LEVEL_SCENE), 1; }
    };
};

} // namespace godot
