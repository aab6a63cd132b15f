"""Standing orders (常令, MIR-LIV-30): a kind of question and the answer to it, if wanted with a least chance or a condition.

A seat leaves them for its own («截击=60%», «加力=量谱 当 自我>=1»), an NPC's block holds its own. Of several of one kind the first that
applies answers; what none answers is asked.
"""

import re

from msgspec.structs import replace

from ludex.core.asks import Choose, Option
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Effect, Occasion
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.orders import ASK, Order
from ludex.core.principals import actor_of
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord, library, own_actions
from ludex.systems.mirror.content.records import effect_of
from ludex.systems.mirror.policy.chances import chance
from ludex.systems.mirror.redact import perceived
from ludex.systems.mirror.rules.bearing import WORDS
from ludex.systems.mirror.rules.boosts import Stake, betters
from ludex.systems.mirror.rules.reacting import armed
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Grade, key_of

KINDS = {
    "boost": ("加力", "优势", "量谱", "boost"),
    "intercept": ("截击", "intercept"),
    "block": ("阻挡", "block"),
    "part": ("瞄准", "部位", "aim", "part"),
    "effect": ("大成功", "great"),
    "keep_effect": ("保留", "keep"),
    "attribute": ("属性", "attribute"),
}
"""Kinds of questions that can be ordered, with how people say them; any other reaction goes by its own name."""

NEVER, ALWAYS = ("不用", "从不", "不", "never", "no"), ("用", "总是", "always", "yes")
ASKED = ("问", "ask")
YES_OR_NO = ("boost", "intercept", "block", "effect", "reaction")
CHANCE = re.compile(r"(\d{1,3})\s*%")
WHEN = re.compile(r"\s*(?:当|若|when|if)\s*[:：]?\s*")
COMPARED = re.compile(r"\s*(.+?)\s*(>=|≥|>|<=|≤|<)\s*(\d{1,3})\s*")
OTHERS = ("对方", "other's ", "other ")
WINDOWS = ("window", "window_unseen", "reaction", "reaction_unseen")
"""Questions whose answers are reactions."""


@rule("MIR-LIV-30")
def order(state: State, actor: str, said: Order) -> Order:
    """An order as it is kept: its kind by its key, its answer and condition as they were said; anything else is refused."""
    wanted = folded(said.name)
    kind = next((key for key, names in KINDS.items() if wanted in {folded(n) for n in (key, *names)}), None)
    reaction = None if kind else _reaction_named(state, actor, wanted)
    if kind is None and reaction is None:
        known = [names[0] for names in KINDS.values()]
        raise RuleError("unknown_order", clause="MIR-LIV-30", order=said.name[:40], known=known)
    value, when = _parts(said.value)
    if (kind or "reaction") in YES_OR_NO and not _understood(value):
        raise RuleError("bad_order", clause="MIR-LIV-30", order=said.name, value=value[:40])
    if when and _condition(when) is None:
        raise RuleError("bad_order_condition", clause="MIR-LIV-33", value=when[:40])
    name = kind or f"reaction:{reaction.called if reaction else ''}"
    return Order(name, f"{value} 当 {when}" if when else value)


def _reaction_named(state: State, actor: str, wanted: str) -> ActionRecord | None:
    """An action that waits for an event, by its name."""
    c = state.characters.get(actor)
    actions = {**library(state.catalogue).actions, **(own_actions(c) if c is not None else {})}
    waiting = (a for a in actions.values() if a.trigger)
    return next((a for a in waiting if wanted in (folded(a.name), folded(a.called))), None)


def _parts(said: str) -> tuple[str, str]:
    """What to do, and when."""
    value, *when = WHEN.split(said.strip(), maxsplit=1)
    return value.strip() or "用", (when[0].strip() if when else "")


def _understood(value: str) -> bool:
    found = CHANCE.fullmatch(value)
    return (
        value in (*NEVER, *ALWAYS, *ASKED)
        or key_of(value) in ("ego", "gauge")
        or (found is not None and int(found[1]) <= 100)
    )


@rule("MIR-LIV-33")
def _condition(when: str) -> Effect | None:
    """A condition as effects have it; a number may be compared by a sign («AP>=2», «对方SP<=0»). None: it cannot be read."""
    phrases = [_compared(one) for one in re.split(r"\s*(?:且|,|，|&| and )\s*", when) if one]
    written = {"modifiers": [{"of": "atk", "bonus": 0, "when": phrases}]}
    effect, problems = effect_of(written, "order")
    return None if problems else effect


def _compared(text: str) -> str:
    found = COMPARED.fullmatch(text)
    if found is None:
        return text
    name, sign, number = found.groups()
    other = next((o for o in OTHERS if name.startswith(o)), "")
    bound = int(number) + (1 if sign == ">" else -1 if sign == "<" else 0)
    word = "至少" if sign[0] in ">≥" else "至多"
    return f"{'对方' if other else ''}{word} {name.removeprefix(other).strip()} {max(0, bound)}"


