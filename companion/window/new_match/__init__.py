"""The new match's screen: players, rules, how cards come in."""
