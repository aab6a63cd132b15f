"""Live play in boon: one line acts, rounds end by themselves, the board is the rules, NPCs play, sheets change by fields."""

from ludex.core.deeds import Asked
from ludex.core.principals import Viewer
from ludex.systems.boon.kinds.offers import costs_oneself
from ludex.systems.boon.rules.battlefield import cheapest_way
from ludex.systems.boon.rules.challenges import holds
from ludex.systems.boon.rules.sight import screen
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Ground, State
from ludex.systems.boon.terms import Cover, Obscurement


def test_words_that_hold_others_are_the_same_task():
    assert holds("徒手爬墙", "爬墙")
    assert not holds("爬墙", "徒手爬墙")
    assert holds("climb the wall", "the wall")
    assert not holds("climb the wall", "all")
    assert not holds("#1", "#1")


def test_a_way_goes_around_a_wall_and_not_between_two_corners():
    wall = Ground("wall", tuple((2, y) for y in range(7)))
    state = State(combatants=(Character(id="a", position=(1, 0)),), ground=(wall,))
    assert len(cheapest_way(state, state.character("a"), (3, 0))) == 14


def test_fog_obscures_and_a_wall_covers():
    state = State(ground=(Ground("fog", ((7, 4),)), Ground("wall", ((4, 4),))))
    assert screen(state, (1, 4), (7, 4)) == (Cover.TOTAL, Obscurement.HEAVY)
    assert screen(state, (1, 1), (7, 1)) == (Cover.NONE, Obscurement.NONE)


def test_a_changed_level_leaves_the_rest_of_a_sheet(evening):
    before = evening.state.character("an")
    evening.type("GM", f".角色 an 等级={before.level + 1}")
    after = evening.state.character("an")
    assert after.level == before.level + 1
    assert (after.items, after.armor, after.side, after.ap) == (before.items, before.armor, before.side, before.ap)


def test_what_only_costs_oneself_needs_nobodys_word():
    asked = Asked(State(), {"who": "an"}, "an", Viewer(controls=("an",)))
    assert costs_oneself(asked, ("story",)) == ()
    other = Asked(State(), {"who": "orc1"}, "an", Viewer(controls=("an",)))
    assert costs_oneself(other, ("story",)) == ("story",)
