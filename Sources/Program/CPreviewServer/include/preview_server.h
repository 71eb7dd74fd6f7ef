/* preview_server.h: the HTTP server of the preview, which opens libmicrohttpd when it is needed.
 *
 * The server handles connections, requests and their limits. The program decides which requests are
 * answered, and how. Strings are the bytes that the client sent, NUL terminated; a missing header is NULL. */
#ifndef SE_PREVIEW_SERVER_H
#define SE_PREVIEW_SERVER_H

#include <stddef.h>
#include <stdint.h>

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

/* Answers the request of `reply`. Called once, within the handler. The response is copied. */
typedef void (*se_preview_respond)(void *reply, const se_preview_response *response);

/* Handles a request, on the connection's thread, which it may block. It must call `respond` before it
 * returns; the request is valid until then. */
typedef void (*se_preview_handler)(void *context, const se_preview_request *request,
                                   se_preview_respond respond, void *reply);

/* Opens libmicrohttpd; the other functions need it. Returns NULL, or the name of a function that this
 * libmicrohttpd does not have. */
const char *se_preview_load(const char *path);

/* Starts a server on an IPv4 or IPv6 address of this machine, such as "127.0.0.1" or "::", and a port; 0
 * selects any free one. "::" includes IPv4. Sets `actual_port`, or returns NULL and sets `error` to an
 * errno. */
void *se_preview_start(const char *address, uint16_t port, const se_preview_limits *limits,
                       se_preview_handler handler, void *context, uint16_t *actual_port, int *error);

/* Stops listening, closes all connections and waits for their threads. Handlers that wait must be woken
 * first. May be called on any thread. */
void se_preview_stop(void *server);

#endif
