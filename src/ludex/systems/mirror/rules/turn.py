"""Joins Actions, Attacks and Movement as what people say in a turn: moves, attacks, actions, and what each would come to (MIR-LIV-26, MIR-LIV-43).

What is said becomes the input of `walking`, `performing` and `blows`; nothing is decided here but what a line means.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed
from ludex.core.deeds import ACTOR, CELL, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, flag, keyed
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.core.tracing import Trace
from ludex.systems.mirror.content import ActionRecord, action_named, library, own_actions
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.kinds import (
    AT,
    HIT,
    INJURIES,
    PART,
    PATH,
    POWER,
    REDUCTION,
    TYPES,
    At,
    Bonus,
    Corner,
    Direction,
    ForPerson,
    Person,
    StoryDeed,
    closed,
    ruled,
)
from ludex.systems.mirror.kinds.reading import bearing, gear_of, part_of, path, query
from ludex.systems.mirror.redact import SOMETHING
from ludex.systems.mirror.rules.actions import Cheaper, Trigger, check_able, check_turn, fights
from ludex.systems.mirror.rules.bearing import check_denied
from ludex.systems.mirror.rules.combat import Attack, AttackCheck, DefenseGiven
from ludex.systems.mirror.rules.damage import Blow
from ludex.systems.mirror.rules.effects import FocusGiven
from ludex.systems.mirror.rules.knowing import BARE, ActionNamed, known_action, known_actions
from ludex.systems.mirror.rules.movement import Move, check_adjacent, check_passable, standing
from ludex.systems.mirror.rules.performing import Perform, area_given, attack_given
from ludex.systems.mirror.rules.sheets import ActorGiven
from ludex.systems.mirror.rules.skills import CheckLine, SkillGiven
from ludex.systems.mirror.rules.space import AreaGiven, covered
from ludex.systems.mirror.rules.walking import Walk, check_mov, may_react
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import State, reachable, spot
from ludex.systems.mirror.terms import ActionType, AttackMode, AttackType, Defense, Status, Tag

# --- movement ----------------------------------------------------------------------------------------------------------


class MoveLine(Deed, names=("移动", "mv", "move"), group="stage", picture="walk", example=".移动 东"):
    """`.移动 东 东 北`: along a path; `.移动 3,2` one region. In conflict in her own turn, unless it is not counted."""

    free: Annotated[bool, flag("free", "不计", "free", owner=CIRCUMSTANCE)] = False
    full_move: Annotated[bool, flag("full", "全力", "full")] = False
    actor: ForPerson
    to: Annotated[Cell | None, replace(AT, name="to", keys=("到", "to"))] = None
    path: Annotated[str, PATH] = ""

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        character = state.who(self.actor)
        if not self.free:
            check_able(character)
            if Status.IMMOBILE in character.given:
                raise RuleError("immobile", clause="MIR-MOV-3", who=character.called)
            check_denied(state, character, Tag.MOVE)
            check_turn(state, character, ActionType.SA)
        way = tuple(path(state, character.pos, spot(self.to) if self.to else self.path))
        if fights(state, self.actor) and not self.free:
            return Do("walk", Walk(actor=self.actor, path=way, full_move=self.full_move))
        return Do("move", Move(actor=self.actor, path=way, full_move=self.full_move, tagged=False))


class HaltLine(StoryDeed, names=("打断移动", "halt"), group="stage", example=".打断移动 山贼1 1 西 西"):
    """`.打断移动 山贼1 2 东 东 东`: a path that is interrupted after so many regions."""

    actor: Person
    steps: Annotated[int, Field()]
    path: Annotated[str, PATH]

    def do(self, asked: Asked) -> Do:
        way = tuple(path(asked.state, asked.state.who(self.actor).pos, self.path))
        tagged = asked.state.conflict is not None
        return Do("move", Move(actor=self.actor, path=way, interrupt_at=self.steps - 1, tagged=tagged))


# --- attacks -----------------------------------------------------------------------------------------------------------


def check_target(target: Character) -> None:
    """One who is out of play is no target (MIR-LIV-7)."""
    if target.out_of_play:
        raise RuleError("out_of_play", clause="MIR-STS-3", who=target.called)


class AttackLine(
    CheckLine,
    names=("攻击", "atk", "attack"),
    group="check",
    picture="sword",
    example=".攻击 山贼1 用=刀剑 级=2 力=2 伤=切割 部位=臂",
):
    """`.攻击 山贼 部位=头 级=2 力=3 伤=切割`: an attack with its damage, set out in full."""

    defender: Person
    bonus: Bonus = None
    type: Annotated[str, ruled(closed("type", AttackType, "类型", "kind"))] = AttackType.MELEE
    mode: Annotated[str, ruled(closed("mode", AttackMode, "模式", "mode"))] = AttackMode.WEAPON
    category: Annotated[str, keyed("category", "用", "with")] = ""
    defense: Annotated[str, ruled(closed("defense", Defense, "防", "against"))] = Defense.DODGE
    concealment: Annotated[int, ruled(keyed("concealment", "隐蔽", "conceal"))] = 0
    hit: Annotated[int, ruled(HIT)] = 1
    dp: Annotated[int, ruled(POWER)] = 1
    types: Annotated[tuple[str, ...], ruled(TYPES)] = ()
    injuries: Annotated[tuple[str, ...], ruled(INJURIES)] = ()
    dr: Annotated[int | None, ruled(REDUCTION)] = None
    attacker: Actor

    def do(self, asked: Asked) -> Do:
        """The attack as it is set out; with nothing of the GM's, the first action of that weapon that she knows."""
        state: State = asked.state
        check_target(state.who(self.defender))
        if not asked.gm and not self.types:
            return self._first_known(state)
        attacker = state.characters.get(self.attacker)
        here, there = attacker.pos if attacker is not None else None, state.who(self.defender).pos
        attack = AttackCheck(
            attacker=self.attacker,
            defender=self.defender,
            type=self.type,
            mode=self.mode,
            category=gear_of(state, self.attacker, self.category),
            attack=self.check(SkillGiven, part=None),
            defense=DefenseGiven(type=self.defense),
            concealment=self.concealment,
            distance=state.stage.distance(here, there) if here is not None and there is not None else None,
        )
        if not self.types:
            return Do("attack_check", attack)
        said = {name: getattr(attack, name) for name in AttackCheck.__struct_fields__}
        blow = Blow(hit=self.hit, dp=self.dp, types=self.types, effects=self.injuries, dr=self.dr)
        return Do("improvise", Attack(**said, part=self.part, damage=blow))

    @rule("MIR-LIV-1")
    def _first_known(self, state: State) -> Do:
        """The first attack of that weapon that she knows, else a punch."""
        me, category = state.who(self.attacker), gear_of(state, self.attacker, self.category)
        known, actions = known_actions(state, me), {**library(state.catalogue).actions, **own_actions(me)}
        armed = {n: a.attack for n, a in actions.items() if n in known and a.attack is not None}
        fitting = [
            n
            for n, attack in armed.items()
            if actions[n].name not in ("intercept", "punch") and category in ("", attack.category)
        ]
        if category not in BARE and not fitting:
            raise RuleError("not_owned", clause="MIR-LIV-49", item=self.category)
        return Do(
            "perform",
            Perform(
                actor=self.attacker,
                action=next(iter(fitting), "punch"),
                targets=(self.defender,),
                part=self.part,
                attack=self.check(SkillGiven, part=None),
            ),
        )


