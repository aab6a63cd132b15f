"""What is the MC's stays the MC's: limits, complexities, prepared threats and what they bring, prepared things, own packs."""

import asyncio
import json
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from ludex.core.driving import play, settle
from ludex.core.errors import RuleError
from ludex.core.system import Told, Viewer
from ludex.store.sqlite import SqliteStore
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.demo import demo
from ludex.systems.mist.sheet import Challenge, Limit, Status, Threat
from ludex.systems.mist.state import Mystery, State
from ludex.systems.mist.terms import MissionPhase
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.testing.draws import Numbered
from ludex.testing.secrets import everything, other_worlds
from ludex.text.chat import Chat

MC = Viewer()
PLAYER = Viewer("player", ("林默",), numbers="hidden")
OBSERVER = Viewer("observer", numbers="hidden")
OTHERS = {"player": PLAYER, "observer": OBSERVER}
PACK = {
    "主题": {"秘藏主题": {"kind": "self", "theme_tag": "拾荒人", "tags": ["铁钩", "夜路"], "weakness": ["怕狗"]}},
    "character": [{"id": "阿拾", "themes": ["秘藏主题"]}],
    "challenge": [{"id": "秘密看守", "limits": [{"status": "秘密极限", "limit": 2}]}],
    "missions": {"秘密任务": {"summary": "秘密小结", "scenes": [{"id": "秘密场景", "challenges": ["秘密看守"]}]}},
}
SECRETS = ("秘密", "73", "幕后黑手")


@pytest.fixture
def state():
    """The demo at its file, with secrets that nothing else at the table could be mistaken for."""
    found = demo().state
    threat = Threat("明面上的威胁", "来了", brings=({"kind": "narrative", "text": "秘密代价"},))
    challenge = Challenge(
        "影子",
        (Limit("秘密极限", 5),),
        statuses=(Status("看清", (1, 2)),),
        threats=(Threat("秘密威胁", brings=({"kind": "narrative", "text": "秘密阴谋"},)),),
    )
    scene = replace(
        found.scene, challenges=(*found.scene.challenges, challenge), threats=(*found.scene.threats, threat)
    )
    mysteries = (*found.mission.mysteries, Mystery("它要什么", "它要什么？", 73))
    mission = replace(found.mission, mysteries=mysteries, phase=MissionPhase.WRITING)
    prepared = (Challenge("幕后黑手", (Limit("秘密极限", 5),)),)
    return replace(
        found, scene=scene, mission=mission, prepared=prepared, packs=(json.dumps(PACK, ensure_ascii=False),)
    )


def shown(thing):
    return msgspec.json.encode(thing).decode()


def found_in(thing):
    return [secret for secret in SECRETS if secret in shown(thing)]


# --- the state as a viewer knows it ----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", OTHERS.values(), ids=OTHERS)
def test_nothing_of_the_mcs_is_left_in_the_state_that_others_know(state, viewer):
    known = SYSTEM.redact(state, viewer)
    assert found_in(known) == []
    assert SYSTEM.redact(known, viewer) == known
    assert known.characters == state.characters
    assert [(c.id, c.text) for c in known.mission.clues] == [(c.id, c.text) for c in state.mission.clues]
    assert known.scene.challenges[-1].statuses == state.scene.challenges[-1].statuses
    assert [m.veiled for m in known.mission.mysteries] == [True] * len(state.mission.mysteries)


def test_the_mc_knows_the_state_as_it_is(state):
    assert SYSTEM.redact(state, MC) is state
    assert SYSTEM.assumed(state, MC) == {}


@pytest.mark.parametrize("packs", [("{", "[1]", "7", "{}"), (json.dumps({"challenge": PACK["challenge"]}),)])
def test_of_a_pack_without_anything_for_players_not_even_the_pack_is_left(packs):
    assert SYSTEM.redact(State(packs=packs), PLAYER).packs == ()


def test_that_a_challenge_is_overcome_is_open(state):
    done = replace(state.scene.challenges[0], statuses=(Status("绕开", (1, 2)),))
    over = replace(state, scene=replace(state.scene, challenges=(done,)))
    assert SYSTEM.redact(over, PLAYER).challenges[0].overcome


def test_the_markers_of_what_is_not_known_are_never_written_down(state):
    for known in (state, SYSTEM.redact(state, PLAYER)):
        assert "veiled" not in shown(known)


