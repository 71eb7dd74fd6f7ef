#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "CIsolation.h"

/* The seccomp filter allows the system calls that a computation needs, and denies the others. A denied
 * call raises SIGSYS. The signal handler records the call and makes it fail with EPERM. A call that
 * starts a process kills the worker at once: glibc blocks signals around it, so no handler could run.
 *
 * Calls that open files also raise SIGSYS. The handler opens the file itself, to record denials by
 * Landlock. It does so with se_gate, whose address the filter allows. The gate is no security risk: a
 * plugin that jumps to it is subject to the same Landlock rules. */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no filter of system calls for this machine"
#endif

long se_gate(long number, long a, long b, long c, long d);
extern const char se_gate_return[];

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".hidden se_gate\n.hidden se_gate_return\n"
    ".globl se_gate\n.type se_gate, @function\n"
    "se_gate:\n"
    "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n  mov %r8, %r10\n"
    "  syscall\n"
    ".globl se_gate_return\n"
    "se_gate_return:\n"
    "  ret\n");
#else
__asm__(
    ".text\n"
    ".hidden se_gate\n.hidden se_gate_return\n"
    ".globl se_gate\n.type se_gate, %function\n"
    "se_gate:\n"
    "  mov x8, x0\n  mov x0, x1\n  mov x1, x2\n  mov x2, x3\n  mov x3, x4\n"
    "  svc #0\n"
    ".globl se_gate_return\n"
    "se_gate_return:\n"
    "  ret\n");
#endif

/* ---- calls permitted with any arguments ---------------------------------------------------- */

static const int allowed[] = {
    SYS_read, SYS_write, SYS_futex, SYS_recvmsg, SYS_sendmsg, SYS_sendto, SYS_close,
    SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_sigaltstack, SYS_sched_yield, SYS_clock_gettime, SYS_clock_getres,
    SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom, SYS_exit, SYS_exit_group,
    SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_fstat, SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_lseek, SYS_pread64,
    SYS_pwrite64, SYS_readv, SYS_writev, SYS_preadv, SYS_pwritev, SYS_getdents64, SYS_getcwd,
    SYS_dup, SYS_dup3, SYS_pipe2, SYS_eventfd2, SYS_ppoll, SYS_pselect6, SYS_epoll_create1,
    SYS_epoll_ctl, SYS_epoll_pwait, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_times,
    SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_membarrier,
    SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_mincore, SYS_msync,
    SYS_restart_syscall, SYS_capget, SYS_shutdown, SYS_getcpu, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_futex_waitv
    SYS_futex_waitv,
#endif
#ifdef SYS_close_range
    SYS_close_range,
#endif
#ifdef SYS_poll
    SYS_poll, SYS_select, SYS_pipe, SYS_dup2, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
    SYS_time, SYS_epoll_wait, SYS_epoll_create, SYS_eventfd, SYS_arch_prctl, SYS_getpgrp,
    SYS_getdents,
#endif
};

/* Calls that start a process or a program. */
static const int fatal[] = {
    SYS_execve, SYS_execveat,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
};

static const int opening[] = {
    SYS_openat,
#ifdef SYS_open
    SYS_open,
#endif
};

/* ---- the filter ---------------------------------------------------------------------------- */

#define ROOM 512
typedef struct program {
  struct sock_filter code[ROOM];
  unsigned short count;
} program;

static void add(program *filter, struct sock_filter instruction) {
  if (filter->count < ROOM) filter->code[filter->count++] = instruction;
}
#define STATEMENT(code, value) add(filter, (struct sock_filter)BPF_STMT(code, value))
#define JUMP(code, value, yes, no) add(filter, (struct sock_filter)BPF_JUMP(code, value, yes, no))
#define LOAD(field) STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOW(argument) \
  STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (argument))
#define HIGH(argument) \
  STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (argument) + 4)
#define RETURN(value) STATEMENT(BPF_RET | BPF_K, value)
#define IF_EQUAL(value, yes, no) JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define ERROR(number) (SECCOMP_RET_ERRNO | (number))

static void add_call(program *filter, int number, uint32_t verdict) {
  IF_EQUAL(number, 0, 1);
  RETURN(verdict);
}

