#pragma once

// Waiting, and datagrams in batches.

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

/// Makes an epoll set with a timer in it; the timer's token is UINT64_MAX. Returns 0, or an errno.
int linux_make_poll(int *poll, int *timer);

enum { LINUX_INPUT = 1, LINUX_OUTPUT = 2 };

/// Adds a descriptor, or changes what it is watched for (0: only its end). Returns 0, or an errno.
int linux_poll_set(int poll, int descriptor, uint64_t token, int interest);
void linux_poll_remove(int poll, int descriptor);

/// Waits until an instant of CLOCK_MONOTONIC in ns; INT64_MAX: for ever. Returns how many tokens were written; -1: errno.
int linux_poll_wait(int poll, int timer, int64_t until, uint64_t *tokens, int limit);

/// Returns a descriptor; -1: errno.
int linux_make_wake_signal(void);

int64_t linux_monotonic_ns(void);
int64_t linux_realtime_ns(void);

/// Gives the calling thread a SCHED_FIFO priority; what it forks has none. Returns 0, or an errno.
int linux_try_real_time(int priority);

/// How much later than asked the calling thread may be woken. Returns 0, or an errno.
int linux_set_timer_slack(unsigned long nanoseconds);

void linux_name_thread(const char *name);

enum { LINUX_BATCH = 32, LINUX_DATAGRAM = 2048 };

/// A datagram that came or shall go; `address` is 4 or 16 bytes.
struct linux_datagram {
  uint8_t address[16];
  uint8_t address_length;
  /// The two lowest bits of the traffic class (RFC 3168 §5).
  uint8_t ecn;
  uint8_t is_truncated;
  uint16_t port;
  uint32_t length;
  uint32_t offset;
};

/// A UDP socket bound to an address; port 0: any, and `*port` is the one. Returns a descriptor; -1: errno.
int linux_udp_socket(const uint8_t *address, size_t length, uint16_t *port);

/// Takes what has come: at most LINUX_BATCH, each in LINUX_DATAGRAM bytes of `bytes` (its offset says where).
/// Returns how many; 0: nothing there; -1: errno.
int linux_receive(int descriptor, uint8_t *bytes, struct linux_datagram *datagrams);

/// Sends at most LINUX_BATCH datagrams. Returns how many went; 0: no room now; -1: errno, and it is the first one's.
int linux_send(int descriptor, const uint8_t *bytes, const struct linux_datagram *datagrams, int count);

/// A UDP socket that sends to one address and takes from it alone. Returns a descriptor; -1: errno.
int linux_udp_connect(const uint8_t *address, size_t length, uint16_t port);

/// Begins a TCP connection; the descriptor is writable when it stands or failed. Returns a descriptor; -1: errno.
int linux_tcp_connect(const uint8_t *address, size_t length, uint16_t port);
