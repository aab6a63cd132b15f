"""Taking an action (BOO-ACT) as people say it, joined with when it may be taken (BOO-LIV-8), what starts a fight (BOO-LIV-13) and what the map
says of it (BOO-LIV-4, BOO-LIV-28 to BOO-LIV-32): the deeds of a turn. What each action does is in its own chapter.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

from msgspec.structs import replace

from ludex.core.declaring import Meant, Parts, as_asked, command_of
from ludex.core.deeds import CELL, DECIMAL, ITEM, OWN, TERM, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, flag, keyed
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.boon.content import stunt_named, words_of
from ludex.systems.boon.kinds import (
    OWN_ITEM,
    Acting,
    Anyway,
    AttackKind,
    Conditions,
    Covered,
    Foe,
    FoeAtKey,
    ItemSaid,
    Obscured,
    Observed,
    OwnItem,
    OwnSpell,
    OwnWeapon,
    Something,
    TableDeed,
    Targets,
    Task,
    offers,
    reading,
)
from ludex.systems.boon.kinds.offers import acting, check_own_turn, not_yours, npcs_to_pick
from ludex.systems.boon.rules import battlefield, sight
from ludex.systems.boon.rules.actions import Aimed, Target, check_active, check_alive
from ludex.systems.boon.rules.attacks import Attack
from ludex.systems.boon.rules.battlefield import Put
from ludex.systems.boon.rules.casting import Cast
from ludex.systems.boon.rules.challenges import (
    HIDING,
    Attempt,
    Challenge,
    attempt_of,
    failed_before,
    recall_failure,
    same_task,
)
from ludex.systems.boon.rules.hiding import Hide, hiding, stated
from ludex.systems.boon.rules.items import DropItem, UseItem
from ludex.systems.boon.rules.moving import Move, Stretch
from ludex.systems.boon.rules.opening import check_deed, start_or_act
from ludex.systems.boon.rules.ridding import GetRid, Invoke
from ludex.systems.boon.rules.rounds import (
    Act,
    Pass,
    check_in_round,
    check_pick,
    check_turn,
    returning,
)
from ludex.systems.boon.rules.scene import Join
from ludex.systems.boon.rules.stages import check_peace
from ludex.systems.boon.rules.stunts import Shove, TryStunt
from ludex.systems.boon.rules.tests import Swayed
from ludex.systems.boon.rules.windows import check_denied
from ludex.systems.boon.sheet import Character, Item, Number, Position, Spell, Stunt
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Access, Action, Attribute, Cover, Kind, Obscurement, Terrain, Use

# --- when a deed may be done -------------------------------------------------------------------------------------------

TURN: dict[str, Action] = {
    "atk": Action.ATTACK,
    "cast": Action.CAST,
    "shove": Action.SHOVE,
    "stunt": Action.STUNT,
    "hide": Action.HIDE,
    "mv": Action.MOVE,
    **dict.fromkeys(("drink", "throw", "reload", "take", "stow", "item"), Action.USE_ITEM),
    "rid": Action.RID,
    "pass": Action.PASS,
}
"""The deeds of a turn, by their commands, with the word under which effects forbid them."""
FIGHT = frozenset({"pass", "pick", "leave", "finish", "act", "endround", "give", "next"})
"""What makes sense only while a fight is on."""
PEACE = {"fight": "BOO-RND-3", "scene": "BOO-LIV-55", "time": "BOO-LIV-57", "clear": "BOO-LIV-20"}
"""What a fight has no time for; of those that name somebody (rest, level) their own chapter says it, after whose they are."""
BODILY = frozenset(TURN) | {"ck", "drop"}
"""Deeds of a body, which nobody does who is down (BOO-LIV-10)."""


@rule("BOO-LIV-8", "BOO-LIV-10")
def check_may(state: State, actor: str, deed: str) -> None:
    """Refuse a deed that may not be done now: the fight, the actor, the turn, effects."""
    if deed in FIGHT and not state.clock.running:
        if state.clock.combat_over and deed not in ("pass", "leave"):
            raise RuleError("combat_over", clause="BOO-EOR-4", winner=state.side_called(state.clock.winner))
        raise RuleError("not_fighting")
    if deed in PEACE:
        check_peace(state, PEACE[deed])
    if state.clock.running and deed in TURN:
        check_in_round(state)
    who = state.find(actor)
    if who is None or deed not in BODILY:
        return
    check_active(who)
    if state.clock.running and deed in TURN:
        check_holds(state, actor)
    if deed in TURN:
        check_denied(state, actor, TURN[deed])
    elif deed == "ck":
        check_denied(state, actor, "challenge")


@rule("BOO-LIV-12")
def check_holds(state: State, who: str) -> None:
    """Somebody who holds the initiative, or to whom the side that chooses may give it."""
    if state.clock.choosing:
        check_pick(state, who, returns=True)
    elif not returning(state, who):
        check_turn(state, who)


# --- a deed of a turn --------------------------------------------------------------------------------------------------


class TurnDeed(TableDeed, alone=True):
    """A deed of a turn, whose odds can be asked for at any time."""

    def turn(self, asked: Asked) -> Act:
        """The action that it is, bound to nobody's turn."""
        raise NotImplementedError

    def foresee(self, asked: Asked) -> Do:
        given = self.turn(asked)
        return Do(given.action, given)


