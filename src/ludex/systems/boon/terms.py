"""The words of boon (优劣) as enums: key, Chinese, English, further spellings.

Holds the glossary alone. Enums that people never read or type are plain; other texts are in `words/`.
"""

from enum import StrEnum

from ludex.core.terms import Term


class Attribute(Term):
    """What a test may be made with (BOO-PAT-1, BOO-PAT-3)."""

    STRENGTH = "strength", "力量", "Strength", "力", "str"
    AGILITY = "agility", "敏捷", "Agility", "敏", "agi"
    INTELLECT = "intellect", "智力", "Intellect", "智", "int"
    WILL = "will", "意志", "Will", "意"
    PERCEPTION = "perception", "感知", "Perception", "感", "per"


FOUR = tuple(one.value for one in Attribute if one is not Attribute.PERCEPTION)
"""The keys of those that have scores of their own."""


class Result(Term):
    SUCCESS = "success", "成功", "success"
    FAILURE = "failure", "失败", "failure"
    NONE = "none", "无", "none"


class Reason(Term):
    """Why a challenge roll was rolled, or not."""

    ROLLED = "rolled", "掷骰", "rolled"
    NO_PRESSURE = "no_pressure", "没有压力", "no pressure"
    SAME_CONDITIONS = "same_conditions", "相同条件", "same conditions"


class Status(Term):
    """Whether somebody is still in the fight (BOO-PHL-9)."""

    ACTIVE = "active", "正常", "active"
    DISABLED = "disabled", "失能", "disabled"
    DYING = "dying", "濒死", "dying"
    UNCONSCIOUS = "unconscious", "昏迷", "unconscious"
    DEAD = "dead", "死亡", "dead"
    FLED = "fled", "逃跑", "fled"
    SURRENDERED = "surrendered", "投降", "surrendered"


LEFT = (Status.FLED, Status.SURRENDERED)
"""Who has left the fight on his own feet."""
GONE = (Status.DEAD, *LEFT)
"""Who is no longer in the fight (BOO-EOR-4)."""
AWAY = (Status.DEAD, Status.FLED)
"""Who cannot be aimed at: a thing now, or not on the battlefield any more (BOO-LIV-9)."""


class Leaving(Term):
    """The ways to leave a fight (BOO-EOR-4)."""

    FLED = "fled", "逃跑", "fled", "逃", "逃离", "flee"
    SURRENDERED = "surrendered", "投降", "surrendered", "降", "yield", "surrender"


class ThingStatus(Term):
    INTACT = "intact", "完好", "intact"
    DESTROYED = "destroyed", "毁坏", "destroyed"


class Kind(Term):
    """Attack kinds (BOO-DEF-2)."""

    MELEE = "melee", "近战", "melee"
    RANGED = "ranged", "远程", "ranged", "投掷"
    MAGIC = "magic", "魔法", "magic"
    ITEM = "item", "道具", "item"


class Ward(Term):
    """The three defences, those of a table's own, and none."""

    NONE = "none", "无", "none"
    DODGE = "dodge", "闪避", "dodge"
    BLOCK = "block", "格挡", "block"
    BODY_THROW = "body_throw", "摔投", "body throw", "throw"
    SPECIAL = "special", "特殊防御", "special defence"


class Outcome(Term):
    MISS = "miss", "未命中", "miss"
    WRONG_PLACE = "wrong_place", "打错了地方", "wrong spot"
    DODGED = "dodged", "被闪开", "dodged"
    BLOCKED = "blocked", "被挡下", "blocked"
    THROWN = "thrown", "反被摔出", "thrown"
    WARDED = "warded", "被化解", "warded off"
    ARMOR = "armor", "打在护甲上", "stopped by armour"
    FLESH = "flesh", "伤及肉体", "reaches the body"
    OBJECT = "object", "击中物体", "object struck"
    PUSHED = "pushed", "推开", "pushed"
    FAILED = "failed", "没推动", "not moved"
    TOUCHED = "touched", "命中", "hit"


class DamageTo(StrEnum):
    NONE = "none"  # 无
    BLOCK_ITEM = "block_item"  # 格挡物
    ARMOR = "armor"  # 护甲
    HEALTH = "health"  # 生命
    ACTOR = "actor"  # 攻击者
    ACTOR_ARMOR = "actor_armor"  # 攻击者的护甲
    OBJECT = "object"  # 物体


