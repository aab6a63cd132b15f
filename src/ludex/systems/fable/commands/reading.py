"""How typed words become what procedures take: attributes, types, people and things in Chinese or by key.

No rule is decided here: a word that means nothing is handed on as it is, for the rule to judge.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ludex.core.command import Asked
from ludex.core.content import pasted_json, pasted_toml
from ludex.core.errors import RuleError
from ludex.core.say import Say, say
from ludex.core.system import Viewer
from ludex.systems.fable.content import entries_of, refusal, shipped
from ludex.systems.fable.redact import clocks, seen
from ludex.systems.fable.sheet import ArmorEntry, Character, Thing
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Attribute, EffectKind, Item, Pool, Rank

ATTRIBUTES = {
    Attribute.DEX: ("灵巧", "敏捷", "灵", "敏", "dexterity"),
    Attribute.INS: ("洞察", "洞", "insight"),
    Attribute.MIG: ("力量", "力", "might"),
    Attribute.WLP: ("意志", "意", "willpower", "will"),
}
ACTIONS = {
    Action.ATTACK: ("攻击",),
    Action.EQUIPMENT: ("换装",),
    Action.GUARD: ("防御",),
    Action.HINDER: ("妨碍",),
    Action.INVENTORY: ("物品",),
    Action.OBJECTIVE: ("目标",),
    Action.SPELL: ("咒语", "施法"),
    Action.STUDY: ("研究",),
    Action.SKILL: ("特技",),
    Action.OTHER: ("其他",),
}
ITEMS = {
    Item.REMEDY: ("疗伤药",),
    Item.ELIXIR: ("灵药",),
    Item.TONIC: ("清神剂",),
    Item.ELEMENTAL_SHARD: ("元素碎片", "碎片"),
    Item.MAGIC_TENT: ("魔法帐篷", "帐篷"),
}
POOLS = {Pool.HP: ("生命",), Pool.MP: ("精神",)}
DURATIONS = {
    EffectKind.TICK: ("刻",),
    EffectKind.ROUND: ("轮",),
    EffectKind.TURN_START: ("回合开始",),
    EffectKind.TURN_END: ("回合结束",),
    EffectKind.UNTIL_TICK_END: ("至刻末",),
    EffectKind.UNTIL_TURN_END: ("至回合末",),
    EffectKind.UNTIL_ROUND_END: ("至轮末",),
}
POTENCIES = {"minor": ("弱效", "弱"), "medium": ("中效", "中"), "major": ("强效", "强"), "extreme": ("极效", "极")}
AREAS = {"individual": ("个体", "单"), "small": ("小范围", "小"), "large": ("大范围", "大"), "huge": ("巨大范围", "巨")}
SEVERITIES = {"minor": ("轻微", "轻"), "heavy": ("沉重", "重"), "massive": ("毁灭", "极")}

RANKS = {Rank.SOLDIER: ("士兵级", "士兵"), Rank.ELITE: ("精英级", "精英"), Rank.CHAMPION: ("头目级", "头目")}
TEAMS = {"heroes": ("同伴", "我方"), "foes": ("敌方", "敌人")}
TABLES = {
    "weapons": ("武器",),
    "armors": ("护甲", "甲"),
    "shields": ("盾",),
    "spells": ("法术", "咒语"),
    "npcs": ("npc", "敌人"),
    "feats": ("特技",),
    "emotions": ("情绪",),
    "damage_types": ("伤害类型", "类型"),
    "weapon_categories": ("武器类别",),
    "life_categories": ("生命类别",),
    "species": ("物种",),
    "domains": ("职业领域", "领域"),
    "classes": ("职业",),
    "opportunities": ("机会",),
    "attack_opportunities": ("战斗机会",),
    "statuses": ("状态",),
    "questions": ("问与答", "问答"),
}


def key_for(said: str, names: Mapping[Any, Iterable[str]]) -> str:
    """The key that somebody means by a word; the word itself where it is no known one, for the rule to judge."""
    word = said.strip().lower()
    key_like = word.replace(" ", "_").replace("-", "_")
    return next((str(key) for key, called in names.items() if key_like == key or word in called), said.strip())


def entry_key(said: str, table: str) -> str:
    """The key of an entry of one of the rulebook's tables, said by key or by name."""
    entries = shipped().table(table)
    return key_for(said, {key: (entry.name,) for key, entry in entries.items()})


