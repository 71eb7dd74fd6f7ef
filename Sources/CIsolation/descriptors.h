#ifndef SE_DESCRIPTORS_H
#define SE_DESCRIPTORS_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Below it, dup2 of one descriptor could close another that is still to be passed on. */
#define SE_LOWEST_DESCRIPTOR 64

/* Moves a new descriptor, or passes its error on as -errno. */
static inline int se_move_up(int file) {
  if (file < 0) return -errno;
  int moved = fcntl(file, F_DUPFD_CLOEXEC, SE_LOWEST_DESCRIPTOR);
  int error = errno;
  close(file);
  return moved < 0 ? -error : moved;
}

#endif
