"""Live play, sheets for years (FET-LIV-3, -8, -36, -46, -47, -55): what the GM does to a sheet as a deed of its own.

Joins bringing back, settling a draft, another's sheet (FET-TRX-5), the days and nights of the campaign, and what is put down: none of
them has dice or a target, all of them change what a character is from now on.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import grants, in_barrier, traits_of
from ludex.systems.fet.events import (
    DayPassed,
    DraftEnded,
    LossesKept,
    SessionBegun,
    SheetWorn,
    SheetWritten,
)
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.belongings import moved
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.elapsing import Ended, dawn, ended
from ludex.systems.fet.rules.recovery import POINTS, Recover, recover
from ludex.systems.fet.rules.resources import resource_now
from ludex.systems.fet.rules.roster import check_alive, check_character, follow, pools
from ludex.systems.fet.rules.windows_after import set_off
from ludex.systems.fet.sheet import Sheet
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import Event, Number, Resource, tidy

BORROWS = "borrow_sheet"
"""What 傲慢 is set off by, and what another trait may grant."""


class Revive(msgspec.Struct, frozen=True):
    """What `revive` is given: who comes back, and with how much."""

    who: str
    stamina: Number = 1
    will: Number = 1


class Revived(msgspec.Struct, frozen=True):
    """Who is back, and what it has."""

    who: str
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number


@rule("FET-LIV-8", "FET-DTH-2")
async def revive(state: State, given: Revive) -> Revived:
    """Bring somebody back from death; nothing comes back of what is scarred."""
    character, now = check_character(state, given.who), pools(state, given.who)
    if not now.dead:
        raise RuleError("not_dead", clause="FET-LIV-8", who=state.called(given.who))
    stamina = _back(given.stamina, tidy(now.stamina_max - character.stamina_scar))
    will = _back(given.will, tidy(now.will_max - character.will_scar))
    state = await happen(LossesKept(given.who, tidy(now.stamina_max - stamina), tidy(now.will_max - will)))
    back = pools(state, given.who)
    return Revived(given.who, back.stamina, back.stamina_max, back.will, back.will_max)


def _back(wanted: Number, most: Number) -> Number:
    """What somebody comes back with: as much as is given, at least a breath."""
    return min(max(wanted, 1), max(most, 1))


class SettleSheet(msgspec.Struct, frozen=True):
    """What `settle_sheet` is given."""

    who: tuple[str, ...]


class SheetSettled(msgspec.Struct, frozen=True):
    """Whose sheets are drafts no longer."""

    who: tuple[str, ...]


@rule("FET-LIV-3")
async def settle_sheet(state: State, given: SettleSheet) -> SheetSettled:
    """The GM takes sheets as they are: from now on they play."""
    for who in given.who:
        check_character(state, who)
        state = await happen(DraftEnded(who))
    return SheetSettled(given.who)


class PassTime(msgspec.Struct, frozen=True):
    """What `pass_time` is given: so many days."""

    days: int


class TimePassed(msgspec.Struct, frozen=True):
    """The day of the campaign."""

    day: int


@rule("FET-LIV-55")
async def pass_time(state: State, given: PassTime) -> TimePassed:
    """Days go by without rest."""
    day = state.day + given.days
    if day < 1:
        raise RuleError("bad_day", clause="FET-LIV-55", days=given.days, day=state.day)
    await happen(DayPassed(day))
    return TimePassed(day)


class OpenSession(msgspec.Struct, frozen=True):
    """What the session is called."""

    title: str = ""


class SessionOpen(msgspec.Struct, frozen=True):
    """Which session of the campaign it is."""

    title: str
    number: int


@rule("FET-LIV-46", "FET-LIV-55")
async def session_open(state: State, given: OpenSession) -> SessionOpen:
    """A session begins: levels are logged with it."""
    state = await happen(SessionBegun(state.session + 1))
    return SessionOpen(given.title, state.session)


class Borrow(msgspec.Struct, frozen=True):
    """What `borrow` is given: whose sheet; nobody's: the own one again."""

    who: str
    whose: str = ""


