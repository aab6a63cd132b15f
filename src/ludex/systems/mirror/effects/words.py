"""The words of effects that only name things: quantities, events, steps, spans, whose and whom (MIR-LIV-31, MIR-LIV-32, MIR-LIV-34)."""

from ludex.core.effects.vocabulary import Ending, Quantity, Slot, Sort, Span, Step, Word, words_of_terms
from ludex.core.terms import Term
from ludex.systems.mirror.terms import (
    Acuity,
    AttackMode,
    AttackType,
    Attribute,
    DamageType,
    Defense,
    Group,
    Injury,
    Light,
    PartType,
    Rest,
    Sense,
    Skill,
    Tag,
    Unit,
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
