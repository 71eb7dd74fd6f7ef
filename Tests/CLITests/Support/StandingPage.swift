/// A page with every section layout, drawn by a plugin that takes the layout of each section from
/// its block.
enum StandingPage {
  /// The source of a plugin that reads the layout of a section and of each item from the block.
  /// Items are pictures with their number, headers and footers are lines of text.
  static let plugin = #"""
    #include "section_plugin.h"
    #include <stdlib.h>
    #include <string.h>
    typedef struct state { se_value block, items; } state;

    static se_value member(const se_host *host, se_value object, const char *key) {
      return host->member(host, object, (se_str){key, strlen(key)});
    }
    static double number(const se_host *host, se_value object, const char *key) {
      return host->number(host, member(host, object, key), 0);
    }
    static bool flag(const se_host *host, se_value object, const char *key) {
      return host->boolean(host, member(host, object, key), false);
    }
    /* Position among the words, which are in the order of the contract values. */
    static uint32_t word(const se_host *host, se_value object, const char *key,
                         const char *const *words) {
      se_str text = host->string(host, member(host, object, key));
      for (uint32_t i = 0; words[i] != NULL; i++)
        if (strlen(words[i]) == text.length && memcmp(words[i], text.data, text.length) == 0)
          return i;
      return 0;
    }
    static const char *const layouts[] = {"list", "carousel", "pager", "grid", "flow", "waterfall",
                                          "one-plus-n", NULL};
    static const char *const scrollings[] = {"continuous", "none", "leading-boundary", "paging",
                                             "group-paging", "group-paging-centered", NULL};
    static const char *const placements[] = {"flow", "overlay", "float-top", "float-bottom", NULL};

    static se_status open_block(void *self, const se_host *host, const se_block *block,
                                void **section) {
      (void)self;
      state *s = malloc(sizeof *s);
      *s = (state){block->value, member(host, block->value, "items")};
      *section = s;
      return SE_OK;
    }
    static void close_block(void *section) { free(section); }

