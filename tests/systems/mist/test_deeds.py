"""What can be done now is what the commands can read."""

import msgspec
import pytest
from msgspec.structs import replace

from ludex.core.deeds import Asked, Do
from ludex.core.principals import PLAYER, Viewer
from ludex.core.view import Board
from ludex.desk.reading import read_fields
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.demo import demo
from ludex.systems.mist.rules.creation import SAMPLE, STEPS, Draft
from ludex.systems.mist.sheet import Character, Status
from ludex.systems.mist.state import Mystery, State
from ludex.systems.mist.terms import MissionPhase, ScenePhase
from ludex.text.words import Words

COMMANDS = {command.key: command for command in SYSTEM.commands}
VIEWERS = {"mc": Viewer(), "player": Viewer(PLAYER, ("林默",)), "newcomer": Viewer(PLAYER)}
GIVEN = {
    "character": "阿青",
    "conclusion": "沉车",
    "status": "受伤",
    "text": "随便说说",
    "id": "脚印",
    "deny": True,
    "tag": "满地碎玻璃",
    "narrative": "门关上了",
    "threat": "坍塌",
}


def tables():
    """The demo in every phase of scene and mission, and an empty table."""
    state = demo().state
    yield State()
    for phase in ScenePhase:
        yield replace(state, scene=replace(state.scene, phase=phase, action_due=phase == ScenePhase.CONSEQUENCE))
    for phase in MissionPhase:
        yield replace(state, mission=replace(state.mission, phase=phase))


def filled(one):
    """A deed with its first offers taken, and something typed where nothing is offered."""
    taken = {gap.name: gap.values[0].value if gap.values else GIVEN[gap.name] for gap in one.gaps}
    return {**one.given, **taken}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_deed_that_is_offered_is_understood(viewer):
    who = VIEWERS[viewer]
    for state in tables():
        known = SYSTEM.redact(state, who)
        for one in SYSTEM.deeds(known, who):
            command = COMMANDS[one.name]
            actor = "林默" if one.of else ""
            args = read_fields(command, filled(one), state=known, actor=actor, find=str)
            todo = command.run(Asked(known, args, actor, who))
            if isinstance(todo, Do):
                SYSTEM.procedures[todo.procedure].read(msgspec.to_builtins(todo.given))


def test_a_player_is_offered_the_action_and_the_mc_the_consequence():
    state = demo().state
    assert [d.name for d in SYSTEM.deeds(state, VIEWERS["player"]) if d.primary] == ["act"]
    owed = replace(state, scene=replace(state.scene, phase=ScenePhase.CONSEQUENCE, action_due=True))
    assert [d.name for d in SYSTEM.deeds(owed, VIEWERS["mc"]) if d.primary] == ["consequence"]


@pytest.mark.parametrize(("language", "names"), [("zh", ["林默", "周遥", "陆九"]), ("en", ["Lin", "Zhou", "Lu"])])
def test_samples_are_offered_once_and_in_the_readers_language(language, names):
    (new,) = [one for one in SYSTEM.deeds(State(), VIEWERS["newcomer"]) if one.name == "new"]
    words = Words(language, SYSTEM.package)
    assert [words.say(value.label) for value in new.gaps[0].values] == names
    asked = Asked(State(), {"character": new.gaps[0].values[0].value}, language=language)
    assert COMMANDS["new"].run(asked).given.character.id == names[0]


def test_no_card_of_the_mcs_tells_a_truth_or_what_is_hidden_at_one_click():
    found = SYSTEM.deeds(demo().state, VIEWERS["mc"])
    reveals = [one for one in found if one.name == "reveal"]
    assert [[gap.name for gap in one.gaps] for one in reveals] == [["secret"], ["secret"]]
    assert not any(one.given for one in reveals)
    assert found[-2:] == tuple(reveals)


