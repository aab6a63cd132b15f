"""What the bot answers (FET-CMD-6) to `.stf`, `.rec`, `.tar`, `.ex` and `.neg` (FET-CSF, FET-CRE, FET-CTA, FET-CEX, FET-CNE).

What an answer holds is in `answers`.
"""

import math

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.commands.answers import (
    Answer,
    AttributeChecked,
    Bargained,
    CashTold,
    PartnerTold,
    Sent,
    SheetSet,
    StatusChanged,
    StatusReset,
    StatusShown,
    TargetTold,
)
from ludex.systems.fet.commands.reading import (
    attribute_of,
    loose_numbers,
    normal,
    numbers_in,
    placed,
    random_level,
    target_numbers,
)
from ludex.systems.fet.commands.stf import laid_over, read_fields
from ludex.systems.fet.events import LossesKept, PartnerSet, SheetWritten, TargetSet
from ludex.systems.fet.fold import happen
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.burdens import shielded
from ludex.systems.fet.rules.checks import Check, TargetValue, check
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.lasting import Change, mitigated
from ludex.systems.fet.rules.negotiation import Negotiate, check_partner, negotiate
from ludex.systems.fet.rules.rates import found_target, whole_target
from ludex.systems.fet.rules.resources import changed, hold, resource_now
from ludex.systems.fet.rules.roster import check_alive, check_bearer, check_character, follow, free_name, pools
from ludex.systems.fet.rules.sheets import raised
from ludex.systems.fet.sheet import LEVEL, Entry, Partner, Sheet, sheet_problems
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, Resource, half_up, tidy, whole, written

RESOURCE_NAMES = {name: resource for resource in Resource for name in (resource.zh, *resource.also)}


# .stf


@rule("FET-CSF-2", "FET-CSF-4")
async def stf(state: State, sent: Sent) -> Answer:
    """Set sheet fields; a sheet that cannot be derived is refused."""
    who = free_name(state, sent.who) if sent.new else sent.who
    old = state.characters[who].sheet if who in state.characters else Sheet()
    fields = read_fields(sent.reader)
    if not sent.level:  # FET-LIV-3: it is asked for beside the rest of the line
        fields = replace(fields, values={name: v for name, v in fields.values.items() if name != "level"})
    sheet = laid_over(old, fields, sender=sent.who)
    if who not in state.characters and sheet.level is None and state.options.start_level != LEVEL:
        sheet = replace(sheet, level=state.options.start_level)
    derive(sheet)
    before, draft = state, None if who in state.characters else True
    state = await happen(SheetWritten(who, sheet, draft=draft))
    state = await follow(await raised(before, state, who), who, before=before)
    reply = SheetSet(name=sheet.name, warnings=sheet_problems(sheet), text=f"{sheet.name}的FET属性设置完成✓")
    return reply, state


# .rec and .crd


@rule("FET-CRE-1", "FET-CRE-2", "FET-CRE-3")
async def rec(state: State, sent: Sent) -> Answer:
    """Show, change or reset stamina and will; a number without a sign is a gain (Ruling FET-E-30)."""
    return await _recorded(state, sent, sets=False)


@rule("FET-CRE-4")
async def crd(state: State, sent: Sent) -> Answer:
    """The same with the habits of the bots that have the word: an unsigned number sets, `del` resets, and there is cash."""
    body = sent.reader.rest()
    if body.lower().startswith("cash"):
        return await _cash(state, sent.who, text=sent.reader.rest_typed()[4:].strip())
    return await _recorded(state, sent, sets=True)


async def _recorded(state: State, sent: Sent, *, sets: bool) -> Answer:
    who, body = sent.who, sent.reader.rest().lower()
    sheet = check_character(state, who).sheet
    if not body:
        now = pools(state, who)
        facts = {**msgspec.structs.asdict(now), "action_points": state.characters[who].action_points}
        return StatusShown(name=sheet.name, dead=now.dead, **facts), state
    for word in ("reset", *(("del",) if sets else ())):
        if body.startswith(word):
            return await _reset(state, who, named=body.removeprefix(word).strip())
    name = next((n for n in RESOURCE_NAMES if body.startswith(n)), None)
    if name is None:
        raise RuleError("bad_command", clause="FET-CRE-3", text=body)
    said = body.removeprefix(name).strip()
    change = numbers_in(said)
    if change is None or len(change) != 1 or "%" in body:
        raise RuleError("bad_number", clause="FET-CRE-3", name=term(str(RESOURCE_NAMES[name])), text=said)
    by, resource = change[0], RESOURCE_NAMES[name]
    if sets and said[0] not in "+-":
        by = tidy(by - resource_now(state, who, resource)[0])
    return await _change(state, who, resource=resource, change=by, restores=sent.restores)