def turn_command(line: type[TurnDeed]) -> Command:
    """A deed of a turn as a command: in combat through the clock, outside it just what it does."""
    command = command_of(line)
    return replace(command, run=lambda asked: in_turn(asked, command.key, lambda one: as_asked(line, one).turn(one)))


def in_turn(asked: Asked, key: str, turn: Callable[[Asked], Act]) -> Do:
    """What becomes of a deed of a turn that somebody asks for."""
    state: State = asked.state
    if asked.gm and not asked.named and state.clock.choosing and npcs_to_pick(state):
        return _first_able(asked, key, turn)
    try:
        given = turn(asked)
    except RuleError as error:  # BOO-LIV-8: the names come before the turn, what else is refused after it
        if error.code not in NAMES or error.code == "whose":
            check_own_turn(asked)
        if error.code not in NAMES:
            check_may(state, acting(asked).id, key)
        raise
    check_own_turn(asked)
    check_may(state, given.actor, key)
    return _acted(state, given) if state.clock.running else start_or_act(state, given)


NAMES = ("whose", "unknown_actor", "which_actor", "unknown_id", "missing_argument")
"""Refusals of what a line names."""


def _acted(state: State, given: Act) -> Do:
    return Do("act", replace(given, picks=bool(state.clock.choosing)))


def _first_able(asked: Asked, key: str, turn: Callable[[Asked], Act]) -> Do:
    """The GM's bare line while a side chooses: the first NPC in the list that may do it (BOO-LIV-12)."""
    state: State = asked.state
    refused: RuleError | None = None
    for who in npcs_to_pick(state):
        try:
            given = turn(replace(asked, actor=who, named=True))
            check_may(state, who, key)
            check_deed(state, given)
        except RuleError as error:
            refused = refused or error
            continue
        return _acted(state, given)
    raise refused or RuleError("whose")


# --- what the map says of an aim ---------------------------------------------------------------------------------------


def drawn(asked: Asked, given: Aimed, actor: Character, targets: Sequence[str]) -> Parts:
    """What the map says of an aim where nothing was said; that a word overrules it is told (BOO-LIV-4)."""
    state: State = asked.state
    found: Parts = {}
    if len(targets) == 1 and given.guess is None:
        found |= _on_the_line(state, given, actor.position, state.target(targets[0]).position)
        if targets[0] in state.veiled:  # BOO-LIV-44: hidden, or in the dark: one can but guess
            found |= {"obscurement": Obscurement.TOTAL}
    yards = yards_to(state, actor, targets=targets, guess=given.guess)
    if yards is not None and given.distance not in (None, yards):
        found |= {"spoken": True}
    return found if given.distance is not None else found | {"distance": yards}


