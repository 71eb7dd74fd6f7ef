/* preview_server.h: the contract between the program and its http server, a library of its own.
 *
 * Only `serve` needs a server, so it stands in a library that is opened then. The library exports one
 * function, `section_preview_entry`. Program and server are installed together: another version of the
 * contract is refused, and there is nothing to be compatible with.
 *
 * The server knows connections, requests and their limits; what is asked for, and who may ask, is the
 * program's matter.
 *
 * Rules that hold for every function and every struct:
 *
 * - Strings are bytes as the client sent them, NUL terminated; a header that was not sent is NULL.
 * - No exception, no longjmp, no Swift error and no signal crosses this border.
 *
 * Tags. Every function carries two:
 *   [thread: any]      may be called on any thread, at the same time as any other function
 *   [thread: server]   the server calls it on a thread of the connection, which may wait in it
 *   [owner: caller]    what is passed belongs to the caller and is copied before the call returns
 *   [owner: server]    what is passed belongs to the server and is valid until the call returns
 *   [owner: static]    what it points to stays valid and unchanged until the process ends
 */
#ifndef SE_PREVIEW_SERVER_H
#define SE_PREVIEW_SERVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SE_PREVIEW_ABI 1u
#define SE_PREVIEW_ENTRY_SYMBOL "section_preview_entry"

typedef struct se_preview_limits {
  /* Connections at a time. One more takes the place of the one that has been without a whole request for
   * the longest time, so that slow clients keep nobody away. */
  uint32_t connections;
  /* Seconds that a client may be silent for before its request is whole, and while it takes in a reply. */
  uint32_t idle_seconds;
  uint32_t reply_seconds;
  /* Bytes of a request line with all headers, and of a body. A longer header gets status 431. */
  uint32_t header_bytes;
  uint32_t body_bytes;
} se_preview_limits;

typedef struct se_preview_request {
  const char *method;
  /* The part of the target before "?", percent escapes as they were sent. */
  const char *path;
  /* The part behind it, escaped; NULL without one. */
  const char *query;
  const char *host;
  const char *origin;
  const char *fetch_site;
  /* How many headers `Host` came: of two, two readers may believe another one. */
  uint32_t host_count;
  const uint8_t *body;
  size_t body_length;
  /* Not 0: the body is longer than the limit, and nothing of it is here. */
  int32_t is_body_too_long;
} se_preview_request;

/* One header a line, "Name: value", each with a line feed at its end. */
typedef struct se_preview_response {
  uint32_t status;
  const char *headers;
  const uint8_t *body;
  size_t body_length;
} se_preview_response;

/* [thread: any] [owner: caller] Answers the request that `reply` came with; once, within the handler. */
typedef void (*se_preview_respond)(void *reply, const se_preview_response *response);

/* [thread: server] [owner: server] Called for each request; calls `respond` before it returns. */
typedef void (*se_preview_handler)(void *context, const se_preview_request *request,
                                   se_preview_respond respond, void *reply);

typedef struct se_preview_server {
  uint32_t abi;
  /* [owner: static] "libmicrohttpd/0.9.75" */
  const char *version;

  /* [thread: any] [owner: caller] Listens on an address of this machine, "127.0.0.1", at a port; 0 is any
   * free one. Gives NULL with `error` an errno where it cannot, else `actual_port`. */
  void *(*start)(const char *address, uint16_t port, const se_preview_limits *limits,
                 se_preview_handler handler, void *context, uint16_t *actual_port, int *error);

  /* [thread: any] Takes no more connections, ends those that are there, and waits for their threads: a
   * handler that waits has to be woken before. */
  void (*stop)(void *server);
} se_preview_server;

/* [thread: any] [owner: static] NULL when the server does not speak this version. */
const se_preview_server *section_preview_entry(uint32_t host_abi);

#ifdef __cplusplus
}
#endif

#endif
