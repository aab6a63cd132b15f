"""The actions of a turn, as people type them."""

from collections.abc import Callable
from typing import Any

from ludex.core.command import Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import AIM, ATTEMPT, KIND, ON, SIGHT, SWAY, TARGET
from ludex.systems.boon.commands.reading import aim, attempt, on_the_map, sway
from ludex.systems.boon.policy import turn
from ludex.systems.boon.rules import battlefield
from ludex.systems.boon.rules.clock import pickable
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action, Use


def _deed(action: str, actor: Character, **given: Any) -> Do:
    """What somebody does, bound to nobody's turn."""
    return Do(action, {"actor": actor.id, **given})


def attack(asked: Asked) -> Do:
    """Attack with a weapon."""
    actor, target = reading.acting(asked), reading.named(asked, asked["target"])
    weapon = reading.carried(actor, asked["weapon"]) if asked["weapon"] else reading.best_weapon(actor)
    stated = reading.kind_of(asked["attack_kind"])
    given = aim(asked, actor, [target])
    return _deed(Action.ATTACK, actor, defender=target, weapon=weapon, attack_kind=stated, **given)


def cast(asked: Asked) -> Do:
    """Cast a spell at one target, several, or the caster."""
    actor = reading.acting(asked)
    targets = [reading.named(asked, t) for t in asked["targets"]]
    spell = reading.known_spell(actor, asked["spell"])
    return _deed(Action.CAST, actor, spell=spell, **_aimed_at(targets), **aim(asked, actor, targets))


def _aimed_at(targets: list[str]) -> dict[str, Any]:
    """One target, or several as an area takes them."""
    return {"defender": targets[0]} if len(targets) == 1 else {"targets": [{"who": t} for t in targets]}


def shove(asked: Asked) -> Do:
    """Push somebody away."""
    actor, target = reading.acting(asked), reading.named(asked, asked["target"])
    return _deed(Action.SHOVE, actor, defender=target, **aim(asked, actor, [target]))


def stunt(asked: Asked) -> Do:
    """A special stunt."""
    actor, target = reading.acting(asked), reading.named(asked, asked["on"])
    trick = reading.stunt(asked.state, asked["stunt"])
    given = aim(asked, actor, [target] if target else [])
    return _deed(Action.STUNT, actor, stunt=trick, defender=target, **given)


def hide(asked: Asked) -> Do:
    """Hide somewhere."""
    sight = {"cover": reading.cover_of(asked["cover"]), "obscurement": reading.obscurement_of(asked["obscurement"])}
    seen = {"observed": not asked["unwatched"], "conditions": asked["conditions"]}
    return _deed(Action.HIDE, reading.acting(asked), **sight, **seen, **sway(asked))


def move(asked: Asked) -> Do:
    """Move to a square, or so many yards."""
    actor, to = reading.acting(asked), reading.square(asked["to"], arg="to")
    if asked["yards"] is not None:
        path = [{"yards": asked["yards"], "terrain": reading.terrain_of(asked["terrain"])}]
    else:
        path = battlefield.path(asked.state, actor.position, to) if to else []
    return _deed(Action.MOVE, actor, path=path, to=to)


def pass_(asked: Asked) -> Do:
    """Keep the AP and wait."""
    reading.check_fighting(asked)
    reading.check_held(asked.state)
    return Do("act", {"actor": reading.acting(asked).id, "action": Action.PASS})


def _use(asked: Asked, use: Use, targets: list[str], **given: Any) -> Do:
    actor = reading.acting(asked)
    item = reading.carried(actor, asked["item"])
    return _deed(Action.USE_ITEM, actor, item=item, use=use, **_aimed_at(targets), **given)


def drink(asked: Asked) -> Do:
    """Drink something, or give it to somebody."""
    actor = reading.acting(asked)
    targets = [reading.named(asked, asked["on"])] if asked["on"] else []
    yards = on_the_map(asked.state, actor, targets=targets)
    return _use(asked, Use.CONSUME, targets, **({} if yards is None else {"distance": yards}))


