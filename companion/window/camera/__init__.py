"""The camera's screen: choose one, see what it sees, find the table."""
