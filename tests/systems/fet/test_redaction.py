"""What `redact` leaves of a state: no name of the hidden anywhere, no number of an NPC, and the same when it is done twice."""

import msgspec

from ludex.core.principals import Viewer
from ludex.systems.fet.redact import redact

ALICE = Viewer("player", ("爱丽丝",), numbers="bands")


async def test_nothing_refers_to_somebody_hidden(tables):
    await tables.lines("GM> .登场 枪手 隐藏", "GM> .参战 枪手", "GM> .射 爱丽丝 @枪手")
    known = redact(tables.state, ALICE)
    assert "枪手" not in msgspec.json.encode(known).decode()
    assert redact(known, ALICE) == known


async def test_of_who_hides_after_being_seen_is_known_that_it_is_there(tables):
    await tables.lines("GM> .攻 33 力量 爱丽丝 @打手", "GM> .标记 打手 隐藏 安全区")
    known = redact(tables.state, ALICE).fighter("打手")
    assert (known.unseen, known.act.kind, known.zone) == (True, "undisclosed", "danger")
    assert redact(redact(tables.state, ALICE), ALICE) == redact(tables.state, ALICE)


async def test_an_npc_is_known_by_name_and_in_words(tables):
    await tables.line("GM", ".伤 打手 体力 -31")
    known = redact(tables.state, ALICE)
    assert "打手" in known.veiled
    assert known.characters["打手"].sheet.skills == ()
    assert (known.fighter("打手").stamina, known.fighter("打手").weapons) == (82, {})
    assert redact(known, ALICE) == known


async def test_a_declared_act_is_known_as_declared_alone(tables):
    await tables.line("左", ".攻 77 力量 打手 断喉")
    act = redact(tables.state, ALICE).fighter("韩左").act
    assert (act.kind, act.impact, act.targets) == ("undisclosed", 0, ())
