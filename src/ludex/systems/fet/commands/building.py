"""Building under the law and small sums: look content up, check a skill, judge a weapon, add the table's own, try numbers."""

from collections.abc import Callable

import msgspec

from ludex.core.deeds import ANYONE, DECIMAL, GM_ONLY, REST, WHOLE, Asked, Command, Do, Field, Show, spellings
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching
from ludex.core.packs import pasted_json
from ludex.core.plain import Plain, Written
from ludex.core.principals import EVERYBODY
from ludex.core.rule import rule
from ludex.systems.fet.commands.naming import check_actor
from ludex.systems.fet.commands.offers import SHEET, all_cards
from ludex.systems.fet.commands.reading import decimal
from ludex.systems.fet.content import skill_named, weapon_named
from ludex.systems.fet.content.english import in_language
from ludex.systems.fet.content.keys import in_keys
from ludex.systems.fet.rules.building import check_lawful
from ludex.systems.fet.rules.card_lines import in_a_row, printed
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.law import check_keys
from ludex.systems.fet.sheet import Skill, Trait, Weapon
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import WeaponType, tidy


def book(asked: Asked) -> Show:
    """All skills and traits, or one: of the table, or of a sheet that the asking seat may read."""
    if not asked["name"]:
        return Show("book")
    key, who = find_card(asked, str(asked["name"]))
    return Show("thing", {"name": key, "who": who})


Names = dict[tuple[str, str], tuple[str, ...]]
"""What cards are called, by key (or name) and by whose sheet they stand on (nobody's: the library's)."""


@rule("FET-LIV-54")
def find_card(asked: Asked, said: str) -> tuple[str, str]:
    """A card by name, and on whose sheet it stands: the table's, else one that only a sheet has which this seat may read."""
    cards = all_cards(asked.state, asked.actor)
    library: Names = {(key, ""): (key, *spellings(name)) for key, name in cards.items()}
    found = _called(said, library) or _called(said, _on_sheets(asked))
    if found is None:
        raise RuleError("unknown_skill", clause="FET-LIV-54", key=said[:40])
    return found


def _on_sheets(asked: Asked) -> Names:
    """Cards of sheets: one's own, first of all those of the acting character; for the GM anybody's."""
    people = {who: c.sheet for who, c in asked.state.characters.items() if asked.gm or who in asked.controls}
    read = sorted(people, key=lambda who: who != asked.actor)
    return {(card.name, who): (card.name,) for who in read for card in (*people[who].skills, *people[who].traits)}


def _called(said: str, names: Names) -> tuple[str, str] | None:
    """The card that a text means: its name, its beginning, or the only one that has it anywhere in its name."""
    inside = [card for card, called in names.items() if any(folded(said) in folded(one) for one in called)]
    found = matching(said, names) or tuple(inside)
    return found[0] if len({folded(key) for key, _ in found}) == 1 else None


def law(asked: Asked) -> Do:
    """FET-LAW-7: a skill by name, or as JSON."""
    data = _data(asked["skill"])
    if isinstance(data, dict):
        data = in_keys("skill", data)
        check_keys(data, Skill)
    elif ":" in str(data) or "：" in str(data):
        data = printed("skill", str(data))
    else:
        data = _skill_called(asked, str(data))
    return Do("validate_skill", {"skill": data})


def _skill_called(asked: Asked, said: str) -> Plain | str:
    """A skill by name, as data where only a sheet has it."""
    key, who = find_card(asked, said)
    sheet = asked.state.characters[who].sheet if who else None
    return next((msgspec.to_builtins(s) for s in sheet.skills if s.name == key), key) if sheet else key


def _data(text: str) -> Plain | str:
    """JSON where it looks like it, else a name."""
    text = text.strip()
    if not text.startswith("{"):
        return text
    try:
        found: Plain = pasted_json(text)
    except ValueError as error:
        raise RuleError("bad_json", problem=str(error)) from None
    return found


def efficiency(asked: Asked) -> Do:
    """FET-WPB-2: how strong a weapon is at a level."""
    return Do("weapon_efficiency", {"weapon": weapon_in(asked.state, asked["weapon"]), "level": asked["level"]})


def weapon_in(state: State, text: str, language: str = "") -> Plain:
    """A weapon by name (the table's own, or a sample, called as in a language), or written as JSON."""
    data = _data(text)
    if isinstance(data, str):
        named: Plain = msgspec.to_builtins(in_language(weapon_named(data, state), language))
        return named
    card = in_keys("weapon", data)
    check_keys(card, Weapon)
    return card


def amount(asked: Asked) -> Do:
    """FET-SKX-2: what a skill does for an impact and an attribute value; one's own value unless one is given."""
    data = _data(asked["skill"])
    data = in_keys("skill", data) if isinstance(data, dict) else _skill_called(asked, str(data))
    given = {"skill": data, **_numbers(asked, "impact")}
    if asked["value"] is not None:
        return Do("skill_effects", {**given, **_numbers(asked, "value")})
    skill = msgspec.convert(data, Skill) if isinstance(data, dict) else skill_named(str(data), asked.state)
    own = derived(asked.state, check_actor(asked)).values
    return Do("skill_effects", {**given, "value": own.get(str(skill.attribute), 0)})


def _numbers(asked: Asked, *names: str) -> dict[str, Written]:
    return {name: decimal(asked, name) for name in names}


def add(kind: str) -> Callable[[Asked], Do]:
    """A card of one's own, in a line as the book prints it or as JSON: a player's is the GM's to allow (FET-LIV-15)."""

    def run(asked: Asked) -> Do:
        data = _data(asked["data"])
        if isinstance(data, dict):
            return _added(asked, kind, in_keys(kind, data))
        words = in_a_row(str(data)) if kind == "skill" else None
        return _added(asked, kind, words or printed(kind, str(data)))

    return run


