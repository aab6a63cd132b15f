"""透支精神值: paying more mind points than one has (FAB-OVD)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.events import GaugesMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.gauges import Report, drained, reported
from ludex.systems.fable.sheet import Amount, Character
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Cause, Pool


class Spend(msgspec.Struct, frozen=True):
    """Mind points that somebody pays."""

    amount: Amount
    character: str = "actor"


class Spent(Report, frozen=True, kw_only=True):
    """The gauges after paying, and how far the payment went below 0."""

    overdraft: int
    zero_hp_cause: Cause | None


@rule("FAB-OVD-1", "FAB-OVD-5", "FAB-GAU-11")
async def mp_spend(state: State, given: Spend) -> Spent:
    """Pay mind points of her own will, below 0 if the hit gauges bear it."""
    overdraft = check_payment(character_of(state, given.character), given.amount, state.options)
    state = await paid(state, given.character, given.amount)
    after = state.characters[given.character]
    return reported(Spent, after, overdraft=overdraft, zero_hp_cause=Cause.OVERDRAFT if after.defeated else None)


@rule("FAB-OVD-3")
def check_payment(character: Character, amount: int, options: Options) -> int:
    """By how many points the payment goes (further) below 0; refused where no hit gauge has room for them."""
    overdraft = max(0, amount - character.mp) - character.penalty  # FAB-OVD-2: counted on the whole MP
    room = max(character.hg_now) - 1 if options.overdraft_limit == "hp" else max(character.hg_cap)
    if overdraft > room and overdraft > 0:  # Ruling E-8: one gauge's capacity, broken or not, is enough
        raise RuleError("overdraft_blocked", clause="FAB-OVD-3", overdraft=overdraft, room=max(0, room))
    return overdraft


async def paid(state: State, who: str, amount: int) -> State:
    """Take a payment that was checked from the mind gauges, left to right."""
    return await happen(GaugesMoved(who, Pool.MP, drained(state.characters[who], Pool.MP, amount).lost))
