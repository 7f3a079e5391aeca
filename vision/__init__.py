"""From pixels to cards lying on a table. Knows what a card is; knows no rules and no widgets."""

import os

# Read by OpenCV when it is imported, and never again: what is wrong is said here, in sentences, once.
for _name, _value in (("OPENCV_LOG_LEVEL", "OFF"), ("OPENCV_FFMPEG_LOGLEVEL", "-8")):
    os.environ.setdefault(_name, _value)
