"""What ``--help`` gives as examples: lines to type, each with what it does."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "score": (
        ("porrazo score evening.jsonl", "the score sheet"),
        ("porrazo score evening.jsonl --json", "for a program"),
    ),
    "recognise": (
        ("porrazo recognise table.jpg", "which cards lie there"),
        ("porrazo recognise *.jpg --draw seen", "and copies with the cards named, in the folder seen"),
    ),
    "watch": (
        ("porrazo watch 0 --names Ana,Beto", "the first camera; Ana sits at the picture's lower edge"),
        ("porrazo watch phone --record evening.jsonl", "a phone's browser; the match also in a file"),
        ("porrazo watch film.mp4 --headless --json", "a film, without a window, for a program"),
        ("porrazo watch 0 --players 4 --teams 0,2/1,3", "two against two"),
    ),
    "camera": (
        ("porrazo camera 0", "the first camera, in a window"),
        ("porrazo camera phone", "a phone's browser"),
        ("porrazo camera 0 --still seen.png", "one picture into a file, without a window"),
    ),
    "evening": (
        ("porrazo watch 0 --keep-evening tonight", "keep what is seen"),
        ("porrazo evening tonight", "play it through the referee again"),
    ),
    "deck": (
        ("porrazo deck learn --name Abuela photos/*.jpg", "show it a deck once"),
        ("porrazo deck list", "the decks that were learnt"),
        ("porrazo deck forget Abuela", "and forget one"),
    ),
    "match": (
        ("porrazo match list", "the matches, each with its number"),
        ("porrazo match export 12 evening.jsonl", "one of them as a file"),
        ("porrazo match import evening.jsonl", "a file among the matches"),
    ),
    "backup": (("porrazo backup porrazo.backup", "everything kept, in one file"),),
    "restore": (("porrazo restore porrazo.backup", "put it back"),),
    "doctor": (
        ("porrazo doctor", "look at everything"),
        ("porrazo doctor --camera 1", "try one camera"),
        ("porrazo doctor --report report.txt", "a file for whoever helps"),
    ),
    "completion": (
        ('eval "$(porrazo completion bash)"', "at the end of ~/.bashrc"),
        ('eval "$(porrazo completion zsh)"', "at the end of ~/.zshrc, after compinit"),
        ("porrazo completion fish > ~/.config/fish/completions/porrazo.fish", "once"),
    ),
}
"""A command -> lines to type, and what each does."""


def examples_of(command: str) -> str | None:
    """Write a command's examples for its help."""
    if command not in EXAMPLES:
        return None
    return "\n".join(["examples:", *(f"  {line}\n      {what}" for line, what in EXAMPLES[command])])
