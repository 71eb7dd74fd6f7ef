/* The functions that libFuzzer calls in the fuzzed program, and LLVMFuzzerMutate, which libFuzzer provides. LLVM
 * declares them in FuzzerInterface.h, which no toolchain installs. */
#ifndef SE_CLIBFUZZER_H
#define SE_CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* Called once, before any other of these functions; may change the arguments. */
int LLVMFuzzerInitialize(int *count, char ***arguments);
/* Called once for each input. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Changes the input in place; returns its new size, at most `most`. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
/* Combines two inputs into one; returns its size, at most `most`. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t most, unsigned int seed);

/* Applies one of libFuzzer's own mutations in place; returns the new size, at most `most`. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#endif
