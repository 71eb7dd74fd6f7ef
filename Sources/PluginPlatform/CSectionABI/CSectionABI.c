/* SwiftPM requires a source file in each C target. This file checks that the headers compile as C11. */
#include "section_content.h"
#include "section_rows.h"

_Static_assert(sizeof(se_value) == 4, "a value is one index");
_Static_assert(sizeof(se_length) == 16, "se_length has no hidden padding");
