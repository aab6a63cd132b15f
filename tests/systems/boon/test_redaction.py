"""Who may know what: secrets of the GM, and where the hidden stand."""

import msgspec
import pytest

from ludex.core.principals import Viewer
from ludex.systems.boon import SYSTEM
from ludex.systems.boon.events import Hid
from ludex.systems.boon.fold import fold


def seen_by(viewer, state):
    return msgspec.json.encode(SYSTEM.look(state, viewer)).decode()


def test_players_do_not_know_of_a_secret_ogre():
    state = SYSTEM.demo().state
    assert "食人魔" in seen_by(Viewer("gm"), state)
    assert "食人魔" not in seen_by(Viewer("player", ("an",)), state)
    assert "ogre1" not in seen_by(Viewer("observer"), state)


def test_a_hidden_goblin_stands_on_the_map_only_for_its_own_side():
    state = fold(SYSTEM.demo().state, Hid("goblin1", hidden=True))
    pieces = {
        role: [p.token.id for s in SYSTEM.look(state, viewer).where if s.id == "stage" for p in s.parts[0].pieces]
        for role, viewer in {
            "gm": Viewer("gm"),
            "foe": Viewer("player", ("orc1",)),
            "hero": Viewer("player", ("an",)),
        }.items()
    }
    assert "goblin1" in pieces["gm"]
    assert "goblin1" in pieces["foe"]
    assert "goblin1" not in pieces["hero"]


def test_notes_are_for_their_owner():
    state = SYSTEM.demo().state
    assert "守过三年城门" in seen_by(Viewer("player", ("an",)), state)
    assert "守过三年城门" not in seen_by(Viewer("player", ("bo",)), state)


def test_a_secret_attacker_is_a_stranger_on_the_card(evening):
    evening.type("GM", ".主动权 食人魔1")
    evening.type("GM", ".摆放 食人魔1 2,2")
    told = evening.type("GM", ".攻击 安", dice=[2])
    assert "食人魔1" in told.text
    assert "某人" in evening.type("柏", ".log 1").text


def test_kept_back_ap_are_open_to_everybody():
    state = SYSTEM.demo().state
    view = SYSTEM.look(state, Viewer("observer"))
    orc = next(s for s in view.who if s.id == "who-orc1")
    assert orc.parts[0].marked == (1, 2, 3)


@pytest.mark.parametrize("line", ["攻击 哥布林1", "推撞 哥布林1"])
def test_odds_do_not_tell_whether_a_guess_is_right(evening, line):
    evening.type("GM", ".主动权 哥布林1")
    evening.type("GM", ".隐匿 门后 遮=大半", dice=[15])
    evening.type("安", ".上")
    right, wrong = (evening.type("安", f".odds {line} 猜={spot}") for spot in ("3,4", "3,2"))
    assert right.ok
    assert right.text == wrong.text


def test_what_the_gm_does_to_a_secret_ogre_stays_backstage(evening):
    evening.type("GM", ".摆放 食人魔1 8,5")
    evening.type("GM", ".伤害 食人魔1 3")
    assert "食人魔" not in evening.type("安", ".log 20").text
    assert "食人魔" in evening.type("GM", ".log 20").text


def test_a_refusal_does_not_name_a_secret_holder(evening):
    evening.type("GM", ".主动权 食人魔1")
    refused = evening.type("安", ".移动 1,1")
    assert refused.code == "not_holder"
    assert "食人魔" not in refused.text
