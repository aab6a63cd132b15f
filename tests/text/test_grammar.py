"""The chat grammar: what fingers type."""

import pytest
from hypothesis import given, strategies as st

from ludex.core.deeds import ACTOR, FLAG, REST, WHOLE, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import DIFFICULTY
from ludex.desk.reading import read_fields
from ludex.text.filling import fill
from ludex.text.grammar import LONGEST, command_line, match, pull_actor, suggestions, tokens

NAMES = ["r", "rd", "rh", "rest", "掷", "掷骰", "st", "strike", "help"]


def named(text):
    line = command_line(text)
    found = match(line, NAMES) if line else None
    return (found.name, found.rest) if found else None


@pytest.mark.parametrize("prefix", [".", "。", "/", "．", "／"])
def test_every_prefix_begins_a_command(prefix):
    assert named(f"{prefix}r 3d6") == ("r", "3d6")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".r3d6", ("r", "3d6")),
        (".rest", ("rest", "")),
        (".rd20", ("rd", "20")),
        (".掷骰3d6", ("掷骰", "3d6")),
        (".掷3d6 攻击", ("掷", "3d6 攻击")),
        ("． ｒ　３ｄ６", ("r", "３ｄ６")),
        (".STRIKE bo", ("strike", "bo")),
        (".st力量50", ("st", "力量50")),
        (".rabbit", None),
        ("...", None),
        (".", None),
        ("hello", None),
    ],
)
def test_names_are_found_glued_wide_and_in_any_case(text, expected):
    assert named(text) == expected


def test_a_near_miss_gets_suggestions():
    assert "strike" in suggestions(command_line(".stirke bo"), NAMES)


def test_a_line_of_a_megabyte_is_refused_unread():
    with pytest.raises(RuleError, match="line_too_long"):
        command_line("." + "x" * 1_000_000)
    assert command_line("." + "x" * (LONGEST - 1))


ARGS = (
    Field("target"),
    Field("force", WHOLE, required=False, default=1),
    Field("help", several=True, keys=("帮助", "+"), keyed=True, required=False),
    Field("hinder", several=True, keys=("阻碍", "-"), keyed=True, required=False),
    Field("quick", FLAG, keys=("快速",)),
    Field("note", REST, required=False, default=""),
)


def parsed(text, args=ARGS):
    actor, found = pull_actor(tokens(text))
    command = Command(("x",), lambda asked: Do("x"), args)
    return actor, read_fields(command, fill(text, found, args), state=None, actor="", find=str)


def test_arguments_go_by_place_key_sign_and_flag():
    actor, found = parsed("狼 3 +勇敢 +敏捷 -胆小 快速 @安 顺手 一击")
    assert actor == "安"
    assert found == {
        "target": "狼",
        "force": 3,
        "help": ["勇敢", "敏捷"],
        "hinder": ["胆小"],
        "quick": True,
        "note": "顺手 一击",
    }
    assert parsed("狼 帮助=勇敢，敏捷、机警")[1]["help"] == ["勇敢", "敏捷", "机警"]


def test_quotes_of_every_kind_keep_words_together():
    assert parsed('"大 灰 狼" 帮助=「很 勇敢」')[1]["help"] == ["很 勇敢"]
    assert parsed("“大 灰 狼”")[1]["target"] == "大 灰 狼"


def test_a_pasted_object_is_one_word_as_it_was_pasted():
    pasted = '{"name": "大 灰 狼", "parts": {"a": "}"}}'
    assert [token.text for token in tokens(f"{pasted} 10")] == [pasted, "10"]
    assert [token.text for token in tokens("{甲 乙} 10")] == ["{甲", "乙}", "10"]


def test_a_negative_number_is_a_number_not_a_sign():
    assert parsed("狼 -2")[1]["force"] == -2


SOMEBODY = (Field("who", ACTOR, required=False), Field("amount", WHOLE), Field("why", REST, required=False))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("-1 for wine", {"amount": "-1", "why": "for wine"}),
        ("2", {"amount": "2"}),
        ("An -1 for wine", {"who": "An", "amount": "-1", "why": "for wine"}),
        ("7 2", {"who": "7", "amount": "2"}),
        ("nobody", {"who": "nobody"}),
    ],
)
def test_a_number_that_is_nobodys_name_passes_over_the_place_for_somebody(text, found):
    assert fill(text, tokens(text), SOMEBODY, ("An", "7")) == found