/* Allows a call if the low half of an argument is one of `words`; otherwise the verdict is
 * `otherwise`. */
static void add_words(program *filter, int number, int argument, const uint32_t *words,
                      unsigned char count, uint32_t otherwise) {
  IF_EQUAL(number, 0, (unsigned char)(count * 2 + 2));
  LOW(argument);
  for (unsigned char i = 0; i < count; i++) {
    IF_EQUAL(words[i], 0, 1);
    RETURN(SECCOMP_RET_ALLOW);
  }
  RETURN(otherwise);
}

static void build(program *filter) {
  LOAD(arch);
  IF_EQUAL(ARCHITECTURE, 1, 0);
  RETURN(SECCOMP_RET_KILL_PROCESS);
  LOAD(nr);
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    add_call(filter, allowed[i], SECCOMP_RET_ALLOW);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    add_call(filter, fatal[i], SECCOMP_RET_KILL_PROCESS);

  /* Allows clone for threads, not for processes. The filter cannot read the arguments of clone3,
   * which are behind a pointer, so it makes clone3 fail with ENOSYS. glibc then uses clone. */
  IF_EQUAL(SYS_clone, 0, 4);
  LOW(0);
  JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  RETURN(SECCOMP_RET_ALLOW);
  RETURN(SECCOMP_RET_KILL_PROCESS);
  add_call(filter, SYS_clone3, ERROR(ENOSYS));
#ifdef SYS_openat2
  add_call(filter, SYS_openat2, ERROR(ENOSYS));
#endif

  /* Allows calls that open files only from se_gate, at the address se_gate_return. */
  uint64_t gate = (uint64_t)(uintptr_t)se_gate_return;
  for (size_t i = 0; i < sizeof opening / sizeof *opening; i++) {
    IF_EQUAL(opening[i], 0, 6);
    STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer));
    IF_EQUAL((uint32_t)gate, 0, 3);
    STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4);
    IF_EQUAL((uint32_t)(gate >> 32), 0, 1);
    RETURN(SECCOMP_RET_ALLOW);
    RETURN(SECCOMP_RET_TRAP);
  }

  /* Denies shared anonymous memory and mappings that grow downwards: RLIMIT_DATA does not limit them. */
  const uint32_t uncounted = MAP_SHARED | MAP_ANONYMOUS;
  IF_EQUAL(SYS_mmap, 0, 7);
  LOW(3);
  JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_GROWSDOWN, 0, 1);
  RETURN(SECCOMP_RET_TRAP);
  STATEMENT(BPF_ALU | BPF_AND | BPF_K, uncounted);
  IF_EQUAL(uncounted, 0, 1);
  RETURN(SECCOMP_RET_TRAP);
  RETURN(SECCOMP_RET_ALLOW);

  /* Allows signals to this process only, for raise and abort. The first argument of both calls is the
   * process id. */
  uint32_t self = (uint32_t)getpid();
  add_words(filter, SYS_kill, 0, &self, 1, SECCOMP_RET_TRAP);
  add_words(filter, SYS_tgkill, 0, &self, 1, SECCOMP_RET_TRAP);

  /* Denies replacing the handler of SIGSYS. */
  IF_EQUAL(SYS_rt_sigaction, 0, 4);
  LOW(0);
  IF_EQUAL(SIGSYS, 0, 1);
  RETURN(ERROR(EPERM));
  RETURN(SECCOMP_RET_ALLOW);

  /* Excludes F_SETOWN and F_SETSIG, with which the worker could send signals to the host. */
  static const uint32_t descriptor_words[] = {0 /* F_DUPFD */, 1, 2, 3, 4 /* F_SETFL */,
                                              1030 /* F_DUPFD_CLOEXEC */, 1034 /* F_GET_SEALS */};
  add_words(filter, SYS_fcntl, 1, descriptor_words, 7, ERROR(EPERM));
  static const uint32_t terminal_words[] = {0x5401 /* TCGETS */, 0x541b /* FIONREAD */};
  add_words(filter, SYS_ioctl, 1, terminal_words, 2, ERROR(ENOTTY));
  /* Excludes PR_SET_PDEATHSIG and PR_SET_DUMPABLE, which would weaken the protections. */
  static const uint32_t process_words[] = {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA */};
  add_words(filter, SYS_prctl, 0, process_words, 3, ERROR(EPERM));

  /* Allows reading resource limits (a NULL new limit), not changing them. */
  IF_EQUAL(SYS_prlimit64, 0, 6);
  LOW(2);
  IF_EQUAL(0, 0, 3);
  HIGH(2);
  IF_EQUAL(0, 0, 1);
  RETURN(SECCOMP_RET_ALLOW);
  RETURN(ERROR(EPERM));
