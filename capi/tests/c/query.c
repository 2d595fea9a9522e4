/* Answers each line of its input by a line of its output, as `tangency query` does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tangency.h>

int main(void) {
    static char request[1 << 22], answer[1 << 22];
    uint64_t session = 0;
    if (tangency_session(&session) != TANGENCY_CODE_OK) return 1;
    while (fgets(request, sizeof request, stdin)) {
        size_t length = 0;
        /* First there is little room; a longer answer is requested again. */
        TangencyCode code = tangency_query(session, request, strcspn(request, "\n"), answer, 64, &length);
        if (code == TANGENCY_CODE_TOO_SMALL) code = tangency_query_again(session, answer, sizeof answer, &length);
        if (strlen(answer) != length) return 2;
        if (code != TANGENCY_CODE_OK && code != TANGENCY_CODE_BAD_INPUT) {
            fprintf(stderr, "%s\n", tangency_last_error());
            return 3;
        }
        puts(answer);
    }
    return tangency_free(session) == TANGENCY_CODE_OK ? 0 : 4;
}
