/* Finds source lines with libdw, and demangles C++ names with libstdc++. Both libraries read untrusted
 * data of a plugin, so only a sandboxed worker that explains a crash loads them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "CIsolation.h"

/* The types of elfutils/libdw.h, declared here so that the build does not need that package. */
typedef struct die {
  void *address, *unit, *abbreviation;
  long padding;
} die;
typedef struct attribute {
  unsigned code, form;
  unsigned char *value;
  void *unit;
} attribute;

#define TAG_INLINED 0x1d
#define TAG_FUNCTION 0x2e
#define ATTRIBUTE_FILE 0x3a
#define ATTRIBUTE_LINE 0x3b
#define ATTRIBUTE_CALL_FILE 0x58
#define ATTRIBUTE_CALL_LINE 0x59
#define ATTRIBUTE_LINKAGE_NAME 0x6e
#define READ 0

#define FUNCTIONS(F)                                                                     \
  F(void *, dwarf_begin, (int, int))                                                     \
  F(int, dwarf_nextcu, (void *, uint64_t, uint64_t *, size_t *, uint64_t *, uint8_t *, uint8_t *)) \
  F(die *, dwarf_offdie, (void *, uint64_t, die *))                                      \
  F(uint64_t, dwarf_dieoffset, (die *))                                                  \
  F(int, dwarf_haspc, (die *, uint64_t))                                                 \
  F(void *, dwarf_getsrc_die, (die *, uint64_t))                                         \
  F(const char *, dwarf_linesrc, (void *, uint64_t *, uint64_t *))                       \
  F(int, dwarf_lineno, (void *, int *))                                                  \
  F(int, dwarf_getscopes, (die *, uint64_t, die **))                                     \
  F(int, dwarf_getscopes_die, (die *, die **))                                           \
  F(int, dwarf_tag, (die *))                                                             \
  F(const char *, dwarf_diename, (die *))                                                \
  F(attribute *, dwarf_attr_integrate, (die *, unsigned, attribute *))                   \
  F(int, dwarf_formudata, (attribute *, uint64_t *))                                     \
  F(const char *, dwarf_formstring, (attribute *))                                       \
  F(int, dwarf_getsrcfiles, (die *, void **, size_t *))                                  \
  F(const char *, dwarf_filesrc, (void *, size_t, uint64_t *, uint64_t *))

#define POINTER(type, name, parameters) type(*name) parameters;
static struct { FUNCTIONS(POINTER) } dw;

