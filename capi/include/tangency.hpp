// tangency for C++17: a header over tangency.h, without source files. Link only the library for C.
//
//     auto ball = tangency::sphere({0, 0, 5}, 1).moving({0, 0, -1});
//     auto floor = tangency::triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
//     if (auto hit = tangency::first_contact(ball, floor)) use(hit->time, hit->point);
//
// - A vector is any type with x, y, z, or X, Y, Z, or x(), y(), z(), or [0], [1], [2]: a vector of
//   glm, Eigen or an engine, a std::array, or {1, 2, 3}.
// - Each function returns a Result, which is true if it contains something to use. `if (hit)` is
//   true for a contact and for an overlap, whose time is 0. It is false for the answer "none" and
//   for an error, which hit.ok() and hit.error() distinguish. Only Result::value() throws, and only
//   if exceptions are enabled.
// - Destructors free meshes, scenes and other objects. An obstacle that refers to such an object
//   must not outlive it; a scene keeps its meshes.
// - The type of float is double by default, and float as in tangency::sphere<float>.
#pragma once

#include "tangency.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace tangency {

// ---- errors ----

struct Error {
    TangencyCode code;
    std::string message;
};

namespace detail {

template <class T, class = void>
struct is_answer : std::false_type {};
template <class T>
struct is_answer<T, std::void_t<decltype(std::declval<const T &>().status)>> : std::true_type {};

template <class T, class = void>
struct may_be_missing : std::false_type {};
template <class T>
struct may_be_missing<T, std::void_t<decltype(std::declval<const T &>().exists)>> : std::true_type {};

/// Whether a value is something to use, and not "none", "does not exist", false or NaN. Handles and
/// moves are always something to use.
template <class T>
bool is_something(const T &value) {
    if constexpr (is_answer<T>::value) return value.status != TANGENCY_STATUS_NONE;
    else if constexpr (may_be_missing<T>::value) return value.exists != 0;
    else if constexpr (std::is_floating_point_v<T>) return !std::isnan(value);
    else if constexpr (std::is_same_v<T, bool>) return value;
    else return true;
}

} // namespace detail

/// A value, or an error.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)), error_{TANGENCY_CODE_OK, {}} {}
    Result(Error error) : value_{}, error_(std::move(error)) {}

    /// Whether there is something to use: no error, and a result if the query may have none. So `if
    /// (auto hit = first_contact(...))` and `if (has_contact(...))` need no further test.
    explicit operator bool() const { return ok() && detail::is_something(value_); }
    /// Whether there is no error.
    bool ok() const { return error_.code == TANGENCY_CODE_OK; }
    const Error &error() const { return error_; }
    /// The value, which is meaningful only if ok().
    T &operator*() { return value_; }
    const T &operator*() const { return value_; }
    T *operator->() { return &value_; }
    const T *operator->() const { return &value_; }
    /// The value. If there is an error, throws an exception or, without exceptions, ends the
    /// program.
    T &&value() && {
        if (!ok()) {
#if defined(__cpp_exceptions)
            throw std::runtime_error(error_.message);
#else
            std::abort();
#endif
        }
        return std::move(value_);
    }

  private:
    T value_;
    Error error_;
};

/// The value of a function that returns nothing except a possible error.
struct Done {};

namespace detail {

inline Error error(TangencyCode code) { return {code, tangency_last_error()}; }

template <class T>
Result<T> result(TangencyCode code, T value) {
    if (code == TANGENCY_CODE_OK) return {std::move(value)};
    return {error(code)};
}

template <class T>
struct same {
    using type = T;
};
/// A parameter from which the type of float is not deduced.
template <class Real>
using Number = typename same<Real>::type;

template <class V, class = void>
struct has_fields : std::false_type {};
template <class V>
struct has_fields<V, std::void_t<decltype(std::declval<const V &>().x + std::declval<const V &>().y + std::declval<const V &>().z)>>
    : std::true_type {};

template <class V, class = void>
struct has_capitals : std::false_type {};
template <class V>
struct has_capitals<V, std::void_t<decltype(std::declval<const V &>().X + std::declval<const V &>().Y + std::declval<const V &>().Z)>>
    : std::true_type {};

template <class V, class = void>
struct has_methods : std::false_type {};
template <class V>
struct has_methods<V, std::void_t<decltype(std::declval<const V &>().x() + std::declval<const V &>().y() + std::declval<const V &>().z())>>
    : std::true_type {};

template <class V, class = void>
struct has_indices : std::false_type {};
template <class V>
struct has_indices<V, std::void_t<decltype(std::declval<const V &>()[0] + std::declval<const V &>()[2])>> : std::true_type {};

template <class V>
constexpr bool is_vector = has_fields<V>::value || has_capitals<V>::value || has_methods<V>::value || has_indices<V>::value;

/// Returns a component of a vector of any type.
template <class V>
auto component(const V &v, int k) {
    if constexpr (has_fields<V>::value) return k == 0 ? v.x : k == 1 ? v.y : v.z;
    else if constexpr (has_capitals<V>::value) return k == 0 ? v.X : k == 1 ? v.Y : v.Z;
    else if constexpr (has_indices<V>::value) return v[k];
    else return k == 0 ? v.x() : k == 1 ? v.y() : v.z();
}

/// Returns the address of the first component of a vector; the others follow it.
template <class Real, class V>
const Real *first(const V &v) {
    if constexpr (has_fields<V>::value) {
        static_assert(std::is_same_v<std::decay_t<decltype(v.x)>, Real>, "rows are used where they lie, so they must be of this float");
        return &v.x;
    } else if constexpr (has_capitals<V>::value) {
        static_assert(std::is_same_v<std::decay_t<decltype(v.X)>, Real>, "rows are used where they lie, so they must be of this float");
        return &v.X;
    } else {
        static_assert(std::is_same_v<std::decay_t<decltype(v[0])>, Real>, "rows are used where they lie, so they must be of this float");
        return &v[0];
    }
}

} // namespace detail

