"""Any two domains make a complete character, and the party of the demo is one."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from ludex.core.principals import HOST, PLAYER
from ludex.store.sqlite import SqliteStore
from ludex.systems.fable.demo import demo
from ludex.systems.fable.rules.equipment import check_equipped
from ludex.systems.fable.rules.feats import free_of, teachable
from ludex.systems.fable.rules.learning import spell_learned
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
