"""Checks, second part (检定; FET-CHK-3, FET-TAR, FET-FRE, FET-OPP, FET-COP): one character against a target value, and several at once.

What a check costs is taken (FET-ACP). In a check of several each has its own part, which is its player's to give.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from math import lcm
from typing import Annotated, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose, choose_all, choose_first, roll
from ludex.core.declaring import Deed, as_asked
from ludex.core.deeds import ANYONE, PERSON, REST, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, because, total
from ludex.core.hints import remembered
from ludex.core.names import split_list
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.dice.pools import d
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events.battle import FightersChanged
from ludex.systems.fet.events.people import Counted, PointsKept
from ludex.systems.fet.events.telling import SPENT, Moved
from ludex.systems.fet.kinds import DIFFICULTY, Kinds, PeopleNamed
from ludex.systems.fet.kinds.reading import of_target, target_in
from ludex.systems.fet.rules.advancing import set_off
from ludex.systems.fet.rules.clock import wind_up_of
from ludex.systems.fet.rules.lasting import value_terms
from ludex.systems.fet.rules.rates import (
    Rated,
    Subject,
    Target,
    check_spec,
    found_target,
    hundred,
    known_value,
    label_of,
    rate_of,
    rated,
    ratio_of,
    why_rate,
)
from ludex.systems.fet.rules.roster import (
    SELF,
    check_actor,
    check_alive,
    check_character,
    check_unburdened,
    people_in,
    used,
)
from ludex.systems.fet.rules.windows import SetOff
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Attribute, Event, Number, Result, tidy


class TargetValue(msgspec.Struct, frozen=True):
    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False


@rule("FET-TAR-1", "FET-TAR-4")
async def target_value(state: State, given: TargetValue) -> Target:
    """Find the target value."""
    return await found_target(given, state.options)


def target_said(state: State, text: str) -> dict[str, Number]:
    """The target that was typed, else the group's."""
    if text.strip():
        return target_in(text)
    if state.target is None:
        raise RuleError("target_untold" if state.target_by else "no_target", clause="FET-CEX-2")
    return {"target": state.target}


class Participant(Subject, frozen=True):
    id: str = ""


class Check(Subject, frozen=True):
    """What `check` is given. `who` is a character of the table, whose battle points then count."""

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
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-CHK-2", "FET-CHK-3", "FET-FRE-1", "FET-ACP-1")
async def check(state: State, given: Check) -> Checked:
    """One character against a target value."""
    if given.on_timeline:  # FET-TAR-5
        raise RuleError("no_check_on_timeline", clause="FET-TAR-5")
    check_alive(state, given.who or "")
    points = check_points(state, given.who or "", given.action_points)
    value = known_value(state, given)
    check_spec(given)
    if points is not None and value <= 0:  # FET-ACP-1
        raise RuleError("attribute_zero", clause="FET-ACP-1", value=value)
    target = await found_target(given, state.options)
    found = rated(state, given.who, rate_of(value, target.target), given.attribute)
    rate = found.rate
    cost = None if points is None else wind_up_of(target.target, value, options=state.options)
    state = await used(state, given.who or "")
    thrown = await hundred(rate, diceless=state.options.diceless, whose=(given.who,))
    state = await spend(state, given.who or "", cost=cost)
    done = await checked(state, given)
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
        why={"rate": _why(state, given, found, value=value, target=target.target)},
        set_off=done or None,
    )


@rule("FET-LIV-27", "FET-LIV-56")
async def checked(state: State, *people: Subject) -> tuple[SetOff, ...]:
    """Characters of the table have checked: it is counted, and may set something off."""
    own = [(one.who, one.attribute or "") for one in people if one.who]
    for who, _ in own:
        state = await happen(Counted(who, "check"))
    return (
        await set_off(state, [occasion(Event.CHECKED, who, of={"attribute": attribute}) for who, attribute in own])
    ).rows


def _why(state: State, given: Check, found: Rated, *, value: Number, target: int) -> Total:
    """A rate with its reasons; beneath the value, the buffs on it."""
    own = given.who if given.value is None and given.sheet is None else None
    terms = value_terms(state, own, given.attribute) if own and given.attribute else ()
    return why_rate(found, value, target=target, label=label_of(given), terms=terms)


