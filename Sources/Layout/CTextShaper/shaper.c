#include "CTextShaper.h"

#include <dlfcn.h>
#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The HarfBuzz functions that `load` finds, with the types from HarfBuzz's own headers. */
#define FUNCTIONS(F)                                                                                  \
  F(version_string) F(blob_create) F(blob_destroy) F(blob_get_empty) F(blob_reference)               \
  F(face_create_for_tables) F(face_destroy) F(font_create) F(font_destroy) F(font_set_scale)         \
  F(font_set_variations) F(font_make_immutable) F(font_create_sub_font) F(buffer_create)            \
  F(buffer_destroy) F(buffer_clear_contents)            \
  F(buffer_add_utf8) F(buffer_set_direction) F(buffer_set_script) F(buffer_set_language)             \
  F(buffer_set_cluster_level) F(buffer_allocation_successful) F(buffer_get_glyph_infos)              \
  F(buffer_get_glyph_positions) F(shape) F(language_from_string) F(unicode_funcs_get_default)        \
  F(unicode_script) F(unicode_general_category) F(unicode_decompose) F(font_get_nominal_glyph)    \
  F(draw_funcs_create) F(draw_funcs_set_move_to_func)                              \
  F(draw_funcs_set_line_to_func) F(draw_funcs_set_quadratic_to_func)                                 \
  F(draw_funcs_set_cubic_to_func) F(draw_funcs_set_close_path_func) F(font_get_glyph_extents)        \
  F(ot_color_glyph_reference_png) F(blob_get_data)

#define DECLARE(name) static typeof(&hb_##name) load_##name;
FUNCTIONS(DECLARE)

/* hb_font_draw_glyph, or before HarfBuzz 7 hb_font_get_glyph_shape. */
static void (*draw_glyph)(hb_font_t *, hb_codepoint_t, hb_draw_funcs_t *, void *);
static hb_draw_funcs_t *create_path_functions(void);
static hb_draw_funcs_t *path_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "libharfbuzz.so.0 cannot be loaded");
    return;
  }
#define FIND(name)                                                                                    \
  load_##name = (typeof(&hb_##name))dlsym(library, "hb_" #name);                                     \
  if (!load_##name) {                                                                                 \
    snprintf(failure, sizeof failure, "libharfbuzz.so.0 has no function hb_" #name);                  \
    return;                                                                                           \
  }
  FUNCTIONS(FIND)
  draw_glyph = (typeof(draw_glyph))dlsym(library, "hb_font_draw_glyph");
  if (!draw_glyph) draw_glyph = (typeof(draw_glyph))dlsym(library, "hb_font_get_glyph_shape");
  path_functions = create_path_functions();
  is_loaded = true;
}

static bool is_ready(void) {
  pthread_once(&once, load);
  return is_loaded;
}

const char *se_shaper_version(void) { return is_ready() ? load_version_string() : NULL; }

const char *se_shaper_failure(void) { return is_ready() ? NULL : failure; }

/* ---- fonts ------------------------------------------------------------------------------------ */

typedef struct table {
  uint32_t tag;
  hb_blob_t *blob;
} table;

struct se_font {
  hb_font_t *font;
  table *tables;
  size_t table_count;
};

static hb_blob_t *find_table(hb_face_t *face, hb_tag_t tag, void *data) {
  (void)face;
  const se_font *font = data;
  for (size_t i = 0; i < font->table_count; i++)
    if (font->tables[i].tag == tag) return load_blob_reference(font->tables[i].blob);
  return NULL;
}

se_font *se_font_create(const se_font_table *tables, size_t table_count, uint32_t units_per_em) {
  if (!is_ready() || units_per_em == 0 || units_per_em > 65536) return NULL;
  se_font *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->tables = calloc(table_count ? table_count : 1, sizeof *result->tables);
  if (!result->tables) {
    free(result);
    return NULL;
  }
  for (size_t i = 0; i < table_count; i++) {
    result->tables[i].tag = tables[i].tag;
    result->tables[i].blob = load_blob_create(
      (const char *)tables[i].bytes, (unsigned)tables[i].length, HB_MEMORY_MODE_DUPLICATE, NULL, NULL);
    result->table_count++;
  }
  hb_face_t *face = load_face_create_for_tables(find_table, result, NULL);
  result->font = load_font_create(face);
  load_face_destroy(face);
  int scale = (int)(units_per_em * SE_SHAPER_SCALE);
  load_font_set_scale(result->font, scale, scale);
  load_font_make_immutable(result->font);
  return result;
}

