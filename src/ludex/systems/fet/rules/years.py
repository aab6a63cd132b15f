"""Sheets for years (live play; FET-REC, FET-ACP-3, FET-LIV-3, -8, -36, -46, -47, -55): what nights, treatments, items and the end of a battle give back; what the GM does to a sheet as a deed of its own."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed, Meant
from ludex.core.deeds import ACTOR, ANYONE, GM_ONLY, PERSON, REST, SCENE, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.fields import flag
from ludex.core.names import narrow
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.core.say import Filling, Say, say, term
from ludex.systems.fet.content import own_name
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import grants, in_barrier, traits_of
from ludex.systems.fet.events.group import DayPassed, SessionBegun
from ludex.systems.fet.events.people import DraftEnded, LossesKept, PointsKept, SheetWorn
from ludex.systems.fet.kinds import (
    STORY,
    TIME,
    GmsDeed,
    OwnDeed,
    PeopleNamed,
    Person,
    Pool,
    Quantity,
    QuantityIfAny,
    Word,
)
from ludex.systems.fet.kinds.reading import number_in
from ludex.systems.fet.options import Options
from ludex.systems.fet.redact import fate_heard_by, heard_by
from ludex.systems.fet.rules.advancing import set_off
from ludex.systems.fet.rules.checks import check_points, checked, spend
from ludex.systems.fet.rules.clock import wind_up_of
from ludex.systems.fet.rules.lasting import ResourceChange, derived, mitigated, swayed
from ludex.systems.fet.rules.rates import Subject, hundred, known_value, rate_of, rated, whole_target, why_rate
from ludex.systems.fet.rules.resources import Ended, dawn, ended, follow, hold, losses_moved, resource_now
from ludex.systems.fet.rules.roster import (
    EVERYONE,
    anybody_in,
    check_alive,
    check_bearer,
    check_character,
    check_resource,
    crowds,
    people_in,
    pools,
    used,
)
from ludex.systems.fet.rules.sheets import SetSheet, edit_said, set_sheet
from ludex.systems.fet.rules.windows import SetOff
from ludex.systems.fet.sheet import Sheet, Trait
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import Amount, Attribute, Event, How, Number, Resource, Treated, tidy, typed_number

POINTS = "action_points"
"""FET-ACP-3: what comes back like a resource, though no damage eats it."""


class Recover(Subject, frozen=True):
    """What `recover` is given. `value` (or a sheet) is the healer's medicine; `patient` is a character of the table.

    `scar`: what nothing restores (FET-TRX-2).
    """

    resource: str = ""
    how: str = ""
    current: Number = 0
    max: Number = 0
    scar: Number = 0
    amount: Number | None = None
    attribute: str | None = str(Attribute.MEDICINE)
    healing_skills: bool = False
    patient: str = ""
    force: bool = False


class Treat(Deed, names=("治伤", "treat"), does="recover", group="checks", picture="flask", example=".治伤 韩左 5"):
    who: Actor
    patient: Person
    amount: Quantity
    resource: Annotated[Treated, Field("", refusal="bad_resource")] = Treated.STAMINA
    how: str = How.TREATMENT


class GiveMedicine(
    GmsDeed, names=("用药", "item"), does="recover", group="checks", picture="flask", example=".用药 韩左 20 体力"
):
    patient: Person
    amount: Quantity
    resource: Pool = Resource.STAMINA
    force: Annotated[bool, flag("force", "f", "超上限", owner=STORY)] = False
    how: str = How.ITEM

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return heard_by(asked.state, self.patient)


class Recovered(msgspec.Struct, frozen=True):
    """What came back; for a treatment also its check."""

    current: Number
    recovered: Number
    target: int | None = None
    rate: int | None = None
    face: int | None = None
    result: str | None = None
    why: dict[str, Total] = {}
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-REC-1", "FET-REC-2", "FET-REC-3", "FET-REC-4")
async def recover(state: State, given: Recover) -> Recovered:
    """A night, a treatment, the end of a battle, or an item."""
    check_resource(given.resource, POINTS)
    given = _patient(state, given)
    _check_alive(state, given)
    _check_available(given, state.options)
    if given.how == "treatment":
        return await _treated(state, given)
    if given.how == "night":
        share = given.max if given.resource == POINTS else given.max / 5
        found = _restored(given, share)  # FET-REC-2, FET-ACP-3, Ruling FET-E-28: fractions are kept
    elif given.how == "item":
        found = _restored(given, _from_item(state, given))  # FET-REC-4
    else:
        found = _restored(given, given.max)  # FET-REC-1
    await _keep(state, given, current=found.current)
    return found


def _patient(state: State, given: Recover) -> Recover:
    if not given.patient:
        return given
    found = check_bearer(state, given.patient)
    if given.resource == POINTS:
        character = check_character(state, given.patient)
        points, most = character.action_points, character.action_points_max
        return replace(given, current=points or 0, max=most or 0)
    current, top = resource_now(state, given.patient, given.resource)
    return replace(given, current=current, max=top, scar=found.scar(given.resource))


@rule("FET-REC-5", "FET-DTH-2")
def _check_alive(state: State, given: Recover) -> None:
    for who in (given.patient, given.who or ""):
        check_alive(state, who)
    if not given.patient and given.resource != POINTS and given.current <= 0 < given.max:
        raise RuleError("dead", clause="FET-DTH-2")


@rule("FET-REC-1", "FET-REC-2")
def _check_available(given: Recover, options: Options) -> None:
    """A night is for will (and, ours, action points); a battle's end fills stamina where healing skills are allowed (Ruling FET-E-39)."""
    rested = given.resource == POINTS and options.rest_restores_points
    open_to = {
        "night": given.resource == Resource.WILL or rested,
        "after_battle": given.resource == Resource.STAMINA and given.healing_skills,
        "treatment": True,
        "item": True,
    }
    if not open_to.get(given.how, False):
        raise RuleError("not_available", clause="FET-REC-1", how=term(given.how), resource=term(given.resource))


