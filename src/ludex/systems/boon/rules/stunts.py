"""Stunts (BOO-STN) joined with the shove (BOO-SHV), which is one of them: tests of an attribute that make openings, not wounds."""

from msgspec.structs import asdict, replace

from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.rule import rule
from ludex.systems.boon.events import EffectAdded, Moved
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.actions import (
    Aimed,
    Deed,
    check_able,
    check_active,
    check_ap,
    check_attributes,
    check_creature,
    check_range,
    check_seen,
    check_shapes,
    misplaced,
    of_actor,
    paid,
    reached,
    revealed,
    sight_edges,
)
from ludex.systems.boon.rules.attacks import target_of
from ludex.systems.boon.rules.battlefield import pushed_to
from ludex.systems.boon.rules.tests import Checked, Test, compared, edges, effect_edges, faced, given_flat
from ludex.systems.boon.sheet import AVERAGE, Character, Stunt, attribute_term, exact, yards
from ludex.systems.boon.state import Effect, State, Thing
from ludex.systems.boon.terms import Attribute, Outcome, Result


class Shove(Aimed, frozen=True, kw_only=True):
    """Input of `shove`."""

    actor: str = "?"
    defender: str = ""


class TryStunt(Aimed, frozen=True, kw_only=True):
    """Input of `stunt`."""

    actor: str = "?"
    stunt: Stunt
    defender: str = ""


@rule("BOO-SHV-3")
def size_edges(actor: Character, target: Character) -> tuple[Term, ...]:
    """A bane for each full point that the target is larger; one boon if it is smaller."""
    larger = exact(target.size) - exact(actor.size)  # Ruling BOO-E-39: whole points count, any smaller is one boon
    if larger < 0:
        return (because(1, "why.smaller", "BOO-SHV-3"),)
    return (because(-int(larger), "why.larger", "BOO-SHV-3"),) if larger >= 1 else ()


def attribute_test(state: State, actor: Character, given: Aimed, *, attribute: str, edge: tuple[Term, ...]) -> Test:
    """An attribute's bonus and nothing of class or weapon (BOO-SHV-2)."""
    flat = (attribute_term(actor, attribute),) if attribute else ()
    return Test(
        (*flat, *given_flat(given.modifiers)),
        (*edges(given.boons, given.banes), *effect_edges(state.upon(actor.id)), *edge),
    )


def of_test(done: Checked, *, wrong_spot: bool) -> Deed:
    """The report of a test against somebody; a wrong spot fails whatever the total (BOO-HID-6)."""
    deed = Deed(**asdict(done))
    return replace(deed, result=Result.FAILURE) if wrong_spot else deed


@rule("BOO-SHV-1", "BOO-SHV-2", "BOO-SHV-5")
async def shove(state: State, given: Shove) -> Deed:
    """Push somebody away: Strength against the target's Strength score. It can be neither dodged nor blocked."""
    check_shapes(given)
    actor, target = state.character(given.actor), target_of(state, given.defender)
    check_able(actor)
    target = check_reachable(target, given, actor.reach)
    state = await paid(actor.id, 1)
    edge = (*sight_edges(given), *size_edges(actor, target))
    test = attribute_test(state, actor, given, attribute=Attribute.STRENGTH, edge=edge)
    done = compared(await faced(test, "rolls.shove", secret=actor.secret), target.strength)
    wrong = misplaced(target, given.guess)
    deed = _pushed(of_test(done, wrong_spot=wrong), actor, wrong_spot=wrong)
    state = await _moved(state, actor, target, yards=deed.push or 0)
    state = await revealed(state, actor.id)
    attacked = reached(target, given.guess, hit=done.result is Result.SUCCESS)
    deed = replace(deed, defender_ap=target.ap, is_attack=True, guessed=given.guess is not None, attacked=attacked)
    if deed.push and actor.position:
        deed = replace(deed, defender_position=state.character(target.id).position)
    return of_actor(state, deed, actor.id)


def check_reachable(target: Character | Thing | None, given: Aimed, limit: float) -> Character:
    """A creature that can be chosen and is near enough."""
    check_creature(target)
    check_seen(target, given)
    check_range(given.distance, limit)
    if not isinstance(target, Character):
        raise RuleError("bad_target", clause="BOO-SHV-1", target="")
    return target


