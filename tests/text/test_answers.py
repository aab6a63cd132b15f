"""What counts as an answer when somebody just says it."""

import pytest

from ludex.core.asks import Option
from ludex.core.say import say
from ludex.text.answers import spoken
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
