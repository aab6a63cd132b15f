"""`ludex odds`: what a table would say before the roll, on the command line."""

import pytest

from ludex.fronts.cli.odds import odds


def test_dice_have_their_chances(capsys):
    odds("2d6", language="en")
    assert "7  16.7% 1/6 ███" in capsys.readouterr().out


def test_a_line_has_the_chances_that_its_seat_may_know(capsys):
    odds("boon", ".atk", "orc1", "@An", seat="An", language="en")
    told = capsys.readouterr().out
    assert "miss  0.8% 1/120" in told
    assert "mean 3.92" in told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("boon",), "Odds of what?"),
        (("4dx",), "Character 3"),
        (("boon", ".atk", "nobody", "@An"), "nobody"),
        (("mist", ".say", "hello"), ""),
    ],
)
def test_what_has_no_odds_ends_in_one_sentence(asked, told):
    with pytest.raises(SystemExit) as ended:
        odds(*asked, language="en")
    assert told in str(ended.value)
    assert ended.value.code


def test_a_seat_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(SystemExit, match=r"There is no seat “Zed”\. There are: GM, An"):
        odds("boon", ".atk", "orc1", "@An", seat="Zed", language="en")
