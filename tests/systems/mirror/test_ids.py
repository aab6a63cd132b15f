"""No id, key or empty bracket reaches a person, in either language (MIR-LIV-60): every scene of Mirror is read again for them."""

import asyncio
import re
import tomllib
from pathlib import Path

import pytest

from ludex.systems.mirror.content import NAMED, TOLD, shipped, shown
from ludex.systems.mirror.effects.bearing import stock
from ludex.testing import scenes
from ludex.text.words import Words

PAGES = Path(__file__).parents[2] / "scenes"
DISPUTED = tomllib.loads((PAGES / "disputed.toml").read_text("utf-8"))
EVERY = [s for name in ("mirror.scenes.md", "mirror.more.scenes.md") for s in scenes.scenes_of(PAGES / name)]
ALL = [s for s in EVERY if s.id not in DISPUTED]
ZH, EN = [s for s in ALL if s.language != "en"], [s for s in ALL if s.language == "en"]
LEAK = re.compile(r"(?<![A-Za-z.])[a-z][a-z_]{2,}|「」|【】|《》|<>")
HAN = re.compile("[\u4e00-\u9fff]")
FORMS = ("内容包有问题", "options.")
"""Lines that name the keys of a form, or of an option that was set by its path."""

EVENING = """
language: en
seat: Jia
Jia> .new Liwang warrior points=str12,con8,dex5 skills=athletics2 defenses=dodge1 weapons=sword1
GM> .npc bandit 2
GM> .stage 8 8
GM> .place Liwang 2,2
GM> .place bandit1 3,2
Jia> .sheet
Jia> .item
GM> .auto bandit1
dice: 12
Jia> .act slash bandit1
dice: 5
Jia> .1
Jia> .act blast bandit1
! not_known
Jia> .act dance bandit1
! unknown_deed
GM> .dmg Liwang hit=2 dp=4 type=slash on=arm
GM> .heal arm 1 who=Liwang
GM> .status stealth 1 who=bandit2
GM> .fx mist Liwang unit=round n=2
GM> .effects
GM> .fight Liwang=15,bandit1=12
Jia> .mv west
Jia> .end
GM> .end
GM> .endfight
GM> .1
GM> .rest @all long
GM> .mode rest
GM> .levelup warrior who=Liwang
Jia> .2
GM> .organ remove hands arm who=Liwang
Jia> .act pick_lock
! malfunction
GM> .favour Liwang 2 bridge
GM> .content actions
GM> .content actions slash
GM> .content abilities
GM> .content organs
GM> .content statuses
GM> .content bodies humanoid
GM> .content items leather
"""


async def _texts(scene, folder):
    """Everything that anybody has got in a scene."""
    found = []

    class Read(scenes.Stage):
        def check_refused(self):
            pass

    stage = Read(scene, folder / "ludex.db")
    try:
        await stage.open()
        for line in scene.lines:
            await stage.step(line)
        for seat in stage.table.memory.seats:
            found += await stage.seen_by(stage.chat(seat), all_of_it=True)
    finally:
        await stage.house.close()
    return [line for text in found for line in text.split("\n") if not re.match(r"\s*#\d+ ", line)]


@pytest.mark.parametrize("scene", ZH, ids=lambda scene: scene.id)
def test_no_id_and_no_key_is_read_by_anybody(scene, tmp_path):
    typed = " ".join(line.text for line in scene.lines)
    for line in asyncio.run(_texts(scene, tmp_path)):
        if not any(mark in line for mark in FORMS) and '{"' not in line:
            assert [leak for leak in LEAK.findall(line) if leak not in typed] == [], line


LINES = tuple(scenes.Line(n, line) for n, line in enumerate(EVENING.strip().splitlines()))


@pytest.mark.parametrize("scene", [scenes.Scene("evening", "mirror", "en", "test", LINES), *EN], ids=lambda s: s.id)
def test_an_english_table_is_read_in_english(scene, tmp_path):
    assert [
        line
        for line in asyncio.run(_texts(scene, tmp_path))
        if HAN.search(line) or "terms." in line or "things." in line
    ] == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_whatever_ships_has_a_name_and_a_text(language):
    words = Words(language, "ludex.systems.mirror")
    for kind in NAMED:
        for key in getattr(stock() if kind == "items" else shipped(), kind):
            assert words.has(f"things.{key}"), key
    for kind in TOLD:
        for key, record in getattr(stock() if kind == "items" else shipped(), kind).items():
            told = words.phrase(f"texts.{kind}.{key}")
            assert told == record.text if language == "zh" else told and not HAN.search(told), key
    for action in (a for npc in shipped().npcs.values() for a in npc.actions):
        said = words.say(shown(str(action.get("title") or action["name"])))
        assert language == "zh" or not HAN.search(said), said
