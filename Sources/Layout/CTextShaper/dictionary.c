#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CTextShaper.h"

/* The ICU functions in use. Their exported names end in the ICU version, unless ICU was built without that suffix.
 * The types have not changed since ICU 2: UBreakIterator is opaque, UErrorCode and UBreakIteratorType are enumerations,
 * UChar is a 16-bit unit. */
typedef void *(*open_function)(int type, const char *locale, const uint16_t *text, int32_t length, int *status);
typedef void (*set_text_function)(void *iterator, const uint16_t *text, int32_t length, int *status);
typedef int32_t (*next_function)(void *iterator);

/* The values of ICU's UBRK_LINE and UBRK_DONE. */
enum { line_breaks = 2, done = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool was_tried;
static void *iterator;
static int loaded_version;
static set_text_function set_text;
static next_function first;
static next_function next;

static void *find(void *library, const char *name, int version) {
  char versioned[64];
  snprintf(versioned, sizeof versioned, "%s_%d", name, version);
  void *function = dlsym(library, versioned);
  return function ? function : dlsym(library, name);
}

/* Loads ICU once. The caller holds the lock. */
static void load(void) {
  was_tried = true;
  void *library = dlopen("libicuuc.so.72", RTLD_NOW | RTLD_LOCAL);
  int version = library ? 72 : 100;
/* ICU 72, the version of Debian 12, was tried first, because this search of all library folders takes milliseconds. */
  while (!library && --version >= 50) {
    char name[32];
    snprintf(name, sizeof name, "libicuuc.so.%d", version);
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return;
  open_function open = (open_function)find(library, "ubrk_open", version);
  set_text = (set_text_function)find(library, "ubrk_setText", version);
  first = (next_function)find(library, "ubrk_first", version);
  next = (next_function)find(library, "ubrk_next", version);
  if (!open || !set_text || !first || !next) return;
  int status = 0;
  iterator = open(line_breaks, "en", NULL, 0, &status);
  if (status > 0) iterator = NULL;
  if (iterator) loaded_version = version;
}

int se_dictionary_version(void) {
  pthread_mutex_lock(&lock);
  if (!was_tried) load();
  int version = loaded_version;
  pthread_mutex_unlock(&lock);
  return version;
}

bool se_dictionary_breaks(const uint16_t *text, size_t length, uint8_t *breaks) {
  if (length > INT32_MAX) return false;
  pthread_mutex_lock(&lock);
  if (!was_tried) load();
  bool is_found = iterator != NULL;
  if (is_found) {
    int status = 0;
    set_text(iterator, text, (int32_t)length, &status);
    is_found = status <= 0;
    for (int32_t at = first(iterator); is_found && at != done; at = next(iterator))
      if ((size_t)at < length) breaks[at] = 1;
  }
  pthread_mutex_unlock(&lock);
  return is_found;
}
