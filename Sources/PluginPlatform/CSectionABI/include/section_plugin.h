/* section_plugin.h: the contract between sectionengine and a section plugin.
 *
 * A plugin is one shared library that exports one function, `section_plugin_entry`. A plugin needs only this
 * header. The header is plain C11 without other include folders. C, C++, Rust and Zig can use it, and
 * SectionKit imports it for Swift.
 *
 *     cc -shared -fPIC -I<include dir> ticker.c -o ticker.so
 *
 * For each block of a feed that the plugin claims, the host calls these functions in this order:
 *
 *     open -> describe -> row_count -> item for each row -> build HEADER
 *          -> (row_height, build ROW) for each row -> build FOOTER, BACKGROUND -> frame -> close
 *
 * The host builds HEADER, FOOTER and BACKGROUND only if `describe` requests them.
 *
 * Only `open` is required: a provider with only `open`, `row_count` and `row_height` is complete.
 *
 * These rules apply to every function and every struct:
 *
 * - Zero is the default. A struct of zeros with some members set is valid: a length whose bytes are all
 *   zero is `auto`, and an enumeration of 0 is the initial value of its property.
 * - Structs are frozen. A new feature is a new struct behind `se_host.extension`, and no struct becomes
 *   longer. The reason: Swift identifies imported C structs by name, so a host and an older plugin in one
 *   process would use different strides for an array.
 * - Strings are UTF-8, given as pointer and length, not NUL terminated.
 * - No exception, no longjmp and no Swift error may leave a function. Functions return `se_status`.
 * - Lengths are in points, unless the member has another unit.
 * - Members named `reserved` are zero. No function reads them.
 * - The host owns all memory that it passes to a call. The value that `section_plugin_entry` returns is
 *   static, with everything that it points to. Tags name the owner of all other memory.
 *
 * Each function has tags for its thread and for the owner of memory:
 *   [thread: any]      may run on any thread, at the same time as any other function
 *   [thread: section]  the host calls it for one section at a time, on the thread that opened the section;
 *                      other sections, also of the same plugin, may be open on other threads
 *   [owner: host]      the memory belongs to the host, and is valid until the call that received it returns
 *   [owner: plugin]    the memory belongs to the plugin, and must be valid until the call returns
 *   [owner: static]    the memory must stay valid and unchanged until the process ends
 */
#ifndef SECTION_PLUGIN_H
#define SECTION_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version ------------------------------------------------------------------------------- */

/* This header is frozen within a major version: a higher minor version only adds constants and extensions.
 * A host runs plugins of its own major version with any minor version, and refuses plugins of other major
 * versions. For an older host, a later constant is an unknown value, and the section is lost. A plugin that
 * uses such a constant must therefore compare `host_abi` first. */
#define SE_ABI_MAJOR 1u
#define SE_ABI_MINOR 0u
#define SE_ABI ((SE_ABI_MAJOR << 16) | SE_ABI_MINOR)

/* Enumerations are integers with named constants, because gcc 12 rejects `enum x : uint32_t` before C23. In
 * Swift, these constants have the type of their enumeration. */

typedef int32_t se_status;
#define SE_OK ((se_status)0)
/* The provider cannot draw the block. Call `se_host.fail` with the reason first. */
#define SE_FAILED ((se_status)1)
/* Only for `open`: the provider does not know the shape of this payload. The host calls the next provider
 * of its fallback ladder. Call `se_host.fail` with the reason first. */
#define SE_DECLINED ((se_status)2)

/* ---- values -------------------------------------------------------------------------------- */

/* Borrowed UTF-8. `data` may be NULL if `length` is 0. */
typedef struct se_str {
  const char *data;
  size_t length;
} se_str;

/* A value of the feed or of the settings: an index into a flat tape, never a pointer. The host checks the
 * bounds of every access, so any number is safe. The kind of 0, and of any value that does not exist, is
 * SE_MISSING. */
typedef struct se_value {
  uint32_t index;
} se_value;

