"""The gallery: small games built with the kit, each an evening's work, through every law, in both languages, and in a group."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludex.fronts.bots.messages import PRIVATE, Place
from ludex.fronts.web.live.fragments import Painter
from ludex.text.chat import Chat
from tests.fronts.bots.test_hall import HONG, MING, QQ, Town
from tests.kit.installing import installed, written
from tests.patience import LONG

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
GAMES = {"tide": 200, "alibi": 250}
"""So many lines of Python each has at most; heden has a test of its own."""


@pytest.mark.parametrize("name", GAMES)
def test_it_is_an_evenings_work(name):
    files = [file for file in (EXAMPLES / name).rglob("*.py") if "__pycache__" not in file.parts]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= GAMES[name]


@pytest.mark.process
@pytest.mark.parametrize("name", GAMES)
def test_it_passes_every_check_and_none_is_skipped(name, tmp_path):
    written(tmp_path, name, name)
    places = [str(tmp_path), str(EXAMPLES / name), *(str(Path(place).resolve()) for place in sys.path if place)]
    done = subprocess.run(
        [sys.executable, "-m", "ludex", "check", name],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG * 4,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert "9 laws kept, 0 broken, 0 skipped" in done.stdout, done.stdout


@pytest.fixture
async def raft(tmp_path, monkeypatch):
    """A table of the card game in a group; 小红 holds 安."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "tide"))
    with installed(monkeypatch, tmp_path / "site", tide="tide"):
        town = Town(tmp_path)
        await town.type(MING, ".开桌 tide 演示")
        await town.type(HONG, ".坐 安")
        await town.quiet()
        yield town
        await town.quiet()
        await town.hall.close()
        await town.house.close()


CARDS = ("潮一", "风四", "石三", "风六", "潮五", "石二")


async def test_a_duel_in_a_group_shows_no_hand_until_both_have_laid(raft):
    await raft.type(HONG, ".对牌 白")
    await raft.quiet()
    assert "只给你看的问题" in raft.heard(QQ)
    assert [card for card in CARDS if card in raft.heard(QQ)] == []
    await raft.type(HONG, "1")
    await raft.quiet()
    assert [card for card in CARDS if card in raft.heard(QQ)] == []
    table = await raft.table()
    number = next(iter(table.memory.parked))
    await raft.type(MING, f".选 #{number} 1")
    await raft.quiet()
    assert "安 的潮一压过白的石三" in raft.heard(QQ)


async def test_a_hand_that_is_looked_at_in_a_group_is_shown_to_her_alone(raft):
    raft.friends.add(HONG.id)
    for line in (".看", ".看 我", ".st show", ".odds .对牌 白"):
        await raft.type(HONG, line)
    assert [card for card in CARDS if card in raft.heard(QQ)] == []
    assert "潮一" in raft.heard(Place("onebot", HONG.id, PRIVATE))


async def test_a_hand_lies_open_before_whom_it_belongs_on_the_page(raft):
    table = await raft.table()
    own, other = [seat.id for seat in table.memory.seats.values() if not seat.gm][:2]
    hands = {seat: (await Painter().picture(Chat(table, seat))).fragments["hand"].html for seat in (own, other)}
    assert re.findall(r"<li title=\"(.*?)\">", hands[own]) == ["潮一", "风四"]
    assert "潮一" not in hands[other]


async def test_a_draw_in_a_group_names_no_card_and_shows_no_die(raft):
    before = len(raft.said)
    await raft.type(HONG, ".摸牌")
    await raft.quiet()
    said = "\n".join(one.text for one in raft.said[before:] if one.place == QQ)
    assert "安 摸了一张牌" in said
    assert "🎲" not in said
