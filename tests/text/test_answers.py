"""What counts as an answer when somebody just says it."""

import pytest

from ludex.core.asks import Option
from ludex.core.errors import RuleError
from ludex.core.say import say
from ludex.text.answers import nearly, spoken
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