/* Absent, null, {}, [] and "" are five different inputs. */
typedef uint32_t se_kind;
#define SE_MISSING ((se_kind)0)
#define SE_NULL ((se_kind)1)
#define SE_BOOL ((se_kind)2)
#define SE_NUMBER ((se_kind)3)
#define SE_STRING ((se_kind)4)
#define SE_ARRAY ((se_kind)5)
#define SE_OBJECT ((se_kind)6)

/* ---- geometry and style -------------------------------------------------------------------- */

typedef struct se_size {
  double width, height;
} se_size;

typedef uint32_t se_unit;
#define SE_AUTO ((se_unit)0)
#define SE_POINTS ((se_unit)1)
/* Percent of the parent's inner size; 100 is the whole size. */
#define SE_PERCENT ((se_unit)2)
/* Only for the width of an item: a fraction of the section's inner width, from 0 to 1. The spacing is
 * included, so n items with the fraction 1/n fill a line. */
#define SE_FRACTION ((se_unit)3)

typedef struct se_length {
  double value;
  se_unit unit;
  uint32_t reserved;
} se_length;

/* Edges are logical: `start` is the left edge on a page from left to right, and the right edge on a page
 * from right to left. There is no `left`, so sections are mirrored without further work. */
typedef struct se_edges {
  se_length top, end, bottom, start;
} se_edges;

typedef uint32_t se_flex_direction;
#define SE_COLUMN ((se_flex_direction)0)
#define SE_ROW ((se_flex_direction)1)
#define SE_COLUMN_REVERSE ((se_flex_direction)2)
#define SE_ROW_REVERSE ((se_flex_direction)3)

typedef uint32_t se_flex_wrap;
#define SE_NO_WRAP ((se_flex_wrap)0)
#define SE_WRAP ((se_flex_wrap)1)
#define SE_WRAP_REVERSE ((se_flex_wrap)2)

typedef uint32_t se_justify;
#define SE_JUSTIFY_START ((se_justify)0)
#define SE_JUSTIFY_CENTER ((se_justify)1)
#define SE_JUSTIFY_END ((se_justify)2)
#define SE_JUSTIFY_SPACE_BETWEEN ((se_justify)3)
#define SE_JUSTIFY_SPACE_AROUND ((se_justify)4)
#define SE_JUSTIFY_SPACE_EVENLY ((se_justify)5)

/* For align_items, align_self and align_content. AUTO is `stretch` for align_items, the parent's
 * align_items for align_self, and `flex-start` for align_content. */
typedef uint32_t se_align;
#define SE_ALIGN_AUTO ((se_align)0)
#define SE_ALIGN_START ((se_align)1)
#define SE_ALIGN_CENTER ((se_align)2)
#define SE_ALIGN_END ((se_align)3)
#define SE_ALIGN_STRETCH ((se_align)4)
#define SE_ALIGN_BASELINE ((se_align)5)
#define SE_ALIGN_SPACE_BETWEEN ((se_align)6)
#define SE_ALIGN_SPACE_AROUND ((se_align)7)
#define SE_ALIGN_SPACE_EVENLY ((se_align)8)

typedef uint32_t se_position;
#define SE_RELATIVE ((se_position)0)
#define SE_ABSOLUTE ((se_position)1)

typedef uint32_t se_overflow;
#define SE_VISIBLE ((se_overflow)0)
#define SE_HIDDEN ((se_overflow)1)

/* Flexbox with the initial values of mobile apps: column, stretch, flex-shrink 0, border-box, no automatic
 * minimum size. The members have the names of CSS. */
typedef struct se_style {
  se_flex_direction flex_direction;
  se_flex_wrap flex_wrap;
  se_justify justify_content;
  se_align align_items;
  se_align align_self;
  se_align align_content;
  se_position position;
  se_overflow overflow;
  double flex_grow;
  double flex_shrink;
  se_length flex_basis;
  se_length width, height;
  se_length min_width, min_height;
  se_length max_width, max_height;
  double aspect_ratio;      /* width / height; 0: none */
  se_edges margin;
  se_edges padding;
  se_edges border;          /* points only */
  se_edges inset;           /* ABSOLUTE: distances from the parent's edges; RELATIVE: a shift */
  double row_gap, column_gap;
} se_style;

