/* The flat tape of a document, a memory layout that is shared between processes. It is the complete
 * interface between the code that fills a tape and the code that reads it. */
#ifndef SE_CFEEDTAPE_H
#define SE_CFEEDTAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One value of the tape, without pointers. Index 0 is reserved for "missing", the root is 1. The
 * members of an object are pairs of records, key then value; the elements of an array are records.
 * A container's records directly follow it. */
typedef struct se_tape_value {
  uint8_t kind;      /* SE_KIND_* */
  uint8_t flags;     /* SE_FLAG_* */
  uint16_t origin;   /* 0: parsed from the source; else the document, from 1, that it was copied from */
  uint32_t count;    /* number of elements or members, or of bytes of a string or of a number's text */
  uint32_t end;      /* index of the record after the value's last one */
  uint32_t offset;   /* first byte of the value in the source; with an origin: its index in that document */
  uint64_t payload;  /* int64, uint64 or double bits, bool, or where the text starts in `bytes`; of a container
                        that was parsed: the byte of the source behind its bracket */
} se_tape_value;

#define SE_KIND_MISSING 0
#define SE_KIND_NULL 1
#define SE_KIND_BOOL 2
#define SE_KIND_NUMBER 3
#define SE_KIND_STRING 4
#define SE_KIND_ARRAY 5
#define SE_KIND_OBJECT 6

#define SE_FLAG_LAST 1     /* the last element or member of its container */
#define SE_FLAG_KEY 2      /* a key; the next record is its value */
#define SE_FLAG_INT64 4    /* NUMBER: payload is an int64 */
#define SE_FLAG_UINT64 8   /* NUMBER: payload is a uint64 above INT64_MAX */
#define SE_FLAG_DOUBLE 16  /* NUMBER: payload is a double */
#define SE_FLAG_TEXT 32    /* NUMBER beyond 64 bits: payload and count are its text in `bytes` */
#define SE_FLAG_REPLACED 4 /* STRING: an unpaired surrogate was read as U+FFFD */
#define SE_FLAG_SHADOWED 64 /* KEY: a later member of the same object has the same key */
#define SE_FLAG_REPEATED 128 /* KEY: the last occurrence of a key that occurs more than once */

/* Whether two texts of equal length are equal. */
static inline bool se_is_same_text(const uint8_t *a, const uint8_t *b, size_t length) {
  return length == 0 || memcmp(a, b, length) == 0;
}

#endif
