"""`.tar`, `.ex` and `.neg` (FET-CTA, FET-CEX, FET-CNE): what belongs to the group, and rolling against it."""

from ludex.core.asks import roll
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.dice.pools import d
from ludex.systems.fet.events import PartnerSet, TargetSet
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.bot_reply import Answer, Reply, Sent
from ludex.systems.fet.rules.bot_text import numbers_in
from ludex.systems.fet.rules.checks import Check, check
from ludex.systems.fet.rules.negotiation import Negotiate, checked_partner, negotiate
from ludex.systems.fet.rules.roster import changes_on, check_character
from ludex.systems.fet.rules.targets import whole_target
from ludex.systems.fet.sheet import derive
from ludex.systems.fet.state import Partner, State
from ludex.systems.fet.terms import ATTRIBUTE_NAMES, Number, whole

# .tar


@rule("FET-CTA-1", "FET-CTA-2", "FET-CTA-3", "FET-CTA-4")
async def tar(state: State, sent: Sent) -> Answer:
    """Set or show the group's target value."""
    body = sent.reader.rest()
    if not body:
        if state.target is None:
            raise RuleError("no_target", clause="FET-CTA-4")
        return Reply(code="target_shown", target=state.target), state
    if body[-1] in "dD" and (numbers := numbers_in(body[:-1])) is not None and len(numbers) == 1:
        return await _random_target(numbers[0])
    numbers = numbers_in(body)
    if numbers is None or len(numbers) > 2 or "%" in body:
        raise RuleError("bad_command", clause="FET-CTA-4", text=body)
    if min(numbers) <= 0:
        raise RuleError("bad_target", clause="FET-CTA-4", target=min(numbers))
    return await _target(whole_target(numbers[0] * (numbers[1] if len(numbers) == 2 else 1)))


async def _random_target(level: Number) -> Answer:
    if level <= 0:
        raise RuleError("bad_level", clause="FET-CTA-4", level=level)
    difficulty = (await roll(d(20), "rolls.difficulty")).value
    return await _target(whole_target(level * difficulty), difficulty)


async def _target(target: int, difficulty: Number | None = None) -> Answer:
    state = await happen(TargetSet(target))
    return Reply(code="target_set", target=target, difficulty=difficulty, text=f"已设定目标数值为{target}"), state


# .ex


@rule("FET-CEX-1", "FET-CEX-2")
async def ex(state: State, sent: Sent) -> Answer:
    """Check an attribute or domain against the group's target."""
    who, reader = sent.who, sent.reader
    sheet = check_character(state, who).sheet
    named = reader.rest_typed()
    if not named:
        raise RuleError("bad_command", clause="FET-CEX-2")
    attribute = ATTRIBUTE_NAMES.get(named)
    if attribute is None:
        raise RuleError("attribute_not_found", clause="FET-CMD-4", name=named)
    if state.target is None:
        raise RuleError("no_target", clause="FET-CEX-2")
    found = await check(state, Check(who=who, attribute=attribute, target=state.target))
    reply = Reply(
        code="checked",
        name=sheet.name,
        attribute=attribute,
        value=whole(derive(sheet, changes_on(state, who)).values[attribute]),
        target=found.target,
        rate=found.rate,
        face=found.face,
        ratio=found.ratio,
        result=found.result,
        why=found.why,
    )
    return reply, state


# .neg


@rule("FET-CNE-1", "FET-CNE-2", "FET-CNE-3")
async def neg(state: State, sent: Sent) -> Answer:
    """Set the partner, rate a negotiation, or both."""
    who, reader = sent.who, sent.reader
    numbers = numbers_in(reader.rest())
    if numbers is None or len(numbers) > 3:
        raise RuleError("bad_command", clause="FET-CNE-3", text=reader.rest())
    if not numbers:
        if state.partner is None:
            raise RuleError("no_partner", clause="FET-CNE-3")
        return _partner(state.partner, "partner_shown"), state
    if len(numbers) != 2:
        check_character(state, who)
    if len(numbers) >= 2:
        state = await happen(PartnerSet(checked_partner(Partner(numbers[-2], numbers[-1]))))
    if state.partner is None:
        raise RuleError("no_partner", clause="FET-CNE-1")
    if len(numbers) == 2:
        return _partner(state.partner, "partner_set"), state
    return await _negotiated(state, who, rp=numbers[0])


def _partner(partner: Partner, code: str) -> Reply:
    return Reply(code=code, level=partner.level, intelligence=partner.intelligence)


async def _negotiated(state: State, who: str, *, rp: Number) -> Answer:
    found = await negotiate(state, Negotiate(who=who, partner=state.partner, rp=rp))
    reply = Reply(
        code="negotiated",
        name=state.characters[who].sheet.name,
        rp=rp,
        bonus=found.bonus,
        rate=found.rate,
        face=found.face,
        result=found.result,
        why=found.why,
    )
    return reply, state
