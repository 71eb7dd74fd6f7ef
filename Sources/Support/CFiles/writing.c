#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CFiles.h"

int se_write_all(int file, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t put = write(file, next, count);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return -errno;
    next += put;
    count -= (size_t)put;
  }
  return 0;
}

int se_rename(const char *from, const char *to, unsigned flags) {
  if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags) == 0) return 0;
  // Some file systems know no flags.
  if (flags != SE_RENAME_NEW || (errno != EINVAL && errno != ENOSYS)) return -errno;
  if (access(to, F_OK) == 0) return -EEXIST;
  return rename(from, to) == 0 ? 0 : -errno;
}
