/* Signals that ask a program to end, for one that has something to finish first. */
#ifndef SE_CENDINGS_H
#define SE_CENDINGS_H

#pragma GCC visibility push(hidden)

/* From here on SIGINT, SIGTERM and SIGHUP end nothing: they make the descriptor that this gives readable. A
 * second one ends the program at once, and the first one does so after 120 ms. One that is ignored stays so. -errno where it cannot; once in a program's
 * life, before it has threads. */
int st_note_endings(void);

#pragma GCC visibility pop
#endif
