#pragma once
#include <stdint.h>
#include <x264.h>

// A macro that makes the name with the build number.
static inline x264_t *shim_x264_encoder_open(x264_param_t *parameters) {
  return x264_encoder_open(parameters);
}
