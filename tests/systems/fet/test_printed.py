"""What the rulebook prints is said as it prints it, and in English to those who read English."""

import pytest

from ludex.core.driving import script
from ludex.systems.fet import SYSTEM
from ludex.systems.fet.content import shipped
from ludex.systems.fet.state import State
from ludex.systems.fet.views.tell.checks import printed
from ludex.text.words import Words

LINES = (
    ".stf 姓名阿青 结束",
    ".tar 10d",
    ".rec 体力 -5",
    ".rec 意志 +2.5",
    ".rec reset",
    ".rec 意志 reset",
    ".bat 20 力量 推门",
    ".bat exit",
    ".bat 5 力量",
    ".bat end",
)


@pytest.fixture(scope="module")
def replies():
    given = {"lines": [{"who": "a", "text": text} for text in LINES]}
    sheet = {"level": 10, "ratio": 500, "percents": {"strength": 50}, "name": "阿青"}
    state, rest = SYSTEM.arrange(None, {"state": {"sheets": {"a": sheet}}, **given})
    chat = SYSTEM.procedures["chat"]
    done = script(lambda: chat.run(state, chat.read(rest)), state, SYSTEM.fold, dice=(4,), choices=())
    return done.result.replies


def test_in_chinese_as_it_is_printed(replies):
    words = Words("zh", SYSTEM.package)
    said = {r.code: (r.text, "\n".join(words.say(line) for line in printed(State(), r))) for r in replies if r.text}
    assert {"sheet_set", "target_set", "status_changed", "status_reset", "left_battle", "battle_ended"} <= set(said)
    assert [code for code, (text, shown) in said.items() if text != shown] == []


def test_in_english_for_those_who_read_it(replies):
    words = Words("en", SYSTEM.package)
    shown = [
        words.say(line) for r in replies if r.code in ("target_set", "battle_ended") for line in printed(State(), r)
    ]
    assert shown == ["The target is now 40", "The battle is over, the timeline is cleared"]


def test_what_ships_reads_in_the_words_as_on_its_card_and_in_english_too():
    chinese, english = (Words(language, SYSTEM.package) for language in ("zh", "en"))
    for kind in SYSTEM.kinds:
        for key, thing in getattr(shipped(), kind.name).items():
            assert chinese(f"things.{key}") == thing.name
            assert english(f"things.{key}").isascii()
            if kind.name in ("skills", "traits"):
                assert chinese(f"{kind.name}.{key}") == thing.text
                assert english(f"{kind.name}.{key}").isascii()
