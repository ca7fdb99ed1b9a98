#define _GNU_SOURCE
#include "include/Events.h"

#include <errno.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int linux_make_poll(int *poll, int *timer) {
  *poll = epoll_create1(EPOLL_CLOEXEC);
  if (*poll < 0) return errno;
  *timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  int error = *timer < 0 ? errno : linux_poll_set(*poll, *timer, UINT64_MAX, LINUX_INPUT);
  if (error == 0) return 0;
  if (*timer >= 0) close(*timer);
  close(*poll);
  return error;
}

int linux_poll_set(int poll, int descriptor, uint64_t token, int interest) {
  struct epoll_event event = {.data.u64 = token};
  if (interest & LINUX_INPUT) event.events |= EPOLLIN;
  if (interest & LINUX_OUTPUT) event.events |= EPOLLOUT;
  if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
  if (errno != ENOENT) return errno;
  return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
}

void linux_poll_remove(int poll, int descriptor) { epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, NULL); }

int linux_poll_wait(int poll, int timer, int64_t until, uint64_t *tokens, int limit) {
  struct epoll_event events[64];
  int patience = -1;
  if (until != INT64_MAX) {
    // An instant of 0 would disarm the timer. What is past is not waited for.
    if (until <= linux_monotonic_ns()) patience = 0;
    struct itimerspec instant = {.it_value = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000}};
    if (patience != 0 && timerfd_settime(timer, TFD_TIMER_ABSTIME, &instant, NULL) != 0) return -1;
  } else {
    struct itimerspec none = {0};
    timerfd_settime(timer, 0, &none, NULL);
  }
  if (limit > 64) limit = 64;
  int count = epoll_wait(poll, events, limit, patience);
  if (count < 0) return errno == EINTR ? 0 : -1;
  int written = 0;
  for (int i = 0; i < count; i++) {
    if (events[i].data.u64 == UINT64_MAX) {
      uint64_t expirations;
      ssize_t length = read(timer, &expirations, sizeof expirations);
      (void)length;
    } else {
      tokens[written++] = events[i].data.u64;
    }
  }
  return written;
}

int linux_make_wake_signal(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t linux_monotonic_ns(void) { return now(CLOCK_MONOTONIC); }

int64_t linux_realtime_ns(void) { return now(CLOCK_REALTIME); }

int linux_try_real_time(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : errno;
}

int linux_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0) == 0 ? 0 : errno;
}

void linux_name_thread(const char *name) {
  char kept[16];
  strncpy(kept, name, sizeof kept - 1);
  kept[15] = 0;
  pthread_setname_np(pthread_self(), kept);
}

union address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

/// Returns the length of the system's form; 0: it is no address.
static socklen_t encode(union address *encoded, const uint8_t *address, size_t length, uint16_t port) {
  memset(encoded, 0, sizeof *encoded);
  if (length == 4) {
    encoded->v4.sin_family = AF_INET;
    encoded->v4.sin_port = htons(port);
    memcpy(&encoded->v4.sin_addr, address, 4);
    return sizeof encoded->v4;
  }
  if (length != 16) return 0;
  encoded->v6.sin6_family = AF_INET6;
  encoded->v6.sin6_port = htons(port);
  memcpy(&encoded->v6.sin6_addr, address, 16);
  return sizeof encoded->v6;
}

static void decode(const union address *encoded, struct linux_datagram *datagram) {
  if (encoded->any.sa_family == AF_INET) {
    datagram->address_length = 4;
    datagram->port = ntohs(encoded->v4.sin_port);
    memcpy(datagram->address, &encoded->v4.sin_addr, 4);
  } else {
    datagram->address_length = 16;
    datagram->port = ntohs(encoded->v6.sin6_port);
    memcpy(datagram->address, &encoded->v6.sin6_addr, 16);
  }
}

static int close_with_error(int descriptor, int error) {
  close(descriptor);
  errno = error;
  return -1;
}

