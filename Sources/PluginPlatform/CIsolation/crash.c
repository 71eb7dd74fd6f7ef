#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "CIsolation.h"
#include "descriptors.h"

_Static_assert(sizeof(se_crash) <= SE_ARENA_SIZE - SE_ARENA_CRASH_OFFSET, "the record fits");

_Static_assert(offsetof(se_crash, stack) == SE_CRASH_STACK_OFFSET &&
                   offsetof(se_crash, map) == SE_CRASH_MAP_OFFSET,
               "Swift reads them there");

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
#define SIGNALS (sizeof signals / sizeof *signals)
#define SIGNAL_STACK 65536

static se_arena_header *header;
static se_crash *record;
/* /proc/self/maps, opened before the sandbox forbids it. */
static int map_file = -1;
/* The thread that crashed first. */
static int owner;

/* ---- the handler: only async-signal-safe calls ---------------------------------------------- */

static void copy_registers(const mcontext_t *machine) {
  uint64_t *to = record->registers;
#if defined(__x86_64__)
  static const int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                              REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                              REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    to[i] = (uint64_t)machine->gregs[order[i]];
  record->stack_start = to[7];
#else
  for (int i = 0; i < 31; i++) to[i] = machine->regs[i];
  to[31] = machine->sp;
  to[32] = machine->pc;
  record->stack_start = to[31];
#endif
}

/* Copies the stack by a system call, which fails for missing pages instead of crashing; those stay
 * zero. */
static void copy_stack(void) {
  const size_t to = SE_ARENA_CRASH_OFFSET + offsetof(se_crash, stack);
  for (size_t done = 0; done < SE_CRASH_STACK;) {
    uint64_t from = record->stack_start + done;
    size_t count = 4096 - (from & 4095);
    if (count > SE_CRASH_STACK - done) count = SE_CRASH_STACK - done;
    (void)syscall(SYS_pwrite64, SE_WORKER_ARENA, from, count, to + done);
    done += count;
  }
}

/* Copies the lines of executable mappings. */
static void copy_map(void) {
  static char chunk[4096], line[1024];
  size_t length = 0, permissions = 0;
  uint32_t used = 0;
  ssize_t count;
  while ((count = read(map_file, chunk, sizeof chunk)) > 0) {
    for (ssize_t i = 0; i < count; i++) {
      if (chunk[i] == ' ' && permissions == 0) permissions = length + 1;
      if (length < sizeof line) line[length++] = chunk[i];
      if (chunk[i] != '\n') continue;
      line[length - 1] = '\n';
      bool is_code = permissions + 2 < length && line[permissions + 2] == 'x';
      for (size_t k = 0; is_code && k < length && used < SE_CRASH_MAP; k++)
        record->map[used++] = line[k];
      length = permissions = 0;
    }
  }
  record->map_length = used;
}

static void die(int number) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  raise(number);
}

static void on_crash(int number, siginfo_t *info, void *context) {
  int first = 0, self = (int)syscall(SYS_gettid);
  if (!__atomic_compare_exchange_n(&owner, &first, self, false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE)) {
    /* The process ends after the first thread has written its record. */
    struct timespec second = {1, 0};
    if (first != self) nanosleep(&second, NULL);
    die(number);
    return;
  }
  record->signal = number;
  bool is_known = info->si_code > 0 && info->si_code != SI_KERNEL;
  record->address = is_known ? (uint64_t)(uintptr_t)info->si_addr : UINT64_MAX;
  copy_registers(&((const ucontext_t *)context)->uc_mcontext);
  copy_stack();
  copy_map();
  se_store(&header->crash, SE_CRASH_COMPLETE);
  die(number);
}

/* ---- installation ---------------------------------------------------------------------------- */

void se_crash_install(void *arena) {
  header = arena;
  record = (se_crash *)((char *)arena + SE_ARENA_CRASH_OFFSET);
  map_file = se_move_up(open("/proc/self/maps", O_RDONLY | O_CLOEXEC));
  /* A separate stack, since a plugin may have used up that of the thread. */
  void *stack = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack != MAP_FAILED) {
    stack_t alternative = {.ss_sp = stack, .ss_size = SIGNAL_STACK};
    sigaltstack(&alternative, NULL);
  }
  struct sigaction action = {.sa_sigaction = on_crash,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (size_t i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, NULL);
}
