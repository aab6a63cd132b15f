"""The words that effects of Mirror are made of (MIR-LIV-31 to MIR-LIV-34): those that only name things (quantities, events, steps, spans, whose and
whom), the one vocabulary that records are read with, and effect records as people write them inside other records (MIR-LIV-51).

Which effects bear upon somebody, and how people perceive one another, is not known here; what steps do is in `rules.steps`. Keys of an effect stand
beside those of its kind (or under `effect`), in Chinese or English; every problem is named at once."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.authoring import KEYS, read_effect
from ludex.core.effects.records import Effect, Lasts, Occasion
from ludex.core.effects.vocabulary import (
    Ending,
    Quantity,
    Slot,
    Sort,
    Span,
    Step,
    Vocabulary,
    Word,
    spelled,
    words_of_terms,
)
from ludex.core.names import folded, split_list
from ludex.core.packs import ContentKind
from ludex.core.plain import Plain, Written, one_or_several
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.core.terms import Term
from ludex.systems.mirror.effects.conditions import CONDITIONS, PERS, bearer_of
from ludex.systems.mirror.sheet import stat, stat_named
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    ActionType,
    Acuity,
    AttackMode,
    AttackType,
    Attribute,
    DamageType,
    Defense,
    Group,
    Injury,
    Kind,
    Light,
    PartStatus,
    PartType,
    Rest,
    Sense,
    Skill,
    Tag,
    Unit,
    key_of,
    words_of,
)

BONUS, PENALTY, VALUE, ADVANTAGE, DISADVANTAGE = "bonus", "penalty", "value", "advantage", "disadvantage"
AP, SP = "ap", "sp"
SIGNED = (BONUS, PENALTY, VALUE)
ROLLED = (*SIGNED, ADVANTAGE, DISADVANTAGE)
"""Ways to change a number, and a check."""


def _quantity(
    key: str, zh: str, en: str, *parts: type[Term], gives: tuple[str, ...] = SIGNED, costs: bool = False
) -> Quantity:
    return Quantity(key, zh, en, gives=gives, parts=words_of_terms(*parts), costs=costs, clause="MIR-LIV-32")


QUANTITIES = (
    _quantity("attribute", "属性", "attribute", Attribute),
    _quantity("check", "技能检定", "skill checks", Skill, Group, gives=ROLLED),
    _quantity("atk", "ATK", "ATK", AttackType, AttackMode, gives=ROLLED),
    _quantity("def", "DEF", "DEF", Defense, gives=ROLLED),
    _quantity("initiative", "先攻", "initiative", gives=ROLLED),
    _quantity("dying", "濒死", "dying checks", gives=ROLLED),
    _quantity("exhaustion", "力竭检定", "exhaustion checks", gives=ROLLED),
    _quantity("dc", "DC", "DC", Skill, Defense),
    _quantity("hit", "Hit", "Hit", DamageType),
    _quantity("dp", "DP", "DP", DamageType),
    _quantity("dr", "DR", "DR", PartType),
    _quantity("resist", "抗性", "resistance", DamageType),
    _quantity("vuln", "易伤", "vulnerability", DamageType),
    _quantity("sp_max", "SP上限", "SP maximum"),
    _quantity("ap_max", "AP上限", "AP maximum"),
    _quantity("ego_max", "自我上限", "ego maximum"),
    _quantity("gauge_max", "量谱上限", "gauge maximum", Attribute),
    _quantity("wound_cap", "伤势上限", "wounds that a part holds", PartType),
    _quantity("speed", "速度", "speed"),
    _quantity("reach", "触及范围", "reach"),
    _quantity("range", "射程", "range"),
    _quantity("area", "范围", "area"),
    _quantity("charm", "魅力", "charm"),
    _quantity("ap_cost", "AP消耗", "AP cost", Tag, costs=True),
    _quantity("sp_cost", "SP消耗", "SP cost", Tag, costs=True),
    _quantity("mov_cost", "Mov消耗", "Mov cost", costs=True),
    _quantity("concealment", "隐蔽度", "concealment"),
)

GIVES = (
    Word(BONUS, "加值", "bonus", ("加",)),
    Word(PENALTY, "减值", "penalty", ("减",)),
    Word(VALUE, "定为", "value"),
    Word(ADVANTAGE, "优势", "advantage"),
    Word(DISADVANTAGE, "劣势", "disadvantage"),
    Word(AP, "AP", "AP"),
    Word(SP, "SP", "SP", ("精力",)),
)
"""Ways of giving, and what a reaction costs."""

OCCASIONS = (
    Word("tick_begins", "刻开始", "tick begins"),
    Word("tick_ends", "刻结束", "tick ends"),
    Word("turn_begins", "回合开始", "turn begins"),
    Word("turn_ends", "回合结束", "turn ends"),
    Word("round_begins", "轮开始", "round begins"),
    Word("round_ends", "轮结束", "round ends"),
    Word("conflict_begins", "冲突开始", "conflict begins"),
    Word("conflict_ends", "冲突结束", "conflict ends"),
    Word("scene_ends", "场景结束", "scene ends"),
    Word("segment_ends", "片段结束", "segment ends"),
    Word("unit_ends", "单元结束", "unit ends"),
    Word("action_used", "使用动作", "action used"),
    Word("check_rolled", "检定掷出", "check rolled"),
    Word("attack", "攻击", "attack"),
    Word("hit", "命中", "hit"),
    Word("miss", "失手", "miss"),
    Word("damage", "伤害", "damage", ("受到伤害",)),
    Word("wound", "伤势", "wound", ("受伤",)),
    Word("sp_lost", "精力减少", "SP lost", ("失去精力",)),
    Word("part_injured", "部位负伤", "part injured", ("负伤",)),
    Word("part_disabled", "部位残障", "part disabled", ("残障",)),
    Word("part_lost", "部位欠损", "part lost", ("欠损",)),
    Word("unconscious", "昏迷", "unconscious"),
    Word("mad", "发狂", "mad"),
    Word("dissolved", "解体", "dissolved"),
    Word("region_entered", "进入区域", "region entered"),
    Word("region_left", "离开区域", "region left"),
    Word("region_near", "进出触及范围", "region within reach entered or left"),
    Word("rest_completed", "完成休息", "rest completed"),
    Word("nap_completed", "完成小憩", "nap completed"),
    Word("short_completed", "完成短休", "short rest completed"),
    Word("long_completed", "完成长休", "long rest completed"),
    Word("effect_begun", "效果开始", "effect begins"),
    Word("effect_ended", "效果结束", "effect ends"),
    Word("trauma", "精神创伤", "trauma"),
    Word("event", "发生", "event by name"),
)

WHOSE = (
    Word("", "自己的", "own", ("自己",)),
    Word("done", "自己做的", "done by the bearer", ("做出",)),
    Word("suffered", "对自己的", "done to the bearer", ("受到",)),
    Word("ally", "友方的", "an ally's", ("友方", "allies")),
    Word("hostile", "敌方的", "a hostile's", ("敌方", "hostiles")),
    Word("anybody", "任何人的", "anybody's", ("任何人", "anybody")),
)

WHOM = (
    Word("", "自己", "bearer", ("self",)),
    Word("other", "对方", "the other"),
    Word("cause", "引发者", "who set it off"),
    Word("allies", "友方", "allies"),
    Word("hostiles", "敌方", "hostiles", ("敌人",)),
    Word("everybody", "所有人", "everybody"),
)

_N = Slot("n", Sort.NUMBER)
_ONE = Slot("n", Sort.NUMBER, default="1")
_NAME = Slot("name")
_TYPE = Slot("type", Sort.WORD, words_of_terms(DamageType), "impact")
_PART = Slot("part", default="")
_STATUS = (Slot("status"),)
TURNS = (Word("improve", "改善", "improve", ("关系改善",)), Word("worsen", "恶化", "worsen", ("关系恶化",)))
DIE = (Word("reroll", "重掷", "reroll"), Word("set", "定为", "set to"), Word("add", "加", "add"))
SELVES = (Word("ego", "自我", "ego"), Word("madness", "狂气", "madness"), Word("humanity", "人性", "humanity"))
STEPS = (
    Step("damage", "伤害", "damage", slots=(_N, Slot("dp", Sort.NUMBER, default="1"), _TYPE, _PART)),
    Step("wounds", "造成伤势", "wounds", slots=(_N, Slot("level", Sort.NUMBER, default="1"), _TYPE, _PART)),
    Step("heal", "治疗", "heal", slots=(_ONE, _PART)),
    Step("temporary_life", "临时生命", "temporary life", slots=(_N, _PART)),
    Step("sp", "精力", "SP", ("SP",), slots=(_N,)),
    Step("ap", "AP", "AP", slots=(_N,)),
    Step("mov", "Mov", "Mov", slots=(_N,)),
    Step("push", "强制移动", "forced move", ("推",), slots=(_N,)),
    Step("place", "置于", "put at", slots=(_N, Slot("y", Sort.NUMBER))),
    Step("halt", "打断移动", "interrupt movement"),
    Step("status_on", "陷入", "status on", ("获得状态",), slots=_STATUS),
    Step("status_off", "解除状态", "status off", slots=_STATUS),
    Step("effect_on", "效果", "effect on", slots=(_NAME, Slot("rounds", Sort.NUMBER, default="1"))),
    Step("effect_off", "解除效果", "effect off", ("解除",), slots=(_NAME,)),
    Step("check", "检定", "check", slots=(_NAME, Slot("target", Sort.NUMBER, default="10")), forks=True),
    Step("attack", "使用攻击", "attack", slots=(_NAME,)),
    Step("initiative", "先攻值", "initiative", slots=(_N,)),
    Step("personality", "人格", "personality", slots=(Slot("of", Sort.WORD, SELVES), _N)),
    Step("relation", "关系", "relation", slots=(Slot("turn", Sort.WORD, TURNS), _ONE)),
    Step("favour", "宠爱", "favour", slots=(_N,)),
    Step("use_up", "消耗物品", "use up", slots=(_NAME,)),
    Step("bonus", "检定加值", "bonus to the check", slots=(_N,)),
    Step("penalty", "检定减值", "penalty to the check", slots=(_N,)),
    Step("advantage", "检定优势", "advantage on the check", ("优势",)),
    Step("disadvantage", "检定劣势", "disadvantage on the check", ("劣势",)),
    Step("die", "改骰", "die effect", slots=(Slot("op", Sort.WORD, DIE), Slot("n", Sort.NUMBER, default="0"))),
    Step("event", "发生", "event", slots=(_NAME,)),
    Step("gm", "请GM裁定", "ask the GM", slots=(Slot("text"),)),
)

GRANTS = (
    Step("action", "动作", "action", slots=(Slot("action"),)),
    Step("sense", "感官", "sense", slots=(
        Slot("sense", Sort.WORD, (*words_of_terms(Sense), Word("darkvision", "暗视", "darkvision"))),
        Slot("acuity", Sort.DICE, words_of_terms(Acuity), "imprecise"),
    )),
    Step("tag", "标签", "tag", slots=(Slot("tag", Sort.WORD, words_of_terms(Tag)),)),
    Step("injury", "损伤", "injury effect", slots=(Slot("injury", Sort.WORD, words_of_terms(Injury)),)),
    Step("light", "光", "light", slots=(
        Slot("radius", Sort.NUMBER), Slot("level", Sort.WORD, words_of_terms(Light), "normal"),
    )),
)  # fmt: skip

FIXED = {Unit.UNTIL_TURN_END: 1, Unit.TICK_END: 1, Unit.ROUND_END: 1, Unit.FOCUS: 2}
OPEN = (Unit.CONDITION, Unit.PERMANENT)
ROUNDS = (Unit.ROUND_END, Unit.FOCUS)
"""Units whose end can be named by its round."""

UNTIL = {
    **dict.fromkeys(ROUNDS, ("至第 {end} 轮结束", "until the end of round {end}")),
    Unit.TICK_END: ("至第 {end} 刻结束", "until the end of tick {end}"),
}
"""When what has an end on the clock ends (MIR-LIV-39)."""

THIS = {Unit.ROUND_END: ("本轮",), Unit.UNTIL_TURN_END: ("本回合",), Unit.TICK_END: ("本刻",), Unit.SCENE: ("本场景",)}
"""How else people say that something lasts as long as what goes on."""

TIMES = {Unit.TURN_START: "次回合开始", Unit.TURN_END: "次回合结束"}
"""Units before which a number needs a word of its own."""


def _span(unit: Unit) -> Span:
    """A unit; of what can be counted the first other word is that for several."""
    return Span(
        unit.value,
        TIMES.get(unit, unit.zh),
        next(iter(unit.also), unit.en),
        (unit.zh, unit.en, *unit.also, *THIS.get(unit, ())),
        ends=Ending.EVENT if unit in OPEN else Ending.CLOCK if unit in UNTIL else Ending.COUNT,
        fixed=FIXED.get(unit),
        until=UNTIL.get(unit, ("", "")),
        one=unit.en if unit.also else "",
    )


SPANS = tuple(map(_span, Unit))

RESTS = {Rest.NAP: "nap_completed", Rest.SHORT: "short_completed", Rest.LONG: "long_completed"}
"""The event of each kind of rest."""


# --- one vocabulary ---------------------------------------------------------------------------------------------------

_TERM = re.compile(r"\s*([+-]?)\s*([^+\-*/×÷\d\s][^+\-*/×÷\s]*|\d{1,6})\s*(?:([*/×÷])\s*(\d{1,4}))?\s*")
MODIFIER = ("调整", "调整值", " modifier", "修正")


@rule("MIR-LIV-31", "MIR-RND-1")
def amount(state: State, effect: Effect, at: Occasion, text: str) -> int:
    """A number written as a sum of LV, attributes, their modifiers, ranks and the degree, each with a factor; dropped towards zero."""
    found, rest = 0, text.strip()
    while rest:
        part = _TERM.match(rest)
        if part is None or not part[0]:
            return found
        sign, word, op, factor = part.groups()
        value = int(word) if word.isdigit() else _named(state, effect, at, word)
        by = int(factor or 1)
        value = value * by if op in ("*", "×") else int(value / by) if op and by else value
        found, rest = found + (-value if sign == "-" else value), rest[part.end() :]
    return found


def _named(state: State, effect: Effect, at: Occasion, word: str) -> int:
    """One named number of the bearer's, or the degree of the check under way."""
    c = bearer_of(state, effect)
    if word in ("成功度", "失败度", "degree"):
        degree = at.fact("degree", 0)
        return degree if isinstance(degree, int) else 0
    if c is None:
        return 0
    for ending in MODIFIER:
        plain = key_of(word.removesuffix(ending))
        if word.endswith(ending) and plain in words_of(Attribute):
            return c.mod(plain)
    name = stat_named(word)
    return stat(c, name) if name else 0


