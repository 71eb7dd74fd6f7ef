/* The plugin of soak tests. The member `does` of a block, or the macro DOES, selects what it does.
 *
 *     cc -shared -fPIC -I Sources/PluginPlatform/CSectionABI/include -DWORD='"Build 7"' -DDOES='"crash"' soaked.c -o soaked.so
 *
 * Payload: {"blockCode": "SOAKED", "title": "…", "does": "draw"}. An array `rows` adds one row per element. */
#include "section_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef WORD
#define WORD "Built once"
#endif
#ifndef DOES
#define DOES "draw"
#endif

typedef struct soaked {
  se_value block;
  uint32_t rows;
} soaked;

static int is(se_str text, const char *word) {
  return text.length == strlen(word) && memcmp(text.data, word, text.length) == 0;
}

static void act(const se_host *host, se_str told) {
  if (is(told, "crash")) *(volatile int *)8 = 1;
  if (is(told, "abort")) abort();
  if (is(told, "exit")) exit(3);
  if (is(told, "slow")) usleep(60000);
  if (is(told, "hang")) for (;;) usleep(1000000);
  /* Allocates as much memory as the worker permits. */
  if (is(told, "gorge")) for (;;) if (!calloc(1, 1 << 20)) abort();
  if (is(told, "print")) printf("a plugin that prints, and asks for a file\n");
  if (is(told, "print")) (void)!fopen("/etc/passwd", "r");
  (void)host;
}

static se_status soaked_open(void *self, const se_host *host, const se_block *block, void **section) {
  (void)self;
  act(host, host->string(host, host->member(host, block->value, SE_STR("does"))));
  act(host, SE_STR(DOES));
  soaked *state = malloc(sizeof *state);
  if (state == NULL) return SE_FAILED;
  state->block = block->value;
  state->rows = host->count(host, host->member(host, block->value, SE_STR("rows")));
  *section = state;
  return SE_OK;
}

static void soaked_close(void *section) { free(section); }

static se_status soaked_row_count(void *section, const se_host *host, uint32_t *out) {
  (void)host;
  *out = 1 + ((soaked *)section)->rows;
  return SE_OK;
}

static se_status soaked_build(void *section, const se_host *host, se_part part, uint32_t row) {
  soaked *state = section;
  if (part != SE_PART_ROW) return SE_OK;
  se_node line = {.kind = SE_NODE_BOX, .name = SE_STR("line"), .source = state->block};
  line.style.flex_direction = SE_ROW;
  line.style.column_gap = 8;
  line.style.padding = (se_edges){SE_PT(8), SE_PT(8), SE_PT(8), SE_PT(8)};
  host->begin_node(host, &line);
  se_node text = {.kind = SE_NODE_TEXT, .font_size = 15};
  text.text =
      row == 0 ? host->string(host, host->member(host, state->block, SE_STR("title")))
               : host->string(host, host->element(
                                        host, host->member(host, state->block, SE_STR("rows")), row - 1));
  text.style.flex_grow = 1;
  text.style.flex_shrink = 1;
  host->begin_node(host, &text);
  host->end_node(host);
  se_node button = {.kind = SE_NODE_BUTTON, .text = SE_STR(WORD), .role = SE_ROLE_BUTTON};
  button.style.width = SE_PT(120);
  button.style.height = SE_PT(28);
  host->begin_node(host, &button);
  host->end_node(host);
  host->end_node(host);
  return SE_OK;
}

static const se_str codes[] = {{"SOAKED", sizeof "SOAKED" - 1}};
static const se_provider providers[] = {{
    .block_codes = codes,
    .block_code_count = 1,
    .open = soaked_open,
    .close = soaked_close,
    .row_count = soaked_row_count,
    .build = soaked_build,
}};
static const se_plugin plugin = {
    .abi = SE_ABI, .provider_count = 1, .id = "soaked", .version = "1.0.0", .providers = providers};

const se_plugin *section_plugin_entry(uint32_t host_abi) {
  (void)host_abi;
  return &plugin;
}
