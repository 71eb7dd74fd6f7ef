/* System functions for isolating plugins: shared memory, the worker process, its sandbox, and crash
 * reports. Linux only. */
#ifndef SE_CISOLATION_H
#define SE_CISOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A function of the Swift runtime: returns a demangled name, which the caller frees, or NULL. */
char *swift_demangle(const char *name, size_t length, char *output, size_t *room, uint32_t flags);

#pragma GCC visibility push(hidden)

/* ---- the arena with a worker's results ----------------------------------------------------- */

/* A denied system call of a plugin. */
typedef struct se_denial {
  uint32_t job;         /* number of the current job, from 0 */
  uint32_t protection;  /* SE_LANDLOCK or SE_SECCOMP */
  int32_t call;         /* number of the system call */
  uint32_t path_length;
  char path[112];       /* path of a file, truncated */
} se_denial;

#define SE_ARENA_DENIALS 31

typedef struct se_arena_header {
  uint32_t started;  /* number of started jobs of the message */
  uint32_t done;     /* number of jobs whose result is complete */
  uint32_t denial_count;
  uint32_t place;    /* the plugin's function that is running (HostContext.Call.place); 0: none */
  uint32_t crash;    /* SE_CRASH_COMPLETE: an se_crash is at SE_ARENA_CRASH_OFFSET */
  /* The size that the system refused last, in KB, and the data memory at that time; `asked` is 0 if it refused
   * none. `memory_job` is the value of `started` then. */
  uint32_t asked, used, memory_job;
  se_denial denials[SE_ARENA_DENIALS];
} se_arena_header;

/* The position of a job's result: its offset from the start of the arena, and its length in bytes. The
 * text that the plugin printed follows the result. */
typedef struct se_arena_entry {
  uint64_t offset;
  uint32_t length;
  uint32_t output_length;
} se_arena_entry;

#define SE_ARENA_ENTRIES_OFFSET 4096
/* Maximum number of jobs per message. */
#define SE_ARENA_JOBS 4096
#define SE_ARENA_DATA_OFFSET 69632 /* after the entries */
/* 128 MB of address space; only written pages take memory. */
#define SE_ARENA_SIZE 134217728
/* The end of the space for results, and the start of the space for a crash record. */
#define SE_ARENA_CRASH_OFFSET (SE_ARENA_SIZE - 131072)

/* ---- a crash ------------------------------------------------------------------------------- */

#define SE_CRASH_COMPLETE 1u
#define SE_CRASH_FRAMES 256
#define SE_CRASH_MAP 65000
#define SE_CRASH_MAP_OFFSET (32 + 2048)

/* The record that a worker writes when a signal kills it. A plugin can forge the whole record. */
typedef struct se_crash {
  int32_t signal; /* SE_HANG: the host ended the worker at a time limit */
  uint32_t map_length;
  uint64_t address; /* the address whose access failed; UINT64_MAX: unknown */
  uint64_t stack;   /* the stack pointer */
  uint64_t frame_count;
  /* The address of the instruction, then the return addresses of the calls, innermost first. */
  uint64_t frames[SE_CRASH_FRAMES];
  char map[SE_CRASH_MAP]; /* lines of /proc/self/maps for executable mappings */
} se_crash;

/* The signal with which the host asks a worker for its stack before it kills the worker (SIGQUIT). */
#define SE_HANG 3

/* Installs handlers that write a record to the arena when a signal ends this process. Call it once,
 * before the sandbox is set up. */
void se_crash_install(void *arena);

/* A line of a source file, with the inlined function that contains it, if any. */
typedef struct se_source_line {
  char function[256]; /* linkage name; empty for the function that is not inlined */
  char path[256];     /* the end of a longer path */
  uint32_t line;      /* 0: unknown */
} se_source_line;

/* Finds the source lines of an address in a file's debug information. The lines of inlined calls come
 * first, innermost first. The last line is in the function that is not inlined; its code begins
 * at `start`. Returns the number of lines, at most `room`, or SE_NO_LIBDW if libdw is not installed. */
