"""How the pictures are made and read: decks, scenes, films, photographs. Never imported at run time."""
