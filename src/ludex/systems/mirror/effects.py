"""The words that effects of Mirror are made of (MIR-LIV-31 to MIR-LIV-34): quantities, conditions, what is granted and denied.

Only words and what they mean in a state stand here. Which effects bear upon somebody is in `rules/bearing.py`.
"""

from collections.abc import Iterable

from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.effects.vocabulary import Condition, Quantity, Slot, Sort, Step, Vocabulary, Word
from ludex.core.terms import Term
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State, grid_of
from ludex.systems.mirror.terms import (
    ActionType,
    AttackMode,
    AttackType,
    Attribute,
    DamageType,
    Defense,
    Kind,
    Light,
    Mode,
    Sense,
    Skill,
    Status,
    Tag,
)

BONUS, PENALTY, VALUE, ADVANTAGE, DISADVANTAGE = "bonus", "penalty", "value", "advantage", "disadvantage"
SIGNED = (BONUS, PENALTY, VALUE)
ROLLED = (*SIGNED, ADVANTAGE, DISADVANTAGE)
"""Ways to change a number, and a check."""


def _words(*terms: type[Term]) -> tuple[Word, ...]:
    """The terms of the rulebook as words of effects."""
    return tuple(Word(one.value, one.zh, one.en, one.also) for kind in terms for one in kind)


def _only(values: Iterable[Term]) -> tuple[Word, ...]:
    return tuple(Word(one.value, one.zh, one.en, one.also) for one in values)


def _bearer(state: State, effect: Effect) -> Character | None:
    return state.characters.get(effect.bearer)


def _other(state: State, effect: Effect, at: Occasion) -> Character | None:
    return state.characters.get(at.other(effect.bearer))


def _in_mode(state: State, _effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    return (Mode.CONFLICT.value if state.conflict is not None else state.mode) == phrase.value()


def _own_turn(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return state.conflict is not None and state.conflict.has_turn(effect.bearer)


def _moved(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return state.conflict is not None and effect.bearer in state.conflict.moved


def _status(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    c = _bearer(state, effect)
    return c is not None and phrase.value() in c.statuses


def _other_status(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    c = _other(state, effect, at)
    return c is not None and phrase.value() in c.statuses


def _at_least(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    c = _bearer(state, effect)
    return c is not None and c.value(phrase.value()) >= phrase.number(1)


def _minion(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
    c = _other(state, effect, at)
    return c is not None and c.minion


def _hostile(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
    me, c = _bearer(state, effect), _other(state, effect, at)
    return me is not None and c is not None and me.side != c.side


def _near(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    me, c = _bearer(state, effect), _other(state, effect, at)
    if me is None or c is None or me.pos is None or c.pos is None:
        return False
    return grid_of(state.stage.grid).distance(me.pos, c.pos) <= phrase.number()


def _tagged(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    tags = at.fact("tags", ())
    return isinstance(tags, tuple) and phrase.value() in tags


def _number(name: str = "n") -> Slot:
    return Slot(name, Sort.NUMBER)


CONDITIONS = (
    Condition("mode", "模式", "mode", holds=_in_mode, slots=(Slot("mode", Sort.WORD, _words(Mode)),)),
    Condition("own_turn", "自己的回合", "own turn", holds=_own_turn),
    Condition("moved", "本轮移动过", "moved this round", holds=_moved),
    Condition("status", "状态", "status", holds=_status, slots=(Slot("status", Sort.WORD, _words(Status)),)),
    Condition(
        "other_status",
        "对方状态",
        "other's status",
        holds=_other_status,
        slots=(Slot("status", Sort.WORD, _words(Status)),),
    ),
    Condition(
        "at_least",
        "至少",
        "at least",
        holds=_at_least,
        slots=(Slot("attribute", Sort.WORD, _words(Attribute)), _number()),
    ),
    Condition("minion", "对方是杂兵", "other is a minion", holds=_minion),
    Condition("hostile", "对方敌对", "other is hostile", holds=_hostile),
    Condition("near", "相距以内", "within", holds=_near, slots=(_number(),)),
    Condition("tagged", "动作标签", "action tag", holds=_tagged, slots=(Slot("tag", Sort.WORD, _words(Tag)),)),
)

QUANTITIES = (
    Quantity("check", "技能检定", "skill checks", gives=ROLLED, parts=_words(Skill), clause="MIR-LIV-32"),
    Quantity("atk", "ATK", "ATK", gives=ROLLED, parts=_words(AttackType, AttackMode), clause="MIR-LIV-32"),
    Quantity("def", "DEF", "DEF", gives=ROLLED, parts=_words(Defense), clause="MIR-LIV-32"),
    Quantity("initiative", "先攻", "initiative", gives=ROLLED, clause="MIR-LIV-32"),
    Quantity("dying", "濒死", "dying checks", gives=ROLLED, clause="MIR-LIV-32"),
    Quantity("exhaustion", "力竭检定", "exhaustion checks", gives=ROLLED, clause="MIR-LIV-32"),
    Quantity("dr", "DR", "DR", gives=SIGNED, clause="MIR-LIV-32"),
    Quantity("dp", "DP", "DP", gives=SIGNED, parts=_words(DamageType), clause="MIR-LIV-32"),
    Quantity("hit", "Hit", "Hit", gives=SIGNED, clause="MIR-LIV-32"),
    Quantity("speed", "速度", "speed", gives=SIGNED, clause="MIR-LIV-32"),
    Quantity("reach", "触及范围", "reach", gives=SIGNED, clause="MIR-LIV-32"),
    Quantity("concealment", "隐蔽度", "concealment", gives=(VALUE,), clause="MIR-LIV-32"),
)

VOCABULARY = Vocabulary(
    quantities=QUANTITIES,
    gives=(
        Word(BONUS, "加值", "bonus"),
        Word(PENALTY, "减值", "penalty"),
        Word(VALUE, "定为", "value"),
        Word(ADVANTAGE, "优势", "advantage"),
        Word(DISADVANTAGE, "劣势", "disadvantage"),
    ),
    conditions=CONDITIONS,
    whose=(Word("", "自己", "own"),),
    whom=(Word("", "自己", "bearer"), Word("other", "对方", "the other")),
    denies=(*_only((ActionType.SA, ActionType.MA, ActionType.FA, ActionType.RA, ActionType.TA)), *_words(Tag, Sense)),
    grants=(
        Step("action", "动作", "action", slots=(Slot("action"),)),
        Step("light", "光", "light", slots=(_number("radius"), Slot("level", Sort.WORD, _words(Light), "normal"))),
    ),
    kinds=_words(Kind),
    clause="MIR-LIV-31",
)
