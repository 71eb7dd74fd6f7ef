#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CIsolation.h"
#include "descriptors.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x10u
#endif

_Static_assert(sizeof(se_arena_header) <= SE_ARENA_ENTRIES_OFFSET, "the header ends before");
_Static_assert(SE_ARENA_ENTRIES_OFFSET + SE_ARENA_JOBS * sizeof(se_arena_entry) ==
                   SE_ARENA_DATA_OFFSET,
               "results stand behind the entries");

int se_memory_file(const char *name, bool executable) {
  unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  /* MFD_EXEC is needed on systems that forbid executable memory files by default. Kernels before 6.3
   * return EINVAL for it. */
  int file = memfd_create(name, flags | (executable ? MFD_EXEC : 0));
  if (file < 0 && errno == EINVAL) file = memfd_create(name, flags);
  return se_move_up(file);
}

int se_seal(int file, bool contents) {
  int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | (contents ? F_SEAL_WRITE : 0);
  return fcntl(file, F_ADD_SEALS, seals) < 0 ? -errno : 0;
}

void *se_map(int file, size_t size, bool writable) {
  void *memory =
      mmap(NULL, size, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void se_unmap(void *memory, size_t size) { munmap(memory, size); }

void se_copy(void *to, const void *from, size_t count) { memcpy(to, from, count); }

void se_discard(void *memory, size_t size, size_t keep) {
  /* Ignores a failure: the pages are kept and use memory. */
  (void)madvise((char *)memory + keep, size - keep, MADV_REMOVE);
}
