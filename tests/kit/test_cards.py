"""Cards: drawn without being put back, from what nobody can foresee; seen by whom they belong to; chances by what a viewer knows."""

from fractions import Fraction
from typing import Annotated

import pytest

from ludex import kit, lab
from ludex.core.driving import script
from ludex.core.errors import RuleError
from ludex.core.odds import odds
from ludex.core.view import Facts, Tags

GM, ANN, BO = kit.Viewer(), kit.Viewer("player", ("ann",), "hidden"), kit.Viewer("player", ("bo",), "hidden")
PACK = ("a1", "a2", "a3", "b1", "b2", "b3")


class Person(kit.Record):
    name: str
    npc: bool = False
    hand: Annotated[tuple[str, ...], kit.called("手牌", "hand", deck="deck")] = ()
    hurt: Annotated[int, kit.track("伤", "hurt", 3)] = 0


class State(kit.Record):
    people: dict[str, Person] = {}
    deck: Annotated[kit.Deck, kit.called("牌堆", "deck")] = kit.Deck(PACK)


class Draw(kit.Record):
    who: kit.Me


class Drew(kit.Record):
    letter: Annotated[str, kit.called("字母", "letter")]


async def draw(state: State, given: Draw) -> Drew:
    """Draw a card, and say its letter."""
    after = await kit.draw(state, given.who)
    return Drew(kit.hand_of(after, given.who)[-1][0])


SYSTEM = kit.system("pack", "PCK", "tests.kit.tavern", state=State, events=(), plays=(kit.play(draw, "摸", "draw"),))
HERE = State({"ann": Person("安", hand=("a1",)), "bo": Person("波", hand=("b1",))}, kit.Deck(("a2", "a3", "b2", "b3")))


def done(rule, *, dice=(), state=HERE):
    return script(rule, state, SYSTEM.fold, dice=dice)


def happening(*events, state=HERE):
    async def rule():
        for event in events:
            await kit.happen(event)

    return done(rule, state=state)


def told(events, viewer, *, before=HERE, after=HERE):
    shown = [SYSTEM.known_to(one, viewer) for one in (before, after)]
    card = SYSTEM.tell(kit.Told("draw", Draw("ann"), None, *shown, tuple(events)), viewer)
    return [(line.said.key, line.said.facts.get("card")) for line in card.happened]


def test_what_is_drawn_is_not_there_any_more_and_the_die_is_secret():
    found = done(lambda: kit.draw(HERE, "ann", 2), dice=[2, 1])
    assert found.state.people["ann"].hand == ("a1", "a3", "a2")
    assert found.state.deck.pile == ("b2", "b3")
    assert [(one.sides, one.secret) for one in found.answers] == [((4,), True), ((3,), True)]


def test_an_empty_deck_takes_its_discards_again_and_with_none_it_is_refused():
    thin = kit.replaced(HERE, deck=kit.Deck((), discards=("a2",)))
    assert done(lambda: kit.draw(thin, "ann"), dice=[1], state=thin).state.people["ann"].hand == ("a1", "a2")
    bare = kit.replaced(HERE, deck=kit.Deck())
    with pytest.raises(RuleError, match="no_cards"):
        done(lambda: kit.draw(bare, "ann"), state=bare)


def test_others_know_neither_a_hand_nor_what_lies_in_the_deck_only_how_many():
    for known in (SYSTEM.redact(HERE, BO), SYSTEM.redact(SYSTEM.redact(HERE, BO), BO)):
        assert known.people["ann"].hand == ()
        assert known.people["bo"].hand == ("b1",)
        assert known.deck.pile == ("a1", "a2", "a3", "b2", "b3")
        assert known.deck.count == 4
    swapped = State({"ann": Person("安", hand=("b3",)), "bo": HERE.people["bo"]}, kit.Deck(("a1", "a2", "a3", "b2")))
    assert SYSTEM.redact(swapped, BO) == SYSTEM.redact(HERE, BO)


def test_chances_are_those_of_everything_that_the_viewer_has_not_seen():
    procedure = SYSTEM.procedures["draw"]

    def chances(viewer):
        known = SYSTEM.known_to(HERE, viewer)
        run = odds(lambda: procedure.run(known, Draw("bo")), known, SYSTEM.fold, read=lambda out, _: out.letter)
        return run.chances

    assert chances(GM) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert chances(BO) == {"a": Fraction(3, 5), "b": Fraction(2, 5)}


class Compare(kit.Record):
    who: kit.Me
    rival: Annotated[kit.Actor, kit.called("对手", "rival")]


class Compared(kit.Record):
    higher: Annotated[bool, kit.called("更大", "higher")]


async def compare(state: State, given: Compare) -> Compared:
    """Both lay a card face down, and turn them at once."""
    both = given.who, given.rival
    asking = {kit.actor(who): kit.Asking("questions.lay", kit.hand_of(state, who)) for who in both}
    laid = {kit.actor_of(who): card for who, card in (await kit.choose_all(asking, sealed=True)).items()}
    for who, card in laid.items():
        await kit.happen(kit.CardDiscarded(who, card))
    return Compared(laid[given.who] > laid[given.rival])


COMPARING = kit.system(
    "compare",
    "CMP",
    "tests.kit.tavern",
    state=State,
    events=(),
    plays=(kit.play(compare, "比", "compare", odds=("higher",)),),
)


def compared(state):
    return lab.odds(COMPARING, state, "compare", who="ann", rival="bo")["higher"]


