"""The rules of Backhand: cards are taken until the next one is said to bust.

B1 and the like are rules of docs/backhand.md.
"""
