"""Content: the kinds of records (characters, actions, abilities, organs, bodies, gear, NPCs), what ships in `data/`, what a table adds.

A pack names everything that is wrong at once; a character's record is refused with a code of its own. No rule is decided here.

What things are called stands here too, in the reader's language; a table's own stand as they were given (MIR-LIV-60)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted, record
from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.hints import once, remembered
from ludex.core.names import named
from ludex.core.packs import ContentKind, Pack, read_pack, shipped_pack
from ludex.core.plain import Plain, Written
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content.actions import (
    ACTIONS,
    ActionRecord as ActionRecord,
    AttackRecord as AttackRecord,
    CheckRecord as CheckRecord,
    EffectRecord as EffectRecord,
    action_words,
    check_damage as check_damage,
    check_needs,
    check_range,
)
from ludex.systems.mirror.content.bodies import (
    BODIES,
    ORGANS,
    BodyPlan,
    OrganRecord,
    PartGiven as PartGiven,
    organ_of as organ_of,
    part_of,
    plan_named,
)
from ludex.systems.mirror.content.checking import Word, english as english, keys_of, wrong
from ludex.systems.mirror.content.items import ItemGiven, things
from ludex.systems.mirror.effects.bearing import ABILITIES, GEAR, ITEMS, STATUSES, Gear as Gear, StatusRecord, stock
from ludex.systems.mirror.effects.vocabulary import Bearing
from ludex.systems.mirror.sheet import START, Ability, Cell, Character, Glow, Sheet, Ware
from ludex.systems.mirror.state import settled
from ludex.systems.mirror.terms import (
    PACKAGE,
    Attribute,
    DamageType,
    Defense,
    Method,
    Skill,
    Status,
    check_domain,
    check_word,
    key_of,
    said,
)


class SceneryRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scenery (物景) that can be set down: what entering it costs, its light, and what happens to who enters (an effect record)."""

    name: str = ""
    kind: str = "terrain"
    cells: tuple[Cell, ...] = ()
    cost: int = 1
    light: Glow | None = None
    text: str = ""
    effect: Effect = Effect()


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes in an encounter: an NPC, how many, where, in secret or not."""

    npc: str
    count: int = 1
    cell: Cell | None = None
    hidden: bool = False


class EncounterRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prepared encounter: who comes, and on which stage."""

    name: str = ""
    who: tuple[Entrant, ...] = ()
    stage: Plain | None = None
    text: str = ""


SCENERY = Bearing("scenery", SceneryRecord, ("物景",))
ENCOUNTERS = ContentKind("encounters", EncounterRecord, ("encounter", "遭遇"))


Catalogue = Mapping[str, Mapping[str, Plain]]
"""A table's own records: kind -> id -> record."""

RANKS = ("skills", "defenses", "weapons", "magic", "secondary")
COMPUTED = (Status.TIRED, Status.EXHAUSTED, Status.UNCONSCIOUS, Status.MAD, Status.DEAD, Status.DISSOLVED)
"""Statuses that follow from numbers; the rest are kept as given."""


