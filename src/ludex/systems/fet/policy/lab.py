"""How a battle of FET is rehearsed: sides, what comes next, knobs, and ways to play. There are no dice: one run says it all."""

from functools import partial

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.rehearsal import CLEVER, PLAIN, Gauge, Knob, Lab, Ladder, Policy, Setup, Turn, Weights, by_kind
from ludex.systems.fet.content import people
from ludex.systems.fet.policy.clever import act as clever_act, candidates, sized_act
from ludex.systems.fet.rules.flow import CombatNpcs, due, steering
from ludex.systems.fet.rules.roster import Bring, all_round, fighter_of
from ludex.systems.fet.rules.timeline import CombatLeave, CombatStart
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Battle, Fighter, State
from ludex.systems.fet.terms import Resource

MANY = 8
"""So many of one kind a knob goes up to."""
FOES = "对手"
"""The side of those who are brought on for a try."""
HIGHEST = 12
"""Such a level a knob goes up to, or twice as high as it stands."""
LONGEST = 600
"""Time in t after which a battle is a stalemate."""


def _fighters(state: State) -> tuple[Fighter, ...]:
    if state.battle is not None:
        return state.battle.fighters
    return tuple(fighter_of(state, who) for who in state.characters)


def sides(state: State) -> dict[str, tuple[str, ...]]:
    there = [f for f in _fighters(state) if not f.dead and not f.double_of]
    names = dict.fromkeys(f.side or f.id for f in there)
    ranked = sorted(names, key=lambda side: not any(_player(state, f) for f in there if (f.side or f.id) == side))
    return {side: tuple(f.id for f in there if (f.side or f.id) == side) for side in ranked}


def _player(state: State, fighter: Fighter) -> bool:
    found = state.characters.get(fighter.id)
    return found is not None and not found.npc


def ready(state: State, setup: Setup) -> State:
    """Nobody is declared for as at the table, who is away is gone, who lay in wait is there; time runs by itself."""
    people = {w: replace(c, stage="") if c.stage else c for w, c in state.characters.items() if w not in setup.away}
    state = replace(state, characters=people, auto=(), words_due=())
    if state.battle is None:
        return state
    there = tuple(replace(f, hidden=False) for f in state.battle.fighters if f.id not in setup.away)
    return replace(state, battle=replace(state.battle, fighters=there, live=True, asks_hurt=False, kept_on=""))


def begin(state: State, _setup: Setup) -> Do | None:
    """A battle of everybody there, where none runs."""
    if state.battle is not None:
        return None
    return Do("combat_start", CombatStart(_fighters(state), live=True))


def following(state: State) -> Do | Turn | None:
    """Who must declare; where nobody must, time runs."""
    battle = state.battle
    if battle is None:
        return None
    if battle.waiting:
        return Turn(battle.waiting[:1])
    steered = tuple(f.id for f in battle.fighters if steering(battle, f))
    if steered:
        return Do("combat_npcs", CombatNpcs(steered[:1]))
    return due(state)


def over(state: State) -> str | None:
    battle = state.battle or next(iter(reversed(state.closed)), None)
    left = dict.fromkeys(f.side or f.id for f in battle.living) if battle else {}
    if len(left) > 1:
        return None
    return next(iter(left), "")


def fallen(state: State) -> frozenset[str]:
    return frozenset(f.id for f in _fighters(state) if f.dead)


def left(state: State) -> dict[str, dict[str, Gauge]]:
    return {f.id: _left(f) for f in _fighters(state) if not f.double_of}


def _left(f: Fighter) -> dict[str, Gauge]:
    return {
        "life": Gauge(max(0.0, float(f.stamina)), float(f.maximum(Resource.STAMINA))),
        "will": Gauge(max(0.0, float(f.will)), float(f.maximum(Resource.WILL))),
    }


def length(state: State) -> int:
    battle: Battle | None = state.battle or next(iter(reversed(state.closed)), None)
    return int(battle.time) if battle else 0


def _model(fighter: Fighter) -> str:
    """The character that a fighter is: one that a knob has brought on is its model's twin."""
    return fighter.id.partition("+")[0]


def _foes(state: State) -> dict[str, list[Fighter]]:
    there = (f for f in _fighters(state) if not _player(state, f) and not f.dead)
    return by_kind(there, lambda fighter: state.called(_model(fighter)))


