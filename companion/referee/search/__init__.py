"""The search for better hypotheses: the beam of those kept, and the moves from one to its neighbours."""
