"""Content of FET: what comes with the system (`data/`), read once and checked whole, how a table finds what it has, and what ships in the reader's language (FET-LIV-53).

First content in either language (FET-LIV-51): the Chinese keys of each kind, the words of their values, and a record in the keys that rules know.
Kinds: skills (FET-SKX-1), traits (FET-TRX-1), weapons (Ruling FET-E-37: ours, the rulebook has none), races (FET-RAC-1) and people.
A pack with problems is refused with all of them named at once. What a table adds lies in its state and comes first.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.packs import ContentKind, english_things, read_toml, shipped_pack
from ludex.core.pairs import LANGUAGES
from ludex.core.plain import Plain, Written
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, Say, say
from ludex.core.terms import Term
from ludex.systems.fet.sheet import (
    NUMBERS,
    TEXTS,
    Extension,
    Ground,
    Item,
    Race,
    Sheet,
    Skill,
    Trait,
    Weapon,
    WrittenModifier,
    sheet_problems,
    usable,
)
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import (
    CHANGED,
    EITHER,
    GROUPS,
    RESOURCES,
    Aim,
    Attribute,
    Change,
    EffectSort,
    Event,
    OtherStep,
    Resource,
    WeaponType,
)

Card = dict[str, Written]
"""A card, or a part of one, in the keys that rules know."""

COMMON = {**dict.fromkeys(("名称", "姓名", "名字"), "name"), "描述": "text", "负重": "load"}
KEYS: dict[str, dict[str, str]] = {
    "skill": {
        **COMMON,
        "相关属性": "attribute",
        "属性": "attribute",
        "触发": "trigger",
        "条件": "condition",
        "事件": "event",
        "前摇": "wind_up",
        "代价": "losses",
        "效果": "effects",
        "反效果": "drawbacks",
        "限制": "against",
    },
    "trait": {
        **COMMON,
        "修正": "modifiers",
        "事件": "event",
        "谁的": "whose",
        "条件": "condition",
        "询问": "ask",
        "每场": "limit",
        "效果": "effects",
        "给予": "grants",
        "抗性": "wards",
    },
    "weapon": {
        **COMMON,
        "类型": "type",
        "伤害": "damage",
        "前摇": "wind_up",
        "射程": "range",
        **dict.fromkeys(("载弹量", "填弹量", "载弹"), "magazine"),
        **dict.fromkeys(("装填时间", "装填"), "reload"),
        "备注": "note",
        "当前载弹": "loaded",
        "伤害类型": "sort",
        **dict.fromkeys(("属性", "增幅属性"), "attribute"),
        "位置": "place",
    },
    "race": {**COMMON, "成年年龄": "adult_age", "标准体型": "standard_size"},
    "item": {**COMMON, "恢复": "restores", "位置": "place", "数量": "count"},
    "place": {**COMMON, "修正": "modifiers", "标记": "marks"},
    "extension": {
        **COMMON,
        "选项": "options",
        "修正": "modifiers",
        "技能": "skills",
        "特质": "traits",
        "武器": "weapons",
        "种族": "races",
        "人物": "people",
        "物品": "items",
        "场所": "places",
    },
    "person": {
        **TEXTS,
        **NUMBERS,
        "名称": "name",
        "百分比": "percents",
        "背景故事": "background",
        "角色外貌": "looks",
        "性格": "personality",
        "特点": "features",
        "技能": "skills",
        "特质": "traits",
        "武器": "weapons",
        "物品": "items",
    },
}
"""The keys of each kind in Chinese, beside the English ones."""

PARTS = {
    "种类": "kind",
    "份额": "share",
    "次数": "times",
    "对象": "target",
    "资源": "resource",
    "抵抗": "resist",
    "数额": "amount",
    "则": "then",
    "否则": "otherwise",
    "属性": "of",
    "什么": "of",
    "方式": "kind",
    "数值": "value",
    "条件": "condition",
    "点数": "points",
}
"""The keys of what stands in a card's lists."""

HELD = {
    "skills": "skill",
    "traits": "trait",
    "weapons": "weapon",
    "races": "race",
    "people": "person",
    "items": "item",
    "places": "place",
}
"""What an extension may hold, and of which kind each of them is."""

SPOKEN = {**{word: key for keys in KEYS.values() for word, key in keys.items()}, **PARTS}
"""Every key of content in Chinese, wherever it stands."""

