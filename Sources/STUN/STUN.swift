// STUN
