"""Standing orders (常令, MIR-LIV-30): a kind of question and the answer to it, if wanted with a least chance or a condition.

A seat leaves them for its own («截击=60%», «加力=量谱 当 自我>=1»), an NPC's block holds its own. Of several of one kind the first that
applies answers; what none answers is asked.
"""

from msgspec.structs import replace

from ludex.core.asks import Choose, Option
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Occasion
from ludex.core.hints import remembered
from ludex.core.names import folded
from ludex.core.orders import ASK, LEAVE, Order, least_chance, wish
from ludex.core.principals import actor_of
from ludex.core.rule import rule
from ludex.systems.mirror.content import AttackRecord, library, own_actions
from ludex.systems.mirror.effects import WORDS
from ludex.systems.mirror.redact import perceived
from ludex.systems.mirror.rules.bearing import TIER_PENALTY
from ludex.systems.mirror.rules.checks import NEVER, Stake, betters
from ludex.systems.mirror.rules.ordering import WINDOWS, condition_of, order as order, parts_of, written_orders
from ludex.systems.mirror.rules.reacting import NONE, armed
from ludex.systems.mirror.rules.skills import ATTACK_SKILL, LINKED
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import AttackMode, Grade, key_of


@rule("MIR-LIV-30")
def ordered(state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer to a question; what they leave open is asked."""
    kind = ask.what.key.removeprefix("questions.")
    closed = [o for o in ask.options if not o.open]
    forbidden: set[str] = set()
    for one in orders:
        value, when = parts_of(one.value)
        if (_kind_of(one) != kind and kind not in WINDOWS) or (when and not _holds(state, ask, when)):
            continue
        if kind not in WINDOWS:
            answer = _answer(ask, kind, closed, value)
        elif (name := _reaction_of(state, ask, one)) is not None and wish(value) == LEAVE:
            forbidden.add(name)
            answer = NONE if forbidden >= _reactions(ask) else None
        else:
            answer = _reaction(state, ask, name, value) if name is not None else None
        if answer is not None:
            return answer
    return None


def of_block(state: State, ask: Choose) -> str | None:
    """What the orders in an NPC's block answer; those of a seat came before."""
    c = state.characters.get(actor_of(ask.who))
    if c is None or not c.orders:
        return None
    answer = ordered(state, ask, tuple(order(state, c.id, one) for one in written_orders(c.orders)))
    return None if answer == ASK else answer


def _kind_of(one: Order) -> str:
    return one.name.partition(":")[0]


def _holds(state: State, ask: Choose, when: str) -> bool:
    """Whether an order's condition holds now for who is asked."""
    effect, who = condition_of(when), actor_of(ask.who)
    if effect is None or who not in state.characters:
        return False
    facts = ask.what.facts
    at = Occasion("order", doer=who, target=str(facts.get("other", "")), facts={"grade": facts.get("grade", "")})
    return holds(WORDS, state, replace(effect, bearer=who), effect.modifiers[0].when, at)


def _answer(ask: Choose, kind: str, closed: list[Option], value: str) -> str | None:
    """What an order says to a question of its kind."""
    if wish(value) == ASK:
        return ASK
    if kind == "boost":
        return _boost(ask, closed, value)
    if kind == "effect":
        return f"effect:{Grade.SUCCESS if wish(value) == LEAVE else Grade.GREAT_SUCCESS}"
    return _named(closed, value)


def _reactions(ask: Choose) -> frozenset[str]:
    return frozenset(o.answer for o in ask.options if not o.open) - {NONE, "never"}


def _reaction_of(state: State, ask: Choose, one: Order) -> str | None:
    wanted = folded(one.name.partition(":")[2]) if one.name.startswith("reaction:") else one.name
    called = _offered(state, ask)
    return next((a for a in _reactions(ask) if wanted in (a, *(folded(n) for n in called.get(a, ())))), None)


def _reaction(state: State, ask: Choose, name: str, value: str) -> str | None:
    """A reaction that is ordered: asked about, used, or used at a least chance."""
    if wish(value) == ASK:
        return ASK
    least = least_chance(value)
    return name if least is None or _chance(state, ask, name) * 100 >= least else None


def _offered(state: State, ask: Choose) -> dict[str, tuple[str, ...]]:
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
    if wish(value) == LEAVE or not ask.what.facts.get("useful", True):
        return "none"
    least = least_chance(value)
    if least is not None and _bettered(ask) * 100 < least:
        return None
    named = _named(options, value)
    return named or next((o.answer for o in options if o.answer not in ("none", NEVER)), None)


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


# --- how likely a blow hits an assumed opponent (MIR-LIV-43, MIR-LIV-30) ---------------------------------------------

ASSUMED = 2
"""The defence of an ordinary opponent: attributes of 10, a rank of 1."""

HIDDEN = 5
"""What an ATK at something hidden loses (MIR-CNC-3)."""

D20, NATURAL = 20, 10


def best_sum(c: Character, linked: tuple[str, ...] | list[str]) -> int:
    """The highest sum that one of these attributes gives: its modifier, the negative ones of the others, its tier's penalty."""
    return max(summed(c, a, linked) for a in linked)


def summed(c: Character, attribute: str, linked: tuple[str, ...] | list[str]) -> int:
    """Its modifier, the negative ones of the others, and its tier's penalty."""
    others = sum(min(0, c.mod(a)) for a in linked if a != attribute)
    return c.mod(attribute) + others - TIER_PENALTY.get(c.tier(attribute), 0)


def edge(c: Character, attack: AttackRecord) -> int:
    """What she adds to an attack: the better attribute, and twice her rank with it."""
    ranks = c.magic if attack.mode == AttackMode.MAGIC else c.weapons
    skill = attack.skill or ATTACK_SKILL[attack.type]
    return best_sum(c, LINKED[skill]) + 2 * ranks.get(attack.category, 0)


@rule("MIR-LIV-30", "MIR-LIV-43")
def chance(c: Character, attack: AttackRecord, *, concealment: int = 0) -> float:
    """The chance that her attack hits an ordinary opponent whom she perceives so well."""
    return _reached(edge(c, attack) - (HIDDEN if concealment else 0) - ASSUMED)


@remembered(128)
def _reached(lead: int) -> float:
    """The chance that one D20 with so much more reaches another, N1 and N20 counted."""
    faces = [n + (NATURAL if n == D20 else -NATURAL if n == 1 else 0) for n in range(1, D20 + 1)]
    return sum(a + lead >= b for a in faces for b in faces) / D20**2
