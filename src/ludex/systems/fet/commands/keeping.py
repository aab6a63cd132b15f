"""Characters at the table: bringing people in, stat blocks, levels, money, traits, the place, import and export."""

import re
from collections.abc import Mapping
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import (
    ACTOR,
    ANYONE,
    DECIMAL,
    GM_ONLY,
    ITEM,
    REST,
    TERM,
    WHOLE,
    Asked,
    Command,
    Do,
    Field,
    Filled,
    Show,
)
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.names import narrow
from ludex.core.plain import Plain, Written
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.systems.fet.commands.bot import sheet_change
from ludex.systems.fet.commands.naming import check_own, lives
from ludex.systems.fet.commands.offers import (
    CIRCUMSTANCE,
    LEVEL,
    SHEET,
    SKILL,
    STORY,
    TRAIT,
    all_races,
    all_skills,
    all_traits,
    comers,
)
from ludex.systems.fet.commands.owned import check_new, draft_word, learning_word, lift_word, living_word
from ludex.systems.fet.commands.reading import Reader, attribute_of, changed_of, decimal, number_in
from ludex.systems.fet.commands.stf import laid_over, read_fields
from ludex.systems.fet.commands.weighing import with_fate
from ludex.systems.fet.content import english_names, key_of, people, places, race_named, skill_named, trait_named
from ludex.systems.fet.content.english import block_in, in_language
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import all_round, check_alive, check_character, free_name
from ludex.systems.fet.sheet import Sheet, level_of
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Change, Resource, written


def new(asked: Asked) -> Do:
    """A character of one's own, all-round until `.stf` says otherwise."""
    level = asked["level"]
    own = level in (None, asked.state.options.start_level) or asked.trust("sheet.level") in ("open", "allowed")
    if own:
        return Do("bring", {"name": asked["name"], **({} if level is None else {"level": level})})
    if asked.trust("sheet.level") == "strict":
        raise RuleError("gm_only")
    return Do("bring", {"name": asked["name"]}, then=Filled("lv", {"level": f"{level}"}, asked["name"]))  # FET-LIV-3


def npc(asked: Asked) -> Do:
    """A stat block by name, or an all-round NPC; then how many, and what its sheet has otherwise, as `.stf` writes it."""
    state, blocks = asked.state, people(asked.state)
    words = str(asked["text"]).replace("＝", "=").split()
    more = list(takewhile(lambda word: key_of(blocks, word) is not None or bool(_waiting(state, word)), words))
    words = words[len(more) :]
    named = [_TIMES.fullmatch(narrow(name)) for name in (*_SEVERAL.split(str(asked["name"])), *more) if name]
    counted = [(found[1], int(found[2] or 0)) for found in named if found] or [(str(asked["name"]), 0)]
    name, times = counted[0]
    stage = next((STAGES[word] for word in words if word in STAGES), "hidden" if asked["hidden"] else "")
    plain = not (words or asked["hidden"] or asked["count"])
    coming = {one: _waiting(state, one) for one, n in counted if plain and not n}
    if len(counted) == 1 and len(coming.get(name, ())) == 1:
        return _unveiled(state, coming[name][0])
    count, side, text = _brought([word for word in words if word not in STAGES])
    count = times or asked["count"] or count
    given: dict[str, Written] = {"npc": True, "count": count, "side": side, **({"stage": stage} if stage else {})}
    heard = (GM,) if stage else (EVERYBODY,)
    if any(coming.values()) or (len(counted) > 1 and not text):  # FET-LIV-60
        each = [_comers(given, coming.get(one, []), _block(blocks, one, asked.language), n) for one, n in counted]
        return Do("bring", {"several": [one for ones in each for one in ones]}, heard)
    if not text:
        return Do("bring", {**given, **_block(blocks, name, asked.language)}, heard)
    return Do("bring", {**given, "sheet": _described(blocks, name, text)}, (GM,))  # its numbers are the GM's


def _comers(given: Plain, waiting: list[str], block: Plain, times: int) -> list[Plain]:
    """Whom one of several names brings: those who wait by it, else a new one, so many times as is said of it alone, or of all."""
    if waiting:
        return [{"out": who} for who in waiting]
    return [{**given, **block, "count": times or given["count"]}]