# --- actions -----------------------------------------------------------------------------------------------------------


def _gear_offered(state: State, actor: str) -> tuple[str, ...]:
    """The weapons of hers; of a sheet that lists none, all that there are."""
    return tuple(_arms(state, actor))


def _arms(state: State, actor: str) -> dict[str, str]:
    """Weapons with their categories: hers, or those of the library where her sheet lists none."""
    c, wares = state.characters.get(actor), library(state.catalogue).items
    mine = {i.called: i.category for i in belongings(c) if i.category} if c is not None else {}
    return mine or {ware.name or name: ware.category for name, ware in wares.items() if ware.category}


class ActLine(CheckLine, names=("行动", "act", "do"), group="check", picture="sword", example=".行动 挥砍 山贼1"):
    """`.行动 挥砍 山贼`: an action of the sheet or the library, from cost to wounds."""

    action: ActionNamed
    targets: Annotated[tuple[str, ...], Field(kind=ACTOR, keys=("对象", "targets"), refusal="unknown_id")] = ()
    bonus: Bonus = None
    trigger: Trigger = None
    ap_reduction: Cheaper = 0
    cell: At = None
    corner: Corner = "ne"
    direction: Direction = "0"
    all_out: Annotated[bool, flag("all_out", "拼死", "allout")] = False
    gear: Annotated[str, keyed("gear", "用", "with", among=_gear_offered)] = ""
    part: Annotated[str | None, PART] = None
    actor: Actor

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        if not asked.gm:
            known_action(state, state.who(self.actor), self.action)
        for target in self.targets:
            check_target(state.who(target))
        if (other := self._by_itself(state)) is not None:
            return other
        self._check_gear(state)
        given = Perform(
            actor=self.actor,
            action=self.action,
            targets=self.targets,
            cell=self.cell,
            part=part_of(state, self.targets[0] if self.targets else "", self.part),
            trigger=self.trigger,
            ap_reduction=self.ap_reduction,
            attack=self.check(SkillGiven, part=None),
            corner=self.corner,
            direction=bearing(self.direction),
            all_out=self.all_out,
        )
        return Do("perform", given)

    @rule("MIR-LIV-26", "MIR-LIV-29")
    def _by_itself(self, state: State) -> Do | None:
        """【移动】 and 【全力移动】 as actions ask for the way unless 格= names where to, 【聚焦】 for the effect."""
        if self.actor not in state.characters:
            return None
        actor = state.who(self.actor)
        name = action_named(self.action, state.catalogue, actor).name
        if name == "focus":
            return Do("focus_effect", FocusGiven(actor=self.actor))
        if name not in ("walk", "full_move"):
            return None
        way = path(state, actor.pos, spot(self.cell)) if self.cell is not None else ()
        return Do("walk", Walk(actor=self.actor, path=tuple(way), full_move=name == "full_move"))

    @rule("MIR-LIV-49")
    def _check_gear(self, state: State) -> None:
        """What an action is done with is hers, and of the kind that the action takes."""
        attack = action_named(self.action, state.catalogue, state.who(self.actor)).attack if self.gear else None
        fits = attack is not None and attack.category and _arms(state, self.actor).get(self.gear) == attack.category
        if self.gear and not fits:
            raise RuleError("not_owned", clause="MIR-LIV-49", item=self.gear)

    def foresee(self, asked: Asked) -> Do:
        """The odds of an action: while it is somebody else's turn of its attack alone, nothing is paid."""
        state, do = asked.state, self.do(asked)
        given = do.given
        if not isinstance(given, Perform):
            return do
        action = action_named(given.action, state.catalogue, state.who(given.actor))
        if self.cell is not None and not self.targets and not asked.gm and not _located(state, given, action):
            raise RuleError("no_odds", clause="MIR-LIV-43", procedure="act")
        waits = state.conflict is not None and not state.has_turn(given.actor)
        if not waits or action.attack is None or not given.targets:
            return do
        return Do("attack", attack_given(state, given, action.attack, given.targets[0]))


