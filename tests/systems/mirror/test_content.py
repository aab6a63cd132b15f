"""Content is data: read once, and everything wrong with it is named at once."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.forms import form_of
from ludex.core.packs import read_pack
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.content import KINDS, character_of, library, shipped
from ludex.systems.mirror.kinds.reading import read_data
from ludex.text.words import Words


def test_the_shipped_content_is_whole():
    pack = shipped()
    assert {"slash", "full_move", "focus", "intercept", "block"} <= set(pack.actions)
    assert {"humanoid", "quadruped"} <= set(pack.bodies)
    assert all(character_of(block, name) for name, block in pack.npcs.items())


def test_all_problems_of_a_pack_are_named_at_once():
    with pytest.raises(RuleError) as refused:
        read_pack(
            {
                "actions": {"kick": {"type": "XA"}, "hug": {"type": "SA", "attack": {"types": ["love"]}}},
                "abilities": {"fly": {"domain": "sky"}},
                "npcs": {"ogre": {"skills": {"athletics": -1}}},
                "spells": {},
            },
            KINDS,
        )
    assert refused.value.code == "bad_content"
    for language in ("zh", "en"):
        told = Words(language, SYSTEM.package).error(refused.value)
        assert all(name in told for name in ("spells", "kick", "hug", "fly", "ogre"))


@pytest.mark.parametrize(
    ("kind", "record"),
    [("actions", {"type": "SA", "ap": "two"}), ("actions", {"ap": 2}), ("bodies", {"parts": 3}), ("npcs", {"lv": "x"})],
)
def test_what_does_not_fit_is_told_in_the_readers_language(kind, record):
    with pytest.raises(RuleError) as refused:
        read_pack({kind: {"kick": record}}, KINDS)
    told = Words("zh", SYSTEM.package).error(refused.value)
    assert not any(english in told for english in ("Expected", "Object", "got", "errors."))


@pytest.mark.parametrize(
    ("text", "line", "column"), [('{"a": }', 1, 7), ("a = ", 1, 5), ("a = 1；b b", 2, 3), ("a = 1；b = [", 2, 6)]
)
def test_a_text_that_is_no_data_is_told_by_its_place(text, line, column):
    with pytest.raises(RuleError) as refused:
        read_data(text)
    assert (refused.value.code, refused.value.facts) == ("bad_record_text", {"line": line, "column": column})


def test_a_tables_own_action_goes_before_the_shipped_one():
    own = {"actions": {"slash": {"type": "SA", "ap": 1, "title": "快斩"}}}
    assert library(own).actions["slash"].ap == 1
    assert library({}).actions["slash"].ap == 2


def test_a_construct_of_low_intelligence_keeps_its_own_lack_of_mind():
    golem = character_of(shipped().npcs["golem"], "golem")
    assert golem.cognition == "none"
    assert not golem.unconscious


def test_every_demo_line_is_one_of_the_commands():
    names = {name for command in SYSTEM.commands for name in command.names} | {"odds"}
    assert all(line.lstrip(".").split()[0] in names for line in SYSTEM.demo().lines)


def test_an_attack_is_chosen_in_the_words_of_the_rulebook():
    form = form_of(next(kind for kind in KINDS if kind.name == "actions"))
    asked = {field.name: field for field in form.fields}
    attack = {field.name: field for field in asked["attack"].fields}
    assert asked["type"].choices["SA"] == ("主要动作", "standard action")
    assert attack["type"].choices["melee"] == ("近战", "melee")
    assert attack["types"].item.choices["slash"][0] == "切割"
    assert attack["effects"].item.choices["sever"][0] == "切断"