VOCABULARY = Vocabulary(
    quantities=QUANTITIES,
    gives=GIVES,
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=SPANS,
    whose=WHOSE,
    whom=WHOM,
    pers=PERS,
    denies=(
        *words_of_terms((ActionType.SA, ActionType.MA, ActionType.FA, ActionType.RA, ActionType.TA), Tag, Sense, Skill),
    ),
    grants=GRANTS,
    kinds=words_of_terms(Kind),
    amount=amount,
    regions=True,
    clause="MIR-LIV-31",
)


# --- effects inside other records (MIR-LIV-31, MIR-LIV-51) ------------------------------------------------------------

FIELDS = ("modifiers", "grants", "denies", "triggers", "lasts", "when")
"""Keys of an effect that may stand beside those of another record."""


class Bearing(ContentKind, frozen=True, kw_only=True):
    """A kind whose records carry an effect record: beside their own keys, or under `effect`."""

    @property
    def beside(self) -> tuple[str, ...]:
        return tuple(key for key in FIELDS if key not in (*self.fields, "id", "name", "text"))

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        """Everything that is wrong with one record, its effect included."""
        if isinstance(record, Mapping):
            record, wrong = divided(record, f"{self.name}.{name}", kind=self)
            yield from wrong
        yield from super().problems(name, record)

    def make(self, name: str, record: Plain) -> msgspec.Struct:
        made: msgspec.Struct = super().make(name, divided(record, f"{self.name}.{name}", kind=self)[0])
        return made


