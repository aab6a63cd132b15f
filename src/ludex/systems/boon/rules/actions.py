"""Actions (BOO-ACT) joined with cover and obscurement (BOO-PCV), which every aimed action asks: costs, aims, and what is reported.

What an action does, and the rest of its report, is in its own chapter.
"""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.boon.events import ApSpent, Hid, Joined, happen
from ludex.systems.boon.kinds import (
    Covered,
    DefenseBanes,
    DefenseBoons,
    DefenseModifiers,
    Distance,
    Guess,
    Obscured,
    Visible,
)
from ludex.systems.boon.rules.tests import Swayed, check_counts
from ludex.systems.boon.sheet import Character, Number, Position
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import AWAY, Attribute, Cover, Obscurement, Outcome, Result

COVER_BANES = {Cover.NONE: 0, Cover.HALF: 1, Cover.THREE_QUARTERS: 2}  # BOO-PCV-1
OBSCUREMENT_BANES = {
    Obscurement.NONE: 0,
    Obscurement.PARTIAL: 1,
    Obscurement.HEAVY: 2,
    Obscurement.TOTAL: 3,
}  # BOO-PCV-2
COVERS, OBSCUREMENTS = tuple(Cover), tuple(Obscurement)
GUESS_BANES = 3  # BOO-HID-6


UNASKED = ("", "hopeless", "armored", "surprise", "hiding", "no_ap", "cannot", "unseen")
"""Why a defender was not asked (BOO-LIV-16); a report keeps the place, which can be weighed like any number."""


class Target(msgspec.Struct, frozen=True):
    """One target of an area, with what weighs on its own roll."""

    who: str
    modifiers: tuple[int, ...] = ()
    boons: int = 0
    banes: int = 0


class Aimed(Swayed, frozen=True, kw_only=True):
    cover: Covered = Cover.NONE
    obscurement: Obscured = Obscurement.NONE
    distance: Distance = None
    guess: Guess = None
    visible: Visible = True
    surprise: bool = False
    spoken: bool = False
    defense_modifiers: DefenseModifiers = ()
    defense_boons: DefenseBoons = 0
    defense_banes: DefenseBanes = 0

    @property
    def far(self) -> Number:
        """Yards to the target; one where nobody has said or drawn it."""
        return 1 if self.distance is None else self.distance


class Reaching(Aimed, frozen=True, kw_only=True):
    """An area reaches `targets`, or everybody who is in it at its `point`; anything else the `target`; one may stand for the other.

    `sure`: it is done even if it is for nothing; otherwise that is asked first.
    """

    actor: str = "?"
    target: str = ""
    targets: tuple[Target, ...] = ()
    point: Position | None = None
    picks: bool = False
    sure: bool = True

    @property
    def aimed_at(self) -> str:
        return self.target or (self.targets[0].who if self.targets else "")

    @property
    def within(self) -> tuple[Target, ...]:
        return self.targets or ((Target(self.target),) if self.target else ())


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """What came of any action; what an attack, an area, a test or a walk adds is in a struct of its own chapter.

    A field without meaning in this run is None: what was done with no thing, and outside a round.
    """

    is_attack: bool = False
    attacked: tuple[str, ...] = ()
    actor_ap: int | None = None
    actor_hidden: bool | None = None
    item_uses: int | None = None
    item_held: bool | None = None
    weapon_loaded: bool | None = None
    round: int | None = None
    order: tuple[str, ...] | None = None
    holder: str | None = None
    choosing: str | None = None
    round_over: bool | None = None
    combat_over: bool | None = None
    winner: str | None = None
    ap: dict[str, int] | None = None
    seconds: int | None = None
    why: dict[str, Total] = {}

    @property
    def verdict(self) -> Outcome | Result | None:
        """How it came out, in one word, for odds."""
        return None

    @property
    def wounds(self) -> int | None:
        """Points that reached bodies, for odds."""
        return None

    @property
    def blind_total(self) -> int | None:
        """A total against a score that is not known (BOO-LIV-45), for odds: whether it is enough nobody can say."""
        return None

    @property
    def blind_damage(self) -> int | None:
        """Points before those whom they reach resist with scores that are not known (BOO-LIV-45), for odds."""
        return None


Reported = TypeVar("Reported", bound=Deed)


def worn(durability: int | None) -> int:
    """Durability as it is reported: −1 for what never wears (BOO-PAR-3)."""
    return -1 if durability is None else durability


@rule("BOO-BNB-6", "BOO-PCV-1", "BOO-PCV-2")
def check_shapes(given: Aimed, *attributes: str) -> None:
    """Bad shapes come before every other refusal of an attack."""
    check_counts(
        boons=given.boons, banes=given.banes, defense_boons=given.defense_boons, defense_banes=given.defense_banes
    )
    check_sight(given.cover, given.obscurement)
    check_attributes(*attributes)


def check_sight(cover: str, obscurement: str) -> None:
    """Cover and obscurement must be among the words that there are."""
    if cover not in COVERS:
        raise RuleError("bad_cover", clause="BOO-PCV-1", cover=cover, covers=list(COVERS))
    if obscurement not in OBSCUREMENTS:
        raise RuleError("bad_obscurement", clause="BOO-PCV-2", obscurement=obscurement, obscurements=list(OBSCUREMENTS))


