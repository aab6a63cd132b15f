"""Joins Actions (动作), AP (行动值) and Total actions, since one use of an action pays and limits all three (MIR-ACT, MIR-APV, MIR-TOT)."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.declaring import Actor, Deed, Meant
from ludex.core.deeds import Asked, Do, Field
from ludex.core.effects.records import NOTHING
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import flag, keyed
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import shown
from ludex.systems.mirror.effects import number
from ludex.systems.mirror.events import ActionUsed, ApChanged, ContentOpened, TotalActionSet
from ludex.systems.mirror.kinds import TAGS, PartKeyed, closed, ruled
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.rules.authoring import tag_of
from ludex.systems.mirror.rules.bearing import check_denied
from ludex.systems.mirror.rules.knowing import usable_part
from ludex.systems.mirror.rules.sheets import ActorGiven, AfterView, after
from ludex.systems.mirror.rules.skills import SkillGiven, acted
from ludex.systems.mirror.rules.stamina import Stamina, affords_sp, fallen
from ludex.systems.mirror.rules.windows import occurred
from ludex.systems.mirror.sheet import Character, TotalAction, TriggerUse, met
from ludex.systems.mirror.state import Action, State, on_stage
from ludex.systems.mirror.terms import ActionType, Injury, Mode, Tag, check_word

OWN_TURN = (ActionType.SA, ActionType.MA, ActionType.TA)
"""Used only in her own turn, and what breaks a total action (MIR-ACT-2, MIR-ACT-3, MIR-ACT-6)."""

LIMITED = (ActionType.MA, ActionType.RA)
"""Of these only one answers an occurrence (MIR-ACT-7)."""

JAMMED = (Tag.MANIPULATE, Tag.CONCENTRATE)
"""Tags that a malfunction stops (MIR-INJ-5)."""


STAMINA_CHECK = ("check_target", "check_total", "check_result", "check_grade", "core")
OFFERED = 20
"""Amounts of AP that are offered by name; more can be written."""


class ActionGiven(msgspec.Struct, frozen=True, kw_only=True):
    """The use of an action. `trigger` names the occurrence it answers; `mode` unset is the table's."""

    action: Action
    trigger: str | None = None
    mode: str | None = None
    ap_reduction: int = 0
    check: SkillGiven = SkillGiven()


class UseAction(ActionGiven, frozen=True, kw_only=True):
    actor: str


