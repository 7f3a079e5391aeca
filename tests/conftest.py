"""What holds for all tests: decks that this machine's people have shown the program change nothing that it reads, and
nothing reports to anybody.
"""

import os
import tempfile

import vision as vision  # before any library that reports to its makers unless it is told not to

os.environ["PORRAZO_DECKS"] = tempfile.mkdtemp(prefix="porrazo-decks-")
