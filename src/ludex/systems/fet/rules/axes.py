"""Named timelines in chat (the author's newer bot): several of them, every act kept, acts inserted, who is how far at a time.

Acts and wind-ups are the rulebook's own (FET-WUP, FET-CBA-3), weapons too (FET-WEP); magazines are the sheet's.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.events import AxisKept, AxisPicked
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.belongings import check_carried, give_back, load
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.elapsing import elapse
from ludex.systems.fet.rules.roster import check_alive, check_character
from ludex.systems.fet.rules.weapons import bonus, check_reloadable, fired
from ludex.systems.fet.rules.wind_ups import WindUp, WoundUp, unit, wind_up
from ludex.systems.fet.sheet import Weapon
from ludex.systems.fet.state import Axis, Declared, State
from ludex.systems.fet.terms import Attribute, Number, WeaponType, half_up, tidy

FINEST = 6
FIRST = "1"
"""What a timeline is called that an act has opened."""


class AxisNamed(msgspec.Struct, frozen=True):
    """What `new_axis` and `pick_axis` are given."""

    name: str


class AxisInUse(msgspec.Struct, frozen=True):
    """The timeline in use, and all there are."""

    name: str
    names: tuple[str, ...]


async def new_axis(state: State, given: AxisNamed) -> AxisInUse:
    """Open a timeline and use it."""
    name = given.name.strip()
    if not name:
        raise RuleError("name_missing")
    if name in state.axes:
        raise RuleError("axis_exists", name=name)
    await happen(AxisKept(name, Axis()))
    return _in_use(await happen(AxisPicked(name)))


async def pick_axis(state: State, given: AxisNamed) -> AxisInUse:
    """Use another timeline."""
    if given.name not in state.axes:
        raise RuleError("no_axis", name=given.name, names=list(state.axes))
    return _in_use(await happen(AxisPicked(given.name)))


class DropAxes(msgspec.Struct, frozen=True):
    """What `drop_axes` is given; none: all of them."""

    names: tuple[str, ...] = ()


async def drop_axes(state: State, given: DropAxes) -> AxisInUse:
    """Throw timelines away."""
    missing = [name for name in given.names if name not in state.axes]
    if missing or not state.axes:
        raise RuleError("no_axis", name="".join(missing[:1]), names=list(state.axes))
    for name in given.names or tuple(state.axes):
        state = await happen(AxisKept(name))
    return _in_use(state)


class AxisDecimals(msgspec.Struct, frozen=True):
    """What `axis_decimals` is given."""

    decimals: int


async def axis_decimals(state: State, given: AxisDecimals) -> AxisInUse:
    """How many decimal places the times of this timeline have."""
    if not 0 <= given.decimals <= FINEST:
        raise RuleError("bad_decimals", decimals=given.decimals, high=FINEST)
    axis = replace(check_axis(state), decimals=given.decimals)
    return _in_use(await happen(AxisKept(state.axis, axis)))


def _in_use(state: State) -> AxisInUse:
    return AxisInUse(state.axis, tuple(state.axes))


def check_axis(state: State) -> Axis:
    """The timeline in use, or a refusal."""
    if state.axis not in state.axes:
        raise RuleError("no_axis", name=state.axis, names=list(state.axes))
    return state.axes[state.axis]


class AxisAct(msgspec.Struct, frozen=True):
    """What `axis_act` is given: an impact or a time; `start` inserts it there, else it follows the last."""

    who: str
    attribute: str
    impact: Number | None = None
    time: Number | None = None
    start: Number | None = None
    act: str = ""


class AxisActed(msgspec.Struct, frozen=True):
    """The act, what it cut off and what it pushed back."""

    row: Declared
    cut: int
    pushed: int
    why: dict[str, Total] = {}


@rule("FET-CBA-1", "FET-CBA-3")
async def axis_act(state: State, given: AxisAct) -> AxisActed:
    """Add an act: after one's last, or inserted: what runs then is cut off, what comes later is pushed back."""
    found = await axis_wind_up(state, given)
    row = Declared(
        who=given.who, attribute=given.attribute, impact=found.impact, wind_up=found.wind_up, act=given.act or None
    )
    return await put_on_axis(state, row, start=given.start, why=found.why)


