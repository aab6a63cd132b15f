"""Answers without a person: what no other answer betters, taken for everybody; and the default policy for those whom the table plays.

It answers by the kind of question; where it has no opinion it leaves the question to people.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.orders import Order
from ludex.core.principals import EVERYBODY, GM, Who, actor_of
from ludex.core.rule import rule
from ludex.systems.mirror.content import library, own_actions
from ludex.systems.mirror.policy.clever import play, usable
from ludex.systems.mirror.policy.orders import of_block, ordered, summed
from ludex.systems.mirror.redact import heard, in_sight
from ludex.systems.mirror.rules.actions import OWN_TURN, priced
from ludex.systems.mirror.rules.clock import BeginRound, EndTurn, NextTick, next_alone, next_beginning
from ludex.systems.mirror.rules.growth import AutoLearn, automatic, has_point, open_abilities
from ludex.systems.mirror.rules.initiative import EndConflict, OfferEnd, ShareFavour, decided
from ludex.systems.mirror.rules.knowing import known_actions
from ludex.systems.mirror.rules.ordering import LetPlay
from ludex.systems.mirror.rules.sheets import ActorGiven
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Grade, PartType


def decide(state: State, ask: Choose) -> str | None:
    """The answer to a question, or None to leave it open."""
    policy = POLICIES.get(ask.what.key.removeprefix("questions."))
    answers = tuple(o.answer for o in ask.options if not o.open)
    if policy is None:
        return answers[0] if answers else None
    return policy(state, ask, answers)


def _attribute(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    c = state.characters.get(actor_of(ask.who))
    return max(answers, key=lambda a: c.mod(a.removeprefix("attribute:"))) if c and answers else None


def _reaction(state: State, ask: Choose, answers: tuple[str, ...]) -> str:
    """Who plays by herself intercepts when the odds of a hit are even or better (MIR-LIV-30)."""
    c = state.characters.get(actor_of(ask.who))
    if c is None or c.id not in state.played or "intercept" not in answers:
        return "none"
    return ordered(state, ask, (Order("intercept", "50%"),)) or "none"


def _pay(state: State, ask: Choose, _answers: tuple[str, ...]) -> str | None:
    """As much as there is, up to what is asked."""
    offered = [int(n) for o in ask.options for n in o.fill.get("ap", ())]
    return f"pay:{max(offered)}" if offered and actor_of(ask.who) in state.characters else None


def _healthiest(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """Of one's own parts the one with the fewest wounds, rather not a vital one."""
    c = state.characters.get(actor_of(ask.who))
    return min(answers, key=lambda a: _burden(c, a.removeprefix("part:"))) if c and answers else None


def _burden(c: Character, part: str) -> tuple[bool, int]:
    found = c.part(part)
    return (found.vital, len(found.wounds)) if found else (True, 99)


def _aimed(_state: State, _ask: Choose, answers: tuple[str, ...]) -> str | None:
    """An attacker goes for the middle of the body, where it is offered."""
    return next((a for a in answers if a == "part:torso"), answers[0] if answers else None)