static bool load(void) {
  static int state;
  if (state == 0) {
    void *library = dlopen("libdw.so.1", RTLD_NOW);
    state = library == NULL ? -1 : 1;
#define FIND(type, name, parameters) \
  if (state > 0 && (dw.name = (type(*) parameters)dlsym(library, #name)) == NULL) state = -1;
    FUNCTIONS(FIND)
  }
  return state > 0;
}

static void copy_end(char *to, size_t room, const char *from) {
  size_t length = from == NULL ? 0 : strlen(from);
  if (length >= room) from += length - room + 1, length = room - 1;
  if (length > 0) memcpy(to, from, length);
  to[length] = 0;
}

static const char *linkage_name(die *function) {
  attribute found;
  const char *name = NULL;
  if (dw.dwarf_attr_integrate(function, ATTRIBUTE_LINKAGE_NAME, &found) != NULL)
    name = dw.dwarf_formstring(&found);
  return name != NULL ? name : dw.dwarf_diename(function);
}

static uint64_t number(die *entry, unsigned name) {
  attribute found;
  uint64_t value = 0;
  if (dw.dwarf_attr_integrate(entry, name, &found) == NULL ||
      dw.dwarf_formudata(&found, &value) != 0)
    return 0;
  return value;
}

/* Finds the scopes that contain an address, innermost first. Returns their number. The caller frees `*scopes`. */
static int find_scopes(void *debug, die *unit, uint64_t address, die **scopes) {
  die *found = NULL, innermost;
  if (dw.dwarf_getscopes(unit, address, &found) <= 0) return 0;
  die *entry = dw.dwarf_offdie(debug, dw.dwarf_dieoffset(found), &innermost);
  free(found);
  return entry == NULL ? 0 : dw.dwarf_getscopes_die(entry, scopes);
}

/* Searches the line table backwards, from `address` at most 64 bytes and not below `start`. Returns the
 * first row found that has a line, or NULL. */
static void *row_before(die *unit, uint64_t start, uint64_t address) {
  int line = 0;
  for (uint64_t next = address; next > start && address - next < 64; next--) {
    void *row = dw.dwarf_getsrc_die(unit, next - 1);
    if (row != NULL && dw.dwarf_lineno(row, &line) == 0 && line != 0) return row;
  }
  return NULL;
}

static int lines_of_unit(void *debug, die *unit, uint64_t start, uint64_t address,
                         se_source_line *lines, int room) {
  void *row = dw.dwarf_getsrc_die(unit, address), *files = NULL;
  int line = 0, count = 0;
  const char *path = row == NULL ? NULL : dw.dwarf_linesrc(row, NULL, NULL);
  if (row != NULL) dw.dwarf_lineno(row, &line);
  if (line == 0 && (row = row_before(unit, start, address)) != NULL) {
    path = dw.dwarf_linesrc(row, NULL, NULL);
    dw.dwarf_lineno(row, &line);
  }
  size_t file_count = 0;
  (void)dw.dwarf_getsrcfiles(unit, &files, &file_count);
  die *scopes = NULL;
  int scope_count = find_scopes(debug, unit, address, &scopes);
  for (int i = 0; i < scope_count && count < room - 1; i++) {
    int tag = dw.dwarf_tag(&scopes[i]);
    if (tag == TAG_FUNCTION && line == 0) {
      /* The instruction has no line, as after a call that never returns: uses the function's line. */
      uint64_t file = number(&scopes[i], ATTRIBUTE_FILE);
      path = file < file_count ? dw.dwarf_filesrc(files, file, NULL, NULL) : NULL;
      line = (int)number(&scopes[i], ATTRIBUTE_LINE);
    }
    if (tag == TAG_FUNCTION) break;
    if (tag != TAG_INLINED) continue;
    copy_end(lines[count].function, sizeof lines->function, linkage_name(&scopes[i]));
    copy_end(lines[count].path, sizeof lines->path, path);
    lines[count++].line = (uint32_t)line;
    uint64_t file = number(&scopes[i], ATTRIBUTE_CALL_FILE);
    path = file < file_count ? dw.dwarf_filesrc(files, file, NULL, NULL) : NULL;
    line = (int)number(&scopes[i], ATTRIBUTE_CALL_LINE);
  }
  free(scopes);
  lines[count].function[0] = 0;
  copy_end(lines[count].path, sizeof lines->path, path);
  lines[count++].line = (uint32_t)line;
  return count;
}

int se_source_lines(int file, uint64_t start, uint64_t address, se_source_line *lines, int room) {
  if (!load()) return SE_NO_LIBDW;
  /* Keeps the last file open, because consecutive frames are often in the same file. */
  static int last_file = -1;
  static void *debug;
  if (file != last_file) {
    debug = dw.dwarf_begin(file, READ);
    last_file = file;
  }
  if (debug == NULL) return 0;
  uint64_t offset = 0, next;
  size_t header;
  while (dw.dwarf_nextcu(debug, offset, &next, &header, NULL, NULL, NULL) == 0) {
    die unit;
    if (dw.dwarf_offdie(debug, offset + header, &unit) != NULL &&
        dw.dwarf_haspc(&unit, address) > 0)
      return lines_of_unit(debug, &unit, start, address, lines, room);
    offset = next;
  }
  return 0;
}

char *se_demangle_cpp(const char *name) {
  static char *(*demangle)(const char *, char *, size_t *, int *);
  static bool is_looked_up;
  if (!is_looked_up) {
    is_looked_up = true;
    void *library = dlopen("libstdc++.so.6", RTLD_NOW);
    void *found = library == NULL ? NULL : dlsym(library, "__cxa_demangle");
    memcpy(&demangle, &found, sizeof found);
  }
  int status = 0;
  return demangle == NULL ? NULL : demangle(name, NULL, NULL, &status);
}
