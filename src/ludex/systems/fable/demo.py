"""A table to play at once: two travellers, a broken bridge, wolves in the rain, and somebody who watches."""

from collections.abc import Mapping

import msgspec

from ludex.core.system import Demo
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.building import Make, record_of
from ludex.systems.fable.rules.npcs import from_block
from ludex.systems.fable.sheet import Bond, Character, Steps
from ludex.systems.fable.sheet.entries import BlockEntry
from ludex.systems.fable.state import Clock, State

SUYAN = Make(
    "苏砚",
    "苏砚",
    attributes=Steps(9, 8, 8, 7),
    domains={"warrior": 3, "tactician": 2},
    benefits=("weaponmaster", "guardian", "rogue"),
    hg_alloc=(3, 3, 3, 3, 3),
    mg_alloc=(1, 1, 1, 1, 1),
    armor="travel_garb",
    shield="",
    weapons=("bronze_sword", "steel_dagger"),
    traits=("失职的渡口守卫", "赎罪", "雾港"),
    life="beast",
    species="bare",
    answers={"motives": "找回那晚没能渡过河的人。"},
)
BAILU = Make(
    "白露",
    "白露",
    attributes=Steps(7, 9, 7, 9),
    domains={"mage": 3, "priest": 2},
    benefits=("elementalist", "spiritist", "tinkerer"),
    hg_alloc=(1, 1, 1, 1, 1),
    mg_alloc=(3, 3, 3, 3, 3),
    armor="sage_robe",
    shield="",
    weapons=("staff",),
    traits=("出走的观星学徒", "好奇", "悬钟塔"),
    life="beast",
    species="bare",
    answers={"motives": "想知道塔上的钟为什么不再响。"},
)
ABOUT = {
    "苏砚": "武者兼参谋，青铜剑和钢匕首：扛打，近身双持。失职的渡口守卫，想赎罪。",
    "白露": "术师兼祭司，法杖：余烬弹、霜针，也会疗伤。出走的观星学徒，什么都好奇。",
}
SUYANS = {
    "general": ("second_wind", "quick_hands", "kindred", "second_breath", "arms_training"),
    "warrior": ("blood_price", "rage", "unyielding"),
    "tactician": ("encourage", "read_the_field"),
}
BAILUS = {
    "general": ("second_wind", "quick_hands", "dabbling", "second_breath", "arms_training"),
    "mage": ("elemental_study", "elemental_study", "elemental_rites"),
    "priest": ("spirit_study", "spirit_study"),
}
"""What both have learned: all that their levels give, and nothing that asks somebody who is only looking around."""
SPELLS = ("ember", "frost_needle", "mend", "clear_mind", "lantern")


def _hero(
    make: Make,
    bonds: tuple[Bond, ...],
    feats: Mapping[str, tuple[str, ...]],
    trained: str,
    spells: tuple[str, ...] = (),
) -> Character:
    """A premade character, by the rules of creation, with all that she may have learned."""
    hero = record_of(State(), make)
    owned = hero.sheet.owned
    shielded = owned.more(hero.id, "bronze_shield") if "bronze_sword" in hero.sheet.weapons else owned
    sheet = msgspec.structs.replace(
        hero.sheet.owning(shielded),
        feats=tuple(f"{domain}:{key}" for domain, keys in feats.items() for key in keys),
        picks={"arms_training": (trained,)},
        spells=spells,
    )
    return msgspec.structs.replace(hero, bonds=bonds, sheet=sheet)


def _foe(block: str, name: str, *, hidden: bool = False) -> Character:
    entry = entries_of(BlockEntry, {})[block]
    npc = from_block(State(), entry, name=name)
    return msgspec.structs.replace(npc, team="foes", hidden=hidden)


def demo() -> Demo:
    people = (
        _hero(SUYAN, (Bond("白露", ("protection", "trust")),), SUYANS, "ranged"),
        _hero(BAILU, (Bond("苏砚", ("closeness",)),), BAILUS, "shield", SPELLS),
        _foe("grey_wolf", "灰狼1"),
        _foe("grey_wolf", "灰狼2"),
        _foe("mask_of_dusk", "暮面", hidden=True),
    )
    state = State(
        live=True,
        characters={person.id: person for person in people},
        clocks=(Clock("放下吊桥", 6, 1), Clock("暮面的耐心", 4, 0, hidden=True)),
        scene="雨夜，断了一半的吊桥。两头灰狼从林子里围了上来。",
    )
    return Demo(
        state,
        {"苏砚": ("苏砚",), "白露": ("白露",)},
        (".冲突", ".概率 攻击 @苏砚 灰狼1 青铜剑", ".概率 施法 @白露 余烬弹 灰狼1,灰狼2", ".卡 苏砚"),
        ABOUT,
    )
