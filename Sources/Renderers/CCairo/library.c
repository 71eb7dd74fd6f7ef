#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CCairo.h"

struct se_cairo_functions se_cairo;
struct se_zlib_functions se_zlib;

static const char *load(const char *cairo, const char *zlib) {
  void *library = dlopen(cairo, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return cairo;
#define FIND_CAIRO(type, name, parameters)                                     \
  se_cairo.name = (type(*) parameters)dlsym(library, "cairo_" #name);          \
  if (!se_cairo.name) return "cairo_" #name;
  CAIRO_FUNCTIONS(FIND_CAIRO)
  library = dlopen(zlib, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return zlib;
#define FIND_ZLIB(type, name, parameters)                                      \
  se_zlib.name = (type(*) parameters)dlsym(library, #name);                    \
  if (!se_zlib.name) return #name;
  ZLIB_FUNCTIONS(FIND_ZLIB)
  return NULL;
}

const char *se_cairo_load(const char *cairo, const char *zlib) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static bool is_loaded;
  pthread_mutex_lock(&mutex);
  const char *missing = is_loaded ? NULL : load(cairo, zlib);
  is_loaded = missing == NULL;
  pthread_mutex_unlock(&mutex);
  return missing;
}

const char *se_cairo_version(void) { return se_cairo.version_string(); }
