"""The table's screen: board, live picture, cards, list, and what can be tapped there."""
