"""What is the MC's stays the MC's: limits, complexities, prepared threats and what they bring."""

import msgspec
import pytest
from msgspec.structs import replace

from ludex.core.driving import play, settle
from ludex.core.errors import RuleError
from ludex.core.system import Told, Viewer
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.demo import demo
from ludex.systems.mist.sheet import Challenge, Limit, Threat
from ludex.systems.mist.state import Mystery

MC = Viewer()
PLAYER = Viewer("player", ("林默",))
OBSERVER = Viewer("observer")
SECRETS = ("秘密极限", "秘密威胁", "秘密代价", "73", "秘密阴谋", "幕后黑手")


@pytest.fixture
def state():
    """The demo with secrets that nothing else at the table could be mistaken for."""
    found = demo().state
    threat = Threat("明面上的威胁", "来了", brings=({"kind": "narrative", "text": "秘密代价"},))
    challenge = Challenge(
        "影子",
        (Limit("秘密极限", 5),),
        threats=(Threat("秘密威胁", brings=({"kind": "narrative", "text": "秘密阴谋"},)),),
    )
    scene = replace(
        found.scene, challenges=(*found.scene.challenges, challenge), threats=(*found.scene.threats, threat)
    )
    mysteries = (*found.mission.mysteries, Mystery("它要什么", "它要什么？", 73))
    prepared = (Challenge("幕后黑手", (Limit("秘密极限", 5),)),)
    return replace(found, scene=scene, mission=replace(found.mission, mysteries=mysteries), prepared=prepared)


def shown(thing):
    return msgspec.json.encode(thing).decode()


@pytest.mark.parametrize("viewer", [PLAYER, OBSERVER], ids=["player", "observer"])
def test_no_view_but_the_mcs_holds_a_secret(state, viewer):
    text = shown(SYSTEM.look(state, viewer))
    assert [secret for secret in SECRETS if secret in text] == []
    assert "明面上的威胁" in text


def test_the_mc_sees_limits_complexity_and_prepared_threats(state):
    text = shown(SYSTEM.look(state, MC))
    assert [secret for secret in ("秘密极限", "秘密威胁", "73", "幕后黑手") if secret not in text] == []


@pytest.mark.parametrize(
    ("procedure", "given"),
    [
        ("turn", {"actor": "林默", "power": 2}),
        ("apply_status", {"holder": "影子", "status": {"name": "受伤", "tier": 2}}),
        ("scene_next", {"end": True}),
        ("clue_add", {"clue": {"id": "脚印"}}),
    ],
)
def test_no_card_tells_a_player_a_secret(state, procedure, given):
    found = SYSTEM.procedures[procedure]
    asked = found.read(given)
    done = settle(
        lambda: found.run(state, asked),
        state,
        SYSTEM.fold,
        throw=lambda sides: tuple(sides),
        decide=lambda ask, now: SYSTEM.decide(now, ask),
    )
    card = SYSTEM.tell(Told(procedure, asked, done.result, state, done.state), PLAYER)
    assert [secret for secret in SECRETS if secret in shown(card)] == []


def test_a_question_to_a_player_offers_no_limit(state):
    found = SYSTEM.procedures["turn"]
    asked = found.read({"actor": "林默", "power": 2})
    parked = play(lambda: found.run(state, asked), state, SYSTEM.fold, throw=lambda sides: tuple(sides))
    assert [secret for secret in SECRETS if secret in shown(parked.ask)] == []


def test_too_few_clues_are_refused_without_telling_how_many_it_takes(state):
    writing = replace(state, mission=replace(state.mission, phase="writing"))
    found = SYSTEM.procedures["deduce"]
    asked = found.read({"mystery": "它要什么", "conclusion": "名字", "supporting": ["湿车票"]})
    with pytest.raises(RuleError) as refused:
        settle(lambda: found.run(writing, asked), writing, SYSTEM.fold, throw=lambda s: s, decide=lambda a, s: "")
    assert refused.value.code == "not_enough_clues"
    assert "73" not in str(refused.value)
