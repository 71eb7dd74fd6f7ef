/* The functions of cairo and zlib in use, with their types. */
#ifndef SE_CCAIRO_LIBRARY_H
#define SE_CCAIRO_LIBRARY_H

#include <stdint.h>

typedef struct cairo cairo_t;
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo_pattern cairo_pattern_t;
typedef int (*cairo_write)(void *closure, const unsigned char *data, unsigned length);
typedef int (*cairo_read)(void *closure, unsigned char *data, unsigned length);

/* Values of cairo's enumerations. */
enum {
  cairo_format_rgb24 = 1,
  cairo_status_success = 0,
  cairo_status_no_memory = 1,
  cairo_status_read_error = 10,
  cairo_status_write_error = 11,
  cairo_line_join_miter = 0,
  cairo_line_join_round = 1,
  cairo_extend_pad = 3,
  cairo_filter_bilinear = 4,
  cairo_pdf_metadata_create_date = 5,
  cairo_pdf_metadata_mod_date = 6,
};

#define CAIRO_FUNCTIONS(F)                                                                          \
  F(const char *, version_string, (void))                                                          \
  F(const char *, status_to_string, (int))                                                         \
  F(cairo_surface_t *, image_surface_create, (int, int, int))                                       \
  F(cairo_surface_t *, image_surface_create_from_png_stream, (cairo_read, void *))                  \
  F(unsigned char *, image_surface_get_data, (cairo_surface_t *))                                   \
  F(int, image_surface_get_stride, (cairo_surface_t *))                                             \
  F(int, image_surface_get_width, (cairo_surface_t *))                                              \
  F(int, image_surface_get_height, (cairo_surface_t *))                                             \
  F(cairo_surface_t *, pdf_surface_create_for_stream, (cairo_write, void *, double, double))        \
  F(void, pdf_surface_set_size, (cairo_surface_t *, double, double))                                \
  F(void, pdf_surface_set_metadata, (cairo_surface_t *, int, const char *))                         \
  F(void, pdf_surface_set_page_label, (cairo_surface_t *, const char *))                            \
  F(void, surface_flush, (cairo_surface_t *))                                                       \
  F(void, surface_finish, (cairo_surface_t *))                                                      \
  F(void, surface_destroy, (cairo_surface_t *))                                                     \
  F(int, surface_status, (cairo_surface_t *))                                                       \
  F(cairo_t *, create, (cairo_surface_t *))                                                         \
  F(void, destroy, (cairo_t *))                                                                     \
  F(int, status, (cairo_t *))                                                                       \
  F(void, save, (cairo_t *))                                                                        \
  F(void, restore, (cairo_t *))                                                                     \
  F(void, translate, (cairo_t *, double, double))                                                   \
  F(void, scale, (cairo_t *, double, double))                                                       \
  F(void, identity_matrix, (cairo_t *))                                                             \
  F(void, reset_clip, (cairo_t *))                                                                  \
  F(void, new_path, (cairo_t *))                                                                    \
  F(void, move_to, (cairo_t *, double, double))                                                     \
  F(void, line_to, (cairo_t *, double, double))                                                     \
  F(void, curve_to, (cairo_t *, double, double, double, double, double, double))                    \
  F(void, close_path, (cairo_t *))                                                                  \
  F(void, clip, (cairo_t *))                                                                        \
  F(void, fill, (cairo_t *))                                                                        \
  F(void, fill_preserve, (cairo_t *))                                                               \
  F(void, stroke, (cairo_t *))                                                                      \
  F(void, stroke_preserve, (cairo_t *))                                                             \
  F(void, paint, (cairo_t *))                                                                       \
  F(void, paint_with_alpha, (cairo_t *, double))                                                    \
  F(void, set_source_rgba, (cairo_t *, double, double, double, double))                             \
  F(void, set_source_surface, (cairo_t *, cairo_surface_t *, double, double))                       \
  F(void, mask_surface, (cairo_t *, cairo_surface_t *, double, double))                             \
  F(cairo_pattern_t *, get_source, (cairo_t *))                                                     \
  F(void, pattern_set_filter, (cairo_pattern_t *, int))                                             \
  F(void, pattern_set_extend, (cairo_pattern_t *, int))                                             \
  F(void, user_to_device, (cairo_t *, double *, double *))                                          \
  F(void, device_to_user, (cairo_t *, double *, double *))                                          \
  F(void, set_line_width, (cairo_t *, double))                                                      \
  F(void, set_line_join, (cairo_t *, int))                                                          \
  F(void, set_dash, (cairo_t *, const double *, int, double))                                       \
  F(void, push_group, (cairo_t *))                                                                  \
  F(void, pop_group_to_source, (cairo_t *))                                                         \
  F(void, show_page, (cairo_t *))

/* The z_stream of zlib.h. */
typedef struct zlib_stream {
  const uint8_t *next_in;
  unsigned available_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *allocate, *free, *opaque;
  int data_type;
  unsigned long adler, reserved;
} zlib_stream;

/* Values of zlib.h. */
enum { zlib_no_flush = 0, zlib_finish = 4, zlib_ok = 0, zlib_stream_end = 1, zlib_level = 3 };

#define ZLIB_FUNCTIONS(F)                                                                           \
  F(int, deflateInit_, (zlib_stream *, int, const char *, int))                                     \
  F(int, deflate, (zlib_stream *, int))                                                             \
  F(int, deflateEnd, (zlib_stream *))                                                               \
  F(unsigned long, crc32, (unsigned long, const uint8_t *, unsigned))

#define POINTER(type, name, parameters) type(*name) parameters;
extern struct se_cairo_functions { CAIRO_FUNCTIONS(POINTER) } se_cairo;
extern struct se_zlib_functions { ZLIB_FUNCTIONS(POINTER) } se_zlib;

#endif
