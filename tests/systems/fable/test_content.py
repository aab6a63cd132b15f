"""Content: what ships is sound, what does not fit is named at once."""

import json

import msgspec
import pytest

from ludex.core.errors import RuleError
from ludex.core.packs import read_pack
from ludex.systems.fable import SYSTEM
from ludex.systems.fable.content import KINDS, shipped
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.options import Options, read_options
from ludex.systems.fable.sheet.entries import BlockEntry, SpellEntry
from ludex.text.words import LANGUAGES, Words

PACKAGE = SYSTEM.package


def problems(pack):
    with pytest.raises(RuleError) as refused:
        read_pack(pack, KINDS)
    assert refused.value.code == "bad_content"
    return refused.value.facts["problems"]


def test_everything_that_ships_is_sound():
    assert [name for name in shipped().__struct_fields__ if not getattr(shipped(), name)] == []


def test_stat_blocks_know_only_spells_and_kinds_of_life_that_exist():
    spells, lives = entries_of(SpellEntry, {}), shipped().life_categories
    for block in entries_of(BlockEntry, {}).values():
        assert set(block.spells) <= set(spells)
        assert block.life in lives
        assert not block.species or block.species in lives[block.life].species


def test_all_that_is_wrong_with_a_pack_is_named_at_once():
    found = problems({"weapons": {"x": {"damage": 6, "colour": "red"}}, "hats": {}, "spells": {"y": {"mp": "five"}}})
    assert [(f.key, f.facts.get("field") or f.facts["where"]) for f in found] == [
        ("content.unknown_field", "colour"),
        ("content.known_fields", "weapons"),
        ("content.missing_field", "attributes"),
        ("content.missing_field", "category"),
        ("content.missing_field", "type"),
        ("content.unknown_kind", "hats"),
        ("content.expected", "spells.y mp"),
    ]


def test_what_is_wrong_deep_inside_an_entry_is_named_with_its_place():
    strike = {"name": "咬", "attributes": ["dex"], "damage": 3, "type": "burn"}
    (found,) = problems({"npcs": {"rat": {"strikes": [strike]}}})
    assert found.facts["where"] == "npcs.rat strikes[0].attributes"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("weapons", {"attributes": ["dex", "mig"], "damage": 3, "category": "sword", "type": "slash"}),
        ("npcs", {"life": "vegetable"}),
    ],
)
def test_words_that_the_rulebook_does_not_have_are_named(kind, body):
    (found,) = problems({kind: {"x": body}})
    assert found.facts["where"].startswith(f"{kind}.x")


@pytest.mark.parametrize(
    "line",
    [
        '.造物 盾 x {"name": 3',
        ".造物 盾 x name = ",
        '.造物 盾 x {"def_bonus": "高"}',
        '.内容包 {"hats": {}}',
        '.内容包 {"shields": 3}',
    ],
)
async def test_problems_with_a_gms_own_content_are_told_in_the_gms_language(at, line):
    reply = await at("GM", line)
    assert reply.code == "bad_content"
    assert not any(word in reply.text for word in ("Expected", "Expecting", "Invalid", "got", "no such", "missing"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_every_table_has_a_word(language):
    words = Words(language, PACKAGE)
    for name in shipped().__struct_fields__:
        assert words.has(f"terms.{name}")
        assert [k for k in getattr(shipped(), name) if not words.has(f"terms.{k}")] == []


@pytest.mark.usefixtures("beginners")
async def test_the_gms_own_spell_is_cast_like_any_other(table, at):
    body = '{"name": "晨曲", "mp": 5, "heal": 10, "list": "spirit"}'
    assert (await at("GM", f".造物 spells dawn {body}")).ok
    assert (await at("白露", ".施法 晨曲 苏砚")).code == "not_known"
    await at("白露", ".习得 灵之修习")
    assert (await at("白露", ".选 晨曲")).ok
    await at("GM", ".伤害 苏砚 15")
    assert "恢复 10" in (await at("白露", ".施法 晨曲 苏砚")).text
    assert table.memory.state.things["spells"]["dawn"]["mp"] == 5


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"die_floor": 1}, "bad_option"),
        ({"starting_level": 60, "level_cap": 50}, "bad_option"),
        ({"gauges": 6}, "unknown_option"),
    ],
)
def test_an_option_that_does_not_exist_or_fit_is_refused(given, code):
    with pytest.raises(RuleError) as refused:
        read_options(given)
    assert refused.value.code == code


def test_options_that_fit_are_kept():
    assert read_options({"level_cap": 100, "starting_level": 60}) == msgspec.structs.replace(
        Options(), level_cap=100, starting_level=60
    )


def test_kinds_are_the_tables_a_gm_may_add_to():
    assert [kind.name for kind in KINDS] == [
        "weapons",
        "armors",
        "shields",
        "accessories",
        "items",
        "spells",
        "npcs",
        "feats",
    ]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_the_example_of_every_kind_is_read_without_a_problem(kind, language):
    words = Words(language, PACKAGE)
    found = read_pack({kind: {"example": json.loads(words(f"examples.{kind}"))}}, KINDS)
    assert found[kind]["example"].name
