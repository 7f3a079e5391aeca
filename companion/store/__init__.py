"""The database that everything is kept in: its tables, its one connection, how a damaged one is mended, and backups."""
