"""Stunts (BOO-STN) joined with the shove (BOO-SHV), which is one of them: tests of an attribute that make openings, not wounds."""

from typing import ClassVar

from msgspec.structs import asdict, replace

from ludex.core import principals
from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.rule import rule
from ludex.systems.boon.content import words_of
from ludex.systems.boon.events import Moved, happen
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
    end_hiding,
    is_misplaced,
    of_actor,
    pay,
    sight_edges,
    whom_attacked,
)
from ludex.systems.boon.rules.attacks import target_of
from ludex.systems.boon.rules.battlefield import enter, let_go, looked_again, pushed_to
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.rules.hiding import find_unseen
from ludex.systems.boon.rules.moving import between, lead
from ludex.systems.boon.rules.tests import (
    Checked,
    Sway,
    Test,
    compare,
    edges,
    given_flat,
    numbers_of,
    of_bearer,
    roll_alone,
    sway_of,
)
from ludex.systems.boon.rules.windows import definition, has_training, hear, lay, price, stretch, used_up
from ludex.systems.boon.sheet import Character, Position, Stunt, attribute_term, exact, training_name, yards
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import UNARMED, Action, Attribute, Kind, Outcome, Result


class Shove(Aimed, frozen=True, kw_only=True, tag=Action.SHOVE.value, tag_field="action"):
    action: ClassVar = Action.SHOVE
    actor: str = "?"
    target: str = ""
    yards: int | None = None
    picks: bool = False


class TryStunt(Aimed, frozen=True, kw_only=True, tag=Action.STUNT.value, tag_field="action"):
    action: ClassVar = Action.STUNT
    actor: str = "?"
    stunt: Stunt
    target: str = ""
    item: str = ""
    picks: bool = False


@rule("BOO-SHV-3")
def size_edges(actor: Character, target: Character) -> tuple[Term, ...]:
    """A bane for each full point that the target is larger; one boon if it is smaller."""
    larger = exact(target.size) - exact(actor.size)  # Ruling BOO-E-39: whole points count, any smaller is one boon
    if larger < 0:
        return (because(1, "why.smaller", "BOO-SHV-3"),)
    return (because(-int(larger), "why.larger", "BOO-SHV-3"),) if larger >= 1 else ()


def attribute_test(actor: Character, given: Aimed, *, attribute: str, edge: tuple[Term, ...], sway: Sway) -> Test:
    """An attribute's bonus and nothing of class or weapon (BOO-SHV-2)."""
    flat = (attribute_term(actor, attribute),) if attribute else ()
    return sway.upon(Test((*flat, *given_flat(given.modifiers)), (*edges(given.boons, given.banes), *edge)))


def trick_sway(state: State, actor: Character, target: Character | None, *, kind: str, attribute: str) -> Sway:
    """What effects give to a shove or a stunt: those on who tries it, and those on whom it is aimed at as an attack."""
    at = Occasion(doer=actor.id, target=target.id if target else "", facts={"attribute": attribute, "kind": Kind.MELEE})
    mine = of_bearer(state, actor.id, kind, at)
    return mine + sway_of(state, target.id, ("against",), at) if target else mine


class Tried(Deed, frozen=True, kw_only=True):
    """What came of a stunt: its test."""

    face: int | None = None
    net: int
    d6: tuple[int, ...] = ()
    boon_value: int | None = None
    modifier: int
    total: int
    target: int
    result: Result
    guessed: bool = False
    veiled: bool = False

    @property
    def verdict(self) -> Outcome | Result | None:
        """Against a score that is not known nothing (BOO-LIV-45); of a guess whether it is enough (BOO-HID-6)."""
        if self.guessed:
            return Result.SUCCESS if self.total >= self.target else Result.FAILURE
        return None if self.veiled else self.result

    @property
    def blind_total(self) -> int | None:
        """The stunt's total against a score that is not known."""
        return self.total if self.veiled and not self.guessed else None


class Shoved(Tried, frozen=True, kw_only=True):
    """What came of a shove: its test, and how far it went."""

    is_attack: bool = True
    outcome: Outcome
    push: int
    stopped: str = ""
    defender_ap: int
    defender_position: Position | None = None
    defender_start: Position | None = None

    @property
    def verdict(self) -> Outcome | Result | None:
        """As of a stunt, by its own words."""
        found = super().verdict
        return found if found is None or self.guessed else self.outcome


