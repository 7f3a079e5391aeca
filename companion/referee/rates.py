"""Every number of the referee, in one table: what it is, in which unit, and where it comes from.

Those that are one of a few levels have that level's name: how improbable, how long, how sure or how many.
Costs are in nats, minus the natural logarithm of a probability: 1 is a chance of 1 in 3, 3 is 1 in 20, 7 is 1 in 1,000.
Times are in seconds, lengths in heights of a card (88 mm). A source stands with each number or group:

- *counted*: how often it happens in filmed hands, or how long it takes there;
- *chosen*: tried on filmed and acted hands until they came out right; other values near it do as well;
- *search*: how far the search goes for the time that it may take, which changes no cost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.cards import PACK
from engine.porrazo.setting import BATCH_CARDS

# How improbable something is, in nats: minus the natural logarithm of a probability.
SLIGHT = 0.3
"""3 in 4: hardly worth mentioning."""
TRIFLE = 0.5
"""3 in 5."""
EVEN = 0.7
"""1 in 2: as likely as not."""
COMMON = 1.0
"""1 in 3: what is expected, as one of a few things."""
OCCASIONAL = 1.5
"""2 in 9: a few times a hand."""
UNUSUAL = 2.0
"""1 in 7: it happens in most hands."""
UNLIKELY = 3.0
"""1 in 20: what beats the rest by so much is clear."""
RARE = 4.0
"""1 in 55: about once a hand."""
VERY_RARE = 5.0
"""1 in 150: once in a few hands."""
EXCEPTIONAL = 6.0
"""1 in 400: once in an evening."""
UNHEARD_OF = 7.0
"""1 in 1,000: nobody remembers the last time."""
HARDLY_EVER = 8.0
"""1 in 3,000: once in many evenings; where this is the best explanation, people are asked."""
BEYOND_BELIEF = 14.0
"""1 in a million: rather anything else."""

# How long, in seconds.
MOMENT = 0.5
"""A few frames: what is not seen for so long may have been overlooked."""
MOVEMENT = 0.6
"""A movement of an arm."""
SECOND = 1.0
"""As long as what is no card is mostly taken for one."""
SWEEP = 2.0
"""A capture taken off the table."""
WHILE = 3.0
"""A deal; as long as people wait for a line before they wonder."""
SECOND_THOUGHTS = 4.0
"""After so long people have taken back what they take back."""
LONG = 6.0
"""Cards laid out one by one, a trick gathered, a shuffle."""
VERY_LONG = 8.0
"""After so long it will not come any more."""

# How sure, or which part of something.
SOME = 0.3
"""Enough to think of it, too little to believe it."""
HALF = 0.5
"""As much as all else together."""

# How many.
COUPLE = 2
"""One, and another beside it."""
FEW = 3
"""What is looked into at once."""
HANDFUL = 4
"""More than chance brings at once."""
SEVERAL = 6
"""What is kept in mind."""
MANY = 12
"""As many events as may still be open."""
MOST_KEPT = 4000
"""Entries that a cache keeps, of events, tracks, looks or positions: more than two hands need, and a few megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramp:
    """A cost that grows with time, or with distance: the first ``free`` seconds cost nothing, then ``first`` nats and
    ``per_second`` nats more for each second after, but never more than ``most``. Where none are free it starts at once.
    Left out: none are free, nothing at first, no limit. ``per_second=RARE``: each second is another 1 in 55.
    """

    free: float = 0.0
    first: float = 0.0
    per_second: float
    most: float = math.inf

    def __call__(self, seconds: float) -> float:
        """The cost after so many seconds, or at such a distance, in nats."""
        if self.free and seconds <= self.free:
            return 0.0
        return min(self.first + self.per_second * max(0.0, seconds - self.free), self.most)


