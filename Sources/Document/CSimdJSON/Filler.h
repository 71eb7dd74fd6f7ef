#ifndef SE_FILLER_H
#define SE_FILLER_H

// Converts simdjson's tokens to the records of a tape.
#include <cstdlib>
#include <cstring>

#include "Keys.h"
#include "Numbers.h"
#include "Kernel.h"
#include "Strings.h"

namespace {

// The memory that parsing needs. A thread reuses its workspace for the next document.
struct Workspace {
  ondemand::parser parser;
  se_tape_value *values = nullptr;
  uint32_t capacity = 0;
  KeyFilter filters[SE_DEPTH_MAXIMUM];

  Workspace() = default;
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  ~Workspace() { std::free(values); }

  bool grow(size_t wanted) {
    if (wanted <= capacity) return true;
    if (wanted > UINT32_MAX) return false;
    void *memory = std::realloc(values, wanted * sizeof(se_tape_value));
    if (!memory) return false;
    values = static_cast<se_tape_value *>(memory);
    capacity = uint32_t(wanted);
    return true;
  }
};

// Converts the tokens that simdjson's first stage found, without recursion and without a stack: until a
// container is closed, its record stores the parser's state. `end` is the index of the container around
// it, `count` the number of children so far, and `payload` the index of the last child.
//
// simdjson's On-Demand API also reads containers, but it keeps its position in memory, which takes
// twice the time of this loop.
class Filler {
 public:
  Filler(Workspace &workspace, uint8_t *bytes, size_t length, size_t tail, se_fill_limits limits)
      : workspace_(workspace),
        bytes_(bytes),
        length_(length),
        limits_(limits),
        tail_(bytes + tail),
        out_(tail_) {}
  Filler(const Filler &) = delete;
  Filler &operator=(const Filler &) = delete;

  se_fill_status fill(size_t start, se_tape *out) {
    size_t length = length_ - start;
    ondemand::json_iterator tokens;
    error_code error =
        workspace_.parser
            .iterate_raw(simdjson::padded_string_view(bytes_ + start, length, length + SE_PADDING))
            .get(tokens);
    if (error == simdjson::MEMALLOC) return SE_FILL_NO_MEMORY;
    if (error) {
      out->offset = start;
      out->reason = simdjson::error_message(error);
      return error == simdjson::EMPTY ? SE_FILL_EMPTY : SE_FILL_INVALID;
    }
    // Ordinary feeds have 12 bytes of text or more per record. For other feeds, `reserve` adds capacity.
    if (!workspace_.grow(length / 12 + 16)) return SE_FILL_NO_MEMORY;
    const uint8_t *at = bytes_ + start;
    se_fill_status status = walk(tokens, at);
    out->offset = uint64_t(at - bytes_);
    out->repeated_keys = repeated_keys_;
    out->numbers_as_text = numbers_as_text_;
    out->replaced_surrogates = replaced_;
    out->unescaped = uint64_t(out_ - tail_);
    return status;
  }

  // Gives the tape to the caller, without unused capacity. If `keep` is true, the caller gets a copy and
  // the workspace keeps its memory for the next document; otherwise the caller gets that memory.
  bool release(se_tape *out, bool keep) {
    size_t size = size_t(count_) * sizeof(se_tape_value);
    out->count = count_;
    if (keep) {
      out->values = static_cast<se_tape_value *>(std::malloc(size));
      if (!out->values) return false;
      std::memcpy(out->values, workspace_.values, size);
      return true;
    }
    void *smaller = std::realloc(workspace_.values, size);
    out->values = smaller ? static_cast<se_tape_value *>(smaller) : workspace_.values;
    workspace_.values = nullptr;
    workspace_.capacity = 0;
    return true;
  }

