"""Checks, third part (对抗检定, 协同检定; FET-OPP, FET-COP): several at once, each with its own part, which is its player's to give."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose, choose_all, roll
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.hints import remembered
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.dice.pools import d
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.checks import Participant, TargetValue, check_points, checked, own_points, spend
from ludex.systems.fet.rules.rates import (
    Rated,
    found_target,
    hundred,
    known_value,
    label_of,
    rate_of,
    rated,
    ratio_of,
    why_rate,
)
from ludex.systems.fet.rules.roster import check_alive, used
from ludex.systems.fet.rules.wind_ups import wind_up_of
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, Result, tidy


async def _spend_all(state: State, people: tuple[Participant, ...], *, target: int) -> State:
    """FET-ACP-3: each participant pays its own time; who is used plays."""
    state = await used(state, *(one.who for one in people if one.who))
    for one in people:
        if one.who and own_points(state, one.who) is not None:
            cost = wind_up_of(target, known_value(state, one), options=state.options)
            state = await spend(state, one.who, cost=cost)
    return state


@rule("FET-ACP-2", "FET-LIV-4")
def _able(state: State, people: tuple[Participant, ...], *, called: bool) -> tuple[Participant, ...]:
    """The dead, and those without points, take no part: whom the GM calls is left out, anybody else is refused."""
    able, refused = [], []
    for one in people:
        try:
            check_alive(state, one.who or "")
            check_points(state, one.who or "")
            able.append(one)
        except RuleError as error:
            refused.append(error)
    if refused and (not called or len(able) < 2):
        raise refused[0]
    return tuple(able)


@rule("FET-LIV-1", "FET-LIV-4")
async def _taking_part(
    people: tuple[Participant, ...], asked: tuple[str, ...], *, called: bool
) -> tuple[Participant, ...]:
    """Who takes part: another player's part is that player's to give; who is called by the GM only throws."""
    words = ("take_part",) if called else ("take_part", "stay_out")
    options = tuple(Option(word, say(f"answers.{word}")) for word in words)
    what = say("questions.called_check" if called else "questions.take_part")
    due = {actor(p.who): Asking(what, options) for p in people if p.who and p.who in asked}
    said = await choose_all(due) if due else {}
    return tuple(p for p in people if said.get(actor(p.who or "")) != "stay_out")


class JointCheck(TargetValue, frozen=True):
    """A check of several. `asks`: whose players are asked first; `called`: by the GM; `group`: against the group's target."""

    participants: tuple[Participant, ...] = ()
    asks: tuple[str, ...] = ()
    called: bool = False
    group: bool = False


class OpposedCheck(JointCheck, frozen=True):
    """What `opposed_check` is given."""


class Opposed(msgspec.Struct, frozen=True):
    """How one participant did."""

    id: str
    rate: int
    face: int | None = None
    ratio: Number | None = None
    result: str | None = None


class OpposedChecked(msgspec.Struct, frozen=True):
    """Who won an opposed check: an id, or `draw`."""

    target: int
    winner: str
    participants: tuple[Opposed, ...]
    difficulty: Number | None = None
    why: dict[str, Total] = {}
    out: tuple[str, ...] | None = None
    set_off: tuple[SetOff, ...] | None = None


