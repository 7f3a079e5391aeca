"""Buttons side by side whose lettering has one size: that of the one with the most to say."""

from collections.abc import Sequence

from companion.window.widgets.lettering import FittedLabel


def even(labels: Sequence[FittedLabel], ideal: float) -> None:
    """Write all of these in one size, ``ideal`` pixels or the largest in which each fits."""
    for label in labels:
        label.ideal_size = ideal
    if labels:
        fits = min(label.font_size for label in labels)
        for label in labels:
            label.ideal_size = fits
