/* Settings of the C library's heap, whose header is not part of Swift's Glibc module. */
#ifndef SE_CMALLOC_SHIM_H
#define SE_CMALLOC_SHIM_H

#include <malloc.h>

#endif
