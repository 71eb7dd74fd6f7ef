/* SwiftPM requires a header in a C target; the exported function is declared by the contract. */
#include "preview_server.h"
