"""The living table: what follows by itself, what may be done, reactions on the way, and what leaves no trace."""

from msgspec.structs import replace

from ludex.core.principals import EVERYBODY, GM, actor
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.content import shipped
from ludex.systems.mirror.may import may
from ludex.systems.mirror.policy import due
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.rules.authoring import written
from ludex.systems.mirror.rules.knowing import known_actions, made_with
from ludex.systems.mirror.state import Conflict, Fighter


def changed(state, who, **changes):
    return replace(state, characters={**state.characters, who: replace(state.characters[who], **changes)})


def fighting(state, *, acting=()):
    fighters = (Fighter("an", 15, 15), Fighter("bandit1", 12, 12))
    return replace(state, conflict=Conflict(fighters, tick=15, acting=acting))


def test_the_clock_is_due_until_somebody_has_a_turn():
    state = SYSTEM.demo().state
    assert due(state) is None
    assert due(fighting(state)).procedure == "next_tick"
    assert due(changed(fighting(state, acting=("an",)), "an", ap=3)) is None
    assert due(changed(fighting(state, acting=("an",)), "an", ap=0)).procedure == "end_turn"


def test_nothing_is_due_when_everybody_is_down():
    state = changed(changed(fighting(SYSTEM.demo().state), "an", dead=True), "bandit1", out_cold=("effect",))
    assert due(state).procedure == "offer_end"
    assert due(replace(state, conflict=replace(state.conflict, offered=True))) is None


def test_the_dead_and_the_unconscious_do_nothing_of_their_own():
    state = SYSTEM.demo().state
    assert may(state, "an", "act") is None
    assert may(changed(state, "an", dead=True), "an", "ck").code == "out_of_play"
    asleep = changed(state, "an", out_cold=("effect",))
    assert may(asleep, "an", "mv").code == "unconscious"
    assert may(asleep, "an", "def") is None
    assert may(asleep, "an", "sheet") is None


def test_who_is_not_in_the_conflict_keeps_out_of_it_and_nobody_rests():
    state = fighting(SYSTEM.demo().state)
    assert may(state, "bai", "mv").code == "not_in_conflict"
    assert may(state, "an", "rest").code == "conflict_running"


def test_what_happens_to_the_unlocated_is_heard_by_nobody_else():
    state = SYSTEM.demo().state
    assert heard(state, "bandit1") == (EVERYBODY,)
    hidden = changed(state, "bandit1", hidden=True)
    assert heard(hidden, "bandit1") == (GM,)
    assert set(heard(hidden, "bandit1", "an")) == {GM, actor("an"), actor("bai")}


def test_ranks_bring_their_first_action_and_no_other():
    state = SYSTEM.demo().state
    someone = replace(state.characters["an"], actions=(), weapons={"bow": 1}, magic={}, abilities=())
    known = known_actions(state, someone)
    assert {"shoot", "punch", "block"} <= known
    assert not {"slash", "behead", "kick"} & known


def test_a_kick_is_made_with_the_leg_and_magic_with_nothing():
    an = SYSTEM.demo().state.characters["an"]
    actions = shipped().actions
    assert (made_with(an, actions["kick"]), made_with(an, actions["slash"])) == ("leg", "arm")
    assert made_with(an, actions["firebolt"]) is None


def test_a_block_is_read_in_chinese_with_its_attributes_at_the_top():
    record = written("npcs", {"名字": "守卫", "力量": 12, "防御": {"闪避": 1}, "动作": ["拳打"]}, {})
    assert (record["name"], record["attributes"], record["defenses"]) == ("守卫", {"str": 12}, {"dodge": 1})
    assert record["actions"][0]["name"] == "punch"
    assert written("npcs", {"武力": 3}, {}) == {"武力": 3}
