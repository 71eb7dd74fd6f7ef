/* The functions of the C library that allocate memory, as the worker's program replaces them: each one notes
 * in the arena how much memory the system refused. Only the worker links this module. */
#ifndef SE_CWORKERMEMORY_H
#define SE_CWORKERMEMORY_H

/* Makes refusals of memory known to the host, in the header of `arena`. Call it once, before the sandbox is
 * set up. */
void se_note_refused_memory(void *arena);

#endif
