"""The numbers of the referee of tricks: costs in nats, times in seconds, lengths in heights of a card.

A number that means the same for both referees stands in ``companion.referee.rates`` alone. All numbers here were chosen
on acted hands and rendered films, unless their line says otherwise; other values near them do as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.rates import Ramp


@dataclass(frozen=True, slots=True)
class TrickRates:
    """The table. There is one, ``TRICKS``."""

    # An event by itself.
    unseen: float = 7.0
    """Nats. A card that was laid and that no track stands for."""
    fault: float = 4.0
    """Nats for each fault that follows: about 1 hand in 50 has one, a misreading can look like one."""
    turn: float = 0.9
    """Seconds from one card to the next, at least."""
    sweep: float = 2.0
    """The same where what lay there is gathered between."""

    # A card lies until it is gathered or taken up.
    covered: float = 1.5
    """Nats at most for a card that is not seen and on which another was laid."""
    cover: float = 0.9
    """Heights of a card within which a later one covers it."""
    lingers: Ramp = Ramp(0.6, 2.0, 2.0, 6.0)
    """For how long after the next card a gathered one still lies there: nobody leads before."""

    # Tracks that are no event of their own.
    elsewhere: float = 0.5
    """Nats for a card found again away from its place."""
    in_hand: float = 1.0
    """Nats for a card seen just before it was laid."""
    gathered_for: float = 6.0
    """Seconds after a trick is whole in which its cards are seen on their way. Not Porrazo's 9 s for a captured card:
    the next cards come sooner. That lost two of 30 acted hands of Backhand, one of them in silence."""
    stranger: Ramp = Ramp(0.0, 2.0, 3.0, 16.0)
    """A track that is no card of the game, by how long it was seen."""
    glimpse: Ramp = Ramp(0.0, 0.4, 2.5, 16.0)
    """The same of one that was never steady: a card in a hand is read in passing, and misread alike more than once."""
    taken_back: float = 5.0
    """The same of a card that was taken back before its trick was gathered."""
    at_first: float = 3.0
    """Nats for a card that lay there at the first look and is none of the game, at most."""
    after_end: float = 1.0
    """Nats for a card laid after the match was won, at most: people show what they hold."""

    # When an event is said.
    clear: float = 2.5
    """Nats by which the best history must beat every one that holds something else: 1 in 12. Chosen: with 3
    nats one right line of the example film was asked about, and with this none."""
    clear_of_fault: float = 5.0
    """The same for a card that takes part in a fault: 1 in 150, for it may end the match."""

    # Search.
    latest: int = 8
    """Events back to which cards are put in and taken out."""


TRICKS = TrickRates()
"""The table of numbers."""
