#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CIsolation.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SE_IS_SANITIZED
#endif
#endif

bool se_die_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return false;
  /* If the parent ended before prctl, this process already has another parent. */
  if (getppid() != parent) _exit(0);
  return true;
}

void se_allow_tracing(void) { (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); }

bool se_renounce_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return false;
  /* If the host runs as root, the worker gives up root's capabilities. */
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0}};
  return syscall(SYS_capset, &header, none) == 0;
}

static bool limit(int resource, rlim_t value) {
  struct rlimit now;
  if (getrlimit(resource, &now) < 0) return false;
  if (now.rlim_max < value) value = now.rlim_max;
  struct rlimit wanted = {value, value};
  return setrlimit(resource, &wanted) == 0;
}

/* Stores the sizes of this process's address space and data in bytes, before a plugin runs; 0 in builds
 * without a sanitizer. */
static void count_own(uint64_t *space, uint64_t *data) {
  *space = *data = 0;
#ifdef SE_IS_SANITIZED
  /* Sanitizers map terabytes of address space when the program starts. */
  unsigned long long pages[2] = {0};
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return;
  if (fscanf(file, "%llu %*u %*u %*u %*u %llu", &pages[0], &pages[1]) == 2) {
    *space = pages[0] * (uint64_t)getpagesize();
    *data = pages[1] * (uint64_t)getpagesize();
  }
  fclose(file);
#endif
}

bool se_limit_resources(uint64_t data, uint64_t seconds) {
  uint64_t own_space, own_data;
  count_own(&own_space, &own_data);
  /* RLIMIT_FSIZE is not set, because it would kill plugins that print. The limit of address space is
   * higher than that of data, because malloc arenas and thread stacks reserve space without using it. */
  return limit(RLIMIT_DATA, own_data + data) && limit(RLIMIT_AS, own_space + data * 8) &&
         limit(RLIMIT_CPU, seconds) && limit(RLIMIT_STACK, 8 << 20) && limit(RLIMIT_CORE, 0) &&
         limit(RLIMIT_NOFILE, 1024);
}

/* ---- landlock ------------------------------------------------------------------------------ */

/* Constants from landlock(7). Debian's headers lack them, because they are older than the kernels. */
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define RULESET_VERSION 1u
#define RULE_PATH_BENEATH 1
#define READ_FILE ((uint64_t)1 << 2)

struct ruleset {
  uint64_t files, network, scope;
};
struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

int se_landlock_version(void) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, RULESET_VERSION);
  return version < 1 ? 0 : (int)version;
}

bool se_restrict_files(const char *const *readable, size_t count) {
  int version = se_landlock_version();
  if (version == 0) return false;
  /* The number of access rights that this kernel can deny. Only the rights granted below are allowed. */
  int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  struct ruleset rules = {
      ((uint64_t)1 << rights) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
  if (ruleset < 0) return false;
  for (size_t i = 0; i < count; i++) {
    int folder = open(readable[i], O_PATH | O_CLOEXEC);
    if (folder < 0) continue;
    struct path_rule rule = {READ_FILE, folder};
    long added = syscall(LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
    close(folder);
    if (added < 0) {
      close(ruleset);
      return false;
    }
  }
  bool isRestricted = syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return isRestricted;
}
