"""What holds for all tests: decks that this machine's people have shown the program change nothing that it reads."""

import os
import tempfile

os.environ["PORRAZO_DECKS"] = tempfile.mkdtemp(prefix="porrazo-decks-")
