#include "CFeedTape.h"

/* A tape that one process wrote is read by another. */
_Static_assert(sizeof(se_tape_value) == 24, "a record has 24 bytes");
