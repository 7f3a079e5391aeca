"""The refusal of an event that the rules do not allow."""


class IllegalPlay(ValueError):
    """What was entered cannot have happened; the message is a sentence that a player understands.

    ``sentence`` holds names in braces, and ``facts`` what they stand for, so that it can be translated.
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence.format(**facts))
        self.sentence = sentence
        self.facts = facts
