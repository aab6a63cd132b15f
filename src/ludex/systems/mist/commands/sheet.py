"""Sheets: making a character, growing, resting, replacing a lost theme, looking a sheet over."""

from functools import partial

import msgspec

from ludex.core.deeds import ACTOR, ANYONE, GM_ONLY, TERM, TEXT, WHOLE, Asked, Command, Do, Field, Show, by_gm
from ludex.core.errors import RuleError
from ludex.core.fields import keyed
from ludex.core.names import narrow
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import THEME, pairs, theme_named
from ludex.systems.mist.content import called_in, content_of
from ludex.systems.mist.sheet import Character, Theme
from ludex.systems.mist.terms import Activity, ThemeKind

KIND = Field("kind")
THEME_TAG = Field("theme_tag")
THEME_PARTS = (
    Field("tags", keys=("标签",), required=False, several=True),
    Field("weakness", keys=("弱点",), required=False, several=True),
    keyed("motivation", "动机", default=""),
)


def join(asked: Asked) -> Do:
    """`.建卡 林默` (a prepared one), `.建卡 阿青` (an empty sheet)."""
    samples = content_of(asked.state.packs).characters
    sheet = samples.get(
        called_in(asked["character"], asked.language, samples)
    )  # a sample under its whole name only (MST-LIV-42)
    return Do("character_join", {"character": msgspec.to_builtins(sheet or Character(asked["character"]))})


def make(asked: Asked) -> Do:
    """`.捏人 阿青`: theme by theme, each a sample or in one's own words."""
    return Do("character_make", {"name": asked["character"], "who": asked.seat})


def leave(asked: Asked) -> Do:
    """`.离场 林默`."""
    return Do("character_leave", {"actor": asked["who"]})


def _theme(asked: Asked) -> Theme:
    """A theme as it is typed, or a sample by its name alone."""
    said, tag = asked["kind"], asked["theme_tag"]
    sample = content_of(asked.state.packs).themes.get(said)
    if sample is not None and tag is None:
        return sample
    kind = ThemeKind.read(said) if ThemeKind.holds(said) else said  # any other word is the rule's to refuse
    parts = tuple(asked["tags"]), tuple(asked["weakness"])
    nascent = tag is not None and not asked["tags"]  # MST-LIV-43
    return Theme(tag or "", kind, tag or "", *parts, nascent=nascent, motivation=asked["motivation"])


def write_theme(asked: Asked) -> Do:
    """`.主题 自我 夜班编辑 打字飞快,记者证 失眠 动机=…`, `.主题 夜班编辑` (a sample)."""
    return Do("theme_write", {"actor": asked.actor, "theme": msgspec.to_builtins(_theme(asked))})


