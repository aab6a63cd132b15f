"""Joins Wounds, Worsening (伤势恶化), Temporary life (临时生命), Resistance and vulnerability, since every wound meets them (MIR-WND to MIR-TMP).

Everything that puts a wound on somebody ends in `land`. Resistance and vulnerability are here too (MIR-RES, MIR-VUL),
because wounds that are caused directly know them as damage does.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed, Meant
from ludex.core.deeds import Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, because
from ludex.core.fields import STORY, flag, keyed
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import typed
from ludex.systems.mirror.events import PartRestored, TemporaryLifeSet, WoundHealed, WoundTaken
from ludex.systems.mirror.kinds import PartNamed, PartWhose, StoryDeed
from ludex.systems.mirror.rules.bearing import highest
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.knowing import usable_part
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.sheet import BodyPart, Character, TemporaryLife, Ward, Wound
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Injury, said


class WoundsLanded(msgspec.Struct, frozen=True):
    """Where the wounds of one damage went: on temporary life, on the part, or nowhere because the part was gone; and the levels from and to
    which wounds of a full part worsened by them."""

    absorbed: int = 0
    taken: int = 0
    spilled: int = 0
    worse: tuple[tuple[int, int], ...] = ()


@rule("MIR-RES-1", "MIR-RES-2", "MIR-RES-3", "MIR-RES-4", "MIR-VUL-1", "MIR-VUL-2", "MIR-VUL-3")
def net_power(state: State, character: Character, types: tuple[str, ...], power: int) -> int:
    """DP (or a number of wounds) after vulnerability and resistance: one sum, not below 0 (Ruling MIR-E-20)."""
    return max(0, power + sum(int(t.value) for t in wards(state, character, types)))


def wards(state: State, character: Character, types: tuple[str, ...]) -> tuple[Term, ...]:
    """Vulnerability (any one type counts) and resistance (all must be resisted), each by what gives it."""
    weakness = max((ward_of(state, character, "vuln", t) for t in types), key=lambda t: t.value, default=None)
    ward = min((ward_of(state, character, "resist", t) for t in types), key=lambda t: t.value, default=None)
    met = (weakness, replace(ward, value=-ward.value) if ward else None)
    return tuple(t for t in met if t is not None and t.value)


@rule("MIR-LIV-39")
def ward_of(state: State, character: Character, kind: str, damage_type: str) -> Term:
    """The highest alone, of the sheet and of effects."""
    own: tuple[Ward, ...] = getattr(character, kind)
    written = max((w.value for w in own if w.type == damage_type), default=0)
    plain = because(written, say(f"why.{kind}", type=term(damage_type)), "MIR-VUL-3")
    return max(plain, highest(state, character.id, kind, damage_type) or plain, key=lambda t: t.value)


async def scratched(state: State, who: str, part: str, damage_type: str) -> State:
    """One scratch caused directly, past DR (MIR-WND-4)."""
    number = net_power(state, state.who(who), (damage_type,), 1)
    return (await land(state, who, part, wound=Wound(1, (damage_type,)), number=number))[0]


@rule("MIR-WOR-1", "MIR-WOR-7", "MIR-TMP-3")
async def land(state: State, who: str, part: str, *, wound: Wound, number: int) -> tuple[State, WoundsLanded]:
    """Place equal wounds one after another: temporary life first, then the part; once it is lost the rest vanish."""
    absorbed = taken = 0
    worse: list[tuple[int, int]] = []
    for placed in range(number):
        there = _there(state, who, part)
        if there.lost:
            return state, WoundsLanded(
                absorbed, taken, number - placed, tuple(worse)
            )  # Ruling MIR-E-21: the rest vanish
        borne = there.temp is not None and bears(there.temp, wound)
        absorbed, taken = absorbed + borne, taken + (not borne)
        state = await _place(state, who, there, wound, temporary=borne)
        pairs = zip(there.wounds, _there(state, who, part).wounds, strict=False)
        worse += [(old.level, now.level) for old, now in pairs if old.level != now.level]
    return state, WoundsLanded(absorbed, taken, worse=tuple(worse))


def _there(state: State, who: str, part: str) -> BodyPart:
    return next(p for p in state.who(who).parts if p.id == part)


@rule("MIR-TMP-3")
def bears(life: TemporaryLife, wound: Wound) -> bool:
    """Whether temporary life can take this wound: not above its level, and with a slot that is free or can worsen."""
    if wound.level > life.max_level:
        return False
    return len(life.wounds) < life.points or any(w.level < life.max_level for w in life.wounds)


@rule("MIR-TMP-1", "MIR-WOR-2", "MIR-WOR-4")
async def _place(state: State, who: str, part: BodyPart, wound: Wound, *, temporary: bool) -> State:
    """Put a wound in a free slot, or let the lowest one there worsen."""
    life = part.temp if temporary else None
    wounds, slots = (life.wounds, life.points) if life else (part.wounds, part.cap)
    if len(wounds) < slots:
        return await happen(WoundTaken(who, part.id, wound, temporary=temporary))
    place = await _lowest(state.who(who), part, wounds)
    worse = worsened(wounds[place], wound)
    return await happen(WoundTaken(who, part.id, worse, place, temporary=temporary))


@rule("MIR-WOR-2", "MIR-WOR-5", "MIR-WOR-6")
def worsened(old: Wound, new: Wound) -> Wound:
    """A higher wound replaces the old one and inherits its lasting effects; any other raises it and lends it its own."""
    effects = tuple(sorted({*old.effects, *new.effects}))
    erosion = (
        new.erosion_types if Injury.EROSION in new.effects else old.erosion_types
    )  # Ruling MIR-E-49: the newer stays
    if new.level > old.level:
        return Wound(new.level, new.types, effects, erosion)
    return Wound(old.level + 1, old.types, effects, erosion)


@rule("MIR-WOR-3")
async def _lowest(victim: Character, part: BodyPart, wounds: tuple[Wound, ...]) -> int:
    """The lowest wound; among several that differ the victim picks, else the first in order."""
    level = min(w.level for w in wounds)
    lowest = [i for i, w in enumerate(wounds) if w.level == level]
    if all(wounds[i].alike(wounds[lowest[0]]) for i in lowest):
        return lowest[0]
    return await _pick_wound(actor(victim.id), say("questions.worsen", part=part.called), part, wounds, lowest)


async def _pick_wound(who: Who, what: Say, part: BodyPart, wounds: tuple[Wound, ...], places: Iterable[int]) -> int:
    offered = [(f"wound:{i}", wound_said(i, wounds[i]), i) for i in places]
    return await pick(who, what, offered, about=part.id)


def wound_said(place: int, wound: Wound) -> Say:
    """A wound in words: its place, level, types and effects."""
    level = typed(term(f"wound_{wound.level}"), (*wound.types, *wound.effects))
    return say("answers.wound", place=place + 1, wound=level)


class HealWound(
    StoryDeed, names=("治疗", "heal"), does="heal_wound", group="harm", picture="flask", example=".治疗 臂 1"
):
    """`.治疗 臂 1`: heal a wound. `healer` is asked which, if it matters; where nobody is named it is the GM's own word."""

    part: PartNamed
    levels: Annotated[int, Field()] = 1
    index: Annotated[
        int | None, keyed("place", "第", "nth"), Meant(lambda _asked, nth: None if nth is None else nth - 1)
    ] = None
    target: PartWhose
    temp: Annotated[bool, flag("temp", "临时", "temp")] = False
    restores_lost: Annotated[bool, flag("restore", "复原", "restore")] = False
    healer: Actor = ""


