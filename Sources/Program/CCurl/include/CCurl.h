/* libcurl for Swift. It is opened with the first request, since loading it takes 8 ms and it may not be
 * installed. Its functions that set and get options are variadic, which Swift cannot call. */
#ifndef SE_CCURL_H
#define SE_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>

/* Opens libcurl, once; every other function needs it. Returns NULL, or the name of a function that this
 * libcurl does not have, or that failed. */
const char *se_curl_load(const char *path);

CURLM *se_curl_multi_init(void);
void se_curl_multi_cleanup(CURLM *multi);
void se_curl_multi_add(CURLM *multi, CURL *easy);
void se_curl_multi_remove(CURLM *multi, CURL *easy);
void se_curl_multi_perform(CURLM *multi);
/* Waits until a transfer can go on, se_curl_multi_wakeup is called, or the time is over. */
void se_curl_multi_poll(CURLM *multi, int milliseconds);
/* May be called on any thread. */
void se_curl_multi_wakeup(CURLM *multi);
/* Returns the handle of a transfer that has ended, with its result, or NULL. */
CURL *se_curl_multi_finished(CURLM *multi, CURLcode *result);

CURL *se_curl_easy_init(void);
void se_curl_easy_cleanup(CURL *easy);
void se_curl_easy_reset(CURL *easy);

CURLcode se_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode se_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode se_curl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode se_curl_set_pointer(CURL *easy, CURLoption option, void *value);
/* Returns the number of bytes that it processed; fewer than size * count end the transfer. */
typedef size_t (*se_curl_sink)(char *bytes, size_t size, size_t count, void *context);
CURLcode se_curl_set_body_sink(CURL *easy, se_curl_sink sink, void *context);
CURLcode se_curl_set_header_sink(CURL *easy, se_curl_sink sink, void *context);
/* Opens the socket of a connection; CURL_SOCKET_BAD refuses its address. */
typedef curl_socket_t (*se_curl_opener)(void *context, curlsocktype purpose,
                                        struct curl_sockaddr *address);
CURLcode se_curl_set_opener(CURL *easy, se_curl_opener opener, void *context);

long se_curl_get_long(CURL *easy, CURLINFO info);
const char *se_curl_get_string(CURL *easy, CURLINFO info);
void *se_curl_get_pointer(CURL *easy, CURLINFO info);

/* Returns the longer list, or the old one if there is no memory. */
struct curl_slist *se_curl_append(struct curl_slist *list, const char *line);
void se_curl_free_list(struct curl_slist *list);

/* Returns a part of a URL, to be freed by se_curl_free; NULL if it has none or is invalid. */
char *se_curl_url_part(const char *url, CURLUPart part, unsigned flags);
void se_curl_free(void *memory);

/* Returns whether an address is of the public internet: not private, loopback, link-local, multicast,
 * reserved or for documentation (the special-purpose registries of IANA, RFC 6890), also if it is embedded
 * in an address of IPv6, nor of another family. */
bool se_is_public_address(const struct sockaddr *address);

#endif