# --- views -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", OTHERS.values(), ids=OTHERS)
def test_no_view_but_the_mcs_holds_a_secret(state, viewer):
    known = SYSTEM.redact(state, viewer)
    fields = [field for command in SYSTEM.commands for field in command.args]
    assert found_in(SYSTEM.look(known, viewer)) == []
    assert found_in(SYSTEM.deeds(known, viewer)) == []
    assert found_in([field.offers(known, "林默") for field in fields]) == []
    assert "明面上的威胁" in shown(SYSTEM.look(known, viewer))


def test_the_mc_sees_limits_complexity_and_prepared_threats(state):
    text = shown(SYSTEM.look(state, MC))
    assert [secret for secret in ("秘密极限", "秘密威胁", "73", "幕后黑手") if secret not in text] == []


def changed_limits(state, limits):
    challenges = tuple(replace(c, limits=limits) for c in state.scene.challenges)
    return replace(state, scene=replace(state.scene, challenges=challenges))


def changed_threats(state, threats):
    challenges = tuple(replace(c, threats=threats) for c in state.scene.challenges)
    return replace(state, scene=replace(state.scene, challenges=challenges))


def changed_brings(state, brings):
    threats = tuple(replace(t, brings=brings) for t in state.scene.threats)
    return replace(state, scene=replace(state.scene, threats=threats))


def changed_complexity(state, complexity):
    mysteries = tuple(replace(m, complexity=complexity) for m in state.mission.mysteries)
    return replace(state, mission=replace(state.mission, mysteries=mysteries))


HIDDEN = {
    "limits": partial(changed_limits, limits=(Limit("别的极限", 6), Limit("看清", 3))),
    "threats": partial(changed_threats, threats=(Threat("别的威胁", "别的话"),)),
    "no threats": partial(changed_threats, threats=()),
    "brings": partial(changed_brings, brings=({"kind": "story_tag", "name": "别的标签"},)),
    "one clue": partial(changed_complexity, complexity=1),
    "many clues": partial(changed_complexity, complexity=9),
    "prepared": partial(replace, prepared=(Challenge("别的黑手", (Limit("别的极限", 1),)),)),
    "nothing prepared": partial(replace, prepared=()),
    "pack": partial(replace, packs=(json.dumps({**PACK, "challenge": [], "missions": {}}),)),
    "one pack more": lambda state: replace(
        state, packs=(*state.packs, json.dumps({"mission": [{"id": "别的任务", "clues": [{"id": "别的线索"}]}]}))
    ),
}
"""Changes of what is the MC's alone."""


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_world_that_differs_in_what_is_hidden_is_the_same_for_a_player(state, hidden):
    other = HIDDEN[hidden](state)
    assert other != state
    assert SYSTEM.redact(other, PLAYER) == SYSTEM.redact(state, PLAYER)
    assert asyncio.run(everything(SYSTEM, other, PLAYER)) == asyncio.run(everything(SYSTEM, state, PLAYER))


def test_worlds_changed_at_random_are_the_same_for_an_observer(state):
    here = asyncio.run(everything(SYSTEM, state, OBSERVER))
    worlds = [world for _, world in other_worlds(SYSTEM, state, OBSERVER, Numbered(7))]
    assert worlds
    assert all(asyncio.run(everything(SYSTEM, world, OBSERVER)) == here for world in worlds[:4])


# --- what is told ----------------------------------------------------------------------------------------------------

TOLD = {
    "turn": {"actor": "林默", "power": 2, "aside": True},
    "apply_status": {"holder": "影子", "status": {"name": "受伤", "tier": 2}},
    "scene_next": {"end": True},
    "clue_add": {"clue": {"id": "脚印"}},
    "trait_add": {"text": "见光就散"},
    "threat_announce": {"id": "明面上的另一个威胁"},
    "mystery_pose": {"mystery": {"id": "它怕什么", "question": "它怕什么？", "complexity": 73}},
    "challenge_set": {"challenge": {"kind": "challenge", "id": "恶犬", "limits": [{"status": "秘密极限", "limit": 3}]}},
    "challenge_prepare": {
        "challenge": {"kind": "challenge", "id": "秘密恶犬", "limits": [{"status": "安抚", "limit": 3}]}
    },
    "limit_set": {"challenge": "影子", "status": "秘密极限", "limit": 4},
    "pack_shelve": {"pack": {"challenge": [{"id": "秘密猎犬", "limits": [{"status": "安抚", "limit": 3}]}]}},
    "conclusion_power": {"complexity": 73, "supporting": ["湿车票"]},
}


