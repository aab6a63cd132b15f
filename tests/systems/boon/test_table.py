"""At the table: the initiative travels, questions go to the right person, refusals change nothing."""

from ludex.core.deeds import Filled
from ludex.core.principals import Viewer
from ludex.systems.boon import SYSTEM
from ludex.text.chat import Chat
from ludex.text.lines import write


def test_whoever_is_attacked_acts_next(evening):
    evening.type("安", ".上")
    evening.type("安", ".攻击 兽人1", dice=[1, 1])
    assert evening.state.clock.holder == "orc1"
    assert evening.state.clock.reason == "attacked"


def test_the_defender_is_asked_and_nobody_else(evening):
    evening.type("GM", ".主动权 兽人1")
    evening.type("GM", ".攻击 柏", dice=[10])
    assert evening.type("安", ".1").code == "no_question_for_you"
    assert "反被摔出" in evening.type("柏", ".选 body_throw", dice=[15, 1, 1]).text


def test_only_the_holder_acts(evening):
    evening.type("安", ".上")
    before = evening.state
    assert evening.type("柏", ".移动 2,5").code == "not_holder"
    assert evening.state == before


def test_a_drag_is_a_move_for_the_holder_and_nothing_for_others(evening):
    evening.type("安", ".上")
    assert evening.type("柏", ".挪 bo 2,5").code == "not_holder"
    assert evening.type("安", ".挪 an 2,2").ok
    assert evening.state.character("an").position == (2, 2)
    assert evening.state.character("an").ap == 2


def test_rough_ground_costs_double_on_the_map(evening):
    evening.type("GM", ".主动权 兽人1")
    evening.type("GM", ".摆放 兽人1 5,3")
    assert "花 4" in evening.type("GM", ".移动 7,3").text


def test_the_distance_is_read_off_the_map(evening):
    evening.type("安", ".上")
    assert evening.type("安", ".攻击 弓手1 长剑").code == "out_of_range"


def test_an_npc_left_to_itself_blocks_for_free(evening):
    evening.type("GM", ".auto 兽人1")
    evening.type("安", ".上")
    told = evening.type("安", ".攻击 兽人1", dice=[8, 4, 20, 1, 1])
    assert "被挡下" in told.text


def test_outside_combat_an_action_is_just_done(evening):
    for who in ("兽人1", "哥布林1", "弓手1", "食人魔1"):
        evening.type("GM", f".离场 逃 {who}")
    assert evening.state.clock.combat_over
    evening.type("GM", ".伤害 安 5")
    assert "恢复 4 点" in evening.type("安", ".喝 治疗药水").text


def test_a_spectator_is_told_in_english(evening):
    evening.type("安", ".上")
    told = evening.type("安", ".odds atk 兽人1 longsword", language="en")
    assert "reaches the body" in told.text
    assert "damage to the body" in told.text


def test_players_neither_pick_nor_rest_for_others(evening):
    assert evening.type("安", ".上 兽人1").code == "not_yours"
    assert evening.type("安", ".休息 8 兽人1").code == "not_yours"
    assert evening.type("安", ".上 柏").ok
    assert evening.type("安", ".离场 逃 柏").code == "not_yours"


def test_minions_left_to_themselves_close_in_and_strike(evening):
    evening.type("GM", ".主动权 弓手1")
    evening.type("GM", ".收走 弓手1 弓")
    assert evening.type("GM", ".代行").ok
    archer = evening.state.character("archer1")
    assert archer.item("dagger").in_hand  # BOO-LIV-24: it draws what it needs before it walks
    evening.type("GM", ".主动权 哥布林1")
    evening.type("GM", ".代行", dice=[1])
    assert evening.state.clock.came_from == "goblin1"
    assert evening.state.clock.reason == "attacked"


def test_odds_of_a_deed_can_be_asked_for_at_any_time_and_count_effects(evening):
    assert evening.state.clock.choosing == "heroes"
    bare = evening.type("安", ".odds 攻击 兽人1").text
    assert "伤及肉体" in bare
    evening.type("GM", ".效果 眩目 安 劣=2")
    assert evening.type("安", ".odds 攻击 兽人1").text != bare
    evening.type("GM", ".主动权 兽人1")
    assert evening.type("安", ".攻击 兽人1").code == "not_holder"
    assert "伤及肉体" in evening.type("安", ".odds 攻击 兽人1").text
    assert evening.type("GM", ".odds 攻击 安").ok


def test_a_deed_of_a_member_takes_the_initiative_that_its_side_hands_out(evening):
    assert evening.type("GM", ".攻击 安").code == "players_turn"
    assert evening.type("GM", ".攻击 安 @兽人1").code == "not_your_side"
    assert evening.type("安", ".让过").ok
    assert evening.state.clock.passed == ("an",)


