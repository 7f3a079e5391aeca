"""A match being put together: seats, marks, teams, what is proposed, and the header that it becomes."""

from dataclasses import replace

import pytest

from companion.archive.players import Person
from companion.record.side_marks import marks_of
from companion.setup.draft import Draft, again
from engine.header import Header
from engine.porrazo.position import Position
from engine.porrazo.setting import CHOICES, PRESETS
from engine.porrazo.words import WORDS

NAMELESS = [f"Player {number}" for number in range(1, 9)]


def header(draft: Draft) -> Header:
    return draft.header(NAMELESS, 1_700_000_000.0)


def seated(*names: str) -> Draft:
    draft = Draft().with_count(len(names))
    for seat, name in enumerate(names):
        draft = draft.with_name(seat, name)
    return draft


def test_as_it_is_it_is_a_match_of_two() -> None:
    made = header(Draft())
    assert made.players == ("Player 1", "Player 2")
    assert (made.rules, made.teams, made.dealer, made.target, dict(made.options)) == (
        "pagat",
        None,
        0,
        61,
        {},
    )
    assert made.extra == {"began": 1_700_000_000.0, "entry": "cards", "marks": [0, 1]}


@pytest.mark.parametrize(
    ("count", "teams"), [(2, ()), (3, ()), (4, (2,)), (5, ()), (6, (2, 3)), (7, ()), (8, (2, 4))]
)
def test_teams_share_the_seats_evenly_and_sit_opposite(count: int, teams: tuple[int, ...]) -> None:
    draft = Draft().with_count(count)
    assert draft.team_counts == teams
    for number in teams:
        made = header(replace(draft, teams=number))
        assert made.teams is not None
        assert len(made.teams) == number
        Position.start(made)
    if 2 in teams:
        assert header(replace(draft, teams=2)).teams == (tuple(range(0, count, 2)), tuple(range(1, count, 2)))


def test_teams_go_where_they_no_longer_fit_and_so_does_the_dealer() -> None:
    draft = replace(Draft().with_count(6), teams=3, dealer=5)
    assert draft.with_count(4).teams == 0
    assert draft.with_count(4).dealer == 3
    assert draft.with_count(6) == draft


def test_who_sits_elsewhere_changes_places() -> None:
    draft = seated("Ana", "Beto", "Carla")
    assert draft.with_name(0, "carla ").names[:3] == ("carla", "Beto", "Ana")


def test_somebody_known_brings_their_mark_if_it_is_free() -> None:
    known = (Person("Eva", 5), Person("Hugo", 1))
    draft = seated("Ana", "Beto")
    assert draft.with_name(0, "Eva", known).marks[:2] == (5, 1)
    assert draft.with_name(0, "Hugo", known).marks[:2] == (0, 1), "Beto has it"
    assert sorted(draft.with_name(0, "Eva", known).marks) == list(range(8))


def test_the_next_mark_is_one_that_no_other_side_has() -> None:
    draft = Draft().with_count(3)
    assert draft.with_next_mark(0).marks[:3] == (3, 1, 2)
    seen, changed = set(), draft
    for _ in range(6):
        changed = changed.with_next_mark(0)
        assert len(set(changed.marks[:3])) == 3
        seen.add(changed.marks[0])
    assert len(seen) == 6


def test_partners_share_a_mark() -> None:
    draft = replace(Draft().with_count(4), teams=2).with_next_mark(2)
    assert draft.mark_of(0) == draft.mark_of(2) == marks_of(header(draft))[0]
    assert draft.mark_of(1) == 1


def test_with_a_camera_announcements_are_proposed_automatic() -> None:
    draft = replace(Draft(), entry="camera")
    assert header(draft).options == {"declarations": "automatic"}
    assert header(draft.with_option("declarations", "required")).options == {}
    assert header(replace(draft, entry="cards")).options == {}


def test_what_was_chosen_stays_when_the_camera_goes() -> None:
    draft = Draft().with_option("declarations", "automatic")
    assert header(replace(draft, entry="camera")).options == {"declarations": "automatic"}
    assert header(draft).options == {"declarations": "automatic"}


def test_only_what_differs_from_the_rule_set_is_written() -> None:
    draft = Draft().with_rules("uspcc").with_option("ace_over_king", True).with_option("tendido", "last_four")
    assert header(draft).options == {"ace_over_king": True}
    assert header(draft.with_rules("denexa")).options == {}


def test_a_rematch_moves_the_deal_on_and_keeps_the_rest() -> None:
    first = replace(
        seated("Ana", "Beto", "Carla", "Diego"), teams=2, dealer=3, entry="camera", target=121
    ).with_next_mark(0)
    made = header(first.with_rules("denexa").with_option("partner_ronda", True))
    second = again(made, NAMELESS)
    assert second.dealer == 0
    assert replace(header(second), dealer=3) == made
    assert header(second).extra == made.extra


def test_names_that_nobody_gave_are_none_in_the_next_match() -> None:
    assert again(header(seated("Ana", "")), NAMELESS).names[:2] == ("Ana", "")


def test_a_foreign_header_is_taken_as_far_as_it_goes() -> None:
    odd = Header(("A", "B", "C", "D"), teams=((0, 1), (2, 3)), extra={"entry": "telepathy", "marks": "red"})
    draft = again(odd)
    assert draft.teams == 0
    assert draft.entry == "cards"
    assert header(draft).players == odd.players


def test_every_option_of_the_rules_is_told_and_nothing_else() -> None:
    told = {name: sorted(map(str, words.choices)) for name, words in WORDS.options.items()}
    assert told == {name: sorted(map(str, choices)) for name, choices in CHOICES.items()}
    assert set(WORDS.presets) == set(PRESETS)


def test_rules_that_make_no_difference_are_not_asked() -> None:
    def names(draft: Draft) -> set[str]:
        return set(draft.asked)

    assert {"partner_ronda", "leftover"}.isdisjoint(names(Draft()))
    assert "leftover" in names(Draft().with_count(5))
    assert "partner_ronda" in names(replace(Draft().with_count(4), teams=2))
    assert "missed_declaration" not in names(Draft().with_option("declarations", "automatic"))
    assert "card_points" not in names(Draft().with_count(3))
