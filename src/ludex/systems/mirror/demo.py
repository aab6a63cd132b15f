"""A table to play at once: two wanderers in a hall of mirrors, two bandits, and something in the glass."""

from msgspec.structs import replace

from ludex.core.system import Demo
from ludex.systems.mirror.content import character_of, shipped
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import Cost, Lamp, Scenery, Stage, State
from ludex.systems.mirror.terms import Mode

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

HEROES = ("an", "bai")
ABOUT = {
    "an": "武者，长剑：结实，近身挥砍，能断人手脚。",
    "bai": "术师，火焰：远远放火矢和爆炎，黑暗里也看得见。身子弱。",
}
FOES: tuple[tuple[str, str, str, Cell], ...] = (
    ("bandit", "bandit1", "山贼1", (3, 2)),
    ("bandit", "bandit2", "山贼2", (4, 4)),
    ("mirror_shade", "shade", "镜影", (8, 3)),
)


PAINTED = (
    ("flags", ((5, 0, 9, 6),)),
    ("path", ((0, 3, 4, 3),)),
    ("rug", ((6, 3, 8, 3),)),
    ("oak", ((0, 6, 0, 6),)),
    ("bush", ((3, 6, 3, 6),)),
    ("rock", ((0, 0, 0, 0),)),
    ("shelf", ((9, 6, 9, 6),)),
    ("crate", ((9, 0, 9, 0),)),
    ("table", ((9, 4, 9, 4),)),
)
"""The path to the hall, and what stands in it."""


def demo() -> Demo:
    blocks = shipped().npcs
    people = [character_of(replace(blocks[name], side="pc", gm_played=False), name) for name in HEROES]
    people += [character_of(replace(blocks[npc], name=named, pos=pos), name) for npc, name, named, pos in FOES]
    state = State(characters={c.id: c for c in people}, stage=HALL, mode=Mode.EXPLORATION)
    return Demo(state, {"安": ("an",), "白": ("bai",)}, LINES, ABOUT, PAINTED)


LINES = (
    ".检定 @安 洞悉 12",
    ".odds 行动 @安 挥砍 山贼1",
    ".冲突 安=15、白=11、山贼1=12、山贼2=8",
    ".行动 @安 挥砍 山贼1 部位=臂",
)
