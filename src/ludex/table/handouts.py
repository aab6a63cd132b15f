"""Handouts and what the GM has ready: plain facts about them, as the log keeps them.

A handout is words, a picture, or both, for those whom it is shown to. What is prepared is the GM's alone under a name: a handout,
or lines (an encounter: who enters, where, seen or unseen) that are done by one word when its time has come.
"""

import msgspec

from ludex.core.principals import Who


class Handout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is shown: a title, words, the hash of a picture."""

    title: str = ""
    text: str = ""
    picture: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.title or self.text or self.picture)


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A handout that was shown: when, and to whom."""

    at: str
    handout: Handout
    audience: tuple[Who, ...]


class Prepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that waits off-stage: lines to be done in order, or a handout to be shown."""

    lines: tuple[str, ...] = ()
    handout: Handout | None = None


class OnStage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something prepared whose lines were done, and where history stood before them."""

    prepared: Prepared
    before: int


def handed(handouts: dict[int, Given], given: Given, n: int) -> dict[int, Given]:
    """The handouts with one more, one shown to others, or one taken back."""
    if given.handout.empty:
        return {number: one for number, one in handouts.items() if number != n}
    return {**handouts, n: given}


def readied(prepared: dict[str, Prepared], name: str, one: Prepared | None) -> dict[str, Prepared]:
    """What is ready, with one thing more, otherwise (where it was), or less."""
    if one is None:
        return {known: held for known, held in prepared.items() if known != name}
    return {**prepared, name: one}


def readied_again(prepared: dict[str, Prepared], stage: dict[str, OnStage], head: int, way: str) -> dict[str, Prepared]:
    """What is ready when history stands at another place: what has come on since then is ready again, and redone it is not."""
    back = {name: one.prepared for name, one in stage.items() if head <= one.before and name not in prepared}
    redone = {name: one.prepared for name, one in stage.items() if way == "redo" and head > one.before}
    return {name: one for name, one in prepared.items() if redone.get(name) != one} | back
