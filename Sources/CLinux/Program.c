#define _GNU_SOURCE
// A program of a sandbox: a caretaker as the first process of its own PID namespace, and below it the program, without rights.

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Wire.h"

// Descriptors are moved above every number that a program may ask for before they get their numbers.
enum { MOVED = 100, REPORT = 98, STATUS = 99 };

// The first user that people have.
enum { ORDINARY = 1000 };

struct plan {
  const struct linux_start *start;
  const char *path;
  const char *folder;
  char *arguments[LINUX_START_STRINGS + 1];
  char *variables[LINUX_START_STRINGS + 1];
  int network;
  int descriptors[LINUX_START_DESCRIPTORS];
  int targets[LINUX_START_DESCRIPTORS];
  int descriptor_count;
  uid_t user;
  gid_t group;
};

/// Takes the next string off the text; null: there is none.
static char *next(char **text, const char *end) {
  if (*text >= end) return NULL;
  char *string = *text;
  *text += strlen(string) + 1;
  return string;
}

static int take_strings(char **strings, int count, char **text, const char *end) {
  if (count < 0 || count > LINUX_START_STRINGS) return -1;
  for (int i = 0; i < count; i++) {
    strings[i] = next(text, end);
    if (strings[i] == NULL) return -1;
  }
  strings[count] = NULL;
  return 0;
}

static int make_plan(struct plan *plan, const struct request *request, char *text, const int *descriptors) {
  const char *end = text + request->text_length;
  memset(plan, 0, sizeof *plan);
  plan->start = &request->start;
  plan->path = next(&text, end);
  plan->folder = next(&text, end);
  if (plan->path == NULL || plan->folder == NULL) return -1;
  if (take_strings(plan->arguments, request->start.argument_count, &text, end) != 0) return -1;
  if (take_strings(plan->variables, request->start.variable_count, &text, end) != 0) return -1;
  plan->network = -1;
  for (int i = 0; i < request->descriptor_count; i++) {
    if (i == 0 && request->start.has_network) {
      plan->network = descriptors[i];
      continue;
    }
    if (request->targets[i] < 0 || request->targets[i] >= REPORT) return -1;
    plan->descriptors[plan->descriptor_count] = descriptors[i];
    plan->targets[plan->descriptor_count++] = request->targets[i];
  }
  return 0;
}

_Noreturn static void give_up(enum linux_step step) {
  struct linux_failure failure = {step, errno};
  ssize_t written = write(REPORT, &failure, sizeof failure);
  _exit(written == sizeof failure ? 126 : 125);
}

static void set_limit(int resource, unsigned long long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) give_up(LINUX_STEP_LIMITS);
  if (limit.rlim_max != RLIM_INFINITY && value > limit.rlim_max) value = limit.rlim_max;
  limit = (struct rlimit){value, value};
  if (setrlimit(resource, &limit) != 0) give_up(LINUX_STEP_LIMITS);
}

static void limit_program(const struct linux_start *start) {
  set_limit(RLIMIT_CORE, 0);
  // Browsers reserve terabytes of addresses; what they may fill is what counts.
  if (start->memory_limit > 0) set_limit(RLIMIT_DATA, start->memory_limit);
  if (start->open_files_limit > 0) set_limit(RLIMIT_NOFILE, start->open_files_limit);
  if (start->niceness != 0 && setpriority(PRIO_PROCESS, 0, start->niceness) != 0) give_up(LINUX_STEP_LIMITS);
}

/// Lets root's programs see themselves as an ordinary user, whose files are root's.
/// User 0 without rights is a stranger to browsers: it may not make the user namespaces of their own sandboxes (the kernel
/// wants CAP_SETFCAP for it), and some refuse to start as root.
static void become_ordinary(gid_t group) {
  char map[64];
  if (access("/proc/self/uid_map", W_OK) != 0 || unshare(CLONE_NEWUSER) != 0) return;
  snprintf(map, sizeof map, "%d 0 1", ORDINARY);
  if (linux_write_text("/proc/self/uid_map", map) != 0) give_up(LINUX_STEP_IDENTITY);
  snprintf(map, sizeof map, "%d %u 1", ORDINARY, group);
  if (linux_write_text("/proc/self/setgroups", "deny") != 0) give_up(LINUX_STEP_IDENTITY);
  if (linux_write_text("/proc/self/gid_map", map) != 0) give_up(LINUX_STEP_IDENTITY);
}