/// A vector in space, to which any other vector converts. Numbers of another type are converted as
/// by static_cast.
template <class Real>
struct Vec {
    Real x, y, z;

    template <class A, class B, class C, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && std::is_arithmetic_v<C>>>
    constexpr Vec(A a, B b, C c) : x(static_cast<Real>(a)), y(static_cast<Real>(b)), z(static_cast<Real>(c)) {}
    template <class V, class = std::enable_if_t<detail::is_vector<V>>>
    Vec(const V &v) : Vec(detail::component(v, 0), detail::component(v, 1), detail::component(v, 2)) {}

    void to(Real *numbers) const { numbers[0] = x, numbers[1] = y, numbers[2] = z; }
};

/// Converts three numbers of an answer to a vector of any type that is constructed from three
/// numbers.
template <class V, class Real>
V as(const Real (&numbers)[3]) {
    return V{numbers[0], numbers[1], numbers[2]};
}

// ---- the two floats ----

template <class Real>
struct Of;

#define TANGENCY_OF(REAL, TYPE, CALL) \
    template <> \
    struct Of<REAL> { \
        using Mover = TYPE(Mover); \
        using Movers = TYPE(Movers); \
        using Obstacle = TYPE(Obstacle); \
        using Plane = TYPE(Plane); \
        using Column = TYPE(Column); \
        using Answer = TYPE(Answer); \
        using AnswerColumns = TYPE(AnswerColumns); \
        using ClosestPoint = TYPE(ClosestPoint); \
        using ClosestPoints = TYPE(ClosestPoints); \
        using Penetration = TYPE(Penetration); \
        using Move = TYPE(Move); \
        using Step = TYPE(Step); \
        using Ride = TYPE(Ride); \
        using WalkerState = TYPE(WalkerState); \
        using WalkerOptions = TYPE(WalkerOptions); \
        static constexpr auto first_contact = CALL(first_contact); \
        static constexpr auto first_entry = CALL(first_entry); \
        static constexpr auto first_contacts = CALL(first_contacts); \
        static constexpr auto first_entries = CALL(first_entries); \
        static constexpr auto first_contact_exact = CALL(first_contact_exact); \
        static constexpr auto contacts = CALL(contacts); \
        static constexpr auto touched = CALL(touched); \
        static constexpr auto touched_triangles = CALL(touched_triangles); \
        static constexpr auto contact_time = CALL(contact_time); \
        static constexpr auto time_down = CALL(time_down); \
        static constexpr auto last_time = CALL(last_time); \
        static constexpr auto has_contact = CALL(has_contact); \
        static constexpr auto advance = CALL(advance); \
        static constexpr auto slide = CALL(slide); \
        static constexpr auto recover = CALL(recover); \
        static constexpr auto intersects = CALL(intersects); \
        static constexpr auto penetration = CALL(penetration); \
        static constexpr auto closest = CALL(closest); \
        static constexpr auto closest_points = CALL(closest_points); \
        static constexpr auto signed_distance = CALL(signed_distance); \
        static constexpr auto polytope = CALL(polytope); \
        static constexpr auto hull = CALL(hull); \
        static constexpr auto mesh = CALL(mesh); \
        static constexpr auto mesh_of_file = CALL(mesh_of_file); \
        static constexpr auto mesh_set_vertices = CALL(mesh_set_vertices); \
        static constexpr auto mesh_save = CALL(mesh_save); \
        static constexpr auto mesh_load = CALL(mesh_load); \
        static constexpr auto solid = CALL(solid); \
        static constexpr auto scene = CALL(scene); \
        static constexpr auto scene_snapshot = CALL(scene_snapshot); \
        static constexpr auto scene_save = CALL(scene_save); \
        static constexpr auto scene_load = CALL(scene_load); \
        static constexpr auto scene_insert = CALL(scene_insert); \
        static constexpr auto scene_replace = CALL(scene_replace); \
        static constexpr auto scene_remove = CALL(scene_remove); \
        static constexpr auto walker = CALL(walker); \
        static constexpr auto walker_step = CALL(walker_step); \
        static constexpr auto walker_ride = CALL(walker_ride); \
        static constexpr auto walker_state = CALL(walker_state); \
        static constexpr auto walker_restore = CALL(walker_restore); \
        static constexpr auto walker_set_body = CALL(walker_set_body); \
        static constexpr auto walker_teleport = CALL(walker_teleport); \
    }
#define TANGENCY_TYPE(NAME) Tangency##NAME
#define TANGENCY_CALL(NAME) &tangency_##NAME
TANGENCY_OF(double, TANGENCY_TYPE, TANGENCY_CALL);
#undef TANGENCY_TYPE
#undef TANGENCY_CALL
#define TANGENCY_TYPE(NAME) Tangency##NAME##F32
#define TANGENCY_CALL(NAME) &tangency_##NAME##_f32
TANGENCY_OF(float, TANGENCY_TYPE, TANGENCY_CALL);
#undef TANGENCY_TYPE
#undef TANGENCY_CALL
#undef TANGENCY_OF

template <class Real>
using Answer = typename Of<Real>::Answer;

// ---- movers and obstacles ----

namespace detail {

/// A shape with a motion.
template <class Self, class C, class Real>
struct OnItsWay {
    C c{};

    /// Returns the same shape with a velocity.
    Self moving(Vec<Real> velocity) const {
        Self next = self();
        velocity.to(next.c.velocity);
        Vec<Real>(0, 0, 0).to(next.c.origin);
        return next;
    }

  protected:
    Self self() const { return static_cast<const Self &>(*this); }
};

} // namespace detail

template <class Real = double>
struct Mover : detail::OnItsWay<Mover<Real>, typename Of<Real>::Mover, Real> {
    Mover() { this->c.t_max = std::numeric_limits<Real>::infinity(); }

