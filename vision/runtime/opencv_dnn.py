"""OpenCV's own back end, which is there wherever pictures can be read: on Android it is the only one.

OpenCV 4 works out every shape in a network while it loads it. A network that takes pictures of any size has no such
shapes, and is refused; told one size, it loads, and answers as with any other back end, at that size alone. So here
such a network is loaded once for each size that is asked for.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats

INPUT_SHAPE = (7, 11, 2, 1, 2)
"""Where an ONNX file (a protobuf message) says its input's shape: graph, input, its type, a tensor's, shape."""
A_LOOK = (1, 3, 384, 640)
"""The input for a whole picture of 1280 x 720: whether a network can be loaded at all is tried with this."""
KEPT_PIXELS = 1_000_000
"""Networks are kept for as many pixels of input together, the last used first: four whole looks, or eight at parts, of
a table. Each takes a tenth of a second to load, and memory by its pixels. Of 467 looks at a clip 4 in 10 load one.
"""
Shape = tuple[int, ...]


class OpenCvDnn:
    """A network run by OpenCV on so many threads."""

    def __init__(self, file: Path, threads: int) -> None:
        cv2.setNumThreads(threads)
        self._any_size: Any = None
        self._by_size: OrderedDict[Shape, Any] = OrderedDict()
        self._file = file.read_bytes()
        try:
            self._any_size = _loaded(self._file)
        except cv2.error:
            self._sized(A_LOOK)
        else:
            self._file = b""

    def run(self, batch: Floats) -> Floats:
        """What the network answers; cv2.error where this is no input of its."""
        network = self._any_size or self._sized(batch.shape)
        network.setInput(batch)
        return np.array(network.forward(), np.float32)

    def _sized(self, shape: Shape) -> Any:
        """The network for inputs of this shape, loaded if it is not there; those not used longest go."""
        if shape not in self._by_size:
            self._by_size[shape] = _loaded(with_input_shape(self._file, shape))
        self._by_size.move_to_end(shape)
        while len(self._by_size) > 1 and sum(map(_pixels, self._by_size)) > KEPT_PIXELS:
            self._by_size.popitem(last=False)
        return self._by_size[shape]


def _pixels(shape: Shape) -> int:
    return math.prod(shape[2:])


def _loaded(network: bytes) -> Any:
    return cv2.dnn.readNetFromONNX(np.frombuffer(network, np.uint8))


def with_input_shape(network: bytes, shape: Shape) -> bytes:
    """An ONNX file whose first input is said to have this shape, whatever was said before; ValueError for no such file.

    Of protobuf: a message is a row of fields, each a key (its number, and how it is written) and a value. Values of
    kind 2 begin with their length. A shape's sizes are its fields 1, and a size is a field 1 of kind 0.
    """
    sizes = [b"\x08" + _varint(size) for size in shape]
    said = b"".join(b"\x0a" + _varint(len(size)) + size for size in sizes)
    return _replaced(network, INPUT_SHAPE, said)


def _replaced(message: bytes, path: tuple[int, ...], value: bytes) -> bytes:
    """A message in which the first field that ``path`` leads to has another value."""
    if not path:
        return value
    for number, begin, start, end in _fields(message):
        if number == path[0]:
            inner = _replaced(message[start:end], path[1:], value)
            key = _varint(number << 3 | 2)
            return message[:begin] + key + _varint(len(inner)) + inner + message[end:]
    raise ValueError("this is no ONNX network")


def _fields(message: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Number, beginning, and value's start and end of each field that has a length."""
    at = 0
    while at < len(message):
        begin = at
        key, at = _read_varint(message, at)
        kind = key & 7
        if kind == 0:
            _, at = _read_varint(message, at)
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        elif kind == 2:
            length, start = _read_varint(message, at)
            at = start + length
            yield key >> 3, begin, start, at
        else:
            raise ValueError("this is no ONNX network")


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    """A whole number, seven bits a byte, the lowest first, and where it ends."""
    value = shift = 0
    while at < len(message):
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
    raise ValueError("this is no ONNX network")


def _varint(value: int) -> bytes:
    """A whole number as protobuf writes it."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)
