"""One match: its events, seen or tapped, the session in which it is played, and what can be read from it."""
