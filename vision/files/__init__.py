"""The only door for files from outside: size limits, one sentence for what is wrong."""
