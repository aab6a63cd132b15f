"""The actions of a turn, as people type them."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.deeds import CELL, DECIMAL, GM_ONLY, ITEM, OWN, TERM, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, STORY, flag, keyed
from ludex.core.say import say
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import (
    AIM,
    ATTEMPT,
    ATTRIBUTE,
    GEAR,
    KIND,
    ON,
    SIGHT,
    SWAY,
    TARGET,
    TARGETS,
    WEAPON,
    closed,
    whole,
)
from ludex.systems.boon.commands.playing import play
from ludex.systems.boon.commands.reading import aim, attempt, on_the_map, screened, sway
from ludex.systems.boon.commands.starting import by_itself, in_act, starting
from ludex.systems.boon.content import stunt_named
from ludex.systems.boon.may import check as check_may, check_holds
from ludex.systems.boon.rules import areas, battlefield, sight
from ludex.systems.boon.rules.moving import Stretch
from ludex.systems.boon.rules.opening import check_deed
from ludex.systems.boon.rules.rounds import Act
from ludex.systems.boon.sheet import Character, Item, Position, Record, Spell
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Access, Action, Kind, Terrain, Use


def _deed(action: Action, actor: Character, given: Mapping[str, object]) -> Do:
    """What somebody does, bound to nobody's turn."""
    return Do(action, {"actor": actor.id, **given})


def attack(asked: Asked) -> Do:
    """Attack with a weapon."""
    actor, target = reading.acting(asked), reading.target(asked, asked["target"])
    weapon = reading.weapon(actor, asked["weapon"])
    how = {"target": target, "weapon": weapon, "attack_kind": asked["attack_kind"] or ""}
    return _deed(Action.ATTACK, actor, how | aim(asked, actor, [target] if target else []))


def cast(asked: Asked) -> Do:
    """Cast a spell at one target, several, or the caster."""
    actor = reading.acting(asked)
    spell = reading.known_spell(actor, asked["spell"])
    given = {"spell": spell}
    known = actor.spell(spell)
    if (point := reading.point(asked["targets"])) is not None:
        return _at_point(asked, actor, known, point, Action.CAST, given)
    targets = [] if reading.on_own_thing(asked, actor) else reading.targets(asked)
    if known and known.attack and not targets and asked["guess"] is None:  # nothing is cast at nobody
        raise RuleError("missing_argument", arg="targets", expected=["spell", "targets"])
    placed = bool(targets and actor.position) and all(asked.state.target(who).position for who in targets)
    if known and known.area and actor.position:
        areas.check_perceived(asked.state, actor, targets)
    if known and known.area and placed and asked["distance"] is None:
        best = areas.best_point(asked.state, actor, known, targets)
        return _at_point(asked, actor, known, best, Action.CAST, given)
    return _deed(Action.CAST, actor, {**given, **_aimed_at(targets), **aim(asked, actor, targets)})


