"""Who answers by itself: the default policy of NPCs, what the table takes because nothing is better, and standing orders.

What odds assume about questions that are still to come is the default policy too (FAB-LIV-23, FAB-LIV-26, FAB-LIV-30).
"""

from msgspec.structs import replace

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.orders import ASK, Order
from ludex.core.principals import EVERYBODY, GM, Who, actor_of
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.arms import arms_of, attack_with, check_cover
from ludex.systems.fable.rules.conflict import Nothing, OfActor, next_actor
from ludex.systems.fable.rules.counting import borne
from ludex.systems.fable.rules.following import beside as beside, due as follows
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Kind

INVOKE = "questions.invoke"
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
    """An answer to a question: the preferred one, else the first that needs no filling in."""
    closed = [option.answer for option in ask.options if not option.open]
    if ask.what.key == INVOKE and (again := _villain_invokes(state, ask, closed)):
        return again
    preferred = PREFERRED.get(ask.what.key)
    if preferred in closed:
        return preferred
    return closed[0] if closed else None


def _villain_invokes(state: State, ask: Choose, closed: list[str]) -> str | None:
    """A villain throws both dice again on a miss, while it has more than one point (FAB-LIV-30)."""
    who = state.characters.get(actor_of(ask.who)) if ask.who != GM else None
    if who is None or who.kind is not Kind.VILLAIN or who.ultima <= SAVED or ask.what.facts.get("kind") != "attack":
        return None
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


# ---------------------------------------------------------------------- standing orders
KINDS = {
    "援引": "", "invoke": "", "检定": "check", "check": "check", "攻击": "attack", "attack": "attack", "先攻": "init",
    "initiative": "init", "对抗": "opposed", "opposed": "opposed", "支援": "support", "support": "support", "研究": "study",
    "study": "study", "妨碍": "hinder", "hinder": "hinder", "仪式": "ritual", "ritual": "ritual", "斩杀": "execution",
    "execution": "execution",
}  # fmt: skip
"""Which invocations an order speaks of: all, or those of one purpose (FAB-LIV-23)."""
WAYS = {"总是": "always", "always": "always", "有用": "useful", "useful": "useful", "从不": "never", "never": "never"}
REACTIONS = {"使用": "use", "use": "use", "不用": "leave", "leave": "leave", "问": ASK, "ask": ASK}


def order(state: State, actor: str, said: Order) -> Order:
    """A standing order as it is kept: `援引=从不`, `先攻=总是`, or a feat of hers with 使用, 不用 or 问 (FAB-LIV-23, FAB-LIV-35)."""
    name, value = said.name.strip(), said.value.strip()
    if name in KINDS and value in WAYS:
        return Order(name, value)
    if name not in KINDS and value in REACTIONS and _feat(state, actor, name):
        return Order(name, value)
    known = ["援引=总是|有用|从不", "先攻=从不", "<特技>=使用|不用|问"]
    raise RuleError("unknown_order", clause="FAB-LIV-23", order=f"{name}={value}", known=known)


def _feat(state: State, actor: str, name: str) -> bool:
    return any(name in (e.name, e.id.partition(":")[2]) for e in borne(state, actor))


def ordered(_state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer to a question; the one for this very purpose comes before the general one."""
    if ask.what.key == INVOKE:
        kind = str(ask.what.facts.get("kind", ""))
        mine = [o for o in orders if KINDS.get(o.name) == kind] or [o for o in orders if KINDS.get(o.name) == ""]
        way = WAYS.get(mine[-1].value, "useful") if mine else "useful"
        return ASK if way == "always" else "accept" if way == "never" else None
    if ask.what.key.startswith("questions.react"):
        said = next((o for o in orders if o.name in ask.about), None)
        return REACTIONS[said.value] if said else None
    return None


# ---------------------------------------------------------------------- a turn
def turn(state: State, who: str) -> Do:
    """How an NPC plays its turn: it attacks the reachable enemy with the fewest unbroken gauges with its first strike (FAB-LIV-30)."""
    for strike in arms_of(state, who).values():
        for target in _foes(state, who):
            try:
                check_cover(state, strike, (target,))
            except RuleError:
                continue
            return Do("attack", attack_with(state, strike, attacker=who, targets=(target,)), heard(state, target))
    return Do("end_turn", OfActor(who), heard(state, who) or (EVERYBODY,))


def _foes(state: State, who: str) -> list[str]:
    """Enemies on the clock, those with the fewest unbroken gauges first, then in list order."""
    conflict = state.conflict
    there = [c.id for c in conflict.combatants if c.id in state.characters] if conflict else []
    foes = [one for one in there if team_of(state, one) != team_of(state, who) and not state.characters[one].fate]
    up = [one for one in foes if not state.characters[one].out and not state.characters[one].hidden]
    return sorted(up, key=lambda one: state.characters[one].unbroken)


def due(state: State) -> Do | None:
    """What happens without anybody's word: what follows from the rules, then the turns of those who play by themselves."""
    found = follows(state)
    if found is not None or state.playing is None or beside(state):
        return found
    conflict = state.conflict
    who = "" if conflict is None else conflict.turn or (next_actor(conflict) if conflict.started else "")
    stops = conflict is None or who not in state.playing.people or who not in state.characters
    if conflict is None or stops or not _foes(state, who):  # FAB-LIV-30: a player must decide, or the sides are decided
        return Do("play_over", Nothing(), (EVERYBODY,), always=True)
    if conflict.turn == who and conflict.actions_left < 1:
        return Do("end_turn", OfActor(who), heard(state, who), always=True)
    return replace(turn(state, who), always=True)
