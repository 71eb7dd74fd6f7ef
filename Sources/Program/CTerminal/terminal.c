#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CTerminal.h"

/* Signal handlers can only use global variables. These are set once, before the handlers are
 * installed. */
static int input, output, news;
static char enter_text[128], leave_text[128];
static size_t enter_size, leave_size;
static struct termios before, during;
static bool has_modes;
static volatile sig_atomic_t is_entered;

/* Signals whose default action ends the program. */
static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
/* Signals of crashes. on_crash restores the terminal, then runs the earlier handler. */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE};
#define COUNT(list) (sizeof list / sizeof *list)
static struct sigaction crash_actions[COUNT(crashes)];

static void write_text(const char *text, size_t size) {
  while (size > 0) {
    ssize_t written = write(output, text, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    size -= (size_t)written;
  }
}

static void show(void) {
  if (has_modes) tcsetattr(input, TCSANOW, &during);
  write_text(enter_text, enter_size);
  is_entered = 1;
}

void st_leave(void) {
  if (!is_entered) return;
  is_entered = 0;
  write_text(leave_text, leave_size);
  if (has_modes) tcsetattr(input, TCSANOW, &before);
}

static void announce(void) {
  int error = errno;
  (void)!write(news, "", 1);
  errno = error;
}

static void set(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigaction(number, &action, NULL);
}

static void on_ending(int number) {
  st_leave();
  set(number, SIG_DFL, 0);
  raise(number);
}

static void on_crash(int number) {
  st_leave();
  for (size_t i = 0; i < COUNT(crashes); i++)
    if (crashes[i] == number) sigaction(number, &crash_actions[i], NULL);
  raise(number);
}

static void on_stop(int number) {
  int error = errno;
  st_leave();
  set(number, SIG_DFL, 0);
  /* The raised signal stops the program only when it is unblocked: it is blocked during its handler, and a
   * sanitizer's handler blocks all signals. */
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  /* Execution resumes here when the program is continued. */
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  set(number, on_stop, SA_RESTART);
  show();
  announce();
  errno = error;
}

static void on_resize(int number) {
  (void)number;
  announce();
}

int st_enter(int in, int out, const char *enter, size_t enter_length, const char *leave,
             size_t leave_length) {
  if (enter_length > sizeof enter_text || leave_length > sizeof leave_text) return -EINVAL;
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
  input = in;
  output = out;
  news = pipe[1];
  memcpy(enter_text, enter, enter_size = enter_length);
  memcpy(leave_text, leave, leave_size = leave_length);
  has_modes = in >= 0 && tcgetattr(in, &before) == 0;
  during = before;
  during.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  during.c_cc[VMIN] = 1;
  during.c_cc[VTIME] = 0;

  for (size_t i = 0; i < COUNT(crashes); i++) {
    sigaction(crashes[i], NULL, &crash_actions[i]);
    /* SA_ONSTACK uses the earlier handler's stack, because the thread's stack may be full. */
    set(crashes[i], on_crash, SA_ONSTACK | SA_NODEFER);
  }
  for (size_t i = 0; i < COUNT(endings); i++) set(endings[i], on_ending, SA_NODEFER);
  set(SIGTSTP, on_stop, SA_RESTART);
  set(SIGWINCH, on_resize, SA_RESTART);
  atexit(st_leave);
  show();
  return pipe[0];
}
