#ifndef SE_STRINGS_H
#define SE_STRINGS_H

// Finds the ends of strings, and unescapes them.
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

// Returns the first quote or backslash at or after `p`. The search always ends, because simdjson's first
// stage has checked that every string is closed. Reads up to 31 bytes past the result; the padding after
// the text (SE_PADDING) makes these bytes readable.
inline const uint8_t *quote_or_backslash(const uint8_t *p) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  auto matches = [&](const uint8_t *at) {
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
    return uint32_t(_mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash))));
  };
  for (;; p += 32) {
    uint32_t mask = matches(p) | matches(p + 16) << 16;
    if (mask != 0) return p + __builtin_ctz(mask);
  }
#else
  while (*p != '"' && *p != '\\') ++p;
  return p;
#endif
}

// Returns the closing quote of the string whose first backslash is at `backslash`.
inline const uint8_t *closing_quote(const uint8_t *backslash) {
  const uint8_t *p = backslash;
  while (*p == '\\') p = quote_or_backslash(p + 2);
  return p;
}

inline int hex_digit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Parses four hexadecimal digits. Returns -1 if they are invalid.
int32_t code_unit(const uint8_t *p, const uint8_t *end) {
  if (end - p < 4) return -1;
  int32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    int digit = hex_digit(p[i]);
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

uint8_t *put_utf8(uint8_t *out, uint32_t c) {
  if (c < 0x80) {
    *out++ = uint8_t(c);
  } else if (c < 0x800) {
    *out++ = uint8_t(0xC0 | c >> 6);
    *out++ = uint8_t(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out++ = uint8_t(0xE0 | c >> 12);
    *out++ = uint8_t(0x80 | (c >> 6 & 0x3F));
    *out++ = uint8_t(0x80 | (c & 0x3F));
  } else {
    *out++ = uint8_t(0xF0 | c >> 18);
    *out++ = uint8_t(0x80 | (c >> 12 & 0x3F));
    *out++ = uint8_t(0x80 | (c >> 6 & 0x3F));
    *out++ = uint8_t(0x80 | (c & 0x3F));
  }
  return out;
}

// Writes the unescaped text to `out`. Returns the end of the output, or NULL for an invalid escape. The output is
// never longer than the input. An unpaired surrogate becomes U+FFFD, because feeds often have texts that
// were truncated in the middle of an emoji; simdjson's own unescaping would reject the document.
uint8_t *unescape(const uint8_t *p, const uint8_t *end, uint8_t *out, bool *replaced) {
  while (p < end) {
    auto *escape = static_cast<const uint8_t *>(std::memchr(p, '\\', size_t(end - p)));
    size_t run = size_t((escape ? escape : end) - p);
    std::memcpy(out, p, run);
    out += run;
    if (!escape) return out;
    p = escape + 1;
    if (p == end) return nullptr;
    switch (*p++) {
      case '"': *out++ = '"'; break;
      case '\\': *out++ = '\\'; break;
      case '/': *out++ = '/'; break;
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      case 'u': {
        int32_t unit = code_unit(p, end);
        if (unit < 0) return nullptr;
        p += 4;
        uint32_t scalar = uint32_t(unit);
        if (unit >= 0xD800 && unit < 0xE000) {
          int32_t low = -1;
          if (unit < 0xDC00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
            low = code_unit(p + 2, end);
          }
          if (low >= 0xDC00 && low < 0xE000) {
            scalar = 0x10000u + ((uint32_t(unit) - 0xD800u) << 10) + (uint32_t(low) - 0xDC00u);
            p += 6;
          } else {
            scalar = 0xFFFD;
            *replaced = true;
          }
        }
        out = put_utf8(out, scalar);
        break;
      }
      default: return nullptr;
    }
  }
  return out;
}

}  // namespace

#endif
