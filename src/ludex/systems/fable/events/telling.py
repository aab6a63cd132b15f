"""How events of fable are told: what a viewer knows of an act (`Witness`), and the lines that several events share."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.events import Lines, books, change, effect, headline
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.view import Delta, EventLine, Role
from ludex.systems.fable.sheet import Character, Gauge, Standing, stand
from ludex.systems.fable.state import State, TimedEffect
from ludex.systems.fable.terms import Pool

DIED, FELL, BROKE, CRISIS = 5, 4, 3, 2
"""How much it matters to who was not there that somebody died, fell, lost a gauge, is in Crisis."""

MOVED = ("told.gauges_moved", "told.gauges_back")
"""A number of a gauge that went, or came back, in words."""


class Witness(Protocol):
    """What one viewer knows of an act, and of those whom its events name."""

    @property
    def before(self) -> State:
        """The state before it, as she may know it."""

    @property
    def after(self) -> State:
        """The state after it, as she may know it."""

    def name(self, who: str) -> Label:
        """How she calls somebody."""

    def effect(self, record: Effect) -> Label:
        """How an effect is called."""

    def timed(self, counted: TimedEffect) -> Label:
        """How an effect is called whose time the clock counts, and on whom it lies."""

    def opens(self, who: str) -> bool:
        """Whether she may know somebody's dice and what is added to them."""

    def has_numbers(self, who: str) -> bool:
        """Whether she may know what somebody's gauges hold."""


class Held(msgspec.Struct, frozen=True):
    """The gauges of somebody at one moment, and how few may be left before it is a Crisis."""

    hg: Gauge
    mg: Gauge
    crisis_value: int

    @property
    def standing(self) -> Standing:
        return stand(self.hg, self.mg)

    @property
    def crisis(self) -> bool:
        """危机 (FAB-GAU-12)."""
        return self.standing.unbroken <= self.crisis_value


def held_by(character: Character) -> Held:
    return Held(character.hg, character.mg, character.crisis_value)


def gauge_lines(
    seen: Witness, who: str, pool: Pool, *, had: Held, has: Held, why: Total | None, dealt: int, paid: bool
) -> Lines:
    """What moved of somebody's gauges, which broke, and how she is by that; numbers as far as the viewer may know them.

    What was `dealt` is known to all, what it took only to who knows her numbers (FAB-LIV-40).
    """
    if who not in seen.after.characters:
        return
    name, known = seen.name(who), seen.has_numbers(who)
    was, now = had.standing, has.standing
    by = now.hp - was.hp if pool is Pool.HP else now.mp - was.mp
    if by and known and paid:
        yield EventLine(say(f"told.paid_{pool}", **{str(pool): -by}), Role.COST, _moved(who, pool, by, has, why))
    elif (by and known) or (by < 0 and dealt):
        moved = _moved(who, pool, by, has, why) if known else change(who, term(pool), -dealt)
        yield EventLine(moved_said(name, term(pool), moved.by), Role.EFFECT, moved)
    elif by > 0:
        yield effect("told.came_in_better", who=name)
    broken = [str(n) for n, (a, b) in enumerate(zip(was.hg_now, now.hg_now, strict=True), 1) if a > 0 >= b]
    if broken and pool is Pool.HP:
        yield headline("told.broke", who=name, gauges=broken, peak=BROKE)
        if now.unbroken and dealt > -by:  # FAB-ATK-4: a crushing blow deals nothing to a third gauge
            past = say("told.past_cap", n=dealt + by) if known else say("told.past_cap_some")
            yield EventLine(past)
    yield from _state_lines(name, had, has)
    if known and was.penalty != now.penalty:
        yield strain_line(name, was.penalty, now)


def _moved(who: str, pool: Pool, by: int, has: Held, why: Total | None) -> Delta:
    """A row of somebody's gauges that moved, with what is in it then and how much it can hold."""
    now = has.standing
    left, top = (now.hp, sum(now.hg_cap)) if pool is Pool.HP else (now.mp, sum(has.mg.cap))
    return change(who, term(pool), by, now=left, top=top, why=why)


def moved_said(who: Label, pool: Label, by: float) -> Say:
    went, back = MOVED
    return say(went, who=who, pool=pool, by=signed(by)) if by < 0 else say(back, who=who, pool=pool, n=by)


def signed(n: float) -> str:
    return f"{n:+g}".replace("-", "−")


@rule("FAB-LIV-29")
def _state_lines(name: Label, had: Held, has: Held) -> Lines:
    """Crisis and 0 HP, which everybody can see, when they begin or end."""
    was_down, down = not had.standing.unbroken, not has.standing.unbroken
    if down and not was_down:
        yield headline("told.defeated", who=name, peak=FELL)
    elif has.crisis and was_down and not down:
        yield effect("told.still_in_crisis", who=[name])
    elif has.crisis and not had.crisis:
        yield headline("told.in_crisis", who=name, peak=CRISIS)
    elif had.crisis and not has.crisis:
        yield effect("told.crisis_over", who=name)


@rule("FAB-OVD-2", "FAB-OVD-6")
def strain_line(name: Label, penalty: int, now: Standing) -> EventLine:
    """That an overdraft has shrunk somebody's hit gauges or given them back, what they hold then, and how capacity returns."""
    key = "told.overdraft" if now.penalty > penalty else "told.overdraft_less"
    key = key if now.penalty else "told.overdraft_over"
    return effect(key, who=name, mp=now.mp, penalty=now.penalty, hp=now.hp, top=sum(now.hg_cap))


def begun_lines(seen: Witness, new: Effect) -> Lines:
    """What lies on somebody from now on who can be seen."""
    if new.bearer in seen.after.characters:
        yield effect("told.step_effect", who=seen.name(new.bearer), effect=seen.effect(new))


@rule("FAB-LIV-18")
def lapse_lines(seen: Witness, over: Iterable[Effect]) -> Lines:
    """What no longer lasts on somebody who can be seen: an effect ends, and says so."""
    names = [
        say("told.effect_on", effect=seen.effect(one), who=seen.name(one.bearer))
        for one in over
        if one.bearer in seen.after.characters
    ]
    if names:
        yield books("told.expired", effects=names)


@rule("FAB-LIV-18", "FAB-LIV-27")
def unspent_lines(seen: Witness, who: Iterable[str]) -> Lines:
    """Whose kept opportunities are gone with the conflict or the scene."""
    had = [seen.before.characters.get(one) for one in who]
    names = [c.called for c in had if c is not None and c.opportunities and not c.hidden]
    if names:
        yield books("told.opportunities_lapse", who=names)


# ---------------------------------------------------------------------- superiority
class Moved(msgspec.Struct, frozen=True):
    """A point that came to a team or left it, and why."""

    team: str
    n: int
    why: Say


@rule("FAB-LIV-21")
def moves_told(moves: Iterable[Moved]) -> tuple[Say, ...]:
    """Gains, losses and cancellations with their reasons, a line for each team."""
    teams: dict[str, list[Moved]] = {}
    for one in moves:
        teams.setdefault(one.team, []).append(one)
    sums = {team: sum(one.n for one in of) for team, of in teams.items()}
    return tuple(
        say(
            "told.superiority_moved" if n > 0 else "told.superiority_cancelled",  # FAB-PSU-4: nothing else takes one
            team=team_called(team),
            n=f"{n:+d}",
            why=[one.why for one in teams[team]],
        )
        for team, n in sums.items()
        if n
    )


def team_called(team: str) -> Say | str:
    return term(team) if team in ("heroes", "foes") else team