NO_SHIELD = ("none", "无", "无盾", "不拿盾")


def thing_key(state: State, said: str, kind: type[Thing]) -> str:
    """The key of a thing, the table's own among them, said by key, by its name or by the name that people read."""
    nothing = {"none": ("无", "无甲")} if kind is ArmorEntry else {}
    return key_for(said, {**{key: (entry.name,) for key, entry in entries_of(kind, state.things).items()}, **nothing})


def two_attributes(said: str) -> list[str]:
    """`灵巧+洞察`, `dex ins`, `力量` (twice): the two attributes of a check."""
    parts = [p for p in said.replace("＋", "+").replace("/", "+").replace(",", "+").split("+") if p.strip()]
    keys = [key_for(part, ATTRIBUTES) for part in parts]
    if len(keys) == 1:
        keys *= 2
    if len(keys) != 2 or any(key not in set(Attribute) for key in keys):
        raise RuleError("bad_attributes", said=said, attributes=[a.value for a in Attribute])
    return keys


def several(said: str) -> list[str]:
    """Words of a list."""
    return [w for w in said.replace("，", ",").replace("、", ",").split(",") if w.strip()]


def somebody(asked: Asked, said: str) -> str:
    """A character's id from the id, the name, or the unique beginning of either, among those whom the asker may know of."""
    word = said.strip()
    known = seen(asked.state, Viewer("gm" if asked.gm else "player", asked.controls))
    exact = [who for who, c in known.items() if word in (who, c.called)]
    near = [who for who, c in known.items() if who.startswith(word) or c.called.startswith(word)]
    if exact or len(near) == 1:
        return (exact or near)[0]
    if near:
        raise RuleError("which_actor", actor=word, actors=[known[who].called for who in near])
    raise RuleError("unknown_character", who=word, characters=[c.called for c in known.values()])


def everybody(asked: Asked, said: str) -> list[str]:
    """Characters from a list of names."""
    return [somebody(asked, word) for word in several(said)]


def story_clock(asked: Asked, said: str) -> str:
    """The name of a clock that the asker may know of; the unique beginning of one is enough."""
    known = [c.name for c in clocks(asked.state, Viewer("gm" if asked.gm else "player", asked.controls))]
    near = [name for name in known if name.startswith(said)]
    if said in known or len(near) == 1:
        return said if said in known else near[0]
    raise RuleError("unknown_clock", clause="FAB-PCL-1", clock=said, clocks=known)


def own(state: State, actor: str) -> Character:
    """The character a command is about, or `nobody` where a GM names none."""
    if not actor:
        raise RuleError("nobody")
    return character_of(state, actor)


_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_pasted(text: str, *, example: str) -> Any:
    """Content as it was pasted: JSON if it begins like it, else TOML; where it cannot be read, the place is told."""
    try:
        return pasted_json(text) if text.startswith("{") else pasted_toml(text)
    except json.JSONDecodeError as error:
        found = _unreadable("JSON", text, error.lineno, error.colno)
    except ValueError as error:
        place = _TOML_PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else (len(text.splitlines()), len(text) + 1)
        found = _unreadable("TOML", text, line, column)
    raise refusal([found, say("content.example", example=example)])


def _unreadable(format_: str, text: str, line: int, column: int) -> Say:
    lines = text.splitlines() or [""]
    near = lines[min(line, len(lines)) - 1][column - 1 :][:20]
    return say("content.unreadable", format=format_, line=line, column=column, near=near or say("content.end"))