def _part(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """The victim spares what is vital; an attacker (whose own body it is not) aims."""
    mine = ask.about == actor_of(ask.who)
    return _healthiest(state, ask, answers) if mine else _aimed(state, ask, answers)


def _willing(state: State, ask: Choose, _answers: tuple[str, ...]) -> str:
    return "yes" if actor_of(ask.who) in state.characters else "no"


Policy = Callable[[State, Choose, tuple[str, ...]], str | None]


def _always(answer: str) -> Policy:
    return lambda _state, _ask, _answers: answer


_UNSEEN = dict.fromkeys(("reaction_unseen", "window_unseen"), _always("none")) | {"effect_unseen": _always("leave")}
"""Who must not be seen to think leaves it, but for a standing order (MIR-LIV-41)."""

POLICIES: dict[str, Policy] = {
    "attribute": _attribute,
    "boost": _always("none"),
    "turn": _always("act"),
    "pay": _pay,
    "window": _reaction,
    "part": _part,
    "burst": _healthiest,
    "erosion": _healthiest,
    "core": _healthiest,
    "willing": _willing,
    "effect_acts": _always("use"),
    "reaction": _always("none"),
    **_UNSEEN,
}
"""What is answered, by question; any other by the first answer that is offered."""


def taken(state: State, ask: Choose) -> str | None:
    """The answer that the table gives by itself, no matter who is asked (MIR-LIV-14 to MIR-LIV-21)."""
    if (said := of_block(state, ask)) is not None:
        return said
    taker = TAKEN.get(ask.what.key.removeprefix("questions."))
    answers = tuple(o.answer for o in ask.options if not o.open)
    return taker(state, ask, answers) if taker else None


@rule("MIR-LIV-14")
def _dominant(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """The attribute with the highest sum; of equals one with a usable gauge; asked only if another has such a gauge alone."""
    c = state.characters.get(actor_of(ask.who))
    if c is None or not answers:
        return None
    names = [a.removeprefix("attribute:") for a in answers]
    best = max(names, key=lambda a: (summed(c, a, names), _usable(state, c, a)))
    if any(_usable(state, c, a) for a in names) and not _usable(state, c, best):
        return None
    return f"attribute:{best}"


def _usable(state: State, c: Character, attribute: str) -> bool:
    return c.gauge(attribute) > 0 and (state.conflict is None or not c.ra_used) and not c.unconscious


@rule("MIR-LIV-15", "MIR-LIV-41")
def _boost_or_not(state: State, ask: Choose, _answers: tuple[str, ...]) -> str | None:
    """Not asked where a second die betters nothing, nor of somebody of the GM's whom no player can locate."""
    c = state.characters.get(actor_of(ask.who))
    unseen = c is not None and c.gm_played and heard(state, c.id) == (GM,)
    return "none" if unseen or not ask.what.facts.get("useful", True) else None


@rule("MIR-LIV-16", "MIR-LIV-21")
def _aim_or_spare(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """An attacker goes for the middle, unless a limb may be severed; what the GM's victims give is taken."""
    asked, victim = state.characters.get(actor_of(ask.who)), state.characters.get(ask.about)
    if victim is None or (asked is not None and asked.id == victim.id):
        return _spared(state, ask, answers)
    if ask.what.facts.get("fateful"):
        return None
    before = asked.aims.get(victim.id) if asked is not None else None
    if before is not None and f"part:{before}" in answers:
        return f"part:{before}"
    vital = [f"part:{p.id}" for p in victim.parts_left if p.vital]
    if list(answers) == vital and len(vital) < len(victim.parts_left):
        return answers[0]  # an execution: the first vital one
    middle = (p.id for p in victim.parts if p.type is PartType.MIDDLE)
    return next((f"part:{i}" for i in middle if f"part:{i}" in answers), answers[0] if answers else None)


@rule("MIR-LIV-21")
def _spared(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    c = state.characters.get(actor_of(ask.who))
    return decide(state, ask) if c is not None and c.gm_played and answers else None


def _greater(_state: State, ask: Choose, _answers: tuple[str, ...]) -> str | None:
    return f"effect:{Grade.GREAT_SUCCESS}" if ask.what.facts.get("better") else None


@rule("MIR-LIV-25")
def _better(_state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    better = str(ask.what.facts.get("better") or "")
    return better if better in answers else None


@rule("MIR-LIV-25")
def _own_wish(_state: State, ask: Choose, _answers: tuple[str, ...]) -> str | None:
    return "yes" if ask.what.facts.get("own") else None


@rule("MIR-LIV-18")
def _listed(_state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    filled = [f"order:{ids}" for o in ask.options for ids in o.fill.get("ids", ())]
    return next(iter((*answers, *filled)), None) if ask.who == GM else None


TAKEN: dict[str, Policy] = {
    "attribute": _dominant,
    "boost": _boost_or_not,
    "part": _aim_or_spare,
    **dict.fromkeys(("burst", "erosion", "core", "worsen", "round_start"), _spared),
    "effect": _greater,
    "effect_blind": _always(f"effect:{Grade.GREAT_SUCCESS}"),  # MIR-LIV-42
    "order": _listed,
    "turn": _always("act"),
    "keep_effect": _better,
    "keep_life": _better,
    "willing": _own_wish,
    **_UNSEEN,
}
"""What the table answers by itself, by question."""


@rule("MIR-LIV-19")
def due(state: State) -> Do | None:
    """What happens without anybody's word: what follows from the rules, then the turns of those whom the table plays."""
    found = follows(state)
    turn = state.conflict.turn if state.conflict is not None else None
    if found is not None or turn is None or not state.played:
        return found
    if turn in state.played:
        return replace(play(state, turn), always=True)
    return Do("let_play", LetPlay(ids=()), (GM,), always=True) if not state.characters[turn].gm_played else None


@rule("MIR-LIV-19")
def follows(state: State) -> Do | None:
    """The clock runs to the next turn (that alone waits for the GM at the pace `step`); a turn with nothing left in it ends; what a conflict
    or a level leaves open is asked."""
    if (learned := _comes(state)) is not None:
        return learned
    conflict = state.conflict
    if conflict is None:
        return None
    if (fallen := _at_nothing(state)) is not None:
        return Do("drop_total_action", ActorGiven(fallen), heard(state, fallen), always=True)
    if conflict.over:
        return Do("end_conflict", EndConflict(), always=True)
    if decided(state) and not conflict.offered:
        return Do("offer_end", OfferEnd(), (GM,), always=True)
    if not any(_awake(state, f.id) for f in conflict.fighters):
        return None
    if conflict.turn is None:
        return _clock_runs(state)
    if _nothing_left(state, conflict.turn):
        return Do("end_turn", EndTurn(conflict.turn), heard(state, conflict.turn), always=True)
    return None


@rule("MIR-LIV-19", "MIR-LIV-21")
def _clock_runs(state: State) -> Do:
    """The clock runs to the next turn; what a round begins with is done by itself where somebody whom all perceive is dying."""
    aside = in_sight(state)
    if (who := next_beginning(state, aside)) is not None:
        return Do("begin_round", BeginRound(who), heard(state, who), always=True)
    up = next_alone(state)
    return Do("next_tick", NextTick(aside=aside), heard(state, *up) if up else (EVERYBODY,), always=bool(state.played))


@rule("MIR-LIV-23", "MIR-LIV-48")
def beside(state: State) -> tuple[Do, ...]:
    """What is asked while play goes on: favour after a conflict, where a level's points go, then its abilities."""
    favour = (Do("share_favour", ShareFavour(), always=True),) if state.favour_due and state.conflict is None else ()
    own = {who: c for who, c in state.characters.items() if not c.gm_played}
    points = [who for who in state.growing if who in own and has_point(own[who])]
    open_ = [who for who in state.learning if who in own and who not in points and open_abilities(state, own[who])]
    placed = [Do("place_point", ActorGiven(who), always=True) for who in points]
    return (*favour, *placed, *(Do("place_ability", ActorGiven(who), always=True) for who in open_))


@rule("MIR-LIV-30")
def plays(state: State, who: Who) -> bool:
    return actor_of(who) in state.played


@rule("MIR-LIV-7", "MIR-LIV-22")
def silent(state: State, who: Who) -> bool:
    """Whether somebody is out of play: she is asked nothing, and what was asked of her falls away."""
    c = state.characters.get(actor_of(who))
    return c is not None and c.out_of_play


@rule("MIR-LIV-24", "MIR-DOM-8", "MIR-LIV-40")
def _comes(state: State) -> Do | None:
    """Abilities that somebody has come to by herself; of the GM's own the GM alone hears."""
    for i, c in state.characters.items():
        if not i.startswith("@") and not c.out_of_play and (found := automatic(state, c)):
            given = AutoLearn(actor=i, catalogue=tuple(found))
            return Do("auto_learn", given, (GM,) if c.gm_played else (EVERYBODY,), always=True)
    return None


@rule("MIR-LIV-22")
def _at_nothing(state: State) -> str | None:
    """One who is out of play and at a total action still; that of the unconscious breaks with a turn that passes (Ruling MIR-E-59)."""
    gone = (i for i, c in state.characters.items() if c.total_action is not None and c.out_of_play)
    return next(gone, None)


def _awake(state: State, who: str) -> bool:
    c = state.characters.get(who)
    return c is not None and not (c.out_of_play or c.unconscious)


def _nothing_left(state: State, who: str) -> bool:
    """Whether her turn is over: she is down, or has no AP, pays for no total action, goes on with no movement, and has nothing else to do
    that costs no AP."""
    c, conflict = state.characters[who], state.conflict
    if not _awake(state, who):
        return True
    waits = c.total_action is not None and not c.total_action.paid_now
    walks = conflict is not None and conflict.moving == who and c.mov > 0
    return c.ap <= 0 and not (waits or walks) and not _free(state, c)


def _free(state: State, c: Character) -> bool:
    """Whether she knows an SA, MA or TA without AP cost that she may use now."""
    there = library(state.catalogue)
    actions = {**{i: a for i, a in there.actions.items() if not a.ap}, **own_actions(c)}
    known = [a for a in actions.values() if a.type in OWN_TURN and not a.ap and not a.variable_ap]
    mine = known_actions(state, c) if known else frozenset[str]()
    uses = (usable(state, c, a) for a in known if a.name in mine)
    return any(use is not None and priced(state, c, use) == 0 for use in uses)
