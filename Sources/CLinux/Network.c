#define _GNU_SOURCE
#include "include/Network.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/// A route message under construction (RFC 3549 §2).
struct message {
  struct nlmsghdr head;
  char body[256];
};

static struct message begin(uint16_t type, uint16_t flags, const void *header, size_t size) {
  struct message message;
  memset(&message, 0, sizeof message);
  message.head.nlmsg_type = type;
  message.head.nlmsg_flags = NLM_F_REQUEST | flags;
  message.head.nlmsg_len = (uint32_t)NLMSG_LENGTH(size);
  memcpy(NLMSG_DATA(&message.head), header, size);
  return message;
}

/// Appends an attribute; every message here is far shorter than its room.
static struct rtattr *append(struct message *message, uint16_t type, const void *value, size_t size) {
  struct rtattr *attribute = (struct rtattr *)((char *)message + NLMSG_ALIGN(message->head.nlmsg_len));
  attribute->rta_type = type;
  attribute->rta_len = (uint16_t)RTA_LENGTH(size);
  if (size > 0) memcpy(RTA_DATA(attribute), value, size);
  message->head.nlmsg_len = NLMSG_ALIGN(message->head.nlmsg_len) + (uint32_t)RTA_ALIGN(attribute->rta_len);
  return attribute;
}

static void end_nested(struct message *message, struct rtattr *outer) {
  outer->rta_len = (uint16_t)((char *)message + message->head.nlmsg_len - (char *)outer);
}

/// Sends a message and waits for the kernel's verdict. Returns 0, or an errno.
static int perform(int control, struct message *message) {
  message->head.nlmsg_flags |= NLM_F_ACK;
  if (send(control, message, message->head.nlmsg_len, 0) < 0) return errno;
  union {
    struct nlmsghdr head;
    char bytes[4096];
  } reply;
  ssize_t length;
  while ((length = recv(control, &reply, sizeof reply, 0)) < 0 && errno == EINTR) {
  }
  if (length < 0) return errno;
  if (!NLMSG_OK(&reply.head, (size_t)length) || reply.head.nlmsg_type != NLMSG_ERROR) return EBADMSG;
  return -((struct nlmsgerr *)NLMSG_DATA(&reply.head))->error;
}

static int set_up(int control, int index) {
  struct ifinfomsg link = {.ifi_index = index, .ifi_flags = IFF_UP, .ifi_change = IFF_UP};
  struct message message = begin(RTM_NEWLINK, 0, &link, sizeof link);
  return perform(control, &message);
}

/// No address that nobody asked for: without it the kernel makes a link-local one and speaks of it.
static int forbid_link_local(int control, int index) {
  struct ifinfomsg link = {.ifi_index = index};
  uint8_t none = IN6_ADDR_GEN_MODE_NONE;
  struct message message = begin(RTM_NEWLINK, 0, &link, sizeof link);
  struct rtattr *families = append(&message, IFLA_AF_SPEC, NULL, 0);
  struct rtattr *family = append(&message, AF_INET6, NULL, 0);
  append(&message, IFLA_INET6_ADDR_GEN_MODE, &none, sizeof none);
  end_nested(&message, family);
  end_nested(&message, families);
  return perform(control, &message);
}

static int set_link(int control, int index, uint32_t mtu, uint32_t queue_length) {
  struct ifinfomsg link = {.ifi_index = index};
  struct message message = begin(RTM_NEWLINK, 0, &link, sizeof link);
  append(&message, IFLA_MTU, &mtu, sizeof mtu);
  append(&message, IFLA_TXQLEN, &queue_length, sizeof queue_length);
  return perform(control, &message);
}

static int add_address(int control, int index, uint8_t family, const uint8_t *address) {
  size_t size = family == AF_INET ? 4 : 16;
  struct ifaddrmsg header = {.ifa_family = family, .ifa_prefixlen = family == AF_INET ? 32 : 64, .ifa_index = (uint32_t)index};
  // There is nobody on the link to have the same address.
  if (family == AF_INET6) header.ifa_flags = IFA_F_NODAD;
  struct message message = begin(RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL, &header, sizeof header);
  append(&message, IFA_LOCAL, address, size);
  append(&message, IFA_ADDRESS, address, size);
  return perform(control, &message);
}

static int add_default_route(int control, int index, uint8_t family) {
  struct rtmsg header = {
      .rtm_family = family, .rtm_table = RT_TABLE_MAIN, .rtm_protocol = RTPROT_STATIC, .rtm_type = RTN_UNICAST,
      .rtm_scope = family == AF_INET ? RT_SCOPE_LINK : RT_SCOPE_UNIVERSE};
  struct message message = begin(RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, &header, sizeof header);
  append(&message, RTA_OIF, &index, sizeof index);
  return perform(control, &message);
}

/// A setting of the namespace. A kernel without it, or a container that forbids it, goes without.
static void set(const char *name, const char *value) {
  char path[128];
  snprintf(path, sizeof path, "/proc/sys/net/%s", name);
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ssize_t written = write(descriptor, value, strlen(value));
  (void)written;
  close(descriptor);
}

static void choose_settings(const struct linux_network_plan *plan) {
  char groups[32];
  // Ping without rights, for whoever measures. A user namespace takes only groups that it knows.
  snprintf(groups, sizeof groups, "%u %u", getegid(), getegid());
  set("ipv4/ping_group_range", groups);
  set("ipv4/ping_group_range", "0 2147483647");
  if (plan->ipv6 == NULL) {
    set("ipv6/conf/all/disable_ipv6", "1");
    set("ipv6/conf/default/disable_ipv6", "1");
    return;
  }
  set("ipv6/conf/all/disable_ipv6", "0");
  set("ipv6/conf/default/disable_ipv6", "0");
  set("ipv6/conf/default/accept_ra", "0");
  set("ipv6/conf/default/router_solicitations", "0");
}

