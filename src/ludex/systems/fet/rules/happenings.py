"""Events set off by hand (FET-LIV-34): what no machine sees, the GM calls, and the trait does exactly what the event would have done."""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import key_of, shipped
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import race_of, traits_of
from ludex.systems.fet.events import Darkened
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.roster import check_bearer, pools
from ludex.systems.fet.rules.triggers import Done, carry_out, set_off
from ludex.systems.fet.rules.windows import GHOUL, VAMPIRE
from ludex.systems.fet.rules.years import Borrow, borrow
from ludex.systems.fet.sheet import Trait, TraitEffect
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import HUMANS, Effect, Event, Number
from ludex.systems.fet.terms import Step as Kind


class Trigger(msgspec.Struct, frozen=True):
    """What `trigger` is given: whose trait, the event (in either language), with whom, and how much."""

    who: str
    trait: str
    event: str
    other: str = ""
    amount: Number = 0


class Triggered(msgspec.Struct, frozen=True):
    """What was set off; nothing where the trait has nothing to do with the event."""

    applies: bool
    rows: tuple[SetOff, ...] = ()
    dead: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()


@rule("FET-LIV-34", "FET-TRX-1")
async def trigger(state: State, given: Trigger) -> Triggered:
    """Let a trait do by hand what its event would have done."""
    check_bearer(state, given.who)
    trait = _own(state, given.who, given.trait)
    at = occasion(Event.said(given.event), given.who, given.other, amount=given.amount)
    if Event.said(trait.event) != at.event:
        return Triggered(applies=False)
    before = state
    special = SPECIAL.get(key_of(shipped().traits, trait.name) or "")
    done = await (special or carry_out)(state, given.who, trait, at)
    state = done.state
    there = [who for who in before.people if who in state.people]
    died = tuple(who for who in there if pools(state, who).dead and not pools(before, who).dead)
    back = tuple(who for who in there if pools(before, who).dead and not pools(state, who).dead)
    return Triggered(True, done.rows, died, back)


def _own(state: State, who: str, name: str) -> Trait:
    """A trait that somebody has, by its name or key."""
    own = traits_of(state, who)
    key = key_of(shipped().traits, name)
    wanted = shipped().traits[key].name if key else name
    found = next((trait for trait in own if trait.name == wanted), None)
    if found is None:
        raise RuleError(
            "not_known",
            clause="FET-LIV-9",
            skill=wanted,
            skills=[trait.name for trait in own] or [say("view.none_there")],
        )
    return found


def _there(state: State, at: Occasion) -> str:
    """With whom it happens, who must be named."""
    if at.target not in state.people:
        raise RuleError("target_required", clause="FET-LIV-34", kind=at.event)
    return at.target


async def _does(state: State, trait: Trait, at: Occasion, *kinds: TraitEffect) -> Done:
    """Steps that an example of the book takes on the other."""
    steps = tuple(replace(kind, target="one") for kind in kinds)
    return await carry_out(state, at.doer, replace(trait, effects=steps), at)


@rule("FET-TRX-2")
async def _blessing(state: State, _owner: str, trait: Trait, at: Occasion) -> Done:
    """Damage to another than a human is for good."""
    if race_of(state, _there(state, at)) in HUMANS:
        return Done(state)
    return await _does(state, trait, at, TraitEffect(Kind.SCAR, "damage"))


@rule("FET-TRX-4")
async def _eternity(state: State, owner: str, trait: Trait, at: Occasion) -> Done:
    """Erase somebody who would die, or let it die."""
    options = (Option("erase", say("answers.erase")), Option("let_be", say("answers.let_be")))
    erased = await choose(actor(owner), "questions.eternity", options, about=_there(state, at)) == "erase"
    return await _does(state, trait, at, TraitEffect(Kind.ERASE if erased else Kind.KILL))


@rule("FET-TRX-6")
async def _endless_night(state: State, _owner: str, trait: Trait, at: Occasion) -> Done:
    """Whom a vampire has killed gets up as one, or is a ghoul; only the GM knows who was chaste (Ruling FET-E-57)."""
    other = _there(state, at)
    options = (Option("chaste", say("answers.chaste")), Option("common", say("answers.common")))
    chaste = await choose(GM, say("questions.chaste", who=state.called(other)), options, about=other) == "chaste"
    turned = TraitEffect(Kind.RACE, of=VAMPIRE if chaste else GHOUL)
    risen = (TraitEffect(Kind.BRING_BACK),) if chaste else ()
    return await _does(state, trait, at, *risen, turned)


async def _pride(state: State, owner: str, trait: Trait, at: Occasion) -> Done:
    """Take on a sheet."""
    await borrow(state, Borrow(owner, _there(state, at)))
    return Done(state, (SetOff(owner, trait.name, Effect.INFO, at.target),))


SPECIAL: dict[str, Callable[[State, str, Trait, Occasion], Awaitable[Done]]] = {
    "blessing": _blessing,
    "eternity": _eternity,
    "endless_night": _endless_night,
    "pride": _pride,
}
"""Examples of the book that ask somebody, or need to know with whom."""


# Marks of the place


class Shine(msgspec.Struct, frozen=True):
    """What `shine` is given: whom daylight falls on; or whether it is dark where everybody is."""

    who: tuple[str, ...] = ()
    dark: bool | None = None


class Shone(msgspec.Struct, frozen=True):
    """What the light has done."""

    dark: bool
    rows: tuple[SetOff, ...] = ()
    dead: tuple[str, ...] = ()


@rule("FET-TRX-6", "FET-TRX-7", "FET-LIV-33")
async def shine(state: State, given: Shine) -> Shone:
    """Daylight on somebody (恐光 kills), or darkness over the place."""
    for who in given.who:
        check_bearer(state, who)
    if given.dark is not None:
        state = await happen(Darkened(given.dark))
    before = state
    done = await set_off(state, [occasion(Event.SUNLIGHT, who) for who in given.who])
    dead = tuple(who for who in given.who if pools(done.state, who).dead and not pools(before, who).dead)
    return Shone(done.state.dark, done.rows, dead)
