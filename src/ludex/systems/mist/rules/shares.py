"""Statuses with a number each, as people write them in an answer: how mitigation is split, what heals by how much. MST-MIT-7, MST-PRS-2."""

import re

from ludex.core.bounds import whole
from ludex.core.names import narrow

_FORMS = (
    re.compile(r"\s*([^=,;、]+?)\s*=\s*(-?\d+)\s*(?:[,;、]|\s|$)"),
    re.compile(r"\s*([^=:,;、]+?)\s*(?:[=:\s]|(?=-))\s*(-?\d+)\s*(?:[,;、]|\s|$)"),
)
"""`惊慌=1,受伤=1`; if the text is not that, `惊慌 1 受伤-1`."""


def shares_in(text: str) -> list[tuple[str, int]]:
    """The pairs of a text; none if there is anything else in it."""
    slim = narrow(text)
    for form in _FORMS:
        found = [(text[one.start(1) : one.end(1)], whole(one[2])) for one in form.finditer(slim)]
        pairs = [(name, n) for name, n in found if n is not None]
        if pairs and not form.sub("", slim).strip():
            return pairs
    return []