    static se_status describe(void *section, const se_host *host, se_section *out) {
      se_value block = ((state *)section)->block;
      out->layout = word(host, block, "layout", layouts);
      out->scrolling = word(host, block, "scrolling", scrollings);
      out->placement = word(host, block, "placement", placements);
      out->columns = (uint32_t)number(host, block, "columns");
      out->lanes = (uint32_t)number(host, block, "lanes");
      out->current_group = (uint32_t)number(host, block, "group");
      out->peek = number(host, block, "peek");
      out->row_spacing = number(host, block, "rowSpacing");
      out->item_spacing = number(host, block, "itemSpacing");
      out->inset_start = out->inset_end = number(host, block, "inset");
      out->margin_top = out->margin_end = out->margin_bottom = out->margin_start =
          number(host, block, "margin");
      if (flag(host, block, "centered")) {
        out->row_alignment = SE_JUSTIFY_CENTER;
        out->item_alignment = SE_ALIGN_CENTER;
      }
      out->header.present = number(host, block, "header") > 0;
      out->header.pinned = true;
      out->header.height = SE_PT(number(host, block, "header"));
      out->footer.present = number(host, block, "footer") > 0;
      out->footer.pinned = true;
      out->footer.height = SE_PT(number(host, block, "footer"));
      out->has_background = flag(host, block, "background");
      out->background_extent = SE_BEHIND_SECTION;
      return SE_OK;
    }
    static se_status row_count(void *section, const se_host *host, uint32_t *out) {
      *out = host->count(host, ((state *)section)->items);
      return SE_OK;
    }
    static se_status item(void *section, const se_host *host, uint32_t row, se_item *out) {
      se_value item = host->element(host, ((state *)section)->items, row);
      if (number(host, item, "width") > 0) out->width = SE_PT(number(host, item, "width"));
      if (number(host, item, "part") > 0) out->width = SE_FRAC(1 / number(host, item, "part"));
      out->column_span = (uint32_t)number(host, item, "columns");
      out->row_span = (uint32_t)number(host, item, "rows");
      out->full_bleed = flag(host, item, "bleed");
      out->stretch = flag(host, item, "stretch");
      return SE_OK;
    }
    static se_status row_height(void *section, const se_host *host, uint32_t row,
                                se_length *out) {
      se_value item = host->element(host, ((state *)section)->items, row);
      *out = SE_PT(number(host, item, "height"));
      return SE_OK;
    }
    static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
      (void)section;
      char digit = (char)('0' + row % 10);
      se_node node = {.kind = SE_NODE_IMAGE, .label = {&digit, 1}};
      if (part == SE_PART_HEADER || part == SE_PART_FOOTER) {
        node = (se_node){.kind = SE_NODE_TEXT, .text = SE_STR("Header")};
        if (part == SE_PART_FOOTER) node.text = SE_STR("Footer");
      } else if (part == SE_PART_BACKGROUND) {
        node = (se_node){.kind = SE_NODE_BOX, .background = SE_STR("cell")};
      }
      node.style.flex_grow = 1;
      host->begin_node(host, &node);
      host->end_node(host);
      return SE_OK;
    }

    #define CODE(name) {#name, sizeof #name - 1}
    static const se_str codes[] = {
        CODE(HEADED), CODE(LIST), CODE(GRID), CODE(FLOW), CODE(WATERFALL), CODE(ONE_PLUS_N),
        CODE(CONTINUOUS), CODE(NONE), CODE(BOUNDARY), CODE(PAGING), CODE(GROUPS), CODE(CENTERED),
        CODE(PAGER), CODE(OVERLAY), CODE(EMPTY), CODE(LAST), CODE(ABOVE), CODE(BELOW)};
    static const se_provider providers[] = {{
        .block_codes = codes, .block_code_count = sizeof codes / sizeof codes[0],
        .open = open_block, .close = close_block, .describe = describe, .row_count = row_count,
        .item = item, .row_height = row_height, .build = build}};
    static const se_plugin plugin = {.abi = SE_ABI, .provider_count = 1, .id = "standing",
                                     .version = "1.0.0", .providers = providers};
    SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) {
      (void)host_abi;
      return &plugin;
    }
    """#

  /// The feed, in which five cards of 100 x 40 replace each `P`.
  static let feed = """
    [{"code": "HEADED", "header": 40, "footer": 20, "margin": 8, "background": true,
      "rowSpacing": 4, "items": [{"height": 100}, {"height": 100}, {"height": 100}]},
     {"code": "LIST", "inset": 10, "itemSpacing": 10, "rowSpacing": 5,
      "items": [{"part": 3, "height": 30}, {"part": 3, "height": 40, "stretch": true},
       {"part": 3, "height": 50}, {"height": 20, "bleed": true}]},
     {"code": "GRID", "layout": "grid", "columns": 3, "inset": 10, "itemSpacing": 10,
      "rowSpacing": 10, "items": [{"height": 40}, {"height": 40, "columns": 2},
       {"height": 100, "rows": 2}, {"height": 40}, {"height": 40}, {"height": 40}, {"height": 40}]},
     {"code": "FLOW", "layout": "flow", "inset": 10, "itemSpacing": 10, "rowSpacing": 10,
      "centered": true, "items": [{"width": 100, "height": 30}, {"width": 80, "height": 50},
       {"width": 120, "height": 40}, {"width": 60, "height": 20}]},
     {"code": "WATERFALL", "layout": "waterfall", "columns": 3, "inset": 10, "itemSpacing": 10,
      "rowSpacing": 10, "items": [{"height": 60}, {"height": 20}, {"height": 40}, {"height": 30},
       {"height": 20, "columns": 2}]},
     {"code": "ONE_PLUS_N", "layout": "one-plus-n", "columns": 2, "inset": 10, "itemSpacing": 10,
      "rowSpacing": 10, "items": [{"height": 100}, {"height": 30}, {"height": 40}]},
     {"code": "CONTINUOUS", "layout": "carousel", "group": 2, P},
     {"code": "NONE", "layout": "carousel", "scrolling": "none", "group": 2, P},
     {"code": "BOUNDARY", "layout": "carousel", "scrolling": "leading-boundary", "group": 1, P},
     {"code": "PAGING", "layout": "carousel", "scrolling": "paging", "group": 3, P},
     {"code": "GROUPS", "layout": "carousel", "scrolling": "group-paging", "inset": 10,
      "itemSpacing": 10, "peek": 20, "group": 1,
      "items": [{"height": 40}, {"height": 40}, {"height": 40}]},
     {"code": "CENTERED", "layout": "carousel", "scrolling": "group-paging-centered", "inset": 10,
      "itemSpacing": 10, "peek": 20, "group": 1,
      "items": [{"height": 40}, {"height": 40}, {"height": 40}]},
     {"code": "PAGER", "layout": "pager", "lanes": 2, "inset": 10, "itemSpacing": 10,
      "rowSpacing": 6, "group": 1, "items": [{"height": 30}, {"height": 30}, {"height": 30}]},
     {"code": "OVERLAY", "placement": "overlay", "items": [{"height": 30}]},
     {"code": "EMPTY", "items": []},
     {"code": "LAST", "header": 40, "items": [{"height": 400}]},
     {"code": "ABOVE", "placement": "float-top", "items": [{"height": 24}]},
     {"code": "BELOW", "placement": "float-bottom", "items": [{"height": 50}]}]
    """.replacing(
      "P}",
      with: """
        "inset": 10, "itemSpacing": 10, "items": [{"width": 100, "height": 40},
         {"width": 100, "height": 40}, {"width": 100, "height": 40}, {"width": 100, "height": 40},
         {"width": 100, "height": 40}]}
        """)

  static let layout = """
    {"name": "standing", "version": 1,
     "sources": {"feed": {"items": "$", "element": {"code": "code"}}},
     "chrome": {"navigationBar": {"height": 44}},
     "spacing": {"default": 8, "last": 12,
      "groups": {"scroller": ["CONTINUOUS", "NONE", "BOUNDARY", "PAGING", "GROUPS", "CENTERED"]},
      "between": [{"above": "scroller", "below": "scroller", "gap": 4},
       {"above": "PAGER", "below": "*", "gap": 20}, {"above": "HEADED", "below": "LIST", "gap": 16}]}}
    """

  /// Returns a folder with the plugin, the feed and the layout.
  static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.plugin(plugin, named: "plugins/standing")
    try scratch.write(feed, to: "feed.json")
    try scratch.write(layout, to: "layout.json")
    return scratch
  }
}
