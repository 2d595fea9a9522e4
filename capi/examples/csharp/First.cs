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
        Console.WriteLine("{0} at {1} on item {2}, triangle {3}", hit.status, hit.time, hit.item, hit.triangle);

        Move moved = Library.Advance(ball, new Vector(8, 0, 0), world);
        Console.WriteLine("{0} item {1} at {2}", moved.met.status, moved.met.item, moved.position.x);

        ball.radius = -1;
        try { Library.FirstContact(ball, world); }
        catch (ArgumentException error) { Console.WriteLine(error.Message); }
        Library.Free(scene);
    }
}
