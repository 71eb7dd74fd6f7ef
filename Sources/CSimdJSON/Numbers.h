#ifndef SE_NUMBERS_H
#define SE_NUMBERS_H

// Numbers within 64 bits, read by simdjson, and those beyond, kept as text.
#include <cstring>

#include "Kernel.h"

namespace {

// Whether a text that simdjson could not read as a number is one all the same, only out of range.
// Returns its end, or NULL.
const uint8_t *number_end(const uint8_t *p) {
  auto digits = [&] {
    const uint8_t *from = p;
    while (*p >= '0' && *p <= '9') ++p;
    return p > from;
  };
  if (*p == '-') ++p;
  if (*p == '0') {
    ++p;
  } else if (!digits()) {
    return nullptr;
  }
  if (*p == '.') {
    ++p;
    if (!digits()) return nullptr;
  }
  if (*p == 'e' || *p == 'E') {
    ++p;
    if (*p == '+' || *p == '-') ++p;
    if (!digits()) return nullptr;
  }
  return kernel::jsoncharutils::is_structural_or_whitespace(*p) ? p : nullptr;
}

// What simdjson's number parser writes to.
struct NumberWriter {
  se_tape_value *record;

  void append_s64(int64_t value) { put(SE_FLAG_INT64, &value); }
  void append_u64(uint64_t value) { put(SE_FLAG_UINT64, &value); }
  void append_double(double value) { put(SE_FLAG_DOUBLE, &value); }
  void skip_double() {}

 private:
  void put(uint8_t flag, const void *bits) {
    record->flags = flag;
    std::memcpy(&record->payload, bits, 8);
  }
};

}  // namespace

#endif
