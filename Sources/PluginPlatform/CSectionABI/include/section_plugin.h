/* section_plugin.h: the contract between sectionengine and a section plugin.
 *
 * A plugin is one shared library that exports one function, `section_plugin_entry`. This header is
 * all it needs: plain C11, no other include folder, usable from C, C++, Rust and Zig, and imported
 * by SectionKit for Swift.
 *
 *     cc -shared -fPIC -I<include dir> ticker.c -o ticker.so
 *
 * What happens, in order, for each block of a feed that the plugin claims:
 *
 *     open -> describe -> row_count -> item for each row -> build HEADER
 *          -> (row_height, build ROW) for each row -> build FOOTER, BACKGROUND -> frame -> close
 *
 * HEADER, FOOTER and BACKGROUND are built where `describe` asked for them.
 *
 * A provider that answers only `open`, `row_count` and `row_height` is complete.
 *
 * Rules that hold for every function and every struct:
 *
 * - Zero is the default. A struct filled with zeros, then with what the author cares about, is valid:
 *   a length of zero bytes is `auto`, an enumeration of 0 is the initial value of its property.
 * - Structs are frozen. New capability arrives as a new struct behind `se_host.extension`, never as a
 *   longer struct: Swift unifies imported C structs by name, so a host and an older plugin in one
 *   process would otherwise disagree about the stride of an array.
 * - Strings are UTF-8, given as pointer and length, not NUL terminated.
 * - No exception, no longjmp and no Swift error crosses this border: functions return `se_status`.
 * - Units are points, unless a name says otherwise.
 * - Fields named `reserved` are zero, and read by nobody.
 * - What a host hands to a call belongs to the host; what `section_plugin_entry` returns is static, with
 *   all that it points to. Other owners are stated.
 *
 * Tags. Every function carries two:
 *   [thread: any]      may run on any thread, at the same time as any other function
 *   [thread: section]  the host calls it for one section at a time, on the thread that opened it; other
 *                      sections, of the same plugin too, may be open on other threads meanwhile
 *   [owner: host]      what it points to belongs to the host and is valid until the call that
 *                      received it returns
 *   [owner: plugin]    what it points to belongs to the plugin and must outlive the call
 *   [owner: static]    what it points to must stay valid and unchanged until the process ends
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

/* Frozen: nothing in this header changes within a major version, but for constants and extensions that
 * a higher minor version adds. A host runs plugins of its own major version, whatever the minor one, and
 * refuses others with "expected / got". To an older host a constant that came later is an unknown value,
 * which loses the section: a plugin that uses one compares `host_abi` first. */
#define SE_ABI_MAJOR 1u
#define SE_ABI_MINOR 0u
#define SE_ABI ((SE_ABI_MAJOR << 16) | SE_ABI_MINOR)

/* Enumerations are integers with named constants: gcc 12 rejects `enum x : uint32_t` before C23, and
 * the constants arrive in Swift with their type. */

typedef int32_t se_status;
#define SE_OK ((se_status)0)
/* The block cannot be drawn. Say why through `se_host.fail` first. */
#define SE_FAILED ((se_status)1)
/* Only from `open`: this payload is not of a shape that the provider knows. The host asks the next
 * provider of its fallback ladder. Say why through `se_host.fail` first. */
#define SE_DECLINED ((se_status)2)

/* ---- values -------------------------------------------------------------------------------- */

/* Borrowed UTF-8. `data` may be NULL when `length` is 0. */
typedef struct se_str {
  const char *data;
  size_t length;
} se_str;

/* A value of the feed or of the settings: an index into a flat tape, never a pointer. Every access is
 * bounds-checked by the host, so any number is safe to pass; 0, and whatever does not exist, reads as
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
/* Of the parent's inner size; 100 is all of it. */
#define SE_PERCENT ((se_unit)2)
/* Only for the width of an item: part of the section's inner width, 0 to 1, so that n items of 1/n and
 * the spacing between them fill a line. */
#define SE_FRACTION ((se_unit)3)

typedef struct se_length {
  double value;
  se_unit unit;
  uint32_t reserved;
} se_length;

/* Edges are logical: `start` is the left edge when the direction is left-to-right, and the right edge
 * when it is right-to-left. There is no `left`, so that every plugin mirrors without further work. */
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

