"""Building under the law: look content up, check a skill, judge a weapon, add the table's own."""

import json
from collections.abc import Callable

import msgspec

from ludex.core.deeds import ANYONE, GM_ONLY, Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.reading import number_in
from ludex.systems.fet.content import weapon_named
from ludex.systems.fet.state import State
from ludex.systems.fet.views.cards import book_card, skill_card


def book(asked: Asked) -> Show:
    """All skills and traits, or one."""
    return Show(skill_card(asked.state, asked["name"]) if asked["name"] else book_card(asked.state))


def law(asked: Asked) -> Do:
    """FET-LAW-7: a skill by name, or as JSON."""
    return Do("validate_skill", {"skill": _data(asked["skill"])})


def _data(text: str) -> object:
    """JSON where it looks like it, else a name."""
    text = text.strip()
    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError as error:
        raise RuleError("bad_json", problem=str(error)) from None


def efficiency(asked: Asked) -> Do:
    """FET-WPB-2: how strong a weapon is at a level."""
    return Do("weapon_efficiency", {"weapon": weapon_in(asked.state, asked["weapon"]), "level": asked["level"]})


def weapon_in(state: State, text: str) -> dict[str, object]:
    """A weapon by name (the table's own, or a sample), or written as JSON."""
    data = _data(text)
    if isinstance(data, dict):
        return data
    plain: dict[str, object] = msgspec.to_builtins(weapon_named(str(data), state))
    return plain


def amount(asked: Asked) -> Do:
    """FET-SKX-2: what a skill does for an impact and an attribute value."""
    given = {"skill": _data(asked["skill"]), "impact": number_in(asked["impact"], "impact")}
    return Do("skill_effects", {**given, "value": number_in(asked["value"], "value")})


def add(kind: str) -> Callable[[Asked], Do]:
    """The table gets a skill, trait or weapon of its own, written as JSON."""

    def run(asked: Asked) -> Do:
        data = _data(asked["data"])
        if not isinstance(data, dict):
            raise RuleError("bad_json", problem=asked["data"][:40])
        key = str(data.get("name", ""))
        return Do("add_content", {"key": key, kind: data})

    return run


def pack(asked: Asked) -> Do:
    """A pack in TOML."""
    return Do("add_pack", {"text": asked["text"]})


COMMANDS = (
    Command(("技能书", "book"), book, (Arg("name", required=False, default=""),), ANYONE, ".book 冲刺", "building"),
    Command(("验法", "law"), law, (Arg("skill", "rest"),), ANYONE, ".law 冲刺", "building"),
    Command(
        ("算技", "works"),
        amount,
        (Arg("skill"), Arg("impact"), Arg("value")),
        ANYONE,
        ".works 冲刺 120 200",
        "building",
    ),
    Command(
        ("效率", "eff"),
        efficiency,
        (Arg("weapon"), Arg("level", "int", required=False, default=10)),
        ANYONE,
        ".效率 手枪 10",
        "building",
    ),
    Command(
        ("内容包", "pack"),
        pack,
        (Arg("text", "rest"),),
        GM_ONLY,
        '.内容包 weapons.spear = {name = "长矛", type = "melee", damage = 15, range = 3}',
        "building",
    ),
    Command(
        ("造技能", "newskill"),
        add("skill"),
        (Arg("data", "rest"),),
        GM_ONLY,
        '.造技能 {"name":"闪击","attribute":"dexterity","effects":[{"kind":"damage","target":"one"}]}',
        "building",
    ),
    Command(
        ("造特质", "newtrait"),
        add("trait"),
        (Arg("data", "rest"),),
        GM_ONLY,
        '.造特质 {"name":"铁骨","modifiers":[{"of":"stamina_max","kind":"add","value":20}]}',
        "building",
    ),
    Command(
        ("造武器", "newweapon"),
        add("weapon"),
        (Arg("data", "rest"),),
        GM_ONLY,
        '.造武器 {"name":"长矛","type":"melee","damage":15,"range":3,"load":20}',
        "building",
    ),
)
