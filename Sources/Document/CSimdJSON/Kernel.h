#ifndef SE_KERNEL_H
#define SE_KERNEL_H

// simdjson's assertions and its checks for misuse are for debug builds only.
#if defined(__OPTIMIZE__) && !defined(NDEBUG)
#define NDEBUG 1
#endif
// Errors are codes, because exceptions must not unwind through C and Swift frames.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include "CSimdJSON.h"

static_assert(SE_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads that far past the text");

namespace kernel = simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION;
namespace ondemand = kernel::ondemand;
using simdjson::error_code;

#endif
