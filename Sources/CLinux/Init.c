#define _GNU_SOURCE
// The first process of a sandbox: starts programs, tells of their end, and takes all of them with it when it ends.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Wire.h"

enum { REQUESTS = 3, EXITS = 4, CHILDREN = 5, FIRST_FREE = 6, PROGRAM_LIMIT = 128 };

static uid_t user;
static gid_t group;

// The programs that run, by their caretaker's id; 0: a free place.
static struct {
  pid_t id;
  int status;
} programs[PROGRAM_LIMIT];

/// Lets programs write to /tmp without effect on the disk: what they write goes to an overlay in memory.
static void cover_tmp(void) {
  if (mkdir("/run/upper", 01777) != 0 || mkdir("/run/work", 0700) != 0) return;
  const char *layers = "lowerdir=/tmp,upperdir=/run/upper,workdir=/run/work";
  if (mount("overlay", "/tmp", "overlay", MS_NOSUID | MS_NODEV, layers) == 0) chmod("/tmp", 01777);
}

/// Nothing outside the scratch folders can be written: whatever happens, nothing stays.
/// Where a kernel or a container forbids a step, the rest still holds.
static void protect_disk(void) {
  // Without the rights of their files: a program that would get some could not be executed without them (ping).
  struct mount_attr readOnly = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID};
  struct mount_attr writable = {.attr_clr = MOUNT_ATTR_RDONLY};
  if (unshare(CLONE_NEWNS) != 0) return;
  mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL);
  mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &readOnly, sizeof readOnly);
  mount_setattr(AT_FDCWD, LINUX_SCRATCH, 0, &writable, sizeof writable);
  if (mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "size=256m,mode=0755") != 0) return;
  cover_tmp();
  // Daemons that would reach the network on a program's behalf (names, D-Bus) have their sockets here.
  mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "size=64m,mode=1777");
}

static void close_all(const int *descriptors, int count) {
  for (int i = 0; i < count; i++) close(descriptors[i]);
}

static void start(struct request *request, char *text, int *descriptors, struct answer *answer) {
  int place = 0;
  while (place < PROGRAM_LIMIT && programs[place].id != 0) place++;
  if (place == PROGRAM_LIMIT) {
    answer->failure = (struct linux_failure){LINUX_STEP_PROCESS, EAGAIN};
    return;
  }
  pid_t id =
      linux_start_program(request, text, descriptors, user, group, &programs[place].status, &answer->failure);
  if (id < 0) return;
  programs[place].id = id;
  answer->id = id;
}

static void pass_signal(const struct request *request, struct answer *answer) {
  answer->failure.error = ESRCH;
  for (int i = 0; i < PROGRAM_LIMIT; i++) {
    if (request->id <= 1 || programs[i].id != request->id) continue;
    union sigval value = {.sival_int = request->signal};
    // The caretaker is the first process of the program's namespace: with it goes everything below.
    int result = request->signal == SIGKILL ? kill(request->id, SIGKILL) : sigqueue(request->id, HAND_ON, value);
    answer->failure.error = result == 0 ? 0 : errno;
    return;
  }
}

/// Takes one request and answers it; 0: nobody is left to ask.
static int serve_request(void) {
  static struct {
    struct request request;
    char text[LINUX_START_TEXT + 1];
  } packet;
  union {
    char bytes[CMSG_SPACE(sizeof(int) * LINUX_START_DESCRIPTORS)];
    struct cmsghdr align;
  } control;
  struct iovec part = {&packet, sizeof packet - 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t length = recvmsg(REQUESTS, &message, MSG_CMSG_CLOEXEC);
  if (length < 0) return errno == EINTR;
  if (length == 0) return 0;
  int descriptors[LINUX_START_DESCRIPTORS], count = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors, CMSG_DATA(header), sizeof(int) * (size_t)count);
  }
  struct request *request = &packet.request;
  struct answer answer;
  memset(&answer, 0, sizeof answer);
  if ((size_t)length >= sizeof *request) {
    answer.serial = request->serial;
    if ((size_t)length != sizeof *request + request->text_length || count != request->descriptor_count) {
      // Descriptors are lost where this process may not open as many.
      answer.failure = (struct linux_failure){LINUX_STEP_DESCRIPTORS, EMFILE};
    } else if (request->kind == REQUEST_START) {
      packet.text[request->text_length] = 0;
      start(request, packet.text, descriptors, &answer);
    } else {
      pass_signal(request, &answer);
    }
    send(REQUESTS, &answer, sizeof answer, MSG_NOSIGNAL);
  }
  close_all(descriptors, count);
  return 1;
}

/// Tells of the programs that ended. One that cannot be told of yet stays as it is. Returns whether there is such a one.
static int tell_ends(void) {
  for (;;) {
    siginfo_t ended;
    memset(&ended, 0, sizeof ended);
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0) return 0;
    for (int i = 0; i < PROGRAM_LIMIT; i++) {
      if (programs[i].id != ended.si_pid) continue;
      struct linux_end_notice notice = {.id = ended.si_pid, .status = SIGKILL};
      int status;
      if (recv(programs[i].status, &status, sizeof status, MSG_DONTWAIT | MSG_PEEK) == sizeof status)
        notice.status = status;
      if (send(EXITS, &notice, sizeof notice, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EAGAIN) return 1;
      close(programs[i].status);
      programs[i].id = 0;
    }
    waitpid(ended.si_pid, NULL, 0);
  }
}

_Noreturn void linux_run_init(int requests, int exits, uid_t programUser, gid_t programGroup) {
  user = programUser;
  group = programGroup;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "callproof-init");
  setsid();
  // The two may have the numbers that they shall get.
  requests = fcntl(requests, F_DUPFD_CLOEXEC, 64);
  exits = fcntl(exits, F_DUPFD_CLOEXEC, 64);
  int nothing = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; i++) dup2(nothing, i);
  dup3(requests, REQUESTS, O_CLOEXEC);
  dup3(exits, EXITS, O_CLOEXEC);
  sigset_t all, children;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  int ends = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  dup3(ends, CHILDREN, O_CLOEXEC);
  close_range(FIRST_FREE, ~0U, 0);
  protect_disk();

  struct answer ready;
  memset(&ready, 0, sizeof ready);
  if (nothing < 0 || requests < 0 || exits < 0 || ends < 0)
    ready.failure = (struct linux_failure){LINUX_STEP_INIT, errno};
  send(REQUESTS, &ready, sizeof ready, MSG_NOSIGNAL);
  int isWaiting = 0;
  for (;;) {
    struct pollfd polls[3] = {
        {.fd = REQUESTS, .events = POLLIN},
        {.fd = CHILDREN, .events = POLLIN},
        {.fd = EXITS, .events = isWaiting ? POLLOUT : 0},
    };
    if (poll(polls, 3, -1) < 0) continue;
    if (polls[2].revents & (POLLHUP | POLLERR)) break;
    if (polls[0].revents != 0 && !serve_request()) break;
    struct signalfd_siginfo info;
    while (read(CHILDREN, &info, sizeof info) > 0) {
    }
    isWaiting = tell_ends();
  }
  _exit(0);
}