/* ---- nodes --------------------------------------------------------------------------------- */

typedef uint32_t se_node_kind;
#define SE_NODE_BOX ((se_node_kind)0)          /* a flexbox container */
#define SE_NODE_TEXT ((se_node_kind)1)         /* a measured text */
#define SE_NODE_IMAGE ((se_node_kind)2)        /* a frame; the engine loads no picture */
#define SE_NODE_BUTTON ((se_node_kind)3)       /* a title to tap; `text` is centred */
#define SE_NODE_ICON ((se_node_kind)4)
#define SE_NODE_BADGE ((se_node_kind)5)        /* a short text on top of something */
#define SE_NODE_SPACER ((se_node_kind)6)
#define SE_NODE_PAGE_CONTROL ((se_node_kind)7) /* `count` dots; `current` is filled */
/* Containers that place their children as items. The padding is the inset, `column_gap` is the spacing along
 * x, and `row_gap` is the spacing along y. */
#define SE_NODE_LIST ((se_node_kind)8)         /* items one below the other */
#define SE_NODE_CAROUSEL ((se_node_kind)9)     /* items in one row that scrolls along x */
#define SE_NODE_PAGER ((se_node_kind)10)       /* pages as wide as the inner width; one is shown */

typedef uint32_t se_text_align;
#define SE_TEXT_START ((se_text_align)0)
#define SE_TEXT_CENTER ((se_text_align)1)
#define SE_TEXT_END ((se_text_align)2)

typedef uint32_t se_role;
#define SE_ROLE_NONE ((se_role)0)
#define SE_ROLE_BUTTON ((se_role)1)
#define SE_ROLE_IMAGE ((se_role)2)
#define SE_ROLE_HEADER ((se_role)3)
#define SE_ROLE_LINK ((se_role)4)
#define SE_ROLE_ADJUSTABLE ((se_role)5)

/* The action of a tap. The engine reports the action and never performs it. An empty target is no action. */
typedef struct se_action {
  se_str type;    /* the kind of action in the feed: "orpheus", "client_customized", "web" */
  se_str target;  /* "orpheus://playlist/2829883282" */
} se_action;

typedef struct se_node {
  se_node_kind kind;
  se_role role;
  se_str name;             /* the name in dumps and diffs: "card", "header"; empty: that of the kind */
  se_str text;             /* TEXT, BUTTON, BADGE; ICON: the symbol */
  se_str label;            /* accessibility label; dumps show it for a node without text */
  se_str badge;            /* IMAGE: the text in its corner */
  se_action action;
  se_value source;         /* the value that the node shows; diagnostics name its place in the feed */
  double font_size;        /* 0: 14 */
  uint32_t font_weight;    /* 0: 400 */
  uint32_t max_lines;      /* 0: no limit */
  se_text_align text_align;
  uint32_t count;          /* PAGE_CONTROL: dots. PAGER: lanes per page; 0: one item per page */
  uint32_t current;        /* PAGE_CONTROL, PAGER: the index of the shown page */
  double interval;         /* PAGER: seconds between automatic page changes; 0: none */
  double corner_radius;
  double image_aspect_ratio; /* IMAGE: aspect ratio of the picture; 0: unknown */
  se_str color;            /* a colour token of the feed layout: "text", "secondary" */
  se_str background;
  se_style style;
} se_node;

/* ---- sections ------------------------------------------------------------------------------ */

