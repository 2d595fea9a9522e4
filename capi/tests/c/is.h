/* Checks the code that a call returns. */
#include <stdio.h>
#include <string.h>
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
#define IS_BAD(call) SAYS(call, code == TANGENCY_CODE_BAD_INPUT)
/* For a call with two errors, either of which may be reported. */
#define IS_WRONG(call) SAYS(call, code != TANGENCY_CODE_OK && code != TANGENCY_CODE_BUG)
