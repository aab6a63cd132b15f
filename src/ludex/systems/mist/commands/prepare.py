"""What the MC has ready, reveals and edits in a running case; own content; everybody's notes."""

from functools import partial
from importlib import resources

from ludex.core.deeds import ANYONE, GM_ONLY, ITEM, REST, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.packs import unreadable
from ludex.core.principals import GM, actor
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import known_as
from ludex.systems.mist.content import PACKAGE, mission_named, read_loose


def _shelved(asked: Asked) -> str:
    """The mission on the shelf that a line is about; none where it is the running case (MST-LIV-38)."""
    name = known_as(asked["mission"], offers.missions(asked.state)) if asked["mission"] else ""
    return "" if asked.state.case and name == asked.state.case.name else name


def hide_clue(asked: Asked) -> Do:
    """`.备线索 黑匣子 里面录着报站声`, `.备线索 任务=敲窗 指印 在玻璃里面`."""
    record = {"id": asked["id"], "text": asked["text"], "source": "mc", "hidden": True}
    if mission := _shelved(asked):
        return Do("mission_amend", {"mission": mission, "clue": record}, (GM,))
    return Do("clue_place", {"clue": record}, (GM,))


def hide_trait(asked: Asked) -> Do:
    """`.备特性 它会模仿你`."""
    if mission := _shelved(asked):
        return Do("mission_amend", {"mission": mission, "trait": asked["text"]}, (GM,))
    return Do("trait_hide", {"name": asked["text"]}, (GM,))


def truth(asked: Asked) -> Do:
    """`.真相 它是什么 一辆沉在水库里的车`."""
    name = asked["mystery"]
    if mission := _shelved(asked):
        block = mission_named(mission, asked.state.packs)
        known = known_as(name, [m.id for m in block.mysteries] if block else ())
        return Do("mission_amend", {"mission": mission, "mystery": known, "answer": asked["text"]}, (GM,))
    found = known_as(name, offers.mysteries(asked.state))
    return Do("mystery_change", {"name": found, "answer": asked["text"]}, (GM,))


def reveal(asked: Asked) -> Do:
    """`.揭示 黑匣子`: one word makes it public."""
    return Do("reveal", {"name": known_as(asked["text"], offers.hidden(asked.state))})


def share(asked: Asked) -> Do:
    """`.分享 手心的字`."""
    own = asked.state.mission.clues if asked.state.mission else ()
    name = known_as(asked["text"], [c.id for c in own if c.holder])
    return Do("clue_share", {"name": name, "actor": "" if asked.gm else asked.actor})


def change_clue(asked: Asked) -> Do:
    """`.改线索 旧名 新名 [内容]`."""
    given = {"name": asked["clue"], "to": asked["to"], "text": asked["text"]}
    return Do("clue_change", given, (GM,)) if _hidden(asked, asked["clue"]) else Do("clue_change", given)


def _hidden(asked: Asked, name: str) -> bool:
    mission = asked.state.mission
    return mission is not None and any(
        c.id == name and (c.hidden or c.holder) for c in (*mission.clues, *mission.hidden_clues)
    )


def remove_clue(asked: Asked) -> Do:
    """`.删线索 名字`."""
    given = {"name": asked["clue"]}
    return Do("clue_remove", given, (GM,)) if _hidden(asked, asked["clue"]) else Do("clue_remove", given)


def change_trait(asked: Asked) -> Do:
    """`.改特性 旧 新`, `.删特性 内容`."""
    given = {"name": asked["trait"], "to": asked.args.get("to", "")}
    mission = asked.state.mission
    hidden = mission is not None and asked["trait"] in mission.hidden_traits
    return Do("trait_change", given, (GM,)) if hidden else Do("trait_change", given)


def change_mystery(asked: Asked) -> Do:
    """`.改谜团 名字 复杂等级 [问题]`."""
    given = {"name": asked["mystery"], "complexity": asked["number"], "question": asked["text"]}
    return Do("mystery_change", given, (GM,))


def remove_mystery(asked: Asked) -> Do:
    """`.删谜团 名字`."""
    return Do("mystery_remove", {"name": asked["mystery"]})


def check_case(asked: Asked) -> Show:
    """`.查案`, `.查案 敲窗`: what can be solved, and what is missing."""
    return Show("check_case", {"name": known_as(asked["text"], offers.missions(asked.state))})