class SmallestRatio(msgspec.Struct, frozen=True):
    """A D100 for each rate, read as the place of the smallest face / rate; -1 where the smallest are equal (FET-OPP-1)."""

    rates: tuple[int, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        """One D100 each."""
        return (100,) * len(self.rates)

    def value(self, faces: tuple[int, ...]) -> int:
        """The winner's place; compared exactly, and a rate of 0 loses to any other."""
        ratios = [Fraction(face, rate) if rate else None for face, rate in zip(faces, self.rates, strict=True)]
        best = min((r for r in ratios if r is not None), default=None)
        return ratios.index(best) if ratios.count(best) == 1 else -1

    def weights(self) -> Mapping[int, int]:
        """In how many ways each wins: for every face of one, how many faces of the others are worse."""
        return _weights(self.rates)


@remembered(256)
def _weights(rates: tuple[int, ...]) -> Mapping[int, int]:
    wins = {place: sum(_worse(rates, place, face=face) for face in range(1, 101)) for place in range(len(rates))}
    return {**wins, -1: 100 ** len(rates) - sum(wins.values())}


def _worse(rates: tuple[int, ...], place: int, *, face: int) -> int:
    """In how many ways everybody else does worse than this face."""
    if not rates[place]:
        return 0
    ways = 1
    for other, rate in enumerate(rates):
        if other != place:
            ways *= 100 - min(100, face * rate // rates[place]) if rate else 100
    return ways


@rule("FET-OPP-1", "FET-OPP-2")
async def opposed_check(state: State, given: OpposedCheck) -> OpposedChecked:
    """Everybody rolls against one target; the smallest face / rate wins, success or not."""
    people = given.participants
    if len(people) < 2:
        raise RuleError("need_two", clause="FET-OPP-1", given=len(people))
    everybody, people = people, _able(state, people, called=given.called)
    people = await _taking_part(people, given.asks, called=given.called)
    if len(people) < 2:
        return OpposedChecked(0, "", (), out=_names(everybody, people))
    values = [known_value(state, p) for p in people]
    target = await found_target(_aimed(state, given), state.options)
    found = [rated(state, p.who, rate_of(v, target.target), p.attribute) for p, v in zip(people, values, strict=True)]
    rates = tuple(one.rate for one in found)
    names = [p.id or p.who or "" for p in people]
    state = await _spend_all(state, people, target=target.target)
    if state.options.diceless:
        winner, faces = await _named_winner(names, rates)
    elif len(people) == 2:
        winner, faces = await _thrown_by_two(people, names, rates)
    else:
        winner, faces = await _thrown_winner(people, names, rates)
    done = await checked(state, *people)
    return OpposedChecked(
        target=target.target,
        difficulty=target.difficulty,
        winner=winner,
        participants=tuple(
            _opposed(name, rate, face=face) for name, rate, face in zip(names, rates, faces, strict=True)
        ),
        out=_names(everybody, people),
        why={
            name: why_rate(rate, value, target=target.target, label=label_of(p))
            for name, rate, value, p in zip(names, found, values, people, strict=True)
        },
        set_off=done or None,
    )


Faces = tuple[int | None, ...]


async def _thrown_winner(
    people: tuple[Participant, ...], names: list[str], rates: tuple[int, ...]
) -> tuple[str, Faces]:
    """Everybody throws a D100."""
    rolled = await roll(SmallestRatio(rates), "rolls.opposed", who=tuple(actor(p.who) for p in people if p.who))
    return "draw" if rolled.value < 0 else names[rolled.value], rolled.faces or (None,) * len(names)


class Second(msgspec.Struct, frozen=True):
    """The other's D100 after the first face is known, read as in `SmallestRatio`."""

    rates: tuple[int, ...]
    first: int

    @property
    def sides(self) -> tuple[int, ...]:
        """One D100."""
        return (100,)

    def value(self, faces: tuple[int, ...]) -> int:
        """The winner's place."""
        return SmallestRatio(self.rates).value((self.first, *faces))

    def weights(self) -> Mapping[int, int]:
        """In how many ways each wins."""
        return Counter(self.value((face,)) for face in range(1, 101))


async def _thrown_by_two(
    people: tuple[Participant, ...], names: list[str], rates: tuple[int, ...]
) -> tuple[str, Faces]:
    """Each of two throws its own D100: real dice are typed for one's own alone."""
    one, other = (actor(p.who) if p.who else None for p in people)
    first = await roll(d(100), "rolls.opposed", who=one)
    second = await roll(Second(rates, first.value), "rolls.opposed", who=other)
    faces = (*first.faces, *second.faces) if first.faces and second.faces else (None, None)
    return "draw" if second.value < 0 else names[second.value], faces


@rule("FET-INT-3")
async def _named_winner(names: list[str], rates: tuple[int, ...]) -> tuple[str, Faces]:
    """Without dice the GM names the winner from the rates."""
    options = [Option(n, say("answers.winner", who=n, rate=r)) for n, r in zip(names, rates, strict=True)]
    options.append(Option("draw", say("answers.draw")))
    return await choose(GM, "questions.winner", options, named=True), (None,) * len(names)


def _opposed(name: str, rate: int, *, face: int | None) -> Opposed:
    if face is None:
        return Opposed(name, rate)
    return Opposed(name, rate, face, ratio_of(face, rate), Result.SUCCESS if face <= rate else Result.FAILURE)


class CooperativeCheck(JointCheck, frozen=True):
    """What `cooperative_check` is given: `values`, or `participants` of the table."""

    values: tuple[Number, ...] = ()


def _aimed(state: State, given: JointCheck) -> JointCheck:
    """The target that was named, or the group's, which may be a secret (FET-LIV-42)."""
    return replace(given, target=state.target) if given.group else given


class CooperativeChecked(msgspec.Struct, frozen=True):
    """How a cooperative check came out."""

    target: int
    total: Number
    rate: int
    chance: int
    result: str
    difficulty: Number | None = None
    face: int | None = None
    ratio: Number | None = None
    why: dict[str, Total] = {}
    out: tuple[str, ...] | None = None
    set_off: tuple[SetOff, ...] | None = None


def _names(everybody: tuple[Participant, ...], left: tuple[Participant, ...]) -> tuple[str, ...] | None:
    """Who stays out."""
    return tuple(p.who or p.id for p in everybody if p not in left) or None


@rule("FET-COP-1")
async def cooperative_check(state: State, given: CooperativeCheck) -> CooperativeChecked:
    """Add the values and roll once."""
    people = (*(Participant(value=v) for v in given.values), *given.participants)
    if len(people) < 2:
        raise RuleError("need_two", clause="FET-COP-1", given=len(people))
    everybody, people = people, _able(state, people, called=given.called)
    people = await _taking_part(people, given.asks, called=given.called)
    if len(people) < 2:
        return CooperativeChecked(0, 0, 0, 0, "", out=_names(everybody, people))
    terms = tuple(
        because(known_value(state, p), say("why.helper", who=p.id or p.who or n + 1), "FET-COP-1")
        for n, p in enumerate(people)
    )
    together = tidy(total(*terms).value)
    target = await found_target(_aimed(state, given), state.options)
    rate = rate_of(together, target.target)
    state = await _spend_all(state, people, target=target.target)
    thrown = await hundred(rate, diceless=state.options.diceless, whose=tuple(p.who for p in people))
    done = await checked(state, *people)
    return CooperativeChecked(
        target=target.target,
        difficulty=target.difficulty,
        total=together,
        rate=rate,
        chance=min(100, rate),
        face=thrown.face,
        ratio=ratio_of(thrown.face, rate),
        result=thrown.result,
        out=_names(everybody, people),
        why={
            "rate": why_rate(Rated(rate, rate), together, target=target.target),
            "total": Total(together, terms, clause="FET-COP-1"),
        },
        set_off=done or None,
    )