#ifdef SYS_getrlimit
  add_call(filter, SYS_getrlimit, SECCOMP_RET_ALLOW);
#endif
  RETURN(SECCOMP_RET_TRAP);
}

/* ---- denied calls -------------------------------------------------------------------------- */

static se_arena_header *notes;

static void note(uint32_t protection, int32_t call, const char *path) {
  uint32_t index = __atomic_fetch_add(&notes->denial_count, 1, __ATOMIC_RELAXED);
  if (index >= SE_ARENA_DENIALS) return;
  se_denial *denial = &notes->denials[index];
  denial->protection = protection;
  denial->call = call;
  uint32_t started = se_load(&notes->started);
  denial->job = started == 0 ? 0 : started - 1;
  uint32_t length = 0;
  if (path != NULL)
    while (length < sizeof denial->path && path[length] != 0) {
      denial->path[length] = path[length];
      length++;
    }
  denial->path_length = length;
}

static void on_refused_call(int number, siginfo_t *info, void *context) {
  (void)number;
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  greg_t *r = machine->gregs;
  long a = r[REG_RDI], b = r[REG_RSI], c = r[REG_RDX], d = r[REG_R10];
#else
  long a = (long)machine->regs[0], b = (long)machine->regs[1], c = (long)machine->regs[2],
       d = (long)machine->regs[3];
#endif
  int call = info->si_syscall;
  long result = -EPERM;
  const char *path = NULL;
  if (call == SYS_openat) path = (const char *)b;
#ifdef SYS_open
  if (call == SYS_open) path = (const char *)a;
#endif
  if (path != NULL) {
    result = se_gate(call, a, b, c, d);
    /* With these errors, the kernel has read the path, so reading it here is safe. */
    if (result == -EACCES || result == -EPERM) note(SE_LANDLOCK, call, path);
  } else {
    note(SE_SECCOMP, call, NULL);
  }
#if defined(__x86_64__)
  r[REG_RAX] = result;
#else
  machine->regs[0] = (unsigned long)result;
#endif
}

bool se_restrict_calls(se_arena_header *header) {
  notes = header;
  struct sigaction action = {.sa_sigaction = on_refused_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(SIGSYS, &action, NULL) < 0) return false;
  static program filter;
  filter.count = 0;
  build(&filter);
  if (filter.count >= ROOM) return false;
  struct sock_fprog loaded = {filter.count, filter.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &loaded) == 0;
}

const char *se_call_name(int32_t call) {
  switch (call) {
    case SYS_socket: return "open a socket";
    case SYS_socketpair: return "open a socket";
    case SYS_connect: return "connect a socket";
    case SYS_bind: return "bind a socket";
    case SYS_kill: return "send a signal to another process";
    case SYS_tkill: return "send a signal to another process";
    case SYS_tgkill: return "send a signal to another process";
    case SYS_rt_sigqueueinfo: return "send a signal to another process";
    case SYS_ptrace: return "trace a process";
    case SYS_process_vm_readv: return "read the memory of another process";
    case SYS_process_vm_writev: return "write to the memory of another process";
    case SYS_ftruncate: return "truncate a file";
    case SYS_truncate: return "truncate a file";
    case SYS_mmap: return "map memory that no limit counts";
    case SYS_io_uring_setup: return "set up an io_uring";
    case SYS_userfaultfd: return "handle page faults itself";
    case SYS_memfd_create: return "make a file in memory";
    case SYS_unlinkat: return "remove a file";
    case SYS_mkdirat: return "make a folder";
    case SYS_renameat2: return "rename a file";
#ifdef SYS_unlink
    case SYS_unlink: return "remove a file";
    case SYS_rename: return "rename a file";
    case SYS_mkdir: return "make a folder";
#endif
    default: return NULL;
  }
}
