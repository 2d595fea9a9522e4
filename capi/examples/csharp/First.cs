// A ball falls onto a mesh, and slides along a wall: mcs First.cs Tangency.cs, with the library where the loader looks.
using System;
using Tangency;

static class First
{
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

        // It rolls on the floor, which blocks nothing, to the wall.
        Mover rolling = Mover.Sphere(new Vector(0, -1, 1), 1);
        rolling.velocity = new Vector(1, 0, 0);
        hit = Library.FirstEntry(rolling, world);
        Console.WriteLine("{0} at {1} on item {2}", hit.status, hit.time, hit.feature.item);

        // Many at once.
        Spheres spheres = new Spheres
        {
            center = new[] { new Vector(0, -1, 5), new Vector(0, -1, 7), new Vector(99, 0, 5) },
            radius = new[] { 1f },
            velocity = new[] { new Vector(0, 0, -1) },
        };
        Answers answers = new Answers(3);
        Library.FirstContacts(spheres, world, answers);
        Console.WriteLine("{0} at {1}, {2} at {3}, {4}", (Status)answers.status[0], answers.time[0], (Status)answers.status[1], answers.time[1], (Status)answers.status[2]);

        // Out of an overlap.
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
            // Rolled back, it takes the same step again.
            WalkerState state = hero.State;
            Vector first = hero.Step(new Vector(0.25f, 0, 0), world).position;
            hero.State = state;
            Vector again = hero.Step(new Vector(0.25f, 0, 0), world).position;
            Console.WriteLine("{0} at {1}, again {2}", hero.IsOnFloor ? "on a floor" : "in the air", first.x, first.Equals(again));
        }

        // The level as it is now; then another floor.
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
