"""The words of mist (迷雾) as enums: the English name in code, the Chinese term of the rulebook beside it.

Glossary of the game; no rule, no number.
"""

from collections.abc import Iterable
from enum import StrEnum

from ludex.core.say import Say, term


def named(words: Iterable[str]) -> list[Say]:
    """Terms as people read them, for a refusal that lists what there is."""
    return [term(word) for word in words]


class TagKind(StrEnum):
    """Kinds of tag (标签)."""

    POWER = "power"  # 正面标签 / 力量标签
    WEAKNESS = "weakness"  # 弱点标签
    STORY = "story"  # 故事标签


class Use(StrEnum):
    """The side on which a tag or a status counts."""

    HELP = "help"  # 有利
    HINDER = "hinder"  # 不利


class ThemeKind(StrEnum):
    """Kinds of theme (主题)."""

    SELF = "self"  # 自我主题
    TAINTED = "tainted"  # 浸染主题


class Stage(StrEnum):
    """When a sheet is looked over."""

    CREATION = "creation"  # 创建
    PLAY = "play"  # 游戏中


class Fate(StrEnum):
    """What has become of a character (命运)."""

    ACTIVE = "active"  # 在场
    DEAD = "dead"  # 死亡
    TRANSFORMED = "transformed"  # 永久转变


class Relation(StrEnum):
    """How an arriving status meets what its holder has."""

    NEW = "new"  # 新的状态
    STACKED = "stacked"  # 累积
    CANCELLED = "cancelled"  # 抵消


class Mode(StrEnum):
    """How far an action (行动) is followed."""

    DESCRIBE = "describe"  # 描述
    QUICK = "quick"  # 掷骰
    DETAILED = "detailed"  # 详细跟进


class Result(StrEnum):
    """What a pool comes to (结果)."""

    DESCRIBED = "described"  # 只有描述，未掷骰
    FAILURE = "failure"  # 失败
    MIXED = "mixed"  # 混合成功
    SUCCESS = "success"  # 成功


class EffectKind(StrEnum):
    """What power buys (效果)."""

    RAISE = "raise_status"  # 增加状态等级
    LOWER = "lower_status"  # 减少状态等级
    CREATE_TAG = "create_tag"  # 创建故事标签
    REMOVE_TAG = "remove_tag"  # 移除故事标签
    CLUE = "clue"  # 发现线索
    FEAT = "extra_feat"  # 额外举措
    RECOVER = "recover_tag"  # 恢复燃尽的标签


class Depth(StrEnum):
    """Depths of total immersion (彻底浸入)."""

    SUBMERGE = "submerge"  # 浸没
    DIVE = "dive"  # 深潜
    SINK = "sink"  # 沉陷


class Goal(StrEnum):
    """What became of what an immersion was for."""

    ACHIEVED = "achieved"  # 达成
    OPEN = "open"  # 由 MC 说


class Activity(StrEnum):
    """What a character does with time off (休整)."""

    RECOVER = "recover_tags"  # 恢复标签
    HEAL = "heal"  # 疗养
    GROW = "grow"  # 成长


class ScenePhase(StrEnum):
    """Phases of the scene loop (场景循环)."""

    ESTABLISH = "establish"  # 确立
    ACTION = "action"  # 行动
    CONSEQUENCE = "consequence"  # 后果
    ENDED = "ended"  # 结束


class ThreatState(StrEnum):
    """What has become of a threat (威胁)."""

    OPEN = "open"  # 悬而未决
    RESOLVED = "resolved"  # 已解决
    REALISED = "realised"  # 已兑现


class ConsequenceKind(StrEnum):
    """What a consequence (后果) brings."""

    STATUS = "status"  # 状态
    BURN_TAG = "burn_tag"  # 燃尽标签
    STORY_TAG = "story_tag"  # 新的故事标签
    REMOVE_TAG = "remove_tag"  # 失去故事标签
    NEW_THREAT = "new_threat"  # 新的威胁
    NARRATIVE = "narrative"  # 叙述


class MissionPhase(StrEnum):
    """Phases of a mission (任务)."""

    CUT_IN = "cut_in"  # 切入
    WRITING = "writing"  # 书写档案
    PAST = "past"  # 过去的场景
    OPPORTUNITY = "opportunity"  # 机会
    SETBACK = "setback"  # 受挫
    SUPPRESSED = "suppressed"  # 压制
    CLOSED = "closed"  # 结案


class Outcome(StrEnum):
    """How a mission ended (结案)."""

    WON = "won"  # 压制
    LOST = "lost"  # 失败
    LEFT = "left"  # 离开


class Verdict(StrEnum):
    """Whether a conclusion (结论) has been shown right."""

    TRUE = "true"  # 正确
    FALSE = "false"  # 错误


class Form(StrEnum):
    """The two forms of writing the file (书写档案)."""

    DEDUCE = "deduce"  # 演绎
    TEST = "test"  # 检验


class Sort(StrEnum):
    """Sorts of challenge (挑战) that the rulebook names; any other word will do."""

    ENEMY = "enemy"  # 敌人
    TRAP = "trap"  # 陷阱
    ADVERSE_SOCIAL = "adverse_social"  # 不利的社交情景
    TEMPTATION = "temptation"  # 诱惑
    EMOTION = "emotion"  # 情绪
    APPROACHING_MOMENT = "approaching_moment"  # 逐渐迫近的时刻


class Question(StrEnum):
    """The standard questions (谜团) of a file; any other will do."""

    WHAT_IS_IT = "what_is_it"  # 异常是什么
    WHAT_TRAITS = "what_traits"  # 异常有什么特性
    WHAT_HARM = "what_harm"  # 会造成什么危害
    WHAT_WORSENS = "what_worsens"  # 什么让异常更具威胁
    HOW_TO_SUPPRESS = "how_to_suppress"  # 如何才能压制