def _bounds(lowest: Number, highest: Number | None) -> Say:
    """What amount would do, or that there is nothing to restore."""
    if highest is None:
        return say("told.amount_from", low=max(lowest, 1))
    return say("told.nothing_missing") if highest <= 0 else say("told.amount_within", high=highest)


def _amount(given: Recover, *, lowest: Number, highest: Number | None = None) -> Number:
    amount = given.amount
    if amount is None or amount < lowest or amount <= 0 or (highest is not None and amount > highest):
        raise RuleError("bad_amount", clause="FET-REC-3", amount=amount, why=_bounds(lowest, highest))
    return amount


@rule("FET-LIV-25")
def _strengthened(state: State, given: Recover, amount: Number) -> Number:
    """What an item or a healer gives a character of the table, with everything that changes it."""
    if not given.patient or amount <= 0:
        return amount
    at = occasion("", given.who or given.patient, given.patient, amount=amount, of={"resource": given.resource})
    if given.who:
        amount, _ = swayed(state, given.who, Amount.HEAL_DEALT, amount, at)
    return swayed(state, given.patient, Amount.HEAL_TAKEN, amount, at)[0]


def _from_item(state: State, given: Recover) -> Number:
    """What an item gives, with the healing bonuses that lie on its user."""
    amount = _strengthened(state, given, _amount(given, lowest=0))
    if not given.patient:
        return amount
    return mitigated(check_bearer(state, given.patient), ResourceChange(given.resource, amount)).by


def _restored(given: Recover, amount: Number) -> Recovered:
    """Restoring stops at the maximum less what is scarred (Ruling FET-E-28), unless the table wants it to go beyond."""
    full = tidy(given.current + amount)
    after = full if given.force else max(given.current, min(full, tidy(given.max - given.scar)))
    return Recovered(current=after, recovered=tidy(after - given.current))


@rule("FET-REC-3", "FET-REC-5", "FET-ACP-1")
async def _treated(state: State, given: Recover) -> Recovered:
    """A medicine check against the amount, which costs the healer what a check costs; failure restores nothing."""
    points = check_points(state, given.who or "")
    amount = _amount(given, lowest=1, highest=tidy(given.max - given.scar - given.current))
    value, target = known_value(state, given), whole_target(amount)
    cost = None if points is None else wind_up_of(target, value, options=state.options)
    found = rated(state, given.who, rate_of(value, target), Attribute.MEDICINE)
    state = await used(state, given.who or "")
    thrown = await hundred(found.rate, diceless=state.options.diceless, whose=(given.who,))
    state = await spend(state, given.who or "", cost=cost)
    given = _patient(state, given)
    restored = _restored(given, _strengthened(state, given, amount) if thrown.result == "success" else 0)
    state = await _keep(state, given, current=restored.current)
    return replace(
        restored,
        target=target,
        rate=found.rate,
        face=thrown.face,
        result=thrown.result,
        why={"rate": why_rate(found, value, target=target)},
        set_off=await checked(state, given) or None,
    )


async def _keep(state: State, given: Recover, *, current: Number) -> State:
    if given.patient and given.resource == POINTS:
        return await happen(PointsKept(given.patient, current))
    if given.patient:
        return await hold(state, given.patient, resource=given.resource, current=current)
    return state


BORROWS = "borrow_sheet"
"""What 傲慢 is set off by, and what another trait may grant."""


