"""The board, scenes and time, as the GM types them (BOO-LIV-27, BOO-LIV-55, BOO-LIV-57)."""

from ludex.core.deeds import ANYONE, GM_ONLY, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.fields import STORY, calls, flag
from ludex.core.names import folded
from ludex.systems.boon.commands import amounts, offers, reading
from ludex.systems.boon.commands.args import WHO
from ludex.systems.boon.content import map_named
from ludex.systems.boon.rules import battlefield
from ludex.systems.boon.rules.hiding import TASK as HIDING
from ludex.systems.boon.terms import Earth

BARE = ("擦去", "平地", "erase")
"""Words for taking ground off squares."""
SIZED = ("大小", "size")
HIDES = ("隐匿", "躲")
FIRST = ("开头", "the beginning", "beginning")
"""How the scene is called that was open before any had a name."""


def ground(asked: Asked) -> Do:
    """Lay out ground, or set the size of the board."""
    if asked["kind"] in SIZED:
        width, height = battlefield.square_of((asked["cells"] or [""])[0])
        return Do("size_field", {"width": width, "height": height})
    if not asked["cells"] and map_named(asked["kind"], asked.state.library):
        return Do("lay_map", {"name": asked["kind"], "language": asked.language})
    bare = asked["kind"] in (*BARE, battlefield.PLAIN)
    kind = battlefield.PLAIN if bare else Earth.read(asked["kind"], clause="BOO-CBT-2", arg="kind")
    given = {"kind": kind, "cells": battlefield.squares_of(asked["cells"]), "secret": asked["secret"]}
    return Do("lay_ground", given, reading.backstage(asked))


def open_scene(asked: Asked) -> Do | Show:
    """Open a scene by name, the nameless first one by its word; alone: list them."""
    if not asked["name"]:
        return Show("scenes", {})
    known = {folded(name): name for name in (*asked.state.scenes, asked.state.scene)}
    name = known.get(folded(asked["name"]), asked["name"])
    return Do("open_scene", {"name": "" if name in FIRST and name not in asked.state.scenes else name})


def roster(_asked: Asked) -> Show:
    """Who was met, what was fought, what the party has (BOO-LIV-58)."""
    return Show("roster", {})


def pass_time(asked: Asked) -> Do:
    """Time goes by: +10分, 2时."""
    return Do("pass_time", {"seconds": amounts.seconds(asked["time"])})


def forget(asked: Asked) -> Do:
    """A failure is struck out, a failed hiding place by its own word."""
    return Do("forget", {"who": asked["who"], "task": HIDING if asked["task"] in HIDES else asked["task"]})


STAGES = (
    Command(
        ("地形", "ground"),
        ground,
        (
            Field("kind", owner=STORY, among=offers.earths),
            Field("cells", required=False, several=True, owner=STORY),
            flag("secret", "暗中", "隐藏", owner=STORY),
        ),
        who=GM_ONLY,
        example=".地形 困难 5x2-6x4",
    ),
    Command(
        ("棋盘", "board"),
        calls("size_field", "width", "height"),
        (
            Field("width", WHOLE, default=12, among=("12", "16", "20"), owner=STORY),
            Field("height", WHOLE, default=8, among=("8", "10", "12"), owner=STORY),
        ),
        who=GM_ONLY,
        example=".棋盘 20 12",
    ),
    Command(
        ("场景", "scene"),
        open_scene,
        (Field("name", required=False, wide=True, owner=STORY),),
        who=GM_ONLY,
        example=".场景 城门",
    ),
    Command(("时间", "time"), pass_time, (Field("time", wide=True, owner=STORY),), who=GM_ONLY, example=".时间 +10分"),
    Command(("名册", "roster"), roster, who=ANYONE, example=".名册"),
    Command(("清场", "clear"), calls("clear"), who=GM_ONLY, example=".清场"),
    Command(
        ("忘记", "forget"),
        forget,
        (WHO, Field("task", required=False, wide=True, default="", owner=STORY)),
        who=GM_ONLY,
        example=".忘记 安 破门",
    ),
)
