"""What a player may know is what her character perceives."""

import msgspec
from msgspec.structs import replace

from ludex.core.driving import play
from ludex.core.system import Told, Viewer
from ludex.core.view import Facts, Vital
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.redact import assumed, present, redact
from tests.effort import Effort

HOST = Viewer()
AN = Viewer("player", ("an",))
STRANGERS = Viewer("player", ("an",), "hidden")
CROWD = Viewer("observer")


def seen_by(viewer, state):
    return msgspec.json.encode(SYSTEM.look(SYSTEM.known_to(state, viewer), viewer)).decode()


def run(state, name, given, faces=()):
    procedure = SYSTEM.procedures[name]
    asked = procedure.read(given)
    thrown = iter(faces)
    done = play(
        lambda: procedure.run(state, asked),
        state,
        SYSTEM.fold,
        throw=lambda ask: tuple(next(thrown) for _ in ask.pool.sides),
    )
    return Told(name, asked, done.result, state, done.state, done.events)


def test_the_thing_in_the_mirror_has_no_name_on_a_players_map():
    state = SYSTEM.demo().state
    assert "镜影" in seen_by(HOST, state)
    assert "镜影" not in seen_by(AN, state)
    assert "镜影" not in seen_by(CROWD, state)
    assert [c.pos for c in present(redact(state, AN), AN).guessed] == [state.characters["shade"].pos]


def test_an_untraceable_foe_is_not_even_a_question_mark():
    state = SYSTEM.demo().state
    deep = replace(state.characters["shade"], stealth=2)
    state = replace(state, characters={**state.characters, "shade": deep})
    assert '"?"' not in seen_by(AN, state)


def test_a_wall_hides_whom_it_stands_before():
    state = SYSTEM.demo().state
    behind = replace(state.characters["bandit1"], pos=(6, 0))
    state = replace(state, characters={**state.characters, "bandit1": behind})
    assert "bandit1" not in redact(state, AN).characters


def test_a_players_view_of_others_has_no_numbers_unless_the_table_shows_them():
    state = SYSTEM.demo().state
    for numbers, shown in (("hidden", False), ("bands", False), ("open", True)):
        viewer = replace(AN, numbers=numbers)
        sections = {s.id: s for s in SYSTEM.look(redact(state, viewer), viewer).who}
        assert numbers_told(sections["who-an"])
        assert numbers_told(sections["who-bandit1"]) is shown, numbers


def numbers_told(section):
    """Whether a section has a gauge, or a fact that is a number; side, region and words for how full something is are none."""
    facts = [fact.value for part in section.parts if isinstance(part, Facts) for fact in part.rows]
    return any(isinstance(part, Vital) for part in section.parts) or any(isinstance(one, int) for one in facts)


def test_a_hidden_length_stays_with_the_gm():
    state = SYSTEM.demo().state
    effect = {"id": "fog", "name": "fog", "target": "an", "duration": {"unit": "round", "roll": "1d4"}}
    told = run(state, "add_effect", {"effect": effect}, faces=(3,))
    assert "told.lasts" in [line.key for line in SYSTEM.tell(told, HOST).lines]
    assert "told.lasts" not in [line.key for line in SYSTEM.tell(told, AN).lines]
    assert [x.remaining for x in redact(told.after, AN).effects] == [None]
    assert [x.remaining for x in redact(told.after, HOST).effects] == [3]


def test_why_a_blow_at_nothing_missed_is_the_gms_secret():
    state = SYSTEM.demo().state
    given = {
        "attacker": "an",
        "defender": "shade",
        "category": "sword",
        "concealment": 2,
        "target_in_region": False,
        "attack": {"attribute": "str", "advantage": 1},
    }
    told = run(state, "attack_check", given, faces=(20, 3))
    open_card, secret = SYSTEM.tell(told, AN), SYSTEM.tell(told, HOST)
    assert open_card.totals == ()
    assert [line.key for line in open_card.lines] == []
    assert "told.nothing_there" in [line.key for line in secret.lines]


def hiding(state, who, **changes):
    return replace(state, characters={**state.characters, who: replace(state.characters[who], **changes)})


def test_who_entered_in_secret_leaves_no_trace():
    state = SYSTEM.demo().state
    without = replace(state, characters={i: c for i, c in state.characters.items() if i != "bandit1"})
    assert redact(hiding(state, "bandit1", hidden=True), AN) == redact(without, AN)


def test_a_strangers_numbers_are_assumed_where_the_table_hides_them():
    state = SYSTEM.demo().state
    known = redact(state, STRANGERS)
    bandit = known.characters["bandit1"]
    assert bandit.veiled is not None
    assert (bandit.lv, set(bandit.attributes.values()), bandit.dr, bandit.actions) == (1, {10}, 0, ())
    assert "bandit1" in assumed(state, STRANGERS)
    assert redact(hiding(state, "bandit1", sp=1, defenses={"dodge": 5}), STRANGERS) == known
    assert redact(known, STRANGERS) == known


def test_the_notes_of_another_players_character_are_not_read():
    state = hiding(SYSTEM.demo().state, "bai", notes="她怕镜子")
    assert redact(state, AN).characters["bai"].notes == ""
    assert redact(state, Viewer("player", ("bai",))).characters["bai"].notes == "她怕镜子"


def test_the_gms_own_blocks_are_not_in_a_players_library():
    state = replace(SYSTEM.demo().state, catalogue={"npcs": {"guard": {"name": "守卫"}}})
    assert redact(state, AN).catalogue == {}


def test_redacting_is_cheap():
    state = SYSTEM.demo().state
    redact(state, AN)  # what is remembered is
    with Effort() as work:
        redact(state, AN)
    assert work.calls < 400


def test_what_a_player_knows_crosses_to_the_workers_that_count_odds():
    """MIR-LIV-43: a redacted state is plain data of the same type, bands and all."""
    for numbers in ("hidden", "bands", "open"):
        known = redact(SYSTEM.demo().state, replace(STRANGERS, numbers=numbers))
        assert msgspec.json.decode(msgspec.json.encode(known), type=type(known)) == known
