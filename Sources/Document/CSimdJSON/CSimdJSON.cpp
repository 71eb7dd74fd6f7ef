#include "CSimdJSON.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "Filler.h"

static_assert(sizeof(se_tape_value) == 24, "the tape is shared between processes");

namespace {

// The largest document, in bytes, whose buffers the thread reuses for its next document. Reuse saves most
// page faults. Larger buffers are freed, because they would occupy memory until the thread ends.
constexpr size_t kReusedCapacity = 4 << 20;

}  // namespace

uint32_t se_tape_flag_repeated_keys(se_tape_value *values, uint32_t object, const uint8_t *bytes) {
  uint32_t members = values[object].count;
  if (members < 2) return 0;
  Key few[32];
  std::unique_ptr<Key[]> many;
  Key *keys = few;
  if (members > 32) {
    many.reset(new (std::nothrow) Key[members]);
    if (!many) return UINT32_MAX;
    keys = many.get();
  }
  uint32_t record = object + 1;
  for (uint32_t i = 0; i < members; ++i) {
    const uint8_t *text = bytes + values[record].payload;
    uint32_t length = values[record].count;
    keys[i] = {key_hash(text, length), text, length, record};
    record = values[record + 1].end;
  }
  std::sort(keys, keys + members);
  uint32_t repeated = 0;
  for (uint32_t i = 0; i + 1 < members; ++i) {
    if (!keys[i].same(keys[i + 1])) continue;
    values[keys[i].record].flags |= SE_FLAG_SHADOWED;
    if (i + 2 == members || !keys[i + 1].same(keys[i + 2])) {
      values[keys[i + 1].record].flags |= SE_FLAG_REPEATED;
      ++repeated;
    }
  }
  return repeated;
}

se_fill_status se_tape_fill(uint8_t *bytes, size_t start, size_t length, size_t tail,
                            se_fill_limits limits, se_tape *out) {
  *out = se_tape{};
  if (start >= length) return SE_FILL_EMPTY;
  if (limits.depth > SE_DEPTH_MAXIMUM) limits.depth = SE_DEPTH_MAXIMUM;

  auto fill = [&](Workspace &workspace, bool keep) {
    Filler filler(workspace, bytes, length, tail, limits);
    se_fill_status status = filler.fill(start, out);
    if (status != SE_FILL_OK) return status;
    return filler.release(out, keep) ? SE_FILL_OK : SE_FILL_NO_MEMORY;
  };
  if (length > kReusedCapacity) {
    std::unique_ptr<Workspace> workspace(new (std::nothrow) Workspace);
    return workspace ? fill(*workspace, false) : SE_FILL_NO_MEMORY;
  }
  static thread_local std::unique_ptr<Workspace> reused(new (std::nothrow) Workspace);
  return reused ? fill(*reused, true) : SE_FILL_NO_MEMORY;
}

void *se_allocate(size_t size) { return std::malloc(size); }
void *se_reallocate(void *memory, size_t size) { return std::realloc(memory, size); }
void se_free(void *memory) { std::free(memory); }

int32_t se_simdjson_dom_parse(const uint8_t *bytes, size_t length) {
  static thread_local simdjson::dom::parser parser;
  simdjson::dom::element root;
  return int32_t(parser.parse(bytes, length, false).get(root));
}
