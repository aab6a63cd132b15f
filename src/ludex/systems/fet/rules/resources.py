"""Stamina and will (FET-STA-2, FET-DTH-1, FET-REC): changing them, dying, and getting them back."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events import FightersChanged, LossesKept, PointsKept
from ludex.systems.fet.fold import happen
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.clock import fallen
from ludex.systems.fet.rules.counting import swayed
from ludex.systems.fet.rules.lasting import Change, mitigated
from ludex.systems.fet.rules.rates import Subject, hundred, known_value, rate_of, rated, whole_target, why_rate
from ludex.systems.fet.rules.roster import check_alive, check_bearer, check_character, check_resource, pools
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Amount, Attribute, Number, Resource, tidy

POINTS = "action_points"
"""FET-ACP-3: what comes back like a resource, though no damage eats it."""


@rule("FET-STA-2")
def changed(current: Number, change: Number, *, maximum: Number, options: Options) -> Number:
    """A resource after a recorded change: never below 0; a gain stops at the maximum only where the table says so."""
    after = tidy(current + change)
    if change > 0 and options.caps == "all":
        after = max(current, min(after, maximum))
    return max(0, after)


class ChangeResource(msgspec.Struct, frozen=True):
    """What `change_resource` is given."""

    stamina: Number = 100
    will: Number = 100
    stamina_max: Number | None = None
    will_max: Number | None = None
    change: dict[str, Number] = {}


class ResourceChanged(msgspec.Struct, frozen=True):
    """Both resources after the change. `cause` of death: stamina, will or none."""

    stamina: Number
    will: Number
    dead: bool
    cause: str


@rule("FET-STA-2", "FET-DTH-1", "FET-DTH-2")
async def change_resource(state: State, given: ChangeResource) -> ResourceChanged:
    """Damage or healing outside a battle."""
    for name in given.change:
        check_resource(name)
    stamina_max, will_max = given.stamina_max or given.stamina, given.will_max or given.will
    dead = given.stamina <= 0 < stamina_max or given.will <= 0 < will_max
    if dead and all(change > 0 for change in given.change.values()):
        raise RuleError("dead", clause="FET-DTH-2")
    stamina = changed(given.stamina, given.change.get("stamina", 0), maximum=stamina_max, options=state.options)
    will = changed(given.will, given.change.get("will", 0), maximum=will_max, options=state.options)
    cause = str(Resource.STAMINA) if stamina <= 0 else str(Resource.WILL) if will <= 0 else "none"
    return ResourceChanged(stamina, will, cause != "none", cause)


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


class Recovered(msgspec.Struct, frozen=True):
    """What came back; for a treatment also its check."""

    current: Number
    recovered: Number
    target: int | None = None
    rate: int | None = None
    face: int | None = None
    result: str | None = None
    why: dict[str, Total] = {}


@rule("FET-REC-1", "FET-REC-2", "FET-REC-3", "FET-REC-4")
async def recover(state: State, given: Recover) -> Recovered:
    """A night, a treatment, the end of a battle, or an item."""
    check_resource(given.resource, POINTS)
    given = _patient(state, given)
    _check_alive(state, given)
    _check_available(given, state.options)
    if given.how == "treatment":
        found = await _treated(state, given)
    elif given.how == "night":
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
    return mitigated(check_bearer(state, given.patient), Change(given.resource, amount)).by


def _restored(given: Recover, amount: Number) -> Recovered:
    """Restoring stops at the maximum less what is scarred (Ruling FET-E-28), unless the table wants it to go beyond."""
    full = tidy(given.current + amount)
    after = full if given.force else max(given.current, min(full, tidy(given.max - given.scar)))
    return Recovered(current=after, recovered=tidy(after - given.current))


@rule("FET-REC-3", "FET-REC-5")
async def _treated(state: State, given: Recover) -> Recovered:
    """A medicine check against the amount; failure restores nothing."""
    amount = _amount(given, lowest=1, highest=tidy(given.max - given.scar - given.current))
    value = known_value(state, given)
    target = whole_target(amount)
    rated_at = rated(state, given.who, rate_of(value, target), Attribute.MEDICINE)
    rate = rated_at.rate
    thrown = await hundred(rate, diceless=state.options.diceless, whose=(given.who,))
    found = _restored(given, _strengthened(state, given, amount) if thrown.result == "success" else 0)
    return replace(
        found,
        target=target,
        rate=rate,
        face=thrown.face,
        result=thrown.result,
        why={"rate": why_rate(rated_at, value, target=target)},
    )


async def _keep(state: State, given: Recover, *, current: Number) -> None:
    """A character of the table keeps what it got back."""
    if given.patient and given.resource == POINTS:
        await happen(PointsKept(given.patient, current))
    elif given.patient:
        await hold(state, given.patient, resource=given.resource, current=current)


def resource_now(state: State, who: str, resource: str) -> tuple[Number, Number]:
    """What somebody has of a resource, and could have."""
    now = pools(state, who)
    return (now.stamina, now.stamina_max) if resource == Resource.STAMINA else (now.will, now.will_max)


@rule("FET-LVL-3")
async def hold(state: State, who: str, *, resource: str, current: Number) -> State:
    """Somebody has so much of a resource now: a character as a loss, a fighter without a sheet as it is."""
    character = state.characters.get(who)
    if character is not None:
        _, top = resource_now(state, who, resource)
        lost = {"stamina": character.stamina_lost, "will": character.will_lost, resource: tidy(top - current)}
        return await fallen(await happen(LossesKept(who, lost["stamina"], lost["will"])), who)
    fighter = state.fighter(who)
    if state.battle is None or fighter is None:
        return state
    after = replace(fighter, **{resource: max(0, current)})
    return await fallen(await happen(FightersChanged(state.battle.time, (after,))), who)
