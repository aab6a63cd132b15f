"""What shipped things are called in English, by their ids."""

from functools import partial

from ludex.core.packs import english_things

english = partial(english_things, "ludex.systems.boon")


def is_called(name: str, key: str) -> bool:
    """Whether a shipped thing of that id goes by that name in English."""
    return bool(key) and name.lower() == english().get(key)


def called_in_both(shelf: str, name: str) -> str | tuple[str, str]:
    """What a thing is called: in both languages if it is of the book, else as it was given."""
    return (name, english()[shelf]) if shelf in english() else name


def words_of(key: str, name: str, shelf: str) -> tuple[str, ...]:
    """Everything that people type for a thing: its id, its name, its English one if it is of the book."""
    return tuple(word for word in dict.fromkeys((key, name, english().get(shelf, ""))) if word)
