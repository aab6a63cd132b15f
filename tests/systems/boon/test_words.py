"""What people read at a Chinese table is Chinese: no id, code or English word in any reply of any scene (BOO-LIV-59)."""

import asyncio
import re
import tempfile
from pathlib import Path

import pytest

from ludex.testing.scenes import Stage, scenes_of

PAGES = sorted((Path(__file__).parents[2] / "scenes").glob("boon*.scenes.md"))
SCENES = [scene for page in PAGES for scene in scenes_of(page) if scene.language == "zh"]
_LATIN = re.compile(r"[A-Za-z_]{2,}")
_CITED = re.compile(r"\bBOO-[A-Z]+-\d+\b|\bBOO-E-\d+\b|\d*[dD]\d+|AP|\bGM\b|TOML")
_LINE = re.compile(r"(?<![\w])\.[A-Za-z]+")


async def _replies(scene):
    """What was told in a scene: each reply, with every text that anybody typed in it."""
    typed, told = [], []
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(scene, Path(folder) / "ludex.db")
        try:
            await stage.open()
            for line in scene.lines:
                before = stage.reply
                await stage.step(line)
                typed.append(line.text)
                if stage.reply is not before and '":' not in stage.reply.text:  # a character's file is no sentence
                    told.append(stage.reply.text)
        finally:
            await stage.house.close()
    return "\n".join(typed), told


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_chinese_reply_holds_no_id_and_no_code(scene):
    typed, told = asyncio.run(_replies(scene))
    said = {word for text in told for word in _LATIN.findall(_LINE.sub("", _CITED.sub("", text)))}
    assert sorted(word for word in said if word not in typed) == []
