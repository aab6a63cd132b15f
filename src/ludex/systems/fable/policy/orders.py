"""Standing orders: what somebody has said beforehand about her invocations and reactions (FAB-LIV-23, FAB-LIV-35)."""

from ludex.core.asks import Choose
from ludex.core.effects.records import Effect
from ludex.core.names import folded
from ludex.core.orders import ASK, LEAVE, USE, Order, bad_order, kind_named, unknown_order, wish
from ludex.core.principals import actor_of
from ludex.core.rule import rule
from ludex.systems.fable.effects import borne
from ludex.systems.fable.state import State

INVOKE = "questions.invoke"
EVERY = "invoke"
KINDS = {
    EVERY: ("援引",),
    "check": ("检定",),
    "attack": ("攻击",),
    "init": ("先攻", "initiative"),
    "opposed": ("对抗",),
    "support": ("支援",),
    "study": ("研究",),
    "hinder": ("妨碍",),
    "ritual": ("仪式",),
    "execution": ("斩杀",),
}
"""Which invocations an order speaks of: all, or those of one purpose (FAB-LIV-23)."""
USEFUL = ("有用", "useful")
"""The wish that is the default: an invocation is asked where it can matter."""
INVOKES = {USE: ASK, ASK: ASK, LEAVE: "accept"}
"""What the other wishes come to for an invocation: it is always asked, or never."""


@rule("FAB-LIV-23", "FAB-LIV-35")
def order(state: State, actor: str, said: Order) -> Order:
    """A standing order as it is kept: `援引=从不`, `先攻=总是`, or a feat of hers with 使用, 不用 or 问."""
    kind, value = kind_named(said, KINDS), said.value.strip()
    feats = () if kind else _called(state, actor, said.name)
    if not kind and not feats:
        raise unknown_order(
            said, (*(words[0] for words in KINDS.values()), *_asking(state, actor)), clause="FAB-LIV-23"
        )
    if wish(value) is None and not (kind and folded(value) in USEFUL):
        raise bad_order(said, clause="FAB-LIV-23")
    return Order(kind or feats[0].name, value)


def _called(state: State, who: str, name: str) -> tuple[Effect, ...]:
    return tuple(e for e in borne(state, who) if folded(name) in map(folded, (e.name, e.id.rpartition(":")[2])))


def _asking(state: State, who: str) -> tuple[str, ...]:
    return tuple(e.name for e in borne(state, who) if any(trigger.ask for trigger in e.triggers))


@rule("FAB-LIV-23", "FAB-LIV-35")
def ordered(state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer to a question; the one for this very purpose comes before the general one."""
    if ask.what.key == INVOKE:
        mine = _about(orders, str(ask.what.facts.get("kind", ""))) or _about(orders, EVERY)
        return INVOKES.get(wish(mine[-1].value) or "") if mine else None
    if ask.what.key.startswith("questions.react"):
        who = actor_of(ask.who)
        said = next((o for o in orders if any(f":{e.id}:" in ask.about for e in _called(state, who, o.name))), None)
        return wish(said.value) if said else None
    return None


def _about(orders: tuple[Order, ...], kind: str) -> list[Order]:
    return [one for one in orders if kind_named(one, KINDS) == kind]
