"""Any two domains make a complete character, and the party of the demo is one."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from ludex.core.principals import HOST, PLAYER
from ludex.store.sqlite import SqliteStore
from ludex.systems.fable.demo import demo
from ludex.systems.fable.rules.equipment import check_equipped
from ludex.systems.fable.rules.feats import free_of, spell_learned, teachable
from ludex.systems.fable.terms import Domain
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat

BENEFIT = {"warrior": "guardian", "mage": "elementalist", "priest": "spiritist", "tactician": "rogue"}
MOST_QUESTIONS = 40


def open_places(state, who):
    """Everything that is still to learn."""
    free = free_of(state, who)
    return (free.general_free, *free.domain_free.values(), free.mastery_free, len(who.sheet.lessons))


@pytest.mark.parametrize(("first", "second"), [(a.value, b.value) for a, b in permutations(Domain, 2)])
@pytest.mark.parametrize("levels", [(4, 1), (3, 2)])
async def test_two_domains_make_a_complete_character(tmp_path, first, second, levels):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.create("fable", name="pairs")
    seat, _ = await invite(table, table.seat(HOST), role=PLAYER, name="Ann")
    chat = Chat(table, seat.id, "en")
    spread = {"warrior": "hg", "mage": "mg", "priest": "mg"}
    benefits = [BENEFIT[first], BENEFIT[second], BENEFIT[first]]
    more = {row: sum(5 for b in (first, second, first) if spread.get(b) == row) for row in ("hg", "mg")}
    line = (
        f".make Lin attributes=8,8,8,8 domains={first}{levels[0]},{second}{levels[1]} benefits={','.join(benefits)} "
        f"hg={','.join([str(1 + more['hg'] // 5)] * 5)} mg={','.join([str(1 + more['mg'] // 5)] * 5)} "
        "armor=none shield=none weapons=unarmed traits=a,b,c"
    )
    assert (await chat.line(line)).ok
    for _ in range(MOST_QUESTIONS):
        if not chat.desk.questions():
            break
        offered = [o.answer for o in chat.desk.questions()[0].question.options if not o.open]
        wanted = next((answer for answer in offered if answer not in ("skip", "none")), "skip")
        assert (await chat.line(f".choose {wanted}")).ok
    state = table.memory.state
    assert set(open_places(state, state.characters["Lin"])) == {0}
    assert state.characters["Lin"].level == 5
    await house.close()


@pytest.mark.parametrize("name", ["苏砚", "白露"])
def test_the_party_of_the_demo_is_complete(name):
    state = demo().state
    who = state.characters[name]
    assert set(open_places(state, who)) == {0}
    assert who.sheet.life
    assert who.sheet.species
    check_equipped(state, who)


def test_the_spells_of_the_demo_are_those_that_its_feats_teach():
    state = demo().state
    who = state.characters["白露"]
    lessons = ("elemental", "elemental", "spirit", "spirit", "any:10")
    unlearned = replace(who, sheet=replace(who.sheet, spells=(), lessons=lessons))
    for spell in who.sheet.spells:
        assert any(spell in teachable(state, unlearned, lesson) for lesson in unlearned.sheet.lessons)
        unlearned = spell_learned(state, unlearned, spell)
    assert unlearned.sheet.lessons == ()


async def test_with_no_enemy_about_nobody_is_offered_an_attack_on_a_friend_nor_a_foe_as_helper(at, seats):
    mine = {deed.name: deed for deed in seats["苏砚"].desk.deeds()}
    assert "a" in mine
    helpers = {value.value for gap in mine["group"].gaps if gap.name == "helpers" for value in gap.values}
    assert helpers == {"白露"}
    for wolf in ("灰狼1", "灰狼2"):
        await at("GM", f".移除 {wolf}")
    assert "a" not in {deed.name for deed in seats["苏砚"].desk.deeds()}


async def test_the_gm_is_offered_a_rest_and_a_clock_to_move_outside_a_conflict(at, seats):
    offered = {deed.name: deed for deed in seats["GM"].desk.deeds()}
    assert {"rest", "wind", "scene"} <= set(offered)
    assert [(gap.name, gap.wanted) for gap in offered["scene"].gaps] == [("name", True)]  # a name is asked for first
    for who in ("苏砚", "白露"):
        await at("GM", f".auto {who} on")
    await at("GM", ".冲突", [8, 6, 4, 5, 5, 4, 3, 2])
    running = {deed.name for deed in seats["GM"].desk.deeds()}
    assert "wind" in running
    assert not {"rest", "scene"} & running


async def test_a_shipped_npcs_attack_is_told_in_each_readers_language(table, at):
    await at("GM", ".召来 山匪")
    reply = await Chat(table, HOST, "en").line(".sheet 山匪")
    assert "knife" in reply.text
    assert "短刀" not in reply.text
    assert "短刀" in (await at("GM", ".卡 山匪")).text
