/* Only a header; SwiftPM wants a source. */
#include "CLibFuzzer.h"
