"""A table to play at once: a ruined gate, three heroes, and those who hold it. The first round has just begun."""

from msgspec.structs import replace

from ludex.core.system import Demo
from ludex.systems.boon.arrange import arrange
from ludex.systems.boon.content import shipped
from ludex.systems.boon.sheet import Record
from ludex.systems.boon.state import Ground

HEROES: tuple[Record, ...] = (
    {
        "id": "an",
        "name": "安",
        "side": "heroes",
        "player": True,
        "strength": 13,
        "agility": 11,
        "class": "warrior",
        "level": 1,
        "items": ["longsword", "large_shield", "healing_potion"],
        "armor": "brigandine",
        "position": [2, 3],
        "notes": "守过三年城门，最恨半夜敲门的人。",
    },
    {
        "id": "bo",
        "name": "柏",
        "side": "heroes",
        "player": True,
        "strength": 11,
        "agility": 13,
        "will": 12,
        "class": "monk",
        "level": 1,
        "items": ["dagger", "sticky_fire", {"id": "picks", "name": "撬锁工具", "kind": "gear"}],
        "armor": "soft_leather",
        "position": [2, 4],
        "notes": "话少，先听再动手。",
    },
    {
        "id": "duo",
        "name": "朵",
        "side": "heroes",
        "player": True,
        "agility": 12,
        "intellect": 13,
        "class": "mage",
        "level": 1,
        "items": ["crossbow", "staff", "healing_potion"],
        "spells": ["fire_burst", "arcane_lightning"],
        "position": [1, 4],
        "notes": "记得每一道烧错过的符。",
    },
)
FOES: dict[str, Record] = {
    "orc": {"id": "orc1", "name": "兽人1", "position": [3, 3]},
    "goblin": {"id": "goblin1", "name": "哥布林1", "position": [3, 4]},
    "goblin_archer": {"id": "archer1", "name": "弓手1", "position": [9, 2]},
    "ogre": {"id": "ogre1", "name": "食人魔1", "position": [10, 5], "secret": True},
}
"""Those who hold the gate, by their stat blocks; the last of them has not shown itself yet."""
ABOUT = {
    "an": "战士，长剑、大盾、锁子甲：站在最前面，替人挡刀。守过三年城门。",
    "bo": "武僧，匕首和炽火胶：闪得快，会撬锁。话少，先听再动手。",
    "duo": "法师，爆炎和奥术闪电，带一把弩：躲在后面烧一片。身子最弱。",
}
ROUGH = ((6, 2), (6, 3), (6, 4), (7, 3))
WALL = ((7, 0), (7, 1), (7, 6), (7, 7))
"""What still stands of the gate, away from where they fight."""
PAINTED = (
    ("water", ((0, 0, 3, 0), (0, 1, 2, 1))),
    ("path", ((0, 3, 5, 3), (4, 4, 5, 4))),
    ("flags", ((8, 0, 11, 7),)),
    ("rug", ((9, 3, 10, 3),)),
    ("oak", ((0, 6, 0, 6), (2, 7, 2, 7), (5, 6, 5, 6))),
    ("bush", ((4, 7, 4, 7), (3, 1, 3, 1))),
    ("rock", ((5, 1, 5, 1), (1, 2, 1, 2))),
    ("fire", ((3, 5, 3, 5), (8, 5, 8, 5))),
    ("shelf", ((8, 7, 8, 7),)),
    ("bed", ((10, 7, 10, 7),)),
    ("crate", ((10, 0, 11, 0), (11, 1, 11, 1))),
    ("barrel", ((8, 0, 8, 0),)),
    ("table", ((9, 1, 9, 1),)),
)
"""A road from a pond to the gate, two fires, and the room of those who hold it."""


def demo() -> Demo:
    """The gate at dusk."""
    blocks = shipped().creatures
    foes = [{**blocks[kind], **foe, "side": "foes"} for kind, foe in FOES.items()]
    state, _ = arrange(
        None,
        {
            "sides": [{"id": "heroes", "name": "英雄", "player": True}, {"id": "foes", "name": "守门的"}],
            "combatants": [*HEROES, *foes],
            "objects": [{"id": "gate", "name": "木门", "durability": 20, "position": [7, 4], "object": True}],
            "order": ["heroes", "foes"],
            "round": 1,
            "choosing": "heroes",
        },
    )
    state = replace(state, ground=(Ground("difficult", ROUGH), Ground("wall", WALL)), scene="雨夜关隘")
    return Demo(state, {"安": ("an",), "柏": ("bo",), "朵": ("duo",)}, LINES, ABOUT, PAINTED)


LINES = (".上 安", ".odds 攻击 兽人1 长剑", ".攻击 兽人1 长剑 @安", ".odds 施法 @朵 爆炎 兽人1,哥布林1", ".view")
