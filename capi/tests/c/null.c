/* Calls every function of the header with null pointers and with handles of no object: an error, and no crash. `misuse.rs` checks that each is called. */
#include "is.h"

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
    /* The feature that capi/Cargo.toml enables for tests. */
    if (strcmp(tangency_features(), "parallel") != 0) wrong++;
    return wrong ? 1 : 0;
}