@rule("FET-STA-2")
async def _change(state: State, who: str, *, resource: Resource, change: Number, restores: bool) -> Answer:
    """A recorded change; what restores stops at the maximum, what is merely added does not."""
    check_alive(state, who)
    name = state.called(who)
    found = mitigated(check_bearer(state, who), Change(resource, change))
    now, top = resource_now(state, who, resource)
    state, change = await shielded(state, who, found), found.by
    current = changed(now, change, maximum=top, options=state.options)
    scar = check_bearer(state, who).scar(resource)
    if change > 0 and (scar or (restores and state.options.caps != "none")):  # FET-TRX-2
        current = max(now, min(current, tidy(top - scar)))
    state = await hold(state, who, resource=resource, current=current)
    dead = pools(state, who).dead
    lines = [f"{name}的{resource.zh}变化：{written(change, signed=True)}", _line(resource, current, top=top)]
    reply = StatusChanged(
        name=name,
        resource=resource,
        change=change,
        current=current,
        max=top,
        dead=dead,
        text="\n".join((*lines, *((f"{name}死亡",) if dead else ()))),
        why={"change": found.why} if len(found.why.terms) > 1 else {},
    )
    return reply, state


def _line(resource: Resource, current: Number, *, top: Number) -> str:
    return f"{resource.zh}：{written(half_up(current, 2))}/{written(top)}"


@rule("FET-CRE-2")
async def _reset(state: State, who: str, *, named: str) -> Answer:
    """One resource, or both, back to the maximum less what is scarred (Ruling FET-E-29: a line for each)."""
    if named and named not in RESOURCE_NAMES:
        raise RuleError("bad_command", clause="FET-CRE-3", text=named)
    which = (RESOURCE_NAMES[named],) if named else tuple(Resource)
    character, before = state.characters[who], pools(state, who)
    stamina = character.stamina_scar if Resource.STAMINA in which else character.stamina_lost
    will = character.will_scar if Resource.WILL in which else character.will_lost
    state = await happen(LossesKept(who, stamina, will))
    now = msgspec.structs.asdict(pools(state, who))
    facts = {key: now[key] for resource in which for key in (str(resource), f"{resource}_max")}
    name = character.called
    lines = [_line(r, now[r], top=now[f"{r}_max"]) for r in which]
    revived = before.dead and not pools(state, who).dead
    return StatusReset(
        dead=False if revived else None,
        name=name,
        text="\n".join((f"{name}的状态重置", *lines)),
        **facts,
    ), state


@rule("FET-CRE-4", "FET-AST-3")
async def _cash(state: State, who: str, *, text: str) -> Answer:
    """A line of the bill; cash is never set, only changed."""
    sheet = check_character(state, who).sheet
    amount, _, purpose = normal(text).partition(" ")
    if amount:
        number = numbers_in(amount)
        if number is None or len(number) != 1:
            raise RuleError("bad_number", clause="FET-CRE-3", name=term("cash"), text=amount)
        said = text[len(amount) :].strip() if purpose else ""
        bill = (*sheet.bill, Entry(number[0], said, time=f"{state.day}"))  # FET-LIV-48
        state = await happen(SheetWritten(who, replace(sheet, bill=bill)))
    now = derived(state, who)
    change = number[0] if amount and number else None
    code = "cash_shown" if change is None else "cash_changed"
    return CashTold(code=code, name=sheet.name, change=change, cash=now.cash, start=now.cash_initial), state


# .tar


