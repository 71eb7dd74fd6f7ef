#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CCairo.h"
#include "library.h"

struct se_pen {
  cairo_surface_t *surface;
  cairo_t *cairo;
  se_bytes_sink sink;
  void *context;
};

static se_pen *create(cairo_surface_t *surface, se_pen *pen) {
  pen->surface = surface;
  pen->cairo = se_cairo.create(surface);
  if (se_cairo.status(pen->cairo) == cairo_status_success) return pen;
  se_pen_finish(pen);
  return NULL;
}

se_pen *se_pen_create_image(int width, int height) {
  if (width < 1 || height < 1 || width > 32767 || height > 32767) return NULL;
  se_pen *pen = calloc(1, sizeof *pen);
  return pen ? create(se_cairo.image_surface_create(cairo_format_rgb24, width, height), pen) : NULL;
}

static int write_bytes(void *closure, const unsigned char *data, unsigned length) {
  const se_pen *pen = closure;
  return pen->sink(pen->context, data, length) ? cairo_status_success : cairo_status_write_error;
}

se_pen *se_pen_create_pdf(se_bytes_sink sink, void *context) {
  se_pen *pen = calloc(1, sizeof *pen);
  if (!pen) return NULL;
  pen->sink = sink;
  pen->context = context;
  cairo_surface_t *surface = se_cairo.pdf_surface_create_for_stream(write_bytes, pen, 1, 1);
  se_cairo.pdf_surface_set_metadata(surface, cairo_pdf_metadata_create_date, "1970-01-01T00:00:00Z");
  se_cairo.pdf_surface_set_metadata(surface, cairo_pdf_metadata_mod_date, "1970-01-01T00:00:00Z");
  return create(surface, pen);
}

void se_pen_begin_page(se_pen *pen, double width, double height, const char *label) {
  se_cairo.pdf_surface_set_size(pen->surface, width, height);
  se_cairo.pdf_surface_set_page_label(pen->surface, label);
  se_cairo.save(pen->cairo);
}

void se_pen_end_page(se_pen *pen) {
  se_cairo.restore(pen->cairo);
  se_cairo.show_page(pen->cairo);
}

const char *se_pen_finish(se_pen *pen) {
  int status = se_cairo.status(pen->cairo);
  se_cairo.destroy(pen->cairo);
  se_cairo.surface_finish(pen->surface);
  if (status == cairo_status_success) status = se_cairo.surface_status(pen->surface);
  se_cairo.surface_destroy(pen->surface);
  free(pen);
  return status == cairo_status_success ? NULL : se_cairo.status_to_string(status);
}

const uint8_t *se_pen_pixels(se_pen *pen, size_t *stride) {
  se_cairo.surface_flush(pen->surface);
  *stride = (size_t)se_cairo.image_surface_get_stride(pen->surface);
  return se_cairo.image_surface_get_data(pen->surface);
}

void se_pen_clear(se_pen *pen, double red, double green, double blue) {
  se_cairo.identity_matrix(pen->cairo);
  se_cairo.reset_clip(pen->cairo);
  se_cairo.new_path(pen->cairo);
  se_cairo.set_source_rgba(pen->cairo, red, green, blue, 1);
  se_cairo.paint(pen->cairo);
}

void se_pen_save(se_pen *pen) { se_cairo.save(pen->cairo); }
void se_pen_restore(se_pen *pen) { se_cairo.restore(pen->cairo); }
void se_pen_translate(se_pen *pen, double x, double y) { se_cairo.translate(pen->cairo, x, y); }
void se_pen_scale(se_pen *pen, double x, double y) { se_cairo.scale(pen->cairo, x, y); }

void se_pen_path(
  se_pen *pen, const char *commands, size_t count, const double *points, double x, double y, double scale_x,
  double scale_y, double slant, bool snaps) {
  cairo_t *cairo = pen->cairo;
  double p[6], last_x = x, last_y = y;
  for (size_t i = 0; i < count; i++) {
    int coordinates = commands[i] == 'C' ? 6 : commands[i] == 'Q' ? 4 : commands[i] == 'Z' ? 0 : 2;
    for (int j = 0; j < coordinates; j += 2) {
      p[j] = x + scale_x * (points[0] - slant * points[1]);
      p[j + 1] = y + scale_y * points[1];
      points += 2;
      if (snaps && !pen->sink) {
        se_cairo.user_to_device(cairo, &p[j], &p[j + 1]);
        p[j + 1] = floor(p[j + 1] * 4 + 0.5) / 4;
        se_cairo.device_to_user(cairo, &p[j], &p[j + 1]);
      }
    }
    switch (commands[i]) {
      case 'M': se_cairo.move_to(cairo, p[0], p[1]); break;
      case 'L': se_cairo.line_to(cairo, p[0], p[1]); break;
      case 'C': se_cairo.curve_to(cairo, p[0], p[1], p[2], p[3], p[4], p[5]); break;
      /* A quadratic curve is a cubic one, with control points at two thirds of the way to its own. */
      case 'Q':
        se_cairo.curve_to(
          cairo, last_x + (p[0] - last_x) * 2 / 3, last_y + (p[1] - last_y) * 2 / 3, p[2] + (p[0] - p[2]) * 2 / 3,
          p[3] + (p[1] - p[3]) * 2 / 3, p[2], p[3]);
        break;
      default: se_cairo.close_path(cairo);
    }
    if (coordinates > 0) {
      last_x = p[coordinates - 2];
      last_y = p[coordinates - 1];
    }
  }
}

