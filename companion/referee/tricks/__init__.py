"""The referee of games in which one card after another is shown, and all that lie there are gathered by rule."""

from companion.referee.tricks.referee import TrickReferee
from companion.referee.tricks.replay import TrickRefereeAgain

__all__ = ["TrickReferee", "TrickRefereeAgain"]
