"""Stamina (精力, SP): loss, cost, recovery, and the check of those who fall on exhausted (MIR-STA)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import Asked, Do, Field
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, flag, whom
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.events import KnockedOut, StaminaChanged
from ludex.systems.mirror.kinds import ForPerson
from ludex.systems.mirror.rules.checks import Stake, pick
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.skills import DEFENSE_SKILL, SkillChecked, SkillGiven, check_skill, lent, skilled
from ludex.systems.mirror.rules.windows import occurred
from ludex.systems.mirror.rules.wounds import scratched
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import DamageType, Defense, Grade, PartType, check_known

CAUSES = ("loss", "cost", "recover", "exhaust")


class ChangeSp(msgspec.Struct, frozen=True):
    """A change of SP. `check` holds inputs for the check of the exhausted."""

    target: str
    amount: int = 0
    cause: str = "loss"
    check: SkillGiven = SkillGiven()


def own_loss(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A loss of her own SP needs nobody's word (MIR-LIV-1)."""
    loses = (asked["amount"] <= 0 or asked["cost"]) and whom(asked) in asked.controls
    return () if loses else kinds


class ChangeSpLine(Deed, names=("精力", "sp"), group="harm", many=True, said_by=STORY, example=".精力 -1"):
    """`.精力 -2`, `.精力 +1`, `.精力 2 消耗`."""

    amount: Annotated[int, Field()] = 0
    target: ForPerson
    cost: Annotated[bool, flag("cost", "消耗", "cost")] = False
    exhaust: Annotated[bool, flag("exhaust", "力竭", "exhaust")] = False
    word = own_loss

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        sign = "recover" if self.amount > 0 and not self.cost else "loss"
        cause = "exhaust" if self.exhaust else ("cost" if self.cost else sign)
        return Do("change_sp", ChangeSp(self.target, abs(self.amount), cause))


class Stamina(msgspec.Struct, frozen=True):
    sp: int
    check_target: int | None = None
    check_total: int | None = None
    check_result: str | None = None
    check_grade: str | None = None
    core: str | None = None
    """The part that a great failure of it has scratched."""


class SpChanged(Stamina, frozen=True, kw_only=True):
    result: str = "done"
    reason: str | None = None
    after: AfterView


@rule("MIR-STA-3", "MIR-STA-4", "MIR-STA-6")
async def change_sp(state: State, given: ChangeSp) -> SpChanged:
    """Lose, pay or recover SP, or be exhausted by something else."""
    character = state.who(given.target)
    if given.amount < 0:
        raise RuleError("bad_amount", clause="MIR-STA-5", amount=given.amount)
    check_known("unknown_cause", given.cause, CAUSES, clause="MIR-STA-4")
    if given.cause == "cost" and not affords_sp(character, given.amount):
        return SpChanged(
            sp=character.sp, result="use_failed", reason="sp_below_floor", after=after(state, given.target)
        )
    if given.cause == "recover":
        state = await recovered(state, given.target, given.amount)
        return SpChanged(sp=state.who(given.target).sp, after=after(state, given.target))
    amount = max(0, character.sp) if given.cause == "exhaust" else given.amount  # MIR-STA-4
    state, stamina = await fallen(state, given.target, amount, given.check, paid=given.cause == "cost")
    return SpChanged(**msgspec.structs.asdict(stamina), after=after(state, given.target))


@rule("MIR-STA-6")
def affords_sp(character: Character, cost: int) -> bool:
    """A cost may bring SP down to the minimum, not below."""
    return character.sp - cost >= character.sp_min


async def recovered(state: State, who: str, amount: int) -> State:
    """SP rises, to the maximum at most."""
    character = state.who(who)
    return await happen(StaminaChanged(who, min(character.sp_max, character.sp + amount)))


@rule("MIR-STA-5", "MIR-STA-7")
async def fallen(
    state: State, who: str, amount: int, check: SkillGiven, course: Course | None = None, *, paid: bool = False
) -> tuple[State, Stamina]:
    """One fall of SP (`paid`: as a price), not below the minimum (which kills); falling while exhausted asks for a fortitude check."""
    before = state.who(who)
    sp = max(before.sp_min, before.sp - amount)
    if sp >= before.sp:
        return state, Stamina(before.sp)
    asked, extra = lent(state, who, fortitude_check(check, target=10 - 2 * sp), "exhaustion")
    entering = state.options.exhaustion_check_on_entry and sp <= 0  # Ruling MIR-E-8: the fall itself
    checks = (before.exhausted or entering) and sp > before.sp_min and not before.out_of_play  # MIR-STS-3
    if checks:
        check_skill(state, who, asked)
    state = await happen(StaminaChanged(who, sp, cost=paid))
    state = await occurred(state, "sp_lost", target=who, course=course, amount=before.sp - sp)
    if not checks:
        return state, Stamina(sp)
    stake = Stake(target=asked.target, tiers=(Grade.GREAT_FAILURE,), why="exhaustion", kind="exhaustion")
    state, checked = await skilled(state, who, asked, extra=extra, stake=stake)
    state, core = await _collapsed(state, who, checked)
    return state, Stamina(sp, asked.target, checked.total, checked.result, checked.grade, core)


@rule("MIR-STA-8", "MIR-DYI-2")
def fortitude_check(given: SkillGiven, *, target: int) -> SkillGiven:
    """A fortitude defence against a number; made while unconscious it has disadvantage, as that status says."""
    return replace(
        given,
        skill=given.skill or DEFENSE_SKILL[Defense.FORTITUDE],
        rank_source=f"defense:{Defense.FORTITUDE}",
        target=target,
        effects=None,
    )


@rule("MIR-STA-9")
async def _collapsed(state: State, who: str, checked: SkillChecked) -> tuple[State, str | None]:
    """Failure: unconscious until SP is 1. Great failure: also a scratch of poison on the core."""
    if checked.result != Grade.FAILURE:
        return state, None
    state = await occurred(await happen(KnockedOut(who, "sp")), "unconscious", target=who)
    if checked.grade != Grade.GREAT_FAILURE:
        return state, None
    core = await _core(state.who(who))
    return (state if core is None else await scratched(state, who, core, DamageType.POISON)), core


async def _core(character: Character) -> str | None:
    """The core part that suffers; with several the victim picks, with none nothing happens."""
    cores = [p for p in character.parts_left if p.type is PartType.CORE]
    if len(cores) <= 1:
        return cores[0].id if cores else None
    offered = [(f"part:{p.id}", say("answers.part", part=p.called), p.id) for p in cores]
    return await pick(actor(character.id), say("questions.core"), offered)
