"""How a conflict of fable is rehearsed: sides and their gauges, what comes next, knobs, and the two ways to play."""

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.rehearsal import CLEVER, PLAIN, Gauge, Knob, Lab, Ladder, Policy, Setup, Turn, Weights, by_kind
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.policy import on_turn, turn
from ludex.systems.fable.policy.clever import act as clever_act, candidates, reply as clever_reply
from ludex.systems.fable.rules.conflict import OfActor, StartConflict
from ludex.systems.fable.rules.defeat import beside, due
from ludex.systems.fable.rules.initiative import fighter_of
from ludex.systems.fable.rules.npcs import LEVELS, Derive, derived
from ludex.systems.fable.sheet import Character, five
from ludex.systems.fable.sheet.entries import BlockEntry
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Kind

MANY = 8
"""So many of one kind a knob goes up to."""


def sides(state: State) -> dict[str, tuple[str, ...]]:
    """Who is on which side and still up: the players' side first."""
    there = [c for c in state.characters.values() if not c.out]
    ranked = sorted(dict.fromkeys(team_of(state, c.id) for c in there), key=lambda side: not _players(state, side))
    return {side: tuple(c.id for c in there if team_of(state, c.id) == side) for side in ranked}


def _players(state: State, side: str) -> bool:
    return any(c.kind is Kind.PC and team_of(state, who) == side for who, c in state.characters.items())


def ready(state: State, setup: Setup) -> State:
    """Nobody plays by itself as at the table, who is away is gone, who was hidden and takes part is seen."""
    there = {w: replace(c, hidden=False) for w, c in state.characters.items() if w not in setup.away}
    return replace(state, characters=there, live=True, playing=None, session=None)


def begin(state: State, _setup: Setup) -> Do | None:
    """A conflict of everybody there, where none runs."""
    if state.conflict is not None:
        return None
    people = [who for side in sides(state).values() for who in side]
    return Do("conflict_start", StartConflict(tuple(fighter_of(state, who) for who in people)))


def following(state: State) -> Do | Turn | None:
    """What follows by itself, fates among it, or whose turn it is."""
    if (found := due(state)) is not None:
        return found
    if waiting := beside(state):
        return waiting[0]
    who = on_turn(state)
    return Turn((who,)) if who in state.characters else None


def over(state: State) -> str | None:
    if state.conflict is None:
        left = list(sides(state))
    else:
        up = [c for c in state.conflict.combatants if c.id in state.characters and not state.characters[c.id].out]
        left = list(dict.fromkeys(c.team for c in up))
    if len(left) > 1:
        return None
    return left[0] if left else ""


def fallen(state: State) -> frozenset[str]:
    return frozenset(who for who, c in state.characters.items() if c.out)


def left(state: State) -> dict[str, dict[str, Gauge]]:
    """Hit and mind points, and what else is spent: points of the story, inventory points."""
    return {who: _left(c) for who, c in state.characters.items()}


def _left(c: Character) -> dict[str, Gauge]:
    found = {"life": Gauge(c.hp, sum(c.hg.cap)), "mind": Gauge(max(0, c.mp), sum(c.mg.cap))}
    if c.kind is Kind.PC:
        found |= {"fp": Gauge(c.fp, c.fp), "ip": Gauge(c.ip, c.ip)}
    return found


def length(state: State) -> int:
    return state.conflict.round if state.conflict else 0


def marks(before: State, after: State) -> tuple[str, ...]:
    """Whose side acts first, as soon as that is known."""
    if before.conflict is not None or after.conflict is None or not after.conflict.combatants:
        return ()
    first = max(after.conflict.combatants, key=lambda c: c.initiative)
    return (f"led:{first.team}",)


def _foes(state: State) -> dict[str, list[Character]]:
    return by_kind((c for c in state.characters.values() if c.kind is not Kind.PC and not c.out), lambda c: c.called)


def knobs(state: State) -> tuple[Knob, ...]:
    """How many there are of each kind of foe, its level, and how much each gauge of theirs holds."""
    kinds = _foes(state)
    counts = [Knob(f"count:{k}", "count", k, len(v), 0, max(MANY, len(v))) for k, v in kinds.items()]
    lives = [Knob(f"life:{k}", "life", k, sum(v[0].hg.cap), 5, 3 * sum(v[0].hg.cap)) for k, v in kinds.items()]
    levels = [Knob(f"level:{k}", "level", k, v[0].level, 1, LEVELS[-1]) for k, v in kinds.items()]
    return (*counts, *levels, *lives)


def _at_level(state: State, npc: Character, level: int) -> Character:
    """Another level of a foe: its gauges hold more or less by as much as that level makes (FAB-PNP-1), its rolls follow from it."""
    before, after = (
        derived(Derive(npc.base, n, npc.rank, npc.sheet.replaces), state.options) for n in (npc.level, level)
    )
    hits = five(max(0, c + b - a) for c, a, b in zip(npc.hg.cap, before.hg_cap, after.hg_cap, strict=True))
    minds = five(max(0, c + b - a) for c, a, b in zip(npc.mg.cap, before.mg_cap, after.mg_cap, strict=True))
    return replace(npc, level=level, hg=replace(npc.hg, cap=hits), mg=replace(npc.mg, cap=minds))


def turned(state: State, knob: Knob, value: int) -> State:
    """Another number of a kind, or another level or sum of hit gauges for all of it."""
    people = dict(state.characters)
    of_kind = _foes(state).get(knob.whose, [])
    if knob.what == "level":
        return replace(state, characters=people | {c.id: _at_level(state, c, value) for c in of_kind})
    if knob.what == "life":
        for c in of_kind:
            old = max(1, sum(c.hg.cap))
            shares = [value * n // old for n in c.hg.cap]
            cap = (shares[0] + value - sum(shares), shares[1], shares[2], shares[3], shares[4])
            people[c.id] = replace(c, hg=replace(c.hg, cap=cap))
        return replace(state, characters=people)
    for c in of_kind[value:]:
        del people[c.id]
    for n in range(len(of_kind), value):
        model = of_kind[n % len(of_kind)]
        twin = replace(model, id=f"{model.id}+{n}", name=f"{knob.whose}{n + 1}", hg=replace(model.hg, lost=(0,) * 5))
        people[twin.id] = twin
    return replace(state, characters=people)


def party(state: State) -> State:
    """The players' characters alone, before any fight."""
    ours = {who: c for who, c in state.characters.items() if c.kind is Kind.PC}
    return replace(state, characters=ours, conflict=None, playing=None, pending=(), live=True)


def creatures(state: State) -> dict[str, str]:
    return {key: block.name or key for key, block in entries_of(BlockEntry, state.things).items()}


def brings(_state: State, creature: str, count: int) -> Do:
    return Do("summon", {"block": creature, "count": count})


def leaves(_state: State, who: str) -> Do:
    """Somebody leaves the clock (FAB-CLK-13)."""
    return Do("conflict_leave", OfActor(who))


def plain_act(state: State, able: tuple[str, ...], _weights: Weights) -> Do | None:
    """What the table itself does for somebody (FAB-LIV-30)."""
    return turn(state, able[0])


LADDERS = tuple(
    Ladder("dice", size, {n: {"sizes": [size, size], "dl": n} for n in (7, 10, 13, 16)}, ("success",))
    for size in (6, 8, 10, 12)
)
"""A check with two dice of a size against the usual difficulties."""

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
    minutes=10,
)
