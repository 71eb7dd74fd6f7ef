/* Fills a flat tape from JSON text with simdjson. The implementation is the project's only C++. */
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
  uint32_t depth;   /* open containers; at most SE_DEPTH_MAXIMUM */
  uint32_t values;  /* values without keys */
} se_fill_limits;

#define SE_DEPTH_MAXIMUM 1024

/* Bytes that must be readable after the text, and writable after the unescaped strings. */
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

/* Parses `bytes[start ..< length]`. Offsets count from `bytes`, so that they are offsets in the file
 * even after a byte order mark. Strings without a backslash are not copied; others are unescaped to
 * `bytes + tail`, where `length - start + SE_PADDING` bytes must be writable. `length + SE_PADDING`
 * bytes must be readable, and those after the text must be white space. Any thread. */
se_fill_status se_tape_fill(uint8_t *bytes, size_t start, size_t length, size_t tail,
                            se_fill_limits limits, se_tape *out);

/* Flags the repeated keys of one object of a tape, and returns the number of distinct ones.
 * O(n log n). Returns UINT32_MAX if memory is exhausted, without flagging anything. */
uint32_t se_tape_flag_repeated_keys(se_tape_value *values, uint32_t object, const uint8_t *bytes);

/* malloc, realloc and free, so that tapes built elsewhere are freed in the same way. */
void *se_allocate(size_t size);
void *se_reallocate(void *memory, size_t size);
void se_free(void *memory);

/* ---- for the benchmark only ---------------------------------------------------------------- */

/* Parses the same text with simdjson's own DOM, with which the tape's speed is compared. Reuses one
 * parser per thread, as se_tape_fill does. Returns 0, or simdjson's error. */
int32_t se_simdjson_dom_parse(const uint8_t *bytes, size_t length);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
