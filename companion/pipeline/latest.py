"""What passes from a watcher's thread to the main thread where only the newest counts."""

import threading

from companion.messages import Picture


class LatestOnly:
    """A slot for one thing between two threads: what is not taken in time is replaced."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._picture: Picture | None = None

    def put(self, picture: Picture) -> None:
        """Put a picture there, instead of the one that was not taken yet."""
        with self._lock:
            self._picture = picture

    def take(self) -> Picture | None:
        """Take the picture that came since the last time, if any."""
        with self._lock:
            picture, self._picture = self._picture, None
            return picture
