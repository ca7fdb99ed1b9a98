import Live
