// Packets