/* The maximum number of axes or features in a call. Further ones are ignored. */
enum { most_settings = 64 };

se_font *se_font_vary(const se_font *base, const se_font_setting *axes, size_t axis_count) {
  se_font *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  hb_variation_t variations[most_settings];
  unsigned count = 0;
  for (size_t i = 0; i < axis_count && count < most_settings; i++)
    variations[count++] = (hb_variation_t){axes[i].tag, axes[i].value};
  result->font = load_font_create_sub_font(base->font);
  load_font_set_variations(result->font, variations, count);
  load_font_make_immutable(result->font);
  return result;
}

void se_font_destroy(se_font *font) {
  if (!font) return;
  load_font_destroy(font->font);
  for (size_t i = 0; i < font->table_count; i++) load_blob_destroy(font->tables[i].blob);
  free(font->tables);
  free(font);
}

uint32_t se_script(uint32_t scalar) {
  if (!is_ready()) return HB_SCRIPT_UNKNOWN;
  return load_unicode_script(load_unicode_funcs_get_default(), scalar);
}

bool se_font_lacks_letter(const se_font *font, uint32_t scalar) {
  hb_codepoint_t glyph, first, second;
  if (load_font_get_nominal_glyph(font->font, scalar, &glyph)) return false;
  hb_unicode_funcs_t *unicode = load_unicode_funcs_get_default();
  /* HarfBuzz splits the vowel AM of Thai and Lao in two, although this letter has no canonical decomposition. */
  bool is_divided = scalar == 0x0E33 || scalar == 0x0EB3;
  bool is_letter =
    scalar == 0x3000 || load_unicode_general_category(unicode, scalar) == HB_UNICODE_GENERAL_CATEGORY_OTHER_LETTER;
  return !is_divided && is_letter && !load_unicode_decompose(unicode, scalar, &first, &second);
}

/* ---- shaping ---------------------------------------------------------------------------------- */

/* The memory that a thread uses for shaping; it is freed when the thread ends. */
typedef struct shaping {
  hb_buffer_t *buffer;
  se_glyph *glyphs;
  size_t capacity;
} shaping;

static pthread_key_t shaping_key;
static pthread_once_t shaping_once = PTHREAD_ONCE_INIT;

static void destroy_shaping(void *memory) {
  shaping *own = memory;
  load_buffer_destroy(own->buffer);
  free(own->glyphs);
  free(own);
}

static void create_key(void) { pthread_key_create(&shaping_key, destroy_shaping); }

static shaping *shaping_of_thread(void) {
  pthread_once(&shaping_once, create_key);
  shaping *own = pthread_getspecific(shaping_key);
  if (own) return own;
  own = calloc(1, sizeof *own);
  if (!own) return NULL;
  own->buffer = load_buffer_create();
  pthread_setspecific(shaping_key, own);
  return own;
}

