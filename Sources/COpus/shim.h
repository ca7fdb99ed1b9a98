#pragma once
#include <opus.h>

// Variadic.
static inline int shim_opus_encoder_set(OpusEncoder *encoder, int request, opus_int32 value) {
  return opus_encoder_ctl(encoder, request, value);
}
