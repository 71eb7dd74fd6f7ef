/* What isolating plugins asks of the system: memory that two processes share, a process to run them in,
 * the sandbox around it, and a word about who was drawing when this process dies. Linux only. */
#ifndef SE_CISOLATION_H
#define SE_CISOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The Swift runtime's: the readable form of a name, to be freed; NULL when there is none. */
char *swift_demangle(const char *name, size_t length, char *output, size_t *room, uint32_t flags);

#pragma GCC visibility push(hidden)

/* ---- the arena: where a worker leaves its results ------------------------------------------ */

/* Something that a plugin asked for and did not get. */
typedef struct se_denial {
  uint32_t job;         /* the one that was under way, from 0 */
  uint32_t protection;  /* SE_LANDLOCK or SE_SECCOMP */
  int32_t call;         /* number of the system call */
  uint32_t path_length;
  char path[112];       /* of a file, cut */
} se_denial;

#define SE_ARENA_DENIALS 31

typedef struct se_arena_header {
  uint32_t started;  /* jobs of the message that have begun */
  uint32_t done;     /* jobs whose result is complete */
  uint32_t denial_count;
  uint32_t place;    /* the call into a plugin that is under way; 0: none */
  uint32_t crash;    /* SE_CRASH_COMPLETE: an se_crash is at SE_ARENA_CRASH_OFFSET */
  uint32_t reserved;
  se_denial denials[SE_ARENA_DENIALS];
} se_arena_header;

/* Where the result of a job stands, in bytes from the start of the arena; what the plugin printed
 * follows it. */
typedef struct se_arena_entry {
  uint64_t offset;
  uint32_t length;
  uint32_t output_length;
} se_arena_entry;

#define SE_ARENA_ENTRIES_OFFSET 4096
/* Most jobs of one message. */
#define SE_ARENA_JOBS 4096
#define SE_ARENA_DATA_OFFSET 69632 /* behind the entries */
/* 128 MB of address space; memory is used where something is written. */
#define SE_ARENA_SIZE 134217728
/* Results end here; the rest is for the record of a crash. */
#define SE_ARENA_CRASH_OFFSET (SE_ARENA_SIZE - 131072)

/* ---- a crash ------------------------------------------------------------------------------- */

#define SE_CRASH_COMPLETE 1u
#define SE_CRASH_REGISTERS 33
#define SE_CRASH_STACK 65536
#define SE_CRASH_MAP 65000
#define SE_CRASH_STACK_OFFSET 288
#define SE_CRASH_MAP_OFFSET (288 + 65536)

/* What a worker leaves of itself when it dies of a signal. A plugin can write all of it. */
typedef struct se_crash {
  int32_t signal;
  uint32_t map_length;
  uint64_t address;     /* that the instruction could not use; UINT64_MAX: not known */
  uint64_t stack_start; /* address of the first byte of `stack` */
  /* By their numbers in DWARF; x86-64 has the program counter as 16, AArch64 as 32. */
  uint64_t registers[SE_CRASH_REGISTERS];
  uint8_t stack[SE_CRASH_STACK];
  char map[SE_CRASH_MAP]; /* lines of /proc/self/maps for executable mappings */
} se_crash;

/* From now on a signal that ends this process leaves a record in the arena first. Called once, before
 * the sandbox is set up. */
void se_crash_install(void *arena);

/* A place in a source file. */
typedef struct se_source_line {
  char function[256]; /* as the linker knows it; empty for the function that owns the code */
  char path[256];     /* its end, where it is longer */
  uint32_t line;      /* 0: unknown */
} se_source_line;

/* Finds the source line of an address in a file's debug information: first those of calls that the
 * compiler inlined, innermost first, last that of the function itself, which begins at `start`.
 * Returns how many, at most `room`; SE_NO_LIBDW when that library is not installed. */
int se_source_lines(int file, uint64_t start, uint64_t address, se_source_line *lines, int room);
#define SE_NO_LIBDW (-1)
/* The readable form of a C++ or older Rust name, to be freed; NULL when there is none. */
char *se_demangle_cpp(const char *name);