    /// Returns the same mover, whose centre or end `a` reaches `to` at time 1; for a box along the
    /// axes its corner `min`, for a triangle or a hull its first point. The difference of the two
    /// points is not rounded.
    Mover moving_to(Vec<Real> to) const {
        // Each of the shapes begins with this point, except a hull, which begins with a handle.
        const auto kind = this->c.kind;
        const Real *from = kind == TANGENCY_MOVER_KIND_HULL          ? first_point
                           : kind == TANGENCY_MOVER_KIND_PLACED_HULL ? this->c.shape.placed_hull.position
                                                                     : this->c.shape.sphere.center;
        return between(Vec<Real>(from[0], from[1], from[2]), to).until(1);
    }
    /// Returns the same mover, which moves by the difference of two points while the time goes from
    /// 0 to 1, without an end. The difference is not rounded.
    Mover between(Vec<Real> from, Vec<Real> to) const {
        Mover next = *this;
        to.to(next.c.velocity);
        from.to(next.c.origin);
        return next;
    }
    /// Returns the same mover with a last time.
    Mover until(detail::Number<Real> t_max) const {
        Mover next = *this;
        next.c.t_max = t_max;
        return next;
    }
    /// Returns the same box, parallelepiped, triangle or hull, inflated by a radius.
    Mover rounded(detail::Number<Real> radius) const {
        Mover next = *this;
        next.c.radius = radius;
        return next;
    }

    /// The first point of a hull, for moving_to().
    Real first_point[3] = {};
};

template <class Real = double>
struct Obstacle : detail::OnItsWay<Obstacle<Real>, typename Of<Real>::Obstacle, Real> {
    /// Returns the same obstacle, which moves from one point to another while the time goes from 0
    /// to 1. The difference of the two points is not rounded.
    Obstacle between(Vec<Real> from, Vec<Real> to) const {
        Obstacle next = *this;
        to.to(next.c.velocity);
        from.to(next.c.origin);
        return next;
    }
    /// Returns the same obstacle, inflated by a radius.
    Obstacle rounded(detail::Number<Real> radius) const {
        Obstacle next = *this;
        next.c.radius = radius;
        return next;
    }
    /// Returns the same shape as a mover, with the same motion and radius: a box, an oriented box, a
    /// parallelepiped, a triangle or a hull at a position; a Hull has a mover() of its own. Other
    /// kinds of obstacles are no movers: the kind of the mover is 0, and each query of it is an error.
    Mover<Real> mover() const {
        Mover<Real> it;
        switch (this->c.kind) {
        case TANGENCY_OBSTACLE_KIND_BOX:
            it.c.kind = TANGENCY_MOVER_KIND_BOX;
            it.c.shape.box = this->c.shape.box;
            break;
        case TANGENCY_OBSTACLE_KIND_ORIENTED_BOX:
            it.c.kind = TANGENCY_MOVER_KIND_ORIENTED_BOX;
            it.c.shape.oriented_box = this->c.shape.oriented_box;
            break;
        case TANGENCY_OBSTACLE_KIND_PARALLELEPIPED:
            it.c.kind = TANGENCY_MOVER_KIND_PARALLELEPIPED;
            it.c.shape.parallelepiped = this->c.shape.parallelepiped;
            break;
        case TANGENCY_OBSTACLE_KIND_TRIANGLE:
            it.c.kind = TANGENCY_MOVER_KIND_TRIANGLE;
            it.c.shape.triangle = this->c.shape.triangle;
            break;
        case TANGENCY_OBSTACLE_KIND_PLACED_HULL:
            it.c.kind = TANGENCY_MOVER_KIND_PLACED_HULL;
            it.c.shape.placed_hull = this->c.shape.placed_hull;
            break;
        default: break;
        }
        for (int i = 0; i < 3; i++) it.c.velocity[i] = this->c.velocity[i], it.c.origin[i] = this->c.origin[i];
        it.c.radius = this->c.radius;
        return it;
    }
};

/// A vector from which the type of float is not deduced.
template <class Real>
using In = detail::Number<Vec<Real>>;

template <class Real = double>
Mover<Real> sphere(In<Real> center, detail::Number<Real> radius) {
    Mover<Real> it;
    it.c.kind = TANGENCY_MOVER_KIND_SPHERE;
    center.to(it.c.shape.sphere.center);
    it.c.shape.sphere.radius = radius;
    return it;
}
template <class Real = double>
Mover<Real> capsule(In<Real> a, In<Real> b, detail::Number<Real> radius) {
    Mover<Real> it;
    it.c.kind = TANGENCY_MOVER_KIND_CAPSULE;
    a.to(it.c.shape.capsule.a);
    b.to(it.c.shape.capsule.b);
    it.c.shape.capsule.radius = radius;
    return it;
}
/// A capsule whose axis goes from `a` to `a + axis`, where the sum is not rounded. The axis stays
/// exactly the same when the capsule moves, so use such a capsule for the body of a walker.
template <class Real = double>
Mover<Real> capsule_with_axis(In<Real> a, In<Real> axis, detail::Number<Real> radius) {
    Mover<Real> it = capsule<Real>(a, axis, radius);
    it.c.kind = TANGENCY_MOVER_KIND_CAPSULE_WITH_AXIS;
    return it;
}
template <class Real = double>
Mover<Real> ellipsoid(In<Real> center, In<Real> radii) {
    Mover<Real> it;
    it.c.kind = TANGENCY_MOVER_KIND_ELLIPSOID;
    center.to(it.c.shape.ellipsoid.center);
    radii.to(it.c.shape.ellipsoid.radii);
    return it;
}

