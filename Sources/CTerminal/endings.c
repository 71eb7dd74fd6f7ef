#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "CEndings.h"

/* Set once, before the handlers are. */
static int news;

static void announce(int number) {
  (void)number;
  int error = errno;
  (void)!write(news, "", 1);
  errno = error;
}

int st_note_endings(void) {
  static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
  news = pipe[1];
  sigset_t noted;
  sigemptyset(&noted);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    struct sigaction before;
    /* Whoever started the program may want it to outlive them: nohup. */
    if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    struct sigaction action = {.sa_handler = announce, .sa_flags = SA_RESTART | SA_RESETHAND};
    sigaction(endings[i], &action, NULL);
    sigaddset(&noted, endings[i]);
  }
  /* Threads that block them hand that down to what they start. */
  sigprocmask(SIG_UNBLOCK, &noted, NULL);
  return pipe[0];
}
