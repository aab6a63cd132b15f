"""Nothing that ships is inert: every feat, spell and accessory computes something, and a scene plays it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from ludex.core.effects.authoring import read_effect
from ludex.core.effects.rewriting import written
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.effects.kinds import entries_of, shipped_things
from ludex.systems.fable.effects.writing import read_record
from ludex.systems.fable.rules.steps import STEPS
from ludex.systems.fable.sheet.entries import SHAPES, AccessoryEntry, FeatEntry, SpellEntry, WeaponEntry

SCENES = "".join(p.read_text("utf-8") for p in (Path(__file__).parents[2] / "scenes").glob("fable*.scenes.md"))
TEXT_ONLY = {"lantern"}
"""Light and nothing else, as the ledger says."""
FEATS, SPELLS = entries_of(FeatEntry, {}), entries_of(SpellEntry, {})


@pytest.mark.parametrize("key", FEATS)
def test_a_feat_that_ships_acts(key):
    entry = FEATS[key]
    assert entry.teaches is not None or entry.effect.acts
    steps = [step.word for one in (*entry.effect.triggers, *entry.effect.uses) for step in one.do]
    assert [word for word in steps if word not in {*STEPS, "attack", "redirect", "check"}] == []


@pytest.mark.parametrize("key", FEATS)
def test_a_scene_plays_the_feat(key):
    assert FEATS[key].name in SCENES


@pytest.mark.parametrize("key", [key for key in SPELLS if key not in TEXT_ONLY])
def test_a_spell_that_ships_acts(key):
    entry = SPELLS[key]
    assert entry.type is not None or entry.heal or entry.cure or entry.effect.acts


@pytest.mark.parametrize("key", entries_of(AccessoryEntry, {}))
def test_an_accessory_that_ships_acts(key):
    assert entries_of(AccessoryEntry, {})[key].effect.acts


def test_every_category_of_weapons_has_one():
    assert len({entry.category for entry in entries_of(WeaponEntry, {}).values()}) == 10


@pytest.mark.parametrize(
    "record",
    [
        {"修正": [{"量": "亲和 灼烧", "值": "抗性"}]},
        {"modifiers": [{"on": "use_die", "by": "MIG→INS"}]},
        {
            "触发": [
                {
                    "时": "回合开始",
                    "做": ["失去 HP 3", {"检定": "DEX+MIG", "DL": 13, "谁": "目标", "失败": ["击破 目标"]}],
                }
            ]
        },
        {"使用": {"动作": True, "花费": {"MP": 5}, "每": "冲突", "做": ["看清 2 选敌方", "走钟 2", "讲述 一声惊雷"]}},
        {"授予": ["军用 盾", "仪式 熵", "妨碍 愤怒", "夜视"], "禁止": ["施法", "恢复"]},
        {"修正": {"伤害倍率": 2, "目标数": 1}, "期限": "2回合结束", "组": "姿态"},
    ],
)
def test_what_the_vocabulary_has_is_read_in_either_language(record):
    effect, _, problems = read_record(record, "here", name="x")
    assert problems == ()
    assert effect.acts


@pytest.mark.parametrize(
    ("record", "word"),
    [
        ({"修正": {"心情": 1}}, "心情"),
        ({"触发": [{"时": "打嗝"}]}, "打嗝"),
        ({"使用": {"做": ["飞走"]}}, "飞走"),
        ({"禁止": ["笑"]}, "笑"),
    ],
)
def test_a_word_that_nobody_knows_is_a_problem_that_says_what_is_known(record, word):
    _, _, problems = read_record(record, "here", name="x")
    assert [p.facts["value"] for p in problems] == [word]
    assert all(p.facts["among"] for p in problems)


@pytest.mark.parametrize(
    ("record", "where"),
    [
        ({"使用": {"次": "很多", "做": ["恢复 HP 5"]}}, "here 使用.次"),
        ({"mp": "some", "do": ["heal HP 5"]}, "here use.mp"),
        ({"use": {"cost": {"MP": "LV"}, "do": ["heal HP 5"]}}, "here use.cost.mp"),
        ({"triggers": [{"on": "hit", "uses": "twice"}]}, "here triggers[0].uses"),
    ],
)
def test_what_is_no_number_is_a_problem_with_its_place(record, where):
    _, _, problems = read_record(record, "here", name="x")
    assert [p.facts["where"] for p in problems] == [where]


@pytest.mark.parametrize("name", SHAPES)
def test_what_ships_is_the_same_after_the_kernel_wrote_and_read_it(name):
    effects = [entry.effect for entry in shipped_things().get(name, {}).values() if getattr(entry, "effect", None)]
    for effect in effects:
        read, problems = read_effect(WORDS, written(effect), "here")
        assert problems == ()
        assert replace(read, id=effect.id) == effect


@pytest.mark.parametrize(
    "record",
    [
        {"修正": [{"量": "检定", "值": 1, "条件": ["未破"]}]},
        {"修正": [{"量": "检定 危险", "值": 1}]},
        {"修正": {"伤害": "2×心情"}},
    ],
)
def test_what_could_not_be_worked_out_in_play_is_refused_when_it_is_written(record):
    _, _, problems = read_record(record, "here", name="x")
    assert [p.facts["where"].partition("[")[0] for p in problems] == ["here 修正"]