@rule("BOO-SHV-4")
def _pushed(deed: Deed, actor: Character, *, wrong_spot: bool) -> Deed:
    """1 + Strength bonus yards straight away, at least 1."""
    if wrong_spot:
        return replace(deed, outcome=Outcome.WRONG_PLACE, push=0)
    if deed.result is Result.FAILURE:
        return replace(deed, outcome=Outcome.FAILED, push=0)
    return replace(deed, outcome=Outcome.PUSHED, push=max(1, 1 + actor.strength - AVERAGE))


@rule("BOO-SHV-4", "BOO-CBT-3")
async def _moved(state: State, actor: Character, target: Character, *, yards: int) -> State:
    """The pushed is moved at once, if both stand on the map."""
    square = pushed_to(state, actor.position, target.position, yards=yards)
    return state if square is None or square == target.position else await happen(Moved(target.id, square))


LEFT = {
    "feint": Effect("opening", "", rounds=1, name="破绽", against=1, once=True),
    "trip": Effect("prone", "", name="倒地", against=1, hit_banes=1),
    "tumble": Effect("tumbling", "", rounds=0, name="翻滚", against=-1),
}
"""What success of a shipped stunt leaves (BOO-LIV-42)."""


def left_on(state: State, left: Effect, bearer: str, creator: str) -> Effect:
    """Such an effect on somebody, from now on."""
    return replace(left, id=f"{left.id}-{bearer}", target=bearer, creator=creator, made=state.clock.round)


@rule("BOO-STN-1", "BOO-STN-2", "BOO-STN-4", "BOO-LIV-42")
async def stunt(state: State, given: TryStunt) -> Deed:
    """A special stunt: an attribute against a target number or an attribute of the target."""
    trick = given.stunt
    check_shapes(given, *(a for a in (trick.attribute, trick.against) if a not in ("", "tn")))
    actor, target = state.character(given.actor), target_of(state, given.defender)
    check_active(actor)
    check_trained(actor, trick)
    check_ap(actor, trick.ap)
    if trick.attacks or trick.against != "tn":
        limit = yards(trick.range)
        check_reachable(target, given, actor.reach if limit is None else limit)
    need = target_number(trick, target)
    state = await paid(actor.id, trick.ap)
    edge = sight_edges(given) if trick.attacks else ()
    test = attribute_test(state, actor, given, attribute=trick.attribute, edge=edge)
    done = compared(await faced(test, "rolls.stunt", secret=actor.secret), need)
    return await _after_stunt(state, given, done=done, target=target)


async def _after_stunt(state: State, given: TryStunt, *, done: Checked, target: Character | Thing | None) -> Deed:
    """An attack stunt ends hiding, fails on a wrong spot, and attacked whom it found."""
    attacks = given.stunt.attacks
    wrong = attacks and target is not None and misplaced(target, given.guess)
    if attacks:
        state = await revealed(state, given.actor)
    left = LEFT.get(given.stunt.shelf)
    if left and done.result is Result.SUCCESS and not wrong:
        bearer = target.id if isinstance(target, Character) else given.actor
        state = await happen(EffectAdded(left_on(state, left, bearer, given.actor)))
    attacked = reached(target, given.guess, hit=done.result is Result.SUCCESS) if attacks else ()
    guessed = attacks and given.guess is not None
    deed = replace(of_test(done, wrong_spot=wrong), is_attack=attacks, guessed=guessed, attacked=attacked)
    return of_actor(state, deed, given.actor)


@rule("BOO-STN-1", "BOO-PCL-3")
def check_trained(actor: Character, trick: Stunt) -> None:
    """Some stunts need the training of a special class."""
    if trick.training and trick.training not in actor.training:
        raise RuleError("untrained", clause="BOO-STN-1", who=actor.called, training=trick.training)


def target_number(trick: Stunt, target: Character | Thing | None) -> int:
    """A stated number, or the target's score."""
    if trick.against == "tn":
        return trick.target
    check_attributes(trick.against)
    if not isinstance(target, Character):
        raise RuleError("bad_target", clause="BOO-STN-2", target=target.called if target else "")
    return target.score(trick.against)
