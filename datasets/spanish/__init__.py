"""Drawn Spanish packs: coins, cups, swords, cudgels; for training the reader of such packs and measuring it."""
