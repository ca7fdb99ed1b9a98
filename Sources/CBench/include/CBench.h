#pragma once

// What the bench measures with, and what it measures against.

#include <stdbool.h>
#include <stdint.h>

/// CPU time of this process, user and system, in nanoseconds.
int64_t bench_cpu_nanoseconds(void);

/// The same of all children that have ended.
int64_t bench_children_cpu_nanoseconds(void);

/// How often this thread called malloc so far: the program replaces malloc by one that counts.
uint64_t bench_allocations(void);

/// Bytes that malloc has given out and not had back.
int64_t bench_live_bytes(void);

/// A figure of /proc/self/status in kB, such as "VmHWM:"; -1: there is none.
int64_t bench_memory_kilobytes(const char *name);

typedef struct bench_srtp bench_srtp;

/// An outbound session with the settings that our own has; null: libsrtp refused.
bench_srtp *bench_srtp_open(bool gcm, const uint8_t *keying_material);

/// Protects `count` packets of `byte_count` bytes, which lie one behind the other, each in a copy.
/// Returns the bytes of the protected packets; -1: libsrtp refused one.
int64_t bench_srtp_protect(bench_srtp *session, const uint8_t *packets, int byte_count, int count);

void bench_srtp_close(bench_srtp *session);
