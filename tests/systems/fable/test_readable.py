"""What is shown of the content is whole, in both languages: no row is empty, nothing shown is a key of the program (FAB-LIV-52, FAB-LIV-59)."""

import re
from itertools import combinations

import pytest

from ludex.core.principals import Viewer
from ludex.systems.fable.content import shipped
from ludex.systems.fable.rules.feats import free_of
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Domain, TableName
from ludex.systems.fable.views.cards import CARDS
from ludex.text.drawing import card_text
from ludex.text.words import Words

PACKAGE = "ludex.systems.fable"
LEAKS = re.compile(r"\b(outputs|terms|effects|about|hints|answers|marks|lists|feats|view)\.\w|[{}]")
SNAKE = re.compile(r"[a-z]+_[a-z_]+")


def read(language, card, **given):
    return card_text(Words(language, PACKAGE), CARDS[card](State(), Viewer("player"), given))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("table", list(TableName))
def test_every_row_of_a_table_says_something(table, language):
    rows = read(language, "table", table=table.value).splitlines()[2:]
    assert len(rows) == len(getattr(shipped(), table.value))
    assert [row for row in rows if not row.partition(" | ")[2].strip() or LEAKS.search(row)] == []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("table", list(TableName))
def test_every_entry_is_told_in_words(table, language):
    for key in getattr(shipped(), table.value):
        text = read(language, "entry", table=table.value, key=key)
        assert len(text.splitlines()) > 1, key
        assert LEAKS.search(text) is None, text
        assert language == "en" or SNAKE.search(text) is None, text


@pytest.mark.parametrize("pair", list(combinations(Domain, 2)), ids=lambda pair: "+".join(pair))
async def test_any_two_domains_make_a_complete_character(table, at, pair):
    one, other = pair
    benefits = [next(k for k, c in shipped().classes.items() if c.domain is d) for d in (one, one, other)]
    line = f".建卡 阿青 属性=8,8,8,8 域={one.zh}3,{other.zh}2 增益={','.join(benefits)} 类别=域外"
    reply = await at("GM", line)
    while table.memory.parked:
        reply = await at("GM", ".1")
        assert reply.ok, reply.text
    made = table.memory.state.characters["阿青"]
    free = free_of(table.memory.state, made)
    assert (free.general_free, set(free.domain_free.values()), made.sheet.lessons) == (0, {0}, ())
    assert len(made.sheet.feats) == 10
    assert "还能学" not in reply.text


async def test_a_check_tells_the_dl_that_it_was_rolled_against_unless_it_is_hidden(at):
    assert "判定值 15 对 DL 10" in (await at("苏砚", ".检定 灵巧+洞察 10", [8, 7])).text
    asked = await at("GM", ".要求 苏砚 灵巧+洞察 13 暗")
    assert asked.ok
    await at("苏砚", ".1", [8, 7])
    told = (await at("苏砚", ".1")).text
    assert "判定值" in told
    assert "DL" not in told


async def test_a_study_tells_the_facts_of_its_tier(at, table):
    await at("GM", ".auto 苏砚 on")
    wolf = table.memory.state.characters["灰狼1"]
    first = (await at("苏砚", ".研究 灰狼1", [4, 3])).text
    assert f"生命 {wolf.hp}/{wolf.hp}" in first
    assert "防御" not in first
    second = (await at("苏砚", ".研究 灰狼1", [5, 6])).text
    assert "看清了 灰狼1：" in second
    assert "防御 10" in second
    assert "撕咬" not in second
    assert "撕咬（" in (await at("苏砚", ".研究 灰狼1", [8, 7])).text


async def test_points_and_clocks_are_told_by_what_moved(at):
    told = (await at("GM", ".点数 @苏砚 经验 5")).text
    assert "经验 +5，现在 5" in told
    assert "物语点" not in told
    assert "时钟「追兵」：0/6" in (await at("GM", ".时钟 追兵 6")).text
