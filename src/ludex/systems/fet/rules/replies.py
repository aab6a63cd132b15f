"""What the bot answers (appendix three; FET-CMD-6): a struct for each kind of reply, and how each command comes to it.

FET-CSF, FET-CRE, FET-CTA, FET-CEX, FET-CNE, FET-CPR, FET-CBA. Which line is which command is in `bot`.
"""

import math

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.events.group import PartnerSet, TargetSet, TimelineKept
from ludex.systems.fet.events.people import LossesKept, SheetWritten
from ludex.systems.fet.kinds.reading import (
    Reader,
    TypedAmount,
    attribute_of,
    loose_numbers,
    normal,
    numbers_in,
    placed,
    random_level,
    target_numbers,
)
from ludex.systems.fet.kinds.stf import laid_over, read_fields
from ludex.systems.fet.rules.axes import in_order
from ludex.systems.fet.rules.burdens import shielded
from ludex.systems.fet.rules.checks import Check, TargetValue, check
from ludex.systems.fet.rules.clock import WindUp, check_impact, related, wind_up
from ludex.systems.fet.rules.lasting import ResourceChange, derived, mitigated
from ludex.systems.fet.rules.negotiation import Negotiate, check_partner, negotiate
from ludex.systems.fet.rules.rates import found_target, whole_target
from ludex.systems.fet.rules.resources import changed, follow, hold, losses_moved, resource_now
from ludex.systems.fet.rules.roster import check_alive, check_bearer, check_character, free_name, pools
from ludex.systems.fet.rules.sheets import Edited, edited, raised
from ludex.systems.fet.rules.windows import SetOff
from ludex.systems.fet.sheet import LEVEL, Entry, Partner, Sheet, sheet_problems
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Declared, State
from ludex.systems.fet.terms import Number, Resource, half_up, tidy, whole, written


class Sent(msgspec.Struct, frozen=True):
    """A command as it was sent: by whom, and what follows the command word; the rest as in `Line`."""

    who: str
    reader: Reader
    by: str = ""
    level: bool = True
    restores: bool = False
    new: bool = False


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A code, the line that it answers, and whom it is about; `text` where the rulebook prints the wording."""

    code: str
    line: int = 0
    name: str | None = None
    text: str | None = None
    why: dict[str, Total] = {}


Answer = tuple[Reply, State]


class Refused(Reply, frozen=True, kw_only=True):
    """A line that changed nothing; its code says why."""

    error: bool = True


class FieldsSet(Reply, frozen=True, kw_only=True):
    code: str = "sheet_set"
    warnings: tuple[str, ...]
    changed: tuple[Edited, ...] = ()


class StatusShown(Reply, frozen=True, kw_only=True):
    code: str = "status_shown"
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    dead: bool
    action_points: Number | None = None


class StatusChanged(Reply, frozen=True, kw_only=True):
    code: str = "status_changed"
    resource: str
    change: Number
    current: Number
    max: Number
    dead: bool


class StatusReset(Reply, frozen=True, kw_only=True):
    """One resource or both are as at the start; `dead` is false where that brought somebody back."""

    code: str = "status_reset"
    stamina: Number | None = None
    stamina_max: Number | None = None
    will: Number | None = None
    will_max: Number | None = None
    dead: bool | None = None


class CashTold(Reply, frozen=True, kw_only=True):
    change: Number | None = None
    cash: Number
    start: Number


class TargetTold(Reply, frozen=True, kw_only=True):
    """The group's target value, shown or set; the difficulty where it was thrown for."""

    target: int | None
    difficulty: Number | None = None


class AttributeChecked(Reply, frozen=True, kw_only=True):
    code: str = "checked"
    attribute: str
    value: int
    target: int
    rate: int
    face: int | None
    ratio: Number | None
    result: str
    action_points: Number | None = None
    set_off: tuple[SetOff, ...] | None = None


class PartnerTold(Reply, frozen=True, kw_only=True):
    level: Number
    intelligence: Number


class Bargained(Reply, frozen=True, kw_only=True):
    code: str = "negotiated"
    rp: Number
    bonus: Number
    rate: int
    face: int | None
    result: str


class WindUpTold(Reply, frozen=True, kw_only=True):
    code: str = "wind_up"
    attribute: str
    impact: Number
    wind_up: Number


class TimelineTold(Reply, frozen=True, kw_only=True):
    timeline: tuple[Declared, ...]


class ActAdded(TimelineTold, frozen=True, kw_only=True):
    """An act that stands in the timeline now; `cancelled`: the last one was given up for it."""

    code: str = "act_added"
    attribute: str
    impact: Number
    start: Number
    wind_up: Number
    end: Number
    cancelled: bool


