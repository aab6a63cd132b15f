"""Joins Dying check (濒死检定) and the injury effects that work with it when a round starts (MIR-DYI, MIR-INJ-6, MIR-INJ-7)."""

from itertools import permutations

import msgspec

from ludex.core.declaring import Deed
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.fields import STORY
from ludex.core.hints import once
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mirror.events import ApChanged, DyingEased, KnockedOut
from ludex.systems.mirror.kinds import PartKeyed, PersonOrSelf, StoryDeed
from ludex.systems.mirror.rules.checks import Stake, applied, pick
from ludex.systems.mirror.rules.damage import Blow, pick_part, struck
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.skills import SkillGiven, check_skill, lent, skilled
from ludex.systems.mirror.rules.stamina import fortitude_check
from ludex.systems.mirror.rules.wounds import scratched
from ludex.systems.mirror.sheet import BodyPart, Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import DamageType, Grade, Injury, PartStatus

DYING_TARGET = 15  # MIR-DYI-1
DISABLED_TARGET = 20  # MIR-DYI-3
TIERS = (Grade.GREAT_SUCCESS, Grade.FAILURE, Grade.GREAT_FAILURE)
"""The effects a dying check has; a plain success has none (MIR-DYI-8)."""


class DyingCheck(Deed, names=("濒死", "dying"), does="dying_check", group="harm", owner=STORY, example=".濒死"):
    target: PersonOrSelf
    part: PartKeyed = None
    check: SkillGiven = SkillGiven()


class DyingChecked(msgspec.Struct, frozen=True, kw_only=True):
    """How a dying check came out; `skipped` where none was needed."""

    part: str
    target: int | None = None
    face: int | None = None
    total: int | None = None
    result: str | None = None
    degree: int | None = None
    grade: str | None = None
    effect: str | None = None
    skipped: str | None = None
    why: dict[str, Total] = {}
    after: AfterView | None = None


class RoundStart(StoryDeed, names=("轮始", "roundstart"), does="round_start", group="harm", example=".轮始 安"):
    target: PersonOrSelf
    check: SkillGiven = SkillGiven()


class RoundStarted(msgspec.Struct, frozen=True, kw_only=True):
    ap_lost: int = 0
    erosion: int = 0
    eroded: tuple[str, ...] = ()
    dying: tuple[DyingChecked, ...] = ()
    after: AfterView


class RoundPending(msgspec.Struct, frozen=True):
    """What waits for her, fixed when the round begins (MIR-TCK-8)."""

    stiffness: int = 0
    erosion: tuple[tuple[str, ...], ...] = ()
    dying: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind for kind in ("stiffness", "erosion", "dying") if getattr(self, kind))


@rule("MIR-DYI-1")
def dying_parts(character: Character) -> tuple[BodyPart, ...]:
    """Parts with a vital organ that are full of wounds, in part order."""
    return tuple(p for p in character.parts if p.id in character.dying) if character.dying else ()


@rule("MIR-DYI-1", "MIR-DYI-3")
def dying_target(part: BodyPart) -> int:
    return DISABLED_TARGET if part.status is PartStatus.DISABLED else DYING_TARGET


@rule("MIR-DYI-1", "MIR-DYI-5")
async def dying_check(state: State, given: DyingCheck) -> DyingChecked:
    """A fortitude defence for a full vital part; nothing for one who is exempt."""
    part = _needing(state.who(given.target), given.part)
    return (await _checked(state, given.target, part, given.check))[1]


def _needing(character: Character, part: str | None) -> BodyPart:
    if part is not None and character.part(part) is None:
        raise RuleError("unknown_part", part=part, parts=[p.id for p in character.parts])
    for candidate in dying_parts(character):
        if part in (None, candidate.id):
            return candidate
    raise RuleError("not_dying", clause="MIR-DYI-1", who=character.called)


@rule("MIR-DYI-2", "MIR-DYI-8")
async def _checked(state: State, who: str, part: BodyPart, check: SkillGiven) -> tuple[State, DyingChecked]:
    character = state.who(who)
    if character.exempt:
        return state, DyingChecked(part=part.id, skipped="exempt", after=after(state, who))
    target = dying_target(part)
    asked, extra = lent(state, who, fortitude_check(check, target=target), "dying")
    check_skill(state, who, asked)
    state, checked = await skilled(
        state, who, asked, extra=extra, stake=Stake(target=target, tiers=tuple(TIERS), why="dying", kind="dying")
    )
    effect = await applied(actor(who), TIERS, checked.grade, about=part.id)
    state = await _take(state, who, part, effect)
    return state, DyingChecked(
        part=part.id,
        target=target,
        face=checked.face,
        total=checked.total,
        result=checked.result,
        degree=checked.degree,
        grade=checked.grade,
        effect=effect,
        why=checked.why,
        after=after(state, who),
    )


