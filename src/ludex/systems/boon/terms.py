"""The words of boon (优劣) as enums: the English name in code, the Chinese term beside it.

Holds the glossary alone. Texts for people are in `words/`, under `terms.<value>`.
"""

from enum import StrEnum


class Attribute(StrEnum):
    """What a test may be made with (BOO-PAT-1, BOO-PAT-3)."""

    STRENGTH = "strength"  # 力量
    AGILITY = "agility"  # 敏捷
    INTELLECT = "intellect"  # 智力
    WILL = "will"  # 意志
    PERCEPTION = "perception"  # 感知


class Result(StrEnum):
    """How a test ends."""

    SUCCESS = "success"  # 成功
    FAILURE = "failure"  # 失败
    NONE = "none"  # 无需检定


class Reason(StrEnum):
    """Why a challenge roll was rolled, or not."""

    ROLLED = "rolled"  # 掷骰
    NO_PRESSURE = "no_pressure"  # 没有压力
    SAME_CONDITIONS = "same_conditions"  # 相同条件


class Status(StrEnum):
    """Whether somebody is still in the fight (BOO-PHL-9)."""

    ACTIVE = "active"  # 正常
    DISABLED = "disabled"  # 失能
    DYING = "dying"  # 濒死
    UNCONSCIOUS = "unconscious"  # 昏迷
    DEAD = "dead"  # 死亡
    FLED = "fled"  # 逃离
    SURRENDERED = "surrendered"  # 投降


GONE = (Status.DEAD, Status.FLED, Status.SURRENDERED)
"""Who is no longer in the fight (BOO-EOR-4)."""


class ThingStatus(StrEnum):
    """The state of an object."""

    INTACT = "intact"  # 完好
    DESTROYED = "destroyed"  # 毁坏


class Kind(StrEnum):
    """Attack kinds (BOO-DEF-2)."""

    MELEE = "melee"  # 近战
    RANGED = "ranged"  # 远程
    MAGIC = "magic"  # 魔法
    ITEM = "item"  # 道具


class Ward(StrEnum):
    """The three defences, and none."""

    NONE = "none"  # 不防御
    DODGE = "dodge"  # 闪避
    BLOCK = "block"  # 格挡
    BODY_THROW = "body_throw"  # 摔投


class Outcome(StrEnum):
    """Where an attack or a shove ends."""

    MISS = "miss"  # 未命中
    WRONG_PLACE = "wrong_place"  # 落空
    DODGED = "dodged"  # 闪开
    BLOCKED = "blocked"  # 挡下
    THROWN = "thrown"  # 摔出
    ARMOR = "armor"  # 打在护甲上
    FLESH = "flesh"  # 伤及肉体
    OBJECT = "object"  # 击中物体
    PUSHED = "pushed"  # 推开
    FAILED = "failed"  # 没推动


class DamageTo(StrEnum):
    """What the damage dice wear away."""

    NONE = "none"  # 无
    BLOCK_ITEM = "block_item"  # 格挡物
    ARMOR = "armor"  # 护甲
    HEALTH = "health"  # 生命
    ACTOR = "actor"  # 攻击者
    ACTOR_ARMOR = "actor_armor"  # 攻击者的护甲
    OBJECT = "object"  # 物体


class Cover(StrEnum):
    """How much of the target is screened (遮蔽, BOO-PCV-1)."""

    NONE = "none"
    HALF = "half"
    THREE_QUARTERS = "three_quarters"
    TOTAL = "total"


class Obscurement(StrEnum):
    """How badly the target is seen (模糊, BOO-PCV-2)."""

    NONE = "none"
    PARTIAL = "partial"
    HEAVY = "heavy"
    TOTAL = "total"


class Terrain(StrEnum):
    """Ground that a move crosses."""

    NORMAL = "normal"  # 平地
    DIFFICULT = "difficult"  # 困难地形
    CLIMB = "climb"  # 攀爬


class Resisted(StrEnum):
    """What success against an area brings (BOO-CHL-13)."""

    HALF = "half"  # 伤害减半
    NONE = "none"  # 避开


class Material(StrEnum):
    """What an object is made of (BOO-POB-2)."""

    NORMAL = "normal"  # 一般
    FRAGILE = "fragile"  # 易碎
    HARD = "hard"  # 坚硬


class Gear(StrEnum):
    """Kinds of items."""

    WEAPON = "weapon"  # 武器
    SHIELD = "shield"  # 盾牌
    GEAR = "gear"  # 道具


class Use(StrEnum):
    """What one does with an item (BOO-ITM-2)."""

    RELOAD = "reload"  # 装填
    TAKE = "take"  # 取出
    CONSUME = "consume"  # 服用
    ATTACK = "attack"  # 攻击
    CHECK = "check"  # 检定
    OTHER = "other"  # 其他


class Access(StrEnum):
    """Where an item is (BOO-ITM-1)."""

    HELD = "held"  # 手中
    WORN = "worn"  # 身上
    REACH = "reach"  # 触及之内
    PACK = "pack"  # 行囊


class Action(StrEnum):
    """The actions of a turn (动作, BOO-ACT-1)."""

    ATTACK = "attack"  # 攻击
    CAST = "cast"  # 施法
    SHOVE = "shove"  # 推撞
    HIDE = "hide"  # 隐匿
    MOVE = "move"  # 移动
    USE_ITEM = "use_item"  # 使用道具
    STUNT = "stunt"  # 特技
    PASS = "pass"  # 让过


BLOCK_TRAINING = "block"  # 格挡训练
THROW_TRAINING = "body_throw"  # 摔投训练
UNARMED = "unarmed"  # 徒手
ARMOR = "armor"  # 身上的护甲
