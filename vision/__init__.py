"""From pixels to cards lying on a table. Knows what a card is; knows no rules and no widgets.

Importing it, which whoever wants a network, a picture or a camera does first, quietens the libraries beneath: those
that run networks would else report to their makers over the internet, from the moment they are imported.
"""

import logging
import os
import sys
from typing import cast

from vision.files.gate import MOST_PIXELS

logging.getLogger(__name__).addHandler(logging.NullHandler())  # else Python shows warnings by itself

# Read by OpenCV when it is imported, and never again: what is wrong is said here, in sentences, once; and a small file
# can announce a picture that would fill the memory.
for _name, _value in (
    ("OPENCV_LOG_LEVEL", "OFF"),
    ("OPENCV_FFMPEG_LOGLEVEL", "-8"),
    ("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS)),
):
    os.environ.setdefault(_name, _value)

# ONNX Runtime, from 1.29 on, writes an identifier of the device and reports to Microsoft, unless this is set before it
# is imported (its Privacy.md). Whatever was set: no user of this program is reported on.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# OpenVINO reports its import to Google Analytics where it finds this package, which it brings along, and does without
# where it does not: a name that stands for None cannot be imported.
cast("dict[str, object]", sys.modules)["openvino_telemetry"] = None
