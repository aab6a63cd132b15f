"""Checks, second part (检定; FET-CHK-3, FET-FRE, FET-OPP, FET-COP): free, opposed and cooperative checks, and the D100 itself."""

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
from ludex.systems.fet.events import FightersChanged, PointsKept
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.acts import wind_up_of
from ludex.systems.fet.rules.lasting import buff_terms
from ludex.systems.fet.rules.roster import check_alive, used
from ludex.systems.fet.rules.targets import (
    Target,
    check_spec,
    found_target,
    known_value,
    label_of,
    rate_of,
    why_rate,
)
from ludex.systems.fet.sheet import Modifier, Sheet
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, Result, half_up, tidy


class TargetValue(msgspec.Struct, frozen=True):
    """What `target_value` is given."""

    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False


@rule("FET-TAR-1", "FET-TAR-4")
async def target_value(state: State, given: TargetValue) -> Target:
    """Find the target value."""
    return await found_target(given, state.options)


class Thrown(msgspec.Struct, frozen=True):
    """A D100 against a rate; no face where the GM decided."""

    result: str
    face: int | None = None


class Under(msgspec.Struct, frozen=True):
    """A D100 read as whether it is at most the rate (Ruling FET-E-2: equal succeeds)."""

    rate: int

    @property
    def sides(self) -> tuple[int, ...]:
        """One D100."""
        return (100,)

    def value(self, faces: tuple[int, ...]) -> int:
        """1 for a success, 0 for a failure."""
        return int(faces[0] <= self.rate)

    def weights(self) -> Mapping[int, int]:
        """As many faces succeed as the rate has points."""
        good = min(100, self.rate)
        return {1: good, 0: 100 - good}


@rule("FET-CHK-3", "FET-INT-3")
async def hundred(rate: int, *, diceless: bool) -> Thrown:
    """Roll a D100 under the rate; without dice the GM decides from it (Ruling FET-E-32)."""
    if diceless:
        options = (
            Option(Result.SUCCESS, say("answers.success", rate=rate)),
            Option(Result.FAILURE, say("answers.failure", rate=rate)),
        )
        return Thrown(await choose(GM, say("questions.result", rate=rate), options))
    rolled = await roll(Under(rate), say("rolls.d100", rate=rate))
    return Thrown(Result.SUCCESS if rolled.value else Result.FAILURE, rolled.faces[0] if rolled.faces else None)


@rule("FET-CHK-3")
def ratio_of(face: int | None, rate: int) -> Number | None:
    """face / rate for comparing, two places; absent where there is none."""
    return half_up(face / rate, 2) if face is not None and rate else None


class Participant(msgspec.Struct, frozen=True):
    """One side of an opposed check."""

    id: str = ""
    value: Number | None = None
    sheet: Sheet | None = None
    who: str | None = None
    attribute: str | None = None
    modifiers: tuple[Modifier, ...] = ()


class Check(msgspec.Struct, frozen=True):
    """What `check` is given. `who` is a character of the table, whose battle points then count."""

    value: Number | None = None
    sheet: Sheet | None = None
    who: str | None = None
    attribute: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False
    on_timeline: bool = False
    action_points: Number | None = None


class Checked(msgspec.Struct, frozen=True):
    """How a check came out. `rate` is uncapped, `chance` is what it is worth."""

    target: int
    rate: int
    chance: int
    result: str
    difficulty: Number | None = None
    face: int | None = None
    ratio: Number | None = None
    cost: Number | None = None
    action_points: Number | None = None
    why: dict[str, Total] = {}


@rule("FET-CHK-2", "FET-CHK-3", "FET-FRE-1", "FET-ACP-1")
async def check(state: State, given: Check) -> Checked:
    """One character against a target value."""
    if given.on_timeline:  # FET-TAR-5
        raise RuleError("no_check_on_timeline", clause="FET-TAR-5")
    check_alive(state, given.who or "")
    points = _points(state, given)
    value = known_value(state, given)
    check_spec(given)
    if points is not None and value <= 0:  # FET-ACP-1
        raise RuleError("attribute_zero", clause="FET-ACP-1", value=value)
    target = await found_target(given, state.options)
    rate = rate_of(value, target.target)
    cost = None if points is None else wind_up_of(target.target, value, options=state.options)
    state = await used(state, given.who or "")
    thrown = await hundred(rate, diceless=state.options.diceless)
    await _spend(state, given.who or "", cost=cost)
    return Checked(
        target=target.target,
        difficulty=target.difficulty,
        rate=rate,
        chance=min(100, rate),
        face=thrown.face,
        ratio=ratio_of(thrown.face, rate),
        result=thrown.result,
        cost=cost,
        action_points=None if points is None or cost is None else max(0, tidy(points - cost)),
        why={"rate": _why(state, given, rate=rate, value=value, target=target.target)},
    )


