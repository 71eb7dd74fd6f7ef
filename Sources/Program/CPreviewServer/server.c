/* The HTTP server of the preview, based on libmicrohttpd. Each connection has its own thread, so slow
 * clients and requests that wait for the next change do not delay other clients. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preview_server.h"

/* The number of table entries per allowed connection. Connections that are being closed still need entries. */
#define SLACK 2

#define FUNCTIONS(X)                                                                              \
  X(add_response_header) X(create_response_from_buffer) X(destroy_response)                       \
  X(get_connection_info) X(get_connection_values) X(lookup_connection_value) X(queue_response)    \
  X(set_connection_option) X(start_daemon) X(stop_daemon)

static struct {
#define POINTER(name) __typeof__(&(MHD_##name)) name;
  FUNCTIONS(POINTER)
} mhd;

const char *se_preview_load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) return path;
#define FIND(name)                                                               \
  mhd.name = (__typeof__(mhd.name))dlsym(library, "MHD_" #name);                 \
  if (mhd.name == NULL) return "MHD_" #name;
  FUNCTIONS(FIND)
  return NULL;
}

struct connection {
  int descriptor;
  /* The value of the event counter `clock` when the connection was opened or became busy or idle; 0 in a free entry. */
  uint64_t since;
  /* Whether the connection's request is complete, or the connection is being closed. */
  bool is_busy;
};

struct server {
  struct MHD_Daemon *daemon;
  se_preview_limits limits;
  se_preview_handler handler;
  void *context;
  /* Protects the following members. */
  pthread_mutex_t mutex;
  uint64_t clock;
  size_t places;
  struct connection connections[];
};

/* A request that is being read. */
struct request {
  char *target;
  bool is_begun, is_body_too_long;
  uint8_t *body;
  size_t body_length;
};

struct reply {
  struct MHD_Connection *connection;
  enum MHD_Result result;
};

/* ---- connections ----------------------------------------------------------------------------- */

/* Shuts down the connection that has been idle longest. Its descriptor is still valid, because libmicrohttpd
 * reports the end of a connection before it closes the descriptor. */
static void make_room(struct server *server, const struct connection *newest) {
  struct connection *oldest = NULL;
  for (size_t i = 0; i < server->places; i++) {
    struct connection *place = &server->connections[i];
    if (place == newest || place->since == 0 || place->is_busy) continue;
    if (!oldest || place->since < oldest->since) oldest = place;
  }
  if (!oldest) return;
  oldest->is_busy = true;
  shutdown(oldest->descriptor, SHUT_RDWR);
}

static void open_connection(struct server *server, struct MHD_Connection *connection, void **context) {
  const union MHD_ConnectionInfo *info =
      mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  size_t count = 0;
  struct connection *place = NULL;
  for (size_t i = 0; i < server->places; i++) {
    if (server->connections[i].since) count++;
    else if (!place) place = &server->connections[i];
  }
  *context = place;
  if (!place || !info) return;
  *place = (struct connection){.descriptor = info->connect_fd, .since = ++server->clock};
  if (count >= server->limits.connections) make_room(server, place);
}

static void note_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                            enum MHD_ConnectionNotificationCode code) {
  struct server *server = context;
  pthread_mutex_lock(&server->mutex);
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    open_connection(server, connection, socket_context);
  } else if (*socket_context) {
    ((struct connection *)*socket_context)->since = 0;
    *socket_context = NULL;
  }
  pthread_mutex_unlock(&server->mutex);
}

static void set_busy(struct server *server, struct MHD_Connection *connection, bool is_busy) {
  const union MHD_ConnectionInfo *info =
      mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  pthread_mutex_lock(&server->mutex);
  struct connection *place = info ? info->socket_context : NULL;
  if (place) {
    place->is_busy = is_busy;
    place->since = ++server->clock;
  }
  pthread_mutex_unlock(&server->mutex);
}

static void set_timeout(struct MHD_Connection *connection, uint32_t seconds) {
  mhd.set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned int)seconds);
}

/* ---- requests ---------------------------------------------------------------------------------- */

/* Stores the target as the client sent it, because libmicrohttpd splits and unescapes it. */
static void *begin_request(void *context, const char *target, struct MHD_Connection *connection) {
  (void)context;
  (void)connection;
  struct request *request = calloc(1, sizeof *request);
  if (request && !(request->target = strdup(target))) {
    free(request);
    request = NULL;
  }
  return request;
}

static void end_request(void *context, struct MHD_Connection *connection, void **request_context,
                        enum MHD_RequestTerminationCode code) {
  struct server *server = context;
  struct request *request = *request_context;
  *request_context = NULL;
  if (request) {
    free(request->target);
    free(request->body);
    free(request);
  }
  set_busy(server, connection, code != MHD_REQUEST_TERMINATED_COMPLETED_OK);
  set_timeout(connection, server->limits.idle_seconds);
}

static void take_body(struct server *server, struct request *request, const char *bytes, size_t count) {
  uint8_t *body = NULL;
  if (!request->is_body_too_long && count <= server->limits.body_bytes - request->body_length)
    body = realloc(request->body, request->body_length + count);
  if (!body) {
    request->is_body_too_long = true;
    return;
  }
  memcpy(body + request->body_length, bytes, count);
  request->body = body;
  request->body_length += count;
}

static enum MHD_Result count_host(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value) {
  (void)kind;
  (void)value;
  if (!strcasecmp(name, MHD_HTTP_HEADER_HOST)) ++*(uint32_t *)context;
  return MHD_YES;
}

