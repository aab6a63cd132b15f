"""No id, key or empty bracket reaches a person, in either language (MST-LIV-59): every scene, an English evening and random play are read for them."""

import asyncio
import random
import re
from importlib import resources
from pathlib import Path

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing import scenes
from ludex.text.chat import Chat

PAGES = Path(__file__).parents[2] / "scenes"
ZH = [s for name in ("mist.scenes.md", "mist.more.scenes.md") for s in scenes.scenes_of(PAGES / name)]
ZH = [scene for scene in ZH if scene.language == "zh"][::2]
"""Every second one: enough to read every card, refusal and question, and quick."""

LEAK = re.compile(r"(?<![A-Za-z.])[a-z][a-z_]{2,}|「」|【】|《》|<>")
HAN = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
HAND = re.compile(r"→ None|'phase'|/page|options\.|选项 ?|来自「mist」|triggers\[|^\s*{\"ludex\"")
"""Lines that name what is typed or kept so: the MC's own hand with its paths, options by their names, the places in a file, a file itself."""

EVENING = Path(__file__).parents[3] / "docs" / "tutorial" / "mist.en.md"


class Read(scenes.Stage):
    """A scene of which everything is read, refusals too."""

    def check_refused(self):
        self.refused = ""


async def texts(scene, folder):
    """Everything that anybody has got in a scene, without the lines that people typed."""
    stage = Read(scene, folder / "ludex.db")
    found = []
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
    for line in asyncio.run(texts(scene, tmp_path)):
        if not HAND.search(line):
            assert [leak for leak in LEAK.findall(line) if leak not in typed] == [], line


def test_an_english_evening_is_read_in_english(tmp_path):
    scene = scenes.scenes_of(EVENING, "mist", "en")[0]
    assert [line for line in asyncio.run(texts(scene, tmp_path)) if HAN.search(line)] == []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("seed", range(4))
def test_random_play_is_read_in_its_language(language, seed, tmp_path):
    """Whatever is offered is done at random, and every question answered with an answer that is offered."""
    lines = asyncio.run(wandering(language, seed, tmp_path))
    if language == "en":
        assert [line for line in lines if HAN.search(line)] == []
    else:
        assert [line for line in lines for _ in LEAK.findall(line)] == []


SAID = {"zh": ("铁门", "回声", "旧合同"), "en": ("iron gate", "the echo", "old contract")}


async def wandering(language, seed, folder):
    """A demo in which everybody does what is offered, with words of the language in every gap."""
    chance, said = random.Random(seed), SAID[language]
    stage = Read(scenes.Scene("wander", "mist", language, "random", (), "demo"), folder / "ludex.db")
    found = []
    try:
        await stage.open()
        for _ in range(60):
            chat = stage.chat(chance.choice(list(stage.table.memory.seats)))
            asked = chat.desk.questions()
            if asked:
                option = chance.choice(asked[0].question.options)
                answer = re.sub(
                    r"<(\w+…?)>", lambda gap, o=option: filling(chance, o.fill, gap[1], said), option.answer
                )
                number = chat.desk.number(asked[0].act.number)
                reply = await chat.line(f".#{number} {answer}")
            else:
                deeds = [deed for deed in chat.desk.deeds() if deed.refusal is None]
                line = re.sub(r"\S*[\[<]([^\]>]*)[\]>]", "", chat.written(chance.choice(deeds))) if deeds else ".view"
                line = f"{line} {chance.choice(said)}"
                reply = await chat.line(line)
            found.append(reply.text)
        for seat in stage.table.memory.seats:
            found += await stage.seen_by(stage.chat(seat), all_of_it=True)
    finally:
        await stage.house.close()
    return [line for text in found for line in text.split("\n") if not re.match(r"\s*(❓ )?#\d+ ", line)]


def filling(chance, fill, gap, said):
    """Something for a gap: what is offered there, else a word."""
    offered = [str(one) for one in fill.get(gap.removesuffix("…"), ())]
    return chance.choice(offered) if offered else chance.choice(said)


@pytest.mark.parametrize("name", ["mission", "challenge", "theme", "character", "scene"])
def test_each_template_is_there_in_both_languages_with_the_same_keys(name):
    """Two files of one shape: as many keys, whatever they are called (MST-LIV-48, MST-LIV-50)."""
    folder = resources.files("ludex.systems.mist").joinpath("data", "templates")
    zh, en = (folder.joinpath(file).read_text("utf-8") for file in (f"{name}.toml", f"{name}.en.toml"))
    assert len(re.findall(r"[\w]+ = ", zh)) == len(re.findall(r"[\w]+ = ", en))
    assert not re.search(r"^[\u4e00-\u9fff]", en, re.M)


async def test_every_example_is_english_in_english(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo("mist", language="en")
    chat = Chat(table, HOST, "en")
    assert [line for command in table.system.commands if HAN.search(line := chat.example(command))] == []
    await house.close()
