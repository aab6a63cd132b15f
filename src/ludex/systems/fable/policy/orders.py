"""Standing orders: what somebody has said beforehand about her invocations and reactions (FAB-LIV-23, FAB-LIV-35)."""

from ludex.core.asks import Choose
from ludex.core.errors import RuleError
from ludex.core.orders import ASK, Order
from ludex.systems.fable.rules.counting import borne
from ludex.systems.fable.state import State

INVOKE = "questions.invoke"
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
