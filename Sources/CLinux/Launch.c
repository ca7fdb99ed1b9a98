#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

// Descriptors are moved above every number that the program asks for before they get their numbers.
enum { MOVED = 100, MOST = 16 };

_Noreturn static void run(
    const char *path, char *const argv[], char *const envp[], const int *descriptors, int count,
    int report, pid_t parent) {
  int error = 0;
  int moved[MOST];
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (int i = 0; i < count && error == 0; i++) {
    int source = descriptors[i] < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : descriptors[i];
    moved[i] = source < 0 ? -1 : fcntl(source, F_DUPFD_CLOEXEC, MOVED);
    if (moved[i] < 0) error = errno;
  }
  report = fcntl(report, F_DUPFD_CLOEXEC, MOVED);
  for (int i = 0; i < count && error == 0; i++) {
    if (dup2(moved[i], i) < 0) error = errno;
  }
  if (error == 0) {
    close_range((unsigned)count, MOVED - 1, 0);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(path, argv, envp);
    error = errno;
  }
  ssize_t written = write(report, &error, sizeof error);
  _exit(written == sizeof error ? 127 : 126);
}

int linux_launch(
    const char *path, char *const argv[], char *const envp[], const int *descriptors, int count,
    pid_t *pid) {
  int report[2];
  if (count < 0 || count > MOST) return EINVAL;
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  signal(SIGPIPE, SIG_IGN);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) run(path, argv, envp, descriptors, count, report[1], parent);
  int error = child < 0 ? errno : 0;
  close(report[1]);
  if (child > 0) {
    // The end of the pipe closes when the program begins; an errno comes when it could not.
    ssize_t size;
    while ((size = read(report[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (size <= 0) error = 0;
    *pid = child;
    int code;
    if (error != 0) linux_end(child, 0, &code);
  }
  close(report[0]);
  return error;
}