@rule("MIR-DYI-5", "MIR-DYI-6", "MIR-DYI-7")
async def _take(state: State, who: str, part: BodyPart, effect: str) -> State:
    """Great success: free of these checks. Failure: unconscious. Great failure: also a scratch of bleeding there."""
    if effect == Grade.GREAT_SUCCESS:
        return await happen(DyingEased(who))
    if effect in (Grade.FAILURE, Grade.GREAT_FAILURE):
        state = await happen(KnockedOut(who, f"part:{part.id}"))
    return await scratched(state, who, part.id, DamageType.BLEEDING) if effect == Grade.GREAT_FAILURE else state


@rule("MIR-TCK-8")
async def round_start(state: State, given: RoundStart) -> RoundStarted:
    """Stiffness, erosion and dying checks of one character, in the order she sets."""
    state.who(given.target)
    return (await started(state, given.target, given.check))[1]


@once
@rule("MIR-INJ-9")
def pending(character: Character) -> RoundPending:
    """What waits for her now: wounds on lost parts no longer count, nor does anything of one who is out of play."""
    if character.out_of_play:
        return RoundPending()
    wounds = [w for p in character.parts for w in p.carried]
    return RoundPending(
        stiffness=sum(Injury.STIFFNESS in w.effects for w in wounds),
        erosion=tuple(w.erosion_types or w.types for w in wounds if Injury.EROSION in w.effects),
        dying=() if character.exempt else tuple(p.id for p in dying_parts(character)),
    )


async def started(state: State, who: str, check: SkillGiven) -> tuple[State, RoundStarted]:
    waiting = pending(state.who(who))
    lost, eroded = 0, ()  # type: int, tuple[str, ...]
    checks: tuple[DyingChecked, ...] = ()
    for kind in await _order(state.who(who), waiting.kinds):
        if kind == "stiffness":
            state, lost = await _stiffened(state, who, waiting.stiffness)
        elif kind == "erosion":
            state, eroded = await _eroded(state, who, waiting.erosion, check)
        else:
            state, checks = await _all_checked(state, who, waiting.dying, check)
    now = after(state, who)
    return state, RoundStarted(ap_lost=lost, erosion=len(eroded), eroded=eroded, dying=checks, after=now)


async def _order(character: Character, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The order of what is pending; asked only if there are two or more."""
    if len(kinds) < 2:
        return kinds
    offered = [
        ("order:" + ",".join(order), say("answers.order", order=[term(k) for k in order]), order)
        for order in permutations(kinds)
    ]
    return await pick(actor(character.id), say("questions.round_start"), offered, about=character.id)


@rule("MIR-INJ-7")
async def _stiffened(state: State, who: str, count: int) -> tuple[State, int]:
    """1 AP for each stiff wound, not below the minimum."""
    character = state.who(who)
    ap = min(character.ap, max(character.ap_min, character.ap - count))
    return await happen(ApChanged(who, ap)), character.ap - ap


@rule("MIR-INJ-6")
async def _eroded(
    state: State, who: str, types: tuple[tuple[str, ...], ...], check: SkillGiven
) -> tuple[State, tuple[str, ...]]:
    """For each eroding wound 1 scratch of its types, caused directly; she picks the part each time (Ruling MIR-E-27)."""
    fallen: tuple[str, ...] = ()
    for damage_types in types:
        character = state.who(who)
        if character.out_of_play or not character.parts_left:
            break
        part = await _eroding(character, damage_types)
        state, _ = await struck(state, who, Blow(types=damage_types, direct=True, part=part.id, check=check))
        fallen += (part.id,)
    return state, fallen


@rule("MIR-LIV-21")
async def _eroding(victim: Character, types: tuple[str, ...]) -> BodyPart:
    """The part that a scratch of erosion falls on: she is asked by that word, with its damage type."""
    parts, named = victim.parts_left, say("view.slashes", items=[term(t) for t in types])
    return (
        parts[0]
        if len(parts) == 1
        else await pick_part(actor(victim.id), "questions.erosion", victim, parts, types=named)
    )


async def _all_checked(
    state: State, who: str, parts: tuple[str, ...], check: SkillGiven
) -> tuple[State, tuple[DyingChecked, ...]]:
    """One dying check for each part that still needs it (Ruling MIR-E-49)."""
    done: list[DyingChecked] = []
    for name in parts:
        part = next((p for p in dying_parts(state.who(who)) if p.id == name), None)
        if part is not None:
            state, checked = await _checked(state, who, part, check)
            done.append(checked)
    return state, tuple(done)
