"""What is kept: the match in play, the store (one SQLite database) and what is read from it, statistics."""