TRIGGERS = {"主动": "active", "条件": "conditional", "被动": "passive"}
WHOSE = {"自己": "own", "友方": "friend", "敌方": "enemy", "任何人": "anybody", "自己造成": "caused"}
AMOUNTS = {"伤害": "damage", "全部": "all", "对方上限": "victim_max"}
RESOURCED = {"体力或意志": EITHER, "任一": EITHER, "同一资源": "same"}
AGAINST = {"等级更高": "higher_level", "对手等级更高": "higher_level"}


@rule("FET-LIV-51")
def in_keys(kind: str, card: Plain) -> Card:
    """A card with the keys and values that rules know; what is unknown stays as it was typed, to be refused by name."""
    keys = KEYS.get(kind, COMMON)
    found: Card = {}
    for key, value in card.items():
        name = keys.get(str(key), str(key))
        found[name] = _value(kind, name, value)
    return found


def _value(kind: str, key: str, value: Written) -> Written:
    if key in ("effects", "drawbacks", "losses", "modifiers", "wards") and isinstance(value, list | tuple):
        return [_part(row) if isinstance(row, Mapping) else row for row in value]
    if kind == "extension" and key in HELD and isinstance(value, Mapping):
        return {k: in_keys(HELD[key], card) if isinstance(card, Mapping) else card for k, card in value.items()}
    if kind == "person" and key in HELD and isinstance(value, list | tuple):
        return [in_keys(HELD[key], card) if isinstance(card, Mapping) else card for card in value]
    if key == "restores" and isinstance(value, Mapping):
        return _part(value)
    if key == "percents" and isinstance(value, Mapping):
        return {Attribute.said(str(name)): number for name, number in value.items()}
    if not isinstance(value, str):
        return value
    if key == "type" and kind == "weapon":
        return WeaponType.said(value)
    if key == "attribute":
        return Attribute.said(value)
    if key == "event":
        return Event.said(value)
    return {"trigger": TRIGGERS, "whose": WHOSE, "against": AGAINST}.get(key, {}).get(value, value)


def _part(row: Plain) -> Card:
    found = {PARTS.get(str(key), str(key)): value for key, value in row.items()}
    return {key: part_value(key, value) for key, value in found.items()}


def part_value(key: str, value: Written) -> Written:
    """What stands in a list of a card under a key, in the words that rules know."""
    if key in ("then", "otherwise") and isinstance(value, list | tuple):
        return [_part(row) if isinstance(row, Mapping) else row for row in value]
    if not isinstance(value, str):
        return value
    match key:
        case "kind":
            return _first(value, EffectSort, Change, OtherStep)
        case "target":
            return "subject" if value == "当事者" else Aim.said(value)
        case "resist":
            return Attribute.said(value)
        case "resource":
            return RESOURCED.get(value) or Resource.said(value)
        case "of":
            return _first(value, *CHANGED)
        case "amount":
            return AMOUNTS.get(value, value)
    return value


def _first(value: str, *several: type[Term]) -> str:
    """The term that a text means, of the first list that has it; else the text."""
    return next((str(words.read(value)) for words in several if words.holds(value)), value)


C = TypeVar("C", Skill, Trait, Weapon)


def _card(key: str) -> Skill | Trait | Weapon | None:
    content = shipped()
    return content.skills.get(key) or content.traits.get(key) or content.weapons.get(key)


def _shelf(card: Skill | Trait) -> str:
    return "skills" if isinstance(card, Skill) else "traits"


@lru_cache(maxsize=8)
def _written(section: str, language: str) -> dict[str, str]:
    found: dict[str, str] = read_toml(PACKAGE, "words", f"{language}.toml")[section]
    return found


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    return {text: key for language in LANGUAGES for key, text in _written("said", language).items()}


@rule("FET-LIV-53")
def in_words(text: str) -> Label:
    """A race, a job, a story or a place that ships, in the reader's language; any other text as it was written."""
    key = _texts().get(text) if text else None
    return say(f"said.{key}") if key else text


@rule("FET-LIV-53")
def said_name(key: str, card: Skill | Trait | Weapon) -> Label:
    """What a card is called in the reader's language, where it is the one that ships."""
    return say(f"things.{key}") if card is _card(key) else card.name


def said_text(key: str, card: Skill | Trait) -> tuple[Label, ...]:
    """What a card says of itself, in the reader's language; nothing where it says nothing."""
    if card is _card(key):
        return (say(f"{_shelf(card)}.{key}"),)
    return (card.text,) if card.text else ()