template <class Real = double>
Obstacle<Real> point(In<Real> position) {
    Obstacle<Real> it;
    it.c.kind = TANGENCY_OBSTACLE_KIND_POINT;
    position.to(it.c.shape.point.position);
    return it;
}
template <class Real = double>
Obstacle<Real> segment(In<Real> a, In<Real> b) {
    Obstacle<Real> it;
    it.c.kind = TANGENCY_OBSTACLE_KIND_SEGMENT;
    a.to(it.c.shape.segment.a);
    b.to(it.c.shape.segment.b);
    return it;
}
template <class Real = double>
Obstacle<Real> triangle(In<Real> a, In<Real> b, In<Real> c) {
    Obstacle<Real> it;
    it.c.kind = TANGENCY_OBSTACLE_KIND_TRIANGLE;
    a.to(it.c.shape.triangle.vertices[0]);
    b.to(it.c.shape.triangle.vertices[1]);
    c.to(it.c.shape.triangle.vertices[2]);
    return it;
}
template <class Real = double>
Obstacle<Real> box(In<Real> min, In<Real> max) {
    Obstacle<Real> it;
    it.c.kind = TANGENCY_OBSTACLE_KIND_BOX;
    min.to(it.c.shape.box.min);
    max.to(it.c.shape.box.max);
    return it;
}
/// A box with a rotation (OBB). The rotation is a quaternion x, y, z, w of any length except zero.
template <class Real = double>
Obstacle<Real> oriented_box(In<Real> center, In<Real> half_extents, std::array<detail::Number<Real>, 4> rotation) {
    Obstacle<Real> it;
    it.c.kind = TANGENCY_OBSTACLE_KIND_ORIENTED_BOX;
    center.to(it.c.shape.oriented_box.center);
    half_extents.to(it.c.shape.oriented_box.half_extents);
    for (int i = 0; i < 4; i++) it.c.shape.oriented_box.rotation[i] = rotation[i];
    return it;
}
/// A box whose edges need not be perpendicular, from its centre and the vectors along its edges.
template <class Real = double>
Obstacle<Real> parallelepiped(In<Real> center, In<Real> u, In<Real> v, In<Real> w) {
    Obstacle<Real> it;
    it.c.kind = TANGENCY_OBSTACLE_KIND_PARALLELEPIPED;
    center.to(it.c.shape.parallelepiped.center);
    u.to(it.c.shape.parallelepiped.edges[0]);
    v.to(it.c.shape.parallelepiped.edges[1]);
    w.to(it.c.shape.parallelepiped.edges[2]);
    return it;
}

// ---- objects with handles ----

/// An object that the library keeps, freed by the destructor.
class Handle {
  public:
    Handle() = default;
    explicit Handle(uint64_t number) : number_(number) {}
    Handle(Handle &&other) noexcept : number_(std::exchange(other.number_, 0)) {}
    Handle &operator=(Handle &&other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Handle() {
        if (number_ != 0) tangency_free(number_);
    }
    uint64_t number() const { return number_; }

  private:
    uint64_t number_ = 0;
};

namespace detail {

/// A handle of an obstacle of some kind.
template <class Real, TangencyObstacleKind Kind>
struct Kept : Handle {
    using Handle::Handle;

    tangency::Obstacle<Real> obstacle() const {
        tangency::Obstacle<Real> it;
        it.c.kind = Kind;
        it.c.shape.handle = this->number();
        return it;
    }
    operator tangency::Obstacle<Real>() const { return obstacle(); }
};

} // namespace detail

namespace detail {

/// Returns the bytes that a function of the library writes.
template <class Save>
Result<std::string> saved(Save save, uint64_t handle) {
    std::string bytes;
    std::size_t length = 0;
    auto code = save(handle, nullptr, 0, &length);
    if (code == TANGENCY_CODE_OK) {
        bytes.resize(length);
        code = save(handle, reinterpret_cast<uint8_t *>(bytes.data()), bytes.size(), &length);
    }
    return result(code, std::move(bytes));
}

inline const uint8_t *bytes(std::string_view text) { return reinterpret_cast<const uint8_t *>(text.data()); }

} // namespace detail

/// Rows of three numbers in an array of vectors, which is not copied.
template <class Real = double>
struct Rows {
    const Real *first = nullptr;
    std::size_t count = 0, stride = 0;

    Rows(const Real *numbers, std::size_t rows, std::size_t bytes_between = 3 * sizeof(Real)) : first(numbers), count(rows), stride(bytes_between) {}
    template <class V, class = std::enable_if_t<detail::is_vector<V>>>
    Rows(const V *vectors, std::size_t rows)
        : first(rows == 0 ? nullptr : detail::first<Real>(*vectors)), count(rows), stride(sizeof(V)) {}
    template <class V, class A, class = std::enable_if_t<detail::is_vector<V>>>
    Rows(const std::vector<V, A> &vectors) : Rows(vectors.data(), vectors.size()) {}

    typename Of<Real>::Column column() const { return {first, stride}; }
};

/// The triangles of a mesh, three indices each. Indices of 16 bits are copied, indices of 32 bits
/// are not.
class Triangles {
  public:
    /// Takes indices of 16 or 32 bits, three for each triangle.
    template <class Index, class = std::enable_if_t<std::is_integral_v<Index> && (sizeof(Index) == 2 || sizeof(Index) == 4)>>
    Triangles(const Index *indices, std::size_t triangles) : count_(triangles) {
        if constexpr (sizeof(Index) == 4) {
            lie_ = reinterpret_cast<const uint32_t *>(indices);
        } else {
            using Positive = std::make_unsigned_t<Index>;
            for (std::size_t i = 0; i < 3 * triangles; i++) copied_.push_back(static_cast<Positive>(indices[i]));
        }
    }
    template <class Index, class A, class = std::enable_if_t<std::is_integral_v<Index>>>
    Triangles(const std::vector<Index, A> &indices) : Triangles(indices.data(), indices.size() / 3) {
        is_whole_ = indices.size() % 3 == 0;
    }
    template <class Index, class A>
    Triangles(const std::vector<std::array<Index, 3>, A> &triangles)
        : Triangles(triangles.empty() ? static_cast<const Index *>(nullptr) : triangles.data()->data(), triangles.size()) {}
    Triangles(std::initializer_list<std::array<uint32_t, 3>> triangles)
        : Triangles(triangles.size() == 0 ? nullptr : triangles.begin()->data(), triangles.size()) {}