@rule("FET-CTA-1", "FET-CTA-2", "FET-CTA-3", "FET-CTA-4")
async def tar(state: State, sent: Sent) -> Answer:
    """Set or show the group's target value."""
    body = sent.reader.rest()
    if not body:
        if state.target is None:
            raise RuleError("no_target", clause="FET-CTA-4")
        return TargetTold(code="target_shown", target=state.target), state
    if (random := random_level(body)) is not None:
        return await _random_target(random, state.options, by=sent.by)
    numbers = target_numbers(body)
    if numbers is None:
        raise RuleError("bad_command", clause="FET-CTA-4", text=body)
    if min(numbers.values()) <= 0:
        raise RuleError("bad_target", clause="FET-CTA-4", target=min(numbers.values()), why=say("view.goal_least"))
    return await _target(whole_target(math.prod(numbers.values())), by=sent.by)


async def _random_target(level: Number, options: Options, *, by: str) -> Answer:
    if level <= 0:
        raise RuleError("bad_level", clause="FET-CTA-4", level=level)
    found = await found_target(TargetValue(level=level, random=True), options)
    return await _target(found.target, found.difficulty, by=by)


async def _target(target: int, difficulty: Number | None = None, *, by: str) -> Answer:
    state = await happen(TargetSet(target, by))
    return TargetTold(code="target_set", target=target, difficulty=difficulty, text=f"已设定目标数值为{target}"), state


# .ex


@rule("FET-CEX-1", "FET-CEX-2")
async def ex(state: State, sent: Sent) -> Answer:
    """Check an attribute or domain against the group's target."""
    who, reader = sent.who, sent.reader
    sheet = check_character(state, who).sheet
    check_alive(state, who)
    named = reader.rest_typed()
    if not named:
        raise RuleError("bad_command", clause="FET-CEX-2", text=".ex")
    attribute = attribute_of(named)
    if state.target is None:
        raise RuleError("no_target", clause="FET-CEX-2")
    found = await check(state, Check(who=who, attribute=attribute, target=state.target))
    reply = AttributeChecked(
        name=sheet.name,
        attribute=attribute,
        value=whole(derived(state, who).values[attribute]),
        target=found.target,
        rate=found.rate,
        face=found.face,
        ratio=found.ratio,
        result=found.result,
        action_points=found.action_points,
        why=found.why,
        set_off=found.set_off,
    )
    return reply, state


# .neg


PARTNER_WORDS = {
    **dict.fromkeys(("rp评分", "评分", "rp"), "rp"),
    **dict.fromkeys(("对象等级", "等级"), "level"),
    **dict.fromkeys(("对象智力", "智力"), "intelligence"),
}
PARTNER_FORMS = (("rp",), ("level", "intelligence"), ("rp", "level", "intelligence"))


@rule("FET-CNE-1", "FET-CNE-2", "FET-CNE-3")
async def neg(state: State, sent: Sent) -> Answer:
    """Set the partner, rate a negotiation, or both."""
    who, body = sent.who, sent.reader.rest()
    if not body:
        if state.partner is None:
            raise RuleError("no_partner", clause="FET-CNE-3")
        return _partner(state.partner, "partner_shown"), state
    found = loose_numbers(body, PARTNER_WORDS)
    numbers = placed(found, PARTNER_FORMS) if found else None
    if numbers is None:
        raise RuleError("bad_command", clause="FET-CNE-3", text=body)
    if "rp" in numbers:
        check_character(state, who)
        check_alive(state, who)
    if "level" in numbers:
        state = await happen(PartnerSet(check_partner(Partner(numbers["level"], numbers["intelligence"]))))
    if state.partner is None:
        raise RuleError("no_partner", clause="FET-CNE-1")
    if "rp" not in numbers:
        return _partner(state.partner, "partner_set"), state
    return await _negotiated(state, who, rp=numbers["rp"])


def _partner(partner: Partner, code: str) -> PartnerTold:
    return PartnerTold(code=code, level=partner.level, intelligence=partner.intelligence)


async def _negotiated(state: State, who: str, *, rp: Number) -> Answer:
    found = await negotiate(state, Negotiate(who=who, partner=state.partner, rp=rp))
    reply = Bargained(
        name=state.characters[who].sheet.name,
        rp=rp,
        bonus=found.bonus,
        rate=found.rate,
        face=found.face,
        result=found.result,
        why=found.why,
    )
    return reply, state
