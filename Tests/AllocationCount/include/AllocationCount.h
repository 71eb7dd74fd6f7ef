#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/* Calls of malloc, calloc, realloc and the aligned allocators since the program started. Linking this
 * target replaces them by counting ones; only for benchmarks. */
uint64_t allocation_count(void);
/* Bytes of the heap that are in use now, as the allocator counts them. */
uint64_t allocated_bytes(void);

#endif
