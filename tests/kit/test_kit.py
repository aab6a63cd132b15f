"""The author's kit: what a small system says once is what people type, see and may know."""

from fractions import Fraction
from typing import Annotated

import msgspec
import pytest

from ludex import kit
from ludex.core.deeds import ACTOR, TERM, WHOLE, Asked, Do
from ludex.core.driving import script
from ludex.core.errors import RuleError
from ludex.core.odds import odds
from ludex.core.principals import OBSERVER, seat
from ludex.core.view import Facts, Tags, Track
from ludex.text.words import Words
from tests.kit import tavern
from tests.kit.tavern import SYSTEM, Drink, Order, Person, State, Wager

GM, ANN, BO = kit.Viewer(), kit.Viewer("player", ("ann",), "hidden"), kit.Viewer("player", ("bo",), "hidden")


def inn():
    return tavern.demo().state


def run(name, given, *, state=None, dice=(), choices=()):
    start = state or inn()
    procedure = SYSTEM.procedures[name]
    return script(lambda: procedure.run(start, given), start, SYSTEM.fold, dice=dice, choices=choices)


# --- events --------------------------------------------------------------------------------------------------------


def test_an_event_applies_itself_and_is_read_back_from_the_log_as_it_was():
    done = run("order", Order("ann", Drink.WINE, 2))
    assert done.state.people["ann"].drunk == (Drink.WINE, Drink.WINE)
    logged = msgspec.json.encode(done.events)
    assert b'"type":"drunk"' in logged
    assert msgspec.json.decode(logged, type=tuple[SYSTEM.event, ...]) == done.events


def test_a_newcomer_joins_under_a_free_id():
    done = run("arrive", SYSTEM.procedures["arrive"].read({"asker": seat("x"), "name": "ann"}))
    assert done.state.people["ann2"] == Person("ann")


def test_an_event_that_the_manifest_does_not_list_is_an_error_at_once():
    class Sung(kit.Event[State]):
        def apply(self, state):
            return state

    with pytest.raises(TypeError, match="Sung is not among the events"):
        SYSTEM.fold(inn(), Sung())


def test_a_number_stops_at_its_floor():
    assert SYSTEM.fold(inn(), kit.Counted("ann", "coins", -100)).people["ann"].coins == 0


class Sip(kit.Record):
    drink: Annotated[Drink, kit.called("酒", "drink")]
    until: Annotated[int, kit.called("到第几轮", "until round")] = 0


class Guest(kit.Record):
    name: str
    sips: Annotated[tuple[Sip, ...], kit.called("一时", "for a while")] = ()
    debts: Annotated[dict[str, int], kit.called("欠账", "debts")] = {}


class Round(kit.Record):
    people: dict[str, Guest] = {}
    number: Annotated[int, kit.called("轮", "round")] = 1


class Passed(kit.Event[Round]):
    sips: dict[str, Sip]
    number: int

    def apply(self, state):
        people = {who: kit.replaced(one, sips=(self.sips[who],)) for who, one in state.people.items()}
        return kit.replaced(state, people=people, number=self.number)


async def go_round(state: Round, given: kit.Nothing) -> None:
    await kit.happen(Passed({}, 2))


ROUND = kit.system(
    "round",
    "RND",
    "tests.kit.tavern",
    state=Round,
    events=(Passed,),
    plays=(kit.play(go_round, "轮", "round"),),
    words={
        "events.passed": ("第 {number} 轮", "round {number}"),
        "events.passed_sips": ("{who} 喝了 {value}", "{who} has {value}"),
    },
)


def test_records_and_tables_are_shown_on_a_sheet_and_told_in_words():
    state = Round({"ann": Guest("安", debts={"host": 2})})
    passed = Passed({"ann": Sip(Drink.ALE, 3), "nobody": Sip(Drink.WINE)}, 2)
    after = ROUND.fold(state, passed)
    told = ROUND.tell(kit.Told("go_round", kit.Nothing(), None, state, after, (passed,)), GM)
    words = Words("en", "", {key: pair[1] for key, pair in ROUND.words.items()})
    assert [words.say(line.said) for line in told.happened] == ["round 2", "安 has ale (until round 3)"]
    tags = [words.say(tag.text) for p in ROUND.look(after, GM).who[0].parts if isinstance(p, Tags) for tag in p.tags]
    assert tags == ["ale (until round 3)", "host 2"]


