"""What the program logs of itself: nothing is shown unless it is asked for, and then on standard error alone."""

import logging
import threading
import time
from logging.handlers import BufferingHandler
from pathlib import Path

import pytest

from companion import cli, logs
from companion.archive.archive import Archive
from companion.archive.match_file import open_record
from companion.messages import Stumbled
from companion.pipeline.worker import Worker
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from tests.house.test_command_line import porrazo

HEADER = Header(("Ana", "Beto"))


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "m.jsonl"
    file.write_text('{"porrazo": 1, "players": ["Ana", "Beto"]}\n', encoding="utf-8")
    return str(file)


def test_it_is_quiet_unless_it_is_asked(record: str) -> None:
    assert porrazo("score", record).stderr == ""


@pytest.mark.parametrize("at", [0, 1, 2])
def test_asked_before_the_command_or_after_it_it_logs_to_standard_error(at: int, record: str) -> None:
    words = ["score", record]
    words.insert(at, "--verbose")
    done = porrazo(*words)
    assert done.returncode == 0
    assert done.stdout == porrazo("score", record).stdout
    assert "INFO    companion.cli: porrazo 0." in done.stderr


def test_what_follows_two_dashes_is_no_option() -> None:
    assert cli.without_verbose(["--verbose"]) == ([], True)
    assert cli.without_verbose(["score", "--", "--verbose"]) == (["score", "--", "--verbose"], False)
    assert cli.without_verbose(["score", "--verbose", "--", "a"]) == (["score", "--", "a"], True)


def test_nothing_in_a_log_acts_on_the_terminal() -> None:
    fault = logging.LogRecord("companion", logging.INFO, "", 1, "%s: begins\nanew", ("\x1b[2J.jsonl",), None)
    assert logs.LogLines("%(message)s").format(fault) == "\\x1b[2J.jsonl: begins\nanew"


def test_each_log_begins_with_the_version_and_tells_it_once() -> None:
    """Standard error told it twice, once for the log file that was opened after it."""
    both = [BufferingHandler(capacity=9), BufferingHandler(capacity=9)]
    levels = {name: logging.getLogger(name).level for name in logs.OWN_LOGGERS}
    try:
        for handler in both:
            logs._add(handler, logging.INFO)
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
            for handler in both:
                logging.getLogger(name).removeHandler(handler)
    for handler in both:
        (line,) = [record.getMessage() for record in handler.buffer]
        assert line.startswith("porrazo 0.")


def test_what_becomes_of_a_record_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "companion")
    path = tmp_path / "m.jsonl"
    with open_record(path, HEADER).journal as journal:
        journal.append(Adjust(0, 5, "x"))
    with path.open("a") as file:
        file.write('{"do": "adj')
    open_record(path, HEADER).journal.close()
    said = [message.partition(": ")[2] for message in caplog.messages]
    assert said[:3] == [
        "the record begins",
        "goes on after 1 events",
        f"lines (3,) make no sense; kept as {path}.damaged",
    ]


def test_what_becomes_of_a_match_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "companion")
    with Archive(tmp_path).begin(HEADER).journal as journal:
        journal.append(Adjust(0, 5, "x"))
    Archive(tmp_path).resume_or_begin(HEADER).journal.close()
    with Store(tmp_path) as store:
        store.ask("UPDATE match SET header = 'no record'")
    Archive(tmp_path).resume_or_begin(HEADER).journal.close()
    assert caplog.messages == [
        "match 1 begins (playing)",
        "match 1 goes on after 1 events",
        "match 2 begins (playing)",
        "match 1 cannot be read (line 1): it is kept",
    ]


class Faulty:
    """A producer that cannot go on."""

    def run(self, post: object, stop: threading.Event) -> None:
        """Fail."""
        raise IndexError("list index out of range")


def test_a_fault_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    worker = Worker(Faulty())
    worker.start()
    end = time.monotonic() + 60
    while not any(isinstance(each, Stumbled) and each.over for each in worker.news()):
        assert time.monotonic() < end
        time.sleep(0.005)
    worker.stop()
    said = caplog.messages
    assert said[0] == "watching begins: Faulty"
    assert "watching stops after a fault: IndexError: list index out of range" in said
    assert said[-1] == "watching is over"
    assert any(each.exc_info is not None for each in caplog.records)
