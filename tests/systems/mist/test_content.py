"""Content packs: what comes with the system is in order, and a bad pack hears of everything that is wrong at once."""

import json

import pytest

from ludex.core.errors import RuleError
from ludex.systems.mist.content import content_of, shipped
from ludex.systems.mist.options import Options
from ludex.systems.mist.sheet import character_problems
from ludex.systems.mist.terms import Stage


def test_every_prepared_character_is_in_order():
    for character in shipped().characters.values():
        assert [str(p) for p in character_problems(character, Stage.CREATION, Options())] == []


def test_every_prepared_mission_can_be_won():
    for mission in shipped().missions.values():
        assert mission.anomaly in {name for scene in mission.scenes for name in scene.challenges}
        assert all(m.complexity <= len(mission.clues) for m in mission.mysteries)


def test_a_bad_pack_is_refused_with_all_its_problems():
    pack = {
        "theme": [{"id": "t", "kind": "loud", "theme_tag": "", "tags": ["a"], "weakness": []}],
        "challenge": [{"kind": "challenge", "id": "fog", "limits": []}],
        "character": [{"id": "rin", "themes": ["nobody"]}],
        "mission": [{"id": "m", "anomaly": "ghost", "mysteries": [{"id": "what", "complexity": 0}]}],
    }
    with pytest.raises(RuleError) as refused:
        content_of((json.dumps(pack),))
    said = str(refused.value.facts["problems"])
    for wanted in (
        "theme_kind",
        "theme_tag_missing",
        "weakness_count",
        "no_limits",
        "nobody",
        "ghost",
        "bad_complexity",
    ):
        assert wanted in said


def test_a_pack_with_an_unknown_field_is_refused():
    with pytest.raises(RuleError, match="bad_content"):
        content_of((json.dumps({"mission": [{"id": "m", "moral": "none"}]}),))
