"""Weapons in the forms of the author's newer bot: `.wp` (carry, take in hand, look, leave), `.setupWP` (make one)."""

import msgspec

from ludex.core.deeds import Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.building import weapon_in
from ludex.systems.fet.commands.reading import (
    ALL,
    DROP,
    LIST,
    TEXT,
    attribute_of,
    normal,
    number_in,
    unreadable,
    words_of,
)
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.sheet import Weapon
from ludex.systems.fet.terms import WeaponType
from ludex.systems.fet.views.cards import arms_card, weapon_card


def weapons(asked: Asked) -> Do | Show:
    """`.wp` lists, `.wp 1` takes in hand, `.wp show 1`, `.wp del 1`/`all`; `.wp 手术刀` carries one that the table has."""
    arms = check_character(asked.state, asked.actor).sheet.weapons
    words = words_of(asked)
    head, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if head in LIST and not rest:
        return Show(arms_card(asked.state, asked.actor))
    if head in LIST:
        return Show(weapon_card(asked.state, asked.actor, _which(arms, rest[0])))
    if head in DROP:
        if not rest:
            raise unreadable(asked)
        names = [] if rest[0].lower() in ALL else [_which(arms, word) for word in rest]
        return Do("drop_weapons", {"who": asked.actor, "weapons": names}, heard_by(asked.state, asked.actor))
    name = _which(arms, " ".join(words))
    if any(name == weapon.name for weapon in arms):
        return Do("wield", {"who": asked.actor, "weapon": name}, heard_by(asked.state, asked.actor))
    return Do(
        "carry_weapon",
        {"who": asked.actor, "weapon": weapon_in(asked.state, name)},
        heard_by(asked.state, asked.actor),
    )


def _which(arms: tuple[Weapon, ...], word: str) -> str:
    """A weapon by number or name."""
    return next((w.name for n, w in enumerate(arms, 1) if normal(word) == f"{n}"), word)


TYPES = {
    **dict.fromkeys(("火力", "远程", "热兵器", "artillery", "ranged"), WeaponType.RANGED),
    **dict.fromkeys(("增幅", "近战", "冷兵器", "其他", "无类型", "amplifier", "none", "melee"), WeaponType.MELEE),
}
NUMBERS = {
    "伤害": "damage",
    "前摇": "wind_up",
    "射程": "range",
    "载弹量": "magazine",
    "填弹量": "magazine",
    "当前载弹": "loaded",
    "装填时间": "reload",
    "负重": "load",
    **{name: name for name in ("damage", "wind_up", "range", "magazine", "loaded", "reload", "load")},
}
COUNTS = ("magazine", "loaded")
NAMES = {
    "名称": "name",
    "名字": "name",
    "备注": "note",
    "伤害类型": "sort",
    "name": "name",
    "note": "note",
    "sort": "sort",
}


def make(asked: Asked) -> Do:
    """`.setupWP 名称:激光枪,类型:火力,伤害:20,前摇:3,载弹量:6,装填时间:8,负重:10`."""
    check_character(asked.state, asked.actor)
    given: dict[str, object] = {}
    for pair in asked.text.replace("：", ":").replace("，", ",").split(","):
        key, colon, value = (part.strip() for part in pair.partition(":"))
        if not colon:
            raise RuleError("bad_command", text=pair.strip())
        given.update(_field(key, value))
    weapon = msgspec.convert({"type": str(WeaponType.MELEE), **given}, Weapon)
    return Do(
        "carry_weapon", {"who": asked.actor, "weapon": msgspec.to_builtins(weapon)}, heard_by(asked.state, asked.actor)
    )


def _field(key: str, value: str) -> dict[str, object]:
    if key in NAMES:
        return {NAMES[key]: value}
    if key in ("类型", "type"):
        if value.lower() not in TYPES:
            raise RuleError("bad_weapon", clause="FET-WPB-1", weapon=value, weapons=["火力", "增幅", "其他"])
        return {"type": str(TYPES[value.lower()])}
    if key in ("属性", "增幅属性", "attribute"):
        return {"attribute": attribute_of(value)} if value else {}
    if key not in NUMBERS:
        raise RuleError("attribute_not_found", clause="FET-WPB-1", name=key)
    number = number_in(value, key)
    return {NUMBERS[key]: int(number) if NUMBERS[key] in COUNTS else number}


COMMANDS = (
    Command(("带武器", "wp"), weapons, TEXT, example=".带武器 手术刀", group="people"),
    Command(
        ("做武器", "setupwp"),
        make,
        TEXT,
        example=".做武器 名称:激光枪,类型:火力,伤害:20,前摇:3,载弹量:6,装填时间:8,负重:10",
        group="people",
    ),
)
