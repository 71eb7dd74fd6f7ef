#include "CFeedTape.h"

/* Tapes are shared between processes, so the size of a record is fixed. */
_Static_assert(sizeof(se_tape_value) == 24, "a record has 24 bytes");
