"""Fabula and Ultima Points, points given or spent by hand (FAB-PFP), and battle superiority, the points of the two sides (FAB-ADV, FAB-PSU)."""

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import TERM, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.content import shipped
from ludex.systems.fable.events import ActionBought, PointsMoved, Revealed, SuperiorityMoved, VillainEntered
from ludex.systems.fable.events.telling import Moved as Moved, team_called as team_called
from ludex.systems.fable.kinds import OfPeople, Own, offers
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.attributes import plus
from ludex.systems.fable.sheet import BASE_IP, Amount, Character
from ludex.systems.fable.state import PCS, State, character_of, conflict_of
from ludex.systems.fable.terms import FabulaSource, Gain, Kind, Points, Team

GAINS = {
    "session_start": 1,
    "double_one": 1,
    "villain_entrance": 1,
    "escalation": 1,
    "surrender": 2,
    "invoke_to_fail": 1,
}
"""Fabula Points by event (FAB-PFP-1, FAB-PFP-4); a villain's entrance counts for each villain."""
ENTRANCES = ("villain_entrance", "escalation")
MOST_BY_ENTRANCES = 3
TIERS = {"minor": 5, "major": 10, "supreme": 15}
"""Tiers of villains, each with its Ultima Points (FAB-PFP-3)."""
ESCALATED = {"minor": "major", "major": "supreme"}
"""What a villain of a tier becomes (FAB-PFP-4)."""


def tier_of_points(ultima: int) -> str:
    """The tier of a villain that starts with so many Ultima Points."""
    return next((tier for tier, points in TIERS.items() if ultima <= points), list(TIERS)[-1])


class GainFabula(
    OfPeople,
    names=("得点", "gain"),
    does="fabula_gain",
    said_by=STORY,
    owner=STORY,
    many=True,
    everybody=PCS,
    example=".得点 @苏砚 反派登场",
):
    """What happened. With a `character` her own points are meant and changed."""

    event: Annotated[str, Field(kind=TERM, terms=FabulaSource, refusal="unknown_event")]
    fp: int = 0
    count: Annotated[Amount, Field("n")] = 1
    already: Amount = 0
    """Points that entrances have brought in this scene."""
    character: Own = ""


class FabulaGained(msgspec.Struct, frozen=True):
    gained: int
    fp: int


@rule("FAB-PFP-1")
async def fabula_gain(state: State, given: GainFabula) -> FabulaGained:
    """Gain Fabula Points for something that happened."""
    if given.event not in GAINS:
        raise RuleError("unknown_event", clause="FAB-PFP-1", event=given.event, events=list(GAINS))
    fp = character_of(state, given.character).fp if given.character else given.fp
    gain = GAINS[given.event]
    if given.event == "session_start" and fp > 0:
        gain = 0
    if given.event in ENTRANCES:
        gain = by_entrances(gain * given.count, given.already)
    if given.character:
        await happen(PointsMoved(given.character, fp=gain))
    return FabulaGained(gain, fp + gain)


@rule("FAB-PFP-5")
def by_entrances(points: int, already: int) -> int:
    """What entrances and escalations bring a PC: at most 3 points in one scene."""
    return max(0, min(points, MOST_BY_ENTRANCES - already))


@rule("FAB-PFP-1", "FAB-PFP-5")
async def entered(state: State, who: str) -> State:
    """A villain who enters the scene, seen by all, gives every PC a Fabula Point; its entrance counts once."""
    newcomer = state.characters[who]
    if newcomer.kind is not Kind.VILLAIN or newcomer.ultima < 1 or newcomer.hidden or who in state.entered:  # FAB-PFP-3
        return state
    return await happen(VillainEntered(who, by_entrances(GAINS["villain_entrance"], state.entrance_fp)))


@rule("FAB-SUR-1")
async def shown(state: State, who: str) -> State:
    """An attacker who was hidden is seen by all from then on (FAB-LIV-41)."""
    if not state.live or not character_of(state, who).hidden:
        return state
    return await entered(await happen(Revealed(who, hidden=False)), who)


class Escalate(msgspec.Struct, frozen=True):
    """A villain's tier, whether it is on the scene, and how many PCs there are."""

    tier: str
    on_scene: bool = False
    pcs: Amount = 0


class Escalated(msgspec.Struct, frozen=True):
    tier: str
    ultima: int
    fp_each: int


@rule("FAB-PFP-4", "FAB-PFP-3")
async def villain_escalate(_state: State, given: Escalate) -> Escalated:
    """A villain becomes one of the next tier: a new villain, whose entrance brings a Fabula Point on the scene."""
    if given.tier not in TIERS:
        raise RuleError("unknown_tier", clause="FAB-PFP-3", tier=given.tier, tiers=list(TIERS))
    if given.tier not in ESCALATED:
        raise RuleError("cannot_escalate", clause="FAB-PFP-4", tier=given.tier)
    above = ESCALATED[given.tier]
    return Escalated(above, TIERS[above], GAINS["escalation"] if given.on_scene else 0)


