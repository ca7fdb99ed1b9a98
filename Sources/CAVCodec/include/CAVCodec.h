#pragma once

// libavcodec brings a hundred other libraries with it: it is loaded when the first decoder is opened, not with the program.

#include <errno.h>
#include <libavcodec/avcodec.h>

// Macros with arithmetic that the importer cannot see.
static const int shim_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int shim_AVERROR_EOF = AVERROR_EOF;

#pragma clang assume_nonnull begin

/// The functions of libavcodec and libavutil that a decoder needs, by their own names.
struct avcodec_functions {
  __typeof__(av_log_set_level) *av_log_set_level;
  __typeof__(avcodec_find_decoder) *avcodec_find_decoder;
  __typeof__(avcodec_alloc_context3) *avcodec_alloc_context3;
  __typeof__(avcodec_free_context) *avcodec_free_context;
  __typeof__(avcodec_open2) *avcodec_open2;
  __typeof__(avcodec_send_packet) *avcodec_send_packet;
  __typeof__(avcodec_receive_frame) *avcodec_receive_frame;
  __typeof__(av_packet_alloc) *av_packet_alloc;
  __typeof__(av_packet_free) *av_packet_free;
  __typeof__(av_packet_unref) *av_packet_unref;
  __typeof__(av_new_packet) *av_new_packet;
  __typeof__(av_frame_alloc) *av_frame_alloc;
  __typeof__(av_frame_free) *av_frame_free;
  __typeof__(av_frame_unref) *av_frame_unref;
};

/// Those of the library that this was compiled for, loaded by the first call; null: it is not installed.
/// Any thread may call it.
const struct avcodec_functions *_Nullable avcodec_load(void);

#pragma clang assume_nonnull end
