// Stand-ins for the types of Unity that docs/engines/unity.md names, and a scene that runs its scripts: a floor that is scaled, and a wall.
using System;
using System.Reflection;
using Tangency;
using UnityEngine;

namespace UnityEngine
{
    [System.Runtime.InteropServices.StructLayout(System.Runtime.InteropServices.LayoutKind.Sequential)]
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator *(Vector3 a, float s) { return new Vector3(a.x * s, a.y * s, a.z * s); }
    }
    public class Transform
    {
        public Vector3 position, scale = new Vector3(1, 1, 1);
        public Vector3 TransformPoint(Vector3 v)
        {
            return new Vector3(v.x * scale.x + position.x, v.y * scale.y + position.y, v.z * scale.z + position.z);
        }
    }
    public class MonoBehaviour { public readonly Transform transform = new Transform(); }
    public class Mesh { public Vector3[] vertices; public int[] triangles; }
    public class MeshFilter : MonoBehaviour { public Mesh sharedMesh; }
    public static class Time { public static float fixedDeltaTime = 0.25f; }
    public static class Physics { public static Vector3 gravity = new Vector3(0, -8, 0); }
    public class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int order) { } }
}

static class Unity
{
    static void Send(MonoBehaviour to, string message)
    {
        to.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(to, null);
    }
    static MeshFilter Part(Vector3[] vertices)
    {
        return new MeshFilter { sharedMesh = new UnityEngine.Mesh { vertices = vertices, triangles = new[] { 0, 1, 2, 0, 2, 3 } } };
    }

    static void Main()
    {
        MeshFilter floor = Part(new[] { new Vector3(-1, 0, -1), new Vector3(1, 0, -1), new Vector3(1, 0, 1), new Vector3(-1, 0, 1) });
        floor.transform.scale = new Vector3(64, 1, 64);
        MeshFilter wall = Part(new[] { new Vector3(0, -9, -9), new Vector3(0, 9, -9), new Vector3(0, 9, 9), new Vector3(0, -9, 9) });
        wall.transform.position = new Vector3(5, 0, 0);
        ExactLevel level = new ExactLevel { parts = new[] { floor, wall } };
        Send(level, "Awake");

        ExactBody body = new ExactBody { level = level, velocity = new Vector3(36, -36, 0) };
        body.transform.position = new Vector3(0, 3, 0);
        Answer hit;
        bool isHit = body.Shoot(new Vector3(0, -1, 0), 8, out hit);
        Console.WriteLine("shot {0} at {1:F2}, up {2}", isHit, hit.time, body.Shoot(new Vector3(0, 1, 0), 8, out hit));
        Send(body, "FixedUpdate");
        Console.WriteLine("slid to {0:F4}, {1:F4}, {2}", body.transform.position.x, body.transform.position.y, body.transform.position.z);

        ExactWalker walker = new ExactWalker { level = level, wish = new Vector3(4, 0, 0) };
        walker.transform.position = new Vector3(0, 2.5f, 0);
        Send(walker, "Start");
        for (int i = 0; i < 16; i++) Send(walker, "FixedUpdate");
        Console.WriteLine("walked to {0:F4}, {1:F4}, on floor {2}", walker.transform.position.x, walker.transform.position.y, walker.IsOnFloor);
        Send(walker, "OnDestroy");
        Send(level, "OnDestroy");
    }
}
