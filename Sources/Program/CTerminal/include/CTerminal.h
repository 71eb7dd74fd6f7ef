/* A terminal in full-screen mode, which is restored however the program ends. Linux only. */
#ifndef SE_CTERMINAL_H
#define SE_CTERMINAL_H

#include <stddef.h>

#include "CEndings.h"

#pragma GCC visibility push(hidden)

/* Takes over the terminal: keys arrive one by one and without echo on `input`, and `enter` is written to
 * `output`. Until st_leave is called, `leave` is written and the modes are restored when the program
 * exits, is ended by a signal, crashes or is stopped; when it continues, it enters again. Both texts
 * have at most 128 bytes. Returns a descriptor that becomes readable when the screen must be redrawn
 * (the window was resized, or the program continues), or -errno. Must be called at most once, on the
 * main thread. */
int st_enter(int input, int output, const char *enter, size_t enter_length, const char *leave,
             size_t leave_length);

void st_leave(void);

#pragma GCC visibility pop
#endif
