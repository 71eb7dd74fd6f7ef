/* SwiftPM requires a source file in a C target; this one checks that the header compiles as C11. */
#include "preview_server.h"

_Static_assert(sizeof(uint32_t) == 4, "statuses have 32 bits on every machine");
