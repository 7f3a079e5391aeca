"""Inference: the only module that runs networks. Others see a ``Network``, and not the back end that runs it.

``vision.runtime.backend_selection`` finds out which back end is the fastest on a machine.
"""

from __future__ import annotations

import logging
import os
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision.arrays import Floats
from vision.faults import UserFacingError
from vision.runtime import weights
from vision.runtime.opencv_dnn import OpenCvDnn

log = logging.getLogger(__name__)

QUANTISED_ENDING = ".int8.onnx"
"""NAME.int8.onnx is NAME.onnx with 8-bit numbers (``models.quantise``): faster, and a little less exact."""
AS_ASKED_FOR = 1
"""ONNX Runtime's number for a store of memory that grows by what is asked for."""
LONGEST_REASON = 200
"""The most letters of a back end's message that are kept."""
BACKEND_VARIABLE = "PORRAZO_BACKEND"
"""Environment variable: the back end to use if several are installed."""


class Network(Protocol):
    """A network with one input and one output."""

    def run(self, batch: Floats) -> Floats:
        """Run a batch float32 (n, 3, height, width); the shape of the answer depends on the network."""


class CannotRun(UserFacingError):
    """A network cannot be run here. The message is one sentence for people."""


BACKEND_ERRORS = (RuntimeError, ValueError, OSError, ImportError, cv2.error)
"""What back ends raise for a file that they cannot run, or if they are not installed properly."""


def wrong_network(name: str, fault: Exception) -> str:
    """The message for a network that does not take its input, with the back end's reason."""
    return (
        f"{name}: this is another network than its name says: {' '.join(str(fault).split())[:LONGEST_REASON]}"
    )


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class OnnxRuntime:
    """ONNX Runtime, which is installed by default."""

    def __init__(self, file: Path, threads: int) -> None:
        import onnxruntime

        onnxruntime.set_default_logger_severity(4)
        _share_memory()
        options = onnxruntime.SessionOptions()
        # Threads that wait for work sleep: usually they wait busily, also for those of another program that takes a
        # core, and two films watched at once took twice the processor. Said outright how many: left to itself it pins
        # threads to cores, which containers refuse, loudly.
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.use_env_allocators", "1")
        # Pictures and batches come in many sizes. A plan of memory for each of them, or memory asked for anew each
        # time, which the system's store leaves in pieces, grew by 60 to 100 MB a minute while a clip was watched.
        options.enable_mem_pattern = False
        options.enable_cpu_mem_arena = True
        options.log_severity_level = 4
        providers = ["CPUExecutionProvider"]
        try:
            self._session: Any = onnxruntime.InferenceSession(str(file), options, providers=providers)
        except _onnxruntime_faults() as fault:
            raise ValueError(str(fault)) from None
        self._input = self._session.get_inputs()[0].name
        self._name = file.name

    def run(self, batch: Floats) -> Floats:
        """See Network."""
        try:
            answer = self._session.run(None, {self._input: batch})[0]
        except _onnxruntime_faults() as fault:
            raise CannotRun(wrong_network(self._name, fault)) from None
        return np.asarray(answer, np.float32)


@cache
def _share_memory() -> None:
    """Let all networks take their memory from one store that grows by what is asked for. A store for each, doubled each
    time, took 20 MB more while a table was watched.
    """
    import onnxruntime

    kinds = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    onnxruntime.create_and_register_allocator(
        onnxruntime.OrtMemoryInfo("Cpu", *kinds),
        onnxruntime.OrtArenaCfg({"arena_extend_strategy": AS_ASKED_FOR, "max_mem": 0}),
    )


def _onnxruntime_faults() -> tuple[type[Exception], ...]:
    """What ONNX Runtime raises for a file that is no network: classes with no common parent of their own."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = ("Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "NoSuchFile", "NotImplemented")
    return tuple(getattr(state, name) for name in names)


class OpenVino:
    """OpenVINO, the fastest on Intel's processors."""

    def __init__(self, file: Path, threads: int) -> None:
        import openvino

        core = openvino.Core()
        self._name = file.name
        # Full precision: bfloat16, where a processor has it, moves corners by pixels.
        settings = {
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_NUM_THREADS": threads,
            "INFERENCE_PRECISION_HINT": "f32",
        }
        self._compiled: Any = core.compile_model(str(file), "CPU", settings)

    def run(self, batch: Floats) -> Floats:
        """See Network."""
        try:
            return np.array(self._compiled([batch])[0], np.float32)
        except (RuntimeError, ValueError) as fault:
            raise CannotRun(wrong_network(self._name, fault)) from None


class OpenCv:
    """OpenCV's own back end, always there."""

    def __init__(self, file: Path, threads: int) -> None:
        self._name = file.name
        self._network = OpenCvDnn(file, threads)

    def run(self, batch: Floats) -> Floats:
        """See Network."""
        try:
            return self._network.run(batch)
        except cv2.error as fault:
            raise CannotRun(wrong_network(self._name, fault)) from None


BACKENDS: dict[str, tuple[str, Any]] = {
    "onnxruntime": ("onnxruntime", OnnxRuntime),
    "openvino": ("openvino", OpenVino),
    "opencv": ("cv2", OpenCv),
}
"""Name -> its package and its class. The first one that is installed is preferred."""


def present() -> tuple[str, ...]:
    """The back ends that are installed, the preferred one first."""
    return tuple(name for name, (package, _) in BACKENDS.items() if find_spec(package))


def chosen() -> str:
    """The back end if none is named: the one set in the environment, or the preferred one."""
    wanted = os.environ.get(BACKEND_VARIABLE)
    if not wanted:
        return present()[0]
    if wanted not in present():
        raise CannotRun(f"{BACKEND_VARIABLE}: '{wanted}' is not installed; there are: {', '.join(present())}")
    return wanted


def load(
    file: Path, backend: str | None = None, threads: int | None = None, quantised: bool = False
) -> Network:
    """Load an ONNX file to be run by ``backend`` on so many threads (all cores if None; ONNX Runtime keeps to what was
    said for the first network of a process). ``quantised``: its 8-bit form in its place, where one lies beside it; only
    ONNX Runtime gives what that was measured to give.

    CannotRun where the file is no network that this back end understands, MissingWeights where it is not what it was.
    """
    name = backend or chosen()
    if name not in present():
        raise CannotRun(f"the back end '{name}' is not installed; there are: {', '.join(present())}")
    beside = file.with_suffix(QUANTISED_ENDING)
    file = beside if quantised and name == "onnxruntime" and beside.is_file() else file
    weights.check(file)
    began = time.perf_counter()
    try:
        network: Network = BACKENDS[name][1](file, threads or cores())
    except BACKEND_ERRORS as error:
        reason = " ".join(str(error).split())[:LONGEST_REASON]
        raise CannotRun(f"{file}: {name} cannot run this network: {reason}") from None
    log.info("%s: loaded by %s in %.0f ms", file, name, (time.perf_counter() - began) * 1000)
    return network
