/* A plugin that draws the trees of pages.py. Words are numbers of the contract, lengths are pairs of value and unit. */
#include "section_plugin.h"

#include <stdlib.h>
#include <string.h>

typedef const se_host *host_;

static se_value member(host_ host, se_value value, const char *key) {
  return host->member(host, value, (se_str){key, strlen(key)});
}

static double number(host_ host, se_value value, const char *key) {
  return host->number(host, member(host, value, key), 0);
}

static uint32_t word(host_ host, se_value value, const char *key) { return (uint32_t)number(host, value, key); }

static se_length length(host_ host, se_value value, const char *key) {
  se_value pair = member(host, value, key);
  return (se_length){.value = host->number(host, host->element(host, pair, 0), 0),
                     .unit = (se_unit)host->number(host, host->element(host, pair, 1), SE_AUTO)};
}

static se_edges edges(host_ host, se_value value, const char *key) {
  se_value all = member(host, value, key);
  return (se_edges){.top = length(host, all, "top"), .end = length(host, all, "end"),
                    .bottom = length(host, all, "bottom"), .start = length(host, all, "start")};
}

static se_style style(host_ host, se_value value) {
  return (se_style){
    .flex_direction = word(host, value, "flex_direction"), .flex_wrap = word(host, value, "flex_wrap"),
    .justify_content = word(host, value, "justify_content"), .align_items = word(host, value, "align_items"),
    .align_self = word(host, value, "align_self"), .align_content = word(host, value, "align_content"),
    .position = word(host, value, "position"), .flex_grow = number(host, value, "flex_grow"),
    .flex_shrink = number(host, value, "flex_shrink"), .flex_basis = length(host, value, "flex_basis"),
    .width = length(host, value, "width"), .height = length(host, value, "height"),
    .min_width = length(host, value, "min_width"), .min_height = length(host, value, "min_height"),
    .max_width = length(host, value, "max_width"), .max_height = length(host, value, "max_height"),
    .aspect_ratio = number(host, value, "aspect_ratio"), .margin = edges(host, value, "margin"),
    .padding = edges(host, value, "padding"), .border = edges(host, value, "border"),
    .inset = edges(host, value, "inset"), .row_gap = number(host, value, "row_gap"),
    .column_gap = number(host, value, "column_gap")};
}

static void draw(host_ host, se_value value) {
  se_node node = {.name = SE_STR("tree"), .text = host->string(host, member(host, value, "text"))};
  node.kind = node.text.length ? SE_NODE_TEXT : SE_NODE_BOX;
  node.font_size = number(host, value, "size");
  node.style = style(host, member(host, value, "style"));
  host->begin_node(host, &node);
  se_value children = member(host, value, "children");
  for (se_value child = host->first(host, children); child.index; child = host->next(host, child)) draw(host, child);
  host->end_node(host);
}

static se_status open_(void *self, host_ host, const se_block *block, void **section) {
  (void)self, (void)host;
  se_value *value = malloc(sizeof *value);
  if (!value) return SE_FAILED;
  *value = block->value;
  *section = value;
  return SE_OK;
}

static se_status describe(void *section, host_ host, se_section *out) {
  out->row_spacing = number(host, *(se_value *)section, "rowSpacing");
  return SE_OK;
}

static se_status row_count(void *section, host_ host, uint32_t *out) {
  *out = host->count(host, member(host, *(se_value *)section, "rows"));
  return SE_OK;
}

static se_status build(void *section, host_ host, se_part part, uint32_t row) {
  (void)part;
  draw(host, host->element(host, member(host, *(se_value *)section, "rows"), row));
  return SE_OK;
}

static const se_str codes[] = {{"TREE", 4}};
static const se_provider provider = {
  .block_codes = codes, .block_code_count = 1, .open = open_, .close = free, .describe = describe,
  .row_count = row_count, .build = build};
static const se_plugin plugin = {
  .abi = SE_ABI, .provider_count = 1, .id = "trees", .version = "1.0.0", .providers = &provider};

SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &plugin;
}