@rule("MIR-LIV-51")
def divided(record: Plain, where: str, *, kind: Bearing) -> tuple[Plain, tuple[Say, ...]]:
    """A record with its effect read, and what is wrong with that. What is in the plain form already stays as it is."""
    own = {str(key): value for key, value in record.items()}
    beside = {KEYS.get(key, key): value for key, value in own.items() if KEYS.get(key, key) in FIELDS}
    if "on_enter" in own:
        entering = {"on": "region_entered", "whose": "done", "do": own.pop("on_enter")}
        beside["triggers"] = [*_listed(beside.get("triggers", ())), entering]
    if "while" in own:
        beside["when"] = [*_listed(beside.get("when", ())), *map(_part_is, _listed(own.pop("while")))]
    rest = {key: value for key, value in own.items() if KEYS.get(key, key) not in FIELDS}
    held = rest.pop("effect") if "effect" in rest else rest.pop("效果", None)
    kept = _plain(held)
    if kept is None and isinstance(held, Mapping):
        beside = {**{KEYS.get(str(k), str(k)): v for k, v in held.items()}, **beside}
    actions = _actions(beside) if "grants" in kind.fields else ()
    effect, problems = effect_of(beside, where)
    found = {**rest, **({"grants": actions} if actions else {})}
    if beside or kept is not None:
        found["effect"] = msgspec.to_builtins(_joined(kept or Effect(), effect))
    return found, problems