@rule("FET-LIV-53")
def own_text(card: Skill | Trait) -> Label:
    """What a card on a sheet says of itself: in the reader's language where it is as it ships."""
    shelf = _shelf(card)
    key = _names().get(card.name, "")
    known = [_written(shelf, language).get(key) for language in LANGUAGES] if key else []
    return say(f"{shelf}.{key}") if card.text and card.text in known else card.text


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """The key of every card that ships, by its name in either language."""
    content = shipped()
    cards: dict[str, Skill | Trait | Weapon] = {**content.skills, **content.traits, **content.weapons}
    return {name: key for key, card in cards.items() for name in (card.name, english_names()[key])}


@rule("FET-LIV-53")
def own_name(name: str) -> Label:
    """What a skill, a trait or a weapon on a sheet is called: in the reader's language where one that ships is called so."""
    return say(f"things.{key}") if (key := _names().get(name)) else name


def names_of(name: str) -> tuple[str, ...]:
    """By what names people may call a card: in both languages, where it is called as one that ships."""
    card = _card(key) if (key := _names().get(name)) else None
    return (card.name, english_names()[key]) if key and card else (name,)


def in_language(card: C, language: str) -> C:
    """A card that ships as a table of a language takes it over."""
    key = next((key for key in english_names() if _card(key) is card), "")
    if language != "en" or not key:
        return card
    if isinstance(card, Weapon):
        return replace(card, name=english_names()[key])
    return replace(card, name=english_names()[key], text=_written(_shelf(card), language)[key])


@rule("FET-LIV-53")
def block_in(block: Sheet, language: str) -> Sheet:
    """A stat block as a table of a language takes it over: what it carries is called in that language."""
    known = {weapon.name: weapon for weapon in shipped().weapons.values()}
    arms = ((in_language(known[w.name], language).name if w.name in known else w.name, w) for w in block.weapons)
    return replace(block, weapons=tuple(replace(weapon, name=name) for name, weapon in arms))


def same_card(key: str, name: str) -> bool:
    """Whether a card of that name is the one that is filed under a key, in either language."""
    card = _card(key)
    return card is not None and folded(name) in (folded(card.name), folded(english_names()[key]))


PACKAGE = "ludex.systems.fet"
Thing = Skill | Trait | Weapon | Race | Sheet | Item | Ground | Extension
T = TypeVar("T", Skill, Trait, Weapon, Race, Sheet, Item, Ground, Extension)
english_names = partial(english_things, PACKAGE)


# The kinds, and what is wrong with a thing


def name_problems(thing: Thing) -> tuple[str, ...]:
    return () if thing.name.strip() else ("name_missing",)


def race_problems(race: Race) -> tuple[str, ...]:
    wrong = {
        "bad_age": race.adult_age is not None and race.adult_age <= 0,
        "bad_size": race.standard_size is not None and race.standard_size <= 0,
    }
    return (*name_problems(race), *(code for code, true in wrong.items() if true))


@rule("FET-TRT-2")
def modifier_problems(modifiers: Iterable[WrittenModifier]) -> tuple[str, ...]:
    """Each changes something that there is, in a way that there is, and by something."""
    found = tuple(modifiers)
    wrong = {
        "bad_modifier": not all(map(usable, found)),
        "empty_modifier": any(one.value == (1 if one.kind == Change.MULTIPLY else 0) for one in found),
    }
    return tuple(code for code, true in wrong.items() if true)


def place_problems(place: Ground) -> tuple[str, ...]:
    return (*name_problems(place), *modifier_problems(place.modifiers))


@rule("FET-LIV-9")
def item_problems(item: Item) -> tuple[str, ...]:
    """A thing has a name; what it restores is one of the two resources, by more than nothing."""
    if item.restores is None or (item.restores.resource in RESOURCES and item.restores.amount > 0):
        return name_problems(item)
    return (*name_problems(item), "bad_restores")


def problems_said(thing: Thing, codes: Iterable[str], facts: Mapping[str, Filling] | None = None) -> tuple[Say, ...]:
    known: dict[str, Filling] = {"name": thing.name, "weapon": thing.name, **(facts or {})}
    return tuple(say(f"errors.{code}", **known, **({"field": AT[code]} if code in AT else {})) for code in codes)


AT = {
    **{f"{group}_sum": "percents" for group in GROUPS},
    "bad_percent": "percents",
    "bad_attribute": "percents",
    "bad_level": "level",
    "bad_ratio": "ratio",
}
"""The field that a problem of a sheet is about."""


