"""The anchors of an exported finder, worked out in a way that OpenCV understands too.

A finder has an anchor for every 8, 16 and 32 pixels of its input. The exporter makes their places and their strides
with Range, Expand and ConstantOfShape, which OpenCV's importer (4.14) does not get right. Ones, added up along the rows
and down the columns, are the same numbers: every other back end answers as before, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

INTEGERS = {
    "from": (0, 0), "to": (1, 1), "of": (0, 1),  # the first channel of the first picture
    "as_places": (2, -1), "as_strides": (1, -1),
}  # fmt: skip
AXES = {"rows": 2, "columns": 3}
NUMBERS = {"no": 0.0, "one": 1.0, "half": 0.5}


class Graph:
    """A network's graph, and who makes and who uses its tensors."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph
        self.maker = {name: node for node in graph.node for name in node.output}

    def users(self, node: Any) -> list[Any]:
        """The nodes that use the first output of this one."""
        return [other for other in self.graph.node if node.output[0] in other.input]

    def behind(self, name: str) -> Iterator[Any]:
        """The nodes that a tensor is made by, the nearest first, back to what tells a tensor's shape."""
        waiting, seen = [name], set[str]()
        while waiting:
            node = self.maker.get(waiting.pop(0))
            if node is None or node.output[0] in seen:
                continue
            seen.add(node.output[0])
            yield node
            waiting += node.input if node.op_type != "Shape" else []

    def tidy(self) -> None:
        """Drop the nodes and numbers that nobody uses any more; put each node after those that make its inputs."""
        graph = self.graph
        wanted = {tensor.name for tensor in graph.output}
        kept = []
        for node in reversed(_sorted(list(graph.node), graph)):
            if wanted.intersection(node.output):
                kept.append(node)
                wanted.update(node.input)
        numbers = [tensor for tensor in graph.initializer if tensor.name in wanted]
        del graph.node[:], graph.initializer[:]
        graph.node.extend(reversed(kept))
        graph.initializer.extend(numbers)


def _sorted(waiting: list[Any], graph: Any) -> list[Any]:
    there = {"", *(tensor.name for tensor in (*graph.input, *graph.initializer))}
    done = []
    while waiting:
        ready = [node for node in waiting if there.issuperset(node.input)]
        if not ready:
            raise ValueError(f"{waiting[0].name}: nothing makes one of its inputs")
        done += ready
        there.update(name for node in ready for name in node.output)
        waiting = [node for node in waiting if not there.issuperset(node.output)]
    return done


def simplify_anchors(file: Path) -> None:
    """Rewrite a finder's file in place; one that is rewritten already, or has no anchors, stays as it is."""
    import onnx

    network = onnx.load(file)
    graph = Graph(network.graph)
    constants = [node for node in graph.graph.node if node.op_type == "ConstantOfShape"]
    if not constants:
        return
    (joined,) = graph.users(constants[0])
    (strides,) = graph.users(joined)
    (places,) = [node for node in graph.graph.node if node.op_type == "Transpose" and _counts(graph, node)]
    levels = []
    for name in joined.input:
        behind = list(graph.behind(name))
        levels.append((next(node for node in behind if node.op_type == "Shape").input[0], _value(behind[0])))
    # Named after the module they are part of, as all its nodes are: models.quantise tells them by that.
    module = constants[0].name.rpartition("/")[0]
    _put_in(graph.graph, f"{module}/anchors", levels, (places.output[0], strides.output[0]))
    graph.graph.node.remove(places)
    graph.graph.node.remove(strides)
    graph.tidy()
    onnx.checker.check_model(network)
    onnx.save(network, file)


def _counts(graph: Graph, node: Any) -> bool:
    """Whether a node's output is made of numbers counted up, and of nothing that is computed from a picture."""
    kinds = {behind.op_type for behind in graph.behind(node.input[0])}
    return "Range" in kinds and "Conv" not in kinds


def _value(constant: Any) -> float:
    from onnx import numpy_helper

    return float(numpy_helper.to_array(constant.attribute[0].t).item())


def _put_in(graph: Any, prefix: str, levels: list[tuple[str, float]], outputs: tuple[str, str]) -> None:
    """The nodes that make the anchors' places (2, n) and strides (1, n) of tensors (1, channels, height, width)."""
    from onnx import helper

    for name, whole in INTEGERS.items():
        _number(graph, f"{prefix}/{name}", np.array(whole, np.int64))
    for name, axis in AXES.items():
        _number(graph, f"{prefix}/{name}", np.array(axis, np.int64))
    for name, number in NUMBERS.items():
        _number(graph, f"{prefix}/{name}", np.array(number, np.float32))
    for level, (tensor, stride) in enumerate(levels):
        _number(graph, f"{prefix}/stride_{level}", np.array(stride, np.float32))
        for kind, inputs, output in _steps(tensor, prefix, level):
            more = {"axis": 1} if kind == "Concat" else {}
            graph.node.append(helper.make_node(kind, inputs, [output], name=f"{output}/{kind}", **more))
    for what, output in zip(("places", "strides"), outputs, strict=True):
        parts = [f"{prefix}/{what}_{level}" for level in range(len(levels))]
        graph.node.append(helper.make_node("Concat", parts, [output], name=f"{prefix}/{what}", axis=1))


def _number(graph: Any, name: str, value: NDArray[Any]) -> None:
    from onnx import numpy_helper

    graph.initializer.append(numpy_helper.from_array(value, name))


def _steps(tensor: str, prefix: str, level: int) -> Iterator[tuple[str, list[str], str]]:
    """Kind, inputs and output of the nodes for one level, whose cells are those of ``tensor``."""

    def own(name: str) -> str:
        return f"{prefix}/{name}_{level}"

    def all_of(name: str) -> str:
        return f"{prefix}/{name}"

    yield "Slice", [tensor, all_of("from"), all_of("to"), all_of("of")], own("cells")
    yield "Mul", [own("cells"), all_of("no")], own("nones")
    yield "Add", [own("nones"), all_of("one")], own("ones")
    yield "CumSum", [own("ones"), all_of("columns")], own("right")
    yield "CumSum", [own("ones"), all_of("rows")], own("down")
    yield "Concat", [own("right"), own("down")], own("ends")
    yield "Sub", [own("ends"), all_of("half")], own("middles")
    yield "Reshape", [own("middles"), all_of("as_places")], own("places")
    yield "Mul", [own("ones"), own("stride")], own("strided")
    yield "Reshape", [own("strided"), all_of("as_strides")], own("strides")