class Cover(Term):
    """How much of the target is screened (遮蔽, BOO-PCV-1)."""

    NONE = "none", "无", "none"
    HALF = "half", "半", "half", "半遮"
    THREE_QUARTERS = "three_quarters", "大半", "three quarters", "3/4"
    TOTAL = "total", "全", "total"


class Screen(Term):
    """What hides somebody (BOO-HID-1): one of them is enough."""

    UNWATCHED = "unwatched", "没人看", "unwatched"
    OBSCUREMENT = "obscurement", "模糊", "obscurement"
    COVER = "cover", "遮蔽", "cover"


class Obscurement(Term):
    """How badly the target is seen (模糊, BOO-PCV-2)."""

    NONE = "none", "无", "none"
    PARTIAL = "partial", "薄", "partial", "部分"
    HEAVY = "heavy", "浓", "heavy", "重"
    TOTAL = "total", "全", "total"


class Terrain(Term):
    NORMAL = "normal", "一般", "normal", "平地"
    DIFFICULT = "difficult", "困难", "difficult"
    CLIMB = "climb", "攀爬", "climb", "爬"


class Earth(Term):
    """Kinds of ground on the battlefield (BOO-CBT-2)."""

    DIFFICULT = "difficult", "困难", "difficult"
    CLIMB = "climb", "攀爬", "climb", "爬"
    WALL = "wall", "墙", "wall"
    MIST = "mist", "薄雾", "mist"
    FOG = "fog", "雾", "fog"
    DARK = "dark", "黑暗", "dark"
    LOW = "low", "半遮", "low"
    COVER = "cover", "遮蔽", "cover"
    LIGHT = "light", "光", "light"


class Party(Term):
    """Sides that nobody has named (BOO-LIV-21, BOO-LIV-48)."""

    HEROES = "heroes", "英雄", "heroes"
    FOES = "foes", "敌人", "foes"


class Material(Term):
    """What an object is made of (BOO-POB-2)."""

    NORMAL = "normal", "一般", "normal"
    FRAGILE = "fragile", "易碎", "fragile"
    HARD = "hard", "坚硬", "hard"


class Gear(Term):
    WEAPON = "weapon", "武器", "weapon"
    SHIELD = "shield", "盾牌", "shield"
    GEAR = "gear", "道具", "gear"


class Manner(Term):
    """What a weapon does to what it hits: the verb of its sentences."""

    STRIKE = "strike", "打", "hits"
    CUT = "cut", "砍", "cuts"
    STAB = "stab", "刺", "stabs"
    CRUSH = "crush", "砸", "smashes"
    SHOOT = "shoot", "射", "shoots"
    BITE = "bite", "咬", "bite"  # of fangs, which are several


class Training(Term):
    """The trainings of the book (BOO-STN-1); a table may have others."""

    BLOCK = "block", "格挡", "block", "格挡训练", "block training"
    BODY_THROW = "body_throw", "摔投", "body throw", "摔投训练", "body throw training"
    TRIP = "trip", "绊摔", "trip", "绊摔训练", "trip training"
    DISARM = "disarm", "缴械", "disarm", "缴械训练", "disarm training"


class Use(StrEnum):
    """What one does with an item (BOO-ITM-2)."""

    RELOAD = "reload"  # 装填
    TAKE = "take"  # 取出
    CONSUME = "consume"  # 服用
    ATTACK = "attack"  # 攻击
    CHECK = "check"  # 检定
    STOW = "stow"  # 收起
    GIVE = "give"  # 给予
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
    RID = "rid"  # 摆脱
    INVOKE = "invoke"  # 效果许可的行动
    PASS = "pass"  # 让过


BLOCK_TRAINING = Training.BLOCK.value
THROW_TRAINING = Training.BODY_THROW.value
UNARMED = "unarmed"  # 徒手
ROUND_SECONDS = 15  # 一轮 (BOO-RND-1)
HOUR = 3600  # 一小时
ARMOR = "armor"  # 身上的护甲
UNKNOWN = "?"
"""Who takes part but may not be known, a creature or a side; nobody at a table can be called so."""
