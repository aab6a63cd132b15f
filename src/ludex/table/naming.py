"""Names of seats and tables: readable, one line, and no two at a table that people could take for one another.

A name is never an identity: rights hang on seats alone. But people go by what they read, so a name that looks like another
one (other script, other width, invisible letters) is refused.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from confusable_homoglyphs import confusables

from ludex.core.errors import RuleError
from ludex.core.names import folded

LONGEST = 40
RESERVED = ("GM", "MC", "KP", "DM", "主持", "主持人", "裁判", "Ludex", "掌律", "全体", "all", "table")
"""What only the table itself, or its host, is called."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Letters that cannot be seen, or that turn the direction of others."""


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, not empty, not long, every letter of it visible."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not shown or len(shown) > LONGEST:
        raise RuleError("bad_name", name=shown[:60], limit=LONGEST)
    if any(unicodedata.category(letter) in _UNSEEN for letter in shown):
        raise RuleError("unseen_letters")
    return shown


def check_free(name: str, taken: Iterable[str], *, host: bool = False) -> None:
    """Refuse a name that could be taken for another one at the table, or (but for the host's own seat) for the host's."""
    reserved = () if host else RESERVED
    mine = skeleton(name)
    other = next((one for one in (*taken, *reserved) if skeleton(one) == mine), None)
    if other is not None:
        raise RuleError("name_taken", name=name, other=other)


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