def of_test(done: Checked, *, wrong_spot: bool) -> Checked:
    """A test against somebody; a wrong spot fails whatever the total (BOO-HID-6)."""
    return replace(done, result=Result.FAILURE) if wrong_spot else done


@rule("BOO-SHV-1", "BOO-SHV-2", "BOO-SHV-5")
async def shove(state: State, given: Shove) -> Shoved:
    """Push somebody away: Strength against the target's Strength score. It can be neither dodged nor blocked."""
    check_shapes(given)
    check_amount(given.yards or 0)
    actor, target = state.character(given.actor), target_of(state, given.target)
    cost = price(state, actor.id, "shove", 1)
    check_able(actor, cost)
    target = check_reachable(target, given, stretch(state, actor.id, "reach", actor.reach), by=actor)
    state = await pay(actor.id, cost)
    edge = (*sight_edges(given), *size_edges(actor, target))
    foe = None if given.guess else target
    sway = trick_sway(state, actor, foe, kind="shove", attribute=Attribute.STRENGTH)
    test = attribute_test(actor, given, attribute=Attribute.STRENGTH, edge=edge, sway=sway)
    done = compare(
        await roll_alone(test, "rolls.shove", secret=actor.secret, who=principals.actor(actor.id)), target.strength
    )
    state = await used_up(state, sway.effects)
    wrong = is_misplaced(target, given.guess)
    outcome = Outcome.WRONG_PLACE if wrong else Outcome.PUSHED if done.result is Result.SUCCESS else Outcome.FAILED
    far = push_of(actor) if outcome is Outcome.PUSHED else 0
    push = far if given.yards is None else min(far, given.yards)
    state, stopped = await push_back(state, actor.id, target.id, yards=push)
    state = await end_hiding(state, actor.id)
    deed = Shoved(
        **asdict(of_test(done, wrong_spot=wrong)),
        outcome=outcome,
        push=push,
        stopped=stopped,
        defender_ap=target.ap,
        defender_position=state.character(target.id).position if push and actor.position else None,
        defender_start=target.position,
        guessed=given.guess is not None,
        attacked=whom_attacked(target, given.guess, hit=done.result is Result.SUCCESS),
        veiled=bool(target.veil),
    )
    return of_actor(state, deed, actor.id)


@rule("BOO-LIV-9")
def check_reachable(target: Character | Thing | None, given: Aimed, limit: float, *, by: Character) -> Character:
    """Another creature that can be chosen and is near enough."""
    check_creature(target)
    if not isinstance(target, Character) or target.id == by.id:
        raise RuleError("bad_target", clause="BOO-LIV-9", target=target.called if target else "")
    check_seen(target, given)
    check_range(given.far, limit)
    return target


@rule("BOO-SHV-4")
def push_of(actor: Character) -> int:
    """How many yards somebody pushes: 1 + Strength bonus, at least 1."""
    return max(1, 1 + actor.bonus(Attribute.STRENGTH))


@rule("BOO-SHV-4", "BOO-CBT-3", "BOO-LIV-33")
async def push_back(
    state: State, pusher: str, target: str, *, yards: int, by_effect: bool = False
) -> tuple[State, str]:
    """The pushed is moved at once, if both stand on the map; somebody unseen in the way is found by it. Also what stopped the push."""
    away = state.character(pusher).position
    way = pushed_to(state, away, state.character(target).position, yards=yards, by=pusher)
    if way is None:
        return state, ""
    if way.found:
        state = await find_unseen(state, way.found)
    start = state.character(target).position
    if way.to == start or start is None:
        return state, way.stopped
    state, halted = await lead(state, target, between(start, way.to))
    state = state if halted else await happen(Moved(target, way.to, start=start if by_effect else None))
    state = await hear(state, "pushed", doer=pusher, target=target)
    return await (looked_again(state) if halted else enter(state, target)), way.stopped


