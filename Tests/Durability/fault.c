// Makes one system call of a program fail: built as a shared library and put before the C library by LD_PRELOAD.
//
//   FAULT_AT=17           the call that fails, counted from 1
//   FAULT_LOG=path        instead of failing, writes each call that could, with the error it would get
//   FAULT_KILLS=1         in place of failing, the program is killed there
//   FAULT_ONLY=renameat2  fails every call of this name, as a file system would that cannot do it
//   FAULT_ERROR=22        with this error
//   FAULT_ROOT=/tmp/x     calls about paths count only below this folder; calls about open files count for files from there
//
// Each call fails in the way that the system may fail it: no room, an input error, no memory, too many files, no permission.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static long count;
static int log_file = -2;
static char watched[4096];
// What went through the buffers of the C library, which calls the system for each 4096 bytes.
static long buffered[4096];

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);

static void write_log(const char *name, int error) {
  char line[200];
  if (!real_open) real_open = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  if (!real_write) real_write = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (log_file == -2) {
    const char *path = getenv("FAULT_LOG");
    log_file = path ? real_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600) : -1;
  }
  if (log_file >= 0) {
    int length = snprintf(line, sizeof line, "%s %s\n", name, strerrorname_np(error));
    if (real_write(log_file, line, length) < 0) _exit(99);
  }
}

// Whether this call is to fail; then errno is set.
static int fails(const char *name, int error) {
  const char *only = getenv("FAULT_ONLY");
  if (only) {
    if (strcmp(only, name)) return 0;
    const char *code = getenv("FAULT_ERROR");
    errno = code ? atoi(code) : error;
    return 1;
  }
  long number = __sync_add_and_fetch(&count, 1);
  if (getenv("FAULT_LOG")) write_log(name, error);
  const char *at = getenv("FAULT_AT");
  if (!at || atol(at) != number) return 0;
  if (getenv("FAULT_KILLS")) kill(getpid(), SIGKILL);
  errno = error;
  return 1;
}

static int is_ours(const char *path) {
  const char *root = getenv("FAULT_ROOT");
  if (!path) return 0;
  if (path[0] == '/') return root && !strncmp(path, root, strlen(root));
  return 1;
}

static int is_watched(int file) { return file >= 0 && file < (int)sizeof watched && watched[file]; }

static int watch(int file, const char *path) {
  if (file >= 0 && file < (int)sizeof watched) {
    watched[file] = is_ours(path);
    buffered[file] = 0;
  }
  return file;
}

int open(const char *path, int flags, ...) {
  REAL(int, "open", const char *, int, ...);
  int mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, int);
    va_end(list);
  }
  if (is_ours(path) && fails("open", flags & O_CREAT ? ENOSPC : EMFILE)) return -1;
  return watch(real(path, flags, mode), path);
}

int open64(const char *path, int flags, ...) {
  REAL(int, "open64", const char *, int, ...);
  int mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, int);
    va_end(list);
  }
  if (is_ours(path) && fails("open64", flags & O_CREAT ? ENOSPC : EMFILE)) return -1;
  return watch(real(path, flags, mode), path);
}

