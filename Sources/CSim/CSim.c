#include "CSim.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>

static _Thread_local bool bracketed;
static _Thread_local int64_t clock_microseconds;
static _Thread_local uint64_t generator;

void sim_begin(int64_t unix_microseconds, uint64_t random_state) {
  clock_microseconds = unix_microseconds;
  generator = random_state;
  bracketed = true;
}

uint64_t sim_end(void) {
  bracketed = false;
  return generator;
}

// SplitMix64 (Steele, Lea and Flood, 2014), as in SansIO.
static uint64_t draw(void) {
  generator += 0x9e3779b97f4a7c15u;
  uint64_t z = generator;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int sim_random_bytes(unsigned char *buffer, int byte_count) {
  if (byte_count < 0) return 0;
  size_t count = (size_t)byte_count;
  if (bracketed) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
      if (i % 8 == 0) word = draw();
      buffer[i] = (unsigned char)word;
      word >>= 8;
    }
    return 1;
  }
  size_t filled = 0;
  while (filled < count) {
    ssize_t got = getrandom(buffer + filled, count - filled, 0);
    if (got <= 0) return 0;
    filled += (size_t)got;
  }
  return 1;
}

// These two replace libc's for every library in the program: the symbol of the executable comes first.

__attribute__((visibility("default"))) int gettimeofday(struct timeval *restrict now,
                                                        void *restrict zone) {
  (void)zone;
  if (bracketed) {
    now->tv_sec = clock_microseconds / 1000000;
    now->tv_usec = clock_microseconds % 1000000;
    return 0;
  }
  struct timespec real;
  int result = clock_gettime(CLOCK_REALTIME, &real);
  now->tv_sec = real.tv_sec;
  now->tv_usec = real.tv_nsec / 1000;
  return result;
}

__attribute__((visibility("default"))) time_t time(time_t *result) {
  time_t seconds;
  if (bracketed) {
    seconds = clock_microseconds / 1000000;
  } else {
    struct timespec real = {0};
    clock_gettime(CLOCK_REALTIME, &real);
    seconds = real.tv_sec;
  }
  if (result != NULL) *result = seconds;
  return seconds;
}
