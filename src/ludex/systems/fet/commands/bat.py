"""What the bot answers to `.pre` and `.bat` (FET-CPR, FET-CBA): wind-ups, and the group's timeline in chat."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.systems.fet.commands.answers import ActAdded, Answer, Sent, TimelineTold, WindUpTold
from ludex.systems.fet.commands.reading import Amount, Reader
from ludex.systems.fet.events import TimelineKept
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.axes import in_order
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.roster import check_alive, check_character
from ludex.systems.fet.rules.wind_ups import WindUp, check_impact, related, wind_up
from ludex.systems.fet.state import Declared, State
from ludex.systems.fet.terms import Number, tidy, written


class Prepared(msgspec.Struct, frozen=True):
    """An act as a line names it: attribute, impact and wind-up."""

    attribute: str
    impact: Number
    wind_up: Number
    why: dict[str, Total] = {}


def _named_act(reader: Reader) -> tuple[Amount | None, str, str | None]:
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
async def _prepared(state: State, who: str, *, amount: Amount | None, name: str, attribute: str | None) -> Prepared:
    """The wind-up of an act, or the impact that a time gives."""
    if attribute not in related(state.options):
        raise RuleError("attribute_not_found", clause="FET-CPR-2", name=name)
    impact = check_impact(None if amount is None else amount.number)
    timed = amount is not None and amount.time
    given = WindUp(who=who, attribute=attribute, time=impact if timed else None, impact=None if timed else impact)
    found = await wind_up(state, given)
    return Prepared(attribute or "", found.impact, found.wind_up, found.why)


@rule("FET-CPR-1", "FET-CPR-2")
async def pre(state: State, sent: Sent) -> Answer:
    """How long an act would take; not recorded."""
    who, reader = sent.who, sent.reader
    sheet = check_character(state, who).sheet
    amount, name, attribute = _named_act(reader)
    if not name or reader.rest():
        raise RuleError("bad_command", clause="FET-CPR-2", text=reader.rest())
    act = await _prepared(state, who, amount=amount, name=name, attribute=attribute)
    return WindUpTold(name=sheet.name, **msgspec.structs.asdict(act)), state


async def bat(state: State, sent: Sent) -> Answer:
    """The group's timeline: show it, leave it, end it, or add an act."""
    body = sent.reader.rest().lower()
    if not body:
        return _timeline_shown(state), state
    if body == "exit":
        return await _bat_exit(state, sent.who)
    if body == "end":
        return await _bat_end(state)
    return await _bat_act(state, sent)


@rule("FET-CBA-5")
def _timeline_shown(state: State) -> TimelineTold:
    if not state.timeline:
        raise RuleError("no_battle", clause="FET-CBA-5")
    return TimelineTold(code="timeline_shown", timeline=in_order(state.timeline))


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
    """One row of the chat timeline in words."""
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
    amount, name, attribute = _named_act(reader)
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
    return _act_added(state, row, cancelled=begin < free), state


def _act_added(state: State, row: Declared, *, cancelled: bool) -> ActAdded:
    return ActAdded(
        name=row.name,
        attribute=row.attribute,
        impact=row.impact,
        start=row.start,
        wind_up=row.wind_up,
        end=row.end,
        cancelled=cancelled,
        timeline=in_order(state.timeline),
    )


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
