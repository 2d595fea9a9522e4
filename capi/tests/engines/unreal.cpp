// Runs the actor of docs/engines/unreal.md in a world of stand-ins: a floor that is scaled, and a wall.
#include <cmath>
#include <string>

#include "ExactBody.h"

static int wrong;
#define CHECK(what) \
    do { \
        if (!(what)) std::printf("line %d: %s\n", __LINE__, #what), wrong++; \
    } while (0)

int main() {
    UStaticMesh tile;
    FStaticMeshLODResources lod;
    lod.VertexBuffers.PositionVertexBuffer.All = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    for (uint32 i : {0u, 1u, 2u, 0u, 2u, 3u}) lod.IndexBuffer.All.Add(i);
    tile.Data.LODResources.Add(lod);
    UStaticMesh wall = tile;
    wall.Data.LODResources.All[0].VertexBuffers.PositionVertexBuffer.All = {{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}};
    AStaticMeshActor ground, side;
    ground.Component = {&tile, {{0, 0, 0}, {1000, 1000, 1}}};
    side.Component = {&wall, {{500, 0, 0}, {1, 1000, 1000}}};
    UWorld world{{&ground, &side}};

    AExactBody body;
    body.World = &world;
    body.Location = {0, 0, 100};
    body.Velocity = {4000, 0, -4000};
    body.BeginPlay();
    CHECK(body.PrimaryActorTick.bCanEverTick);
    FVector place, normal;
    CHECK(body.Stops({0, 0, 100}, {0, 0, -100}, 34, place, normal) && place.Z == 34 && normal.Z == 1);
    CHECK(body.Stops({0, 0, 100}, {900, 0, 100}, 34, place, normal) && place.X == 466 && normal.X == -1);
    CHECK(!body.Stops({0, 0, 100}, {0, 0, 40}, 34, place, normal));
    CHECK(body.Stops({0, 0, 10}, {0, 0, 40}, 34, place, normal) && place.Z == 10); // The body overlaps the floor at the start.
    body.Tick(0.25f); // Down to the floor, and along it to the wall.
    CHECK(std::fabs(body.Location.X - 466) < 1e-9 && std::fabs(body.Location.Z - 34) < 1e-9);
    CHECK(Warnings.empty());
    body.Velocity = {NAN, 0, 0};
    body.Tick(0.25f);
    CHECK(Warnings.size() == 1 && Warnings[0].find("NaN") != std::string::npos);
    return wrong ? 1 : 0;
}
