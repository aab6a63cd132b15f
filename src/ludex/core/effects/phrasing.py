"""Conditions in the order in which people say them: who first (`对方倒地`), a number first (`3码内`), a value alone (`近战`)."""

import re
from collections.abc import Iterator

from ludex.core.effects.vocabulary import Condition, Slot, Sort, Vocabulary, Word
from ludex.core.names import folded

_LINK = r"\s*(?:的|是|在|正|is)?\s*"


def reordered(words: Vocabulary, text: str) -> str:
    """A text as the vocabulary takes it, its condition first; as it is where nothing of it fits."""
    said = text.strip()
    ways = (*_counted(words, said), *_with_subject(words, said), *_valued(words, said))
    return ways[0] if ways else text


def _counted(words: Vocabulary, said: str) -> Iterator[str]:
    """A number before its condition."""
    for condition, name in _named(words):
        counts = condition.slots and condition.slots[0].sort is Sort.NUMBER
        if counts and (found := re.fullmatch(rf"(\d+)\s*{re.escape(name)}", said, re.IGNORECASE)):
            yield f"{name} {found[1]}"


def _with_subject(words: Vocabulary, said: str) -> Iterator[str]:
    """Of whom it is said before what is said; what can be said of the other alone needs no word for it."""
    first = [c.slots[0] for c in words.conditions if c.slots and c.slots[0].default]
    others = {name: "" for slot in first for name, key in _spelled(slot).items() if key != slot.default}
    for condition, name in _named(words):
        for subject, key in (_spelled(condition.slots[0]) if condition.slots else others).items():
            if found := re.fullmatch(rf"{re.escape(subject)}{_LINK}{re.escape(name)}\s*(.*)", said, re.IGNORECASE):
                yield f"{name} {key} {found[1]}".strip()


def _valued(words: Vocabulary, said: str) -> Iterator[str]:
    """A value that only one condition takes, and nothing else."""
    takes = [c for c in words.conditions if c.slots and folded(said) in map(folded, _spelled(c.slots[0]))]
    if len(takes) == 1 and len(takes[0].slots) == 1 and takes[0].slots[0].default is None:
        yield f"{takes[0].zh} {said}"


def _named(words: Vocabulary) -> list[tuple[Condition, str]]:
    """The conditions by every name of theirs, the longest first."""
    named = [(condition, name) for condition in words.conditions for name in _spellings(condition)]
    return sorted(named, key=lambda one: -len(one[1]))


def _spelled(slot: Slot) -> dict[str, str]:
    """The words that a slot takes, as people write them, with their keys."""
    return {name: word.key for word in slot.words for name in _spellings(word)}


def _spellings(word: Word) -> tuple[str, ...]:
    return (word.zh, word.en, *word.also)
