"""Commands for the stage: moving, pushing, areas, light and perception, and setting the scene."""

from typing import Any

from ludex.core.deeds import GM_ONLY, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.systems.mirror.commands.offers import WHO, flag, keyed
from ludex.systems.mirror.commands.reading import (
    DIRECTIONS,
    actor_named,
    bearing,
    cell,
    cells,
    is_cell,
    path,
    perceived_at,
    term_of,
    word_of,
)
from ludex.systems.mirror.redact import light_at
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.rules.movement import standing
from ludex.systems.mirror.rules.setting import EDITS
from ludex.systems.mirror.rules.space import SHAPES
from ludex.systems.mirror.state import GRIDS, in_line
from ludex.systems.mirror.terms import Light, Sense

GROUP = "stage"


def move(asked: Asked) -> Do:
    """`.移动 东 东 北`: along a path; `.移动 3,2` one region. In conflict in her own turn, unless it is not counted."""
    character, conflict = asked.state.who(asked.actor), asked.state.conflict
    if not asked["free"]:
        check_able(character)
        if conflict is not None and not conflict.has_turn(asked.actor):
            raise RuleError("not_your_turn", clause="MIR-ACT-2", who=character.called)
    given: dict[str, Any] = {
        "actor": asked.actor,
        "path": path(asked.state, character.pos, asked["path"]),
        "tagged": not asked["free"] and conflict is not None,
        "full_move": asked["full"],
    }
    return Do("move", given)


def halt(asked: Asked) -> Do:
    """`.走到 2 东 东 东`: a path that is interrupted after so many regions."""
    character = asked.state.who(asked["who"])
    given = {"actor": asked["who"], "path": path(asked.state, character.pos, asked["path"])}
    return Do("move", {**given, "tagged": asked.state.conflict is not None, "interrupt_at": asked["steps"] - 1})


def push(asked: Asked) -> Do:
    """`.推 山贼1 2 东 东`: forced movement."""
    character = asked.state.who(asked["who"])
    given = {"target": asked["who"], "distance": asked["distance"]}
    return Do("forced_move", {**given, "path": path(asked.state, character.pos, asked["path"])})


def new_stage(asked: Asked) -> Do:
    """`.舞台 12 8 六角`: a new stage."""
    ambient = term_of(Light, asked["light"])
    given = {"grid": word_of(asked["grid"], GRIDS, "unknown_grid"), "width": asked["width"], "height": asked["height"]}
    return Do("set_stage", {**given, "ambient": ambient})


def put(asked: Asked) -> Do:
    """`.布置 墙 3,1~3,4`: walls, ground, lamps and the like."""
    given: dict[str, Any] = {
        "what": word_of(asked["what"], EDITS, "unknown_scenery"),
        "cells": cells(asked["cells"]),
        "cost": asked["cost"],
        "radius": asked["radius"],
        "level": term_of(Light, asked["light"]),
        "name": asked["name"] or "",
    }
    return Do("edit_stage", given)


def place(asked: Asked) -> Do:
    """`.放 安 2,3`: put somebody on a region."""
    return Do("place_character", {"target": asked["who"], "pos": cell(asked["cell"]) if asked["cell"] else None})


def distance(asked: Asked) -> Do:
    """`.距离 山贼1`, `.距离 0,0 3,4`: how far apart."""
    return Do(
        "distance", {"from": _spot(asked, asked["a"]), "to": _spot(asked, asked["b"] or asked.actor), **_grid(asked)}
    )


def _grid(asked: Asked) -> dict[str, Any]:
    return {"grid": asked.state.stage.grid}


def _spot(asked: Asked, text: str) -> Any:
    """A region: where somebody stands, or as written."""
    if is_cell(text):
        return cell(text)
    return standing(asked.state.who(actor_named(asked, text)), asked.state.stage)


def reach(asked: Asked) -> Do:
    """`.射程 山贼1 2~6`: whether a place lies in range."""
    here, there = _spot(asked, asked.actor), _spot(asked, asked["a"])
    seen = in_line(asked.state.stage, here, there)
    return Do("in_range", {"from": here, "to": there, "range": asked["range"], "visible": seen, **_grid(asked)})


def area(asked: Asked) -> Do:
    """`.范围 球形 3,4 2 角=ne`: the regions that an area covers."""
    shape = word_of(asked["shape"], SHAPES, "unknown_shape")
    source = _spot(asked, asked["source"])
    given: dict[str, Any] = {
        "shape": shape,
        "source": source,
        "radius": asked["radius"],
        "corner": asked["corner"],
        "angle": asked["angle"],
        "length": asked["radius"],
        "width": asked["width"],
        "start": cell(asked["start"]) if asked["start"] else None,
        "direction": _direction(shape, asked["direction"]),
        "width_direction": DIRECTIONS.get(asked["aside"] or "", asked["aside"]),
        "blocked": list(asked.state.stage.blocked),
        "diffuse": asked["diffuse"],
        **_grid(asked),
    }
    return Do("area", given)