def test_what_the_kit_calls_a_field_yields_to_what_the_system_calls_it():
    class Greet(kit.Record):
        whom: Annotated[kit.Actor, kit.called("向谁", "to whom")]

    async def greet(state: State, given: Greet) -> None: ...

    plays = (*tavern.PLAYS, kit.play(greet, "打招呼", "greet"))
    made = kit.system("x", "X", "tests.kit.tavern", state=State, events=(tavern.Drunk,), plays=plays)
    assert made.words["args.whom"] == ("向谁", "to whom")


def test_what_nobody_types_needs_a_title_and_no_names_for_its_fields():
    class Sober(kit.Record):
        whom: kit.Actor

    async def sober(state: State, given: Sober) -> None: ...

    with pytest.raises(TypeError, match="nobody types it"):
        kit.play(sober)
    with pytest.raises(TypeError, match=r"its title is '醒酒', so say in both languages"):
        kit.play(sober, title="醒酒")
    assert kit.play(sober, title=("醒酒", "sobers up")).command is None


# --- deeds ---------------------------------------------------------------------------------------------------------


def test_a_deed_has_the_fields_of_its_procedures_input_without_who_acts():
    wager = next(c for c in SYSTEM.commands if c.key == "wager")
    assert [(f.name, f.kind, f.required) for f in wager.args] == [("against", ACTOR, True), ("dice", WHOLE, False)]
    order = next(c for c in SYSTEM.commands if c.key == "order")
    assert (order.args[0].kind, order.args[0].terms) == (TERM, Drink)


def test_who_acts_and_who_asks_fill_themselves_in():
    order = next(c for c in SYSTEM.commands if c.key == "order")
    assert order.run(Asked(inn(), {"drink": Drink.ALE, "cups": None}, "ann")) == Do(
        "order", {"who": "ann", "drink": Drink.ALE}
    )
    arrive = next(c for c in SYSTEM.commands if c.key == "arrive")
    assert arrive.run(Asked(inn(), {"name": "x"}, "", seat=seat("player1"))).given["asker"] == "seat:player1"


@pytest.mark.parametrize(("cups", "code"), [(0, "not_between"), (4, "not_between"), (-1, "not_between")])
def test_a_number_beyond_its_bounds_is_refused_whoever_calls(cups, code):
    with pytest.raises(RuleError) as refused:
        run("order", Order("ann", Drink.ALE, cups))
    assert refused.value.code == code


def test_what_cannot_be_done_now_is_refused_by_the_rule_and_on_the_button_alike():
    state = run("order", Order("ann", Drink.ALE, 3)).state
    with pytest.raises(RuleError, match="merry"):
        run("order", Order("ann", Drink.ALE), state=state)
    order = next(deed for deed in SYSTEM.deeds(state, ANN) if deed.name == "order")
    assert order.refusal.code == "merry"


def test_a_deed_is_offered_to_whoever_holds_a_character_and_to_the_gm_for_everybody():
    assert [(d.name, d.of) for d in SYSTEM.deeds(inn(), ANN)] == [
        ("order", "actor:ann"),
        ("wager", "actor:ann"),
        ("arrive", None),
    ]
    assert {d.of for d in SYSTEM.deeds(inn(), GM) if d.name == "order"} == {f"actor:{who}" for who in inn().people}


def test_the_gm_lets_somebody_be_seen_and_takes_somebody_away():
    seen = run("reveal", SYSTEM.procedures["reveal"].read({"whom": "spy"})).state
    assert "spy" in SYSTEM.knows(seen, ANN)
    with pytest.raises(RuleError, match="not_among"):
        run("reveal", SYSTEM.procedures["reveal"].read({"whom": "ann"}))
    assert "host" not in run("dismiss", SYSTEM.procedures["dismiss"].read({"whom": "host"})).state.people


def test_a_field_without_a_name_is_a_slip_that_is_told_at_once():
    class Nameless(kit.Record):
        cups: int

    async def pour(state: State, given: Nameless) -> None: ...

    with pytest.raises(TypeError, match=r"Nameless\.cups"):
        kit.play(pour, "倒", "pour")


