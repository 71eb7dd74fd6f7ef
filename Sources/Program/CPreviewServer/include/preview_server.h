/* preview_server.h: the HTTP server of the preview. It opens libmicrohttpd when it is needed.
 *
 * The server handles connections, requests and their limits. The program decides how each request is
 * answered. Strings have the bytes that the client sent, NUL terminated; a missing header is NULL. */
#ifndef SE_PREVIEW_SERVER_H
#define SE_PREVIEW_SERVER_H

#include <stddef.h>
#include <stdint.h>

typedef struct se_preview_limits {
  /* The maximum number of simultaneous connections. A new connection beyond it replaces the connection that
   * has waited longest without a complete request, so that slow clients do not block others. */
  uint32_t connections;
  /* Seconds without traffic after which a client is disconnected: before its request is complete
   * (idle_seconds), and while it receives a reply (reply_seconds). */
  uint32_t idle_seconds;
  uint32_t reply_seconds;
  /* The maximum size of the request line with all headers, and of the body. Longer headers get status 431. */
  uint32_t header_bytes;
  uint32_t body_bytes;
} se_preview_limits;

typedef struct se_preview_request {
  const char *method;
  /* The part of the request target before "?", with its percent escapes. */
  const char *path;
  /* The part of the request target after "?", with its percent escapes; NULL if there is no "?". */
  const char *query;
  const char *host;
  const char *origin;
  const char *fetch_site;
  const char *cookie;
  /* The number of `Host` headers. Two are an error, because programs may disagree on which one is used. */
  uint32_t host_count;
  const uint8_t *body;
  size_t body_length;
  /* If not 0, the body is longer than the limit and `body` is incomplete. */
  int32_t is_body_too_long;
} se_preview_request;

/* A reply. `headers` has lines "Name: value", each terminated by a line feed. */
typedef struct se_preview_response {
  uint32_t status;
  const char *headers;
  const uint8_t *body;
  size_t body_length;
} se_preview_response;

/* Answers the request identified by `reply`. Must be called once, within the handler. Copies the response. */
typedef void (*se_preview_respond)(void *reply, const se_preview_response *response);

/* Handles a request on the connection's thread; blocking is allowed. The handler must call `respond` before
 * it returns. The request is valid until then. */
typedef void (*se_preview_handler)(void *context, const se_preview_request *request,
                                   se_preview_respond respond, void *reply);

/* Opens libmicrohttpd; must be called before the other functions. Returns NULL, the path if the library
 * cannot be opened, or the name of a function that the library does not have. */
const char *se_preview_load(const char *path);

/* Starts a server on a port and an IPv4 or IPv6 address of this machine, such as "127.0.0.1" or "::". Port 0
 * selects a free port; "::" includes IPv4. Sets `actual_port`. Returns NULL on failure, and sets `error` to
 * an errno. */
void *se_preview_start(const char *address, uint16_t port, const se_preview_limits *limits,
                       se_preview_handler handler, void *context, uint16_t *actual_port, int *error);

/* Stops listening, closes all connections and waits for their threads. Waiting handlers must be woken before
 * the call. May be called on any thread. */
void se_preview_stop(void *server);

#endif
