"""What a person fills in of an answer, as the form asks for it."""

from ludex.core.asks import Option
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.formgap import FormGap, encoded

PLURAL = ("tags", "feats", "spells", "ids", "items")
"""Gaps that take several by their names."""


def gaps(drawing: Drawing, option: Option) -> str:
    """The gaps of an answer: name, title and suggestions, as JSON."""
    return encoded(_gap(drawing, name, option) for name in option.gaps)


def _gap(drawing: Drawing, gap: str, option: Option) -> FormGap:
    """One gap; a name that ends in `…` or means several by itself takes several, with commas between."""
    name = gap.removesuffix("…")
    suggested = option.fill.get(name, ())
    once = drawing.once(suggested)
    offered = tuple(_suggestion(drawing, one, option) for one in suggested if one in once)
    own = f"args.{option.answer.partition(':')[0]}_{name}"  # what it is called for this answer alone
    title = drawing.begun(drawing.words(own) if drawing.words.has(own) else drawing.words.argument(name))
    return FormGap(name=gap, title=title, fill=offered, many=name != gap or name in PLURAL)


def _suggestion(drawing: Drawing, typed: str, option: Option) -> tuple[str, str]:
    """A suggestion for an answer: the rules get it as it is typed; people read what it is called."""
    return (typed, drawing.show(option.called[typed])) if typed in option.called else drawing.given(typed)