#define FOPEN(name) \
  FILE *name(const char *path, const char *mode) { \
    REAL(FILE *, #name, const char *, const char *); \
    if (is_ours(path) && fails(#name, mode[0] == 'w' ? ENOSPC : EMFILE)) return NULL; \
    FILE *file = real(path, mode); \
    if (file) watch(fileno(file), path); \
    return file; \
  }
FOPEN(fopen)
FOPEN(fopen64)

#define FDOPEN(name) \
  FILE *name(int file, const char *mode) { \
    REAL(FILE *, #name, int, const char *); \
    return is_watched(file) && fails(#name, ENOMEM) ? NULL : real(file, mode); \
  }
FDOPEN(fdopen)

size_t fwrite(const void *bytes, size_t size, size_t number, FILE *file) {
  REAL(size_t, "fwrite", const void *, size_t, size_t, FILE *);
  int number_of_file = fileno(file);
  if (!is_watched(number_of_file)) return real(bytes, size, number, file);
  long before = buffered[number_of_file], after = before + size * number;
  buffered[number_of_file] = after;
  if (before / 4096 == after / 4096 || !fails("fwrite", ENOSPC)) return real(bytes, size, number, file);
  // What fills the buffer stays in it; the rest is lost.
  return real(bytes, 1, 4096 - before % 4096, file) / size;
}

size_t fread(void *bytes, size_t size, size_t number, FILE *file) {
  REAL(size_t, "fread", void *, size_t, size_t, FILE *);
  int number_of_file = fileno(file);
  if (!is_watched(number_of_file)) return real(bytes, size, number, file);
  long before = buffered[number_of_file], after = before + size * number;
  buffered[number_of_file] = after;
  int calls = before == 0 || before / 4096 != after / 4096;
  return calls && fails("fread", EIO) ? 0 : real(bytes, size, number, file);
}

int fflush(FILE *file) {
  REAL(int, "fflush", FILE *);
  return file && is_watched(fileno(file)) && fails("fflush", ENOSPC) ? EOF : real(file);
}

int fclose(FILE *file) {
  REAL(int, "fclose", FILE *);
  int number = fileno(file);
  if (is_watched(number) && fails("fclose", ENOSPC)) {
    watched[number] = 0;
    real(file);
    errno = ENOSPC;
    return EOF;
  }
  return real(file);
}

int close(int file) {
  REAL(int, "close", int);
  int was = is_watched(file);
  if (was) watched[file] = 0;
  if (was && fails("close", EIO)) {
    real(file);
    errno = EIO;
    return -1;
  }
  return real(file);
}

ssize_t write(int file, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return is_watched(file) && fails("write", ENOSPC) ? -1 : real(file, bytes, size);
}

ssize_t read(int file, void *bytes, size_t size) {
  REAL(ssize_t, "read", int, void *, size_t);
  return is_watched(file) && fails("read", EIO) ? -1 : real(file, bytes, size);
}

#define ON_FILE(name, error) \
  int name(int file) { \
    REAL(int, #name, int); \
    return is_watched(file) && fails(#name, error) ? -1 : real(file); \
  }
ON_FILE(fsync, EIO)
ON_FILE(fdatasync, EIO)

int flock(int file, int operation) {
  REAL(int, "flock", int, int);
  return is_watched(file) && fails("flock", ENOLCK) ? -1 : real(file, operation);
}

int fchmod(int file, mode_t mode) {
  REAL(int, "fchmod", int, mode_t);
  return is_watched(file) && fails("fchmod", EPERM) ? -1 : real(file, mode);
}

int fstat(int file, struct stat *status) {
  REAL(int, "fstat", int, struct stat *);
  return is_watched(file) && fails("fstat", EIO) ? -1 : real(file, status);
}

#define ON_PATH(name, error, ...) \
  if (is_ours(path) && fails(#name, error)) return -1

int stat(const char *path, struct stat *status) {
  REAL(int, "stat", const char *, struct stat *);
  ON_PATH(stat, EACCES);
  return real(path, status);
}

int lstat(const char *path, struct stat *status) {
  REAL(int, "lstat", const char *, struct stat *);
  ON_PATH(lstat, EACCES);
  return real(path, status);
}

int access(const char *path, int mode) {
  REAL(int, "access", const char *, int);
  ON_PATH(access, EACCES);
  return real(path, mode);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  ON_PATH(mkdir, ENOSPC);
  return real(path, mode);
}

int rmdir(const char *path) {
  REAL(int, "rmdir", const char *);
  ON_PATH(rmdir, EIO);
  return real(path);
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  ON_PATH(unlink, EIO);
  return real(path);
}

int remove(const char *path) {
  REAL(int, "remove", const char *);
  ON_PATH(remove, EIO);
  return real(path);
}

int link(const char *old, const char *path) {
  REAL(int, "link", const char *, const char *);
  ON_PATH(link, EMLINK);
  return real(old, path);
}

int rename(const char *old, const char *path) {
  REAL(int, "rename", const char *, const char *);
  ON_PATH(rename, EIO);
  return real(old, path);
}

int renameat2(int from, const char *old, int to, const char *path, unsigned int flags) {
  REAL(int, "renameat2", int, const char *, int, const char *, unsigned int);
  ON_PATH(renameat2, EIO);
  return real(from, old, to, path, flags);
}

char *realpath(const char *path, char *resolved) {
  REAL(char *, "realpath", const char *, char *);
  return is_ours(path) && fails("realpath", EACCES) ? NULL : real(path, resolved);
}

DIR *opendir(const char *path) {
  REAL(DIR *, "opendir", const char *);
  return is_ours(path) && fails("opendir", EMFILE) ? NULL : real(path);
}

struct dirent *readdir(DIR *folder) {
  REAL(struct dirent *, "readdir", DIR *);
  return is_watched(dirfd(folder)) && fails("readdir", EIO) ? NULL : real(folder);
}

void *mmap(void *place, size_t size, int access, int flags, int file, off_t offset) {
  REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
  return is_watched(file) && fails("mmap", ENOMEM) ? MAP_FAILED : real(place, size, access, flags, file, offset);
}
