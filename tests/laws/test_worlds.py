"""Two worlds that a seat may not tell apart, played side by side: random play at the demo, and recorded scenes with unseen deeds between.

`LUDEX_WORLDS=200` plays so many pairs of each system, and all scenes (`make soak`); one that fails says its number.
"""

import asyncio
import os
import tempfile
from pathlib import Path

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.confided import Confided, play_confided
from ludex.testing.dice import ScriptedChance
from ludex.testing.draws import Numbered
from ludex.testing.games import NOON, LawBroken
from ludex.testing.pairs import Typed, play_pair, play_secret
from ludex.testing.scenes import SceneError, Stage, scenes_of, steps
from ludex.testing.worlds import bare, before, differing, opened
from ludex.text.chat import Chat
from tests.laws.fronts import over_the_wire
from tests.ours import systems

PAIRS = int(os.environ.get("LUDEX_WORLDS", "4"))
EVERY = 1 if "LUDEX_WORLDS" in os.environ else 60
"""Of so many scenes one is played."""

OURS = sorted(name for name, system in systems().items() if system.redact is not None)
PAGES = Path(__file__).parent.parent / "scenes"
SCENES = {name: [one for page in sorted(PAGES.glob(f"{name}.*scenes.md")) for one in scenes_of(page)] for name in OURS}
UNSEEN = (".rh d20", ".暗 r 3d6", ".笔记 gm 密1", ".准备 密2: 密3")


def typed(name):
    """The lines of all scenes of a system."""
    said = [line.text.partition("> ") for scene in SCENES[name] for line in steps(scene)]
    return Typed(tuple(t for w, _, t in said if w == "GM"), tuple(t for w, _, t in said if w != "GM"))


@pytest.mark.parametrize("name", OURS)
def test_nothing_that_a_seat_gets_tells_two_worlds_apart(name):
    lines, broken = typed(name), []
    for number in range(PAIRS):
        try:
            asyncio.run(play_pair(systems()[name], Numbered(number), lines=lines, also=over_the_wire))
        except LawBroken as found:
            broken.append(f"{name} {number}: {found}")
    assert not broken, "\n".join(broken)


SECRETS = {
    "boon": (
        (".暗 效果 目眩 安", ".检定 力量 破门"),
        (".效果 破绽 兽人1 暗中", ".攻击 兽人1"),
        (".暗 效果 着火 安", ".看 我"),
        (".暗 效果 束缚 安", ".移动 1,1"),
    ),
}
"""What a GM does unseen that bears upon a line of a player's own: what it comes to may differ, and does not say why."""


@pytest.mark.parametrize(
    ("name", "unseen", "line"), [(name, *both) for name, pairs in SECRETS.items() for both in pairs]
)
def test_a_deed_of_ones_own_does_not_name_what_is_hidden(name, unseen, line):
    asyncio.run(play_secret(systems()[name], unseen, line))


def test_a_hidden_reason_that_is_named_is_found(monkeypatch):
    monkeypatch.setattr("ludex.systems.boon.views.tell.changes.unnamed", lambda total: total)
    with pytest.raises(LawBroken, match="目眩"):
        asyncio.run(play_secret(systems()["boon"], *SECRETS["boon"][0]))


SOME = [scene for name in OURS for scene in SCENES[name][::EVERY]]


@pytest.mark.parametrize("scene", SOME, ids=lambda scene: scene.id)
def test_a_scene_is_the_same_with_unseen_deeds_between_its_lines(scene):
    asyncio.run(both(scene, Numbered(1)))


async def both(scene, draw):
    """Play a scene twice at once, one of them with unseen deeds between."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        plain, other = Stage(scene, Path(one) / "world.db"), Stage(scene, Path(two) / "world.db")
        try:
            for stage in (plain, other):
                await stage.open()
            acts = {line.number for line in steps(scene)}
            for line in scene.lines:
                acted = line.number in acts or line.text.startswith(("undo ", "back "))
                if acted and draw.number(0, 1):
                    await unseen(other, draw.one(UNSEEN))
                await step_both(plain, other, line)
                if acted:
                    await compare(plain, other)
        finally:
            for stage in (plain, other):
                await stage.house.close()


async def unseen(stage, line):
    """The GM does something of which nobody else hears; the dice of the next line stay what they are."""
    kept, stage.table.chance = stage.table.chance, ScriptedChance((3,) * 3)
    stage.table.chance.roll = stage.table.memory.roll
    await Chat(stage.table, HOST, stage.scene.language).line(line)
    stage.table.chance = kept


async def step_both(*stages):
    """A line of the scene in both worlds: it holds in both, or in neither."""
    *stages, line = stages
    failed = []
    for stage in stages:
        try:
            await stage.step(line)
        except SceneError:
            failed.append(stage)
    assert len(failed) != 1, f"{line.text}: {failed[0].reply.text}"


async def compare(plain, other):
    """Every player and observer has the same before her, and the reply to what she typed was the same."""
    typist = plain.line.text.partition("> ")[0].removeprefix("undo ").removeprefix("back ")
    if typist.lower() not in ("gm", "mc") and bare(plain.reply) != bare(other.reply):
        raise LawBroken(f"{plain.line.text}\n{differing(bare(plain.reply), bare(other.reply))}")
    for seat in [one for one in plain.table.memory.seats.values() if not one.gm]:
        here, there = [await before(stage.chat(seat.id)) for stage in (plain, other)]
        for name, got in here.items():
            assert got == there[name], f"{plain.line.text}: {name} of {seat.name}\n{differing(got, there[name])}"


CONFIDED = {
    "mist": Confided(
        (".收场", ".线索 @周遥 {word} 只有你知道", ".书写"),
        {"密折七": ("密折七", "密折"), "密折 其七": ("「密折 其七」", "密折"), "Brings": ("Brings", "brings")},
    )
}


@pytest.mark.parametrize("name", sorted(CONFIDED))
async def test_what_a_player_alone_knows_is_not_read_from_what_she_does_with_it(name, tmp_path):
    done = 0
    for number in range(PAIRS * 3):
        house, draw = House(SqliteStore(tmp_path / f"{number}.db"), clock=lambda: NOON), Numbered(number)
        try:
            world = await opened(systems()[name], house, draw.one((0, 2)), trust=None)
            done += await play_confided(world, CONFIDED[name], draw)
        finally:
            await house.close()
    assert done > PAIRS


async def some_pairs():
    for number in range(5):
        await play_pair(systems()["mist"], Numbered(number))


async def test_a_leak_is_found(monkeypatch):
    """A table that tells of the unseen is found out: here by the number of its entries."""
    monkeypatch.setattr("ludex.desk.desk.own_number", lambda _memory, _seat, n: n)
    with pytest.raises(LawBroken):
        await some_pairs()
