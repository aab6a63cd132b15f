"""Live play: every scene holds, but for those that are listed as not yet held (the list may only shrink) or disputed."""

import asyncio
import tomllib
from pathlib import Path

import pytest

from ludex.testing.scenes import play, scenes_of

HERE = Path(__file__).parent
SCENES = [scene for page in sorted(HERE.glob("*.scenes.md")) for scene in scenes_of(page)]
NOT_YET = set((HERE / "not_yet.txt").read_text("utf-8").split())
DISPUTED = set(tomllib.loads((HERE / "disputed.toml").read_text("utf-8")))


@pytest.mark.parametrize("scene", [s for s in SCENES if s.id not in NOT_YET | DISPUTED], ids=lambda scene: scene.id)
def test_a_scene_holds(scene):
    played = asyncio.run(play(scene))
    assert played.problem == ""


def test_every_listed_scene_is_there():
    assert {scene.id for scene in SCENES} >= NOT_YET | DISPUTED


def test_ids_are_unique():
    assert len({scene.id for scene in SCENES}) == len(SCENES)