/* Flexbox with a mobile app's initial values: column, stretch, flex-shrink 0, border-box, no automatic
 * minimum size. Words are CSS's. */
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
  double aspect_ratio;      /* width / height; 0 is none */
  se_edges margin;
  se_edges padding;
  se_edges border;          /* points only */
  se_edges inset;           /* of a positioned node */
  double row_gap, column_gap;
} se_style;

/* ---- nodes --------------------------------------------------------------------------------- */

typedef uint32_t se_node_kind;
#define SE_NODE_BOX ((se_node_kind)0)          /* flexbox container */
#define SE_NODE_TEXT ((se_node_kind)1)         /* measured text */
#define SE_NODE_IMAGE ((se_node_kind)2)        /* never downloaded: a frame with a badge */
#define SE_NODE_BUTTON ((se_node_kind)3)       /* a title that can be tapped; `text` is centred */
#define SE_NODE_ICON ((se_node_kind)4)
#define SE_NODE_BADGE ((se_node_kind)5)        /* a short text on top of something */
#define SE_NODE_SPACER ((se_node_kind)6)
#define SE_NODE_PAGE_CONTROL ((se_node_kind)7) /* dots: `count` of them, `current` filled */
/* Containers that place their children as items; the padding is the inset, `column_gap` the spacing
 * along x, `row_gap` along y. */
#define SE_NODE_LIST ((se_node_kind)8)         /* items one below the other */
#define SE_NODE_CAROUSEL ((se_node_kind)9)     /* items in one row that scrolls along x */
#define SE_NODE_PAGER ((se_node_kind)10)       /* pages as wide as the inner width; one stays on screen */

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

/* What a tap does. The engine routes it, and never performs it. Empty target: no action. */
typedef struct se_action {
  se_str type;    /* the feed's word: "orpheus", "client_customized", "web" */
  se_str target;  /* "orpheus://playlist/2829883282" */
} se_action;

typedef struct se_node {
  se_node_kind kind;
  se_role role;
  se_str name;             /* a word for dumps and diffs: "card", "header"; default: of the kind */
  se_str text;             /* TEXT, BUTTON, BADGE; ICON: its symbol */
  se_str label;            /* accessibility label, and what a dump shows of a node without text */
  se_str badge;            /* IMAGE: text in its corner */
  se_action action;
  se_value source;         /* the feed value that it shows: where diagnostics about it point */
  double font_size;        /* 0: 14 */
  uint32_t font_weight;    /* 0: 400 */
  uint32_t max_lines;      /* 0: as many as it takes */
  se_text_align text_align;
  uint32_t count;          /* PAGE_CONTROL: dots. PAGER: lanes per page, 0: one item is one page */
  uint32_t current;        /* PAGE_CONTROL, PAGER: index of the shown page */
  double interval;         /* PAGER: seconds between automatic turns; 0: none */
  double corner_radius;
  double image_aspect_ratio; /* IMAGE: of the picture itself, 0: unknown */
  se_str color;            /* appearance tokens of the feed layout: "text", "secondary" */
  se_str background;
  se_style style;
} se_node;

/* ---- sections ------------------------------------------------------------------------------ */

/* How the rows of a section stand. Where several stand side by side, they are called items. */
typedef uint32_t se_section_layout;
/* One below the other; neighbours that ask for the same width share a line as long as they fit. */
#define SE_LAYOUT_LIST ((se_section_layout)0)
#define SE_LAYOUT_CAROUSEL ((se_section_layout)1)   /* groups in one row that scrolls along x */
#define SE_LAYOUT_PAGER ((se_section_layout)2)      /* groups as wide as the inner width */
#define SE_LAYOUT_GRID ((se_section_layout)3)       /* equal columns, items span columns and rows */
#define SE_LAYOUT_FLOW ((se_section_layout)4)       /* as many items in a line as fit, then the next */
#define SE_LAYOUT_WATERFALL ((se_section_layout)5)  /* each item at the end of the shortest column */
/* A large item, and N smaller ones stacked beside it; more items begin the next group below. */
#define SE_LAYOUT_ONE_PLUS_N ((se_section_layout)6)

/* How the rows of a CAROUSEL or PAGER scroll along x, in the words of compositional layouts. A group is
 * what stands in one column: an item, or as many as there are lanes. */
