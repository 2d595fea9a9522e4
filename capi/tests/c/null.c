/* Every function of the header, with a pointer that is null and with a handle of nothing: an error, and no crash. `misuse.rs` demands each by its name. */
#include <stdio.h>
#include <tangency.h>

static int wrong;

static void is(int is_right, TangencyCode code, const char *call) {
    if (is_right) return;
    printf("%s: code %d, %s\n", call, (int)code, tangency_last_error());
    wrong++;
}
#define SAYS(call, condition) \
    do { \
        TangencyCode code = call; \
        is(condition, code, #call); \
    } while (0)
#define OK(call) SAYS(call, code == TANGENCY_CODE_OK)
#define IS_NULL(call) SAYS(call, code == TANGENCY_CODE_NULL_POINTER)
#define IS_GONE(call) SAYS(call, code == TANGENCY_CODE_BAD_HANDLE)
/* Of two things that are wrong at once, whichever is told. */
#define IS_WRONG(call) SAYS(call, code != TANGENCY_CODE_OK && code != TANGENCY_CODE_BUG)

#define REAL double
#define OF(name) name
#define IN(name) name
#define NULLS of_double
#include "null.inc"
#undef REAL
#undef OF
#undef IN
#undef NULLS
#define REAL float
#define OF(name) name##_f32
#define IN(name) name##F32
#define NULLS of_float
#include "null.inc"

int main(void) {
    of_double();
    of_float();
    uint64_t session;
    size_t length;
    IS_NULL(tangency_session(NULL));
    OK(tangency_session(&session));
    IS_NULL(tangency_query(session, NULL, 2, NULL, 0, &length));
    IS_NULL(tangency_query(session, "{}", 2, NULL, 0, NULL));
    IS_GONE(tangency_query(77, "{}", 2, NULL, 0, &length));
    IS_NULL(tangency_query_again(session, NULL, 0, NULL));
    IS_GONE(tangency_query_again(77, NULL, 0, &length));
    OK(tangency_free(session));
    IS_GONE(tangency_free(session));
    IS_GONE(tangency_free(0));
    if (tangency_size_of(NULL) != 0) wrong++;
    if (tangency_abi_version() != TANGENCY_ABI_VERSION || !tangency_version()[0] || !tangency_last_error()[0]) wrong++;
    return wrong ? 1 : 0;
}
