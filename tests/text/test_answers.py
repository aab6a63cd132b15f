"""What counts as an answer when somebody just says it."""

import pytest

from ludex.core.asks import Option
from ludex.core.errors import RuleError
from ludex.core.say import say
from ludex.text.answers import nearly, read_answer, spoken
from ludex.text.words import Words

OPTIONS = [
    Option("dodge", say("answers.yes")),
    Option("rp:<n>", say("answers.yes")),
    Option("<text>", say("answers.yes")),
]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("dodge", "dodge"),
        ("ＤＯＤＧＥ", "dodge"),
        ("rp:60", "rp:60"),
        ("rp：60", "rp:60"),
        ("rp:", None),
        ("rp:6:0", None),
        ("my rp:60", None),
        ("hello", None),
    ],
)
def test_only_whole_words_and_filled_forms_answer_in_passing(said, answer):
    assert spoken(Words("en"), OPTIONS, said) == answer


def test_what_several_answers_hold_is_refused_because_it_does_not_say_which():
    blocks = [
        Option("block:sword", say("用长剑格挡")),
        Option("block:shield", say("用小盾格挡")),
        Option("none", say("不防")),
    ]
    with pytest.raises(RuleError, match="bad_choice"):
        nearly(Words("zh"), blocks, "格挡")
    assert nearly(Words("zh"), blocks, "小盾") == "block:shield"
    assert nearly(Words("zh"), blocks, "跳舞") is None


@pytest.mark.parametrize("said", ["1 3", "1,3", "1、3", "1， 3"])
def test_several_answers_are_picked_by_their_numbers_where_one_takes_a_list(said):
    feats = [Option(one, say("answers.yes")) for one in ("hardy", "keen", "fleet")]
    several = Option("<feats…>", say("answers.yes"), {"feats": ("hardy", "keen", "fleet")})
    assert read_answer(Words("zh"), [*feats, several], said.split()) == "hardy,fleet"


def test_several_numbers_for_one_answer_are_refused_because_one_can_be_meant():
    with pytest.raises(RuleError, match="bad_choice"):
        read_answer(Words("zh"), [Option("a", say("answers.yes")), Option("b", say("answers.yes"))], ["1", "2"])
