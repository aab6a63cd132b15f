"""Who stands where on a page, worked out from a view alone: whose side somebody is on, what she bears, how near its limit it is."""

import pytest

from ludex.core.view import Piece, Section, Stage, Tag, Tags, Token, Track, View
from ludex.fronts.web.drawing.scene import lay_out
from ludex.fronts.web.drawing.shapes.prose import parted, unmarked

ACTORS = {"an": "安", "bo": "柏", "wolf": "狼"}


def chips(*sheets, tokens=(), held=()):
    """Everybody on the rail, by id."""
    pieces = tuple(Piece(token, n, 0) for n, token in enumerate(tokens))
    where = (Section("stage", "", (Stage(9, 9, pieces),)),) if tokens else ()
    return {chip.id: chip for chip in lay_out(View(sheets, where), ACTORS, held).people}


def sheet(who, *parts, side=""):
    return Section(f"who-{who}", ACTORS[who], parts or (Tags((Tag("x"),)),), side=side)


def test_whose_side_somebody_is_on_is_said_by_her_sheet_not_by_who_holds_her():
    found = chips(sheet("an", side="pc"), sheet("bo"), sheet("wolf", side="foe"))
    assert {who: chip.side for who, chip in found.items()} == {"an": "ally", "bo": "ally", "wolf": "foe"}


@pytest.mark.parametrize(("held", "sides"), [(("an",), ["ally", "ally", "foe"]), ((), ["foe", "foe", "foe"])])
def test_a_side_with_a_name_of_its_own_is_the_players_where_they_stand_on_it(held, sides):
    tokens = (Token("an", "安", "灯塔镇"), Token("bo", "柏", "灯塔镇"), Token("wolf", "狼", "码头帮"))
    assert [chip.side for chip in chips(tokens=tokens, held=held).values()] == sides


def test_what_somebody_bears_is_seen_with_how_near_it_is_to_its_limit():
    worn = (
        Track("受伤", (2,), 6, 6, borne=True),
        Track("动摇", (5,), 6, 6, borne=True),
        Track("警觉", (3,), borne=True),
    )
    chip = chips(sheet("an", *worn))["an"]
    assert [track.label for track in chip.tracks] == ["受伤", "动摇", "警觉"]
    assert [(meter.label, meter.now, meter.top, meter.low) for meter in chip.meters] == [("动摇", 1, 6, True)]
    assert chip.pips is None


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("攻击（长剑）", ("攻击", "（", "长剑", "）")),
        ("特技「虚晃」", ("特技", "「", "虚晃", "」")),
        ("攻击：青铜剑", ("攻击", "：", "青铜剑", "")),
        ("Attack (long sword)", ("Attack", " (", "long sword", ")")),
        ("公布「它是什么」的真相", ("", "", "公布「它是什么」的真相", "")),
        ("移动", ("", "", "移动", "")),
    ],
)
def test_a_card_that_names_a_kind_and_which_of_it_is_read_in_two(title, parts):
    assert parted(title) == parts
    assert "".join(parts) == title


def test_on_a_card_a_refusal_stands_without_its_clause():
    assert unmarked("要 3 道伤痕才能成长。 [HED-GRO-1]") == "要 3 道伤痕才能成长。"
