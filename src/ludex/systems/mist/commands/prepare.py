"""What the MC has ready, reveals and edits in a running case; own content; everybody's notes."""

from collections.abc import Sequence
from functools import partial
from importlib import resources

import msgspec

from ludex.core.deeds import ANYONE, GM_ONLY, ITEM, REST, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import keyed
from ludex.core.packs import unreadable
from ludex.core.plain import Plain
from ludex.core.principals import GM, actor
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import known_as, mystery_named
from ludex.systems.mist.content import PACKAGE, MissionBlock, content_of, read_loose
from ludex.systems.mist.state import Clue


def shelved(asked: Asked) -> MissionBlock | None:
    """The mission on the shelf that a line is about; none where it is the running case (MST-LIV-38)."""
    said = asked["mission"]
    name = known_as(said, offers.missions(asked.state)) if said else ""
    if not name or (asked.state.case and name == asked.state.case.name):
        return None
    if (block := content_of(asked.state.packs).missions.get(name)) is None:
        among = list(offers.own_missions(asked.state))
        raise RuleError("unknown_case", clause="MST-LIV-38", value=said[:40], among=among)
    return block


def amend(block: MissionBlock, **change: object) -> Do:
    """A change of a case on the shelf: the MC's alone."""
    return Do("mission_amend", {"mission": block.id, **change}, (GM,))


def prepare(asked: Asked) -> Do:
    """`.备案 敲窗 有人在敲三楼的窗`: a case of one's own on the shelf, with the five questions."""
    return Do("case_prepare", {"name": asked["id"], "summary": asked["text"]}, (GM,))


def sides(asked: Asked, among: Sequence[str]) -> dict[str, list[str]]:
    """The mysteries that a clue proves and those that it speaks against, where the line says so."""
    given = {side: asked.args.get(side) or () for side in ("proves", "against")}
    return {side: [mystery_named(name, among) for name in names] for side, names in given.items() if names}


def asked_in(asked: Asked, block: MissionBlock | None) -> tuple[str, ...]:
    """The mysteries of the case that a line is about."""
    return tuple(m.id for m in block.mysteries) if block else tuple(offers.mysteries(asked.state))


def hide_clue(asked: Asked) -> Do:
    """`.备线索 黑匣子 支持=它是什么 里面录着报站声`, `.备线索 任务=敲窗 指印 在玻璃里面`."""
    block = shelved(asked)
    record = {"id": asked["id"], "text": asked["text"], "source": "mc", "hidden": True}
    clue = {**record, **sides(asked, asked_in(asked, block))}
    return amend(block, clue=clue) if block else Do("clue_place", {"clue": clue}, (GM,))


def hide_trait(asked: Asked) -> Do:
    """`.备特性 它会模仿你`."""
    block = shelved(asked)
    return amend(block, trait=asked["text"]) if block else Do("trait_hide", {"name": asked["text"]}, (GM,))


def truth(asked: Asked) -> Do:
    """`.真相 它是什么 一辆沉在水库里的车`; `支持=如何压制`: once deduced it is a clue for that."""
    block = shelved(asked)
    among = asked_in(asked, block)
    name, proves = mystery_named(asked["mystery"], among), sides(asked, among)
    if block is None:
        return Do("mystery_change", {"name": name, "answer": asked["text"], **proves}, (GM,))
    return amend(block, was=name, mystery={**_mystery(block, name), "answer": asked["text"], **proves})


def _mystery(block: MissionBlock, name: str) -> Plain:
    """A mystery of a case on the shelf, as it is written."""
    found = next((m for m in block.mysteries if m.id == name), None)
    if found is None:
        among = [m.id for m in block.mysteries]
        raise RuleError("unknown_mystery", clause="MST-PCL-1", value=name[:40], among=among)
    return dict(msgspec.to_builtins(found))


def reveal(asked: Asked) -> Do:
    """`.揭示 黑匣子`: one word makes it public."""
    return Do("reveal", {"name": known_as(asked["secret"], offers.hidden(asked.state))})


def share(asked: Asked) -> Do:
    """`.分享 手心的字`."""
    name = known_as(asked["text"], [c.id for c in asked.state.mission_now.clues if c.holder])
    return Do("clue_share", {"name": name, "actor": "" if asked.gm else asked.actor})


def change_clue(asked: Asked) -> Do:
    """`.改线索 旧名 新名 [支持=…] [内容]`."""
    block, name = shelved(asked), asked["clue"]
    about = sides(asked, asked_in(asked, block))
    if block is not None:
        old = msgspec.to_builtins(_clue(block, name))
        return amend(block, was=name, clue={**old, "id": asked["to"], "text": asked["text"] or old["text"], **about})
    given = {"name": name, "to": asked["to"], "text": asked["text"], **about}
    return Do("clue_change", given, (GM,)) if _hidden(asked, name) else Do("clue_change", given)


def _clue(block: MissionBlock, name: str) -> Clue:
    found = next((c for c in block.clues if c.id == name), None)
    if found is None:
        raise RuleError("unknown_clue", clause="MST-PCL-1", value=name[:40], among=[c.id for c in block.clues])
    return found