int linux_udp_socket(const uint8_t *address, size_t length, uint16_t *port) {
  union address name;
  socklen_t size = encode(&name, address, length, *port);
  if (size == 0) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  int descriptor = socket(name.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  int on = 1, room = 4 << 20;
  if (length == 16) {
    setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    setsockopt(descriptor, IPPROTO_IPV6, IPV6_RECVTCLASS, &on, sizeof on);
  } else {
    setsockopt(descriptor, IPPROTO_IP, IP_RECVTOS, &on, sizeof on);
  }
  // A late reader loses nothing; the kernel gives as much of it as it allows.
  setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (bind(descriptor, &name.any, size) != 0) return close_with_error(descriptor, errno);
  size = sizeof name;
  if (getsockname(descriptor, &name.any, &size) != 0) return close_with_error(descriptor, errno);
  *port = ntohs(name.any.sa_family == AF_INET ? name.v4.sin_port : name.v6.sin6_port);
  return descriptor;
}

static uint8_t read_ecn(struct msghdr *message) {
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level == IPPROTO_IP && header->cmsg_type == IP_TOS) return *(uint8_t *)CMSG_DATA(header) & 3;
    if (header->cmsg_level == IPPROTO_IPV6 && header->cmsg_type == IPV6_TCLASS) {
      int trafficClass;
      memcpy(&trafficClass, CMSG_DATA(header), sizeof trafficClass);
      return (uint8_t)(trafficClass & 3);
    }
  }
  return 0;
}

int linux_receive(int descriptor, uint8_t *bytes, struct linux_datagram *datagrams) {
  struct mmsghdr messages[LINUX_BATCH];
  struct iovec parts[LINUX_BATCH];
  union address names[LINUX_BATCH];
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } controls[LINUX_BATCH];
  memset(messages, 0, sizeof messages);
  for (int i = 0; i < LINUX_BATCH; i++) {
    parts[i] = (struct iovec){bytes + i * LINUX_DATAGRAM, LINUX_DATAGRAM};
    messages[i].msg_hdr = (struct msghdr){
        .msg_name = &names[i], .msg_namelen = sizeof names[i], .msg_iov = &parts[i], .msg_iovlen = 1,
        .msg_control = &controls[i], .msg_controllen = sizeof controls[i]};
  }
  int count = recvmmsg(descriptor, messages, LINUX_BATCH, MSG_DONTWAIT, NULL);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
  for (int i = 0; i < count; i++) {
    memset(&datagrams[i], 0, sizeof datagrams[i]);
    decode(&names[i], &datagrams[i]);
    datagrams[i].ecn = read_ecn(&messages[i].msg_hdr);
    datagrams[i].is_truncated = (messages[i].msg_hdr.msg_flags & MSG_TRUNC) != 0;
    datagrams[i].length = messages[i].msg_len;
    datagrams[i].offset = (uint32_t)(i * LINUX_DATAGRAM);
  }
  return count;
}

int linux_send(int descriptor, const uint8_t *bytes, const struct linux_datagram *datagrams, int count) {
  struct mmsghdr messages[LINUX_BATCH];
  struct iovec parts[LINUX_BATCH];
  union address names[LINUX_BATCH];
  if (count > LINUX_BATCH) count = LINUX_BATCH;
  memset(messages, 0, sizeof messages);
  for (int i = 0; i < count; i++) {
    const struct linux_datagram *datagram = &datagrams[i];
    socklen_t size = encode(&names[i], datagram->address, datagram->address_length, datagram->port);
    parts[i] = (struct iovec){(uint8_t *)bytes + datagram->offset, datagram->length};
    messages[i].msg_hdr =
        (struct msghdr){.msg_name = &names[i], .msg_namelen = size, .msg_iov = &parts[i], .msg_iovlen = 1};
  }
  int sent = sendmmsg(descriptor, messages, (unsigned)count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) return errno == EAGAIN || errno == EINTR || errno == ENOBUFS ? 0 : -1;
  return sent;
}

int linux_udp_connect(const uint8_t *address, size_t length, uint16_t port) {
  union address name;
  socklen_t size = encode(&name, address, length, port);
  if (size == 0) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  int descriptor = socket(name.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  if (connect(descriptor, &name.any, size) != 0) return close_with_error(descriptor, errno);
  return descriptor;
}

int linux_tcp_connect(const uint8_t *address, size_t length, uint16_t port) {
  union address name;
  socklen_t size = encode(&name, address, length, port);
  if (size == 0) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  int descriptor = socket(name.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(descriptor, &name.any, size) != 0 && errno != EINPROGRESS) return close_with_error(descriptor, errno);
  return descriptor;
}
