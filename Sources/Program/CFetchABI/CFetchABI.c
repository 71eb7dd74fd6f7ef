/* SwiftPM requires a source file in a C target; this one checks that the header compiles as C11. */
#include "fetcher.h"

_Static_assert(sizeof(int32_t) == 4, "outcomes have 32 bits on every machine");
