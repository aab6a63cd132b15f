"""`.为什么`: numbers opened down to their clauses, and only those that a seat may read."""

import pytest

from tests.text.test_chat import gate, opened  # noqa: F401  # fixtures


@pytest.fixture
def struck(gate):  # noqa: F811
    gate.type("GM", ".上 安")
    gate.type("GM", ".攻击 兽人1 长剑 @安", (20, 4, 3, 1))
    return gate


def test_the_last_numbers_open_down_to_their_clauses(struck):
    told = struck.type("安", ".为什么")
    assert "命中 26 [BOO-TST-4]\n  20 d20 [BOO-TST-3]\n  + 4 " in told
    assert "\nBOO-BNB-1 优势\n  " in told
    assert told.count("BOO-ATK-3 命中检定") == 1  # a clause is told once, however often it counts


def test_those_of_an_entry_and_those_of_a_name(struck):
    number = struck.type("安", ".为什么").partition(" ")[0]
    struck.type("GM", ".检定 力量 破门 12 @安")
    assert "总值" in struck.type("安", ".1", (2,))
    assert "命中 26" not in struck.type("安", ".为什么")
    assert "命中 26" in struck.type("安", f".为什么 {number}")
    assert "命中·徒手" in struck.type("安", ".為什麼 命中·徒手")
    assert struck.type("安", ".why dodge", language="en").startswith("■ 安")


def test_what_was_rolled_unseen_is_not_opened(struck):
    before = struck.type("朵", ".为什么")
    struck.type("GM", ".暗 攻击 兽人1 长剑 @安", (20, 4, 3, 1))
    assert struck.type("朵", ".为什么") == before


@pytest.mark.parametrize("wanted", ["呵呵", "#9999", "#1", "0"])
def test_what_has_no_reasons_says_what_to_write(struck, wanted):
    told = struck.reply("安", f".为什么 {wanted}")
    assert not told.ok
    assert ".为什么 #12" in told.text
