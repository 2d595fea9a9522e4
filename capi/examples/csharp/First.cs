// A ball falls onto a mesh, and slides along a wall. Compile with `mcs First.cs Tangency.cs`, and
// put the library where the loader finds it.
using System;
using System.Runtime.InteropServices;
using Tangency;

static class First
{
    // All bytes of a state, since two equal floats may differ in their bits.
    static string Bytes(WalkerState state)
    {
        byte[] bytes = new byte[Marshal.SizeOf(typeof(WalkerState))];
        GCHandle pin = GCHandle.Alloc(state, GCHandleType.Pinned);
        Marshal.Copy(pin.AddrOfPinnedObject(), bytes, 0, bytes.Length);
        pin.Free();
        return BitConverter.ToString(bytes);
    }

    static void Main()
    {
        Vector[] vertices = { new Vector(-9, -9, 0), new Vector(9, -9, 0), new Vector(9, 9, 0), new Vector(-9, 9, 0) };
        ulong mesh = Library.Mesh(vertices, new uint[] { 0, 1, 2, 0, 2, 3 });
        ulong scene = Library.Scene();
        Library.Insert(scene, Obstacle.Kept(ObstacleKind.Mesh, mesh));
        Library.Insert(scene, Obstacle.Box(new Vector(3, -9, 0), new Vector(4, 9, 9)));
        Library.Free(mesh); // The scene keeps it.
        Obstacle world = Obstacle.Kept(ObstacleKind.Scene, scene);

        Mover ball = Mover.Sphere(new Vector(0, -1, 5), 1);
        ball.velocity = new Vector(0, 0, -1);
        Answer hit = Library.FirstContact(ball, world);
        Console.WriteLine("{0} at {1} on item {2}, triangle {3}", hit.status, hit.time, hit.feature.item, hit.feature.triangle);

        Move moved = Library.Advance(ball, new Vector(8, 0, 0), world);
        Console.WriteLine("{0} item {1} at {2}", moved.met.status, moved.met.feature.item, moved.position.x);

        // The ball rolls on the floor, which does not block it, to the wall.
        Mover rolling = Mover.Sphere(new Vector(0, -1, 1), 1);
        rolling.velocity = new Vector(1, 0, 0);
        hit = Library.FirstEntry(rolling, world);
        Console.WriteLine("{0} at {1} on item {2}", hit.status, hit.time, hit.feature.item);

        // These are many casts at once.
        Spheres spheres = new Spheres
        {
            center = new[] { new Vector(0, -1, 5), new Vector(0, -1, 7), new Vector(99, 0, 5) },
            radius = new[] { 1f },
            velocity = new[] { new Vector(0, 0, -1) },
        };
        Answers answers = new Answers(3);
        Library.FirstContacts(spheres, world, answers);
        Console.WriteLine("{0} at {1}, {2} at {3}, {4}", (Status)answers.status[0], answers.time[0], (Status)answers.status[1], answers.time[1], (Status)answers.status[2]);

        // A body is moved out of an overlap.
        Mover sunk = Mover.Sphere(new Vector(0, -1, 0.75f), 1);
        Vector free;
        Start found = Library.Recover(sunk, world, out free);
        Console.WriteLine("{0}, overlaps {1}", found, Library.FirstContact(Mover.Sphere(free, 1), world).status == Status.Overlap);

        // A character falls a little, and walks.
        Mover body = Mover.Capsule(new Vector(0, -1, 0.5f), new Vector(0, 0, 1), 0.5f);
        WalkerOptions options = new WalkerOptions { up = new Vector(0, 0, 1), maxSlope = 1, stepHeight = 0.5f, snapDistance = 0.5f };
        using (Walker hero = new Walker(body, options))
        {
            Step step = hero.Step(new Vector(1, 0, 0), new Vector(0, 0, -0.125f), world);
            Console.WriteLine("{0} at {1}, {2}, {3} on item {4}", step.start, step.position.x, step.position.y, step.position.z, step.floor.feature.item);
            Vector there = hero.Step(new Vector(0.25f, 0, 0), world).position;
            // A walker whose state is restored takes the same step again, to the last bit, any
            // number of times.
            int same = 0;
            for (int i = 0; i < 1000; i++)
            {
                Vector way = new Vector(i % 2 == 0 ? 0.1f : -0.1f, 0.01f * (i % 7 - 3), 0);
                WalkerState was = hero.State;
                hero.Step(way, world);
                string after = Bytes(hero.State);
                hero.State = was;
                bool isBack = Bytes(hero.State) == Bytes(was) && Bytes(was) != after;
                hero.Step(way, world);
                if (isBack && Bytes(hero.State) == after) same++;
            }
            Console.WriteLine("{0} at {1}, {2} times the same", hero.IsOnFloor ? "on a floor" : "in the air", there.x, same);
        }

        // A box walks, too.
        using (Walker boxy = new Walker(Mover.OrientedBox(new Vector(-4, -1, 1), new Vector(0.5f, 0.25f, 1), new Vector(0, 0, 0.25f), 1), options))
        {
            Step step = boxy.Step(new Vector(1, 0, 0), new Vector(0, 0, -0.125f), world);
            WalkerState state = boxy.State;
            Console.WriteLine("a box at {0}, {1} on item {2}, half as wide as {3}, rotated by {4}, {5}", step.position.x, step.position.z,
                step.floor.feature.item, state.halfExtents.y, state.rotation.z, state.rotationW);
        }

        // A box and a hull fall, and a ball falls onto the hull.
        Mover crate = Mover.Box(new Vector(1, 1, 5), new Vector(2, 2, 6));
        crate.velocity = new Vector(0, 0, -1);
        Obstacle plate = Obstacle.Triangle(new Vector(0, 0, 0), new Vector(9, 0, 0), new Vector(0, 9, 0));
        float flat = Library.FirstContact(crate, plate).time;
        crate.inflation = 1;
        float inflated = Library.FirstContact(crate, plate).time;
        ulong gem = Library.Hull(new[] {
            new Vector(0, 0, 5), new Vector(1, 0, 5), new Vector(-1, 0, 5), new Vector(0, 1, 5), new Vector(0, -1, 5), new Vector(0, 0, 6), new Vector(0, 0, 4) });
        Mover falling = Mover.Hull(gem);
        falling.velocity = new Vector(0, 0, -2);
        Obstacle box = Obstacle.Box(new Vector(-1, -1, 0), new Vector(1, 1, 1));
        Mover drop = Mover.Sphere(new Vector(0, 0, 10), 1);
        drop.velocity = new Vector(0, 0, -1);
        hit = Library.FirstContact(drop, Obstacle.Kept(ObstacleKind.Hull, gem));
        Console.WriteLine("{0}, inflated {1}, a hull {2}, on point {3} of it {4}", flat, inflated,
            Library.FirstContact(falling, box).time, hit.feature.vertex0, hit.time);
        Library.Free(gem);

        // The snapshot has the level as it is now; then the floor is replaced.
        ulong before = Library.Snapshot(scene);
        Library.Insert(scene, Obstacle.Box(new Vector(-9, -9, 0), new Vector(9, 9, 2)));
        Console.WriteLine("{0}, before {1}", Library.FirstContact(ball, world).time, Library.FirstContact(ball, Obstacle.Kept(ObstacleKind.Scene, before)).time);
        Library.Free(before);

        ball.radius = -1;
        try { Library.FirstContact(ball, world); }
        catch (ArgumentException error) { Console.WriteLine(error.Message); }
        Library.Free(scene);
    }
}
