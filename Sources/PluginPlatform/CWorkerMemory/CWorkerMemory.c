#define _GNU_SOURCE
#include "CWorkerMemory.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CIsolation.h"

static se_arena_header *header;
/* The open file /proc/self/statm. The sandbox prevents opening it later. */
static int size_file = -1;

void se_note_refused_memory(void *arena) {
  header = arena;
  size_file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

/* A sanitizer replaces the same functions itself. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SE_IS_SANITIZED
#endif
#endif
#ifndef SE_IS_SANITIZED

/* ---- the record ------------------------------------------------------------------------------- */

/* Returns the data memory of this process in KB: the sixth number of statm, in pages. */
static uint32_t used_kilobytes(void) {
  char text[160];
  ssize_t count = size_file < 0 ? 0 : pread(size_file, text, sizeof text, 0);
  uint64_t pages = 0;
  int field = 0;
  for (ssize_t i = 0; i < count && field < 6; i++) {
    if (text[i] == ' ')
      field++;
    else if (field == 5 && text[i] >= '0' && text[i] <= '9')
      pages = pages * 10 + (uint64_t)(text[i] - '0');
  }
  return (uint32_t)(pages * (uint64_t)getpagesize() / 1024);
}

static void note(size_t size) {
  if (header == NULL) return;
  int reason = errno;
  uint64_t kilobytes = size / 1024 + (size % 1024 != 0);
  header->memory_job = se_load(&header->started);
  header->used = used_kilobytes();
  se_store(&header->asked, kilobytes > UINT32_MAX ? UINT32_MAX : (uint32_t)kilobytes);
  errno = reason;
}

/* ---- the functions of the C library ------------------------------------------------------------ */

#define PUBLIC __attribute__((visibility("default"), used))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* A debugged worker may preload a sanitizer's runtime, which allocates and frees by its own functions. */
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
static bool is_preloaded(void) { return __asan_init != NULL || __tsan_init != NULL; }
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

/* Memory that the worker's own code allocates is not a leak of the plugin. Swift stores bits in pointers,
 * so the leak sanitizer would not find the worker's. */
extern void __lsan_disable(void) __attribute__((weak));
extern void __lsan_enable(void) __attribute__((weak));
extern const char __executable_start[], etext[];

static bool begin_own(const void *caller) {
  bool is_own = __lsan_disable != NULL && (const char *)caller >= __executable_start &&
                (const char *)caller < etext;
  if (is_own) __lsan_disable();
  return is_own;
}

static void end_own(bool is_own) {
  if (is_own) __lsan_enable();
}

/* Sets `result` by the sanitizer's function, given its type, name and arguments. */
#define PASS_ON(result, type, name, ...)                   \
  bool is_own = begin_own(__builtin_return_address(0));    \
  result = NEXT(type, name)(__VA_ARGS__);                  \
  end_own(is_own)

PUBLIC void *malloc(size_t size) {
  typedef void *function(size_t);
  void *memory;
  if (is_preloaded()) {
    PASS_ON(memory, function *, "malloc", size);
    return memory;
  }
  memory = __libc_malloc(size);
  if (memory == NULL) note(size);
  return memory;
}

PUBLIC void *calloc(size_t count, size_t size) {
  typedef void *function(size_t, size_t);
  void *memory;
  if (is_preloaded()) {
    PASS_ON(memory, function *, "calloc", count, size);
    return memory;
  }
  memory = __libc_calloc(count, size);
  size_t bytes;
  if (memory == NULL) note(__builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes);
  return memory;
}

PUBLIC void *realloc(void *old, size_t size) {
  typedef void *function(void *, size_t);
  void *memory;
  if (is_preloaded()) {
    PASS_ON(memory, function *, "realloc", old, size);
    return memory;
  }
  memory = __libc_realloc(old, size);
  if (memory == NULL && size > 0) note(size);
  return memory;
}

PUBLIC void *aligned_alloc(size_t alignment, size_t size) {
  typedef void *function(size_t, size_t);
  void *memory;
  if (is_preloaded()) {
    PASS_ON(memory, function *, "aligned_alloc", alignment, size);
    return memory;
  }
  memory = __libc_memalign(alignment, size);
  if (memory == NULL) note(size);
  return memory;
}

PUBLIC int posix_memalign(void **memory, size_t alignment, size_t size) {
  typedef int function(void **, size_t, size_t);
  if (is_preloaded()) {
    int status;
    PASS_ON(status, function *, "posix_memalign", memory, alignment, size);
    return status;
  }
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  int reason = errno;
  void *found = __libc_memalign(alignment, size);
  errno = reason;
  if (found == NULL) {
    note(size);
    return ENOMEM;
  }
  *memory = found;
  return 0;
}

PUBLIC void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  long result = syscall(SYS_mmap, address, size, protection, flags, file, offset);
  if (result == -1 && errno == ENOMEM) note(size);
  return (void *)result;
}

PUBLIC void *mmap64(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(address, size, protection, flags, file, offset);
}

#endif
