"""Occlusion: cards partly under other cards, told by the part that shows."""