def _added(asked: Asked, kind: str, card: Plain) -> Do:
    """A card into the library, by the law and by the GM's leave."""
    if kind == "skill":
        check_lawful(card, asked.state.options)
    else:
        check_keys(card, Trait if kind == "trait" else Weapon)
    trust = asked.trust(f"sheet.{kind}")
    if trust == "strict":
        raise RuleError("gm_only")
    given = {"key": str(card.get("name", "")), kind: card}
    if asked.gm:  # the library's, and hers whom the GM names
        return Do("add_content", {**given, "who": asked.actor if asked.named else ""})
    heard = (asked.seat,) if trust == "ask" else (EVERYBODY,)  # FET-LIV-54: what waits is its builder's and the GM's
    return Do("add_content", {**given, "who": asked.actor, "ask": trust == "ask", "by": asked.sender}, heard)


def remove(asked: Asked) -> Do:
    """Take something of the table's own out of its library."""
    return Do("remove_content", {"name": asked["name"]})


def pack(asked: Asked) -> Do:
    """A pack in TOML."""
    return Do("add_pack", {"text": asked["text"]})


# What a rule would give, without anything happening


def clash(asked: Asked) -> Do:
    """FET-INX-2: two impacts against each other."""
    return Do("interact", {"a": decimal(asked, "impact"), "b": decimal(asked, "opposed")})


def hold(asked: Asked) -> Do:
    """FET-CTL-2: how long a control would last."""
    return Do("control_duration", _numbers(asked, "value", "impact"))


def ambush(asked: Asked) -> Do:
    """FET-FST-2: when the passive side could start."""
    return Do("first_strike", {"wind_ups": [tidy(n) for n in asked["wind_ups"]]})


def effort(asked: Asked) -> Do:
    """FET-ACP-1: what an impact (or a target) would cost in action points."""
    return Do("spend_action_points", _numbers(asked, "points", "value", "impact"))


def swing(asked: Asked) -> Do:
    """FET-WEP-1, FET-WEP-2: what a weapon would do."""
    weapon = weapon_in(asked.state, asked["weapon"])
    key = "shots" if weapon.get("type") == WeaponType.RANGED else "impact"
    return Do("weapon_attack", {"weapon": weapon, key: decimal(asked, "impact"), **_numbers(asked, "opposed")})


def _number(name: str, *, default: int | None = None) -> Field:
    return Field(name, DECIMAL, required=default is None, default=default, refusal="bad_number")


def _sum(names: tuple[str, ...], run: Callable[[Asked], Do], args: tuple[Field, ...], example: str) -> Command:
    return Command(names, run, args, ANYONE, example, "sums")


_NAME = Field("name", required=False, default="", among=all_cards, wide=True)
_SKILL = Field("skill")
_WEAPON = Field("weapon")
_LEVEL = Field("level", WHOLE, required=False, default=10)
_JSON = Field("data", REST)
_TOML = Field("text", REST, owner=SHEET)
_IMPACT, _VALUE = _number("impact"), _number("value")
_OWN_VALUE = Field("value", DECIMAL, required=False, refusal="bad_number")
_WIND_UPS = Field("wind_ups", DECIMAL, several=True, refusal="bad_number")
_PACK = '.内容包 weapons.spear = {name = "长矛", type = "melee", damage = 15, range = 3}'
_NEW_SKILL = ".造技能 侵蚀 智力 控制 1 目标 抵抗=意志"
_NEW_TRAIT = '.造特质 {"name":"铁骨","modifiers":[{"of":"stamina_max","kind":"add","value":20}]}'
_NEW_WEAPON = ".造武器 长矛 近战 伤害15 射程3 负重20"

COMMANDS = (
    Command(("技能书", "book"), book, (_NAME,), ANYONE, ".book 冲刺", "building"),
    Command(("验法", "law"), law, (Field("skill", REST),), ANYONE, ".law 冲刺", "building"),
    Command(("算技", "works"), amount, (_SKILL, _IMPACT, _OWN_VALUE), ANYONE, ".works 冲刺 120 200", "building"),
    Command(("效率", "eff"), efficiency, (_WEAPON, _LEVEL), ANYONE, ".效率 手枪 10", "building"),
    Command(("内容包", "pack"), pack, (_TOML,), GM_ONLY, _PACK, "building"),
    Command(("造技能", "构筑", "newskill", "build"), add("skill"), (_JSON,), example=_NEW_SKILL, group="building"),
    Command(("造特质", "newtrait"), add("trait"), (_JSON,), example=_NEW_TRAIT, group="building"),
    Command(("造武器", "newweapon"), add("weapon"), (_JSON,), example=_NEW_WEAPON, group="building"),
    Command(("撤卡", "uncard"), remove, (Field("name"),), GM_ONLY, ".撤卡 长矛", "building"),
    _sum(("相抵", "clash"), clash, (_IMPACT, _number("opposed")), ".相抵 200 150"),
    _sum(("控时", "hold"), hold, (_VALUE, _IMPACT), ".控时 150 100"),
    _sum(("先手", "ambush"), ambush, (_WIND_UPS,), ".先手 12"),
    _sum(("耗力", "ap"), effort, (_number("points"), _VALUE, _IMPACT), ".耗力 30 250 100"),
    _sum(("试击", "swing"), swing, (_WEAPON, _IMPACT, _number("opposed", default=0)), ".试击 手术刀 100"),
)