COMPASS = {"e": 0.0, "ne": 45.0, "n": 90.0, "nw": 135.0, "w": 180.0, "sw": 225.0, "s": 270.0, "se": 315.0}


def _direction(shape: str, text: str | None) -> float | str | None:
    """Degrees for a cone, a direction's name for a box."""
    found = bearing(text) if text else None
    return COMPASS.get(str(found), found) if shape == "cone" else found


def light(asked: Asked) -> Do:
    """`.光 3,4`: how bright it is there."""
    spot = _spot(asked, asked["a"] or asked.actor)
    return Do("light_level", {"ambient": light_at(asked.state.stage, spot), "sources": []})


def perceive(asked: Asked) -> Do:
    """`.感知 山贼1`, `.感知 8,3`: how one's character perceives somebody, or whatever is in a region."""
    state, who = asked.state, perceived_at(asked, asked["whom"])
    target = state.who(who)
    me = state.who(asked.actor)
    clear = me.pos is None or target.pos is None or in_line(state.stage, me.pos, target.pos)
    given: dict[str, Any] = {
        "light": light_at(state.stage, target.pos) if target.pos else state.stage.ambient,
        "observer": asked.actor,
        "target": who,
        "detectable": [s.value for s in Sense if clear or s is not Sense.SIGHT],
        "contact": True,
        "temperature": state.stage.temperature,
    }
    return Do("perceive", given)


PATH = Arg("path", "rest")
COMMANDS = (
    Command(
        ("移动", "mv", "move"),
        move,
        (flag("free", "不计", "free"), flag("full", "全力", "full"), PATH),
        example=".移动 东",
        group=GROUP,
    ),
    Command(
        ("打断移动", "halt"),
        halt,
        (WHO, Arg("steps", "int"), PATH),
        who=GM_ONLY,
        example=".打断移动 山贼1 1 西 西",
        group=GROUP,
    ),
    Command(
        ("推", "push"),
        push,
        (WHO, Arg("distance", "int"), PATH),
        who=GM_ONLY,
        example=".推 山贼1 2 东 东",
        group=GROUP,
    ),
    Command(
        ("舞台", "stage"),
        new_stage,
        (
            Arg("width", "int", required=False, default=12),
            Arg("height", "int", required=False, default=8),
            Arg("grid", required=False, default="square"),
            keyed("light", "光", "light", default="normal"),
        ),
        who=GM_ONLY,
        example=".舞台 12 8",
        group=GROUP,
    ),
    Command(
        ("布置", "put"),
        put,
        (
            Arg("what"),
            Arg("cells", required=False),
            keyed("cost", "耗", "cost", kind="int", default=2),
            keyed("radius", "半径", "radius", kind="int", default=2),
            keyed("light", "光", "light", default="normal"),
            keyed("name", "名", "name"),
        ),
        who=GM_ONLY,
        example=".布置 墙 5,1~5,2",
        group=GROUP,
    ),
    Command(
        ("放", "place"), place, (WHO, Arg("cell", required=False)), who=GM_ONLY, example=".放 山贼1 6,3", group=GROUP
    ),
    Command(
        ("距离", "dist"),
        distance,
        (Arg("a"), Arg("b", required=False)),
        who="anyone",
        example=".距离 0,0 3,4",
        group=GROUP,
    ),
    Command(("射程", "range"), reach, (Arg("a"), Arg("range")), example=".射程 山贼1 2~6", group=GROUP),
    Command(
        ("范围", "area"),
        area,
        (
            Arg("shape"),
            Arg("source"),
            Arg("radius", "int", required=False, default=1),
            keyed("corner", "角", "corner", default="ne"),
            keyed("angle", "角度", "angle", kind="number", default=90.0),
            keyed("direction", "向", "towards"),
            keyed("start", "起", "start"),
            keyed("width", "宽", "width", kind="int", default=1),
            keyed("aside", "侧", "aside"),
            flag("diffuse", "弥漫", "diffuse"),
        ),
        who="anyone",
        example=".范围 球形 3,4 2",
        group=GROUP,
    ),
    Command(("光照", "light"), light, (Arg("a", required=False),), example=".光照 3,3", group=GROUP),
    Command(("感知", "sense", "perceive"), perceive, (Arg("whom"),), example=".感知 8,3", group=GROUP),
)
