"""Mist at a real table: what the vectors cannot show."""

import pytest
from msgspec.structs import replace

from ludex.core.driving import Parked, play, script
from ludex.core.errors import RuleError
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.arrange import arrange
from ludex.systems.mist.demo import demo
from ludex.systems.mist.sheet import Challenge, Limit, Status


def run(state, procedure, given, *, dice=(), answers=()):
    """Run a procedure to its end with these faces and answers."""
    found = SYSTEM.procedures[procedure]
    asked = found.read(given)
    return script(lambda: found.run(state, asked), state, SYSTEM.fold, dice=dice, choices=answers)


def test_a_turn_resolves_what_it_addresses_and_leaves_the_scene_in_its_consequences():
    done = run(
        demo().state, "turn", {"actor": "林默", "power": 1, "addresses": ["手电照脸"]}, dice=[5, 1], answers=["done"]
    )
    assert done.state.scene.phase == "consequence"
    assert done.state.scene.action_due
    assert done.state.scene.open_threats == ()


def test_an_action_aside_is_no_turn():
    done = run(demo().state, "turn", {"actor": "林默", "power": 1, "aside": True}, dice=[1, 1])
    assert done.state.scene.phase == "action"


def test_a_player_names_her_tags_when_a_consequence_comes():
    state = run(demo().state, "turn", {"actor": "林默", "power": 0}, dice=[1]).state
    deliver = [{"from": "action", "kind": "status", "target": "林默", "name": "惊慌", "tier": 4, "allow": True}]
    done = run(state, "scene_consequence", {"deliver": deliver}, dice=[3, 3, 1], answers=["mitigate:独生女! -不会拒绝"])
    assert done.result.applied[0].tier == 2
    assert done.result.applied[0].burnt == ("独生女",)
    assert done.result.applied[0].growth_due == ("独生女",)


def test_whoever_knows_the_price_may_draw_back():
    given = {"actor": "林默", "theme": "听潮之耳", "goal": "退水"}
    done = run(demo().state, "immerse", given, answers=["sink", "back"])
    assert done.state == demo().state
    assert done.result.depth == "sink"


def test_a_theme_that_is_not_tainted_is_refused_before_anybody_is_asked():
    with pytest.raises(RuleError, match="not_tainted_theme"):
        run(demo().state, "immerse", {"actor": "林默", "theme": "独生女"})


def test_a_parked_question_offers_only_what_can_be_done():
    state = demo().state
    found = SYSTEM.procedures["turn"]
    asked = found.read({"actor": "林默", "power": 1})
    parked = play(lambda: found.run(state, asked), state, SYSTEM.fold, throw=lambda ask: tuple(ask.pool.sides))
    assert isinstance(parked, Parked)
    words = [option.answer.partition(":")[0] for option in parked.ask.options]
    assert words == ["raise", "raise", "lower", "create_tag", "remove_tag", "clue", "feat", "recover", "done"]
    marked = [option.say.key for option in parked.ask.options]
    assert [place for place, key in enumerate(marked, 1) if key == "answers.not_now"] == [3, 4, 5, 8]


def test_the_tier_and_being_overcome_follow_from_the_marks_whoever_changes_them():
    challenge = Challenge("犬", (Limit("安抚", 2),), (Status("安抚", (2,)),))
    assert challenge.overcome
    assert replace(challenge, statuses=()).overcome
    assert replace(Status("伤", (2, 4)), boxes=(1,)).tier == 1


def test_the_mc_can_split_a_status_and_join_it_again():
    rin = {"id": "rin", "statuses": [{"name": "wounded", "boxes": [2, 4]}]}
    state, _ = arrange(None, {"options": {"status_marking": "single"}, "characters": [rin]})
    split = run(state, "status_split", {"holder": "rin", "name": "wounded", "to": "broken_arm", "boxes": [4]}).state
    assert [(s.name, s.boxes) for s in split.characters[0].statuses] == [("wounded", (2,)), ("broken_arm", (4,))]
    joined = run(split, "status_combine", {"holder": "rin", "name": "broken_arm", "into": "wounded"}).state
    assert [(s.name, s.boxes) for s in joined.characters[0].statuses] == [("wounded", (2, 4))]


