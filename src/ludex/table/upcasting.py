"""Bringing what was written by earlier versions up to date: entries of the log, and the states and events inside them.

An entry names its format (those of the first named none), a table the version of its system. Each step leads from one
version to the next and knows nothing but plain data; what is up to date is left alone.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from ludex.core.principals import EVERYBODY, GM, actor, seat
from ludex.core.system import System

FORMAT = 3
"""The present format of entries. The third counts the throws before a seed is stirred, revealed or put away."""

EDGE = 600
"""So near to the beginning or the end of an entry stands its format."""

_AS_THEY_ARE = re.compile(rb'"format":(?:2|%d)' % FORMAT)
"""Formats whose entries need no change: those of the second only lack what the third adds."""

_SEAT = re.compile(r"(gm|player|observer)\d+")
Plain = dict[str, Any]


def to_present(body: bytes) -> bytes:
    # what every entry has stands at its end, or before a short rest
    if _AS_THEY_ARE.search(body, max(0, len(body) - EDGE)) or _AS_THEY_ARE.search(body, 0, EDGE):
        return body
    plain = msgspec.json.decode(body)
    found = plain.get("format", 1)
    if found > FORMAT:
        raise msgspec.ValidationError(f"the entry has format {found}, this Ludex knows up to {FORMAT}")
    try:
        for number in range(found, FORMAT):
            plain = _STEPS[number](plain)
    except (KeyError, TypeError, AttributeError) as error:
        raise msgspec.ValidationError(f"the entry is none of format {found}") from error
    return msgspec.json.encode({**plain, "format": FORMAT})


def _principal(name: str) -> str:
    """Somebody named without a kind: the first format wrote seats, roles and actors alike."""
    if name == "gm":
        return GM
    return seat(name) if _SEAT.fullmatch(name) else actor(name)


def _audience(names: list[str]) -> list[str]:
    return [EVERYBODY if name == "all" else _principal(name) for name in names]


def _typed_principals(plain: Plain) -> Plain:
    """From 1 to 2: principals have kinds, a question is asked of one, an act's call stands in the entry that began it."""
    match plain["kind"]:
        case "said":
            return {**plain, "audience": _audience(plain.get("audience", ["all"]))}
        case "settled":
            return _settled(plain)
        case "acted":
            return _acted(plain)
    return plain


def _acted(plain: Plain) -> Plain:
    changed = dict(plain)
    asked, question = dict(changed.pop("asked")), changed.pop("question", None)
    changed["answers"] = [_choice(a) if a["type"] == "choice" else a for a in plain["answers"]]
    changed["audience"] = _audience(asked.pop("audience", ["all"]))
    changed["announced"] = EVERYBODY not in changed["audience"]
    if not plain.get("act"):
        changed["asked"] = asked
    if question is not None:
        changed["questions"] = [{**question, "who": _principal(question["who"])}]
    if "cards" in plain:
        changed["cards"] = [_without_buttons(card) for card in plain["cards"]]
    return changed


def _without_buttons(card: Plain) -> Plain:
    """A card as it was told; its buttons were lines to type, which are gone."""
    return {**card, "parts": [part for part in card.get("parts", ()) if part.get("part") != "actions"]}


def _settled(plain: Plain) -> Plain:
    changed = dict(plain)
    (name, _, about), value = str(changed.pop("key")).partition(":"), changed.pop("value")
    match name:
        case "auto":
            setting = {"type": "automatic", "who": _principal(about), "on": bool(value)}
        case "current":
            setting = {"type": "current", "seat": about, "actor": str(value)}
        case _:
            setting = {"type": "phrased", "key": about, "phrase": str(value or "")}
    return {**changed, "setting": setting}


def _choice(answer: Plain) -> Plain:
    """A recorded answer; it did not say about what it was."""
    return {**answer, "who": _principal(answer["who"]), "about": None}


_STEPS: dict[int, Callable[[Plain], Plain]] = {1: _typed_principals, 2: lambda plain: plain}


def upcast(system: System, version: int, plain: Any) -> Any:
    """Plain data of a state or an event, as the present version of its system writes it."""
    for number in range(version, system.version):
        if number not in system.upcast:
            raise LookupError(f"{system.id} is of version {system.version}, and upcast has no step from {number}")
        plain = system.upcast[number](plain)
    return plain
