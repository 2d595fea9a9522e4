/* Calls every function that takes a count, a length, a stride or room, with values that no memory has. Each call must be an error with a message, without a
 * crash or a panic. `misuse.rs` checks that each function is called. */
#include "is.h"

/* Counts of rows of any size that need more bytes than any machine has; on 64 bits, more than
 * there are addresses. */
static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16 + 1, SIZE_MAX / 64, SIZE_MAX >> 17};
#define COUNTS (sizeof counts / sizeof *counts)
/* Lengths of bytes that are not copied: more than addresses can distinguish. */
static const size_t lengths[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1};
#define LENGTHS (sizeof lengths / sizeof *lengths)

#define REAL double
#define OF(name) name
#define IN(name) name
#define HOSTILE of_double
#include "hostile.inc"
#undef REAL
#undef OF
#undef IN
#undef HOSTILE
#define REAL float
#define OF(name) name##_f32
#define IN(name) name##F32
#define HOSTILE of_float
#include "hostile.inc"

int main(void) {
    of_double();
    of_float();
    uint64_t session;
    size_t length;
    char text[8];
    OK(tangency_session(&session));
    for (size_t i = 0; i < LENGTHS; i++) {
        IS_BAD(tangency_query(session, "{}", lengths[i], text, sizeof text, &length));
        IS_BAD(tangency_query(session, "{}", 2, text, lengths[i], &length));
        IS_BAD(tangency_query_again(session, text, lengths[i], &length));
    }
    OK(tangency_free(session));
    return wrong ? 1 : 0;
}
