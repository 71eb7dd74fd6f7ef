#ifndef SE_DESCRIPTORS_H
#define SE_DESCRIPTORS_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* se_spawn_worker overwrites low descriptors with dup2, so all descriptors for it are at least 64. */
#define SE_LOWEST_DESCRIPTOR 64

/* Moves a new descriptor to 64 or above. Returns it, or -errno on failure or if `file` is negative. */
static inline int se_move_up(int file) {
  if (file < 0) return -errno;
  int moved = fcntl(file, F_DUPFD_CLOEXEC, SE_LOWEST_DESCRIPTOR);
  int error = errno;
  close(file);
  return moved < 0 ? -error : moved;
}

#endif
