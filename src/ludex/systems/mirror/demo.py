"""A table to play at once: two wanderers in a hall of mirrors, two bandits, and something in the glass."""

from typing import Any

from ludex.core.packs import read_toml
from ludex.core.system import Demo
from ludex.systems.mirror.content import read_character, shipped
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Cost, Lamp, Scenery, Stage, State
from ludex.systems.mirror.terms import PACKAGE, Mode

HALL = Stage(
    grid="square",
    width=10,
    height=7,
    costs=(Cost((3, 1), 2), Cost((4, 1), 2)),
    impassable=((5, 0), (5, 1), (5, 5), (5, 6)),
    blocked=((5, 0), (5, 1), (5, 5), (5, 6)),
    effects=((7, 3),),
    lamps=(Lamp((2, 3), 3, "normal", "灯笼"),),
    ambient="dim",
    scenery=(Scenery("碎镜", "object", ((7, 3),), "踩上去会响。"),),
)

FOES: tuple[tuple[str, str, str, Cell], ...] = (
    ("bandit", "bandit1", "山贼1", (3, 2)),
    ("bandit", "bandit2", "山贼2", (4, 4)),
    ("mirror_shade", "shade", "镜影", (8, 3)),
)


def demo() -> Demo:
    """The hall of mirrors."""
    heroes = read_toml(PACKAGE, "data", "characters.toml")["characters"]
    people = [read_character(record, name) for name, record in heroes.items()]
    people += [_foe(*foe) for foe in FOES]
    state = State(characters={c.id: c for c in people}, stage=HALL, mode=Mode.EXPLORATION)
    return Demo(state, {"安": ("an",), "白": ("bai",)}, LINES)


def _foe(block: str, name: str, named: str, pos: Cell) -> Character:
    record: dict[str, Any] = {"gm_played": True, "side": "foe", **shipped().npcs[block], "name": named, "pos": pos}
    return read_character(record, name)


LINES = (
    ".检定 @安 洞悉 12",
    ".odds 行动 @安 挥砍 山贼1",
    ".冲突 安=15、白=11、山贼1=12、山贼2=8",
    ".下一刻",
    ".行动 @安 挥砍 山贼1 部位=臂",
)
