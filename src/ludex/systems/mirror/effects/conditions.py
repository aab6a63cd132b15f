"""Conditions of effects (MIR-LIV-33): what each means in a state, for what its bearer has to do with the occasion. Pure."""

from collections.abc import Callable
from operator import ge, le

from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.effects.vocabulary import Condition, Slot, Sort, Word, words_of_terms
from ludex.core.terms import Term
from ludex.systems.mirror.sheet import Character, stat, stat_named
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    ActionType,
    AttackMode,
    AttackType,
    DamageType,
    Grade,
    Light,
    Mode,
    PartStatus,
    Tag,
    key_of,
)

ORGAN = "organ:"
"""How the id of an organ's effect begins; its part stands behind it."""


Holds = Callable[[State, Effect, Phrase, Occasion], bool]
"""Whether a condition holds."""


def bearer_of(state: State, effect: Effect) -> Character | None:
    return state.characters.get(effect.bearer)


def other_of(state: State, effect: Effect, at: Occasion) -> Character | None:
    return state.characters.get(at.other(effect.bearer))


def _in_mode(state: State, _effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    return (Mode.CONFLICT.value if state.conflict is not None else state.mode) == phrase.value()


def _own_turn(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return state.has_turn(effect.bearer)


def _moved(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return state.conflict is not None and effect.bearer in state.conflict.moved


def _moved_now(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return _own_turn(state, effect, _phrase, _at) and _moved(state, effect, _phrase, _at)


Whose = Callable[[State, Effect, Occasion], Character | None]


def hers(state: State, effect: Effect, _at: Occasion) -> Character | None:
    """Who bears it, where a condition may look at either."""
    return bearer_of(state, effect)


def _status(of: Whose) -> Holds:
    """That one of the two bears a status."""

    def holds(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        c = of(state, effect, at)
        return c is not None and has_status(state, c, phrase.value())

    return holds


def has_status(state: State, c: Character, status: str) -> bool:
    """Whether she bears a status, or a running effect of that name."""
    return key_of(status) in c.statuses or any(x.target == c.id and x.name == status for x in state.effects)


def _part_status(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    """That of the organ's part; of another effect the part at hand."""
    c = bearer_of(state, effect)
    name = effect.id.removeprefix(ORGAN).partition(":")[0] if effect.id.startswith(ORGAN) else str(at.fact("part"))
    part = c.part(name) if c is not None else None
    return part is not None and part.status == phrase.value()


def _number(of: Whose, compares: Callable[[int, int], bool]) -> Holds:
    """That a number of one of the two, by the name that people write, is so much or more, or less."""

    def holds(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        c, name = of(state, effect, at), stat_named(phrase.value())
        return c is not None and compares(stat(c, name) if name else 0, phrase.number(1))

    return holds


def _minion(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
    c = other_of(state, effect, at)
    return c is not None and c.minion


def _hostile(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
    me, c = bearer_of(state, effect), other_of(state, effect, at)
    return me is not None and c is not None and me.side != c.side


def _near(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    me, c = bearer_of(state, effect), other_of(state, effect, at)
    return me is not None and c is not None and within(state, me, c, phrase.number())


def within(state: State, a: Character, b: Character, regions: int) -> bool:
    """Whether two stand so many regions apart, or fewer."""
    if a.pos is None or b.pos is None:
        return False
    return state.stage.distance(a.pos, b.pos) <= regions


def _fact(name: str) -> Holds:
    """That something known of the occasion is, or holds, this word."""

    def holds(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        known = at.fact(name, ())
        return phrase.value() in known if isinstance(known, tuple) else known == phrase.value()

    return holds


def _first(_state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    return not any(mark.split("/")[1:2] == [phrase.value()] for mark in effect.spent)


def _unknown(_state: State, _effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    """What is only known where people perceive one another (`effects` says how)."""
    return False


PERS = (
    Word("turn", "回合", "turn"),
    Word("round", "轮", "round"),
    Word("conflict", "冲突", "conflict"),
    Word("scene", "场景", "scene"),
    Word("segment", "片段", "segment"),
    Word("unit", "单元", "unit"),
    Word("short", "短休", "short rest"),
    Word("long", "长休", "long rest"),
)
"""What a limit counts in."""

_STAT = Slot("stat")
_N = Slot("n", Sort.NUMBER)


def _word(*terms: type[Term]) -> tuple[Slot, ...]:
    return (Slot("word", Sort.WORD, words_of_terms(*terms)),)


CONDITIONS = (
    Condition("mode", "模式", "mode", holds=_in_mode, slots=_word(Mode)),
    Condition("own_turn", "自己的回合", "own turn", holds=_own_turn),
    Condition("moved", "本轮移动过", "moved this round", holds=_moved),
    Condition("moved_turn", "本回合移动过", "moved this turn", holds=_moved_now),
    Condition("status", "状态", "status", holds=_status(hers), slots=(Slot("status"),)),
    Condition("other_status", "对方状态", "other's status", holds=_status(other_of), slots=(Slot("status"),)),
    Condition("part_status", "部位状态", "part's status", holds=_part_status, slots=_word(PartStatus)),
    Condition("at_least", "至少", "at least", holds=_number(hers, ge), slots=(_STAT, _N)),
    Condition("at_most", "至多", "at most", holds=_number(hers, le), slots=(_STAT, _N)),
    Condition("other_at_least", "对方至少", "other at least", holds=_number(other_of, ge), slots=(_STAT, _N)),
    Condition("other_at_most", "对方至多", "other at most", holds=_number(other_of, le), slots=(_STAT, _N)),
    Condition("minion", "对方是杂兵", "other is a minion", holds=_minion),
    Condition("hostile", "对方敌对", "other is hostile", holds=_hostile),
    Condition("near", "相距以内", "within", holds=_near, slots=(_N,)),
    Condition("perceived", "对方隐蔽度", "other's concealment", holds=_unknown, slots=(_N,)),
    Condition("entered_reach", "进入触及范围", "entered within reach", holds=_unknown),
    Condition("left_reach", "离开触及范围", "left within reach", holds=_unknown),
    Condition("light", "光照", "light here", holds=_unknown, slots=_word(Light)),
    Condition("tagged", "动作标签", "action tag", ("标签",), holds=_fact("tags"), slots=_word(Tag)),
    Condition("action_type", "动作类型", "action type", holds=_fact("action_type"), slots=_word(ActionType)),
    Condition("attack_type", "攻击类型", "attack type", holds=_fact("attack_type"), slots=_word(AttackType)),
    Condition("attack_mode", "攻击模式", "attack mode", holds=_fact("attack_mode"), slots=_word(AttackMode)),
    Condition("category", "种类", "category", holds=_fact("category"), slots=(Slot("category"),)),
    Condition("damage_type", "伤害类型", "damage type", holds=_fact("types"), slots=_word(DamageType)),
    Condition("grade", "检定结果", "grade", holds=_fact("grade"), slots=_word(Grade)),
    Condition("named", "名为", "named", holds=_fact("name"), slots=(Slot("name"),)),
    Condition("first", "首次", "first in this", holds=_first, slots=(Slot("per", Sort.WORD, PERS),)),
)
