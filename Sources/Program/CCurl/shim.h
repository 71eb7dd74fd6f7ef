/* libcurl for Swift. Its functions that set and get options are variadic, which Swift cannot call;
 * <curl/curl.h> also defines them as macros, which `(name)(...)` avoids. */
#ifndef SE_CCURL_SHIM_H
#define SE_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode se_curl_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode se_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode se_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode se_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return (curl_easy_setopt)(easy, option, value);
}

/* Returns the number of bytes that it processed; fewer than size * count end the transfer. */
typedef size_t (*se_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode se_curl_set_body_sink(CURL *easy, se_curl_sink sink, void *context) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, sink);
  return code ? code : (curl_easy_setopt)(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode se_curl_set_header_sink(CURL *easy, se_curl_sink sink, void *context) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_HEADERFUNCTION, sink);
  return code ? code : (curl_easy_setopt)(easy, CURLOPT_HEADERDATA, context);
}

/* Opens the socket of a connection; CURL_SOCKET_BAD refuses its address. */
typedef curl_socket_t (*se_curl_opener)(void *context, curlsocktype purpose,
                                        struct curl_sockaddr *address);

static inline CURLcode se_curl_set_opener(CURL *easy, se_curl_opener opener, void *context) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
  return code ? code : (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode se_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode se_curl_get_string(CURL *easy, CURLINFO info, const char **value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode se_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode se_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}

#endif
