"""How a fight of boon is rehearsed: sides and what they have, what comes next, knobs, and the two ways to play."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.rehearsal import CLEVER, PLAIN, Gauge, Knob, Lab, Ladder, Policy, Setup, Turn, Weights, by_kind
from ludex.systems.boon.content import class_named, edit_sheet, shipped
from ludex.systems.boon.kinds.offers import pickable
from ludex.systems.boon.policy.clever import act as clever_act, candidates, reply as clever_reply
from ludex.systems.boon.policy.turns import best_of, done
from ludex.systems.boon.rules.battlefield import free_squares
from ludex.systems.boon.rules.initiative import Aggressor
from ludex.systems.boon.rules.rounds import LeaveCombat
from ludex.systems.boon.rules.scene import Spawn
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Clock, Side, State
from ludex.systems.boon.terms import LEFT, Party

MANY, HARDEST = 12, 20
"""So many of one kind, and so much armour, a knob goes up to."""


def sides(state: State) -> dict[str, tuple[str, ...]]:
    """Who is on which side and may take part: the players' sides first."""
    listed = [side.id for side in state.sides] or list(dict.fromkeys(c.side for c in state.combatants))
    ranked = sorted(listed, key=lambda side: not any(state.is_player(c) for c in state.members(side)))
    return {side: there for side in ranked if (there := tuple(c.id for c in state.members(side) if c.active))}


def joined(state: State, who: str) -> State:
    return replace(state, combatants=tuple(replace(c, secret=False) if c.id == who else c for c in state.combatants))


def ready(state: State, setup: Setup) -> State:
    """Nobody plays by itself as at the table, who is away is gone, and who was kept secret is there unless it joins later."""
    later = set(setup.joins)
    there = tuple(
        replace(c, secret=c.id in later) if c.secret != (c.id in later) else c
        for c in state.combatants
        if c.id not in setup.away
    )
    known = {side.id for side in state.sides}
    more = tuple(Side(id=name) for name in dict.fromkeys(c.side for c in there) if name not in known)
    clock = state.clock
    if clock.order and (late := [name for name in (*known, *(s.id for s in more)) if name not in clock.order]):
        clock = replace(clock, order=(*clock.order, *(n for n in late if any(c.side == n for c in there))))
    return replace(state, combatants=there, sides=(*state.sides, *more), run=(), standing=(), by_side=(), clock=clock)


def begin(state: State, setup: Setup) -> Do | None:
    """A fight that does not run begins; the players attack where nothing else is said."""
    if state.clock.running:
        return None
    return Do("start_combat", Aggressor(attacker_side=setup.attacker or next(iter(sides(state)), "")))


def following(state: State) -> Do | Turn | None:
    """The end of a round, or who may act now."""
    clock = state.clock
    if not clock.running:
        return None
    if clock.round_over:
        return Do("end_round", {})
    able = pickable(state, clock.choosing) if clock.choosing else (clock.holder,)
    return Turn(able) if able and able[0] else None


def over(state: State) -> str | None:
    left = [side for side in sides(state) if any(c.active and not c.secret for c in state.members(side))]
    if len(left) > 1 and not state.clock.combat_over:
        return None
    return left[0] if len(left) == 1 else ""


def fallen(state: State) -> frozenset[str]:
    """Who cannot act any more, those left out who went on their own feet."""
    return frozenset(c.id for c in state.combatants if not c.active and c.status not in LEFT)


def leaves(_state: State, who: str) -> Do:
    """Somebody flees (BOO-EOR-4)."""
    return Do("leave_combat", LeaveCombat(who=who))


def left(state: State) -> dict[str, dict[str, Gauge]]:
    """Life, what the armour still bears, and what can be drunk."""
    return {c.id: _left(c) for c in state.combatants}


def _left(c: Character) -> dict[str, Gauge]:
    found = {"life": Gauge(max(0, c.health - c.damage), c.health)}
    if c.armor is not None and c.armor.durability is not None:
        found["armor"] = Gauge(c.armor.durability, c.armor.durability_max or c.armor.durability)
    if drinks := [i.uses or 0 for i in c.items if i.heal is not None and i.uses is not None]:
        found["potions"] = Gauge(sum(drinks), sum(drinks))
    return found


def length(state: State) -> int:
    """The round."""
    return state.clock.round


def marks(before: State, after: State) -> tuple[str, ...]:
    """Which side leads, as soon as that is known (BOO-AMB-2: an ambush that was won or lost)."""
    return (f"led:{after.clock.order[0]}",) if after.clock.order and not before.clock.order else ()


# ------------------------------------------------------------------------------------------------ knobs
def _foes(state: State) -> dict[str, list[Character]]:
    return by_kind((c for c in state.combatants if not state.is_player(c)), lambda c: c.called)


