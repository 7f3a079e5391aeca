"""The rules of Conquian: open melds, no card drawn into the hand, cards forced on others.

C1 and the like are rules of docs/conquian.md.
"""
