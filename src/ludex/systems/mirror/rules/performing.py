"""Joins Actions, Range, Area, Attack checks and Duration: an action of the library from beginning to end puts them in their order.

Nothing is decided here that has its own chapter.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.plain import Plain
from ludex.core.principals import actor as principal
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import ActionRecord, AttackRecord, CheckRecord, action_named, shown
from ludex.systems.mirror.effects import number, reach_of
from ludex.systems.mirror.effects.sensing import UNTRACEABLE
from ludex.systems.mirror.events import TotalActionSet
from ludex.systems.mirror.redact import perceived
from ludex.systems.mirror.rules.actions import (
    ActionDone,
    ActionGiven,
    check_action,
    check_open,
    paid_on,
    sp_price,
    turn_of,
    used,
)
from ludex.systems.mirror.rules.bearing import opening_modifiers
from ludex.systems.mirror.rules.checks import Stake, graded, pick
from ludex.systems.mirror.rules.combat import Attack, Attacked, DefenseGiven, assaulted, defending, swept
from ludex.systems.mirror.rules.damage import Blow, Damaged
from ludex.systems.mirror.rules.effects import EffectSettled, begun, ended, left_by
from ludex.systems.mirror.rules.items import check_minor, drawn, undrawn
from ludex.systems.mirror.rules.knowing import made_with
from ludex.systems.mirror.rules.sheets import after
from ludex.systems.mirror.rules.skills import SkillChecked, SkillGiven, skilled
from ludex.systems.mirror.rules.space import AreaGiven, InRange, area, in_range
from ludex.systems.mirror.rules.wounds import HealWound, healed
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Action, AreaRecord, State, in_line, read_range
from ludex.systems.mirror.terms import Grade

REACH = "reach"
"""A range as far as she reaches."""

NOWHERE = "-"
"""Under this name an attack on an empty region is reported."""


class Perform(msgspec.Struct, frozen=True, kw_only=True):
    """An action by name, on whom, with what. `part` is the one attacked.

    `cell` is the source of an area, or (for an action on one target) a region where something is suspected (MIR-CNC-4).
    """

    actor: str
    action: str
    targets: tuple[str, ...] = ()
    cell: Cell | None = None
    corner: str = "ne"
    direction: float | str = 0.0
    part: str | None = None
    trigger: str | None = None
    ap_reduction: int = 0
    attack: SkillGiven = SkillGiven()
    defense: DefenseGiven = DefenseGiven()
    check: SkillGiven = SkillGiven()
    all_out: bool = False
    """Whether she means to do it though it kills her."""


class Performed(msgspec.Struct, frozen=True, kw_only=True):
    """What using it came to, and what it did to whom (`wide`: all in an area); of those healed the part."""

    action: str
    used: ActionDone
    attacks: dict[str, Attacked] = {}
    checks: dict[str, SkillChecked] = {}
    effects: dict[str, EffectSettled] = {}
    healed: dict[str, str] = {}
    grade: str | None = None
    wide: bool = False

    @property
    def part_status(self) -> str | None:
        """How the part is that was hit first; nothing where nobody was hit."""
        return next((one.part_status for one in self._damages()), None)

    @property
    def wounds(self) -> int | None:
        """How many wounds the first attack made; nothing where it was none."""
        return next((one.count for one in self._damages()), 0 if self.attacks else None)

    def _damages(self) -> Iterator[Damaged]:
        return (one.damage for one in self.attacks.values() if one.damage is not None)


@rule("MIR-ATK-1", "MIR-RNG-1")
async def perform(state: State, given: Perform) -> Performed:
    """Use an action of the library: pay for it, then attack every target and leave its effect on them."""
    return (await performed(state, given))[1]


async def performed(state: State, given: Perform, course: Course | None = None) -> tuple[State, Performed]:
    actor = state.who(given.actor)
    action = action_named(given.action, state.catalogue, actor)
    action = check_use(state, actor, action, given)
    targets = await _targets(state, actor, action, given)
    if not await _pays(state, actor, action, given):
        given_up = ActionDone(result="use_failed", reason="left", after=after(state, actor.id))
        return state, Performed(action=action.called, used=given_up)
    state = await drawn(state, actor, action)
    state, done = await _used(state, state.who(given.actor), _use(action, given))
    state = await _remembered(state, given)
    works = done.result in ("used", "completed") and done.takes_effect in (None, True)
    came = _Came()
    targets = tuple(t for t in targets if works and not _gone(state, given.actor, t))
    if works and action.attack is not None and action.attack.area is not None and (targets or not given.targets):
        state, came.attacks = await _on_all(state, given, action, targets, course)
    for target in targets:
        if not _gone(state, given.actor, target):
            state = await _done_to(state, given, action, target, came, course)
    grades = [*(attacked.grade for attacked in came.attacks.values()), *(made.grade for made in came.checks.values())]
    return state, Performed(
        action=action.called,
        used=done,
        attacks=came.attacks,
        checks=came.checks,
        effects=came.effects,
        healed=came.healed,
        grade=next(iter(grades), None),
        wide=action.attack is not None and action.attack.area is not None,
    )


@rule("MIR-STA-6", "MIR-STA-5")
async def _pays(state: State, actor: Character, action: ActionRecord, given: Perform) -> bool:
    """Whether a player has her character pay a price of SP that kills; a line that says so has answered it."""
    price = sp_price(state, actor, action)
    deadly = price > 0 and actor.sp - price == actor.sp_min
    if not deadly or given.all_out or actor.gm_played or _goes_on(actor, action):
        return True
    question = say("questions.deadly", action=shown(action.called), sp=actor.sp, price=price)
    answers = [(word, say(f"answers.deadly_{word}"), word == "pay") for word in ("pay", "leave")]
    return await pick(principal(actor.id), question, answers)


class _Came:
    """What an action comes to, by on whom."""

    def __init__(self) -> None:
        self.attacks: dict[str, Attacked] = {}
        self.checks: dict[str, SkillChecked] = {}
        self.effects: dict[str, EffectSettled] = {}
        self.healed: dict[str, str] = {}


@rule("MIR-LIV-7")
def _gone(state: State, actor: str, target: str) -> bool:
    """Whether another has gone out of play since a total action on her began."""
    return bool(target) and target != actor and state.who(target).out_of_play


async def _done_to(
    state: State, given: Perform, action: ActionRecord, target: str, came: _Came, course: Course | None
) -> State:
    """What an action does to one of its targets: its attack or its check, its healing, what it ends, and, if it got through, its effect."""
    hit = True
    if action.attack is not None:
        if target not in came.attacks:
            asked = _made_with(attack_given(state, given, action.attack, target), action)
            state, came.attacks[target or NOWHERE] = await assaulted(state, asked, course)
        hit = came.attacks[target or NOWHERE].result == Grade.SUCCESS
    if action.check is not None:
        state, checked = await opposed(state, given.actor, target, action.check)
        came.checks[target], hit = checked, checked.result == Grade.SUCCESS
    if action.heal:
        state, came.healed[target] = await eased(state, given, target, action.heal)
    if action.ends:
        state = await ended(state, tuple(x.id for x in state.effects if (x.target, x.name) == (target, action.ends)))
    if action.effect is not None and hit:
        left = left_by(state, action.name, action.effect, target, by=given.actor)
        state, came.effects[target] = await begun(state, left)
    return state


def _made_with(asked: Attack, action: ActionRecord) -> Attack:
    return replace(asked, attack=replace(asked.attack, part=asked.attack.part or action.part))


@rule("MIR-ATK-4", "MIR-LIV-42")
async def _on_all(
    state: State, given: Perform, action: ActionRecord, targets: tuple[str, ...], course: Course | None
) -> tuple[State, dict[str, Attacked]]:
    """The one attack of an area on all in it. What is asked and shown hangs on those whom she can locate, not on the others."""
    attack = action.attack or AttackRecord()
    whole, *blows = (
        _made_with(replace(attack_given(state, given, attack, t), distance=None), action) for t in ("", *targets)
    )
    located = any(one.concealment < UNTRACEABLE for one in blows)
    return await swept(state, replace(whole, concealment=0) if located else whole, blows, course)


@rule("MIR-LIV-36", "MIR-DFN-5")
async def opposed(state: State, who: str, target: str, check: CheckRecord) -> tuple[State, SkillChecked]:
    """A skill check against somebody's defence: hers first, then the other's; hers is judged by what the other comes to."""
    state, mine = await skilled(state, who, SkillGiven(skill=check.skill))
    unseen = perceived(state, state.who(target), state.who(who)).concealment > 0
    state, theirs = await skilled(
        state,
        target,
        defending(SkillGiven(), check.defense),
        extra=opening_modifiers(state, state.who(target), unseen=unseen),
        stake=Stake(target=mine.total, defends=True, kind="defence"),
    )
    result, degree, grade = graded(mine.total, theirs.total)
    return state, replace(mine, result=result, degree=degree, grade=grade)


@rule("MIR-LIV-36", "MIR-WND-1")
async def eased(state: State, given: Perform, target: str, levels: int) -> tuple[State, str]:
    """One wound of the target becomes less, on which part; the healer picks which wound, where it matters."""
    c = state.who(target)
    part = given.part or next((p.id for p in c.parts_left if p.wounds), None)
    if part is None:
        raise RuleError("no_wound", clause="MIR-WND-1", part=c.called)
    state, _ = await healed(state, HealWound(target=target, part=part, levels=levels, healer=given.actor))
    return state, part


@rule("MIR-LIV-6")
def check_use(state: State, actor: Character, action: ActionRecord, given: Perform) -> ActionRecord:
    """Refuse what cannot be used now, before range and sight are looked at; the action with the part that it is made with."""
    packed = undrawn(actor, action)
    check_open(state, actor, _use(action, given))
    action = replace(action, part=made_with(actor, action))
    if not _goes_on(actor, action):
        use, own_turn = _use(action, given), turn_of(state, actor.id)
        check_action(state, actor, use, own_turn=own_turn, targets=given.targets)
    if packed is not None:
        check_minor(state, actor)
    return action


def _use(action: Action, given: Perform) -> ActionGiven:
    return ActionGiven(action=action, trigger=given.trigger, ap_reduction=given.ap_reduction, check=given.check)


def _goes_on(actor: Character, action: Action) -> bool:
    return actor.total_action is not None and actor.total_action.name == action.name


async def _used(state: State, actor: Character, use: ActionGiven) -> tuple[State, ActionDone]:
    """Use the action; a total action of that name that is under way is paid on (MIR-TOT-1)."""
    if _goes_on(actor, use.action):
        return await paid_on(state, actor.id)
    return await used(state, actor.id, use, own_turn=turn_of(state, actor.id))


@rule("MIR-TOT-3")
async def _remembered(state: State, given: Perform) -> State:
    """What a total action was begun for is kept with it: its effect comes when the last AP is paid, perhaps turns later."""
    running = state.who(given.actor).total_action
    asked: Plain = msgspec.to_builtins(given)
    if running is None or running.begun == asked:
        return state
    return await happen(TotalActionSet(given.actor, replace(running, begun=asked)))


async def _targets(state: State, actor: Character, action: ActionRecord, given: Perform) -> tuple[str, ...]:
    """Whom it reaches: those named (else, without an attack, herself), those in the area, or who is in a suspected region (\"\": nobody)."""
    attack = action.attack
    named = tuple(state.who(t).id for t in given.targets)
    check_one(action, named)
    if attack is None:
        if (action.check is not None or action.heal) and not named:
            raise await _no_target(state, actor, action)
        await check_ranges(state, actor, action, named)
        return named or (actor.id,)
    if given.cell is not None and not named:
        return await _at(state, actor, attack, given)
    if not named:
        raise await _no_target(state, actor, action)
    await check_ranges(state, actor, action, named)
    return named


async def _no_target(state: State, actor: Character, action: ActionRecord) -> RuleError:
    """The refusal of an action without a target, with those whom she perceives and could aim at; of what harms only those of other sides."""
    helps = action.attack is None and bool(action.heal)
    there = [
        c
        for c in state.characters.values()
        if (c.side == actor.side) is helps and not c.out_of_play and perceived(state, actor, c).concealment == 0
    ]
    names = [c.called for c in there if not c.hidden and await _in_range(state, actor, action, c.id)]
    return RuleError("target_missing", clause="MIR-RNG-2", action=shown(action.called), targets=names)


async def _in_range(state: State, actor: Character, action: ActionRecord, target: str) -> bool:
    try:
        await check_ranges(state, actor, action, (target,))
    except RuleError:
        return False
    return True


@rule("MIR-RNG-2", "MIR-ARE-1")
def check_one(action: ActionRecord, named: tuple[str, ...]) -> None:
    """A stroke, a contest or a healing has one target; only an area reaches several."""
    wide = action.attack is not None and action.attack.area is not None
    aimed = action.attack is not None or action.check is not None or action.heal
    if aimed and not wide and len(named) > 1:
        raise RuleError("one_target", clause="MIR-RNG-2", action=shown(action.called), count=len(named))


async def check_ranges(state: State, actor: Character, action: ActionRecord, named: tuple[str, ...]) -> None:
    """Whether everybody named lies in range and is located; oneself always."""
    written = action.range if action.attack is None else action.attack.range
    for victim in (state.who(i) for i in named if i != actor.id):
        if victim.pos is not None:
            await _check_range(state, actor, written, victim.pos, visible=perceived(state, actor, victim).knows_region)


@rule("MIR-ARE-1", "MIR-CNC-4")
async def _at(state: State, actor: Character, attack: AttackRecord, given: Perform) -> tuple[str, ...]:
    """Everybody whom an area covers from its source; without an area, who is in that region, if anybody."""
    cell = given.cell or (0, 0)
    await _check_range(state, actor, attack.range, cell, visible=True)
    there = {i: c.pos for i, c in state.characters.items() if not c.out_of_play}  # MIR-LIV-7
    if attack.area is None:
        return next(((i,) for i, pos in there.items() if pos == cell and i != actor.id), ("",))
    covered = await area(state, area_given(state, actor, attack.area, given))
    return tuple(i for i, pos in there.items() if pos in covered.cells)


def area_given(state: State, actor: Character, shape: AreaRecord, given: Perform) -> AreaGiven:
    """The action's area set down: a sphere or cone at a corner of the source, a box from the region next to the user."""
    cell = given.cell or (0, 0)
    more = number(state, actor.id, "area", 0)
    wider = replace(
        shape,
        radius=max(0, shape.radius + more) if shape.radius else 0,
        length=max(0, shape.length + more) if shape.length else 0,
    )
    source = actor.pos if shape.shape == "box" and actor.pos is not None else cell
    return AreaGiven(
        **msgspec.structs.asdict(wider),
        grid=state.stage.grid,
        source=source,
        start=cell,
        corner=given.corner,
        direction=given.direction,
        blocked=state.stage.blocked,
    )


@rule("MIR-RNG-1", "MIR-RNG-2")
async def _check_range(state: State, actor: Character, written: str, cell: Cell, *, visible: bool) -> None:
    """A source out of range makes the use fail before anything is paid."""
    if not written or actor.pos is None:
        return
    if written == REACH:
        far, reach = state.stage.distance(actor.pos, cell), reach_of(state, actor)
        if far > reach:
            raise RuleError("out_of_reach", clause="MIR-RNG-1", distance=far, reach=reach)
        return
    seen = visible and in_line(state.stage, actor.pos, cell)
    asked = InRange(actor.pos, cell, _range(state, actor, written), state.stage.grid, visible=seen, known=visible)
    judged = await in_range(state, asked)
    if not judged.ok:
        raise RuleError(judged.reason or "out_of_range", clause="MIR-RNG-1", distance=judged.distance)


@rule("MIR-LIV-32")
def _range(state: State, actor: Character, written: str) -> str:
    if written in ("self", "sight", "unlimited"):
        return written
    least, most = read_range(written.replace("～", "~"))
    return f"{least}~{max(least, number(state, actor.id, 'range', most))}"


def attack_given(state: State, given: Perform, attack: AttackRecord, target: str) -> Attack:
    """The attack as the rules take it, with the distance and concealment of where both stand."""
    actor = state.who(given.actor)
    victim = state.who(target) if target else None
    there = victim.pos if victim is not None else given.cell
    far = state.stage.distance(actor.pos, there) if actor.pos and there else None
    return Attack(
        attacker=given.actor,
        defender=target or given.actor,
        type=attack.type,
        mode=attack.mode,
        category=attack.category,
        attack=replace(given.attack, skill=given.attack.skill or attack.skill),
        defense=replace(given.defense, type=attack.defense, diffuse=bool(attack.area and attack.area.diffuse)),
        concealment=perceived(state, actor, victim).concealment if victim is not None else UNTRACEABLE,
        attacker_concealment=perceived(state, victim, actor).concealment if victim is not None else 0,
        target_in_region=victim is not None,
        distance=far,
        close_ok=attack.close_ok,
        part=given.part,
        damage=_blow(attack),
        great_damage=attack.great,
    )


def _blow(attack: AttackRecord) -> Blow:
    return Blow(hit=attack.hit, dp=attack.dp, types=attack.types, effects=attack.effects, tags=attack.tags)
