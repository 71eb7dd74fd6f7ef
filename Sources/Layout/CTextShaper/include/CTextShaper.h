/* CTextShaper.h: shaping with HarfBuzz, which is loaded when the first font is opened.
 *
 * Loading HarfBuzz takes some milliseconds, and a page without fonts does not need it, so it is not linked.
 * The functions may be called on any thread, and several threads may use one font at once.
 */
#ifndef SE_TEXT_SHAPER_H
#define SE_TEXT_SHAPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All advances and positions are in units of 1/64 font unit, because variable fonts need fractions of font units. */
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
  /* The byte offset in the text at which the glyph's cluster begins. */
  uint32_t cluster;
  int32_t advance;
  int32_t x;
  int32_t y;
  /* Whether a line break before the cluster can change glyphs, so both lines at the break must be shaped again. */
  bool is_unsafe_to_break;
} se_glyph;

/* Returns HarfBuzz's version, or NULL if HarfBuzz cannot be loaded; then `se_shaper_failure` returns the reason. */
const char *se_shaper_version(void);
const char *se_shaper_failure(void);

/* Creates a font from copies of its tables. Returns NULL if HarfBuzz cannot be loaded, if memory is
 * exhausted, or if `units_per_em` is not in 1...65536. */
se_font *se_font_create(const se_font_table *tables, size_t table_count, uint32_t units_per_em);
/* Creates a font with the tables of `base` and other axis values. The new font must be destroyed before `base`. */
se_font *se_font_vary(const se_font *base, const se_font_setting *axes, size_t axis_count);
void se_font_destroy(se_font *font);

/* Returns the ISO 15924 tag of a character's script; 'Zzzz' (unknown) if HarfBuzz cannot be loaded. */
uint32_t se_script(uint32_t scalar);

/* Returns true if the character is a letter without case and without decomposition, and the font has no glyph for it.
 * Shaping it then gives the missing-character glyph. The ideographic space U+3000 counts as a letter: HarfBuzz would
 * make it from the font's space, but browsers take it from the next font that has it. */
bool se_font_lacks_letter(const se_font *font, uint32_t scalar);

/* A part of a text, in one direction, script and language. `text` and `length` are the whole text, `start` and `count`
 * are the part. These three numbers are in bytes. */
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

/* Shapes a part of a text; the rest of the text is context. Returns the glyphs in visual order and sets `count`; NULL
 * if there are none. The glyphs are valid until the next call on the same thread. */
const se_glyph *se_shape(const se_font *font, const se_shaped_part *part, size_t *count);

/* Receives a path command, 'M', 'L', 'Q', 'C' or 'Z', and up to three pairs of x and upward y, in 1/64 font unit. */
typedef void (*se_path_sink)(void *context, char command, const float *points);

/* Passes a glyph's outline, if any, to `sink`. Returns false if this HarfBuzz has no function for outlines. */
bool se_glyph_outline(const se_font *font, uint32_t glyph, se_path_sink sink, void *context);

/* A glyph's picture in a bitmap font: a PNG file, and its frame (lower left corner, y upwards) in 1/64 font unit. */
typedef struct se_glyph_picture {
  const uint8_t *bytes;
  size_t length;
  int32_t x, y, width, height;
} se_glyph_picture;

/* Passes a glyph's picture, if any, to `sink`; its bytes are valid until `sink` returns. Returns false without one. */
bool se_glyph_draw_picture(
  const se_font *font, uint32_t glyph, void (*sink)(void *context, const se_glyph_picture *picture), void *context);

/* Returns ICU's version, or 0 if ICU cannot be loaded. */
int se_dictionary_version(void);

/* Finds the line breaks between words in UTF-16 text of a script without spaces, such as Thai: sets breaks[i] to 1 for
 * a break before unit i. Returns false if ICU fails or cannot be loaded; the first call loads ICU. */
bool se_dictionary_breaks(const uint16_t *text, size_t length, uint8_t *breaks);

#endif
