#ifndef SE_DESCRIPTORS_H
#define SE_DESCRIPTORS_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* With lower descriptors, dup2 of one could close another that is still to be passed on. */
#define SE_LOWEST_DESCRIPTOR 64

/* Moves a new descriptor to the range from 64, or returns the error of its creation as -errno. */
static inline int se_move_up(int file) {
  if (file < 0) return -errno;
  int moved = fcntl(file, F_DUPFD_CLOEXEC, SE_LOWEST_DESCRIPTOR);
  int error = errno;
  close(file);
  return moved < 0 ? -error : moved;
}

#endif