def test_a_label_belongs_to_the_deed_not_to_a_name_that_others_use_too():
    class Pour(kit.Record):
        drink: Annotated[str, kit.called("饮料", "beverage")]
        whom: Annotated[kit.Actor, kit.called("给谁", "for whom")]

    async def pour(state: State, given: Pour) -> None: ...

    plays = (*tavern.PLAYS, kit.play(pour, "倒", "pour"))
    made = kit.system("x", "X", "tests.kit.tavern", state=State, events=(tavern.Drunk,), plays=plays)
    words = Words("en", "", {key: pair[1] for key, pair in made.words.items()})
    assert [words.argument("drink", of) for of in ("order", "pour")] == ["drink", "beverage"]
    assert [words.argument("whom", of) for of in ("pour", "dismiss")] == ["for whom", "whom"]


def test_two_names_for_one_word_of_a_sheet_are_a_slip_that_is_told_at_once():
    class Cup(kit.Record):
        head: Annotated[int, kit.called("泡沫", "froth")] = 0

    class Guest(kit.Record):
        name: str
        head: Annotated[int, kit.called("酒量", "head")] = 0
        cup: Annotated[Cup, kit.called("杯", "cup")] = Cup()

    class Inn(kit.Record):
        people: dict[str, Guest] = {}

    with pytest.raises(TypeError, match=r"fields\.head"):
        kit.system("x", "X", "tests.kit.tavern", state=Inn, events=(), plays=())


# --- what people see -----------------------------------------------------------------------------------------------


def sheet(viewer, who, state=None):
    view = SYSTEM.look(state or inn(), viewer)
    return next((s for s in view.who if s.id == f"who-{who}"), None)


def facts(section):
    return {f.label.key: f.value for part in section.parts if isinstance(part, Facts) for f in part.rows}


def test_a_sheet_is_made_of_what_the_fields_are_called():
    state = run("order", Order("ann", Drink.ALE, 3)).state
    parts = sheet(ANN, "ann", state).parts
    assert next(p for p in parts if isinstance(p, Track)).boxes == 5
    assert [t.text.key for p in parts if isinstance(p, Tags) for t in p.tags][:2] == ["fields.merry", "terms.ale"]
    assert facts(sheet(ANN, "ann")) == {"fields.coins": 7}


def test_what_is_hidden_is_hidden_from_whom_it_says():
    assert "fields.coins" not in facts(sheet(BO, "ann"))
    assert "fields.luck" not in facts(sheet(ANN, "host"))
    assert facts(sheet(GM, "host"))["fields.luck"] == 3
    assert facts(sheet(ANN, "bo"))["fields.luck"] == 1
    assert sheet(ANN, "spy") is None
    assert [s.id for s in SYSTEM.look(inn(), ANN).where] == []
    assert [s.id for s in SYSTEM.look(inn(), GM).where] == ["scene"]


def test_what_somebody_does_not_know_is_taken_to_be_the_usual_and_that_is_told():
    known = SYSTEM.redact(inn(), ANN)
    assert (known.people["host"].luck, known.people["bo"].coins) == (0, 4)
    assert set(SYSTEM.assumed(inn(), ANN)) == {"host", "bo"}


def test_a_table_may_show_the_numbers_of_npcs():
    assert facts(sheet(kit.Viewer("player", ("ann",), "open"), "host"))["fields.luck"] == 3


def test_an_observer_knows_what_no_player_hides():
    assert SYSTEM.knows(inn(), kit.Viewer(OBSERVER)) == ("ann", "bo", "host")


def told(viewer, name, given, **more):
    start = inn()
    done = run(name, given, **more)
    before, after = (SYSTEM.known_to(state, viewer) for state in (start, done.state))
    return SYSTEM.tell(kit.Told(name, given, done.result, before, after, done.events), viewer)


def test_a_deed_is_told_by_its_verdict_its_outputs_and_what_changed():
    card = told(ANN, "wager", Wager("ann", "bo"), dice=[6, 1])
    assert (card.verdict.kind, card.verdict.say.key) == ("good", "terms.success")
    assert {f.label.key: f.value for f in card.totals} == {"outputs.winner": "安", "outputs.sixes": 1}
    assert [(line.said.key, line.said.facts["who"]) for line in card.happened] == [("kit.changed", "安")]


def test_somebody_unseen_has_no_name_in_what_is_told():
    card = told(ANN, "wager", Wager("ann", "spy"), dice=[1, 1])
    assert "密探" not in str(card)
    assert "spy" not in str(card)


# --- plain data and dice -------------------------------------------------------------------------------------------


