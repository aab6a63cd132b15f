"""What somebody left to itself does with its turn (BOO-LIV-24): it only chooses; the rules judge it like any other action.

First that applies: an area on at least two foes and no friend; the best blow at the foe in range who is nearest to falling; getting ready;
a way to where a blow would be; waiting. It knows what its own side may know, and never tries what is forbidden.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.deeds import Do
from ludex.core.effects.counting import denied
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules import sight
from ludex.systems.boon.rules.attacks import Attack, armor_of, reached_with
from ludex.systems.boon.rules.battlefield import Ways, free_squares, stretches, trace_way, ways
from ludex.systems.boon.rules.casting import Cast
from ludex.systems.boon.rules.gear import HIT_TARGET
from ludex.systems.boon.rules.items import UseItem, item_range
from ludex.systems.boon.rules.moving import Move
from ludex.systems.boon.rules.ridding import GetRid
from ludex.systems.boon.rules.rounds import Act, LeaveCombat, Pass
from ludex.systems.boon.rules.sight import in_area
from ludex.systems.boon.rules.tests import Bands, of_bearer
from ludex.systems.boon.rules.weapons import Means, attack_kind, means_of, weapon_test
from ludex.systems.boon.sheet import Character, Item, Number, Position, Spell, yards
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import UNARMED, Action, Cover, Obscurement, Use

AREA, BLOW, READY, WALK, FLEE, WAIT = range(6)
"""How good a choice is: the kinds in their order."""


AttackAct = Attack | Cast | UseItem
"""What hurts somebody."""


class Choice(NamedTuple):
    """What somebody would do: how good a kind it is, and the deed itself, or the flight."""

    kind: int
    given: Act | LeaveCombat


def done(choice: Choice, *, picks: bool = False, always: bool = False) -> Do:
    """A choice as what the table does; `picks`: it takes the initiative that its side gives."""
    if isinstance(choice.given, LeaveCombat):
        return Do("leave_combat", choice.given, always=always)
    return Do("act", replace(choice.given, picks=picks), always=always)


@rule("BOO-LIV-24")
def best_of(state: State, able: Sequence[Character]) -> Choice:
    """The best that one of several could do now: the first kind that applies to any of them, the first in the list among equals."""
    for actor in able:
        if state.flee and 100 * (actor.health - actor.damage) <= state.flee * actor.health:
            return Choice(FLEE, LeaveCombat(who=actor.id))
    foes = {side: foes_of(state, side) for side in dict.fromkeys(c.side for c in able)}
    spare = [c for c in able if c.ap - state.keep >= 1]
    for kind, find in ((AREA, _area), (BLOW, _blow), (READY, _ready), (WALK, _walk)):
        for actor in spare:
            if found := find(state, actor, foes[actor.side]):
                return Choice(kind, found)
    if not state.options.allow_pass:
        raise RuleError("pass_not_allowed", clause="BOO-RND-13", who=able[0].called)
    return Choice(WAIT, Pass(actor=able[0].id))


def foes_of(state: State, side: str) -> list[Character]:
    return [c for c in state.combatants if c.side != side and c.active and not c.hidden and not c.secret]


def _may(state: State, actor: Character, *deeds: str) -> bool:
    return not (state.swayed and denied(WORDS, state, actor.id, deeds))


def _area(state: State, actor: Character, foes: list[Character]) -> Act | None:
    """An area spell that reaches at least two foes and no friend: the point with the most foes, the nearest first."""
    if actor.position is None or not _may(state, actor, Action.CAST):
        return None
    there, spare = {c.id for c in foes}, actor.ap - state.keep
    friends = {c.id for c in state.combatants if c.side == actor.side}
    for spell in (s for s in actor.spells if s.attack and s.area and s.ap <= spare):
        far = yards(spell.range)
        best: tuple[int, int, Position] | None = None
        for point in dict.fromkeys(c.position for c in foes if c.position):
            apart = sight.distance(actor.position, point) or 0
            if (far is not None and apart > far) or sight.is_blocked(state, actor.position, point):
                continue
            inside = in_area(state, actor.position, point, spell)
            struck = [who for who in inside if who in there]
            if len(struck) < 2 or friends.intersection(inside):
                continue
            if best is None or (-len(struck), apart, point) < best:
                best = (-len(struck), apart, point)
        if best is not None:
            return Cast(actor=actor.id, spell=spell.id, point=best[2], distance=best[1])
    return None


def _blow(state: State, actor: Character, foes: list[Character]) -> Act | None:
    """The foe in range with least life left, and the attack, spell or thrown item that would hurt it most."""
    for foe in sorted(foes, key=lambda c: c.health - c.damage):
        seen = seen_from(state, actor.position, foe)
        if seen is None:
            continue
        found = [
            (_wounds(state, actor, foe, means), given) for means, given in attack_means(state, actor, seen.distance)
        ]
        if found:
            best = max(found, key=lambda one: one[0])[1]
            return replace(best, target=foe.id, **asdict(seen))
    return None


class Seen(msgspec.Struct, frozen=True):
    """How far somebody is, and how badly seen."""

    distance: Number = 1
    cover: Cover = Cover.NONE
    obscurement: Obscurement = Obscurement.NONE


def seen_from(state: State, at: Position | None, foe: Character) -> Seen | None:
    """How far a foe is and how it is seen from a square; None if it cannot be aimed at."""
    if at is None or foe.position is None:
        return Seen()
    cover, dim = sight.screen(state, at, foe.position)
    if cover is Cover.TOTAL or dim is Obscurement.TOTAL:
        return None
    return Seen(sight.distance(at, foe.position) or 0, cover, dim)


def attack_means(state: State, actor: Character, apart: Number) -> list[tuple[Means, AttackAct]]:
    """Everything that somebody could strike with from so far away, as deeds without an aim."""
    held = (i for i in actor.items if i.arms and i.in_hand and not i.broken and i.die and i.id != UNARMED)
    arms = [*held, actor.unarmed]  # of equal blows that with a weapon
    found: list[tuple[Means, AttackAct]] = []
    who = actor.id
    if _may(state, actor, Action.ATTACK):
        near = [i for i in arms if i.ready and apart <= _reach(state, actor, i, apart)]
        found += [(means_of(actor, i), Attack(actor=who, weapon=i.id)) for i in near]
    if _may(state, actor, Action.CAST):
        able = (s for s in actor.spells if _single(s) and s.ap <= actor.ap - state.keep)
        cast = [s for s in able if (limit := yards(s.range)) is None or apart <= limit]
        found += [(means_of(actor, s), Cast(actor=who, spell=s.id)) for s in cast]
    if _may(state, actor, Action.USE_ITEM):
        flasks = [i for i in actor.items if not i.arms and i.die and i.uses != 0 and not i.area]
        thrown = [i for i in flasks if apart <= item_range(actor, i)]
        found += [(means_of(actor, i), _using(actor, i, Use.ATTACK)) for i in thrown]
    return found


def _using(actor: Character, item: Item, use: Use) -> UseItem:
    return UseItem(actor=actor.id, item=item.id, use=use)


def _reach(state: State, actor: Character, item: Item, apart: Number) -> Number:
    return reached_with(state, actor, item, attack_kind(actor, item, distance=apart, stated=""))


def _single(spell: Spell) -> bool:
    return spell.attack and not spell.area and spell.die is not None


def _wounds(state: State, actor: Character, foe: Character, means: Means) -> float:
    """Expected wounds: the chance to pass the armour, by the mean of the dice; a defence is not counted."""
    return pass_chance(state, actor, foe, means) * means.dice * ((means.die or 0) + 1) / 2


def pass_chance(state: State, actor: Character, foe: Character, means: Means) -> float:
    """The chance that a blow passes the armour; a defence is not counted."""
    test = of_bearer(state, actor.id, "hit").upon(weapon_test(actor, means))
    need = max(HIT_TARGET, 0 if means.ignores_armor else armor_of(state, foe.id))
    ways_to = Bands(test.net, (need - test.modifier,)).weights()
    return ways_to.get(1, 0) / sum(ways_to.values())


def _ready(state: State, actor: Character, _foes: list[Character]) -> Act | None:
    """Get up, reload, draw what would strike."""
    prone = next((e for e in state.upon(actor.id) if any(one.unit == "rid" for one in e.lasts)), None)
    if prone is not None:
        return GetRid(actor=actor.id, effect=prone.id)
    if not _may(state, actor, Action.USE_ITEM):
        return None
    if unready := next((i for i in actor.items if i.in_hand and i.reload and not i.loaded and i.ammo != 0), None):
        return _using(actor, unready, Use.RELOAD)
    armed = any(i.arms and i.in_hand and i.die and not i.broken for i in actor.items)
    drawn = next((i for i in actor.items if _drawable(actor, i)), None)
    return None if armed or drawn is None else _using(actor, drawn, Use.TAKE)


def _drawable(actor: Character, item: Item) -> bool:
    packed = item.arms and not item.in_hand and item.lies is None and bool(item.die) and not item.broken
    return packed and actor.has_hands_for(item)


def _walk(state: State, actor: Character, foes: list[Character]) -> Act | None:
    """The cheapest lawful way to the nearest square from which a blow would hold, or as near as one move comes."""
    placed = [c for c in foes if c.position]
    if actor.position is None or not placed or not _may(state, actor, Action.MOVE, "nearer"):
        return None
    found, free = ways(state, actor), free_squares(state, actor)
    reach = _longest(state, actor)
    near = (at for at in sorted(found, key=lambda at: (found[at][0], at)) if at in free)
    goal = next((at for at in near if _strikes_from(state, at, placed, reach)), None)
    to = goal or _nearest(found, free, placed, actor.position)
    if to is None:
        return None
    route = trace_way(found, actor.position, to)
    paid = [square for square in route if found[square][0] <= actor.speed and square in free]
    if not paid:
        return None
    squares = tuple(route[: route.index(paid[-1]) + 1])
    path = tuple(stretches(state, squares))
    return Move(actor=actor.id, path=path, to=squares[-1], squares=squares)


def _longest(state: State, actor: Character) -> Number:
    arms = [actor.unarmed, *(i for i in actor.items if i.arms and i.in_hand and not i.broken and i.die)]
    reaches = [_reach(state, actor, i, 99) for i in arms]
    spells = [yards(s.range) or 99 for s in actor.spells if _single(s) and s.ap <= actor.ap_max]
    return max((*reaches, *spells))


def _strikes_from(state: State, square: Position, foes: list[Character], reach: Number) -> bool:
    return any(
        (sight.distance(square, c.position) or 0) <= reach and seen_from(state, square, c) is not None for c in foes
    )


def _nearest(found: Ways, free: set[Position], foes: list[Character], here: Position) -> Position | None:
    """The free square that is nearest to a foe, if it is nearer than this one."""
    apart = {square: min(sight.distance(square, c.position) or 0 for c in foes) for square in free if square in found}
    now = min(sight.distance(here, c.position) or 0 for c in foes)
    best = min(apart, key=lambda square: (apart[square], found[square][0], square), default=None)
    return best if best is not None and apart[best] < now else None
