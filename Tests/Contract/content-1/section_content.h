/* section_content.h: the extension "section.content/1", what a node shows beyond `se_node`.
 *
 * Contract 1.0 gives a text one style, and an image no address. Through this extension a plugin
 * describes runs of a text, the picture of an image, how a node is drawn, and the item that it shows.
 *
 *     const se_content *content = host->extension(host, SE_STR(SE_CONTENT));
 *     host->begin_node(host, &price);
 *     if (content) content->run(host, &(se_run){.start = 5, .length = 5, .traits = SE_TRAIT_STRIKE});
 *     host->end_node(host);
 *
 * A host that does not know the extension answers NULL. A plugin then draws without it, and reports
 * once per section through `se_host.warn` what is lost. SectionKit does both.
 *
 * The rules and tags of section_plugin.h hold here too, with three additions:
 *
 * - Every function describes the open node, between its `begin_node` and the first of its children: a
 *   host stores what few nodes have beside the nodes, in document order.
 * - A function may be called once per node, `run` once for each run. The struct is copied.
 * - A wrong value costs only what its call describes: the host ignores the call with a warning and keeps
 *   the section, which 1.0 hosts draw without it as well.
 *
 * The structs are frozen: more becomes "section.content/2".
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

/* A part of the text of a TEXT, BUTTON or BADGE. Runs are given in the order of the text and do not
 * overlap; text between them has the style of the node. */
typedef struct se_run {
  /* In bytes of the node's text, at boundaries of characters: bytes, since the text is UTF-8 on both
   * sides and every other unit would have to be counted twice. */
  uint32_t start, length;
  double font_size;        /* 0: the node's. Before the text scale, as in se_node */
  uint32_t font_weight;    /* 0: the node's */
  se_traits traits;
  se_str family;           /* a family of the font set; empty, or unknown to it: the first one */
  double letter_spacing;   /* added after each character; may be negative */
  double line_height;      /* of the lines with the run; 0: of its font. The largest run decides */
  double baseline_offset;  /* upwards; may be negative */
  se_str color;            /* appearance tokens; empty: the node's */
  se_str background;
  se_action action;        /* a link: only this part of the text reacts to a tap */
  /* Address of a picture in place of the run's text, which remains what assistive technology reads
   * and what a 1.0 host draws: "VIP" for a badge, U+FFFC for a picture without words. */
  se_str image;
  se_size image_size;      /* in points, not scaled with text. The lower edge is on the baseline */
} se_run;

/* ---- the whole text ------------------------------------------------------------------------ */

/* Where the ellipsis of a text is that does not fit. MIDDLE and HEAD apply to its last line. */
typedef uint32_t se_truncation;
#define SE_TRUNCATE_TAIL ((se_truncation)0)
#define SE_TRUNCATE_MIDDLE ((se_truncation)1)
#define SE_TRUNCATE_HEAD ((se_truncation)2)

typedef uint32_t se_word_break;
#define SE_BREAK_WORDS_IF_NEEDED ((se_word_break)0) /* only words that are longer than a line */
#define SE_BREAK_WORDS ((se_word_break)1)           /* lines end after any character */

/* Letter spacing, line height and indent grow with the font when a reader's text size grows: they are
 * given for the font size of the node, or of the run, before the text scale. */
typedef struct se_paragraph {
  double line_height;      /* of every line, 0: of its fonts */
  double letter_spacing;   /* of text without a run's own */
  double minimum_scale;    /* 0 to 1: the font shrinks so far before the text is cut; 0: not at all */
  double first_line_indent;
  se_truncation truncation;
  se_word_break word_break;
} se_paragraph;

/* ---- pictures ------------------------------------------------------------------------------ */

typedef uint32_t se_content_mode;
#define SE_CONTENT_FILL ((se_content_mode)0)    /* covers the frame, keeps its ratio, is cut off */
#define SE_CONTENT_FIT ((se_content_mode)1)     /* is visible as a whole, keeps its ratio */
#define SE_CONTENT_STRETCH ((se_content_mode)2) /* has the frame's ratio */

/* The picture of an IMAGE. An engine does not load it: the address is shown and compared, so that a
 * changed picture is a change of the page. */
typedef struct se_picture {
  se_str address;
  se_content_mode mode;
  uint32_t reserved;
  se_str tint;             /* the colour of a template picture: an appearance token */
  se_str placeholder;      /* the colour until it is loaded: an appearance token */
} se_picture;

/* ---- any node ------------------------------------------------------------------------------ */

/* The corners that `corner_radius` rounds: logical, as edges are. */
typedef uint32_t se_corners;
#define SE_CORNERS_ALL ((se_corners)0)
#define SE_CORNER_TOP_START ((se_corners)1)
#define SE_CORNER_TOP_END ((se_corners)2)
#define SE_CORNER_BOTTOM_END ((se_corners)4)
#define SE_CORNER_BOTTOM_START ((se_corners)8)

typedef struct se_decoration {
  se_str border_color;     /* an appearance token */
  double border_width;     /* drawn inside of the edge: unlike `style.border`, it takes no space */
  double transparency;     /* 1 - opacity, of the node and its children, since 0 is every default */
  se_str shadow_color;     /* an appearance token; empty: no shadow */
  double shadow_x, shadow_y, shadow_blur;
  se_corners corners;
  uint32_t reserved;
} se_decoration;

/* The item that the node shows, for tests and tools that find it: not drawn. */
typedef struct se_identity {
  se_str resource_type;    /* the feed's words: "playlist" */
  se_str resource_id;      /* "2829883282": text, since ids do not fit every number */
  se_str state;            /* one word: "selected", "disabled", "playing" */
} se_identity;

/* ---- functions ----------------------------------------------------------------------------- */

/* The answer of `se_host.extension` for SE_CONTENT. Only inside `build`. */
typedef struct se_content {
  /* Adds a run to the text of the open node. [thread: section] [owner: plugin] */
  void (*run)(const se_host *host, const se_run *run);
  /* Sets properties of the whole text of the open node. [thread: section] [owner: plugin] */
  void (*paragraph)(const se_host *host, const se_paragraph *paragraph);
  /* Sets the picture of the open node, an IMAGE. [thread: section] [owner: plugin] */
  void (*picture)(const se_host *host, const se_picture *picture);
  /* Sets how the open node is drawn. [thread: section] [owner: plugin] */
  void (*decorate)(const se_host *host, const se_decoration *decoration);
  /* Sets which item the open node shows. [thread: section] [owner: plugin] */
  void (*identify)(const se_host *host, const se_identity *identity);
} se_content;

#ifdef __cplusplus
}
#endif
#endif
