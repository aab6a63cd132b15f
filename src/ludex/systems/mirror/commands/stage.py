"""Commands for the stage: moving, pushing, areas, light and perception, and setting the scene."""

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import ANYONE, CELL, DECIMAL, GM_ONLY, REST, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, STORY, calls, flag, keyed, said_by, whom
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.commands.offers import AT, CORNER, FOR, WHO, closed, grids, layings
from ludex.systems.mirror.commands.reading import (
    DIRECTIONS,
    MOST_STEPS,
    actor_named,
    bearing,
    cell,
    cells,
    is_cell,
    path,
    perceived_at,
    query,
)
from ludex.systems.mirror.redact import SOMETHING, light_at, surroundings
from ludex.systems.mirror.rules.actions import check_able, check_turn, fights
from ludex.systems.mirror.rules.bearing import check_denied
from ludex.systems.mirror.rules.movement import standing
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Stage, State, in_line, spot
from ludex.systems.mirror.terms import ActionType, Light, Status, Tag, key_of

LIGHT = closed("light", Light, "光", "light", default=Light.NORMAL)
WIDTH, HEIGHT = 12, 8
"""The size of a stage of which nothing is said."""


def move(asked: Asked) -> Do:
    """`.移动 东 东 北`: along a path; `.移动 3,2` one region. In conflict in her own turn, unless it is not counted."""
    state: State = asked.state
    who = whom(asked)
    character = state.who(who)
    if not asked["free"]:
        check_able(character)
        if Status.IMMOBILE in character.given:
            raise RuleError("immobile", clause="MIR-MOV-3", who=character.called)
        check_denied(state, character, Tag.MOVE)
        check_turn(state, character, ActionType.SA)
    way = {"actor": who, "path": _path(asked, character), "full_move": asked["full"]}
    if fights(state, who) and not asked["free"]:
        return Do("walk", way)
    return Do("move", {**way, "tagged": False})


def _path(asked: Asked, character: Character) -> list[Cell]:
    """The way that a line means, or the cheapest to the region that was touched."""
    goal = asked.args.get("to")
    return path(asked.state, character.pos, spot(goal) if goal else asked["path"] or "")


def halt(asked: Asked) -> Do:
    """`.走到 2 东 东 东`: a path that is interrupted after so many regions."""
    character = asked.state.who(asked["who"])
    given = {"actor": asked["who"], "path": _path(asked, character), "interrupt_at": asked["steps"] - 1}
    return Do("move", {**given, "tagged": asked.state.conflict is not None})


def push(asked: Asked) -> Do:
    """`.推 山贼1 2 东 东`, `.推 山贼1 东 2`: forced movement; one direction is kept all the way."""
    words = (asked["path"] or "").split()
    numbers, way = [w for w in words if whole(w) is not None], [w for w in words if whole(w) is None]
    far = asked["distance"] or (whole(numbers[0]) if numbers else None)
    way = way * min(far, MOST_STEPS) if far and len(way) == 1 and not is_cell(way[0]) else way
    entered = path(asked.state, asked.state.who(asked["who"]).pos, " ".join(way))
    return Do("forced_move", {"target": asked["who"], "distance": far or len(entered), "path": entered})


def new_stage(asked: Asked) -> Do:
    """`.舞台 12 8 六边形`: a new stage; `.舞台 光=薄暗` changes the light of the one that is there."""
    stage: Stage = asked.state.stage
    grid, width, height = asked["grid"], asked["width"], asked["height"]
    if stage.width and asked["light"] is not None and grid is width is height is None:
        return Do("edit_stage", {"what": "ambient", "level": asked["light"]})
    shape = SHAPES.get(grid, grid) if grid else "square"
    given = {"grid": key_of(shape), "width": WIDTH if width is None else width}
    given |= {"height": HEIGHT if height is None else height, "ambient": asked["light"] or Light.NORMAL}
    return Do("set_stage", given)


SHAPES = {"四方": "square", "四角": "square", "六角": "hex"}
"""Other words for a stage's regions than the rulebook's: understood, but never said (MIR-LIV-58)."""

ROUGH = 2
"""What rough ground takes to enter, where nobody says more (MIR-MOV-4)."""

OLDER: dict[str, Plain] = {
    "墙": {"what": "wall"},
    "难行": {"what": "terrain", "cost": ROUGH},
    "hard": {"what": "terrain", "cost": ROUGH},
    "险处": {"what": "terrain", "acts": True},
    "hazard": {"what": "terrain", "acts": True},
}
"""Words for scenery that are not the rulebook's: understood, but never said (MIR-LIV-58)."""


@rule("MIR-LIV-58", "MIR-SCN-1", "MIR-MOV-4")
def put(asked: Asked) -> Do:
    """`.布置 墙体 3,1~3,4`, `.布置 地形 2,2 耗=3`: walls, terrain, objects, lamps and the like; terrain of which nothing else is said is rough."""
    what = key_of(asked["what"])
    plain = what == "terrain" and not asked["name"] and not asked["acts"]
    older = OLDER.get(asked["what"].lower(), {"cost": ROUGH} if plain else {})
    given: Plain = {
        "what": what,
        "cells": cells(asked["cells"]),
        "acts": asked["acts"],
        **older,
        **({} if asked["cost"] is None else {"cost": asked["cost"]}),
        "radius": asked["radius"],
        "level": asked["light"],
        "name": asked["name"] or "",
    }
    return Do("edit_stage", given)


def distance(asked: Asked) -> Show:
    """`.距离 山贼1`, `.距离 0,0 3,4`: how far apart."""
    here, there = _spot(asked, asked["a"]), _spot(asked, asked["b"] or asked.actor)
    return query("distance", {"from": here, "to": there, "grid": asked.state.stage.grid})


