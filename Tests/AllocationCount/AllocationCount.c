#include "AllocationCount.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t count;

uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

uint64_t allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

/* The names under which glibc's allocator remains callable, although this file replaces malloc and
 * the other public functions (glibc manual, "Replacing malloc"). */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t elements, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *pointer);

static void counted(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  counted();
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  counted();
  return __libc_calloc(elements, size);
}

void *realloc(void *pointer, size_t size) {
  counted();
  return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
  counted();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  void *pointer = memalign(alignment, size);
  if (pointer == NULL) return ENOMEM;
  *out = pointer;
  return 0;
}

void free(void *pointer) { __libc_free(pointer); }
