"""NPCs: their numbers by level and rank, how they come into play and leave, and a side that plays itself (FAB-PNP, FAB-LIV-30)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.content import block_named, feat_named, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import (
    CharacterAway,
    CharacterBack,
    CharacterWritten,
    FateSealed,
    GaugesMoved,
    Placed,
    PlayingSet,
    Revealed,
)
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.building import allotted, even_spread
from ludex.systems.fable.rules.conflict import Nothing, departed
from ludex.systems.fable.rules.initiative import rank_spd, rank_turns
from ludex.systems.fable.rules.points import TIERS, entered, tier_of_points
from ludex.systems.fable.sheet import NOTHING, Amount, Character, Dice, Five, Gauge, Sheet, five
from ludex.systems.fable.sheet.entries import BlockEntry
from ludex.systems.fable.state import Playing, State, character_of, conflict_of
from ludex.systems.fable.terms import GENERAL, Affinity, Fate, Kind, Pool, Rank

HP_PER_LEVEL = 2
LEVELS_PER_CHECK_BONUS = 10
LEVELS_PER_DAMAGE_BONUS = 20
DAMAGE_BONUS = 5
ELITE_INITIATIVE = 2

MOST_AT_ONCE = 20
AT_LARGE = (Fate.ESCAPED, Fate.FLEES)
"""Who got away, and may come back."""


# ---------------------------------------------------------------------- coming and going
class Summon(msgspec.Struct, frozen=True):
    """How many of which stat block come in, on which side, seen or not."""

    block: str
    count: int = 1
    name: str = ""
    team: str = "foes"
    hidden: bool = False
    english: bool = False


class Summoned(msgspec.Struct, frozen=True):
    """Who came in."""

    characters: tuple[str, ...]


@rule("FAB-PNP-1", "FAB-PNP-3")
async def summon(state: State, given: Summon) -> Summoned:
    """Bring NPCs of a stat block into play, each with gauges of its own."""
    found = block_named(given.block, state.things)
    if (back := _returning(state, given, found[1].name if found else "")) is not None:
        return Summoned((await _come_back(state, back, hidden=given.hidden),))
    if found is None:
        raise RuleError("unknown_block", block=given.block, blocks=list(entries_of(BlockEntry, state.things)))
    if not 1 <= given.count <= MOST_AT_ONCE:
        raise RuleError("bad_count", count=given.count, limit=MOST_AT_ONCE)
    key, block = (found[0], found[1].in_english if given.english else found[1])
    come: list[str] = []
    label = given.name or block.name or key
    for _ in range(given.count):
        taken = (*state.characters, *state.away)
        name = label if given.count == 1 and label not in taken else _numbered(taken, label)
        npc = from_block(state, block, name=name)
        npc = msgspec.structs.replace(npc, team=given.team, hidden=given.hidden, place=state.scene)
        state = await entered(await happen(CharacterWritten(npc)), npc.id)
        come.append(npc.id)
    return Summoned(tuple(come))


def _returning(state: State, given: Summon, block: str) -> str | None:
    """Somebody of the roster who is meant: anybody by her own name, a villain also by that of her stat block (FAB-LIV-56)."""
    escaped = {who: c for who, c in state.characters.items() if c.fate in AT_LARGE}
    for who, character in {**escaped, **state.away}.items():
        wanted = block if block and character.kind is Kind.VILLAIN else "" if block else given.block
        if wanted in (who, character.called) and given.count == 1 and not given.name:
            return who
    return None


async def _come_back(state: State, who: str, *, hidden: bool = False) -> str:
    """Somebody comes back as she was, and free again; who left at 0 HP has recovered meanwhile."""
    if who in state.away:
        state = await happen(CharacterBack(who))
    character = character_of(state, who)
    if character.fate or character.hp < 1:
        state = await happen(FateSealed(who, ""))
        for pool in Pool if character.hp < 1 else ():
            state = await happen(GaugesMoved(who, pool, NOTHING))
    state = await happen(Placed((who,), state.scene))
    await entered(await happen(Revealed(who, hidden)), who)
    return who


def _numbered(taken: tuple[str, ...], label: str) -> str:
    """The first free name of a group of equals: 灰狼1, 灰狼2 and so on."""
    place = 1
    while f"{label}{place}" in taken:
        place += 1
    return f"{label}{place}"


@rule("FAB-PNP-1")
def from_block(state: State, block: BlockEntry, *, name: str) -> Character:
    """An NPC as its stat block and rank make it; its spells and feats stand there by key or by name (FAB-LIV-49)."""
    spells = [(spell_named(said, state.things) or (said, None))[0] for said in block.spells]
    feats = [(feat_named(said, state.things) or (said, None))[0] for said in block.feats]
    base = Dice(**{attribute.value: size for attribute, size in block.base.items()})
    stated = {name: getattr(block, name) for name in Derive.__struct_fields__}
    numbers = derived(Derive(**{**stated, "base": base}), state.options)
    return Character(
        id=name,
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
        ultima=block.ultima or TIERS.get(block.tier, 0),
        tier=block.tier or (tier_of_points(block.ultima) if block.kind == "villain" else ""),
        sheet=Sheet(
            strikes=block.strikes,
            spells=tuple(spells),
            init_mod=numbers.init_mod,
            spd=numbers.spd if block.spd is None else block.spd,
            replaces=block.replaces,
            life=block.life,
            species=block.species,
            feats=tuple(f"{GENERAL}:{key}" for key in feats),
            goal=block.goal,
        ),
    )


class OfOne(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    character: str


async def dismiss(state: State, given: OfOne) -> OfOne:
    """Take somebody out of the scene: the roster keeps her as she is; once more, and she is gone for good (FAB-LIV-57)."""
    if given.character in state.away:
        await happen(CharacterBack(given.character, gone=True))
        return given
    character_of(state, given.character)
    await departed(state, given.character)
    await happen(CharacterAway(given.character))
    return given


class Reveal(msgspec.Struct, frozen=True):
    """Whom the players may see, or no longer."""

    character: str
    hidden: bool = False


async def reveal(state: State, given: Reveal) -> Reveal:
    """Show a hidden character to the players, or hide her; somebody of the roster comes back as she was."""
    if given.character in state.away:
        await _come_back(state, given.character, hidden=given.hidden)
        return given
    was_hidden = character_of(state, given.character).hidden
    state = await happen(Revealed(given.character, given.hidden))
    if was_hidden:
        await entered(state, given.character)
    return given


# ---------------------------------------------------------------------- numbers
class Derive(msgspec.Struct, frozen=True):
    """What a stat block states."""

    base: Dice = Dice()
    level: int = 5
    rank: str = Rank.SOLDIER
    replaces: int = 1
    extra_hp: Amount = 0
    extra_mp: Amount = 0
    hg_alloc: tuple[int, ...] | None = None
    mg_alloc: tuple[int, ...] | None = None


class Derived(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from it."""

    hg_cap: Five
    max_hp: int
    mg_cap: Five
    max_mp: int
    def_: int = msgspec.field(name="def")
    mdef: int
    init_mod: int
    spd: int
    turns: int
    check_bonus: int
    damage_bonus: int