def _why(state: State, given: Check, *, rate: int, value: Number, target: int) -> Total:
    """A rate with its reasons; beneath the value, the buffs on it."""
    own = given.who if given.value is None and given.sheet is None else None
    terms = buff_terms(state, own, given.attribute) if own and given.attribute else ()
    return why_rate(rate, value, target=target, label=label_of(given), terms=terms)


@rule("FET-ACP-2")
def _points(state: State, given: Check) -> Number | None:
    """The action points that count here; with none left nothing can be checked."""
    points = own_points(state, given.who or "") if given.action_points is None else given.action_points
    if points is not None and points <= 0:
        raise RuleError("no_action_points", clause="FET-ACP-2", points=points)
    return points


@rule("FET-ACP-3")
def own_points(state: State, who: str) -> Number | None:
    """The action points that somebody has, in a battle or out of it; None where they are not counted (Ruling FET-E-46)."""
    fighter, character = state.fighter(who), state.characters.get(who)
    return fighter.action_points if fighter else character.action_points if character else None


async def _spend(state: State, who: str, *, cost: Number | None) -> State:
    """Somebody who counts action points pays for a check."""
    points = own_points(state, who)
    if points is None or cost is None:
        return state
    left = max(0, tidy(points - cost))
    if who in state.characters:
        return await happen(PointsKept(who, left))
    fighters = tuple(replace(f, action_points=left) for f in (state.fighter(who),) if f)
    return await happen(FightersChanged(state.battle.time if state.battle else 0, fighters))


async def _spend_all(state: State, people: tuple[Participant, ...], *, target: int) -> None:
    """FET-ACP-3: each participant pays its own time; who is used plays."""
    state = await used(state, *(one.who for one in people if one.who))
    for one in people:
        if one.who and own_points(state, one.who) is not None:
            cost = wind_up_of(target, known_value(state, one), options=state.options)
            state = await _spend(state, one.who, cost=cost)


def _check_points(state: State, people: tuple[Participant, ...]) -> None:
    """FET-ACP-2: the dead, and those without points, take no part."""
    for one in people:
        check_alive(state, one.who or "")
        points = own_points(state, one.who or "")
        if points is not None and points <= 0:
            raise RuleError("no_action_points", clause="FET-ACP-2", points=points)


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


class OpposedCheck(msgspec.Struct, frozen=True):
    """What `opposed_check` is given. `asks`: whose players are asked first; `called`: by the GM."""

    participants: tuple[Participant, ...] = ()
    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False
    asks: tuple[str, ...] = ()
    called: bool = False


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
    _check_points(state, people)
    people, everybody = await _taking_part(people, given.asks, called=given.called), people
    if len(people) < 2:
        return OpposedChecked(0, "", (), out=_names(everybody, people))
    values = [known_value(state, p) for p in people]
    target = await found_target(given, state.options)
    rates = tuple(rate_of(value, target.target) for value in values)
    names = [p.id or p.who or "" for p in people]
    await _spend_all(state, people, target=target.target)
    winner, faces = await (_named_winner if state.options.diceless else _thrown_winner)(names, rates)
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
            for name, rate, value, p in zip(names, rates, values, people, strict=True)
        },
    )


Faces = tuple[int | None, ...]


async def _thrown_winner(names: list[str], rates: tuple[int, ...]) -> tuple[str, Faces]:
    """Everybody throws a D100."""
    rolled = await roll(SmallestRatio(rates), "rolls.opposed")
    return "draw" if rolled.value < 0 else names[rolled.value], rolled.faces or (None,) * len(names)


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


class CooperativeCheck(msgspec.Struct, frozen=True):
    """What `cooperative_check` is given: `values`, or `participants` of the table."""

    values: tuple[Number, ...] = ()
    participants: tuple[Participant, ...] = ()
    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False
    asks: tuple[str, ...] = ()
    called: bool = False


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


def _names(everybody: tuple[Participant, ...], left: tuple[Participant, ...]) -> tuple[str, ...] | None:
    """Who stays out."""
    return tuple(p.who or p.id for p in everybody if p not in left) or None


@rule("FET-COP-1")
async def cooperative_check(state: State, given: CooperativeCheck) -> CooperativeChecked:
    """Add the values and roll once."""
    people = (*(Participant(value=v) for v in given.values), *given.participants)
    if len(people) < 2:
        raise RuleError("need_two", clause="FET-COP-1", given=len(people))
    _check_points(state, people)
    people, everybody = await _taking_part(people, given.asks, called=given.called), people
    if len(people) < 2:
        return CooperativeChecked(0, 0, 0, 0, "", out=_names(everybody, people))
    terms = tuple(
        because(known_value(state, p), say("why.helper", who=p.id or p.who or n + 1), "FET-COP-1")
        for n, p in enumerate(people)
    )
    together = tidy(total(*terms).value)
    target = await found_target(given, state.options)
    rate = rate_of(together, target.target)
    await _spend_all(state, people, target=target.target)
    thrown = await hundred(rate, diceless=state.options.diceless)
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
            "rate": why_rate(rate, together, target=target.target),
            "total": Total(together, terms, clause="FET-COP-1"),
        },
    )
