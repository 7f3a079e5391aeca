"""The introduction: three pictures for who opens the app for the first time, and a match to watch."""