class WoundTreated(msgspec.Struct, frozen=True):
    removed: bool
    part_status: str
    after: AfterView


@rule("MIR-WND-1", "MIR-TMP-4", "MIR-PST-3")
async def heal_wound(state: State, given: HealWound) -> WoundTreated:
    """Lower a wound's level; at 0 it is gone. A lost part comes back only by an effect that says so."""
    return (await healed(state, given))[1]


async def healed(state: State, given: HealWound) -> tuple[State, WoundTreated]:
    part = state.who(given.target).part(given.part)
    if part is None or (part.lost and not given.restores_lost):
        usable_part(state.who(given.target), given.part)
    if given.levels < 1:
        raise RuleError("bad_amount", clause="MIR-WND-1", amount=given.levels)
    wounds = _wounds_to_heal(state.who(given.target), given)
    place = await _healed_place(state, given, wounds) if wounds else None
    if place is not None:
        was = wounds[place].level
        level = was - given.levels
        state = await happen(WoundHealed(given.target, given.part, place, level, temporary=given.temp, was=was))
    if _there(state, given.target, given.part).lost:
        state = await happen(
            PartRestored(given.target, given.part)
        )  # Ruling MIR-E-22: lost again if four heavy are left
    removed = place is not None and wounds[place].level <= given.levels
    return state, WoundTreated(removed, _there(state, given.target, given.part).status, after(state, given.target))


