#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "CIsolation.h"
#include "descriptors.h"

_Static_assert(sizeof(se_crash) <= SE_ARENA_SIZE - SE_ARENA_CRASH_OFFSET, "the record fits");

_Static_assert(offsetof(se_crash, map) == SE_CRASH_MAP_OFFSET, "Swift reads it there");

/* A function of libgcc: returns the unwind table of an address, or NULL. */
const void *_Unwind_Find_FDE(void *address, void *bases[3]);

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SE_HANG};
_Static_assert(SE_HANG == SIGQUIT, "the header does not include signal.h");
#define SIGNALS (sizeof signals / sizeof *signals)
#define SIGNAL_STACK 65536

static se_arena_header *header;
static se_crash *record;
/* The open file /proc/self/maps. The sandbox prevents opening it after a crash. */
static int map_file = -1;
/* The id of the thread that crashed first; 0 before a crash. */
static int owner;

/* ---- the handler: only async-signal-safe calls ---------------------------------------------- */

static void add_frame(uint64_t address) {
  if (record->frame_count < SE_CRASH_FRAMES) record->frames[record->frame_count++] = address;
}

/* Records a frame. Skips the first frames: those of the handler, and the recorded frame at `*start`. */
static _Unwind_Reason_Code note_frame(struct _Unwind_Context *frame, void *start) {
  uint64_t *first = start, address = _Unwind_GetIP(frame);
  if (*first == 0) add_frame(address);
  if (*first == address) *first = 0;
  return record->frame_count < SE_CRASH_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Records the frames of the stack. If this crashes too, the record keeps the frames found so far. */
static void note_frames(int number, mcontext_t *machine) {
#if defined(__x86_64__)
  uint64_t counter = (uint64_t)machine->gregs[REG_RIP];
  record->stack = (uint64_t)machine->gregs[REG_RSP];
#else
  uint64_t counter = machine->pc;
  record->stack = machine->sp;
#endif
  void *bases[3];
  add_frame(counter);
  if (number == SIGSEGV && !_Unwind_Find_FDE((void *)counter, bases)) {
    /* The crash is a call of an address without code, so the caller is known from the return address. */
#if defined(__x86_64__)
    counter = *(const uint64_t *)record->stack;
    machine->gregs[REG_RIP] = (greg_t)counter;
    machine->gregs[REG_RSP] += 8;
#else
    counter = machine->pc = machine->regs[30];
#endif
    add_frame(counter);
  }
  _Unwind_Backtrace(note_frame, &counter);
}

/* Copies the lines of /proc/self/maps for executable mappings to the record. */
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
    /* Another thread crashed first: gives it a second to write its record. */
    struct timespec second = {1, 0};
    if (first != self) nanosleep(&second, NULL);
    die(number);
    return;
  }
  record->signal = number;
  record->frame_count = 0;
  /* After a refusal of memory in the same job, the address only says that the result was not checked. */
  bool is_refusal = se_load(&header->asked) > 0 && header->memory_job == se_load(&header->started);
  bool is_known = info->si_code > 0 && info->si_code != SI_KERNEL && !is_refusal;
  record->address = is_known ? (uint64_t)(uintptr_t)info->si_addr : UINT64_MAX;
  copy_map();
  se_store(&header->crash, SE_CRASH_COMPLETE);
  note_frames(number, &((ucontext_t *)context)->uc_mcontext);
  die(number);
}

/* ---- installation ---------------------------------------------------------------------------- */

static _Unwind_Reason_Code ignore_frame(struct _Unwind_Context *frame, void *data) {
  (void)frame, (void)data;
  return _URC_END_OF_STACK;
}

void se_crash_install(void *arena) {
  header = arena;
  record = (se_crash *)((char *)arena + SE_ARENA_CRASH_OFFSET);
  map_file = se_move_up(open("/proc/self/maps", O_RDONLY | O_CLOEXEC));
  /* The first call of the unwinder loads libraries, which must happen before a crash. */
  _Unwind_Backtrace(ignore_frame, NULL);
  /* Handlers run on a separate stack, because a plugin may have used up the thread's stack. */
  void *stack = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack != MAP_FAILED) {
    stack_t alternative = {.ss_sp = stack, .ss_size = SIGNAL_STACK};
    sigaltstack(&alternative, NULL);
  }
  struct sigaction action = {.sa_sigaction = on_crash,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (size_t i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, NULL);
}