@rule("BOO-STN-1", "BOO-STN-2", "BOO-STN-4", "BOO-LIV-42")
async def stunt(state: State, given: TryStunt) -> Tried:
    """A special stunt: an attribute against a target number or an attribute of the target."""
    trick = given.stunt
    check_shapes(given, *(a for a in (trick.attribute, trick.against) if a not in ("", "tn")))
    actor, target = state.character(given.actor), target_of(state, given.target)
    check_active(actor)
    check_trained(state, actor, trick)
    cost = price(state, actor.id, "stunt", trick.ap)
    check_ap(actor, cost)
    if trick.attacks or trick.against != "tn":
        limit = yards(trick.range)
        reach = stretch(state, actor.id, "reach", actor.reach)
        check_reachable(target, given, reach if limit is None else limit, by=actor)
    need = target_number(trick, target)
    state = await pay(actor.id, cost)
    edge = sight_edges(given) if trick.attacks else ()
    foe = target if isinstance(target, Character) and trick.attacks and not given.guess else None
    sway = trick_sway(state, actor, foe, kind="stunt", attribute=trick.attribute)
    test = attribute_test(actor, given, attribute=trick.attribute, edge=edge, sway=sway)
    done = compare(await roll_alone(test, "rolls.stunt", secret=actor.secret, who=principals.actor(actor.id)), need)
    state = await used_up(state, sway.effects)
    return await _after_stunt(state, given, done=done, target=target)


async def _after_stunt(state: State, given: TryStunt, *, done: Checked, target: Character | Thing | None) -> Tried:
    """An attack stunt ends hiding, fails on a wrong spot, and attacked whom it found."""
    attacks = given.stunt.attacks
    wrong = attacks and target is not None and is_misplaced(target, given.guess)
    if attacks:
        state = await end_hiding(state, given.actor)
    if done.result is Result.SUCCESS and not wrong:
        bearer = target.id if isinstance(target, Character) else given.actor
        for effect in _left_by(state, given, target):
            state = await lay(state, effect, bearer=bearer, by=given.actor)
        if given.stunt.drops:
            state = await disarm(state, bearer, given.item)
        rolls = numbers_of(done, done.target)
        state = await hear(
            state, "stunt_done", doer=given.actor, target=target.id if target else "", course=None, **rolls
        )
    attacked = whom_attacked(target, given.guess, hit=done.result is Result.SUCCESS) if attacks else ()
    guessed = attacks and given.guess is not None
    veiled = isinstance(target, Character) and given.stunt.against != "tn" and bool(target.veil)
    came = asdict(of_test(done, wrong_spot=wrong))
    deed = Tried(**came, is_attack=attacks, guessed=guessed, attacked=attacked, veiled=veiled)
    return of_actor(state, deed, given.actor)


@rule("BOO-STN-3")
def _left_by(state: State, given: TryStunt, target: Character | Thing | None) -> tuple[Effect, ...]:
    """What success leaves: the effects that the stunt names, what it makes drop, else an edge: for the actor's side on the target, without one
    for the actor."""
    if given.stunt.effects or given.stunt.drops:
        return given.stunt.effects
    if not isinstance(target, Character):
        return (Effect(name="own_edge"),)
    edge = definition(state, Effect(name="edge"))
    ours = Phrase("side", ("other", state.character(given.actor).side))
    return (replace(edge, modifiers=tuple(replace(m, when=(*m.when, ours)) for m in edge.modifiers)),)


@rule("BOO-STN-1", "BOO-PCL-3")
def check_trained(state: State, actor: Character, trick: Stunt) -> None:
    """Some stunts need the training of a special class, or of an effect."""
    if trick.training and not has_training(state, actor, trick.training):
        raise RuleError("untrained", clause="BOO-STN-1", who=actor.called, training=training_name(trick.training))


@rule("BOO-LIV-42", "BOO-LIV-35")
async def disarm(state: State, who: str, item: str = "") -> State:
    """One thing in hand drops into its bearer's square: the one named, else the first weapon."""
    bearer = state.character(who)
    held = [i for i in bearer.items if i.in_hand and i.id != UNARMED]
    chosen = (
        next((i for i in held if item in words_of(i.id, i.name, i.shelf)), None)
        if item
        else next(iter(sorted(held, key=lambda i: not i.arms)), None)
    )
    return state if chosen is None else await let_go(state, who, chosen)


def target_number(trick: Stunt, target: Character | Thing | None) -> int:
    """A stated number, or the target's score."""
    if trick.against == "tn":
        return trick.target
    check_attributes(trick.against)
    if not isinstance(target, Character):
        raise RuleError("bad_target", clause="BOO-STN-2", target=target.called if target else "")
    return target.score(trick.against)
