#include "CResources.h"

#include <string.h>

// `#embed` is of C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct resource {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

static const unsigned char agents_aiortc_py[] = {
#embed "agents/aiortc.py"
};
static const unsigned char agents_callproof_agent_py[] = {
#embed "agents/callproof_agent.py"
};
static const unsigned char agents_callproof_coded_py[] = {
#embed "agents/callproof_coded.py"
};
static const unsigned char agents_callproof_devices_py[] = {
#embed "agents/callproof_devices.py"
};
static const unsigned char agents_callproof_media_py[] = {
#embed "agents/callproof_media.py"
};
static const unsigned char agents_gstreamer_py[] = {
#embed "agents/gstreamer.py"
};
static const unsigned char agents_gstreamer_media_py[] = {
#embed "agents/gstreamer_media.py"
};
static const unsigned char agents_janus_py[] = {
#embed "agents/janus.py"
};
static const unsigned char agents_janus_agent_py[] = {
#embed "agents/janus_agent.py"
};
static const unsigned char agents_janus_gateway_py[] = {
#embed "agents/janus_gateway.py"
};
static const unsigned char agents_libdatachannel_agent_py[] = {
#embed "agents/libdatachannel_agent.py"
};
static const unsigned char agents_libwebrtc_py[] = {
#embed "agents/libwebrtc.py"
};
static const unsigned char agents_whip_py[] = {
#embed "agents/whip.py"
};
static const unsigned char agents_whip_http_py[] = {
#embed "agents/whip_http.py"
};
static const unsigned char page_agent_js[] = {
#embed "page/agent.js"
};
static const unsigned char page_clock_js[] = {
#embed "page/clock.js"
};
static const unsigned char page_driver_js[] = {
#embed "page/driver.js"
};
static const unsigned char page_marks_js[] = {
#embed "page/marks.js"
};
static const unsigned char page_picture_js[] = {
#embed "page/picture.js"
};
static const unsigned char page_quality_js[] = {
#embed "page/quality.js"
};
static const unsigned char page_sound_js[] = {
#embed "page/sound.js"
};
static const unsigned char page_statistics_js[] = {
#embed "page/statistics.js"
};
static const unsigned char page_strip_js[] = {
#embed "page/strip.js"
};
static const unsigned char page_video_js[] = {
#embed "page/video.js"
};

/// One line each, in the order of the alphabet.
static const struct resource resources[] = {
    {"agents/aiortc.py", agents_aiortc_py, sizeof agents_aiortc_py},
    {"agents/callproof_agent.py", agents_callproof_agent_py, sizeof agents_callproof_agent_py},
    {"agents/callproof_coded.py", agents_callproof_coded_py, sizeof agents_callproof_coded_py},
    {"agents/callproof_devices.py", agents_callproof_devices_py, sizeof agents_callproof_devices_py},
    {"agents/callproof_media.py", agents_callproof_media_py, sizeof agents_callproof_media_py},
    {"agents/gstreamer.py", agents_gstreamer_py, sizeof agents_gstreamer_py},
    {"agents/gstreamer_media.py", agents_gstreamer_media_py, sizeof agents_gstreamer_media_py},
    {"agents/janus.py", agents_janus_py, sizeof agents_janus_py},
    {"agents/janus_agent.py", agents_janus_agent_py, sizeof agents_janus_agent_py},
    {"agents/janus_gateway.py", agents_janus_gateway_py, sizeof agents_janus_gateway_py},
    {"agents/libdatachannel_agent.py", agents_libdatachannel_agent_py, sizeof agents_libdatachannel_agent_py},
    {"agents/libwebrtc.py", agents_libwebrtc_py, sizeof agents_libwebrtc_py},
    {"agents/whip.py", agents_whip_py, sizeof agents_whip_py},
    {"agents/whip_http.py", agents_whip_http_py, sizeof agents_whip_http_py},
    {"page/agent.js", page_agent_js, sizeof page_agent_js},
    {"page/clock.js", page_clock_js, sizeof page_clock_js},
    {"page/driver.js", page_driver_js, sizeof page_driver_js},
    {"page/marks.js", page_marks_js, sizeof page_marks_js},
    {"page/picture.js", page_picture_js, sizeof page_picture_js},
    {"page/quality.js", page_quality_js, sizeof page_quality_js},
    {"page/sound.js", page_sound_js, sizeof page_sound_js},
    {"page/statistics.js", page_statistics_js, sizeof page_statistics_js},
    {"page/strip.js", page_strip_js, sizeof page_strip_js},
    {"page/video.js", page_video_js, sizeof page_video_js},
    {NULL, NULL, 0},
};

const char *resource_name(size_t index) {
  return index < sizeof resources / sizeof resources[0] ? resources[index].name : NULL;
}

const unsigned char *resource_bytes(const char *name, size_t *count) {
  for (const struct resource *resource = resources; resource->name != NULL; resource++) {
    if (strcmp(resource->name, name) == 0) {
      *count = resource->count;
      return resource->bytes;
    }
  }
  return NULL;
}
