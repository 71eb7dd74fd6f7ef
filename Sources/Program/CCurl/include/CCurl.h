/* libcurl for Swift. It is opened at the first request, because loading takes 8 ms and it may not be
 * installed. Its option functions are variadic, and Swift cannot call variadic functions. */
#ifndef SE_CCURL_H
#define SE_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>

/* Opens libcurl once; must be called before every other function. Returns NULL, the path if the library
 * cannot be opened, or the name of a function that it does not have or that failed. */
const char *se_curl_load(const char *path);

CURLM *se_curl_multi_init(void);
void se_curl_multi_cleanup(CURLM *multi);
void se_curl_multi_add(CURLM *multi, CURL *easy);
void se_curl_multi_remove(CURLM *multi, CURL *easy);
void se_curl_multi_perform(CURLM *multi);
/* Waits until a transfer can continue, se_curl_multi_wakeup is called, or the time has passed. */
void se_curl_multi_poll(CURLM *multi, int milliseconds);
/* Ends a running se_curl_multi_poll. May be called on any thread. */
void se_curl_multi_wakeup(CURLM *multi);
/* Returns the handle of a finished transfer and sets its result; NULL if no transfer has finished. */
CURL *se_curl_multi_finished(CURLM *multi, CURLcode *result);

CURL *se_curl_easy_init(void);
void se_curl_easy_cleanup(CURL *easy);
void se_curl_easy_reset(CURL *easy);

CURLcode se_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode se_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode se_curl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode se_curl_set_pointer(CURL *easy, CURLoption option, void *value);
/* Receives bytes and returns the number of processed bytes. Fewer than size * count end the transfer. */
typedef size_t (*se_curl_sink)(char *bytes, size_t size, size_t count, void *context);
CURLcode se_curl_set_body_sink(CURL *easy, se_curl_sink sink, void *context);
CURLcode se_curl_set_header_sink(CURL *easy, se_curl_sink sink, void *context);
/* Opens the socket of a connection. Returns CURL_SOCKET_BAD to refuse the address. */
typedef curl_socket_t (*se_curl_opener)(void *context, curlsocktype purpose,
                                        struct curl_sockaddr *address);
CURLcode se_curl_set_opener(CURL *easy, se_curl_opener opener, void *context);

long se_curl_get_long(CURL *easy, CURLINFO info);
const char *se_curl_get_string(CURL *easy, CURLINFO info);
void *se_curl_get_pointer(CURL *easy, CURLINFO info);

/* Returns the list with the line appended, or the unchanged list if there is no memory. */
struct curl_slist *se_curl_append(struct curl_slist *list, const char *line);
void se_curl_free_list(struct curl_slist *list);

/* Returns a part of a URL, to be freed with se_curl_free; NULL if it is absent or the URL is invalid. */
char *se_curl_url_part(const char *url, CURLUPart part, unsigned flags);
void se_curl_free(void *memory);

/* Returns whether an IPv4 or IPv6 address is on the public internet. Private, loopback, link-local,
 * multicast, reserved and documentation addresses are not (IANA special-purpose registries, RFC 6890), even
 * if they are embedded in an IPv6 address. Returns false for other address families. */
bool se_is_public_address(const struct sockaddr *address);

#endif
