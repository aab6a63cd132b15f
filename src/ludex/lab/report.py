"""A designer's report of a system: how its demo goes by each way to play, curves over its numbers, how likely checks are over levels and
difficulties, how dangerous each stat block is to the party and what each weapon and spell does, what a point of each number of the sheet is worth,
and what each option of the table changes. Checks are exact; all else is by rehearsals on the same dice."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from statistics import median
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.core.checking import slim
from ludex.core.deeds import Do
from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.core.principals import PLAYER
from ludex.core.rehearsal import Knob, Setup
from ludex.core.sheets import WHOLE, Entry
from ludex.core.system import Demo, System, Viewer
from ludex.core.weighing import Over
from ludex.lab.luck import Interval
from ludex.lab.outcome import Rehearsed
from ludex.lab.preview import Preview, decider, previews, proven
from ludex.lab.rehearsing import How, rehearse, side_by_side, vary
from ludex.lab.runs import Run, Trial, lab_of, prepared
from ludex.table.characters import Rewritten, rewrite, sheets_of

COUNTS = (1, 2, 4, 8)
"""So many of each stat block are tried."""
FAIR = 0.7
"""The chance at which a fight is called fair."""
ODD = 2.0
"""So many times more or less dangerous than its life lets expect is an outlier."""

LOOKS = 3
"""So many fights against each stat block it is looked at what people strike with."""
MEANS = ("weapon", "spell", "item", "strike", "source", "action", "name")
"""The fields of a deed that say with what."""

Told = Callable[[str], None]


class Curve(Struct, frozen=True):
    """A knob, and what its values come to."""

    knob: Knob
    found: dict[int, Interval]


class Danger(Struct, frozen=True):
    """A stat block against the party: its life, what so many of it come to, how many are a fair fight; `odd`: how many times more dangerous
    than its life lets expect (below 1: less)."""

    key: str
    called: str
    life: float
    found: dict[int, Interval]
    fair: float
    rounds: float
    odd: float = 1.0

    @property
    def beyond(self) -> bool:
        """Whether even the most that were tried are less than a fair fight."""
        return all(win.share >= FAIR for win in self.found.values())

    @property
    def outlier(self) -> bool:
        """Whether it stands out."""
        return not 1 / ODD < self.odd < ODD


class Check(Struct, frozen=True):
    """A check at one level: the exact chance at every difficulty."""

    called: str
    at: int
    chances: dict[int, float]


class Means(Struct, frozen=True):
    """Something to strike with in somebody's hands: the share of a usual opponent's life that a turn of it is expected to take, how many times
    as much that is as the median of her side's means (`odd`), and the exact odds of the blow, which say why."""

    who: str
    means: str
    key: str
    """Her stat block; "" for one of the party."""
    harm: float
    why: tuple[Preview, ...] = ()
    odd: float = 1.0

    @property
    def outlier(self) -> bool:
        """Whether it stands out."""
        return not 1 / ODD < self.odd < ODD


class Swing(Struct, frozen=True):
    """What another value of an option does to the chance to win, or one more of a number on each sheet of the party."""

    option: str
    value: str
    usual: Interval
    other: Interval

    @property
    def by(self) -> float:
        """By how much."""
        return self.other.share - self.usual.share


class Reported(Struct, frozen=True):
    """The whole report."""

    system: str
    runs: int
    ways: dict[str, Rehearsed]
    curves: tuple[Curve, ...]
    dangers: tuple[Danger, ...]
    points: tuple[Swing, ...]
    swings: tuple[Swing, ...]
    checks: tuple[Check, ...] = ()
    means: tuple[Means, ...] = ()
    open: str = ""
    """How the scene was turned for what points and options change (`哥布林 ×3`): as near as it comes to an open fight, where a little more shows."""


def report(
    system: System,
    state: Struct | None = None,
    *,
    away: tuple[str, ...] | None = None,
    runs: int = 48,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Told | None = None,
) -> Reported:
    """Rehearse everything that a report tells, of the system's demo, or of a table as it stands, with its own content; `away`: without these
    (of a demo, without whom no player may know)."""
    if system.demo is None:
        raise RuleError("no_lab", system=system.id)
    say = progress or (lambda _what: None)
    say("demo")
    setup = Setup(away=away if away is not None else unknown(system, system.demo()) if state is None else ())
    lab, state = lab_of(system), system.demo().state if state is None else state
    ways = side_by_side(system, state, setup, seed=seed, runs=runs, executor=executor)
    ours = next(iter(ways.values())).ours
    best = {ours: lab.ways[-1]}
    curves = []
    shown = {system.actors(state)[who].rstrip("0123456789 ") for who in setup.away}
    knobs = [one for one in (lab.knobs(state) if lab.knobs else ()) if one.what in ("count", "limit")]
    for knob in (one for one in knobs if one.whose not in shown):
        say(knob.key)
        values = range(max(1, knob.low), min(knob.high, knob.now + 4) + 1)
        tried = vary(system, state, setup, knob.key, values, policy=best, seed=seed, runs=runs, executor=executor)
        curves.append(Curve(knob, {value: one.win for value, one in tried.items()}))
    dangers = _judged(list(_dangers(system, state, runs=runs, seed=seed, executor=executor, say=say)))
    how = How(policy=best, seed=seed, runs=runs, executor=executor)
    wins = [(abs(win.share - 0.5), one.knob, value) for one in curves for value, win in one.found.items()]
    turned = ""
    if wins:
        _, knob, value = min(wins, key=lambda one: one[0])
        setup, turned = replace(setup, knobs={knob.key: value}), f"{knob.whose} ×{value}"
    usual = rehearse(system, state, setup, **how)
    points = tuple(_points(system, state, setup, usual, how, say=say))
    swings = tuple(_swings(system, state, setup, usual, how, say=say))
    say("checks")
    means = weighed(system, state, seed)
    return Reported(system.id, runs, ways, tuple(curves), dangers, points, swings, checks(system), means, turned)


