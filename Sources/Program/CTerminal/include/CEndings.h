/* Handles the signals that end a program, so that it can first finish its current work. */
#ifndef SE_CENDINGS_H
#define SE_CENDINGS_H

#pragma GCC visibility push(hidden)

/* Returns a descriptor that becomes readable when SIGINT, SIGTERM or SIGHUP arrives. The signal ends the
 * program after `patience_ms` (below 1000), or not at all if `patience_ms` is 0. A second signal ends the program
 * immediately. Ignored signals stay ignored. Returns -errno on failure. Must be called at most once, before
 * the program starts threads. */
int st_note_endings(int patience_ms);

/* Returns the number of the signal that arrived, or 0. */
int st_ending(void);

/* Makes the descriptor of st_note_endings readable. Can be called on any thread. */
void st_wake(void);

#pragma GCC visibility pop
#endif