int se_source_lines(int file, uint64_t start, uint64_t address, se_source_line *lines, int room);
#define SE_NO_LIBDW (-1)
/* Returns the demangled form of a C++ or legacy Rust name, which the caller frees, or NULL. */
char *se_demangle_cpp(const char *name);

static inline uint32_t se_load(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
static inline void se_store(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/* ---- search paths of the system's loader --------------------------------------------------- */

/* Returns the value of $PLATFORM in search paths. It stays valid until the process ends. */
const char *se_loader_platform(void);
/* Writes the names of the subfolders that the loader searches before a folder itself, in order, each
 * followed by a ':'. Needs a buffer of at least 2048 bytes. */
void se_loader_subfolders(char *text, size_t size);

/* ---- memory files -------------------------------------------------------------------------- */

/* Creates an anonymous memory file. Returns a descriptor of at least 64, closed on exec, or -errno. */
int se_memory_file(const char *name, bool executable);
/* Permanently forbids changes of the size, and if `contents`, of the contents. Returns 0 or -errno. */
int se_seal(int file, bool contents);
/* Maps a file as shared memory; NULL on failure. */
void *se_map(int file, size_t size, bool writable);
void se_unmap(void *memory, size_t size);
/* Copies bytes that another process may change at the same time. Unlike `memcpy`, the compiler cannot
 * replace this function by reading the original again. */
void se_copy(void *to, const void *from, size_t count);
/* Frees the memory of a shared mapping except its first `keep` bytes. The freed part then reads as zeros. */
void se_discard(void *memory, size_t size, size_t keep);

/* ---- messages ------------------------------------------------------------------------------ */

#define SE_MESSAGE_FILES 200

typedef struct se_message {
  uint32_t kind;
  uint32_t jobs;
  uint32_t files;     /* descriptors sent with the message */
  uint32_t reserved;
  uint64_t length;    /* bytes that follow */
} se_message;

/* Creates two connected sockets with descriptors of at least 64, closed on exec. Returns 0 or -errno. */
int se_socket_pair(int sockets[2]);
/* Creates a non-blocking pipe with descriptors of at least 64, closed on exec. Returns 0 or -errno. */
int se_quiet_pipe(int ends[2]);
/* Sends a message and its bytes within about `milliseconds`. Returns 0 or -errno (-EAGAIN: too slow). */
int se_send(int socket, const se_message *message, const int *files, const void *bytes,
            int milliseconds);
/* Receives a message without its bytes. Returns 1, 0 at the end of the stream, or -errno. `files` must
 * have SE_MESSAGE_FILES elements. */
int se_receive(int socket, se_message *message, int *files);
/* Reads exactly `count` bytes. Returns 1, 0 at the end of the stream, or -errno. */
int se_read_all(int file, void *bytes, size_t count);
/* Reads one byte without waiting. Returns the byte, -EPIPE at the end of the stream, -EAGAIN if no byte
 * is available, or -errno. */
int se_take_byte(int socket);
/* Waits until `file` can be read. Returns 1, 0 after `milliseconds`, or -errno. */
int se_wait_readable(int file, int milliseconds);
/* Makes standard output unbuffered, so that a crash does not lose a plugin's last output. */
void se_prepare_output(void);
/* Prints the memory that nothing points to any more to standard error, and returns whether there is any.
 * Returns false in a process without a sanitizer that finds leaks. */
bool se_report_leaks(void);

/* Reads the available bytes without waiting. Returns the number of bytes stored, at most `room`, or
 * SE_CLOSED if the descriptor is closed. */
#define SE_CLOSED 0xffffffffu
size_t se_drain(int file, void *bytes, size_t room);

/* ---- the worker's process ------------------------------------------------------------------ */

/* The descriptors of a worker, besides 0 to 2. */
#define SE_WORKER_CONTROL 3
#define SE_WORKER_ARENA 4
#define SE_WORKER_OUTPUT 5

/* Starts a worker process with only the descriptors above (`output_reader` becomes SE_WORKER_OUTPUT), and
 * with `output` as standard output and error. Returns the process id or -errno. Thread-safe. A thread that
 * never ends starts all workers: the system sends the parent-death signal when the starting thread ends.
 *
 * `environment` is NULL for a normal worker. A debugged worker has this environment, writes to the
 * standard output and error of this process, and leaves crash signals to the debugger. */
pid_t se_spawn_worker(const char *program, int control, int arena, int output, int output_reader,
                      char *const *environment);
/* Starts a debugger on the terminal of this process, with default signal actions. The debugger gets
 * SIGTERM when the calling thread ends. `arguments` begins with the program's name and ends with NULL.
 * Returns the process id or -errno. */
pid_t se_spawn_debugger(const char *program, char *const *arguments);
/* Allows any process of this user to trace this process, on systems that restrict tracing. */
void se_allow_tracing(void);
/* Kills a child and waits for its end. Returns the status of waitpid, or SE_NOT_A_CHILD if other code
 * has collected the process or it is not a child of this process. */
int se_kill_and_wait(pid_t process);
/* Waits for the end of a child and returns the status of waitpid, or SE_NOT_A_CHILD. After
 * `milliseconds`, kills the child and returns SE_HAD_TO_BE_KILLED. */
int se_collect(pid_t process, int milliseconds);
/* Sends SE_HANG to a child, so that it records its stack, and waits for its end like se_collect. */
int se_interrupt_and_collect(pid_t process, int milliseconds);
#define SE_NOT_A_CHILD (-1)
#define SE_HAD_TO_BE_KILLED (-2)
/* Returns the processor time of all threads of a process in seconds, or 0 if it is unknown. */
double se_processor_time(pid_t process);
/* Returns the total time for which the threads of a process have waited for a processor, in seconds, or
 * 0 if it is unknown. */
double se_delayed_time(pid_t process);
/* Returns the number of threads of a process, or 0 if it is unknown. */
unsigned se_thread_count(pid_t process);

/* ---- protections --------------------------------------------------------------------------- */

#define SE_PARENT_DEATH 1u
#define SE_NO_NEW_PRIVILEGES 2u
#define SE_RESOURCE_LIMITS 4u
#define SE_LANDLOCK 8u
#define SE_SECCOMP 16u
#define SE_ALL_PROTECTIONS 31u

/* Makes the system kill this process when `parent` ends. Exits if `parent` has already ended. False on failure. */
bool se_die_with_parent(pid_t parent);
bool se_renounce_privileges(void);
/* Limits data memory in bytes, processor time in seconds and the stack to 8 MB. Disables core dumps.
 * Returns whether this succeeded. */
bool se_limit_resources(uint64_t data, uint64_t seconds);
/* Restricts opening files to reading files at or below the `count` paths of `readable`. Irrevocable.
 * Returns whether this succeeded. */
bool se_restrict_files(const char *const *readable, size_t count);
/* Restricts system calls to those that a computation needs. Records denied calls in `header`.
 * Irrevocable. Returns whether this succeeded. */
bool se_restrict_calls(se_arena_header *header);
/* Returns the version of the Landlock ABI, or 0 if the system has none. */
int se_landlock_version(void);

/* Returns the description of a system call, such as "open a socket", or NULL if it has none. */
const char *se_call_name(int32_t call);

/* ---- digests ------------------------------------------------------------------------------- */

/* Computes a SHA-256 digest (FIPS 180-4). */
void se_sha256(const void *bytes, size_t count, uint8_t digest[32]);

/* ---- the beacon ---------------------------------------------------------------------------- */

/* Installs handlers. If a signal kills this process while a plugin runs, they print the plugin and its block
 * to standard error. If a plugin calls exit() or quick_exit(), they end the process with status 2. */
void se_beacon_install(void);
/* Sets the plugin and block for crash reports of this thread. Borrows the texts until se_beacon_end. */
void se_beacon_begin(const char *plugin, size_t plugin_length, const char *block,
                     size_t block_length);
void se_beacon_end(void);

#pragma GCC visibility pop

#endif