def throw(asked: Asked) -> Do:
    """Throw an item at somebody."""
    targets = [reading.named(asked, t) for t in asked["targets"]]
    return _use(asked, Use.ATTACK, targets, **aim(asked, reading.acting(asked), targets))


def reload(asked: Asked) -> Do:
    """Load a weapon."""
    return _use(asked, Use.RELOAD, [])


def take(asked: Asked) -> Do:
    """Take something in hand."""
    return _use(asked, Use.TAKE, [], access="pack")


def work(asked: Asked) -> Do:
    """Use an item otherwise: with an attribute it is a challenge roll."""
    if not asked["attribute"]:
        return _use(asked, Use.OTHER, [])
    return _use(asked, Use.CHECK, [], challenge=attempt(asked))


def play(asked: Asked) -> Do:
    """The next thing: settle the round, pick somebody, or a plain deed of the holder."""
    reading.check_fighting(asked)
    state: State = asked.state
    if state.clock.round_over:
        return Do("end_round", {})
    minions = [w for w in pickable(state, state.clock.choosing) if not state.is_player(state.character(w))]
    if minions and asked.gm:
        return Do("pick_actor", {"actor": minions[0]})
    reading.check_held(state)
    actor = reading.acting(asked)
    if state.is_player(actor) and asked.gm and actor.id != asked.actor:
        raise RuleError("players_turn", who=actor.called)
    return Do("act", turn(state, actor))


def _in_turn(run: Callable[[Asked], Do]) -> Callable[[Asked], Do]:
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


def _action(
    names: tuple[str, ...], run: Callable[[Asked], Do], args: tuple[Arg, ...] = (), *, example: str = ""
) -> Command:
    """A deed of a turn, whose odds can be asked for at any time."""
    return Command(names, _in_turn(run), args, example=example, foresee=run)


ACTIONS = (
    _action(
        ("攻击", "打", "atk", "attack"),
        attack,
        (TARGET, Arg("weapon", required=False, among=offers.gear), KIND, *AIM),
        example=".攻击 兽人1",
    ),
    _action(
        ("施法", "cast"),
        cast,
        (Arg("spell", among=offers.spells), Arg("targets", "list", required=False, among=offers.targets), *AIM),
        example=".施法 爆炎 兽人1,哥布林1",
    ),
    _action(("推撞", "推", "shove"), shove, (TARGET, *AIM), example=".推撞 兽人1"),
    _action(
        ("隐匿", "躲", "hide"),
        hide,
        (
            Arg("conditions", "list", required=False),
            Arg("unwatched", "flag", required=False, keys=("没人看",)),
            *SIGHT,
            *SWAY,
        ),
        example=".隐匿 柱子后 遮=大半",
    ),
    _action(
        ("移动", "走", "mv", "move"),
        move,
        (
            Arg("to", required=False),
            Arg("yards", "number", required=False, keys=("码", "y"), keyed=True),
            Arg("terrain", required=False, keys=("地形",), keyed=True, among=offers.TERRAINS),
        ),
        example=".移动 4,3",
    ),
    _action(("喝", "服用", "drink"), drink, (Arg("item", among=offers.gear), ON), example=".喝 治疗药水"),
    _action(
        ("投掷", "throw"),
        throw,
        (Arg("item", among=offers.gear), Arg("targets", "list", among=offers.targets), *AIM),
        example=".投掷 炽火胶 兽人1",
    ),
    _action(("装填", "reload"), reload, (Arg("item", among=offers.gear),), example=".装填 弩"),
    _action(("取出", "拿", "take"), take, (Arg("item", among=offers.gear),), example=".取出 匕首"),
    _action(
        ("使用", "item"),
        work,
        (
            Arg("item", among=offers.gear),
            Arg("attribute", required=False, among=offers.ATTRIBUTES),
            Arg("task", required=False),
            *ATTEMPT,
        ),
        example=".使用 撬锁工具 敏捷 开锁",
    ),
    _action(("特技", "stunt"), stunt, (Arg("stunt", among=offers.stunts), ON, *AIM), example=".特技 虚晃 兽人1"),
    Command(("让过", "等", "pass"), pass_, example=".让过"),
    Command(("代行", "act"), play, example=".代行"),
)
