"""The rules of the game and the record of a match. Standard library only: no clock, no chance, no pixels."""