@rule("FET-ACP-2")
def check_points(state: State, who: str, given: Number | None = None) -> Number | None:
    """The action points that a check is paid from, somebody's own unless they are given; with none left nothing is checked."""
    points = own_points(state, who) if given is None else given
    if points is not None and points <= 0:
        called = state.called(who) if who else say("view.somebody")
        raise RuleError("no_action_points", clause="FET-ACP-2", points=points, who=called)
    return points


@rule("FET-ACP-3")
def own_points(state: State, who: str) -> Number | None:
    fighter, character = state.fighter(who), state.characters.get(who)
    return fighter.action_points if fighter else character.action_points if character else None


async def spend(state: State, who: str, *, cost: Number | None) -> State:
    """Somebody who counts action points pays for a check."""
    points = own_points(state, who)
    if points is None or cost is None:
        return state
    left = max(0, tidy(points - cost))
    if who in state.characters:
        return await happen(PointsKept(who, left, was=points))
    fighters = tuple(replace(f, action_points=left) for f in (state.fighter(who),) if f)
    moved = (Moved(who, SPENT, points, left),)
    return await happen(FightersChanged(state.battle.time if state.battle else 0, fighters, moved=moved))


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
    due = {actor(p.who): _asking(p, called=called) for p in people if p.who and p.who in asked}
    said = await choose_all(due) if due else {}
    return tuple(p for p in people if said.get(actor(p.who or "")) != "stay_out")


def _asking(one: Participant, *, called: bool) -> Asking:
    """Whether somebody takes part; who is called may only throw."""
    words = ("take_part",) if called else ("take_part", "stay_out")
    options = tuple(Option(word, say(f"answers.{word}")) for word in words)
    what = say("questions.called_check" if called else "questions.take_part", attribute=term(one.attribute or ""))
    return Asking(what, options)


J = TypeVar("J", bound="JointCheck")


class JointCheck(TargetValue, frozen=True):
    """A check of several. `asks`: whose players are asked first; `called`: by the GM; `group`: against the group's target."""

    participants: tuple[Participant, ...] = ()
    asks: tuple[str, ...] = ()
    called: bool = False
    group: bool = False


class JointLine(Deed, group="checks", who=ANYONE, together="people", beside=PERSON):
    attribute: Annotated[Attribute, Field("", refusal="attribute_not_found")]
    people: PeopleNamed = ()
    goal: Annotated[str, Field("", REST, owner=DIFFICULTY)] = ""

    @classmethod
    def word(cls, asked: Asked, kinds: Kinds) -> Kinds:
        """The target is the GM's word, and so is an NPC's part (FET-LIV-1)."""
        names, words = as_asked(cls, asked).participants(asked)
        npcs = any(asked.state.characters[who].npc for who in names if who in asked.state.characters)
        return (*(kinds if words else ()), *(("circumstance.partner",) if npcs else ()))

    @rule("FET-LIV-4", "FET-LIV-60")
    def participants(self, asked: Asked) -> tuple[list[str], list[str]]:
        """Who is named, one by one, by a side, as everybody or by a beginning that several share; and the words of the target among them."""
        state: State = asked.state
        said = [*self.people, *(name for word in self.goal.split() for name in split_list(word))]
        words = [word for word in said if of_target(word) and word not in state.people]
        meant = ([check_actor(asked)] if w in SELF else people_in(state, [w]) for w in said if w not in words)
        people = list(dict.fromkeys(who for one in meant for who in one))
        other = len(people) == 1 and not asked.gm and people[0] not in asked.controls
        return (
            [check_actor(asked), *people] if other else people
        ), words  # FET-LIV-1: her own part goes without saying

    def check_of(self, asked: Asked, check: type[J]) -> J:
        """Everybody who takes part, with the attribute that counts, and the target."""
        state, (names, words) = asked.state, self.participants(asked)
        for who in names:
            check_character(state, who)
            check_unburdened(state, who, self.attribute)
        secret = bool(state.target_by) and not words
        aim = {"group": True} if secret else target_said(state, " ".join(words))
        people = tuple(Participant(id=who, who=who, attribute=self.attribute) for who in names)
        others = tuple(who for who in names if not state.characters[who].npc and who not in asked.controls)
        return replace(check(participants=people, asks=others, called=asked.gm), **aim)


