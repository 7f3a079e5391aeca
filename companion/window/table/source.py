"""What the table's small picture says of what watches: it learns to see, it waits, it is lost."""

from __future__ import annotations

from companion.locales import N_
from companion.record.session import Session
from companion.window.table_parts.live_picture import LivePicture
from companion.window.widgets.text import language

LEARNING = N_("Learning to see...")
"""While the networks load."""

CAPTIONS = {
    "live": N_("Waiting for the picture"),
    "lost": N_("The camera is lost"),
    "blind": N_("Nothing sees the cards: tap them"),
}

UNSEEN = N_("The table cannot be seen")


def show_source(picture: LivePicture, session: Session) -> None:
    """Say in a picture's place why there is none, or over it why it stands still."""
    picture.loading = session.loading
    text = CAPTIONS.get(session.source, "") if session.loading is None else LEARNING
    seen = session.picture is not None and session.source == "live"
    if seen and session.unseen:
        text, seen = UNSEEN, False
    picture.caption = language.tr(text) if text and not seen else ""
