"""What is kept: the match in play, its journal on disk, the archive, players, settings, statistics."""
