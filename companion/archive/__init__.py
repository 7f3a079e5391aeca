"""What the app keeps for people: matches, the one being played too, their figures and stills, players and settings."""