    const uint32_t *data() const { return copied_.empty() ? lie_ : copied_.data(); }
    std::size_t count() const { return count_; }
    /// Whether there are three indices for each triangle.
    bool is_whole() const { return is_whole_; }

  private:
    bool is_whole_ = true;
    const uint32_t *lie_ = nullptr;
    std::vector<uint32_t> copied_;
    std::size_t count_;
};

template <class Real = double>
struct Mesh : detail::Kept<Real, TANGENCY_OBSTACLE_KIND_MESH> {
    using detail::Kept<Real, TANGENCY_OBSTACLE_KIND_MESH>::Kept;

    static Result<Mesh> make(Rows<Real> vertices, const Triangles &triangles) {
        if (!triangles.is_whole()) return Error{TANGENCY_CODE_BAD_INPUT, "the indices of the triangles must be three for each"};
        uint64_t mesh = 0;
        auto code = Of<Real>::mesh(vertices.column(), vertices.count, triangles.data(), triangles.count(), &mesh);
        return detail::result(code, Mesh(mesh));
    }
    /// Reads a mesh from the bytes of a file. Faces with fewer than three vertices are left out,
    /// and their number is written to `left_out`.
    static Result<Mesh> of_file(std::string_view bytes, TangencyFileFormat format = TANGENCY_FILE_FORMAT_UNKNOWN,
                                uint64_t *left_out = nullptr) {
        uint64_t mesh = 0;
        auto code = Of<Real>::mesh_of_file(detail::bytes(bytes), bytes.size(), format, &mesh, left_out);
        return detail::result(code, Mesh(mesh));
    }
    /// Creates a mesh from the bytes that save() returned, with the saved BVH.
    static Result<Mesh> load(std::string_view saved) {
        uint64_t mesh = 0;
        auto code = Of<Real>::mesh_load(detail::bytes(saved), saved.size(), &mesh);
        return detail::result(code, Mesh(mesh));
    }
    /// Returns the mesh and its BVH as bytes.
    Result<std::string> save() const { return detail::saved(Of<Real>::mesh_save, this->number()); }
    /// Replaces the vertices by as many others, and refits the BVH. Scenes that share the mesh keep
    /// the old vertices.
    Result<Done> set_vertices(Rows<Real> vertices) {
        return detail::result(Of<Real>::mesh_set_vertices(this->number(), vertices.column(), vertices.count), Done{});
    }
    /// Returns an instance of this mesh, rotated by a quaternion x, y, z, w and then translated.
    Obstacle<Real> instance(std::array<Real, 4> rotation, Vec<Real> translation) const {
        Obstacle<Real> it;
        it.c.kind = TANGENCY_OBSTACLE_KIND_MESH_INSTANCE;
        it.c.shape.instance.mesh = this->number();
        for (int i = 0; i < 4; i++) it.c.shape.instance.rotation[i] = rotation[i];
        translation.to(it.c.shape.instance.translation);
        return it;
    }
};

/// The interior of a closed mesh.
template <class Real = double>
struct Solid : detail::Kept<Real, TANGENCY_OBSTACLE_KIND_SOLID> {
    using detail::Kept<Real, TANGENCY_OBSTACLE_KIND_SOLID>::Kept;

    static Result<Solid> make(const Mesh<Real> &mesh) {
        uint64_t solid = 0;
        auto code = Of<Real>::solid(mesh.number(), &solid);
        return detail::result(code, Solid(solid));
    }
};

/// A polytope: the intersection of the half-spaces behind some planes with outward normals.
template <class Real = double>
struct Polytope : detail::Kept<Real, TANGENCY_OBSTACLE_KIND_POLYTOPE> {
    using detail::Kept<Real, TANGENCY_OBSTACLE_KIND_POLYTOPE>::Kept;

    static Result<Polytope> make(const std::vector<typename Of<Real>::Plane> &planes) {
        uint64_t polytope = 0;
        auto code = Of<Real>::polytope(planes.data(), planes.size(), &polytope);
        return detail::result(code, Polytope(polytope));
    }
};

/// The convex hull of one or more points, an obstacle or a mover.
template <class Real = double>
struct Hull : detail::Kept<Real, TANGENCY_OBSTACLE_KIND_HULL> {
    using detail::Kept<Real, TANGENCY_OBSTACLE_KIND_HULL>::Kept;

    static Result<Hull> make(Rows<Real> points) {
        uint64_t number = 0;
        auto code = Of<Real>::hull(points.column(), points.count, &number);
        Hull hull(number);
        if (code == TANGENCY_CODE_OK)
            for (int i = 0; i < 3; i++) hull.first_point_[i] = points.first[i];
        return detail::result(code, std::move(hull));
    }
    /// Returns the hull as a mover. The mover must not outlive it.
    Mover<Real> mover() const {
        Mover<Real> it;
        it.c.kind = TANGENCY_MOVER_KIND_HULL;
        it.c.shape.handle = this->number();
        for (int i = 0; i < 3; i++) it.first_point[i] = first_point_[i];
        return it;
    }
    /// Returns the hull at a position of its first point, as an obstacle, or with mover() as a mover;
    /// both must not outlive the hull. All points are moved by the exact difference of the position
    /// and the first point.
    Obstacle<Real> at(Vec<Real> position) const {
        Obstacle<Real> it;
        it.c.kind = TANGENCY_OBSTACLE_KIND_PLACED_HULL;
        it.c.shape.placed_hull.hull = this->number();
        position.to(it.c.shape.placed_hull.position);
        return it;
    }

  private:
    Real first_point_[3] = {};
};

template <class Real = double>
struct Scene : detail::Kept<Real, TANGENCY_OBSTACLE_KIND_SCENE> {
    using detail::Kept<Real, TANGENCY_OBSTACLE_KIND_SCENE>::Kept;

