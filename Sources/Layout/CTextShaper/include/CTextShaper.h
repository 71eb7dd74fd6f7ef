/* CTextShaper.h: shaping with HarfBuzz, which is loaded when the first font is opened.
 *
 * Loading HarfBuzz takes some milliseconds, and a page without fonts needs none of it, so nothing links it.
 * The functions may be called on any thread, and a font may be used by several at once.
 */
#ifndef SE_TEXT_SHAPER_H
#define SE_TEXT_SHAPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The units of all advances and positions: 64 for each font unit, so that variations keep their fractions. */
#define SE_SHAPER_SCALE 64

/* A table of a font file. `tag` has the first letter in the highest byte. */
typedef struct se_font_table {
  uint32_t tag;
  size_t length;
  const uint8_t *bytes;
} se_font_table;

/* A value of a variation axis, or of a feature. */
typedef struct se_font_setting {
  uint32_t tag;
  float value;
} se_font_setting;

typedef struct se_font se_font;

typedef struct se_glyph {
  uint32_t id;
  /* The byte of the text at which the glyph's cluster begins. */
  uint32_t cluster;
  int32_t advance;
  int32_t x;
  int32_t y;
  /* Whether the text before and after the cluster, shaped apart, can look different from both shaped together. */
  bool is_unsafe_to_break;
} se_glyph;

/* Returns HarfBuzz's version, or NULL if it cannot be loaded; then `se_shaper_failure` returns the reason. */
const char *se_shaper_version(void);
const char *se_shaper_failure(void);

/* Creates a font from copies of its tables; NULL without HarfBuzz, memory, or a usable `units_per_em`. */
se_font *se_font_create(const se_font_table *tables, size_t table_count, uint32_t units_per_em);
/* Creates a font with other values of axes, which shares the tables of `base` and must be destroyed before it. */
se_font *se_font_vary(const se_font *base, const se_font_setting *axes, size_t axis_count);
void se_font_destroy(se_font *font);

/* Returns the ISO 15924 tag of a character's script, without HarfBuzz that of unknown scripts. */
uint32_t se_script(uint32_t scalar);

/* Returns whether a letter without case and without decomposition has no glyph, so that shaping gives the glyph for
 * missing characters; false for every other character. */
bool se_font_lacks_letter(const se_font *font, uint32_t scalar);

/* A part of a text, in one direction, script and language. */
typedef struct se_shaped_part {
  const uint8_t *text;
  size_t length;
  size_t start;
  size_t count;
  uint32_t script;
  bool is_right_to_left;
  /* A BCP 47 tag, or NULL. */
  const char *language;
  const se_font_setting *features;
  size_t feature_count;
} se_shaped_part;

/* Shapes a part of a text; the rest of it is context. Returns the glyphs in visual order, which are valid until
 * the next call on the same thread, and their number; NULL if there are none. */
const se_glyph *se_shape(const se_font *font, const se_shaped_part *part, size_t *count);

/* A command of a path, 'M', 'L', 'Q', 'C' or 'Z', and its points: up to three pairs of x and y, upwards, in units. */
typedef void (*se_path_sink)(void *context, char command, const float *points);

/* Passes the outline of a glyph on; nothing of a glyph without one. Returns false if HarfBuzz has no outlines. */
bool se_glyph_outline(const se_font *font, uint32_t glyph, se_path_sink sink, void *context);

/* The picture of a glyph in a face of bitmaps: a PNG file, and its frame in units, upwards from the lower left corner. */
typedef struct se_glyph_picture {
  const uint8_t *bytes;
  size_t length;
  int32_t x, y, width, height;
} se_glyph_picture;

/* Passes the picture of a glyph on, whose bytes are valid during the call. Returns false if it has none. */
bool se_glyph_draw_picture(
  const se_font *font, uint32_t glyph, void (*sink)(void *context, const se_glyph_picture *picture), void *context);

/* Returns ICU's version, or 0 if it cannot be loaded. */
int se_dictionary_version(void);

/* Marks the line breaks between words of a text, in UTF-16, of a script without spaces. Returns false without ICU, which
 * is loaded with the first such text. */
bool se_dictionary_breaks(const uint16_t *text, size_t length, uint8_t *breaks);

#endif
