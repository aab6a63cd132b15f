"""The words that effects of FET are made of (FET-LIV-25 to FET-LIV-29): quantities, events, steps, spans, whose and whom.

Only words stand here. What conditions mean is `conditions`, what somebody bears `bearing`, what steps do `rules.steps`.
"""

from collections.abc import Iterable

from ludex.core.effects.vocabulary import Ending, Quantity, Slot, Sort, Span, Step, Word, words_of_terms
from ludex.core.terms import Term
from ludex.systems.fet.terms import (
    Amount,
    Attribute,
    BuffKind,
    Change,
    Effect,
    Event,
    Maximum,
    Resource,
    Step as Also,
    WardKind,
)

POINTS, MULTIPLY, ADD = (str(change) for change in Change)
BUFFED = tuple(str(kind) for kind in BuffKind)
FACTORED = (MULTIPLY, ADD, *BUFFED)
WARDED = tuple(str(kind) for kind in WardKind)


def _quantities(terms: Iterable[Term], *gives: str) -> tuple[Quantity, ...]:
    return tuple(Quantity(t.value, t.zh, t.en, t.also, gives=gives, clause="FET-LIV-25") for t in terms)


QUANTITIES = (
    *_quantities(Attribute, POINTS, *FACTORED),
    *_quantities(Maximum, MULTIPLY, ADD),
    *_quantities(Amount, *FACTORED, *WARDED),
)

GIVES = words_of_terms(Change, BuffKind, WardKind)
"""FET-TRT-2, and the author's newer bot: points, then products, then sums; on top of them buffs."""

OCCASIONS = words_of_terms(Event)

WHOSE = (
    Word("", "自己", "own", ("own", "自己的")),
    Word("friend", "友方", "a friend's", ("友方的",)),
    Word("enemy", "敌方", "an enemy's", ("敌方的",)),
    Word("anybody", "任何人", "anybody's", ("任何人的",)),
    Word("caused", "自己造成", "of one's own making", ("自己造成的",)),
)

WHOM = (
    Word("", "自己", "bearer", ("self",)),
    Word("other", "对方", "the other", ("one", "source", "attacker", "目标", "来源", "攻击者", "伤害来源", "一个目标")),
    Word("all", "全体", "everybody", ("全部",)),
    Word("subject", "当事者", "the one it happens to"),
)

PERS = (Word("battle", "场", "battle"),)

AMOUNTS = (
    Word("damage", "所受的伤害", "the damage"),
    Word("victim_max", "对方的上限", "the victim's maximum"),
)
"""Amounts in words (FET-LAW-9), beside `all`."""
_AMOUNT = Slot("amount", words=(*AMOUNTS, Word("all", "全部", "all")), default="0")
SAME = "same"
"""The resource of the event."""
_RESOURCE = Slot("resource", Sort.WORD, (*words_of_terms(Resource), Word(SAME, "同一资源", "the same")), "stamina")
_TIMES = Slot("times", Sort.NUMBER, default="1")
_OF = Slot("of", default="")
_RESIST = Slot("resist", Sort.WORD, words_of_terms(Attribute), "willpower")
_POOL = (_AMOUNT, _RESOURCE)
_STANDS = (_AMOUNT, _RESOURCE, _TIMES)

SLOTS: dict[Term, tuple[Slot, ...]] = {
    **dict.fromkeys((Effect.DAMAGE, Effect.HEAL, Effect.CONVERT, Also.ADD, Also.SCAR), _POOL),
    **dict.fromkeys((Effect.RETALIATE, Effect.REDUCE, Effect.GUARD), _STANDS),
    **dict.fromkeys((Effect.EMPOWER, Effect.VULNERABLE, Effect.WEAKEN), _STANDS),
    **dict.fromkeys(
        (Effect.SHIELD, Effect.DEBUFF, Effect.HIDE, Effect.SUMMON, Effect.PLACE, Also.LEVEL, Also.CASH, Also.POINTS),
        (_AMOUNT,),
    ),
    Effect.CONTROL: (_AMOUNT, _RESIST),
    Effect.ATTRIBUTE: (_AMOUNT, Slot("of", words=words_of_terms(Attribute), default=""), _TIMES),
    Also.RACE: (_OF,),
    Also.ASK: (Slot("of", words=(Word("chaste|common", "贞洁与否", "chaste or not"),), default=""),),
}
"""What a step is given, where it is given anything."""

STEPS = tuple(Step(t.value, t.zh, t.en, t.also, slots=SLOTS.get(t, ())) for kind in (Effect, Also) for t in kind)

GRANTS = (
    Step("see_acts", "看见行动", "see acts"),
    Step("see_impacts", "看见影响数值", "see impacts"),
    Step("see_wind_ups", "看见前摇", "see wind-ups"),
    Step("dark_vision", "看穿黑暗", "dark vision"),
    Step("create_in_own_barrier", "在自己的结界里造物", "create in its own barrier"),
    Step("destroy_from_own_barrier", "毁去来自自己结界之物", "destroy what comes from its own barrier"),
    Step("borrow_sheet", "借卡", "borrow a sheet"),
)

SPANS = (
    Span("t", "t", "t", ends=Ending.COUNT),
    Span("acts", "次行动", "acts", ends=Ending.COUNT),
    Span("uses", "次", "uses", ends=Ending.COUNT),
    Span("battle", "本场", "this battle"),
    Span("night", "到下一夜", "until the next night"),
)
"""FET-LIV-29: what is left of it is counted down, or it ends with the battle or the night."""
