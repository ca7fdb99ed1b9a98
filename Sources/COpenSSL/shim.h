// OpenSSL 3.0, with the macros and variadic calls that Swift cannot see as functions prefixed `shim_`.
#pragma once
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdint.h>
#include <sys/time.h>

// CSim's: random bytes of the bracket that the calling thread has open. Whoever installs it links CSim.
extern int sim_random_bytes(unsigned char *buffer, int byte_count);

static inline int shim_random_status(void) { return 1; }

// Points OpenSSL at CSim for the whole process. Deprecated in favour of providers, which would take far more code.
static inline int shim_install_random(void) {
  static const RAND_METHOD method = {
      .bytes = sim_random_bytes, .pseudorand = sim_random_bytes, .status = shim_random_status};
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return RAND_set_rand_method(&method);
#pragma clang diagnostic pop
}

static inline EVP_PKEY *shim_generate_p256(void) { return EVP_EC_gen("P-256"); }

// Settings of a context; each returns 1 on success.
static inline int shim_require_dtls12(SSL_CTX *context) {
  return SSL_CTX_set_min_proto_version(context, DTLS1_2_VERSION) &&
         SSL_CTX_set_max_proto_version(context, DTLS1_2_VERSION);
}
static inline int shim_set_groups(SSL_CTX *context, const char *list) {
  return (int)SSL_CTX_set1_groups_list(context, list);
}
static inline int shim_set_signatures(SSL_CTX *context, const char *list) {
  return (int)SSL_CTX_set1_sigalgs_list(context, list);
}
// No resumption, no tickets, no renegotiation, and the MTU is what we say it is.
static inline void shim_set_options(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_QUERY_MTU |
                                   SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

static inline int shim_set_mtu(SSL *ssl, long byte_count) { return (int)SSL_set_mtu(ssl, byte_count); }

// Microseconds until the retransmission timer expires; -1 when it is not running.
static inline int64_t shim_timer_microseconds(SSL *ssl) {
  struct timeval left = {0};
  if (DTLSv1_get_timeout(ssl, &left) != 1) return -1;
  return (int64_t)left.tv_sec * 1000000 + left.tv_usec;
}
static inline int shim_handle_timeout(SSL *ssl) { return (int)DTLSv1_handle_timeout(ssl); }

static inline void shim_set_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
static inline void shim_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline int shim_error_reason(unsigned long error) { return ERR_GET_REASON(error); }

// Alerts that the info callback reports, either way.
static inline int shim_is_alert(int where) { return (where & SSL_CB_ALERT) != 0; }
static inline int shim_is_read(int where) { return (where & SSL_CB_READ) != 0; }

// Key derivation; each returns 1 on success. `info` is what HKDF-Expand calls so (RFC 5869 §2.3), and label and seed in one for the
// PRF of TLS 1.2 (RFC 5246 §5).
static inline int shim_derive(const char *function, const char *hash, const uint8_t *secret, size_t secret_count,
                              const uint8_t *info, size_t info_count, uint8_t *output, size_t output_count) {
  EVP_KDF *kdf = EVP_KDF_fetch(NULL, function, NULL);
  EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
  EVP_KDF_free(kdf);
  int mode = EVP_KDF_HKDF_MODE_EXPAND_ONLY;
  // Each function ignores the names that are not its own.
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)hash, 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SECRET, (void *)secret, secret_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SEED, (void *)info, info_count),
      OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode),
      OSSL_PARAM_construct_end()};
  int result = context ? EVP_KDF_derive(context, output, output_count, parameters) : 0;
  EVP_KDF_CTX_free(context);
  return result;
}
static inline int shim_prf(const char *hash, const uint8_t *secret, size_t secret_count, const uint8_t *seed,
                           size_t seed_count, uint8_t *output, size_t output_count) {
  return shim_derive(OSSL_KDF_NAME_TLS1_PRF, hash, secret, secret_count, seed, seed_count, output, output_count);
}
static inline int shim_hkdf_expand(const char *hash, const uint8_t *secret, size_t secret_count, const uint8_t *info,
                                   size_t info_count, uint8_t *output, size_t output_count) {
  return shim_derive(OSSL_KDF_NAME_HKDF, hash, secret, secret_count, info, info_count, output, output_count);
}