/* The arrangement of the rows of a section. Rows side by side are called items. */
typedef uint32_t se_section_layout;
/* One below the other. Neighbours that request the same width share a line if they fit. */
#define SE_LAYOUT_LIST ((se_section_layout)0)
#define SE_LAYOUT_CAROUSEL ((se_section_layout)1)   /* groups in one row that scrolls along x */
#define SE_LAYOUT_PAGER ((se_section_layout)2)      /* groups as wide as the inner width */
#define SE_LAYOUT_GRID ((se_section_layout)3)       /* equal columns; items may span columns and rows */
#define SE_LAYOUT_FLOW ((se_section_layout)4)       /* as many items in a line as fit */
#define SE_LAYOUT_WATERFALL ((se_section_layout)5)  /* each item goes to the shortest column */
/* A large item with N smaller items stacked beside it. Further items begin the next group below. */
#define SE_LAYOUT_ONE_PLUS_N ((se_section_layout)6)

/* How a CAROUSEL or PAGER scrolls along x, in the terms of compositional layouts. A group is one column of
 * items, with one item per lane. */
typedef uint32_t se_scrolling;
#define SE_SCROLL_CONTINUOUS ((se_scrolling)0)       /* stops at any offset */
#define SE_SCROLL_NONE ((se_scrolling)1)             /* does not scroll; the rest is out of reach */
/* Stops with a group at the leading edge. */
#define SE_SCROLL_GROUP_LEADING_BOUNDARY ((se_scrolling)2)
#define SE_SCROLL_PAGING ((se_scrolling)3)           /* stops at multiples of the inner width */
#define SE_SCROLL_GROUP_PAGING ((se_scrolling)4)     /* one group at a time, at the leading edge */
#define SE_SCROLL_GROUP_PAGING_CENTERED ((se_scrolling)5) /* one group at a time, in the middle */

/* The position of the section on the page. */
typedef uint32_t se_placement;
#define SE_PLACE_FLOW ((se_placement)0)         /* below the previous section */
#define SE_PLACE_OVERLAY ((se_placement)1)      /* on top of the next section; takes no height */
#define SE_PLACE_FLOAT_TOP ((se_placement)2)    /* at the upper edge of the screen; does not scroll */
#define SE_PLACE_FLOAT_BOTTOM ((se_placement)3) /* at the lower edge of the screen; does not scroll */

/* The extent of the background. */
typedef uint32_t se_background_extent;
#define SE_BEHIND_ROWS ((se_background_extent)0)    /* behind everything between header and footer */
#define SE_BEHIND_SECTION ((se_background_extent)1) /* behind header and footer, too */

typedef uint32_t se_part;
#define SE_PART_ROW ((se_part)0)
#define SE_PART_HEADER ((se_part)1)
#define SE_PART_FOOTER ((se_part)2)
#define SE_PART_BACKGROUND ((se_part)3)

/* A header or a footer of the section. The other members have no effect unless `present` is true. */
typedef struct se_supplement {
  bool present;
  bool pinned;             /* stays at the edge of the screen while its section scrolls */
  uint8_t reserved[6];
  se_length height;        /* SE_AUTO: the height of its laid out body */
} se_supplement;

/* Content height = margins + header + rows as the layout places them + spacing + insets + footer. It is at
 * least `minimum_height`. */
typedef struct se_section {
  se_section_layout layout;
  bool has_background;     /* build(SE_PART_BACKGROUND) draws behind the rows */
  uint8_t reserved[3];
  se_str title;            /* for dumps; not drawn. Must be valid until `close`. [owner: plugin] */
  /* The space around header, rows, footer and background. */
  double margin_top, margin_end, margin_bottom, margin_start;
  /* The space inside the margins, around the rows only. */
  double inset_top, inset_end, inset_bottom, inset_start;
  double row_spacing;      /* between rows along y */
  double item_spacing;     /* between items along x */
  double minimum_height;
  se_supplement header, footer;
  uint32_t columns;        /* GRID, WATERFALL: columns; ONE_PLUS_N: items beside the large item; 0: 1 */
  uint32_t lanes;          /* CAROUSEL, PAGER: items stacked in one group; 0: 1 */
  se_justify row_alignment; /* FLOW: how the items of one line share its free width */
  se_align item_alignment; /* the position of an item in a higher line: START, CENTER, END or STRETCH. AUTO
                            * is START; in CAROUSEL, PAGER and ONE_PLUS_N, items then fill their group,
                            * but a CAROUSEL's items with a height of their own are at its top */
  se_scrolling scrolling;  /* CAROUSEL, PAGER */
  uint32_t current_group;  /* CAROUSEL, PAGER: the index of the group at the scroll offset */
  double peek;             /* CAROUSEL, PAGER: the visible width of the next group at the section's edge,
                            * over insets and margins, if items have no width of their own */
  se_placement placement;
  se_background_extent background_extent;
} se_section;