@rule("MIR-LIV-37", "MIR-LIV-51")
def _part_is(said: Written) -> Written:
    """While what an organ works: a status of its part by the word alone, or any other condition."""
    return f"part_status {PartStatus.said(said)}" if isinstance(said, str) and PartStatus.holds(said) else said


def _joined(a: Effect, b: Effect) -> Effect:
    """What is kept, and what is written beside it."""
    return replace(
        a,
        modifiers=(*a.modifiers, *b.modifiers),
        grants=(*a.grants, *b.grants),
        denies=(*a.denies, *b.denies),
        triggers=(*a.triggers, *b.triggers),
        lasts=a.lasts or b.lasts,
        when=a.when or b.when,
        tags=a.tags or b.tags,
    )


def _plain(held: Written) -> Effect | None:
    try:
        return msgspec.convert(held, Effect) if isinstance(held, Mapping) else None
    except msgspec.ValidationError:
        return None


LEFT = {"名称": "name", "标签": "tags", "有害": "harmful", "自愿": "voluntary", "等级": "level"}
"""Keys of the effect that an action leaves, beside those of an effect record."""


class Leaving(ContentKind, frozen=True, kw_only=True):
    """The kind of actions: one may leave an effect on its target, written as a record with its duration, and wait for an event."""

    @property
    def beside(self) -> tuple[str, ...]:
        return ("trigger",)

    @property
    def inner(self) -> tuple[str, ...]:
        return ("id", "trigger", "on")

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        """Everything that is wrong with one action, the effect that it leaves included."""
        if isinstance(record, Mapping):
            record, wrong = _read(record, f"{self.name}.{name}")
            yield from wrong
        yield from super().problems(name, record)

    def make(self, name: str, record: Plain) -> msgspec.Struct:
        made: msgspec.Struct = super().make(name, _read(record, f"{self.name}.{name}")[0])
        return made


