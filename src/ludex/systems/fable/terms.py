"""The words of fable as enums. Each Chinese term of the rulebook stands once, beside its name."""

from enum import StrEnum
from typing import Literal


class Attribute(StrEnum):
    """The four attribute dice (FAB-PAT-1)."""

    DEX = "dex"  # 灵巧
    INS = "ins"  # 洞察
    MIG = "mig"  # 力量
    WLP = "wlp"  # 意志


class Kind(StrEnum):
    """Who plays a character: a player, or the GM; a villain has Ultima Points."""

    PC = "pc"  # 玩家角色
    NPC = "npc"  # 非玩家角色
    VILLAIN = "villain"  # 反派


class Rank(StrEnum):
    """Ranks of NPCs (FAB-PNP-1)."""

    SOLDIER = "soldier"  # 士兵级
    ELITE = "elite"  # 精英级
    CHAMPION = "champion"  # 头目级


class Status(StrEnum):
    """Status effects (FAB-PST-1)."""

    SLOW = "slow"  # 减速
    DAZED = "dazed"  # 眩晕
    WEAK = "weak"  # 虚弱
    SHAKEN = "shaken"  # 动摇
    ENRAGED = "enraged"  # 愤怒
    POISONED = "poisoned"  # 中毒


class DamageType(StrEnum):
    """The eight physical and four mental types (FAB-DMG-2, FAB-DMG-3)."""

    IMPACT = "impact"  # 冲击
    SLASH = "slash"  # 切割
    PIERCE = "pierce"  # 穿刺
    TOXIN = "toxin"  # 毒素
    BLEED = "bleed"  # 失血
    BURN = "burn"  # 灼烧
    FREEZE = "freeze"  # 冷冻
    CORRODE = "corrode"  # 腐蚀
    FATIGUE = "fatigue"  # 困顿
    PAIN = "pain"  # 疼痛
    EUPHORIA = "euphoria"  # 欣快
    SUBMISSION = "submission"  # 屈服


class Affinity(StrEnum):
    """How a damage type works on somebody (FAB-PDM-2)."""

    NORMAL = "normal"  # 普通
    VULNERABLE = "vulnerable"  # 弱点
    RESIST = "resist"  # 抗性
    IMMUNE = "immune"  # 免疫
    ABSORB = "absorb"  # 吸收


class Pool(StrEnum):
    """The two rows of gauges."""

    HP = "hp"  # 生命值
    MP = "mp"  # 精神值


class Result(StrEnum):
    """结果: whether a check succeeded (FAB-VAL-1)."""

    SUCCESS = "success"  # 成功
    FAILURE = "failure"  # 失败


class Domain(StrEnum):
    """职业领域: class domains (FAB-DOM-1)."""

    WARRIOR = "warrior"  # 武者
    MAGE = "mage"  # 术师
    PRIEST = "priest"  # 祭司
    TACTICIAN = "tactician"  # 参谋


GENERAL: Literal["general"] = "general"
"""通用领域: the domain whose level is LV (FAB-DOM-3)."""


class Opportunity(StrEnum):
    """机会: what an opportunity may be spent on (FAB-POP-1, FAB-ATK-2)."""

    ADVANTAGE = "advantage"  # 优势
    AFFLICTION = "affliction"  # 苦厄
    BONDING = "bonding"  # 结缘
    FAUX_PAS = "faux_pas"  # 失言
    FAVOR = "favor"  # 青睐
    INFORMATION = "information"  # 情报
    LOST_ITEM = "lost_item"  # 失物
    PROGRESS = "progress"  # 进展
    PLOT_TWIST = "plot_twist"  # 转折
    SCAN = "scan"  # 看破
    UNMASK = "unmask"  # 揭穿
    CUSTOM = "custom"  # 自定
    CRUSHING_BLOW = "crushing_blow"  # 重击
    EXECUTION = "execution"  # 斩杀


COMBAT_OPPORTUNITIES = (Opportunity.CRUSHING_BLOW, Opportunity.EXECUTION)


class Action(StrEnum):
    """动作: what a turn is spent on (FAB-PAC-1)."""

    ATTACK = "attack"  # 攻击
    EQUIPMENT = "equipment"  # 换装
    GUARD = "guard"  # 防御
    HINDER = "hinder"  # 妨碍
    INVENTORY = "inventory"  # 物品
    OBJECTIVE = "objective"  # 目标
    SPELL = "spell"  # 咒语
    STUDY = "study"  # 研究
    SKILL = "skill"  # 特技
    OTHER = "other"  # 其他


class EffectKind(StrEnum):
    """How the time of an effect is counted (FAB-TIK)."""

    TICK = "tick"  # 刻
    ROUND = "round"  # 轮
    TURN_START = "turn_start"  # 回合开始
    TURN_END = "turn_end"  # 回合结束
    UNTIL_TICK_END = "until_tick_end"  # 至此刻结束
    UNTIL_TURN_END = "until_turn_end"  # 至回合结束
    UNTIL_ROUND_END = "until_round_end"  # 至此轮结束


COUNTING = (EffectKind.TICK, EffectKind.ROUND, EffectKind.TURN_START, EffectKind.TURN_END)
ANCHORED = (EffectKind.TURN_START, EffectKind.TURN_END, EffectKind.UNTIL_TURN_END)


class Item(StrEnum):
    """What inventory points are spent on (FAB-PAC-4)."""

    REMEDY = "remedy"  # 疗伤药
    ELIXIR = "elixir"  # 灵药
    TONIC = "tonic"  # 清神剂
    ELEMENTAL_SHARD = "elemental_shard"  # 元素碎片
    MAGIC_TENT = "magic_tent"  # 魔法帐篷


class Cause(StrEnum):
    """What brought somebody to 0 HP (FAB-PZR)."""

    ATTACK = "attack"  # 攻击
    IMPROVISED = "improvised"  # 即兴伤害
    OVERDRAFT = "overdraft"  # 透支


class Decider(StrEnum):
    """Who decides what becomes of somebody at 0 HP."""

    PLAYER = "player"  # 玩家
    ATTACKER = "attacker"  # 击倒者
    GM = "gm"  # 主持人


class Gain(StrEnum):
    """What became of a superiority point that a team would gain (FAB-PSU)."""

    GAINED = "gained"  # 获得
    CANCELLED = "cancelled"  # 抵消
    WASTED = "wasted"  # 溢出
