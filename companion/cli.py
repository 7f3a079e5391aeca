"""The installed command ``porrazo``: finds the subcommand, runs it, says in one sentence what goes wrong.

Only the module of the chosen subcommand is imported: ``porrazo score`` never waits for a network or a window.
"""

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from companion import __version__
from companion.commands import BadInput
from companion.commands.examples import examples_of
from companion.logs import be_quiet, log_to_file, log_to_stderr
from engine.fields import visible
from vision.files.gate import MOST_PIXELS

COMMANDS = (
    "score",
    "recognise",
    "watch",
    "camera",
    "evening",
    "deck",
    "match",
    "backup",
    "restore",
    "doctor",
    "completion",
)
"""In the order in which the help lists them."""

BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141

ENVIRONMENT = {
    "KIVY_NO_ARGS": "1",  # Kivy would swallow --rules and the like
    "OPENCV_LOG_LEVEL": "OFF",  # a picture that cannot be read is said in our own sentence, once
    "OPENCV_FFMPEG_LOGLEVEL": "-8",  # the same for films; -8 is FFmpeg's "quiet"
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(
        MOST_PIXELS
    ),  # a small file may announce a picture that fills the memory
}
"""Set before Kivy or OpenCV is imported: both read it then and never again."""

VERBOSE = "--verbose"
NO_NUMBER = re.compile(r"argument (\S+): invalid int value: (.*)")
"""How argparse says that something is no number."""
be_quiet()


class KeepsLines(argparse.HelpFormatter):
    """Folds what is one paragraph; a text of several lines stays as it is written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" not in text:
            return super()._fill_text(text, width, indent)
        return "\n".join(indent + line for line in text.splitlines())


class Parser(argparse.ArgumentParser):
    """An argument parser whose every complaint is one line, ``porrazo: ...``."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and leave with status 2."""
        say(NO_NUMBER.sub(r"\1: \2 is no whole number", message))
        raise SystemExit(BAD_INPUT)


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``porrazo`` with these arguments (those of the process if None) and return its exit status.

    0: done. 2: bad input, said in one line on standard error. 130: stopped with Ctrl-C.
    141: whoever read standard output stopped reading.
    """
    words, verbose = without_verbose(sys.argv[1:] if argv is None else argv)
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    make_streams_safe()
    if verbose:
        log_to_stderr()
    try:
        status = dispatch(words)
        sys.stdout.flush()
    except BadInput as error:
        say(str(error))
        status = BAD_INPUT
    except ImportError:
        from companion.system_libraries import what_to_type

        if not (wanting := what_to_type()):
            raise
        say(wanting)
        status = BAD_INPUT
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        status = READER_GONE
    except OSError as error:
        say(f"{error.filename or 'output'}: {error.strerror or error}")
        abandon_output()
        status = BAD_INPUT
    return status


def dispatch(words: list[str]) -> int:
    """Find the command named by the first word and run it; without a word, open the app."""
    if not words:
        return open_app()
    try:
        args, commands = parse(words)
    except SystemExit as leaving:  # how argparse ends --help, --version and every complaint
        return leaving.code if isinstance(leaving.code, int) else 0
    if args.command == "watch":
        log_to_file()
    status: int = commands[args.command].run(args)
    return status


def without_verbose(words: Sequence[str]) -> tuple[list[str], bool]:
    """The words without ``--verbose``, which may stand before the command or after it, and whether it was there."""
    words = list(words)
    end = words.index("--") if "--" in words else len(words)
    options = [word for word in words[:end] if word != VERBOSE]
    return [*options, *words[end:]], len(options) < end


def parse(words: list[str]) -> tuple[argparse.Namespace, dict[str, ModuleType]]:
    """Read the command line, importing the one command that it names (all of them where it names none)."""
    parser, commands = parser_of([words[0]] if words[0] in COMMANDS else COMMANDS)
    if words[0].startswith("-") and words[0] not in ("-h", "--help", "--version"):
        parser.error(f"there is no option '{words[0]}'; see porrazo --help")
    if not words[0].startswith("-") and words[0] not in commands:
        parser.error(f"there is no command '{words[0]}'; there are: {', '.join(COMMANDS)}")
    return parser.parse_args(words), commands


def parser_of(wanted: Sequence[str]) -> tuple[Parser, dict[str, ModuleType]]:
    """Give what reads a command line with these commands, and the commands' modules."""
    commands = {name: importlib.import_module(f"companion.commands.{name}") for name in wanted}
    parser = Parser(
        prog="porrazo",
        description="Watches a real game of Porrazo and keeps its score. Without a command: opens the app.",
    )
    parser.add_argument("--version", action="version", version=f"porrazo {__version__}")
    parser.add_argument(
        VERBOSE, action="store_true", help="say on standard error what the program does; anywhere"
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in commands.values():
        module.add_parser(subparsers)
    for name, one in subparsers.choices.items():
        one.formatter_class, one.epilog = KeepsLines, examples_of(name)
    return parser, commands


def open_app() -> int:
    """Open the window and stay until it is closed."""
    log_to_file()
    status: int = importlib.import_module("companion.window.launch").main()
    return status


def say(sentence: str) -> None:
    """Print one line to standard error, whatever line breaks and escapes the sentence holds."""
    print("porrazo:", visible(" ".join(sentence.splitlines())), file=sys.stderr)


def make_streams_safe() -> None:
    """Spare every command two surprises: a stream closed by the caller, a letter its encoding lacks."""
    for name, flags in (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, flags)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def abandon_output() -> None:
    """Point standard output nowhere, so that Python's own last flush does not complain a second time."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