@rule("BOO-CHL-3")
def check_attributes(*attributes: str) -> None:
    """An attribute that is named must be one of the four, or Perception."""
    for attribute in attributes:
        if attribute not in list(Attribute):
            raise RuleError("bad_attribute", clause="BOO-CHL-3", attribute=attribute, attributes=list(Attribute))


@rule("BOO-PHL-9")
def check_active(actor: Character) -> None:
    """Only the active act."""
    if not actor.active:
        raise RuleError("cannot_act", clause="BOO-PHL-9", who=actor.called, status=term(actor.status))


@rule("BOO-ACT-2")
def check_ap(actor: Character, cost: int) -> None:
    """An action that costs more AP than there are cannot be taken."""
    if actor.ap < cost:
        raise RuleError("no_ap", clause="BOO-ACT-2", who=actor.called, ap=actor.ap, cost=cost)


def check_able(actor: Character, cost: int = 1) -> None:
    """Active, and with the AP for it."""
    check_active(actor)
    check_ap(actor, cost)


@rule("BOO-ATK-2", "BOO-POB-1")
def check_alive(target: Character | Thing | None) -> None:
    """The dead, the fled and the destroyed are no targets, and neither is nobody."""
    gone = target.destroyed if isinstance(target, Thing) else target is None or target.status in AWAY  # Ruling BOO-E-57
    if gone:
        raise RuleError("bad_target", clause="BOO-ATK-2", target=target.called if target else "")


def check_creature(target: Character | Thing | None) -> None:
    """A living creature, not an object (BOO-SHV-1)."""
    check_alive(target)
    if isinstance(target, Thing):
        raise RuleError("bad_target", clause="BOO-SHV-1", target=target.called)


@rule("BOO-PCV-1", "BOO-PCV-2", "BOO-HID-5")
def check_seen(target: Character | Thing | None, given: Aimed) -> None:
    """Total cover cannot be targeted; somebody who cannot be perceived only by a guess."""
    if given.cover == Cover.TOTAL:
        raise RuleError("total_cover", clause="BOO-PCV-1", target=target.called if target else "")
    unseen = isinstance(target, Character) and target.hidden
    if given.guess is None and (unseen or given.obscurement == Obscurement.TOTAL):
        raise RuleError("hidden_target", clause="BOO-HID-5", target=target.called if target else "")


@rule("BOO-ATK-2")
def check_range(distance: Number, limit: Number | None) -> None:
    """Not farther than the attack goes."""
    if limit is not None and distance > limit:
        why = say("told.too_far", distance=distance, range=limit)
        raise RuleError("out_of_range", clause="BOO-ATK-2", distance=distance, range=limit, why=why)


@rule("BOO-PCV-3", "BOO-HID-6")
def sight_edges(given: Aimed) -> tuple[Term, ...]:
    """Banes of cover, and of obscurement or a guess: a guess is 3 banes, and no darkness adds to it."""
    cover = because(-COVER_BANES.get(Cover(given.cover), 0), term(f"cover_{given.cover}"), "BOO-PCV-1")
    if given.guess is not None:
        sight = because(-GUESS_BANES, "why.guess", "BOO-HID-6")
    else:
        dim = OBSCUREMENT_BANES[Obscurement(given.obscurement)]
        sight = because(-dim, term(f"obscurement_{given.obscurement}"), "BOO-PCV-2")
    return tuple(t for t in (cover, sight) if t.value)


@rule("BOO-HID-6")
def is_misplaced(target: Character | Thing, guess: Position | None) -> bool:
    """Whether a guessed spot is the wrong one."""
    return guess is not None and guess != target.position


@rule("BOO-HID-6", "BOO-RND-7", "BOO-RND-11")
def whom_attacked(target: Character | Thing | None, guess: Position | None, *, hit: bool) -> tuple[str, ...]:
    """Who was attacked: nobody by a blow at an object, nor by a guess unless it hits the right spot."""
    # Ruling BOO-E-41: otherwise the way of the initiative would tell the spot
    if not isinstance(target, Character) or (guess is not None and not (hit and guess == target.position)):
        return ()
    return (target.id,)


@rule("BOO-LIV-49")
async def proven(state: State, who: str) -> State:
    """Who has rolled a die is no draft any more."""
    found = state.find(who)
    return state if found is None or found.used else await happen(Joined(replace(found, used=True)))


@rule("BOO-ACT-1")
async def pay(who: str, ap: int) -> State:
    """Pay the AP of an action or a defence."""
    return await happen(ApSpent(who, ap))


@rule("BOO-HID-4")
async def end_hiding(state: State, who: str) -> State:
    """Attacking, casting and shouting give away who is hidden, after they are resolved."""
    return await happen(Hid(who, hidden=False)) if state.character(who).hidden else state


def of_actor(state: State, deed: Reported, who: str) -> Reported:
    actor = state.character(who)
    return replace(deed, actor_ap=actor.ap, actor_hidden=actor.hidden)