KINDS = tuple(
    msgspec.structs.replace(kind, keys=SPOKEN)
    for kind in (
        ContentKind("skills", Skill, ("skill", "技能"), lambda thing: problems_said(thing, name_problems(thing))),
        ContentKind("traits", Trait, ("trait", "特质"), lambda thing: problems_said(thing, name_problems(thing))),
        ContentKind(
            "weapons",
            Weapon,
            ("weapon", "武器"),
            lambda thing: problems_said(thing, () if thing.type in tuple(WeaponType) else ("bad_weapon",)),
        ),
        ContentKind("races", Race, ("race", "种族"), lambda thing: problems_said(thing, race_problems(thing))),
        ContentKind("people", Sheet, ("person", "人物"), lambda thing: problems_said(thing, sheet_problems(thing))),
        ContentKind("items", Item, ("item", "物品"), lambda thing: problems_said(thing, item_problems(thing))),
        ContentKind("places", Ground, ("place", "场所"), lambda thing: problems_said(thing, place_problems(thing))),
        ContentKind(
            "extensions", Extension, ("extension", "拓展"), lambda thing: problems_said(thing, name_problems(thing))
        ),
    )
)


class Shipped(msgspec.Struct, frozen=True):
    skills: dict[str, Skill]
    traits: dict[str, Trait]
    weapons: dict[str, Weapon]
    races: dict[str, Race]
    people: dict[str, Sheet]
    items: dict[str, Item] = {}
    places: dict[str, Ground] = {}
    extensions: dict[str, Extension] = {}


@lru_cache(maxsize=1)
def shipped() -> Shipped:
    return Shipped(**shipped_pack(PACKAGE, KINDS))


# What a table has


def skills(state: State) -> dict[str, Skill]:
    return {**shipped().skills, **state.skills}


def traits(state: State) -> dict[str, Trait]:
    return {**shipped().traits, **state.traits}


def weapons(state: State) -> dict[str, Weapon]:
    return {**shipped().weapons, **state.weapons}


def races(state: State) -> dict[str, Race]:
    return {**shipped().races, **state.races}


def places(state: State) -> dict[str, Ground]:
    return {**shipped().places, **state.places}


def people(state: State) -> dict[str, Sheet]:
    return {**shipped().people, **state.blocks}


def skill_named(name: str | Skill | None, state: State, *, who: str = "") -> Skill:
    """A skill given as data, or by its key or name; that of a character's own sheet comes first."""
    if isinstance(name, Skill):
        return name
    own = state.characters[who].sheet.skills if who in state.characters else ()
    key = key_of(shipped().skills, name)
    same = [skill for skill in own if key is not None and key_of(shipped().skills, skill.name) == key]
    mine = next((skill for skill in own if skill.name == name), None) or next(iter(same), None)
    return mine or _named(skills(state), name, refusal="unknown_skill")


def trait_named(name: str | Trait | None, state: State) -> Trait:
    return name if isinstance(name, Trait) else _named(traits(state), name, refusal="unknown_trait")


def race_named(name: str, state: State) -> Race:
    return _named(races(state), name, refusal="unknown_race")


def weapon_named(name: str, state: State) -> Weapon:
    known = weapons(state)
    if (key := key_of(known, name)) is None:
        raise RuleError("bad_weapon", clause="FET-WPB-1", weapon=name, weapons=[w.name for w in known.values()])
    return known[key]


def person_named(name: str, state: State) -> Sheet:
    known = people(state)
    if (key := key_of(known, name)) is None:
        raise RuleError("unknown_block", block=name, known=[sheet.name for sheet in known.values()])
    return known[key]


def key_of(things: Mapping[str, T], wanted: str | None) -> str | None:
    """The key under which something of that key or name, in either language, is filed."""
    called = next((key for key, thing in things.items() if wanted in (key, thing.name)), None)
    if called or not wanted:
        return called
    said = folded(wanted).replace(" ", "")
    spelled = {key: folded(name).replace(" ", "") for key, name in english_names().items() if key in things}
    return next((key for key, name in spelled.items() if name == said), None)


def _named(things: dict[str, T], wanted: str | None, *, refusal: str) -> T:
    if (key := key_of(things, wanted)) is None:
        raise RuleError(refusal, key=wanted, known=list(things))
    return things[key]
