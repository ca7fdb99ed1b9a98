#pragma once

// Linux calls that Swift's Glibc module does not show.

#include <dirent.h>
#include <sys/types.h>

#include "Events.h"
#include "Launch.h"
#include "Network.h"
#include "Sandbox.h"

/// Starts a program in a process group of its own, with pipes on its standard input and output.
/// `argv` ends with a null pointer. From then on SIGPIPE is ignored: writing to a dead child is an error, not our end.
/// Returns 0, or an errno.
int linux_spawn(const char *path, char *const argv[], pid_t *pid, int *input, int *output);

/// Waits that long for a child to end by itself, then ends its process group.
/// `*code` is its exit code, or the signal that ended it, and then 1 is returned, else 0; -1: errno.
int linux_end(pid_t pid, int milliseconds, int *code);

/// From now on SIGINT, SIGTERM and SIGHUP set a flag instead of ending the process; a SIGHUP that is ignored stays so.
void linux_catch_interrupts(void);

/// The signal that was caught, or 0.
int linux_caught_interrupt(void);

/// "SEGV" for 11; null for what is no signal.
const char *linux_signal_abbreviation(int signal);

/// Has the kernel end this process when its parent ends. Returns 0, or an errno.
int linux_end_with_parent(void);

/// Has descendants whose parents end become children of this process.
void linux_adopt_orphans(void);

/// Writes the children that this process has, at most `limit` of them. Returns how many.
int linux_children(pid_t *children, int limit);

/// Lets two paths change their contents in one step. Returns 0, or an errno.
int linux_exchange(const char *a, const char *b);

/// Opens a folder and locks it against every other open of it. Returns a descriptor, which holds the lock; -1: errno.
int linux_lock_folder(const char *path);

/// The next name in an open folder that is a number; -1: there is no other.
int linux_next_number(DIR *folder);

/// The columns of a terminal; 0: it is none, or does not say.
int linux_terminal_columns(int descriptor);

/// Lets a pipe hold 1 MiB, where the system allows it.
void linux_widen_pipe(int descriptor);