def draft(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Until the character is first used its sheet is the player's own (MST-LIV-44)."""
    return kinds if asked.actor in asked.state.used else ()


def edit_theme(asked: Asked) -> Do:
    """`.改主题 夜班编辑 记者证>旧记者证 +速记 -打字飞快 名=… 弱点=… 动机=… 类=自我`."""
    renamed, added = [], list(asked["added"])
    for word in asked["words"]:
        old, arrow, new = narrow(word).partition(">")
        if not arrow or not old or not new:
            raise RuleError("bad_argument", arg="words", value=word[:40], kind=TEXT)
        renamed.append((old, new))
    said = asked["kind"]
    given = {
        "actor": asked.actor,
        "theme": asked["theme"],
        "renamed": renamed,
        "added": added,
        "removed": asked["removed"],
        "name": asked["name"],
        "weakness": asked["weakness"],
        "motivation": asked["motivation"],
        "kind": ThemeKind.read(said) if ThemeKind.holds(said) else said,
    }
    return Do("theme_edit", given)


def remove_theme(asked: Asked) -> Do:
    """`.删主题 夜班编辑`."""
    return Do("theme_remove", {"actor": asked.actor, "theme": asked["theme"]})


def replace_theme(asked: Asked) -> Do:
    """`.换主题 自我 夜班护士 哭声`: a nascent theme, its theme tag and one weakness; a full one is the rule's to refuse."""
    new = _theme(asked)
    if not new.weakness:
        new = msgspec.structs.replace(new, tags=(), weakness=new.tags, nascent=True)
    return Do("replace_theme", {"actor": asked.actor, "new_theme": msgspec.to_builtins(new)})


def indulge(asked: Asked) -> Do:
    """`.沉溺 听潮之耳`."""
    return Do("mark_indulgence", {"actor": asked.actor, "theme": asked["theme"], "amount": asked["number"]})


def grow(asked: Asked) -> Do:
    """`.成长 夜班编辑`."""
    return Do("mark_growth", {"actor": asked.actor, "theme": asked["theme"]})


def rest(asked: Asked) -> Do | Show:
    """`.休整 恢复`, `.休整 成长 夜班编辑`, `.休整 疗养 受伤=2` (the MC says what heals); the MC's bare `.休整` is a rest for everybody."""
    given = {"actor": asked.actor, "activity": asked["activity"]}
    match asked["activity"]:
        case Activity.HEAL:
            return Do("rest_take", {**given, "heal": pairs(asked["names"], "name", "amount")})
        case Activity.GROW if asked["names"]:
            return Do("rest_take", {**given, "theme": theme_named(asked, ",".join(asked["names"]))})
        case None:
            if asked.gm and not asked.actor:
                return Do("rest_grant", {})
            who = asked.state.character(asked.actor)
            if asked.gm and who is not None and not who.active:
                return Show("skipped", {"actor": asked.actor})
            return Do("rest_offer", {"actor": asked.actor})
    return Do("rest_take", given)


def rest_word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """With a rest granted the activity is the player's own; what heals is the MC's word (MST-LIV-31)."""
    said = asked["activity"] == Activity.HEAL and asked["names"]
    return () if asked.state.rests.get(asked.actor) and not said else kinds


def check(asked: Asked) -> Show:
    """`.检查`: everything that is wrong with a sheet, at once."""
    return Show("check", {"actor": asked.actor})


BY_MC = by_gm("sheet")
MARKED = msgspec.structs.replace(THEME, owner=BY_MC)
_sheet = partial(Command, group="sheet")

SHEET = (
    _sheet(("建卡", "new"), join, (Field("character", among=offers.new_characters),), example=".建卡 阿青"),
    _sheet(("捏人", "make"), make, (Field("character"),), example=".捏人 阿青"),
    _sheet(("离场", "leave"), leave, (Field("who", ACTOR),), who=GM_ONLY),
    _sheet(
        ("主题", "theme"),
        write_theme,
        (KIND, msgspec.structs.replace(THEME_TAG, required=False), *THEME_PARTS),
        example=".主题 自我 守夜人 不合眼,灯下无鬼 白天走神",
        owner=BY_MC,
        word=draft,
    ),
    _sheet(
        ("改主题", "retheme"),
        edit_theme,
        (
            THEME,
            keyed("added", "+", several=True),
            keyed("removed", "-", several=True),
            keyed("name", "名", default=""),
            keyed("weakness", "弱点", several=True),
            keyed("motivation", "动机"),
            keyed("kind", "类", default=""),
            Field("words", required=False, several=True),
        ),
        example=".改主题 夜班编辑 记者证>旧记者证",
        owner=BY_MC,
        word=draft,
    ),
    _sheet(("删主题", "droptheme"), remove_theme, (THEME,), example=".删主题 剪影术", owner=BY_MC, word=draft),
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
            Field("activity", TERM, terms=Activity, refusal="bad_activity", required=False),
            Field("names", required=False, several=True),
        ),
        example=".休整 恢复",
        owner=BY_MC,
        word=rest_word,
        many=True,
    ),
    _sheet(("检查", "check"), check, who=ANYONE, example=".检查"),
)
