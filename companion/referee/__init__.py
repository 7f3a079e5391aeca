"""From what lies on the table to what happened: sight joined with the rules. No pixels and no widgets here."""

from companion.referee.referee import Referee
from companion.referee.saying import Change

__all__ = ["Change", "Referee"]
