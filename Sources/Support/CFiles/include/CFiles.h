/* Functions for writing files that Swift's Glibc module lacks, or that a signal handler calls. Linux only. */
#ifndef SE_CFILES_H
#define SE_CFILES_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Writes exactly `count` bytes. Returns 0 or -errno. */
int se_write_all(int file, const void *bytes, size_t count);
/* Renames a file or folder to a name that is free, or exchanges two of them in one step. Returns 0 or -errno. */
#define SE_RENAME_NEW 1u
#define SE_RENAME_EXCHANGE 2u
int se_rename(const char *from, const char *to, unsigned flags);

/* Registers a file to be removed when SIGHUP, SIGINT, SIGQUIT, SIGTERM or SIGXCPU ends the program.
 * Signals that the program handles or ignores are not changed. Returns a number for
 * se_temporary_release, or -1 if the path is too long or too many files are registered. Thread-safe. */
int se_temporary_claim(const char *path);
void se_temporary_release(int claim);

/* Opens a new file without a name for reading and writing; closing it removes it. Returns a descriptor or
 * -errno. */
int se_unnamed_file(const char *folder);

#pragma GCC visibility pop

#endif
