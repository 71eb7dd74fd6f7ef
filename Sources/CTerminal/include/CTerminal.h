/* A terminal that is drawn on as a whole, and put back whatever ends the program. Linux only. */
#ifndef SE_CTERMINAL_H
#define SE_CTERMINAL_H

#include <stddef.h>

#include "CEndings.h"

#pragma GCC visibility push(hidden)

/* Takes over the terminal: keys arrive one by one and unseen on `input`, and `enter` is written to
 * `output`. From here until st_leave, `leave` is written and the modes are as before when the program
 * exits, is ended by a signal, crashes, or is stopped; after a stop it is entered again. Both texts
 * have at most 128 bytes. Gives a descriptor that becomes readable when everything is to be drawn
 * again (another size of the window, or back from a stop); -errno. Once in a program's life, on its
 * main thread. */
int st_enter(int input, int output, const char *enter, size_t enter_length, const char *leave,
             size_t leave_length);

void st_leave(void);

#pragma GCC visibility pop
#endif
