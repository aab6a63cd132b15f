"""Tokens on a map: what one looks like, drawn once for all that look alike.

What many eyes share names a picture without the reader's own link; each page puts its own in.
"""

from collections.abc import Callable
from functools import lru_cache

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from ludex.core.say import Label
from ludex.fronts.web.drawing.scene import Chip
from ludex.fronts.web.drawing.shapes.prose import letters

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


def stone_of(say: Callable[[Label], str], radius: float, chip: Chip, name: str) -> Stone:
    meters = tuple((meter.share, meter.low) for meter in chip.meters[:2])
    badges = tuple((mark.kind, say(mark.text)[:1]) for mark in chip.marks[:2])
    return Stone(radius, chip.side, meters, chip.letters or letters(name), chip.face, badges)


@lru_cache(maxsize=KEPT)
def drawn_stone(templates: Environment, look: Stone) -> Markup:
    """The drawing of a token, its middle at zero."""
    return Markup(templates.get_template("stone.html").render(msgspec.structs.asdict(look)))


HERE = "/t/~/faces/"


def with_link(html: str, secret: str) -> str:
    return html.replace(HERE, HERE.replace("~", secret))