def _read(record: Plain, where: str) -> tuple[Plain, tuple[Say, ...]]:
    """An action with its effect and its trigger read, and what is wrong with them."""
    plain, wrong = left(record, where)
    plain, untimely = awaited(plain, where)
    return plain, (*wrong, *untimely)


@rule("MIR-LIV-51")
def left(record: Plain, where: str) -> tuple[Plain, tuple[Say, ...]]:
    """An action with the effect that it leaves read; one in the plain form stays as it is."""
    held = record.get("effect", record.get("效果"))
    if not isinstance(held, Mapping) or isinstance(held.get("duration"), Mapping):
        return record, ()
    own = {LEFT.get(str(k), str(k)): v for k, v in held.items()}
    written = {k: v for k, v in own.items() if k not in LEFT.values()}
    written = {("lasts" if k == "duration" else k): v for k, v in written.items()}
    effect, problems = effect_of(written, f"{where} effect")
    made = {k: v for k, v in own.items() if k in LEFT.values()}
    made |= {"duration": duration_of(effect.lasts), "record": msgspec.to_builtins(replace(effect, lasts=()))}
    rest = {k: v for k, v in record.items() if k not in ("effect", "效果")}
    return {**rest, "effect": made}, problems


@rule("MIR-LIV-34")
def awaited(record: Plain, where: str) -> tuple[Plain, tuple[Say, ...]]:
    """An action with its trigger read: an event, whose it is and a condition; one that is only said to have one stays so."""
    key = next((k for k in ("trigger", "触发") if k in record), "")
    held = record.get(key)
    if not isinstance(held, str | Mapping) or held in UNSAID:
        return record, ()
    written = {"on": held} if isinstance(held, str) else held
    effect, problems = effect_of({"triggers": [written]}, f"{where} trigger")
    rest = {k: v for k, v in record.items() if k != key}
    return {**rest, "trigger": True, "on": msgspec.to_builtins(effect.triggers[0])}, problems


