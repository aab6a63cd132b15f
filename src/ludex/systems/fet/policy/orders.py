"""Standing orders for windows (FET-LIV-30): a skill or a trait by its name, how damage is borne, how a price is paid.

`.代答 复仇焰魂=用 承受=意志` answers those questions as they come; `问` asks a person again. `.代答 受伤=收手` gives up an act in the middle
of which one is hurt, `受伤=问` halts there (FET-LIV-24).
"""

from ludex.core.asks import GAP, Choose, Option
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.orders import ASK, Order
from ludex.core.rule import rule
from ludex.systems.fet.effects.conditions import traits_of
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import Resource

BEAR, PAY, HURT = "bear", "loss", "hurt"
KINDS = {BEAR: ("承受", "bear"), PAY: ("代价", "price", "loss"), HURT: ("受伤", "收手", "hurt", "flinch")}
"""Orders by the kind of question: which resource, or what to do when hurt in the middle of an act (FET-LIV-24)."""
USE = ("", "用", "使用", "开", "use", "yes")
LEAVE = ("不用", "不", "关", "leave", "pass", "no")
ASKED = ("问", "停", "ask", "halt")
DROPS = (*USE, "收手", "受伤", "drop", "hurt")
GOES_ON = (*LEAVE, "继续", "go_on")
YES = ("use", "erase")
NO = ("pass", "leave", "let_be")
"""The answers that use something, and those that let it be."""


@rule("FET-LIV-24", "FET-LIV-30")
def order(state: State, actor: str, said: Order) -> Order:
    """An order as it is kept: whose name it has, and what it wants; anything else is refused."""
    wanted, value = folded(said.name), said.value.strip()
    kind = next((key for key, names in KINDS.items() if wanted in map(folded, names)), "")
    own = _own(state, actor)
    name = kind or next((name for name in own if folded(name) == wanted), "")
    if not name:
        known = [*(names[0] for names in KINDS.values()), *own]
        raise RuleError("unknown_order", clause="FET-LIV-30", order=said.name[:40], known=known)
    if value in ASKED:
        return Order(name, ASK)
    if kind == HURT and value in (*DROPS, *GOES_ON):
        return Order(name, "drop" if value in DROPS else "go_on")
    if kind and kind != HURT and Resource.holds(value):
        return Order(name, str(Resource.read(value)))
    if kind or value not in (*USE, *LEAVE):
        raise RuleError("bad_order", clause="FET-LIV-30", order=said.name[:40], value=value[:40])
    return Order(name, "leave" if value in LEAVE else "use")


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
    wanted = (mine.value,) if kind in KINDS else YES if mine.value == "use" else NO
    plain = next((option.answer for option in ask.options if option.answer in wanted), None)
    if plain is not None or wanted != YES or kind in KINDS:
        return plain
    return next((filled(option) for option in ask.options if option.answer.startswith(YES)), None)


def filled(option: Option) -> str:
    """An answer with its gaps as they are suggested."""
    return GAP.sub(lambda gap: next(iter(option.fill.get(gap[1], ())), "1"), option.answer)
