"""The rules of Malilla: tricks between partners, the 7s highest. M1 and the like are rules of docs/malilla.md."""
