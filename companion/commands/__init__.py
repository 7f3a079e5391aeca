"""The subcommands of ``porrazo``, a module each.

A command module gives ``add_parser(subparsers)`` and ``run(args) -> int`` (the exit status), and costs next
to nothing to import: what is heavy (numpy, OpenCV, Kivy, the networks) is imported inside ``run``.
"""

LETTERS_HELP = (
    "how the deck is lettered: en, fr, de, nl, sv (Scandinavian), it, pl, ru or es; found out if not said"
)
"""What ``--letters`` is, of every command that has it."""


class BadInput(Exception):
    """What the user gave cannot be used; the message is one sentence for a person.

    The command line prints it to standard error, ``porrazo:`` before it, and leaves with status 2.
    """
