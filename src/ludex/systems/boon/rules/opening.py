"""Ambush (BOO-AMB) joined with taking an action (BOO-ACT), because one line strikes and starts the fight (BOO-LIV-13)."""

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.deeds import Do
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.systems.boon.events import InitiativeMoved
from ludex.systems.boon.rules import sight
from ludex.systems.boon.rules.actions import Deed, check_active
from ludex.systems.boon.rules.attacks import Attack
from ludex.systems.boon.rules.casting import Cast
from ludex.systems.boon.rules.clock import clock_view, passed_to
from ludex.systems.boon.rules.hiding import reveal
from ludex.systems.boon.rules.initiative import begin_combat, check_start, present
from ludex.systems.boon.rules.items import UseItem
from ludex.systems.boon.rules.rounds import Act, act, aimed_at, check_known, take_action
from ludex.systems.boon.rules.stunts import Shove, TryStunt
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import AWAY, Outcome, Result, Use


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A fight that a deed has started, and what came of the deed; nothing but the clock of the fight where it was no ambush."""

    ambush: bool = False
    sides: dict[str, Total]
    deed: Deed

    @property
    def verdict(self) -> Outcome | Result | None:
        """Of the deed; so are the others, which odds tell too."""
        return self.deed.verdict

    @property
    def wounds(self) -> int | None:
        """See `Deed`."""
        return self.deed.wounds

    @property
    def blind_total(self) -> int | None:
        """See `Deed`."""
        return self.deed.blind_total

    @property
    def blind_damage(self) -> int | None:
        """See `Deed`."""
        return self.deed.blind_damage


@rule("BOO-LIV-13", "BOO-LIV-46", "BOO-AMB-1", "BOO-AMB-2")
async def strike_first(state: State, given: Act) -> Deed | Opened:
    """An attack outside a fight starts it: done as the first action of a surprise round, or it lapses and costs nothing.

    If a fight has begun since it was proposed, it is a deed of that fight.
    """
    if state.clock.running:
        return await act(state, replace(given, picks=True))
    side = state.character(given.actor).side
    state = await reveal(state, given.actor)
    check_start(state, side)
    check_known(state, given)
    check_active(state.character(given.actor))
    check_deed(state, given)
    state, ranked = await begin_combat(state, side)
    if not ranked.ambush:
        return Opened(sides=ranked.why, deed=Deed(**asdict(clock_view(state))))
    if state.clock.holder != given.actor:
        state = await passed_to(state, InitiativeMoved(holder=given.actor, reason="picked"))
    return Opened(ambush=True, sides=ranked.why, deed=await act(state, given))


def check_deed(state: State, given: Act) -> None:
    """What would be refused starts nothing: the deed is tried up to its first step, and given up."""
    tried = take_action(state, given).__await__()
    try:
        next(tried)
    except StopIteration:
        return
    finally:
        tried.close()  # a coroutine's iterator can be given up


@rule("BOO-LIV-13")
def start_or_act(state: State, given: Act) -> Do:
    """An attack on a creature of another side starts a fight; anything else outside a fight is just done."""
    actor = state.character(given.actor)
    whom = (*aimed_at(given), *inside(state, given))
    foes = [c for who in whom if (c := state.find(who)) and c.side != actor.side and c.status not in AWAY]
    done = Do("at_ease", given)
    if not (attacks(actor, given) and foes and actor.side and foes[0].side) or getattr(given, "guess", None):
        return done
    if not actor.active or any(c.secret for c in foes) or all(side.id == actor.side for side in present(state)):
        return done  # whom nobody is left to fight for is struck down as he lies there
    return Do("strike_first", given)


def inside(state: State, given: Act) -> list[str]:
    """Whom the maker of an area perceives in it; nobody where a deed makes none."""
    if not isinstance(given, Cast | UseItem):
        return []
    actor = state.find(given.actor)
    if actor is None or given.point is None or actor.position is None:
        return []
    means = actor.spell(given.spell) if isinstance(given, Cast) else actor.item(given.item)
    if means is None:
        return []
    reached = sight.in_area(state, actor.position, given.point, means)
    return [who for who in reached if not ((c := state.find(who)) and (c.hidden or c.secret) and c.side != actor.side)]


def attacks(actor: Character, given: Act) -> bool:
    """Whether an action is an attack (BOO-ACT-2)."""
    match given:
        case Attack() | Shove():
            return True
        case Cast():
            spell = actor.spell(given.spell)
            return spell is not None and spell.attack
        case TryStunt():
            return given.stunt.attacks
        case UseItem():
            return given.use == Use.ATTACK
    return False
