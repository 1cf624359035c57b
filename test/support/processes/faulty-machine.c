/*
 * Loaded into a process with LD_PRELOAD: a disk whose fsync fails or takes long, and a clock that somebody has set.
 *
 * FAULTY_CONTROL names a file of four 64-bit numbers, which a test writes at any time and the process maps:
 *   0: fsync fails with EIO    1: ms that every fsync takes    2: ms by which the wall clock is set
 *   3: how often fsync has failed (written here)
 * The files of the folder FAULTY_DIR have a twin in FAULTY_DURABLE with what a power cut would leave of them: what was
 * written comes there with a successful fsync. What was written before a failed fsync never does, as in a kernel that
 * takes its pages for clean from then on; a later fsync that succeeds does not bring it back.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FAILS, TAKES_MS, CLOCK_MS, FAILED, NUMBERS };
enum { FILES_MAX = 64, FDS_MAX = 65536, CHUNK = 65536 };

typedef struct {
  off64_t from, to;
} Range;

/* Of one file: what was written since its last fsync. */
typedef struct {
  char path[PATH_MAX];
  Range *ranges;
  size_t count, room;
} File;

static volatile int64_t *control;
static const char *folder, *durable;
static size_t folder_length;
static File files[FILES_MAX];
static int files_count;
static File *opened[FDS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static ssize_t real_pwrite(int fd, const void *bytes, size_t length, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return real(fd, bytes, length, at);
}

static int real_open(const char *path, int flags, mode_t mode) {
  REAL(int, "open64", const char *, int, ...);
  return real(path, flags, mode);
}

static int real_close(int fd) {
  REAL(int, "close", int);
  return real(fd);
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTY_CONTROL");
  int fd = path ? real_open(path, O_RDWR, 0) : -1;
  if (fd < 0) return;
  void *map = mmap(NULL, NUMBERS * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  real_close(fd);
  if (map == MAP_FAILED) return;
  durable = getenv("FAULTY_DURABLE");
  folder = getenv("FAULTY_DIR");
  folder_length = folder ? strlen(folder) : 0;
  control = map;
}

static void twin_of(const char *path, char *twin) {
  snprintf(twin, PATH_MAX, "%s/%s", durable, strrchr(path, '/') + 1);
}

static void copy(int from, int to, off64_t at, off64_t end) {
  static char bytes[CHUNK];
  while (at < end) {
    size_t wanted = end - at < CHUNK ? (size_t)(end - at) : CHUNK;
    ssize_t got = pread64(from, bytes, wanted, at);
    if (got <= 0) return;
    if (real_pwrite(to, bytes, (size_t)got, at) != got) abort();
    at += got;
  }
}

/* Files beside each other in the folder; the index of the write-ahead log is no file that has to last. */
static int is_kept(const char *path) {
  if (!control || !folder || !durable || strncmp(path, folder, folder_length) != 0) return 0;
  const char *name = path + folder_length;
  size_t length = strlen(name);
  return name[0] == '/' && !strchr(name + 1, '/') && !(length > 4 && strcmp(name + length - 4, "-shm") == 0);
}

/* What a file holds when it is opened for the first time counts as durable. */
static void note_open(int fd, const char *path) {
  if (fd < 0 || fd >= FDS_MAX) return;
  pthread_mutex_lock(&lock);
  opened[fd] = NULL;
  if (is_kept(path)) {
    File *file = NULL;
    for (int at = 0; at < files_count; at += 1) if (strcmp(files[at].path, path) == 0) file = &files[at];
    if (!file && files_count < FILES_MAX) {
      file = &files[files_count++];
      snprintf(file->path, PATH_MAX, "%s", path);
    }
    if (!file) abort();
    char twin[PATH_MAX];
    twin_of(path, twin);
    if (access(twin, F_OK) != 0) {
      int from = real_open(path, O_RDONLY, 0), to = real_open(twin, O_WRONLY | O_CREAT, 0644);
      struct stat64 about;
      if (fstat64(from, &about) == 0 && S_ISREG(about.st_mode)) copy(from, to, 0, about.st_size);
      real_close(from);
      real_close(to);
    }
    opened[fd] = file;
  }
  pthread_mutex_unlock(&lock);
}

static void note_write(int fd, off64_t at, ssize_t length) {
  if (length <= 0 || fd < 0 || fd >= FDS_MAX || !opened[fd]) return;
  pthread_mutex_lock(&lock);
  File *file = opened[fd];
  if (file->count == file->room) {
    file->room = file->room ? file->room * 2 : 256;
    file->ranges = realloc(file->ranges, file->room * sizeof(Range));
    if (!file->ranges) abort();
  }
  file->ranges[file->count++] = (Range){at, at + length};
  pthread_mutex_unlock(&lock);
}

static int sync_file(int fd, int (*real)(int)) {
  File *file = control && fd >= 0 && fd < FDS_MAX ? opened[fd] : NULL;
  if (!file) return real(fd);
  if (control[TAKES_MS] > 0) usleep((useconds_t)control[TAKES_MS] * 1000);
  pthread_mutex_lock(&lock);
  int fails = control[FAILS] != 0;
  if (fails) control[FAILED] += 1;
  else {
    char twin[PATH_MAX];
    twin_of(file->path, twin);
    int from = real_open(file->path, O_RDONLY, 0), to = real_open(twin, O_WRONLY | O_CREAT, 0644);
    for (size_t at = 0; at < file->count; at += 1) copy(from, to, file->ranges[at].from, file->ranges[at].to);
    real_close(from);
    real_close(to);
  }
  file->count = 0;
  pthread_mutex_unlock(&lock);
  if (!fails) return real(fd);
  errno = EIO;
  return -1;
}

int fsync(int fd) {
  REAL(int, "fsync", int);
  return sync_file(fd, real);
}

int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return sync_file(fd, real);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    int fd = real_open(path, flags, mode); \
    int error = errno; \
    note_open(fd, path); \
    errno = error; \
    return fd; \
  }

OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < FDS_MAX) opened[fd] = NULL;
  return real_close(fd);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  ssize_t written = real(fd, bytes, length);
  if (fd >= 0 && fd < FDS_MAX && opened[fd]) note_write(fd, lseek64(fd, 0, SEEK_CUR) - written, written);
  return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  ssize_t written = real_pwrite(fd, bytes, length, at);
  note_write(fd, at, written);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return pwrite64(fd, bytes, length, at);
}

int ftruncate64(int fd, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  int result = real(fd, length);
  if (result != 0 || fd < 0 || fd >= FDS_MAX || !opened[fd]) return result;
  char twin[PATH_MAX];
  twin_of(opened[fd]->path, twin);
  return truncate64(twin, length);
}

int ftruncate(int fd, off_t length) {
  return ftruncate64(fd, length);
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  if (is_kept(path)) {
    char twin[PATH_MAX];
    twin_of(path, twin);
    real(twin);
  }
  return real(path);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(int, "clock_gettime", clockid_t, struct timespec *);
  int result = real(clock, now);
  if (result == 0 && control && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t ns = now->tv_nsec + control[CLOCK_MS] % 1000 * 1000000;
    now->tv_sec += control[CLOCK_MS] / 1000 + (ns >= 1000000000 ? 1 : ns < 0 ? -1 : 0);
    now->tv_nsec = (ns + 1000000000) % 1000000000;
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (result) *result = exact.tv_sec;
  return exact.tv_sec;
}
