"""`.stf` and `.rec` (FET-CSF, FET-CRE): the sender's own sheet and status."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.events import LossesKept, SheetWritten
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.bot_reply import Answer, Reply, Sent
from ludex.systems.fet.rules.bot_sheet import laid_over, read_fields
from ludex.systems.fet.rules.bot_text import numbers_in
from ludex.systems.fet.rules.entering import shielded
from ludex.systems.fet.rules.mitigation import Change, mitigated
from ludex.systems.fet.rules.recovery import changed, hold, resource_now
from ludex.systems.fet.rules.roster import Pools, check_bearer, check_character, follow, pools
from ludex.systems.fet.sheet import Sheet, derive, sheet_problems
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, Resource, written

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
        return _shown(sheet, now), state
    if body.startswith("reset"):
        return await _rec_reset(state, who, named=body.removeprefix("reset").strip())
    name = next((n for n in RESOURCE_NAMES if body.startswith(n)), None)
    if name is None:
        raise RuleError("bad_command", clause="FET-CRE-3", text=body)
    change = numbers_in(body.removeprefix(name))
    if change is None or len(change) != 1 or "%" in body:
        raise RuleError("bad_number", clause="FET-CRE-3", text=body.removeprefix(name).strip())
    return await _rec_change(state, who, resource=RESOURCE_NAMES[name], change=change[0])


def _shown(sheet: Sheet, now: Pools) -> Reply:
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
