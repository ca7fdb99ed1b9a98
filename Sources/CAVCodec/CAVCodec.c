#include "CAVCodec.h"

#include <dlfcn.h>
#include <pthread.h>

#define TEXT(x) #x
#define NAME(library, version) "lib" library ".so." TEXT(version)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct avcodec_functions functions;
static int is_loaded;

static void load(void) {
  void *codec = dlopen(NAME("avcodec", LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  // Never closed: decoders live as long as they like.
  void *util = dlopen(NAME("avutil", LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!codec || !util) return;
  is_loaded = 1;
#define FIND(library, name) is_loaded &= (functions.name = dlsym(library, #name)) != NULL
  FIND(codec, avcodec_find_decoder);
  FIND(codec, avcodec_alloc_context3);
  FIND(codec, avcodec_free_context);
  FIND(codec, avcodec_open2);
  FIND(codec, avcodec_send_packet);
  FIND(codec, avcodec_receive_frame);
  FIND(codec, av_packet_alloc);
  FIND(codec, av_packet_free);
  FIND(codec, av_packet_unref);
  FIND(codec, av_new_packet);
  FIND(util, av_log_set_level);
  FIND(util, av_frame_alloc);
  FIND(util, av_frame_free);
  FIND(util, av_frame_unref);
#undef FIND
}

const struct avcodec_functions *avcodec_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}
