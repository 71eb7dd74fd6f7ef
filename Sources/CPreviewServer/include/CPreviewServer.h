/* SwiftPM wants a header in a C target; what the library exports is stated by its contract. */
#include "preview_server.h"
