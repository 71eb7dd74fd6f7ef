/* preview_server.h: the contract between the program and its HTTP server, a separate library.
 *
 * Only `serve` needs a server, so the library is opened only then. It exports one function,
 * `section_preview_entry`. Program and server are installed together, so the contract needs no
 * compatibility: another version is refused.
 *
 * The server handles connections, requests and their limits. The program decides which requests are
 * answered, and how.
 *
 * Rules for every function and every struct:
 *
 * - Strings are the bytes that the client sent, NUL terminated; a missing header is NULL.
 * - No exception, longjmp, Swift error or signal crosses this boundary.
 *
 * Tags of functions:
 *   [thread: any]      may be called on any thread, concurrently with any other function
 *   [thread: server]   the server calls it on the connection's thread, which it may block
 *   [owner: caller]    arguments belong to the caller and are copied before the call returns
 *   [owner: server]    arguments belong to the server and are valid until the call returns
 *   [owner: static]    the result stays valid and unchanged until the process ends
 */
#ifndef SE_PREVIEW_SERVER_H
#define SE_PREVIEW_SERVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SE_PREVIEW_ABI 2u
#define SE_PREVIEW_ENTRY_SYMBOL "section_preview_entry"

typedef struct se_preview_limits {
  /* The number of simultaneous connections. A further one replaces the connection that has been without a
   * complete request for the longest time, so that slow clients do not block others. */
  uint32_t connections;
  /* Seconds of silence after which a client is disconnected: before its request is complete
   * (idle_seconds), and while it receives a reply (reply_seconds). */
  uint32_t idle_seconds;
  uint32_t reply_seconds;
  /* The sizes of a request line with all headers, and of a body. A longer header gets status 431. */
  uint32_t header_bytes;
  uint32_t body_bytes;
} se_preview_limits;

typedef struct se_preview_request {
  const char *method;
  /* The part of the target before "?", with percent escapes as they were sent. */
  const char *path;
  /* The part after it, escaped; NULL without one. */
  const char *query;
  const char *host;
  const char *origin;
  const char *fetch_site;
  const char *cookie;
  /* The number of headers `Host`. With two of them, readers may disagree on which one counts. */
  uint32_t host_count;
  const uint8_t *body;
  size_t body_length;
  /* If not 0, the body is longer than the limit and is not complete here. */
  int32_t is_body_too_long;
} se_preview_request;

/* Headers are lines "Name: value", each ending in a line feed. */
typedef struct se_preview_response {
  uint32_t status;
  const char *headers;
  const uint8_t *body;
  size_t body_length;
} se_preview_response;

/* [thread: any] [owner: caller] Answers the request of `reply`. Called once, within the handler. */
typedef void (*se_preview_respond)(void *reply, const se_preview_response *response);

/* [thread: server] [owner: server] Handles a request. It must call `respond` before it returns. */
typedef void (*se_preview_handler)(void *context, const se_preview_request *request,
                                   se_preview_respond respond, void *reply);

typedef struct se_preview_server {
  uint32_t abi;
  /* [owner: static] "libmicrohttpd/0.9.75" */
  const char *version;

  /* [thread: any] [owner: caller] Starts a server on an IPv4 or IPv6 address of this machine, such as
   * "127.0.0.1" or "::", and a port; 0 selects any free one. "::" includes IPv4. Sets `actual_port`, or returns NULL and sets `error` to an errno. */
  void *(*start)(const char *address, uint16_t port, const se_preview_limits *limits,
                 se_preview_handler handler, void *context, uint16_t *actual_port, int *error);

  /* [thread: any] Stops listening, closes all connections and waits for their threads. Handlers that wait
   * must be woken first. */
  void (*stop)(void *server);
} se_preview_server;

/* [thread: any] [owner: static] Returns the server, or NULL if it implements another version. */
const se_preview_server *section_preview_entry(uint32_t host_abi);

#ifdef __cplusplus
}
#endif

#endif