async def axis_wind_up(state: State, given: AxisAct) -> WoundUp:
    """How long an act takes, to the places of the timeline in use."""
    _, axis = _open_axis(state)
    places = state.options.time_decimals if axis.decimals is None else axis.decimals
    finer = replace(state, options=replace(state.options, time_decimals=places))
    check_character(state, given.who)
    asked = WindUp(who=given.who, attribute=given.attribute, impact=given.impact, time=given.time)
    return await wind_up(finer, asked)


async def put_on_axis(state: State, row: Declared, *, start: Number | None, why: dict[str, Total]) -> AxisActed:
    """Put an act on the timeline in use, at a time or after one's last; who is in no battle has acted by it."""
    name, axis = _open_axis(state)
    sheet = check_character(state, row.who).sheet
    check_alive(state, row.who)
    if derived(state, row.who).overloaded:
        raise RuleError("overloaded", clause="FET-LOD-4", name=sheet.name)
    begin = last_end(axis, row.who) if start is None else start
    if begin < 0:
        raise RuleError("bad_time", time=begin, now=0)
    row = replace(row, name=sheet.name, start=begin, end=tidy(begin + row.wind_up))
    rows, cut, pushed = inserted(axis.rows, row)
    after = replace(axis, rows=rows)
    state = await happen(AxisKept(name, after))
    if state.axis != name:
        state = await happen(AxisPicked(name))
    if state.battle is None or state.battle.find(row.who) is None:
        passed = max(0, tidy(last_end(after, row.who) - last_end(axis, row.who)))
        await elapse(state, [row.who], time=passed, acted=[row.who])
    return AxisActed(row, cut, pushed, why)


def _open_axis(state: State) -> tuple[str, Axis]:
    """The timeline in use; where there is none at all, the first act opens one."""
    return (state.axis, check_axis(state)) if state.axes else (FIRST, Axis())


def last_end(axis: Axis, who: str) -> Number:
    """When somebody's last act ends; 0 without one."""
    return max((row.end for row in axis.rows if row.who == who), default=0)


@rule("FET-CBA-1")
def in_order(rows: tuple[Declared, ...]) -> tuple[Declared, ...]:
    """The chat timeline by end; equal ends in the order of declaration."""
    return tuple(sorted(rows, key=lambda row: row.end))


def inserted(rows: tuple[Declared, ...], new: Declared) -> tuple[tuple[Declared, ...], int, int]:
    """The rows with an act put in; how many it cut off and how many it pushed back."""
    mine = sorted((row for row in rows if row.who == new.who), key=lambda row: row.start)
    cut = [row for row in mine if row.start < new.start < row.end]
    moved: dict[int, Declared] = {}
    free = new.end
    for row in (r for r in mine if r.start >= new.start):
        if row.start < free:
            moved[id(row)] = replace(row, start=free, end=tidy(free + row.wind_up))
        free = moved.get(id(row), row).end
    kept = tuple(moved.get(id(row), row) for row in rows if not any(row is c for c in cut))
    return (*kept, new), len(cut), len(moved)


class AxisUndo(msgspec.Struct, frozen=True):
    """What `axis_undo` is given: whose last declared act; empty: anybody's."""

    who: str = ""


class AxisUndone(msgspec.Struct, frozen=True):
    """The act that is gone."""

    row: Declared


