"""物语点, money and experience: what comes in between fights (FAB-PFP, FAB-MON, FAB-PLV-2)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.events import PointsMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.sheet import Amount
from ludex.systems.fable.state import State, character_of

EQUIPMENT_BUDGET = 500
SAVINGS = 100
SESSION_XP = 5

GAINS = {"session_start": 1, "double_one": 1, "villain_entrance": 1, "surrender": 2, "invoke_to_fail": 1}
"""Fabula Points by event (FAB-PFP-1); a villain's entrance counts for each villain."""


class GainFabula(msgspec.Struct, frozen=True):
    """What happened. With a `character` her own points are meant and changed."""

    event: str
    fp: int = 0
    count: Amount = 1
    character: str = ""


class FabulaGained(msgspec.Struct, frozen=True):
    """The points that came, and what there is now."""

    gained: int
    fp: int


@rule("FAB-PFP-1")
async def fabula_gain(state: State, given: GainFabula) -> FabulaGained:
    """Gain Fabula Points for something that happened."""
    if given.event not in GAINS:
        raise RuleError("unknown_event", clause="FAB-PFP-1", event=given.event, events=list(GAINS))
    fp = character_of(state, given.character).fp if given.character else given.fp
    gain = GAINS[given.event]
    if given.event == "session_start" and fp > 0:
        gain = 0
    if given.event == "villain_entrance":
        gain *= given.count
    if given.character:
        await happen(PointsMoved(given.character, fp=gain))
    return FabulaGained(gain, fp + gain)


class SessionXp(msgspec.Struct, frozen=True):
    """What was spent in a session. With `award` every PC at the table gets the experience."""

    pcs: int
    fabula_spent: Amount = 0
    ultima_spent: Amount = 0
    award: tuple[str, ...] = ()


class XpEarned(msgspec.Struct, frozen=True):
    """Experience for each PC."""

    xp: int


@rule("FAB-PLV-2")
async def session_xp(state: State, given: SessionXp) -> XpEarned:
    """5 for the session, the villains' Ultima Points, and each PC's share of the Fabula Points spent."""
    if given.pcs < 1:
        raise RuleError("no_pcs", clause="FAB-PLV-2", pcs=given.pcs)
    xp = SESSION_XP + given.ultima_spent + given.fabula_spent // given.pcs
    for who in given.award:
        character_of(state, who)
        await happen(PointsMoved(who, xp=xp))
    return XpEarned(xp)


class StartingMoney(msgspec.Struct, frozen=True):
    """How much of the starting budget went into equipment."""

    spent: Amount = EQUIPMENT_BUDGET


class Money(msgspec.Struct, frozen=True):
    """Z to start with."""

    money: int


@rule("FAB-MON-1", "FAB-PEQ-1")
async def starting_money(state: State, given: StartingMoney) -> Money:
    """100 Z, and what is left of the 500 Z for equipment."""
    return Money(money_after(given.spent, leftover=state.options.starting_leftover))


def money_after(spent: int, *, leftover: str) -> int:
    """The starting money after buying equipment; more than the budget is refused."""
    if spent > EQUIPMENT_BUDGET:
        raise RuleError("budget_exceeded", clause="FAB-PEQ-1", spent=spent, limit=EQUIPMENT_BUDGET)
    # Ruling E-20: the unspent part is another sum than the savings
    return SAVINGS + (EQUIPMENT_BUDGET - spent if leftover == "keep" else 0)


class Pay(msgspec.Struct, frozen=True):
    """Points that somebody spends or is given by hand."""

    character: str
    fp: int = 0
    ultima: int = 0
    ip: int = 0
    money: int = 0
    xp: int = 0


class Paid(msgspec.Struct, frozen=True):
    """What she has now."""

    fp: int
    ultima: int
    ip: int
    money: int
    xp: int


@rule("FAB-PFP-2", "FAB-PRS-1")
async def points(state: State, given: Pay) -> Paid:
    """Spend or give points: altering the story for a Fabula Point, buying inventory points back, money, experience."""
    before = character_of(state, given.character)
    moved = {"fp": given.fp, "ultima": given.ultima, "ip": given.ip, "money": given.money, "xp": given.xp}
    held = {"fp": before.fp, "ultima": before.ultima, "ip": before.ip}
    held |= {"money": before.sheet.money, "xp": before.sheet.xp}
    for name, change in moved.items():
        if held[name] + change < 0:
            raise RuleError("not_enough_points", what=name, has=held[name], wanted=-change)
    state = await happen(PointsMoved(given.character, **moved))
    now = state.characters[given.character]
    return Paid(now.fp, now.ultima, now.ip, now.sheet.money, now.sheet.xp)
