"""Setting the scene, sheets and the catalogue, as people type them."""

from msgspec import to_builtins
from msgspec.structs import replace

from ludex.core.deeds import (
    ACTOR,
    ANYONE,
    CELL,
    DECIMAL,
    GM_ONLY,
    ITEM,
    OWN,
    REST,
    TERM,
    WHOLE,
    Asked,
    Command,
    Do,
    Field,
    Show,
)
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, STORY, calls, flag, keyed, said_by
from ludex.core.packs import pasted_toml, unreadable
from ludex.core.plain import list_in
from ludex.core.principals import EVERYBODY, GM
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.actions import walk
from ludex.systems.boon.commands.args import (
    AT,
    MONEY,
    SCORES,
    SIDE,
    SIGHT,
    SOMEBODY,
    SOMETHING,
    SWAY,
    listed,
    whole,
)
from ludex.systems.boon.commands.reading import side_named, sway
from ludex.systems.boon.content import KINDS, PREPARED, creature_named, encounter_named
from ludex.systems.boon.content.creation import beyond_creation, completed
from ludex.systems.boon.rules.battlefield import walked
from ludex.systems.boon.sheet import Character, Record
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import FOUR, Material, Party, Terrain

BODY = (*FOUR, "size", "speed", "level")


def create(asked: Asked) -> Do:
    """Write a character: the GM anybody, a player one of her own."""
    name = asked["id"] or asked["name"]
    _check_writes(asked, name)
    if (known := _written(asked.state, name)) is not None:
        return Do("join", {"record": {"id": known.id, **_stated(asked), **_regeared(asked, known)}, "changes": True})
    side = side_named(asked) if asked["side"] or asked.gm else _players_side(asked)
    stated = _stated(asked)
    if not asked.gm and not stated:  # BOO-LIV-48: a name alone is asked for the rest
        return Do("create", {"seat": asked.seat, "name": name, "side": side})
    record: Record = {"id": name, "name": asked["name"], "side": side, "player": asked["player"] or not asked.gm}
    record |= _scores(asked) | {"items": reading.counted(asked.state, asked["items"]), "spells": asked["spells"]}
    record |= {key: asked[given] for key, given in (("armor", "armor"), ("position", "at")) if asked[given]}
    record |= {"money": stated["money"]} if "money" in stated else {}
    whole = record if asked.gm else completed(record, asked.state.library)
    return Do("join", {"record": whole, "newcomer": asked.state.find(name) is None})


def _check_writes(asked: Asked, name: str) -> None:
    """A player writes newcomers, and her own while nobody fights."""
    known = _written(asked.state, name)
    if asked.gm or known is None:
        return
    if known.id not in asked.controls:
        raise RuleError("duplicate_id", id=name)
    if asked.state.clock.running:
        raise RuleError("in_combat", clause="BOO-RND-3", who=known.called)


def _written(state: State, name: str) -> Character | None:
    """Somebody who has a sheet already, by id or name."""
    return next((c for c in state.combatants if name in (c.id, c.name)), None)


def _stated(asked: Asked) -> Record:
    """What is said of a sheet that exists, and nothing else (BOO-LIV-49)."""
    items = reading.counted(asked.state, (*asked["items"], *asked["more"]))
    named = {"armor": asked["armor"], "items": items, "spells": asked["spells"], "position": asked["at"]}
    scores = _scores(asked)
    side = {"side": side_named(asked)} if asked["side"] else {}
    player = {"player": True} if asked["player"] else {}
    money = {} if asked["money"] is None else {"money": asked["money"]}
    return scores | {key: value for key, value in named.items() if value} | side | player | money


def _regeared(asked: Asked, known: Character) -> Record:
    """What somebody has with some things more (`物+=`) or fewer (`物-=`), the others as they are (BOO-LIV-49)."""
    if asked["items"] or not (asked["more"] or asked["less"]):
        return {}
    left = list(known.items)
    for said in reading.each(asked["less"]):
        gone = reading.own_thing(replace(known, items=tuple(left)), said)
        left = [item for item in left if item.id != gone]
    return {"items": [*map(to_builtins, left), *reading.counted(asked.state, asked["more"])]}


