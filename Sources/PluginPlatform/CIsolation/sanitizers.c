/* Options for the address and thread sanitizers; empty in builds without them. The options are compiled
 * in, because a worker has no environment variables. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#include "CIsolation.h"

bool se_report_leaks(void) {
  typedef int function(void);
  function *check = (function *)dlsym(RTLD_DEFAULT, "__lsan_do_recoverable_leak_check");
  return check != NULL && check() != 0;
}

#if defined(__has_feature)

#define PUBLIC __attribute__((visibility("default"), used))

/* The sanitizers must not handle signals, because beacon.c and the host do. A sanitizer finding ends the
 * process at once with SIGABRT. */
#define COMMON                                                                                   \
  "abort_on_error=1:handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:"              \
  "handle_sigtrap=0:handle_abort=0:use_sigaltstack=0:can_use_proc_maps_statm=0:"                 \
  "allocator_may_return_null=1:"

#if __has_feature(address_sanitizer)
const char *__asan_default_options(void);
PUBLIC const char *__asan_default_options(void) {
  /* The quarantine is small, because it is part of the worker's memory limit. Leak detection is off: it
   * would report every string, because Swift stores bits in the pointers of strings. */
  return COMMON "quarantine_size_mb=8:detect_leaks=0";
}
#endif

#if __has_feature(thread_sanitizer)
const char *__tsan_default_options(void);
PUBLIC const char *__tsan_default_options(void) { return COMMON "halt_on_error=1"; }

/* Not a race: Swift writes the count 0 to the shared storage of empty arrays, where it is already 0. */
const char *__tsan_default_suppressions(void);
PUBLIC const char *__tsan_default_suppressions(void) { return "race:_swiftEmptyArrayStorage\n"; }

/* Swift's Mutex (Swift 6.3, Mutex/LinuxImpl.swift) hands over a contended lock in a library that is not
 * compiled for the sanitizer. These functions wrap its lock and unlock, and tell the sanitizer about
 * the order of threads. Otherwise it would report races. */
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
typedef SWIFT void locking(uint32_t thread, SELF);
typedef SWIFT void unlocking(SELF);
void __tsan_acquire(void *address);
void __tsan_release(void *address);
PUBLIC SWIFT void se_lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
PUBLIC SWIFT void se_unlock_slow(SELF) __asm__(UNLOCK_SLOW);

PUBLIC SWIFT void se_lock_slow(uint32_t thread, SELF) {
  ((locking *)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, self);
  __tsan_acquire(self);
}

PUBLIC SWIFT void se_unlock_slow(SELF) {
  __tsan_release(self);
  ((unlocking *)dlsym(RTLD_NEXT, UNLOCK_SLOW))(self);
}
#endif

#endif
