"""The words of fable as terms: each with its key, its Chinese and its English word, and how else people type it. (FAB-LIV-58)"""

from typing import Literal

from ludex.core.terms import Term


class Attribute(Term):
    """The four attribute dice (FAB-PAT-1)."""

    DEX = "dex", "灵巧", "DEX", "敏捷", "敏", "dexterity"
    INS = "ins", "洞察", "INS", "insight"
    MIG = "mig", "力量", "MIG", "might"
    WLP = "wlp", "意志", "WLP", "willpower"


class Kind(Term):
    """Who plays a character: a player, or the GM; a villain has Ultima Points."""

    PC = "pc", "玩家角色", "PC"
    NPC = "npc", "NPC", "NPC"
    VILLAIN = "villain", "反派"


class Rank(Term):
    """位阶: ranks of NPCs (FAB-PNP-1)."""

    SOLDIER = "soldier", "士兵级", "soldier", "士兵"
    ELITE = "elite", "精英级", "elite", "精英"
    CHAMPION = "champion", "头目级", "champion", "头目", "首领级", "首领", "冠军级", "冠军"


class Status(Term):
    """Status effects (FAB-PST-1)."""

    SLOW = "slow", "减速"
    DAZED = "dazed", "眩晕"
    WEAK = "weak", "虚弱"
    SHAKEN = "shaken", "动摇"
    ENRAGED = "enraged", "愤怒"
    POISONED = "poisoned", "中毒"


class DamageType(Term):
    """The eight physical and four mental types (FAB-DMG-2, FAB-DMG-3)."""

    IMPACT = "impact", "冲击"
    SLASH = "slash", "切割"
    PIERCE = "pierce", "穿刺"
    TOXIN = "toxin", "毒素"
    BLEED = "bleed", "失血"
    BURN = "burn", "灼烧"
    FREEZE = "freeze", "冷冻"
    CORRODE = "corrode", "腐蚀"
    FATIGUE = "fatigue", "困顿"
    PAIN = "pain", "疼痛"
    EUPHORIA = "euphoria", "欣快"
    SUBMISSION = "submission", "屈服"


class Affinity(Term):
    """How a damage type works on somebody (FAB-PDM-2)."""

    NORMAL = "normal", "普通"
    VULNERABLE = "vulnerable", "弱点"
    RESIST = "resist", "抗性", "resistant"
    IMMUNE = "immune", "免疫"
    ABSORB = "absorb", "吸收", "absorbing"


class Pool(Term):
    """The two rows of gauges."""

    HP = "hp", "生命", "HP", "生命值"
    MP = "mp", "精神", "MP", "精神值"


class Result(Term):
    """结果: whether a check succeeded (FAB-VAL-1)."""

    SUCCESS = "success", "成功"
    FAILURE = "failure", "失败"


class Domain(Term):
    """职业领域: class domains (FAB-DOM-1)."""

    WARRIOR = "warrior", "武者"
    MAGE = "mage", "术师"
    PRIEST = "priest", "祭司"
    TACTICIAN = "tactician", "参谋"


GENERAL: Literal["general"] = "general"
"""通用领域: the domain whose level is LV (FAB-DOM-3)."""


class CharacterClass(Term):
    """职业: the classes of the domains, each with a free benefit (FAB-DOM-7)."""

    DARKBLADE = "darkblade", "暗黑之刃"
    FURY = "fury", "狂怒斗士"
    SHARPSHOOTER = "sharpshooter", "神射手"
    GUARDIAN = "guardian", "守护者"
    WEAPONMASTER = "weaponmaster", "武器大师", "weaponmaster", "weapon master"
    TINKERER = "tinkerer", "修补匠"
    ENTROPIST = "entropist", "熵师"
    ELEMENTALIST = "elementalist", "元素师"
    CHIMERIST = "chimerist", "嵌合师"
    SPIRITIST = "spiritist", "灵师"
    ARCANIST = "arcanist", "秘仪师"
    LOREMASTER = "loremaster", "博学士"
    WAYFARER = "wayfarer", "旅人"
    ROGUE = "rogue", "游荡者"
    ORATOR = "orator", "吟唱者"