def draft(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A player's own new sheet, or one that was never used, is no proposal within the limits of creation (BOO-LIV-48, BOO-LIV-49)."""
    known = _written(asked.state, asked["id"] or asked["name"])
    if known is not None and (known.used or known.id not in asked.controls):
        return kinds
    elsewhere = bool(asked["at"] or (asked["side"] and side_named(asked) != _players_side(asked)))
    stated = _stated(asked)
    if known is not None and asked["more"]:
        stated["items"] = [*(i.shelf or i.name for i in known.items), *list_in(stated.get("items"))]
    return kinds if elsewhere or beyond_creation(known, stated, asked.state.library) else ()


def level_up(asked: Asked) -> Do:
    """One level more, or the level that is said (BOO-LIV-50)."""
    state: State = asked.state
    who = state.character(reading.someone(asked))
    if state.clock.running:
        raise RuleError("in_combat", clause="BOO-LIV-50", who=who.called)
    return Do("level_up", {"who": who.id, "level": asked["level"]})


def _players_side(asked: Asked) -> str:
    """The players' side; if there is none it is called heroes, in the language of the one who asks."""
    state: State = asked.state
    return next((s.id for s in state.sides if s.player), Party.HEROES.called(asked.language))


def derive(asked: Asked) -> Do:
    """What a sheet would come to."""
    return Do("derive_sheet", _scores(asked))


def _scores(asked: Asked) -> Record:
    """What is said of a sheet: scores, class and level."""
    stated = {name: asked[name] for name in BODY if asked[name] is not None}
    return stated | ({"class": asked["class"]} if asked["class"] else {})


def spawn(asked: Asked) -> Do:
    """Creatures of a stat block."""
    met = encounter_named(asked["creature"], asked.state.library)
    if met is not None and creature_named(asked["creature"], asked.state.library) is None:
        theirs = side_named(asked) if asked["side"] else _foes(asked)
        given = {"name": asked["creature"], "side": theirs, "secret": asked["secret"], "language": asked.language}
        return Do("stage", given, reading.backstage(asked))
    given = {name: asked[name] for name in ("count", "secret")}
    given |= {"creature": reading.creature(asked, asked["creature"]), "language": asked.language}
    theirs = side_named(asked) if asked["side"] else _foes(asked)
    return Do("spawn", given | {"side": theirs, "position": asked["at"]}, reading.backstage(asked))


def _foes(asked: Asked) -> str:
    """The first side known to the players that is not theirs; if there is none it is called 敌人 or foes (BOO-LIV-21)."""
    state: State = asked.state
    known = [s.id for s in state.sides if not s.player and any(not c.secret for c in state.members(s.id))]
    return known[0] if known else Party.FOES.called(asked.language)


def unveil(asked: Asked) -> Do:
    """Show somebody or something to the players, or keep it from them; ground laid unseen is laid openly."""
    ground = reading.unseen_ground(asked, asked["who"])
    if ground is not None and not asked["secret"]:
        return Do("lay_ground", {"kind": ground.kind, "cells": list(ground.cells)})
    found = [who for said in asked["who"] or [""] for who in reading.curtained(asked, said)]
    given = {"who": found[0], "also": found[1:], "secret": asked["secret"]}
    return Do("unveil", given, reading.backstage(asked))


def side(asked: Asked) -> Do:
    """A side and its leader; or one that is dropped."""
    if asked["dropped"]:
        return Do("drop_side", {"id": side_named(asked, "id")})
    given = {"id": asked["id"], "name": asked["name"] or "", "player": asked["player"], **sway(asked)}
    return Do("form_side", given | {"leader": asked["leader"] or ""})


def thing(asked: Asked) -> Do:
    """An object in the scene."""
    given: Record = {name: asked[name] for name in ("id", "durability", "material", "secret")}
    given |= {"cover": asked["cover"]}
    size = {} if asked["size"] is None else {"size": asked["size"]}
    return Do("place_thing", given | {"name": asked["name"] or "", "position": asked["at"]} | size)


def put(asked: Asked) -> Do:
    """Put somebody or something on a square."""
    who = reading.target(asked, asked["who"])
    reading.check_vacant(asked, asked["at"], who)
    return Do("put", {"who": who, "position": asked["at"]})


def drag(asked: Asked) -> Do:
    """A token was dragged: in a fight one's own, or the holder's, moves (BOO-LIV-1); otherwise it is put there (BOO-LIV-27), a player's by a way that there is."""
    state: State = asked.state
    who, to = reading.target(asked, asked["who"]), asked["to"]
    if not asked.gm and who not in asked.controls:
        raise RuleError("not_yours", actor=who, controls=list(asked.controls))
    if state.clock.running and (not asked.gm or state.clock.holder == who):
        said = {**asked.args, "yards": None, "terrain": Terrain.NORMAL}
        return walk(replace(asked, actor=who, named=True, args=said))
    if not asked.gm:
        walked(state, state.character(who), to)
    reading.check_vacant(asked, to, who)
    return Do("put", {"who": who, "position": to})


def remove(asked: Asked) -> Do:
    """Take somebody or something off the table."""
    return Do("remove", {"who": reading.target(asked, asked["who"])})


def content(asked: Asked) -> Do:
    """Content of the table's own, as TOML; or one thing of it struck out (`删 物品.鞭`)."""
    first, _, what = asked["toml"].strip().partition(" ")
    if first in STRIKES:
        kind, _, name = what.strip().partition(".")
        return Do("strike_out", {"kind": kind, "name": name.strip()}, (GM,))
    try:
        packs = pasted_toml(asked["toml"].replace("\\n", "\n"))
    except ValueError as error:
        raise RuleError("bad_content", problems=[unreadable(error)]) from None
    if not all(isinstance(pack, dict) for pack in packs.values()):
        raise RuleError("bad_content", problems=["kind.name = { … }"])
    hushed = {word for kind in KINDS if kind.name in PREPARED for word in (kind.name, *kind.also)}
    prepared = all(kind in hushed for kind in packs)
    return Do("add_content", {"packs": packs}, (GM,) if prepared else (EVERYBODY,))


STRIKES = ("删", "删除", "drop")


def sheet(asked: Asked) -> Show:
    """Somebody's whole sheet."""
    return Show("sheet", {"who": asked["who"] or reading.acting(asked).id})


def catalog(asked: Asked) -> Show:
    """The catalogue, or one thing of it."""
    return Show("catalog", {"thing": asked["thing"] or ""})


def _things(name: str, *keys: str) -> Field:
    """Things for a sheet, each as often as it is said («治疗药水×3»)."""
    return Field(name, required=False, keys=keys, keyed=True, several=True, among=offers.items, owner=SHEET)


NAME = keyed("name", "名", owner=STORY)
MATERIAL = Field("material", TERM, required=False, terms=Material, keys=("材质",), default=Material.NORMAL, owner=STORY)

SCENE = (
    Command(
        ("角色", "pc"),
        create,
        (
            Field("name"),
            *SCORES,
            MONEY,
            keyed("id"),
            SIDE,
            replace(listed("armor", offers.armors, "甲", "护甲"), several=False),
            _things("items", "物", "道具"),
            _things("more", "物+", "道具+"),
            _things("less", "物-", "道具-"),
            listed("spells", offers.known_spells, "法", "法术"),
            flag("player", "玩家", owner=STORY),
            AT,
        ),
        example=".角色 霜 力=12 敏=13 职业=战士 等级=1 物=长剑,小盾 甲=软皮甲 阵营=英雄 玩家",
        owner=SHEET,
        word=draft,
    ),
    Command(
        ("升级", "level"),
        level_up,
        (SOMEBODY, Field("level", WHOLE, required=False, keys=("级",), owner=SHEET)),
        example=".升级 安",
        owner=SHEET,
        many=True,
    ),
    Command(("推算", "derive"), derive, said_by(OWN, *SCORES), who=ANYONE, example=".推算 力=13 职业=战士 等级=1"),
    Command(
        ("登场", "出场", "npc", "spawn"),
        spawn,
        (
            Field("creature", among=offers.comers, owner=STORY),
            Field("count", WHOLE, required=False, default=1, owner=STORY),
            SIDE,
            AT,
            flag("secret", "暗中", "隐藏", owner=STORY),
        ),
        who=GM_ONLY,
        example=".登场 哥布林 2 阵营=敌人 位=9,2",
    ),
    Command(
        ("现身", "unveil"),
        unveil,
        (replace(SOMETHING, several=True), flag("secret", "藏起", owner=STORY)),
        who=GM_ONLY,
        example=".现身 食人魔1",
    ),
    Command(
        ("阵营", "side"),
        side,
        (
            Field("id", owner=STORY),
            NAME,
            keyed("leader", "领头", kind=ACTOR, owner=STORY),
            flag("player", "玩家", owner=STORY),
            flag("dropped", "撤", owner=STORY),
            *SWAY,
        ),
        who=GM_ONLY,
        example=".阵营 英雄 玩家 领头=安",
    ),
    Command(
        ("物件", "thing"),
        thing,
        (
            Field("id", owner=STORY),
            NAME,
            whole("durability", "耐久", owner=STORY),
            keyed("size", "体型", kind=DECIMAL, owner=STORY),
            replace(MATERIAL, keyed=True),
            AT,
            replace(SIGHT[0], owner=STORY),
            flag("secret", "暗中", "隐藏", owner=STORY),
        ),
        who=GM_ONLY,
        example=".物件 木箱 体型=0.5 材质=易碎 位=6,3",
    ),
    Command(
        ("坚固", "sturdy"),
        calls("object_stats", "size", "material"),
        said_by(OWN, Field("size", DECIMAL), MATERIAL),
        who=ANYONE,
        example=".坚固 2 坚硬",
    ),
    Command(
        ("摆放", "put"),
        put,
        (SOMETHING, Field("at", CELL, required=False, refusal="bad_square", owner=STORY)),
        who=GM_ONLY,
        example=".摆放 安 2,3",
    ),
    Command(
        ("挪", "drag"), drag, said_by(OWN, SOMETHING, Field("to", CELL, refusal="bad_square")), example=".挪 安 3,3"
    ),
    Command(("撤下", "remove"), remove, (SOMETHING,), who=GM_ONLY, example=".撤下 木门"),
    Command(
        ("收录", "content"),
        content,
        (Field("toml", REST, owner=STORY),),
        who=GM_ONLY,
        example='.收录 items.whip = { name = "鞭", die = 4, reach = 2 }',
    ),
    Command(("歇口气", "refresh"), calls("refresh"), who=GM_ONLY, example=".歇口气"),
    Command(("卡", "sheet", "st"), sheet, (SOMEBODY,), who=ANYONE, example=".卡 安"),
    Command(
        ("图鉴", "cat"),
        catalog,
        (Field("thing", ITEM, required=False, among=offers.records, refusal="unknown_id"),),
        who=ANYONE,
        example=".图鉴 长剑",
    ),
)
