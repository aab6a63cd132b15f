"""Who is at the table: NPCs from stat blocks, equipment, feats, background, statuses, and content of the table's own."""

from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.catalogue import BlockEntry, WeaponEntry, catalogue, named, on_shelf, read_entry
from ludex.systems.fable.events import (
    CharacterGone,
    CharacterWritten,
    Revealed,
    StatusesSet,
    ThingAdded,
)
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.creation import check_martial, equipment
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, feats_check
from ludex.systems.fable.rules.npcs import Derive, derived
from ludex.systems.fable.rules.opportunities import afflicted
from ludex.systems.fable.rules.people import character_of
from ludex.systems.fable.sheet import Character, Dice, Gauge, Sheet
from ludex.systems.fable.state import State, happen
from ludex.systems.fable.terms import GENERAL, Affinity, Kind, Status

MOST_AT_ONCE = 20


# ---------------------------------------------------------------------- coming and going
class Summon(msgspec.Struct, frozen=True):
    """How many of which stat block come in, on which side, seen or not."""

    block: str
    count: int = 1
    name: str = ""
    team: str = "foes"
    hidden: bool = False


class Summoned(msgspec.Struct, frozen=True):
    """Who came in."""

    characters: tuple[str, ...]


@rule("FAB-PNP-1", "FAB-PNP-3")
async def summon(state: State, given: Summon) -> Summoned:
    """Bring NPCs of a stat block into play, each with gauges of its own."""
    found = named(on_shelf(BlockEntry, state.things), given.block)
    if found is None:
        raise RuleError("unknown_block", block=given.block, blocks=list(on_shelf(BlockEntry, state.things)))
    if not 1 <= given.count <= MOST_AT_ONCE:
        raise RuleError("bad_count", count=given.count, limit=MOST_AT_ONCE)
    key, block = found
    come: list[str] = []
    for _ in range(given.count):
        place = _free_place(state, key)
        label = given.name or block.name or key
        name = label if given.count == 1 and place == 1 else f"{label}{place}"
        npc = from_block(block, who=f"{key}{place}", name=name, options=state.options)
        npc = msgspec.structs.replace(npc, team=given.team, hidden=given.hidden)
        state = await happen(CharacterWritten(npc))
        come.append(npc.id)
    return Summoned(tuple(come))


def _free_place(state: State, key: str) -> int:
    place = 1
    while f"{key}{place}" in state.characters:
        place += 1
    return place


@rule("FAB-PNP-1")
def from_block(block: BlockEntry, *, who: str, name: str, options: Options) -> Character:
    """An NPC as its stat block and rank make it."""
    base = Dice(**{attribute.value: size for attribute, size in block.base.items()})
    numbers = derived(
        Derive(
            base,
            block.level,
            block.rank,
            block.replaces,
            block.extra_hp,
            block.extra_mp,
            block.hg_alloc,
            block.mg_alloc,
        ),
        options,
    )
    return Character(
        id=who,
        name=name,
        kind=Kind(block.kind),
        rank=block.rank,
        level=block.level,
        base=base,
        hg=Gauge(numbers.hg_cap),
        mg=Gauge(numbers.mg_cap),
        reduction=block.reduction,
        affinities={t: (a,) if isinstance(a, Affinity) else a for t, a in block.affinities.items()},
        immune=block.immune,
        traits=block.traits,
        ultima=block.ultima,
        sheet=Sheet(
            strikes=block.strikes,
            spells=block.spells,
            init_mod=numbers.init_mod,
            spd=numbers.spd if block.spd is None else block.spd,
            replaces=block.replaces,
            life=block.life,
            species=block.species,
        ),
    )


