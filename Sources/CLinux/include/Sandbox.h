#pragma once

// A process tree without a network, without rights and without a trace on the disk: how it is entered, what runs in it.

#include <stddef.h>
#include <sys/types.h>

/// What was being done when a call failed.
enum linux_step {
  LINUX_STEP_NONE,
  LINUX_STEP_USER_NAMESPACE,
  LINUX_STEP_USER_MAP,
  LINUX_STEP_NAMESPACES,
  LINUX_STEP_MOUNTS,
  LINUX_STEP_SCRATCH,
  LINUX_STEP_SOCKETS,
  LINUX_STEP_INIT,
  LINUX_STEP_PROCESS,
  LINUX_STEP_FOLDER,
  LINUX_STEP_NETWORK,
  LINUX_STEP_LIMITS,
  LINUX_STEP_IDENTITY,
  LINUX_STEP_DESCRIPTORS,
  LINUX_STEP_EXECUTION,
};

struct linux_failure {
  enum linux_step step;
  int error;
};

/// What a process that entered a sandbox holds of it.
struct linux_sandbox {
  /// Requests go to the sandbox's init and are answered by it.
  int requests;
  /// A `linux_end_notice` for each process that ended.
  int exits;
  /// Whether a user namespace had to be made.
  int has_user_namespace;
  /// Who the processes in it run as.
  uid_t user;
  gid_t group;
};

/// Puts the calling process, which must have one thread, into namespaces of its own and starts the init of its children.
/// Returns 0, or -1.
int linux_enter_sandbox(struct linux_sandbox *sandbox, struct linux_failure *failure);

/// Tries in a child whether a sandbox can be entered. Returns 0, or -1.
int linux_try_sandbox(struct linux_sandbox *sandbox, struct linux_failure *failure);

/// Where everything that the processes write lies.
#define LINUX_SCRATCH "/dev/shm"

/// Makes a folder for the sandbox's user. Returns 0, or an errno.
int linux_make_scratch(const struct linux_sandbox *sandbox, const char *path);

/// A program to be started.
struct linux_start {
  /// How many strings of each kind follow the path and the folder.
  int argument_count;
  int variable_count;
  /// Whether the first descriptor is a network namespace.
  int has_network;
  int niceness;
  /// 0: as it is.
  unsigned long long memory_limit;
  unsigned long long open_files_limit;
};

enum { LINUX_START_DESCRIPTORS = 32, LINUX_START_TEXT = 98304, LINUX_START_STRINGS = 1024 };

/// Starts a program as the leader of a process group in a process tree of its own. `text` holds the path, the folder, the
/// arguments and the variables, each with a zero behind it; `targets` are the numbers that the descriptors get.
/// Returns 0, or -1.
int linux_sandbox_start(
    const struct linux_sandbox *sandbox, const struct linux_start *start, const char *text, size_t text_length,
    const int *descriptors, const int *targets, int descriptor_count, int *id, struct linux_failure *failure);

/// Sends a signal to a program's process group; SIGKILL ends everything that it ever started. Returns 0, or an errno.
int linux_sandbox_signal(const struct linux_sandbox *sandbox, int id, int signal);

/// How a program ended; `status` is as `waitpid` gives it.
struct linux_end_notice {
  int id;
  int status;
};

/// Takes the next notice without waiting. Returns 1; 0: there is none; -1: the init has ended.
int linux_sandbox_next_end(const struct linux_sandbox *sandbox, struct linux_end_notice *notice);

/// Splits a wait status. Returns 1 and the signal, or 0 and the exit code.
int linux_split_status(int status, int *code);