/* The request of one row to the section's layout. A span larger than the number of columns covers all
 * columns. */
typedef struct se_item {
  /* SE_POINTS or SE_FRACTION in LIST, FLOW, CAROUSEL and ONE_PLUS_N; in ONE_PLUS_N, the width of the first
   * item applies to all large items. SE_AUTO is the full inner width in LIST, half of it for a large item,
   * and in FLOW and CAROUSEL the width of the content, or the width that `peek` leaves. The other layouts
   * set the width themselves. */
  se_length width;
  uint32_t column_span;    /* GRID, WATERFALL: the number of columns of the item; 0: 1 */
  uint32_t row_span;       /* GRID: the number of rows of the item; 0: 1 */
  bool full_bleed;         /* LIST: extends over the insets to the margins */
  bool stretch;            /* as high as the highest item in its line */
  uint8_t reserved[6];
} se_item;

/* A frame that the provider chooses. The engine sets y, because it stacks the sections in feed order. An AUTO
 * width is the width of the page, an AUTO height is the content height. If the height differs from the
 * content height, the next section starts below the frame, and a diagnostic reports both heights. */
typedef struct se_frame {
  double x;
  se_length width, height;
} se_frame;

typedef uint32_t se_appearance;
#define SE_LIGHT ((se_appearance)0)
#define SE_DARK ((se_appearance)1)

typedef uint32_t se_text_direction;
#define SE_LTR ((se_text_direction)0)
#define SE_RTL ((se_text_direction)1)

/* The sizes xs, s, m, large, xl, xxl, xxxl, ax1 … ax5 are the numbers 0 … 11. */
typedef uint32_t se_text_size;
#define SE_TEXT_LARGE ((se_text_size)3)

/* The layout of a section is a pure function of the block, the settings and the environment. */
typedef struct se_environment {
  double width;            /* of the page, in points */
  double scale;            /* pixels per point */
  se_appearance appearance;
  se_text_direction direction;
  se_text_size text_size;
  uint32_t reserved;
  double text_scale;       /* the factor of `text_size` for body text; 1 for large */
  se_str locale;           /* "zh-CN" */
} se_environment;

/* The argument of `open`. */
typedef struct se_block {
  se_value value;          /* the payload */
  se_value settings;       /* the feed layout's `defaults`, merged with its entry for the block code */
  se_str block_code;
  se_str show_type;        /* empty if the payload has none */
  se_environment environment;
} se_block;

/* ---- host ---------------------------------------------------------------------------------- */

typedef struct se_host se_host;

/* Pass the host of the current call to every function, and do not store it. */
struct se_host {
  uint32_t abi;
  uint32_t reserved;
  void *context;