    static Result<Scene> make() {
        uint64_t scene = 0;
        auto code = Of<Real>::scene(&scene);
        return detail::result(code, Scene(scene));
    }
    /// Creates a scene from the bytes that save() returned.
    static Result<Scene> load(std::string_view saved) {
        uint64_t scene = 0;
        auto code = Of<Real>::scene_load(detail::bytes(saved), saved.size(), &scene);
        return detail::result(code, Scene(scene));
    }
    /// Returns the scene, its meshes and their BVHs as bytes.
    Result<std::string> save() const { return detail::saved(Of<Real>::scene_save, this->number()); }
    /// Returns a snapshot: another scene with the present items, which later changes of this scene
    /// do not affect.
    Result<Scene> snapshot() const {
        uint64_t snapshot = 0;
        auto code = Of<Real>::scene_snapshot(this->number(), &snapshot);
        return detail::result(code, Scene(snapshot));
    }
    /// Inserts an obstacle, and returns the number of the new item.
    Result<uint64_t> insert(const Obstacle<Real> &obstacle) {
        uint64_t item = 0;
        auto code = Of<Real>::scene_insert(this->number(), &obstacle.c, &item);
        return detail::result(code, item);
    }
    Result<Done> replace(uint64_t item, const Obstacle<Real> &obstacle) {
        return detail::result(Of<Real>::scene_replace(this->number(), item, &obstacle.c), Done{});
    }
    Result<Done> remove(uint64_t item) { return detail::result(Of<Real>::scene_remove(this->number(), item), Done{}); }
};

// ---- queries ----

template <class Real>
Result<Answer<Real>> first_contact(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    Answer<Real> answer{};
    auto code = Of<Real>::first_contact(&mover.c, &obstacle.c, &answer);
    return detail::result(code, answer);
}
/// Finds the blocking hit of a motion: the first contact after which the two would overlap.
template <class Real>
Result<Answer<Real>> first_entry(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    Answer<Real> answer{};
    auto code = Of<Real>::first_entry(&mover.c, &obstacle.c, &answer);
    return detail::result(code, answer);
}
/// Finds all contacts, in order of time.
template <class Real>
Result<std::vector<Answer<Real>>> contacts(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    std::vector<Answer<Real>> answers;
    std::size_t count = 0;
    auto code = Of<Real>::contacts(&mover.c, &obstacle.c, nullptr, 0, &count);
    if (code == TANGENCY_CODE_OK && count > 0) {
        answers.resize(count);
        code = Of<Real>::contacts(&mover.c, &obstacle.c, answers.data(), count, &count);
    }
    return detail::result(code, std::move(answers));
}
/// All corners of a contact, and the features of both bodies that contain the first corner.
template <class Real>
struct Touched {
    /// Whether there is a contact, 0 or 1.
    uint32_t exists;
    std::vector<std::array<Real, 3>> points;
    TangencyFeature feature, mover_feature;
};
/// Finds all corners of the first contact of a box, a parallelepiped, a triangle or a hull with a
/// convex obstacle, counterclockwise as seen from the mover.
template <class Real>
Result<Touched<Real>> touched(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    // Most contacts have no more corners.
    Touched<Real> it{0, std::vector<std::array<Real, 3>>(8), {}, {}};
    std::size_t count = 0;
    const auto ask = [&] {
        return Of<Real>::touched(&mover.c, &obstacle.c, it.points.data()->data(), it.points.size(), &count, &it.feature, &it.mover_feature);
    };
    auto code = ask();
    if (code == TANGENCY_CODE_TOO_SMALL) {
        it.points.resize(count);
        code = ask();
    }
    it.points.resize(code == TANGENCY_CODE_OK ? count : 0);
    it.exists = count > 0;
    return detail::result(code, std::move(it));
}
/// The contacts of a mover with some triangles of a mesh, and the corners of all these contacts, one
/// after another.
template <class Real>
struct TouchedTriangles {
    std::vector<TangencyTouchedTriangle> triangles;
    std::vector<std::array<Real, 3>> points;
};
/// Finds the whole contact of a box, a parallelepiped, a triangle or a hull with each triangle of a
/// mesh that is touched at exactly the time of the first contact, in order of the triangles.
template <class Real>
Result<TouchedTriangles<Real>> touched_triangles(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    TouchedTriangles<Real> it;
    std::size_t triangles = 0, points = 0;
    const auto ask = [&] {
        Real *corners = it.points.empty() ? nullptr : it.points.data()->data();
        return Of<Real>::touched_triangles(
            &mover.c, &obstacle.c, it.triangles.data(), it.triangles.size(), &triangles, corners, it.points.size(), &points
        );
    };
    auto code = ask();
    if (code == TANGENCY_CODE_OK && triangles > 0) {
        it.triangles.resize(triangles);
        it.points.resize(points);
        code = ask();
    }
    return detail::result(code, std::move(it));
}
/// Computes the time of the first contact, or NaN if there is no contact.
template <class Real>
Result<Real> contact_time(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    Real time = 0;
    auto code = Of<Real>::contact_time(&mover.c, &obstacle.c, &time);
    return detail::result(code, time);
}
/// Computes the time of the first contact, rounded down, or NaN if there is no contact.
template <class Real>
Result<Real> time_down(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    Real time = 0;
    auto code = Of<Real>::time_down(&mover.c, &obstacle.c, &time);
    return detail::result(code, time);
}
/// Computes the time of the last contact (exit time), or NaN if the two never touch or touch for
/// ever.
template <class Real>
Result<Real> last_time(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    Real time = 0;
    auto code = Of<Real>::last_time(&mover.c, &obstacle.c, &time);
    return detail::result(code, time);
}
template <class Real>
Result<bool> has_contact(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    uint32_t touches = 0;
    auto code = Of<Real>::has_contact(&mover.c, &obstacle.c, &touches);
    return detail::result(code, touches != 0);
}
template <class Real>
Result<bool> intersects(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    uint32_t intersects = 0;
    auto code = Of<Real>::intersects(&mover.c, 0, &obstacle.c, &intersects);
    return detail::result(code, intersects != 0);
}
template <class Real>
Result<typename Of<Real>::Penetration> penetration(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    typename Of<Real>::Penetration penetration{};
    auto code = Of<Real>::penetration(&mover.c, &obstacle.c, &penetration);
    return detail::result(code, penetration);
}
/// Finds the point of an obstacle that is closest to a given point.
template <class Real>
Result<typename Of<Real>::ClosestPoint> closest(const In<Real> &point, const Obstacle<Real> &obstacle) {
    typename Of<Real>::ClosestPoint closest{};
    Real position[3];
    point.to(position);
    auto code = Of<Real>::closest(position, &obstacle.c, &closest);
    return detail::result(code, closest);
}
/// Finds the closest points of an obstacle and of the axis of a capsule, or of a box, a
/// parallelepiped, a triangle or a hull without its radius.
template <class Real>
Result<typename Of<Real>::ClosestPoints> closest_points(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    typename Of<Real>::ClosestPoints closest{};
    auto code = Of<Real>::closest_points(&mover.c, &obstacle.c, &closest);
    return detail::result(code, closest);
}
/// Computes the distance of a point from the surface of a solid, which is negative inside.
template <class Real>
Result<Real> signed_distance(const In<Real> &point, const Solid<Real> &solid) {
    Real distance = 0, position[3];
    point.to(position);
    auto code = Of<Real>::signed_distance(position, &solid.obstacle().c, &distance);
    return detail::result(code, distance);
}

/// Moves a body along a displacement until an obstacle blocks it. The path is free: it overlaps no
/// obstacle.
template <class Real>
Result<typename Of<Real>::Move> advance(
    const Mover<Real> &body, const In<Real> &displacement, const detail::Number<Obstacle<Real>> &world
) {
    typename Of<Real>::Move moved{};
    Real way[3];
    displacement.to(way);
    auto code = Of<Real>::advance(&body.c, way, &world.c, &moved);
    return detail::result(code, moved);
}
/// Moves a body along a displacement, and slides it along the obstacles that block it, in at most
/// `iterations` legs, where 0 stands for the default, 12.
template <class Real>
Result<typename Of<Real>::Move> slide(
    const Mover<Real> &body, const In<Real> &displacement, const detail::Number<Obstacle<Real>> &world, std::size_t iterations = 0
) {
    typename Of<Real>::Move moved{};
    Real way[3];
    displacement.to(way);
    auto code = Of<Real>::slide(&body.c, way, iterations, &world.c, &moved, nullptr, 0, nullptr);
    return detail::result(code, moved);
}

/// A free position near a body: whether the body was free already, was moved, or no free position
/// was found.
template <class Real>
struct Recovered {
    TangencyStartKind found;
    Real position[3];
};
template <class Real>
Result<Recovered<Real>> recover(const Mover<Real> &body, const detail::Number<Obstacle<Real>> &world) {
    Recovered<Real> recovered{};
    uint32_t found = 0;
    auto code = Of<Real>::recover(&body.c, &world.c, &found, recovered.position);
    recovered.found = static_cast<TangencyStartKind>(found);
    return detail::result(code, recovered);
}

/// Finds the first contact in exact numbers, with a line for each: the name, and x, y, d of x + y
/// sqrt(d).
template <class Real>
Result<std::string> first_contact_exact(const Mover<Real> &mover, const detail::Number<Obstacle<Real>> &obstacle) {
    std::string text;
    std::size_t length = 0;
    auto code = Of<Real>::first_contact_exact(&mover.c, &obstacle.c, nullptr, 0, &length);
    if (code == TANGENCY_CODE_OK) {
        text.resize(length + 1);
        code = Of<Real>::first_contact_exact(&mover.c, &obstacle.c, text.data(), text.size(), &length);
        text.resize(length);
    }
    return detail::result(code, std::move(text));
}

/// Describes many spheres by arrays of centres, radii and velocities, which are not copied.
template <class Real>
typename Of<Real>::Movers spheres(Rows<Real> centers, const Real *radii, Rows<Real> velocities) {
    typename Of<Real>::Movers it{};
    it.kind = TANGENCY_MOVER_KIND_SPHERE;
    it.count = centers.count;
    it.center = centers.column();
    it.radius = {radii, sizeof(Real)};
    it.velocity = velocities.column();
    return it;
}
/// Describes many boxes along the axes by arrays of their least and greatest coordinates and of
/// velocities, which are not copied.
template <class Real>
typename Of<Real>::Movers boxes(Rows<Real> mins, Rows<Real> maxs, Rows<Real> velocities) {
    typename Of<Real>::Movers it{};
    it.kind = TANGENCY_MOVER_KIND_BOX;
    it.count = mins.count;
    it.center = mins.column();
    it.extent = maxs.column();
    it.velocity = velocities.column();
    return it;
}
/// Describes many boxes with a rotation by arrays of centres, half extents, quaternions x, y, z, w
/// one after the other, and velocities, which are not copied.
template <class Real>
typename Of<Real>::Movers oriented_boxes(Rows<Real> centers, Rows<Real> half_extents, const Real *rotations, Rows<Real> velocities) {
    auto it = boxes<Real>(centers, half_extents, velocities);
    it.kind = TANGENCY_MOVER_KIND_ORIENTED_BOX;
    it.rotation = {rotations, 4 * sizeof(Real)};
    return it;
}
/// Describes many equal hulls by arrays of the positions of the first point, to which the hull is
/// translated exactly, and of velocities. The arrays are not copied.
template <class Real>
typename Of<Real>::Movers hulls(const Hull<Real> &hull, Rows<Real> places, Rows<Real> velocities) {
    typename Of<Real>::Movers it{};
    it.kind = TANGENCY_MOVER_KIND_HULL;
    it.count = places.count;
    it.hull = hull.number();
    it.center = places.column();
    it.velocity = velocities.column();
    return it;
}
/// Finds the first contact of each of many movers, and writes columns of the caller. An invalid row
/// gets the status bad row; all other rows are answered.
template <class Real>
Result<Done> first_contacts(const typename Of<Real>::Movers &movers, const Obstacle<Real> &obstacle, const typename Of<Real>::AnswerColumns &answers) {
    return detail::result(Of<Real>::first_contacts(&movers, &obstacle.c, &answers), Done{});
}
template <class Real>
Result<Done> first_entries(const typename Of<Real>::Movers &movers, const Obstacle<Real> &obstacle, const typename Of<Real>::AnswerColumns &answers) {
    return detail::result(Of<Real>::first_entries(&movers, &obstacle.c, &answers), Done{});
}

/// Finds first contacts with an object that has a handle, such as a mesh or a scene.
template <class Real, TangencyObstacleKind Kind>
Result<Done> first_contacts(
    const typename Of<Real>::Movers &movers, const detail::Kept<Real, Kind> &kept, const typename Of<Real>::AnswerColumns &answers
) {
    return first_contacts<Real>(movers, kept.obstacle(), answers);
}
template <class Real, TangencyObstacleKind Kind>
Result<Done> first_entries(
    const typename Of<Real>::Movers &movers, const detail::Kept<Real, Kind> &kept, const typename Of<Real>::AnswerColumns &answers
) {
    return first_entries<Real>(movers, kept.obstacle(), answers);
}

// ---- walkers, and requests as text ----

/// A kinematic character controller that walks, climbs steps, falls and jumps. Its body is a capsule,
/// an oriented box, `oriented_box(…).mover()`, or a hull, `hull.mover()`. The walker keeps the
/// hull, but a state with the hull can be restored only while the handle of the hull exists.
template <class Real = double>
struct Walker : Handle {
    using Handle::Handle;

