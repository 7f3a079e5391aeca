"""The table of any game by its rules: what may be tapped next, the board, what lies where, the story, the rules."""