def checks(system: System) -> tuple[Check, ...]:
    """How likely checks are, exactly, over levels and difficulties."""
    found = []
    for ladder in lab_of(system).ladders:
        chances = {}
        for difficulty, said in ladder.steps.items():
            state, given = system.read(ladder.procedure, None, said)
            chances[difficulty] = float(proven(system, state, Do(ladder.procedure, given), *ladder.wanted))
        found.append(Check(ladder.called, ladder.at, chances))
    return tuple(found)


def unknown(system: System, demo: Demo) -> tuple[str, ...]:
    """Who is in a demo of whom no player may know yet: it is told without them."""
    viewer = Viewer(PLAYER, tuple(who for people in demo.seats.values() for who in people))
    seen = system.actors(system.known_to(demo.state, viewer))
    return tuple(who for who in system.actors(demo.state) if who not in seen)


# ------------------------------------------------------------------------------------------------ stat blocks
def can_face(system: System) -> bool:
    """Whether a party can be set against stat blocks."""
    return system.lab is not None and system.lab.party is not None and system.lab.brings is not None


def facing(system: System, state: Struct, creature: str, count: int) -> Struct:
    """The party with so many of a stat block before it."""
    lab = lab_of(system)
    if lab.party is None or lab.brings is None:
        raise RuleError("no_lab", system=system.id)
    alone = lab.party(state)
    do = lab.brings(alone, creature, count)
    procedure = system.procedures[do.procedure]
    given = procedure.read(do.given) if isinstance(do.given, dict) else do.given
    dice = random.Random(f"{creature}:{count}")
    done = settle(
        lambda: procedure.run(alone, given),
        alone,
        system.fold,
        throw=lambda ask: tuple(dice.randrange(side) + 1 for side in ask.pool.sides),
        decide=decider(system),
    )
    found: Struct = done.state
    return found


def _dangers(
    system: System, state: Struct, *, runs: int, seed: int, executor: Executor | None, say: Told
) -> Iterator[Danger]:
    lab = lab_of(system)
    for key, called in (lab.creatures(state) if lab.creatures else {}).items():
        say(called)
        found: dict[int, Interval] = {}
        life, rounds = 0.0, 0.0
        for count in COUNTS:
            try:
                there = facing(system, state, key, count)
                sides = lab.sides(lab.ready(there, Setup()))
                ours, theirs = list(sides)[:2]
                tried = rehearse(system, there, None, {ours: lab.ways[-1]}, seed=seed, runs=runs, executor=executor)
            except (RuleError, ValueError):  # it cannot be brought on here, or stands against nobody
                break
            found[count] = tried.win
            if count == 1:
                life = next(iter(lab.left(there)[sides[theirs][0]].values())).full
                rounds = tried.length[1]
            if tried.win.high < FAIR / 2:
                break
        if found:
            yield Danger(key, called, life, found, fair_count(found), rounds)


def fair_count(found: dict[int, Interval]) -> float:
    """How many of them are a fair fight: between the counts that were tried, by a straight line."""
    before_count, before = 0, 1.0
    for count, win in found.items():
        if win.share < FAIR:
            return before_count + (count - before_count) * (before - FAIR) / max(1e-9, before - win.share)
        before_count, before = count, win.share
    return float(before_count)


def _judged(dangers: list[Danger]) -> tuple[Danger, ...]:
    """Each with how much more dangerous it is than its life lets expect, the most dangerous first."""
    each = {one.key: 1 / max(0.05, one.fair) / max(1.0, one.life) for one in dangers}
    usual = median(each.values()) if each else 1.0
    judged = [replace(one, odd=each[one.key] / usual) for one in dangers]
    return tuple(sorted(judged, key=lambda one: one.fair))


# ------------------------------------------------------------------------------------------------ weapons and spells
class Looking(Run):
    """A run in which it is looked at every turn what each of somebody's means would do now."""

    seen: dict[tuple[str, str], list[tuple[float, Struct, Do]]]

    def _took_turn(self, able: tuple[str, ...]) -> bool:
        for who in able:
            for one in self.lab.candidates(self.state, (who,)) if self.lab.candidates else ():
                if one.hurts > 0 and (means := _with_what(one.do)):
                    self.seen.setdefault((who, means), []).append((one.hurts, self.state, one.do))
        return super()._took_turn(able)


