"""Sheets: making a character, growing, resting, replacing a lost theme, looking a sheet over."""

from typing import Any

from ludex.core.command import ANYONE, GM_ONLY, Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import begins, pairs, term_of, theme_of
from ludex.systems.mist.content import character_named, content_of, theme_named
from ludex.systems.mist.terms import Activity
from ludex.systems.mist.views.cards import check_card

THEME = (
    Arg("kind"),
    Arg("theme_tag"),
    Arg("tags", "list", required=False),
    Arg("weakness", "list", required=False),
    Arg("motivation", keys=("动机",), keyed=True, required=False, default=""),
)


def join(asked: Asked) -> Do:
    """`.建卡 林默` (a prepared one), `.建卡 阿青` (an empty sheet)."""
    packs = asked.state.packs
    sheet = character_named(begins(asked["name"], content_of(packs).characters), packs)
    return Do("character_join", {"character": sheet or {"kind": "pc", "id": asked["name"]}})


def leave(asked: Asked) -> Do:
    """`.离场 林默`."""
    return Do("character_leave", {"actor": asked["who"]})


def _theme(asked: Asked, **more: Any) -> dict[str, Any]:
    """A theme as it is typed, or a sample by its name alone."""
    sample = theme_named(asked["kind"], asked.state.packs)
    if sample is not None and asked["theme_tag"] is None:
        return {**{f: getattr(sample, f) for f in sample.__struct_fields__}, **more}
    tag = asked["theme_tag"] or ""
    return {
        "id": tag,
        "kind": term_of(asked["kind"]),
        "theme_tag": tag,
        "tags": asked["tags"],
        "weakness": asked["weakness"],
        "motivation": asked["motivation"],
        **more,
    }


def write_theme(asked: Asked) -> Do:
    """`.主题 自我 夜班编辑 打字飞快,记者证 失眠 动机=…`, `.主题 夜班编辑` (a sample)."""
    nascent = not asked["tags"] and asked["theme_tag"] is not None
    return Do("theme_write", {"actor": asked.actor, "theme": _theme(asked, nascent=nascent)})


def replace_theme(asked: Asked) -> Do:
    """`.换主题 自我 夜班护士 哭声`: a nascent theme, its theme tag and one weakness."""
    weakness = [*asked["tags"], *asked["weakness"]]
    new = {**_theme(asked), "tags": [], "weakness": weakness, "nascent": True}
    return Do("replace_theme", {"actor": asked.actor, "new_theme": new})


def indulge(asked: Asked) -> Do:
    """`.沉溺 听潮之耳`."""
    return Do(
        "mark_indulgence",
        {"actor": asked.actor, "theme": theme_of(asked, asked["theme"]), "amount": asked["number"]},
    )


def grow(asked: Asked) -> Do:
    """`.成长 夜班编辑`."""
    return Do("mark_growth", {"actor": asked.actor, "theme": theme_of(asked, asked["theme"])})


def rest(asked: Asked) -> Do:
    """`.休整 恢复`, `.休整 成长 夜班编辑`, `.休整 疗养 受伤=2` (the MC says what heals)."""
    activity = term_of(asked["activity"])
    given: dict[str, Any] = {"actor": asked.actor, "activity": activity}
    if activity == Activity.HEAL:
        if not asked.gm:
            raise RuleError("gm_only")
        given["heal"] = pairs(asked["names"], "name", "amount")
    elif activity == Activity.GROW:
        given["theme"] = theme_of(asked, ",".join(asked["names"]))
    return Do("rest", given)


def check(asked: Asked) -> Show:
    """`.检查`: everything that is wrong with a sheet, at once."""
    return Show(check_card(asked.state, asked.actor))


SHEET = (
    Command(("建卡", "new"), join, (Arg("name"),), example=".建卡 阿青", group="sheet"),
    Command(("离场", "leave"), leave, (Arg("who", "actor"),), who=GM_ONLY, group="sheet"),
    Command(
        ("主题", "theme"),
        write_theme,
        (THEME[0], Arg("theme_tag", required=False), *THEME[2:]),
        example=".主题 自我 夜班编辑 打字飞快,记者证 长期失眠",
        group="sheet",
    ),
    Command(("换主题", "replace"), replace_theme, THEME, example=".换主题 自我 守灯人 怕黑", group="sheet"),
    Command(
        ("沉溺", "indulge"),
        indulge,
        (Arg("theme", among=offers.themes), Arg("number", "int", required=False, default=1)),
        example=".沉溺 听潮之耳",
        group="sheet",
    ),
    Command(("成长", "grow"), grow, (Arg("theme", among=offers.themes),), example=".成长 夜班编辑", group="sheet"),
    Command(
        ("休整", "rest"),
        rest,
        (Arg("activity"), Arg("names", "list", required=False)),
        example=".休整 恢复",
        group="sheet",
    ),
    Command(("检查", "check"), check, who=ANYONE, example=".检查", group="sheet"),
)
