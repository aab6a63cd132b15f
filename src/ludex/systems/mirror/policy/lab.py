"""How a conflict of mirror is rehearsed: sides and their bodies, what comes next, knobs, and the two ways to play."""

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.rehearsal import CLEVER, PLAIN, Gauge, Knob, Lab, Ladder, Policy, Setup, Turn, Weights, by_kind
from ludex.systems.mirror.content import library
from ludex.systems.mirror.policy import beside, follows
from ludex.systems.mirror.policy.clever import act as clever_act, candidates, play, reply as clever_reply
from ludex.systems.mirror.rules.initiative import LeaveConflict, StartConflict, rolls
from ludex.systems.mirror.rules.setting import AddCharacter
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import PC, State

MANY, HARDEST, HIGHEST = 8, 6, 20
"""So many of one kind, so much damage reduction, and such a level, a knob goes up to."""


def _standing(c: Character) -> bool:
    return not (c.out_of_play or c.unconscious)


def _people(state: State) -> list[Character]:
    return [c for i, c in state.characters.items() if not i.startswith("@")]


def sides(state: State) -> dict[str, tuple[str, ...]]:
    """Who is on which side and stands: the players' side first."""
    there = [c for c in _people(state) if _standing(c)]
    ranked = sorted(dict.fromkeys(c.side for c in there), key=lambda side: side != PC)
    return {side: tuple(c.id for c in there if c.side == side) for side in ranked}


def ready(state: State, setup: Setup) -> State:
    """Everybody plays by herself; who is away is gone, who was hidden and takes part is there."""
    there = {i: replace(c, hidden=False) if c.hidden else c for i, c in state.characters.items() if i not in setup.away}
    return replace(state, characters=there, played=tuple(there), throwing=())


def begin(state: State, _setup: Setup) -> Do | None:
    if state.conflict is not None:
        return None
    people = [who for side in sides(state).values() for who in side]
    return Do("start_conflict", StartConflict(tuple(rolls(state, who, None) for who in people)))


def following(state: State) -> Do | Turn | None:
    """What follows by itself, or whose turn it is."""
    if (found := follows(state)) is not None:
        return found
    turn = state.conflict.turn if state.conflict is not None else None
    if turn is not None:
        return Turn((turn,))
    return next(iter(beside(state)), None)


def over(state: State) -> str | None:
    fighters = {f.id for f in state.conflict.fighters} if state.conflict is not None else set(state.characters)
    left = dict.fromkeys(c.side for c in _people(state) if c.id in fighters and _standing(c))
    if len(left) > 1:
        return None
    return next(iter(left), "")


def fallen(state: State) -> frozenset[str]:
    return frozenset(c.id for c in _people(state) if not _standing(c))


def left(state: State) -> dict[str, dict[str, Gauge]]:
    return {c.id: _left(c) for c in _people(state)}


def _left(c: Character) -> dict[str, Gauge]:
    whole = sum(p.cap for p in c.parts)
    wounds = sum(p.cap if p.lost else min(p.cap, len(p.wounds)) for p in c.parts)
    return {
        "life": Gauge(whole - wounds, whole),
        "sp": Gauge(max(0, c.sp), max(1, c.sp_max)),
        "ego": Gauge(c.ego, max(1, c.ego_max)),
    }


def length(state: State) -> int:
    return state.conflict.round if state.conflict is not None else 0


def marks(before: State, after: State) -> tuple[str, ...]:
    """Whose side acts first, as soon as that is known."""
    if before.conflict is not None or after.conflict is None or not after.conflict.fighters:
        return ()
    return (f"led:{after.characters[after.conflict.ranked[0].id].side}",)


def _foes(state: State) -> dict[str, list[Character]]:
    return by_kind((c for c in _people(state) if c.side != PC and _standing(c)), lambda c: c.called)


def knobs(state: State) -> tuple[Knob, ...]:
    """How many there are of each kind of foe, its level, and how much damage each shrugs off."""
    kinds = _foes(state)
    counts = [Knob(f"count:{k}", "count", k, len(v), 0, max(MANY, len(v))) for k, v in kinds.items()]
    armors = [Knob(f"armor:{k}", "armor", k, v[0].dr, 0, HARDEST) for k, v in kinds.items()]
    levels = [Knob(f"level:{k}", "level", k, v[0].lv, 1, max(HIGHEST, v[0].lv)) for k, v in kinds.items()]
    return (*counts, *levels, *armors)


def turned(state: State, knob: Knob, value: int) -> State:
    """Another number of a kind, or another level or damage reduction for all of it."""
    people = dict(state.characters)
    of_kind = _foes(state).get(knob.whose, [])
    if knob.what == "level":  # what its domains do not make up belongs to none of them (MIR-LVL-1)
        return replace(
            state, characters=people | {c.id: replace(c, unplaced=c.unplaced + value - c.lv) for c in of_kind}
        )
    if knob.what == "armor":
        return replace(state, characters=people | {c.id: replace(c, dr=value) for c in of_kind})
    for c in of_kind[value:]:
        del people[c.id]
    for n in range(len(of_kind), value):
        model = of_kind[n % len(of_kind)]
        twin = replace(model, id=f"{model.id}+{n}", name=f"{knob.whose}{n + 1}", pos=_beside(state, people, model))
        people[twin.id] = twin
    return replace(state, characters=people)


def _beside(state: State, people: dict[str, Character], model: Character) -> Cell | None:
    """The free region that is nearest to one of its kind."""
    if model.pos is None:
        return None
    stage, at, taken = state.stage, model.pos, {c.pos for c in people.values()}
    free = [(x, y) for x in range(stage.width) for y in range(stage.height) if (x, y) not in taken]
    cells = [cell for cell in free if stage.passable(cell)]
    return min(cells, key=lambda cell: (stage.distance(cell, at), cell), default=None)


def party(state: State) -> State:
    ours = {i: c for i, c in state.characters.items() if c.side == PC and not c.gm_played}
    return replace(state, characters=ours, conflict=None, played=())


def creatures(state: State) -> dict[str, str]:
    return {key: one.name or key for key, one in library(state.catalogue).npcs.items() if key not in state.characters}


def brings(state: State, creature: str, count: int) -> Do:
    stage = state.stage
    at = (stage.width - 3, stage.height // 2) if stage.width else None
    return Do("add_character", AddCharacter(npc=creature, count=count, side="foe", pos=at))


def leaves(_state: State, who: str) -> Do:
    """Somebody has no more turns in this conflict."""
    return Do("leave_conflict", LeaveConflict(actor=who))


def plain_act(state: State, able: tuple[str, ...], _weights: Weights) -> Do | None:
    """What the table itself does for somebody (MIR-LIV-30)."""
    return play(state, able[0])


LADDERS = tuple(
    Ladder(
        "level",
        level,
        {n: {"modifiers": [{"kind": "intrinsic", "value": max(0, level - 4)}], "target": n} for n in range(5, 31, 5)},
        ("great_success", "success"),
    )
    for level in (4, 8, 12, 16, 20)
)
"""A plain check with what the level alone adds (MIR-SKC-3)."""

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
    leaves=leaves,
    policies={PLAIN: Policy(PLAIN, plain_act), CLEVER: Policy(CLEVER, clever_act, clever_reply)},
    longest=30,
    minutes=12,
)
