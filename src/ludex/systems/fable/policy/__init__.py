"""Who answers by itself: the default policy of NPCs, and what the table takes because nothing is better.

What odds assume about questions that are still to come is the default policy of those who play by themselves, and of people that
they spend nothing (FAB-LIV-23, FAB-LIV-26, FAB-LIV-30).
"""

from msgspec.structs import replace

from ludex.core.asks import Choose
from ludex.core.deeds import Do, refused
from ludex.core.principals import EVERYBODY, GM, Who, actor_of
from ludex.systems.fable.policy.clever import foes_of
from ludex.systems.fable.policy.orders import INVOKE
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.arms import arms_of, attack_with, check_cover
from ludex.systems.fable.rules.conflict import Nothing, OfActor, next_actor
from ludex.systems.fable.rules.defeat import beside as beside, due as follows
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Kind

UNSEEN = "questions.react_unseen"
NPC_ONLY = ("questions.spare_point", "questions.react", "questions.opportunity", "questions.attack_opportunity")
"""Asked of the GM for an NPC nobody else hears of these: they would tell of points, feats and dice."""
PREFERRED = {
    INVOKE: "accept",
    "questions.attack_opportunity": "crushing_blow",
    "questions.hinder": "slow",
    "questions.opportunity": "later",
}
"""The dice stand, an attack's opportunity becomes a crushing blow, a hindrance slows."""
SAVED = 1
"""A villain keeps this many Ultima Points (FAB-LIV-30)."""


# ---------------------------------------------------------------------- answers
def decide(state: State, ask: Choose) -> str | None:
    """An answer to a question of one who plays by itself: a villain invokes, else what people are supposed to answer."""
    if ask.what.key == INVOKE and (again := _villain_invokes(state, ask)):
        return again
    if ask.what.key == "questions.opportunity" and plays(
        state, ask.who
    ):  # FAB-LIV-30: 重击 where that is lawful, else 不用
        return "none"
    return supposes(state, ask)


def supposes(_state: State, ask: Choose) -> str | None:
    """What odds take somebody's answer for who is asked herself: the preferred one, else the first that needs no filling in.

    Points are spent by a person's word alone, a villain's by the GM's: no chance counts on them beforehand (FAB-LIV-23).
    """
    closed = [option.answer for option in ask.options if not option.open]
    preferred = PREFERRED.get(ask.what.key)
    if preferred in closed:
        return preferred
    return closed[0] if closed else None


def _villain_invokes(state: State, ask: Choose) -> str | None:
    """A villain throws both dice again on a miss, while it has more than one point (FAB-LIV-30)."""
    who = state.characters.get(actor_of(ask.who)) if ask.who != GM else None
    if who is None or who.kind is not Kind.VILLAIN or who.ultima <= SAVED or ask.what.facts.get("kind") != "attack":
        return None
    closed = (option.answer for option in ask.options if not option.open)
    return next((answer for answer in closed if answer.startswith("trait:") and answer.endswith(":both")), None)


def taken(_state: State, ask: Choose) -> str | None:
    """What the table answers by itself, so that a line needs no more questions than FAB-LIV-22 allows: dice that nothing can better stand;
    who must not be seen to think does not react."""
    if ask.what.key == INVOKE and not ask.what.facts.get("useful", True):
        return "accept"
    return "leave" if ask.what.key == UNSEEN else None


def plays(state: State, who: Who) -> bool:
    """Whether somebody plays by itself now (FAB-LIV-30)."""
    if state.playing is None:
        return False
    return actor_of(who) in state.playing.people if who != GM else False


# ---------------------------------------------------------------------- a turn
def turn(state: State, who: str) -> Do:
    """How an NPC plays its turn: it attacks the reachable enemy with the fewest unbroken gauges with its first strike (FAB-LIV-30)."""
    for strike in arms_of(state, who).values():
        for target in foes_of(state, who):
            if refused(check_cover, state, strike, (target,)) is None:
                return Do("attack", attack_with(state, strike, attacker=who, targets=(target,)), heard(state, target))
    return Do("end_turn", OfActor(who), heard(state, who) or (EVERYBODY,))


def on_turn(state: State) -> str:
    """Whose turn it is, or who goes next; nobody's outside a tick."""
    conflict = state.conflict
    return "" if conflict is None else conflict.turn or (next_actor(conflict) if conflict.started else "")


def gms_turn(state: State) -> str:
    who = state.characters.get(on_turn(state))
    return who.id if who is not None and who.kind is not Kind.PC else ""


def due(state: State) -> Do | None:
    """What happens without anybody's word: what follows from the rules, then the turns of those who play by themselves."""
    found = follows(state)
    if found is not None or state.playing is None or beside(state):
        return found
    conflict = state.conflict
    who = on_turn(state)
    stops = conflict is None or who not in state.playing.people or who not in state.characters
    if (
        conflict is None or stops or not foes_of(state, who)
    ):  # FAB-LIV-30: a player must decide, or the sides are decided
        return Do("play_over", Nothing(), (EVERYBODY,), always=True)
    if conflict.turn == who and conflict.actions_left < 1:
        return Do("end_turn", OfActor(who), heard(state, who), always=True)
    return replace(turn(state, who), always=True)
