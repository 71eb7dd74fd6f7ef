/* A ticker: one row per item, as high as its text needs, and a tap that opens the item's page.
 *
 *     cc -shared -fPIC -I PREFIX/include/sectionengine ticker.c -o ticker.so
 *
 * Payload: {"blockCode": "TICKER", "title": "…", "items": [{"text": "…", "url": "https://…"}]}
 */
#include "section_plugin.h"

#include <stdlib.h>
#include <string.h>

/* The state between `open` and `close`. A value is an index, so it may be stored. Text that the
 * host lends may not be stored, so the title is copied. */
typedef struct ticker {
  se_value items;
  se_str title;
  char title_bytes[];
} ticker;

static se_status ticker_open(void *self, const se_host *host, const se_block *block,
                             void **section) {
  (void)self;
  se_value items = host->member(host, block->value, SE_STR("items"));
  if (host->kind(host, items) != SE_ARRAY) {
    host->fail(host, block->value, SE_STR("items"), SE_STR("a ticker needs an array of items"));
    return SE_DECLINED;
  }
  se_value title_value = host->member(host, block->value, SE_STR("title"));
  se_str title = host->string(host, title_value);
  ticker *state = malloc(sizeof *state + title.length);
  if (state == NULL) {
    host->fail(host, block->value, SE_STR(""), SE_STR("out of memory"));
    return SE_FAILED;
  }
  state->items = items;
  state->title = (se_str){state->title_bytes, title.length};
  if (title.length > 0) memcpy(state->title_bytes, title.data, title.length);
  *section = state;
  return SE_OK;
}

static void ticker_close(void *section) { free(section); }

static se_status ticker_describe(void *section, const se_host *host, se_section *out) {
  (void)host;
  out->title = ((ticker *)section)->title;
  return SE_OK;
}

static se_status ticker_row_count(void *section, const se_host *host, uint32_t *out) {
  *out = host->count(host, ((ticker *)section)->items);
  return SE_OK;
}

/* A row with a text that wraps and a button next to it. Without row_height, the engine lays out the
 * body. */
static se_status ticker_build(void *section, const se_host *host, se_part part, uint32_t row) {
  if (part != SE_PART_ROW) return SE_OK;
  se_value item = host->element(host, ((ticker *)section)->items, row);
  se_str url = host->string(host, host->member(host, item, SE_STR("url")));

  se_node line = {.kind = SE_NODE_BOX, .name = SE_STR("line"), .source = item};
  line.action = (se_action){SE_STR("web"), url};
  line.style.flex_direction = SE_ROW;
  line.style.align_items = SE_ALIGN_CENTER;
  line.style.column_gap = 12;
  line.style.padding = (se_edges){SE_PT(12), SE_PT(16), SE_PT(12), SE_PT(16)};
  host->begin_node(host, &line);

  se_node text = {.kind = SE_NODE_TEXT, .font_size = 15, .font_weight = 700};
  text.text = host->string(host, host->member(host, item, SE_STR("text")));
  text.style.flex_grow = 1;
  text.style.flex_shrink = 1;
  host->begin_node(host, &text);
  host->end_node(host);

  se_node button = {.kind = SE_NODE_BUTTON, .text = SE_STR("Open"), .role = SE_ROLE_BUTTON};
  button.style.width = SE_PT(64);
  button.style.height = SE_PT(28);
  host->begin_node(host, &button);
  host->end_node(host);

  host->end_node(host);
  return SE_OK;
}

static const se_str codes[] = {{"TICKER", sizeof "TICKER" - 1}};
static const se_str show_types[] = {{"TICKER_LINES", sizeof "TICKER_LINES" - 1}};

static const se_provider providers[] = {{
    .block_codes = codes,
    .block_code_count = 1,
    .show_types = show_types,
    .show_type_count = 1,
    .open = ticker_open,
    .close = ticker_close,
    .describe = ticker_describe,
    .row_count = ticker_row_count,
    .build = ticker_build,
}};

static const se_plugin plugin = {
    .abi = SE_ABI,
    .provider_count = 1,
    .id = "ticker-c",
    .version = "1.0.0",
    .providers = providers,
};

const se_plugin *section_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &plugin;
}