class PayOnLine(Deed, names=("续付", "cont", "continue"), group="check", example=".续付"):
    """`.续付`: more of the total action under way."""

    actor: Actor

    @rule("MIR-TOT-1", "MIR-TOT-3")
    def do(self, asked: Asked) -> Do:
        """With the last AP it is done on whom and with what it was begun."""
        state: State = asked.state
        running = state.who(self.actor).total_action if self.actor in state.characters else None
        if running is None or not running.begun:
            return Do("continue_total_action", ActorGiven(self.actor))
        return Do("perform", msgspec.convert(running.begun, Perform))


# --- what it would come to ---------------------------------------------------------------------------------------------


class PreviewLine(Deed, names=("预览", "preview"), group="check", picture="eye", example=".预览 爆炎 4,4"):
    """`.预览 爆炎 格=4,4`: the regions that an action would cover, before it is used."""

    action: ActionNamed
    cell: Annotated[Cell, Field("cell", CELL, keys=("格", "at"), refusal="bad_cell")]
    corner: Corner = "ne"
    direction: Direction = "0"
    actor: Actor

    def do(self, asked: Asked) -> Show:
        given = Perform(
            actor=self.actor,
            action=self.action,
            cell=self.cell,
            corner=self.corner,
            direction=bearing(self.direction),
        )
        return query("area", _laid_out(asked.state, given))