/// Gives up every right for good: no capability comes back through a program file or user 0.
static void drop_rights(uid_t user, gid_t group) {
  int isOther = user != geteuid() || group != getegid();
  if (user == 0) become_ordinary(group);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int right = 0; prctl(PR_CAPBSET_READ, right) >= 0; right++)
    if (prctl(PR_CAPBSET_DROP, right) != 0) give_up(LINUX_STEP_IDENTITY);
  if (isOther) {
    if (setgroups(0, NULL) != 0) give_up(LINUX_STEP_IDENTITY);
    if (setresgid(group, group, group) != 0) give_up(LINUX_STEP_IDENTITY);
    if (setresuid(user, user, user) != 0) give_up(LINUX_STEP_IDENTITY);
  }
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  if (syscall(SYS_capset, &header, none) != 0) give_up(LINUX_STEP_IDENTITY);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up(LINUX_STEP_IDENTITY);
}

_Noreturn static void run_program(struct plan *plan) {
  setsid();
  limit_program(plan->start);
  drop_rights(plan->user, plan->group);
  if (chdir(plan->folder) != 0) give_up(LINUX_STEP_FOLDER);
  for (int i = 0; i < plan->descriptor_count; i++)
    if (dup2(plan->descriptors[i], plan->targets[i]) < 0) give_up(LINUX_STEP_DESCRIPTORS);
  umask(022);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(plan->path, plan->arguments, plan->variables);
  give_up(LINUX_STEP_EXECUTION);
}

/// What the program sees of the system: its own processes, its own network.
static void mount_views(void) {
  if (unshare(CLONE_NEWNS) != 0) return;
  mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL);
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  mount("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL);
}

/// Waits for the program, hands signals on to it, buries what its children leave behind.
_Noreturn static void take_care(pid_t program) {
  sigset_t all;
  sigfillset(&all);
  for (;;) {
    siginfo_t info;
    int number = sigwaitinfo(&all, &info);
    if (number == HAND_ON && info.si_code == SI_QUEUE) kill(-program, info.si_value.sival_int);
    if (number != SIGCHLD) continue;
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended != program) continue;
      send(STATUS, &status, sizeof status, MSG_NOSIGNAL);
      _exit(0);
    }
  }
}

_Noreturn static void run_caretaker(struct plan *plan, int report, int status) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "callproof-care");
  report = fcntl(report, F_DUPFD_CLOEXEC, MOVED);
  status = fcntl(status, F_DUPFD_CLOEXEC, MOVED);
  for (int i = 0; i < plan->descriptor_count; i++)
    plan->descriptors[i] = fcntl(plan->descriptors[i], F_DUPFD_CLOEXEC, MOVED);
  dup3(report, REPORT, O_CLOEXEC);
  dup3(status, STATUS, O_CLOEXEC);
  if (plan->network >= 0 && setns(plan->network, CLONE_NEWNET) != 0) give_up(LINUX_STEP_NETWORK);
  mount_views();
  pid_t program = fork();
  if (program == 0) run_program(plan);
  if (program < 0) give_up(LINUX_STEP_PROCESS);
  // It holds none of the program's ends: their other sides must see the program close them.
  close_range(0, REPORT, 0);
  close_range(STATUS + 1, ~0U, 0);
  take_care(program);
}

pid_t linux_start_program(
    const struct request *request, char *text, const int *descriptors, uid_t user, gid_t group, int *status,
    struct linux_failure *failure) {
  struct plan plan;
  int report[2], ends[2];
  if (make_plan(&plan, request, text, descriptors) != 0) {
    *failure = (struct linux_failure){LINUX_STEP_PROCESS, EINVAL};
    return -1;
  }
  plan.user = user;
  plan.group = group;
  if (pipe2(report, O_CLOEXEC) != 0) {
    *failure = (struct linux_failure){LINUX_STEP_PROCESS, errno};
    return -1;
  }
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    *failure = (struct linux_failure){LINUX_STEP_PROCESS, errno};
    close(report[0]);
    close(report[1]);
    return -1;
  }
  long id = syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, NULL, NULL, NULL, NULL);
  if (id == 0) run_caretaker(&plan, report[1], ends[1]);
  if (id < 0) *failure = (struct linux_failure){LINUX_STEP_PROCESS, errno};
  close(report[1]);
  close(ends[1]);
  // Ends when the program's file has been executed, for then the kernel closes the other side.
  struct linux_failure reported;
  ssize_t length = 0;
  while (id > 0 && (length = read(report[0], &reported, sizeof reported)) < 0 && errno == EINTR) {
  }
  close(report[0]);
  if (id > 0 && length == 0) {
    *status = ends[0];
    return (pid_t)id;
  }
  close(ends[0]);
  if (id > 0) {
    *failure = length == sizeof reported ? reported : (struct linux_failure){LINUX_STEP_PROCESS, EIO};
    kill((pid_t)id, SIGKILL);
    waitpid((pid_t)id, NULL, 0);
  }
  return -1;
}
