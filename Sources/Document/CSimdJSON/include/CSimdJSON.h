/* Parses JSON text into a flat tape with simdjson. The implementation is the project's only C++. */
#ifndef SE_CSIMDJSON_H
#define SE_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#include "CFeedTape.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

/* ---- filling ------------------------------------------------------------------------------- */

typedef struct se_fill_limits {
  uint32_t depth;   /* levels of nested containers; at most SE_DEPTH_MAXIMUM */
  uint32_t values;  /* number of values; keys are not included */
} se_fill_limits;

#define SE_DEPTH_MAXIMUM 1024

/* The number of bytes that must be readable after the text, and writable after the unescaped strings. */
#define SE_PADDING 64

typedef int32_t se_fill_status;
#define SE_FILL_OK 0
#define SE_FILL_EMPTY 1            /* only white space */
#define SE_FILL_INVALID 2          /* invalid JSON or UTF-8; `offset` is near the fault */
#define SE_FILL_TOO_DEEP 3         /* `offset` is the first container beyond the limit */
#define SE_FILL_TOO_MANY_VALUES 4  /* `offset` is the first value beyond the limit */
#define SE_FILL_NO_MEMORY 5

typedef struct se_tape {
  se_tape_value *values;         /* free with se_free; NULL unless SE_FILL_OK */
  uint32_t count;                /* records, including the missing value */
  uint32_t repeated_keys;        /* keys flagged SE_FLAG_REPEATED */
  uint32_t numbers_as_text;      /* numbers flagged SE_FLAG_TEXT */
  uint32_t replaced_surrogates;  /* strings and keys flagged SE_FLAG_REPLACED */
  uint64_t unescaped;            /* bytes written after `tail` */
  uint64_t offset;               /* offset of the fault */
  const char *reason;            /* simdjson's message for the fault; static, may be NULL */
} se_tape;

/* Parses `bytes[start ..< length]`. All offsets are relative to `bytes`, so they are file offsets even
 * if `start` skips a byte order mark. Strings without a backslash are not copied. The other strings are
 * unescaped into the memory at `bytes + tail`, where `length - start + SE_PADDING` bytes must be
 * writable. The SE_PADDING bytes after the text must be readable white space. Callable on any thread. */
se_fill_status se_tape_fill(uint8_t *bytes, size_t start, size_t length, size_t tail,
                            se_fill_limits limits, se_tape *out);

/* Flags the repeated keys of one object with SE_FLAG_SHADOWED and SE_FLAG_REPEATED. Returns the number
 * of different keys that repeat, or UINT32_MAX without any flag if memory is exhausted. O(n log n) for n members. */
uint32_t se_tape_flag_repeated_keys(se_tape_value *values, uint32_t object, const uint8_t *bytes);

/* malloc, realloc and free of this library, also for tapes that other code builds. */
void *se_allocate(size_t size);
void *se_reallocate(void *memory, size_t size);
void se_free(void *memory);

/* ---- for the benchmark only ---------------------------------------------------------------- */

/* Parses a text with simdjson's own DOM; the benchmark compares se_tape_fill with it. Reuses one parser
 * per thread. Returns 0, or simdjson's error code. */
int32_t se_simdjson_dom_parse(const uint8_t *bytes, size_t length);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
