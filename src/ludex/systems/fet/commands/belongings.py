"""One's characters, what they carry and their weapons, in the forms of the author's newer bot (`.chr`, `.i`, `.wp`, `.setupWP`)."""

from itertools import count

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.core.names import named, narrow
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.systems.fet.commands.bot import sheet_change, told_own
from ludex.systems.fet.commands.building import weapon_in
from ludex.systems.fet.commands.offers import SHEET, THING, WEAPON
from ludex.systems.fet.commands.owned import arms_word, removal_word, thing_word
from ludex.systems.fet.commands.reading import (
    ALL,
    DROP,
    LIST,
    PUT,
    TAKE,
    TEXT,
    attribute_of,
    line_of,
    number_in,
    thing_words,
    unreadable,
    whole_in,
    words_of,
)
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.belongings import in_hand
from ludex.systems.fet.rules.roster import check_alive, check_character
from ludex.systems.fet.sheet import Entry, Item, Weapon
from ludex.systems.fet.terms import WeaponType, typed_number

CASH = ("cash", "现金", "钱")


# .chr


def characters(asked: Asked) -> Do | Show:
    """`.chr` lists, `.chr 2` switches, `.chr show`, `.chr del 2`, `.chr del all`, `.chr reset`."""
    words = words_of(asked)
    head, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if not head:
        return Show("roster", {"who": asked.actor})
    if head in LIST:
        return Show("sheet", {"who": _whom(asked, rest)})
    if head in ("reset", "重置"):
        who = _whom(asked, rest)
        return Do("set_back", {"who": who, "everything": True}, heard_by(asked.state, who))
    if head in DROP:
        return _remove(asked, rest)
    who = _own(asked, words[0])
    return Show("roster", {"who": who}, use=who)


def _owned(asked: Asked) -> list[str]:
    """The characters that are one's own, in order; the GM's are all."""
    return [who for who in asked.state.characters if asked.gm or who in asked.controls]


def _own(asked: Asked, word: str) -> str:
    """One of one's own by number or name."""
    own = {who: (f"{n}", who, asked.state.called(who)) for n, who in enumerate(_owned(asked), 1)}
    names = [called for _, _, called in own.values()]
    return named(word, own, unknown="not_among_yours", name=word, there=names)


def _whom(asked: Asked, words: list[str]) -> str:
    who = _own(asked, words[0]) if words else asked.actor
    check_character(asked.state, who)
    return who


def _remove(asked: Asked, words: list[str]) -> Do:
    if not words:
        raise unreadable(asked)
    every = words[0].lower() in ALL
    who = _owned(asked) if every else list(dict.fromkeys(_own(asked, word) for word in words))
    if not who:
        raise RuleError("no_sheet", who="")
    return Do("remove_characters", {"who": who})


# .i


def belongings(asked: Asked) -> Do | Show:
    """`.i`, `.i 药水 +3 0.5`, `.i 绳子 15`, `.i del 1`, `.i cash`, `.i cash -50 买药`."""
    sheet = check_character(asked.state, asked.actor).sheet
    words = thing_words(asked)
    head = words[0].lower() if words else ""
    if head in LIST or (head in CASH and len(words) == 1):
        return Show("inventory", {"who": asked.actor})
    check_alive(asked.state, asked.actor)
    if head in CASH:
        entry = Entry(number_in(words[1], "amount"), " ".join(words[2:]), time=f"{asked.state.day}")  # FET-LIV-48
        return sheet_change(asked, add={"bill": msgspec.to_builtins(entry)})
    if head in (*PUT, *TAKE):
        return _put(asked, words[1:], down=head in PUT)
    if head in DROP and not sheet.items and words[1:] and words[1].lower() in ALL:  # FET-LIV-59
        return Show("inventory", {"who": asked.actor})
    if head in DROP:
        return told_own(asked, "drop_items", which=_which(asked, words[1:]))
    if len(words) > 1 and narrow(words[1])[:1] in ("+", "-"):
        return _some(asked, words)
    if len(words) > 2 or any(item.name == words[0] for item in sheet.items if len(words) == 1):
        raise unreadable(asked)
    card = asked.state.items.get(words[0], Item(words[0]))
    item = replace(card, load=number_in(words[1], "load")) if len(words) > 1 else card
    return sheet_change(asked, add={"items": msgspec.to_builtins(item)})


def _put(asked: Asked, words: list[str], *, down: bool) -> Do:
    """`药水 马车`, `药水 2 马车`: a thing or so many of it, put down somewhere or taken up."""
    if not words:
        raise unreadable(asked)
    which, *rest = words
    some = typed_number(narrow(rest[0])) if rest else None
    place = " ".join(rest if some is None else rest[1:])
    count = {} if some is None else {"count": some}
    return told_own(asked, "put_down", which=which, place=place, down=down, **count)