typedef uint32_t se_scrolling;
#define SE_SCROLL_CONTINUOUS ((se_scrolling)0)       /* rests anywhere */
#define SE_SCROLL_NONE ((se_scrolling)1)             /* what does not fit is out of reach */
/* Rests where a group stands at the leading edge. */
#define SE_SCROLL_GROUP_LEADING_BOUNDARY ((se_scrolling)2)
#define SE_SCROLL_PAGING ((se_scrolling)3)           /* rests at multiples of the inner width */
#define SE_SCROLL_GROUP_PAGING ((se_scrolling)4)     /* one group at a time, at the leading edge */
#define SE_SCROLL_GROUP_PAGING_CENTERED ((se_scrolling)5) /* one group at a time, in the middle */

/* Where the section stands on the page. */
typedef uint32_t se_placement;
#define SE_PLACE_FLOW ((se_placement)0)         /* below the section before it */
#define SE_PLACE_OVERLAY ((se_placement)1)      /* on top of what follows, without taking height */
#define SE_PLACE_FLOAT_TOP ((se_placement)2)    /* at the upper edge of the screen, however it scrolls */
#define SE_PLACE_FLOAT_BOTTOM ((se_placement)3) /* at the lower edge of the screen */

/* What the background lies behind. */
typedef uint32_t se_background_extent;
#define SE_BEHIND_ROWS ((se_background_extent)0)    /* all between header and footer */
#define SE_BEHIND_SECTION ((se_background_extent)1) /* header and footer too */

typedef uint32_t se_part;
#define SE_PART_ROW ((se_part)0)
#define SE_PART_HEADER ((se_part)1)
#define SE_PART_FOOTER ((se_part)2)
#define SE_PART_BACKGROUND ((se_part)3)

/* A header or a footer of the section. Absent unless `present`. */
typedef struct se_supplement {
  bool present;
  bool pinned;             /* stays at the edge of the screen while its section scrolls */
  uint8_t reserved[6];
  se_length height;        /* SE_AUTO: of its laid out body */
} se_supplement;

/* content height = margins + header + rows as the layout places them + spacing + insets + footer, at
 * least `minimum_height`. */
typedef struct se_section {
  se_section_layout layout;
  bool has_background;     /* build(SE_PART_BACKGROUND) draws behind the rows */
  uint8_t reserved[3];
  se_str title;            /* for dumps; not drawn. [owner: plugin] until `close` */
  /* Around header, rows, footer and background. */
  double margin_top, margin_end, margin_bottom, margin_start;
  /* Inside of the margins, around the rows alone. */
  double inset_top, inset_end, inset_bottom, inset_start;
  double row_spacing;      /* between rows along y */
  double item_spacing;     /* between items along x */
  double minimum_height;
  se_supplement header, footer;
  uint32_t columns;        /* GRID, WATERFALL: columns; ONE_PLUS_N: items beside the large one; 0: 1 */
  uint32_t lanes;          /* CAROUSEL, PAGER: items stacked in one group; 0: 1 */
  se_justify row_alignment; /* FLOW: how the items of one line share its free width */
  se_align item_alignment; /* how an item stands in a line that is higher: START (AUTO), CENTER, END,
                            * STRETCH */
  se_scrolling scrolling;  /* CAROUSEL, PAGER */
  uint32_t current_group;  /* CAROUSEL, PAGER: index of the group that is scrolled to */
  double peek;             /* CAROUSEL, PAGER: how much of the next group shows, where items have no
                            * width of their own */
  se_placement placement;
  se_background_extent background_extent;
} se_section;

/* What a row asks of the section's layout. A span beyond the columns that there are covers them all. */
typedef struct se_item {
  /* SE_POINTS or SE_FRACTION in LIST, FLOW, CAROUSEL and, of the first item for all large ones,
   * ONE_PLUS_N. SE_AUTO: the full inner width in a list, half of it for a large item, in flow and
   * carousel the content's, or what `peek` leaves; other layouts give columns and pages. */
  se_length width;
  uint32_t column_span;    /* GRID, WATERFALL: columns that it covers; 0: 1 */
  uint32_t row_span;       /* GRID: rows that it covers; 0: 1 */
  bool full_bleed;         /* LIST: reaches over the insets to the margins */
  bool stretch;            /* as high as the highest item beside it */
  uint8_t reserved[6];
} se_item;