  /* Returns the kind of a value; SE_MISSING if the value does not exist. O(1). [thread: section] */
  se_kind (*kind)(const se_host *host, se_value value);
  /* Returns the number of elements or members, or of bytes of a string; else 0. O(1). [thread: section] */
  uint32_t (*count)(const se_host *host, se_value value);
  /* Returns the first element of an array, or the first member of an object. O(1). [thread: section] */
  se_value (*first)(const se_host *host, se_value container);
  /* Returns the element or member after `value` in its container; a missing value after the last. O(1), so
   * a loop with `first` and `next` takes linear time. [thread: section] */
  se_value (*next)(const se_host *host, se_value value);
  /* Returns the element at an index. O(index). [thread: section] */
  se_value (*element)(const se_host *host, se_value array, uint32_t index);
  /* Returns the member of an object with a key; if the key is repeated, the last one. O(members).
   * [thread: section] */
  se_value (*member)(const se_host *host, se_value object, se_str key);
  /* Returns the key of a member of an object; empty for other values. [thread: section] [owner: host] */
  se_str (*key)(const se_host *host, se_value member);
  /* Reads an exact integer, without a double, so that ids keep all digits. Returns false and does not change
   * `out` if the value is not an integer in the range of the type. `1.0` and `1e3` are integers, up to 2^53.
   * [thread: section] */
  bool (*int64)(const se_host *host, se_value value, int64_t *out);
  bool (*uint64)(const se_host *host, se_value value, uint64_t *out);
  /* Returns a number as a double; `otherwise` if the value is not a number. [thread: section] */
  double (*number)(const se_host *host, se_value value, double otherwise);
  /* Returns a Boolean; `otherwise` if the value is not a Boolean. [thread: section] */
  bool (*boolean)(const se_host *host, se_value value, bool otherwise);
  /* Returns the unescaped text of a string; empty for other values. [thread: section] [owner: host] */
  se_str (*string)(const se_host *host, se_value value);

  /* Returns the size of a text as the engine lays it out. A `max_width` or `max_lines` of 0 is no limit. The
   * font size is the size before the environment's text scale, as in se_node. [thread: section] */
  se_size (*measure_text)(const se_host *host, se_str text, double font_size, uint32_t font_weight,
                          double max_width, uint32_t max_lines);

  /* Adds a node below the open node of the part that is built. The new node is then the open node. Call it
   * only during `build`. The host copies the node. [thread: section] [owner: plugin] */
  void (*begin_node)(const se_host *host, const se_node *node);
  /* Closes the open node; its parent is then the open node. [thread: section] */
  void (*end_node)(const se_host *host);

  /* Reports the reason, before the current call returns SE_FAILED or SE_DECLINED. `path` is relative to
   * `where` ("creatives[2].uiElement"), and may be empty. [thread: section] [owner: plugin] */
  void (*fail)(const se_host *host, se_value where, se_str path, se_str message);
  /* Reports a fault that does not lose the section, such as a dropped element, or a field that is treated as
   * absent. [thread: section] [owner: plugin] */
  void (*warn)(const se_host *host, se_value where, se_str path, se_str message);

  /* Returns an extension of the host by its name; NULL if the host lacks the extension.
   * [thread: any] [owner: static] */
  const void *(*extension)(const se_host *host, se_str name);
};

/* ---- plugin -------------------------------------------------------------------------------- */

typedef struct se_provider {
  void *self;                      /* the first argument of `open` [owner: static] */
  const se_str *block_codes;       /* "*" claims each block that no other provider draws [owner: static] */
  const se_str *show_types;        /* the second key, if no provider claims the code [owner: static] */
  uint32_t block_code_count;
  uint32_t show_type_count;

  /* Reads the block. The functions below receive the value that `open` stores in `*section`, which may be
   * NULL. The host may open a block again, in any order, with another environment. [thread: section] */
  se_status (*open)(void *self, const se_host *host, const se_block *block, void **section);
  /* Frees the memory that `open` allocated. The host calls it exactly once for each `open` that returned
   * SE_OK. [thread: section] */
  void (*close)(void *section);
  /* Describes the section; `out` is zeroed. NULL: a list of rows. [thread: section] */
  se_status (*describe)(void *section, const se_host *host, se_section *out);
  /* Sets the number of rows. NULL: one row. [thread: section] */
  se_status (*row_count)(void *section, const se_host *host, uint32_t *out);
  /* Sets the request of a row to the section's layout; `out` is zeroed. NULL: the zeroed struct.
   * [thread: section] */
  se_status (*item)(void *section, const se_host *host, uint32_t row, se_item *out);
  /* Sets the height of a row: SE_POINTS, or SE_AUTO for the height of its laid out body; `out` is SE_AUTO.
   * NULL: SE_AUTO. [thread: section] */
  se_status (*row_height)(void *section, const se_host *host, uint32_t row, se_length *out);
  /* Sets x, width and height of the section; `out` is zeroed. NULL: the zeroed struct. [thread: section] */
  se_status (*frame)(void *section, const se_host *host, se_frame *out);
  /* Adds the nodes of one part with begin_node and end_node. `row` is 0 for parts other than rows.
   * NULL: an empty body. [thread: section] */
  se_status (*build)(void *section, const se_host *host, se_part part, uint32_t row);
} se_provider;

