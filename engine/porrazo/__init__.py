"""The rules of Porrazo: what may be played, what it captures, what it scores.

R9 and the like are rules of docs/rules.md.
"""
