"""Which effects bear upon somebody (MIR-LIV-31): abilities that hold, working organs, things in use, statuses, running effects, ground.

They are one kind of record; here the records of a table become the effects in force, in this order.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.effects.records import Effect, Lasts, Modifier
from ludex.core.rule import rule
from ludex.systems.mirror.effects.conditions import ORGAN, within
from ludex.systems.mirror.effects.sources import Sources, belongings, sources
from ludex.systems.mirror.effects.vocabulary import VOCABULARY
from ludex.systems.mirror.effects.words import ROUNDS
from ludex.systems.mirror.sheet import Ability, BodyPart, Character, Organ
from ludex.systems.mirror.sheet.stats import met
from ludex.systems.mirror.state import Effect as Running, State
from ludex.systems.mirror.terms import PartStatus, Status, Unit

ALLY, HOSTILE, ANYBODY = "ally", "hostile", "anybody"
OWNED = ("abilities", "organs", "items", "statuses")
"""Kinds of a table's own content that bear upon people."""


@rule("MIR-LIV-31", "MIR-LIV-10")
def borne(state: State, who: str) -> tuple[Effect, ...]:
    """The effects in force upon somebody, in order: her own sources, statuses, running effects, the ground, those of others near."""
    known: dict[str, tuple[Effect, ...]] = state.__dict__.setdefault("borne", {})
    if who not in known:
        known[who] = _borne(state, who)
    return known[who]


def _borne(state: State, who: str) -> tuple[Effect, ...]:
    c = state.characters.get(who)
    if c is None:
        return ()
    return (
        *_limits(c, _own(state, c)),
        *_statuses(state, c),
        *(running(state, x) for x in state.effects if x.target == who),
        *_ground(state, c),
        *_around(state, c),
    )


def _own(state: State, c: Character) -> tuple[Effect, ...]:
    """Those of her abilities, organs and things, read once for each record (a record never changes)."""
    there = sources(state.catalogue)
    known: tuple[Sources, tuple[Effect, ...]] | None = c.__dict__.get("borne")
    if known is None or known[0] is not there:
        known = there, tuple(e for e in _sources(c, there) if e.acts)
        c.__dict__["borne"] = known
    return known[1]


def _sources(c: Character, there: Sources) -> Iterable[Effect]:
    for ability in c.abilities:
        if met(c, ability.prerequisite):
            yield _of(record_of(ability, there), c.id, f"ability:{ability.id}", ability.called)
    for part in c.parts_left:
        for organ in working(part):
            yield _of(organ.effect, c.id, f"{ORGAN}{part.id}:{organ.name}", organ.name)
    for item in belongings(c):
        if item.used:
            yield _of(item.effect, c.id, f"item:{item.id}", item.called)


def record_of(ability: Ability, there: Sources) -> Effect:
    """What an ability does: as it was learned, else as the table's one of that id does."""
    known = there.abilities.get(ability.id)
    return known.effect if known is not None and not ability.effect.acts else ability.effect


def working(part: BodyPart) -> tuple[Organ, ...]:
    """The organs of a part that act; one that is for a wounded part only while it is (MIR-LIV-37)."""
    disabled = part.status is PartStatus.DISABLED
    return tuple(o for o in part.organs if o.effect.acts and (not o.while_disabled or disabled))


def _of(effect: Effect, who: str, known_as: str, name: str) -> Effect:
    return replace(effect, id=known_as, bearer=who, name=effect.name or name) if effect.acts else effect


def _limits(c: Character, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """With the limits that were drawn on, which her sheet keeps by source."""
    return tuple(replace(e, spent=c.drawn[e.id]) if e.id in c.drawn else e for e in effects) if c.drawn else effects


@rule("MIR-LIV-35", "MIR-STS-1")
def _statuses(state: State, c: Character) -> tuple[Effect, ...]:
    """What her statuses do: their records, and what the table adds to them."""
    if not c.statuses:
        return ()
    known = sources(state.catalogue)
    found = [(s, known.status(s)) for s in c.statuses if not _replaced(state, s)]
    return tuple(_of(r.effect, c.id, f"status:{s}", r.name) for s, r in found if r is not None and r.effect.acts)


def _replaced(state: State, status: str) -> bool:
    """Whether the table says by an option what this status does: so with openings (Ruling MIR-E-54)."""
    return status == Status.OPENING and status in state.options.status_effects


def opening_of(state: State, who: str) -> Effect:
    """What an opening towards somebody does, as an effect upon who has it (MIR-STS-4)."""
    record = sources(state.catalogue).status(Status.OPENING)
    effect = Effect() if record is None else record.effect
    return replace(effect, id=f"status:{Status.OPENING}", bearer=who, name=record.name if record else "")


@rule("MIR-LIV-39")
def running(state: State, x: Running) -> Effect:
    """A running effect as a record that knows what is left of it. One that only bears a status's name does what the status does."""
    record = x.record
    if not record.acts:
        named = sources(state.catalogue).status(x.name)
        record = named.effect if named is not None else record
    left = None if x.hidden else x.remaining
    return replace(
        record,
        id=x.id,
        bearer=x.target,
        by=x.by,
        name=record.name or x.name,
        lasts=(Lasts(x.unit),),
        left=left,
        ends=_ends(state, x, left),
        spent=x.record.spent,
        tags=record.tags or x.tags,
    )


def _ends(state: State, x: Running, left: int | None) -> int | None:
    """The round or the tick with which it ends, where the clock runs and says so."""
    if state.conflict is None or not left:
        return None
    if x.unit in ROUNDS:
        return state.conflict.round + left - 1
    return state.conflict.tick if x.unit == Unit.TICK_END and left == 1 else None


def _ground(state: State, c: Character) -> tuple[Effect, ...]:
    """What the scenery does to who stands in it."""
    if c.pos is None or not state.stage.scenery:
        return ()
    there = [s for s in state.stage.scenery if s.effect.acts and c.pos in s.cells]
    return tuple(_of(s.effect, c.id, f"scenery:{s.name}", s.name) for s in there)


@rule("MIR-LIV-31")
def _around(state: State, c: Character) -> tuple[Effect, ...]:
    """Modifiers of others that mean her too: of allies, hostiles, anybody within so many regions."""
    found: list[Effect] = []
    for one in state.characters.values():
        if one.id == c.id or one.out_of_play:
            continue
        mine = (*_own(state, one), *(running(state, x) for x in state.effects if x.target == one.id))
        for effect in mine:
            reaching = [m for m in effect.modifiers if m.whose and _means(state, one, c, m)]
            if reaching:
                plain = tuple(replace(m, whose="") for m in reaching)
                found.append(Effect(id=effect.id, name=effect.name, bearer=c.id, by=one.id, modifiers=plain))
    return tuple(found)


def _means(state: State, source: Character, c: Character, modifier: Modifier) -> bool:
    allied = source.side == c.side
    fits = modifier.whose == ANYBODY or allied is (modifier.whose == ALLY)
    return fits and (not modifier.within or within(state, source, c, modifier.within))


UNSENSED = replace(VOCABULARY, borne=borne)
"""The vocabulary with what bears upon people; how they perceive one another is not known here."""
