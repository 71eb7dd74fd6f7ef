/* Empty: the target is only a header, but SwiftPM requires a source file. */
#include "CLibFuzzer.h"
