// libFuzzer's own entry point; the linker finds it where -sanitize=fuzzer is given.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));
