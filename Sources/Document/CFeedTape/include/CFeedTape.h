/* The flat tape of a document: an array of records, one per JSON value, that processes can share. The
 * code that fills a tape and the code that reads it have no other interface. */
#ifndef SE_CFEEDTAPE_H
#define SE_CFEEDTAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The record of one JSON value, without pointers. Record 0 is the missing value, record 1 is the root.
 * A member of an object is two records: its key, then its value. An element of an array is one record. The
 * members or elements of a container directly follow the container's own record. */
typedef struct se_tape_value {
  uint8_t kind;      /* SE_KIND_* */
  uint8_t flags;     /* SE_FLAG_* */
  uint16_t origin;   /* 0: not copied; else the number, from 1, of the document it was copied from */
  uint32_t count;    /* elements or members of a container; bytes of a string or of a number's text */
  uint32_t end;      /* index of the first record after the value and everything inside it */
  uint32_t offset;   /* origin 0: first byte of the value in the source; else its index in the origin */
  uint64_t payload;  /* int64, uint64 or double bits, bool, or the offset of the text in `bytes`; for a
                        parsed container: the offset in the source just after its closing bracket */
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
#define SE_FLAG_TEXT 32    /* NUMBER beyond 64 bits: payload and count locate its text in `bytes` */
#define SE_FLAG_REPLACED 4 /* STRING: an unpaired surrogate was read as U+FFFD */
#define SE_FLAG_SHADOWED 64 /* KEY: a later member of the same object has the same key */
#define SE_FLAG_REPEATED 128 /* KEY: the last occurrence of a key that occurs more than once */

/* Whether two texts of equal length are equal. */
static inline bool se_is_same_text(const uint8_t *a, const uint8_t *b, size_t length) {
  return length == 0 || memcmp(a, b, length) == 0;
}

#endif
