#include "CResources.h"

#include <string.h>

struct resource {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// One line each, in the order of the alphabet.
static const struct resource resources[] = {
    {NULL, NULL, 0},
};

const unsigned char *resource_bytes(const char *name, size_t *count) {
  for (const struct resource *resource = resources; resource->name != NULL; resource++) {
    if (strcmp(resource->name, name) == 0) {
      *count = resource->count;
      return resource->bytes;
    }
  }
  return NULL;
}
