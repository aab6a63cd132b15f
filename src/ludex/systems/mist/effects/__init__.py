"""The vocabulary of effects of mist (MST-LIV-32): quantities, conditions, events, steps, how long. No procedure is here.

Challenges, themes and scenes carry records of it (MST-LIV-34). What the document names itself (tags, statuses, limits, traits, clues,
marks; MST-LIV-33) acts by its own rules in `rules/`, and adds up with what records give.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.effects.authoring import read_effect
from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.effects.vocabulary import (
    Condition,
    Ending,
    Holds,
    Quantity,
    Slot,
    Sort,
    Span,
    Step,
    Vocabulary,
    Word,
    words_of_terms,
)
from ludex.core.plain import Plain, Written, table_in
from ludex.core.say import Say
from ludex.systems.mist.sheet import status_of, tags_on
from ludex.systems.mist.state import SCENE as SCENE, State
from ludex.systems.mist.terms import Depth, EffectKind, Result, ScenePhase, ThemeKind

ALL = "all"
"""Whose: everybody's in the scene."""


# --- who bears what --------------------------------------------------------------------------------------------------


def borne(state: State, who: str) -> tuple[Effect, ...]:
    """The records that bear upon somebody: a character's themes, a challenge's own, the scene's; and what others' give to all."""
    own = own_records(state, who)
    if state.character(who) is None:
        return own
    others = (*own_records(state, SCENE), *(e for c in state.challenges for e in own_records(state, c.id)))
    return (*own, *(shared for effect in others if (shared := _for_all(effect)).modifiers or shared.denies))


def own_records(state: State, who: str) -> tuple[Effect, ...]:
    """The records that a character's themes, a challenge or the scene carries itself, without those that are over."""
    character = state.character(who)
    if character is not None:
        found = tuple(e for theme in character.themes for e in theme.effects)
    elif who == SCENE:
        found = state.running.effects if state.running else ()
    else:
        found = tuple(e for c in state.challenges if c.id == who and not c.overcome for e in c.effects)
    borne_now = (_borne_by(effect, who, place) for place, effect in enumerate(found))
    return tuple(effect for effect in borne_now if effect.left != 0)


def bearers(state: State) -> tuple[str, ...]:
    """Everybody who may bear records: the people, then the scene and what stands in it (MST-LIV-34)."""
    return (*(c.id for c in state.characters), SCENE, *(c.id for c in state.challenges))


def _borne_by(effect: Effect, who: str, place: int) -> Effect:
    unnamed = {"shelf": "scene"} if who == SCENE and not effect.name else {}
    return replace(effect, bearer=who, id=effect.id or f"{who}#{place}", name=effect.name or who, **unnamed)


def _for_all(effect: Effect) -> Effect:
    """What an effect of the scene or a challenge gives to everybody there."""
    given = tuple(replace(m, whose="") for m in effect.modifiers if m.whose == ALL)
    return replace(effect, modifiers=given, triggers=(), grants=())


# --- conditions ------------------------------------------------------------------------------------------------------


def _there(state: State, effect: Effect, where: str, at: Occasion) -> tuple[str, ...]:
    """The ids of those whom a place means: the holder, an ally, the target."""
    match where:
        case "target":
            return (at.target,)
        case "ally":
            return tuple(c.id for c in state.characters if c.id != effect.bearer)
    return (effect.bearer,)