class Martial(Term):
    """军用: what a character may equip (FAB-PCB-1)."""

    ARMOR = "armor", "护甲", "armour"
    MELEE = "melee", "近战武器", "melee weapons"
    RANGED = "ranged", "远程武器", "ranged weapons"
    SHIELD = "shield", "盾"


class Emotion(Term):
    """情绪: what a bond can hold (FAB-BON-1), pair by pair."""

    OBEDIENCE = "obedience", "顺从"
    FANATICISM = "fanaticism", "狂热"
    PROTECTION = "protection", "守护"
    POSSESSIVENESS = "possessiveness", "独占"
    APPRECIATION = "appreciation", "欣赏"
    INFERIORITY = "inferiority", "自卑"
    CLOSENESS = "closeness", "亲近"
    DREAD = "dread", "畏惧"
    TRUST = "trust", "信赖"
    SUSPICION = "suspicion", "怀疑"
    COMPASSION = "compassion", "怜悯"
    CONTEMPT = "contempt", "鄙夷"
    EXPECTATION = "expectation", "期待"
    DISAPPOINTMENT = "disappointment", "失望"
    ADMIRATION = "admiration", "憧憬"
    ENVY = "envy", "嫉妒"
    DEVOTION = "devotion", "奉献"
    HATRED = "hatred", "憎恨"
    LOVE = "love", "爱恋"
    LUST = "lust", "欲情"


class TraitKind(Term):
    """The traits that can be invoked (FAB-PIN-1)."""

    IDENTITY = "identity", "身份"
    THEME = "theme", "主题"
    ORIGIN = "origin", "出身"


class Topic(Term):
    """问与答: topics that help to find a background (FAB-QNA-1)."""

    AGE = "age", "你的年龄", "age", "年龄"
    CHILDHOOD = "childhood", "童年生活"
    PERSONALITY = "personality", "性格与人际关系"
    SUPERNATURAL = "supernatural", "超自然体验"
    PARTY = "party", "冒险团体"
    HIDEOUT = "hideout", "秘密基地"
    PAST_TIES = "past_ties", "与过去的联系", "ties to the past", "过去"
    MOTIVES = "motives", "动机与目标", "motives and goals", "目标"


class WeaponCategory(Term):
    """武器类别 (FAB-WPN-1)."""

    BRAWLING = "brawling", "搏击"
    BLADE = "blade", "白刃"
    FLEXIBLE = "flexible", "软兵"
    VENOM = "venom", "毒剂"
    CONCEALED = "concealed", "暗器"
    BOW = "bow", "弓弩"
    FIREARM = "firearm", "铳械"
    EXPLOSIVE = "explosive", "爆破"
    ARCANE = "arcane", "魔导"
    EXOTIC = "exotic", "奇门"


class LifeCategory(Term):
    """生命类别 (FAB-LIF-1)."""

    BEAST = "beast", "兽类"
    BUG = "bug", "虫类"
    HOMOGENEOUS = "homogeneous", "均质"
    FIEND = "fiend", "魔族"
    FAE = "fae", "妖精"
    SPIRIT = "spirit", "鬼神"
    CONSTRUCT = "construct", "构造体"
    OUTSIDER = "outsider", "域外"


class Species(Term):
    """物种类别 (FAB-LIF-2, FAB-LIF-3)."""

    AQUATIC = "aquatic", "溟兽"
    FEATHERED = "feathered", "羽兽"
    SCALED = "scaled", "鳞兽"
    CLAWED = "clawed", "裂兽"
    NIMBLE = "nimble", "隙兽"
    HOOFED = "hoofed", "蹄兽"
    BARE = "bare", "蠃兽", "bare (human)"
    DEMON = "demon", "恶魔"
    TRUE_DRAGON = "true_dragon", "真龙"
    LESSER_DRAGON = "lesser_dragon", "亚龙"


