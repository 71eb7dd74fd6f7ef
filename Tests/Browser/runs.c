/* A plugin that draws texts with styled runs, which the feed in runs.py describes. */
#include "section_content.h"

#include <string.h>

static se_value cases;

static se_value member(const se_host *host, se_value value, const char *key) {
  return host->member(host, value, (se_str){key, strlen(key)});
}

static double number(const se_host *host, se_value value, const char *key) {
  return host->number(host, member(host, value, key), 0);
}

static se_status open_(void *self, const se_host *host, const se_block *block, void **section) {
  (void)self, (void)section;
  cases = member(host, block->value, "cases");
  return SE_OK;
}

static void draw(const se_host *host, const se_content *content, se_value value) {
  static char text[1 << 14];
  size_t length = 0;
  se_value parts = member(host, value, "parts");
  for (se_value part = host->first(host, parts); part.index; part = host->next(host, part)) {
    se_str own = host->string(host, member(host, part, "text"));
    if (own.length > sizeof text - length) return;
    memcpy(text + length, own.data, own.length);
    length += own.length;
  }
  se_node node = {.kind = SE_NODE_TEXT, .text = {text, length}};
  node.font_size = number(host, value, "size");
  node.font_weight = (uint32_t)number(host, value, "weight");
  if (number(host, value, "width") > 0) node.style.width = SE_PT(number(host, value, "width"));
  host->begin_node(host, &node);
  uint32_t start = 0;
  for (se_value part = host->first(host, parts); part.index; part = host->next(host, part)) {
    se_run run = {.start = start, .font_size = number(host, part, "size")};
    run.length = (uint32_t)host->string(host, member(host, part, "text")).length;
    run.font_weight = (uint32_t)number(host, part, "weight");
    run.letter_spacing = number(host, part, "spacing");
    run.family = host->string(host, member(host, part, "family"));
    if (number(host, part, "italic") > 0) run.traits = SE_TRAIT_ITALIC;
    content->run(host, &run);
    start += run.length;
  }
  host->end_node(host);
}

static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
  (void)section, (void)part, (void)row;
  const se_content *content = host->extension(host, SE_STR(SE_CONTENT));
  if (!content) return SE_FAILED;
  se_node column = {.kind = SE_NODE_BOX};
  column.style.align_items = SE_ALIGN_START;
  host->begin_node(host, &column);
  for (se_value value = host->first(host, cases); value.index; value = host->next(host, value))
    draw(host, content, value);
  host->end_node(host);
  return SE_OK;
}

static const se_str codes[] = {{"RUNS", 4}};
static const se_provider provider = {
  .block_codes = codes, .block_code_count = 1, .open = open_, .build = build};
static const se_plugin plugin = {
  .abi = SE_ABI, .provider_count = 1, .id = "runs", .version = "1.0.0", .providers = &provider};

SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &plugin;
}
