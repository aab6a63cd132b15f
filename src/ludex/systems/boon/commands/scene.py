"""Setting the scene, sheets and the catalogue, as people type them."""

from typing import Any

from ludex.core.command import ANYONE, GM_ONLY, Arg, Asked, Command, Do, Show
from ludex.core.content import pasted_toml, unreadable
from ludex.core.errors import RuleError
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import AT, SCORES, SIDE, SOMEBODY, SWAY, WHO
from ludex.systems.boon.commands.reading import side_named, sway
from ludex.systems.boon.redact import openly
from ludex.systems.boon.rules import battlefield
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import Action
from ludex.systems.boon.views.cards import catalog_card, sheet_card

BODY = ("strength", "agility", "intellect", "will", "size", "speed")


def create(asked: Asked) -> Do:
    """Write a character: the GM anybody, a player one of her own."""
    state: State = asked.state
    name = asked["id"] or asked["name"]
    _check_writes(asked, name)
    side = side_named(asked, asked["side"]) if asked["side"] or asked.gm else _players_side(state)
    record: dict[str, Any] = {"id": name, "name": asked["name"], "side": side}
    record |= _scores(asked)
    record |= {"items": asked["items"], "spells": asked["spells"], "player": asked["player"] or not asked.gm}
    if asked["armor"]:
        record["armor"] = asked["armor"]
    if asked["at"]:
        record["position"] = reading.square(asked["at"])
    return Do("join", {"record": record})


def _check_writes(asked: Asked, name: str) -> None:
    """A player writes newcomers, and her own while nobody fights."""
    known = next((c for c in asked.state.combatants if name in (c.id, c.name)), None)
    if asked.gm or known is None:
        return
    if known.id not in asked.controls:
        raise RuleError("duplicate_id", id=name)
    if asked.state.clock.running:
        raise RuleError("in_combat", clause="BOO-RND-3", who=known.called)


def _players_side(state: State) -> str:
    return next((s.id for s in state.sides if s.player), "英雄")


def derive(asked: Asked) -> Do:
    """What a sheet would come to."""
    return Do("derive_sheet", _scores(asked))


def _scores(asked: Asked) -> dict[str, Any]:
    """What is typed of a sheet: scores, class and level."""
    stated = {n: asked[n] for n in BODY if asked[n] is not None}
    return stated | {"class": reading.calling(asked.state, asked["class"]), "level": asked["level"]}


def spawn(asked: Asked) -> Do:
    """Creatures of a stat block."""
    creature = reading.offered(asked["creature"], offers.creatures(asked.state), offers.creature_ids(asked.state))
    given = {"creature": creature, "count": asked["count"], "secret": asked["secret"]}
    given |= {"side": side_named(asked, asked["side"]) or "foe", "position": reading.square(asked["at"])}
    return Do("spawn", given, ("gm",) if asked["secret"] else ("all",))


def unveil(asked: Asked) -> Do:
    """Show somebody to the players, or keep it from them."""
    given = {"who": reading.named(asked, asked["who"]), "secret": asked["secret"]}
    return Do("unveil", given, ("gm",) if asked["secret"] else ("all",))


def side(asked: Asked) -> Do:
    """A side and its leader."""
    given = {"id": asked["id"], "name": asked["name"] or "", "player": asked["player"], **sway(asked)}
    return Do("form_side", given | {"leader": reading.named(asked, asked["leader"])})


def thing(asked: Asked) -> Do:
    """An object in the scene."""
    given: dict[str, Any] = {"id": asked["id"], "name": asked["name"] or "", "durability": asked["durability"]}
    size = {} if asked["size"] is None else {"size": asked["size"]}
    given |= {"material": reading.material_of(asked["material"]), "position": reading.square(asked["at"])}
    return Do("place_thing", given | size)


def sturdy(asked: Asked) -> Do:
    """What an object of some size and material stands."""
    return Do("object_stats", {"size": asked["size"], "material": reading.material_of(asked["material"])})


def put(asked: Asked) -> Do:
    """Put somebody or something on a square."""
    return Do("put", {"who": reading.named(asked, asked["who"]), "position": reading.square(asked["at"])})


def drag(asked: Asked) -> Do:
    """A token was dragged: the holder of the initiative moves, anybody else is put there by the GM."""
    state: State = asked.state
    who, to = reading.named(asked, asked["who"]), (asked["x"], asked["y"])
    if state.clock.running and state.clock.holder == who and (asked.gm or who in asked.controls):
        path = battlefield.path(state, state.character(who).position, to)
        return Do("act", {"actor": who, "action": Action.MOVE, "path": path, "to": to})
    target = state.target(who)
    if not asked.gm:
        reading.check_held(state)
    if not asked.gm and (isinstance(target, Thing) or who not in asked.controls or state.clock.running):
        raise RuleError(
            "not_holder", clause="BOO-ACT-3", who=openly(state, who), holder=openly(state, state.clock.holder)
        )
    return Do("put", {"who": who, "position": to})


def remove(asked: Asked) -> Do:
    """Take somebody or something off the table."""
    return Do("remove", {"who": reading.named(asked, asked["who"])})


def ground(asked: Asked) -> Do:
    """Lay out ground."""
    kind = reading.word_of(asked["kind"], reading.GROUNDS, reading.GROUNDS.values(), arg="kind")
    return Do("lay_ground", {"kind": kind, "cells": reading.squares(asked["cells"])})


def equip(asked: Asked) -> Do:
    """Give somebody things."""
    things = [
        reading.offered(name, offers.things(asked.state), offers.thing_ids(asked.state)) for name in asked["things"]
    ]
    return Do("equip", {"who": reading.named(asked, asked["who"]), "things": things})


