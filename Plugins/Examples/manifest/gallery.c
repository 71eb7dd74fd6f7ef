/* A gallery of pictures with captions: a library without knowledge of feeds. */
#include <stdint.h>

struct frame {
  double x, width;
};

/* Returns a third of the width plus the height of the caption next to it. */
double gallery_row_height(double width, const char *caption,
                          double (*text_height)(const char *text, double size, double max_width)) {
  double picture = width / 3;
  return picture + 8 + text_height(caption, 13, width - picture - 44);
}

int32_t gallery_rows(uint32_t pictures, int32_t most) {
  return pictures < (uint32_t)most ? (int32_t)pictures : most;
}

/* Returns the width of the page minus a margin at both sides, if they fit. */
struct frame gallery_frame(double width, float margin) {
  double inner = width - 2 * (double)margin;
  struct frame frame = {margin, inner};
  if (!(inner > 0)) frame = (struct frame){0, width};
  return frame;
}
