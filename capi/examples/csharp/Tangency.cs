// A part of tangency.h in C#, in float, the type of Unity, Godot and MonoGame: spheres, capsules,
// boxes, triangles, hulls, meshes, scenes, batches, moves and walkers. Copy this file and the library into
// a project, and add the other declarations of the header that you need. In Unity and Godot, Vector
// is the engine's own Vector3, so that nothing has to be converted.
using System;
using System.Runtime.InteropServices;

namespace Tangency
{
#if UNITY_5_3_OR_NEWER
    using Vector = UnityEngine.Vector3;
#elif GODOT
    using Vector = Godot.Vector3; // Three floats, unless Godot is built with precision=double.
#else
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector
    {
        public float x, y, z;
        public Vector(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
#endif

    public enum MoverKind : uint { Sphere = 1, Capsule = 2, CapsuleWithAxis = 3, Ellipsoid = 4, Box = 5, OrientedBox = 6, Triangle = 8, Hull = 9 }
    public enum ObstacleKind : uint { Point = 1, Segment = 2, Triangle = 3, Box = 4, OrientedBox = 6, Mesh = 11, MeshInstance = 12, Solid = 13, Scene = 14, Hull = 15 }
    public enum Status : uint { None = 0, Contact = 1, Overlap = 2, BadRow = 3 }
    public enum Approach : uint { None = 0, Approaching = 1, Sliding = 2, Parting = 3 }
    public enum FeatureKind : uint { None = 0, Vertex = 1, Edge = 2, Face = 3, Sides = 4, Planes = 5, Vertices = 6 }
    /// The state of a body at its start: it was free, it was moved to a free position nearby, or no
    /// free position was found.
    public enum Start : uint { Free = 0, Moved = 1, NotFound = 2 }

    [StructLayout(LayoutKind.Explicit, Size = 88)]
    public struct Mover
    {
        [FieldOffset(0)] public MoverKind kind;
        [FieldOffset(8)] public ulong handle; // For a hull.
        [FieldOffset(8)] public Vector center; // For a capsule the end `a`, for a box `min`, for a triangle its first corner.
        [FieldOffset(20)] public float radius; // For a sphere.
        [FieldOffset(20)] public Vector axis; // For a capsule: the axis, or the end `b`.
        [FieldOffset(32)] public float capsuleRadius;
        [FieldOffset(20)] public Vector b; // For a box `max`, for an oriented box the half extents, for a triangle its second corner.
        [FieldOffset(32)] public Vector c; // The third corner; for an oriented box x, y, z of its quaternion.
        [FieldOffset(44)] public float w; // And w.
        [FieldOffset(56)] public Vector velocity;
        [FieldOffset(68)] public Vector origin;
        [FieldOffset(80)] public float tMax;
        [FieldOffset(84)] public float inflation; // The radius by which a box, a triangle or a hull is inflated.

        public static Mover Sphere(Vector center, float radius)
        {
            return new Mover { kind = MoverKind.Sphere, center = center, radius = radius, tMax = float.PositiveInfinity };
        }
        public static Mover Capsule(Vector a, Vector axis, float radius)
        {
            return new Mover { kind = MoverKind.CapsuleWithAxis, center = a, axis = axis, capsuleRadius = radius, tMax = float.PositiveInfinity };
        }
        public static Mover Box(Vector min, Vector max)
        {
            return new Mover { kind = MoverKind.Box, center = min, b = max, tMax = float.PositiveInfinity };
        }
        public static Mover Triangle(Vector a, Vector b, Vector c)
        {
            return new Mover { kind = MoverKind.Triangle, center = a, b = b, c = c, tMax = float.PositiveInfinity };
        }
        /// A box that is rotated by the quaternion of `rotation` and `w`.
        public static Mover OrientedBox(Vector center, Vector halfExtents, Vector rotation, float w)
        {
            return new Mover { kind = MoverKind.OrientedBox, center = center, b = halfExtents, c = rotation, w = w, tMax = float.PositiveInfinity };
        }
        /// A hull that Library.Hull has made.
        public static Mover Hull(ulong hull)
        {
            return new Mover { kind = MoverKind.Hull, handle = hull, tMax = float.PositiveInfinity };
        }
    }

    [StructLayout(LayoutKind.Explicit, Size = 88)]
    public struct Obstacle
    {
        [FieldOffset(0)] public ObstacleKind kind;
        [FieldOffset(8)] public ulong handle; // For a mesh, the mesh of an instance, a solid, a scene, or a hull.
        [FieldOffset(8)] public Vector a; // The first corner of a triangle, the least of a box, the centre of an oriented box.
        [FieldOffset(20)] public Vector b; // The second corner, the greatest, the half extents.
        [FieldOffset(32)] public Vector c; // The third corner; for an oriented box x, y, z of its quaternion.
        [FieldOffset(44)] public float w; // And w.
        [FieldOffset(16)] public Vector instanceRotation; // For an instance: x, y, z of its quaternion.
        [FieldOffset(28)] public float instanceW;
        [FieldOffset(32)] public Vector translation;
        [FieldOffset(56)] public Vector velocity;
        [FieldOffset(68)] public Vector origin;
        [FieldOffset(80)] public float radius;

        public static Obstacle Triangle(Vector a, Vector b, Vector c)
        {
            return new Obstacle { kind = ObstacleKind.Triangle, a = a, b = b, c = c };
        }
        public static Obstacle Box(Vector min, Vector max)
        {
            return new Obstacle { kind = ObstacleKind.Box, a = min, b = max };
        }
        public static Obstacle Kept(ObstacleKind kind, ulong handle)
        {
            return new Obstacle { kind = kind, handle = handle };
        }
        /// A mesh that is rotated by the quaternion of `rotation` and `w`, and then translated.
        public static Obstacle Instance(ulong mesh, Vector rotation, float w, Vector translation)
        {
            return new Obstacle { kind = ObstacleKind.MeshInstance, handle = mesh, instanceRotation = rotation, instanceW = w, translation = translation };
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Feature
    {
        public ulong item; // The item of a scene, else ulong.MaxValue.
        public ulong triangle; // The triangle of a mesh, else ulong.MaxValue.
        public UIntPtr planeCount;
        public UIntPtr vertexCount;
        public FeatureKind kind;
        public uint index;
        public int side0, side1, side2;
        public uint plane0, plane1, plane2, plane3, plane4, plane5, plane6, plane7;
        public uint vertex0, vertex1, vertex2, vertex3, vertex4, vertex5, vertex6, vertex7; // The corners of the feature of a hull.
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Answer
    {
        public Status status;
        public Approach approach;
        public uint hasNormal;
        public uint hasOtherPoint;
        public float time; // 0 for an overlap, NaN without a contact.
        public Vector center;
        public Vector point;
        public Vector otherPoint;
        public Vector normal;
        public Feature feature;

        public bool IsHit { get { return status != Status.None; } } // A contact, or an overlap at time zero.
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Move
    {
        public Vector position;
        public Vector left;
        public Answer met;
    }

    /// Many spheres, with a row for each. Radii and end times are arrays with a number for each
    /// sphere, or with one number for all. Without `tMax` no motion ends.
    public class Spheres
    {
        public Vector[] center, velocity;
        public float[] radius, tMax;
    }

    /// The answers for many spheres, with a row for each. Arrays that are null are not written.
    public class Answers
    {
        public byte[] status; // A Status.
        public float[] time;
        public Vector[] center, point, normal;
        public Feature[] feature;

        public Answers(int count)
        {
            status = new byte[count];
            time = new float[count];
            center = new Vector[count];
            point = new Vector[count];
            normal = new Vector[count];
            feature = new Feature[count];
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct WalkerOptions
    {
        public Vector up; // The direction against gravity: a vector of any length.
        public float maxSlope; // The slope limit: the tangent of the greatest angle of a floor.
        public float stepHeight;
        public float snapDistance;
        public uint hasFlatBase; // Not 0: on an edge the walker stands as high as the floor until its axis has passed the edge.
        public uint dropsVelocity; // Not 0: a platform does not throw the walker.
        public float maxRecovery; // The greatest distance out of an overlap, in radii or least half extents; 0 stands for 1, less than 0 for not at all.
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Step
    {
        public Start start;
        public Vector position;
        public Vector velocity;
        public Answer floor;
        public Answer ceiling;
        public uint isWedged; // Not 0: the walker has no floor, and yet cannot fall.
        public Vector platformVelocity; // The displacement of the platform that the walker left in this step.
    }

    public enum RideKind : uint { Carried = 0, Pushed = 1, Crushed = 2 }

    [StructLayout(LayoutKind.Sequential)]
    public struct Ride
    {
        public RideKind kind;
        public Vector position;
        public Feature by;
    }

    /// The state of a walker, on which its next steps depend, together with its options and the
    /// world. It consists of numbers, which can be saved, sent and restored.
    [StructLayout(LayoutKind.Sequential)]
    public struct WalkerState
    {
        public Vector position, axis;
        public float radius;
        public Vector velocity, carried, floorPoint, floorNormal;
        public Vector halfExtents, rotation; // Zero for another body than a box. The rotation is x, y, z of a quaternion; a box has no axis and no radius.
        public float rotationW; // And w.
        public ulong hull; // The handle of a hull; zero for another body.

        public bool IsOnFloor { get { return floorNormal.x != 0 || floorNormal.y != 0 || floorNormal.z != 0; } }
    }

    /// A kinematic character controller that walks, climbs steps, falls and jumps: a capsule, an
    /// oriented box or a hull.
    public sealed class Walker : IDisposable
    {
        ulong handle;

        public Walker(Mover body, WalkerOptions options) { handle = Library.MakeWalker(body, options); }
        /// Takes a step along a displacement. If a velocity is given, it first replaces the
        /// displacement by which the walker moves on its own in each step, by a fall or a throw.
        public Step Step(Vector displacement, Obstacle world) { return Library.StepWalker(handle, displacement, null, world); }
        public Step Step(Vector displacement, Vector velocity, Obstacle world) { return Library.StepWalker(handle, displacement, velocity, world); }
        /// Moves the walker with a moving world, by the displacement of its platform. Take the next
        /// step in the world after the motion.
        public Ride Ride(Vector displacement, Obstacle moving) { return Library.RideWalker(handle, displacement, moving); }
        /// The state of the walker. A walker whose state is set takes the same steps as before,
        /// with the same bits.
        public WalkerState State
        {
            get { return Library.StateOfWalker(handle); }
            set { Library.RestoreWalker(handle, value); }
        }
        public Vector Position { get { return State.position; } }
        public bool IsOnFloor { get { return State.IsOnFloor; } }
        /// Sets another body or position, if there is room. Then the status is None; otherwise the
        /// answer is the overlap.
        public Answer SetBody(Mover body, Obstacle world) { return Library.SetBodyOfWalker(handle, body, world); }
        public Answer Teleport(Vector position, Obstacle world) { return Library.TeleportWalker(handle, position, world); }
        public void Dispose()
        {
            if (handle != 0) Library.Free(handle);
            handle = 0;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Column { public IntPtr first; public UIntPtr stride; }

    [StructLayout(LayoutKind.Sequential)]
    struct Movers
    {
        public MoverKind kind;
        public UIntPtr count;
        public Column center, radius, extent, rotation;
        public ulong hull;
        public Column velocity, origin, tMax;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct AnswerColumns { public IntPtr status, time, center, point, normal, feature; }

    /// Arrays that are pinned while the library reads and writes them.
    sealed class Pins : IDisposable
    {
        readonly System.Collections.Generic.List<GCHandle> all = new System.Collections.Generic.List<GCHandle>();

        public IntPtr Pin(Array array)
        {
            if (array == null || array.Length == 0) return IntPtr.Zero;
            GCHandle handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            all.Add(handle);
            return handle.AddrOfPinnedObject();
        }
        /// A column with a row for each of `count`, or one row for all.
        public Column Rows(Array array, int count, int size, string name)
        {
            if (array == null) return new Column();
            if (array.Length != count && array.Length != 1)
                throw new ArgumentException(string.Format("{0} has {1} rows, must have {2} or 1", name, array.Length, count));
            return new Column { first = Pin(array), stride = (UIntPtr)(array.Length == count ? size : 0) };
        }
        public IntPtr Room(Array array, int count, string name)
        {
            if (array != null && array.Length < count)
                throw new ArgumentException(string.Format("answers.{0} has {1} rows, must have {2}", name, array.Length, count));
            return Pin(array);
        }
        public void Dispose() { foreach (GCHandle handle in all) handle.Free(); }
    }

    public static class Library
    {
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
        const string Name = "__Internal";
#else
        const string Name = "tangency_c";
#endif
        const uint AbiVersion = 5; // TANGENCY_ABI_VERSION of the header of which this is a part.

        [DllImport(Name)] static extern uint tangency_abi_version();
        [DllImport(Name)] static extern UIntPtr tangency_size_of(string name);
        [DllImport(Name)] static extern IntPtr tangency_features();
        [DllImport(Name)] static extern IntPtr tangency_last_error();
        [DllImport(Name)] static extern int tangency_free(ulong handle);
        [DllImport(Name)] static extern int tangency_hull_f32(Column points, UIntPtr count, out ulong hull);
        [DllImport(Name)] static extern int tangency_mesh_f32(Column vertices, UIntPtr vertexCount, IntPtr triangles, UIntPtr count, out ulong mesh);
        [DllImport(Name)] static extern int tangency_mesh_set_vertices_f32(ulong mesh, Column vertices, UIntPtr vertexCount);
        [DllImport(Name)] static extern int tangency_solid_f32(ulong mesh, out ulong solid);
        [DllImport(Name)] static extern int tangency_scene_f32(out ulong scene);
        [DllImport(Name)] static extern int tangency_scene_snapshot_f32(ulong scene, out ulong snapshot);
        [DllImport(Name)] static extern int tangency_scene_insert_f32(ulong scene, ref Obstacle obstacle, out ulong item);
        [DllImport(Name)] static extern int tangency_scene_replace_f32(ulong scene, ulong item, ref Obstacle obstacle);
        [DllImport(Name)] static extern int tangency_scene_remove_f32(ulong scene, ulong item);
        [DllImport(Name)] static extern int tangency_first_contact_f32(ref Mover mover, ref Obstacle obstacle, out Answer answer);
        [DllImport(Name)] static extern int tangency_first_entry_f32(ref Mover mover, ref Obstacle obstacle, out Answer answer);
        [DllImport(Name)] static extern int tangency_first_contacts_f32(ref Movers movers, ref Obstacle obstacle, ref AnswerColumns answers);
        [DllImport(Name)] static extern int tangency_first_entries_f32(ref Movers movers, ref Obstacle obstacle, ref AnswerColumns answers);
        [DllImport(Name)] static extern int tangency_intersects_f32(ref Mover mover, uint isHollow, ref Obstacle obstacle, out uint intersects);
        [DllImport(Name)] static extern int tangency_recover_f32(ref Mover body, ref Obstacle world, out Start found, out Vector position);
        [DllImport(Name)] static extern int tangency_advance_f32(ref Mover mover, ref Vector displacement, ref Obstacle world, out Move moved);
        [DllImport(Name)] static extern int tangency_slide_f32(
            ref Mover mover, ref Vector displacement, UIntPtr iterations, ref Obstacle world, out Move moved, IntPtr legs, UIntPtr room, IntPtr count);
        [DllImport(Name)] static extern int tangency_walker_f32(ref Mover body, ref WalkerOptions options, out ulong walker);
        [DllImport(Name)] static extern int tangency_walker_step_f32(
            ulong walker, ref Vector displacement, IntPtr velocity, ref Obstacle world, out Step step);
        [DllImport(Name)] static extern int tangency_walker_step_f32(
            ulong walker, ref Vector displacement, ref Vector velocity, ref Obstacle world, out Step step);

        [DllImport(Name)] static extern int tangency_walker_ride_f32(ulong walker, ref Vector displacement, ref Obstacle moving, out Ride ride);
        [DllImport(Name)] static extern int tangency_walker_state_f32(ulong walker, out WalkerState state);
        [DllImport(Name)] static extern int tangency_walker_restore_f32(ulong walker, ref WalkerState state);
        [DllImport(Name)] static extern int tangency_walker_set_body_f32(ulong walker, ref Mover body, ref Obstacle world, out Answer inTheWay);
        [DllImport(Name)] static extern int tangency_walker_teleport_f32(ulong walker, ref Vector position, ref Obstacle world, out Answer inTheWay);

        static Library()
        {
            // A library of another version has other structs, so memory would be misread.
            bool fits = tangency_abi_version() == AbiVersion
                && Fits("TangencyMoverF32", typeof(Mover)) && Fits("TangencyObstacleF32", typeof(Obstacle))
                && Fits("TangencyFeature", typeof(Feature)) && Fits("TangencyAnswerF32", typeof(Answer))
                && Fits("TangencyMoveF32", typeof(Move)) && Fits("TangencyMoversF32", typeof(Movers))
                && Fits("TangencyAnswerColumnsF32", typeof(AnswerColumns))
                && Fits("TangencyWalkerOptionsF32", typeof(WalkerOptions)) && Fits("TangencyStepF32", typeof(Step))
                && Fits("TangencyRideF32", typeof(Ride)) && Fits("TangencyWalkerStateF32", typeof(WalkerState));
            if (!fits) throw new InvalidOperationException("Tangency.cs is of another version than the library");
        }
        static bool Fits(string name, Type type) { return (int)tangency_size_of(name) == Marshal.SizeOf(type); }

        static void Check(int code)
        {
            if (code != 0) throw new ArgumentException(Marshal.PtrToStringAnsi(tangency_last_error()));
        }

        /// The features with which the library was built: "", "parallel", ...
        public static string Features { get { return Marshal.PtrToStringAnsi(tangency_features()); } }

        public static Answer FirstContact(Mover mover, Obstacle obstacle)
        {
            Answer answer;
            Check(tangency_first_contact_f32(ref mover, ref obstacle, out answer));
            return answer;
        }
        /// Finds the first contact that blocks the motion; a grazing contact does not.
        public static Answer FirstEntry(Mover mover, Obstacle obstacle)
        {
            Answer answer;
            Check(tangency_first_entry_f32(ref mover, ref obstacle, out answer));
            return answer;
        }
        /// Finds the first contact of each of many spheres. An invalid row gets the status BadRow;
        /// all other rows are answered before the exception of the first invalid row.
        public static void FirstContacts(Spheres spheres, Obstacle obstacle, Answers answers) { Batch(spheres, obstacle, answers, false); }
        public static void FirstEntries(Spheres spheres, Obstacle obstacle, Answers answers) { Batch(spheres, obstacle, answers, true); }
        static void Batch(Spheres spheres, Obstacle obstacle, Answers answers, bool isEntry)
        {
            int count = spheres.center.Length, vector = Marshal.SizeOf(typeof(Vector));
            using (Pins pins = new Pins())
            {
                Movers movers = new Movers
                {
                    kind = MoverKind.Sphere,
                    count = (UIntPtr)count,
                    center = pins.Rows(spheres.center, count, vector, "center"),
                    radius = pins.Rows(spheres.radius, count, sizeof(float), "radius"),
                    velocity = pins.Rows(spheres.velocity, count, vector, "velocity"),
                    tMax = pins.Rows(spheres.tMax, count, sizeof(float), "tMax"),
                };
                AnswerColumns columns = new AnswerColumns
                {
                    status = pins.Room(answers.status, count, "status"),
                    time = pins.Room(answers.time, count, "time"),
                    center = pins.Room(answers.center, count, "center"),
                    point = pins.Room(answers.point, count, "point"),
                    normal = pins.Room(answers.normal, count, "normal"),
                    feature = pins.Room(answers.feature, count, "feature"),
                };
                Check(isEntry ? tangency_first_entries_f32(ref movers, ref obstacle, ref columns)
                              : tangency_first_contacts_f32(ref movers, ref obstacle, ref columns));
            }
        }
        public static bool Intersects(Mover mover, Obstacle obstacle)
        {
            uint intersects;
            Check(tangency_intersects_f32(ref mover, 0, ref obstacle, out intersects));
            return intersects != 0;
        }
        /// Finds a free position near a body. If the body is free already, or if no free position
        /// is found, the result is the position of the body.
        public static Start Recover(Mover body, Obstacle world, out Vector position)
        {
            Start found;
            Check(tangency_recover_f32(ref body, ref world, out found, out position));
            return found;
        }
        public static Move Advance(Mover mover, Vector displacement, Obstacle world)
        {
            Move moved;
            Check(tangency_advance_f32(ref mover, ref displacement, ref world, out moved));
            return moved;
        }
        public static Move Slide(Mover mover, Vector displacement, Obstacle world)
        {
            Move moved;
            Check(tangency_slide_f32(
                ref mover, ref displacement, UIntPtr.Zero, ref world, out moved, IntPtr.Zero, UIntPtr.Zero, IntPtr.Zero));
            return moved;
        }
        internal static ulong MakeWalker(Mover body, WalkerOptions options)
        {
            ulong walker;
            Check(tangency_walker_f32(ref body, ref options, out walker));
            return walker;
        }
        internal static Step StepWalker(ulong walker, Vector displacement, Vector? velocity, Obstacle world)
        {
            Step step;
            if (velocity.HasValue)
            {
                Vector thrown = velocity.Value;
                Check(tangency_walker_step_f32(walker, ref displacement, ref thrown, ref world, out step));
            }
            else Check(tangency_walker_step_f32(walker, ref displacement, IntPtr.Zero, ref world, out step));
            return step;
        }
        internal static Ride RideWalker(ulong walker, Vector displacement, Obstacle moving)
        {
            Ride ride;
            Check(tangency_walker_ride_f32(walker, ref displacement, ref moving, out ride));
            return ride;
        }
        internal static WalkerState StateOfWalker(ulong walker)
        {
            WalkerState state;
            Check(tangency_walker_state_f32(walker, out state));
            return state;
        }
        internal static void RestoreWalker(ulong walker, WalkerState state) { Check(tangency_walker_restore_f32(walker, ref state)); }
        internal static Answer SetBodyOfWalker(ulong walker, Mover body, Obstacle world)
        {
            Answer inTheWay;
            Check(tangency_walker_set_body_f32(walker, ref body, ref world, out inTheWay));
            return inTheWay;
        }
        internal static Answer TeleportWalker(ulong walker, Vector position, Obstacle world)
        {
            Answer inTheWay;
            Check(tangency_walker_teleport_f32(walker, ref position, ref world, out inTheWay));
            return inTheWay;
        }
        /// Creates the convex hull of one or more points.
        public static ulong Hull(Vector[] points)
        {
            using (Pins pins = new Pins())
            {
                ulong hull;
                Column column = pins.Rows(points, points.Length, Marshal.SizeOf(typeof(Vector)), "points");
                Check(tangency_hull_f32(column, (UIntPtr)points.Length, out hull));
                return hull;
            }
        }
        /// Creates a mesh from vertices and triangles, which have three indices each.
        public static ulong Mesh(Vector[] vertices, int[] triangles) { return MakeMesh(vertices, triangles); }
        public static ulong Mesh(Vector[] vertices, uint[] triangles) { return MakeMesh(vertices, triangles); }
        static ulong MakeMesh(Vector[] vertices, Array triangles)
        {
            if (triangles.Length % 3 != 0) throw new ArgumentException("the indices of the triangles must be three for each");
            using (Pins pins = new Pins())
            {
                ulong mesh;
                Column column = pins.Rows(vertices, vertices.Length, Marshal.SizeOf(typeof(Vector)), "vertices");
                Check(tangency_mesh_f32(
                    column, (UIntPtr)vertices.Length, pins.Pin(triangles), (UIntPtr)(triangles.Length / 3), out mesh));
                return mesh;
            }
        }
        /// Replaces the vertices of a mesh by as many others. Scenes and solids that share the mesh
        /// keep the old vertices.
        public static void SetVertices(ulong mesh, Vector[] vertices)
        {
            using (Pins pins = new Pins())
            {
                Column column = pins.Rows(vertices, vertices.Length, Marshal.SizeOf(typeof(Vector)), "vertices");
                Check(tangency_mesh_set_vertices_f32(mesh, column, (UIntPtr)vertices.Length));
            }
        }
        public static ulong Solid(ulong mesh)
        {
            ulong solid;
            Check(tangency_solid_f32(mesh, out solid));
            return solid;
        }
        public static ulong Scene()
        {
            ulong scene;
            Check(tangency_scene_f32(out scene));
            return scene;
        }
        /// Returns a snapshot: another scene with the present items, which later changes of this
        /// scene do not affect.
        public static ulong Snapshot(ulong scene)
        {
            ulong snapshot;
            Check(tangency_scene_snapshot_f32(scene, out snapshot));
            return snapshot;
        }
        public static ulong Insert(ulong scene, Obstacle obstacle)
        {
            ulong item;
            Check(tangency_scene_insert_f32(scene, ref obstacle, out item));
            return item;
        }
        public static void Replace(ulong scene, ulong item, Obstacle obstacle) { Check(tangency_scene_replace_f32(scene, item, ref obstacle)); }
        public static void Remove(ulong scene, ulong item) { Check(tangency_scene_remove_f32(scene, item)); }
        public static void Free(ulong handle) { Check(tangency_free(handle)); }
    }
}