def _laid_out(state: State, given: Perform) -> AreaGiven:
    actor = state.who(given.actor)
    action = action_named(given.action, state.catalogue, actor)
    if action.attack is None or action.attack.area is None:
        raise RuleError("no_area", action=action.called)
    return area_given(state, actor, action.attack.area, given)


def _located(state: State, given: Perform, action: ActionRecord) -> list[Character]:
    """Whom the asking seat knows of in the region struck at, or in the area."""
    shape = action.attack.area if action.attack is not None else None
    cells = covered(area_given(state, state.who(given.actor), shape, given)) if shape is not None else (given.cell,)
    return [c for c in state.characters.values() if c.pos in cells]


@rule("MIR-LIV-43")
def grounds(state: State, given: object) -> tuple[Say, ...]:
    """Who of those struck at through a region is an assumed opponent."""
    if not isinstance(given, Perform) or given.cell is None or given.targets:
        return ()
    action = action_named(given.action, state.catalogue, state.who(given.actor))
    strange = [c for c in _located(state, given, action) if c.veiled is not None or c.id.startswith(SOMETHING)]
    return tuple(say("told.assumed", who=c.called) for c in strange)


def far(state: State, a: Cell, b: Cell) -> Label:
    return say("view.regions", count=state.stage.distance(a, b))


def approach(state: State, actor: str, other: str) -> Cell | None:
    """The region next to somebody that is free and cheapest to walk to; None where she stands next to her, or no way leads there."""
    one, stage = state.characters.get(actor), state.stage
    two = next((c for c in state.characters.values() if other in (c.id, c.called)), None)
    if one is None or two is None or one.pos is None or two.pos is None or stage.distance(one.pos, two.pos) <= 1:
        return None
    taken = {c.pos for c in state.characters.values()}
    found = reachable(stage, one.pos, most=10 * stage.width * stage.height)
    free = [cell for cell in found if cell not in taken and stage.distance(cell, two.pos) == 1]
    return min(free, key=lambda cell: (found[cell][0], cell), default=None)


def trace(asked: Asked, do: Do) -> Trace | None:
    """The way of a move with its Mov, or the regions of an area with those in it."""
    state, given = asked.state, do.given
    if isinstance(given, Walk | Move):
        return _way(state, given) if given.path else None
    if not isinstance(given, Perform) or given.cell is None:
        return None
    try:
        cells = covered(_laid_out(state, given))
    except RuleError as error:
        if error.code == "no_area":
            return None
        raise
    shown = tuple(cell for cell in cells if state.stage.holds(cell))
    return Trace(area=shown, hits=tuple(i for i, c in state.characters.items() if c.pos in cells))


def _way(state: State, given: Walk | Move) -> Trace:
    """Regions entered; in a conflict what they take of her Mov, and who could react on the way."""
    character, way = state.who(given.actor), given.path
    check_adjacent(state.stage, standing(character, state.stage), way)
    check_passable(state.stage, way)
    if isinstance(given, Move):
        return Trace(way=way, cost=say("view.regions", count=len(way)))
    cost, ready = check_mov(state, character, way, full_move=given.full_move)
    left = say("view.of_mov", mov=max(0, ready - cost))
    return Trace(way=way, cost=say("view.of_mov", mov=cost), left=left, reacts=may_react(state, given.actor, way))