def _described(blocks: Mapping[str, Sheet], name: str, text: str) -> Written:
    """A stat block, or an all-round NPC, with what a line says of its sheet."""
    key = key_of(blocks, name)
    known = None if key is None else blocks[key]
    fields = read_fields(Reader(text))
    sheet = laid_over(known or all_round(), fields, sender=name)
    title = sheet.name if known or fields.values.get("name") else name
    plain: Written = msgspec.to_builtins(replace(sheet, name=title))
    return plain


@rule("FET-LIV-40", "FET-LIV-60")
def _waiting(state: State, name: str) -> list[str]:
    """Who waits off stage by a name: that one, or, where nobody is called so, all the living with a number behind it."""
    there = state.characters.get(name)
    if there is not None:
        return [name] if there.stage else []
    numbered = re.compile(rf"{re.escape(name)}\d+")
    behind = [who for who, one in state.characters.items() if one.stage and numbered.fullmatch(state.called(who))]
    return [who for who in behind if lives(state, who)]


@rule("FET-LIV-40")
def unveil(asked: Asked) -> Do:
    """Who waits behind the stage comes out."""
    check_character(asked.state, asked["who"])
    return _unveiled(asked.state, asked["who"])


def _unveiled(state: State, who: str) -> Do:
    """Onto the stage; in a battle, out of hiding."""
    fighter = state.fighter(who)
    if fighter is not None and fighter.hidden:
        return Do("combat_mark", {"who": who, "hidden": False})
    return Do("set_sheet", {"who": who, "stage": ""})


_SEVERAL = re.compile(r"[、,，]")
_TIMES = re.compile(r"(.+?)(?:[×*](\d{1,2}))?")
"""`打手×3、守卫`: several at once, each so many times."""


def _block(blocks: Mapping[str, Sheet], name: str, language: str) -> dict[str, Written]:
    """A stat block that the table knows, or just a name; called in English, it is named so, and what it carries as well.

    Its key, which is what a page gives, names it in the language of who asks.
    """
    if (key := key_of(blocks, name)) is None:
        return {"name": name}
    if not name.isascii() or (name == key and (language != "en" or key not in english_names())):
        return {"block": name}
    if language != "en":
        return {"block": name, "name": name}
    called = english_names()[key] if name == key else name
    return {"sheet": msgspec.to_builtins(replace(block_in(blocks[key], language), name=called))}


def _brought(words: list[str]) -> tuple[int, str, str]:
    """How many, on which side, and the fields that are left (`等级=12` as well as `等级12`)."""
    count, side, rest = 1, "", []
    for n, word in enumerate(words):
        key, equals, value = word.partition("=")
        if n == 0 and narrow(word).isdecimal():
            count = int(narrow(word)[:4])
        elif equals and key.lower() in SIDE:
            side = value
        else:
            rest.append(f"{LEVEL_KEYS.get(key.lower(), key)}{value}")
    return count, side, " ".join(rest)


STAGES = {"幕后": "behind", "behind": "behind", "隐藏": "hidden", "hidden": "hidden"}
SIDE = ("阵营", "side")
LEVEL_KEYS = {"lv": "等级", "level": "等级", "比值": "物理思维比值", "ratio": "物理思维比值"}


def mob(asked: Asked) -> Do:
    """`.杂兵 水母 体力60 意志40 力量120 敏捷80 阵营=怪`: a fighter without a sheet, straight into the battle."""
    state, name = asked.state, str(asked["name"])
    who = free_name(state, name) if name in state.characters else name  # FET-LIV-50: it is somebody else
    fighter: dict[str, Written] = {"id": who}
    values: dict[str, Written] = {}
    for word in str(asked["text"]).replace("＝", "=").split():
        if word.partition("=")[0].lower() in SIDE:  # a side may be a number
            fighter["side"] = word.partition("=")[2]
            continue
        found = _FIGURE.fullmatch(narrow(word))
        if not found:
            raise RuleError("bad_command", text=word)
        figure, number = found[1].lower(), number_in(found[2], "value")
        if figure in FIGURES:
            fighter[FIGURES[figure]] = number
        else:
            values[attribute_of(figure)] = number
    for attribute, pool in (("constitution", "stamina"), ("willpower", "will")):
        if pool in fighter:
            values.setdefault(attribute, fighter[pool])  # FET-STA-1
    return Do("combat_join", {"who": who, "fighter": {**fighter, "values": values}}, (GM,))


