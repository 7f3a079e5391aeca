"""The search for better hypotheses: the beam of those kept, how they compare, the moves from one to its neighbours."""
