#include <dlfcn.h>
#include <pthread.h>

#include "CCurl.h"

#define FUNCTIONS(X)                                                                              \
  X(global_init)                                                                                  \
  X(multi_init) X(multi_cleanup) X(multi_add_handle) X(multi_remove_handle) X(multi_perform)      \
  X(multi_poll) X(multi_wakeup) X(multi_info_read)                                                \
  X(easy_init) X(easy_cleanup) X(easy_reset) X(easy_setopt) X(easy_getinfo)                       \
  X(slist_append) X(slist_free_all) X(url) X(url_cleanup) X(url_set) X(url_get) X(free)

static struct {
#define POINTER(name) __typeof__(&(curl_##name)) name;
  FUNCTIONS(POINTER)
} curl;

static const char *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) return path;
#define FIND(name)                                                               \
  curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name);              \
  if (curl.name == NULL) return "curl_" #name;
  FUNCTIONS(FIND)
  /* libcurl requires one call per process, before any of its other functions. */
  return curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "curl_global_init";
}

const char *se_curl_load(const char *path) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static bool is_loaded;
  pthread_mutex_lock(&mutex);
  const char *missing = is_loaded ? NULL : load(path);
  is_loaded = missing == NULL;
  pthread_mutex_unlock(&mutex);
  return missing;
}

CURLM *se_curl_multi_init(void) { return curl.multi_init(); }
void se_curl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
void se_curl_multi_add(CURLM *multi, CURL *easy) { curl.multi_add_handle(multi, easy); }
void se_curl_multi_remove(CURLM *multi, CURL *easy) { curl.multi_remove_handle(multi, easy); }
void se_curl_multi_wakeup(CURLM *multi) { curl.multi_wakeup(multi); }

void se_curl_multi_perform(CURLM *multi) {
  int running;
  curl.multi_perform(multi, &running);
}

void se_curl_multi_poll(CURLM *multi, int milliseconds) {
  curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURL *se_curl_multi_finished(CURLM *multi, CURLcode *result) {
  int left;
  for (CURLMsg *message; (message = curl.multi_info_read(multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

CURL *se_curl_easy_init(void) { return curl.easy_init(); }
void se_curl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
void se_curl_easy_reset(CURL *easy) { curl.easy_reset(easy); }

CURLcode se_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode se_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode se_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode se_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl.easy_setopt(easy, option, value);
}

CURLcode se_curl_set_body_sink(CURL *easy, se_curl_sink sink, void *context) {
  CURLcode code = curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, sink);
  return code ? code : curl.easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode se_curl_set_header_sink(CURL *easy, se_curl_sink sink, void *context) {
  CURLcode code = curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, sink);
  return code ? code : curl.easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

CURLcode se_curl_set_opener(CURL *easy, se_curl_opener opener, void *context) {
  CURLcode code = curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
  return code ? code : curl.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

long se_curl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

const char *se_curl_get_string(CURL *easy, CURLINFO info) {
  const char *value = NULL;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

void *se_curl_get_pointer(CURL *easy, CURLINFO info) {
  void *value = NULL;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

struct curl_slist *se_curl_append(struct curl_slist *list, const char *line) {
  struct curl_slist *longer = curl.slist_append(list, line);
  return longer != NULL ? longer : list;
}

void se_curl_free_list(struct curl_slist *list) { curl.slist_free_all(list); }

char *se_curl_url_part(const char *url, CURLUPart part, unsigned flags) {
  CURLU *handle = curl.url();
  char *text = NULL;
  if (handle == NULL) return NULL;
  if (curl.url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK &&
      curl.url_get(handle, part, &text, flags) != CURLUE_OK)
    text = NULL;
  curl.url_cleanup(handle);
  return text;
}

void se_curl_free(void *memory) { curl.free(memory); }
