#define _GNU_SOURCE
#include "include/Sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Wire.h"

// Room for one request with its text.
enum { SOCKET_ROOM = 1 << 20, ANSWER_SECONDS = 20 };

static int fail(struct linux_failure *failure, enum linux_step step) {
  failure->step = step;
  failure->error = errno;
  return -1;
}

int linux_write_text(const char *path, const char *text) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  ssize_t length = (ssize_t)strlen(text);
  int isWritten = write(descriptor, text, (size_t)length) == length;
  int error = errno;
  close(descriptor);
  errno = error;
  return isWritten ? 0 : -1;
}

/// A user namespace in which this process has all rights and is who it was.
static int enter_user_namespace(struct linux_failure *failure) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER) != 0) return fail(failure, LINUX_STEP_USER_NAMESPACE);
  if (linux_write_text("/proc/self/setgroups", "deny") != 0 && errno != ENOENT) return fail(failure, LINUX_STEP_USER_MAP);
  snprintf(map, sizeof map, "%u %u 1", user, user);
  if (linux_write_text("/proc/self/uid_map", map) != 0) return fail(failure, LINUX_STEP_USER_MAP);
  snprintf(map, sizeof map, "%u %u 1", group, group);
  if (linux_write_text("/proc/self/gid_map", map) != 0) return fail(failure, LINUX_STEP_USER_MAP);
  return 0;
}

/// Root by sudo runs programs as whoever called sudo.
static void choose_identity(struct linux_sandbox *sandbox) {
  sandbox->user = geteuid();
  sandbox->group = getegid();
  const char *user = getenv("SUDO_UID"), *group = getenv("SUDO_GID");
  if (sandbox->has_user_namespace || sandbox->user != 0 || user == NULL || group == NULL) return;
  char *userEnd, *groupEnd;
  unsigned long userID = strtoul(user, &userEnd, 10), groupID = strtoul(group, &groupEnd, 10);
  if (*user == 0 || *userEnd != 0 || *group == 0 || *groupEnd != 0) return;
  if (userID >= (uid_t)-1 || groupID >= (gid_t)-1) return;
  sandbox->user = (uid_t)userID;
  sandbox->group = (gid_t)groupID;
}

static int enter_namespaces(struct linux_sandbox *sandbox, struct linux_failure *failure) {
  const int wanted = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
  sandbox->has_user_namespace = 0;
  // Root without CAP_SYS_ADMIN (a container) needs a user namespace as everybody else does.
  if (geteuid() != 0 || unshare(wanted) != 0) {
    if (geteuid() == 0 && errno != EPERM) return fail(failure, LINUX_STEP_NAMESPACES);
    if (enter_user_namespace(failure) != 0) return -1;
    sandbox->has_user_namespace = 1;
    if (unshare(wanted) != 0) return fail(failure, LINUX_STEP_NAMESPACES);
  }
  choose_identity(sandbox);
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) return fail(failure, LINUX_STEP_MOUNTS);
  if (mount("tmpfs", LINUX_SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV, "size=2g,mode=1777") != 0)
    return fail(failure, LINUX_STEP_SCRATCH);
  return 0;
}

