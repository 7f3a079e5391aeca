"""How the networks are made and what they are: training, evaluation, export. Never imported at run time."""

import os

import vision as vision  # before ONNX Runtime, which is told there to report to nobody

# Ultralytics: no look-up, no report, no download, and nothing installed of its own accord. It reads them when it is
# imported; its 8.4.0 knows no other words for yes and no.
os.environ["YOLO_OFFLINE"] = "true"
os.environ["YOLO_AUTOINSTALL"] = "false"
