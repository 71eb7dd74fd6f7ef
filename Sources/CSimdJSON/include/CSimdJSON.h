/* Fills a flat tape from JSON text with simdjson. The only C++ of the project stands behind it. */
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
  uint32_t values;  /* values, keys not counted */
} se_fill_limits;

#define SE_DEPTH_MAXIMUM 1024

/* Bytes that must be readable behind the text, and writable behind the unescaped strings. */
#define SE_PADDING 64

typedef int32_t se_fill_status;
#define SE_FILL_OK 0
#define SE_FILL_EMPTY 1            /* nothing but white space */
#define SE_FILL_INVALID 2          /* no JSON, or no UTF-8; `offset` is near the place */
#define SE_FILL_TOO_DEEP 3         /* `offset` is the container that is one too many */
#define SE_FILL_TOO_MANY_VALUES 4  /* `offset` is the value that is one too many */
#define SE_FILL_NO_MEMORY 5

typedef struct se_tape {
  se_tape_value *values;         /* free with se_free; NULL unless SE_FILL_OK */
  uint32_t count;                /* records, the missing one included */
  uint32_t repeated_keys;        /* keys flagged SE_FLAG_REPEATED */
  uint32_t numbers_as_text;      /* numbers flagged SE_FLAG_TEXT */
  uint32_t replaced_surrogates;  /* strings and keys flagged SE_FLAG_REPLACED */
  uint64_t unescaped;            /* bytes written behind `tail` */
  uint64_t offset;               /* of the fault */
  const char *reason;            /* simdjson's words for the fault; static, may be NULL */
} se_tape;

/* Parses `bytes[start ..< length]`. Offsets count from `bytes`, so that those behind a byte order mark
 * are the file's. Strings without a backslash stay where they are; others are unescaped to
 * `bytes + tail`, where `length - start + SE_PADDING` bytes must be writable. `length + SE_PADDING`
 * bytes must be readable, and those behind the text must be white space. Any thread. */
se_fill_status se_tape_fill(uint8_t *bytes, size_t start, size_t length, size_t tail,
                            se_fill_limits limits, se_tape *out);

/* Flags the repeated keys of one object of a tape and returns how many distinct ones there are.
 * O(n log n). Returns UINT32_MAX when memory is exhausted; nothing is flagged then. */
uint32_t se_tape_flag_repeated_keys(se_tape_value *values, uint32_t object, const uint8_t *bytes);

/* malloc, realloc and free, so that a tape that was built elsewhere is freed in the same way. */
void *se_allocate(size_t size);
void *se_reallocate(void *memory, size_t size);
void se_free(void *memory);

/* ---- for the benchmark only ---------------------------------------------------------------- */

/* Parses the same text with simdjson's own DOM, the yardstick of the tape's speed, reusing one parser
 * per thread as se_tape_fill does. Returns 0, or simdjson's error. */
int32_t se_simdjson_dom_parse(const uint8_t *bytes, size_t length);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
