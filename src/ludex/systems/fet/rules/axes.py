"""Named timelines in chat (the author's newer bot): several of them, every act kept, acts inserted, who is how far at a time.

Acts and wind-ups are the rulebook's own (FET-WUP, FET-CBA-3), weapons too (FET-WEP); magazines are the sheet's.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import ANYONE, CLOCK, Asked, Do, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, because, total
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.events.group import AxisKept, AxisPicked
from ludex.systems.fet.kinds import STORY, BattleDeed, Kinds, Words
from ludex.systems.fet.kinds.reading import (
    ALL,
    DROP,
    attribute_in,
    attribute_of,
    line_of,
    number_in,
    unreadable,
    whole_in,
    words_of,
)
from ludex.systems.fet.redact import act_heard_by
from ludex.systems.fet.rules.belongings import check_carried, give_back, load
from ludex.systems.fet.rules.clock import WindUp, WoundUp, impact_in, unit, wind_up
from ludex.systems.fet.rules.declaring import CombatDeclare
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.rules.resources import elapse
from ludex.systems.fet.rules.roster import check_alive, check_character, fighter_in
from ludex.systems.fet.rules.weapons import bonus, check_reloadable, fired, shots_for
from ludex.systems.fet.sheet import Weapon
from ludex.systems.fet.state import Axis, Declared, Fighter, State
from ludex.systems.fet.terms import Attribute, Kind, Number, WeaponType, half_up, tidy

FINEST = 6
FIRST = "1"
"""What a timeline is called that an act has opened."""


class AxisNamed(msgspec.Struct, frozen=True):
    name: str


class AxisInUse(msgspec.Struct, frozen=True):
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
        raise _no_axis(state, given.name)
    return _in_use(await happen(AxisPicked(given.name)))


class DropAxes(msgspec.Struct, frozen=True):
    """What `drop_axes` is given; none: all of them."""

    names: tuple[str, ...] = ()


async def drop_axes(state: State, given: DropAxes) -> AxisInUse:
    """Throw timelines away."""
    missing = [name for name in given.names if name not in state.axes]
    if missing or not state.axes:
        raise _no_axis(state, *missing[:1])
    for name in given.names or tuple(state.axes):
        state = await happen(AxisKept(name))
    return _in_use(state)


class AxisDecimals(msgspec.Struct, frozen=True):
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
    if state.axis not in state.axes:
        raise _no_axis(state)
    return state.axes[state.axis]


def _no_axis(state: State, *named: str) -> RuleError:
    said = say("view.axis_called", name=named[0]) if named else ""
    return RuleError("no_axis", named=said, names=list(state.axes))


class AxisAct(msgspec.Struct, frozen=True):
    """What `axis_act` is given: an impact or a time; `start` inserts it there, else it follows the last."""

    who: str
    attribute: str
    impact: Number | None = None
    time: Number | None = None
    start: Number | None = None
    act: str = ""


class AxisActed(msgspec.Struct, frozen=True):
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


# --- lines of the newer bot --------------------------------------------------------------------------------------------

NEW, SHOW, GET, ACC = ("new", "新建", "新"), ("show", "显示", "看"), ("get", "查"), ("acc", "精度")


@rule("FET-LIV-1")
def ending_word(asked: Asked, kinds: Kinds) -> Kinds:
    """One's own rows are one's own; ending or deleting a timeline is the GM's."""
    return kinds if next(iter(words_of(asked)), "").lower() in ("end", *DROP) else ()


class ManageTimelines(BattleDeed, names=("战况", "tl"), who=ANYONE, owner=STORY, beside=CLOCK, example=".tl"):
    """`.tl` the battle (or the list), `list`, `new 名字`, `show`, `get 5`, `acc 2`, `del 1`, a number or name to use it."""

    text: Words = ""
    word = ending_word

    def do(self, asked: Asked) -> Do | Show:
        words, state = words_of(asked), asked.state
        head, rest = words[0].lower() if words else "", words[1:]
        if not head and (state.battle is not None or not state.axes):
            return Show("battle")
        if head in ("", "list", "列表"):
            return Show("axes")
        if head in NEW:
            return Do("new_axis", AxisNamed(" ".join(rest)))
        if head in SHOW:
            return Show("axis")
        if (head in (*GET, *ACC) and len(rest) != 1) or (head in DROP and not rest):
            raise unreadable(asked)
        if head in GET:
            return Show("moment", {"time": number_in(_bare(rest[0]), "time")})
        if head in ACC:
            return Do("axis_decimals", AxisDecimals(whole_in(rest[0], "decimals")))
        if head in DROP:
            every = any(word.lower() in ALL for word in rest)
            return Do("drop_axes", DropAxes(() if every else tuple(_named(state, word) for word in rest)))
        if narrow(head).isdecimal() and _named(state, head) not in state.axes:  # FET-LIV-19
            return Show("closed", {"number": int(narrow(head)[:6])})
        return Do("pick_axis", AxisNamed(_named(state, line_of(asked).strip())))