TASK = (
    Field("by"),
    Field("task", required=False, wide=True),
    Field("tn", WHOLE, keyed=True, keys=("TN",), required=False, owner=DIFFICULTY),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("might 12", {"by": "might", "tn": "12"}),
        ("might the door 12", {"by": "might", "task": "the door", "tn": "12"}),
        ("might 3 men", {"by": "might", "task": "3 men"}),
        ("might room 3 TN=11", {"by": "might", "task": "room 3", "tn": "11"}),
        ('might "12"', {"by": "might", "task": "12"}),
        ("might 7", {"by": "might", "task": "7"}),
    ],
)
def test_a_number_at_the_end_of_free_words_is_the_one_to_reach(text, found):
    assert fill(text, tokens(text), TASK, ("An", "7")) == found


THINGS = (
    Field("what", among=("wolf", "goblin")),
    Field("count", WHOLE, required=False),
    Field("hours", WHOLE, keys=("小时", "h"), required=False),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("狼2只", {"what": "狼", "count": "2"}),
        ("wolf×3", {"what": "wolf", "count": "3"}),
        ("2 wolf", {"count": "2", "what": "wolf"}),
        ("2个 狼 8小时", {"count": "2", "what": "狼", "hours": "8"}),
        ("wolf2", {"what": "wolf2"}),
        ("wolf 2天", {"what": "wolf", "count": "2天"}),
        ("2", {"what": "2"}),
        ('"狼2只"', {"what": "狼2只"}),
    ],
)
def test_how_many_may_stand_before_or_behind_a_thing_with_a_measure_word(text, found):
    assert fill(text, tokens(text), THINGS) == found


def test_a_place_that_must_be_filled_is_not_passed_over():
    needed = (Field("who", ACTOR), *SOMEBODY[1:])
    assert fill("-1 2", tokens("-1 2"), needed) == {"who": "-1", "amount": "2"}


def test_what_is_wrong_is_named():
    for text, code, fact in (("", "missing_argument", "target"), ("狼 二", "bad_argument", "force")):
        with pytest.raises(RuleError) as refused:
            parsed(text)
        assert (refused.value.code, refused.value.facts["arg"]) == (code, fact)
    with pytest.raises(RuleError, match="too_many_arguments"):
        parsed("a b", (Field("target"),))


@given(st.text(max_size=200))
def test_any_line_is_read_or_refused_in_one_way(text):
    try:
        line = command_line("." + text)
        if line:
            match(line, NAMES)
            parsed(line.typed)
    except RuleError:
        pass


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Big Orc axe", ["Big Orc", "axe"]),
        ("big orc axe", ["big orc", "axe"]),
        ("@Big Orc axe", ["@Big Orc", "axe"]),
        ("+press card +night editor x", ["+press card", "+night editor", "x"]),
        ("to=Big Orc,Ann", ["to=Big Orc,Ann"]),
        ("Big Orcs axe", ["Big", "Orcs", "axe"]),
        ("Big Orc King axe", ["Big Orc King", "axe"]),
        ("aBig Orc", ["aBig", "Orc"]),
        ('"Big Orc" axe', ["Big Orc", "axe"]),
        ("", []),
    ],
)
def test_names_of_several_words_are_read_whole_where_they_are_known(text, words):
    known = ["Big Orc", "Big Orc King", "press card", "night editor", "Ann"]
    assert [token.text for token in tokens(text, known)] == words


@pytest.mark.parametrize(
    ("typed", "read"),
    [('"all of it"', "all of it"), ('he says "no"', 'he says "no"'), ('"a" or "b"', '"a" or "b"'), ('"', '"')],
)
def test_quotes_around_all_that_is_left_are_not_part_of_it(typed, read):
    assert fill(typed, tokens(typed), (Field("text", REST),)) == {"text": read}


def test_a_system_may_have_a_prefix_of_its_own():
    assert command_line("#r 3#1d20") is None
    assert command_line("＃r 3#1d20", "#").narrow == "r 3#1d20"
    assert command_line("##标题", "#") is None
    assert command_line("##1 标题", "#") is None
    assert command_line(".#17 1", "#").narrow == "#17 1"
    assert command_line("3#1d20", "#") is None