    static Result<Walker> make(const Mover<Real> &body, const typename Of<Real>::WalkerOptions &options) {
        uint64_t walker = 0;
        auto code = Of<Real>::walker(&body.c, &options, &walker);
        return detail::result(code, Walker(walker));
    }
    /// Takes a step along a displacement, in a world at rest.
    Result<typename Of<Real>::Step> step(Vec<Real> displacement, const Obstacle<Real> &world) {
        return stepped(displacement, nullptr, world);
    }
    /// Takes a step after the velocity was set: the displacement by which the walker moves on its
    /// own in each step, by a fall or a throw.
    Result<typename Of<Real>::Step> step(Vec<Real> displacement, Vec<Real> velocity, const Obstacle<Real> &world) {
        return stepped(displacement, &velocity, world);
    }
    /// Moves the walker with a moving world, by the displacement of its platform. Take the next
    /// step in the world after the motion.
    Result<typename Of<Real>::Ride> ride(Vec<Real> displacement, const Obstacle<Real> &moving) {
        typename Of<Real>::Ride ride{};
        Real way[3];
        displacement.to(way);
        auto code = Of<Real>::walker_ride(number(), way, &moving.c, &ride);
        return detail::result(code, ride);
    }
    /// Returns the state on which the next steps depend, together with the options and the world,
    /// as plain numbers.
    Result<typename Of<Real>::WalkerState> state() const {
        typename Of<Real>::WalkerState state{};
        auto code = Of<Real>::walker_state(number(), &state);
        return detail::result(code, state);
    }
    /// Sets the state to an earlier state or to the state of another walker. Then the next steps
    /// have the same bits as the steps after that state.
    Result<typename Of<Real>::WalkerState> restore(const typename Of<Real>::WalkerState &state) {
        auto code = Of<Real>::walker_restore(number(), &state);
        return detail::result(code, state);
    }
    /// Sets another body, at any position, if there is room for it: to crouch, to stand up. Returns
    /// true if there was room; otherwise the walker stays as it is, and the overlap is written to
    /// `in_the_way`.
    Result<bool> set_body(const Mover<Real> &body, const Obstacle<Real> &world, Answer<Real> *in_the_way = nullptr) {
        Answer<Real> met{};
        return has_room(Of<Real>::walker_set_body(number(), &body.c, &world.c, &met), met, in_the_way);
    }
    /// Moves the walker to a position in the air, if there is room for it, as set_body() does.
    Result<bool> teleport(Vec<Real> position, const Obstacle<Real> &world, Answer<Real> *in_the_way = nullptr) {
        Answer<Real> met{};
        Real place[3];
        position.to(place);
        return has_room(Of<Real>::walker_teleport(number(), place, &world.c, &met), met, in_the_way);
    }

