#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static volatile sig_atomic_t caught = 0;

static void note(int signal) { caught = signal; }

int linux_spawn(const char *path, char *const argv[], pid_t *pid, int *input, int *output) {
  signal(SIGPIPE, SIG_IGN);
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) != 0) return errno;
  if (pipe2(from, O_CLOEXEC) != 0) {
    int error = errno;
    close(to[0]);
    close(to[1]);
    return error;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGTERM);
  sigaddset(&defaults, SIGHUP);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  int error = posix_spawn(pid, path, &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  if (error != 0) {
    close(to[1]);
    close(from[0]);
    return error;
  }
  *input = to[1];
  *output = from[0];
  return 0;
}

int linux_end(pid_t pid, int milliseconds, int *code) {
  if (milliseconds > 0) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    if (descriptor >= 0) {
      struct pollfd end = {.fd = descriptor, .events = POLLIN};
      while (poll(&end, 1, milliseconds) < 0 && errno == EINTR) {
      }
      close(descriptor);
    }
  }
  // A child that has ended keeps its exit status; what it started ends with it.
  kill(-pid, SIGKILL);
  int status;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  if (WIFSIGNALED(status)) {
    *code = WTERMSIG(status);
    return 1;
  }
  *code = WEXITSTATUS(status);
  return 0;
}

void linux_catch_interrupts(void) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
  // Whoever started us may have left them blocked, and a blocked signal never comes.
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigaddset(&interrupts, SIGTERM);
  sigaddset(&interrupts, SIGHUP);
  pthread_sigmask(SIG_UNBLOCK, &interrupts, NULL);
  signal(SIGPIPE, SIG_IGN);
}

int linux_caught_interrupt(void) { return caught; }

const char *linux_signal_abbreviation(int signal) { return sigabbrev_np(signal); }

int linux_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno; }

void linux_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

/// The parent of a process by its folder in /proc; 0: it is none, or has gone.
static pid_t parent_of(const char *process) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%.20s/stat", process);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  ssize_t size = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  if (size <= 0) return 0;
  text[size] = 0;
  // Number, name in parentheses, which may hold anything, state, parent (proc(5)).
  const char *name = strrchr(text, ')');
  int parent = 0;
  return name != NULL && sscanf(name, ") %*c %d", &parent) == 1 ? parent : 0;
}

int linux_children(pid_t *children, int limit) {
  DIR *folder = opendir("/proc");
  if (folder == NULL) return 0;
  int count = 0;
  for (struct dirent *entry; count < limit && (entry = readdir(folder)) != NULL;) {
    int process = atoi(entry->d_name);
    if (process > 0 && parent_of(entry->d_name) == getpid()) children[count++] = process;
  }
  closedir(folder);
  return count;
}

int linux_exchange(const char *a, const char *b) {
  return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int linux_lock_folder(const char *path) {
  int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int linux_next_number(DIR *folder) {
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    if (*end == 0 && number >= 0 && number <= INT_MAX) return (int)number;
  }
  return -1;
}

int linux_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void linux_widen_pipe(int descriptor) { fcntl(descriptor, F_SETPIPE_SZ, 1 << 20); }
