"""The words that effects of FET are made of (FET-LIV-25 to FET-LIV-29): quantities, events, steps, spans, whose and whom; and conditions, read from the words of a card and judged in a state."""

import re
from collections.abc import Iterable

from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.effects.vocabulary import Condition, Ending, Quantity, Slot, Sort, Span, Step, Word, words_of_terms
from ludex.core.rule import rule
from ludex.core.terms import Term
from ludex.systems.fet.sheet import Buff, Skill, Trait, WrittenModifier
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import (
    HUMANS,
    SCOPES,
    Amount,
    Attribute,
    BuffKind,
    Change,
    EffectSort,
    Event,
    Maximum,
    Number,
    OtherStep,
    Resource,
    WardKind,
    Zone,
    tidy,
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

AMOUNTS = (Word("damage", "所受的伤害", "the damage"), Word("victim_max", "对方的上限", "the victim's maximum"))
"""Amounts in words (FET-LAW-9), beside `all`."""
_AMOUNT = Slot("amount", words=(*AMOUNTS, Word("all", "全部", "all")), default="0")
SAME = "same"
"""The resource of the event."""
_RESOURCE = Slot("resource", Sort.WORD, (*words_of_terms(Resource), Word(SAME, "同一资源", "the same")), "stamina")
_TIMES = Slot("times", Sort.NUMBER, default="1")
_OF = Slot("of", default="")
_RESIST = Slot("resist", Sort.WORD, words_of_terms(Attribute), "willpower")
_RESTORES = (_AMOUNT, _RESOURCE)
_STANDS = (_AMOUNT, _RESOURCE, _TIMES)

SLOTS: dict[Term, tuple[Slot, ...]] = {
    **dict.fromkeys((EffectSort.DAMAGE, EffectSort.HEAL, EffectSort.CONVERT, OtherStep.ADD, OtherStep.SCAR), _RESTORES),
    **dict.fromkeys((EffectSort.RETALIATE, EffectSort.REDUCE, EffectSort.GUARD), _STANDS),
    **dict.fromkeys((EffectSort.EMPOWER, EffectSort.VULNERABLE, EffectSort.WEAKEN), _STANDS),
    **dict.fromkeys(
        (
            EffectSort.SHIELD,
            EffectSort.DEBUFF,
            EffectSort.HIDE,
            EffectSort.SUMMON,
            EffectSort.PLACE,
            OtherStep.LEVEL,
            OtherStep.CASH,
            OtherStep.POINTS,
        ),
        (_AMOUNT,),
    ),
    EffectSort.CONTROL: (_AMOUNT, _RESIST),
    EffectSort.ATTRIBUTE: (_AMOUNT, Slot("of", words=words_of_terms(Attribute), default=""), _TIMES),
    OtherStep.RACE: (_OF,),
    OtherStep.ASK: (Slot("of", words=(Word("chaste|common", "贞洁与否", "chaste or not"),), default=""),),
}
"""What a step is given, where it is given anything."""

STEPS = tuple(
    Step(t.value, t.zh, t.en, t.also, slots=SLOTS.get(t, ())) for kind in (EffectSort, OtherStep) for t in kind
)

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


FIRST, WORDS_ONLY = "first", "words"
VAMPIRES = ("吸血鬼", "vampire")


# What somebody has


def traits_of(state: State, who: str) -> tuple[Trait, ...]:
    """The traits that somebody has: on the sheet, or as a fighter was given them."""
    found = state.bearer(who)
    traits = found.sheet.traits if isinstance(found, Character) else found.traits if found else ()
    return tuple(trait for trait in traits if isinstance(trait, Trait))


@rule("FET-TRX-1")
def grants(state: State, who: str, what: str) -> bool:
    return any(what in trait.grants for trait in traits_of(state, who))


def skill_called(state: State, who: str, name: str) -> Skill | None:
    return next((skill for skill in skills_of(state, who) if skill.name == name), None)


def skills_of(state: State, who: str) -> tuple[Skill, ...]:
    """The skills that somebody has: on the sheet, or as a fighter was given them."""
    found = state.bearer(who)
    skills = found.sheet.skills if isinstance(found, Character) else found.skills if found else ()
    return tuple(skill for skill in skills if isinstance(skill, Skill))


def buffing(buffs: tuple[Buff, ...], level: Number) -> tuple[WrittenModifier, ...]:
    return tuple(
        WrittenModifier(name, buff.kind, buff.amount(level))
        for buff in buffs
        for name in SCOPES.get(buff.of, (buff.of,))
    )


def everywhere(state: State) -> tuple[WrittenModifier, ...]:
    """What changes everybody: the place, and the extensions that this table plays with (FET-EXT-3)."""
    return (*state.place, *(m for extension in state.extensions.values() for m in extension.modifiers))


def race_of(state: State, who: str) -> str:
    found = state.bearer(who)
    race = found.sheet.race if isinstance(found, Character) else found.race if found else ""
    return race or HUMANS[0]


def is_vampire(state: State, who: str) -> bool:
    return race_of(state, who) in VAMPIRES


def _level(state: State, who: str) -> Number:
    found = state.bearer(who)
    return found.level if found else 0


def standing(state: State, who: str, resource: str) -> tuple[Number, Number]:
    """What somebody has of a resource, and could have, without what hangs on conditions."""
    fighter, character = state.fighter(who), state.characters.get(who)
    if character is None:
        return (fighter.now(resource), fighter.maximum(resource)) if fighter else (0, 0)
    lying = (*(m for m in everywhere(state) if not m.condition), *buffing(character.buffs, character.level))
    found = derive(character.sheet, lying, state.options)
    top = found.stamina_max if resource == Resource.STAMINA else found.will_max
    return max(0, tidy(top - character.lost(resource))), top


# What is so


def _first(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return state.battle is None or not state.battle.used.get(f"{effect.bearer}:{effect.name}", 0)


def _higher(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
    return _level(state, at.other(effect.bearer)) > _level(state, effect.bearer)


def _zone(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    fighter = state.fighter(effect.bearer)
    return fighter is not None and fighter.zone == (Zone.SAFE if phrase.word == "safe" else Zone.DANGER)


def _in_battle(state: State, effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    return state.fighter(effect.bearer) is not None


@rule("FET-SKX-12")
def in_barrier(state: State, who: str, *, own: bool = False) -> bool:
    battle = state.battle
    running = [b for b in battle.barriers if b.until > battle.time] if battle else []
    return any(who == b.user or (who == b.target and not own) for b in running)


def _barrier(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    return in_barrier(state, effect.bearer, own=phrase.word == "in_own_barrier")


def _pool(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    """At or below (`<`: below) so much of a resource, or so many percent of it."""
    resource, than, limit = phrase.values
    who = at.other(effect.bearer) if phrase.word == "their_pool" else effect.bearer
    if state.bearer(who) is None:
        return False
    now, top = standing(state, who, resource)
    most = float(limit.removesuffix("%")) * (top / 100 if limit.endswith("%") else 1)
    return now < most if than == "below" else now <= most


def _race(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    who = effect.bearer if phrase.word == "own_race" else at.other(effect.bearer)
    wanted = phrase.value()
    return race_of(state, who) in (HUMANS if wanted in HUMANS else (wanted,))


def _place(state: State, _effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    return state.place_name == phrase.value()


def _of_it(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    """Of which resource, weapon, sort of damage or attribute it is."""
    return at.fact(phrase.word) == phrase.value()


def _size(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    character = state.characters.get(effect.bearer)
    size = 60 if character is None or character.sheet.size is None else character.sheet.size
    return size < float(phrase.value())


def _bears(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    """Whether something of that name lies on somebody, or a trait grants it."""
    bearer = state.bearer(effect.bearer)
    burden = bearer.burden if bearer else None
    lying = (burden.buffs, burden.wards, burden.standing) if burden else ()
    names = [thing.name for kind in lying for thing in kind]
    tags = [tag for trait in traits_of(state, effect.bearer) for tag in (trait.name, *trait.grants)]
    return phrase.value() in (*names, *tags)


def _never(_state: State, _effect: Effect, _phrase: Phrase, _at: Occasion) -> bool:
    """In other words: not watched, the GM's to call."""
    return False


_NAME = (Slot("name"),)
_RESOURCES = tuple(Word(r.value, r.zh, r.en) for r in Resource)
_THAN = (Word("most", "不高于", "at most"), Word("below", "低于", "below"))
_LIMIT = (Slot("resource", Sort.WORD, _RESOURCES), Slot("than", Sort.WORD, _THAN, "most"), Slot("limit"))
_WHICH = (Slot("name", words=_RESOURCES),)
_WITH = (Slot("name", words=tuple(Word(a.value, a.zh, a.en) for a in Attribute)),)

CONDITIONS = (
    Condition(FIRST, "本场第一次", "the first time in this battle", holds=_first),
    Condition("higher_level", "对手等级更高", "the opponent's level is higher", holds=_higher),
    Condition("dark", "黑暗", "dark", holds=lambda state, _effect, _phrase, _at: state.dark),
    Condition("sunlight", "日光", "sunlight", holds=lambda _state, _effect, _phrase, at: at.event == "sunlight"),
    Condition("danger", "危险区", "danger zone", holds=_zone),
    Condition("safe", "安全区", "safe zone", holds=_zone),
    Condition("in_battle", "战斗中", "in battle", holds=_in_battle),
    Condition("in_barrier", "结界中", "in a barrier", holds=_barrier),
    Condition("in_own_barrier", "自己的结界中", "in its own barrier", holds=_barrier),
    Condition("pool", "自己的", "own", ("资源不高于",), holds=_pool, slots=_LIMIT),
    Condition("their_pool", "对手的", "the opponent's", ("对手资源不高于",), holds=_pool, slots=_LIMIT),
    Condition("race", "对手种族是", "the opponent's race is", holds=_race, slots=_NAME),
    Condition("own_race", "自己种族是", "its own race is", holds=_race, slots=_NAME),
    Condition("place", "场所是", "the place is", holds=_place, slots=_NAME),
    Condition("resource", "资源是", "the resource is", holds=_of_it, slots=_WHICH),
    Condition("attribute", "相关属性是", "the attribute is", holds=_of_it, slots=_WITH),
    Condition("weapon", "武器是", "the weapon is", holds=_of_it, slots=_NAME),
    Condition("sort", "类别是", "the sort is", holds=_of_it, slots=_NAME),
    Condition("small", "体型低于", "smaller than", holds=_size, slots=_NAME),
    Condition("has", "有", "has", holds=_bears, slots=_NAME),
    Condition(WORDS_ONLY, "由主持人判断", "the GM's to judge", holds=_never, slots=_NAME),
)


# As people write them

_SPLIT = re.compile(r"[,，;；、]|且")
PLAIN = {
    **{name: Phrase(one.key) for one in CONDITIONS if not one.slots for name in (one.key, one.zh, one.en)},
    **dict.fromkeys(("本场首次", "首次", "第一次", "first", "first time"), Phrase(FIRST)),
    **dict.fromkeys(("对手等级不更高", "not_higher_level"), Phrase("higher_level", negated=True)),
    **dict.fromkeys(("光亮", "light"), Phrase("dark", negated=True)),
}
"""Conditions in one word."""

_POOL = re.compile(
    r"(?:(自己|own|对手|目标|the opponent's)的?\s*)?(体力|意志|stamina|will)\s*"
    r"(<=|≤|不高于|at most|<|低于|below)\s*(\d+(?:\.\d+)?)\s*(%?)"
)
_RACE = re.compile(
    r"(?:(自己|its own|对手|目标|the opponent's)的?\s*)?(?:种族|race)\s*(不是|是|is not|is|!=|==|=)\s*(\S+)"
)
_SAID = re.compile(
    r"(?:the )?(资源|resource|武器|weapon|类别|sort|相关属性|attribute|场所|place)\s*(?:=|是|：|:|is )\s*(\S+)"
)
_SMALL = re.compile(r"体型\s*(<|低于|小于|>=|不低于)\s*(\d+(?:\.\d+)?)")
_HAS = re.compile(r"(没有|有|无|has|without)\s*(\S+)")
THEIRS = ("对手", "目标", "the opponent's")
SAID = {"资源": "resource", "武器": "weapon", "类别": "sort", "相关属性": "attribute", "场所": "place"}


@rule("FET-LIV-26")
def read_condition(text: str) -> tuple[Phrase, ...]:
    """A card's condition; several all must hold. One in other words is not watched: it is the GM's to call."""
    return tuple(_read(part.strip()) for part in _SPLIT.split(text) if part.strip())


def _read(part: str) -> Phrase:
    if part in PLAIN:
        return PLAIN[part]
    if found := _POOL.fullmatch(part):
        than = "below" if found[3] in ("<", "低于", "below") else "most"
        pool = "their_pool" if found[1] in THEIRS else "pool"
        return Phrase(pool, (str(Resource.read(found[2])), than, found[4] + found[5]))
    if found := _RACE.fullmatch(part):
        own = found[1] in ("自己", "its own")
        return Phrase("own_race" if own else "race", (found[3],), negated=found[2] in ("不是", "is not", "!="))
    if found := _SAID.fullmatch(part):
        word = SAID.get(found[1], found[1])
        return Phrase(word, (_key(word, found[2]),))
    if found := _SMALL.fullmatch(part):
        return Phrase("small", (found[2],), negated=found[1] in (">=", "不低于"))
    if found := _HAS.fullmatch(part):
        return Phrase("has", (found[2],), negated=found[1] in ("没有", "无", "without"))
    return Phrase(WORDS_ONLY, (part,))


def _key(word: str, said: str) -> str:
    if word == "resource" and Resource.holds(said):
        return str(Resource.read(said))
    if word == "attribute" and Attribute.holds(said):
        return str(Attribute.read(said))
    return said
