/* A renderer that writes every frame of a page as comma separated values, for a spreadsheet.
 *
 *     cc -shared -fPIC -I PREFIX/include/sectionengine frames.c -o frames.so
 *     sectionengine render FEED --plugins . --format csv
 *
 * Each line is a section or a node: path, kind, x, y, width, height in the page's coordinates,
 * text.
 */
#include "section_plugin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
  const se_host *host;
  const se_output *output;
  size_t path_length;
  char path[8192]; /* deeper paths are cut */
} writer;

static void text(const writer *w, const char *data, size_t length) {
  w->output->write(w->host, (se_str){data, length});
}

/* Writes a field in quotes, and doubles the quotes within it. */
static void quoted(const writer *w, se_str field) {
  text(w, "\"", 1);
  size_t start = 0;
  for (size_t i = 0; i < field.length; i++) {
    if (field.data[i] != '"') continue;
    text(w, field.data + start, i + 1 - start);
    start = i; /* the next write repeats the quote */
  }
  text(w, field.data + start, field.length - start);
  text(w, "\"", 1);
}

static se_value member(const writer *w, se_value object, se_str key) {
  return w->host->member(w->host, object, key);
}

/* Writes a number with at most two decimals, as in a dump. */
static void number(const writer *w, double value) {
  char digits[40];
  int length = snprintf(digits, sizeof digits, ",%.10g", round(value * 100) / 100);
  text(w, digits, (size_t)length);
}

static void line(const writer *w, se_value frame, double x, double y, se_str kind, se_str words) {
  const se_host *host = w->host;
  quoted(w, (se_str){w->path, w->path_length});
  text(w, ",", 1);
  text(w, kind.data, kind.length);
  number(w, x);
  number(w, y);
  number(w, host->number(host, member(w, frame, SE_STR("width")), 0));
  number(w, host->number(host, member(w, frame, SE_STR("height")), 0));
  text(w, ",", 1);
  quoted(w, words);
  text(w, "\n", 1);
}

/* Appends to the path, and returns its previous length. */
static size_t enter(writer *w, se_str name) {
  size_t before = w->path_length;
  size_t room = sizeof w->path - w->path_length;
  if (name.length + 1 > room) return before;
  if (before > 0) w->path[w->path_length++] = '/';
  memcpy(w->path + w->path_length, name.data, name.length);
  w->path_length += name.length;
  return before;
}

static void node(writer *w, se_value value, double x, double y, bool is_in_parent) {
  const se_host *host = w->host;
  se_value frame = member(w, value, SE_STR("frame"));
  double left = x + host->number(host, member(w, frame, SE_STR("x")), 0);
  double top = y + host->number(host, member(w, frame, SE_STR("y")), 0);
  size_t before = enter(w, host->string(host, member(w, value, SE_STR("id"))));
  line(w, frame, left, top, host->string(host, member(w, value, SE_STR("kind"))),
       host->string(host, member(w, value, SE_STR("text"))));
  se_value child = host->first(host, member(w, value, SE_STR("children")));
  for (; host->kind(host, child) != SE_MISSING; child = host->next(host, child)) {
    node(w, child, is_in_parent ? left : x, is_in_parent ? top : y, is_in_parent);
  }
  w->path_length = before;
}

static se_status render(void *self, const se_host *host, const se_page *page) {
  (void)self;
  const se_output *output = host->extension(host, SE_STR(SE_OUTPUT));
  if (output == NULL) {
    host->fail(host, page->layout, SE_STR(""), SE_STR("this host takes no output"));
    return SE_FAILED;
  }
  writer w = {.host = host, .output = output};
  se_str space = host->string(
      host, member(&w, member(&w, page->layout, SE_STR("frames")), SE_STR("nodes")));
  bool is_in_parent = space.length == 6 && memcmp(space.data, "parent", 6) == 0;
  static const char header[] = "path,kind,x,y,width,height,text\n";
  text(&w, header, sizeof header - 1);
  se_value section = host->first(host, member(&w, page->layout, SE_STR("sections")));
  for (; host->kind(host, section) != SE_MISSING; section = host->next(host, section)) {
    se_value frame = member(&w, section, SE_STR("frame"));
    double x = host->number(host, member(&w, frame, SE_STR("x")), 0);
    double y = host->number(host, member(&w, frame, SE_STR("y")), 0);
    size_t before = enter(&w, host->string(host, member(&w, section, SE_STR("blockCode"))));
    line(&w, frame, x, y, SE_STR("section"),
         host->string(host, member(&w, section, SE_STR("title"))));
    se_value root = member(&w, section, SE_STR("root"));
    if (host->kind(host, root) == SE_OBJECT) node(&w, root, x, y, is_in_parent);
    w.path_length = before;
  }
  return SE_OK;
}

static const se_renderer renderers[] = {
    {.name = {"csv", 3}, .render = render},
};
static const se_renderers offered = {.renderers = renderers, .count = 1};

static const void *extension(se_str name) {
  bool is_renderers =
      name.length == sizeof SE_RENDERERS - 1 && memcmp(name.data, SE_RENDERERS, name.length) == 0;
  return is_renderers ? &offered : NULL;
}

static const se_plugin plugin = {
    .abi = SE_ABI, .id = "frames-csv", .version = "1.0.0", .extension = extension};

SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &plugin;
}