def unequip(asked: Asked) -> Do:
    """Take things from somebody."""
    things = ["armor" if t == "护甲" else t for t in asked["things"]]
    return Do("unequip", {"who": reading.named(asked, asked["who"]), "things": things})


def content(asked: Asked) -> Do:
    """Content of the table's own, as TOML."""
    try:
        packs = pasted_toml(asked["toml"].replace("\\n", "\n"))
    except ValueError as error:
        raise RuleError("bad_content", problems=[unreadable(error)]) from None
    if not all(isinstance(pack, dict) for pack in packs.values()):
        raise RuleError("bad_content", problems=["kind.name = { … }"])
    return Do("add_content", {"packs": packs})


def refresh(_asked: Asked) -> Do:
    """Full AP outside combat."""
    return Do("refresh", {})


def sheet(asked: Asked) -> Show:
    """Somebody's whole sheet."""
    who = reading.named(asked, asked["who"]) or reading.acting(asked).id
    return Show(sheet_card(asked.state, who, gm=asked.gm, controls=asked.controls))


def catalog(asked: Asked) -> Show:
    """The catalogue, or one thing of it."""
    return Show(catalog_card(asked.state, asked["thing"] or ""))


SCENE = (
    Command(
        ("角色", "pc"),
        create,
        (
            Arg("name"),
            *SCORES,
            Arg("id", required=False, keyed=True),
            SIDE,
            Arg("armor", required=False, keys=("甲", "护甲"), keyed=True, among=offers.armors),
            Arg("items", "list", required=False, keys=("物", "道具"), keyed=True, among=offers.items),
            Arg("spells", "list", required=False, keys=("法", "法术"), keyed=True),
            Arg("player", "flag", required=False, keys=("玩家",)),
            AT,
        ),
        example=".角色 霜 力=12 敏=13 职业=战士 等级=1 物=长剑,小盾 甲=软皮甲 阵营=英雄 玩家",
    ),
    Command(("推算", "derive"), derive, SCORES, who=ANYONE, example=".推算 力=13 职业=战士 等级=1"),
    Command(
        ("登场", "出场", "npc", "spawn"),
        spawn,
        (
            Arg("creature", among=offers.creatures),
            Arg("count", "int", required=False, default=1),
            SIDE,
            AT,
            Arg("secret", "flag", required=False, keys=("暗中", "隐藏")),
        ),
        who=GM_ONLY,
        example=".登场 哥布林 2 阵营=敌人 位=9,2",
    ),
    Command(
        ("现身", "unveil"),
        unveil,
        (WHO, Arg("secret", "flag", required=False, keys=("藏起",))),
        who=GM_ONLY,
        example=".现身 食人魔1",
    ),
    Command(
        ("阵营", "side"),
        side,
        (
            Arg("id"),
            Arg("name", required=False, keys=("名",), keyed=True),
            Arg("leader", required=False, keys=("领头",), keyed=True, among=offers.people),
            Arg("player", "flag", required=False, keys=("玩家",)),
            *SWAY,
        ),
        who=GM_ONLY,
        example=".阵营 英雄 玩家 领头=安",
    ),
    Command(
        ("物件", "thing"),
        thing,
        (
            Arg("id"),
            Arg("name", required=False, keys=("名",), keyed=True),
            Arg("durability", "int", required=False, keys=("耐久",), keyed=True),
            Arg("size", "number", required=False, keys=("体型",), keyed=True),
            Arg("material", required=False, keys=("材质",), keyed=True, among=offers.MATERIALS),
            AT,
        ),
        who=GM_ONLY,
        example=".物件 木箱 体型=0.5 材质=易碎 位=6,3",
    ),
    Command(
        ("坚固", "sturdy"),
        sturdy,
        (Arg("size", "number"), Arg("material", required=False, among=offers.MATERIALS)),
        who=ANYONE,
        example=".坚固 2 坚硬",
    ),
    Command(("摆放", "put"), put, (WHO, Arg("at", required=False)), who=GM_ONLY, example=".摆放 安 2,3"),
    Command(("挪", "drag"), drag, (WHO, Arg("x", "int"), Arg("y", "int")), example=".挪 安 3 3"),
    Command(("撤下", "remove"), remove, (WHO,), who=GM_ONLY, example=".撤下 木门"),
    Command(
        ("地形", "ground"),
        ground,
        (Arg("kind", among=offers.GROUNDS), Arg("cells", "list", required=False)),
        who=GM_ONLY,
        example=".地形 困难 5x2-6x4",
    ),
    Command(
        ("给予", "装备", "equip"),
        equip,
        (WHO, Arg("things", "list", among=offers.things)),
        who=GM_ONLY,
        example=".给予 安 治疗药水,匕首",
    ),
    Command(
        ("收走", "unequip"),
        unequip,
        (WHO, Arg("things", "list", among=offers.things)),
        who=GM_ONLY,
        example=".收走 安 长剑",
    ),
    Command(
        ("收录", "content"),
        content,
        (Arg("toml", "rest"),),
        who=GM_ONLY,
        example='.收录 items.whip = { name = "鞭", die = 4, reach = 2 }',
    ),
    Command(("歇口气", "refresh"), refresh, who=GM_ONLY, example=".歇口气"),
    Command(("卡", "sheet", "st"), sheet, (SOMEBODY,), who=ANYONE, example=".卡 安"),
    Command(
        ("图鉴", "cat"), catalog, (Arg("thing", required=False, among=offers.things),), who=ANYONE, example=".图鉴 长剑"
    ),
)