const se_glyph *se_shape(const se_font *font, const se_shaped_part *part, size_t *count) {
  *count = 0;
  shaping *shaping = shaping_of_thread();
  if (!shaping) return NULL;
  hb_buffer_t *buffer = shaping->buffer;
  load_buffer_clear_contents(buffer);
  load_buffer_add_utf8(
    buffer, (const char *)part->text, (int)part->length, (unsigned)part->start, (int)part->count);
  load_buffer_set_direction(buffer, part->is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  load_buffer_set_script(buffer, (hb_script_t)part->script);
  if (part->language) load_buffer_set_language(buffer, load_language_from_string(part->language, -1));
  load_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES);
  hb_feature_t features[most_settings];
  unsigned feature_count = 0;
  for (size_t i = 0; i < part->feature_count && feature_count < most_settings; i++)
    features[feature_count++] = (hb_feature_t){
      part->features[i].tag, (uint32_t)part->features[i].value, HB_FEATURE_GLOBAL_START,
      HB_FEATURE_GLOBAL_END};
  load_shape(font->font, buffer, features, feature_count);
  if (!load_buffer_allocation_successful(buffer)) return NULL;

  unsigned length = 0;
  const hb_glyph_info_t *infos = load_buffer_get_glyph_infos(buffer, &length);
  const hb_glyph_position_t *positions = load_buffer_get_glyph_positions(buffer, &length);
  if (length > shaping->capacity) {
    se_glyph *glyphs = realloc(shaping->glyphs, length * sizeof *glyphs);
    if (!glyphs) return NULL;
    shaping->glyphs = glyphs;
    shaping->capacity = length;
  }
  for (unsigned i = 0; i < length; i++)
    shaping->glyphs[i] = (se_glyph){
      infos[i].codepoint, infos[i].cluster, positions[i].x_advance, positions[i].x_offset,
      positions[i].y_offset, (infos[i].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK) != 0};
  *count = length;
  return shaping->glyphs;
}

/* ---- drawing ---------------------------------------------------------------------------------- */

typedef struct path {
  se_path_sink sink;
  void *context;
} path;

static void write_path(void *data, char command, const float *points) {
  const path *path = data;
  path->sink(path->context, command, points);
}

static void move_to(hb_draw_funcs_t *f, void *path, hb_draw_state_t *s, float x, float y, void *d) {
  (void)f, (void)s, (void)d;
  write_path(path, 'M', (float[]){x, y});
}

static void line_to(hb_draw_funcs_t *f, void *path, hb_draw_state_t *s, float x, float y, void *d) {
  (void)f, (void)s, (void)d;
  write_path(path, 'L', (float[]){x, y});
}

static void quadratic_to(
  hb_draw_funcs_t *f, void *path, hb_draw_state_t *s, float x1, float y1, float x, float y, void *d) {
  (void)f, (void)s, (void)d;
  write_path(path, 'Q', (float[]){x1, y1, x, y});
}

static void cubic_to(
  hb_draw_funcs_t *f, void *path, hb_draw_state_t *s, float x1, float y1, float x2, float y2, float x, float y,
  void *d) {
  (void)f, (void)s, (void)d;
  write_path(path, 'C', (float[]){x1, y1, x2, y2, x, y});
}

static void close_path(hb_draw_funcs_t *f, void *path, hb_draw_state_t *s, void *d) {
  (void)f, (void)s, (void)d;
  write_path(path, 'Z', NULL);
}

static hb_draw_funcs_t *create_path_functions(void) {
  hb_draw_funcs_t *functions = load_draw_funcs_create();
  load_draw_funcs_set_move_to_func(functions, move_to, NULL, NULL);
  load_draw_funcs_set_line_to_func(functions, line_to, NULL, NULL);
  load_draw_funcs_set_quadratic_to_func(functions, quadratic_to, NULL, NULL);
  load_draw_funcs_set_cubic_to_func(functions, cubic_to, NULL, NULL);
  load_draw_funcs_set_close_path_func(functions, close_path, NULL, NULL);
  return functions;
}

bool se_glyph_outline(const se_font *font, uint32_t glyph, se_path_sink sink, void *context) {
  if (!draw_glyph) return false;
  path path = {sink, context};
  draw_glyph(font->font, glyph, path_functions, &path);
  return true;
}

bool se_glyph_draw_picture(
  const se_font *font, uint32_t glyph, void (*sink)(void *context, const se_glyph_picture *picture), void *context) {
  hb_blob_t *blob = load_ot_color_glyph_reference_png(font->font, glyph);
  unsigned length = 0;
  const char *bytes = load_blob_get_data(blob, &length);
  hb_glyph_extents_t box;
  bool found = bytes && length > 0 && load_font_get_glyph_extents(font->font, glyph, &box);
  if (found) {
    se_glyph_picture picture = {
      (const uint8_t *)bytes, length, box.x_bearing, box.y_bearing + box.height, box.width, -box.height};
    sink(context, &picture);
  }
  load_blob_destroy(blob);
  return found;
}
