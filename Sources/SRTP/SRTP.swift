// SRTP
