#include "CBench.h"

#include <malloc.h>
#include <srtp2/srtp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

int64_t bench_cpu_nanoseconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t bench_children_cpu_nanoseconds(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_CHILDREN, &usage);
  int64_t seconds = (int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
  return seconds * 1000000000 + ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

// glibc's own malloc under its other name; the executable's symbol comes before libc's.
extern void *__libc_malloc(size_t byte_count);
static _Thread_local uint64_t allocations;

__attribute__((visibility("default"))) void *malloc(size_t byte_count) {
  allocations++;
  return __libc_malloc(byte_count);
}

uint64_t bench_allocations(void) { return allocations; }

int64_t bench_live_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

int64_t bench_memory_kilobytes(const char *name) {
  FILE *status = fopen("/proc/self/status", "r");
  if (status == NULL) return -1;
  char line[256];
  long long found = -1;
  size_t length = strlen(name);
  while (found < 0 && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, name, length) == 0) found = strtoll(line + length, NULL, 10);
  }
  fclose(status);
  return found;
}

struct bench_srtp {
  srtp_t session;
};

bench_srtp *bench_srtp_open(bool gcm, const uint8_t *keying_material) {
  srtp_init();  // a second time it fails, and that does no harm
  unsigned char key[30];
  memcpy(key, keying_material, gcm ? 28 : 30);
  srtp_policy_t policy = {0};
  if (gcm) {
    srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtp);
    srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtcp);
  } else {
    srtp_crypto_policy_set_rtp_default(&policy.rtp);
    srtp_crypto_policy_set_rtcp_default(&policy.rtcp);
  }
  policy.ssrc.type = ssrc_any_outbound;
  policy.key = key;
  policy.window_size = 1024;
  policy.allow_repeat_tx = 1;
  bench_srtp *result = calloc(1, sizeof *result);
  if (result == NULL) return NULL;
  if (srtp_create(&result->session, &policy) != srtp_err_status_ok) {
    free(result);
    return NULL;
  }
  return result;
}

int64_t bench_srtp_protect(bench_srtp *session, const uint8_t *packets, int byte_count, int count) {
  int64_t sum = 0;
  uint8_t buffer[2048];
  if (byte_count > (int)sizeof buffer - SRTP_MAX_TRAILER_LEN - 4) return -1;
  for (int index = 0; index < count; index++) {
    int length = byte_count;
    memcpy(buffer, packets + (size_t)index * (size_t)byte_count, (size_t)byte_count);
    if (srtp_protect(session->session, buffer, &length) != srtp_err_status_ok) return -1;
    sum += length;
  }
  return sum;
}

void bench_srtp_close(bench_srtp *session) {
  srtp_dealloc(session->session);
  free(session);
}