@rule("MIR-LIV-30")
def ordered(state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer to a question; what they leave open is asked."""
    kind = ask.what.key.removeprefix("questions.")
    closed = [o for o in ask.options if not o.open]
    for one in orders:
        value, when = _parts(one.value)
        if _kind_of(one) != kind and kind not in WINDOWS:
            continue
        if when and not _holds(state, ask, when):
            continue
        answer = _reaction(state, ask, one, value) if kind in WINDOWS else _answer(ask, kind, closed, value)
        if answer is not None:
            return answer
    return None


def of_block(state: State, ask: Choose) -> str | None:
    """What the orders in an NPC's block answer; those of a seat came before."""
    c = state.characters.get(actor_of(ask.who))
    if c is None or not c.orders:
        return None
    said = [Order(*(part.strip() for part in text.partition("=")[::2])) for text in c.orders]
    answer = ordered(state, ask, tuple(order(state, c.id, one) for one in said))
    return None if answer == ASK else answer


def _kind_of(one: Order) -> str:
    return one.name.partition(":")[0]


def _holds(state: State, ask: Choose, when: str) -> bool:
    """Whether an order's condition holds now for who is asked."""
    effect, who = _condition(when), actor_of(ask.who)
    if effect is None or who not in state.characters:
        return False
    facts = ask.what.facts
    at = Occasion("order", doer=who, target=str(facts.get("other", "")), facts={"grade": facts.get("grade", "")})
    return holds(WORDS, state, replace(effect, bearer=who), effect.modifiers[0].when, at)


def _answer(ask: Choose, kind: str, closed: list[Option], value: str) -> str | None:
    """What an order says to a question of its kind."""
    if value in ASKED:
        return ASK
    if kind == "boost":
        return _boost(ask, closed, value)
    if kind == "effect":
        return f"effect:{Grade.SUCCESS if value in NEVER else Grade.GREAT_SUCCESS}"
    return _named(closed, value)


def _reaction(state: State, ask: Choose, one: Order, value: str) -> str | None:
    """A reaction that is ordered and offered; one that is forbidden leaves the others open, if there are any."""
    offered = [o.answer for o in ask.options if not o.open and o.answer not in ("none", "never")]
    wanted = folded(one.name.partition(":")[2]) if one.name.startswith("reaction:") else one.name
    actions = _offered(state, ask)
    name = next((a for a in offered if wanted in (a, *(folded(n) for n in actions.get(a, ())))), None)
    if name is None:
        return None
    if value in ASKED:
        return ASK
    if value in NEVER:
        return "none" if offered == [name] else None
    least = CHANCE.fullmatch(value)
    return name if least is None or _chance(state, ask, name) * 100 >= int(least[1]) else None


def _offered(state: State, ask: Choose) -> dict[str, tuple[str, ...]]:
    """What the actions that may be offered are called."""
    c = state.characters.get(actor_of(ask.who))
    actions = {**library(state.catalogue).actions, **(own_actions(c) if c is not None else {})}
    return {name: (a.name, a.called) for name, a in actions.items()}


def _chance(state: State, ask: Choose, name: str) -> float:
    """How likely a reaction does what it should; one without a check always does."""
    c, other = state.characters[actor_of(ask.who)], state.characters.get(str(ask.what.facts.get("other", "")))
    action = {**library(state.catalogue).actions, **own_actions(c)}[name]
    attack = armed(c, action).attack
    if attack is None:
        return 1.0
    return chance(c, attack, concealment=perceived(state, c, other).concealment if other is not None else 0)


def _boost(ask: Choose, options: list[Option], value: str) -> str | None:
    """Whether to spend something: never, where it helps often enough, or what was named."""
    if value in NEVER or not ask.what.facts.get("useful", True):
        return "none"
    least = CHANCE.fullmatch(value)
    if least is not None and _bettered(ask) * 100 < int(least[1]):
        return None
    named = _named(options, value)
    return named or next((o.answer for o in options if o.answer != "none"), None)


def _bettered(ask: Choose) -> float:
    """How likely a second die betters the check that is asked about."""
    facts = ask.what.facts
    face, modifier, reach, tiers = (facts.get(name) for name in ("face", "modifier", "reach", "tiers"))
    if not isinstance(face, int) or not isinstance(modifier, int) or not isinstance(reach, int):
        return 1.0
    known = tuple(str(one) for one in tiers) if isinstance(tiers, list | tuple) else ()
    return betters(face, modifier, Stake(target=reach, tiers=known, defends=bool(facts.get("defends"))))


def _named(options: list[Option], value: str) -> str | None:
    """The option that a word means: by its answer, its key or its name."""
    key = key_of(value)
    return next((o.answer for o in options if o.answer.rpartition(":")[2] in (value, key)), None)
