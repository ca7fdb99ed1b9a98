// Netem