def _on_the_line(state: State, given: Aimed, start: Position | None, end: Position | None) -> Parts:
    """What the map says of cover and obscurement; a word that is said overrules it (BOO-LIV-4, BOO-LIV-29)."""
    if start is None or end is None:
        return {}
    cover, dim = sight.screen(state, start, end)
    said = {"cover": given.cover, "obscurement": given.obscurement}
    found: Parts = {"cover": cover, "obscurement": dim}
    overruled = any(said[name] not in ("none", value) for name, value in found.items())
    return ({"spoken": True} if overruled else {}) | {
        name: value for name, value in found.items() if said[name] == "none" and value != "none"
    }


def yards_to(state: State, actor: Character, *, targets: Sequence[str], guess: Position | None = None) -> Number | None:
    """Yards to a guessed square, or to the nearest target."""
    spots = [guess] if guess else [state.target(t).position for t in targets]
    return min((d for spot in spots if (d := sight.distance(actor.position, spot)) is not None), default=None)


SWAYED = ("modifiers", "boons", "banes", "defense_modifiers", "defense_boons", "defense_banes")


class AimedDeed(TurnDeed):
    """A deed that is aimed at somebody. What is said of distance and sight as the map has it anyway needs nobody's word (BOO-LIV-4)."""

    def aimed(self, asked: Asked) -> str:  # noqa: ARG002  # what names its targets in words reads them
        """The first whom it is aimed at; nobody where it is a square."""
        return getattr(self, "target", "")

    def turn(self, asked: Asked) -> Act:
        given = self
        assert isinstance(given, Attack | Shove | TryStunt)
        actor = asked.state.character(given.actor)
        return replace(given, **drawn(asked, given, actor, [given.target] if given.target else []))

    @classmethod
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        if "circumstance" not in kinds:
            return kinds
        line = as_asked(cls, asked)
        swayed = not line.visible or any(getattr(line, name) for name in SWAYED)
        whom = "" if swayed or line.guess is not None else line.aimed(asked)
        actor = acting(asked)
        if not whom or actor.position is None or asked.state.target(whom).position is None:
            return kinds
        spoken = drawn(asked, line, actor, [whom]).get("spoken")
        return kinds if spoken else tuple(kind for kind in kinds if kind != "circumstance")


def aim(given: Aimed) -> Parts:
    return {name: getattr(given, name) for name in Aimed.__struct_fields__}


# --- strikes, spells, tricks -------------------------------------------------------------------------------------------


class AttackLine(Attack, AimedDeed, names=("攻击", "打", "atk", "attack"), picture="sword", example=".攻击 兽人1"):
    actor: Acting
    target: Annotated[Foe, Field("target", among=offers.targets, unless="guess")]
    weapon: OwnWeapon = ""
    attack_kind: AttackKind = ""


class ShoveLine(Shove, AimedDeed, names=("推撞", "推", "shove"), picture="push", example=".推撞 兽人1"):
    """Push somebody away, perhaps fewer yards than one could."""

    actor: Acting
    target: Foe
    yards: Annotated[int | None, keyed("yards", "码", "y")] = None


class StuntLine(TryStunt, AimedDeed, names=("特技", "stunt"), picture="spark", example=".特技 虚晃 兽人1"):
    actor: Acting
    stunt: Annotated[
        Stunt,
        Field("stunt", ITEM, among=offers.stunts, refusal="unknown_id"),
        Meant(lambda asked, said: stunt_named(said, asked.state.library)),
    ]
    target: FoeAtKey = ""
    item: Annotated[str, keyed("item", "物", among=offers.of_others)] = ""


