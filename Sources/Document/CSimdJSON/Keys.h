#ifndef SE_KEYS_H
#define SE_KEYS_H

// Finds the keys that occur more than once in an object.
#include <cstdint>
#include <cstring>

namespace {

inline uint64_t load8(const uint8_t *p) {
  uint64_t word;
  std::memcpy(&word, p, 8);
  return word;
}

// Hashes the length, the first eight bytes and the last eight bytes of a key. Reads up to eight bytes
// past the key; the padding after the text (SE_PADDING) makes these bytes readable.
inline uint64_t key_hash(const uint8_t *text, uint32_t length) {
  uint64_t head = load8(text);
  uint64_t last = 0;
  if (length >= 8) {
    last = load8(text + length - 8);
  } else {
    head &= (uint64_t(1) << (8 * length)) - 1;
  }
  uint64_t hash = (head ^ (last * 0x9E3779B97F4A7C15u) ^ length) * 0xD6E8FEB86659FD93u;
  return hash ^ (hash >> 32);
}

// A filter of 1024 bits. Each key of an object sets one bit, and equal keys set the same bit. So the
// keys of an object need to be compared only if two keys set the same bit.
class KeyFilter {
 public:
  void clear() { *this = KeyFilter(); }

  bool insert(uint64_t hash) {
    uint64_t &word = words_[(hash >> 6) & 15];
    uint64_t bit = uint64_t(1) << (hash & 63);
    bool known = (word & bit) != 0;
    word |= bit;
    return known;
  }

 private:
  uint64_t words_[16] = {};
};

struct Key {
  uint64_t hash;
  const uint8_t *text;
  uint32_t length;
  uint32_t record;

  bool same(const Key &other) const {
    return hash == other.hash && length == other.length &&
           std::memcmp(text, other.text, length) == 0;
  }
  // An arbitrary total order that makes equal keys adjacent, earlier members first.
  bool operator<(const Key &other) const {
    if (hash != other.hash) return hash < other.hash;
    if (length != other.length) return length < other.length;
    int order = std::memcmp(text, other.text, length);
    if (order != 0) return order < 0;
    return record < other.record;
  }
};

}  // namespace

#endif