def _wounds_to_heal(character: Character, given: HealWound) -> tuple[Wound, ...]:
    """The wounds among which one is healed; without any only a lost part can be given back."""
    part = next(p for p in character.parts if p.id == given.part)
    wounds = (part.temp.wounds if part.temp else ()) if given.temp else part.wounds
    missing = given.index is not None and not 0 <= given.index < len(wounds)
    if (missing or not wounds) and not part.lost:
        raise RuleError("no_wound", clause="MIR-WND-1", part=part.called)
    return () if missing else wounds


async def _healed_place(state: State, given: HealWound, wounds: tuple[Wound, ...]) -> int:
    """The wound that is healed: as given, else the first, unless they differ: then the healer picks."""
    if given.index is not None:
        return given.index
    if len({(w.level, w.types, w.effects) for w in wounds}) == 1:
        return 0
    healer = actor(given.healer) if given.healer else GM
    part = _there(state, given.target, given.part)
    what = say("questions.heal", who=state.who(given.target).called, part=part.called)
    return await _pick_wound(healer, what, part, wounds, range(len(wounds)))


class GrantTemporaryLife(
    StoryDeed, names=("临时生命", "temp"), does="grant_temporary_life", group="harm", example=".临时生命 躯干 2"
):
    """`.临时生命 臂 2`: temporary life for a part."""

    part: PartNamed
    points: Annotated[int, Field()]
    max_level: Annotated[int, keyed("level", "上限", "max")] = 3
    target: PartWhose
    until: str = "long_rest"


class TemporaryLifeGranted(msgspec.Struct, frozen=True):
    """Which temporary life was kept, and how many wounds moved to the part."""

    kept: str
    transferred: int
    after: AfterView


class ExpireTemporaryLife(
    Deed,
    names=("临时结束", "untemp"),
    does="expire_temporary_life",
    group="harm",
    said_by=STORY,
    example=".临时结束 躯干",
):
    """`.临时结束 臂`: the end of a part's temporary life."""

    part: PartNamed
    target: PartWhose


class Expired(msgspec.Struct, frozen=True):
    transferred: int
    part_status: str
    after: AfterView


@rule("MIR-TMP-2", "MIR-TMP-8")
async def grant_temporary_life(state: State, given: GrantTemporaryLife) -> TemporaryLifeGranted:
    """Give a part temporary life; beside another only one is kept, and the other ends."""
    part = usable_part(state.who(given.target), given.part)
    if given.points < 1:
        raise RuleError("bad_points", clause="MIR-TMP-1", points=given.points)
    if part.temp is not None and await _keeps_old(given, part.temp, part):
        return TemporaryLifeGranted("old", 0, after(state, given.target))
    state, moved = await end_life(state, given.target, given.part)
    if not _there(state, given.target, given.part).lost:
        life = TemporaryLife(given.points, given.max_level, until=given.until)
        state = await happen(TemporaryLifeSet(given.target, given.part, life))
    return TemporaryLifeGranted("new", moved, after(state, given.target))


async def _keeps_old(given: GrantTemporaryLife, old: TemporaryLife, part: BodyPart) -> bool:
    offered = [
        ("keep:old", say("answers.keep_old_life", points=old.points, wounds=len(old.wounds)), True),
        ("keep:new", say("answers.keep_new_life", points=given.points), False),
    ]
    free = given.points >= old.points - len(old.wounds) and given.max_level >= old.max_level and not old.wounds
    question = say("questions.keep_life", part=part.called, better="keep:new" if free else "")  # MIR-LIV-25
    return await pick(actor(given.target), question, offered, about=part.id)


@rule("MIR-TMP-6")
async def expire_temporary_life(state: State, given: ExpireTemporaryLife) -> Expired:
    """End a part's temporary life: its wounds move to the part as if taken now."""
    character = state.who(given.target)
    part = character.part(given.part)
    if part is None:
        usable_part(character, given.part)
    if part is None or part.temp is None:
        raise RuleError("no_temporary_life", clause="MIR-TMP-6", part=said(given.part))
    state, moved = await end_life(state, given.target, given.part)
    return Expired(moved, _there(state, given.target, given.part).status, after(state, given.target))


async def end_life(state: State, who: str, part: str) -> tuple[State, int]:
    """Take temporary life away and move its wounds, in their order; sever and execution do not act now (Ruling MIR-E-24)."""
    life = _there(state, who, part).temp
    if life is None:
        return state, 0
    state = await happen(TemporaryLifeSet(who, part))
    moved = 0
    for wound in life.wounds:
        state, landed = await land(state, who, part, wound=wound, number=1)
        moved += landed.taken
    return state, moved
