"""Events of the kit tell themselves: from what they hold, to whom may know it, with the number that moved."""

import inspect
from typing import Annotated

import pytest

from ludex import kit
from ludex.core.driving import script
from ludex.core.explain import because, total
from ludex.core.view import Delta, Role
from ludex.kit import events, tell, witness
from ludex.testing.games import LawBroken
from ludex.testing.told import check_told
from ludex.text.words import Words
from tests.kit import tavern

GM, ANN, BO = kit.Viewer(), kit.Viewer("player", ("ann",), "hidden"), kit.Viewer("player", ("bo",), "hidden")


class Person(kit.Record):
    name: str
    npc: bool = False
    unseen: bool = False
    oil: Annotated[int, kit.called("灯油", "oil", top=6)] = 6
    coins: Annotated[int, kit.called("铜钱", "coins", hidden=kit.OTHERS)] = 4
    hand: Annotated[tuple[str, ...], kit.called("手牌", "hand", hidden=kit.OTHERS)] = ()
    stance: Annotated[tavern.Drink | None, kit.called("手里", "holds")] = None
    asleep: Annotated[bool, kit.called("睡着", "asleep")] = False
    note: int = 0


class State(kit.Record):
    people: dict[str, Person] = {}
    doom: Annotated[int, kit.called("厄运", "doom", top=4)] = 0
    clues: Annotated[tuple[str, ...], kit.called("线索", "clues")] = ()


class Came(kit.Joined[State, Person]):
    """Somebody is here."""


class Dealt(kit.Event[State]):
    who: str
    card: Annotated[str, kit.called("牌", "card", hidden=kit.OTHERS)]

    def apply(self, state: State) -> State:
        return kit.changed(state, self.who, hand=(*kit.person(state, self.who).hand, self.card))


class Struck(kit.Event[State]):
    who: str
    whom: str
    told_as = kit.HEADLINE
    peak = 3

    def apply(self, state: State) -> State:
        return state


class Ticked(kit.Event[State]):
    told_as = kit.BOOKS

    def apply(self, state: State) -> State:
        return state


WORDS = {
    "events.dealt": ("{who} 摸到 {card}", "{who} draws {card}"),
    "events.dealt_hidden": ("{who} 摸了一张牌", "{who} draws a card"),
    "events.struck": ("{who} 打中 {whom}", "{who} hits {whom}"),
    "events.struck_hidden": ("有人被打中了", "somebody is hit"),
    "events.counted_oil_empty": ("{who} 的灯灭了", "{who}'s lamp goes out"),
    "events.counted_doom_full": ("厄运降临", "doom is here"),
}


async def idle(state: State, given: kit.Nothing) -> None: ...


def system(words=WORDS, happens=(Came, Dealt, Struck, Ticked)):
    plays = (kit.play(idle, "等", "idle"),)
    return kit.system("lamp", "LMP", "tests.kit.tavern", state=State, events=happens, plays=plays, words=words)


SYSTEM = system()
HERE = State(
    {
        "ann": Person("安"),
        "bo": Person("波"),
        "spy": Person("密探", npc=True, unseen=True),
        "ox": Person("牛", npc=True),
    }
)


def card(*happens, viewer=GM, state=HERE):
    async def rule():
        for event in happens:
            await kit.happen(event)

    done = script(rule, state, SYSTEM.fold)
    before, after = (SYSTEM.known_to(one, viewer) for one in (state, done.state))
    return SYSTEM.tell(kit.Told("idle", kit.Nothing(), None, before, after, done.events), viewer)


def lines(*happens, viewer=GM, state=HERE, language="en"):
    words = Words(language, "", {key: pair[language == "en"] for key, pair in SYSTEM.words.items()})
    return [words.say(line.said) for line in card(*happens, viewer=viewer, state=state).happened]


def test_a_number_that_moved_twice_is_told_twice_each_time_with_what_it_was():
    assert lines(kit.Counted("ann", "oil", -1), kit.Counted("ann", "oil", -2)) == ["安: oil 6 → 5", "安: oil 5 → 3"]


def test_a_number_carries_how_far_it_moved_and_why_and_stops_where_it_must():
    why = total(because(-9, "rolls.wager"))
    told = card(kit.Counted("ann", "oil", -9, why=why)).happened
    assert told[0].moved == Delta("ann", kit.say("fields.oil"), -6, 0, 6, why)
    assert (told[1].said.key, told[1].role, told[1].peak) == ("events.counted_oil_empty", Role.HEADLINE, 4)
    assert card(kit.Counted("ann", "oil", -1, paid=True)).happened[0].role is Role.COST
    assert not card(kit.Counted("ann", "oil", 0)).happened


