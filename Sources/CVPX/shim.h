#pragma once
#include <vpx/vp8cx.h>
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>
#include <vpx/vpx_encoder.h>

// Macros that carry the ABI version.
static inline vpx_codec_err_t shim_vpx_enc_init(vpx_codec_ctx_t *context,
                                                const vpx_codec_enc_cfg_t *configuration) {
  return vpx_codec_enc_init(context, vpx_codec_vp8_cx(), configuration, 0);
}

static inline vpx_codec_err_t shim_vpx_dec_init(vpx_codec_ctx_t *context,
                                                const vpx_codec_dec_cfg_t *configuration) {
  return vpx_codec_dec_init(context, vpx_codec_vp8_dx(), configuration, 0);
}

// Variadic.
static inline vpx_codec_err_t shim_vpx_control_int(vpx_codec_ctx_t *context, int control,
                                                   int value) {
  return vpx_codec_control_(context, control, value);
}

static inline vpx_codec_err_t shim_vpx_control_out(vpx_codec_ctx_t *context, int control,
                                                   int *value) {
  return vpx_codec_control_(context, control, value);
}