class WindUpFound(msgspec.Struct, frozen=True):
    attribute: str
    impact: Number
    wind_up: Number
    why: dict[str, Total] = {}


def named_act(reader: Reader) -> tuple[TypedAmount | None, str, str | None]:
    """A number and an attribute in either order: the number, the name as typed, the attribute if it is one."""
    reader.skip()
    amount = reader.amount()
    reader.skip()
    name, attribute = reader.attribute()
    if amount is None:
        reader.skip()
        amount = reader.amount()
    return amount, name, attribute


@rule("FET-CPR-1", "FET-CPR-2")
async def _prepared(
    state: State, who: str, *, amount: TypedAmount | None, name: str, attribute: str | None
) -> WindUpFound:
    """The wind-up of an act, or the impact that a time gives."""
    if attribute not in related(state.options):
        known = say("view.known_values", of=[term(one) for one in related(state.options)])
        raise RuleError("attribute_not_found", clause="FET-CPR-2", name=name, known=known)
    impact = check_impact(None if amount is None else amount.number)
    timed = amount is not None and amount.time
    given = WindUp(who=who, attribute=attribute, time=impact if timed else None, impact=None if timed else impact)
    found = await wind_up(state, given)
    return WindUpFound(attribute or "", found.impact, found.wind_up, found.why)


@rule("FET-CPR-1", "FET-CPR-2")
async def pre(state: State, sent: Sent) -> Answer:
    """How long an act would take; not recorded."""
    who, reader = sent.who, sent.reader
    sheet = check_character(state, who).sheet
    amount, name, attribute = named_act(reader)
    if not name or reader.rest():
        raise RuleError("bad_command", clause="FET-CPR-2", text=reader.rest())
    act = await _prepared(state, who, amount=amount, name=name, attribute=attribute)
    return WindUpTold(name=sheet.name, **msgspec.structs.asdict(act)), state


@rule("FET-CBA-5")
async def bat(state: State, sent: Sent) -> Answer:
    """The group's timeline: show it, leave it, end it, or add an act."""
    body = sent.reader.rest().lower()
    if not body:
        if not state.timeline:
            raise RuleError("no_battle", clause="FET-CBA-5")
        return TimelineTold(code="timeline_shown", timeline=in_order(state.timeline)), state
    if body == "exit":
        return await _bat_exit(state, sent.who)
    if body == "end":
        return await _bat_end(state)
    return await _bat_act(state, sent)


@rule("FET-CBA-4")
async def _bat_exit(state: State, who: str) -> Answer:
    mine = next((row for row in state.timeline if row.who == who), None)
    if mine is None:
        raise RuleError("not_in_battle", clause="FET-CBA-4", who=who)
    state = await happen(TimelineKept(tuple(row for row in state.timeline if row.who != who)))
    name = state.characters[who].sheet.name if who in state.characters else mine.name or who
    rows = in_order(state.timeline)
    text = "\n".join((f"{name}退出战斗", "——战斗时间轴——", *map(row_text, rows)))
    return TimelineTold(code="left_battle", name=name, timeline=rows, text=text), state


def row_text(row: Declared) -> str:
    return " ".join(filter(None, (f"{written(row.end)}t", row.called, written(row.impact), row.act or "")))


@rule("FET-CBA-5")
async def _bat_end(state: State) -> Answer:
    if not state.timeline:
        raise RuleError("no_battle", clause="FET-CBA-5")
    state = await happen(TimelineKept(()))
    return TimelineTold(code="battle_ended", timeline=(), text="战斗结束，时间轴归位"), state


@rule("FET-CBA-1", "FET-CBA-2", "FET-CBA-3", "FET-CBA-6")
async def _bat_act(state: State, sent: Sent) -> Answer:
    """Add an act: it starts at the given time, else when the last one ends; starting earlier cancels that one."""
    who, reader = sent.who, sent.reader
    sheet = check_character(state, who).sheet
    check_alive(state, who)
    amount, name, attribute = named_act(reader)
    if not name:
        raise RuleError("bad_command", clause="FET-CPR-2", text=".bat")
    act = await _prepared(state, who, amount=amount, name=name, attribute=attribute)
    if derived(state, who).overloaded:
        raise RuleError("overloaded", clause="FET-LOD-4", name=sheet.name)
    start = _start_time(reader)
    last = next((row for row in state.timeline if row.who == who), None)
    earliest = last.start if last else 0
    if start is not None and start < earliest:
        raise RuleError("start_too_early", clause="FET-CBA-3", start=start, earliest=earliest)
    free = last.end if last else 0
    begin = free if start is None else start
    row = Declared(
        who=who,
        name=sheet.name,
        attribute=act.attribute,
        impact=act.impact,
        start=begin,
        wind_up=act.wind_up,
        end=tidy(begin + act.wind_up),
        act=reader.rest_typed() or None,
    )
    state = await happen(TimelineKept((*(r for r in state.timeline if r.who != who), row)))
    facts = {name: getattr(row, name) for name in ("name", "attribute", "impact", "start", "wind_up", "end")}
    return ActAdded(**facts, cancelled=begin < free, timeline=in_order(state.timeline)), state