void se_pen_clip(se_pen *pen) { se_cairo.clip(pen->cairo); }

void se_pen_fill(se_pen *pen, const double rgba[4], bool keeps) {
  se_cairo.set_source_rgba(pen->cairo, rgba[0], rgba[1], rgba[2], rgba[3]);
  keeps ? se_cairo.fill_preserve(pen->cairo) : se_cairo.fill(pen->cairo);
}

void se_pen_stroke(
  se_pen *pen, const double rgba[4], double width, const double *dashes, int dash_count, bool is_round, bool keeps) {
  se_cairo.set_source_rgba(pen->cairo, rgba[0], rgba[1], rgba[2], rgba[3]);
  se_cairo.set_line_width(pen->cairo, width);
  se_cairo.set_line_join(pen->cairo, is_round ? cairo_line_join_round : cairo_line_join_miter);
  se_cairo.set_dash(pen->cairo, dashes, dash_count, 0);
  keeps ? se_cairo.stroke_preserve(pen->cairo) : se_cairo.stroke(pen->cairo);
}

void se_pen_begin_layer(se_pen *pen) { se_cairo.push_group(pen->cairo); }

void se_pen_end_layer(se_pen *pen, double opacity) {
  se_cairo.pop_group_to_source(pen->cairo);
  se_cairo.paint_with_alpha(pen->cairo, opacity);
}

/* ---- pictures --------------------------------------------------------------------------------- */

struct se_picture {
  cairo_surface_t *surface;
  int width, height;
};

typedef struct reader {
  const uint8_t *bytes;
  size_t count;
} reader;

static int read_bytes(void *closure, unsigned char *data, unsigned length) {
  reader *reader = closure;
  if (length > reader->count) return cairo_status_read_error;
  memcpy(data, reader->bytes, length);
  reader->bytes += length;
  reader->count -= length;
  return cairo_status_success;
}

se_picture *se_picture_create(const uint8_t *bytes, size_t count, int *width, int *height) {
  reader reader = {bytes, count};
  se_picture *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  picture->surface = se_cairo.image_surface_create_from_png_stream(read_bytes, &reader);
  if (se_cairo.surface_status(picture->surface) != cairo_status_success) {
    se_picture_destroy(picture);
    return NULL;
  }
  *width = picture->width = se_cairo.image_surface_get_width(picture->surface);
  *height = picture->height = se_cairo.image_surface_get_height(picture->surface);
  return picture;
}

void se_picture_destroy(se_picture *picture) {
  se_cairo.surface_destroy(picture->surface);
  free(picture);
}

void se_pen_picture(
  se_pen *pen, const se_picture *picture, double x, double y, double width, double height, const double *tint) {
  cairo_t *cairo = pen->cairo;
  se_cairo.save(cairo);
  se_cairo.translate(cairo, x, y);
  se_cairo.scale(cairo, width / picture->width, height / picture->height);
  if (tint) {
    se_cairo.set_source_rgba(cairo, tint[0], tint[1], tint[2], tint[3]);
    se_cairo.mask_surface(cairo, picture->surface, 0, 0);
  } else {
    static const double corners[] = {0, 0, 1, 0, 1, 1, 0, 1};
    se_cairo.set_source_surface(cairo, picture->surface, 0, 0);
    /* Repeats the outer pixels, so that the edges do not become transparent. */
    cairo_pattern_t *source = se_cairo.get_source(cairo);
    se_cairo.pattern_set_extend(source, cairo_extend_pad);
    se_cairo.pattern_set_filter(source, cairo_filter_bilinear);
    se_pen_path(pen, "MLLLZ", 5, corners, 0, 0, picture->width, picture->height, 0, false);
    se_cairo.fill(cairo);
  }
  se_cairo.restore(cairo);
}
