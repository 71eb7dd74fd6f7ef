/* section_content.h: the extension "section.content/1", with properties of nodes that `se_node` lacks.
 *
 * In contract 1.0, a text has one style, and an image has no address. With this extension, a plugin
 * describes runs of a text, the picture of an image, the decoration of a node, and the item it shows.
 *
 *     const se_content *content = host->extension(host, SE_STR(SE_CONTENT));
 *     host->begin_node(host, &price);
 *     if (content) content->run(host, &(se_run){.start = 5, .length = 5, .traits = SE_TRAIT_STRIKE});
 *     host->end_node(host);
 *
 * If a host does not know the extension, `extension` returns NULL. The plugin must then draw without it,
 * and report once per section through `se_host.warn` what is missing. SectionKit does both.
 *
 * The rules and tags of section_plugin.h also apply here, with three additions:
 *
 * - Every function describes the open node. Call it after the node's `begin_node` and before the first
 *   child begins, because the host stores these properties in document order.
 * - Call each function at most once per node, but `run` once for each run. The host copies the struct.
 * - If a value is invalid, the host ignores the call with a warning and keeps the section, because a
 *   section must also be usable without this extension.
 *
 * The structs are frozen. Additions will become "section.content/2".
 */
#ifndef SECTION_CONTENT_H
#define SECTION_CONTENT_H

#include "section_plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SE_CONTENT "section.content/1"

/* ---- runs of a text ------------------------------------------------------------------------ */

typedef uint32_t se_traits;
#define SE_TRAIT_ITALIC ((se_traits)1)
#define SE_TRAIT_UNDERLINE ((se_traits)2)
#define SE_TRAIT_STRIKE ((se_traits)4)

/* The style of a part of the text of a TEXT, BUTTON or BADGE. Add runs in the order of the text, without
 * overlap. Text between runs has the style of the node. The host scales all lengths of a run with its font,
 * except `image_size`. */
typedef struct se_run {
  /* The range in the UTF-8 of the node's text, in bytes. It must begin and end at boundaries of
   * characters. */
  uint32_t start, length;
  double font_size;        /* in points before the text scale, as in se_node; 0: that of the node */
  uint32_t font_weight;    /* 0: the weight of the node */
  se_traits traits;
  se_str family;           /* a family of the font set; empty or unknown: the set's first family */
  double letter_spacing;   /* in points, added after each character; may be negative */
  double line_height;      /* in points; 0: that of the font. A line is as high as its highest run */
  double baseline_offset;  /* in points, positive upwards; may be negative */
  se_str color;            /* an appearance token; empty: the color of the node */
  se_str background;       /* an appearance token; empty: none */
  se_action action;        /* a link: a tap on this part of the text triggers it */
  /* The address of a picture that replaces the run's text. Screen readers read the text, and a host
   * without this extension draws it: for example "VIP" for a badge, or U+FFFC for a picture without words. */
  se_str image;
  se_size image_size;      /* in points, without the text scale. The bottom edge is on the baseline */
} se_run;

/* ---- the whole text ------------------------------------------------------------------------ */

/* The position of the ellipsis in a text that does not fit. MIDDLE and HEAD apply to the last line. */
typedef uint32_t se_truncation;
#define SE_TRUNCATE_TAIL ((se_truncation)0)
#define SE_TRUNCATE_MIDDLE ((se_truncation)1)
#define SE_TRUNCATE_HEAD ((se_truncation)2)

typedef uint32_t se_word_break;
#define SE_BREAK_WORDS_IF_NEEDED ((se_word_break)0) /* breaks only words that are longer than a line */
#define SE_BREAK_WORDS ((se_word_break)1)           /* breaks lines after any character */

/* Properties of a whole text. Letter spacing, line height and indent are in points for the font size
 * before the text scale: the host scales them together with the font. */
typedef struct se_paragraph {
  double line_height;      /* of every line; 0: that of the fonts */
  double letter_spacing;   /* for text without a run's letter_spacing */
  double minimum_scale;    /* 0 to 1: smallest factor for shrinking the font to make the text fit; 0: none */
  double first_line_indent;
  se_truncation truncation;
  se_word_break word_break;
} se_paragraph;

/* ---- pictures ------------------------------------------------------------------------------ */

typedef uint32_t se_content_mode;
#define SE_CONTENT_FILL ((se_content_mode)0)    /* keeps the aspect ratio, fills the frame, is clipped */
#define SE_CONTENT_FIT ((se_content_mode)1)     /* keeps the aspect ratio, fits into the frame */
#define SE_CONTENT_STRETCH ((se_content_mode)2) /* is stretched to the frame's aspect ratio */

/* The picture of an IMAGE. The host does not load the picture. It shows and compares the address, so a
 * changed address is a change of the page. A picture with a `tint` is a template picture: only its shape is
 * drawn, in that color. */
typedef struct se_picture {
  se_str address;
  se_content_mode mode;
  uint32_t reserved;
  se_str tint;             /* the color of a template picture: an appearance token */
  se_str placeholder;      /* the color before the picture is loaded: an appearance token */
} se_picture;

/* ---- any node ------------------------------------------------------------------------------ */

/* The corners that `corner_radius` rounds. START and END depend on the direction, as for se_edges. */
typedef uint32_t se_corners;
#define SE_CORNERS_ALL ((se_corners)0)
#define SE_CORNER_TOP_START ((se_corners)1)
#define SE_CORNER_TOP_END ((se_corners)2)
#define SE_CORNER_BOTTOM_END ((se_corners)4)
#define SE_CORNER_BOTTOM_START ((se_corners)8)

typedef struct se_decoration {
  se_str border_color;     /* an appearance token */
  double border_width;     /* drawn inside the edge; unlike `style.border`, it takes no space */
  double transparency;     /* 1 - opacity of the node and its children; 0, the default, is opaque */
  se_str shadow_color;     /* an appearance token; empty: no shadow */
  double shadow_x, shadow_y, shadow_blur;
  se_corners corners;
  uint32_t reserved;
} se_decoration;

/* The item that the node shows. It is not drawn; tests and tools find the node by it. */
typedef struct se_identity {
  se_str resource_type;    /* a kind of item, such as "playlist" */
  se_str resource_id;      /* text such as "2829883282", because ids can exceed the range of numbers */
  se_str state;            /* one word: "selected", "disabled", "playing" */
} se_identity;

/* ---- functions ----------------------------------------------------------------------------- */

/* The table that `se_host.extension` returns for SE_CONTENT. Call its functions only during `build`. */
typedef struct se_content {
  /* Adds a run to the text of the open node. [thread: section] [owner: plugin] */
  void (*run)(const se_host *host, const se_run *run);
  /* Sets properties of the whole text of the open node. [thread: section] [owner: plugin] */
  void (*paragraph)(const se_host *host, const se_paragraph *paragraph);
  /* Sets the picture of the open node, an IMAGE. [thread: section] [owner: plugin] */
  void (*picture)(const se_host *host, const se_picture *picture);
  /* Sets border, opacity, shadow and corners of the open node. [thread: section] [owner: plugin] */
  void (*decorate)(const se_host *host, const se_decoration *decoration);
  /* Sets the item that the open node shows. [thread: section] [owner: plugin] */
  void (*identify)(const se_host *host, const se_identity *identity);
} se_content;

#ifdef __cplusplus
}
#endif
#endif