class Revive(GmsDeed, names=("复活", "revive"), does="revive", example=".复活 爱丽丝"):
    """What `revive` is given: who comes back, and with how much (unsaid: 1 of what stood at 0, the other as it is)."""

    who: Person
    stamina: QuantityIfAny = None
    will: QuantityIfAny = None

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return fate_heard_by(asked.state, self.who)


class Revived(msgspec.Struct, frozen=True):
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
    stamina = _back(given.stamina, now.stamina, tidy(now.stamina_max - character.stamina_scar))
    will = _back(given.will, now.will, tidy(now.will_max - character.will_scar))
    lost = (tidy(now.stamina_max - stamina), tidy(now.will_max - will))
    state = await happen(LossesKept(given.who, *lost, losses_moved(state, given.who, *lost)))
    back = pools(state, given.who)
    return Revived(given.who, back.stamina, back.stamina_max, back.will, back.will_max)


def _back(wanted: Number | None, now: Number, most: Number) -> Number:
    """What somebody comes back with: as much as is given, at least a breath; else what was never lost (Ruling FET-E-59)."""
    return max(now, 1) if wanted is None else min(max(wanted, 1), max(most, 1))


class SettleSheet(
    Deed,
    names=("定稿", "settle"),
    does="settle_sheet",
    group="people",
    who=GM_ONLY,
    together="people",
    beside=PERSON,
    example=".定稿 爱丽丝",
):
    who: Annotated[PeopleNamed, Meant(lambda asked, said: people_in(asked.state, said))]


class SheetSettled(msgspec.Struct, frozen=True):
    who: tuple[str, ...]


@rule("FET-LIV-3")
async def settle_sheet(state: State, given: SettleSheet) -> SheetSettled:
    """The GM takes sheets as they are: from now on they play."""
    for who in given.who:
        check_character(state, who)
        state = await happen(DraftEnded(who))
    return SheetSettled(given.who)


class PassTime(msgspec.Struct, frozen=True):
    days: int


class PassDays(Deed, names=("时间", "day"), group="people", who=ANYONE, owner=STORY, beside=SCENE, example=".时间"):
    """`.时间` shows the day, `.时间 +2日` moves on."""

    days: Word = ""

    def do(self, asked: Asked) -> Do | Show:  # noqa: ARG002  # as every deed
        text = narrow(self.days).rstrip("日天d")
        return Do("pass_time", PassTime(int(number_in(text, "days")))) if text else Show("day")


class TimePassed(msgspec.Struct, frozen=True):
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
    title: str = ""


class SessionOpen(msgspec.Struct, frozen=True):
    title: str
    number: int


@rule("FET-LIV-46", "FET-LIV-55")
async def session_open(state: State, given: OpenSession) -> SessionOpen:
    """A session begins: levels are logged with it."""
    state = await happen(SessionBegun(state.session + 1))
    return SessionOpen(given.title, state.session)


def _whose(asked: Asked, said: str) -> str:
    check_character(asked.state, asked.actor)
    return "" if said in ("还", "back") else anybody_in(asked.state, said)


class Borrow(OwnDeed, names=("借卡", "borrow"), does="borrow", group="people", example=".借卡 还"):
    """What `borrow` is given: whose sheet; nobody's: the own one again."""

    who: Actor
    whose: Annotated[str, Field(""), Meant(_whose)]


class Borrowed(msgspec.Struct, frozen=True):
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
    fighter = state.fighter(given.who)
    if fighter is not None and fighter.act is not None:  # in battle only while no act is in progress
        raise RuleError("busy", clause="FET-TRX-5", who=state.called(given.who))
    start, before = state, pools(state, given.who)
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
    state = await follow(await happen(LossesKept(given.who, *lost)), given.who, before=start)
    event = (occasion(Event.BORROW_SHEET, given.who, given.whose),) if given.whose else ()
    done = await set_off(state, event)
    now = pools(done.state, given.who)
    rows = done.rows or None
    return Borrowed(given.who, given.whose, now.stamina, now.stamina_max, now.will, now.will_max, rows)


def borrows(character: Character) -> bool:
    """Who has 傲慢, or another trait that grants it."""
    traits = (character.own or character.sheet).traits
    return any(BORROWS in (trait.event, *trait.grants) for trait in traits)


def _check_granted(character: Character) -> None:
    if not borrows(character):
        raise RuleError("not_known", clause="FET-LIV-36", **_granted_by("pride", character.sheet.traits))


def _granted_by(trait: str, has: Iterable[Trait]) -> dict[str, Filling]:
    """A trait that somebody would need, and those that it has."""
    known = [own_name(one.name) for one in has]
    return {"skill": say(f"things.{trait}"), "skills": known or [say("view.none_there")]}


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


