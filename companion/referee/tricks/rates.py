"""The numbers of the referee of tricks: costs in nats, times in seconds, lengths in heights of a card.

A number that means the same for both referees stands in ``companion.referee.rates`` alone. All numbers here were chosen
on acted hands and rendered films, unless their line says otherwise; other values near them do as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.rates import (
    BEYOND_BELIEF,
    COMMON,
    EXCEPTIONAL,
    FEW,
    HANDFUL,
    HARDLY_EVER,
    LONG,
    MOVEMENT,
    OCCASIONAL,
    RARE,
    SECOND,
    SEVERAL,
    SWEEP,
    TRIFLE,
    UNHEARD_OF,
    UNLIKELY,
    UNUSUAL,
    VERY_RARE,
    WHILE,
    Ramp,
)


@dataclass(frozen=True, slots=True)
class TrickRates:
    """The table. There is one, ``TRICKS``."""

    # An event by itself.
    unseen: float = UNHEARD_OF
    """Nats. A card that was laid and that no track stands for."""
    fault: float = RARE
    """Nats for each fault that follows: about 1 hand in 50 has one, a misreading can look like one."""
    turn: float = SECOND
    """Seconds from one card to the next, at least."""
    sweep: float = SWEEP
    """The same where what lay there is gathered between."""

    # A card lies until it is gathered or taken up.
    covered: float = OCCASIONAL
    """Nats at most for a card that is not seen and on which another was laid."""
    cover: float = 0.9
    """Heights of a card within which a later one covers it."""
    lingers: Ramp = Ramp(free=MOVEMENT, first=UNUSUAL, per_second=UNUSUAL, most=EXCEPTIONAL)
    """For how long after the next card a gathered one still lies there: nobody leads before."""

    # Tracks that are no event of their own.
    elsewhere: float = TRIFLE
    """Nats for a card found again away from its place."""
    in_hand: float = COMMON
    """Nats for a card seen just before it was laid."""
    gathered_for: float = LONG
    """Seconds after a trick is whole in which its cards are seen on their way. Not Porrazo's 8 s for a captured card:
    the next cards come sooner. That lost two of 30 acted hands of Backhand, one of them in silence."""
    clutter: Ramp = Ramp(first=UNUSUAL, per_second=UNLIKELY, most=BEYOND_BELIEF)
    """A track that is no card of the game, by how long it was seen."""
    glimpse: Ramp = Ramp(first=0.4, per_second=2.5, most=BEYOND_BELIEF)
    """The same of one that was never steady: a card in a hand is read in passing, and misread alike more than once."""
    taken_back: float = VERY_RARE
    """The same of a card that was taken back before its trick was gathered."""
    at_first: float = UNLIKELY
    """Nats for a card that lay there at the first look and is none of the game, at most."""
    after_end: float = COMMON
    """Nats for a card laid after the match was won, at most: people show what they hold."""

    # Where cards lie, in heights of a card.
    away: float = 2.0
    """From the nearest of a row from which on a card does not join it."""
    astray: float = UNLIKELY
    """Nats for each height of a card by which cards lie off their player's side, or scattered."""
    beside: float = 0.65
    """From the nearest other card of its hand within which one lies that came long after: the next hand of a row is
    further away.
    """
    one_spot: float = 0.15
    """Within which a find that is never steady and a card that is are one, whatever they look like: of cards laid in
    a row 0.3 show."""
    not_together: float = HARDLY_EVER
    """Nats for a card that came long after others of one hand, where several turn theirs up at one time: dearer than a
    card that nobody saw, or a hand of which one was not read is completed by one of the next step.
    """
    own_side: float = 1.0
    """By which a player's cards lie nearer to the own side of the table than another's, at least."""
    turned: float = COMMON
    """Nats for a hand that lies across before its player, not with a short side towards them."""
    kept_rows: int = HANDFUL
    """Of the hands before, the places of so many events of each seat are kept."""

    # When an event is said.
    clear: float = 2.5
    """Nats by which the best history must beat every one that holds something else: 1 in 12. Chosen: with 3
    nats one right line of the example film was asked about, and with this none."""
    clear_of_fault: float = VERY_RARE
    """The same for a card that takes part in a fault: 1 in 150, for it may end the match."""

    well_read: float = 0.9
    """Of a card's probability, what it is called has so much at least, or it is asked about: what counts as surely read
    in photographs. In three films of Crash two cards of 68 had less (0.82 and 0.68), and both were wrong."""
    patience_in_doubt: float = WHILE
    """Seconds after which an event is said although it is doubtful. Chosen: a spoil swept up with the rest is asked
    about before it is played again."""
    on_the_way: int = FEW
    """Events of a new hand after which the one before is closed."""
    forgotten: float = 20.0
    """Seconds after which what was seen and stands for no event is forgotten."""

    # Search.
    most_ways: int = SEVERAL
    """Ways in which events that show no card may have come before one that does: so many are tried."""
    most_inferred: int = HANDFUL
    """How many events that show no card may have come between two that do: one for each player at a table of four."""
    latest: int = SEVERAL
    """Events back to which cards are put in and taken out."""


TRICKS = TrickRates()
"""The table of numbers."""
