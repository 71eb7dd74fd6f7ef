#include <stdlib.h>
#include <string.h>

#include "CCairo.h"
#include "library.h"

enum { chunk_size = 1 << 16, pixel_bytes = 3 };

struct se_png {
  se_bytes_sink sink;
  void *context;
  int width, rows_left;
  zlib_stream stream;
  bool has_failed;
  /* The row above, the current row, and the filtered row, which begins with the number of its filter. */
  uint8_t *above, *current, *filtered;
  uint8_t chunk[chunk_size];
};

static void put_number(uint8_t *bytes, uint32_t number) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* Writes a chunk (PNG, third edition, 5.3): length, name, bytes, and the CRC of name and bytes. */
static void write_chunk(se_png *png, const char *name, const uint8_t *bytes, uint32_t count) {
  uint8_t head[8], end[4];
  put_number(head, count);
  memcpy(head + 4, name, 4);
  unsigned long crc = se_zlib.crc32(0, head + 4, 4);
  /* With NULL, crc32 would return its initial value. */
  if (count) crc = se_zlib.crc32(crc, bytes, count);
  put_number(end, (uint32_t)crc);
  bool is_written = png->sink(png->context, head, sizeof head) && (!count || png->sink(png->context, bytes, count)) &&
                    png->sink(png->context, end, sizeof end);
  if (!is_written) png->has_failed = true;
}

static void release(se_png *png) {
  free(png->above);
  free(png->current);
  free(png->filtered);
  free(png);
}

se_png *se_png_create(int width, int height, se_bytes_sink sink, void *context) {
  if (width < 1 || height < 1) return NULL;
  se_png *png = calloc(1, sizeof *png);
  if (!png) return NULL;
  png->sink = sink;
  png->context = context;
  png->width = width;
  png->rows_left = height;
  png->above = calloc((size_t)width, pixel_bytes);
  png->current = calloc((size_t)width, pixel_bytes);
  png->filtered = calloc((size_t)width + 1, pixel_bytes);
  /* deflateInit_ refuses a library with another first digit of the version, or another size of the structure. */
  int code = se_zlib.deflateInit_(&png->stream, zlib_level, "1", sizeof png->stream);
  if (!png->above || !png->current || !png->filtered || code != zlib_ok) {
    if (code == zlib_ok) se_zlib.deflateEnd(&png->stream);
    release(png);
    return NULL;
  }
  png->stream.next_out = png->chunk;
  png->stream.available_out = chunk_size;
  static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (!sink(context, signature, sizeof signature)) png->has_failed = true;
  /* 8 bits a sample, of red, green and blue; no interlacing. The intent of sRGB is perceptual. */
  uint8_t header[13] = {[8] = 8, [9] = 2}, intent = 0;
  put_number(header, (uint32_t)width);
  put_number(header + 4, (uint32_t)height);
  write_chunk(png, "IHDR", header, sizeof header);
  write_chunk(png, "sRGB", &intent, 1);
  return png;
}

/* Compresses what the stream has as input, and writes each full buffer as a chunk. */
static void compress(se_png *png, int flush) {
  int code;
  do {
    code = se_zlib.deflate(&png->stream, flush);
    unsigned count = chunk_size - png->stream.available_out;
    bool is_done = flush == zlib_finish && code == zlib_stream_end;
    if (png->stream.available_out == 0 || (is_done && count)) {
      write_chunk(png, "IDAT", png->chunk, count);
      png->stream.next_out = png->chunk;
      png->stream.available_out = chunk_size;
    }
    if (code != zlib_ok && !is_done) png->has_failed = true;
  } while (!png->has_failed && (png->stream.available_in > 0 || (flush == zlib_finish && code != zlib_stream_end)));
}

bool se_png_write(se_png *png, const uint8_t *pixels, size_t stride, int rows) {
  size_t length = (size_t)png->width * pixel_bytes;
  for (int row = 0; row < rows && png->rows_left > 0 && !png->has_failed; row++, png->rows_left--) {
    const uint8_t *source = pixels + (size_t)row * stride;
    uint8_t *current = png->current, *filtered = png->filtered;
    const uint8_t *above = png->above;
    /* cairo's pixels are words with red in the upper bytes: on this byte order, blue is first. */
    for (int x = 0; x < png->width; x++) {
      current[3 * x] = source[4 * x + 2];
      current[3 * x + 1] = source[4 * x + 1];
      current[3 * x + 2] = source[4 * x];
    }
    filtered[0] = 2;
    for (size_t i = 0; i < length; i++) filtered[i + 1] = (uint8_t)(current[i] - above[i]);
    png->current = png->above;
    png->above = current;
    png->stream.next_in = png->filtered;
    png->stream.available_in = (unsigned)length + 1;
    compress(png, zlib_no_flush);
  }
  return !png->has_failed;
}

bool se_png_finish(se_png *png) {
  if (png->rows_left > 0) png->has_failed = true;
  if (!png->has_failed) compress(png, zlib_finish);
  if (!png->has_failed) write_chunk(png, "IEND", NULL, 0);
  bool is_whole = !png->has_failed;
  se_zlib.deflateEnd(&png->stream);
  release(png);
  return is_whole;
}