@rule("FET-CBA-2")
def _start_time(reader: Reader) -> Number | None:
    """A number followed by a space, `t` or the end, also in brackets, is the start time; anything else is text."""
    reader.skip()
    before = reader.place
    bracket = reader.here == "("
    if bracket:
        reader.place += 1
        reader.skip()
    number = reader.number()
    timed = number is not None and reader.unit()
    if bracket:
        reader.skip()
    closed = reader.here == ")" if bracket else timed or reader.ended or reader.here.isspace()
    if number is None or not closed:
        reader.place = before
        return None
    reader.place += 1 if bracket else 0
    return number


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
    done = f"{sheet.name}的FET属性设置完成✓"
    changes = edited(before, state, who)
    return FieldsSet(name=sheet.name, warnings=sheet_problems(sheet), changed=changes, text=done), state


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
    found = check_bearer(state, who)
    if not body:
        now = pools(state, who)
        facts = {**msgspec.structs.asdict(now), "action_points": found.action_points}
        return StatusShown(name=state.called(who), dead=now.dead, **facts), state
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
        exactly = tidy(by - resource_now(state, who, resource)[0])
        return await _change(state, who, ResourceChange(resource, exactly), restores=sent.restores, exactly=True)
    return await _change(state, who, ResourceChange(resource, by), restores=sent.restores)


@rule("FET-STA-2")
async def _change(state: State, who: str, said: ResourceChange, *, restores: bool, exactly: bool = False) -> Answer:
    """A recorded change; what restores stops at the maximum, what is merely added does not. `exactly`: nothing wards it off."""
    check_alive(state, who)
    name, resource, change = state.called(who), Resource(said.resource), said.by
    now, top = resource_now(state, who, resource)
    found = None if exactly else mitigated(check_bearer(state, who), said)
    if found is not None:
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
        why={"change": found.why} if found is not None and len(found.why.terms) > 1 else {},
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
    character, before = check_character(state, who), pools(state, who)
    stamina = character.stamina_scar if Resource.STAMINA in which else character.stamina_lost
    will = character.will_scar if Resource.WILL in which else character.will_lost
    state = await happen(LossesKept(who, stamina, will, losses_moved(state, who, stamina, will)))
    now = msgspec.structs.asdict(pools(state, who))
    facts = {key: now[key] for resource in which for key in (str(resource), f"{resource}_max")}
    name = character.called
    lines = [_line(r, now[r], top=now[f"{r}_max"]) for r in which]
    revived = before.dead and not pools(state, who).dead
    return StatusReset(
        dead=False if revived else None, name=name, text="\n".join((f"{name}的状态重置", *lines)), **facts
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
        if random <= 0:
            raise RuleError("bad_level", clause="FET-CTA-4", level=random)
        found = await found_target(TargetValue(level=random, random=True), state.options)
        return await _target(found.target, found.difficulty, by=sent.by)
    numbers = target_numbers(body)
    if numbers is None:
        raise RuleError("bad_command", clause="FET-CTA-4", text=body)
    if min(numbers.values()) <= 0:
        raise RuleError("bad_target", clause="FET-CTA-4", target=min(numbers.values()), why=say("view.goal_least"))
    return await _target(whole_target(math.prod(numbers.values())), by=sent.by)


async def _target(target: int, difficulty: Number | None = None, *, by: str) -> Answer:
    state = await happen(TargetSet(target, by))
    return TargetTold(code="target_set", target=target, difficulty=difficulty, text=f"已设定目标数值为{target}"), state


# .ex

CHECKED = ("target", "rate", "face", "ratio", "result", "action_points", "why", "set_off")
"""What a reply to a check says of the check."""


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
        **{name: getattr(found, name) for name in CHECKED},
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
    dealt = await negotiate(state, Negotiate(who=who, partner=state.partner, rp=numbers["rp"]))
    facts = {name: getattr(dealt, name) for name in ("bonus", "rate", "face", "result", "why")}
    return Bargained(name=state.characters[who].sheet.name, rp=numbers["rp"], **facts), state


def _partner(partner: Partner, code: str) -> PartnerTold:
    return PartnerTold(code=code, level=partner.level, intelligence=partner.intelligence)
