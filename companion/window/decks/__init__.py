"""The decks' screen: those that were taught, teaching one, forgetting one."""