def _at_point(
    asked: Asked,
    actor: Character,
    means: Spell | Item | None,
    point: Position,
    action: Action,
    given: Mapping[str, str],
) -> Do:
    """An area at a square: everybody and everything in it is reached, known to the asker or not (BOO-LIV-32)."""
    state: State = asked.state
    if means is None or not means.area or actor.position is None:
        raise RuleError("bad_target", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    battlefield.check_on_map(state, point)
    if sight.blocked(state, actor.position, point):
        raise RuleError("total_cover", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    if isinstance(means, Spell) and means.shape == "line" and point == actor.position:
        raise RuleError("bad_target", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    swayed = sway(asked) | {"distance": sight.distance(actor.position, point)}
    return _deed(action, actor, {**given, "point": point, **swayed})


def _aimed_at(targets: list[str]) -> Record:
    """One target, or several as an area takes them."""
    return {"target": targets[0]} if len(targets) == 1 else {"targets": [{"who": t} for t in targets]}


def shove(asked: Asked) -> Do:
    """Push somebody away, perhaps fewer yards than one could."""
    actor, target = reading.acting(asked), reading.target(asked, asked["target"])
    return _deed(Action.SHOVE, actor, {"target": target, "yards": asked["yards"]} | aim(asked, actor, [target]))


def stunt(asked: Asked) -> Do:
    """A special stunt."""
    actor, target = reading.acting(asked), reading.target(asked, asked["target"])
    trick = stunt_named(asked["stunt"], asked.state.library)
    given = aim(asked, actor, [target] if target else [])
    return _deed(Action.STUNT, actor, {"stunt": trick, "target": target, "item": asked["item"] or "", **given})


def hide(asked: Asked) -> Do:
    """Hide somewhere."""
    actor, state = reading.acting(asked), asked.state
    place = [f"{actor.position[0]},{actor.position[1]}"] if actor.position and not asked["place"] else asked["place"]
    nowhere = [] if place else [f"#{state.time}.{len(state.failures)}"]  # BOO-LIV-56: off the map without a place
    seen = {"observed": not asked["unwatched"], "conditions": [*place, *nowhere], "scene": state.scene}
    return _deed(Action.HIDE, actor, screened(asked) | seen | sway(asked) | {"on_map": actor.position is not None})


def move(asked: Asked) -> Do:
    """Move to a square, or so many yards."""
    actor, to = reading.acting(asked), asked["to"]
    squares = battlefield.walked(asked.state, actor, to) if to else []
    path = battlefield.stretches(asked.state, squares)
    if asked["yards"] is not None:
        path = [Stretch(yards=asked["yards"], terrain=asked["terrain"])]
    return _deed(Action.MOVE, actor, {"path": path, "to": to, "squares": squares})


def pass_(asked: Asked) -> Do:
    """Keep the AP and wait."""
    reading.check_own_turn(asked)
    actor = reading.acting(asked)
    check_may(asked.state, actor.id, "pass")
    return Do("act", {"actor": actor.id, "action": Action.PASS, "picks": bool(asked.state.clock.choosing)})


def _use(asked: Asked, use: Use, given: Record) -> Do:
    actor = reading.acting(asked)
    return _deed(Action.USE_ITEM, actor, {"item": reading.carried(actor, asked["item"]), "use": use, **given})


def drink(asked: Asked) -> Do:
    """Drink something, or give it to somebody."""
    targets = [reading.target(asked, asked["patient"])] if asked["patient"] else []
    yards = on_the_map(asked.state, reading.acting(asked), targets=targets)
    return _use(asked, Use.CONSUME, _aimed_at(targets) | ({} if yards is None else {"distance": yards}))


def throw(asked: Asked) -> Do:
    """Throw an item at somebody, or an area at a square; a weapon is a ranged attack, and leaves the hand (BOO-PWP-3)."""
    actor = reading.acting(asked)
    item = reading.carried(actor, asked["item"])
    if (point := reading.point(asked["targets"])) is not None:
        return _at_point(asked, actor, actor.item(item), point, Action.USE_ITEM, {"item": item, "use": Use.ATTACK})
    targets = reading.targets(asked)
    aimed = _aimed_at(targets) | aim(asked, actor, targets)
    if (weapon := actor.item(item)) is not None and weapon.arms:
        return _deed(Action.ATTACK, actor, {"weapon": item, "attack_kind": Kind.RANGED, **aimed})
    return _deed(Action.USE_ITEM, actor, {"item": item, "use": Use.ATTACK, **aimed})


def reload(asked: Asked) -> Do:
    """Load a weapon; without a word the first in hand that is empty."""
    actor = reading.acting(asked)
    empty = [i.id for i in actor.items if i.in_hand and i.reload and not i.loaded]
    arms = [i.id for i in actor.items if i.in_hand and i.reload]
    item = asked["item"] or next(iter(empty or arms), "")
    if not item and not any(i.reload for i in actor.items):
        raise RuleError("nothing_to_load", clause="BOO-ITM-3", who=actor.called)
    if not item:
        raise RuleError("missing_argument", arg="item", expected=["item"])
    return _deed(Action.USE_ITEM, actor, {"item": reading.carried(actor, item), "use": Use.RELOAD})


def take(asked: Asked) -> Do:
    """Take something in hand."""
    actor = reading.acting(asked)
    drops = [reading.carried(actor, said) for said in asked["drops"] or ()]
    if (found := reading.lying(asked, actor, asked["item"])) is not None:
        owner, item = found
        given = {"item": item, "owner": owner, "use": Use.TAKE, "access": Access.REACH, "drops": drops}
        return _deed(Action.USE_ITEM, actor, given)
    mine = actor.item(reading.carried(actor, asked["item"]))
    if mine is not None and mine.in_hand:  # BOO-LIV-9: neither in the pack nor lying there
        raise RuleError("out_of_reach", clause="BOO-LIV-9", item=mine.called, hint=say("told.in_hand_already"))
    return _use(asked, Use.TAKE, {"access": Access.PACK, "drops": drops})


def stow(asked: Asked) -> Do:
    """Put something away."""
    return _use(asked, Use.STOW, {})


def drop(asked: Asked) -> Do:
    """Let something fall."""
    actor = reading.acting(asked)
    if asked.state.clock.running:
        check_holds(asked.state, actor.id)
    return Do("drop_item", {"who": actor.id, "item": reading.carried(actor, asked["item"])})


def get_rid(asked: Asked) -> Do:
    """Get rid of a state."""
    actor = reading.acting(asked)
    return _deed(Action.RID, actor, {"effect": reading.effect_on(asked, asked["effect"], actor.id)})


def work(asked: Asked) -> Do:
    """Use an item otherwise: with an attribute it is a challenge roll."""
    actor = reading.acting(asked)
    if asked["item"] in reading.allowed(asked.state, actor.id):
        whom = reading.target(asked, asked["on"]) if asked["on"] else ""
        return _deed(Action.INVOKE, actor, {"name": asked["item"], "target": whom})
    if not asked["attribute"]:
        return _use(asked, Use.OTHER, {})
    return _use(asked, Use.CHECK, {"challenge": attempt(asked)})


def _in_turn(run: Callable[[Asked], Do], key: str) -> Callable[[Asked], Do]:
    """The same deed as an action: in combat through the clock, outside it just what it does."""

    def ran(asked: Asked) -> Do:
        state: State = asked.state
        reading.check_own_turn(asked)
        if asked.gm and not asked.named and state.clock.choosing:
            return _first_able(asked, run, key)
        try:
            deed = run(asked)
        except RuleError as error:  # BOO-LIV-8: the names come before the turn, what else is refused after it
            if error.code not in NAMES:
                check_may(state, reading.acting(asked).id, key)
            raise
        check_may(state, deed.given["actor"], key)
        return _acted(state, deed) if state.clock.running else starting(state, deed)

    return ran


NAMES = ("whose", "unknown_actor", "which_actor", "unknown_id", "missing_argument")
"""Refusals of what a line names."""


def _acted(state: State, deed: Do) -> Do:
    """A deed as the action of a turn."""
    return Do("act", in_act(deed) | {"picks": bool(state.clock.choosing)})


def _first_able(asked: Asked, run: Callable[[Asked], Do], key: str) -> Do:
    """The GM's bare line while a side chooses: the first NPC in the list that may do it (BOO-LIV-12)."""
    state: State = asked.state
    refused: RuleError | None = None
    for who in reading.npcs_to_pick(state) or [reading.acting(asked).id]:
        try:
            deed = run(replace(asked, actor=who, named=True))
            check_may(state, who, key)
            done = _acted(state, deed)
            check_deed(state, converted(msgspec.to_builtins(done.given), Act))
        except RuleError as error:
            refused = refused or error
            continue
        return done
    raise refused or RuleError("whose")


def _action(names: tuple[str, ...], run: Callable[[Asked], Do], *args: Field, example: str) -> Command:
    """A deed of a turn, whose odds can be asked for at any time."""
    key = next(name for name in names if name.isascii())
    word = reading.as_drawn if any(field.name == "distance" for field in args) else None
    return Command(names, _in_turn(run, key), args, example=example, foresee=_foreseen(run), alone=True, word=word)


def _foreseen(run: Callable[[Asked], Do]) -> Callable[[Asked], Do]:
    return lambda asked: by_itself(run(asked))


walk = _in_turn(move, "mv")
"""A move, however it was said."""
DRINK = replace(GEAR, among=offers.drinks)
PATIENT = replace(ON, name="patient", keys=(*ON.keys, "给", "for"), among=offers.patients)
DROPS = keyed("drops", "放下", several=True, among=offers.gear)

ACTIONS = (
    _action(
        ("攻击", "打", "atk", "attack"),
        attack,
        replace(TARGET, unless="guess"),
        WEAPON,
        KIND,
        *AIM,
        example=".攻击 兽人1",
    ),
    _action(
        ("施法", "cast"), cast, Field("spell", among=offers.spells), TARGETS, *AIM, example=".施法 爆炎 兽人1,哥布林1"
    ),
    _action(("推撞", "推", "shove"), shove, TARGET, whole("yards", "码", "y", owner=OWN), *AIM, example=".推撞 兽人1"),
    _action(
        ("隐匿", "躲", "hide"),
        hide,
        Field("place", required=False, several=True),
        flag("unwatched", "没人看", owner=CIRCUMSTANCE),
        *SIGHT,
        *SWAY,
        example=".隐匿 柱子后 遮=大半",
    ),
    _action(
        ("移动", "走", "mv", "move"),
        move,
        Field("to", CELL, refusal="bad_square", unless="yards"),
        keyed("yards", "码", "y", kind=DECIMAL, owner=CIRCUMSTANCE),
        closed("terrain", Terrain, "地形", owner=CIRCUMSTANCE, default=Terrain.NORMAL),
        example=".移动 4,3",
    ),
    _action(("喝", "服用", "drink"), drink, DRINK, PATIENT, example=".喝 治疗药水"),
    _action(
        ("投掷", "throw"),
        throw,
        replace(GEAR, among=offers.throwable),
        Field("targets", several=True, among=offers.targets, unless="guess"),
        *AIM,
        example=".投掷 炽火胶 兽人1",
    ),
    _action(("装填", "reload"), reload, replace(GEAR, required=False, among=offers.unloaded), example=".装填 弩"),
    _action(("取出", "拿", "拿出", "捡起", "拾起", "take"), take, GEAR, DROPS, example=".取出 匕首"),
    _action(("收起", "stow"), stow, replace(GEAR, among=offers.in_hand), example=".收起 匕首"),
    Command(("放下", "丢下", "drop"), drop, (GEAR,), example=".放下 匕首"),
    _action(("摆脱", "rid"), get_rid, Field("effect", among=offers.borne), example=".摆脱 倒地"),
    _action(
        ("使用", "item"),
        work,
        GEAR,
        Field("attribute", TERM, required=False, terms=ATTRIBUTE.terms),
        Field("task", required=False, wide=True),
        replace(ON, keyed=True),
        *ATTEMPT,
        example=".使用 撬锁工具 敏捷 开锁",
    ),
    _action(
        ("特技", "stunt"),
        stunt,
        Field("stunt", ITEM, among=offers.stunts, refusal="unknown_id"),
        replace(ON, name="target"),
        keyed("item", "物", among=offers.gear),
        *AIM,
        example=".特技 虚晃 兽人1",
    ),
    Command(("让过", "等", "pass"), pass_, example=".让过", alone=True),
    Command(
        ("代行", "act"),
        play,
        (
            Field("whom", required=False, several=True, among=offers.played, owner=STORY),
            flag("always", "开", "on", owner=STORY),
            flag("never", "关", "off", owner=STORY),
            whole("keep", "留", owner=STORY),
            keyed("flee", "逃", owner=STORY),
        ),
        who=GM_ONLY,
        example=".代行",
        alone=True,
        together="whom",
    ),
)
