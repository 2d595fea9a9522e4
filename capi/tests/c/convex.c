/* Tests boxes, triangles and hulls that move, and hulls as obstacles, with results that are known exactly. */
#include "is.h"
#include <math.h>

#define CHECK(what) \
    do { \
        if (!(what)) printf("line %d: %s\n", __LINE__, #what), wrong++; \
    } while (0)

#define REAL double
#define OF(name) name
#define IN(name) name
#define CONVEX of_double
#include "convex.inc"
#undef REAL
#undef OF
#undef IN
#undef CONVEX
#define REAL float
#define OF(name) name##_f32
#define IN(name) name##F32
#define CONVEX of_float
#include "convex.inc"

int main(void) {
    of_double();
    of_float();
    return wrong ? 1 : 0;
}
