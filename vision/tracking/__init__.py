"""Cards over time: finds of many frames joined into cards that stay, and where to look next."""
