/* LD_PRELOAD: nothing is synced any more, though everybody is told that it was. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>

int fsync(int file) { (void)file; return 0; }
int fdatasync(int file) { (void)file; return 0; }
int syncfs(int file) { (void)file; return 0; }
void sync(void) {}
int msync(void *from, size_t size, int flags) { (void)from; (void)size; (void)flags; return 0; }
int sync_file_range(int file, off64_t from, off64_t size, unsigned int flags) {
  (void)file; (void)from; (void)size; (void)flags;
  return 0;
}

/* Files that are to be synced with every write are opened without that wish. */
#define UNSYNCED(NAME)                                                        \
  int NAME(const char *path, int flags, ...) {                                \
    static int (*real)(const char *, int, ...);                               \
    mode_t mode = 0;                                                          \
    if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #NAME); \
    if (flags & (O_CREAT | O_TMPFILE)) {                                      \
      va_list more;                                                           \
      va_start(more, flags);                                                  \
      mode = va_arg(more, mode_t);                                            \
      va_end(more);                                                           \
    }                                                                         \
    return real(path, flags & ~(O_SYNC | O_DSYNC), mode);                     \
  }
UNSYNCED(open)
UNSYNCED(open64)
