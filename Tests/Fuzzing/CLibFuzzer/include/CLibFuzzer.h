/* What libFuzzer calls in the program that is fuzzed, and what it offers it: LLVM's FuzzerInterface.h, which no
 * toolchain installs. */
#ifndef SE_CLIBFUZZER_H
#define SE_CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* Before anything else; arguments may be changed. */
int LLVMFuzzerInitialize(int *count, char ***arguments);
/* Once for each input. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Changes the input in place; returns its new size, at most `most`. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
/* Makes one input of two; returns its size, at most `most`. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t most, unsigned int seed);

/* libFuzzer's own mutations. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#endif
