#pragma once

// Pages and agent scripts that the program carries in itself.

#include <stddef.h>

/// The bytes of the resource of that name ("agents/aiortc.py"); null: there is none. They live as long as the program.
const unsigned char *resource_bytes(const char *name, size_t *count);

/// The names of all resources, by a number from 0; null behind the last.
const char *resource_name(size_t index);