class OpposedCheck(JointCheck, frozen=True):
    pass


class Oppose(JointLine, names=("对抗", "op", "oppose"), example=".对抗 意志 爱丽丝、韩左 100"):
    def do(self, asked: Asked) -> Do:
        return Do("called_contest" if asked.gm else "opposed_check", self.check_of(asked, OpposedCheck))

    def foresee(self, asked: Asked) -> Do:
        return Do("opposed_check", self.check_of(asked, OpposedCheck))


class Opposed(msgspec.Struct, frozen=True):
    id: str
    rate: int
    face: int | None = None
    ratio: Number | None = None
    result: str | None = None


class OpposedChecked(msgspec.Struct, frozen=True):
    """Who won an opposed check: an id, or `draw`; nobody where too few take part."""

    target: int
    winner: str | None
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
        return (100,) * len(self.rates)

    def value(self, faces: tuple[int, ...]) -> int:
        """The winner's place; compared exactly, and a rate of 0 loses to any other."""
        common = lcm(*filter(None, self.rates))
        ratios = [face * (common // rate) if rate else None for face, rate in zip(faces, self.rates, strict=True)]
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


Faces = tuple[int | None, ...]


class Contest(msgspec.Struct, frozen=True):
    """A contest before its dice: who takes part, each with its value and rate, against which target."""

    people: tuple[Participant, ...]
    values: tuple[Number, ...]
    found: tuple[Rated, ...]
    target: Target

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.id or p.who or "" for p in self.people)

    @property
    def rates(self) -> tuple[int, ...]:
        return tuple(one.rate for one in self.found)

    def won_by(self, place: int) -> str:
        """Who has won, by the place that the dice give."""
        return "draw" if place < 0 else self.names[place]


@rule("FET-OPP-1", "FET-OPP-2")
async def opposed_check(state: State, given: OpposedCheck) -> OpposedChecked:
    """Everybody rolls against one target; the smallest face / rate wins, success or not."""
    people = await _taking_part(_contestants(state, given), given.asks, called=given.called)
    if len(people) < 2:
        return OpposedChecked(0, None, (), out=_names(given.participants, people))
    return await _contested(state, given, people, _thrown_one_by_one if len(people) == 2 else _thrown_together)


@rule("FET-LIV-4", "FET-OPP-1")
async def called_contest(state: State, given: OpposedCheck) -> OpposedChecked:
    """The GM's contest: NPCs throw at once, everybody called when she answers, and the last one tells who has won."""
    return await _contested(state, given, _contestants(state, given), partial(_thrown_one_by_one, asked=given.asks))


def _contestants(state: State, given: OpposedCheck) -> tuple[Participant, ...]:
    """All who can take part in a contest."""
    if len(given.participants) < 2:
        raise RuleError("need_two", clause="FET-OPP-1", given=len(given.participants))
    return _able(state, given.participants, called=given.called)


async def _contested(
    state: State,
    given: OpposedCheck,
    people: tuple[Participant, ...],
    thrown: Callable[[Contest], Awaitable[tuple[str, Faces]]],
) -> OpposedChecked:
    """Who of several wins; without dice the GM says so."""
    values = tuple(known_value(state, p) for p in people)
    target = await found_target(_aimed(state, given), state.options)
    rates = [rated(state, p.who, rate_of(v, target.target), p.attribute) for p, v in zip(people, values, strict=True)]
    contest = Contest(people, values, tuple(rates), target)
    state = await _spend_all(state, people, target=target.target)
    winner, faces = await (_named_winner if state.options.diceless else thrown)(contest)
    done = await checked(state, *people)
    return OpposedChecked(
        target=target.target,
        difficulty=target.difficulty,
        winner=winner,
        participants=tuple(map(_opposed, contest.names, contest.rates, faces)),
        out=_names(given.participants, people),
        why={
            name: why_rate(rate, value, target=target.target, label=label_of(p))
            for name, rate, value, p in zip(contest.names, rates, values, people, strict=True)
        },
        set_off=done or None,
    )


async def _thrown_together(contest: Contest) -> tuple[str, Faces]:
    """Everybody throws a D100."""
    whose = tuple(actor(p.who) for p in contest.people if p.who)
    rolled = await roll(SmallestRatio(contest.rates), "rolls.opposed", who=whose)
    return contest.won_by(rolled.value), rolled.faces or (None,) * len(contest.people)


class Last(msgspec.Struct, frozen=True):
    """The last D100 after all others are known (its own is 0 among them), read as in `SmallestRatio`."""

    rates: tuple[int, ...]
    thrown: tuple[int, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        return (100,)

    def value(self, faces: tuple[int, ...]) -> int:
        return SmallestRatio(self.rates).value(tuple(one or faces[0] for one in self.thrown))

    def weights(self) -> Mapping[int, int]:
        return Counter(self.value((face,)) for face in range(1, 101))


@rule("FET-LIV-4", "FET-LIV-6")
async def _thrown_one_by_one(contest: Contest, asked: tuple[str, ...] = ()) -> tuple[str, Faces]:
    """Each throws its own D100, the only one that she may type: who is asked when she answers, all others at once."""
    people = contest.people
    waits = {actor(p.who): n for n, p in enumerate(people) if p.who and p.who in asked}
    at_once = [n for n in range(len(people)) if n not in waits.values()]
    thrown, faces, won = [0] * len(people), list[int | None]([None] * len(people)), -1
    for left in range(len(people), 0, -1):
        due = {who: _asking(people[place], called=True) for who, place in waits.items()}
        place = at_once.pop(0) if at_once else waits.pop((await choose_first(due))[0])
        pool = d(100) if left > 1 else Last(contest.rates, tuple(thrown))
        rolled = await roll(pool, "rolls.opposed", who=actor(who) if (who := people[place].who) else None)
        won = thrown[place] = rolled.value
        faces[place] = rolled.faces[0] if rolled.faces else None
    return contest.won_by(won), tuple(faces)


@rule("FET-INT-3")
async def _named_winner(contest: Contest) -> tuple[str, Faces]:
    """Without dice the GM names the winner from the rates."""
    rated_names = zip(contest.names, contest.rates, strict=True)
    options = [Option(n, say("answers.winner", who=n, rate=r)) for n, r in rated_names]
    options.append(Option("draw", say("answers.draw")))
    return await choose(GM, "questions.winner", options, named=True), (None,) * len(contest.people)


def _opposed(name: str, rate: int, face: int | None) -> Opposed:
    if face is None:
        return Opposed(name, rate)
    return Opposed(name, rate, face, ratio_of(face, rate), Result.SUCCESS if face <= rate else Result.FAILURE)


class CooperativeCheck(JointCheck, frozen=True):
    """What `cooperative_check` is given: `values`, or `participants` of the table."""

    values: tuple[Number, ...] = ()


class Cooperate(JointLine, names=("协同", "co", "coop"), example=".协同 力量 爱丽丝、韩左 100"):
    def do(self, asked: Asked) -> Do:
        return Do("cooperative_check", self.check_of(asked, CooperativeCheck))


def _aimed(state: State, given: JointCheck) -> JointCheck:
    """The target that was named, or the group's, which may be a secret (FET-LIV-42)."""
    return replace(given, target=state.target) if given.group else given


class CooperativeChecked(msgspec.Struct, frozen=True):
    """How a cooperative check came out; without a result where too few take part."""

    target: int
    total: Number
    rate: int
    chance: int
    result: str | None
    difficulty: Number | None = None
    face: int | None = None
    ratio: Number | None = None
    why: dict[str, Total] = {}
    out: tuple[str, ...] | None = None
    set_off: tuple[SetOff, ...] | None = None


def _names(everybody: tuple[Participant, ...], left: tuple[Participant, ...]) -> tuple[str, ...] | None:
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
        return CooperativeChecked(0, 0, 0, 0, None, out=_names(everybody, people))
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
