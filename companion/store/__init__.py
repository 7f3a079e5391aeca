"""Everything the app keeps: one SQLite database with matches, people, settings and figures; backup and repair of it."""
