"""Names of seats, tables and characters: readable, one line, and no two at a table that people could take for one another.

A name is never an identity: rights hang on seats alone. But people go by what they read, so a name that looks like another
one (other script, other width, invisible letters), like a number or like a command is refused. The GM may call NPCs whatever he likes;
a name that a player gives is compared with those that she may know of, so that a refusal tells of nobody unseen.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from confusable_homoglyphs import confusables

from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow

if TYPE_CHECKING:
    from ludex.table.entries import Asked
    from ludex.table.seats import Seat
    from ludex.table.table import Table

LONGEST = 40
RESERVED = ("GM", "MC", "KP", "DM", "主持", "主持人", "裁判", "Ludex", "掌律", "全体", "all", "table")
"""What only the table itself, or its host, is called."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Letters that cannot be seen, or that turn the direction of others."""


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their kind, of which nothing is drawn."""

_MISREAD = re.compile(r"[.。/!#@].*|[+-]?\d+")
"""What a line takes for a command, for somebody or a question that is meant, or for a number."""


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, not empty, not long, every letter of it visible."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not shown or len(shown) > LONGEST:
        raise RuleError("bad_name", name=shown[:60], limit=LONGEST)
    if any(unicodedata.category(letter) in _UNSEEN or letter in _BLANK for letter in shown):
        raise RuleError("unseen_letters")
    return shown


def check_free(name: str, taken: Iterable[str], *, host: bool = False) -> None:
    """Refuse a name that could be taken for another one at the table, or (but for the host's own seat) for the host's."""
    if _MISREAD.fullmatch(narrow(name)):
        raise RuleError("name_misread", name=name)
    reserved = () if host else RESERVED
    mine = skeleton(name)
    other = next((one for one in (*taken, *reserved) if skeleton(one) == mine), None)
    if other is not None:
        raise RuleError("name_taken", name=name, other=other)


def check_given(
    table: "Table", seat: "Seat", said: Collection[str], before: Mapping[str, str], after: Mapping[str, str]
) -> None:
    """Refuse what a player's act calls somebody, where she said that name herself, if it only looks like another's or is another seat's.

    Two who are called exactly alike are the system's to allow: a person who says the name is asked whom she means.
    """
    fresh = {who: name for who, name in after.items() if name != before.get(who) and _is_said(name, said)}
    if not fresh:
        return
    known = table.knows(seat)
    seats = [one.name for one in table.memory.seats.values() if one.id != seat.id]
    for name in fresh.values():
        if (clean := clean_name(name)) != unicodedata.normalize("NFC", name):
            raise RuleError("bad_name", name=clean, limit=LONGEST)
        others = [one for other, one in after.items() if one != name and (known is None or other in known)]
        check_free(name, (*others, *seats))


def check_wished(table: "Table", seat: "Seat", asked: "Asked") -> None:
    """Refuse the name of a character who is still being made, before her player is asked for everything else."""
    if asked.filled is None or asked.filled.deed != table.system.makes:
        return
    name = msgspec.json.decode(asked.given).get("name")
    if isinstance(name, str) and name:
        there = table.system.actors(table.memory.state)
        check_given(table, seat, (name,), there, {**there, "": name})


def _is_said(name: str, said: Collection[str]) -> bool:
    """Whether a name stands in what somebody said, as it is or as data hold it."""
    written = msgspec.json.encode(name).decode()[1:-1]
    return bool(name) and any(name in one or written in one for one in said)


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like: letters of other scripts as the plain ones that they resemble."""
    plain = "".join(_plain(letter) for letter in unicodedata.normalize("NFKC", name))
    return "".join(_plain(letter) for letter in folded(plain) if not letter.isspace())


@lru_cache(maxsize=8192)
def _plain(letter: str) -> str:
    """The plainest letter that looks like this one."""
    alike = [one["c"] for one in confusables.confusables_data.get(letter, ()) if len(one["c"]) == 1]
    plain = [one for one in (letter, *alike) if one.isascii() and one.isalnum()]
    return {"0": "o", "1": "l", "i": "l"}.get(plain[0].lower(), plain[0].lower()) if plain else letter
