// Congestion