static inline uint32_t se_load(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
static inline void se_store(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/* ---- where the system's loader looks ------------------------------------------------------- */

/* What $PLATFORM in a search path means here; lives as long as the process. */
const char *se_loader_platform(void);
/* Writes the subfolders that the loader tries in a search folder before the folder itself, best first,
 * each with a ':' behind it. Takes a buffer of at least 2048 bytes. */
void se_loader_subfolders(char *text, size_t size);

/* ---- memory files -------------------------------------------------------------------------- */

/* A file in memory that no folder lists, above descriptor 63 and closed on exec; -errno. */
int se_memory_file(const char *name, bool executable);
/* Forbids changing the size, and where `contents` says so every other change, for ever; -errno. */
int se_seal(int file, bool contents);
/* NULL when there is no room. */
void *se_map(int file, size_t size, bool writable);
void se_unmap(void *memory, size_t size);
/* Copies bytes that another process may be changing meanwhile: what is looked at afterwards is the copy,
 * whatever a compiler knows about `memcpy`. */
void se_copy(void *to, const void *from, size_t count);
/* Gives the pages behind the first `keep` bytes of a shared mapping back to the system. */
void se_discard(void *memory, size_t size, size_t keep);

/* ---- messages ------------------------------------------------------------------------------ */

#define SE_MESSAGE_FILES 200

typedef struct se_message {
  uint32_t kind;
  uint32_t jobs;
  uint32_t files;     /* descriptors that travel with the message */
  uint32_t reserved;
  uint64_t length;    /* bytes that follow */
} se_message;

/* Two connected sockets above descriptor 63, closed on exec; -errno. */
int se_socket_pair(int sockets[2]);
/* A pipe whose ends never wait, above descriptor 63 and closed on exec; -errno. */
int se_quiet_pipe(int ends[2]);
/* Sends all of it within about `milliseconds`; 0 or -errno. */
int se_send(int socket, const se_message *message, const int *files, const void *bytes,
            int milliseconds);
/* Receives a message without its bytes: 1, 0 at the end of the stream, or -errno. `files` has room for
 * SE_MESSAGE_FILES. */
int se_receive(int socket, se_message *message, int *files);
/* Exactly `count` bytes: 1, 0 at the end of the stream, or -errno. */
int se_read_all(int file, void *bytes, size_t count);
int se_write_all(int file, const void *bytes, size_t count);
/* One byte without waiting: 0 to 255, -EPIPE at the end of the stream, -EAGAIN when there is none, or
 * -errno. */
int se_take_byte(int socket);
/* Waits until `file` can be read: 1, 0 after `milliseconds`, or -errno. */
int se_wait_readable(int file, int milliseconds);
/* Standard output without a buffer, so that what a plugin printed last is not lost with it. */
void se_prepare_output(void);
/* What can be read without waiting; 0: nothing. SE_CLOSED: there is no such descriptor any more. */
#define SE_CLOSED 0xffffffffu
size_t se_drain(int file, void *bytes, size_t room);

/* ---- the worker's process ------------------------------------------------------------------ */

/* Descriptors of a worker. */
#define SE_WORKER_CONTROL 3
#define SE_WORKER_ARENA 4
#define SE_WORKER_OUTPUT 5

/* Starts `program` with these descriptors, no others, an empty environment, and `output` as standard
 * output and error. From a thread that lives as long as this process: the system tells a child of the
 * death of the thread that spawned it. Any thread. Returns the process or -errno.
 *
 * `environment` is NULL but for a worker that is debugged: it has this environment, writes to the standard
 * output and error of this process, and handles no crash signal, so that the debugger sees it. */
pid_t se_spawn_worker(const char *program, int control, int arena, int output, int output_reader,
                      char *const *environment);
/* Lets any process of this user trace the calling one, where a system restricts that. */
void se_allow_tracing(void);
/* Kills and collects a child. Returns the status of waitpid; SE_NOT_A_CHILD when somebody else collected
 * it, or it is the child of the process that this one was forked from. */
int se_kill_and_wait(pid_t process);
/* Collects a child that has ended, or does within `milliseconds`. Else kills it, and returns
 * SE_HAD_TO_BE_KILLED. */
int se_collect(pid_t process, int milliseconds);
#define SE_NOT_A_CHILD (-1)
#define SE_HAD_TO_BE_KILLED (-2)
/* Seconds of processor time that all threads of a process have used; 0 where it cannot be told. */
double se_processor_time(pid_t process);
/* Seconds that the threads of a process have waited for a processor, together; 0 where it cannot be
 * told. */
double se_delayed_time(pid_t process);
/* 0 where it cannot be told. */
unsigned se_thread_count(pid_t process);

/* ---- protections --------------------------------------------------------------------------- */

#define SE_PARENT_DEATH 1u
#define SE_NO_NEW_PRIVILEGES 2u
#define SE_RESOURCE_LIMITS 4u
#define SE_LANDLOCK 8u
#define SE_SECCOMP 16u
#define SE_ALL_PROTECTIONS 31u

/* Dies with its parent, which must be `parent`; whether that can be relied upon. */
bool se_die_with_parent(pid_t parent);
bool se_renounce_privileges(void);
/* Data in bytes, time of the processor in seconds. A stack of 8 MB, no core dumps. */
bool se_limit_resources(uint64_t data, uint64_t seconds);
/* From now on no file can be opened but for reading below `readable`, a list of `count` paths. */
bool se_restrict_files(const char *const *readable, size_t count);
/* From now on only the system calls that computing takes. What is refused is noted in `header`. */
bool se_restrict_calls(se_arena_header *header);
/* 0: the system has none. */
int se_landlock_version(void);

/* "socket", "kill"; NULL for a call that has no word here. */
const char *se_call_name(int32_t call);

/* ---- digests ------------------------------------------------------------------------------- */

/* FIPS 180-4. */
void se_sha256(const void *bytes, size_t count, uint8_t digest[32]);

/* ---- temporary files ----------------------------------------------------------------------- */

/* From here until the release, SIGHUP, SIGINT, SIGQUIT, SIGTERM and SIGXCPU remove the file before they end
 * the program; a signal that the program handles or ignores itself stays as it is. -1: the file is not
 * covered, since the path is too long or too many files are. Any thread. */
int se_temporary_claim(const char *path);
void se_temporary_release(int claim);
/* Removes the files that are claimed; for signal handlers that end the program. Async-signal-safe. */
void se_temporaries_remove(void);

/* ---- the blame beacon ---------------------------------------------------------------------- */

/* Says on standard error which plugin was drawing which block when this process dies of a signal, and
 * ends it with status 2 when a plugin calls exit() or quick_exit(). */
void se_beacon_install(void);
/* Borrowed until the end. Of the calling thread. */
void se_beacon_begin(const char *plugin, size_t plugin_length, const char *block,
                     size_t block_length);
void se_beacon_end(void);

#pragma GCC visibility pop

#endif