def _levels(state: State) -> dict[str, int]:
    """The players' characters with a class, and the highest level that it has rows for (BOO-PCL-1)."""
    packs = {c.id: class_named(c.calling, state.library) for c in state.combatants if state.is_player(c) and c.calling}
    return {who: max((row.level for row in pack.levels), default=0) for who, pack in packs.items() if pack is not None}


def knobs(state: State) -> tuple[Knob, ...]:
    """How many there are of each kind of foe, how much each bears, how hard it is to hurt; and the level of the party."""
    kinds, party = _foes(state), _levels(state)
    counts = [Knob(f"count:{k}", "count", k, len(v), 0, max(MANY, len(v))) for k, v in kinds.items()]
    lives = [Knob(f"life:{k}", "life", k, v[0].health, 1, 3 * v[0].health) for k, v in kinds.items()]
    armors = [
        Knob(f"armor:{k}", "armor", k, v[0].armor.value, 0, HARDEST) for k, v in kinds.items() if v[0].armor is not None
    ]
    now = [state.character(who).level for who in party]
    names = "、".join(state.character(who).called for who in party)
    levels = [Knob("level:party", "level", names, max(now), 1, max(party.values()), helps=True)] if party else []
    return (*counts, *levels, *lives, *armors)


def turned(state: State, knob: Knob, value: int) -> State:
    """Another number of a kind, another health or armour for all of it, or another level of the party, each as far as her class goes."""
    if knob.what == "level":
        grown = {
            w: edit_sheet(state.character(w), {"level": min(value, most)}, state) for w, most in _levels(state).items()
        }
        return replace(state, combatants=tuple(grown.get(c.id, c) for c in state.combatants))
    of_kind = _foes(state).get(knob.whose, [])
    if knob.what == "life":
        changed = {c.id: replace(c, health=value, damage=min(c.damage, value)) for c in of_kind}
        return replace(state, combatants=tuple(changed.get(c.id, c) for c in state.combatants))
    if knob.what == "armor":
        harder = {c.id: replace(c, armor=replace(c.armor, value=value)) for c in of_kind if c.armor is not None}
        return replace(state, combatants=tuple(harder.get(c.id, c) for c in state.combatants))
    gone = {c.id for c in of_kind[value:]}
    state = replace(state, combatants=tuple(c for c in state.combatants if c.id not in gone))
    for n in range(len(of_kind), value):
        model = of_kind[n % len(of_kind)]
        twin = replace(model, id=f"{model.id}+{n}", name=f"{knob.whose}{n + 1}", damage=0)
        state = replace(state, combatants=(*state.combatants, replace(twin, position=_beside(state, model))))
    return state


def _beside(state: State, model: Character) -> tuple[int, int] | None:
    """The free square that is nearest to one of its kind."""
    if model.position is None:
        return None
    x, y = model.position
    taken = {c.position for c in state.combatants}
    free: Iterable[tuple[int, int]] = (at for at in free_squares(state, model) if at not in taken)
    return min(free, key=lambda at: (max(abs(at[0] - x), abs(at[1] - y)), at), default=model.position)


def party(state: State) -> State:
    """The players' characters alone, before any fight."""
    ours = tuple(c for c in state.combatants if state.is_player(c))
    known = tuple(side for side in state.sides if any(c.side == side.id for c in ours))
    return replace(state, combatants=ours, sides=known, clock=Clock(), run=(), standing=())


def creatures(state: State) -> dict[str, str]:
    """Every stat block, by its key."""
    return {
        key: str(block.get("name", key)) for key, block in {**shipped().creatures, **state.library.creatures}.items()
    }


def brings(state: State, creature: str, count: int) -> Do:
    """So many of a stat block come on at the far side of the board."""
    at = (state.field[0] - 3, state.field[1] // 2)
    return Do("spawn", Spawn(creature=creature, count=count, side=Party.FOES, position=at))


# ------------------------------------------------------------------------------------------------ policies
def plain_act(state: State, able: tuple[str, ...], _weights: Weights) -> Do | None:
    """What the table itself does for them (BOO-LIV-24)."""
    try:
        return done(best_of(state, [state.character(who) for who in able]), picks=bool(state.clock.choosing))
    except RuleError:
        return None


LADDERS = tuple(
    Ladder("bonus", bonus, {n: {"modifiers": [bonus], "target": n} for n in range(5, 26, 5)}, ("success",))
    for bonus in (-1, 0, 2, 4, 6)
)
"""A test with the bonus of an attribute of 9, 10, 12, 14 and 16 (BOO-TST-4)."""

LAB = Lab(
    sides=sides,
    ladders=LADDERS,
    ready=ready,
    begin=begin,
    next=following,
    over=over,
    fallen=fallen,
    left=left,
    length=length,
    knobs=knobs,
    turned=turned,
    marks=marks,
    candidates=candidates,
    party=party,
    creatures=creatures,
    brings=brings,
    joined=joined,
    leaves=leaves,
    policies={PLAIN: Policy(PLAIN, plain_act), CLEVER: Policy(CLEVER, clever_act, clever_reply)},
    minutes=8,
)
