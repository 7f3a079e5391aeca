"""The rules of Royal Porcio: Stubs & Spoils with an auction.

R1 and the like are rules of docs/royal_porcio.md, S1 those of the other game.
"""
