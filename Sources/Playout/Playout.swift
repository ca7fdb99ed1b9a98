// Playout