@rule("FAB-PHP-1")
def most_ip(state: State, who: Character) -> int:
    """The most inventory points she can have: 6, with free benefits and feats."""
    classes = shipped().classes
    benefits = sum(classes[b].ip for b in who.sheet.benefits if b in classes)
    return BASE_IP + benefits + plus(state, who.id, "ip_max")


def room_for_ip(state: State, who: Character) -> int:
    return max(0, most_ip(state, who) - who.ip)


@rule("FAB-PHP-1")
def check_room(state: State, who: Character, n: int) -> None:
    """Refuse inventory points beyond the most that she can have."""
    if n > (room := room_for_ip(state, who)):
        raise RuleError("ip_full", clause="FAB-PHP-1", limit=most_ip(state, who), ip=who.ip, room=room)


class Pay(msgspec.Struct, frozen=True):
    character: str
    fp: int = 0
    ultima: int = 0
    ip: int = 0
    money: int = 0
    xp: int = 0
    own: bool = False
    """Whether she spends by her own word (FAB-LIV-54)."""


class MovePoints(
    Deed,
    names=("点数", "pt", "points"),
    owner=STORY,
    many=True,
    everybody=PCS,  # FAB-LIV-4
    example=".点数 物语点 -1",
):
    """`.点数 物语点 -1`: a loss of one's own is done at once (FAB-LIV-3), a gain is the GM's word."""

    character: Own
    what: Annotated[Points, Field()]
    n: Annotated[int, Field()]

    @staticmethod
    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        return kinds if asked["n"] > 0 else ()

    def do(self, asked: Asked) -> Do:
        """So many of one kind; of an NPC's points the GM alone hears (FAB-LIV-39)."""
        state: State = asked.state
        audience = heard(state, self.character) if state.characters[self.character].kind is Kind.PC else (GM,)
        return Do("points", Pay(self.character, own=not asked.gm, **{self.what.value: self.n}), audience)


class Paid(msgspec.Struct, frozen=True):
    fp: int
    ultima: int
    ip: int
    money: int
    xp: int


@rule("FAB-PFP-2", "FAB-PRS-1")
async def points(state: State, given: Pay) -> Paid:
    """Spend or give points: altering the story for a Fabula Point, buying inventory points back, money, experience."""
    before = character_of(state, given.character)
    moved = {"fp": given.fp, "ultima": given.ultima, "ip": given.ip, "money": given.money, "xp": given.xp}
    held = {"fp": before.fp, "ultima": before.ultima, "ip": before.ip}
    held |= {"money": before.sheet.money, "xp": before.sheet.xp}
    for name, change in moved.items():
        if held[name] + change < 0:
            raise RuleError("not_enough_points", what=say(f"outputs.{name}"), has=held[name], wanted=-change)
    if given.ip > 0:
        check_room(state, before, given.ip)
    spent = max(0, -given.fp) if given.own else 0
    state = await happen(msgspec.structs.replace(PointsMoved(given.character, fp_spent=spent), **moved))
    now = state.characters[given.character]
    return Paid(now.fp, now.ultima, now.ip, now.sheet.money, now.sheet.xp)


# ---------------------------------------------------------------------- superiority
MOST_POINTS = 5
SIDES = 2

SidePoints = dict[str, int]


def moved(before: Mapping[str, int], after: Mapping[str, int], why: Say) -> tuple[Moved, ...]:
    """What one reason has changed of the sides' points."""
    changes = {team: n - before.get(team, 0) for team, n in after.items()}
    return tuple(Moved(team, n, why) for team, n in changes.items() if n)


@rule("FAB-PSU-1", "FAB-PSU-4", "FAB-PSU-5", "FAB-ADV-3")
def gained(points: Mapping[str, int], team: str) -> tuple[SidePoints, Gain]:
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
def points_of_sides(points: Mapping[str, int], teams: Iterable[str]) -> SidePoints:
    """The points as people come and go: a new side has none, a third one sets all to 0, and a third that is gone is forgotten."""
    there = list(dict.fromkeys(teams))
    kept = {team: n for team, n in points.items() if team in there or len(points) <= SIDES}
    sides = {**kept, **{team: 0 for team in there if team not in kept}}
    return dict.fromkeys(sides, 0) if len(sides) > SIDES else sides


def tracked(state: State) -> SidePoints | None:
    """The running conflict's points; none outside a conflict."""
    return None if state.conflict is None else dict(state.conflict.points)


class GainPoint(Deed, names=("给优势", "supgain"), does="superiority_gain", owner=STORY, example=".给优势 同伴"):
    """A team that would gain a point. Left out, `points` are those of the running conflict."""

    team: Annotated[str, Field(owner=STORY, among=offers.sides), Meant(lambda _asked, said: Team.said(said))]
    points: SidePoints | None = None


class PointGained(msgspec.Struct, frozen=True):
    points: SidePoints
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
    points: SidePoints = {}
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
    actor: Own


class PointSpent(msgspec.Struct, frozen=True):
    points: SidePoints
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


def _spent(points: Mapping[str, int], team: str, *, again: bool) -> SidePoints:
    if again:
        raise RuleError("superiority_spent_this_turn", clause="FAB-PSU-3")
    if points.get(team, 0) < 1:
        raise RuleError("no_superiority", clause="FAB-PSU-3", team=team)
    return {**points, team: points[team] - 1}
