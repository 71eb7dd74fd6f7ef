/* fetcher.h: the contract between the program and its HTTP fetcher, a separate library.
 *
 * Loading libcurl takes 8 ms, so it is linked to a library that is opened for the first http(s) request,
 * and never for a feed from a file. The library exports one function, `section_fetcher_entry`. Program
 * and fetcher are installed together, so the contract needs no compatibility: another version is
 * refused.
 *
 * Rules for every function and every struct:
 *
 * - Strings are UTF-8 and NUL terminated, and contain no line break.
 * - No exception, longjmp, Swift error or signal crosses this boundary.
 * - Times are in milliseconds, sizes in bytes; zero means no limit.
 *
 * Tags of functions:
 *   [thread: any]      may be called on any thread, concurrently with any other function
 *   [thread: fetcher]  the fetcher calls it on its own thread; it should return soon, because all
 *                      transfers wait for it
 *   [owner: caller]    arguments belong to the caller and are copied before the call returns
 *   [owner: fetcher]   arguments belong to the fetcher and are valid until the call returns
 *   [owner: static]    the result stays valid and unchanged until the process ends
 */
#ifndef SE_FETCHER_H
#define SE_FETCHER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SE_FETCH_ABI 2u
#define SE_FETCH_ENTRY_SYMBOL "section_fetcher_entry"

/* ---- a request ----------------------------------------------------------------------------- */

typedef struct se_fetch_header {
  const char *name;
  const char *value;
  /* If not 0, the header is not sent after a redirect to another scheme, host or port. */
  int32_t is_secret;
} se_fetch_header;

typedef struct se_fetch_limits {
  uint32_t connect_ms;
  /* The whole transfer, including redirects, retries and the pauses before them. */
  uint32_t total_ms;
  /* The size of the body after decompression. */
  uint64_t body_bytes;
  /* The total size of the header lines of one response. */
  uint64_t header_bytes;
  uint32_t redirects;
  /* The number of retries of a GET after a failure that may be temporary: no connection, a timeout, an
   * interrupted transfer, status 429, 502, 503 or 504. */
  uint32_t retries;
  /* The pause before the first retry; it doubles with each. A server's Retry-After replaces it. */
  uint32_t retry_ms;
  /* If Retry-After is longer, the request is not retried. */
  uint32_t longest_retry_ms;
} se_fetch_limits;

typedef struct se_fetch_request {
  /* An absolute http or https URL. */
  const char *url;
  /* "GET" or "POST". */
  const char *method;
  const se_fetch_header *headers;
  size_t header_count;
  /* The body of a POST. */
  const uint8_t *body;
  size_t body_length;
  se_fetch_limits limits;
  /* If not NULL, the request is guarded: only these hosts are asked, with https and without a proxy,
   * and only at addresses that se_is_public_address accepts. Redirects are guarded, too. */
  const char *const *hosts;
  size_t host_count;
} se_fetch_request;

/* ---- a result ------------------------------------------------------------------------------ */

typedef int32_t se_fetch_outcome;
/* A complete response arrived, with any status. */
#define SE_FETCH_RESPONSE ((se_fetch_outcome)0)
#define SE_FETCH_TIMEOUT ((se_fetch_outcome)1)
#define SE_FETCH_HOST_NOT_FOUND ((se_fetch_outcome)2)
#define SE_FETCH_CANNOT_CONNECT ((se_fetch_outcome)3)
#define SE_FETCH_OFFLINE ((se_fetch_outcome)4)
/* No TLS connection to a server with a trusted certificate. */
#define SE_FETCH_INSECURE ((se_fetch_outcome)5)
#define SE_FETCH_BODY_TOO_LARGE ((se_fetch_outcome)6)
#define SE_FETCH_HEADER_TOO_LARGE ((se_fetch_outcome)7)
/* A redirect to something other than http(s). */
#define SE_FETCH_BAD_REDIRECT ((se_fetch_outcome)8)
#define SE_FETCH_TOO_MANY_REDIRECTS ((se_fetch_outcome)9)
/* The body cannot be decompressed. */
#define SE_FETCH_BAD_ENCODING ((se_fetch_outcome)10)
/* The transfer ended early, or the reply is not HTTP. */
#define SE_FETCH_INTERRUPTED ((se_fetch_outcome)11)
#define SE_FETCH_CANCELLED ((se_fetch_outcome)12)
/* The guard of the request refuses the scheme, the host or its address. */
#define SE_FETCH_REFUSED ((se_fetch_outcome)13)

typedef struct se_fetch_result {
  se_fetch_outcome outcome;
  /* The HTTP status of a response, otherwise 0. */
  int32_t status;
  const uint8_t *body;
  size_t body_length;
  /* Headers of the response; NULL if it has none. */
  const char *etag;
  const char *last_modified;
  /* If not 0, the server forbids storing the response. */
  int32_t is_not_to_be_stored;
  /* The number of times that the request was sent, without redirects. */
  uint32_t attempts;
  /* libcurl's message about a failure; it never contains the value of a header. */
  const char *detail;
} se_fetch_result;

/* [thread: fetcher] [owner: fetcher] Called exactly once for each started request. */
typedef void (*se_fetch_done)(void *context, const se_fetch_result *result);

/* ---- the fetcher --------------------------------------------------------------------------- */

typedef struct se_fetcher {
  uint32_t abi;
  /* [owner: static] "libcurl/7.88.1 OpenSSL/3.0" */
  const char *version;

  /* [thread: any] Returns a client with a thread and a pool of connections; NULL if there is no memory
   * or no thread. */
  void *(*open)(void);

  /* [thread: any] [owner: caller] Begins a transfer and returns its number, which is never 0. */
  uint64_t (*start)(void *client, const se_fetch_request *request, se_fetch_done done, void *context);

  /* [thread: any] Cancels a transfer, which ends with SE_FETCH_CANCELLED unless it has already ended. */
  void (*cancel)(void *client, uint64_t transfer);

  /* [thread: any] Cancels all transfers, and waits for the thread unless it is called on that thread. */
  void (*close)(void *client);
} se_fetcher;

struct sockaddr;

/* [thread: any] [owner: caller] Returns 1 for an address of the public internet; 0 for private, loopback,
 * link-local, multicast, reserved and documentation addresses (the special-purpose registries of IANA,
 * RFC 6890), also if they are embedded in an address of IPv6, and for other families. */
int32_t se_is_public_address(const struct sockaddr *address);

/* [thread: any] [owner: static] Returns the fetcher, or NULL if it implements another version. */
const se_fetcher *section_fetcher_entry(uint32_t host_abi);

#ifdef __cplusplus
}
#endif

#endif
