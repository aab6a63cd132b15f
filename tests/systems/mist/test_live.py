"""Live play at a mist table, in scenes of its own: clauses MST-LIV that the shared scenes leave out."""

import asyncio
from pathlib import Path

import pytest

from ludex.testing.scenes import play, scenes_of

SCENES = scenes_of(Path(__file__).parent / "mist.scenes.md")


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_scene_holds(scene):
    assert asyncio.run(play(scene)).problem == ""
