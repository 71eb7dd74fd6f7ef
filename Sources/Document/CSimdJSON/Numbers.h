#ifndef SE_NUMBERS_H
#define SE_NUMBERS_H

// Reads numbers: simdjson parses those within 64 bits, and others are kept as text.
#include <cstring>

#include "Kernel.h"

namespace {

// Checks whether a text that simdjson rejected is a valid number that is only out of range. Returns its
// end, or NULL if it is invalid.
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

// The output of simdjson's number parser.
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
