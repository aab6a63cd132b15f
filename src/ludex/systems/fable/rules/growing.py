"""Growing at the table: a level is bought like `level_up` buys it, and whatever is not given is asked (FAB-PLV-3, FAB-PLV-4)."""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.content import shipped
from ludex.systems.fable.rules.asking import ask_benefit, ask_raise, ask_spread
from ludex.systems.fable.rules.attributes import RAISE_LEVELS
from ludex.systems.fable.rules.domains import Levels, benefit_slots, progressed
from ludex.systems.fable.rules.growth import LEVEL_XP, LeveledUp, LevelUp, level_up
from ludex.systems.fable.sheet import Five
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Attribute, Domain


class Grow(msgspec.Struct, frozen=True):
    """Who gains a level, and what is decided about it already."""

    character: str
    domain: str = ""
    hg_pick: int | None = None
    mg_pick: int | None = None
    attribute: Attribute | None = None
    benefit: str | None = None
    benefit_alloc: tuple[int, ...] = ()


@rule("FAB-PLV-3", "FAB-PLV-4", "FAB-GAU-5", "FAB-BEN-4")
async def grow(state: State, given: Grow) -> LeveledUp:
    """Buy a level: the player is asked for everything about it that she has not said."""
    who = character_of(state, given.character)
    if who.sheet.xp < LEVEL_XP:
        raise RuleError("not_enough_xp", clause="FAB-PLV-3", xp=who.sheet.xp, cost=LEVEL_XP)
    domain = given.domain or await _ask_domain(given.character, who.sheet.domains)
    domains = {**who.sheet.domains, domain: who.sheet.domains.get(domain, 0) + 1}
    level = progressed(domains, state.options).level
    attribute, benefit, alloc = given.attribute, given.benefit, given.benefit_alloc
    if attribute is None and level in RAISE_LEVELS:
        attribute = await ask_raise(given.character, level)
    if benefit is None and benefit_slots(level) > benefit_slots(level - 1):
        benefit = await ask_benefit(given.character, domains, n=benefit_slots(level), slots=benefit_slots(level))
    hg = given.hg_pick if given.hg_pick is not None else await _ask_gauge(given.character, "hg", who.hg.cap)
    mg = given.mg_pick if given.mg_pick is not None else await _ask_gauge(given.character, "mg", who.mg.cap)
    entry = shipped().classes.get(benefit or "")
    if entry and (entry.hp or entry.mp) and not alloc:
        row = who.hg.cap if entry.hp else who.mg.cap
        question = say("questions.grow_hp" if entry.hp else "questions.grow_mp", caps=[str(cap) for cap in row])
        alloc = await ask_spread(given.character, question, points=entry.hp + entry.mp)
    return await level_up(
        state,
        LevelUp(
            domain,
            hg_pick=hg,
            mg_pick=mg,
            attribute=attribute,
            benefit=benefit,
            benefit_alloc=alloc,
            character=given.character,
        ),
    )


async def _ask_domain(asks: str, levels: Levels) -> str:
    options = tuple(Option(d, say("answers.domain_up", domain=term(d), levels=levels.get(d, 0) + 1)) for d in Domain)
    return await choose(asks, "questions.grow_domain", options)


async def _ask_gauge(asks: str, row: str, caps: Five) -> int:
    """Which gauge of a row is one larger from now on."""
    options = tuple(
        Option(str(place), say("answers.gauge_up", place=place, cap=cap, more=cap + 1))
        for place, cap in enumerate(caps, 1)
    )
    return int(await choose(asks, f"questions.grow_{row}", options))
