#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>

// Macros with arithmetic that the importer cannot see.
static const int shim_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int shim_AVERROR_EOF = AVERROR_EOF;
