"""NPCs, a stat block built by questions: level, rank, dice, attacks, affinities, traits (FAB-PNP, FAB-LIV-50)."""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.bounds import whole
from ludex.core.creation import Step, fill_in
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.systems.fable.content import block_named
from ludex.systems.fable.events import ThingAdded
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.building import bad_answer, numbers_in
from ludex.systems.fable.rules.npcs import Derive, Derived, derived
from ludex.systems.fable.sheet import Dice
from ludex.systems.fable.sheet.entries import BlockEntry, Strike
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Affinity, Attribute, DamageType, Rank, TableName

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
    """A stat block as far as it is decided."""

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
    """The new stat block, and what follows from it."""

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
    """The four dice; the usual arrays of the parent, or any."""
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
