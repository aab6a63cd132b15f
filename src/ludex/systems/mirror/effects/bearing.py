"""Which effects bear upon somebody (MIR-LIV-31) and where they come from: abilities, statuses and things, those that ship and those of a table
(MIR-LIV-35, MIR-LIV-53), working organs, running effects, ground.

They are one kind of record; here the records of a table become the effects in force, in this order. What somebody has is here too, because things in use
bear upon her; who was never given anything has what her ranks bring."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.effects.records import Effect, Lasts, Modifier
from ludex.core.hints import once, remembered
from ludex.core.packs import ContentKind, read_pack, shipped_pack
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.effects.conditions import ORGAN, within
from ludex.systems.mirror.effects.vocabulary import ROUNDS, VOCABULARY, Bearing
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.sheet import Ability, BodyPart, Character, Item, Organ, Place, Ware, met
from ludex.systems.mirror.state import Lasting, State
from ludex.systems.mirror.terms import PACKAGE, PartStatus, Status, Unit, key_of


class StatusRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str = ""
    text: str = ""
    tags: tuple[str, ...] = ()
    level: int = 0
    harmful: bool = False
    voluntary: bool = False
    effect: Effect = Effect()


ABILITIES = Bearing("abilities", Ability, ("ability", "能力"))
STATUSES = Bearing("statuses", StatusRecord, ("status", "状态"))


class Sources(msgspec.Struct, frozen=True):
    """Abilities and statuses by their ids: those that ship, or all that a table has."""

    abilities: dict[str, Ability] = {}
    statuses: dict[str, StatusRecord] = {}

    def status(self, name: str) -> StatusRecord | None:
        return self.statuses.get(key_of(name)) or next(
            (r for i, r in self.statuses.items() if name in (i, r.name)), None
        )


@lru_cache(maxsize=1)
def shipped_sources() -> Sources:
    return Sources(**shipped_pack(PACKAGE, (ABILITIES, STATUSES)))


def sources(catalogue: Mapping[str, Mapping[str, Plain]]) -> Sources:
    own = {kind: catalogue[kind] for kind in Sources.__struct_fields__ if catalogue.get(kind)} if catalogue else {}
    return _joined(msgspec.json.encode(own)) if own else shipped_sources()


@remembered(64)
def _joined(catalogue: bytes) -> Sources:
    """A table's own over what ships, read once as long as nobody changes it."""
    own, base = read_pack(msgspec.json.decode(catalogue), (ABILITIES, STATUSES)), shipped_sources()
    return Sources({**base.abilities, **own.get("abilities", {})}, {**base.statuses, **own.get("statuses", {})})