/* A frame of the provider's own choice. The engine owns y: sections stack in feed order. AUTO width is
 * the page's, AUTO height the content height. A height that differs from the content height wins for
 * stacking, with a diagnostic that states both. */
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

/* xs, s, m, large, xl, xxl, xxxl, ax1 … ax5 are 0 … 11. */
typedef uint32_t se_text_size;
#define SE_TEXT_LARGE ((se_text_size)3)

/* Layout is a pure function of the block, the settings and this. */
typedef struct se_environment {
  double width;            /* of the page */
  double scale;            /* pixels per point */
  se_appearance appearance;
  se_text_direction direction;
  se_text_size text_size;
  uint32_t reserved;
  double text_scale;       /* the factor of `text_size` for body text; 1 for large */
  se_str locale;           /* "zh-CN" */
} se_environment;

/* What `open` receives. */
typedef struct se_block {
  se_value value;          /* the payload */
  se_value settings;       /* the feed layout's defaults merged with its entry for this section */
  se_str block_code;
  se_str show_type;        /* empty: the payload has none */
  se_environment environment;
} se_block;

/* ---- host ---------------------------------------------------------------------------------- */

typedef struct se_host se_host;

/* Every function takes the host that was passed to the call that uses it; a host must not be kept. */
struct se_host {
  uint32_t abi;
  uint32_t reserved;
  void *context;

  /* Kind of a value; SE_MISSING for whatever does not exist. O(1). [thread: section] */
  se_kind (*kind)(const se_host *host, se_value value);
  /* Number of elements or members, bytes of a string, else 0. O(1). [thread: section] */
  uint32_t (*count)(const se_host *host, se_value value);
  /* First element of an array, or first member's value of an object. O(1). [thread: section] */
  se_value (*first)(const se_host *host, se_value container);
  /* The element or member after `value` in its container; missing after the last. O(1), so walking a
   * container with `first` and `next` is linear. [thread: section] */
  se_value (*next)(const se_host *host, se_value value);
  /* Element at an index. O(index). [thread: section] */
  se_value (*element)(const se_host *host, se_value array, uint32_t index);
  /* Member of an object; the last one where a key is repeated. O(members). [thread: section] */
  se_value (*member)(const se_host *host, se_value object, se_str key);
  /* Key under which a member stands in its object; empty for anything else.
   * [thread: section] [owner: host] */
  se_str (*key)(const se_host *host, se_value member);
  /* Exact integer. False, leaving `out` alone, when the value is no integer of that range: ids never
   * pass through a double. `1.0` and `1e3` are integers, up to 2^53. [thread: section] */
  bool (*int64)(const se_host *host, se_value value, int64_t *out);
  bool (*uint64)(const se_host *host, se_value value, uint64_t *out);
  /* Any number as a double; `otherwise` when it is not a number. [thread: section] */
  double (*number)(const se_host *host, se_value value, double otherwise);
  /* [thread: section] */
  bool (*boolean)(const se_host *host, se_value value, bool otherwise);
  /* Unescaped text of a string; empty for anything else. [thread: section] [owner: host] */
  se_str (*string)(const se_host *host, se_value value);

  /* Size of a text as the engine will lay it out. `max_width` 0: unlimited. `max_lines` 0: unlimited.
   * Font sizes are given before the environment's text scale, as in se_node. [thread: section] */
  se_size (*measure_text)(const se_host *host, se_str text, double font_size, uint32_t font_weight,
                          double max_width, uint32_t max_lines);

  /* Adds a node to the part that is being built, below the node that is open; it becomes the open
   * node. Only inside `build`. The node is copied. [thread: section] [owner: plugin] */
  void (*begin_node)(const se_host *host, const se_node *node);
  /* Closes the open node. [thread: section] */
  void (*end_node)(const se_host *host);

  /* Reports why the call that is about to return SE_FAILED or SE_DECLINED does so. `path` is relative
   * to `where` ("creatives[2].uiElement"), and may be empty. [thread: section] [owner: plugin] */
  void (*fail)(const se_host *host, se_value where, se_str path, se_str message);
  /* Reports something that costs less than the section: a dropped element, a field read as absent.
   * [thread: section] [owner: plugin] */
  void (*warn)(const se_host *host, se_value where, se_str path, se_str message);