class CharacterGiven(Sheet, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A character as data: what is kept as it is written, and what is worked out from the rest."""

    id: str = ""
    lv: int | None = None
    method: str = Method.POINTS
    attributes: dict[str, int] | None = None
    sp: int | None = None
    gauges: dict[str, int] = msgspec.field(default_factory=dict)
    speed: int | None = None
    body: str = "humanoid"
    parts: tuple[PartGiven, ...] | None = None
    links: tuple[tuple[str, str], ...] | None = None
    statuses: tuple[str, ...] = ()
    invisible: bool = False
    items: tuple[str | ItemGiven, ...] | None = None


class NpcRecord(CharacterGiven, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A block that makes a character: the GM's and a foe, unless it says otherwise."""

    gm_played: bool = True
    side: str = "foe"


class Library(msgspec.Struct, frozen=True):
    actions: dict[str, ActionRecord] = {}
    abilities: dict[str, Ability] = {}
    organs: dict[str, OrganRecord] = {}
    bodies: dict[str, BodyPlan] = {}
    gear: dict[str, Gear] = {}
    items: dict[str, Ware] = {}
    statuses: dict[str, StatusRecord] = {}
    scenery: dict[str, SceneryRecord] = {}
    npcs: dict[str, NpcRecord] = {}
    encounters: dict[str, EncounterRecord] = {}


@lru_cache(maxsize=1)
def shipped() -> Library:
    return _library(shipped_pack(PACKAGE, KINDS))


def library(catalogue: Catalogue) -> Library:
    """What the table can use: shipped content, and its own over it."""
    return _joined(msgspec.json.encode(catalogue)) if catalogue else shipped()


@remembered(64)
def _joined(catalogue: bytes) -> Library:
    """A table's own content over the shipped, read once as long as nobody changes it."""
    own, base = _library(read_pack(msgspec.json.decode(catalogue), KINDS)), shipped()
    return Library(*({**getattr(base, kind.name), **getattr(own, kind.name)} for kind in KINDS))


def _library(pack: Pack) -> Library:
    """A pack with each action named by its id, where it has no other name."""
    actions = {i: replace(a, name=a.name or i) for i, a in pack.get("actions", {}).items()}
    return Library(**{**pack, "actions": actions})


def kind_named(name: str) -> str:
    kinds = {kind.name: (kind.name, *kind.also) for kind in KINDS}
    return named(name, kinds, unknown="unknown_content", value=name, among=list(kinds))


@rule("MIR-LIV-52")
def _npc_words(npc: NpcRecord) -> Iterator[Word]:
    """What an NPC's record says by words of the rulebook; its own actions are read as those of the library."""
    yield from ((Skill, one) for one in npc.skills)
    yield from ((Defense, one) for one in npc.defenses)
    yield from ((DamageType, ward.type) for ward in (*npc.resist, *npc.vuln))
    for action in npc.actions:
        yield from action_words(msgspec.convert(action, ActionRecord))


def _check_own(npc: NpcRecord) -> None:
    """An NPC's own actions and abilities are checked as those of the library."""
    for plain in npc.actions:
        action = msgspec.convert(plain, ActionRecord)
        check_range(action)
        check_needs(action)
    for ability in npc.abilities:
        check_needs(ability)


def _id_of(records: Mapping[str, msgspec.Struct], wanted: str, *, code: str) -> str:
    """The id of a record by its id, its name, or the unique beginning of either."""
    names = {i: (i, called(i, r), english().get(i, i)) for i, r in records.items()}
    try:
        return named(wanted, names, unknown=code, value=wanted, among=())
    except RuleError as error:
        if error.code == code:
            error.facts = {**error.facts, "among": [_known_as(i, r) for i, r in records.items()]}
        raise


def _known_as(name: str, record: msgspec.Struct) -> Say | str:
    """A record's name for a list of them: one that ships by the word of its id, another as it was given."""
    shipped_ones = (r for kind in ("actions", "npcs") for i, r in getattr(shipped(), kind).items() if i == name)
    return say(f"things.{name}") if any(r == record for r in shipped_ones) else called(name, record)


def called(name: str, record: msgspec.Struct) -> str:
    return str(getattr(record, "title", "") or getattr(record, "name", "") or name)


@once
def own_actions(character: Character) -> dict[str, ActionRecord]:
    return _actions_of(msgspec.json.encode(character.actions))


@remembered(512)
def _actions_of(sheet: bytes) -> dict[str, ActionRecord]:
    """The actions of a sheet as they are written there: whatever else changes about somebody, they are not read again."""
    written = {str(a.get("name", "")): a for a in msgspec.json.decode(sheet)}
    return _library(read_pack({"actions": written}, KINDS)).actions


def action_named(name: str, catalogue: Catalogue, character: Character) -> ActionRecord:
    """An action by name: of her own sheet first, then of the library."""
    own = own_actions(character)
    try:
        return own[_id_of(own, name, code="unknown_deed")]
    except RuleError:
        actions = library(catalogue).actions
        return actions[_id_of(actions, name, code="unknown_deed")]


def npc_named(name: str, catalogue: Catalogue) -> NpcRecord:
    npcs = library(catalogue).npcs
    return npcs[_id_of(npcs, name, code="unknown_npc")]


def read_character(data: Written, known_as: str) -> Character:
    """A record as a character, or the first thing that is wrong with it."""
    return character_of(read_given(data, known_as), known_as)


def read_given(data: Written, known_as: str) -> CharacterGiven:
    plain = record(data, known_as, code="bad_character")
    if strange := [key for key in plain if key not in CharacterGiven.__struct_fields__]:
        raise RuleError("unknown_key", clause="MIR-LIV-51", keys=strange, key=strange[0])
    return converted(plain, CharacterGiven, known_as, code="bad_character", who=known_as)


def character_of(given: CharacterGiven, known_as: str) -> Character:
    _check_character(given)
    return _with_stamina(_character(given, known_as), given)


def _check_character(given: CharacterGiven) -> None:
    total = sum(given.domains.values())
    if given.domains and given.lv is not None and given.lv != total:
        raise RuleError("lv_mismatch", clause="MIR-LVL-1", lv=given.lv, domains=total)
    check_word(Method, given.method)
    for attribute in {**(given.attributes or {}), **(given.points or {}), **given.gauges}:
        check_word(Attribute, attribute)
    for name, rank in (pair for kind in RANKS for pair in getattr(given, kind).items()):
        if rank < 0:
            raise RuleError("bad_rank", clause="MIR-USE-3", name=name, rank=rank)
    plan_named(given.body)


def _character(given: CharacterGiven, known_as: str) -> Character:
    """The record with every default filled in, but for stamina."""
    plan = plan_named(given.body)
    parts = tuple(map(part_of, plan.parts if given.parts is None else given.parts))
    chain = tuple((a.id, b.id) for a, b in pairwise(parts))  # MIR-PRT-3
    links = given.links if given.links is not None else (plan.links if given.parts is None else None) or chain
    hiding = [s.value for s, on in ((Status.INVISIBLE, given.invisible), (Status.STEALTH, given.stealth)) if on]
    kept = {name: getattr(given, name) for name in Sheet.__struct_fields__} | {
        "first_domain": given.first_domain or next(iter(given.domains), ""),
        "points": {} if given.points is None and given.attributes is None else given.points,
        "madness": max(0, given.madness),
        "humanity": max(0, given.humanity),
    }
    return Character(
        **kept,
        id=known_as,
        unplaced=0 if given.domains else (1 if given.lv is None else given.lv),
        method=Method(given.method),
        base=_base(given),
        base_speed=given.speed,
        parts=parts,
        links=links,
        items=None if given.items is None else things(given.items),
        given=tuple(dict.fromkeys([*(s for s in given.statuses if s not in COMPUTED), *hiding])),
        out_cold=("effect",) if Status.UNCONSCIOUS in given.statuses else (),
        mad=Status.MAD in given.statuses,
        dead=Status.DEAD in given.statuses,
        dissolved=Status.DISSOLVED in given.statuses,
    )


def _base(given: CharacterGiven) -> dict[str, int] | None:
    """Final values, an omitted one 6; 6 + points; nothing where potential makes them."""
    if given.attributes is None and given.method == Method.POTENTIAL:
        return None
    made = given.attributes if given.attributes is not None else {a: START + n for a, n in (given.points or {}).items()}
    return {a.value: made.get(a, START) for a in Attribute}


def _with_stamina(character: Character, given: CharacterGiven) -> Character:
    """Stamina (the maximum unless given) and what is spent of the gauges, which need the attributes first."""
    sp = character.sp_max if given.sp is None else given.sp
    if not character.sp_min <= sp <= character.sp_max:
        raise RuleError("sp_out_of_range", clause="MIR-STA-1", sp=sp, low=character.sp_min, high=character.sp_max)
    spent = {a: max(0, character.gauge_max(a) - max(0, left)) for a, left in given.gauges.items()}
    return settled(replace(character, sp=sp, spent={a: n for a, n in spent.items() if n}))


_KINDS: tuple[ContentKind, ...] = (
    ACTIONS,
    replace(ABILITIES, wrong=wrong(lambda ability: check_domain(ability.domain), check_needs)),
    ORGANS,
    BODIES,
    GEAR,
    ITEMS,
    STATUSES,
    SCENERY,
    ContentKind(
        "npcs",
        NpcRecord,
        ("npc", "登场角色", "角色卡"),
        wrong(lambda npc: character_of(npc, npc.id), _check_own, words=_npc_words),
    ),
    ENCOUNTERS,
)

KINDS = tuple(replace(kind, keys=keys_of(kind.name)) for kind in _KINDS)
"""The kinds of content; each has its file in `data/`."""


# --- what things are called (MIR-LIV-60) ------------------------------------------------------------------------------

NAMED = ("actions", "abilities", "organs", "items", "npcs", "bodies")
TOLD = ("actions", "abilities", "organs", "statuses", "items")
"""Kinds of shipped content that have names and texts in the words."""


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    blocks = [action for npc in shipped().npcs.values() for action in npc.actions]
    found = {str(a["title"]): f"things.{a['name']}" for a in blocks if "title" in a}
    for kind in reversed(NAMED):
        for key, thing in getattr(stock() if kind == "items" else shipped(), kind).items():
            name = getattr(thing, "title", "") or getattr(thing, "name", "") or key
            found |= {name: f"things.{key}", **({} if said(key) != key else {key: f"things.{key}"})}
    return found


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    found: dict[str, str] = {}
    for kind in TOLD:
        records = getattr(stock() if kind == "items" else shipped(), kind)
        found |= {record.text: f"texts.{kind}.{key}" for key, record in records.items() if record.text}
    return found


def shown(name: str) -> Say | str:
    key = _names().get(name)
    return say(key) if key else said(key_of(name))


def record_name(record: Plain, known_as: str) -> str:
    """What a record of the table's own is called: by its name or title, else by its id."""
    return str(record.get("title") or record.get("name") or known_as)


def described(text: str) -> Say | str:
    key = _texts().get(text)
    return say(key) if key else text


@rule("MIR-LIV-59")
def typed(level: Say, types: tuple[str, ...]) -> Say:
    """A wound's level with the damage types that it came from: «擦伤（灼烧/腐蚀）»."""
    if not types:
        return level
    joined = term(types[0])
    for one in types[1:]:
        joined = say("told.slashed", a=joined, b=term(one))
    return say("told.typed", level=level, types=joined)


@rule("MIR-LIV-46")
def purpose(ability: Ability) -> Say | str:
    """What an ability is for, and its prerequisite (前置)."""
    needs = [say("view.at_least", name=said(c.stat.rpartition(".")[2]), value=c.value) for c in ability.prerequisite]
    text = described(ability.text)
    return say("view.with_needs", text=text, needs=needs) if needs else text