  private:
    static Result<bool> has_room(TangencyCode code, const Answer<Real> &met, Answer<Real> *in_the_way) {
        if (code == TANGENCY_CODE_OK && in_the_way) *in_the_way = met;
        return detail::result(code, met.status == TANGENCY_STATUS_NONE);
    }
    Result<typename Of<Real>::Step> stepped(Vec<Real> displacement, const Vec<Real> *velocity, const Obstacle<Real> &world) {
        typename Of<Real>::Step step{};
        Real way[3], thrown[3];
        displacement.to(way);
        if (velocity) velocity->to(thrown);
        auto code = Of<Real>::walker_step(number(), way, velocity ? thrown : nullptr, &world.c, &step);
        return detail::result(code, step);
    }
};

/// A session for requests as lines of JSON, as the command `tangency query` takes them.
struct Session : Handle {
    using Handle::Handle;

    static Result<Session> make() {
        uint64_t session = 0;
        auto code = tangency_session(&session);
        return detail::result(code, Session(session));
    }
    /// Returns the line that answers a request. For a request that cannot be answered, the error
    /// contains the line.
    Result<std::string> query(std::string_view request) {
        std::string answer(1024, '\0');
        std::size_t length = 0;
        auto code = tangency_query(number(), request.data(), request.size(), answer.data(), answer.size(), &length);
        if (code == TANGENCY_CODE_TOO_SMALL) {
            answer.resize(length + 1);
            code = tangency_query_again(number(), answer.data(), answer.size(), &length);
        }
        answer.resize(length < answer.size() ? length : 0);
        return detail::result(code, std::move(answer));
    }
};

} // namespace tangency
