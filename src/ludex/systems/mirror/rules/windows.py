"""Windows (live play): after an event those whose effects listen to it are heard before the rule goes on (MIR-LIV-28, MIR-LIV-34).

What steps do is declared by the chapters that they belong to (`step`), since those open windows themselves.
"""

from collections.abc import Awaitable, Callable, Collection

from ludex.core.effects.records import Effect, Occasion, Phrase, Trigger
from ludex.core.effects.windows import Course, Steps, World, window
from ludex.core.events import happen
from ludex.core.modifiers import Modifier
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.systems.mirror.effects import WORDS, reach_of
from ludex.systems.mirror.effects.conditions import within
from ludex.systems.mirror.effects.vocabulary import AP, SP
from ludex.systems.mirror.events import ApChanged, EffectsCounted, LimitDrawn, Reacted, StaminaChanged
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Lasting, State, spot
from ludex.systems.mirror.terms import Unit

MOST = 20
"""Triggers that may follow from one act (MIR-LIV-34)."""

STEPS = Steps()
"""What each step does, by its word; the chapters declare theirs."""
step = STEPS.does


Reactor = Callable[[State, Occasion, Course], Awaitable[State]]
REACTORS: list[Reactor] = []
"""Who is heard after the effects: those whose actions wait for the event (`rules.reacting` declares it)."""


def reactor(run: Reactor) -> Reactor:
    """Declare what is heard after the effects that listen to an event."""
    REACTORS.append(run)
    return run


def act() -> Course:
    return Course(MOST)


@rule("MIR-LIV-34", "MIR-LIV-28")
async def occurred(
    state: State, event: str, *, doer: str = "", target: str = "", course: Course | None = None, **facts: object
) -> State:
    """Something has happened: who listens is heard, in turn order; what follows is told. Without a listener nothing is done."""
    at = Occasion(event, doer, target, facts)
    course = course if course is not None else act()
    if not listening(state, event):
        return await _reacted(state, at, course)
    state = await window(WORLD, state, at, course)
    for line in course.news():
        effect = line.facts.get("effect", "")
        state = await happen(Reacted(str(line.facts.get("who", "")).removeprefix("@"), str(effect)))
    return await _reacted(state, at, course)


async def _reacted(state: State, at: Occasion, course: Course) -> State:
    for run in REACTORS:
        state = await run(state, at, course)
    return state


async def told_ended(state: State, gone: tuple[Lasting, ...], course: Course | None = None) -> State:
    for x in gone:
        state = await occurred(state, "effect_ended", doer=x.by, target=x.target, course=course, name=x.name)
    return state


@rule("MIR-LIV-31")
async def used_up(state: State, ids: Collection[str]) -> State:
    """Of running effects that last for so many uses (次) one is gone; with the last they end."""
    mine = tuple(x for x in state.effects if x.id in ids and x.unit == Unit.USES)
    if not mine:
        return state
    state = await happen(EffectsCounted(tuple(x.id for x in mine), 1))
    return await told_ended(state, tuple(x for x in mine if x.remaining == 1))


@rule("MIR-LIV-27", "MIR-LIV-34")
async def crossed(state: State, who: str, *, left: Cell, entered: Cell, course: Course) -> State:
    """What takes effect in a region that was entered: of the one left behind, of this one, and of those who reach either."""
    for event in ("region_left", "region_entered", "region_near"):
        state = await occurred(state, event, doer=who, course=course, left=spot(left), entered=spot(entered))
    return state


def listening(state: State, event: str) -> bool:
    """Whether anything listens to an event at all; what people bear by themselves is worked out once for each record."""
    if any(t.on == event for x in state.effects for t in x.record.triggers):
        return True
    if any(t.on == event for s in state.stage.scenery for t in s.effect.triggers):
        return True
    if state.catalogue.get("statuses"):
        return any(t.on == event for i in state.characters for e in WORDS.borne(state, i) for t in e.triggers)
    abilities = state.catalogue.get("abilities")
    for c in state.characters.values():
        known = c.__dict__.get("heard")
        if known is None or known[0] is not abilities:
            known = c.__dict__["heard"] = abilities, _heard_by(state, c)
        if event in known[1]:
            return True
    return False


def _heard_by(state: State, c: Character) -> frozenset[str]:
    """The events to which something of hers listens, running effects aside."""
    running = {x.id for x in state.effects}
    return frozenset(t.on for e in WORDS.borne(state, c.id) for t in e.triggers if e.id not in running)


