#ifndef SE_KERNEL_H
#define SE_KERNEL_H

// Disables simdjson's assertions and checks for misuse in optimized builds.
#if defined(__OPTIMIZE__) && !defined(NDEBUG)
#define NDEBUG 1
#endif
// simdjson returns error codes, because C++ exceptions must not pass through C and Swift functions.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include "CSimdJSON.h"

static_assert(SE_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads that far past the text");

namespace kernel = simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION;
namespace ondemand = kernel::ondemand;
using simdjson::error_code;

#endif
