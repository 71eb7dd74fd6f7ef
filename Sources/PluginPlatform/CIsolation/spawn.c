#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CIsolation.h"

typedef struct request {
  const char *program;
  int control, arena, output, output_reader;
  char *const *environment;
  pid_t result;
  bool done;
} request;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static request *waiting;
static bool has_spawner;

static pid_t spawn(const request *wanted) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&files) != 0) return -ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&files);
    return -ENOMEM;
  }
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  bool is_debugged = wanted->environment != NULL;
  posix_spawn_file_actions_adddup2(&files, is_debugged ? 1 : wanted->output, 1);
  posix_spawn_file_actions_adddup2(&files, is_debugged ? 2 : wanted->output, 2);
  posix_spawn_file_actions_adddup2(&files, wanted->control, SE_WORKER_CONTROL);
  posix_spawn_file_actions_adddup2(&files, wanted->arena, SE_WORKER_ARENA);
  posix_spawn_file_actions_adddup2(&files, wanted->output_reader, SE_WORKER_OUTPUT);
  posix_spawn_file_actions_addclosefrom_np(&files, SE_WORKER_OUTPUT + 1);

  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  /* The worker gets its own process group, so that signals from the terminal reach only the host. */
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

  char parent[24];
  snprintf(parent, sizeof parent, "%d", (int)getpid());
  char *arguments[] = {"section-worker", parent, is_debugged ? "debugged" : NULL, NULL};
  /* Disables Swift's backtrace, which needs a second process. The host reports crashes instead. */
  char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
  pid_t process = 0;
  int error = posix_spawn(&process, wanted->program, &files, &attributes, arguments,
                          is_debugged ? wanted->environment : environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error == 0 ? process : -error;
}

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (waiting == NULL) pthread_cond_wait(&changed, &lock);
    request *next = waiting;
    waiting = NULL;
    next->result = spawn(next);
    next->done = true;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

/* Resets the state in a forked child, which has a copy of the variables but not the spawner thread. */
static void forget_spawner(void) {
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&changed, NULL);
  waiting = NULL;
  has_spawner = false;
}

static bool start_spawner(void) {
  if (has_spawner) return true;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_t thread;
  static bool is_told_of_forks;
  if (!is_told_of_forks) is_told_of_forks = pthread_atfork(NULL, NULL, forget_spawner) == 0;
  has_spawner = pthread_create(&thread, NULL, serve, NULL) == 0;
  if (has_spawner) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return has_spawner;
}

pid_t se_spawn_worker(const char *program, int control, int arena, int output,
                      int output_reader, char *const *environment) {
  request mine = {program, control, arena, output, output_reader, environment, 0, false};
  pthread_mutex_lock(&lock);
  if (!start_spawner()) {
    pthread_mutex_unlock(&lock);
    return -EAGAIN;
  }
  while (waiting != NULL) pthread_cond_wait(&changed, &lock);
  waiting = &mine;
  pthread_cond_broadcast(&changed);
  while (!mine.done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return mine.result;
}

pid_t se_spawn_debugger(const char *program, char *const *arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  pid_t parent = getpid();
  sigset_t all, none, before;
  sigfillset(&all);
  sigemptyset(&none);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t process = fork();
  int error = process < 0 ? errno : 0;
  if (process == 0) {
    /* Resets the signal actions: this program's handlers must not run in the debugger. */
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* Sends SIGTERM, not SIGKILL, when the parent ends, so that the debugger restores the terminal. */
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent) execv(program, arguments);
    error = errno;
    (void)!write(ends[1], &error, sizeof error);
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (process > 0) {
    ssize_t count;
    do count = read(ends[0], &error, sizeof error);
    while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof error)
      waitpid(process, NULL, 0);
    else
      error = 0;
  }
  close(ends[0]);
  return error == 0 ? process : -error;
}

int se_kill_and_wait(pid_t process) {
  /* Checks that the child is not collected yet; otherwise its id may belong to another process. */
  siginfo_t info;
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) < 0) return SE_NOT_A_CHILD;
  kill(process, SIGKILL);
  int status = 0;
  pid_t collected;
  do collected = waitpid(process, &status, 0);
  while (collected < 0 && errno == EINTR);
  return collected == process ? status : SE_NOT_A_CHILD;
}

int se_collect(pid_t process, int milliseconds) {
  /* Waits, because the process ends slightly after its socket is closed. */
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  if (handle < 0) return se_kill_and_wait(process);
  struct pollfd entry = {.fd = handle, .events = POLLIN};
  int ready = poll(&entry, 1, milliseconds);
  close(handle);
  int status = se_kill_and_wait(process);
  return ready > 0 || status == SE_NOT_A_CHILD ? status : SE_HAD_TO_BE_KILLED;
}

int se_interrupt_and_collect(pid_t process, int milliseconds) {
  siginfo_t info;
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) < 0) return SE_NOT_A_CHILD;
  kill(process, SE_HANG);
  return se_collect(process, milliseconds);
}

double se_processor_time(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) < 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double se_delayed_time(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  if (threads == NULL) return 0;
  double seconds = 0;
  for (struct dirent *thread; (thread = readdir(threads)) != NULL;) {
    char text[96] = {0};
    unsigned long long delayed = 0;
    snprintf(path, sizeof path, "%.20s/schedstat", thread->d_name);
    int file = openat(dirfd(threads), path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    /* The first number is the time on a processor, the second the time waiting for one, in ns. */
    if (read(file, text, sizeof text - 1) > 0 && sscanf(text, "%*u %llu", &delayed) == 1)
      seconds += (double)delayed / 1e9;
    close(file);
  }
  closedir(threads);
  return seconds;
}

unsigned se_thread_count(pid_t process) {
  char path[40];
  struct stat folder;
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  /* The link count is 2 plus the number of subfolders, one for each thread. */
  return stat(path, &folder) == 0 && folder.st_nlink > 2 ? (unsigned)folder.st_nlink - 2 : 0;
}
