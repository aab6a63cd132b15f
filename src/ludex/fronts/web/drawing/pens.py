"""What of a sheet can be written on where it stands."""

from collections.abc import Mapping

import msgspec


class Pen(msgspec.Struct, frozen=True):
    """A field of a sheet to be written on in place.

    `kind`: `whole`, `text`, `list` (commas between) or `flag`. `value` stands in the input, `shown` is how people read it, `proposed`
    what waits for the GM's word. `fill`: the words of a closed list. `low` and `high`: between what a number lies.
    `left`: it is what is left of a resource, and stands under its bar.
    """

    field: str
    title: str
    kind: str
    value: str
    shown: str
    proposed: str = ""
    fill: tuple[tuple[str, str], ...] = ()
    low: int | None = None
    high: int | None = None
    left: bool = False


class Pens(msgspec.Struct, frozen=True):
    """All that one seat may write on a sheet: by the label that it stands under, and what stands under none.

    `asks`: what is written is a proposal to the GM.
    """

    actor: str
    asks: bool
    placed: Mapping[str, Pen]
    rest: tuple[Pen, ...]
