"""Commands for who is at the table, statuses, and content."""

from typing import Any

import msgspec

from ludex.core.deeds import GM_ONLY, Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.core.principals import actor
from ludex.systems.mirror.commands.offers import FOR, MAYBE_WHO, WHO, flag, keyed
from ludex.systems.mirror.commands.reading import cell, read_data, term_of, word_of
from ludex.systems.mirror.content import KINDS, RANKS, body_named
from ludex.systems.mirror.rules.making import pairs_of
from ludex.systems.mirror.rules.numbers import FORMS
from ludex.systems.mirror.rules.report import Plain
from ludex.systems.mirror.terms import Method, Primary, key_of
from ludex.systems.mirror.views.cards import content_card, sheet_card

GROUP = "people"


def create(asked: Asked) -> Do:
    """`.建卡 小满`: a new character, step by step; `.建卡 小满 术师 点=智慧12、感悟8 技能=学识2`: at once."""
    name = asked["name"]
    given: dict[str, Any] = {
        "id": asked["id"] or name,
        "name": name,
        "method": term_of(Method, asked["method"]),
        "points": pairs_of(asked["points"]),
        **{kind: pairs_of(asked[kind]) for kind in RANKS},
    }
    if asked["domain"]:
        given["domains"] = {term_of(Primary, asked["domain"]): 1}
    if asked["body"]:
        given.update(_body(asked))
    return Do("make_character", {**given, "asks": actor(asked.actor) if asked.gm and asked.actor else asked.seat})


def _body(asked: Asked) -> Plain:
    """The parts of a body plan of the library."""
    body = body_named(asked["body"], asked.state.catalogue)
    plain: Plain = {"parts": msgspec.to_builtins(body.parts)}
    return {**plain, "links": msgspec.to_builtins(body.links)} if body.links else plain


def npc(asked: Asked) -> Do:
    """`.登场 山贼 3`: an NPC block, or a group of equal ones."""
    given: dict[str, Any] = {"npc": asked["npc"], "count": asked["count"], "name": asked["name"] or ""}
    if asked["side"]:
        given["side"] = asked["side"]
    if asked["cell"]:
        given["pos"] = cell(asked["cell"])
    return Do("add_character", given)


def bring(asked: Asked) -> Do:
    """`.导入 {…}`: a character's record as JSON or TOML."""
    record = read_data(asked["record"])
    return Do("add_character", {"record": record, "id": str(record.get("id", ""))})


def dismiss(asked: Asked) -> Do:
    """`.退场 山贼1`: take somebody from the table."""
    return Do("remove_character", {"target": asked["who"]})


def status(asked: Asked) -> Do:
    """`.状态 潜行 2`, `.状态 无法移动 关`: a status put on or taken off."""
    given = {"target": asked["who"] or asked.actor, "status": key_of(asked["status"])}
    return Do("set_status", {**given, "on": not asked["off"], "level": asked["level"]})


def sheet(asked: Asked) -> Show:
    """`.角色`: a whole sheet with every derived number."""
    target = asked["who"] or asked.actor
    character = asked.state.who(target)
    if not (asked.gm or target in asked.controls):
        raise RuleError("not_yours", actor=character.called, controls=list(asked.controls))
    return Show(sheet_card(asked.state, character))


def content(asked: Asked) -> Show:
    """`.内容 actions`: what the library holds."""
    return Show(content_card(asked.state, word_of(asked["kind"], KINDS, "unknown_content")))


def add(asked: Asked) -> Do:
    """`.添加 actions 踢 {"type": "SA", …}`: the table's own content; without a record it is taken out."""
    record = read_data(asked["record"]) if asked["record"] else None
    kind = word_of(asked["kind"], KINDS, "unknown_content")
    return Do("add_content", {"kind": kind, "id": asked["id"], "record": record})


def add_pack(asked: Asked) -> Do:
    """`.内容包 …`: a whole pack as TOML or JSON, kind by kind."""
    return Do("add_pack", {"pack": read_data(asked["record"])})


def rounded(asked: Asked) -> Do:
    """`.取整 -7/2`: how a decimal is dropped."""
    return Do("round_value", {"value": asked["value"], "form": word_of(asked["form"], FORMS, "unknown_form")})


COMMANDS = (
    Command(
        ("建卡", "new", "create"),
        create,
        (
            Arg("name"),
            Arg("domain", required=False),
            keyed("points", "点", "points", kind="list"),
            keyed("method", "方法", "method", default="points"),
            keyed("body", "身体", "body"),
            keyed("skills", "技能", "skills", kind="list"),
            keyed("defenses", "防御", "defenses", kind="list"),
            keyed("weapons", "武器", "weapons", kind="list"),
            keyed("magic", "魔法", "magic", kind="list"),
            keyed("secondary", "次要", "secondary", kind="list"),
            keyed("id", "编号", "id"),
        ),
        example=".建卡 小满 术师 点=智慧12、感悟8、敏捷5 技能=学识2",
        group=GROUP,
    ),
    Command(
        ("登场", "npc", "spawn"),
        npc,
        (
            Arg("npc"),
            Arg("count", "int", required=False, default=1),
            keyed("name", "名", "name"),
            keyed("side", "阵营", "side"),
            keyed("cell", "格", "at"),
        ),
        who=GM_ONLY,
        example=".登场 灰狼 2",
        group=GROUP,
    ),
    Command(
        ("导入", "import"),
        bring,
        (Arg("record", "rest"),),
        who=GM_ONLY,
        example='.导入 {"id": "yu", "name": "羽", "lv": 2}',
        group=GROUP,
    ),
    Command(("退场", "dismiss"), dismiss, (WHO,), who=GM_ONLY, example=".退场 山贼2", group=GROUP),
    Command(
        ("状态", "status", "st"),
        status,
        (
            Arg("status"),
            Arg("level", "int", required=False, default=0),
            FOR,
            flag("off", "关", "off"),
        ),
        who=GM_ONLY,
        example=".状态 潜行 1 谁=安",
        group=GROUP,
    ),
    Command(("角色", "卡", "sheet", "pc"), sheet, (MAYBE_WHO,), example=".角色", group=GROUP),
    Command(("内容", "content", "lib"), content, (Arg("kind"),), who="anyone", example=".内容 actions", group=GROUP),
    Command(
        ("添加", "add"),
        add,
        (Arg("kind"), Arg("id"), Arg("record", "rest", required=False)),
        who=GM_ONLY,
        example='.添加 actions 飞踢 {"type": "SA", "ap": 2, "tags": ["attack"]}',
        group=GROUP,
    ),
    Command(
        ("内容包", "pack"),
        add_pack,
        (Arg("record", "rest"),),
        who=GM_ONLY,
        example='.内容包 {"gear": {"whip": {"kind": "weapon", "title": "鞭"}}}',
        group=GROUP,
    ),
    Command(
        ("取整", "round"),
        rounded,
        (Arg("value"), Arg("form", required=False, default="number")),
        who="anyone",
        example=".取整 -7/2",
        group=GROUP,
    ),
)
