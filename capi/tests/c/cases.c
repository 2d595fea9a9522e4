/* Answers lines of words and numbers, with a query in each, by the functions that take structs. `tests/structs.rs` writes the lines and reads
 * the answers, in which each number is the bits of a double. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tangency.h>

static const char *word(void) {
    const char *next = strtok(NULL, " \n");
    if (!next) {
        fprintf(stderr, "a line ends too soon\n");
        exit(2);
    }
    return next;
}
static size_t count(void) { return strtoul(word(), NULL, 10); }
static double next_double(void) { return strtod(word(), NULL); }
static float next_float(void) { return strtof(word(), NULL); }

static void put(double value) {
    uint64_t bits;
    if (isnan(value)) {
        printf(" nan");
        return;
    }
    memcpy(&bits, &value, sizeof bits);
    printf(" %016llx", (unsigned long long)bits);
}

static void put_feature_of(const TangencyFeature *feature, const char *name) {
    if (feature->item != TANGENCY_NOWHERE) printf(" item %llu", (unsigned long long)feature->item);
    if (feature->triangle != TANGENCY_NOWHERE) printf(" triangle %llu", (unsigned long long)feature->triangle);
    switch (feature->kind) {
    case TANGENCY_FEATURE_KIND_VERTEX: printf(" %s vertex %u", name, feature->index); break;
    case TANGENCY_FEATURE_KIND_EDGE: printf(" %s edge %u", name, feature->index); break;
    case TANGENCY_FEATURE_KIND_FACE: printf(" %s face", name); break;
    case TANGENCY_FEATURE_KIND_SIDES: printf(" %s sides %d %d %d", name, feature->sides[0], feature->sides[1], feature->sides[2]); break;
    case TANGENCY_FEATURE_KIND_PLANES:
        printf(" %s planes", name);
        for (unsigned i = 0; i < feature->plane_count && i < 8; i++) printf(" %u", feature->planes[i]);
        break;
    case TANGENCY_FEATURE_KIND_VERTICES:
        printf(" %s %u vertices", name, (unsigned)feature->vertex_count);
        for (unsigned i = 0; i < feature->vertex_count && i < 8; i++) printf(" %u", feature->vertices[i]);
        break;
    default: break;
    }
}
static void put_feature(const TangencyFeature *feature) { put_feature_of(feature, "feature"); }

static int failed(TangencyCode code) {
    if (code == TANGENCY_CODE_OK) return 0;
    printf(" error %d %s", (int)code, tangency_last_error());
    return 1;
}

#define REAL double
#define READ next_double
#define STRUCT(name) Tangency##name
#define CALL(name) tangency_##name
#define OURS(name) name##_double
#include "cases.inc"
#undef REAL
#undef READ
#undef STRUCT
#undef CALL
#undef OURS
#define REAL float
#define READ next_float
#define STRUCT(name) Tangency##name##F32
#define CALL(name) tangency_##name##_f32
#define OURS(name) name##_float
#include "cases.inc"

int main(void) {
    static char line[1 << 22];
    while (fgets(line, sizeof line, stdin)) {
        const char *scalar = strtok(line, " \n");
        if (!scalar) continue;
        if (strcmp(scalar, "f32") == 0) answer_float();
        else answer_double();
        putchar('\n');
    }
    return 0;
}