_FIGURE = re.compile(r"([^\d\s=:.]+)[=:]?(\d+(?:\.\d+)?)", re.ASCII)
FIGURES = {
    **{name: str(resource) for resource in Resource for name in resource.spellings},
    "等级": "level",
    "lv": "level",
    "体型": "size",
    "行动力": "action_points",
    "ap": "action_points",
}
"""Numbers of a fighter that are no attributes."""


def dismiss(asked: Asked) -> Do:
    """Take a character off the table."""
    return Do("dismiss", {"who": check_own(asked, asked["who"])})


def level(asked: Asked) -> Do | Show:
    """FET-LVL-3: `.lv 12`, `.lv +1`; `.lv` alone shows it."""
    sheet = check_character(asked.state, asked.actor).sheet
    text = str(asked["level"])
    if not text:
        return Show("level", {"who": asked.actor})
    check_alive(asked.state, asked.actor)  # FET-DTH-2: nothing is gained any more
    number = number_in(text, "level")
    return sheet_change(asked, set={"level": level_of(sheet) + number if text[0] in "+-＋－" else number})


def trait(asked: Asked) -> Do:
    """FET-TRT-1: a trait of the table or of the examples goes on the sheet."""
    found = in_language(trait_named(asked["name"], asked.state), asked.language)
    check_new(asked.state, asked.actor, asked["name"])
    thing = {"items": {"name": found.name, "load": found.load}} if found.load else {}  # FET-LIV-33: one card, one load
    return sheet_change(asked, add={"traits": msgspec.to_builtins(found), **thing})


def change_in(words: list[str]) -> dict[str, Written]:
    """FET-TRT-2: `力量 乘 2` as a modifier; a kind that is none is left for the rules to refuse."""
    of, how, value = words
    kind = str(Change.read(how)) if Change.holds(how) else how
    return {"of": changed_of(of), "kind": kind, "value": number_in(value, "value")}


def buff_trait(asked: Asked, words: list[str]) -> Do:
    """FET-TRT-2: `力量 乘 2 狂怒`: a named change on one's own values, kept as a trait until it is lifted."""
    name = "".join(words[3:]) or "增益"
    return sheet_change(asked, add={"traits": {"name": name, "modifiers": [change_in(words[:3])]}})


def lift(asked: Asked) -> Do:
    """Lift a buff, lose a trait, and the thing that it is besides, or forget a skill."""
    character, name = check_character(asked.state, asked.actor), asked["name"]
    sheet = character.sheet
    if any(buff.name == name for buff in character.buffs):
        return Do("take_off", {"who": asked.actor, "kind": "buffs", "which": [name]})
    if any(skill.name == name for skill in sheet.skills):
        return sheet_change(asked, set=msgspec.to_builtins({"skills": [s for s in sheet.skills if s.name != name]}))
    lost = [t for t in sheet.traits if t.name == name]
    if not lost:
        raise RuleError("unknown_trait", key=name, known=[t.name for t in sheet.traits])
    left = {"traits": [t for t in sheet.traits if t.name != name]}
    worn = {"items": [i for i in sheet.items if i.name != name]} if any(t.load for t in lost) else {}  # FET-LIV-33
    return sheet_change(asked, set=msgspec.to_builtins({**left, **worn}))


def learn(asked: Asked) -> Do:
    """FET-SKL-1: a skill of the table or of the examples goes on the sheet."""
    check_new(asked.state, asked.actor, asked["name"])
    found = in_language(skill_named(asked["name"], asked.state), asked.language)
    return sheet_change(asked, add={"skills": msgspec.to_builtins(found)})


def race(asked: Asked) -> Do | Show:
    """FET-RAC-1: be of a race that the table has; its two numbers come with it. Without a name: which there are."""
    check_character(asked.state, asked.actor)
    if not asked["name"]:
        return Show("races")
    found = race_named(asked["name"], asked.state)
    fields = {"race": found.name, "adult_age": found.adult_age, "standard_size": found.standard_size}
    return sheet_change(asked, set=fields)


