"""From pixels to cards lying on a table. Knows what a card is; knows no rules and no widgets."""

import os

from vision.gate import MOST_PIXELS

# Read by OpenCV when it is imported, and never again: what is wrong is said here, in sentences, once; and a small file
# can announce a picture that would fill the memory.
for _name, _value in (
    ("OPENCV_LOG_LEVEL", "OFF"),
    ("OPENCV_FFMPEG_LOGLEVEL", "-8"),
    ("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS)),
):
    os.environ.setdefault(_name, _value)
