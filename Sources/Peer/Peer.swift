// Peer
