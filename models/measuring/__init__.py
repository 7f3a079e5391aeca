"""How well cards are recognised: the parts of ``python -m models.evaluate``."""
