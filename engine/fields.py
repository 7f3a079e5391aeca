"""Reads the fields of a record's line: each function takes one field, or says what is wrong with it.

Nothing is guessed: true is not 1, 2.0 is not 2, and a missing field is an error unless it has a default.
"""

from collections.abc import Container, Mapping

from engine.cards import BY_TEXT, FORTY, PACK, Card

Fields = Mapping[str, object]

SHOWN_LETTERS = 40
"""The most characters of a bad value that a message repeats."""


def shown(value: object) -> str:
    """Return a bad value as a message shows it, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN_LETTERS else text[: SHOWN_LETTERS - 3] + "..."


def visible(text: str) -> str:
    """Return a text from outside so that it can safely be printed on one line.

    White space becomes a blank. Characters on which a terminal would act, or which would hide or reorder the
    text beside them (escapes, bidirectional overrides, characters of no width), are written as codes:
    ``\\x1b``, ``\\u202e``.
    """
    return "".join(_visible(letter) for letter in text)


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else letter.encode("unicode_escape").decode("ascii")


def required(fields: Fields, key: str, default: object = None) -> object:
    """Return the value of a field; if it is missing, the default, or ValueError if that is None."""
    value = fields.get(key, default)
    if value is None and key not in fields:
        raise ValueError(f'"{key}" is missing')
    return value


def whole(fields: Fields, key: str, default: int | None = None) -> int:
    """Return a whole number."""
    value = required(fields, key, default)
    if type(value) is not int:
        raise ValueError(f'"{key}" must be a whole number, not {shown(value)}')
    return value


def text(fields: Fields, key: str, default: str | None = None) -> str:
    """Return a text."""
    value = required(fields, key, default)
    if not isinstance(value, str):
        raise ValueError(f'"{key}" must be a text, not {shown(value)}')
    return value


def flag(fields: Fields, key: str) -> bool:
    """Return true or false; false if the field is missing."""
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f'"{key}" must be true or false, not {shown(value)}')
    return value


def card(value: object) -> Card:
    """Return the card that a value names."""
    found = BY_TEXT.get(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError(f"{shown(value)} is not a card")
    return found


def cards(fields: Fields, key: str, default: tuple[()] | None = None) -> tuple[Card, ...]:
    """Return a list of cards in the order in which it is written."""
    value = required(fields, key, default)
    if not isinstance(value, list | tuple):
        raise ValueError(f'"{key}" must be a list of cards, not {shown(value)}')
    return tuple(card(item) for item in value)


def one_card(fields: Fields, key: str) -> Card:
    """Return the card of a field; its suit may be unknown."""
    return card(required(fields, key))


def suited(fields: Fields, key: str, pack: Container[Card] = PACK) -> Card:
    """Return the card of a field; ValueError if its suit is unknown or the pack does not hold it."""
    return card_of_pack(required(fields, key), pack)


def of_forty(fields: Fields, key: str) -> Card:
    """Return the card of a field; ValueError if its suit is unknown or a Spanish pack does not hold it."""
    return suited(fields, key, FORTY)


def suited_cards(fields: Fields, key: str) -> tuple[Card, ...]:
    """Return a list of cards in the order in which it is written; ValueError if one has no suit."""
    found = cards(fields, key)
    for card in found:
        if card.suit is None:
            raise ValueError(f"{shown(str(card))} needs its suit here")
    return found


def card_of_pack(value: object, pack: Container[Card]) -> Card:
    """Return the card that a value names; ValueError if its suit is unknown or the pack does not hold it."""
    found = card(value)
    if found.suit is None:
        raise ValueError(f"{shown(value)} needs its suit here")
    if found not in pack:
        raise ValueError(f"the {found.name} is not among the cards of this game")
    return found