def _named(state: State, word: str) -> str:
    return next((name for n, name in enumerate(state.axes, 1) if word in (f"{n}", name)), word)


def _bare(word: str) -> str:
    return narrow(word)[:-1] if _timed(word) else narrow(word)


def _timed(word: str) -> bool:
    return narrow(word)[-1:].lower() == "t"


def _sized(word: str) -> bool:
    return _bare(word).replace(".", "", 1).isdecimal()


class DeclareOnAxis(BattleDeed, names=("行轴", "bt"), beside=CLOCK, example=".行轴 力量 50 劈砍"):
    """`.bt 力量 50 劈砍`, `.bt 力量 5t`, `.bt 3t 力量 50` (inserted at 3t), `.bt wp …`, `.bt undo`; `.bt` shows the timeline."""

    text: Words = ""

    def do(self, asked: Asked) -> Do | Show:
        """An act on the timeline in use; with a weapon, in a running battle, at somebody."""
        words = words_of(asked)
        if not words:
            return Show("axis")
        if words[0].lower() in ("undo", "撤"):
            return Do("axis_undo", AxisUndo(asked.actor))
        check_character(asked.state, asked.actor)
        if words[0].lower() in ("wp", "武器"):
            return _armed(asked, words[1:])
        inserted = len(words) > 2 and _sized(words[0]) and _sized(words[2]) and attribute_in(words[1])
        start = number_in(_bare(words[0]), "start") if inserted else None
        words = words[1:] if inserted else words
        if len(words) < 2 or not any(map(_sized, words[:2])):
            raise unreadable(asked)
        name, size, *act = words if _sized(words[1]) else (words[1], words[0], *words[2:])
        given = AxisAct(asked.actor, attribute_of(name), start=start, act=" ".join(act))
        kind = "time" if _timed(size) else "impact"
        return Do("axis_act", replace(given, **{kind: number_in(_bare(size), kind)}))


def _armed(asked: Asked, words: list[str]) -> Do:
    """`.bt wp 50`, `.bt wp 5t 敏捷`, `.bt wp 3发`, `.bt wp re`: with the weapon in hand; in a battle, at somebody.

    As the author's manual has it a number is the impact, of a firearm too: as many shots as it takes.
    """
    who, state = asked.actor, asked.state
    arm = check_carried(check_character(state, who))
    weapon = arm.name
    fighter = None if state.axis in state.axes else state.fighter(who)  # one fights, and no named timeline is in use
    if words and words[0].lower() in ("re", "装填"):
        if fighter is not None:
            return Do("combat_declare", CombatDeclare(who, Kind.RELOAD, weapon=weapon), act_heard_by(state, who))
        return Do("axis_reload", AxisReload(who, weapon))
    sizes = [word for word in words[:2] if _sized(_unmeasured(word))]
    names = [word for word in words[:2] if attribute_in(word)]
    if not sizes:
        raise unreadable(asked)
    rest = [word for word in words if word not in (*sizes[:1], *names[:1])]
    attribute, timed = attribute_of(names[0]) if names else "", _timed(sizes[0])
    number = number_in(_bare(_unmeasured(sizes[0])), "impact")
    if arm.type == WeaponType.RANGED and sizes[0] == _unmeasured(sizes[0]):
        number, timed = shots_for(arm, number, timed=timed), False
    if fighter is not None:
        return _struck(state, fighter, fighter.weapons[weapon], number, attribute, rest, timed=timed)
    given = AxisWeapon(who, weapon, attribute=attribute, act=" ".join(rest))
    return Do("axis_weapon", replace(given, **{"time" if timed else "size": number}))


def _unmeasured(word: str) -> str:
    """A number of shots without its measure word; anything else as it is."""
    return next((word.removesuffix(one) for one in ("发", "發", "枪", "shots") if word.endswith(one)), word)


def _struck(
    state: State, fighter: Fighter, arm: Weapon, size: Number, attribute: str, rest: list[str], *, timed: bool
) -> Do:
    """The same in the running battle: shots, or a blow, at the one who is named."""
    if not rest:
        raise RuleError("target_required", clause="FET-ACT-1", kind=str(Kind.ATTACK))
    act = CombatDeclare(fighter.id, Kind.SHOOT, target=(fighter_in(state, rest[0]),), weapon=arm.name, shots=size)
    if arm.type != WeaponType.RANGED:
        attribute = attribute or arm.attribute or Attribute.STRENGTH
        size = impact_in(size, fighter.values.get(attribute, 0), options=state.options) if timed else size
        act = replace(act, kind=Kind.ATTACK, attribute=attribute, impact=size, shots=1, note=" ".join(rest[1:]))
    return Do("combat_declare", act, act_heard_by(state, fighter.id))