def test_a_second_deed_waits_until_the_first_is_answered(evening):
    evening.type("安", ".上")
    evening.type("安", ".攻击 兽人1", dice=[9, 3])
    (first,) = evening.table.memory.parked
    refused = evening.type("安", ".攻击 哥布林1")
    assert refused.code == "still_open"
    assert "兽人1" in refused.text
    assert evening.type("GM", ".主动权 弓手1").code == "still_open"
    assert evening.type("GM", ".伤害 哥布林1 1").ok  # the GM's hand is not bound to turns
    assert list(evening.table.memory.parked) == [first]
    assert evening.type("GM", ".选 none", dice=[1, 1]).ok
    assert evening.state.character("orc1").damage == 2
    assert evening.state.clock.holder == "orc1"


def test_a_deed_that_was_given_up_makes_room_for_another(evening):
    evening.type("安", ".上")
    evening.type("安", ".攻击 兽人1", dice=[9, 3])
    assert evening.type("安", ".取消").ok
    assert evening.type("安", ".攻击 哥布林1", dice=[1, 1]).ok


def test_nobody_but_a_player_plays_a_player_by_accident(evening):
    assert evening.type("GM", ".代行").code == "players_turn"
    evening.type("安", ".上")
    assert evening.type("GM", ".代行").code == "players_turn"
    assert evening.type("GM", ".代行 @安", dice=[1, 1]).ok
    assert evening.state.clock.came_from == "an"


def test_a_push_ends_at_the_edge_of_the_field(evening):
    evening.type("GM", ".摆放 安 3,6")
    evening.type("GM", ".摆放 哥布林1 3,7")
    evening.type("安", ".上")
    assert "哥布林1 退不了" in evening.type("安", ".推撞 哥布林1", dice=[15, 3]).text
    assert evening.state.character("goblin1").position == (3, 7)


def test_a_push_moves_the_pushed_at_once(evening):
    evening.type("安", ".上")
    assert "退到 7,3" in evening.type("安", ".推撞 兽人1", dice=[15]).text
    assert evening.state.character("orc1").position == (7, 3)


def test_two_hands_hold_no_more_than_they_can(evening):
    evening.type("GM", ".给予 安 弓")
    assert not evening.state.character("an").item("bow").in_hand
    evening.type("安", ".上")
    refused = evening.type("安", ".取出 弓")
    assert refused.code == "no_hands"
    assert "长剑" in refused.text


def test_a_fight_goes_on_while_somebody_is_only_down(evening):
    for who, health in (("安", 18), ("柏", 14), ("朵", 12)):
        evening.type("GM", f".伤害 {who} {health - 1}")
        evening.type("GM", f".伤害 {who} 1")
    assert {evening.state.character(who).status for who in ("an", "bo", "duo")} == {"disabled"}
    assert not evening.state.clock.combat_over


def test_nobody_sleeps_in_a_fight(evening):
    assert evening.type("安", ".休息 8").code == "in_combat"


def test_who_is_out_of_ap_is_told_so(evening):
    evening.type("GM", ".set combatants[bo].ap 0")
    refused = evening.type("安", ".上 柏")
    assert refused.code == "cannot_act"
    assert "AP" in refused.text


def test_a_player_without_a_character_is_offered_to_make_one(evening):
    (first,) = SYSTEM.deeds(evening.state, Viewer("player"))
    assert (first.name, [gap.name for gap in first.gaps][:2]) == ("pc", ["name", "strength"])
    filled = Filled("pc", {**first.given, "name": "霜", "strength": "12", "class": "warrior", "items": ["longsword"]})
    desk = Chat(evening.table, "gm").desk
    assert evening.loop.run_until_complete(desk.do(filled))
    assert evening.state.character("霜").health == 17


def test_every_deed_that_is_offered_can_be_written_as_a_line(evening):
    evening.type("安", ".上")
    chat = Chat(evening.table, "player1")
    lines = [write(chat.desk, chat.words, deed) for deed in chat.desk.deeds()]
    assert ".攻击 <目标> 长剑" in lines
    assert ".特技 虚晃 [目标]" in lines
    assert not any(line.startswith(".隐匿") for line in lines)  # in the open, under their eyes (BOO-LIV-8, BOO-LIV-34)


def test_a_touch_on_a_foe_is_an_attack_and_on_a_friend_a_look(evening):
    evening.type("安", ".上")
    view = SYSTEM.look(evening.state, Viewer("player", ("an",)))
    stage = next(section for section in view.where if section.id == "stage").parts[0]
    touched = {piece.token.id: piece.deed for piece in stage.pieces}
    assert (touched["orc1"].name, touched["orc1"].given) == ("atk", {"target": "orc1"})
    assert (touched["bo"].name, touched["gate"].name, stage.move) == ("sheet", "atk", "drag")


def test_what_a_stat_block_bears_is_read_in_the_readers_language(evening):
    """BOO-LIV-54: a Chinese line brought the wolf on, an English reader reads of its fangs."""
    assert evening.type("GM", ".登场 狼 1 阵营=foes").ok
    assert "獠牙" in evening.type("安", ".view 狼1").text
    told = evening.type("安", ".view 狼1", language="en").text
    assert "fangs" in told
    assert "獠牙" not in told