def place(asked: Asked) -> Do:
    """FET-TRT-2: `.地形 敏捷 点 -10` for everybody here, `.地形 沼泽` for a place that the table knows; `.地形` alone lifts it."""
    words = str(asked["change"]).replace(",", " ").replace("，", " ").split()
    if words and words[0] in DARK:  # FET-TRX-7
        return Do("shine", {"dark": DARK[words[0]]})
    if not words:
        return Do("set_place", {"modifiers": []})
    if len(words) == 1 or key_of(places(asked.state), " ".join(words)):  # FET-LIV-51
        return Do("set_place", {"name": " ".join(words)})
    if len(words) != 3:
        raise RuleError("bad_modifier", clause="FET-TRT-2", modifier=" ".join(words))
    return Do("set_place", {"modifiers": [*msgspec.to_builtins(asked.state.place), change_in(words)]})


DARK = {"黑暗": True, "dark": True, "光亮": False, "light": False}


def export(asked: Asked) -> Show:
    """The sheet as a `.stf` line."""
    who = asked["who"] or asked.actor
    check_character(asked.state, who)
    return Show("export", {"who": check_own(asked, who)})


def resource(asked: Asked) -> Do:
    """Damage or healing that the GM deals: `.伤 韩左 体力 -20`."""
    change = written(decimal(asked, "amount"), signed=True)
    given = {"who": asked["who"], "text": f".rec {asked['resource'].zh} {change}", "restores": True}  # FET-STA-2
    return with_fate(asked.state, Do("bot_line", given, heard_by(asked.state, asked["who"])))


_NAME = Field("name")
_LEVEL = Field("level", WHOLE, required=False)
_MORE = Field("text", REST, required=False, default="", owner=STORY)
_NPC = (
    Field("name", among=comers, owner=STORY),
    keyed("count", "数量", "count", kind=WHOLE, owner=STORY, refusal="bad_count"),
    flag("hidden", "隐藏", "hidden", owner=STORY),
    _MORE,
)
_WHO = Field("who", ACTOR, owner=STORY)
_OWN = Field("who", ACTOR, required=False, default="")
_NEW_LEVEL = Field("level", required=False, default="", owner=LEVEL)
_TRAIT = Field("name", ITEM, among=all_traits, owner=TRAIT, refusal="unknown_trait")
_SKILL = Field("name", ITEM, among=all_skills, owner=SKILL, refusal="unknown_skill")
_RACE = Field("name", ITEM, required=False, default="", among=all_races, refusal="unknown_race")
_PLACE = Field("change", REST, required=False, default="", owner=CIRCUMSTANCE)
_HURT = (
    _WHO,
    Field("resource", TERM, terms=Resource, owner=STORY, refusal="bad_resource"),
    Field("amount", DECIMAL, owner=STORY, refusal="bad_number"),
)
_MOB = ".杂兵 水母 体力60 意志40 力量120 敏捷80"

COMMANDS = (
    Command(("新卡", "new"), new, (_NAME, _LEVEL), ANYONE, ".新卡 夜莺", "people"),
    Command(("登场", "npc"), npc, _NPC, GM_ONLY, ".登场 守卫 2", "people"),
    Command(("杂兵", "mob"), mob, (Field("name", owner=STORY), _MORE), GM_ONLY, _MOB, "people"),
    Command(("现身", "unveil"), unveil, (_WHO,), GM_ONLY, ".现身 守卫", "people", many=True, aims=True),
    Command(("退场", "dismiss"), dismiss, (_WHO,), GM_ONLY, ".退场 守卫", "people", many=True, aims=True),
    Command(
        ("等级", "升级", "lv"), level, (_NEW_LEVEL,), example=".lv +1", group="people", many=True, word=living_word
    ),
    Command(("加特质", "trait"), trait, (_TRAIT,), example=".加特质 明晰", group="people", word=learning_word),
    Command(("解除", "unbuff"), lift, (_NAME,), example=".解除 野望", group="people", owner=TRAIT, word=lift_word),
    Command(("学技能", "learn"), learn, (_SKILL,), example=".学技能 冲刺", group="people", word=learning_word),
    Command(("种族", "race"), race, (_RACE,), example=".种族 人类", group="people", owner=SHEET, word=draft_word),
    Command(("地形", "place"), place, (_PLACE,), GM_ONLY, ".地形 敏捷 点 -10", "people"),
    Command(("导出", "export"), export, (_OWN,), example=".导出", group="people"),
    Command(("伤", "hurt"), resource, _HURT, GM_ONLY, ".伤 打手 体力 -5", "people", many=True, aims=True),
)
