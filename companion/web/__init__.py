"""Phones at the table: the board as a small read-only page, for whoever is in the same network and has the link."""
