"""What a person fills in of an answer, as the form asks for it."""

from collections.abc import Mapping, Sequence

from ludex.core.asks import GAP
from ludex.core.view import Label
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.formgap import FormGap, encoded

PLURAL = ("tags", "feats", "spells", "ids", "items")
"""Gaps that take several by their names."""


def gaps(drawing: Drawing, answer: str, fill: Mapping[str, Sequence[Label]]) -> str:
    """The gaps of an answer: name, title and suggestions, as JSON."""
    return encoded(_gap(drawing, name, fill) for name in GAP.findall(answer))


def _gap(drawing: Drawing, gap: str, fill: Mapping[str, Sequence[Label]]) -> FormGap:
    """One gap; a name that ends in `…` or means several by itself takes several, with commas between."""
    name = gap.removesuffix("…")
    once = drawing.once([str(one) for one in fill.get(name, ())])
    offered = tuple(drawing.given(one) for one in fill.get(name, ()) if str(one) in once)
    title = drawing.begun(drawing.words.argument(name))
    return FormGap(name=gap, title=title, fill=offered, many=name != gap or name in PLURAL)