async def axis_undo(state: State, given: AxisUndo) -> AxisUndone:
    """Take the act that was declared last off the timeline."""
    axis = check_axis(state)
    last = next((row for row in reversed(axis.rows) if given.who in ("", row.who)), None)
    if last is None:
        raise RuleError("no_act")
    rows = tuple(row for row in axis.rows if row is not last)
    state = await happen(AxisKept(state.axis, replace(axis, rows=rows)))
    await give_back(state, last)
    return AxisUndone(last)


class Progress(msgspec.Struct, frozen=True):
    """How far somebody is at a time: the act that runs, what of its time has passed and what of its impact has come."""

    who: str
    name: str
    row: Declared | None = None
    percent: Number = 0
    impact: Number = 0


def progress_at(rows: tuple[Declared, ...], time: Number) -> tuple[Progress, ...]:
    """Who is how far at a time, in the order in which they came to the timeline (an act runs in (start, end])."""
    people = {row.who: row.called for row in rows}
    return tuple(_progress(who, name, rows=rows, time=time) for who, name in people.items())


def _progress(who: str, name: str, *, rows: tuple[Declared, ...], time: Number) -> Progress:
    row = next((r for r in rows if r.who == who and r.start < time <= r.end), None)
    if row is None or not row.wind_up:
        return Progress(who, name, row)
    share = (time - row.start) / row.wind_up
    return Progress(who, name, row, half_up(100 * share, 1), half_up(row.impact * share, 2))


class AxisWeapon(msgspec.Struct, frozen=True):
    """What `axis_weapon` is given: `size` is a number of shots, or the impact of a blow (a `time` instead gives it)."""

    who: str
    weapon: str = ""
    size: Number | None = None
    time: Number | None = None
    attribute: str = ""
    start: Number | None = None
    act: str = ""


@rule("FET-WEP-1", "FET-WEP-2")
async def axis_weapon(state: State, given: AxisWeapon) -> AxisActed:
    """Strike or fire with the weapon in hand."""
    weapon = check_carried(check_character(state, given.who), given.weapon)
    if weapon.type == WeaponType.RANGED:
        return await _fire(state, given, weapon)
    attribute = given.attribute or weapon.attribute or str(Attribute.STRENGTH)
    found = await axis_wind_up(state, AxisAct(given.who, attribute, given.size, given.time))
    extra = bonus(found.impact, weapon)
    hit = total(
        because(found.impact, "why.impact", "FET-ACT-3"),
        because(extra, say("why.weapon", damage=weapon.damage), "FET-WEP-1"),
    )
    row = Declared(
        given.who, "", attribute, tidy(hit.value), wind_up=found.wind_up, act=given.act or None, weapon=weapon.name
    )
    return await put_on_axis(state, row, start=given.start, why={**found.why, "impact": hit})


async def _fire(state: State, given: AxisWeapon, weapon: Weapon) -> AxisActed:
    """The weapon's own numbers; the rounds are gone at once."""
    after, impact, time = fired(weapon, 1 if given.size is None else given.size)
    shots = int(given.size or 1)
    state = await load(state, given.who, weapon=weapon.name, rounds=after.loaded)
    row = Declared(
        given.who,
        impact=impact,
        wind_up=time or unit(state.options),
        act=given.act or None,
        weapon=weapon.name,
        shots=shots,
    )
    return await put_on_axis(state, row, start=given.start, why={})


class AxisReload(msgspec.Struct, frozen=True):
    """What `axis_reload` is given."""

    who: str
    weapon: str = ""
    start: Number | None = None


@rule("FET-WEP-3")
async def axis_reload(state: State, given: AxisReload) -> AxisActed:
    """Fill the magazine of the weapon in hand."""
    weapon = check_reloadable(check_carried(check_character(state, given.who), given.weapon))
    state = await load(state, given.who, weapon=weapon.name, rounds=weapon.magazine)
    shots = weapon.rounds - (weapon.magazine or 0)
    row = Declared(given.who, wind_up=weapon.reload or unit(state.options), weapon=weapon.name, shots=shots)
    return await put_on_axis(state, row, start=given.start, why={})
