"""From what lies on the table to what happened: sight joined with the rules. No pixels and no widgets here."""

from companion.referee.record_diff import Change
from companion.referee.referee import Referee

__all__ = ["Change", "Referee"]