def card(state, procedure, given, viewer):
    """What a viewer is told of a procedure with the highest dice and default answers."""
    found = SYSTEM.procedures[procedure]
    asked = found.read(given)
    done = settle(
        lambda: found.run(state, asked),
        state,
        SYSTEM.fold,
        throw=lambda ask: tuple(ask.pool.sides),
        decide=lambda ask, now: SYSTEM.decide(now, ask),
    )
    before, after = SYSTEM.known_to(state, viewer), SYSTEM.known_to(done.state, viewer)
    return SYSTEM.tell(Told(procedure, asked, done.result, before, after), viewer)


@pytest.mark.parametrize("procedure", TOLD)
def test_no_card_tells_a_player_a_secret(state, procedure):
    assert found_in(card(state, procedure, TOLD[procedure], PLAYER)) == []


@pytest.mark.parametrize("procedure", ["limit_set", "challenge_prepare", "pack_shelve", "conclusion_power"])
def test_the_mc_is_told_what_was_done_in_secret(state, procedure):
    assert card(state, procedure, TOLD[procedure], MC).lines


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_others_do_is_told_alike_in_worlds_that_differ_in_what_is_hidden(state, hidden):
    other = HIDDEN[hidden](state)
    for procedure, given in TOLD.items():
        assert card(other, procedure, given, PLAYER) == card(state, procedure, given, PLAYER)


def test_a_question_to_a_player_offers_no_limit(state):
    found = SYSTEM.procedures["turn"]
    asked = found.read({"actor": "林默", "power": 2, "aside": True})
    parked = play(lambda: found.run(state, asked), state, SYSTEM.fold, throw=lambda ask: tuple(ask.pool.sides))
    assert found_in(parked.ask) == []


# --- attempts and odds -------------------------------------------------------------------------------------------------


def typed(state, path, *lines):
    """What a player's lines are answered with at a table in this state."""

    async def type_all():
        house = House(SqliteStore(path / "table.db"), clock=lambda: "2026-01-01T00:00:00Z")
        table, _ = await house.create("mist", name="t", state=state)
        seat, _ = await invite(table, table.seat("gm"), role="player", name="Lin", controls=("林默",))
        chat = Chat(table, seat.id)
        replies = [await chat.line(line) for line in lines]
        await house.close()
        return replies

    return asyncio.run(type_all())


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        (".行动 +记者证 应对={}", "秘密威胁"),
        (".行动 +记者证 -{}:受伤", "幕后黑手"),
        (".预览 +{}", "秘密极限"),
        (".演绎 {} 名字 支持=湿车票", "秘密任务"),
        (".主题 {}", "秘密看守"),
        (".压制 {}", "幕后黑手"),
    ],
)
def test_what_is_hidden_is_refused_like_what_does_not_exist(state, tmp_path, line, hidden):
    opportunity = replace(state, mission=replace(state.mission, phase=MissionPhase.OPPORTUNITY))
    table = opportunity if line.startswith(".压制") else state
    nothing = "没有此物"
    there, nowhere = typed(table, tmp_path, line.format(hidden), line.format(nothing))
    assert there.code
    assert (there.code, there.text.replace(hidden, nothing)) == (nowhere.code, nowhere.text)


def test_what_a_pack_has_for_players_is_theirs(state, tmp_path):
    theme = typed(state, tmp_path, ".主题 秘藏主题")[0]
    assert (theme.code, "拾荒人" in theme.text) == ("", True)


def test_too_few_clues_are_refused_without_telling_how_many_it_takes(state):
    found = SYSTEM.procedures["deduce"]
    asked = found.read({"mystery": "它要什么", "conclusion": "名字", "supporting": ["湿车票"]})
    with pytest.raises(RuleError) as refused:
        settle(
            lambda: found.run(state, asked),
            state,
            SYSTEM.fold,
            throw=lambda ask: ask.pool.sides,
            decide=lambda a, s: "",
        )
    assert refused.value.code == "not_enough_clues"
    assert "73" not in str(refused.value)


def test_odds_take_it_for_granted_that_the_clues_are_enough_and_say_so(state, tmp_path):
    guessed, none, put = typed(
        state,
        tmp_path,
        ".概率 演绎 它要什么 名字 支持=湿车票",
        ".概率 演绎 它要什么 名字",
        ".演绎 它要什么 名字 支持=湿车票",
    )
    assert (guessed.code, "「它要什么」" in guessed.text) == ("", True)
    assert none.code == "not_enough_clues"
    assert put.code == ""
    assert "主持人" in put.text  # MST-LIV-25: that they are too few is the MC's to read