def knobs(state: State) -> tuple[Knob, ...]:
    """How many there are of each kind of foe, its level, and the stamina of each."""
    kinds = _foes(state)
    counts = [Knob(f"count:{k}", "count", k, len(v), 0, max(MANY, len(v))) for k, v in kinds.items()]
    lives = [Knob(f"life:{k}", "life", k, int(v[0].stamina), 1, 3 * int(v[0].stamina)) for k, v in kinds.items()]
    levels = [
        Knob(f"level:{k}", "level", k, int(v[0].level), 1, max(HIGHEST, 2 * int(v[0].level)))
        for k, v in kinds.items()
        if _model(v[0]) in state.characters
    ]
    return (*counts, *levels, *lives)


def _at_level(state: State, fighter: Fighter) -> Fighter:
    """A fighter as the sheet of her model makes her now; what she has lost she has lost."""
    there = fighter_of(replace(state, battle=None), _model(fighter), side=fighter.side)
    stamina, will = (there.maximum(one) - fighter.maximum(one) for one in (Resource.STAMINA, Resource.WILL))
    return replace(
        fighter,
        values=there.values,
        stamina=fighter.stamina + stamina,
        will=fighter.will + will,
        stamina_max=there.stamina_max,
        will_max=there.will_max,
        level=there.level,
    )


def turned(state: State, knob: Knob, value: int) -> State:
    """Another number of a kind, or another level or stamina for all of it; a battle that has not begun begins with that."""
    battle = state.battle or Battle(_fighters(state), live=True)
    of_kind = _foes(state).get(knob.whose, [])
    mine: dict[str, Fighter] = {}
    if knob.what == "life":
        mine = {f.id: replace(f, stamina=value, stamina_max=value) for f in of_kind}
    elif knob.what == "level":
        models = {who: state.characters[who] for who in map(_model, of_kind)}
        grown = {who: replace(one, sheet=replace(one.sheet, level=value)) for who, one in models.items()}
        state = replace(state, characters=state.characters | grown)
        mine = {f.id: _at_level(state, f) for f in of_kind}
    if mine:
        there = tuple(mine.get(f.id, f) for f in battle.fighters)
        return replace(state, battle=replace(battle, fighters=there))
    gone = {f.id for f in of_kind[value:]}
    there = tuple(f for f in battle.fighters if f.id not in gone)
    for n in range(len(of_kind), value):
        model = of_kind[n % len(of_kind)]
        there = (*there, replace(model, id=f"{model.id}+{n}"))
    return replace(state, battle=replace(battle, fighters=there))


def party(state: State) -> State:
    """The players' characters alone, before any battle."""
    ours = {who: c for who, c in state.characters.items() if not c.npc}
    return replace(state, characters=ours, battle=None, auto=())


def creatures(state: State) -> dict[str, str]:
    return {key: sheet.name or key for key, sheet in people(state).items()}


def brings(_state: State, creature: str, count: int) -> Do:
    """So many of a stat block come on as foes."""
    return Do("bring", Bring(block=creature, count=count, npc=True, side=FOES))


def leaves(_state: State, who: str) -> Do:
    """Somebody leaves the timeline (FET-CBA-4)."""
    return Do("combat_leave", CombatLeave(who=who))


def plain_act(_state: State, able: tuple[str, ...], _weights: Weights) -> Do | None:
    """What the table itself declares for somebody (FET-LIV-18)."""
    return Do("combat_npcs", CombatNpcs(able[:1]))


WAYS = {
    PLAIN: Policy(PLAIN, plain_act),
    "small": Policy("small", partial(sized_act, share=6)),
    "big": Policy("big", partial(sized_act, share=1)),
    CLEVER: Policy(CLEVER, clever_act),
}
"""As the table declares (a third of 20 t), many small blows, few big ones, and the size that the moment wants."""

LADDERS = tuple(
    Ladder(
        "level",
        level,
        {
            n: {"value": float(derive(replace(all_round(), level=level)).values["strength"]), "target": n}
            for n in (50, 100, 150, 200, 300)
        },
        ("success",),
    )
    for level in (2, 4, 6, 8, 10)
)
"""A check of somebody who is good at nothing in particular (FET-CHK-2)."""

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
    candidates=candidates,
    party=party,
    creatures=creatures,
    brings=brings,
    leaves=leaves,
    policies=WAYS,
    ways=tuple(WAYS),
    dice=False,
    longest=LONGEST,
    unit="t",
    minutes=0.5,
)
