"""Writing the file (书写档案), Deduction (演绎) and Test (检验), joined: the two are one roll on a conclusion that lead to different places.

MST-FIL-1..7, MST-DED-1..6, MST-TST-1..5. The phases of the mission are in `missions`.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Option
from ludex.core.effects.records import Facts
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import ClueFound, ConclusionSettled, TraitRevealed, happen
from ludex.systems.mist.kinds import CONFLICTING, SUPPORTING, CaseDeed, Number
from ludex.systems.mist.rules.missions import check_complexity, mission_in, mystery_of
from ludex.systems.mist.rules.pool import Numbers, PoolRolled, Throw, has_consequences, numbers
from ludex.systems.mist.rules.records import total_of
from ludex.systems.mist.rules.scenes import check_unique
from ludex.systems.mist.rules.who import ask_words
from ludex.systems.mist.rules.windows import hear, throw_heard
from ludex.systems.mist.state import Clue, Conclusion, Mission, Mystery, State
from ludex.systems.mist.terms import Form, MissionPhase, Result, Verdict

# --- the power of a conclusion -------------------------------------------------------------------------------------


class Backing(msgspec.Struct, frozen=True):
    """Clues for and against a conclusion, and how many the mystery takes."""

    complexity: int = 0
    supporting: tuple[str, ...] = ()
    conflicting: tuple[str, ...] = ()


class Backed(msgspec.Struct, frozen=True):
    """Its power, and whether it can be put."""

    power: int
    allowed: bool
    short_by: int
    why: dict[str, Total]


@rule("MST-FIL-2")
def check_sides(supporting: tuple[str, ...], conflicting: tuple[str, ...]) -> None:
    """A clue counts once, on one side."""
    for clue in supporting:
        if clue in conflicting:
            raise RuleError("clue_both_sides", clause="MST-FIL-2", clue=clue)
    check_unique(supporting, "duplicate_clue")
    check_unique(conflicting, "duplicate_clue")


@rule("MST-FIL-2", "MST-FIL-3", "MST-FIL-4", "MST-FIL-5")
def back(given: Backing) -> Backed:
    """Each proving clue +1, each conflicting one -1; the proving ones alone must match the complexity."""
    check_sides(given.supporting, given.conflicting)
    terms = (
        *(because(1, say("why.supports", clue=clue), "MST-FIL-2") for clue in given.supporting),
        *(because(-1, say("why.conflicts", clue=clue), "MST-FIL-4") for clue in given.conflicting),
    )
    short = max(check_complexity(given.complexity) - len(given.supporting), 0)  # Ruling MST-E-17: gross, not net
    why = total(*terms, clause="MST-FIL-5")
    return Backed(int(why), short == 0, short, {"power": why})


class WeighLine(
    Backing, CaseDeed, names=("论证", "weigh"), does="conclusion_power", audience=(GM,), example=".论证 2 支持=湿车票"
):
    """`.论证 3 支持=湿车票,司机工号`: what a conclusion would have behind it (MC)."""

    complexity: Number
    supporting: Annotated[tuple[str, ...], SUPPORTING] = ()
    conflicting: Annotated[tuple[str, ...], CONFLICTING] = ()


@rule("MST-FIL-2", "MST-FIL-3", "MST-FIL-4")
async def conclusion_power(_state: State, given: Backing) -> Backed:
    """What a conclusion has behind it."""
    return back(given)


# --- putting a conclusion ------------------------------------------------------------------------------------------


class Put(msgspec.Struct, frozen=True):
    """A conclusion, the mystery it answers, and the clues for and against it."""

    mystery: str
    conclusion: str
    supporting: tuple[str, ...] = ()
    conflicting: tuple[str, ...] = ()
    actor: str = ""


class Settled(PoolRolled, frozen=True, kw_only=True):
    """What the dice settled, and where it leads."""

    mission: Mission
    verdict: str
    opportunity: bool
    phase: str


class Deduced(Settled, frozen=True, kw_only=True):
    """A deduction brings a clue either way."""

    new_clue: str


class Tested(Settled, frozen=True, kw_only=True):
    """A test that is not clean reveals a trait."""

    new_trait: str


@rule("MST-MIS-4", "MST-FIL-1", "MST-FIL-3", "MST-FIL-7", "MST-PCL-1")
def check_put(state: State, given: Put) -> Backed:
    """A conclusion is put in the writing, on clues of the file, with enough of them, and once only."""
    mission = mission_in(state, MissionPhase.WRITING)
    mystery = mystery_of(mission, given.mystery)
    known = [clue.id for clue in mission.clues]
    for clue in (*given.supporting, *given.conflicting):
        if clue not in known:
            raise RuleError("unknown_clue", clause="MST-PCL-1", value=clue, among=known)
    backed = weigh_backing(state, given, mystery)
    if given.conclusion in [c.id for c in mission.conclusions]:  # Ruling MST-E-25: settled is settled
        hint = say("told.cite_it" if given.conclusion in known else "told.put_another")
        raise RuleError("conclusion_settled", clause="MST-FIL-7", conclusion=given.conclusion, hint=hint)
    if not backed.allowed:
        raise RuleError(
            "not_enough_clues", clause="MST-FIL-3", given=len(given.supporting)
        )  # MST-LIV-36: no other number
    return backed


@rule("MST-LIV-32")
def weigh_backing(state: State, given: Put, mystery: Mystery) -> Backed:
    """What a conclusion has behind it, with what the records of the character who puts it change."""
    base = because(mystery.complexity, mystery.called, "MST-PCL-2")
    complexity = int(total_of(state, "complexity", given.actor, (base,), mystery=mystery.id))
    backed = back(Backing(complexity, given.supporting, given.conflicting))
    facts = {"kind": "conclusion", "help": given.supporting, "hinder": given.conflicting}
    power = total_of(state, "clue_power", given.actor, backed.why["power"].terms, **facts)
    return replace(backed, power=int(power), why={"power": power})


@rule("MST-FIL-6")
def verdict_of(result: Result) -> Verdict:
    """The dice settle whether the conclusion is true."""
    return Verdict.FALSE if result is Result.FAILURE else Verdict.TRUE


def _concluded(given: Put, form: Form, result: Result) -> Conclusion:
    return Conclusion(given.conclusion, given.mystery, verdict_of(result), form, given.supporting, given.conflicting)


class Settling(Numbers):
    """The fields of `Settled` that both forms have alike."""

    mission: Mission
    phase: MissionPhase
    consequences: bool
    verdict: Verdict


def _settled(thrown: Throw, backed: Backed, mission: Mission) -> Settling:
    return Settling(
        **numbers(thrown, backed.why),
        mission=mission,
        phase=mission.phase,
        consequences=has_consequences(thrown.result),
        verdict=verdict_of(thrown.result),
    )


# --- deduction (演绎) ----------------------------------------------------------------------------------------------


@rule("MST-DED-1", "MST-DED-3", "MST-DED-4", "MST-DED-5", "MST-DED-6", "MST-MIS-5")
async def deduce(state: State, given: Put) -> Deduced:
    """Prove a conclusion by replaying the past. It brings a clue either way: itself, or what refutes it."""
    backed = check_put(state, given)
    known = state.mission_now.clues
    check_new_clue(known, given.conclusion)
    state, came = await _roll(state, given, backed)
    # Ruling MST-E-20: after a clean one nothing is left to play in the past
    phase = MissionPhase.WRITING if came.result is Result.SUCCESS else MissionPhase.PAST
    clue = await _found_clue(state.mission_now, given, came)
    await happen(ClueFound(clue))
    mission = (await happen(ConclusionSettled(_concluded(given, Form.DEDUCE, came.result), phase))).mission_now
    return Deduced(**_settled(came, backed, mission), opportunity=False, new_clue=clue.id)  # MST-MIS-7


async def _roll(state: State, given: Put, backed: Backed) -> tuple[State, Throw]:
    """The one roll for the group, with records that listen to it."""
    facts: Facts = {"kind": "conclusion", "help": given.supporting, "hinder": given.conflicting}
    state = await hear(state, "rolling", doer=given.actor, facts=facts)
    return await throw_heard(state, backed.power, who=given.actor, facts=facts)


@rule("MST-DED-3", "MST-DED-4", "MST-DED-5")
async def _found_clue(mission: Mission, given: Put, thrown: Throw) -> Clue:
    """A true conclusion is itself a clue; a false one falls to a clue that the MC names, or one that is hidden so far."""
    if thrown.result is not Result.FAILURE:
        return Clue(given.conclusion, source="conclusion")
    options = Option("clue:<name>", say("answers.clue_text")), Option("clue:<name>:<text>", say("answers.clue_named"))
    ready = {f"clue:{clue.id}": clue for clue in mission.hidden_clues}  # MST-LIV-38
    first = (Option(answer, say("answers.clue_hidden", clue=clue.id)) for answer, clue in ready.items())
    question = say("questions.refuting_clue", conclusion=given.conclusion)
    said = await ask_words(GM, question, *first, *options, about=given.conclusion, clause="MST-DED-3")
    check_new_clue(mission.clues, said["name"])
    if (hidden := ready.get(f"clue:{said['name']}")) is not None:
        return replace(hidden, hidden=False, source="refutation")
    return Clue(said["name"], said.get("text", ""), source="refutation")


def check_new_clue(known: tuple[Clue, ...], name: str) -> None:
    if name in [clue.id for clue in known]:
        raise RuleError("duplicate_clue", clause="MST-DED-4", id=name)


# --- test (检验) ---------------------------------------------------------------------------------------------------


@rule("MST-TST-1", "MST-TST-2", "MST-TST-3", "MST-TST-4", "MST-TST-5", "MST-MIS-6", "MST-MIS-7")
async def test(state: State, given: Put) -> Tested:
    """Prove a conclusion by acting on it now. Only this can open the opportunity to suppress the anomaly."""
    backed = check_put(state, given)
    state, came = await _roll(state, given, backed)
    right = came.result is not Result.FAILURE
    trait = ""
    if came.result is not Result.SUCCESS:
        trait = await _trait(state.mission_now, given)
        await happen(TraitRevealed(trait))
    phase = MissionPhase.OPPORTUNITY if right else MissionPhase.SETBACK
    # Ruling MST-E-26: settled, but no clue by itself
    mission = (await happen(ConclusionSettled(_concluded(given, Form.TEST, came.result), phase))).mission_now
    return Tested(**_settled(came, backed, mission), opportunity=right, new_trait=trait)


@rule("MST-TST-2", "MST-TST-3")
async def _trait(mission: Mission, given: Put) -> str:
    """What a test that is not clean reveals, in the MC's words; what is ready and hidden is offered first."""
    question = say("questions.trait", conclusion=given.conclusion)
    ready = (Option(f"trait:{text}", say("answers.trait_hidden", trait=text)) for text in mission.hidden_traits)
    option = Option("trait:<text>", say("answers.trait_text"))
    return (await ask_words(GM, question, *ready, option, about=given.conclusion, clause="MST-TST-2"))["text"]
