#pragma once

// Programs that may not outlive the process that started them.

#include <sys/types.h>

/// Starts a program in a process group of its own, with those descriptors as 0, 1, 2 and so on (-1: nothing), and no others.
/// The kernel ends it when the calling thread ends. `path` without a slash is looked for in PATH; `argv` and `envp` end
/// with null. Returns 0, or an errno.
int linux_launch(
    const char *path, char *const argv[], char *const envp[], const int *descriptors, int count,
    pid_t *pid);
