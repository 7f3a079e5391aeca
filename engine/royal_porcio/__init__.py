"""The rules of Royal Porcio: Stubs & Spoils with an auction. R1 and the like are rules, S1 those of the other game."""
