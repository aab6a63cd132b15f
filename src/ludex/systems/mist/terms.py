"""The words of mist (迷雾) as enums: the English name in code, the Chinese term of the rulebook beside it.

Glossary of the game; no rule, no number.
"""

from collections.abc import Iterable

from ludex.core.say import Say, term
from ludex.core.terms import Term


def as_terms(words: Iterable[str]) -> list[Say]:
    """Terms as people read them, for a refusal that lists what there is."""
    return [term(word) for word in words]


class TagKind(Term):
    """Kinds of tag (标签)."""

    POWER = "power", "力量标签", "power tag"
    WEAKNESS = "weakness", "弱点标签", "weakness tag"
    STORY = "story", "故事标签", "story tag"


class Use(Term):
    HELP = "help", "有利", "helps"
    HINDER = "hinder", "不利", "hinders"


class ThemeKind(Term):
    """Kinds of theme (主题)."""

    SELF = "self", "自我主题", "self theme", "自我"
    TAINTED = "tainted", "浸染主题", "tainted theme", "浸染"


class Stage(Term):
    """When a sheet is looked over."""

    CREATION = "creation", "创建"
    PLAY = "play", "游戏中"


class Fate(Term):
    """What has become of a character (命运)."""

    ACTIVE = "active", "在场"
    DEAD = "dead", "死亡"
    TRANSFORMED = "transformed", "永久转变", "transformed", "转变"


class Relation(Term):
    """How an arriving status meets what its holder has."""

    NEW = "new", "新的状态", "new status"
    STACKED = "stacked", "累积"
    CANCELLED = "cancelled", "抵消"


class Ruling(Term):
    NEW = "new", "新的状态", "new status", "新", "并列"
    STACK = "stack", "累积", "stack", "叠"
    CANCEL = "cancel", "抵消", "cancel", "抵"


class Mode(Term):
    """How far an action (行动) is followed."""

    DESCRIBE = "describe", "描述"
    QUICK = "quick", "速决"
    DETAILED = "detailed", "详细"


class Result(Term):
    """What a pool comes to (结果)."""

    DESCRIBED = "described", "只需描述", "just described"
    FAILURE = "failure", "失败"
    MIXED = "mixed", "混合成功", "mixed success"
    SUCCESS = "success", "成功"


class EffectKind(Term):
    """What power buys (效果)."""

    RAISE = "raise_status", "增加状态等级", "raise a status"
    LOWER = "lower_status", "减少状态等级", "lower a status"
    CREATE_TAG = "create_tag", "创建故事标签", "create a story tag"
    REMOVE_TAG = "remove_tag", "移除故事标签", "remove a story tag", "去标签", "untag"
    CLUE = "clue", "线索"
    FEAT = "extra_feat", "额外举措"
    RECOVER = "recover_tag", "恢复标签", "recover a tag"


class Depth(Term):
    """Depths of total immersion (彻底浸入)."""

    SUBMERGE = "submerge", "浸没"
    DIVE = "dive", "深潜"
    SINK = "sink", "沉陷"


class Goal(Term):
    ACHIEVED = "achieved", "达成"
    OPEN = "open", "悬着"


class Activity(Term):
    """What a character does with time off (休整)."""

    RECOVER = "recover_tags", "恢复标签", "recover tags", "恢复", "recover"
    HEAL = "heal", "疗养"
    GROW = "grow", "成长"


class ScenePhase(Term):
    """Phases of the scene loop (场景循环)."""

    ESTABLISH = "establish", "确立"
    ACTION = "action", "行动"
    CONSEQUENCE = "consequence", "后果"
    ENDED = "ended", "结束"


class ThreatState(Term):
    """What has become of a threat (威胁)."""

    OPEN = "open", "悬着"
    RESOLVED = "resolved", "已解决"
    REALISED = "realised", "已兑现", "come true"


class ConsequenceKind(Term):
    """What a consequence (后果) brings."""

    STATUS = "status", "状态"
    BURN_TAG = "burn_tag", "燃尽标签", "burn a tag", "燃尽", "burn"
    STORY_TAG = "story_tag", "故事标签", "story tag", "标签", "tag"
    REMOVE_TAG = "remove_tag", "移除故事标签", "remove a story tag", "去标签", "untag"
    NEW_THREAT = "new_threat", "新的威胁", "new threat", "威胁", "threat"
    NARRATIVE = "narrative", "叙述", "narrative", "say"


class MissionPhase(Term):
    """Phases of a mission (任务)."""

    CUT_IN = "cut_in", "切入", "cut-in"
    WRITING = "writing", "书写档案", "writing the file"
    PAST = "past", "过去的场景", "a scene of the past"
    OPPORTUNITY = "opportunity", "机会"
    SETBACK = "setback", "受挫"
    SUPPRESSED = "suppressed", "压制"
    CLOSED = "closed", "结案"


class Outcome(Term):
    """How a mission ended (结案)."""

    WON = "won", "压制"
    LOST = "lost", "失败"
    LEFT = "left", "离开"


class Verdict(Term):
    """Whether a conclusion (结论) has been shown right."""

    TRUE = "true", "正确", "right"
    FALSE = "false", "错误", "wrong"


class Form(Term):
    """The two forms of writing the file (书写档案)."""

    DEDUCE = "deduce", "演绎", "deduction"
    TEST = "test", "检验"


class Sort(Term):
    """Sorts of challenge (挑战) that the rulebook names; any other word will do."""

    ENEMY = "enemy", "敌人"
    TRAP = "trap", "陷阱"
    ADVERSE_SOCIAL = "adverse_social", "不利的社交情景", "adverse company", "社交"
    TEMPTATION = "temptation", "诱惑"
    EMOTION = "emotion", "情绪"
    APPROACHING_MOMENT = "approaching_moment", "逐渐迫近的时刻", "approaching moment", "时刻"
    ANOMALY = "anomaly", "异常"


class Band(Term):
    """How far off a limit (极限) is, where its number is not shown."""

    FAR = "far", "远"
    NEAR = "near", "近"
    ONE = "one_below", "一级之差", "one tier below"
    REACHED = "reached", "到了"


class Question(Term):
    """The standard questions (谜团) of a file; any other will do."""

    WHAT_IS_IT = "what_is_it", "异常是什么", "what is the anomaly"
    WHAT_TRAITS = "what_traits", "异常有什么特性", "what traits does it have"
    WHAT_HARM = "what_harm", "异常会造成什么危害", "what harm does it do"
    WHAT_WORSENS = "what_worsens", "什么让异常更具威胁", "what makes it more dangerous"
    HOW_TO_SUPPRESS = "how_to_suppress", "如何才能压制异常", "how can it be suppressed"
