#include "CFeedTape.h"

/* Processes share tapes, so every process must use the same record size. */
_Static_assert(sizeof(se_tape_value) == 24, "a record has 24 bytes");
