"""Standing orders for windows (FET-LIV-30): a skill or a trait by its name, how damage is borne, how a price is paid.

`.代答 复仇焰魂=用 承受=意志` answers those questions as they come; `问` asks a person again. `.代答 受伤=收手` gives up an act in the middle
of which one is hurt, `受伤=问` halts there (FET-LIV-24).
"""

from ludex.core.asks import GAP, Choose, Option
from ludex.core.names import folded
from ludex.core.orders import ASK, LEAVE, USE, Order, bad_order, kind_named, unknown_order, wish
from ludex.core.rule import rule
from ludex.systems.fet.effects.conditions import traits_of
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import Resource

BEAR, PAY, HURT = "bear", "loss", "hurt"
KINDS = {BEAR: ("承受", "bear"), PAY: ("代价", "price", "loss"), HURT: ("受伤", "收手", "hurt", "flinch")}
"""Orders by the kind of question: which resource, or what to do when hurt in the middle of an act (FET-LIV-24)."""
HALTS, DROPS, GOES_ON = ("停", "halt"), ("收手", "受伤", "drop", "hurt"), ("继续", "go_on")
"""What is said besides the usual wishes: ask there, give it up, go on."""
YES = ("use", "erase")
NO = ("pass", "leave", "let_be")
"""The answers that use something, and those that let it be."""


@rule("FET-LIV-24", "FET-LIV-30")
def order(state: State, actor: str, said: Order) -> Order:
    """An order as it is kept: whose name it has, and what it wants; anything else is refused."""
    kind, own = kind_named(said, KINDS), _own(state, actor)
    name = kind or next((name for name in own if folded(name) == folded(said.name)), "")
    if not name:
        raise unknown_order(said, (*(names[0] for names in KINDS.values()), *own), clause="FET-LIV-30")
    wanted = _wanted(kind, said.value.strip())
    if wanted is None:
        raise bad_order(said, clause="FET-LIV-30")
    return Order(name, wanted)


def _wanted(kind: str | None, value: str) -> str | None:
    """What an order wants, as it is kept; None where it does not say."""
    usual = wish(value)
    if usual == ASK or value in HALTS:
        return ASK
    if kind == HURT:
        return "drop" if usual == USE or value in DROPS else "go_on" if usual == LEAVE or value in GOES_ON else None
    if kind is not None:
        return str(Resource.read(value)) if Resource.holds(value) else None
    return usual


def _own(state: State, who: str) -> list[str]:
    """What of somebody's may ask: skills with an event, and traits that ask."""
    found = state.characters.get(who)
    skills = found.sheet.skills if isinstance(found, Character) else ()
    return [s.name for s in skills if s.event] + [t.name for t in traits_of(state, who) if t.event]


@rule("FET-LIV-24", "FET-LIV-30")
def ordered(_state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer to a question; what they leave open is asked."""
    kind, facts = ask.what.key.removeprefix("questions."), ask.what.facts
    about = str(facts.get("skill") or facts.get("effect") or "")
    mine = next((o for o in orders if o.name in ((kind,) if kind in KINDS else (about,))), None)
    if mine is None:
        return None
    if mine.value == ASK:
        return ASK
    wanted = (mine.value,) if kind in KINDS else YES if mine.value == USE else NO
    plain = next((option.answer for option in ask.options if option.answer in wanted), None)
    if plain is not None or wanted != YES or kind in KINDS:
        return plain
    return next((filled(option) for option in ask.options if option.answer.startswith(YES)), None)


def filled(option: Option) -> str:
    """An answer with its gaps as they are suggested."""
    return GAP.sub(lambda gap: next(iter(option.fill.get(gap[1], ())), "1"), option.answer)