@dataclass(frozen=True, slots=True)
class Rates:
    """The table. There is one, ``RATES``."""

    # What a reading tells: the networks' probabilities, allowing for what they are wrong about although they are sure.
    reading_most: float = UNHEARD_OF
    """Nats. No reading counts against a card by more: a reading can be plain wrong. Chosen."""
    reading_open: float = HALF
    """Share of what a reading leaves open that is spread over all 52 cards: a torn reading is often wrong. Chosen."""
    confused_rank: float = 0.006
    """Probability that a sure reading is another rank of its suit: courts, and pairs that look alike. Chosen."""
    confused_suit: float = 0.01
    """The same for the other suit of its colour. Chosen."""
    confused_more: float = math.exp(-EXCEPTIONAL)
    """The same for a suit of the other colour, or a court of the other suit of its colour. Chosen."""
    another_card: float = 5.5
    """Nats. A card read with so much against it is another card. Chosen."""
    better_reading: float = SLIGHT
    """Nats by which a reading must change to be looked at anew. Search."""
    readable: float = 0.1
    """Probability. A card of which no name is likelier could not be read. Chosen."""
    told_rank: float = SOME
    """Probability. A card whose likeliest rank is less likely is of no rank. Chosen."""
    surely: float = 0.9
    """Probability from which on a card is surely read. What lies there before the match counts as one only then: it may
    be a coaster, or the cloth's print. Chosen."""
    another_pack: float = HARDLY_EVER
    """Nats by which a match must be likelier without the cards that lay there before it. Chosen: they are mostly its
    own, of a hand that had begun."""
    told_card: float = SOME
    """Probability. A track that never became steady tells something only with a card so likely. Chosen."""

    # Prior: what an event costs by itself.
    play: float = COMMON
    """Nats. A play: what is expected to happen next. Chosen."""
    play_unseen: float = RARE
    """Nats. A play whose card nobody saw, laid and swept in one movement: 1 in 55. Chosen."""
    hidden: float = UNUSUAL
    """Nats more where that card lay there for a while, and nobody saw it until an equal took it. Without it a kept
    match in which a counter-porrazo left no trace went wrong (easy-film 9012)."""
    forgone: float = EVEN
    """Nats. A capture forgone for a card in its place. Chosen."""
    counter: float = UNUSUAL
    """Nats. A counter-porrazo that nobody saw, which comes about more rarely than another capture. Chosen."""
    layout: float = OCCASIONAL
    """Nats. A tendido or a leftover. Chosen."""
    overdue_tendido: float = RARE
    """Nats against playing on where the tendido had to come now (R17). Chosen."""
    overdue_leftover: float = EXCEPTIONAL
    """The same for the leftover, which nobody forgets: it is in the dealer's hand (R20). Chosen."""
    turn: float = 1.3
    """Seconds from one play to the next, at least. Chosen: people are hardly ever quicker."""
    turn_unseen: float = SWEEP
    """The same before a play that nobody saw. Chosen."""
    deal: float = WHILE
    """The same with a deal between. Chosen."""
    shuffle: float = 15.0
    """The same into another hand. Chosen: cards are gathered, shuffled and dealt; 18 s or more in 32 rendered hands."""
    too_quick: Ramp = Ramp(per_second=UNLIKELY, most=EXCEPTIONAL)
    """By how many seconds a play comes too soon. Chosen."""
    too_quick_hand: Ramp = Ramp(per_second=COMMON, most=12.0)
    """The same where another hand would have begun. Chosen."""
    order_within: float = 0.4
    """Seconds within which the order of two times tells nothing: of an event and the one that it follows, of a track's
    beginning and a card being laid. Chosen."""
    out_of_order: float = VERY_RARE
    """Nats for more than that. Chosen."""
    suit_unknown: float = VERY_RARE
    """Nats against a card seen in passing, long ago, having been of another suit than it read as. Chosen."""
    recount: float = BEYOND_BELIEF
    """Nats for taking the table as it lies, whatever the rules expected. Chosen."""
    left_there: float = HARDLY_EVER
    """Nats for a recount because people left a card of a capture for good. Chosen: they mostly notice."""
    swept_along: float = VERY_RARE
    """Nats for a recount because people swept up a card that was no part of a capture: dearer than a play that nobody
    saw, but not than one in the moment of a sweep. Chosen."""
    lost: float = recount + UNHEARD_OF
    """Nats for having lost the thread: nothing is understood from some event on, which nobody remembers, then the table
    is taken as it lies. Chosen."""
    lost_card: float = UNUSUAL
    """Nats for each card that came or went meanwhile: dearer than a play that is understood, cheaper than one that
    must be forced. Chosen."""
    lost_count: float = TRIFLE
    """Nats for each play more or less than people make in that time, at their pace so far. Chosen."""
    found_again: float = 15.0
    """Seconds of sight after the thread was taken up for which that may still be put right. Chosen."""
    lost_play: float = TRIFLE
    """Nats more than any play for one of which only that it came was understood. Chosen."""
    recount_unseen: float = UNHEARD_OF
    """Nats where the table was out of sight: dearer than one play that nobody saw, cheaper than two. Chosen."""

    # Persistence: a card lies where it was put until somebody takes it.
    missing: Ramp = Ramp(free=MOMENT, first=UNUSUAL, per_second=RARE, most=BEYOND_BELIEF)
    """For how long a card that should lie there is not seen: overlooked for a few frames, then gone. Chosen."""
    swept_before: float = 0.8
    """Seconds for which a captured card may have been gone before the card that took it was seen. Chosen."""
    capture_left: Ramp = Ramp(free=4.5, per_second=1.5, most=HARDLY_EVER)
    """For how long a capture's card and its equal still lie there: nobody leaves those for good, but people talk
    first, now and then. Chosen."""
    run_left: Ramp = Ramp(free=LONG, per_second=TRIFLE, most=HARDLY_EVER)
    """The same of the run above them, of which one is sometimes forgotten. Chosen."""
    unswept: float = UNLIKELY
    """Nats for a next card laid while nothing of the last capture has been taken off. Chosen."""
    unswept_after: float = MOVEMENT
    """Seconds after that next card in which the sweep may still end. Chosen."""
    moved: Ramp = Ramp(free=HALF, per_second=COMMON, most=OCCASIONAL)
    """How far from its place, in heights of a card, a card is found again: within the free ones it is the same place.
    Chosen."""
    again: float = SLIGHT
    """Nats for a card found again as another track. Chosen: nudged cards and arms over cards break tracks."""
    back: float = EXCEPTIONAL
    """Nats for a card that was taken off and is there again. Chosen."""
    back_within: float = VERY_LONG
    """Seconds after a capture in which a captured card may turn up as another track, and in which a card that is gone
    may have gone with it. Chosen."""
    left_over: Ramp = Ramp(per_second=UNUSUAL, most=BEYOND_BELIEF)
    """For how long a card that lay there at a hand's end was not seen: then it is rather one of the next. Chosen."""

    # Identity: which card a track is.
    carried: float = TRIFLE
    """Nats for a card seen just before it was laid, as another track; and one nat a second before. Chosen."""
    same_card: float = UNLIKELY
    """Nats for an unexplained track that looks like a card which is laid a little later. Chosen."""
    same_card_for: float = LONG
    """Seconds before, at most. Chosen."""
    glimpsed: float = OCCASIONAL
    """Nats for a play whose card was seen in passing only. Chosen."""
    fleeting_for: float = SECOND
    """Seconds. What was seen for no longer may have been in a hand, or a card seen twice. Chosen."""
    fleeting: float = HALF
    """Share of the cost of having moved that counts where the card is gone from there again at once. Chosen."""
    elsewhere_soon: float = COMMON
    """Nats for a card that is not where it was laid a second later, and nobody has taken it. Chosen."""
    misread: float = OCCASIONAL
    """Nats from which a card may be worth another name. Search."""
    misread_again: float = SOME
    """Share that a card read as the same other card as another track counts again. Chosen."""
    flickers: float = RARE
    """Nats. A track too brief to be believed stands for a card for which less speaks against it. Chosen."""
    doubled: Ramp = Ramp(free=MOMENT, first=1.75, per_second=TRIFLE, most=EXCEPTIONAL)
    """For how long a card was seen twice at once. Chosen."""
    doubled_apart: Ramp = Ramp(free=MOMENT, first=2.25, per_second=OCCASIONAL, most=HARDLY_EVER)
    """The same in two places, both clear and surely read: two tracks of a card are never long apart. Counted."""

    # Clutter: steady tracks that no card of the hypothesis explains, by how long they were seen.
    clutter_soon: Ramp = Ramp(first=UNUSUAL, per_second=RARE)
    """At first it may be a slip of sight. Chosen."""
    clutter_long: Ramp = Ramp(first=6.5, per_second=COMMON, most=15.0)
    """Later it is hardly one; the lesser of the two counts. Chosen."""
    clutter_gone: Ramp = Ramp(first=UNUSUAL, per_second=OCCASIONAL)
    """One that is gone again: an arm, a pile, a card in a hand. Chosen."""
    clutter_gone_sure: Ramp = Ramp(first=COMMON, per_second=OCCASIONAL)
    """So much more where it was surely read. Counted: in sixty films once, for a second."""
    taken_back: Ramp = Ramp(first=RARE, per_second=0.1)
    """One that an arm laid and that is gone again: people change their minds. Counted: 12 of 201 cards laid in the four
    example evenings, 2.8 nats. Chosen higher: most evenings are calmer."""
    other_arm: float = RARE
    """Nats more where another side's arm took it than the one that laid it, or two cards of two turns went at once.
    Chosen: no film has such a card."""
    clutter_unread: Ramp = Ramp(first=COMMON, per_second=COMMON, most=VERY_RARE)
    """One that nobody could read. Chosen."""
    clutter_least: float = 0.4
    """Clutter costs less by how sure its likeliest name is, but at least this share. Chosen."""
    clutter_after_end: float = VERY_RARE
    """Nats that cards lying about after a match has been won speak against the win, at most. Chosen."""
    laid_on: float = EXCEPTIONAL
    """Nats for each card laid after, as dear as one taken back: one after another they are rather plays. Chosen."""
    laid_anyway: int = BATCH_CARDS
    """Cards laid after a win that cost nothing: people show what they hold, at most the cards of a batch."""
    counted_within: float = 15.0
    """Seconds within which captured cards that are counted face up are taken up again. Chosen."""
    counted_least: int = FEW
    """Cards laid one right after the other once a hand is over that may be captured cards being counted. Chosen."""
    coming: float = SOME
    """Share that new cards count while a tendido or leftover may be on its way. Chosen."""
    coming_within: float = LONG
    """Seconds from its first card to its last. Chosen."""

    # Layouts: cards of a tendido or leftover.
    slow_row: Ramp = Ramp(free=SECOND, per_second=UNLIKELY)
    """Seconds from one card to the next. Chosen: mostly under one."""
    crooked_row: Ramp = Ramp(free=0.15, per_second=5 / 0.3, most=VERY_RARE)
    """How far, in heights of a card, a tendido's cards lie from a line. Chosen."""
    one_card: float = EXCEPTIONAL
    """Nats against two cards in one place: rather one card, seen twice. Chosen."""
    one_place: float = HALF
    """Heights of a card within which that is one place. Chosen."""

    # Arms: whose arm reached in while a card was laid.
    arm_before: float = SECOND
    """Seconds before a card was first seen in which the arm that laid it shows; after that it does for as long as the
    order of two times tells nothing (``order_within``). Chosen."""
    arm_edges: tuple[float, float] = (50.0, 22.0)
    """Degrees to either side of the middle of a long edge and of a short one where its player reaches in. Chosen."""
    arm_pair: float = 20.0
    """The same of each of two at one edge. Chosen."""
    arm_apart: float = 30.0
    """Degrees from the edge's middle at which two at one edge sit. Two arms further from each other than those two are
    not one player's. Chosen."""
    arm_spread: float = 15.0
    """Degrees beyond, after which an arm is hardly theirs. Chosen."""
    arm_second: float = 0.6
    """Share that arms smaller than the largest count. Chosen."""
    arm_slip: float = math.exp(-UNLIKELY)
    """Chance that the arm that shows, or that took the cards of a capture, is another's. Chosen, and so what it
    costs a play at most. Films: up to 0.015, and none of 33 captures; but a neighbour may help to gather them."""
    arm_slip_own: float = math.exp(-VERY_RARE)
    """The same of the arm that reached to the card's own place. Counted (`bench_arrival`): none of 136 cards."""
    arm_nothing: float = EVEN
    """Nats a play for arms telling nothing: one person plays for all, say. Chosen."""
    arm_nothing_own: float = COMMON
    """The same of the arm that reached to the card's own place: it comes from one of three or four edges. Chosen."""
    arms_tell_nothing: float = UNLIKELY
    """Nats against arms telling nothing at all: 1 in 20. Chosen."""
    edge_shared: float = OCCASIONAL
    """Nats for each of up to four players who sits at another's edge although some are free: two on a sofa. Chosen."""
    bottom_mistaken: float = RARE
    """Nats against somebody else sitting at the lower edge than was said. Chosen."""
    seats_changed: float = RARE
    """Nats for people sitting otherwise in one hand than in the one before. Chosen."""

    # Beam: which hypotheses are kept, and which are looked at again. Search, all of them.
    kept: int = 16
    """Hypotheses kept."""
    kept_anyway: int = SEVERAL
    """So many however bad: what seems best for a moment must not be the last."""
    alike: int = COUPLE
    """Of hypotheses that differ in nothing but suits, so many are kept."""
    shaped_alike: int = SEVERAL
    """Of hypotheses that differ in nothing but what their tracks are, so many are kept."""
    far_behind: float = BEYOND_BELIEF
    """Nats behind the best from which a hypothesis is dropped, and a neighbour not kept."""
    in_danger: float = HARDLY_EVER
    """Nats behind the best from which a hypothesis may soon be dropped."""
    front: int = FEW
    """Hypotheses whose neighbours are looked at in each round."""
    front_unlike: int = COUPLE
    """Besides these, so many that are unlike each other."""
    latest: int = SEVERAL
    """Hypotheses whose so many latest events are the same, suits apart, are alike."""
    rounds: int = HANDFUL
    """Rounds of one look."""
    ask_again: float = MOVEMENT
    """Seconds after which a hypothesis is looked at again; longer every time."""
    neighbours_a_second: float = 300.0
    """Neighbours looked at for each second that passes: sight gone mad costs no more."""
    neighbours_at_once: float = neighbours_a_second * WHILE
    """Neighbours looked at in one look: what a while of looks leaves."""
    handed_on: int = COUPLE
    """So many newest events the others take over from the best hypothesis."""
    memory: int = MANY
    """Events back to which a change of mind may reach at least."""
    memory_time: float = WHILE
    """Seconds before the oldest event that is open from which sight still matters."""
    look_open: float = 0.24
    """Seconds between looks where nothing changes and something is open."""
    look_calm: float = SECOND
    """The same where nothing is open."""

    # Moves: what is tried for a fault. Search, all of them.
    lost_plays: int = MANY
    """Plays that may have been overlooked while the thread was lost."""
    names: int = 5
    """Cards that a track is tried as."""
    unlikely: float = RARE
    """Nats. A name with more against it is tried only where nothing else is left."""
    same_time: float = MOVEMENT
    """Seconds within which two cards may have been laid in either order."""
    fresh: float = SECOND_THOUGHTS
    """Seconds for which a track is looked into after its end; for which a table is at odds before it is recounted, and
    in which one that was out of sight may be."""
    long_missing: float = VERY_LONG
    """Seconds for which a missing card is looked into."""
    together: float = SWEEP
    """Seconds within which missing cards were taken together, or a card seen in a hand was laid."""
    glimpse: float = UNUSUAL
    """Nats against a track seen in passing having been of the rank that is missing, at most; and for one of which the
    rank alone is known."""
    torn: float = VERY_RARE
    """The same of a track seen long."""
    named: float = HALF
    """Probability. A card seen in passing read with less is known by its rank alone."""
    glimpsed_within: float = WHILE
    """Seconds before a capture in which its card may have been seen in passing."""
    recount_worth: float = HARDLY_EVER
    """Nats against a hypothesis from which a recount is tried."""
    recount_worth_unseen: float = UNUSUAL
    """The same where the table was out of sight."""
    short: float = VERY_LONG
    """Seconds. What was there no longer was perhaps no card."""
    hand: int = len(PACK)
    """Events of a hand, and its cards off the table, that are remembered: each card comes once."""
    restarts: int = SEVERAL
    """Events back to which the thread may have been lost."""
    faults: int = HANDFUL
    """Faults of each kind that are looked into; plays after which it may show that other cards were laid out."""
    layout_cards: int = SEVERAL
    """Cards looked through for those of a tendido."""
    layout_rows: int = FEW
    """Choices of them that are tried."""

    # Blind times and the first look. Chosen, all of them.
    still_for: float = MOMENT
    """Seconds for which a table must lie still to have been taken in; for which nothing was seen at first, whatever
    moved, for it to be empty."""
    still_for_hidden: float = WHILE
    """The same where something on it is hidden."""
    shows_within: float = WHILE
    """Seconds after a time out of sight in which what was laid meanwhile shows; a play seen later is no guess."""
    taken_in_after: float = SECOND_THOUGHTS
    """Seconds after which a table counts as taken in, come what may: people play on, and arms are always somewhere."""

    # Commit policy: when an event is said. Chosen, all of them: surer is later.
    clear: float = UNLIKELY
    """Nats by which an event must beat its alternatives to be said at once: 1 in 20; within which one in danger is
    looked at; from which on the arm that laid a card was another player's, so that the play is asked about."""
    doubtful: float = COMMON
    """Nats. An event said with less between it and its alternatives is marked as doubtful."""
    strained: float = HARDLY_EVER
    """Nats. An event that costs so much by itself is doubtful: a card surely read as another, say. Chosen."""
    contradicted: float = VERY_RARE
    """Nats for each open event. Where what was seen speaks so much against them, all new ones are doubtful. Chosen: at
    most 4.0 in 49 films that are right throughout, 6.6 and 12 in two versions of one that was lost on a newspaper."""
    contradicted_least: int = HANDFUL
    """Events that count as open where fewer are: one fault soon after the beginning is no lost thread. Chosen."""
    settles: float = 0.15
    """Seconds for which an event must have been part of the best hypothesis."""
    settles_again: float = SECOND
    """The same where it changes what was said before the last event: nobody likes lines that turn back and forth."""
    patience: float = turn
    """Seconds after which the likeliest is said although it is not clear: the next play may come after so long."""
    patience_in_doubt: float = SECOND_THOUGHTS + SECOND
    """Seconds after which it is said although it is doubtful: most cards that people take back are gone by then, and
    most doubts with them: of 26 in 28 films two were gone between 4 and 5 s."""
    patience_in_place: float = VERY_LONG + SECOND
    """Seconds where only a capture forgone is open, which the sweep will tell; or what was said before."""


RATES = Rates()
