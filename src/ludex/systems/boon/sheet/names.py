"""How things and trainings are called: those of the book in every language, any other as it was given."""

from ludex.core.say import Say, say, term
from ludex.systems.boon.terms import Training


def thing_name(shelf: str, name: str) -> str | Say:
    """A shipped thing has a name in every language; any other has the one it was given."""
    return say(f"things.{shelf}") if shelf else name


def training_name(training: str) -> str | Say:
    """What a training is called."""
    return term(f"training_{training}") if training in tuple(Training) else training
