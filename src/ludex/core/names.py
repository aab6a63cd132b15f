"""Names as people type them: one folding of text and one way to find something by name, in every system and front end.

A name is found whole or by its beginning, whatever the width or case of its letters, in simplified or traditional
characters. What is not found, or found twice, is refused with the code that the rulebook's ledger names.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from typing import TypeVar

from opencc import OpenCC

from ludex.core.errors import RuleError
from ludex.core.say import Filling

K = TypeVar("K")

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x2212: 0x2D}
_COMMAS = str.maketrans("，、；;", ",,,,")


def narrow(text: str) -> str:
    """Full-width letters, digits and signs as their half-width forms, a minus as a hyphen; as many characters as before."""
    return text.translate(_WIDE)


@lru_cache(maxsize=1)
def _simplifier() -> OpenCC:
    return OpenCC("t2s")


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text for comparing: one width, one case, simplified characters, no space around it."""
    slim = unicodedata.normalize("NFKC", text).strip().casefold()
    return slim if slim.isascii() else str(_simplifier().convert(slim))


@lru_cache(maxsize=4096)
def simplified(text: str) -> str:
    """A text in simplified characters, one for one."""
    if text.isascii():
        return text
    plain = str(_simplifier().convert(text))
    return plain if len(plain) == len(text) else text


UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""What must not come in with a text: control characters (a terminal obeys them), halves of characters, turns of direction."""


def harmless(text: str) -> str:
    """A text that does nothing to a terminal or to the text around it."""
    return UNSEEN.sub("\ufffd", text)


def split_list(text: str) -> list[str]:
    """The parts of a list as people write it, with any kind of comma between."""
    return [part for piece in text.translate(_COMMAS).split(",") if (part := piece.strip())]


def matching(said: str, names: Mapping[K, Iterable[str]]) -> tuple[K, ...]:
    """What a text means among things with their names: those that are called so, or else those whose name begins so."""
    wanted = folded(said)
    if not wanted:
        return ()
    exact, begun = [], []
    for key, called in names.items():
        spelled = list(map(folded, filter(None, called)))
        if wanted in spelled:
            exact.append(key)
        elif any(map(str.startswith, spelled, repeat(wanted))):
            begun.append(key)
    return tuple(exact or begun)


def people_called(said: str, names: Mapping[K, Iterable[str]]) -> tuple[K, ...]:
    """The same of people; where nobody's name begins so, those whose Chinese name ends so, as friends call them: 左 is 韩左."""
    found, wanted = matching(said, names), folded(said)
    if found or not wanted or any(letter.isascii() for letter in wanted):
        return found
    return tuple(key for key, called in names.items() if any(folded(name).endswith(wanted) for name in called if name))


def named(
    said: str,
    names: Mapping[K, Iterable[str]],
    *,
    unknown: str,
    several: str = "",
    clause: str = "",
    find: Callable[[str, Mapping[K, Iterable[str]]], tuple[K, ...]] = matching,
    **facts: Filling,
) -> K:
    """The one thing that a text means; refused with `unknown` if there is none, with `several` (or the same) if it could be more."""
    found = find(said, names)
    if len(found) == 1:
        return found[0]
    code = (several or unknown) if found else unknown
    raise RuleError(code, clause=clause, **facts)
