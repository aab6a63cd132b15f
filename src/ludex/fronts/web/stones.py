"""Tokens on a map: what one looks like, drawn once for all that look alike."""

from functools import lru_cache

import msgspec
from jinja2 import Environment
from markupsafe import Markup

KEPT = 4096
"""So many are kept: a token looks different with every wound."""


class Stone(msgspec.Struct, frozen=True):
    """What a token looks like: how large, whose side, how full its bars are and whether that is low, its letters or its picture, badges."""

    r: float
    side: str
    meters: tuple[tuple[float, bool], ...]
    letters: tuple[str, str]
    face: str
    badges: tuple[tuple[str, str], ...]


@lru_cache(maxsize=KEPT)
def stone(templates: Environment, look: Stone) -> Markup:
    """The drawing of a token, its middle at nought."""
    return Markup(templates.get_template("stone.html").render(msgspec.structs.asdict(look)))