@rule("MIR-LIV-28")
def order(state: State, _at: Occasion) -> tuple[str, ...]:
    """Who is heard first: in a conflict by the turn order, then and outside it as they are listed; the dead do nothing."""
    there = [i for i, c in state.characters.items() if not c.out_of_play]
    if state.conflict is None:
        return tuple(there)
    placed = [f.id for f in state.conflict.ranked if f.id in there]
    return (*placed, *(i for i in there if i not in placed))


@rule("MIR-LIV-34")
def hears(state: State, who: str, _effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whose event it is: hers (done by or to her), an ally's, a hostile's, anybody's, within so many regions; nobody's is everybody's."""
    roles = [one for one in dict.fromkeys((at.doer, at.target)) if one]
    if not roles:
        return True
    if at.event == "region_near" and not _reached(state, who, at):
        return False
    match trigger.whose:
        case "":
            return who in roles
        case "done":
            return who == at.doer
        case "suffered":
            return who == at.target
    me = state.characters[who]
    there = [state.characters[one] for one in roles if one in state.characters]
    others = [c for c in there if trigger.whose == "anybody" or c.id != who]
    return any(
        (trigger.whose == "anybody" or (c.side == me.side) is (trigger.whose == "ally"))
        and (not trigger.within or within(state, me, c, trigger.within))
        for c in others
    )


def _reached(state: State, who: str, at: Occasion) -> bool:
    """Whether the region that somebody else left or entered is within her reach."""
    me = state.characters[who]
    if who == at.doer or me.pos is None:
        return False
    reach = reach_of(state, me)
    cells = [(int(x), int(y)) for x, y in (str(at.fact(name)).split(",") for name in ("left", "entered"))]
    return any(state.stage.distance(me.pos, cell) <= reach for cell in cells)


def people(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> tuple[str, ...]:
    """At whom a step is aimed: herself, the other, who set it off, all of a side within so many regions."""
    match phrase.whom:
        case "":
            return (effect.bearer,)
        case "other":
            other = at.other(effect.bearer)
            return (other,) if other in state.characters else ()
        case "cause":
            return (at.doer,) if at.doer in state.characters else ()
    me = state.characters[effect.bearer]
    there = [c for c in state.characters.values() if not c.out_of_play and _meant(me, c, phrase.whom)]
    return tuple(c.id for c in there if not phrase.within or within(state, me, c, phrase.within))


def _meant(me: Character, c: Character, whom: str) -> bool:
    return whom == "everybody" or (c.side == me.side) is (whom == "allies")


def scope(state: State, per: str) -> str:
    """A text that stays the same as long as a limit counts; those that a rest makes whole count until it."""
    conflict, time = state.conflict, state.time
    now = "" if conflict is None else f"{state.fights}.{conflict.round}"
    scopes = {
        "turn": now if conflict is None else f"{now}.{conflict.tick}",
        "round": now,
        "conflict": str(state.fights),
        "scene": str(state.scenes),
        "segment": f"{time.unit}.{time.segment}",
        "unit": str(time.unit),
    }
    return scopes.get(per, "")


async def used(state: State, before: Effect, after: Effect, trigger: Trigger) -> State:
    """A use of a trigger: its limit is drawn on, its cost paid."""
    if after.spent != before.spent:
        state = await happen(LimitDrawn(before.bearer, before.id, after.spent))
    for cost in trigger.cost:
        c = state.who(before.bearer)
        if cost.how == AP:
            state = await happen(ApChanged(c.id, c.ap - int(cost.by), cost=True))
        elif cost.how == SP:
            state = await happen(StaminaChanged(c.id, max(c.sp_min, c.sp - int(cost.by)), cost=True))
    return await used_up(state, (before.id,))


def able(state: State, who: str, trigger: Trigger) -> bool:
    """Whether she can react: who is asked must be awake, and have the AP and SP that it takes."""
    c = state.characters[who]
    need = {cost.how: int(cost.by) for cost in trigger.cost}
    if trigger.ask and c.unconscious:
        return False
    paid = state.conflict is None or c.ap >= need.get(AP, 0)
    return paid and c.sp - need.get(SP, 0) >= c.sp_min


@rule("MIR-LIV-41")
def unseen(state: State, who: str) -> bool:
    """A GM's character whom the other side cannot perceive reacts by standing order only."""
    c = state.characters[who]
    return c.gm_played and heard(state, who) == (GM,)


WORLD = World(
    words=WORDS,
    steps=STEPS,
    order=order,
    hears=hears,
    people=people,
    scope=scope,
    used=used,
    able=able,
    unseen=unseen,
)


def noted(course: Course) -> tuple[Modifier, ...]:
    """What steps have given to the check under way, taken up once."""
    found = course.notes.pop("modifiers", ())
    return found if isinstance(found, tuple) else ()
