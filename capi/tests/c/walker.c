/* Tests walkers whose body is a box: each result has the bits of the result of the same request as JSON. */
#include "is.h"
#include <stdlib.h>

#define CHECK(what) \
    do { \
        if (!(what)) printf("line %d: %s\n", __LINE__, #what), wrong++; \
    } while (0)

/* A floor, a stair, a wall and a ceiling, as a request has them. */
#define LEVEL \
    "\"scene\":{\"items\":[{\"box\":{\"min\":[-9,-9,-1],\"max\":[9,9,0]}},{\"box\":{\"min\":[2,-9,0],\"max\":[9,9,0.25]}}," \
    "{\"box\":{\"min\":[-9,3,0],\"max\":[9,4,9]}},{\"box\":{\"min\":[-9,-9,3],\"max\":[9,9,4]}}]}"
#define OPTIONS ",\"options\":{\"step_height\":0.5,\"snap_distance\":0.5}"

static char request[4096], reply[1 << 16];
static uint64_t session;

/* Appends a field of vectors to the request. 17 digits have all bits of a double. */
static void field(const char *name, const double *numbers, int count) {
    char *end = request + strlen(request);
    end += sprintf(end, "\"%s\":", name);
    for (int i = 0; i < count; i++) end += sprintf(end, "%c%.17g", i ? ',' : '[', numbers[i]);
    strcpy(end, "],");
}

/* Ends the request, and asks it. */
static void ask(const char *rest) {
    size_t length;
    request[strlen(request) - 1] = 0;
    strcat(request, rest);
    OK(tangency_query(session, request, strlen(request), reply, sizeof reply, &length));
}

#define REAL double
#define OF(name) name
#define IN(name) name
#define SCALAR "f64"
#define PARSED strtod
#define NAMED(name) name##_in_double
#include "walker.inc"
#undef REAL
#undef OF
#undef IN
#undef SCALAR
#undef PARSED
#undef NAMED
#define REAL float
#define OF(name) name##_f32
#define IN(name) name##F32
#define SCALAR "f32"
#define PARSED strtof
#define NAMED(name) name##_in_float
#include "walker.inc"

int main(void) {
    OK(tangency_session(&session));
    walks_in_double();
    walks_in_float();
    hull_walks_in_double();
    hull_walks_in_float();
    OK(tangency_free(session));
    return wrong ? 1 : 0;
}