def test_the_hand_has_one_card_for_what_a_status_stacks_on_and_one_for_what_it_cancels():
    state = demo().state
    guard = replace(state.challenges[0], statuses=(Status("害怕", (1,)), Status("发抖", (2,))))
    found = SYSTEM.deeds(replace(state, scene=replace(state.scene, challenges=(guard,))), VIEWERS["mc"])
    offered = {
        one.name: [value.value for value in one.gaps[0].values] for one in found if one.name in ("merge", "offset")
    }
    limits = [limit.status for limit in guard.limits]
    assert offered == {"merge": ["害怕", *limits], "offset": ["害怕"]}


def test_a_challenge_on_stage_unseen_is_marked_for_the_mc():
    state = demo().state
    unseen = replace(state.challenges[0], hidden=True)
    lurking = replace(state, scene=replace(state.scene, challenges=(unseen,)))
    marked = [one.hidden for one in SYSTEM.look(lurking, VIEWERS["mc"]).where if one.id == f"challenge-{unseen.id}"]
    assert marked == [True]


def test_an_action_with_no_tag_says_what_it_comes_to_and_its_form_asks_for_a_goal():
    (act,) = [one for one in SYSTEM.deeds(demo().state, VIEWERS["player"]) if one.name == "act"]
    assert [gap.name for gap in act.gaps if gap.wanted] == ["text"]
    assert "效力 0" in Words("zh", SYSTEM.package).say(act.note)
    assert not COMMANDS["act"].field("text").needed  # a line may leave it out


def first_offers(name, *taken):
    """The themes of somebody who took these, and then always the first that was offered."""
    (step,), state, draft = STEPS, State(), Draft(Character(name))
    for theme in taken:
        draft = step.take(state, draft, f"{SAMPLE}{theme}")
    while (asking := step.ask(state, draft)) is not None:
        draft = step.take(state, draft, asking.options[0].answer)
    return [theme.theme_tag for theme in draft.sheet.themes]


def test_whoever_takes_the_first_theme_offered_becomes_one_person():
    assert first_offers("阿青") == ["夜班编辑", "独生女", "听潮之耳", "剪影术"]
    assert first_offers("Wick") == ["night editor", "only daughter", "ear for the tide", "cutting silhouettes"]
    assert first_offers("阿青", "长跑队员") == ["长跑队员", "急诊护士", "街坊热心人", "借来的影子"]


@pytest.mark.parametrize(("language", "shown"), [("zh", "异常是什么"), ("en", "what is the anomaly")])
def test_a_standard_question_is_shown_in_the_readers_language_whoever_wrote_it(language, shown):
    words = Words(language, SYSTEM.package)
    assert [words.say(Mystery(name).called) for name in ("异常是什么", "what is the anomaly")] == [shown, shown]
    assert words.say(Mystery("谁在敲窗").called) == "谁在敲窗"


def spoken(words, board):
    """Everything that stands on a board, as its reader has it."""
    return " ".join(words.say(label) for card in board.cards for label in (card.title, card.note))


@pytest.mark.parametrize(("language", "shown"), [("zh", "怎么也晾不干的车票"), ("en", "will not dry")])
def test_a_case_that_ships_is_read_in_the_readers_language(language, shown):
    words = Words(language, SYSTEM.package)
    (case,) = [one for one in SYSTEM.look(demo().state, VIEWERS["mc"]).where if one.id == "case"]
    (board,) = [part for part in case.parts if isinstance(part, Board)]
    found = spoken(words, board)
    assert shown in found
    assert any("\u4e00" <= letter <= "\u9fff" for letter in found) == (language == "zh")


def test_a_clue_of_a_shipped_case_is_cited_in_either_language():
    state, seat = demo().state, VIEWERS["player"]
    given = {"mystery": "what it is", "conclusion": "a sunken bus", "supporting": ["wet ticket", "司机工号"]}
    known = SYSTEM.redact(state, seat)
    args = read_fields(COMMANDS["deduce"], given, state=known, actor="林默", find=str)
    put = COMMANDS["deduce"].run(Asked(known, args, "林默", seat)).given
    assert (put.mystery, put.supporting) == ("它是什么", ("湿车票", "司机工号"))