static int start_init(struct linux_sandbox *sandbox, struct linux_failure *failure) {
  int requests[2], exits[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, requests) != 0) return fail(failure, LINUX_STEP_SOCKETS);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, exits) != 0) {
    fail(failure, LINUX_STEP_SOCKETS);
    close(requests[0]);
    close(requests[1]);
    return -1;
  }
  int room = SOCKET_ROOM;
  setsockopt(requests[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  // An unshared PID namespace would forbid this process to start threads.
  long pid = syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, NULL, NULL, NULL, NULL);
  if (pid == 0) linux_run_init(requests[1], exits[1], sandbox->user, sandbox->group);
  if (pid < 0) fail(failure, LINUX_STEP_INIT);
  close(requests[1]);
  close(exits[1]);
  sandbox->requests = requests[0];
  sandbox->exits = exits[0];
  struct timeval limit = {.tv_sec = ANSWER_SECONDS};
  setsockopt(requests[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(requests[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (pid < 0) {
    close(requests[0]);
    close(exits[0]);
    return -1;
  }
  struct answer ready;
  ssize_t length = recv(requests[0], &ready, sizeof ready, 0);
  if (length == sizeof ready && ready.failure.step == LINUX_STEP_NONE) return 0;
  if (length == sizeof ready) {
    *failure = ready.failure;
  } else {
    if (length >= 0) errno = ECHILD;
    fail(failure, LINUX_STEP_INIT);
  }
  kill((pid_t)pid, SIGKILL);
  waitpid((pid_t)pid, NULL, 0);
  close(requests[0]);
  close(exits[0]);
  return -1;
}

int linux_enter_sandbox(struct linux_sandbox *sandbox, struct linux_failure *failure) {
  memset(failure, 0, sizeof *failure);
  // Some changes of rights make the kernel forget it.
  int parentDeath = 0;
  prctl(PR_GET_PDEATHSIG, &parentDeath);
  if (enter_namespaces(sandbox, failure) != 0) return -1;
  prctl(PR_SET_PDEATHSIG, parentDeath);
  // Writing to a dead child is an error, not our end.
  signal(SIGPIPE, SIG_IGN);
  return start_init(sandbox, failure);
}

int linux_try_sandbox(struct linux_sandbox *sandbox, struct linux_failure *failure) {
  struct {
    struct linux_sandbox sandbox;
    struct linux_failure failure;
    int result;
  } report;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(failure, LINUX_STEP_SOCKETS);
  pid_t pid = fork();
  if (pid == 0) {
    memset(&report, 0, sizeof report);
    report.result = linux_enter_sandbox(&report.sandbox, &report.failure);
    ssize_t written = write(ends[1], &report, sizeof report);
    _exit(written == sizeof report ? 0 : 1);
  }
  close(ends[1]);
  ssize_t length = -1;
  if (pid > 0) {
    while ((length = read(ends[0], &report, sizeof report)) < 0 && errno == EINTR) {
    }
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  close(ends[0]);
  if (length != sizeof report) {
    if (pid > 0) errno = ECHILD;
    return fail(failure, LINUX_STEP_INIT);
  }
  *sandbox = report.sandbox;
  *failure = report.failure;
  return report.result;
}

int linux_make_scratch(const struct linux_sandbox *sandbox, const char *path) {
  if (mkdir(path, 0700) != 0) return errno == EEXIST ? 0 : errno;
  if (sandbox->user == geteuid() && sandbox->group == getegid()) return 0;
  return chown(path, sandbox->user, sandbox->group) == 0 ? 0 : errno;
}

/// Sends a request and waits for its answer.
static int ask(
    const struct linux_sandbox *sandbox, struct request *request, const char *text, const int *descriptors,
    struct answer *answer) {
  static unsigned serial = 0;
  request->serial = ++serial;
  struct iovec parts[2] = {{request, sizeof *request}, {(char *)text, request->text_length}};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * LINUX_START_DESCRIPTORS)];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  if (request->descriptor_count > 0) {
    size_t size = sizeof(int) * (size_t)request->descriptor_count;
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t length;
  while ((length = sendmsg(sandbox->requests, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
  }
  if (length < 0) return -1;
  for (;;) {
    length = recv(sandbox->requests, answer, sizeof *answer, 0);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return -1;
    if (length == 0) {
      errno = ECHILD;
      return -1;
    }
    // An answer that came after its time limit is not ours.
    if (length == sizeof *answer && answer->serial == request->serial) return 0;
  }
}

int linux_sandbox_start(
    const struct linux_sandbox *sandbox, const struct linux_start *start, const char *text, size_t text_length,
    const int *descriptors, const int *targets, int descriptor_count, int *id, struct linux_failure *failure) {
  struct request request;
  struct answer answer;
  errno = E2BIG;
  if (text_length > LINUX_START_TEXT || start->argument_count + start->variable_count > LINUX_START_STRINGS)
    return fail(failure, LINUX_STEP_PROCESS);
  errno = EMFILE;
  if (descriptor_count > LINUX_START_DESCRIPTORS) return fail(failure, LINUX_STEP_PROCESS);
  memset(&request, 0, sizeof request);
  request.kind = REQUEST_START;
  request.start = *start;
  request.descriptor_count = descriptor_count;
  memcpy(request.targets, targets, sizeof(int) * (size_t)descriptor_count);
  request.text_length = (unsigned)text_length;
  if (ask(sandbox, &request, text, descriptors, &answer) != 0) return fail(failure, LINUX_STEP_INIT);
  *failure = answer.failure;
  *id = answer.id;
  return answer.failure.step == LINUX_STEP_NONE ? 0 : -1;
}

int linux_sandbox_signal(const struct linux_sandbox *sandbox, int id, int signal) {
  struct request request;
  struct answer answer;
  memset(&request, 0, sizeof request);
  request.kind = REQUEST_SIGNAL;
  request.id = id;
  request.signal = signal;
  if (ask(sandbox, &request, NULL, NULL, &answer) != 0) return errno;
  return answer.failure.error;
}

int linux_sandbox_next_end(const struct linux_sandbox *sandbox, struct linux_end_notice *notice) {
  ssize_t length;
  while ((length = recv(sandbox->exits, notice, sizeof *notice, MSG_DONTWAIT)) < 0 && errno == EINTR) {
  }
  if (length == sizeof *notice) return 1;
  return length < 0 && errno == EAGAIN ? 0 : -1;
}

int linux_split_status(int status, int *code) {
  if (WIFSIGNALED(status)) {
    *code = WTERMSIG(status);
    return 1;
  }
  *code = WEXITSTATUS(status);
  return 0;
}
