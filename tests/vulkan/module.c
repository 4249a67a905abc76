// A module that the engine finds in the place of its Vulkan backend, and that fails as drivers do
// as soon as it is opened. Each time it notes that somebody tried.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void opened(void) {
    const char *path = getenv("ALOUD_TEST_TRIED");
    FILE *tried = path ? fopen(path, "a") : NULL;
    if (tried) {
        fputs("tried\n", tried);
        fclose(tried);
    }
#ifdef HANGS
    for (;;) {
        pause();
    }
#else
    abort();
#endif
}