def test_a_transformed_character_can_be_set_back_and_acts_again():
    state = run(demo().state, "fate_set", {"actor": "林默", "fate": "transformed"}).state
    with pytest.raises(RuleError, match="not_active"):
        run(state, "turn", {"actor": "林默", "mode": "describe"})
    state = run(state, "fate_set", {"actor": "林默"}).state
    assert run(state, "turn", {"actor": "林默", "mode": "describe"}).result.result == "described"


def test_a_sheet_made_theme_by_theme_is_in_order():
    state, _ = arrange(None, {"options": {"theme_count": 1}})
    state = run(state, "character_join", {"character": {"kind": "pc", "id": "阿青"}}).state
    theme = {"id": "灯", "kind": "self", "theme_tag": "守灯人", "tags": ["不困", "油壶"], "weakness": ["怕黑"]}
    state = run(state, "theme_write", {"actor": "阿青", "theme": theme}).state
    assert run(state, "character_check", {"actor": "阿青"}).result.ok
    with pytest.raises(RuleError, match="theme_count"):
        run(state, "theme_write", {"actor": "阿青", "theme": {**theme, "id": "二", "theme_tag": "别的"}})


def test_of_a_bar_the_highest_marks_can_be_split_off():
    state, _ = arrange(None, {"characters": [{"id": "rin", "statuses": [{"name": "wounded", "tier": 4}]}]})
    split = run(state, "status_split", {"holder": "rin", "name": "wounded", "to": "broken_arm", "boxes": [4]}).state
    assert [(s.name, s.tier) for s in split.characters[0].statuses] == [("wounded", 3), ("broken_arm", 4)]


def test_a_story_tag_made_after_clearing_up_is_there_when_the_next_scene_opens():
    state = run(demo().state, "scene_next", {"end": True}).state
    left = run(state, "scene_open", {})
    assert left.result.expired == ("积水的站台",)
    state = run(run(state, "scene_end", {}).state, "tag_make", {"name": "雨夜"}).state
    opened = run(state, "scene_open", {})
    assert opened.result.expired == ()
    assert [tag.name for tag in opened.state.scene_tags] == ["雨夜"]


def test_a_story_tag_that_the_mc_keeps_outlives_its_scene():
    state = run(demo().state, "scene_next", {"end": True}).state
    state = run(state, "scene_end", {"keep": ["积水的站台"]}).state
    assert [tag.name for tag in run(state, "scene_open", {}).state.scene_tags] == ["积水的站台"]


def test_a_status_from_later_is_of_no_use_in_the_past():
    state = run(demo().state, "apply_status", {"holder": "林默", "status": {"name": "高处", "tier": 2}}).state
    state = run(run(state, "scene_next", {"end": True}).state, "scene_open", {"past": True, "when": -3}).state
    with pytest.raises(RuleError, match="anachronism"):
        run(state, "action", {"actor": "林默", "status_help": ["高处"]})


def test_nobody_burns_a_trait_of_the_anomaly():
    state = run(demo().state, "trait_add", {"text": "见光就散"}).state
    with pytest.raises(RuleError, match="not_owned"):
        run(state, "action", {"actor": "林默", "help": ["见光就散"], "burn": ["见光就散"]})


def test_the_scene_of_a_test_that_is_not_clean_begins_now_with_its_consequence_owed():
    state = run(demo().state, "scene_next", {"end": True}).state
    scene = run(state, "scene_open", {"owed": True}).result.scene
    assert (scene.phase, scene.past, scene.round, scene.action_due) == ("consequence", False, 1, True)
