"""How things and trainings are called: those of the book in every language, any other as it was given."""

from ludex.core.say import Say, say, term

TRAINED = ("block", "body_throw", "trip", "disarm")
"""Trainings that have words of their own."""
TRAININGS = {"格挡": "block", "摔投": "body_throw", "绊摔": "trip", "缴械": "disarm"}
"""How they are written in Chinese."""


def thing_name(shelf: str, name: str) -> str | Say:
    """A shipped thing has a name in every language; any other has the one it was given."""
    return say(f"things.{shelf}") if shelf else name


def training_name(training: str) -> str | Say:
    """What a training is called."""
    return term(f"training_{training}") if training in TRAINED else training