def _spot(asked: Asked, text: str) -> Cell:
    """A region: where somebody stands, or as written."""
    if is_cell(text):
        return cell(text)
    return standing(asked.state.who(actor_named(asked, text)), asked.state.stage)


def reach(asked: Asked) -> Show:
    """`.射程 山贼1 2~6`: whether a place lies in range."""
    stage: Stage = asked.state.stage
    here, there = _spot(asked, asked.actor), _spot(asked, asked["a"])
    given = {"from": here, "to": there, "range": asked["range"], "grid": stage.grid}
    return query("in_range", {**given, "visible": in_line(stage, here, there)})


def area(asked: Asked) -> Show:
    """`.范围 球形 3,4 2 角=ne`: the regions that an area covers."""
    stage: Stage = asked.state.stage
    shape = key_of(asked["shape"])
    given: Plain = {
        "shape": shape,
        "source": _spot(asked, asked["source"]),
        "radius": asked["radius"],
        "corner": asked["corner"],
        "angle": asked["angle"],
        "length": asked["radius"],
        "width": asked["width"],
        "start": asked["start"],
        "direction": _direction(shape, asked["direction"]),
        "width_direction": DIRECTIONS.get(asked["aside"] or "", asked["aside"]),
        "blocked": list(stage.blocked),
        "diffuse": asked["diffuse"],
        "grid": stage.grid,
    }
    return query("area", given)


COMPASS = {"e": 0.0, "ne": 45.0, "n": 90.0, "nw": 135.0, "w": 180.0, "sw": 225.0, "s": 270.0, "se": 315.0}


def _direction(shape: str, text: str | None) -> float | str | None:
    """Degrees for a cone, a direction's name for a box."""
    found = bearing(text) if text else None
    return COMPASS.get(str(found), found) if shape == "cone" else found


def light(asked: Asked) -> Show:
    """`.光 3,4`: how bright it is there."""
    here = _spot(asked, asked["region"] or asked.actor)
    return query("light_level", {"ambient": light_at(asked.state, here), "sources": []})


def perceive(asked: Asked) -> Show:
    """`.感知 山贼1`, `.感知 8,3`: how one's character perceives somebody, or whatever is in a region."""
    state: State = asked.state
    target = state.who(perceived_at(asked, asked["whom"]))
    if target.id.startswith(SOMETHING):
        return query("perceive", {"observer": asked.actor, "cell": target.pos})
    around = surroundings(state, state.who(asked.actor), target)
    return query("perceive", {"observer": asked.actor, "target": target.id, **msgspec.structs.asdict(around)})


PATH = Field("path", REST)
COMMANDS = (
    Command(
        ("移动", "mv", "move"),
        move,
        (
            *said_by(CIRCUMSTANCE, flag("free", "不计", "free")),
            flag("full", "全力", "full"),
            FOR,
            replace(AT, name="to", keys=("到", "to")),
            Field("path", REST, required=False),
        ),
        example=".移动 东",
    ),
    Command(
        ("打断移动", "halt"),
        halt,
        said_by(STORY, WHO, Field("steps", WHOLE), PATH),
        owner=STORY,
        example=".打断移动 山贼1 1 西 西",
    ),
    Command(
        ("推", "push"),
        push,
        said_by(STORY, WHO, PATH, keyed("distance", "距离", "distance", kind=WHOLE)),
        owner=STORY,
        example=".推 山贼1 2 东 东",
    ),
    Command(
        ("舞台", "stage"),
        new_stage,
        said_by(
            STORY,
            Field("width", WHOLE, required=False),
            Field("height", WHOLE, required=False),
            Field("grid", required=False, among=grids),
            replace(LIGHT, default=None),
        ),
        who=GM_ONLY,
        example=".舞台 12 8",
    ),
    Command(
        ("布置", "put"),
        put,
        said_by(
            STORY,
            Field("what", among=layings),
            Field("cells", REST, required=False, keys=("格", "at")),
            keyed("cost", "耗", "cost", kind=WHOLE),
            flag("acts", "生效", "acts"),
            keyed("radius", "半径", "radius", kind=WHOLE, default=2),
            LIGHT,
            keyed("name", "名", "name"),
        ),
        who=GM_ONLY,
        example=".布置 墙体 5,1~5,2",
    ),
    Command(
        ("放", "place"),
        calls("place_character", who="target", pos="to"),
        said_by(STORY, WHO, Field("to", CELL, required=False, refusal="bad_cell")),
        who=GM_ONLY,
        example=".放 山贼1 6,3",
    ),
    Command(("距离", "dist"), distance, (Field("a"), Field("b", required=False)), who=ANYONE, example=".距离 0,0 3,4"),
    Command(("射程", "range"), reach, (Field("a"), Field("range")), example=".射程 山贼1 2~6"),
    Command(
        ("范围", "area"),
        area,
        (
            Field("shape"),
            Field("source"),
            Field("radius", WHOLE, required=False, default=1),
            CORNER,
            keyed("angle", "角度", "angle", kind=DECIMAL, default=90.0),
            keyed("direction", "向", "towards"),
            replace(AT, name="start", keys=("起", "start")),
            keyed("width", "宽", "width", kind=WHOLE, default=1),
            keyed("aside", "侧", "aside"),
            flag("diffuse", "弥漫", "diffuse"),
        ),
        who=ANYONE,
        example=".范围 球形 3,4 2",
    ),
    Command(("光照", "light"), light, (Field("region", required=False),), who=ANYONE, example=".光照 3,3"),
    Command(("感知", "sense", "perceive"), perceive, (Field("whom"),), example=".感知 8,3"),
)
