#ifndef SE_NUMBERS_H
#define SE_NUMBERS_H

// Reads numbers. simdjson parses numbers that fit in 64 bits; other numbers are kept as text.
#include <cstring>

#include "Kernel.h"

namespace {

// Returns the end of a number that simdjson rejected only because it is out of range. Returns NULL if the
// text is not a valid number.
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

// Receives the result of simdjson's number parser and stores it in a record.
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