class Conjure(OwnDeed, names=("造物", "conjure"), does="conjure", group="people", example=".造物 一座桥"):
    """What `conjure` is given: what is made in one's own barrier, or (`away`) what comes from it and is destroyed."""

    who: Actor
    what: Annotated[str, Field("text", REST)]
    away: bool = False


class Unmake(Conjure, names=("毁物", "unmake"), example=".毁物 那座桥"):
    away: bool = True


class Conjured(msgspec.Struct, frozen=True):
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
        raise RuleError(code, clause="FET-LIV-32", **_granted_by("illusion", traits_of(state, given.who)))
    return Conjured(given.who, given.what, given.away)


def conjuring(state: State, who: str, *, away: bool) -> str:
    """Why somebody can neither make nor destroy here: not granted, or in no barrier of its own; empty if it can."""
    if not grants(state, who, CONJURES[away]):
        return "not_known"
    return "" if in_barrier(state, who, own=True) else "not_triggered"


class Night(msgspec.Struct, frozen=True):
    """What `night` is given: who rests (nobody named: every living player character)."""

    who: tuple[str, ...] = ()


class RestANight(
    Deed,
    names=("休息", "rest"),
    group="checks",
    owner=TIME,
    said_by=TIME,
    together="patient",
    picture="flask",
    example=".rest",
):
    """A night for those who are named, for oneself, or (the GM's word) for everybody."""

    patient: Annotated[tuple[str, ...], Field("", ACTOR)] = ()

    def do(self, asked: Asked) -> Do:
        own = (asked.actor,) if asked.actor and (asked.named or not asked.gm) else ()
        people = self.patient or own
        npcs = [who for who in people if check_character(asked.state, who).npc]
        if not people and not asked.gm:
            raise RuleError("no_sheet", clause="FET-CMD-5", who="")
        return Do("night", Night(people), (GM,) if npcs else (EVERYBODY,))


class Rested(msgspec.Struct, frozen=True):
    who: str
    will: Number
    will_max: Number
    recovered: Number
    action_points: Number | None = None


class NightPassed(msgspec.Struct, frozen=True):
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


_NUMBER = r"\s*[=:]?\s*([+-]?\d+(?:\.\d+)?)"
_LEVEL = rf"(?:等级|lv|level){_NUMBER}"
_CASH = rf"(?:现金|钱|cash|money){_NUMBER}"
_PARTS = re.compile(r"[;；\n]")
TOLD = ("level", "now_cash")
"""What is said of a change: the rest follows from the level."""


@rule("FET-LIV-56", "FET-LIV-46", "FET-LIV-48")
async def rewarded(state: State, words: str) -> tuple[Say, ...]:
    """Levels and money that the GM names are given: `爱丽丝 等级+1 现金+100；韩左 现金 50`; to everybody where nobody is named."""
    told = []
    for change in _changes(state, words).values():
        done = await set_sheet(state, change)
        what = [edit_said(one) for one in done.changed if one.field in TOLD]
        told += [say("told.rewarded", who=state.called(change.who), what=what)] if what else []
    return tuple(told)


def _changes(state: State, words: str) -> dict[str, SetSheet]:
    found: dict[str, SetSheet] = {}
    for who, level, cash, said in _granted(state, words):
        change = found.get(who, SetSheet(who))
        if level:
            number = typed_number(level) or 0  # with its sign a change, without one the level itself, as `.lv` has it
            raised = tidy(state.characters[who].level + number) if level[0] in "+-" else number
            found[who] = replace(change, set={"level": raised})
        else:
            entry = {"amount": typed_number(cash), "purpose": said, "time": f"{state.day}"}
            found[who] = replace(change, add={"bill": entry})
    return found


def _granted(state: State, words: str) -> Iterator[tuple[str, str, str, str]]:
    """Who gets which level or how much money, and in which words of the line; amounts are for those named last before them."""
    names = {narrow(state.called(who)) for who in state.characters}
    spelled = "|".join(map(re.escape, sorted({*names, *EVERYONE}, key=len, reverse=True)))
    people, open_list = crowds(state, [EVERYONE[0]]), False
    for found in re.finditer(rf"({spelled})|{_LEVEL}|{_CASH}", narrow(words), re.IGNORECASE):
        name, level, cash = found.groups()
        if name:
            people = [*(people if open_list else ()), *crowds(state, [name])]
        open_list = bool(name)
        said = f"{_PARTS.split(words[: found.start()])[-1]}{_PARTS.split(words[found.start() :])[0]}".strip()
        yield from ((who, level or "", cash or "", said) for who in people if level or cash)
