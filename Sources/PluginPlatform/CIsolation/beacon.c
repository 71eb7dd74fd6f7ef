#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CIsolation.h"

typedef struct beacon {
  const char *plugin, *block;
  size_t plugin_length, block_length;
} beacon;

static __thread beacon mine;
/* The plugin and block that were set last, by any thread. Used if a thread that a plugin started crashes. */
static const beacon *latest;
static bool is_installed;

static const struct {
  int number;
  const char *name;
} signals[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},
               {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"}, {SIGFPE, "SIGFPE"}};
#define SIGNALS (sizeof signals / sizeof *signals)

void se_beacon_begin(const char *plugin, size_t plugin_length, const char *block,
                     size_t block_length) {
  mine = (beacon){plugin, block, plugin_length, block_length};
  __atomic_store_n(&latest, &mine, __ATOMIC_RELEASE);
}

void se_beacon_end(void) {
  mine.plugin = NULL;
  const beacon *self = &mine;
  __atomic_compare_exchange_n(&latest, &self, (const beacon *)NULL, false, __ATOMIC_RELEASE,
                              __ATOMIC_RELAXED);
}

/* ---- the message: only async-signal-safe calls --------------------------------------------- */

static void add(char *text, size_t *length, size_t room, const char *part, size_t count) {
  for (size_t i = 0; i < count && *length < room; i++) {
    unsigned char byte = (unsigned char)part[i];
    /* Replaces control characters by spaces, because the block's name comes from a feed. */
    text[(*length)++] = (char)(byte < 0x20 || byte == 0x7f ? ' ' : byte);
  }
}

static void say(const beacon *who, const char *what) {
  char text[700];
  size_t length = 0;
  const size_t room = sizeof text;
#define ADD(words) add(text, &length, room - 1, words, strlen(words))
  ADD("error[SE3011]: plugin `");
  add(text, &length, 200, who->plugin, who->plugin_length);
  ADD("` ");
  ADD(what);
  ADD(" while it drew `");
  add(text, &length, 450, who->block, who->block_length);
  ADD("`");
  text[length++] = '\n';
  (void)!write(STDERR_FILENO, text, length);
  static const char help[] =
      "  = note: the plugin runs in this process, which ends with it\n"
      "  = help: drop it into a plugin folder without trust: it then runs in a worker\n";
  (void)!write(STDERR_FILENO, help, sizeof help - 1);
#undef ADD
}

static const beacon *blamed(void) {
  return mine.plugin != NULL ? &mine : __atomic_load_n(&latest, __ATOMIC_ACQUIRE);
}

static void on_signal(int number) {
  const beacon *who = blamed();
  if (who != NULL && who->plugin != NULL) {
    char what[32] = "died of ";
    for (size_t i = 0; i < SIGNALS; i++)
      if (signals[i].number == number) strcat(what, signals[i].name);
    say(who, what);
  }
  /* SA_RESETHAND has restored the default action, so this ends the process. */
  raise(number);
}

/* Handles exit() and quick_exit(). A call of _exit() cannot be intercepted. */
static void on_exit_call(void) {
  const beacon *who = blamed();
  if (who == NULL || who->plugin == NULL) return;
  say(who, "called exit()");
  _exit(2);
}

void se_beacon_install(void) {
  if (is_installed) return;
  is_installed = true;
  /* Handlers run on a separate stack, because a plugin may have used up the thread's stack. */
  size_t size = 64 << 10;
  void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack != MAP_FAILED) {
    stack_t alternative = {.ss_sp = stack, .ss_size = size};
    sigaltstack(&alternative, NULL);
  }
  struct sigaction action = {.sa_handler = on_signal,
                             .sa_flags = SA_ONSTACK | (int)SA_RESETHAND | SA_NODEFER};
  for (size_t i = 0; i < SIGNALS; i++) sigaction(signals[i].number, &action, NULL);
  atexit(on_exit_call);
  at_quick_exit(on_exit_call);
  /* If the parent process ignored SIGCHLD, this process would too, and waitpid would not work. */
  signal(SIGCHLD, SIG_DFL);
}
