#define _GNU_SOURCE
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "CIsolation.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <sys/platform/x86.h>

#define HAS(feature) (CPU_FEATURE_ACTIVE(feature) != 0)

/* Returns the x86-64 level of this processor, 1 to 4, as glibc's dl-hwcaps-subdirs.c computes it. */
static int x86_level(void) {
  if (!HAS(CMPXCHG16B) || !HAS(LAHF64_SAHF64) || !HAS(POPCNT) || !HAS(SSE3) || !HAS(SSE4_1) ||
      !HAS(SSE4_2) || !HAS(SSSE3))
    return 1;
  if (!HAS(AVX) || !HAS(AVX2) || !HAS(BMI1) || !HAS(BMI2) || !HAS(F16C) || !HAS(FMA) ||
      !HAS(LZCNT) || !HAS(MOVBE))
    return 2;
  return HAS(AVX512F) && HAS(AVX512BW) && HAS(AVX512CD) && HAS(AVX512DQ) && HAS(AVX512VL) ? 4 : 3;
}

static bool is_intel(void) {
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid(0, &eax, &ebx, &ecx, &edx) && ebx == signature_INTEL_ebx;
}
#endif

const char *se_loader_platform(void) {
#ifdef __x86_64__
  /* Same conditions as glibc's sysdeps/x86/cpu-features.c. */
  if (is_intel() && HAS(AVX512CD) && HAS(AVX512ER) && HAS(AVX512PF)) return "xeon_phi";
  if (is_intel() && HAS(AVX2) && HAS(BMI1) && HAS(BMI2) && HAS(LZCNT) && HAS(MOVBE) &&
      HAS(POPCNT) && HAS(FMA))
    return "haswell";
#endif
  const char *platform = (const char *)getauxval(AT_PLATFORM);
  return platform != NULL ? platform : "";
}

void se_loader_subfolders(char *text, size_t size) {
  char *end = text;
#define ADD(...) end += snprintf(end, size - (size_t)(end - text), __VA_ARGS__)
  text[0] = 0;
#ifdef __x86_64__
  for (int level = x86_level(); level > 1; level--) ADD("glibc-hwcaps/x86-64-v%d:", level);
#endif
  /* glibc 2.36 and earlier also search a subfolder for every combination of these words. */
  if (strtol(strchr(gnu_get_libc_version(), '.') + 1, NULL, 10) >= 37) return;
  const char *words[4] = {"tls", se_loader_platform()};
  int count = 2;
#ifdef __x86_64__
  if (is_intel() && !HAS(AVX512ER) && HAS(AVX512CD) && HAS(AVX512BW) && HAS(AVX512DQ) &&
      HAS(AVX512VL))
    words[count++] = "avx512_1";
  words[count++] = "x86_64";
#endif
  for (unsigned chosen = (1u << count) - 1; chosen > 0; chosen--) {
    const char *separator = "";
    for (int word = 0; word < count; word++) {
      if ((chosen >> (count - 1 - word) & 1) == 0) continue;
      ADD("%s%.32s", separator, words[word]);
      separator = "/";
    }
    ADD(":");
  }
}