typedef struct se_plugin {
  uint32_t abi;                    /* SE_ABI of the plugin's header */
  uint32_t provider_count;
  const char *id;                  /* NUL terminated: letters, digits, '-', '_', '.' */
  const char *version;             /* NUL terminated: "1.0.0" */
  const se_provider *providers;
  /* Returns an extension of the plugin by its name; NULL if the plugin lacks the extension. NULL: no
   * extensions. [thread: section] [owner: static] */
  const void *(*extension)(se_str name);
} se_plugin;

/* ---- renderers ----------------------------------------------------------------------------- */

/* Renderers are an extension of plugin and host: `se_plugin.extension` returns a `se_renderers` for
 * SE_RENDERERS, and `se_host.extension` returns a `se_output` for SE_OUTPUT. A plugin may have renderers,
 * providers, or both. */
#define SE_RENDERERS "section.renderers/1"
#define SE_OUTPUT "section.output/1"

/* The argument of `render`. */
typedef struct se_page {
  /* The laid out page, with sections, frames, nodes and diagnostics, as `sectionengine render --format json`
   * writes it. `sectionengine schema layout` describes it. */
  se_value layout;
  /* The options of the output: {"columns": 80, "charset": "unicode", "color": false}. */
  se_value options;
} se_page;

/* The struct that `se_host.extension` returns for SE_OUTPUT. */
typedef struct se_output {
  /* Appends UTF-8 text to the output. Call it only during `render`. The host copies the text.
   * [thread: section] [owner: plugin] */
  void (*write)(const se_host *host, se_str text);
} se_output;

typedef struct se_renderer {
  void *self;                      /* the first argument of `render` [owner: static] */
  se_str name;                     /* the value of --format: lower case letters, digits, '-' */
  /* Writes the page. The same page and options must give the same bytes. [thread: section] */
  se_status (*render)(void *self, const se_host *host, const se_page *page);
} se_renderer;

/* The struct that `se_plugin.extension` returns for SE_RENDERERS. */
typedef struct se_renderers {
  const se_renderer *renderers;    /* [owner: static] */
  uint32_t count;
  uint32_t reserved;
} se_renderers;

#define SE_ENTRY_SYMBOL "section_plugin_entry"
#if defined(__GNUC__) || defined(__clang__)
#define SE_EXPORT __attribute__((visibility("default")))
#else
#define SE_EXPORT
#endif

/* The only exported function. The host calls it once, before all other functions, with its own SE_ABI. The
 * function may return NULL to refuse the host. Set `abi` to SE_ABI of this header even if `host_abi` differs:
 * the host then reports the difference. [thread: section] [owner: static] */
SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi);

/* ---- macros for authors in C and C++ ------------------------------------------------------- */

#ifdef __cplusplus
#define SE_STR(literal) (se_str{(literal), sizeof(literal) - 1})
#define SE_PT(points) (se_length{(double)(points), SE_POINTS, 0})
#define SE_PCT(percent) (se_length{(double)(percent), SE_PERCENT, 0})
#define SE_FRAC(fraction) (se_length{(double)(fraction), SE_FRACTION, 0})
#else
#define SE_STR(literal) ((se_str){(literal), sizeof(literal) - 1})
#define SE_PT(points) ((se_length){.value = (points), .unit = SE_POINTS})
#define SE_PCT(percent) ((se_length){.value = (percent), .unit = SE_PERCENT})
#define SE_FRAC(fraction) ((se_length){.value = (fraction), .unit = SE_FRACTION})
#endif

#ifdef __cplusplus
}
#endif
#endif