def test_plain_data_is_laid_over_the_state_and_the_rest_is_left():
    state, rest = SYSTEM.arrange(None, {"people": {"cy": {"name": "赛"}}, "song": "x", "dice": 3})
    assert (state.people["cy"].name, state.song, rest) == ("赛", "x", {"dice": 3})
    joined, _ = SYSTEM.arrange(state, {"people": {"di": {"name": "迪"}}})
    assert list(joined.people) == ["cy", "di"]
    with pytest.raises(RuleError, match="bad_input"):
        SYSTEM.arrange(None, {"people": {"cy": {"name": 1}}})


def test_a_counting_pool_shows_its_hits_and_has_exact_odds():
    pool = kit.successes(3, 6, at=5)
    assert (pool.value((5, 1, 6)), pool.dropped((5, 1, 6))) == (2, (1,))
    assert pool.weights() == {0: 64, 1: 96, 2: 48, 3: 8}
    procedure = SYSTEM.procedures["wager"]
    found = odds(
        lambda: procedure.run(inn(), Wager("ann", "bo")), inn(), SYSTEM.fold, read=lambda result, _: result.result
    )
    assert found.chances[kit.Outcome.SUCCESS] == Fraction(11, 36)


class Score(kit.Term):
    MIGHT = "might", "力", "might"
    WIT = "wit", "智", "wit"


class Made(kit.Record):
    might: int = 0
    wit: int = 0


@pytest.mark.parametrize(
    ("given", "answers", "scores"),
    [
        (Made(), ["4"], {"might": 4, "wit": 2}),
        (Made(wit=3), [], {"wit": 3, "might": 3}),
        (Made(2, 4), [], {"might": 2, "wit": 4}),
    ],
)
def test_points_are_spread_by_what_is_given_and_what_is_answered(given, answers, scores):
    def start():
        return kit.spread(seat("a"), given, Score, total=6, low=1, high=5)

    assert script(start, None, SYSTEM.fold, choices=answers).result == scores


@pytest.mark.parametrize(
    ("given", "code"), [(Made(6), "not_between"), (Made(1, 1), "wrong_total"), (Made(5, 5), "wrong_total")]
)
def test_points_that_cannot_add_up_are_refused(given, code):
    with pytest.raises(RuleError) as refused:
        script(lambda: kit.spread(seat("a"), given, Score, total=6, low=1, high=5), None, SYSTEM.fold)
    assert refused.value.code == code


def test_what_is_left_out_is_never_below_its_bound():
    with pytest.raises(RuleError) as refused:
        script(lambda: kit.spread(seat("a"), Made(5), Score, total=5, low=1, high=5), None, SYSTEM.fold)
    assert (refused.value.code, refused.value.facts["sum"]) == ("wrong_total", 6)


def test_a_demo_seats_every_character_that_is_no_npc():
    assert tavern.demo().seats == {"安": ("ann",), "阿波": ("bo",)}


# --- what authors leave out ------------------------------------------------------------------------------------------


class Knock(kit.Record):
    language: kit.Language = "zh"


class Knocked(kit.Record):
    opened: Annotated[bool, kit.verdict("开", "opened", yes="good", no="bad")]


async def knock(state: State, given: Knock) -> Knocked:
    """A door opens or not."""
    await kit.happen(tavern.Came.new(state, Person(kit.name_in(kit.Thing(("门神", "doorkeeper")), given.language))))
    return Knocked(False)


DOOR = kit.system(
    "door",
    "DOO",
    "tests.kit.tavern",
    state=State,
    events=(tavern.Came,),
    plays=(kit.play(knock, "敲门", "knock"), kit.play(tavern.arrive, title=("来人", "somebody comes"))),
    demo=tavern.demo,
)


def test_a_truth_is_told_by_its_name_unless_the_system_says_it_better():
    assert DOOR.words["outputs.opened.yes"] == ("开", "opened")
    assert DOOR.words["outputs.opened.no"] == ("未开", "not opened")


def test_what_follows_by_itself_is_told_by_its_title():
    assert DOOR.words["commands.arrive.title"] == ("来人", "somebody comes")
    told = kit.Told("arrive", tavern.Arrive(seat("x"), "苏"), None, inn(), inn())
    assert DOOR.tell(told, GM).title == kit.say("commands.arrive.title")


def test_whoever_is_made_of_a_thing_is_called_in_the_language_of_the_one_who_asks():
    command = next(one for one in DOOR.commands if one.key == "knock")
    assert not command.args
    assert command.run(Asked(inn(), {}, language="en")) == Do("knock", {"language": "en"})
    done = script(lambda: knock(inn(), Knock("en")), inn(), DOOR.fold)
    assert "doorkeeper" in done.state.people