def _hidden(asked: Asked, name: str) -> bool:
    mission = asked.state.mission_now
    return any(c.id == name and (c.hidden or c.holder) for c in (*mission.clues, *mission.hidden_clues))


def remove_clue(asked: Asked) -> Do:
    """`.删线索 名字`."""
    block, given = shelved(asked), {"name": asked["clue"]}
    if block is not None:
        return amend(block, was=_clue(block, asked["clue"]).id)
    return Do("clue_remove", given, (GM,)) if _hidden(asked, asked["clue"]) else Do("clue_remove", given)


def change_trait(asked: Asked) -> Do:
    """`.改特性 旧 新`, `.删特性 内容`."""
    name = known_as(asked["trait"], offers.all_traits(asked.state))
    given = {"name": name, "to": asked.args.get("to", "")}
    if (block := shelved(asked)) is not None:
        return amend(block, was=given["name"], trait=given["to"], hidden=_hidden_trait(block, given["name"]))
    hidden = name in asked.state.mission_now.hidden_traits
    return Do("trait_change", given, (GM,)) if hidden else Do("trait_change", given)


def _hidden_trait(block: MissionBlock, text: str) -> bool:
    return any(trait.text == text and trait.hidden for trait in block.traits)


def change_mystery(asked: Asked) -> Do:
    """`.改谜团 名字 复杂等级 [问题]`."""
    given = {"name": asked["mystery"], "complexity": asked["number"], "question": asked["text"]}
    if (block := shelved(asked)) is None:
        return Do("mystery_change", given, (GM,))
    old = _mystery(block, asked["mystery"])
    now = {**old, "complexity": asked["number"], "question": asked["text"] or old["question"]}
    return amend(block, was=asked["mystery"], mystery=now)


def remove_mystery(asked: Asked) -> Do:
    """`.删谜团 名字`."""
    if (block := shelved(asked)) is not None:
        return amend(block, was=str(_mystery(block, asked["mystery"])["id"]))
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
    """`.模板 任务`: a file with every key, commented, that `.收录` takes as it is; `.template mission`: the same in English."""
    said = asked["text"].strip()
    file = f"{TEMPLATES[said]}.toml" if said in TEMPLATES else f"{said}.en.toml"
    if said not in (*TEMPLATES, *TEMPLATES.values()):
        names = TEMPLATES.values() if said.isascii() else TEMPLATES
        raise RuleError("not_among", arg="text", value=said[:40], among=list(names))
    text = resources.files(PACKAGE).joinpath("data", "templates", file).read_text("utf-8")
    return Show("template", {"title": said, "text": text})


TEXT, NOTE = Field("text", REST), Field("text", REST, required=False, default="")
CLUE = Field("clue", ITEM, among=offers.all_clues, refusal="unknown_clue")
TRAIT = Field("trait", among=offers.all_traits)
MYSTERY = Field("mystery", ITEM, among=offers.all_mysteries, refusal="unknown_mystery")
MISSION = keyed("mission", "任务", "mission", default="", among=offers.own_missions)
PROVES = keyed("proves", "支持", "proves", several=True, among=offers.all_mysteries)
AGAINST = keyed("against", "反对", "against", several=True, among=offers.all_mysteries)
_mc = partial(Command, who=GM_ONLY, group="case")

PREPARE = (
    _mc(("备案", "prepcase"), prepare, (Field("id"), NOTE), example=".备案 敲窗 有人在敲三楼的窗"),
    _mc(
        ("备线索", "hideclue"),
        hide_clue,
        (MISSION, Field("id"), PROVES, AGAINST, NOTE),
        example=".备线索 黑匣子 支持=它是什么 里面录着报站声",
    ),
    _mc(
        ("备特性", "hidetrait"),
        hide_trait,
        (MISSION, msgspec.structs.replace(TEXT, among=offers.open_traits)),
        example=".备特性 它会模仿你",
    ),
    _mc(
        ("真相", "truth"),
        truth,
        (MISSION, Field("mystery", among=offers.all_mysteries), PROVES, TEXT),
        example=".真相 它是什么 沉在水库里的那辆车",
    ),
    _mc(("揭示", "reveal"), reveal, (Field("secret", REST, among=offers.hidden),), example=".揭示 黑匣子"),
    Command(("分享", "share"), share, (TEXT,), group="case", example=".分享 手心的字"),
    _mc(
        ("改线索", "editclue"),
        change_clue,
        (MISSION, CLUE, Field("to"), PROVES, AGAINST, NOTE),
        example=".改线索 湿车票 干透的车票",
    ),
    _mc(("删线索", "dropclue"), remove_clue, (MISSION, CLUE), example=".删线索 司机工号"),
    _mc(
        ("改特性", "edittrait"), change_trait, (MISSION, TRAIT, Field("to", REST)), example=".改特性 见光就散 见光就走"
    ),
    _mc(("删特性", "droptrait"), change_trait, (MISSION, TRAIT), example=".删特性 见光就散"),
    _mc(
        ("改谜团", "editmystery"),
        change_mystery,
        (MISSION, MYSTERY, Field("number", WHOLE), NOTE),
        example=".改谜团 它是什么 3",
    ),
    _mc(("删谜团", "dropmystery"), remove_mystery, (MISSION, MYSTERY), example=".删谜团 它是什么"),
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
