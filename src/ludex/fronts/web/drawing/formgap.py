"""One thing that a form asks for: the same record whether a card of the hand, an answer, a menu or a typed line asks for it.

It is drawn in one place (`static/ask.js`).
"""

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from ludex.core.plain import Written

Pairs = tuple[tuple[Written, str], ...]
"""What is offered: what is given for it, and what it is called."""


class FormGap(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is asked for under a title, with what is offered.

    `many`: several may be given; `one`: a list of one is. `closed`: nothing but what is offered. `gm`: the GM's word. `now`: what holds already.
    """

    name: str
    title: str
    fill: Pairs
    kind: str = ""
    many: bool = False
    one: bool = False
    optional: bool = False
    closed: bool = False
    gm: bool = False
    now: Written | UnsetType = UNSET

    def plain(self) -> dict[str, Written]:
        told: dict[str, Written] = msgspec.to_builtins(self)
        return told


class Argument(FormGap, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a command that can be typed too. `keyed`: behind a word of its own, one of `keys`."""

    keyed: bool = False
    keys: tuple[str, ...]


def encoded(gaps: Iterable[FormGap]) -> str:
    return msgspec.json.encode(list(gaps)).decode()