@rule("FAB-PNP-1", "FAB-PNP-2", "FAB-PNP-3")
async def derive_npc(state: State, given: Derive) -> Derived:
    """The numbers of an NPC of that level and rank."""
    return derived(given, state.options)


def derived(given: Derive, options: Options) -> Derived:
    """What follows from a stat block."""
    turns = rank_turns(given.rank, given.replaces)
    hg = _gauges(given.base.mig, given.hg_alloc, HP_PER_LEVEL * given.level + given.extra_hp)
    mg = _gauges(given.base.wlp, given.mg_alloc, given.level + given.extra_mp)
    hg = five(cap * turns for cap in hg)  # elite × 2, champion × N
    mg = five(cap * 2 for cap in mg) if given.rank == Rank.CHAMPION else mg
    return Derived(
        hg_cap=hg,
        max_hp=sum(hg),
        mg_cap=mg,
        max_mp=sum(mg),
        def_=given.base.dex,
        mdef=given.base.ins,
        init_mod=rank_initiative(given.rank, given.replaces),
        spd=rank_spd(given.rank, given.replaces, options),
        turns=turns,
        check_bonus=check_bonus(given.level),
        damage_bonus=damage_bonus(given.level),
    )


@rule("FAB-PNP-2")
def check_bonus(level: int) -> int:
    """What an NPC's level adds to its checks to hit."""
    return level // LEVELS_PER_CHECK_BONUS


@rule("FAB-PNP-2")
def damage_bonus(level: int) -> int:
    """What an NPC's level adds to its damage."""
    return DAMAGE_BONUS * (level // LEVELS_PER_DAMAGE_BONUS)


@rule("FAB-PNP-1")
def _gauges(die: int, alloc: tuple[int, ...] | None, points: int) -> Five:
    """Capacities before the rank multiplies them: as stated, else spread evenly, the remainder to the left."""
    if alloc is None:  # Ruling FAB-E-24: spread evenly where nothing is stated
        alloc = even_spread(points)
    return allotted(die, alloc, points)


@rule("FAB-PNP-3")
def rank_initiative(rank: str, replaces: int) -> int:
    """What is left of the parent's fixed initiative: elite +2, champion +N."""
    return {Rank.SOLDIER: 0, Rank.ELITE: ELITE_INITIATIVE, Rank.CHAMPION: replaces}[Rank(rank)]


# ---------------------------------------------------------------------- a side that plays itself
class PlaySide(msgspec.Struct, frozen=True):
    """Who plays by itself."""

    people: tuple[str, ...]


async def play_side(state: State, given: PlaySide) -> PlaySide:
    """Let NPCs play their turns and answer their questions until a player must decide."""
    conflict_of(state)
    there = [who for who in given.people if character_of(state, who).kind is not Kind.PC]
    if not there:
        raise RuleError("nobody_plays", clause="FAB-LIV-30", people=list(given.people))
    before = {who: (c.hp, c.unbroken) for who, c in state.characters.items()}
    points = {who: (c.mp, c.ultima) for who, c in state.characters.items()}
    await happen(PlayingSet(Playing(tuple(there), before, points)))
    return PlaySide(tuple(there))


class Change(msgspec.Struct, frozen=True):
    """What somebody has lost while others played: hit points, gauges that broke, mind points, Ultima Points spent; and her fate."""

    who: str
    hp: int
    broken: int
    fate: str = ""
    mp: int = 0
    ultima: int = 0


class SidePlayed(msgspec.Struct, frozen=True):
    """What came of it."""

    people: tuple[str, ...]
    changes: tuple[Change, ...]


async def play_over(state: State, _given: Nothing) -> SidePlayed:
    """A player must decide, or it is decided: nobody plays by itself any more."""
    playing = state.playing or Playing(())
    changes = [_change(state.characters[who], playing) for who in playing.before if who in state.characters]
    await happen(PlayingSet())
    return SidePlayed(playing.people, tuple(one for one in changes if one.hp or one.broken or one.mp or one.ultima))


def _change(now: Character, playing: Playing) -> Change:
    """What somebody has lost since it began."""
    (hp, unbroken), (mp, ultima) = playing.before[now.id], playing.points.get(now.id, (now.mp, now.ultima))
    return Change(now.id, hp - now.hp, unbroken - now.unbroken, now.fate, mp - now.mp, ultima - now.ultima)
