"""Recovery (恢复体力, 恢复意志; FET-REC, FET-ACP-3): what nights, treatments, items and the end of a battle give back."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed
from ludex.core.deeds import GM_ONLY, Asked, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.fields import flag
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events.people import PointsKept
from ludex.systems.fet.kinds import STORY, Person, Pool, Quantity
from ludex.systems.fet.options import Options
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.checks import check_points, checked, spend
from ludex.systems.fet.rules.counting import swayed
from ludex.systems.fet.rules.lasting import ResourceChange, mitigated
from ludex.systems.fet.rules.rates import Subject, hundred, known_value, rate_of, rated, whole_target, why_rate
from ludex.systems.fet.rules.resources import hold, resource_now
from ludex.systems.fet.rules.roster import check_alive, check_bearer, check_character, check_resource, used
from ludex.systems.fet.rules.wind_ups import wind_up_of
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Amount, Attribute, How, Number, Resource, Treated, tidy

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
    """First aid (FET-REC-3)."""

    who: Actor
    patient: Person
    amount: Quantity
    resource: Annotated[Treated, Field("", refusal="bad_resource")] = Treated.STAMINA
    how: str = How.TREATMENT


class GiveMedicine(
    Deed,
    names=("用药", "item"),
    does="recover",
    group="checks",
    who=GM_ONLY,
    many=True,
    aims=True,
    picture="flask",
    example=".用药 韩左 20 体力",
):
    """What an item gives back (FET-REC-4)."""

    patient: Person
    amount: Quantity
    resource: Pool = Resource.STAMINA
    force: Annotated[bool, flag("force", "f", "超上限", owner=STORY)] = False
    how: str = How.ITEM

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        """Who may read the patient's numbers."""
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
    """What a character of the table has, filled in."""
    if not given.patient:
        return given
    character = check_character(state, given.patient)
    if given.resource == POINTS:
        points, most = character.action_points, character.action_points_max
        return replace(given, current=points or 0, max=most or 0)
    current, top = resource_now(state, given.patient, given.resource)
    return replace(given, current=current, max=top, scar=character.scar(given.resource))


@rule("FET-REC-5", "FET-DTH-2")
def _check_alive(state: State, given: Recover) -> None:
    """Nothing restores the dead, and the dead treat nobody."""
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
    """A character of the table keeps what it got back."""
    if given.patient and given.resource == POINTS:
        return await happen(PointsKept(given.patient, current))
    if given.patient:
        return await hold(state, given.patient, resource=given.resource, current=current)
    return state
