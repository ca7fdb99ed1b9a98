// The clock and the chance that C libraries read, told by whoever calls them.
//
// CSim defines `gettimeofday` and `time` for the whole program, and a source of random bytes that OpenSSL is
// pointed at. All three obey the bracket that the calling thread has open, and fall back to the machine's own
// clock and chance where none is: the state is thread-local, so runs on several threads do not see each other.
#pragma once
#include <stdint.h>

// Opens a bracket on this thread: the clock stands at that many microseconds since 1970, and random bytes come
// from a SplitMix64 of that state. Brackets do not nest; the caller must not change threads before `sim_end`.
void sim_begin(int64_t unix_microseconds, uint64_t random_state);

// Closes the bracket; returns the generator's state, for the next one.
uint64_t sim_end(void);

// Fills `buffer`; returns 1, or 0 when the machine has no randomness to give.
int sim_random_bytes(unsigned char *buffer, int byte_count);
