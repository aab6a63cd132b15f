"""Anatomy of a round, the clock alone (BOO-RND, BOO-EOR-4): who can act, where the initiative goes, when round and combat are over.

It knows AP, sides and who waits, and nothing of what an action does. How people play the round is in `rounds`.
"""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.principals import GM, Who, any_of
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.boon.events import InitiativeMoved, happen
from ludex.systems.boon.kinds.offers import can_act, pickable
from ludex.systems.boon.rules.windows import hear
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import GONE


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """Where the combat stands, as every procedure of the clock reports it."""

    round: int
    order: tuple[str, ...]
    holder: str
    choosing: str
    round_over: bool
    combat_over: bool
    winner: str
    ap: dict[str, int]
    seconds: int


def clock_view(state: State) -> ClockView:
    clock = state.clock
    return ClockView(
        round=clock.round,
        order=clock.order,
        holder=clock.holder,
        choosing=clock.choosing,
        round_over=clock.round_over,
        combat_over=clock.combat_over,
        winner=clock.winner,
        ap={c.id: c.ap for c in state.combatants},
        seconds=clock.seconds,
    )


@rule("BOO-RND-14")
def unable(state: State, character: Character) -> Say:
    """Why somebody cannot be given the initiative: out of the fight, out of AP, waiting, or surprised."""
    if not character.active:
        return term(character.status)
    if character.ap < 1:
        return say("view.no_ap")
    return say("view.waits") if character.id in state.clock.passed else say("view.surprised")


@rule("BOO-RND-5")
def offer_initiative(state: State, side: str) -> InitiativeMoved | None:
    """A side's turn to choose; one member alone gets the initiative without asking; None if it has nobody."""
    members = pickable(state, side)
    if not members:
        return None
    if len(members) == 1:
        return InitiativeMoved(holder=members[0], reason="next_side")
    return InitiativeMoved(choosing=side, reason="next_side")


@rule("BOO-RND-2", "BOO-RND-9", "BOO-RND-10")
def next_side(state: State, after: str) -> InitiativeMoved:
    """The next side, counted from the one that acted and round to it again; nobody left: the round is over."""
    order = state.clock.order  # Ruling BOO-E-17: counted from the side that acted, not from the one that last picked
    start = order.index(after) + 1 if after in order else 0
    for side in order[start:] + order[:start]:
        if moved := offer_initiative(state, side):
            return moved
    return InitiativeMoved(round_over=True)


@rule("BOO-EOR-4", "BOO-LIV-46")
def in_fight(state: State, character: Character) -> bool:
    """Neither surrendered nor fled nor dead; by option only the active. Who takes part unseen holds up nothing."""
    if character.secret:
        return False
    return character.active if state.options.combat_end == "out" else character.status not in GONE


@rule("BOO-EOR-4", "BOO-CBT-1")
def fight_over(state: State) -> InitiativeMoved | None:
    """Fewer than two sides with somebody in the fight: the combat is over. None while it goes on."""
    left = [side for side in state.clock.order if any(in_fight(state, c) for c in state.members(side))]
    if len(left) > 1:
        return None
    return InitiativeMoved(combat_over=True, winner=left[0] if left else "")


@rule("BOO-LIV-38")
async def passed_to(state: State, moved: InitiativeMoved) -> State:
    """The initiative moves; who gets it is heard, and the clock does not wait for whom that takes out of the fight."""
    state = await happen(moved)
    if not moved.holder:
        return state
    state = await hear(state, "picked", doer=moved.holder, target=moved.holder)
    return await dropped_out(state, moved.holder)


@rule("BOO-RND-5")
async def first_turn(state: State) -> State:
    """A round starts with the first side of the order that has somebody who can act."""
    return await passed_to(state, next_side(state, ""))


@rule("BOO-RND-7", "BOO-RND-8", "BOO-RND-11")
async def handed_on(state: State, actor: str, attacked: tuple[str, ...] = ()) -> State:
    """Where the initiative goes after an action: to whom it attacked, otherwise to the next side."""
    if over := fight_over(state):
        return await happen(over)
    if answering := await answers(state, actor, attacked):
        return await passed_to(state, InitiativeMoved(holder=answering, reason="attacked"))
    return await passed_to(state, next_side(state, state.character(actor).side))


@rule("BOO-RND-11", "BOO-RND-12", "BOO-RND-4")
async def answers(state: State, actor: str, attacked: tuple[str, ...]) -> str:
    """Which of the attacked gets the initiative; "" if nobody can, and in the surprise round, where it is not handed over."""
    # Ruling BOO-E-16: who cannot act is passed over; of several one is chosen
    able = [w for w in dict.fromkeys(attacked) if w != actor and can_act(state, state.find(w))]
    able = [w for w in able if not state.character(w).secret]  # BOO-LIV-32
    able = [w for w in able if w not in state.clock.resting]  # Ruling BOO-E-54: she kept her AP for defences alone
    if not able or state.clock.surprise:
        return ""
    if len(able) == 1:
        return able[0]
    offered = {f"actor:{w}": w for w in able}
    names = {answer: state.character(who).called for answer, who in offered.items()}
    options = [
        Option(answer, say("answers.actor", who=name), told=say("answered.actor", who=name))
        for answer, name in names.items()
    ]
    return offered[await choose(_chooser(state, able), "questions.actor", options, named=True)]


@rule("BOO-RND-12", "BOO-LIV-15")
def _chooser(state: State, able: list[str]) -> Who:
    """Who says which of the attacked answers: their side if they are of one, all its seats at once; otherwise the GM."""
    sides = {state.character(who).side for who in able}
    return voice(state, sides.pop()) if len(sides) == 1 else GM


def voice(state: State, side: str) -> Who:
    """Who speaks for a side: its players' characters who can, together; otherwise the GM."""
    speaking = [c.id for c in state.members(side) if c.active and not c.secret and state.is_player(c)]
    return any_of(*speaking) if speaking else GM


@rule("BOO-RND-16")
async def dropped_out(state: State, who: str) -> State:
    """The clock never waits for somebody who cannot act any more."""
    clock, character = state.clock, state.character(who)
    if not clock.running or character.active:
        return state
    if over := fight_over(state):
        return await happen(over)
    if clock.holder == who:
        return await passed_to(state, next_side(state, character.side))
    if clock.choosing and clock.choosing == character.side:
        return await passed_to(state, offer_initiative(state, clock.choosing) or next_side(state, clock.choosing))
    return state


@rule("BOO-LIV-7")
def turn(state: State) -> str:
    """Who holds the initiative of those whom the GM plays."""
    holder = state.find(state.clock.holder)
    return holder.id if holder is not None and not state.is_player(holder) else ""
