/* Signals that ask a program to end, for a program that has work to finish first. */
#ifndef SE_CENDINGS_H
#define SE_CENDINGS_H

#pragma GCC visibility push(hidden)

/* Returns a descriptor that becomes readable when SIGINT, SIGTERM or SIGHUP arrives. The signal ends the
 * program only after this time, below 1000 ms, or never if it is 0; a second one ends it immediately.
 * Signals that are ignored stay ignored. Returns -errno on failure. Must be called at most once, before
 * the program starts threads. */
int st_note_endings(int patience_ms);

/* Returns the signal that arrived; 0 if none did. */
int st_ending(void);

/* Makes the descriptor readable. Can be called on any thread. */
void st_wake(void);

#pragma GCC visibility pop
#endif
