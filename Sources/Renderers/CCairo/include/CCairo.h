/* cairo and zlib for pictures. They are opened at the first picture, because most commands need neither and they may
 * not be installed.
 *
 * The functions of both libraries are declared here by hand, because the headers of cairo need those of X11 and of a
 * dozen other libraries, and cairo 1.16 and zlib 1.2 have them all, unchanged for years. */
#ifndef SE_CCAIRO_H
#define SE_CCAIRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens both libraries once; must be called before every other function. Returns NULL, the name of a library that
 * cannot be opened, or the name of a function that a library does not have. Any thread. */
const char *se_cairo_load(const char *cairo, const char *zlib);

/* The version of the opened cairo, such as "1.16.0". */
const char *se_cairo_version(void);

/* Receives bytes. Returns false to end the writing. */
typedef bool (*se_bytes_sink)(void *context, const uint8_t *bytes, size_t count);

/* A surface with its pen. One thread at a time. Lengths are in units of the pen, which are pixels of an image, and
 * points of a PDF, until se_pen_scale. */
typedef struct se_pen se_pen;

/* Creates an opaque image in one colour. Returns NULL without memory, or for sides outside of 1...32767. */
se_pen *se_pen_create_image(int width, int height);
/* Creates a PDF without pages. The dates in it are fixed. */
se_pen *se_pen_create_pdf(se_bytes_sink sink, void *context);
/* Begins a page of a PDF, in points. */
void se_pen_begin_page(se_pen *pen, double width, double height, const char *label);
void se_pen_end_page(se_pen *pen);
/* Finishes and frees the surface. Returns NULL, or what has failed since its creation. */
const char *se_pen_finish(se_pen *pen);

/* The pixels of an image, from top to bottom: 4 bytes each, blue first. */
const uint8_t *se_pen_pixels(se_pen *pen, size_t *stride);
/* Fills an image with a colour, and forgets transformations and clips. */
void se_pen_clear(se_pen *pen, double red, double green, double blue);

void se_pen_save(se_pen *pen);
void se_pen_restore(se_pen *pen);
void se_pen_translate(se_pen *pen, double x, double y);
void se_pen_scale(se_pen *pen, double x, double y);

/* Appends to the path: commands "MLQCZ" with the points that SVG gives them, moved by (x, y) after their scale. A slant moves
 * points that are higher by 1 to the right by that distance. On an image, `snaps` moves
 * points up or down to a quarter of a pixel, as Skia does with all paths. */
void se_pen_path(
  se_pen *pen, const char *commands, size_t count, const double *points, double x, double y, double scale_x,
  double scale_y, double slant, bool snaps);
/* The next three use up the path, unless `keeps` is true. */
void se_pen_clip(se_pen *pen);
void se_pen_fill(se_pen *pen, const double rgba[4], bool keeps);
void se_pen_stroke(
  se_pen *pen, const double rgba[4], double width, const double *dashes, int dash_count, bool is_round, bool keeps);

/* Draws the following shapes apart; se_pen_end_layer then draws them with an opacity. */
void se_pen_begin_layer(se_pen *pen);
void se_pen_end_layer(se_pen *pen, double opacity);

/* A picture read from a PNG file. */
typedef struct se_picture se_picture;
/* Returns NULL if the file is damaged. */
se_picture *se_picture_create(const uint8_t *bytes, size_t count, int *width, int *height);
void se_picture_destroy(se_picture *picture);
/* Draws a whole picture in a frame. With `tint`, this colour replaces all opaque pixels. */
void se_pen_picture(
  se_pen *pen, const se_picture *picture, double x, double y, double width, double height, const double *tint);

/* A writer of a PNG file: 8 bits of red, green and blue a pixel, the filter "up", and zlib's level 3: level 6
 * takes three times as long for files that are a third smaller. */
typedef struct se_png se_png;
se_png *se_png_create(int width, int height, se_bytes_sink sink, void *context);
/* Writes rows as se_pen_pixels returns them. Returns false if the sink or zlib has failed. */
bool se_png_write(se_png *png, const uint8_t *pixels, size_t stride, int rows);
/* Ends the file and frees the writer. Returns false if anything has failed, or rows are missing. */
bool se_png_finish(se_png *png);

#endif
