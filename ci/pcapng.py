"""The blocks of pcapng files, as `callproof run` writes them: little-endian."""

import struct

ENHANCED_PACKET = 6


def blocks(capture):
    """Type and body of each block; where there is no whole block, None and the rest of the file."""
    position = 0
    while position < len(capture):
        kind, length = struct.unpack_from("<II", capture, position) if position + 12 <= len(capture) else (None, 0)
        if length < 12 or position + length > len(capture):
            yield None, capture[position:]
            return
        yield kind, capture[position + 8 : position + length - 4]
        position += length
