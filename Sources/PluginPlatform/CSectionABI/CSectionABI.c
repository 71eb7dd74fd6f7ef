/* SwiftPM wants one source file in a C target; this one proves that the header compiles as C11. */
#include "section_plugin.h"

_Static_assert(sizeof(se_value) == 4, "a value is one index");
_Static_assert(sizeof(se_length) == 16, "se_length has no hidden padding");
