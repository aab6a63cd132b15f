"""Battle superiority: points of the two sides (FAB-ADV, FAB-PSU)."""

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.systems.fable.events import ActionBought, SuperiorityMoved
from ludex.systems.fable.events.telling import Moved as Moved, team_called as team_called
from ludex.systems.fable.kinds import OfPeople, Own, offers
from ludex.systems.fable.state import State, conflict_of
from ludex.systems.fable.terms import Gain, Team

MOST_POINTS = 5
SIDES = 2

Points = dict[str, int]


def moved(before: Mapping[str, int], after: Mapping[str, int], why: Say) -> tuple[Moved, ...]:
    """What one reason has changed of the sides' points."""
    changes = {team: n - before.get(team, 0) for team, n in after.items()}
    return tuple(Moved(team, n, why) for team, n in changes.items() if n)


@rule("FAB-PSU-1", "FAB-PSU-4", "FAB-PSU-5", "FAB-ADV-3")
def gained(points: Mapping[str, int], team: str) -> tuple[Points, Gain]:
    """A team would gain a point: it does, or it takes one from the others, or it has enough already."""
    after = dict(points)
    if len(after) != SIDES or team not in after:
        return after, Gain.WASTED
    other = opponent(points, team)
    if other is not None and after[other] > 0:
        after[other] -= 1
        return after, Gain.CANCELLED
    if after[team] >= MOST_POINTS:
        return after, Gain.WASTED
    after[team] += 1
    return after, Gain.GAINED


def opponent(points: Mapping[str, int], team: str) -> str | None:
    """The other side; none where there are not exactly two. A side may have no name."""
    others = [name for name in points if name != team]
    return others[0] if len(points) == SIDES and len(others) == 1 else None


@rule("FAB-PSU-1")
def points_of_sides(points: Mapping[str, int], teams: Iterable[str]) -> Points:
    """The points as people come and go: a new side has none, a third one sets all to 0, and a third that is gone is forgotten."""
    there = list(dict.fromkeys(teams))
    kept = {team: n for team, n in points.items() if team in there or len(points) <= SIDES}
    sides = {**kept, **{team: 0 for team in there if team not in kept}}
    return dict.fromkeys(sides, 0) if len(sides) > SIDES else sides


def tracked(state: State) -> Points | None:
    """The running conflict's points; none outside a conflict."""
    return None if state.conflict is None else dict(state.conflict.points)


class GainPoint(Deed, names=("给优势", "supgain"), does="superiority_gain", owner=STORY, example=".给优势 同伴"):
    """A team that would gain a point. Left out, `points` are those of the running conflict."""

    team: Annotated[str, Field(owner=STORY, among=offers.sides), Meant(lambda _asked, said: Team.said(said))]
    points: Points | None = None


class PointGained(msgspec.Struct, frozen=True):
    """The points afterwards and what became of the gain."""

    points: Points
    effect: Gain


@rule("FAB-PSU-4", "FAB-PSU-5")
async def superiority_gain(state: State, given: GainPoint) -> PointGained:
    """Give a team a point."""
    before = dict(conflict_of(state).points) if given.points is None else given.points
    check_team(before, given.team)
    after, effect = gained(before, given.team)
    if state.conflict is not None:
        await happen(SuperiorityMoved(after))
    return PointGained(after, effect)


def check_team(points: Mapping[str, int], team: str) -> None:
    """Refuse a team that is not among those that have points."""
    if team not in points:
        raise RuleError("unknown_team", clause="FAB-PSU-1", team=team, teams=list(points))


class SpendPoint(msgspec.Struct, frozen=True):
    """A point to spend: by the one who acts in the running conflict, or for a team as given."""

    actor: str = ""
    team: str = ""
    points: Points = {}
    spent_this_turn: bool = False
    actions_left: int = 1


class SpendSuperiority(
    SpendPoint,
    OfPeople,
    names=("优势点", "sup", "superiority"),
    does="superiority_spend",
    alone=True,
    example=".优势点",
):
    """A point for one more action."""

    actor: Own


class PointSpent(msgspec.Struct, frozen=True):
    """The points afterwards and the actions that are left in the turn."""

    points: Points
    actions_left: int


@rule("FAB-PSU-3")
async def spend(state: State, given: SpendPoint) -> PointSpent:
    """Spend one of the team's points on her turn for one more action, once per turn."""
    if given.actor:
        return await _spend_on_turn(state, given.actor)
    check_team(given.points, given.team)
    after = _spent(given.points, given.team, again=given.spent_this_turn)
    return PointSpent(after, given.actions_left + 1)


async def _spend_on_turn(state: State, actor: str) -> PointSpent:
    conflict = conflict_of(state)
    combatant = conflict.of(actor)
    if combatant is None:
        raise RuleError("unknown_character", who=actor, characters=[c.id for c in conflict.combatants])
    if conflict.turn != actor:
        raise RuleError("not_your_turn", clause="FAB-PSU-3", who=actor, turn=conflict.turn)
    after = _spent(conflict.points, combatant.team, again=conflict.bought)
    await happen(ActionBought(after))
    return PointSpent(after, conflict.actions_left + 1)


def _spent(points: Mapping[str, int], team: str, *, again: bool) -> Points:
    """The points less one of the team's."""
    if again:
        raise RuleError("superiority_spent_this_turn", clause="FAB-PSU-3")
    if points.get(team, 0) < 1:
        raise RuleError("no_superiority", clause="FAB-PSU-3", team=team)
    return {**points, team: points[team] - 1}
