// Stand-ins for the types of Unreal that docs/engines/unreal.md names, as far as it uses them.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

using uint32 = uint32_t;
using int32 = int32_t;
#define UCLASS(...)
#define UPROPERTY(...)
#define GENERATED_BODY() \
    using Super = AActor;
#define TEXT(text) text

struct LogCategory {};
static const LogCategory LogTemp;
enum Verbosity { Warning };
inline std::vector<std::string> Warnings;
inline void Log(LogCategory, Verbosity, const char *, const char *message) { Warnings.push_back(message); }
#define UE_LOG(category, verbosity, ...) Log(category, verbosity, __VA_ARGS__)

struct FVector3f {
    float X, Y, Z;
};
struct FVector {
    double X, Y, Z;
    FVector() : X(0), Y(0), Z(0) {}
    FVector(double x, double y, double z) : X(x), Y(y), Z(z) {}
    explicit FVector(const FVector3f &v) : X(v.X), Y(v.Y), Z(v.Z) {}
    double &operator[](int32 i) { return i == 0 ? X : i == 1 ? Y : Z; }
    double operator[](int32 i) const { return i == 0 ? X : i == 1 ? Y : Z; } // A copy, as in Unreal.
    FVector operator*(double s) const { return {X * s, Y * s, Z * s}; }
};
struct FTransform {
    FVector Translation, Scale3D{1, 1, 1};
    FVector TransformPosition(const FVector &v) const {
        return {v.X * Scale3D.X + Translation.X, v.Y * Scale3D.Y + Translation.Y, v.Z * Scale3D.Z + Translation.Z};
    }
};

template <class T>
struct TArray {
    std::vector<T> All;
    void Add(const T &it) { All.push_back(it); }
    const T *GetData() const { return All.data(); }
    int32 Num() const { return int32(All.size()); }
    const T &operator[](int32 i) const { return All[size_t(i)]; }
};

struct FPositionVertexBuffer {
    std::vector<FVector3f> All;
    uint32 GetNumVertices() const { return uint32(All.size()); }
    const FVector3f &VertexPosition(uint32 i) const { return All[i]; }
};
struct FRawStaticIndexBuffer {
    TArray<uint32> All;
    void GetCopy(TArray<uint32> &to) const { to = All; }
};
struct FStaticMeshVertexBuffers {
    FPositionVertexBuffer PositionVertexBuffer;
};
struct FStaticMeshLODResources {
    FStaticMeshVertexBuffers VertexBuffers;
    FRawStaticIndexBuffer IndexBuffer;
};
struct FStaticMeshRenderData {
    TArray<FStaticMeshLODResources> LODResources;
};
struct UStaticMesh {
    FStaticMeshRenderData Data;
    const FStaticMeshRenderData *GetRenderData() const { return &Data; }
};
struct UStaticMeshComponent {
    UStaticMesh *Mesh = nullptr;
    FTransform Place;
    UStaticMesh *GetStaticMesh() const { return Mesh; }
    const FTransform &GetComponentTransform() const { return Place; }
};

struct UWorld;
struct FActorTickFunction {
    bool bCanEverTick = false;
};
struct AActor {
    FActorTickFunction PrimaryActorTick;
    UWorld *World = nullptr;
    FVector Location;
    virtual ~AActor() = default;
    virtual void BeginPlay() {}
    virtual void Tick(float) {}
    UWorld *GetWorld() const { return World; }
    FVector GetActorLocation() const { return Location; }
    bool SetActorLocation(const FVector &to) { return Location = to, true; }
};
struct AStaticMeshActor : AActor {
    UStaticMeshComponent Component;
    UStaticMeshComponent *GetStaticMeshComponent() { return &Component; }
};
struct UWorld {
    std::vector<AStaticMeshActor *> Actors;
};
template <class T>
struct TActorIterator {
    UWorld *World;
    size_t At = 0;
    explicit TActorIterator(UWorld *world) : World(world) {}
    explicit operator bool() const { return At < World->Actors.size(); }
    void operator++() { At++; }
    T *operator->() const { return World->Actors[At]; }
};