class OfOne(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    character: str


class Gone(msgspec.Struct, frozen=True):
    """Who is gone."""

    character: str


async def dismiss(state: State, given: OfOne) -> Gone:
    """Take somebody off the table for good."""
    character_of(state, given.character)
    await happen(CharacterGone(given.character))
    return Gone(given.character)


class Reveal(msgspec.Struct, frozen=True):
    """Whom the players may see, or no longer."""

    character: str
    hidden: bool = False


class Shown(msgspec.Struct, frozen=True):
    """Whether she is hidden now."""

    character: str
    hidden: bool


async def reveal(state: State, given: Reveal) -> Shown:
    """Show a hidden character to the players, or hide her."""
    character_of(state, given.character)
    await happen(Revealed(given.character, given.hidden))
    return Shown(given.character, given.hidden)


# ---------------------------------------------------------------------- statuses
class SetStatus(msgspec.Struct, frozen=True):
    """A status that somebody suffers, or gets rid of."""

    character: str
    status: Status
    cure: bool = False


class HasStatuses(msgspec.Struct, frozen=True):
    """The statuses that she has now."""

    statuses: tuple[Status, ...]


@rule("FAB-PST-1", "FAB-PST-2")
async def status(state: State, given: SetStatus) -> HasStatuses:
    """Cause a status or cure it; immunity prevents it, and it counts once."""
    before = character_of(state, given.character).statuses
    if given.cure:
        state = await happen(StatusesSet(given.character, tuple(s for s in before if s is not given.status)))
    else:
        state = await afflicted(state, given.character, given.status)
    return HasStatuses(state.characters[given.character].statuses)


# ---------------------------------------------------------------------- equipment, feats, background
class Equip(msgspec.Struct, frozen=True):
    """What somebody puts on and takes in hand; what is left out stays."""

    character: str
    armor: str | None = None
    shield: str | None = None
    weapons: tuple[str, ...] | None = None


class Equipped(msgspec.Struct, frozen=True):
    """What she wears and holds now."""

    armor: str
    shield: str
    weapons: tuple[str, ...]


@rule("FAB-PEQ-1", "FAB-PAC-1")
async def equip(state: State, given: Equip) -> Equipped:
    """Change equipment; martial pieces need the permission, and armour is not changed in a fight."""
    who = character_of(state, given.character)
    if given.armor is not None and state.conflict is not None:
        raise RuleError("armor_in_conflict", clause="FAB-PAC-1")
    sheet = equipped(state, who, given)
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Equipped(sheet.armor, sheet.shield, sheet.weapons)


def equipped(state: State, who: Character, given: Equip) -> Sheet:
    """Her sheet with other equipment."""
    before = who.sheet
    armor_key = before.armor if given.armor is None else given.armor
    shield_key = before.shield if given.shield is None else given.shield
    weapons = before.weapons if given.weapons is None else tuple(_weapon(state, name) for name in given.weapons)
    armor, shield = equipment(armor_key, shield_key, state.things)
    check_martial(armor, shield, before.martial)
    for key in weapons:
        _check_weapon(state, key, before.martial)
    return msgspec.structs.replace(
        before,
        armor=armor_key,
        worn=armor,
        shield=shield_key,
        held=shield,
        weapons=weapons,
        init_mod=before.init_mod - before.worn.init + armor.init,
    )


def _weapon(state: State, name: str) -> str:
    found = named(on_shelf(WeaponEntry, state.things), name)
    if found is None:
        raise RuleError("unknown_item", clause="FAB-PEQ-3", item=name, items=list(on_shelf(WeaponEntry, state.things)))
    return found[0]


@rule("FAB-PEQ-1")
def _check_weapon(state: State, key: str, martial: tuple[str, ...]) -> None:
    weapon = on_shelf(WeaponEntry, state.things)[key]
    needed = "ranged" if weapon.ranged else "melee"
    if weapon.martial and needed not in martial:
        raise RuleError("martial_required", clause="FAB-PEQ-1", permission=needed, has=list(martial))


class Learn(msgspec.Struct, frozen=True):
    """A feat to learn, or a heroic one."""

    character: str
    feat: str
    domain: str = GENERAL
    heroic: bool = False


class Learned(msgspec.Struct, frozen=True):
    """What she knows, and how many feats of each domain are still free."""

    feats: tuple[str, ...]
    heroic: tuple[str, ...]
    general_free: int
    domain_free: dict[str, int]
    mastery_free: int


@rule("FAB-DOM-2", "FAB-DOM-5", "FAB-DOM-8")
async def learn(state: State, given: Learn) -> Learned:
    """Learn a feat of a domain, as long as levels allow; a heroic feat takes a mastery point."""
    who = character_of(state, given.character)
    feats = who.sheet.feats if given.heroic else (*who.sheet.feats, f"{given.domain}:{given.feat}")
    heroic = (*who.sheet.heroic, given.feat) if given.heroic else who.sheet.heroic
    known = tuple(Feat(feat.partition(":")[2], feat.partition(":")[0]) for feat in feats)
    free = await feats_check(state, FeatsCheck(who.sheet.domains, known, len(heroic)))
    sheet = msgspec.structs.replace(who.sheet, feats=feats, heroic=heroic)
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Learned(feats, heroic, free.general_free, free.domain_free, free.mastery_free)


class Background(msgspec.Struct, frozen=True):
    """An answer to one of the eight questions."""

    character: str
    question: str
    text: str


class Answered(msgspec.Struct, frozen=True):
    """Which question was answered."""

    question: str
    text: str


@rule("FAB-QNA-1")
async def background(state: State, given: Background) -> Answered:
    """Answer one of the eight questions about her background; it has no mechanics."""
    who = character_of(state, given.character)
    found = named(catalogue().questions, given.question)
    if found is None:
        raise RuleError("unknown_key", table="questions", key=given.question, keys=list(catalogue().questions))
    sheet = msgspec.structs.replace(who.sheet, answers={**who.sheet.answers, found[0]: given.text})
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Answered(found[0], given.text)


# ---------------------------------------------------------------------- content of the table's own
class AddThing(msgspec.Struct, frozen=True):
    """An entry for one of the shelves: weapons, armors, shields, spells, npcs."""

    table: str
    key: str
    body: dict[str, Any]


class Added(msgspec.Struct, frozen=True):
    """What the table has now."""

    table: str
    key: str


async def add_thing(_state: State, given: AddThing) -> Added:
    """Add a thing of the table's own; all that is wrong with it is named at once."""
    read_entry(given.table, given.key, given.body)
    await happen(ThingAdded(given.table, given.key, given.body))
    return Added(given.table, given.key)
