#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "CIsolation.h"
#include "descriptors.h"

static int moved_pair(int ends[2]) {
  ends[0] = se_move_up(ends[0]);
  ends[1] = se_move_up(ends[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  int error = ends[0] < 0 ? ends[0] : ends[1];
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
  return error;
}

int se_socket_pair(int sockets[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0) return -errno;
  return moved_pair(sockets);
}

int se_quiet_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
  return moved_pair(ends);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int send_bytes(int socket, const char *bytes, size_t count, int64_t end) {
  while (count > 0) {
    /* The deadline is for the whole message: a reader that is slow must not extend it. */
    if (now() > end) return -EAGAIN;
    ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return -errno;
    bytes += sent;
    count -= (size_t)sent;
  }
  return 0;
}

int se_send(int socket, const se_message *message, const int *files, const void *bytes,
            int milliseconds) {
  if (message->files > SE_MESSAGE_FILES) return -EINVAL;
  /* If a worker does not read, `send` returns after this time instead of blocking the host. */
  struct timeval patience = {milliseconds / 1000, milliseconds % 1000 * 1000};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  int64_t end = now() + milliseconds;

  char control[CMSG_SPACE(sizeof(int) * SE_MESSAGE_FILES)] = {0};
  struct iovec part = {(void *)message, sizeof *message};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  if (message->files > 0) {
    size_t size = sizeof(int) * message->files;
    header.msg_control = control;
    header.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(rights), files, size);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent < 0) return -errno;
  int status =
      send_bytes(socket, (const char *)message + sent, sizeof *message - (size_t)sent, end);
  return status < 0 ? status : send_bytes(socket, bytes, message->length, end);
}

int se_receive(int socket, se_message *message, int *files) {
  char control[CMSG_SPACE(sizeof(int) * SE_MESSAGE_FILES)];
  struct iovec part = {message, sizeof *message};
  struct msghdr header = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t got;
  do got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return got < 0 ? -errno : 0;
  size_t count = 0;
  struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
  if (rights != NULL && rights->cmsg_type == SCM_RIGHTS) {
    count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(files, CMSG_DATA(rights), count * sizeof(int));
  }
  size_t rest = sizeof *message - (size_t)got;
  int status = rest == 0 ? 1 : se_read_all(socket, (char *)message + got, rest);
  if (status == 1 && message->files != count) return -EPROTO;
  return status;
}

int se_read_all(int file, void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    ssize_t got = read(file, next, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? -errno : 0;
    next += got;
    count -= (size_t)got;
  }
  return 1;
}

int se_take_byte(int socket) {
  uint8_t byte;
  ssize_t got;
  do got = recv(socket, &byte, 1, MSG_DONTWAIT);
  while (got < 0 && errno == EINTR);
  return got == 1 ? byte : got == 0 ? -EPIPE : -errno;
}

int se_wait_readable(int file, int milliseconds) {
  struct pollfd entry = {.fd = file, .events = POLLIN};
  int ready = poll(&entry, 1, milliseconds);
  if (ready < 0) return errno == EINTR ? 0 : -errno;
  return ready;
}

void se_prepare_output(void) { setvbuf(stdout, NULL, _IONBF, 0); }

size_t se_drain(int file, void *bytes, size_t room) {
  char spill[4096];
  size_t kept = 0;
  /* Stops after 64 KB, the capacity of a pipe, because a plugin may write without end. */
  for (size_t seen = 0; seen < (size_t)1 << 16;) {
    /* Polls before reading, because a plugin can make the pipe blocking. */
    struct pollfd entry = {.fd = file, .events = POLLIN};
    if (poll(&entry, 1, 0) <= 0) break;
    if (entry.revents & POLLNVAL) return SE_CLOSED;
    if (!(entry.revents & POLLIN)) break;
    bool fits = kept < room;
    ssize_t got =
        read(file, fits ? (char *)bytes + kept : spill, fits ? room - kept : sizeof spill);
    if (got <= 0) break;
    if (fits) kept += (size_t)got;
    seen += (size_t)got;
  }
  return kept;
}