/* Adds headers from "Name: value" lines; invalid lines are skipped. */
static void add_headers(struct MHD_Response *response, const char *lines) {
  while (lines && *lines) {
    const char *end = strchrnul(lines, '\n');
    char *line = strndup(lines, (size_t)(end - lines));
    char *colon = line ? strchr(line, ':') : NULL;
    if (colon) {
      *colon = '\0';
      mhd.add_response_header(response, line, colon + 1 + strspn(colon + 1, " "));
    }
    free(line);
    lines = *end ? end + 1 : end;
  }
}

static void respond(void *context, const se_preview_response *answer) {
  struct reply *reply = context;
  struct MHD_Response *response = mhd.create_response_from_buffer(
      answer->body_length, (void *)answer->body, MHD_RESPMEM_MUST_COPY);
  if (!response) return;
  add_headers(response, answer->headers);
  reply->result = mhd.queue_response(reply->connection, answer->status, response);
  mhd.destroy_response(response);
}

static enum MHD_Result answer(struct server *server, struct MHD_Connection *connection,
                              struct request *request, const char *method) {
  char *query = strchr(request->target, '?');
  if (query) *query++ = '\0';
  se_preview_request asked = {
      .method = method,
      .path = request->target,
      .query = query,
      .host = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, "Host"),
      .origin = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, "Origin"),
      .fetch_site = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-Fetch-Site"),
      .cookie = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, "Cookie"),
      .body = request->body,
      .body_length = request->body_length,
      .is_body_too_long = request->is_body_too_long,
  };
  mhd.get_connection_values(connection, MHD_HEADER_KIND, count_host, &asked.host_count);
  struct reply reply = {.connection = connection, .result = MHD_NO};
  set_busy(server, connection, true);
  /* The connection must not time out while the handler waits for a change. */
  set_timeout(connection, 0);
  server->handler(server->context, &asked, respond, &reply);
  set_timeout(connection, server->limits.reply_seconds);
  return reply.result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request_context) {
  (void)path;
  (void)version;
  struct server *server = context;
  struct request *request = *request_context;
  if (!request) return MHD_NO;
  if (!request->is_begun) {
    request->is_begun = true;
    const char *length =
        mhd.lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (!length || strtoull(length, NULL, 10) <= server->limits.body_bytes) return MHD_YES;
    /* Answering before the body is read refuses the request and ends the connection. */
    request->is_body_too_long = true;
    return answer(server, connection, request, method);
  }
  if (*upload_size > 0) {
    take_body(server, request, upload, *upload_size);
    *upload_size = 0;
    return MHD_YES;
  }
  return answer(server, connection, request, method);
}

/* ---- the server -------------------------------------------------------------------------------- */

/* Parses an IPv4 or IPv6 address into `place`. Returns its size, or 0 for anything else. */
static socklen_t parse_address(const char *address, uint16_t port, struct sockaddr_storage *place) {
  struct sockaddr_in *four = (struct sockaddr_in *)place;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)place;
  memset(place, 0, sizeof *place);
  if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    return sizeof *four;
  }
  if (inet_pton(AF_INET6, address, &six->sin6_addr) != 1) return 0;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons(port);
  return sizeof *six;
}

/* Opens the listening socket directly, because libmicrohttpd does not report why listening fails. */
static int listening(const char *address, uint16_t port, uint16_t *actual_port) {
  struct sockaddr_storage place;
  socklen_t size = parse_address(address, port, &place);
  if (size == 0) {
    errno = EINVAL;
    return -1;
  }
  int descriptor = socket(place.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  /* Lets a new server use the port while connections of an earlier server are still closing. */
  int on = 1, off = 0;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (place.ss_family == AF_INET6)
    setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (bind(descriptor, (struct sockaddr *)&place, size) || listen(descriptor, 128) ||
      getsockname(descriptor, (struct sockaddr *)&place, &size)) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
  }
  *actual_port = ntohs(place.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&place)->sin6_port
                                                   : ((struct sockaddr_in *)&place)->sin_port);
  return descriptor;
}

void *se_preview_start(const char *address, uint16_t port, const se_preview_limits *limits,
                       se_preview_handler handler, void *context, uint16_t *actual_port, int *error) {
  size_t places = (size_t)limits->connections * SLACK;
  struct server *server = calloc(1, sizeof *server + places * sizeof *server->connections);
  int descriptor = server ? listening(address, port, actual_port) : -1;
  if (descriptor < 0) {
    *error = server ? errno : ENOMEM;
    free(server);
    return NULL;
  }
  server->limits = *limits;
  server->handler = handler;
  server->context = context;
  server->places = places;
  /* Each connection has a thread. Without this limit, up to eight heaps per processor would each grow to the
   * memory of a page and keep it. */
  mallopt(M_ARENA_MAX, 1);
  pthread_mutex_init(&server->mutex, NULL);
  server->daemon = mhd.start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC, 0,
      NULL, NULL, handle, server, MHD_OPTION_LISTEN_SOCKET, descriptor, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned int)places, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)limits->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)limits->header_bytes, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, begin_request, NULL, MHD_OPTION_NOTIFY_COMPLETED, end_request, server,
      MHD_OPTION_NOTIFY_CONNECTION, note_connection, server, MHD_OPTION_END);
  if (!server->daemon) {
    *error = EAGAIN;
    close(descriptor);
    pthread_mutex_destroy(&server->mutex);
    free(server);
    return NULL;
  }
  return server;
}

void se_preview_stop(void *context) {
  struct server *server = context;
  mhd.stop_daemon(server->daemon);
  pthread_mutex_destroy(&server->mutex);
  free(server);
}
