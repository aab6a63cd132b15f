"""Nothing that ships is inert: every feat, spell and accessory computes something, and a scene plays it."""

from pathlib import Path

import pytest

from ludex.systems.fable.content import AccessoryEntry, FeatEntry, SpellEntry, WeaponEntry, entries_of
from ludex.systems.fable.effects.writing import read_record
from ludex.systems.fable.rules.steps import STEPS

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
