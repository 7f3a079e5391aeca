"""Past matches: the list, replay, the end of a match, curves and figures, saving."""