COUNTED = re.compile(r"(\d{1,6})?\s*(\D+)")
"""How many of a unit, and which."""

UNSAID = ("是", "有", "true", "yes", "否", "无", "false", "no")
"""Words that only say whether there is a trigger."""


def _actions(beside: dict[str, Written]) -> tuple[str, ...]:
    """Take the actions out of what is granted: they have a place of their own on such a record."""
    granted = _listed(beside.pop("grants", ()))
    other = [one for one in granted if not isinstance(one, str) or _is_grant(one)]
    if other:
        beside["grants"] = other
    return tuple(one for one in granted if isinstance(one, str) and not _is_grant(one))


def _listed(value: Written) -> Sequence[Written]:
    return split_list(value) if isinstance(value, str) else one_or_several(value)


def _is_grant(text: str) -> bool:
    """Whether a text names a grant by its word (`光 1`, `感官 嗅觉 模糊`); any other names an action."""
    head = text.replace("=", " ").replace(":", " ").replace("：", " ").split()
    return bool(head) and VOCABULARY.read("grants", head[0]) is not None


@rule("MIR-LIV-31", "MIR-LIV-32")
def effect_of(written: Plain, where: str) -> tuple[Effect, tuple[Say, ...]]:
    """An effect record as people write it; a quantity may be named by what narrows it, an action by its name alone."""
    plain = {KEYS.get(str(key), str(key)): value for key, value in written.items()}
    if "modifiers" in plain:
        plain["modifiers"] = [_narrowed(one) for one in one_or_several(plain["modifiers"])]
    if "lasts" in plain:
        plain["lasts"] = [_timed(one) for one in _listed(plain["lasts"])]
    if "grants" in plain:
        plain["grants"] = [_as_grant(one) for one in _listed(plain["grants"])]
    return read_effect(VOCABULARY, plain, where)


@rule("MIR-DUR-2")
def _timed(said: Written) -> Written:
    """`场景` is one scene, `2 rounds` two of them; what is no unit stays, and is a problem there."""
    found = COUNTED.fullmatch(said.strip()) if isinstance(said, str) else None
    for word in (found[2], found[2].removesuffix("s")) if found else ():
        span = VOCABULARY.read("spans", word)
        if span is not None and span.fixed is None and span.ends is not Ending.EVENT:
            return f"{found[1] or 1} {word}" if found else said
    return said


def _as_grant(one: Written) -> Written:
    return one if not isinstance(one, str) or _is_grant(one) else {"action": [one]}


def _narrowed(one: Written) -> Written:
    """`闪避` is DEF by dodging, `运动` a check of that skill, `力量` that attribute; `灼烧抗性` and `运动DC` say both in one word."""
    if not isinstance(one, Mapping):
        return one
    plain = {KEYS.get(str(key), str(key)): value for key, value in one.items()}
    said = plain.get("of", "")
    if not isinstance(said, str) or VOCABULARY.read("quantities", said) is not None or plain.get("part"):
        return plain
    for quantity in VOCABULARY.quantities:
        if folded(said) in spelled(quantity.parts):
            return {**plain, "of": quantity.key, "part": said}
    for quantity in VOCABULARY.quantities:
        part = folded(said).removesuffix(folded(quantity.zh))
        if part != folded(said) and part in spelled(quantity.parts):
            return {**plain, "of": quantity.key, "part": part}
    return plain


def duration_of(lasts: tuple[Lasts, ...]) -> Plain:
    """How long a written effect lasts, as a duration; without a word it is permanent."""
    if not lasts:
        return {"unit": Unit.PERMANENT.value}
    first = lasts[0]
    return {"unit": first.unit, "n": max(1, first.n)}
