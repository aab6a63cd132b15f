"""Content is data: what ships is whole, and what a GM adds is checked whole."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.packs import read_pack, read_toml
from ludex.systems.boon.content import KINDS, PACKAGE, character_from, shipped
from ludex.systems.boon.rules.sheets import check_sheet
from ludex.systems.boon.state import State
from ludex.text.words import Words


def test_every_creature_that_ships_has_a_sheet_within_the_limits():
    for name, record in shipped().creatures.items():
        check_sheet(character_from({"id": name, **record}, State()))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_everything_that_ships_has_a_name_in_every_language(language):
    words = Words(language, PACKAGE)
    for kind in ("items", "armors", "spells", "stunts", "classes"):
        for name in read_toml(PACKAGE, "data", f"{kind}.toml"):
            assert words.has(f"things.{name}")


def test_all_problems_of_a_pack_are_named_at_once():
    wrong = {"whip": {"die": 1, "boons": -1}, "net": {"reech": 2, "durability": 9, "durability_max": 3}}
    with pytest.raises(RuleError) as refused:
        read_pack({"items": wrong}, KINDS)
    words = Words("zh", PACKAGE)
    problems = [words.say(problem) for problem in refused.value.facts["problems"]]
    assert problems == [
        "「items.whip」：「优势」：要是 0 以上的整数",
        "「items.whip」：「骰面」：骰面要有 2 面以上",
        "「items.net」没有 reech 这一栏",
        "「items.net」：「耐久」：耐久要在 0 到上限之间",
    ]


def test_a_gm_adds_a_class_and_somebody_takes_it(evening):
    line = '.收录 classes.duelist = { name = "剑客", levels = [{ level = 1, hit = 3, dodge = 2, force = 2 }] }'
    assert evening.type("GM", line).ok
    assert evening.type("GM", ".角色 霜 力=12 职业=剑客 等级=1 物=长剑 阵营=英雄").ok
    frost = evening.state.character("霜")
    assert (frost.hit, frost.dodge, frost.force, frost.side) == (3, 2, 2, "heroes")
    assert evening.type("GM", ".undo").ok
    assert evening.state.find("霜") is None


def test_creatures_of_one_block_are_numbered_and_stand_apart(evening):
    assert evening.type("GM", ".登场 哥布林 2 阵营=守门的 位=3,4").ok
    ids = [c.id for c in evening.state.combatants if c.id.startswith("goblin")]
    assert ids == ["goblin1", "goblin2", "goblin3"]
    places = [c.position for c in evening.state.combatants]
    assert len(set(places)) == len(places)