class Opportunity(Term):
    """机会: what an opportunity may be spent on (FAB-POP-1, FAB-ATK-2)."""

    ADVANTAGE = "advantage", "优势"
    AFFLICTION = "affliction", "苦厄"
    BONDING = "bonding", "结缘"
    FAUX_PAS = "faux_pas", "失言"
    FAVOR = "favor", "青睐"
    INFORMATION = "information", "情报"
    LOST_ITEM = "lost_item", "失物"
    PROGRESS = "progress", "进展"
    PLOT_TWIST = "plot_twist", "转折"
    SCAN = "scan", "看破"
    UNMASK = "unmask", "揭穿"
    CUSTOM = "custom", "自定"
    CRUSHING_BLOW = "crushing_blow", "重击"
    EXECUTION = "execution", "斩杀"


COMBAT_OPPORTUNITIES = (Opportunity.CRUSHING_BLOW, Opportunity.EXECUTION)


class Action(Term):
    """动作: what a turn is spent on (FAB-PAC-1)."""

    ATTACK = "attack", "攻击"
    EQUIPMENT = "equipment", "换装"
    GUARD = "guard", "防御"
    HINDER = "hinder", "妨碍"
    INVENTORY = "inventory", "物品"
    OBJECTIVE = "objective", "目标"
    SPELL = "spell", "咒语", "spell", "施法"
    STUDY = "study", "研究"
    SKILL = "skill", "特技", "feat"
    OTHER = "other", "其他"


class EffectKind(Term):
    """How the time of an effect is counted (FAB-TIK)."""

    TICK = "tick", "刻", "ticks", "tick"
    ROUND = "round", "轮", "rounds", "round"
    TURN_START = "turn_start", "回合开始", "turn starts", "turn start"
    TURN_END = "turn_end", "回合结束", "turn ends", "turn end"
    UNTIL_TICK_END = "until_tick_end", "至此刻结束", "until tick end", "至刻末"
    UNTIL_TURN_END = "until_turn_end", "至回合结束", "until turn end", "至回合末"
    UNTIL_ROUND_END = "until_round_end", "至此轮结束", "until round end", "至轮末"
    NEXT_CHECK = "next_check", "下一次检定"
    NEXT_ATTACK = "next_attack", "下一次攻击"
    NEXT_DAMAGE = "next_damage", "下一次受伤"
    CONFLICT = "conflict", "冲突"
    SCENE = "scene", "场景"
    REST = "rest", "休息", "rest", "休息前"
    FOREVER = "forever", "永久", "for good"


COUNTING = (EffectKind.TICK, EffectKind.ROUND, EffectKind.TURN_START, EffectKind.TURN_END)
CLOCKED = (*COUNTING, EffectKind.UNTIL_TICK_END, EffectKind.UNTIL_TURN_END, EffectKind.UNTIL_ROUND_END)
"""What the ticks of a conflict count; the others end with what they are named after (FAB-LIV-37)."""
ANCHORED = (EffectKind.TURN_START, EffectKind.TURN_END, EffectKind.UNTIL_TURN_END)


class Item(Term):
    """What inventory points are spent on (FAB-PAC-4)."""

    REMEDY = "remedy", "疗伤药", "remedy", "治疗药", "恢复药"
    ELIXIR = "elixir", "灵药", "elixir", "精神药"
    TONIC = "tonic", "清神剂"
    ELEMENTAL_SHARD = "elemental_shard", "元素碎片", "elemental shard", "碎片"
    MAGIC_TENT = "magic_tent", "魔法帐篷", "magic tent", "帐篷"


class Potency(Term):
    """How strong a ritual is (FAB-PSP-3)."""

    MINOR = "minor", "弱", "minor", "弱效", "小", "轻微"
    MEDIUM = "medium", "中", "medium", "中效", "中等"
    MAJOR = "major", "强", "major", "强效", "大"
    EXTREME = "extreme", "极", "extreme", "极效", "极端", "极大"


class Area(Term):
    """How wide a ritual is (FAB-PSP-3)."""

    INDIVIDUAL = "individual", "个体", "individual", "单", "单体", "单人", "个人"
    SMALL = "small", "小范围", "small", "小", "小型"
    LARGE = "large", "大范围", "large", "大", "大型"
    HUGE = "huge", "巨大范围", "huge", "巨", "巨大", "巨型"


