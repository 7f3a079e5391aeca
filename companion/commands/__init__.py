"""The subcommands of ``porrazo``, a module each.

A command module gives ``add_parser(subparsers)`` and ``run(args) -> int`` (the exit status), and costs next
to nothing to import: what is heavy (numpy, OpenCV, Kivy, the networks) is imported inside ``run``.
"""


class BadInput(Exception):
    """What the user gave cannot be used; the message is one sentence for a person.

    The command line prints it to standard error, ``porrazo:`` before it, and leaves with status 2.
    """