class CastLine(Aimed, AimedDeed, names=("施法", "cast"), picture="spark", example=".施法 爆炎 兽人1,哥布林1"):
    """Cast a spell at one target, several, a square, or the caster."""

    actor: Acting
    spell: OwnSpell
    targets: Targets = ()
    anyway: Anyway = False

    def aimed(self, asked: Asked) -> str:
        return "" if self._own_thing(asked) else _first_named(asked, self.targets)

    def turn(self, asked: Asked) -> Cast:
        actor = asked.state.character(self.actor)
        known = actor.spell(self.spell)
        if (point := reading.point(self.targets)) is not None:
            return Cast(spell=self.spell, **_at_point(asked, self, actor, known, point))
        targets = [] if self._own_thing(asked) else reading.targets(asked, self.targets)
        if known and known.attack and not targets and self.guess is None:  # nothing is cast at nobody
            raise RuleError("missing_argument", arg="targets", expected=["spell", "targets"])
        placed = bool(targets and actor.position) and all(asked.state.target(who).position for who in targets)
        if known and known.area and actor.position:
            sight.check_perceived(asked.state, actor, targets)
        if known and known.area and placed and self.distance is None:
            best = sight.best_point(asked.state, actor, known, targets)
            return Cast(spell=self.spell, **_at_point(asked, self, actor, known, best))
        return Cast(spell=self.spell, sure=self.anyway, **_at_targets(asked, self, actor, targets))

    def _own_thing(self, asked: Asked) -> bool:
        """Whether a spell that is no attack is laid on a thing of the caster's own (`光亮 长杖`): who holds it bears what it leaves (BOO-LIV-54)."""
        actor = asked.state.character(self.actor)
        known = actor.spell(self.spell)
        own = {word for item in actor.items for word in words_of(item.id, item.name, item.shelf)}
        people = {word for c in asked.state.combatants for word in (c.id, c.name)}
        return known is not None and not known.attack and len(self.targets) == 1 and self.targets[0] in own - people


class ThrowLine(Aimed, AimedDeed, names=("投掷", "throw"), picture="bow", example=".投掷 炽火胶 兽人1"):
    """Throw an item at somebody, or an area at a square; a weapon is a ranged attack, and leaves the hand (BOO-PWP-3)."""

    actor: Acting
    item: Annotated[str, Field("item", among=offers.throwable), OWN_ITEM]
    targets: Annotated[tuple[str, ...], Field("targets", keys=("对", "to"), among=offers.targets, unless="guess")]

    def aimed(self, asked: Asked) -> str:
        return _first_named(asked, self.targets)

    def turn(self, asked: Asked) -> Attack | UseItem:
        actor = asked.state.character(self.actor)
        means = actor.item(self.item)
        if (point := reading.point(self.targets)) is not None:
            return UseItem(item=self.item, use=Use.ATTACK, **_at_point(asked, self, actor, means, point))
        at = _at_targets(asked, self, actor, reading.targets(asked, self.targets))
        if means is not None and means.arms:
            at.pop("targets", None)
            return Attack(weapon=self.item, attack_kind=Kind.RANGED, **at)
        return UseItem(item=self.item, use=Use.ATTACK, **at)


def _first_named(asked: Asked, said: tuple[str, ...]) -> str:
    return reading.target(asked, said[0]) if said and reading.point(said) is None else ""


def _at_targets(asked: Asked, given: Aimed, actor: Character, targets: list[str]) -> Parts:
    """An aim at one target, or at several as an area takes them."""
    at: Parts = {"target": targets[0]} if len(targets) == 1 else {"targets": tuple(map(Target, targets))}
    return {"actor": actor.id, **at, **aim(given), **drawn(asked, given, actor, targets)}