CLOTHES = "clothes"
"""What everybody wears who was given nothing else."""


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon category or a magic source that ranks can be held in; `first` is the ware or action that a rank in it brings."""

    kind: str
    title: str = ""
    text: str = ""
    part: str = ""
    first: str = ""


ITEMS = Bearing("items", Ware, ("item", "物品"))
GEAR = ContentKind("gear", Gear, ("武器种类", "魔法源流", "器械"))


class Wares(msgspec.Struct, frozen=True):
    """Wares and categories: those that ship, or all that a table has."""

    items: dict[str, Ware]
    gear: dict[str, Gear]


@lru_cache(maxsize=1)
def stock() -> Wares:
    """What comes with the system; characters are made of it, so it is read before them."""
    return Wares(**shipped_pack(PACKAGE, (ITEMS, GEAR)))


def item_of(ware: Ware, known_as: str, place: Place = Place.PACKED) -> Item:
    return Item(id=known_as, place=place, **asdict(ware))


@rule("MIR-LIV-47", "MIR-LIV-49")
def belongings(c: Character) -> tuple[Item, ...]:
    """What she has: what she was given, else what her ranks bring; one with actions of her own has no more than those."""
    if c.items is not None:
        return c.items
    if c.actions:
        return ()
    return _usual(c)


@once
def _usual(c: Character) -> tuple[Item, ...]:
    return brought(c, stock())


def brought(c: Character, there: Wares) -> tuple[Item, ...]:
    """Of each weapon category with a rank its first ware, the first of them held; plain clothes worn."""
    arms = [name for name in firsts_of(c.weapons, there) if name in there.items]
    held = [item_of(there.items[i], i, Place.PACKED if n else Place.HELD) for n, i in enumerate(arms)]
    return (*held, item_of(there.items[CLOTHES], CLOTHES, Place.WORN))


def firsts_of(ranks: Mapping[str, int], there: Wares) -> list[str]:
    firsts = [there.gear[name].first for name, rank in ranks.items() if rank > 0 and name in there.gear]
    ids = {ware.name: i for i, ware in there.items.items() if ware.name}
    return [ids.get(first, first) for first in firsts]


# --- effects in force (MIR-LIV-31) ------------------------------------------------------------------------------------

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
    own = _own(state, c).borne
    if not state.effects and not state.stage.scenery and not _reaching(state):
        return own
    mine = (running(state, x) for x in state.effects if x.target == who)
    return (*own, *mine, *_ground(state, c), *_around(state, c))


class _Own(msgspec.Struct, frozen=True):
    """What bears upon somebody by her own record: with her limits and statuses, and those of it that mean others too."""

    there: Sources
    options: Options
    borne: tuple[Effect, ...]
    reaching: tuple[Effect, ...]


def _own(state: State, c: Character) -> _Own:
    """Read once for each record (a record never changes), as long as the table's content and options are the same."""
    there, options = sources(state.catalogue), state.options
    known: _Own | None = c.__dict__.get("own")
    if known is None or known.there is not there or known.options is not options:
        own = tuple(e for e in _sources(c, there) if e.acts)
        known = _Own(there, options, (*_limits(c, own), *_statuses(state, c)), tuple(filter(_means_others, own)))
        c.__dict__["own"] = known
    return known


def _means_others(effect: Effect) -> bool:
    return any(m.whose for m in effect.modifiers)


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
def running(state: State, x: Lasting) -> Effect:
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


def _ends(state: State, x: Lasting, left: int | None) -> int | None:
    """The round or the tick with which it ends, where the clock runs and says so."""
    if state.conflict is None or not left:
        return None
    if x.unit in ROUNDS:
        return state.conflict.round + left - 1
    return state.conflict.tick if x.unit == Unit.TICK_END and left == 1 else None


def _ground(state: State, c: Character) -> tuple[Effect, ...]:
    if c.pos is None or not state.stage.scenery:
        return ()
    there = [s for s in state.stage.scenery if s.effect.acts and c.pos in s.cells]
    return tuple(_of(s.effect, c.id, f"scenery:{s.name}", s.name) for s in there)


@rule("MIR-LIV-31")
def _around(state: State, c: Character) -> tuple[Effect, ...]:
    """Modifiers of others that mean her too: of allies, hostiles, anybody within so many regions."""
    found: list[Effect] = []
    for one, effect in _reaching(state):
        reaching = [m for m in effect.modifiers if m.whose and _means(state, one, c, m)] if one.id != c.id else ()
        if reaching:
            plain = tuple(replace(m, whose="") for m in reaching)
            found.append(Effect(id=effect.id, name=effect.name, bearer=c.id, by=one.id, modifiers=plain))
    return tuple(found)


@once
def _reaching(state: State) -> tuple[tuple[Character, Effect], ...]:
    """The effects of everybody's own that mean others too, with whose they are."""
    found: list[tuple[Character, Effect]] = []
    for one in (c for c in state.characters.values() if not c.out_of_play):
        lasting = (running(state, x) for x in state.effects if x.target == one.id)
        found += ((one, effect) for effect in (*_own(state, one).reaching, *filter(_means_others, lasting)))
    return tuple(found)


def _means(state: State, source: Character, c: Character, modifier: Modifier) -> bool:
    allied = source.side == c.side
    fits = modifier.whose == ANYBODY or allied is (modifier.whose == ALLY)
    return fits and (not modifier.within or within(state, source, c, modifier.within))


UNSENSED = replace(VOCABULARY, borne=borne)
"""The vocabulary with what bears upon people; how they perceive one another is not known here."""
