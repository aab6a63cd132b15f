"""Lines to type, for those who read English."""

import pytest

from ludex.core.deeds import Arg, Command, word
from ludex.text.latin import latin


def _nothing(_asked):
    raise NotImplementedError


STRIKE = Command(("攻击", "strike"), _nothing, (Arg("target"), Arg("power", keys=("力", "pow"), keyed=True)))
HURT = Command(("伤害", "hurt"), _nothing, (Arg("who"), Arg("level", keys=("级",), keyed=True)))
LEXICON = {name: command for command in (STRIKE, HURT) for name in command.names}


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        (".攻击 兽人1 力=3", ".strike 兽人1 pow=3"),
        (".伤害 <who> 级=<hit>", ".hurt <who> level=<hit>"),
        (".没有 兽人1 力=3", ".没有 兽人1 力=3"),
        ("力=3 的一击", "力=3 的一击"),
        ("轮到你：.攻击 力=1\n力=2", "轮到你：.strike pow=1\n力=2"),
        ("3.攻击", "3.攻击"),
    ],
)
def test_commands_and_keys_are_latin_and_names_stay(shown, read):
    assert latin(shown, LEXICON) == read


def test_an_example_is_about_the_demo_in_english():
    assert latin(".攻击 兽人1,安", LEXICON, {"兽人1": "Big Orc", "安": "An"}) == '.strike "Big Orc",An'


@pytest.mark.parametrize(
    ("text", "typed"), [("长剑", "长剑"), ("long sword", '"long sword"'), ('the "big" one', '「the "big" one」')]
)
def test_a_text_of_several_words_is_typed_in_quotes(text, typed):
    assert word(text) == typed
