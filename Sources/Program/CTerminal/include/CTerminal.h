/* Controls a terminal in full-screen mode and restores it whenever the program ends. Linux only. */
#ifndef SE_CTERMINAL_H
#define SE_CTERMINAL_H

#include <stddef.h>

#include "CEndings.h"

#pragma GCC visibility push(hidden)

/* Starts full-screen mode. Each key arrives immediately and without echo on `input`, and `enter` is written
 * to `output`. When the program exits, crashes, or is ended or stopped by a signal, `leave` is written and
 * the modes are restored; a continued program enters the mode again. st_leave ends this. Both texts have at
 * most 128 bytes. Returns -errno, or a descriptor that becomes readable when the screen must be redrawn
 * after a resize or a continuation. Must be called at most once, on the main thread. */
int st_enter(int input, int output, const char *enter, size_t enter_length, const char *leave,
             size_t leave_length);

void st_leave(void);

#pragma GCC visibility pop
#endif
