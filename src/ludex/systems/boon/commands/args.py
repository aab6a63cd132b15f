"""Arguments that many commands share, and how they are read into what a test or an attack takes."""

from collections.abc import Callable
from typing import Any

from ludex.core.command import Arg, Asked, Do
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.rules import battlefield
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State

SWAY = (
    Arg("modifiers", "list", required=False, keys=("修", "mod", "m"), keyed=True),
    Arg("boons", "int", required=False, keys=("优", "优势", "boon", "b"), keyed=True, default=0),
    Arg("banes", "int", required=False, keys=("劣", "劣势", "bane"), keyed=True, default=0),
)
SIGHT = (
    Arg("cover", required=False, keys=("遮", "遮蔽"), keyed=True, among=offers.COVERS),
    Arg("obscurement", required=False, keys=("昏", "模糊", "obs"), keyed=True, among=offers.OBSCUREMENTS),
)
AIM = (
    *SWAY,
    *SIGHT,
    Arg("distance", "number", required=False, keys=("距", "距离", "d"), keyed=True),
    Arg("guess", required=False, keys=("猜",), keyed=True),
    Arg("unseen", "flag", required=False, keys=("看不见",)),
    Arg("defense_modifiers", "list", required=False, keys=("防修",), keyed=True),
    Arg("defense_boons", "int", required=False, keys=("防优",), keyed=True, default=0),
    Arg("defense_banes", "int", required=False, keys=("防劣",), keyed=True, default=0),
)
TARGET = Arg("target", among=offers.targets)
ON = Arg("on", required=False, keys=("对", "to"), among=offers.targets)
ATTEMPT = (
    Arg("conditions", "list", required=False, keys=("条件", "cond"), keyed=True),
    Arg("tn", "int", required=False, keys=("目标", "TN"), keyed=True),
    Arg("calm", "flag", required=False, keys=("从容",)),
    *SWAY,
)
SCORES = (
    Arg("strength", "int", required=False, keys=("力", "力量", "str"), keyed=True),
    Arg("agility", "int", required=False, keys=("敏", "敏捷", "agi"), keyed=True),
    Arg("intellect", "int", required=False, keys=("智", "智力", "int"), keyed=True),
    Arg("will", "int", required=False, keys=("意", "意志"), keyed=True),
    Arg("class", required=False, keys=("职业",), keyed=True, among=offers.classes),
    Arg("level", "int", required=False, keys=("等级", "lv"), keyed=True, default=0),
    Arg("size", "number", required=False, keys=("体型",), keyed=True),
    Arg("speed", "int", required=False, keys=("速度",), keyed=True),
)
KIND = Arg("attack_kind", required=False, keys=("方式", "as"), keyed=True, among=offers.KINDS)
AT = Arg("at", required=False, keys=("位", "在"), keyed=True)
SIDE = Arg("side", required=False, keys=("阵营",), keyed=True, among=offers.sides)
WHO = Arg("who", among=offers.people)
SOMEBODY = Arg("who", required=False, among=offers.people)


def sway(asked: Asked) -> dict[str, Any]:
    """Modifiers, boons and banes as typed."""
    return {
        "modifiers": reading.numbers(asked["modifiers"]),
        "boons": asked["boons"],
        "banes": asked["banes"],
    }


def aim(asked: Asked, actor: Character, targets: list[str]) -> dict[str, Any]:
    """Everything that may be given with an attack; the distance is read off the map unless it is typed."""
    guess = reading.square(asked["guess"], arg="guess")
    given = sway(asked) | {
        "cover": reading.cover_of(asked["cover"]),
        "obscurement": reading.obscurement_of(asked["obscurement"]),
        "visible": not asked["unseen"],
        "guess": guess,
        "defense_modifiers": reading.numbers(asked["defense_modifiers"]),
        "defense_boons": asked["defense_boons"],
        "defense_banes": asked["defense_banes"],
    }
    yards = asked["distance"]
    if yards is None:
        yards = on_the_map(asked.state, actor, targets=targets, guess=guess)
    return given if yards is None else given | {"distance": yards}


def on_the_map(state: State, actor: Character, *, targets: list[str], guess: Any = None) -> float | None:
    """Yards to a guessed square, or to the nearest target."""
    spots = [guess] if guess else [state.target(t).position for t in targets]
    found = [d for spot in spots if (d := battlefield.distance(actor.position, spot)) is not None]
    return min(found, default=None)


def in_turn(run: Callable[[Asked], Do]) -> Callable[[Asked], Do]:
    """The same deed as an action: in combat through the clock, outside it just what it does."""

    def ran(asked: Asked) -> Do:
        state: State = asked.state
        reading.check_held(state)
        deed = run(asked)
        if not state.clock.running:
            return deed
        given = {("target" if name == "defender" else name): value for name, value in deed.given.items()}
        return Do("act", {**given, "action": deed.procedure})

    return ran


def attempt(asked: Asked) -> dict[str, Any]:
    """What is given with a challenge roll."""
    unnamed = (
        [] if asked["task"] else [f"#{len(asked.state.failures) + 1}"]
    )  # nobody knows that it is the same thing again
    given = sway(asked) | {
        "attribute": reading.attribute_of(asked["attribute"]),
        "task": asked["task"] or "",
        "conditions": [*asked["conditions"], *unnamed],
        "pressure": not asked["calm"],
    }
    return given if asked["tn"] is None else given | {"target": asked["tn"]}


def side_named(asked: Asked, name: str | None) -> str:
    """A side by id or name; the own one if nothing is said."""
    state: State = asked.state
    if not name:
        own = state.find(asked.actor)
        return own.side if own else next((s.id for s in state.sides if not s.player), "")
    return next((s.id for s in state.sides if name in (s.id, s.name)), name)
