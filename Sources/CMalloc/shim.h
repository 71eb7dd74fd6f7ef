/* What the C library's heap can be told; its module for Swift leaves this header out. */
#ifndef SE_CMALLOC_SHIM_H
#define SE_CMALLOC_SHIM_H

#include <malloc.h>

#endif
