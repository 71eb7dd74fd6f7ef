#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

#include "CEndings.h"

/* The write end of the pipe that reports signals. `news` and `patience_ms` are set before handlers are installed. */
static int news = -1;
/* The time in ms after which a signal ends the program; 0 for no limit. */
static int patience_ms;
static volatile sig_atomic_t ending;

int st_ending(void) { return ending; }

void st_wake(void) { (void)!write(news, "", 1); }

static void end_now(int number) {
  (void)number;
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(ending, &action, NULL);
  raise(ending);
}

/* Makes the pipe readable. A timer ends the program if it does not end by itself, for example while it renders. */
static void announce(int number) {
  int error = errno;
  /* SA_RESETHAND has restored the default action, so the second signal ends the program. */
  if (ending != 0) raise(number);
  ending = number;
  st_wake();
  struct itimerval timer = {.it_value.tv_usec = 1000 * patience_ms};
  setitimer(ITIMER_REAL, &timer, NULL);
  errno = error;
}

int st_note_endings(int patience) {
  static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
  for (int i = 0; i < 2; i++) {
    /* A pipe with the number of a closed standard stream would be used as that stream. */
    if (pipe[i] > STDERR_FILENO) continue;
    int copy = fcntl(pipe[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (copy < 0) return -errno;
    close(pipe[i]);
    pipe[i] = copy;
  }
  news = pipe[1];
  patience_ms = patience;
  struct sigaction late = {.sa_handler = end_now};
  sigaction(SIGALRM, &late, NULL);
  sigset_t noted;
  sigemptyset(&noted);
  sigaddset(&noted, SIGALRM);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    struct sigaction before;
    /* An ignored signal stays ignored: the program may have been started with nohup. */
    if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    struct sigaction action = {.sa_handler = announce, .sa_flags = SA_RESTART | SA_RESETHAND};
    sigaction(endings[i], &action, NULL);
    sigaddset(&noted, endings[i]);
  }
  /* The parent may have started the program with these signals blocked. */
  sigprocmask(SIG_UNBLOCK, &noted, NULL);
  return pipe[0];
}