@pytest.mark.parametrize("truly", [("b1",), ("a2",)])
def test_chances_that_rest_on_anothers_hand_are_those_of_all_hands_that_she_may_hold(truly):
    left = tuple(sorted({*PACK} - {"a3", *truly}))
    state = State({"ann": Person("安", hand=("a3",)), "bo": Person("波", hand=truly)}, kit.Deck(left))
    found = compared(COMPARING.redact(state, ANN))
    assert not found.exact
    assert found.error < 0.05
    assert abs(found.chances[True] - Fraction(2, 5)) <= 2 * found.error  # two of the five cards that she has not seen
    assert found == compared(COMPARING.redact(state, ANN))
    assert compared(state).chances == {truly == ("a2",): 1}


def test_what_is_dealt_is_what_nobody_has_shown():
    known = SYSTEM.redact(HERE, BO)
    there = SYSTEM.dealt(known, lambda most: most - 1)
    assert len(there.people["ann"].hand) == 1
    assert sorted((*there.people["ann"].hand, *there.deck.pile)) == ["a1", "a2", "a3", "b2", "b3"]
    assert there.people["bo"].hand == ("b1",)
    assert there.deck.elsewhere == {}
    with pytest.raises(RuleError, match="hidden_hand"):
        kit.hand_of(known, "ann")
    assert SYSTEM.redact(HERE, ANN).deck.elsewhere == {"bo": {"hand": 1}}


def test_cards_that_are_alike_are_one_case_and_come_as_often_as_there_are_of_them():
    thick = kit.replaced(HERE, deck=kit.Deck(("a1", "b2", "b2", "b2", "b2", "b2")))
    procedure = SYSTEM.procedures["draw"]

    def chances(**how):
        start = lambda: procedure.run(thick, Draw("ann"))  # noqa: E731
        return odds(start, thick, SYSTEM.fold, read=lambda out, _: out.letter, **how)

    assert chances().chances == {"a": Fraction(1, 6), "b": Fraction(5, 6)}
    assert chances(budget=2) == chances()
    found = done(lambda: kit.draw(thick, "ann"), dice=[6], state=thick)
    assert [one.sides for one in found.answers] == [(6,)]
    assert found.state.people["ann"].hand == ("a1", "b2")


def test_a_drawn_card_is_told_to_whom_it_belongs_and_to_others_only_that_it_was_one():
    found = done(lambda: kit.draw(HERE, "ann"), dice=[2])
    assert told(found.events, ANN, after=found.state) == [("kit.drew", "a3")]
    assert told(found.events, BO, after=found.state) == [("kit.drew_hidden", None)]


def test_a_card_that_is_given_is_known_to_the_two():
    found = happening(kit.CardGiven("ann", "a1", whom="bo"))
    assert found.state.people["bo"].hand == ("b1", "a1")
    assert told(found.events, ANN, after=found.state) == [("kit.gave", "a1")]
    assert told(found.events, BO, after=found.state) == [("kit.gave", "a1")]
    assert told(found.events, kit.Viewer("player", ("cy",), "hidden"), after=found.state) == [("kit.gave_hidden", None)]


def test_a_discarded_card_is_for_all_to_see():
    found = happening(kit.CardDiscarded("ann", "a1"))
    assert SYSTEM.redact(found.state, BO).deck.discards == ("a1",)
    assert told(found.events, BO, after=found.state) == [("kit.discarded", "a1")]


def test_who_looked_at_the_top_knows_it_and_it_is_drawn_next():
    found = done(lambda: kit.peek(HERE, "ann"), dice=[4])
    assert found.result == "b3"
    assert SYSTEM.redact(found.state, ANN).deck.top == ("b3",)
    assert SYSTEM.redact(found.state, BO).deck.top == ()
    after = done(lambda: kit.draw(found.state, "bo"), state=found.state)
    assert after.state.people["bo"].hand == ("b1", "b3")
    assert after.state.deck.seers == ()


def test_a_card_laid_back_face_down_is_known_to_her_alone():
    found = happening(kit.CardTopped("ann", "a1", from_hand=True))
    assert (found.state.deck.top, found.state.deck.seers, found.state.people["ann"].hand) == (("a1",), ("ann",), ())
    assert told(found.events, BO, after=found.state) == [("kit.laid_hidden", None)]


def test_a_hand_is_drawn_as_cards_and_a_deck_by_its_number():
    view = SYSTEM.look(kit.replaced(HERE, deck=kit.Deck(("a2",), discards=("b2",))), ANN)
    hand = next(part for part in view.who[0].parts if isinstance(part, Tags))
    assert [(tag.text, tag.kind) for tag in hand.tags] == [("a1", "card")]
    assert not [part for part in view.who[1].parts if isinstance(part, Tags)]
    facts = next(part for part in view.where[0].parts if isinstance(part, Facts))
    assert [fact.value.facts for fact in facts.rows] == [{"count": 1}]
    assert [tag.text for part in view.where[0].parts if isinstance(part, Tags) for tag in part.tags] == ["b2"]


def test_a_track_stops_at_its_end_whatever_moves_it():
    found = happening(kit.Counted("ann", "hurt", 9), kit.Counted("ann", "hurt", -1))
    assert found.state.people["ann"].hurt == 2
    assert [(event.was, event.top) for event in found.events] == [(0, 3), (3, 3)]


def test_what_is_no_deck_is_named():
    with pytest.raises(TypeError, match="'pile' is no deck of the state"):
        done(lambda: kit.draw(HERE, "ann", deck="pile"))
