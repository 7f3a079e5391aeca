"""What the table's small picture says of what watches: it learns to see, it waits, it is lost."""

from __future__ import annotations

from companion.locales import mark
from companion.session import Session
from companion.widgets.language import language
from companion.widgets.live_picture import LivePicture

LEARNING = mark("Learning to see...")
"""While the networks load."""

CAPTIONS = {
    "live": mark("Waiting for the picture"),
    "lost": mark("The camera is lost"),
    "blind": mark("Nothing sees the cards: tap them"),
}

UNSEEN = mark("The table cannot be seen")


def show_source(picture: LivePicture, session: Session) -> None:
    """Say in a picture's place why there is none, or over it why it stands still."""
    picture.loading = session.loading
    text = CAPTIONS.get(session.source, "") if session.loading is None else LEARNING
    seen = session.picture is not None and session.source == "live"
    if seen and session.unseen:
        text, seen = UNSEEN, False
    picture.caption = language.tr(text) if text and not seen else ""