@rule("MIR-LIV-1")
def improvised(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A free action without cost and tags is wholly hers; anything else that nobody wrote down is the GM's word."""
    more = ("ap", "sp", "base", "tags", "trigger", "reduction", "variable")
    return () if asked["type"] == ActionType.FA and not any(asked.args.get(name) for name in more) else kinds


Trigger = Annotated[str | None, ruled(keyed("trigger", "触发", "on_event"))]
Cheaper = Annotated[int, ruled(keyed("reduction", "减费", "less"))]
"""What an action answers, and what it costs less."""


class ActionLine(Deed, names=("动作", "action"), group="check", example=".动作 喊话 FA"):
    """`.动作 喊话 FA`: any action by its type and cost."""

    name: Annotated[str, Field()]
    type: Annotated[str, ruled(closed("type", ActionType))]
    ap: Annotated[int, ruled(keyed("ap", "ap", "费"))] = 0
    sp: Annotated[int, ruled(keyed("sp", "sp", "精"))] = 0
    base_type: Annotated[str | None, ruled(closed("base", ActionType, "原为", "base"))] = None
    tags: Annotated[tuple[str, ...], ruled(TAGS), Meant(lambda _asked, said: tuple(tag_of(tag) for tag in said))] = ()
    part: PartKeyed = None
    trigger: Trigger = None
    ap_reduction: Cheaper = 0
    variable_ap: Annotated[bool, ruled(flag("variable", "自定", "variable"))] = False
    actor: Actor
    word = improvised

    def do(self, asked: Asked) -> Do:
        action = Action(
            name=self.name,
            type=self.type,
            base_type=self.base_type,
            ap=self.ap,
            sp=self.sp,
            tags=self.tags,
            part=self.part,
            trigger=bool(self.trigger),
            variable_ap=self.variable_ap,
        )
        mode = None if fights(asked.state, self.actor) else asked.state.mode or Mode.EXPLORATION
        given = UseAction(
            actor=self.actor, action=action, trigger=self.trigger, mode=mode, ap_reduction=self.ap_reduction
        )
        return Do("use_action", given)


class ActionDone(msgspec.Struct, frozen=True, kw_only=True):
    result: str
    reason: str | None = None
    ap_cost: int = 0
    paid: int | None = None
    remaining: int | None = None
    interrupted: str | None = None
    takes_effect: bool | None = None
    check_target: int | None = None
    check_total: int | None = None
    check_result: str | None = None
    check_grade: str | None = None
    core: str | None = None
    after: AfterView


@rule("MIR-ACT-1", "MIR-ACT-4")
async def use_action(state: State, given: UseAction) -> ActionDone:
    """Use an action: its errors, then failing for AP or SP, then the payment, then what it takes."""
    state.who(given.actor)
    elsewhere = given.mode is not None and given.mode != Mode.CONFLICT and not fights(state, given.actor)
    return (await used(state, given.actor, given, own_turn=None if elsewhere else state.has_turn(given.actor)))[1]


async def used(state: State, who: str, given: ActionGiven, *, own_turn: bool | None) -> tuple[State, ActionDone]:
    """Use an action in or out of one's own turn; without any (None) no turn, limit or AP binds her (MIR-LIV-11)."""
    character, action = state.who(who), given.action
    check_action(state, character, given, own_turn=own_turn)
    takes = met(character, action.requirement) if action.requirement else None  # MIR-CND-3
    bound = state.conflict is not None and own_turn is not None
    cost = priced(state, character, given) if bound else 0  # MIR-ACT-8
    if sp := sp_price(state, character, action) - action.sp:
        action = replace(action, sp=action.sp + sp)
    if reason := _fails(character, action, cost):
        return state, ActionDone(result="use_failed", reason=reason, takes_effect=takes, after=after(state, who))
    pays = await _payment(character, action, cost) if bound else 0
    state = await _mark(state, character, given, fighting=bound)
    broken = _broken(character, action)
    if broken:
        state = await happen(TotalActionSet(who))
    state = await _charged(state, who, action, pays=pays, cost=cost)
    state = await acted(state, who)
    state, stamina = await fallen(
        state, who, action.sp, given.check, paid=True
    )  # Ruling MIR-E-43: a failed check undoes nothing
    if f"actions/{action.name}" in state.kept and heard(state, who) != (GM,):  # used before players' eyes
        state = await happen(ContentOpened("actions", action.name))
    state = await occurred(state, "action_used", doer=who, name=action.name, tags=action.tags, action_type=action.type)
    return state, _done(state, who, action, pays=pays, cost=cost, broken=broken, takes=takes, stamina=stamina)


@rule("MIR-LIV-6")
def check_action(
    state: State, character: Character, given: ActionGiven, *, own_turn: bool | None, targets: Iterable[str] = ()
) -> None:
    """Every refusal, in the rulebook's order. `targets`: on whom it is used, as far as that is known."""
    action = given.action
    check_open(state, character, given)
    if action.part is not None:
        usable_part(character, action.part)
    if malfunctions(character, action):
        raise RuleError("malfunction", clause="MIR-INJ-5", action=shown(action.called))
    check_in_conflict(state, character, action.type, targets)
    if state.conflict is not None and own_turn is not None:
        _check_limits(character, action, own_turn=own_turn)
    _check_trigger(character, given)
    if (
        state.conflict is not None
        and own_turn is not None
        and character.ap <= 0
        and (cost_of(given) > 0 or action.variable_ap)
    ):
        raise RuleError("no_ap", clause="MIR-APV-3", ap=character.ap)


def check_open(state: State, character: Character, given: ActionGiven) -> None:
    """Refuse an action to who is out, to whom it is forbidden, and in a mode in which it is not used."""
    action = given.action
    for kind in (action.type, action.base_type):
        check_word(ActionType, kind or action.type)
    check_able(character, automatic=action.type == ActionType.AA)
    check_denied(state, character, action.type, *action.tags)
    if Tag.EXPLORE in action.tags and (state.conflict is not None or (given.mode or state.mode) == Mode.CONFLICT):
        raise RuleError("explore_only", clause="MIR-EXP-1", action=shown(action.called))


@rule("MIR-LIV-11")
def fights(state: State, who: str) -> bool:
    """Whether turns, limits and AP bind her: a conflict runs and she is in it; elsewhere she acts as outside conflict."""
    return state.conflict is not None and state.conflict.fighter(who) is not None


@rule("MIR-LIV-11")
def check_in_conflict(state: State, character: Character, kind: str, targets: Iterable[str] = ()) -> None:
    """Who is not in a conflict uses nothing but FA and AA on its stage, nor on anybody in it."""
    conflict = state.conflict
    if conflict is None or fights(state, character.id) or kind in (ActionType.FA, ActionType.AA):
        return
    if on_stage(state.stage, character) or any(conflict.fighter(one) for one in targets):
        raise RuleError("not_in_conflict", clause="MIR-LIV-11", who=character.called)


@rule("MIR-LIV-11", "MIR-ACT-2")
def check_turn(state: State, character: Character, kind: str = ActionType.MA) -> None:
    """Refuse what is done in one's own turn, out of it."""
    check_in_conflict(state, character, kind)
    if fights(state, character.id) and not state.has_turn(character.id):
        raise RuleError("not_your_turn", clause="MIR-ACT-2", who=character.called)


def turn_of(state: State, who: str) -> bool | None:
    """Whether the turn is hers; None: none binds her (MIR-LIV-11)."""
    return state.has_turn(who) if fights(state, who) else None


@rule("MIR-STS-2", "MIR-STS-3")
def check_able(character: Character, *, automatic: bool = False) -> None:
    """The dead and dissolved do nothing; the unconscious nothing but what is automatic."""
    if character.out_of_play:
        raise RuleError("out_of_play", clause="MIR-STS-3", who=character.called)
    if character.unconscious and not automatic:
        raise RuleError("unconscious", clause="MIR-STS-2", who=character.called)


@rule("MIR-INJ-5")
def malfunctions(character: Character, action: Action) -> bool:
    """A malfunctioning part stops manipulating and concentrating; a minion is stopped as a whole, attacks too."""
    if character.minion:
        jammed = any(t in action.tags for t in (*JAMMED, Tag.ATTACK))
        return jammed and any(Injury.MALFUNCTION in w.effects for p in character.parts for w in p.carried)
    part = character.part(action.part) if action.part else None
    jammed = any(t in action.tags for t in JAMMED)
    if part is not None and Tag.MANIPULATE in action.tags and any(Tag.MANIPULATE in o.tags for o in part.taken):
        return not any(Tag.MANIPULATE in o.tags for o in part.organs)  # MIR-LIV-37
    return part is not None and jammed and any(Injury.MALFUNCTION in w.effects for w in part.carried)


@rule("MIR-ACT-2", "MIR-ACT-3", "MIR-ACT-5")
def _check_limits(character: Character, action: Action, *, own_turn: bool) -> None:
    """In conflict: SA, MA and TA in one's own turn; one MA and one RA until the next turn starts."""
    if action.type in OWN_TURN and not own_turn:
        raise RuleError("not_your_turn", clause="MIR-ACT-2", who=character.called)
    if action.type == ActionType.MA and character.minor_used:
        raise RuleError("minor_used", clause="MIR-ACT-3", action=shown(action.called))
    if action.type == ActionType.RA and character.ra_used:
        raise RuleError("reaction_used", clause="MIR-ACT-5", action=shown(action.called))


@rule("MIR-CND-4", "MIR-ACT-5", "MIR-ACT-7")
def _check_trigger(character: Character, given: ActionGiven) -> None:
    """A trigger must be met, once for each occurrence; of several MAs and RAs on one occurrence only one is used."""
    action = given.action
    if not given.trigger:
        if action.trigger or action.type == ActionType.RA:
            raise RuleError("trigger_missing", clause="MIR-CND-4", action=shown(action.called))
        return
    uses = [u for u in character.triggered if u.occurrence == given.trigger]
    if any(u.action == action.name for u in uses):
        raise RuleError("trigger_spent", clause="MIR-CND-4", action=shown(action.called), trigger=given.trigger)
    if action.type in LIMITED and any(u.limited for u in uses):
        raise RuleError("trigger_taken", clause="MIR-ACT-7", action=shown(action.called), trigger=given.trigger)


@rule("MIR-ACT-2")
def cost_of(given: ActionGiven) -> int:
    """The AP cost after reductions: an SA's not below 1, any other's not below 0."""
    action, floor = given.action, 1 if given.action.type == ActionType.SA else 0
    if action.variable_ap:
        return 0
    return max(min(action.ap, floor), action.ap - max(0, given.ap_reduction))


@rule("MIR-LIV-32")
def priced(state: State, character: Character, given: ActionGiven) -> int:
    """What an action costs her in AP, with what effects make of it; an SA's not below 1, if it costs anything."""
    base = cost_of(given)
    floor = min(base, 1 if given.action.type == ActionType.SA else 0)
    return max(floor, _price(state, character, "ap_cost", base, given.action))


def sp_price(state: State, character: Character, action: Action) -> int:
    return max(0, _price(state, character, "sp_cost", action.sp, action))


def _price(state: State, character: Character, quantity: str, base: int, action: Action) -> int:
    return number(state, character.id, quantity, base, NOTHING, *action.tags)


@rule("MIR-APV-2", "MIR-STA-6")
def _fails(character: Character, action: Action, cost: int) -> str | None:
    """Why the use fails: AP, then SP, would fall below the minimum. A total action is paid by turns (MIR-TOT-1)."""
    if action.type != ActionType.TA and character.ap - cost < character.ap_min and cost > 0:
        return "ap_below_floor"
    return None if affords_sp(character, action.sp) or action.sp <= 0 else "sp_below_floor"


async def _payment(character: Character, action: Action, cost: int) -> int:
    """What is paid now: the cost, or what she decides for a total action or an action of her own price."""
    if action.type == ActionType.TA and not action.variable_ap:
        return await pay(character, action.name, cost) if cost else 0
    return await pay(character, action.name, None) if action.variable_ap else cost


@rule("MIR-APV-4", "MIR-TOT-2")
async def pay(character: Character, action: str, remaining: int | None) -> int:
    """Ask how much AP to pay: at least 1, not more than is left to pay, not below 0 AP."""
    most = character.ap if remaining is None else min(character.ap, remaining)
    fill = {"ap": tuple(str(n) for n in range(1, max(1, min(most, OFFERED)) + 1))}
    option = Option("pay:<ap>", say("answers.pay", ap=character.ap), fill)
    needs = "" if remaining is None else say("questions.pay_needs", remaining=remaining)
    what = say("questions.pay", action=shown(action), needs=needs, ap=character.ap)
    answer = await choose(actor(character.id), what, (option,), about=action)
    paid = whole((option.match(answer) or {}).get("ap", ""))
    if paid is None:
        raise RuleError("bad_choice", answer=answer, options=[option.answer])
    if paid < 1:
        raise RuleError("ap_minimum", clause="MIR-TOT-2", paid=paid)
    if remaining is not None and paid > remaining:
        raise RuleError("ap_overpay", clause="MIR-TOT-3", paid=paid, remaining=remaining)
    if paid > character.ap:
        raise RuleError("ap_overdraw", clause="MIR-APV-4", paid=paid, ap=character.ap)
    return paid


async def _mark(state: State, character: Character, given: ActionGiven, *, fighting: bool) -> State:
    """Spend the limit (in conflict) and the occurrence."""
    action = given.action
    use = TriggerUse(given.trigger, action.name, action.type in LIMITED) if given.trigger else None
    minor, reaction = action.type == ActionType.MA and fighting, action.type == ActionType.RA and fighting
    if not (minor or reaction or use):
        return state
    return await happen(ActionUsed(character.id, minor=minor, reaction=reaction, trigger=use))


@rule("MIR-ACT-6")
def _broken(character: Character, action: Action) -> str | None:
    """The running total action that this use interrupts: by an SA, MA or TA, also one used as another type."""
    breaks = action.type in OWN_TURN or action.base_type in OWN_TURN
    return character.total_action.name if character.total_action and breaks else None


async def _charged(state: State, who: str, action: Action, *, pays: int, cost: int) -> State:
    """Take the AP; a total action with AP left to pay is under way now."""
    if pays:
        at_once = action.type != ActionType.TA  # what a total action takes and has left is told together
        state = await happen(ApChanged(who, state.who(who).ap - pays, cost=at_once))
    if action.type == ActionType.TA and not action.variable_ap and pays < cost:
        return await happen(TotalActionSet(who, TotalAction(action.name, cost, pays)))
    return state


def _done(
    state: State,
    who: str,
    action: Action,
    *,
    pays: int,
    cost: int,
    broken: str | None,
    takes: bool | None,
    stamina: Stamina,
) -> ActionDone:
    total = action.type == ActionType.TA
    remaining = max(0, cost - pays)
    return ActionDone(
        result=("in_progress" if remaining else "completed") if total else "used",
        ap_cost=pays,
        paid=pays if total else None,
        remaining=remaining if total else None,
        interrupted=broken,
        takes_effect=takes,
        **{name: getattr(stamina, name) for name in STAMINA_CHECK},
        after=after(state, who),
    )


class Continued(msgspec.Struct, frozen=True):
    result: str
    paid: int
    remaining: int
    after: AfterView


@rule("MIR-TOT-1", "MIR-TOT-3")
async def continue_total_action(state: State, given: ActorGiven) -> Continued:
    """Pay more of a total action in one's turn; with the last AP it takes effect."""
    state, done = await paid_on(state, given.actor)
    return Continued(done.result, done.paid or 0, done.remaining or 0, done.after)


class TotalDropped(msgspec.Struct, frozen=True):
    action: str


@rule("MIR-LIV-22")
async def drop_total_action(state: State, given: ActorGiven) -> TotalDropped:
    """Who falls unconscious or out of play is no longer at her total action; what was paid is lost."""
    running = state.who(given.actor).total_action
    await happen(TotalActionSet(given.actor))
    return TotalDropped(running.name if running is not None else "")


async def paid_on(state: State, who: str) -> tuple[State, ActionDone]:
    """Pay on for the total action under way."""
    character = state.who(who)
    running = character.total_action
    if running is None:
        raise RuleError("no_total_action", clause="MIR-TOT-1", who=character.called)
    if not state.has_turn(who):
        raise RuleError("not_your_turn", clause="MIR-TOT-1", who=character.called)
    check_able(character)
    if character.ap <= 0:
        raise RuleError("no_ap", clause="MIR-APV-3", ap=character.ap)
    paid = await pay(character, running.name, running.cost - running.paid)
    await happen(ApChanged(who, character.ap - paid))
    total = running.paid + paid
    left = running.cost - total
    state = await happen(TotalActionSet(who, replace(running, paid=total, paid_now=True) if left else None))
    result = "in_progress" if left else "completed"
    return state, ActionDone(result=result, ap_cost=paid, paid=total, remaining=left, after=after(state, who))