class Borrowed(msgspec.Struct, frozen=True):
    """Whose sheet is worn now, and how its wearer stands."""

    who: str
    whose: str
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-TRX-5", "FET-LIV-36")
async def borrow(state: State, given: Borrow) -> Borrowed:
    """Take on another's sheet, or put it off: values, skills and traits change, what one has now stays."""
    character = check_character(state, given.who)
    check_alive(state, given.who)
    _check_free(state, given.who)
    before = pools(state, given.who)
    if given.whose:
        _check_granted(character)
        other, own = check_character(state, given.whose), _own_again(state, character)
        if character.own is not None:  # one sheet at a time: the one before is put off first
            state = await happen(SheetWorn(given.who, own, ""))
        sheet = worn(own, other.own or other.sheet)
    elif character.own is None:
        raise RuleError("not_worn", clause="FET-TRX-5", who=state.called(given.who))
    else:
        sheet = _own_again(state, character)
    state = await happen(SheetWorn(given.who, sheet, given.whose))
    found = derived(state, given.who)
    lost = (tidy(found.stamina_max - before.stamina), tidy(found.will_max - before.will))
    state = await follow(await happen(LossesKept(given.who, *lost)), given.who)
    event = (occasion(Event.BORROW_SHEET, given.who, given.whose),) if given.whose else ()
    done = await set_off(state, event)
    now = pools(done.state, given.who)
    rows = done.rows or None
    return Borrowed(given.who, given.whose, now.stamina, now.stamina_max, now.will, now.will_max, rows)


def _check_free(state: State, who: str) -> None:
    """In battle only while no act is in progress."""
    fighter = state.fighter(who)
    if fighter is not None and fighter.act is not None:
        raise RuleError("busy", clause="FET-TRX-5", who=state.called(who))


def borrows(character: Character) -> bool:
    """Who has 傲慢, or another trait that grants it."""
    traits = (character.own or character.sheet).traits
    return any(BORROWS in (trait.event, *trait.grants) for trait in traits)


def _check_granted(character: Character) -> None:
    if not borrows(character):
        raise RuleError(
            "not_known",
            clause="FET-LIV-36",
            skill=say("things.pride"),
            skills=[t.name for t in character.sheet.traits] or [say("view.none_there")],
        )


@rule("FET-TRX-5")
def worn(own: Sheet, other: Sheet) -> Sheet:
    """Another's ratio, percentages, race, age, size, skills and traits; one's own level, name, things, and traits besides (Ruling FET-E-56)."""
    traits = (*other.traits, *(t for t in own.traits if t.name not in {o.name for o in other.traits}))
    taken = {
        name: getattr(other, name)
        for name in ("ratio", "percents", "race", "adult_age", "standard_size", "age", "size", "skills")
    }
    return replace(own, **taken, traits=traits)


def _own_again(state: State, character: Character) -> Sheet:
    """One's own sheet, with what has become of one's things and level meanwhile, and what was learned since."""
    own, now = character.own, character.sheet
    if own is None:
        return now
    lender = state.characters.get(character.worn)
    lent = (lender.own or lender.sheet) if lender else now
    kept = ("name", "level", "items", "weapons", "bill", "load", "background", "looks", "personality", "features")
    learned = {
        "skills": (*own.skills, *(s for s in now.skills if s not in (*lent.skills, *own.skills))),
        "traits": (*own.traits, *(t for t in now.traits if t not in (*lent.traits, *own.traits))),
    }
    return replace(own, **{name: getattr(now, name) for name in kept}, **learned)


class Conjure(msgspec.Struct, frozen=True):
    """What `conjure` is given: what is made in one's own barrier, or (`away`) what comes from it and is destroyed."""

    who: str
    what: str
    away: bool = False


class Conjured(msgspec.Struct, frozen=True):
    """What is there, or no longer."""

    who: str
    what: str
    away: bool


CONJURES = {False: "create_in_own_barrier", True: "destroy_from_own_barrier"}
"""What 虚幻 grants."""


