#pragma once

// Linux calls that Swift's Glibc module does not show.

#include <sys/types.h>

/// Starts a program in a process group of its own, with pipes on its standard input and output.
/// `argv` ends with a null pointer. Returns 0, or an errno.
int linux_spawn(const char *path, char *const argv[], pid_t *pid, int *input, int *output);

/// Waits for a child. `*code` is its exit code, or the signal that ended it, and then 1 is returned, else 0; -1: errno.
int linux_wait(pid_t pid, int *code);

/// From now on SIGINT and SIGTERM set a flag instead of ending the process; SIGPIPE is ignored.
void linux_catch_interrupts(void);

/// The signal that was caught, or 0.
int linux_caught_interrupt(void);
