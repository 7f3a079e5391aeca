"""What is said on screen, in the language chosen: events, scores, players."""
