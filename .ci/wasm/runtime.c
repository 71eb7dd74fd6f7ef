// The functions of a C library that Embedded Swift calls, for programs that end soon: memory is never
// freed. Output goes through WASI.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

static uintptr_t next;

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (next == 0) next = (uintptr_t)&__heap_base;
  uintptr_t start = (next + alignment - 1) & ~(alignment - 1);
  uintptr_t room = (uintptr_t)__builtin_wasm_memory_size(0) << 16;
  if (start + size > room) {
    uintptr_t pages = (start + size - room + 0xffff) >> 16;
    if (pages < 256) pages = 256;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 12;
  }
  next = start + size;
  *out = (void *)start;
  return 0;
}

void *malloc(size_t size) {
  void *memory;
  return posix_memalign(&memory, 16, size) == 0 ? memory : 0;
}

void free(void *memory) { (void)memory; }

// Hash tables have no secret seed: the results must not depend on it.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 7, count); }

int memcmp(const void *first, const void *second, size_t count) {
  const unsigned char *a = first, *b = second;
  for (; count > 0; a++, b++, count--) {
    if (*a != *b) return *a < *b ? -1 : 1;
  }
  return 0;
}

uintptr_t __stack_chk_guard = 0x5eed;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

// Multiplies integers of 128 bits. The compiler calls it for products of 64 bits that may overflow.
__int128 __multi3(__int128 a, __int128 b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
  uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (uint32_t)middle;
  uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * y + x * (uint64_t)(b >> 64);
  return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}

struct part { const void *data; size_t size; };
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int fd_write(int file, const struct part *parts, size_t count, size_t *written);

int putchar(int byte) {
  static char line[4096];
  static size_t length;
  line[length++] = (char)byte;
  if (byte == '\n' || length == sizeof line) {
    size_t written;
    struct part part = {line, length};
    fd_write(1, &part, 1, &written);
    length = 0;
  }
  return byte;
}
