"""Joins Attribute points and Potential points as questions: how a new sheet's points are shared out (MIR-PTS, MIR-POT)."""

from functools import partial

from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.rules.drafting import START_LEVEL, TOTAL, Draft
from ludex.systems.mirror.rules.sheets import POTENTIAL_CAP, POTENTIAL_POINTS, check_cap, check_total
from ludex.systems.mirror.sheet import START
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Method, Primary

MOST_POINTS = 12 + START_LEVEL // 2  # MIR-PTS-4
SPREADS = ("4,4,4,4,4,5", "10,5,8,2,0,0", "3,10,4,2,6,0", "0,3,2,2,10,8", "2,0,5,8,2,8")
"""Ways to share the points out, in the order of the attributes: even, strong, nimble, learned, devoted."""

SUITED = {
    Primary.WARRIOR: "10,5,8,2,0,0",
    Primary.OPERATIVE: "3,10,4,2,6,0",
    Primary.CASTER: "0,3,2,2,10,8",
    Primary.PRIEST: "2,0,5,8,2,8",
}
"""The spread that suits each domain; of potential four points for one, and the rest in the highest (MIR-LIV-46, ours)."""

POTENTIAL = "potential"

OWN_SPREAD = Option(",".join(f"<{attribute}>" for attribute in Attribute), say("answers.make_own"))


def ask_points(_state: State, draft: Draft) -> Asking | None:
    """A spread of the points; what is left over is asked about, since later it takes a rest to spend it (MIR-PTS-5)."""
    potential = draft.sheet.method == Method.POTENTIAL
    if not draft.spread and potential:
        suited = _potential(draft)
        return Asking(
            say("questions.make_potential", points=POTENTIAL_POINTS),
            (Option(suited, _spread_said(suited, 0)), OWN_SPREAD),
            judge=partial(_judge_points, most=POTENTIAL_CAP, total=POTENTIAL_POINTS),
        )
    if not draft.spread:
        suited = SUITED[draft.domain]
        offered = tuple(Option(spread, _spread_said(spread, START)) for spread in dict.fromkeys((suited, *SPREADS)))
        other = Option(POTENTIAL, say("answers.make_potential", points=POTENTIAL_POINTS))
        judge = partial(_judge_points, most=MOST_POINTS, total=TOTAL)
        return Asking(say("questions.make_points", points=TOTAL), (*offered, OWN_SPREAD, other), judge=judge)
    if draft.kept or draft.left <= 0:
        return None
    options = (Option("again", say("answers.make_again")), Option("keep", say("answers.make_keep")))
    key = "questions.make_lost" if potential else "questions.make_left"
    return Asking(say(key, left=draft.left), options)


@rule("MIR-LIV-46", "MIR-POT-2")
def _potential(draft: Draft) -> str:
    """Potential points as they suit the domain: all of them."""
    points = [4 * int(n) for n in SUITED[draft.domain].split(",")]
    points[points.index(max(points))] += POTENTIAL_POINTS - sum(points)
    return ",".join(map(str, points))


@rule("MIR-PTS-3", "MIR-PTS-4", "MIR-POT-3")
def _judge_points(answer: str, *, most: int, total: int) -> None:
    """Refuse a spread with too much in one attribute, or of more points than there are, where it is written."""
    if answer != POTENTIAL:
        points = _read_points(answer)
        check_cap(points, most)
        check_total(sum(points.values()), total)


def take_points(_state: State, draft: Draft, answer: str) -> Draft:
    """The points as they are shared out, or that they are to be potential."""
    if draft.spread:
        return replace(draft, kept=answer == "keep", spread=answer == "keep")
    if answer == POTENTIAL:
        return replace(draft, sheet=replace(draft.sheet, method=Method.POTENTIAL.value))
    return replace(draft, spread=True, sheet=replace(draft.sheet, points=_read_points(answer)))


def _spread_said(spread: str, start: int) -> Say:
    """Points as they are shared out, on top of what every attribute starts at."""
    given = _read_points(spread)
    return say("view.listed", items=[say("view.domain", name=term(a), level=start + n) for a, n in given.items()])


def _read_points(answer: str) -> dict[str, int]:
    """Six numbers, one for each attribute in order."""
    numbers = OWN_SPREAD.numbers(answer)
    if len(numbers) != len(Attribute) or min(numbers) < 0:
        raise RuleError("bad_spread", clause="MIR-PTS-2", answer=answer, attributes=[term(a) for a in Attribute])
    return {attribute.value: n for attribute, n in zip(Attribute, numbers, strict=True)}
