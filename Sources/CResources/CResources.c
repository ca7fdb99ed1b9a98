#include "CResources.h"

#include <string.h>

// Of C23, which is what everything here is compiled for in practice.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct resource {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

static const unsigned char page_agent[] = {
#embed "page/agent.js"
};
static const unsigned char page_clock[] = {
#embed "page/clock.js"
};
static const unsigned char page_driver[] = {
#embed "page/driver.js"
};
static const unsigned char page_marks[] = {
#embed "page/marks.js"
};
static const unsigned char page_picture[] = {
#embed "page/picture.js"
};
static const unsigned char page_sound[] = {
#embed "page/sound.js"
};
static const unsigned char page_statistics[] = {
#embed "page/statistics.js"
};
static const unsigned char page_strip[] = {
#embed "page/strip.js"
};
static const unsigned char page_video[] = {
#embed "page/video.js"
};

/// One line each, in the order of the alphabet.
static const struct resource resources[] = {
    {"page/agent.js", page_agent, sizeof page_agent},
    {"page/clock.js", page_clock, sizeof page_clock},
    {"page/driver.js", page_driver, sizeof page_driver},
    {"page/marks.js", page_marks, sizeof page_marks},
    {"page/picture.js", page_picture, sizeof page_picture},
    {"page/sound.js", page_sound, sizeof page_sound},
    {"page/statistics.js", page_statistics, sizeof page_statistics},
    {"page/strip.js", page_strip, sizeof page_strip},
    {"page/video.js", page_video, sizeof page_video},
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