def _tag_there(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    name, where = phrase.value(), phrase.value(1, "holder")
    if where == "scene":
        return name in state.around
    people = (state.character(who) for who in _there(state, effect, where, at))
    return any(name in tags_on(one) for one in people if one)


def _status_there(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    name, tier, where = phrase.value(), phrase.number(1, 1), phrase.value(2, "holder")
    holders = state.holders if where == "scene" else [state.holder(who) for who in _there(state, effect, where, at)]
    held = (status_of(holder, name) for holder in holders if holder)
    return any(status is not None and status.tier >= tier for status in held)


def _fact(name: str) -> Holds:
    """Whether something that is known of the occasion is what the phrase says."""
    return lambda _state, _effect, phrase, at: at.fact(name) == phrase.value()


def _among(name: str) -> Holds:
    """Whether a tag is among those named on a side; with none named, whether any is."""

    def holds(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        several = at.facts.get(name, ())
        wanted = phrase.value()
        return isinstance(several, tuple | list) and (wanted in several if wanted else bool(several))

    return holds


WHERE = Slot(
    "where",
    Sort.WORD,
    (Word("holder", "自己", "holder"), Word("ally", "同伴", "ally"), Word("target", "目标", "target"), Word("scene", "场景", "scene")),
    "holder",
)  # fmt: skip
TEXT, NUMBER = Slot("text"), Slot("number", Sort.NUMBER)
ANY_TAG = Slot("text", default="")
KINDS = (
    Word("action", "行动", "action"),
    Word("mitigation", "缓解", "mitigation"),
    Word("immersion", "浸入", "immersion"),
    Word("conclusion", "结论", "conclusion"),
)
CONDITIONS = (
    Condition("invoked_for", "有利于", "invoked for", holds=_among("help"), slots=(ANY_TAG,)),
    Condition("invoked_against", "不利于", "invoked against", holds=_among("hinder"), slots=(ANY_TAG,)),
    Condition("own", "自己的", "own", holds=lambda _s, e, _p, at: at.doer == e.bearer),
    Condition("of_scene", "场景的", "of the scene", holds=lambda _s, e, _p, _a: e.bearer == SCENE),
    Condition("aimed", "冲着自己", "aimed at the holder", holds=lambda _s, e, _p, at: at.target == e.bearer),
    Condition("has_tag", "有标签", "tag", holds=_tag_there, slots=(TEXT, WHERE)),
    Condition("has_status", "有状态", "status", holds=_status_there, slots=(TEXT, Slot("tier", Sort.NUMBER, default="1"), WHERE)),
    Condition("status_name", "状态名", "status name", holds=_fact("status"), slots=(TEXT,)),
    Condition("family", "状态类", "status family", holds=_fact("family"), slots=(TEXT,)),
    Condition("roll", "掷骰", "kind of roll", holds=_fact("kind"), slots=(Slot("kind", Sort.WORD, KINDS),)),
    Condition("result", "结果", "result", holds=_fact("result"), slots=(Slot("result", Sort.WORD, words_of_terms(Result)),)),
    Condition("past", "过去", "past", holds=lambda s, _e, _p, _a: s.past),
    Condition("now", "现在", "now", holds=lambda s, _e, _p, _a: not s.past),
    Condition("phase", "阶段", "phase", holds=lambda s, _e, p, _a: bool(s.scene) and s.scene.phase == p.value(), slots=(Slot("phase", Sort.WORD, words_of_terms(ScenePhase)),)),
    Condition("round", "第几轮", "round", holds=lambda s, _e, p, _a: bool(s.scene) and s.scene.round == p.number(), slots=(NUMBER,)),
    Condition("every", "每几轮", "every n-th round", holds=lambda s, _e, p, _a: bool(s.scene) and s.scene.round % max(p.number(), 1) == 0, slots=(NUMBER,)),
    Condition("theme_kind", "主题类", "kind of theme", holds=_fact("theme_kind"), slots=(Slot("kind", Sort.WORD, words_of_terms(ThemeKind)),)),
    Condition("depth", "深度", "depth", holds=_fact("depth"), slots=(Slot("depth", Sort.WORD, words_of_terms(Depth)),)),
)  # fmt: skip


# --- the vocabulary --------------------------------------------------------------------------------------------------

OCCASIONS = (
    Word("rolling", "将要掷骰", "rolling"),
    Word("rolled", "掷骰之后", "rolled", ("掷骰后",)),
    Word("status_incoming", "状态袭来", "status incoming"),
    Word("status_taken", "承受状态", "status taken"),
    Word("limit_reached", "到达极限", "limit reached"),
    Word("tag_burnt", "燃尽标签", "tag burnt"),
    Word("theme_lost", "失去主题", "theme lost"),
    Word("marked", "标记", "marked"),
    Word("scene_opened", "开场", "scene opened"),
    Word("round_turned", "新的一轮", "round turned", ("每轮", "轮转")),
    Word("scene_ended", "收场", "scene ended"),
    Word("threat_realised", "威胁成真", "threat realised"),
    Word("clue_found", "发现线索", "clue found"),
    Word("trait_revealed", "揭示特性", "trait revealed"),
    Word("case_closed", "结案", "case closed"),
)

STEPS = (
    Step("status", "状态", "give status", slots=(TEXT, Slot("tier", Sort.NUMBER, default="1"))),
    Step("lower", "减状态", "lower status", slots=(TEXT, Slot("tier", Sort.NUMBER, default="1"))),
    Step("tag", "标签", "make story tag", slots=(TEXT,)),
    Step("untag", "去标签", "remove story tag", slots=(TEXT,)),
    Step("burn", "燃尽", "burn tag", slots=(TEXT,)),
    Step("recover", "恢复", "recover tag", slots=(TEXT,)),
    Step("mark", "标记沉溺", "mark indulgence", slots=(TEXT,)),
    Step("announce", "宣布威胁", "announce threat", slots=(TEXT,)),
    Step("settle", "化解威胁", "settle threat", slots=(TEXT,)),
    Step("realise", "威胁成真", "realise threat", slots=(TEXT,)),
    Step("reveal", "揭示", "reveal", slots=(TEXT,)),
    Step("again", "重掷", "roll again", slots=(Slot("die", Sort.WORD, (Word("d8", "D8", "D8"), Word("d4", "D4", "D4")), "d8"),)),
)  # fmt: skip

WORDS = Vocabulary(
    quantities=(
        Quantity("power", "效力", "power", clause="MST-LIV-32"),
        Quantity("clue_power", "线索效力", "clue power", clause="MST-LIV-32"),
        Quantity("burn", "燃尽效力", "power of a burnt tag", clause="MST-LIV-32"),
        Quantity("points", "可用效力", "points to spend", clause="MST-LIV-32"),
        Quantity("tier", "来袭等级", "incoming tier", clause="MST-LIV-32"),
        Quantity("limit", "极限", "limit", gives=("set",), clause="MST-LIV-32"),
        Quantity("complexity", "复杂等级", "complexity", gives=("set",), clause="MST-LIV-32"),
    ),
    gives=(Word("flat", "加", "flat"), Word("set", "定为", "set")),
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=(
        Span("roll", "这次掷骰", "roll", ends=Ending.EVENT),
        Span("round", "本轮", "round", ends=Ending.EVENT),
        Span("scene", "本场", "scene", ends=Ending.EVENT),
        Span("case", "本案", "case", ends=Ending.EVENT),
        Span("recovered", "恢复之前", "until recovered", ends=Ending.EVENT),
        Span("lowered", "降低之前", "until lowered", ends=Ending.EVENT),
    ),
    whose=(Word("", "自己", "own"), Word(ALL, "全体", "everybody")),
    whom=(
        Word("", "自己", "holder"),
        Word("actor", "行动者", "actor"),
        Word("target", "目标", "target"),
        Word(ALL, "全体", "everybody there"),
    ),
    pers=(
        Word("roll", "掷骰", "roll"),
        Word("round", "轮", "round"),
        Word("scene", "场", "scene"),
        Word("case", "案", "case"),
    ),
    denies=(
        Word("mitigation", "缓解", "mitigation"),
        Word("effects", "兑现", "effects"),
        *words_of_terms(EffectKind),
    ),
    free=True,
    by_name=True,
    borne=borne,
    clause="MST-LIV-32",
)


# --- as people write them --------------------------------------------------------------------------------------------


def effects_read(plain: Plain) -> tuple[Plain, list[Say]]:
    """A pack whose records of effects (MST-LIV-34), wherever they stand, are read by the vocabulary; and all that is wrong with them."""
    problems: list[Say] = []

    def read(value: Written, where: str) -> Written:
        if isinstance(value, Mapping):
            return {
                key: listed(v, where) if key == "effects" else read(v, f"{where}.{key}") for key, v in value.items()
            }
        if isinstance(value, list | tuple):
            return [read(one, str(one.get("id", where)) if isinstance(one, Mapping) else where) for one in value]
        return value

    def listed(value: Written, where: str) -> Written:
        found = [read_effect(WORDS, one, where) for one in (value if isinstance(value, list | tuple) else [value])]
        problems.extend(problem for _, wrong in found for problem in wrong)
        return [msgspec.to_builtins(effect) for effect, _ in found]

    return table_in(read(plain, "")), problems
