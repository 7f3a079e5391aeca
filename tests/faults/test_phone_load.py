"""Strangers at the phones' port, the short form: ``tests/faults/phone_load.py`` says what the long one is."""

import os

from tests.faults.phone_load import loaded


def test_with_strangers_at_the_port_play_goes_on_and_is_written() -> None:
    before = len(os.listdir("/proc/self/fd"))
    load = loaded(200, 2.0)
    assert load.written == load.events > 5
    assert load.descriptors < before + 200
    assert load.growth < 0.2, "of what was loaded when it began"