@rule("FET-LIV-32", "FET-TRX-7")
async def conjure(state: State, given: Conjure) -> Conjured:
    """Words only: what is made in a barrier has no number in the book."""
    check_alive(state, given.who)
    if code := conjuring(state, given.who, away=given.away):
        raise RuleError(
            code,
            clause="FET-LIV-32",
            skill="虚幻",
            skills=[t.name for t in traits_of(state, given.who)] or [say("view.none_there")],
        )
    return Conjured(given.who, given.what, given.away)


def conjuring(state: State, who: str, *, away: bool) -> str:
    """Why somebody can neither make nor destroy here: not granted, or in no barrier of its own; empty if it can."""
    if not grants(state, who, CONJURES[away]):
        return "not_known"
    return "" if in_barrier(state, who, own=True) else "not_triggered"


class PutDown(msgspec.Struct, frozen=True):
    """What `put_down` is given: a thing by its number or name, where to, and whether it lies there now. `count`: how many of it, if not all."""

    who: str
    which: str
    place: str = ""
    down: bool = True
    count: Number | None = None


class PutAway(msgspec.Struct, frozen=True):
    """What is carried now."""

    who: str
    name: str
    load: Number
    load_total: Number
    overloaded: bool


@rule("FET-LIV-47")
async def put_down(state: State, given: PutDown) -> PutAway:
    """Put a thing (or a weapon) down elsewhere, or take it up again: only what is carried weighs."""
    sheet = check_character(state, given.who).sheet
    places = [n for n, item in enumerate(sheet.items) if given.which in (f"{n + 1}", item.name)]
    fought = fighter.weapons if (fighter := state.fighter(given.who)) else {}  # FET-LIV-9: it keeps its rounds
    arms = tuple(
        replace(fought.get(w.name, w), down=given.down, place=given.place) if w.name == given.which else w
        for w in sheet.weapons
    )
    if not places and arms == sheet.weapons and given.which not in {w.name for w in arms}:
        raise RuleError("not_carried", clause="FET-LIV-9", which=[given.which], items=[i.name for i in sheet.items])
    items, name = sheet.items, given.which
    if places:
        place = min(places, key=lambda n: sheet.items[n].down == given.down)
        name = items[place].name
        items = moved(items, place, given.count, down=given.down, to=given.place)
    state = await follow(await happen(SheetWritten(given.who, replace(sheet, items=items, weapons=arms))), given.who)
    found = derived(state, given.who)
    return PutAway(given.who, name, found.load, found.load_total, found.overloaded)


class Night(msgspec.Struct, frozen=True):
    """What `night` is given: who rests (nobody named: every living player character)."""

    who: tuple[str, ...] = ()


class Rested(msgspec.Struct, frozen=True):
    """How somebody's will stands after a night."""

    who: str
    will: Number
    will_max: Number
    recovered: Number
    action_points: Number | None = None


class NightPassed(msgspec.Struct, frozen=True):
    """Everybody who has rested, and what day it is now."""

    rested: tuple[Rested, ...]
    day: int
    set_off: tuple[SetOff, ...] | None = None
    ended: tuple[Ended, ...] | None = None


@rule("FET-LIV-55", "FET-REC-2")
async def night(state: State, given: Night) -> NightPassed:
    """A night for the whole group, in one report."""
    people = given.who or tuple(who for who, c in state.characters.items() if not c.npc and not pools(state, who).dead)
    rested = []
    for who in people:
        check_alive(state, who)
    for who in people:
        found = await recover(state, Recover(how="night", patient=who, resource=Resource.WILL))
        points = None
        if state.options.rest_restores_points and check_character(state, who).action_points_max is not None:
            points = (await recover(state, Recover(how="night", patient=who, resource=POINTS))).current
        top = resource_now(state, who, Resource.WILL)[1]
        rested.append(Rested(who, found.current, top, found.recovered, points))
    day, before = state.day + 1, state
    state = await dawn(await happen(DayPassed(day)), people)
    over = ended(before, state)
    done = await set_off(state, [occasion(Event.REST, who) for who in people])
    return NightPassed(tuple(rested), day, done.rows or None, over or None)
