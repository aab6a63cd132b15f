"""What can be done now is what the commands can read."""

import pytest
from msgspec.structs import replace

from ludex.core.deeds import Asked, Do
from ludex.core.principals import PLAYER, Viewer
from ludex.desk.reading import read_fields
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.demo import demo
from ludex.systems.mist.state import State
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
                SYSTEM.procedures[todo.procedure].read(todo.given)


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
    assert COMMANDS["new"].run(asked).given["character"]["id"] == names[0]
