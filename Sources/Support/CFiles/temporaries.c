#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CFiles.h"

enum { FREE, CLAIMED, NAMED };

/* The claimed paths, in static memory, because a signal handler reads them at any time. */
static struct {
  atomic_int state;
  char path[4096];
} temporaries[16];
#define COUNT ((int)(sizeof temporaries / sizeof *temporaries))

static void remove_all(void) {
  for (int i = 0; i < COUNT; i++)
    if (atomic_load(&temporaries[i].state) == NAMED) unlink(temporaries[i].path);
}

static void end(int number) {
  remove_all();
  /* SA_RESETHAND has restored the default action, so the signal ends the program. */
  raise(number);
}

static void install(void) {
  static atomic_flag is_installed = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_installed)) return;
  static const int endings[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
  struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESETHAND | SA_RESTART};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    struct sigaction before;
    /* Installs the handler only for signals with the default action. */
    if (sigaction(endings[i], NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
        before.sa_handler == SIG_DFL)
      sigaction(endings[i], &action, NULL);
  }
}

int se_temporary_claim(const char *path) {
  if (strlen(path) >= sizeof temporaries[0].path) return -1;
  install();
  for (int i = 0; i < COUNT; i++) {
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&temporaries[i].state, &expected, CLAIMED)) continue;
    strcpy(temporaries[i].path, path);
    atomic_store(&temporaries[i].state, NAMED);
    return i;
  }
  return -1;
}

void se_temporary_release(int claim) {
  if (claim >= 0) atomic_store(&temporaries[claim].state, FREE);
}

int se_unnamed_file(const char *folder) {
  int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  // Some file systems have no files without a name.
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return -errno;
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/sectionengine-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof path) return -ENAMETOOLONG;
  file = mkostemp(path, O_CLOEXEC);
  if (file < 0) return -errno;
  unlink(path);
  return file;
}
