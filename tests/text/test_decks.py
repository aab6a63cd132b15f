"""Decks as groups share them: drawn with the table's dice, whatever their authors meant."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from ludex.core.errors import RuleError
from ludex.table.decks import MOST_CARDS, REACHED, Decks, reached
from tests.text.test_chat import opened  # noqa: F401  # a fixture

FILE = {
    "_title": ["遗迹"],
    "_author": "某人",
    "宝箱": ["::3::[2d6]枚金币", "{%武器}和{%武器}", "{player}的戒指[CQ:image,file=x.jpg]"],
    "双持": ["{武器}、{武器}、{武器}"],
    "武器": ["剑", "斧"],
    "_暗格": ["钥匙"],
    "箱底": ["{%_暗格}", "[不是骰子]{不是牌堆}"],
    "环": ["{%环}{%环}"],
    "数": [1, 2.5],
    "坏": {"不": "是列表"},
}


@pytest.fixture
def chest(opened, tmp_path):  # noqa: F811
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "遗迹.json").write_text(json.dumps(FILE, ensure_ascii=False), "utf-8-sig")
    (tmp_path / "decks" / "老.json").write_bytes(json.dumps({"旧牌": ["一"]}, ensure_ascii=False).encode("gb18030"))
    (tmp_path / "decks" / "烂.json").write_text('{"a": [', "utf-8")
    evening = opened("boon")
    evening.table.decks = Decks(tmp_path / "decks")
    return evening


@pytest.mark.parametrize(
    ("typed", "dice", "holds"),
    [
        (".draw 宝箱", (2, 3, 4), "7枚金币"),
        (".draw 宝箱", (4, 1, 2), "剑和斧"),
        (".draw 宝箱", (5,), "安的戒指\n"),
        ("。抽 武器 2", (2,), "斧\n· 剑"),
        (".draw 3#武器", (1,), "剑\n· 斧"),
        (".DRAW 双持", (2,), "斧、剑、"),
        (".draw 箱底", (1,), "钥匙"),
        (".draw 箱底", (2,), "[不是骰子]{不是牌堆}"),
        (".draw 数", (2,), "2.5"),
        (".deck draw 旧牌", (), "一"),
        (".draw 塔罗牌", (1, 2), "愚者（逆位）"),
        (".draw 塔罗", (1, 2), "愚者（逆位）"),
        (".draw 扑克牌 x2", (54, 1), "大王\n· ♠A"),
        (".draw poker 2", (54, 1), "big joker\n· ♠A"),
        (".抽牌硬币", (1,), "正面"),
    ],
)
def test_a_card_is_drawn_with_the_tables_dice(chest, typed, dice, holds):
    reply = chest.reply("安", typed, dice)
    assert reply.ok, reply.text
    assert holds in f"{reply.text}\n"


def test_a_hidden_draw_is_for_who_draws_and_the_gm(chest):
    assert "反面" in chest.type("安", ".drawh 硬币", (2,))
    assert "反面" not in chest.type("柏", ".log 5")
    assert "反面" in chest.type("GM", ".log 5")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (".draw _暗格", "unknown_deck"),
        (".draw 坏", "unknown_deck"),
        (".draw _title", "unknown_deck"),
        (".draw 环", "deck_too_deep"),
        (".draw 武器 0", "too_many_repeats"),
        (".draw 武器 21", "too_many_repeats"),
        (".deck reload", "gm_only"),
        (".deck 无此", "unknown_deck"),
    ],
)
def test_what_cannot_be_drawn_is_refused(chest, typed, code):
    assert chest.reply("安", typed).code == code


def test_decks_are_listed_found_and_read_again(chest, tmp_path):
    listed = chest.type("安", ".draw")
    assert "宝箱(3)" in listed
    assert "_暗格" not in listed
    assert "3 张，来自 遗迹" in chest.type("安", ".deck 宝箱")
    assert "武器" in chest.type("安", ".deck search 武")
    (tmp_path / "decks" / "新.json").write_text('{"新牌": ["x"]}', "utf-8")
    assert "烂.json" in chest.type("GM", ".deck reload")
    assert "新牌" in chest.type("安", ".deck")


def test_a_hostile_file_costs_little(tmp_path):
    (tmp_path / "a.json").write_text("[" * 100_000, "utf-8")
    (tmp_path / "b.json").write_text(json.dumps({"大": ["x"] * (MOST_CARDS + 1)}), "utf-8")
    (tmp_path / "c.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "d.json").write_text(" " * 2_000_001, "utf-8")
    found = Decks(tmp_path).all()
    assert "大" not in found.decks
    assert len(found.problems) >= 2
    (tmp_path / "b.json").write_text(json.dumps({"长": ["字" * 1999] * (REACHED // 1000)}, ensure_ascii=False), "utf-8")
    with pytest.raises(RuleError, match="deck_too_large"):
        reached(Decks(tmp_path).all(), "长")


NAMES = st.sampled_from(["a", "b", "_c", "武"])
CARDS = st.lists(
    st.one_of(st.text(max_size=20), NAMES.map("{{%{}}}".format), NAMES.map("{{{}}}".format), st.just("::2::[1d6]")),
    max_size=5,
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(NAMES, CARDS, min_size=1))
def test_no_deck_makes_a_draw_raise(tmp_path_factory, decks):
    folder = tmp_path_factory.mktemp("decks")
    (folder / "x.json").write_text(json.dumps(decks), "utf-8")
    found = Decks(folder).all()
    assert not found.problems
    assert all(reached(found, name) for name in found.decks)
