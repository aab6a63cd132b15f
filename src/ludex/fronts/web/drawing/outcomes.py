"""Outcomes as they are drawn: one colour and one shape for each kind, everywhere the same, and which of them is what somebody is after."""

from collections.abc import Hashable, Mapping
from fractions import Fraction

import msgspec

from ludex.core.view import CLEAR, GRAVE, LIGHT, NOTHING, Toned
from ludex.fronts.web.drawing.draw import Drawing
from ludex.lab.preview import Preview

USUAL: Mapping[str, Toned] = {
    "triumph": Toned(CLEAR, wanted=True, shade=1),
    "great_success": Toned(CLEAR, wanted=True, shade=1),
    "success": Toned(CLEAR, wanted=True),
    "true": Toned(CLEAR, wanted=True),
    "mixed": Toned(LIGHT),
    "failure": Toned(GRAVE),
    "great_failure": Toned(GRAVE, shade=1),
    "disaster": Toned(GRAVE, shade=1),
    "false": Toned(GRAVE),
    "none": Toned(NOTHING),
}
"""Outcomes that most rulebooks know."""

SIGNS = (("○", "◌", "·"), ("●", "✦", "★"), ("◧", "◨", "▣"), ("▲", "△", "▴"), ("■", "◆", "✖"))
"""The shape of each kind of outcome, and of what goes further in it."""

HARMS = frozenset({"damage", "wounds", "broken"})
"""Numbers that hurt somebody: the fewer, the better for who is asked."""

MOST = 6
"""So many outcomes are drawn side by side; the rest are summed up."""


class Share(msgspec.Struct, frozen=True):
    """One stretch of a bar of chances."""

    name: str
    tone: int
    share: float
    percent: str
    start: float = 0
    shade: int = 0

    @property
    def colour(self) -> str:
        return f"o-{self.tone} s-{self.shade}" if self.shade else f"o-{self.tone}"

    @property
    def sign(self) -> str:
        """The shape that goes with its colour, so that colour never stands alone."""
        return SIGNS[self.tone][min(self.shade, 2)]


class Foreseen(msgspec.Struct, frozen=True):
    """What something may lead to: its outcomes side by side, the one that is wanted, what it comes to on average, how many of a number.

    `harms`: what it comes to on average hurts. `partial`: the chance is that of a step on the way, the rest is not known to who asks.
    `assumed`: what was taken for granted. `others`: outcomes of another kind that it leads to (what becomes of the part that is hit).
    """

    shares: tuple[Share, ...] = ()
    wanted: str = ""
    chance: float = 0
    means: tuple[tuple[str, str], ...] = ()
    spread: tuple[tuple[str, float], ...] = ()
    counted: str = ""
    exact: bool = True
    guessed: bool = False
    harms: bool = False
    partial: bool = False
    assumed: tuple[str, ...] = ()
    others: tuple[Share, ...] = ()

    @property
    def open(self) -> bool:
        """Whether chance decides anything."""
        return len(self.shares) > 1


Chances = Mapping[Hashable, Fraction]


def foreseen(drawing: Drawing, previews: list[Preview], tones: Mapping[str, Toned], *, asked: bool = False) -> Foreseen:
    """The outcomes of the most telling output; the numbers of the others as means and as a spread.

    `asked`: for somebody who answers, what goes clear lies first; for somebody who acts, what she is after.
    """
    known = {p.output: {k: v for k, v in p.odds.chances.items() if k is not None} for p in previews}
    worded = [name for name, chances in known.items() if chances and not numeric(chances)]
    counted = [name for name, chances in known.items() if chances and numeric(chances) and name not in worded]
    main = (worded or counted or [""])[0]
    shares = (
        _shares(drawing, known.get(main, {}), tones, main)
        if main in worded
        else _counts(drawing, known.get(main, {}), main)
    )
    if asked:
        shares.sort(key=lambda one: one[0].tone)
    wanted = [one for one in shares if one[2]]
    number = next((name for name in counted if len(known[name]) > 1), "")
    means = tuple((output_name(drawing, p.output), f"{p.mean() or 0:.1f}") for p in previews if p.output in counted)
    return Foreseen(
        _laid([one[0] for one in shares]),
        min(wanted, key=lambda one: one[0].shade)[0].name if wanted else "",
        sum(one[0].share for one in wanted),
        means,
        tuple((drawing.show(k), float(v)) for k, v in known.get(number, {}).items() if k),
        output_name(drawing, number) if number else "",
        all(p.odds.exact for p in previews),
        any(p.assumed for p in previews),
        bool(counted) and counted[0] in HARMS,
        any(tone_of(outcome, tones).partial for outcome in known.get(main, {})),
        tuple(dict.fromkeys(drawing.say(what) for p in previews for what in p.assumed)),
        _laid([one[0] for name in worded[1:2] for one in _shares(drawing, known[name], tones, name)]),
    )


def numeric(chances: Chances) -> bool:
    return all(isinstance(k, int | float | Fraction) and not isinstance(k, bool) for k in chances)


def output_name(drawing: Drawing, output: str) -> str:
    key = f"outputs.{output}"
    return drawing.words.phrase(key) if drawing.words.has(key) else drawing.term(output)


def tone_of(outcome: Hashable, tones: Mapping[str, Toned]) -> Toned:
    key = str(outcome).lower()
    return tones.get(key) or USUAL.get(key) or Toned(NOTHING)


def _shares(
    drawing: Drawing, known: Chances, tones: Mapping[str, Toned], output: str
) -> list[tuple[Share, Hashable, bool]]:
    """Worded outcomes: those that are wanted first, then by kind, grave ones before light ones, the furthest at either end.

    What is so or not is called by what is.
    """
    found = []
    for outcome, chance in known.items():
        toned = tone_of(outcome, tones)
        named = outcome is True and drawing.words.has(f"outputs.{output}")
        name = output_name(drawing, output) if named else drawing.term(toned.called or outcome)
        found.append((_share(drawing, drawing.begun(name), toned, chance), outcome, toned.wanted))
    rising = all(one[0].tone == CLEAR for one in found if one[2])
    found.sort(key=lambda one: (not one[2], one[0].tone if rising else -one[0].tone, one[0].shade * (1 - 2 * one[2])))
    return found[:MOST]


def _counts(drawing: Drawing, known: Chances, output: str) -> list[tuple[Share, Hashable, bool]]:
    """A number that is nothing or something. One that is never nothing, and hurts nobody, is no chance: its mean speaks for it."""
    toned = Toned(GRAVE if output in HARMS else CLEAR)
    whole = sum(known.values())
    some = sum((v for k, v in known.items() if isinstance(k, int | float | Fraction) and k > 0), Fraction(0))
    if some == whole and output not in HARMS:
        return []
    name = drawing.begun(output_name(drawing, output))
    told: list[tuple[Share, Hashable, bool]] = [(_share(drawing, name, toned, some), output, True)] if some else []
    rest = whole - some
    return [*told, (_share(drawing, drawing.words("web.nothing"), Toned(NOTHING), rest), "", False)] if rest else told


def _share(drawing: Drawing, name: str, toned: Toned, chance: Fraction) -> Share:
    return Share(name, toned.tone, float(chance), drawing.percent(chance), shade=toned.shade)


def _laid(shares: list[Share]) -> tuple[Share, ...]:
    start, found = 0.0, []
    for one in shares:
        found.append(msgspec.structs.replace(one, start=round(start, 2)))
        start += one.share * 100
    return tuple(found)
