// A part of tangency.h in C#, in float, as Unity, Godot and MonoGame have it: spheres and capsules, boxes, triangles, meshes and scenes of them.
// Copy it into a project, beside the library, and add what else of the header you need.
using System;
using System.Runtime.InteropServices;

namespace Tangency
{
    /// Three floats, as every engine has them: Unity's Vector3 can stand in its place.
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector
    {
        public float x, y, z;
        public Vector(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }

    public enum MoverKind : uint { Sphere = 1, Capsule = 2, CapsuleWithAxis = 3, Ellipsoid = 4 }
    public enum ObstacleKind : uint { Point = 1, Segment = 2, Triangle = 3, Box = 4, OrientedBox = 6, Mesh = 11, MeshInstance = 12, Scene = 14 }
    public enum Status : uint { None = 0, Overlap = 1, Contact = 2 }

    [StructLayout(LayoutKind.Explicit, Size = 60)]
    public struct Mover
    {
        [FieldOffset(0)] public MoverKind kind;
        [FieldOffset(4)] public Vector center; // Of a capsule `a`.
        [FieldOffset(16)] public float radius; // Of a sphere.
        [FieldOffset(16)] public Vector axis; // Of a capsule; or its end `b`.
        [FieldOffset(28)] public float capsuleRadius;
        [FieldOffset(32)] public Vector velocity;
        [FieldOffset(44)] public Vector origin;
        [FieldOffset(56)] public float tMax;

        public static Mover Sphere(Vector center, float radius)
        {
            return new Mover { kind = MoverKind.Sphere, center = center, radius = radius, tMax = float.PositiveInfinity };
        }
        public static Mover Capsule(Vector a, Vector axis, float radius)
        {
            return new Mover { kind = MoverKind.CapsuleWithAxis, center = a, axis = axis, capsuleRadius = radius, tMax = float.PositiveInfinity };
        }
    }

    [StructLayout(LayoutKind.Explicit, Size = 88)]
    public struct Obstacle
    {
        [FieldOffset(0)] public ObstacleKind kind;
        [FieldOffset(8)] public ulong handle; // Of a mesh, an instance's mesh, or a scene.
        [FieldOffset(8)] public Vector a; // The first corner of a triangle, the least of a box, the centre of an oriented box.
        [FieldOffset(20)] public Vector b; // The second corner, the greatest, the half extents.
        [FieldOffset(32)] public Vector c; // The third corner; of an oriented box x, y, z of its quaternion.
        [FieldOffset(44)] public float w; // And w.
        [FieldOffset(16)] public Vector instanceRotation; // Of an instance: x, y, z of its quaternion.
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
    }

    [StructLayout(LayoutKind.Explicit, Size = 144)]
    public struct Answer
    {
        [FieldOffset(0)] public Status status;
        [FieldOffset(8)] public uint hasNormal;
        [FieldOffset(16)] public float time;
        [FieldOffset(20)] public Vector center;
        [FieldOffset(32)] public Vector point;
        [FieldOffset(56)] public Vector normal;
        [FieldOffset(72)] public ulong item; // Of a scene, else ulong.MaxValue.
        [FieldOffset(80)] public ulong triangle; // Of a mesh, else ulong.MaxValue.
    }

    [StructLayout(LayoutKind.Explicit, Size = 168)]
    public struct Move
    {
        [FieldOffset(0)] public Vector position;
        [FieldOffset(12)] public Vector left;
        [FieldOffset(24)] public Answer met;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Column { public IntPtr first; public UIntPtr stride; }

    public static class Library
    {
        const string Name = "tangency_c";
        [DllImport(Name)] static extern uint tangency_abi_version();
        [DllImport(Name)] static extern UIntPtr tangency_size_of(string name);
        [DllImport(Name)] static extern IntPtr tangency_last_error();
        [DllImport(Name)] static extern int tangency_free(ulong handle);
        [DllImport(Name)] static extern int tangency_mesh_f32(Column vertices, UIntPtr vertexCount, uint[] triangles, UIntPtr count, out ulong mesh);
        [DllImport(Name)] static extern int tangency_scene_f32(out ulong scene);
        [DllImport(Name)] static extern int tangency_scene_insert_f32(ulong scene, ref Obstacle obstacle, out ulong item);
        [DllImport(Name)] static extern int tangency_scene_replace_f32(ulong scene, ulong item, ref Obstacle obstacle);
        [DllImport(Name)] static extern int tangency_scene_remove_f32(ulong scene, ulong item);
        [DllImport(Name)] static extern int tangency_first_contact_f32(ref Mover mover, ref Obstacle obstacle, out Answer answer);
        [DllImport(Name)] static extern int tangency_advance_f32(ref Mover mover, ref Vector displacement, ref Obstacle world, out Move moved);
        [DllImport(Name)] static extern int tangency_slide_f32(
            ref Mover mover, ref Vector displacement, UIntPtr iterations, ref Obstacle world, out Move moved, IntPtr legs, UIntPtr room, IntPtr count);

        static Library()
        {
            // A library of another version has other structs: better to know it here than to read what is not there.
            bool fits = tangency_abi_version() == 1
                && (int)tangency_size_of("TangencyMoverF32") == Marshal.SizeOf(typeof(Mover))
                && (int)tangency_size_of("TangencyObstacleF32") == Marshal.SizeOf(typeof(Obstacle))
                && (int)tangency_size_of("TangencyAnswerF32") == Marshal.SizeOf(typeof(Answer))
                && (int)tangency_size_of("TangencyMoveF32") == Marshal.SizeOf(typeof(Move));
            if (!fits) throw new InvalidOperationException("Tangency.cs is of another version than the library");
        }

        static void Check(int code)
        {
            if (code != 0) throw new ArgumentException(Marshal.PtrToStringAnsi(tangency_last_error()));
        }

        public static Answer FirstContact(Mover mover, Obstacle obstacle)
        {
            Answer answer;
            Check(tangency_first_contact_f32(ref mover, ref obstacle, out answer));
            return answer;
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
        public static ulong Mesh(Vector[] vertices, uint[] triangles)
        {
            GCHandle held = GCHandle.Alloc(vertices, GCHandleType.Pinned);
            try
            {
                Column column = new Column { first = held.AddrOfPinnedObject(), stride = (UIntPtr)Marshal.SizeOf(typeof(Vector)) };
                ulong mesh;
                Check(tangency_mesh_f32(column, (UIntPtr)vertices.Length, triangles, (UIntPtr)(triangles.Length / 3), out mesh));
                return mesh;
            }
            finally { held.Free(); }
        }
        public static ulong Scene()
        {
            ulong scene;
            Check(tangency_scene_f32(out scene));
            return scene;
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
