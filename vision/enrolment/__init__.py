"""Learning a deck from photographs of its cards, and reading with what was learnt."""
