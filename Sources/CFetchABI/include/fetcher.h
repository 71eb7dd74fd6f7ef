/* fetcher.h: the contract between the program and its http fetcher, a library of its own.
 *
 * libcurl costs 8 ms to load, so it stands in a library that is opened when the first http(s) request
 * is made, and never for a feed from a file. The library exports one function,
 * `section_fetcher_entry`. Program and fetcher are installed together: another version of the contract
 * is refused, and there is nothing to be compatible with.
 *
 * Rules that hold for every function and every struct:
 *
 * - Strings are UTF-8 and NUL terminated, and hold no line break.
 * - No exception, no longjmp, no Swift error and no signal crosses this border.
 * - Times are milliseconds, sizes are bytes; zero is no limit.
 *
 * Tags. Every function carries two:
 *   [thread: any]      may be called on any thread, at the same time as any other function
 *   [thread: fetcher]  the fetcher calls it on its own thread; it should return soon, as no transfer
 *                      moves until then
 *   [owner: caller]    what is passed belongs to the caller and is copied before the call returns
 *   [owner: fetcher]   what is passed belongs to the fetcher and is valid until the call returns
 *   [owner: static]    what it points to stays valid and unchanged until the process ends
 */
#ifndef SE_FETCHER_H
#define SE_FETCHER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SE_FETCH_ABI 1u
#define SE_FETCH_ENTRY_SYMBOL "section_fetcher_entry"

/* ---- a request ----------------------------------------------------------------------------- */

typedef struct se_fetch_header {
  const char *name;
  const char *value;
  /* Not 0: it is not sent once a redirect has led to another scheme, host or port. */
  int32_t is_secret;
} se_fetch_header;

typedef struct se_fetch_limits {
  uint32_t connect_ms;
  /* Of everything: redirects, retries and the pauses before them. */
  uint32_t total_ms;
  /* Of the body as it is handed over, after decompression. */
  uint64_t body_bytes;
  /* Of the header lines of one response together. */
  uint64_t header_bytes;
  uint32_t redirects;
  /* How often a GET is sent again after a failure that may pass: no connection, an interrupted
   * transfer, status 429, 502, 503 or 504. */
  uint32_t retries;
  /* Pause before the first retry; it doubles with each. A server's Retry-After takes its place. */
  uint32_t retry_ms;
  /* A longer Retry-After is not waited for. */
  uint32_t longest_retry_ms;
} se_fetch_limits;

typedef struct se_fetch_request {
  /* Absolute, http or https. */
  const char *url;
  /* "GET" or "POST". */
  const char *method;
  const se_fetch_header *headers;
  size_t header_count;
  /* Of a POST. */
  const uint8_t *body;
  size_t body_length;
  se_fetch_limits limits;
} se_fetch_request;

/* ---- a result ------------------------------------------------------------------------------ */

typedef int32_t se_fetch_outcome;
/* A whole response arrived, of whatever status. */
#define SE_FETCH_RESPONSE ((se_fetch_outcome)0)
#define SE_FETCH_TIMEOUT ((se_fetch_outcome)1)
#define SE_FETCH_HOST_NOT_FOUND ((se_fetch_outcome)2)
#define SE_FETCH_CANNOT_CONNECT ((se_fetch_outcome)3)
#define SE_FETCH_OFFLINE ((se_fetch_outcome)4)
/* No TLS connection to a server with a certificate that can be trusted. */
#define SE_FETCH_INSECURE ((se_fetch_outcome)5)
#define SE_FETCH_BODY_TOO_LARGE ((se_fetch_outcome)6)
#define SE_FETCH_HEADER_TOO_LARGE ((se_fetch_outcome)7)
/* To something that is not http(s). */
#define SE_FETCH_BAD_REDIRECT ((se_fetch_outcome)8)
#define SE_FETCH_TOO_MANY_REDIRECTS ((se_fetch_outcome)9)
/* The body cannot be decompressed. */
#define SE_FETCH_BAD_ENCODING ((se_fetch_outcome)10)
/* The transfer ended early, or what came is not HTTP. */
#define SE_FETCH_INTERRUPTED ((se_fetch_outcome)11)
#define SE_FETCH_CANCELLED ((se_fetch_outcome)12)

typedef struct se_fetch_result {
  se_fetch_outcome outcome;
  /* HTTP status of a response, else 0. */
  int32_t status;
  const uint8_t *body;
  size_t body_length;
  /* Of the response; NULL where it has none. */
  const char *etag;
  const char *last_modified;
  /* Not 0: the server forbids to keep the response. */
  int32_t is_not_to_be_stored;
  /* How often the request was sent, redirects not counted. */
  uint32_t attempts;
  /* The library's words about a failure; they never hold the value of a header. */
  const char *detail;
} se_fetch_result;

/* [thread: fetcher] [owner: fetcher] Called exactly once for each request that was started. */
typedef void (*se_fetch_done)(void *context, const se_fetch_result *result);

/* ---- the fetcher --------------------------------------------------------------------------- */

typedef struct se_fetcher {
  uint32_t abi;
  /* [owner: static] "libcurl/7.88.1 OpenSSL/3.0" */
  const char *version;

  /* [thread: any] A client with a thread and a pool of connections; NULL where there is no memory. */
  void *(*open)(void);

  /* [thread: any] [owner: caller] Begins a transfer. Its number is never 0. */
  uint64_t (*start)(void *client, const se_fetch_request *request, se_fetch_done done, void *context);

  /* [thread: any] Ends a transfer soon, with SE_FETCH_CANCELLED unless it has ended already. */
  void (*cancel)(void *client, uint64_t transfer);

  /* [thread: any] Cancels what is under way, and waits for the thread unless it is called there. */
  void (*close)(void *client);
} se_fetcher;

/* [thread: any] [owner: static] NULL when the fetcher does not speak this version. */
const se_fetcher *section_fetcher_entry(uint32_t host_abi);

#ifdef __cplusplus
}
#endif

#endif
