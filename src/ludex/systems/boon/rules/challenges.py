"""Challenge rolls (BOO-CHL): tests for deeds that are not attacks, the memory of failures, and rolls for half damage."""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.records import Occasion
from ludex.core.explain import Term, Total, because
from ludex.core.names import folded
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.events import Failed
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.actions import Deed, Target, check_active, check_alive, check_attributes, proven, worn
from ludex.systems.boon.rules.clock import dropped_out
from ludex.systems.boon.rules.gear import thing_worn
from ludex.systems.boon.rules.health import check_amount, wound
from ludex.systems.boon.rules.tests import (
    TARGET,
    Checked,
    Sway,
    Swayed,
    Test,
    check_counts,
    compared,
    edge_of,
    edges,
    faced,
    given_flat,
    numbers_of,
    of_bearer,
    percent,
    rolled,
)
from ludex.systems.boon.rules.weapons import Damage, check_dice, damage_of
from ludex.systems.boon.rules.windows import heard, laid, number, used_up
from ludex.systems.boon.sheet import Character, Resisted, attribute_term
from ludex.systems.boon.state import Effect, Failure, State, Thing
from ludex.systems.boon.terms import Reason, Result, Status, ThingStatus


class Challenge(Swayed, frozen=True, kw_only=True):
    """Input of `challenge`: a stated bonus, or an attribute of the one who tries it."""

    who: str = "a"
    task: str = ""
    conditions: tuple[str, ...] = ()
    scene: str = ""
    pressure: bool = True
    bonus: int | None = None
    attribute: str = ""
    target: int = TARGET
    thing: str = ""
    called: bool = False
    blind: bool = False


class Challenged(msgspec.Struct, frozen=True, kw_only=True):
    """How a deed went, and whether it was rolled at all."""

    result: Result
    rolled: bool
    reason: Reason
    failure_count: int
    face: int | None = None
    net: int | None = None
    d6: tuple[int, ...] | None = None
    boon_value: int | None = None
    modifier: int | None = None
    total: int | None = None
    target: int | None = None
    why: dict[str, Total] = {}


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """What an area deals: dice or a fixed amount, and the attribute that halves it."""

    dice: int = 1
    die: int | None = None
    amount: int | None = None
    resist: str = "none"
    resisted: Resisted = "half"
    effects: tuple[Effect, ...] = ()
    tags: tuple[str, ...] = ()
    by: str = ""

    @property
    def harmless(self) -> bool:
        """Whether it deals no damage and only asks for a test (BOO-CHL-13)."""
        return self.die is None and self.amount is None and self.resist != "none"