def _with_what(do: Do) -> str:
    """With what a deed strikes, by its id or name; "" where it does not say."""
    given = getattr(do.given, "given", do.given)
    said = (getattr(given, field, "") for field in MEANS)
    return next((name for one in said if isinstance(name := getattr(one, "name", one), str) and name), "")


def _means(system: System, state: Struct, seed: int) -> Iterator[Means]:
    """Whatever one of the party or a stat block strikes with, as it stands in fights of the party against each stat block."""
    lab = lab_of(system)
    seen: dict[str, dict[tuple[str, str], list[tuple[float, Struct, Do]]]] = {"": {}}
    names: dict[str, str] = {}
    for creature, called in (lab.creatures(state) if lab.creatures and lab.candidates else {}).items():
        try:
            there = prepared(system, facing(system, state, creature, 1), Setup())
            ours, theirs = list(lab.sides(there).values())[:2]
            policies = dict.fromkeys(lab.sides(there), lab.policies[lab.ways[-1]])
            for n in range(LOOKS):
                run = Looking(system, there, Trial(system.id, b"", policies=policies, seed=str(seed)), n)
                run.seen = {}
                run.played()
                for (who, means), could in run.seen.items():
                    whose = "" if who in ours else creature
                    seen.setdefault(whose, {}).setdefault((who if who in ours else theirs[0], means), []).extend(could)
        except (RuleError, ValueError):
            continue
        names |= system.actors(there) | {theirs[0]: called}
        for (who, means), could in seen.pop(creature, {}).items():
            yield Means(names[who], means, creature, *_usual(system, could))
    for (who, means), could in seen[""].items():
        yield Means(names.get(who, who), means, "", *_usual(system, could))


def _usual(system: System, could: list[tuple[float, Struct, Do]]) -> tuple[float, tuple[Preview, ...]]:
    """The middle one of all blows that were open, and its odds."""
    harm, state, do = sorted(could, key=lambda one: one[0])[len(could) // 2]
    return harm, tuple(_why(system, state, do))


def _why(system: System, state: Struct, do: Do) -> list[Preview]:
    """The exact odds of a blow; none where a procedure has none or too many ways lead through it."""
    try:
        return [one for one in previews(system, state, do) if one.odds.exact]
    except (RuleError, Over):
        return []


def weighed(system: System, state: Struct, seed: int) -> tuple[Means, ...]:
    """Everybody's means, each with how it compares with the others of its side, the strongest first."""
    means = list(_means(system, state, seed))
    usual = {side: median([one.harm for one in means if bool(one.key) == side] or [1.0]) for side in (True, False)}
    odd = [replace(one, odd=one.harm / usual[bool(one.key)]) for one in means]
    return tuple(sorted(odd, key=lambda one: (bool(one.key), -one.harm)))


# ------------------------------------------------------------------------------------------------ points and options
def _points(system: System, state: Struct, setup: Setup, usual: Rehearsed, how: How, *, say: Told) -> Iterator[Swing]:
    """Every whole number of the sheet, each with one more of it on every sheet of the party, on the same dice."""
    lab = lab_of(system)
    party = list(lab.sides(lab.ready(state, setup))[usual.ours])
    for entry in sheets_of(system).entries:
        if entry.kind != WHOLE or entry.deed is not None:
            continue
        try:
            tried = rehearse(system, richer(system, state, party, entry), setup, **how)
        except (RuleError, ValueError, TypeError):  # no number of this game
            continue
        if tried.rows != usual.rows:
            say(entry.name)
            yield Swing(entry.name, "+1", usual.win, tried.win)


def richer(system: System, state: Struct, party: list[str], entry: Entry) -> Struct:
    """The state with one more of a number on each sheet; what may not stand there is refused, what it would cost is not asked."""
    sheets = sheets_of(system)
    for who in party:
        stands = entry.of(sheets.of(state, who))
        if not isinstance(stands, int) or isinstance(stands, bool):
            raise RuleError("misfit", path=entry.name)
        after = sheets.edited(state, who, entry, stands + 1)
        wrong = [one for one in sheets.refusals(state, entry, after) if "points" not in one.code]
        if wrong:
            raise wrong[0]
        state = rewrite(system, state, Rewritten(who, slim(after)))
    return state


def _swings(system: System, state: Struct, setup: Setup, usual: Rehearsed, how: How, *, say: Told) -> Iterator[Swing]:
    """Every option with few values, each at every other value, on the same dice."""
    options: Struct = getattr(state, "options")  # noqa: B009  # every state has them
    for field, kind in get_type_hints(type(options)).items():
        now = getattr(options, field)
        for value in (one for one in _values(kind) if one != now):
            try:
                changed = replace(state, options=replace(options, **{field: value}))
                tried = rehearse(system, changed, setup, **how)
            except (RuleError, msgspec.ValidationError):
                continue
            if tried.rows != usual.rows:  # what changes no run is not told
                say(field)
                yield Swing(field, str(value), usual.win, tried.win)


def _values(kind: type) -> tuple[bool | str | int, ...]:
    if kind is bool:
        return True, False
    return get_args(kind) if get_origin(kind) is Literal else ()