def _at_point(asked: Asked, given: Swayed, actor: Character, means: Spell | Item | None, point: Position) -> Parts:
    """An area at a square: everybody and everything in it is reached, known to the asker or not (BOO-LIV-32)."""
    state: State = asked.state
    if means is None or not means.area or actor.position is None:
        raise RuleError("bad_target", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    battlefield.check_on_map(state, point)
    if sight.is_blocked(state, actor.position, point):
        raise RuleError("total_cover", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    if isinstance(means, Spell) and means.shape == "line" and point == actor.position:
        raise RuleError("bad_target", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    swayed = {name: getattr(given, name) for name in Swayed.__struct_fields__}
    return {"actor": actor.id, "point": point, "distance": sight.distance(actor.position, point), **swayed}


# --- hiding, moving, waiting -------------------------------------------------------------------------------------------


class HideLine(Swayed, TurnDeed, names=("隐匿", "躲", "hide"), picture="eye-off", example=".隐匿 柱子后 遮=大半"):
    actor: Acting
    place: Annotated[tuple[str, ...], Field("place")] = ()
    observed: Observed = True
    conditions: Conditions = ()
    cover: Covered = Cover.NONE
    obscurement: Obscured = Obscurement.NONE

    def turn(self, asked: Asked) -> Hide:
        """Off the map the place is a condition; without one nobody knows that it is the same again (BOO-LIV-56)."""
        state: State = asked.state
        on_map = state.character(self.actor).position is not None
        place: list[str] = []
        if not on_map:
            hides = stated(observed=self.observed, obscurement=self.obscurement, cover=self.cover)
            where = _hiding_place(state, self.actor, " ".join(self.place))
            place = [where, *map(str, hides)] if where else [f"#{state.time}.{len(state.failures)}"]
        same = {name: getattr(self, name) for name in self.__struct_fields__ if name in Hide.__struct_fields__}
        return Hide(**same | {"conditions": (*place, *self.conditions), "scene": state.scene, "on_map": on_map})

    @classmethod
    @rule("BOO-LIV-34", "BOO-LIV-56")
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """A new condition is the GM's word only where hiding there has failed before; what else is said of circumstances always is."""
        line = as_asked(cls, asked)
        screened = (line.cover, line.obscurement) != (Cover.NONE, Obscurement.NONE)
        if not line.observed or line.modifiers or line.boons or line.banes or screened:
            return kinds
        attempt = attempt_of(hiding(asked.state, line.turn(asked)))
        bare = replace(attempt, conditions=attempt.conditions[: -len(line.conditions) or None])
        asks = recall_failure(asked.state, bare) and not recall_failure(asked.state, attempt)
        return kinds if asks else tuple(kind for kind in kinds if kind != "circumstance")


@rule("BOO-LIV-56")
def _hiding_place(state: State, who: str, said: str) -> str:
    """A place off the map; in the words of a failure that fit it, for it is never how it is worded (Ruling BOO-E-53)."""
    failed = [f for f in state.failures if (f.who, f.task, f.scene) == (who, HIDING, state.scene)]
    return next((one for f in failed for one in f.conditions if said and same_task(one, said)), said)


class MoveLine(TurnDeed, names=("移动", "走", "mv", "move"), picture="walk", example=".移动 4,3"):
    """Move to a square, or so many yards."""

    actor: Acting
    to: Annotated[Position | None, Field("to", CELL, refusal="bad_square", unless="yards")]
    yards: Annotated[Number | None, keyed("yards", "码", "y", kind=DECIMAL, owner=CIRCUMSTANCE)] = None
    terrain: Annotated[str, keyed("terrain", "地形", kind=TERM, terms=Terrain, owner=CIRCUMSTANCE)] = Terrain.NORMAL

    def turn(self, asked: Asked) -> Move:
        state: State = asked.state
        squares = battlefield.cheapest_way(state, state.character(self.actor), self.to) if self.to else []
        path = battlefield.stretches(state, squares)
        if self.yards is not None:
            path = [Stretch(yards=self.yards, terrain=self.terrain)]
        return Move(actor=self.actor, path=tuple(path), to=self.to, squares=tuple(squares))


class Drag(TableDeed, names=("挪", "drag"), picture="walk", all_said_by=OWN, example=".挪 安 3,3"):
    """A token was dragged: in a fight one's own, or the holder's, moves (BOO-LIV-1); otherwise it is put there (BOO-LIV-27), a player's by a way that there is."""

    who: Something
    to: Annotated[Position, Field("to", CELL, refusal="bad_square")]

    def do(self, asked: Asked) -> Do:
        """A move, or a placing."""
        state: State = asked.state
        if not asked.gm and self.who not in asked.controls:
            raise not_yours(asked, self.who)
        if state.clock.running and (not asked.gm or state.clock.holder == self.who):
            walk = MoveLine(actor=self.who, to=self.to)
            return in_turn(replace(asked, actor=self.who, named=True), "mv", walk.turn)
        if not asked.gm:
            battlefield.cheapest_way(state, state.character(self.who), self.to)
        battlefield.check_vacant(state, self.to, self.who)
        return Do("put", Put(who=self.who, position=self.to))


class PassLine(Pass, TableDeed, names=("让过", "等", "pass"), alone=True, picture="wait", example=".让过 本轮"):
    """Keep the AP and wait: until somebody acts, or to the end of the round."""

    actor: str = ""
    whole: Annotated[bool, flag("whole", "本轮", "round")] = False

    def do(self, asked: Asked) -> Do:
        check_own_turn(asked)
        who = acting(asked).id
        check_may(asked.state, who, "pass")
        return _acted(asked.state, replace(self, actor=who))


# --- items -------------------------------------------------------------------------------------------------------------


class Drink(TurnDeed, names=("喝", "服用", "drink"), picture="flask", example=".喝 治疗药水"):
    """Drink something, or give it to somebody."""

    actor: Acting
    item: Annotated[str, Field("item", among=offers.drinks), OWN_ITEM]
    patient: Annotated[
        str, Field("patient", keys=("对", "to", "给", "for"), among=offers.patients), Meant(reading.target)
    ] = ""
    anyway: Anyway = False

    def turn(self, asked: Asked) -> UseItem:
        state: State = asked.state
        actor = state.character(self.actor)
        flask = actor.item(self.item)
        if self.patient and flask is not None and flask.uses != 0:
            check_alive(state.target(self.patient))  # BOO-LIV-10
        yards = yards_to(state, actor, targets=[self.patient] if self.patient else [])
        drink = UseItem(actor=self.actor, item=self.item, use=Use.CONSUME, sure=self.anyway)
        return replace(drink, target=self.patient, distance=yards)


class Reload(TurnDeed, names=("装填", "reload"), example=".装填 弩"):
    """Load a weapon; without a word the first in hand that is empty."""

    actor: Acting
    item: Annotated[str, Field("item", among=offers.unloaded_weapons)] = ""

    def turn(self, asked: Asked) -> UseItem:
        actor: Character = asked.state.character(self.actor)
        arms = [i for i in actor.items if i.in_hand and i.reload]
        item = self.item or next((i.id for i in (*(i for i in arms if not i.loaded), *arms)), "")
        if not item and not any(i.reload for i in actor.items):
            raise RuleError("nothing_to_load", clause="BOO-ITM-3", who=actor.called)
        if not item:
            raise RuleError("missing_argument", arg="item", expected=["item"])
        return UseItem(actor=self.actor, item=reading.item_said(actor, item), use=Use.RELOAD)


class TakeInHand(
    TurnDeed, names=("取出", "拿", "拿出", "捡起", "拾起", "take"), picture="shield", example=".取出 匕首"
):
    """Take something in hand: out of the pack, or what another let fall within reach."""

    actor: Acting
    item: ItemSaid
    drops: Annotated[tuple[str, ...], keyed("drops", "放下", among=offers.gear)] = ()

    def turn(self, asked: Asked) -> UseItem:
        actor: Character = asked.state.character(self.actor)
        drops = tuple(reading.item_said(actor, said) for said in self.drops)
        if (found := reading.lying(asked, actor, self.item)) is not None:
            owner, item = found
            return UseItem(actor=self.actor, item=item, owner=owner, use=Use.TAKE, access=Access.REACH, drops=drops)
        mine = reading.item_said(actor, self.item)
        if (held := actor.item(mine)) is not None and held.in_hand:  # BOO-LIV-9: neither in the pack nor lying there
            raise RuleError("out_of_reach", clause="BOO-LIV-9", item=held.called, hint=say("told.in_hand_already"))
        return UseItem(actor=self.actor, item=mine, use=Use.TAKE, access=Access.PACK, drops=drops)


class Stow(TurnDeed, names=("收起", "stow"), example=".收起 匕首"):
    actor: Acting
    item: Annotated[str, Field("item", among=offers.in_hand), OWN_ITEM]

    def turn(self, asked: Asked) -> UseItem:  # noqa: ARG002  # as every deed of a turn
        return UseItem(actor=self.actor, item=self.item, use=Use.STOW)


class Drop(DropItem, TableDeed, names=("放下", "丢下", "drop"), does="drop_item", example=".放下 匕首"):
    who: Acting
    item: OwnItem

    def do(self, asked: Asked) -> Do:
        if asked.state.clock.running:
            check_holds(asked.state, self.who)
        return Do("drop_item", self)


class RidLine(GetRid, TurnDeed, names=("摆脱", "rid"), example=".摆脱 倒地"):
    actor: Acting
    effect: Annotated[
        str,
        Field("effect", among=offers.own_effects),
        Meant(lambda asked, said: reading.effect_on(asked, said, acting(asked).id)),
    ]

    def turn(self, asked: Asked) -> GetRid:  # noqa: ARG002  # as every deed of a turn
        return self


class UseLine(Attempt, TurnDeed, names=("使用", "item"), picture="flask", example=".使用 撬锁工具 敏捷 开锁"):
    """Use an item otherwise, or do what an effect allows; with an attribute it is a challenge roll."""

    actor: Acting
    item: ItemSaid
    attribute: Annotated[str, Field("attribute", TERM, terms=Attribute)] = ""
    task: Task = ""
    on: Annotated[str, keyed("on", "对", "to", among=offers.targets)] = ""

    def turn(self, asked: Asked) -> Invoke | UseItem:
        state: State = asked.state
        if self.item in reading.allowed_names(state, self.actor):
            return Invoke(actor=self.actor, name=self.item, target=reading.target(asked, self.on))
        item = reading.item_said(state.character(self.actor), self.item)
        if not self.attribute:
            return UseItem(actor=self.actor, item=item)
        attempt = self.challenge(state, attribute=self.attribute, task=self.task)
        return UseItem(actor=self.actor, item=item, use=Use.CHECK, challenge=attempt)


# --- checks that the GM calls, secretly, by what was remembered ---------------------------------------------------------

BROUGHT = ("spawn", "stage", "add_effect", "place_thing", "lay_ground")
"""What brings somebody or something onto the stage, and can do so unseen (暗中)."""


def as_called_check(do: Do) -> Do:
    """A check that the GM calls: its player is asked (BOO-LIV-5)."""
    asks = (
        isinstance(do.given, Challenge) and do.given.pressure
    )  # BOO-CHL-9: without pressure there is nothing to throw
    return replace(do, procedure="called_challenge") if do.procedure == "challenge" and asks else do


def secretly(do: Do) -> Do:
    """A secret check is neither asked for nor remembered (BOO-LIV-6, BOO-LIV-56); who comes and what is laid in secret stays one (BOO-LIV-44)."""
    if do.procedure in ("challenge", "called_challenge"):
        return replace(do, procedure="challenge", given=replace(do.given, called=True, blind=True))
    if do.procedure in BROUGHT:
        return replace(do, given=replace(do.given, secret=True))
    if isinstance(do.given, Join) and do.given.newcomer and not do.given.record["player"]:
        return replace(do, given=replace(do.given, record={**do.given.record, "secret": True}))
    return do


def weighs(state: State, do: Do) -> Say | None:
    """What the GM weighs a proposed check by: the failure that is remembered (BOO-LIV-56)."""
    match do.given:
        case Challenge():
            known = failed_before(state, do.given)
        case Hide():
            known = failed_before(state, hiding(state, do.given))
        case _:
            return None
    return say("told.failed_before", failure=known) if known else None