def note(asked: Asked) -> Do:
    """`.笔记 …`: the MC's own; a player's own."""
    if asked.gm:
        return Do("note_take", {"text": asked["text"]}, (GM,))
    return Do("note_take", {"text": asked["text"], "holder": asked.actor}, (actor(asked.actor), GM))


def shelve(asked: Asked) -> Do:
    """`.收录 [[挑战]] …`: a content pack as TOML, with Chinese or English keys."""
    try:
        pack = read_loose(asked["toml"])
    except ValueError as error:
        raise RuleError("bad_content", problems=[unreadable(error)]) from None
    return Do("pack_shelve", {"pack": pack}, (GM,))


def unshelve(asked: Asked) -> Do:
    """`.下架 名字`."""
    return Do("pack_unshelve", {"name": asked["text"]}, (GM,))


TEMPLATES = {"任务": "mission", "挑战": "challenge", "主题": "theme", "角色": "character", "场景": "scene"}


def template(asked: Asked) -> Show:
    """`.模板 任务`: a file with every key, commented, that `.收录` takes as it is."""
    said = asked["text"].strip()
    name = TEMPLATES.get(said, said)
    if name not in TEMPLATES.values():
        raise RuleError("not_among", arg="text", value=said[:40], among=list(TEMPLATES))
    text = resources.files(PACKAGE).joinpath("data", "templates", f"{name}.toml").read_text("utf-8")
    return Show("template", {"title": said, "text": text})


TEXT, NOTE = Field("text", REST), Field("text", REST, required=False, default="")
CLUE = Field("clue", ITEM, among=offers.all_clues, refusal="unknown_clue")
TRAIT = Field("trait", ITEM, among=offers.all_traits, refusal="unknown_trait")
MYSTERY = Field("mystery", ITEM, among=offers.mysteries, refusal="unknown_mystery")
MISSION = Field("mission", keys=("任务", "mission"), keyed=True, required=False, default="", among=offers.missions)
_mc = partial(Command, who=GM_ONLY, group="case")

PREPARE = (
    _mc(("备线索", "hideclue"), hide_clue, (MISSION, Field("id"), NOTE), example=".备线索 黑匣子 里面录着报站声"),
    _mc(("备特性", "hidetrait"), hide_trait, (MISSION, TEXT), example=".备特性 它会模仿你"),
    _mc(
        ("真相", "truth"),
        truth,
        (MISSION, Field("mystery", among=offers.mysteries), TEXT),
        example=".真相 它是什么 沉在水库里的那辆车",
    ),
    _mc(("揭示", "reveal"), reveal, (Field("text", REST, among=offers.hidden),), example=".揭示 黑匣子"),
    Command(("分享", "share"), share, (TEXT,), group="case", example=".分享 手心的字"),
    _mc(("改线索", "editclue"), change_clue, (CLUE, Field("to"), NOTE), example=".改线索 湿车票 干透的车票"),
    _mc(("删线索", "dropclue"), remove_clue, (CLUE,), example=".删线索 司机工号"),
    _mc(("改特性", "edittrait"), change_trait, (TRAIT, Field("to", REST)), example=".改特性 见光就散 见光就走"),
    _mc(("删特性", "droptrait"), change_trait, (TRAIT,), example=".删特性 见光就散"),
    _mc(
        ("改谜团", "editmystery"), change_mystery, (MYSTERY, Field("number", WHOLE), NOTE), example=".改谜团 它是什么 3"
    ),
    _mc(("删谜团", "dropmystery"), remove_mystery, (MYSTERY,), example=".删谜团 它是什么"),
    _mc(
        ("查案", "checkcase"),
        check_case,
        (Field("text", REST, required=False, default="", among=offers.missions),),
        example=".查案 末班车",
    ),
    Command(("笔记", "note"), note, (TEXT,), group="case", example=".笔记 他的手是湿的"),
    _mc(
        ("收录", "content"),
        shelve,
        (Field("toml", REST),),
        example='.收录 challenge = [{ id = "看门狗", limits = [{ status = "安抚", limit = 2 }] }]',
    ),
    _mc(("下架", "unshelve"), unshelve, (TEXT,), example=".下架 看门狗"),
    Command(("模板", "template"), template, (TEXT,), group="case", who=ANYONE, example=".模板 任务"),
)