  /* What the host offers beyond this struct, by name; NULL for what it does not.
   * [thread: any] [owner: static] */
  const void *(*extension)(const se_host *host, se_str name);
};

/* ---- plugin -------------------------------------------------------------------------------- */

typedef struct se_provider {
  void *self;                      /* passed back to `open` [owner: static] */
  const se_str *block_codes;       /* "*" claims every block that nobody else draws [owner: static] */
  const se_str *show_types;        /* second key, tried when no provider claims the code */
  uint32_t block_code_count;
  uint32_t show_type_count;

  /* Reads the block. `*section` is passed to the functions below, and may be NULL. The same block may
   * be opened again, in any order, with another environment. [thread: section] */
  se_status (*open)(void *self, const se_host *host, const se_block *block, void **section);
  /* Frees what `open` made. Called exactly once for each `open` that returned SE_OK.
   * [thread: section] */
  void (*close)(void *section);
  /* Fills in the section; `out` arrives zeroed. NULL: a list of rows. [thread: section] */
  se_status (*describe)(void *section, const se_host *host, se_section *out);
  /* NULL: one row. [thread: section] */
  se_status (*row_count)(void *section, const se_host *host, uint32_t *out);
  /* What the row asks of the section's layout; `out` arrives zeroed. NULL: as it arrives.
   * [thread: section] */
  se_status (*item)(void *section, const se_host *host, uint32_t row, se_item *out);
  /* SE_POINTS, or SE_AUTO for the height of the row's laid out body; `out` arrives as SE_AUTO.
   * NULL: automatic. [thread: section] */
  se_status (*row_height)(void *section, const se_host *host, uint32_t row, se_length *out);
  /* Sets x, width and height of the section; `out` arrives zeroed. NULL: as it arrives.
   * [thread: section] */
  se_status (*frame)(void *section, const se_host *host, se_frame *out);
  /* Adds the nodes of one part with begin_node and end_node. `row` is 0 for other parts.
   * NULL: an empty body. [thread: section] */
  se_status (*build)(void *section, const se_host *host, se_part part, uint32_t row);
} se_provider;

typedef struct se_plugin {
  uint32_t abi;                    /* SE_ABI of the header that it was built with */
  uint32_t provider_count;
  const char *id;                  /* NUL terminated: letters, digits, '-', '_', '.' */
  const char *version;             /* NUL terminated: "1.0.0" */
  const se_provider *providers;
  /* What the plugin offers beyond this struct, by name; NULL for what it does not. Itself NULL: nothing.
   * [thread: section] [owner: static] */
  const void *(*extension)(se_str name);
} se_plugin;

/* ---- renderers ----------------------------------------------------------------------------- */

/* An extension on both sides: the plugin answers SE_RENDERERS with a `se_renderers`, the host answers
 * SE_OUTPUT with a `se_output`. A plugin may bring renderers, providers, or both. */
#define SE_RENDERERS "section.renderers/1"
#define SE_OUTPUT "section.output/1"

/* What `render` receives. */
typedef struct se_page {
  /* The laid out page, as `sectionengine render --format json` writes it and `sectionengine schema
   * layout` describes it: sections, frames, nodes, diagnostics. */
  se_value layout;
  /* How to write it: {"columns": 80, "charset": "unicode", "color": false}. */
  se_value options;
} se_page;

/* What `se_host.extension` returns for SE_OUTPUT. */
typedef struct se_output {
  /* Appends to the product. Only inside `render`. UTF-8; the text is copied.
   * [thread: section] [owner: plugin] */
  void (*write)(const se_host *host, se_str text);
} se_output;

typedef struct se_renderer {
  void *self;                      /* passed back to `render` [owner: static] */
  se_str name;                     /* what --format takes: lower case letters, digits, '-' */
  /* Writes the page. The same page and options give the same bytes. [thread: section] */
  se_status (*render)(void *self, const se_host *host, const se_page *page);
} se_renderer;

/* What `se_plugin.extension` returns for SE_RENDERERS. */
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

/* The one exported function. `host_abi` is the host's SE_ABI. Called once, before anything else; may
 * return NULL to refuse the host. Fill `abi` with SE_ABI whatever the host's is: the host explains the
 * difference to the reader. [thread: section] [owner: static] */
SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi);

/* ---- convenience for authors in C and C++ -------------------------------------------------- */

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