class Severity(Term):
    """How bad improvised damage is (FAB-PDM-4)."""

    MINOR = "minor", "弱", "minor", "轻微", "轻", "轻度", "小"
    HEAVY = "heavy", "沉重", "heavy", "重", "重度", "大"
    MASSIVE = "massive", "毁灭", "massive", "极", "巨大", "严重"


class Cause(Term):
    """What brought somebody to 0 HP (FAB-PZR)."""

    ATTACK = "attack", "攻击"
    IMPROVISED = "improvised", "即兴伤害", "improvised damage"
    OVERDRAFT = "overdraft", "透支"


class Decider(Term):
    """Who decides what becomes of somebody at 0 HP."""

    PLAYER = "player", "玩家"
    ATTACKER = "attacker", "击倒者", "the one who struck"
    GM = "gm", "GM", "the GM"


class Fate(Term):
    """What became of somebody at 0 HP (FAB-PZR)."""

    SURRENDERED = "surrendered", "投降"
    SACRIFICED = "sacrificed", "牺牲"
    ESCAPED = "escaped", "脱逃"
    CAPTURED = "captured", "被俘"
    FLEES = "flees", "逃走", "fled"
    UNCONSCIOUS = "unconscious", "昏迷"
    SLAIN = "slain", "丧命"


DEAD = (Fate.SACRIFICED, Fate.SLAIN)
"""Fates of those who are dead."""


class Gain(Term):
    """What became of a superiority point that a team would gain (FAB-PSU)."""

    GAINED = "gained", "获得"
    CANCELLED = "cancelled", "抵消"
    WASTED = "wasted", "溢出"


class Points(Term):
    """What a character has a number of beside her gauges."""

    FP = "fp", "物语点", "Fabula Points"
    ULTIMA = "ultima", "终极点", "Ultima Points"
    IP = "ip", "物品点", "inventory points"
    MONEY = "money", "资金", "money", "z", "钱"
    XP = "xp", "经验"


class FabulaSource(Term):
    """What brings Fabula Points (FAB-PFP-1, FAB-PFP-4)."""

    SESSION_START = "session_start", "开团"
    DOUBLE_ONE = "double_one", "双一", "double 1"
    VILLAIN_ENTRANCE = "villain_entrance", "反派登场"
    ESCALATION = "escalation", "升格"
    SURRENDER = "surrender", "投降"
    INVOKE_TO_FAIL = "invoke_to_fail", "自愿失败", "invoking to fail"


class Team(Term):
    """The two usual sides; a table may name others."""

    HEROES = "heroes", "同伴", "heroes", "我方", "友方", "英雄", "队伍", "allies", "party"
    FOES = "foes", "敌方", "foes", "敌人", "enemies"


class TableName(Term):
    """Tables that can be looked up: the rulebook's, and those that a GM adds to."""

    WEAPONS = "weapons", "武器"
    ARMORS = "armors", "护甲", "armours", "甲"
    SHIELDS = "shields", "盾"
    ACCESSORIES = "accessories", "饰品"
    ITEMS = "items", "物品"
    SPELLS = "spells", "法术", "spells", "咒语"
    NPCS = "npcs", "NPC", "NPCs", "敌人"
    FEATS = "feats", "特技"
    EMOTIONS = "emotions", "情绪"
    DAMAGE_TYPES = "damage_types", "伤害类型", "damage types", "类型"
    WEAPON_CATEGORIES = "weapon_categories", "武器类别"
    LIFE_CATEGORIES = "life_categories", "生命类别"
    SPECIES = "species", "物种"
    DOMAINS = "domains", "职业领域", "domains", "领域"
    CLASSES = "classes", "职业"
    OPPORTUNITIES = "opportunities", "机会"
    ATTACK_OPPORTUNITIES = "attack_opportunities", "战斗机会"
    STATUSES = "statuses", "状态"
    QUESTIONS = "questions", "问与答", "questions", "问答"
