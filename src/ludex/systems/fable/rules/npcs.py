"""NPCs: their numbers by level and rank, how they come into play and leave, a side that plays itself, and building a stat block (FAB-PNP, FAB-LIV-30, FAB-LIV-50)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.bounds import whole
from ludex.core.creation import Step, fill_in
from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ANYONE, BOOK, CLOCK, GM_ONLY, REST, SHELF, TERM, WHOLE, Asked, Do, Field, Name, spellings
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, keyed
from ludex.core.names import split_list
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.systems.fable.content import block_named, feat_named, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import (
    CharacterAway,
    CharacterBack,
    CharacterWritten,
    FateSealed,
    Placed,
    PlayingSet,
    Revealed,
    ThingAdded,
)
from ludex.systems.fable.kinds import BLOCK, Hidden, OfPeople, OnRoster, offers
from ludex.systems.fable.kinds.offers import actor_named, each_once
from ludex.systems.fable.options import Options
from ludex.systems.fable.redact import heard, visible
from ludex.systems.fable.rules.building import allotted
from ludex.systems.fable.rules.conflict import Nothing, departed
from ludex.systems.fable.rules.gauges import bad_answer, even_spread, gauges_moved, numbers_in
from ludex.systems.fable.rules.initiative import rank_spd, rank_turns
from ludex.systems.fable.rules.points import TIERS, entered, tier_of_points
from ludex.systems.fable.sheet import NOTHING, Amount, Character, Dice, Five, Gauge, Sheet, five
from ludex.systems.fable.sheet.entries import BlockEntry, Strike
from ludex.systems.fable.state import Playing, State, character_of, conflict_of, groups
from ludex.systems.fable.terms import GENERAL, Affinity, Attribute, DamageType, Fate, Kind, Pool, Rank, TableName, Team

HP_PER_LEVEL = 2
LEVELS_PER_CHECK_BONUS = 10
LEVELS_PER_DAMAGE_BONUS = 20
DAMAGE_BONUS = 5
ELITE_INITIATIVE = 2

MOST_AT_ONCE = 20
AT_LARGE = (Fate.ESCAPED, Fate.FLEES)
"""Who got away, and may come back."""


# ---------------------------------------------------------------------- coming and going
def comers(state: State, actor: str) -> dict[str, Name]:
    """Whom `.召来` brings: stat blocks by key, and who left the scene or escaped, by name (FAB-LIV-56)."""
    left = {**state.away, **{who: c for who, c in state.characters.items() if c.fate in AT_LARGE}}
    kinds = offers.blocks(state, actor)
    taken = [word for name in kinds.values() for word in spellings(name)]
    return {**{who: c.called for who, c in left.items() if c.called not in taken}, **kinds}


class Summon(
    Deed, names=("召来", "summon"), does="summon", who=GM_ONLY, beside=SHELF, picture="plus", example=".召来 山匪 2"
):
    block: Annotated[str, replace(BLOCK, among=comers)]
    count: Annotated[int, Field("n", owner=STORY)] = 1
    name: str = ""
    team: Annotated[str, keyed("", "队", owner=STORY), Meant(lambda _asked, said: Team.said(said))] = "foes"
    hidden: Hidden = False
    english: Annotated[bool, Implied(lambda asked: asked.language == "en" and asked.text.isascii())] = False

    def heard(self, asked: Asked) -> tuple[Who, ...]:  # noqa: ARG002  # as every deed
        return (GM,) if self.hidden else (EVERYBODY,)


class Summoned(msgspec.Struct, frozen=True):
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
        name = label if given.count == 1 and label not in taken else numbered(taken, label)
        npc = from_block(state, block, name=name)
        npc = replace(npc, team=given.team, hidden=given.hidden, place=state.scene)
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
            state = await happen(gauges_moved(state, who, pool, NOTHING))
    state = await happen(Placed((who,), state.scene))
    await entered(await happen(Revealed(who, hidden)), who)
    return who


def numbered(taken: tuple[str, ...], label: str) -> str:
    """The first free name of a group of equals: 灰狼1, 灰狼2 and so on; beside one who is called 灰狼 alone, 灰狼2 is the next."""
    place = 2 if label in taken else 1
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


class Dismiss(
    OfPeople, names=("移除", "dismiss"), does="dismiss", who=GM_ONLY, many=True, aims=True, example=".移除 灰狼2"
):
    character: OnRoster


async def dismiss(state: State, given: Dismiss) -> Dismiss:
    """Take somebody out of the scene: the roster keeps her as she is; once more, and she is gone for good (FAB-LIV-57)."""
    if given.character in state.away:
        await happen(CharacterBack(given.character, gone=True))
        return given
    character_of(state, given.character)
    await departed(state, given.character)
    await happen(CharacterAway(given.character))
    return given


class Reveal(
    Deed,
    names=("显形", "reveal"),
    does="reveal",
    who=GM_ONLY,
    many=True,
    aims=True,
    picture="eye-off",
    example=".显形 暮面",
):
    character: OnRoster
    hidden: Hidden = False

    def heard(self, asked: Asked) -> tuple[Who, ...]:  # noqa: ARG002  # as every deed
        return (GM,) if self.hidden else (EVERYBODY,)


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
    base: Dice = Dice()
    level: int = 5
    rank: str = Rank.SOLDIER
    replaces: int = 1
    extra_hp: Amount = 0
    extra_mp: Amount = 0
    hg_alloc: tuple[int, ...] | None = None
    mg_alloc: tuple[int, ...] | None = None


class DeriveNpc(
    Derive, Deed, names=("推导", "derive"), does="derive_npc", who=ANYONE, beside=BOOK, example=".推导 20 精英"
):
    """`.推导 20 elite 骰=8,8,10,6`: the numbers of an NPC."""

    level: Annotated[int, Field()]
    rank: Annotated[str, Field(kind=TERM, terms=Rank, refusal="unknown_rank")] = Rank.SOLDIER
    replaces: Annotated[int, Field("n")] = 1
    base: Annotated[
        Dice,
        keyed("dice", "骰", kind=WHOLE, several=True),
        Meant(lambda _asked, said: Dice(*said[: len(Attribute)]) if said else None),
    ] = Dice()


class Derived(msgspec.Struct, frozen=True, kw_only=True):
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
    return level // LEVELS_PER_CHECK_BONUS


@rule("FAB-PNP-2")
def damage_bonus(level: int) -> int:
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
    people: tuple[str, ...]


class LetPlay(
    Deed,
    names=("代行", "play"),
    who=GM_ONLY,
    said_by=STORY,
    alone=True,
    together="people",
    beside=CLOCK,
    example=".代行 敌方",
):
    """`.代行 敌方`: NPCs play until a player must decide."""

    people: Annotated[str, Field(kind=REST, among=offers.players_of_themselves)]

    def do(self, asked: Asked) -> Do:
        """Those of a side who have turns to play; an unseen one is not known to play either (FAB-LIV-41)."""
        state: State = asked.state
        sides, on = groups(state), state.conflict.of if state.conflict else state.characters.get
        names = split_list(self.people.replace("@", "").replace("＠", ""))
        people = each_once(
            who
            for name in names
            for who in ([one for one in sides[name] if on(one)] if name in sides else [actor_named(asked, name)])
        )
        shown = [who for who in people if who in visible(state)]
        return Do("play_side", PlaySide(people), heard(state, *(shown or people)))


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
    people: tuple[str, ...]
    changes: tuple[Change, ...]


async def play_over(state: State, _given: Nothing) -> SidePlayed:
    """A player must decide, or it is decided: nobody plays by itself any more."""
    playing = state.playing or Playing(())
    changes = [_change(state.characters[who], playing) for who in playing.before if who in state.characters]
    await happen(PlayingSet())
    return SidePlayed(playing.people, tuple(one for one in changes if one.hp or one.broken or one.mp or one.ultima))


def _change(now: Character, playing: Playing) -> Change:
    (hp, unbroken), (mp, ultima) = playing.before[now.id], playing.points.get(now.id, (now.mp, now.ultima))
    return Change(now.id, hp - now.hp, unbroken - now.unbroken, now.fate, mp - now.mp, ultima - now.ultima)


# ---------------------------------------------------------------------- a stat block built by questions
LEVELS = (5, 10, 20, 30, 40, 50, 60)
ARRAYS = ("8,8,8,8", "10,8,8,6", "8,10,6,8", "6,8,10,8", "8,8,6,10", "10,6,10,6", "6,10,6,10")
DICE = Option("<dex>,<ins>,<mig>,<wlp>", say("answers.own_numbers"))
SIZES = (6, 8, 10, 12)
NAME = Option("<name>", say("answers.block_name"))
LEVEL = Option("<level>", say("answers.block_level"))
CHAMPION = Option("champion:<replaces>", say("answers.block_champion"))
MELEE = Option("melee:<name>:<attributes>:<damage>:<type>", say("answers.block_melee"))
RANGED = Option("ranged:<name>:<attributes>:<damage>:<type>", say("answers.block_ranged"))
AFFINITY = Option("<type>:<affinity>", say("answers.block_affinity"))
TRAITS = Option("<traits>", say("answers.block_traits"))
DONE = "done"


class NewBlock(msgspec.Struct, frozen=True):
    name: str = ""
    level: int = 0
    rank: str = ""
    replaces: int = 1
    base: Dice | None = None
    strikes: tuple[Strike, ...] = ()
    affinities: dict[DamageType, Affinity] = {}
    traits: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()


class BlockMade(msgspec.Struct, frozen=True):
    key: str
    level: int
    rank: str
    numbers: Derived


@rule("FAB-PNP-1", "FAB-PNP-3")
async def build_block(state: State, given: NewBlock) -> BlockMade:
    """Build a stat block: the GM is asked for everything that was not said."""
    if given.name and block_named(given.name, state.things):
        raise RuleError("duplicate_id", id=given.name)
    made = await fill_in(state, GM, given, STEPS)
    base = made.base or Dice()
    numbers = derived(Derive(base, made.level, made.rank, made.replaces), state.options)
    entry = BlockEntry(
        name=made.name,
        level=made.level,
        rank=Rank(made.rank),
        replaces=made.replaces,
        base={attribute: base.of(attribute) for attribute in Attribute},
        strikes=made.strikes,
        affinities=dict(made.affinities),
        traits=made.traits,
    )
    await happen(ThingAdded(TableName.NPCS.value, made.name, msgspec.to_builtins(entry)))
    return BlockMade(made.name, made.level, made.rank, numbers)


# ---------------------------------------------------------------------- questions
def _ask_name(_state: State, draft: NewBlock) -> Asking | None:
    return None if draft.name else Asking("questions.block_name", (NAME,))


def _take_name(state: State, draft: NewBlock, answer: str) -> NewBlock:
    if block_named(answer.strip(), state.things) or not answer.strip():
        raise RuleError("duplicate_id", id=answer.strip())
    return replace(draft, name=answer.strip())


def _ask_level(_state: State, draft: NewBlock) -> Asking | None:
    if draft.level:
        return None
    return Asking("questions.block_level", (*(Option(str(n), say("marks.level", n=n)) for n in LEVELS), LEVEL))


def _take_level(_state: State, draft: NewBlock, answer: str) -> NewBlock:
    level = whole(answer)
    if level is None or not 1 <= level <= LEVELS[-1]:
        raise bad_answer(answer, *(str(n) for n in LEVELS))
    return replace(draft, level=level)


@rule("FAB-PNP-3")
def _ask_rank(_state: State, draft: NewBlock) -> Asking | None:
    """Soldier, elite, or a champion that stands for so many soldiers."""
    if draft.rank:
        return None
    usual = tuple(Option(rank.value, term(rank)) for rank in (Rank.SOLDIER, Rank.ELITE))
    return Asking("questions.block_rank", (*usual, CHAMPION))


def _take_rank(state: State, draft: NewBlock, answer: str) -> NewBlock:
    said = CHAMPION.match(answer.replace("：", ":"))
    rank, replaces = (Rank.CHAMPION.value, whole(said["replaces"]) or 0) if said else (answer, 1)
    derived(Derive(level=draft.level, rank=rank, replaces=replaces), state.options)
    return replace(draft, rank=rank, replaces=replaces)


@rule("FAB-PNP-1")
def _ask_dice(_state: State, draft: NewBlock) -> Asking | None:
    arrays = tuple(Option(array, say("answers.block_dice", dice=array)) for array in ARRAYS)
    return None if draft.base else Asking("questions.block_dice", (*arrays, DICE))


def _take_dice(_state: State, draft: NewBlock, answer: str) -> NewBlock:
    sizes = numbers_in(DICE, answer)
    if any(size not in SIZES for size in sizes):
        raise bad_answer(answer, *(str(size) for size in SIZES))
    return replace(draft, base=Dice(*sizes))


def _ask_strikes(_state: State, draft: NewBlock) -> Asking | None:
    if "strikes" in draft.decided:
        return None
    pairs = tuple(
        f"{a.en}+{b.en}" for a in Attribute for b in Attribute if list(Attribute).index(a) <= list(Attribute).index(b)
    )
    fill = {"attributes": pairs, "damage": ("5", "10", "15"), "type": tuple(DamageType)}
    has: list[Label] = [strike.name for strike in draft.strikes]
    question = say("questions.block_strikes", has=has or "–")
    return Asking(question, (*(replace(one, fill=fill) for one in (MELEE, RANGED)), _ENOUGH))


_ENOUGH = Option(DONE, say("answers.enough"))


def _take_strike(_state: State, draft: NewBlock, answer: str) -> NewBlock:
    if answer == DONE:
        return _decided(draft, "strikes")
    written = answer.replace("：", ":")
    said = MELEE.match(written) or RANGED.match(written)
    damage = whole(said["damage"]) if said else None
    parts = said["attributes"].replace("＋", "+").split("+") if said else []
    if said is None or damage is None or len(parts) not in (1, 2):
        raise bad_answer(answer, MELEE, RANGED, _ENOUGH)
    first, second = Attribute.read(parts[0]), Attribute.read(parts[-1])
    kind = DamageType.read(said["type"].strip(), refusal="unknown_damage_type", clause="FAB-DMG-4")
    strike = Strike(said["name"].strip(), (first, second), damage, kind, ranged=written.startswith("ranged"))
    return replace(draft, strikes=(*draft.strikes, strike))


def _ask_affinities(_state: State, draft: NewBlock) -> Asking | None:
    if "affinities" in draft.decided:
        return None
    own = replace(AFFINITY, fill={"type": tuple(DamageType), "affinity": tuple(Affinity)})
    has = [say("view.affinity", type=term(t), state=term(a)) for t, a in draft.affinities.items()]
    return Asking(say("questions.block_affinities", has=has or "–"), (_ENOUGH, own))


def _take_affinity(_state: State, draft: NewBlock, answer: str) -> NewBlock:
    if answer == DONE:
        return _decided(draft, "affinities")
    said = AFFINITY.match(answer.replace("：", ":"))
    if said is None:
        raise bad_answer(answer, AFFINITY, _ENOUGH)
    kind = DamageType.read(said["type"].strip(), refusal="unknown_damage_type", clause="FAB-DMG-4")
    return replace(draft, affinities={**draft.affinities, kind: Affinity.read(said["affinity"].strip())})


def _ask_traits(_state: State, draft: NewBlock) -> Asking | None:
    if draft.traits or "traits" in draft.decided:
        return None
    return Asking("questions.block_traits", (Option("skip", say("answers.skip")), TRAITS))


def _take_traits(_state: State, draft: NewBlock, answer: str) -> NewBlock:
    said = () if answer == "skip" else tuple(split_list(answer.replace(" ", ",")))
    return replace(_decided(draft, "traits"), traits=said)


def _decided(draft: NewBlock, name: str) -> NewBlock:
    return replace(draft, decided=(*draft.decided, name))


STEPS: tuple[Step[State, NewBlock], ...] = (
    Step("name", _ask_name, _take_name),
    Step("level", _ask_level, _take_level),
    Step("rank", _ask_rank, _take_rank),
    Step("dice", _ask_dice, _take_dice),
    Step("strikes", _ask_strikes, _take_strike),
    Step("affinities", _ask_affinities, _take_affinity),
    Step("traits", _ask_traits, _take_traits),
)
"""The questions of a stat block."""
