"""What the bot answers (FET-CMD-6) to `.stf`, `.rec`, `.tar`, `.ex` and `.neg` (FET-CSF, FET-CRE, FET-CTA, FET-CEX, FET-CNE).

`text` is the wording that the rulebook prints; everything else is a code and facts.
"""

import msgspec

from ludex.core.asks import roll
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.dice.pools import d
from ludex.systems.fet.commands.fields import laid_over, read_fields
from ludex.systems.fet.commands.reading import Reader, attribute_of, numbers_in
from ludex.systems.fet.events import LossesKept, PartnerSet, SheetWritten, TargetSet
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.burdens import shielded
from ludex.systems.fet.rules.checks import Check, check
from ludex.systems.fet.rules.lasting import Change, mitigated
from ludex.systems.fet.rules.negotiation import Negotiate, check_partner, negotiate
from ludex.systems.fet.rules.resources import changed, hold, resource_now
from ludex.systems.fet.rules.roster import Pools, changes_on, check_bearer, check_character, follow, pools
from ludex.systems.fet.rules.targets import whole_target
from ludex.systems.fet.sheet import Sheet, derive, sheet_problems
from ludex.systems.fet.state import Declared, Partner, State
from ludex.systems.fet.terms import Number, Resource, whole, written


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What the bot answers: a code and the facts that go with it; `text` where the rulebook prints the wording."""

    code: str
    line: int = 0
    error: bool | None = None
    name: str | None = None
    text: str | None = None
    warnings: tuple[str, ...] | None = None
    target: int | None = None
    difficulty: Number | None = None
    attribute: str | None = None
    value: int | None = None
    rate: int | None = None
    face: int | None = None
    ratio: Number | None = None
    result: str | None = None
    rp: Number | None = None
    bonus: Number | None = None
    level: Number | None = None
    intelligence: Number | None = None
    impact: Number | None = None
    wind_up: Number | None = None
    start: Number | None = None
    end: Number | None = None
    cancelled: bool | None = None
    timeline: tuple[Declared, ...] | None = None
    resource: str | None = None
    change: Number | None = None
    current: Number | None = None
    max: Number | None = None
    dead: bool | None = None
    stamina: Number | None = None
    stamina_max: Number | None = None
    will: Number | None = None
    will_max: Number | None = None
    why: dict[str, Total] = {}


class Sent(msgspec.Struct, frozen=True):
    """A command as it was sent: by whom, and what follows the command word."""

    who: str
    reader: Reader


Answer = tuple[Reply, State]


RESOURCE_NAMES = {"体力": Resource.STAMINA, "意志": Resource.WILL, "hp": Resource.STAMINA, "mp": Resource.WILL}
RESOURCE_TEXT = {Resource.STAMINA: "体力", Resource.WILL: "意志"}


# .stf


@rule("FET-CSF-2", "FET-CSF-4")
async def stf(state: State, sent: Sent) -> Answer:
    """Set sheet fields; a sheet that cannot be derived is refused."""
    who, reader = sent.who, sent.reader
    old = state.characters[who].sheet if who in state.characters else Sheet()
    sheet = laid_over(old, read_fields(reader), sender=who)
    derive(sheet)
    state = await follow(await happen(SheetWritten(who, sheet)), who)
    reply = Reply(
        code="sheet_set", name=sheet.name, warnings=sheet_problems(sheet), text=f"{sheet.name}的FET属性设置完成✓"
    )
    return reply, state


# .rec


@rule("FET-CRE-1", "FET-CRE-2", "FET-CRE-3")
async def rec(state: State, sent: Sent) -> Answer:
    """Show, change or reset stamina and will."""
    who, reader = sent.who, sent.reader
    sheet = check_character(state, who).sheet
    body = reader.rest().lower()
    now = pools(state, who)
    if not body:
        return _status(sheet, now), state
    if body.startswith("reset"):
        return await _rec_reset(state, who, named=body.removeprefix("reset").strip())
    name = next((n for n in RESOURCE_NAMES if body.startswith(n)), None)
    if name is None:
        raise RuleError("bad_command", clause="FET-CRE-3", text=body)
    change = numbers_in(body.removeprefix(name))
    if change is None or len(change) != 1 or "%" in body:
        raise RuleError("bad_number", clause="FET-CRE-3", text=body.removeprefix(name).strip())
    return await _rec_change(state, who, resource=RESOURCE_NAMES[name], change=change[0])


def _status(sheet: Sheet, now: Pools) -> Reply:
    return Reply(code="status_shown", name=sheet.name, dead=now.dead, **msgspec.structs.asdict(now))


async def _rec_change(state: State, who: str, *, resource: Resource, change: Number) -> Answer:
    """Ruling E-30: a number without a sign is a gain."""
    bearer = check_bearer(state, who)
    name = state.called(who)
    found = mitigated(bearer, Change(resource, change))
    now, top = resource_now(state, who, resource)
    state, change = await shielded(state, who, found), found.by
    current = changed(now, change, maximum=top, options=state.options)
    state = await hold(state, who, resource=resource, current=current)
    label = RESOURCE_TEXT[resource]
    text = f"{name}的{label}变化：{written(change, signed=True)}\n{_line(label, current, top=top)}"
    reply = Reply(
        code="status_changed",
        name=name,
        resource=resource,
        change=change,
        current=current,
        max=top,
        dead=pools(state, who).dead,
        text=text,
        why={"change": found.why} if len(found.why.terms) > 1 else {},
    )
    return reply, state


def _line(label: str, current: Number, *, top: Number) -> str:
    return f"{label}：{written(current)}/{written(top)}"


@rule("FET-CRE-2")
async def _rec_reset(state: State, who: str, *, named: str) -> Answer:
    """One resource, or both, back to the maximum (ruling E-29: a line for each)."""
    if named and named not in RESOURCE_NAMES:
        raise RuleError("bad_command", clause="FET-CRE-3", text=named)
    which = (RESOURCE_NAMES[named],) if named else tuple(Resource)
    character = state.characters[who]
    stamina = 0 if Resource.STAMINA in which else character.stamina_lost
    state = await happen(LossesKept(who, stamina, 0 if Resource.WILL in which else character.will_lost))
    now = msgspec.structs.asdict(pools(state, who))
    facts = {key: now[key] for resource in which for key in (str(resource), f"{resource}_max")}
    name = character.sheet.name
    lines = [_line(RESOURCE_TEXT[r], now[r], top=now[f"{r}_max"]) for r in which]
    return Reply(code="status_reset", name=name, text="\n".join((f"{name}的状态重置", *lines)), **facts), state


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
    attribute = attribute_of(named)
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
        state = await happen(PartnerSet(check_partner(Partner(numbers[-2], numbers[-1]))))
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
