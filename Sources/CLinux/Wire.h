#pragma once

// What a process and its sandbox's init say to each other: one struct a packet.

#include "include/Sandbox.h"

enum request_kind { REQUEST_START, REQUEST_SIGNAL };

struct request {
  enum request_kind kind;
  unsigned serial;
  // REQUEST_SIGNAL
  int id;
  int signal;
  // REQUEST_START; the descriptors travel beside it, the text follows it.
  struct linux_start start;
  int descriptor_count;
  int targets[LINUX_START_DESCRIPTORS];
  unsigned text_length;
};

struct answer {
  unsigned serial;
  int id;
  struct linux_failure failure;
};

/// Serves until the process at the other end of the sockets is gone. Runs as the first process of a PID namespace.
_Noreturn void linux_run_init(int requests, int exits, uid_t user, gid_t group);

/// Starts a program in a PID namespace of its own, with a caretaker that ends with it. Returns the caretaker's id, or -1.
/// `status` can be read when the caretaker ended: the program's wait status, or nothing when the caretaker was killed.
pid_t linux_start_program(
    const struct request *request, char *text, const int *descriptors, uid_t user, gid_t group, int *status,
    struct linux_failure *failure);

/// Writes a text to a file of the kernel's. Returns 0, or -1: errno.
int linux_write_text(const char *path, const char *text);

/// The signal by which a caretaker is asked to hand the one in its value on to the program.
#define HAND_ON SIGRTMIN
