/* A plugin that draws the sections of sections.py. Words are numbers of the contract, lengths are pairs of value and unit. */
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

static se_status open_(void *self, host_ host, const se_block *block, void **section) {
  (void)self, (void)host;
  se_value *value = malloc(sizeof *value);
  if (!value) return SE_FAILED;
  *value = block->value;
  *section = value;
  return SE_OK;
}

static void close_(void *section) { free(section); }

static se_value row(void *section, host_ host, uint32_t row) {
  return host->element(host, member(host, *(se_value *)section, "rows"), row);
}

static se_status describe(void *section, host_ host, se_section *out) {
  se_value value = *(se_value *)section;
  out->layout = (se_section_layout)number(host, value, "layout");
  out->columns = (uint32_t)number(host, value, "columns");
  out->row_alignment = (se_justify)number(host, value, "row_alignment");
  out->item_alignment = (se_align)number(host, value, "item_alignment");
  out->row_spacing = number(host, value, "row_spacing");
  out->item_spacing = number(host, value, "item_spacing");
  out->inset_top = out->inset_end = out->inset_bottom = out->inset_start = number(host, value, "inset");
  return SE_OK;
}

static se_status row_count(void *section, host_ host, uint32_t *out) {
  *out = host->count(host, member(host, *(se_value *)section, "rows"));
  return SE_OK;
}

static se_status item(void *section, host_ host, uint32_t index, se_item *out) {
  se_value value = row(section, host, index);
  if (number(host, value, "width") > 0) out->width = SE_PT(number(host, value, "width"));
  out->column_span = (uint32_t)number(host, value, "column_span");
  out->row_span = (uint32_t)number(host, value, "row_span");
  out->stretch = host->boolean(host, member(host, value, "stretch"), false);
  return SE_OK;
}

static se_status row_height(void *section, host_ host, uint32_t index, se_length *out) {
  se_value value = row(section, host, index);
  if (!host->boolean(host, member(host, value, "natural"), false)) *out = SE_PT(number(host, value, "height"));
  return SE_OK;
}

static se_status build(void *section, host_ host, se_part part, uint32_t index) {
  (void)part;
  se_node node = {.kind = SE_NODE_BOX, .name = SE_STR("content")};
  node.style.height = SE_PT(number(host, row(section, host, index), "height"));
  host->begin_node(host, &node);
  host->end_node(host);
  return SE_OK;
}

static const se_str codes[] = {{"SECTION", 7}};
static const se_provider providers[] = {{.block_codes = codes, .block_code_count = 1, .open = open_, .close = close_,
                                         .describe = describe, .row_count = row_count, .item = item,
                                         .row_height = row_height, .build = build}};
static const se_plugin plugin = {.abi = SE_ABI, .provider_count = 1, .id = "sections", .version = "1.0.0",
                                 .providers = providers};

SE_EXPORT const se_plugin *section_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &plugin;
}
