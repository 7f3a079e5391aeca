"""The only door for files from outside: size limits, one sentence for what is wrong; and the program's own files."""