class ResistDamage(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `resist_damage`."""

    source: Source
    targets: tuple[Target, ...] = ()


class Suffered(msgspec.Struct, frozen=True, kw_only=True):
    """What an area did to one target."""

    result: Result = Result.NONE
    total: int | None = None
    taken: int = 0
    status: Status | ThingStatus
    damage: int = 0
    durability: int = -1
    why: dict[str, Total] = {}


def check_challenge(given: Challenge) -> None:
    """Bad shapes of a challenge."""
    check_counts(boons=given.boons, banes=given.banes)
    check_attributes(*([given.attribute] if given.attribute else []))


@rule("BOO-CHL-3", "BOO-PAT-2", "BOO-PAT-3")
def deed_bonus(state: State, given: Challenge) -> Term:
    """The bonus that fits the deed: as stated, or of the attribute that the GM names."""
    if given.bonus is not None or not given.attribute:
        return because(given.bonus or 0, "why.bonus", "BOO-CHL-3")
    return attribute_term(state.find(given.who) or Character(), given.attribute)


@rule("BOO-CHL-7", "BOO-CHL-8", "BOO-CHL-11")
def remembered(state: State, attempt: Failure) -> bool:
    """Whether the same character has failed the same task in the same scene, and the conditions bring nothing new."""
    return any(nothing_new(state, f, attempt) for f in failures_at(state, attempt))


@rule("BOO-LIV-56")
def failures_at(state: State, attempt: Failure) -> tuple[Failure, ...]:
    """The remembered failures at the same task: same character, same scene, words of which one holds the other's, no other thing."""
    theirs = (f for f in state.failures if (f.who, f.scene) == (attempt.who, attempt.scene))
    return tuple(
        f
        for f in theirs
        if (f.task == attempt.task or holds(f.task, attempt.task) or holds(attempt.task, f.task))
        and (not attempt.thing or not f.thing or folded(attempt.thing) == folded(f.thing))
    )


@rule("BOO-LIV-56", "BOO-CHL-8")
def nothing_new(state: State, failure: Failure, attempt: Failure) -> bool:
    """Whether an attempt brings nothing that a failure at the same task did not have: words, conditions, a thing."""
    if attempt.task != failure.task and not holds(failure.task, attempt.task):
        return False
    if attempt.thing and not failure.thing:
        return False
    other = attempt.attribute and failure.attribute and attempt.attribute != failure.attribute
    if other and bare(attempt.task).replace(" ", "") != bare(failure.task).replace(" ", ""):
        return False
    had = failure.conditions
    if state.options.same_conditions == "equal":
        return frozenset(attempt.conditions) == frozenset(had)
    return all(any(one == other or holds(other, one) for other in had) for one in attempt.conditions)


def holds(longer: str, shorter: str) -> bool:
    """Whether words hold others, whatever their width, spaces and marks; Latin letters by whole words (BOO-LIV-56)."""
    if shorter.startswith("#"):
        return False
    wide, slim = bare(longer), bare(shorter)
    if len(slim.replace(" ", "")) < 2:
        return wide == slim and bool(slim)
    if slim.isascii():
        return f" {slim} " in f" {wide} "
    return slim.replace(" ", "") in wide.replace(" ", "")


def bare(text: str) -> str:
    """Words for comparing: one width and case, letters and digits only, single spaces."""
    return " ".join("".join(c if c.isalnum() else " " for c in folded(text)).split())


@rule("BOO-CHL-1", "BOO-CHL-4", "BOO-CHL-5", "BOO-CHL-6", "BOO-CHL-9", "BOO-CHL-10", "BOO-CHL-12")
async def challenge(state: State, given: Challenge) -> Challenged:
    """A deed that is not an attack: without pressure it succeeds, a remembered failure fails again, else it is rolled."""
    return (await tried(state, given))[1]


async def tried(state: State, given: Challenge, *, kept: bool = True) -> tuple[State, Challenged]:
    """The same with the state after it; a failure that is not `kept` is not remembered."""
    check_challenge(given)
    if not given.pressure:
        return state, _unrolled(state, Result.SUCCESS, Reason.NO_PRESSURE)
    attempt = attempt_of(given)
    if not given.called and remembered(state, attempt):
        return state, _unrolled(state, Result.FAILURE, Reason.SAME_CONDITIONS)
    test, target, sway = attempted(state, given)
    who = state.find(given.who)
    secret = who is not None and who.secret
    done = compared(await faced(test, "rolls.challenge", secret=secret, who=actor(given.who) if who else None), target)
    state = await proven(await used_up(state, sway.effects), given.who)
    if done.result is Result.FAILURE and kept and not given.blind:  # BOO-LIV-56: the next one would tell it
        state = await happen(Failed(attempt))
    return state, _rolled(state, done)


def attempt_of(given: Challenge) -> Failure:
    """An attempt as it would be remembered."""
    return Failure(given.who, given.task, given.conditions, given.scene, given.thing, given.attribute)


@rule("BOO-LIV-56")
def failed_before(state: State, given: Challenge) -> Say | None:
    """The remembered failure at the same task, in words; the one that an attempt brings nothing new to comes first."""
    attempt = attempt_of(given)
    known = failures_at(state, attempt) if given.task else ()
    first = sorted(known, key=lambda f: not nothing_new(state, f, attempt))
    if not first:
        return None
    details: list[Label] = [*first[0].conditions, *([first[0].thing] if first[0].thing else [])]
    return (
        say("told.failure", task=first[0].task, details=details)
        if details
        else say("told.failure_bare", task=first[0].task)
    )


def attempted(state: State, given: Challenge) -> tuple[Test, int, Sway]:
    """The test of a deed and the number that it must reach, with what effects make of both."""
    at = Occasion(doer=given.who, facts={"attribute": given.attribute, "task": given.task})
    sway = of_bearer(state, given.who, "challenge", at)
    plain = Test((deed_bonus(state, given), *given_flat(given.modifiers)), edges(given.boons, given.banes))
    return sway.upon(plain), number(state, given.who, "tn", given.target, at), sway


@rule("BOO-LIV-5", "BOO-LIV-10")
async def called_challenge(state: State, given: Challenge) -> Challenged:
    """A check that the GM calls: its player throws when she is ready, and sees what for; with 藏 neither number nor chance."""
    check_challenge(given)
    who = state.character(given.who)
    check_active(who)
    whole, target, _ = attempted(state, given)
    test = whole.known()
    facts: dict[str, Label] = {
        "task": given.task or say("told.check"),
        "bonus": f"{test.modifier:+d}",
        "edge": edge_of(test.net),
    }
    facts["attribute"] = term(given.attribute) if given.attribute else say("why.bonus")
    known = {} if given.blind else {"target": target, "percent": percent(test, target)}
    question = say("questions.check_blind" if given.blind else "questions.check", **facts, **known)
    roll = Option("roll", say("answers.called"), told=say("answered.roll", who=who.called))
    await choose(actor(who.id), question, (roll,), about="call")
    return await challenge(state, replace(given, called=True))


def _unrolled(state: State, result: Result, reason: Reason) -> Challenged:
    return Challenged(result=result, rolled=False, reason=reason, failure_count=len(state.failures))


def _rolled(state: State, done: Checked) -> Challenged:
    return Challenged(
        rolled=True, reason=Reason.ROLLED, failure_count=len(state.failures), **msgspec.structs.asdict(done)
    )


@rule("BOO-CHL-13")
async def resist_damage(state: State, given: ResistDamage) -> Deed:
    """An area that nobody cast: a trap, a fire, whatever the scene does."""
    check_area_shapes(given.source, given.targets)
    check_area(state, given.targets)
    check_source(given.source)
    state, deed = await burst(state, given.source, given.targets)
    for target in given.targets:
        if state.find(target.who):
            state = await dropped_out(state, target.who)  # BOO-RND-16
    return deed


@rule("BOO-CHL-13", "BOO-CST-4", "BOO-PHL-5")
async def burst(state: State, source: Source, targets: tuple[Target, ...]) -> tuple[State, Deed]:
    """An area: one damage roll for all, then each creature in it rolls for half; objects take all of it."""
    harm = await area_damage(source)
    suffered: list[Suffered] = []
    for target in targets:
        state, one = await _suffer(state, target, harm.damage, source=source)
        suffered.append(one)
    return state, of_area(harm, suffered)


def check_area_shapes(source: Source, targets: tuple[Target, ...]) -> None:
    """Bad shapes of an area and of what weighs on its targets."""
    for target in targets:
        check_counts(boons=target.boons, banes=target.banes)
    if source.resist != "none":
        check_attributes(source.resist)


def check_area(state: State, targets: tuple[Target, ...]) -> None:
    """Everything in it must still be there (BOO-POB-1)."""
    for target in targets:
        check_alive(state.target(target.who))


def check_source(source: Source) -> None:
    """An amount that is not negative, or dice that can be thrown, or a test alone."""
    if source.amount is not None:
        check_amount(source.amount)
    elif not source.harmless:
        check_dice(source.dice, source.die)


async def area_damage(source: Source) -> Damage:
    """The damage of an area, rolled once (BOO-PHL-5)."""
    if source.amount is not None or source.harmless:
        return Damage(damage=source.amount or 0)
    return await damage_of(source.dice, source.die, who=actor(source.by) if source.by else None)


async def _suffer(state: State, target: Target, damage: int, *, source: Source) -> tuple[State, Suffered]:
    """What an area does to one target, creature or object."""
    thing = state.thing(target.who)
    if thing is not None:  # Ruling BOO-E-47: no test is named for things
        state = await thing_worn(state, thing, damage)
        return state, _of_thing(state.thing(target.who) or thing, damage)
    halved = await half_roll(state, target, source.resist) if source.resist != "none" else None
    saved = halved is not None and halved.result is Result.SUCCESS
    taken = resisted(damage, source.resisted) if saved else damage
    state = await wound(state, target.who, taken, by=source.by, tags=source.tags)
    if saved and halved is not None:
        rolls = numbers_of(halved, halved.target)
        state = await heard(state, "resisted", doer=source.by, target=target.who, course=None, **rolls)
    for effect in () if saved else source.effects:
        state = await laid(state, effect, bearer=target.who, by=source.by)
    after = state.character(target.who)
    return state, Suffered(
        result=halved.result if halved else Result.NONE,
        total=halved.total if halved else None,
        taken=taken,
        status=after.status,
        damage=after.damage,
        why=halved.why if halved else {},
    )


def _of_thing(thing: Thing, damage: int) -> Suffered:
    status = ThingStatus.DESTROYED if thing.destroyed else ThingStatus.INTACT
    return Suffered(taken=damage, status=status, durability=worn(thing.durability))


@rule("BOO-CHL-13", "BOO-PHL-4")
def resisted(damage: int, brings: Resisted) -> int:
    """What success leaves of the damage: half, rounded down, or nothing."""
    return damage // 2 if brings == "half" else 0  # Ruling BOO-E-51: what is avoided does nothing


@rule("BOO-CHL-13", "BOO-PHL-4")
async def half_roll(state: State, target: Target, resist: str) -> Checked:
    """The roll for half damage: neither refused by the memory of failures nor kept in it."""
    who = state.character(target.who)
    at = Occasion(target=who.id, facts={"attribute": resist, "kind": "area"})
    sway = of_bearer(state, who.id, "resist", at)
    plain = Test((attribute_term(who, resist), *given_flat(target.modifiers)), edges(target.boons, target.banes))
    target_number = number(state, who.id, "tn", TARGET, at)
    return compared(await rolled(sway.upon(plain), "rolls.resist", secret=who.secret, who=actor(who.id)), target_number)


def of_area(harm: Damage, suffered: list[Suffered]) -> Deed:
    """The report of an area, target by target."""
    return Deed(
        is_attack=True,
        damage=harm.damage,
        damage_dice=harm.damage_dice,
        results=tuple(s.result for s in suffered),
        totals=tuple(s.total for s in suffered if s.total is not None),
        taken=tuple(s.taken for s in suffered),
        statuses=tuple(s.status for s in suffered),
        target_damage=tuple(s.damage for s in suffered),
        target_durability=tuple(s.durability for s in suffered),
        why={f"totals.{place}": s.why["total"] for place, s in enumerate(suffered) if s.why},
    )