def _which(asked: Asked, words: list[str]) -> list[str]:
    """What is meant, by numbers or names; none for all of it."""
    if not words:
        raise unreadable(asked)
    return [] if words[0].lower() in ALL else words


def _some(asked: Asked, words: list[str]) -> Do:
    """So many more or fewer, with the load of one."""
    if len(words) > 3:
        raise unreadable(asked)
    load = {"load": number_in(words[2], "load")} if len(words) == 3 else {}
    return told_own(asked, "change_item", name=words[0], count=number_in(words[1], "count"), **load)


# .wp


def weapons(asked: Asked) -> Do | Show:
    """`.wp` lists, `.wp 1` takes in hand, `.wp show 1`, `.wp del 1`/`all`; `.wp 手术刀` carries one that the table has."""
    arms = check_character(asked.state, asked.actor).sheet.weapons
    words = words_of(asked)
    head, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if head in LIST:
        weapon = {"name": _weapon(arms, rest[0])} if rest else {}
        return Show("weapon" if rest else "arms", {"who": asked.actor, **weapon})
    if head in DROP:
        return told_own(asked, "drop_weapons", weapons=[_weapon(arms, word) for word in _which(asked, rest)])
    name = _weapon(arms, line_of(asked).strip())
    if narrow(words[-1]) == "+1" and rest:
        return _another(asked, name.rsplit(maxsplit=1)[0])
    hand = in_hand(asked.state.characters[asked.actor])
    if asked.gm and hand is not None and hand.name == name:
        return _another(asked, name)
    if any(name == weapon.name for weapon in arms):
        return told_own(asked, "wield", weapon=name)
    return told_own(asked, "carry_weapon", weapon=weapon_in(asked.state, name, asked.language))


@rule("FET-LIV-47")
def _another(asked: Asked, name: str) -> Do:
    """One more of a kind, told apart from the others by a number: each has its own rounds."""
    arms = {weapon.name: weapon for weapon in check_character(asked.state, asked.actor).sheet.weapons}
    if name not in arms:
        return told_own(asked, "carry_weapon", weapon=weapon_in(asked.state, name, asked.language))
    free = next(called for n in count(2) if (called := f"{name}{n}") not in arms)
    fresh = replace(arms[name], name=free, loaded=None, down=False, place="")
    return told_own(asked, "carry_weapon", weapon=msgspec.to_builtins(fresh))


def _weapon(arms: tuple[Weapon, ...], word: str) -> str:
    """A weapon by number or name."""
    return next((w.name for n, w in enumerate(arms, 1) if narrow(word) == f"{n}"), word)


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
NAMES = {"名称": "name", "名字": "name", "备注": "note", "伤害类型": "sort", **{n: n for n in ("name", "note", "sort")}}


def make(asked: Asked) -> Do:
    """`.setupWP 名称:激光枪,类型:火力,伤害:20,前摇:3,载弹量:6,装填时间:8,负重:10`."""
    check_character(asked.state, asked.actor)
    given: dict[str, Written] = {"type": WeaponType.MELEE}
    for pair in line_of(asked).replace("：", ":").replace("，", ",").split(","):
        key, colon, value = (part.strip() for part in pair.partition(":"))
        if not colon:
            raise RuleError("bad_command", text=pair.strip())
        given.update(_field(key, value))
    return told_own(asked, "carry_weapon", weapon=msgspec.to_builtins(msgspec.convert(given, Weapon)))


def _field(key: str, value: str) -> dict[str, Written]:
    if key in NAMES:
        return {NAMES[key]: value}
    if key in ("类型", "type"):
        if not WeaponType.holds(value):
            raise RuleError("bad_weapon", clause="FET-WPB-1", weapon=value, weapons=["火力", "增幅", "其他"])
        return {"type": WeaponType.read(value)}
    if key in ("属性", "增幅属性", "attribute"):
        return {"attribute": attribute_of(value)} if value else {}
    if key not in NUMBERS:
        raise RuleError("attribute_not_found", clause="FET-WPB-1", name=key)
    return {NUMBERS[key]: (whole_in if NUMBERS[key] in COUNTS else number_in)(value, NUMBERS[key])}


_MADE = ".做武器 名称:激光枪,类型:火力,伤害:20,前摇:3,载弹量:6,装填时间:8,负重:10"

COMMANDS = (
    Command(
        ("角色", "chr", "ch", "chrr"), characters, TEXT, example=".chr", group="people", owner=SHEET, word=removal_word
    ),
    Command(("物品", "i"), belongings, TEXT, example=".i 药水 +3 0.5", group="people", owner=THING, word=thing_word),
    Command(("带武器", "wp"), weapons, TEXT, example=".带武器 手术刀", group="people", owner=WEAPON, word=arms_word),
    Command(("做武器", "setupwp"), make, TEXT, example=_MADE, group="people", owner=WEAPON),
)