def test_the_scene_has_numbers_and_lists_too():
    assert lines(kit.Counted(kit.SCENE, "doom", 9, top=4), kit.Gained(kit.SCENE, "clues", "脚印")) == [
        "the scene: doom 0 → 4",
        "doom is here",
        "the scene: clues + 脚印",
    ]


def test_a_hidden_number_is_told_to_whom_it_belongs():
    paid = kit.Counted("ann", "coins", -1)
    assert lines(paid, viewer=ANN) == ["安: coins 4 → 3"]
    assert lines(paid, viewer=BO) == []
    assert lines(kit.Counted("ann", "coins", -4), viewer=BO) == []


def test_a_hidden_list_is_told_to_whom_it_belongs():
    assert lines(kit.Gained("ann", "hand", "s7"), viewer=ANN) == ["安: hand + s7"]
    assert lines(kit.Gained("ann", "hand", "s7"), viewer=BO) == []
    held = kit.changed(HERE, "ann", hand=("s7",))
    assert lines(kit.Lost("ann", "hand", "s7"), viewer=BO, state=held) == []


def test_what_is_not_called_anything_is_not_told():
    assert lines(kit.Counted("ann", "note", 3)) == []


def test_somebody_unseen_tells_nothing_but_what_has_a_phrase_for_it():
    assert lines(kit.Counted("spy", "oil", -1), viewer=ANN) == []
    assert lines(Struck("spy", "ann"), viewer=GM) == ["密探 hits 安"]
    assert lines(Struck("spy", "ann"), viewer=ANN) == ["somebody is hit"]


def test_a_hidden_field_of_an_event_leaves_the_sentence_and_no_hole_in_it():
    assert lines(Dealt("ann", "s7"), viewer=ANN, language="zh") == ["安 摸到 s7"]
    assert lines(Dealt("ann", "s7"), viewer=BO) == ["安 draws a card"]
    assert "s7" not in str(card(Dealt("ann", "s7"), viewer=BO))


def test_an_event_has_the_role_and_the_weight_that_it_says():
    told = card(Struck("bo", "ann")).happened[0]
    assert (told.role, told.peak) == (Role.HEADLINE, 3)
    assert card(Ticked()).happened == ()


def test_people_come_and_go_and_are_seen():
    assert lines(Came.new(HERE, Person("苏"))) == ["苏 is here"]
    assert lines(Came("ann", Person("安", oil=1))) == []
    assert lines(kit.Parted("bo")) == ["波 is gone"]
    assert lines(events.Revealed("spy"), viewer=ANN) == ["密探 is here"]
    assert lines(kit.Parted("spy"), viewer=ANN) == []


def test_what_is_another_now_is_told_by_what_it_is():
    assert lines(kit.Became("ann", "stance", "ale")) == ["安: holds ale"]
    held = kit.changed(HERE, "ann", stance=tavern.Drink.ALE)
    assert lines(kit.Became("ann", "stance", "wine"), state=held) == ["安: holds ale → wine"]
    assert lines(kit.Became("ann", "asleep", True)) == ["安: asleep"]
    with pytest.raises(TypeError, match="has no 'mood'"):
        lines(kit.Became("ann", "mood", "x"))


def test_a_number_that_is_none_is_named_with_what_it_is():
    with pytest.raises(TypeError, match=r"'asleep' \(False now\) is no number of Person; there are oil, coins, note"):
        lines(kit.Counted("ann", "asleep", 1))


def test_nothing_compares_two_states():
    source = inspect.getsource(tell) + inspect.getsource(witness) + inspect.getsource(events)
    assert "zip(" not in source
    assert not hasattr(tell, "_changes")


# --- the law ---------------------------------------------------------------------------------------------------------


def test_an_event_that_nobody_hears_of_is_named_with_the_line_that_mends_it():
    silent = {key: pair for key, pair in WORDS.items() if not key.startswith("events.dealt")}
    with pytest.raises(LawBroken) as broken:
        check_told(system(silent))
    assert 'dealt = ["{who} {card}", "{who} {card}"]' in str(broken.value)
    assert "told_as = kit.BOOKS" in str(broken.value)


@pytest.mark.parametrize(
    ("key", "phrase", "told"),
    [
        ("dealth", ("x", "x"), "events.dealth tells no event: there are came, dealt, struck, ticked"),
        ("counted_oli", ("x", "x"), "events.counted_oli"),
        ("struck", ("{who} 打 {target}", "{who} hits {target}"), "events.struck has a gap {target}"),
        ("dealt_hidden", ("{card}", "{card}"), "events.dealt_hidden names {card}"),
    ],
)
def test_a_phrase_that_no_event_would_find_or_fill_is_named(key, phrase, told):
    with pytest.raises(LawBroken) as broken:
        check_told(system({**WORDS, f"events.{key}": phrase}))
    assert told in str(broken.value)


def test_a_system_whose_events_are_all_told_keeps_the_law():
    assert check_told(SYSTEM) == "4 events"
