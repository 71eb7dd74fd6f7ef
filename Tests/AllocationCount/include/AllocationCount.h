#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/* Returns the number of calls of malloc, calloc, realloc and the aligned allocators so far. Only
 * for benchmarks: a program that links this target gets counting versions of these functions. */
uint64_t allocation_count(void);
/* Returns the bytes of the heap that are in use now, as the allocator counts them. */
uint64_t allocated_bytes(void);

#endif
