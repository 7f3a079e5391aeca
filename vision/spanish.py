"""Spanish packs (oros, copas, espadas, bastos), beside the French decks: their reader, and which of the two is seen.

Their cards are named as records name them: sota J, caballo Q, rey K; oros diamonds, copas hearts, espadas spades,
bastos clubs. They are found by the same finder; no index is searched, since theirs show no suit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from engine.cards import Card
from vision.arrays import Image
from vision.detection.detections import Detections, SeenCard
from vision.enrolment.enrolled_reader import with_decks
from vision.photograph import Recogniser
from vision.reading.packs import FEWEST, EitherPack, PackVotes
from vision.reading.reader import SURE_PROBABILITY, Reader
from vision.runtime import backend_selection, weights

NETWORK = "spanish_reader.onnx"


def spanish_reader(threads: int | None = None, folder: Path | None = None) -> Reader:
    """Load the reader of Spanish packs, from a folder or the program's own; MissingWeights or CannotRun."""
    file = weights.weights_file(NETWORK, folder)
    (network,) = backend_selection.load(threads, file)
    return Reader(network, weights.temperature(file))


def spanish_recogniser() -> Recogniser:
    """Load what recognises photographs of Spanish packs alone; errors as above."""
    return Recogniser(Recogniser.load().finder, spanish_reader())


def either_pack(french: Reader) -> EitherPack:
    """What reads the cards of a table where people say that they play with a Spanish pack; the user's decks help;
    errors as above.
    """
    return EitherPack(french, with_decks(spanish_reader(), one_table=True), expected=True)


class EitherRecogniser(Recogniser):
    """Recognises photographs of French decks and of Spanish packs.

    A picture in which several cards are found is read again as one of a Spanish pack where the reader of French decks
    is not sure of most; and that counts where ``PackVotes`` says so. ``load`` gives the other reader when it is needed.
    """

    def __init__(self, french: Recogniser, load: Callable[[], Reader] = spanish_reader) -> None:
        super().__init__(french.finder, french.reader, french.indices, french.letters)
        self._load = load
        self._most = 0

    @cached_property
    def _spanish(self) -> Recogniser:
        return Recogniser(self.finder, self._load())

    def recognise(self, image: Image) -> list[SeenCard]:
        """See Recogniser."""
        self._most = 0
        french = super().recognise(image)
        if self._most < FEWEST:
            return french
        return chosen(french, lambda: self._spanish.recognise(image), self._most)

    def _read(self, image: Image, found: Detections) -> list[SeenCard]:
        self._most = max(self._most, len(found))
        return super()._read(image, found)


def chosen(french: list[SeenCard], look: Callable[[], list[SeenCard]], found: int = 0) -> list[SeenCard]:
    """What is seen in a picture: the cards as those of a French deck, or what another ``look`` takes them for. So many
    were ``found``: of those, many that no French deck has may have been left out as print.
    """
    sure = _sure(french)
    if 2 * len(sure) > max(len(french), found):
        return french
    spanish = look()
    return spanish if PackVotes(sure, _sure(spanish)).is_spanish else french


def _sure(seen: Sequence[SeenCard]) -> set[Card]:
    return {card.card for card in seen if card.card and card.confidence >= SURE_PROBABILITY}
