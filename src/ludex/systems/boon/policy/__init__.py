"""How an NPC decides: its answers to questions, and what it does with its turn when the GM leaves it to itself."""

from ludex.core.asks import Choose, Option
from ludex.core.deeds import Do
from ludex.core.effects.windows import LEAVE, USE
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who, actor_of
from ludex.core.rule import rule
from ludex.systems.boon.effects import settles
from ludex.systems.boon.kinds.offers import pickable
from ludex.systems.boon.policy.orders import fact
from ludex.systems.boon.policy.turns import best_of, done
from ludex.systems.boon.rules.tests import of_bearer
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Status

ACTOR = Option("actor:<id>")
"""How a question names somebody."""

HOPELESS = 15
"""A defence that costs AP is not tried below this chance in percent."""


def decide(state: State, ask: Choose) -> str | None:
    """The default answer; None where a person must decide."""
    match ask.what.key:
        case "questions.defense":
            return _defense(ask)
        case "questions.leader":
            return max(ask.options, key=lambda o: fact(o, "bonus")).answer
        case "questions.actor":
            return max(ask.options, key=lambda o: _ap(state, o)).answer
        case "questions.defeat":
            return "die"
        case "questions.effect_acts" | "questions.effect_unseen":
            return USE
        case "questions.effect":
            return "done"
    return None


def taken(state: State, ask: Choose) -> str | None:
    """The leader who is best is not asked for: highest bonus and no fewer net boons than any other (BOO-LIV-14)."""
    if ask.what.key == "questions.effect_unseen":  # BOO-LIV-39: by standing order only, so that no pause gives it away
        return LEAVE
    if ask.what.key == "questions.defense" and ask.what.facts.get("vain"):  # BOO-LIV-16: the card says why
        return "none"
    if ask.what.key in OF_A_SIDE and _all_by_themselves(state, ask):
        return decide(state, ask)
    if ask.what.key != "questions.leader":
        return None
    found = {o.answer: state.find(o.answer.removeprefix("leader:")) for o in ask.options}
    able = {answer: _lead(state, c) for answer, c in found.items() if c is not None}
    best = max(able, key=lambda answer: able[answer], default=None)
    return best if best is not None and able[best][1] >= max(net for _, net in able.values()) else None


OF_A_SIDE = {"questions.leader": "leader:", "questions.actor": "actor:"}
"""Questions that are asked of a side, and how their answers name its members."""


@rule("BOO-LIV-23")
def _all_by_themselves(state: State, ask: Choose) -> bool:
    """Whether everybody whom a question is about plays by itself from now on: then the GM is not asked for them."""
    return all(o.answer.removeprefix(OF_A_SIDE[ask.what.key]) in state.standing for o in ask.options)


@rule("BOO-LIV-23")
def plays(state: State, who: Who) -> bool:
    """Whether somebody plays by itself now; while a run lasts the GM is asked nothing either."""
    return actor_of(who) in state.standing or (bool(state.run) and (who == GM or actor_of(who) in state.run))


def _lead(state: State, who: Character) -> tuple[int, int]:
    """The bonus that somebody would roll with, and the net boons of its effects."""
    return who.bonus(state.options.initiative_attribute), sum(
        t.value for t in of_bearer(state, who.id, "initiative").edge
    )


def due(state: State) -> Do | None:
    """A round that is over ends by itself, as long as somebody can act or something is to be settled (BOO-LIV-17)."""
    if state.clock.combat_over and not state.clock.settled:
        return Do("after_fight", {})
    if state.run:
        return _run(state)
    if called := _called_up(state):
        return called
    if not state.clock.running or not state.clock.round_over:
        return None
    return _settled(state)


@rule("BOO-LIV-23")
def _run(state: State) -> Do:
    """The next deed of those who play themselves, or the end of their run."""
    clock, over = state.clock, Do("run_sides", {}, (GM,), always=True)
    playing = [state.character(who) for who in state.run if state.find(who)]
    sides = {c.side for c in playing}
    foes = any(c.active and not c.secret and any(c.side != side for side in sides) for c in state.combatants)
    if not clock.running or not state.run_left or not foes:
        return over
    if clock.round_over:
        return _settled(state) or over
    if clock.choosing and any(state.is_player(c) for c in state.members(clock.choosing)):
        return over
    able = pickable(state, clock.choosing) if clock.choosing else (clock.holder,)
    mine = [state.character(who) for who in able if who in state.run]
    return _best(state, mine) or over


@rule("BOO-LIV-24")
def _best(state: State, able: list[Character]) -> Do | None:
    """The best deed of those who could act, the first in the list among equals; it picks and acts in one."""
    try:
        found = best_of(state, able) if able else None
    except RuleError:
        return None
    if found is None:
        return None
    return done(found, picks=bool(state.clock.choosing), always=True)


@rule("BOO-LIV-23")
def _called_up(state: State) -> Do | None:
    """Those who play themselves from now on, as soon as the initiative is theirs."""
    clock = state.clock
    if not state.standing or not clock.running or clock.round_over:
        return None
    if not any(c.active and state.is_player(c) for c in state.combatants if c.side in clock.order):
        return None  # without the players it is the GM who says whether the fight goes on
    able = pickable(state, clock.choosing) if clock.choosing else (clock.holder,)
    theirs = clock.choosing and any(state.is_player(c) for c in state.members(clock.choosing))
    if theirs or not any(who in state.standing for who in able):
        return None
    return _best(state, [state.character(who) for who in able if who in state.standing])


def _settled(state: State) -> Do | None:
    there = [c for c in state.combatants if c.side in state.clock.order]
    fated = any(state.is_player(c) and c.status in (Status.DISABLED, Status.DYING) for c in there)
    pending = fated or any(c.active and c.ap_max > 0 for c in there) or any(settles(e) for e in state.effects)
    return Do("end_round", {}) if pending else None


def _defense(ask: Choose) -> str:
    """A free block always; otherwise the best chance, unless the armour would hold or there is no hope."""
    wards = [o for o in ask.options if o.answer != "none"]
    free = [o for o in wards if fact(o, "ap") == 0]
    stopped = ask.what.facts.get("total", 0) < ask.what.facts.get("armor", 0)
    if free:
        return max(free, key=lambda o: fact(o, "percent")).answer
    best = max(wards, key=lambda o: fact(o, "percent"))
    return "none" if stopped or fact(best, "percent") < HOPELESS else best.answer


def _ap(state: State, option: Option) -> int:
    found = ACTOR.match(option.answer)
    who = state.find(found["id"]) if found else None
    return who.ap if who else 0
