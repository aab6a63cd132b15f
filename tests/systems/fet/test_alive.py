"""Every skill and trait that is shipped does something at the table (FET-LIV-31, FET-LIV-32, FET-LIV-53): none is inert."""

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.systems.fet.content import shipped
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.commands.settings import settle_words

from .conftest import Tables

CAST, REST, GO = "GM> .技 {name} 40 打手 @守卫", "GM> .等 300 @打手", "GM> .go"
PLAIN = (CAST, REST, GO)
ALONE = ("GM> .技 {name} 40 @守卫", REST, GO)
STRUCK = ("GM> .攻 40 力量 守卫 @打手", "GM> .等 300 @守卫", GO)


def guard(state):
    return state.battle.find("守卫")


def thug(state):
    return state.battle.find("打手")


def standing(state, who="守卫"):
    return [thing.kind for thing in state.characters[who].standing]


SKILLS = {
    "dash": (PLAIN, lambda s: thug(s).stamina == 128 and guard(s).stamina < guard(s).stamina_max),
    "shapeshift": (("GM> .技 {name} 40 @守卫", "GM> .1"), lambda s: guard(s).will > guard(s).will_max),
    "mind_control": (PLAIN, lambda s: thug(s).under("puppet", s.battle.time).by == "守卫"),
    "end_strife": (ALONE, lambda s: standing(s) == ["retaliate"]),
    "warden": (PLAIN, lambda s: s.battle.frozen("守卫") and not s.battle.frozen("打手")),
    "vengeful_soul": ((*STRUCK, "GM> .1"), lambda s: thug(s).stamina == 128),
    "radiant_armor": (ALONE, lambda s: standing(s) == ["retaliate", "reduce"]),
    "erosion": (PLAIN, lambda s: thug(s).denied_until > s.battle.time),
    "tomb_of_light": (PLAIN, lambda s: thug(s).under("entombed", s.battle.time) is not None),
    "axiom_hammer": (ALONE, lambda s: s.characters["守卫"].standing[0].uses == 4),
    "drain": (PLAIN, lambda s: thug(s).will == thug(s).will_max - 20 and guard(s).will > guard(s).will_max),
    "light": (
        ("GM> .伤 打手 意志 -30", CAST, REST, GO),
        lambda s: thug(s).will == thug(s).will_max and guard(s).stamina == guard(s).stamina_max - 40,
    ),
    "cains_gift": (ALONE, lambda s: standing(s) == ["guard", "empower", "vulnerable", "weaken"]),
    "desire": (PLAIN, lambda s: (s.battle.barriers[0].user, s.battle.barriers[0].amount) == ("守卫", 20)),
    "little_night_parade": (ALONE, lambda s: s.battle.find("守卫~1").stamina == 40),
}
"""What is typed, and what is then so."""

KILL = ("GM> .伤 打手 体力 -160", "GM> .伤 守卫 体力 -50", "GM> .攻 40 力量 打手 @守卫", REST, GO)
TEXT_ONLY = {"夜视", "嗅觉灵敏", "色盲", "耳聋", "痛觉迟钝"}
"""FET-LIV-53: words, as the ledger says."""

TRAITS = {
    "ambition": ((), lambda s: "see_acts" in s.characters["守卫"].sheet.traits[0].grants),
    "clarity": (("GM> .地形 黑暗", "GM> .攻 40 力量 打手 @守卫", REST, GO), lambda s: thug(s).stamina < 168),
    "illusion": (
        ("GM> .学技能 欲望 @守卫", "GM> .技 欲望 40 打手 @守卫", REST, GO, "GM> .造物 一座桥 @守卫"),
        lambda s: s,
    ),
    "blessing": (
        ("GM> .stf 种族 犬 @打手", "GM> .攻 40 力量 打手 @守卫", REST, GO),
        lambda s: s.characters["打手"].stamina_scar == 48,
    ),
    "eternity": ((*KILL, "GM> .1"), lambda s: "打手" not in s.characters),
    "pride": (("GM> .借卡 打手 @守卫",), lambda s: s.characters["守卫"].worn == "打手"),
    "endless_night": (
        ("GM> .stf 种族 吸血鬼 @守卫", *KILL, "GM> .1"),
        lambda s: s.characters["打手"].sheet.race == "吸血鬼" and not thug(s).dead,
    ),
    "river_of_blood": (KILL, lambda s: guard(s).stamina == guard(s).stamina_max),
    "photophobia": (("GM> .标记 守卫 日光",), lambda s: guard(s).dead),
    "implant": ((), lambda s: guard(s).values["strength"] == 216),
    "armour": ((), lambda s: guard(s).stamina_max == 222),
    "power_armour": ((), lambda s: guard(s).values["constitution"] == 384),
    "bloodthirst": (KILL, lambda s: guard(s).stamina == guard(s).stamina_max - 50 + 168),
    "growth": (KILL, lambda s: s.characters["守卫"].level == 9),
    "triumph": ((*KILL, "GM> .终战"), lambda s: s.characters["守卫"].stamina_lost == 0),
    "breakdown": (
        ("GM> .伤 守卫 意志 -110", "GM> .攻 20 力量 守卫 @打手", "GM> .等 300 @守卫", GO),
        lambda s: s.battle.used,
    ),
}


@pytest.fixture
async def duel(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.create("fet", name="fet")
    found = Tables(table)
    await settle_words(Chat(table, HOST, "zh"), "pace", "step")
    await found.lines("GM> .登场 守卫", "GM> .登场 打手")
    yield found
    await house.close()


def test_nothing_that_is_shipped_is_left_out():
    assert set(SKILLS) == set(shipped().skills)
    assert {t.name for key, t in shipped().traits.items() if key not in TRAITS} == TEXT_ONLY


@pytest.mark.parametrize("key", SKILLS)
async def test_a_skill_does_what_it_says(duel, key):
    lines, so = SKILLS[key]
    name = shipped().skills[key].name
    await duel.lines(f"GM> .学技能 {name} @守卫", "GM> .开战 守卫 对 打手")
    await duel.lines(*(line.format(name=name) for line in lines))
    assert so(duel.state)


@pytest.mark.parametrize("key", TRAITS)
async def test_a_trait_does_what_it_says(duel, key):
    lines, so = TRAITS[key]
    await duel.lines(f"GM> .加特质 {shipped().traits[key].name} @守卫", "GM> .开战 守卫 对 打手")
    await duel.lines(*lines)
    assert so(duel.state)