static int make_device(const struct linux_network_plan *plan, struct linux_network *made, enum linux_network_step *step) {
  *step = LINUX_NETWORK_TUN_NODE;
  made->tun = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (made->tun < 0) return errno;
  *step = LINUX_NETWORK_TUN;
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strncpy(request.ifr_name, plan->device, IFNAMSIZ - 1);
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (ioctl(made->tun, TUNSETIFF, &request) != 0) return errno;
  *step = LINUX_NETWORK_LINK;
  made->index = (int)if_nametoindex(plan->device);
  if (made->index == 0) return errno;
  int error = set_link(made->control, made->index, plan->mtu, plan->queue_length);
  if (error != 0) return error;
  error = forbid_link_local(made->control, made->index);
  // A kernel without IPv6 has no such setting.
  if (error != 0 && plan->ipv6 != NULL) return error;
  error = set_up(made->control, made->index);
  if (error != 0) return error;
  for (int version = 4; version <= 6; version += 2) {
    const uint8_t *address = version == 4 ? plan->ipv4 : plan->ipv6;
    uint8_t family = version == 4 ? AF_INET : AF_INET6;
    if (address == NULL) continue;
    *step = version == 4 ? LINUX_NETWORK_IPV4 : LINUX_NETWORK_IPV6;
    error = add_address(made->control, made->index, family, address);
    if (error != 0) return error;
    *step = LINUX_NETWORK_ROUTE;
    error = add_default_route(made->control, made->index, family);
    if (error != 0) return error;
  }
  return 0;
}

static int fill(const struct linux_network_plan *plan, struct linux_network *made, enum linux_network_step *step) {
  *step = LINUX_NETWORK_NAMESPACE;
  made->descriptor = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  if (made->descriptor < 0) return errno;
  *step = LINUX_NETWORK_CONTROL;
  made->control = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (made->control < 0) return errno;
  struct timeval limit = {.tv_sec = 5};
  setsockopt(made->control, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  choose_settings(plan);
  *step = LINUX_NETWORK_LOOPBACK;
  int error = set_up(made->control, (int)if_nametoindex("lo"));
  if (error != 0 || plan->device == NULL) return error;
  return make_device(plan, made, step);
}

int linux_make_network(
    const struct linux_network_plan *plan, struct linux_network *made, enum linux_network_step *step) {
  *made = (struct linux_network){-1, -1, -1, 0};
  *step = LINUX_NETWORK_NAMESPACE;
  int own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  if (own < 0) return errno;
  int error = unshare(CLONE_NEWNET) == 0 ? 0 : errno;
  if (error == 0) {
    error = fill(plan, made, step);
    int back = linux_leave_network(own);
    if (back != 0) {
      *step = LINUX_NETWORK_RETURN;
      error = back;
    }
  } else {
    close(own);
  }
  if (error == 0) return 0;
  if (made->tun >= 0) close(made->tun);
  if (made->control >= 0) close(made->control);
  if (made->descriptor >= 0) close(made->descriptor);
  return error;
}

int linux_enter_network(int descriptor) {
  int own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  if (own < 0) return -1;
  if (setns(descriptor, CLONE_NEWNET) == 0) return own;
  int error = errno;
  close(own);
  errno = error;
  return -1;
}

int linux_leave_network(int descriptor) {
  int error = setns(descriptor, CLONE_NEWNET) == 0 ? 0 : errno;
  close(descriptor);
  return error;
}

int linux_read_counters(int control, int index, struct linux_counters *counters) {
  struct ifinfomsg link = {.ifi_index = index};
  struct message message = begin(RTM_GETLINK, 0, &link, sizeof link);
  if (send(control, &message, message.head.nlmsg_len, 0) < 0) return errno;
  union {
    struct nlmsghdr head;
    char bytes[16384];
  } reply;
  ssize_t length;
  while ((length = recv(control, &reply, sizeof reply, 0)) < 0 && errno == EINTR) {
  }
  if (length < 0) return errno;
  if (!NLMSG_OK(&reply.head, (size_t)length)) return EBADMSG;
  if (reply.head.nlmsg_type == NLMSG_ERROR) return -((struct nlmsgerr *)NLMSG_DATA(&reply.head))->error;
  int rest = (int)reply.head.nlmsg_len - (int)NLMSG_LENGTH(sizeof link);
  struct rtattr *attribute = IFLA_RTA(NLMSG_DATA(&reply.head));
  for (; RTA_OK(attribute, rest); attribute = RTA_NEXT(attribute, rest)) {
    struct rtnl_link_stats64 seen;
    if (attribute->rta_type != IFLA_STATS64) continue;
    size_t size = RTA_PAYLOAD(attribute);
    memset(&seen, 0, sizeof seen);
    memcpy(&seen, RTA_DATA(attribute), size < sizeof seen ? size : sizeof seen);
    *counters = (struct linux_counters){
        .received_packets = seen.rx_packets, .sent_packets = seen.tx_packets,
        .received_bytes = seen.rx_bytes, .sent_bytes = seen.tx_bytes,
        .received_dropped = seen.rx_dropped, .sent_dropped = seen.tx_dropped,
        .received_errors = seen.rx_errors, .sent_errors = seen.tx_errors};
    return 0;
  }
  return ENODATA;
}

int linux_try_tun(void) {
  int descriptor = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}
