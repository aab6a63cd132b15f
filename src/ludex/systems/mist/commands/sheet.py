"""Sheets: making a character, growing, resting, replacing a lost theme, looking a sheet over."""

from functools import partial

import msgspec

from ludex.core.deeds import ACTOR, ANYONE, GM_ONLY, TERM, WHOLE, Asked, Command, Do, Field, Show, by_gm
from ludex.core.errors import RuleError
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import THEME, known_as, pairs, theme_named
from ludex.systems.mist.content import character_named, content_of
from ludex.systems.mist.content import theme_named as sample_named
from ludex.systems.mist.sheet import Character, Theme
from ludex.systems.mist.terms import Activity, ThemeKind

KIND = Field("kind")
THEME_TAG = Field("theme_tag")
THEME_PARTS = (
    Field("tags", required=False, several=True),
    Field("weakness", required=False, several=True),
    Field("motivation", keys=("动机",), keyed=True, required=False, default=""),
)


def join(asked: Asked) -> Do:
    """`.建卡 林默` (a prepared one), `.建卡 阿青` (an empty sheet)."""
    packs = asked.state.packs
    sheet = character_named(known_as(asked["character"], content_of(packs).characters), packs)
    return Do("character_join", {"character": msgspec.to_builtins(sheet or Character(asked["character"]))})


def leave(asked: Asked) -> Do:
    """`.离场 林默`."""
    return Do("character_leave", {"actor": asked["who"]})


def _theme(asked: Asked) -> Theme:
    """A theme as it is typed, or a sample by its name alone."""
    said, tag = asked["kind"], asked["theme_tag"]
    sample = sample_named(said, asked.state.packs)
    if sample is not None and tag is None:
        return sample
    kind = ThemeKind.read(said) if ThemeKind.holds(said) else said  # any other word is the rule's to refuse
    parts = tuple(asked["tags"]), tuple(asked["weakness"])
    return Theme(tag or "", kind, tag or "", *parts, motivation=asked["motivation"])


def write_theme(asked: Asked) -> Do:
    """`.主题 自我 夜班编辑 打字飞快,记者证 失眠 动机=…`, `.主题 夜班编辑` (a sample)."""
    nascent = not asked["tags"] and asked["theme_tag"] is not None
    theme = msgspec.structs.replace(_theme(asked), nascent=nascent)
    return Do("theme_write", {"actor": asked.actor, "theme": msgspec.to_builtins(theme)})


def replace_theme(asked: Asked) -> Do:
    """`.换主题 自我 夜班护士 哭声`: a nascent theme, its theme tag and one weakness."""
    weakness = (*asked["tags"], *asked["weakness"])
    new = msgspec.structs.replace(_theme(asked), tags=(), weakness=weakness, nascent=True)
    return Do("replace_theme", {"actor": asked.actor, "new_theme": msgspec.to_builtins(new)})


def indulge(asked: Asked) -> Do:
    """`.沉溺 听潮之耳`."""
    return Do("mark_indulgence", {"actor": asked.actor, "theme": asked["theme"], "amount": asked["number"]})


def grow(asked: Asked) -> Do:
    """`.成长 夜班编辑`."""
    return Do("mark_growth", {"actor": asked.actor, "theme": asked["theme"]})


def rest(asked: Asked) -> Do:
    """`.休整 恢复`, `.休整 成长 夜班编辑`, `.休整 疗养 受伤=2` (the MC says what heals)."""
    given = {"actor": asked.actor, "activity": asked["activity"]}
    match asked["activity"]:
        case Activity.HEAL if not asked.gm:
            raise RuleError("gm_only")
        case Activity.HEAL:
            return Do("rest", {**given, "heal": pairs(asked["names"], "name", "amount")})
        case Activity.GROW:
            return Do("rest", {**given, "theme": theme_named(asked, ",".join(asked["names"]))})
    return Do("rest", given)


def check(asked: Asked) -> Show:
    """`.检查`: everything that is wrong with a sheet, at once."""
    return Show("check", {"actor": asked.actor})


BY_MC = by_gm("sheet")
MARKED = msgspec.structs.replace(THEME, owner=BY_MC)
_sheet = partial(Command, group="sheet")

SHEET = (
    _sheet(("建卡", "new"), join, (Field("character", among=offers.new_characters),), example=".建卡 阿青"),
    _sheet(("离场", "leave"), leave, (Field("who", ACTOR),), who=GM_ONLY),
    _sheet(
        ("主题", "theme"),
        write_theme,
        (KIND, msgspec.structs.replace(THEME_TAG, required=False), *THEME_PARTS),
        example=".主题 自我 夜班编辑 打字飞快,记者证 长期失眠",
    ),
    _sheet(("换主题", "replace"), replace_theme, (KIND, THEME_TAG, *THEME_PARTS), example=".换主题 自我 守灯人 怕黑"),
    _sheet(
        ("沉溺", "indulge"),
        indulge,
        (MARKED, Field("number", WHOLE, required=False, default=1, owner=BY_MC)),
        example=".沉溺 听潮之耳",
    ),
    _sheet(("成长", "grow"), grow, (MARKED,), example=".成长 夜班编辑"),
    _sheet(
        ("休整", "rest"),
        rest,
        (
            Field("activity", TERM, terms=Activity, refusal="bad_activity", owner=BY_MC),
            Field("names", required=False, several=True, owner=BY_MC),
        ),
        example=".休整 恢复",
    ),
    _sheet(("检查", "check"), check, who=ANYONE, example=".检查"),
)
