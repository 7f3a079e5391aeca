"""One match: its events whoever told them, the session in which it is played, and what can be read from it."""
