#pragma once

// Network namespaces with a TUN device: made, looked into, measured.

#include <stddef.h>
#include <stdint.h>

/// What a namespace shall have beside its loopback device.
struct linux_network_plan {
  /// The TUN device's name; null: none.
  const char *device;
  /// 4 and 16 bytes; null: none of that family.
  const uint8_t *ipv4;
  const uint8_t *ipv6;
  uint32_t mtu;
  uint32_t queue_length;
};

enum linux_network_step {
  LINUX_NETWORK_NAMESPACE,
  LINUX_NETWORK_CONTROL,
  LINUX_NETWORK_LOOPBACK,
  LINUX_NETWORK_TUN_NODE,
  LINUX_NETWORK_TUN,
  LINUX_NETWORK_LINK,
  LINUX_NETWORK_IPV4,
  LINUX_NETWORK_IPV6,
  LINUX_NETWORK_ROUTE,
  LINUX_NETWORK_RETURN,
};

/// What holds a namespace: it and its device are gone when these are closed and no process is in it.
struct linux_network {
  int descriptor;
  /// Gives and takes one IP packet a call, non-blocking; -1: no device.
  int tun;
  /// A route socket inside.
  int control;
  int index;
};

/// Makes a namespace; the calling thread is back in its own afterwards. Returns 0, or an errno and the step.
int linux_make_network(
    const struct linux_network_plan *plan, struct linux_network *made, enum linux_network_step *step);

/// Moves the calling thread into a namespace. Returns a descriptor of the one that it left; -1: errno.
int linux_enter_network(int descriptor);

/// Moves the calling thread back and closes the descriptor. Returns 0, or an errno.
int linux_leave_network(int descriptor);

/// From the kernel's side: what it sent came out of the TUN descriptor, what it received was written to it.
struct linux_counters {
  uint64_t received_packets, sent_packets;
  uint64_t received_bytes, sent_bytes;
  uint64_t received_dropped, sent_dropped;
  uint64_t received_errors, sent_errors;
};

/// Reads a device's counters. Returns 0, or an errno.
int linux_read_counters(int control, int index, struct linux_counters *counters);

/// Opens the node that makes TUN devices. Returns 0, or an errno.
int linux_try_tun(void);