 private:
  // Converts all tokens. `at` points to the current token; after a failure, it points to the fault.
  se_fill_status walk(ondemand::json_iterator &tokens, const uint8_t *&at) {
    se_tape_value *values = workspace_.values;
    uint32_t capacity = workspace_.capacity;
    uint32_t count = 1, value_count = 0, container = 0, depth = 0;
    values[0] = se_tape_value{};
    values[0].end = 1;

    // Appends a record. The caller must call `reserve` first.
    auto append = [&](uint8_t kind, uint8_t flags) -> se_tape_value & {
      se_tape_value &record = values[count];
      record = {kind, flags, 0, 0, count + 1, uint32_t(at - bytes_), 0};
      ++count;
      return record;
    };
    // Reserves room for two records: a member of an object needs a key and a value.
    auto reserve = [&] {
      if (simdjson_likely(count + 2 <= capacity)) return true;
      if (!workspace_.grow(size_t(capacity) * 2)) return false;
      values = workspace_.values;
      capacity = workspace_.capacity;
      return true;
    };

    at = tokens.return_current_and_advance();

  value:
    // `at` is the value's first byte.
    if (value_count++ == limits_.values) return SE_FILL_TOO_MANY_VALUES;
    if (!reserve()) return SE_FILL_NO_MEMORY;
    values[container].count++;
    values[container].payload = count;
    switch (*at) {
      case '"':
        if (!put_text(append(SE_KIND_STRING, 0), at)) return SE_FILL_INVALID;
        break;
      case '{':
        if (depth == limits_.depth) return SE_FILL_TOO_DEEP;
        open(values[count], SE_KIND_OBJECT, container, at);
        container = count++;
        workspace_.filters[depth++].clear();
        at = tokens.return_current_and_advance();
        if (*at == '}') goto end_of_container;
        goto key;
      case '[':
        if (depth == limits_.depth) return SE_FILL_TOO_DEEP;
        open(values[count], SE_KIND_ARRAY, container, at);
        container = count++;
        depth++;
        at = tokens.return_current_and_advance();
        if (*at == ']') goto end_of_container;
        goto value;
      case '-': case '0': case '1': case '2': case '3': case '4':
      case '5': case '6': case '7': case '8': case '9':
        if (!put_number(append(SE_KIND_NUMBER, 0), at)) return SE_FILL_INVALID;
        break;
      case 't':
        if (!is_literal(at, "true", 4)) return SE_FILL_INVALID;
        append(SE_KIND_BOOL, 0).payload = 1;
        break;
      case 'f':
        if (!is_literal(at, "false", 5)) return SE_FILL_INVALID;
        append(SE_KIND_BOOL, 0);
        break;
      case 'n':
        if (!is_literal(at, "null", 4)) return SE_FILL_INVALID;
        append(SE_KIND_NULL, 0);
        break;
      default: return SE_FILL_INVALID;
    }

  after_value:
    if (container == 0) goto end_of_document;
    at = tokens.return_current_and_advance();
    if (values[container].kind == SE_KIND_OBJECT) {
      if (*at == ',') {
        at = tokens.return_current_and_advance();
        goto key;
      }
      if (*at == '}') goto end_of_container;
    } else {
      if (*at == ',') {
        at = tokens.return_current_and_advance();
        goto value;
      }
      if (*at == ']') goto end_of_container;
    }
    return SE_FILL_INVALID;

  key:
    if (*at != '"') return SE_FILL_INVALID;
    if (!reserve()) return SE_FILL_NO_MEMORY;
    {
      se_tape_value &key = append(SE_KIND_STRING, SE_FLAG_KEY);
      if (!put_text(key, at)) return SE_FILL_INVALID;
      if (workspace_.filters[depth - 1].insert(key_hash(bytes_ + key.payload, key.count))) {
        values[container].origin = kCompareKeys;
      }
    }
    at = tokens.return_current_and_advance();
    if (*at != ':') return SE_FILL_INVALID;
    at = tokens.return_current_and_advance();
    goto value;

  end_of_container: {
    se_tape_value &record = values[container];
    uint32_t self = container;
    if (record.count > 0) values[record.payload].flags |= SE_FLAG_LAST;
    container = record.end;
    record.end = count;
    record.payload = uint64_t(at - bytes_) + 1;
    depth--;
    if (simdjson_unlikely(record.origin == kCompareKeys)) {
      record.origin = 0;
      uint32_t repeated = se_tape_flag_repeated_keys(values, self, bytes_);
      if (repeated == UINT32_MAX) return SE_FILL_NO_MEMORY;
      repeated_keys_ += repeated;
    }
    goto after_value;
  }

  end_of_document:
    if (!tokens.at_end()) {
      at = tokens.return_current_and_advance();
      return SE_FILL_INVALID;
    }
    // The code above counts the root as a child of record 0. Resets record 0, the missing value.
    values[0].count = 0;
    values[0].payload = 0;
    values[1].flags |= SE_FLAG_LAST;
    count_ = count;
    return SE_FILL_OK;
  }

  // The value of `origin` that marks an open object in which two keys set the same bit of the filter.
  static constexpr uint16_t kCompareKeys = 1;

  void open(se_tape_value &record, uint8_t kind, uint32_t around, const uint8_t *at) {
    record = {kind, 0, 0, 0, around, uint32_t(at - bytes_), 0};
  }

  // Whether the token at `at` is `literal`. Reads the byte after the token, which is valid because the
  // text is followed by padding.
  static bool is_literal(const uint8_t *at, const char *literal, size_t length) {
    return std::memcmp(at, literal, length) == 0 &&
           kernel::jsoncharutils::is_structural_or_whitespace(at[length]);
  }

  // Stores a string; `at` is its opening quote.
  simdjson_really_inline bool put_text(se_tape_value &record, const uint8_t *at) {
    const uint8_t *text = at + 1;
    const uint8_t *stop = quote_or_backslash(text);
    if (simdjson_unlikely(*stop != '"')) return put_unescaped(record, text, stop);
    record.payload = uint64_t(text - bytes_);
    record.count = uint32_t(stop - text);
    return true;
  }

  bool put_unescaped(se_tape_value &record, const uint8_t *text, const uint8_t *backslash) {
    bool replaced = false;
    uint8_t *end = unescape(text, closing_quote(backslash), out_, &replaced);
    if (!end) return false;
    record.payload = uint64_t(out_ - bytes_);
    record.count = uint32_t(end - out_);
    if (replaced) {
      record.flags |= SE_FLAG_REPLACED;
      ++replaced_;
    }
    out_ = end;
    return true;
  }

  simdjson_really_inline bool put_number(se_tape_value &record, const uint8_t *at) {
    NumberWriter writer{&record};
    if (simdjson_likely(!kernel::numberparsing::parse_number(at, writer))) return true;
    return put_number_text(record, at);
  }

  bool put_number_text(se_tape_value &record, const uint8_t *at) {
    const uint8_t *end = number_end(at);
    if (!end) return false;
    record.flags = SE_FLAG_TEXT;
    record.payload = uint64_t(at - bytes_);
    record.count = uint32_t(end - at);
    ++numbers_as_text_;
    return true;
  }

  Workspace &workspace_;
  uint8_t *bytes_;
  size_t length_;
  se_fill_limits limits_;
  uint8_t *tail_;
  uint8_t *out_;
  uint32_t count_ = 0;
  uint32_t repeated_keys_ = 0;
  uint32_t numbers_as_text_ = 0;
  uint32_t replaced_ = 0;
};

}  // namespace

#endif
