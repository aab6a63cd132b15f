"""Anatomy of a round as people play it (BOO-RND) joined with taking an action (BOO-ACT-3), its one step: pick, act, pass, leave.

Where the initiative goes is in `clock`; what each action does is in its own chapter.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.declaring import Meant, as_asked
from ludex.core.deeds import ACTOR, CLOCK, GM_ONLY, TERM, Asked, Do, Field, Show
from ludex.core.effects.counting import denied
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, flag
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import Acted, ApRefilled, FightSettled, InitiativeMoved, Left, Passed, RunSet, happen
from ludex.systems.boon.kinds import ClockDeed, GmDeed, Person, Someone, TableDeed, Targets, offers, reading
from ludex.systems.boon.kinds.offers import can_act, not_yours, pickable, ready, whom
from ludex.systems.boon.rules.actions import Deed, Reaching, check_active, proven, worn
from ludex.systems.boon.rules.attacks import Attack, attack
from ludex.systems.boon.rules.battlefield import enter, looked_again
from ludex.systems.boon.rules.casting import Cast, cast, own_spell
from ludex.systems.boon.rules.clock import (
    ClockView,
    clock_view,
    dropped_out,
    handed_on,
    passed_to,
    unable,
)
from ludex.systems.boon.rules.hiding import Hide, hide
from ludex.systems.boon.rules.items import UseItem, own_item, use_item
from ludex.systems.boon.rules.moving import Move, Walked, move
from ludex.systems.boon.rules.ridding import GetRid, Invoke, get_rid, invoke
from ludex.systems.boon.rules.strikes import own_weapon
from ludex.systems.boon.rules.stunts import Shove, TryStunt, shove, stunt
from ludex.systems.boon.rules.windows import check_denied, hear, lapse
from ludex.systems.boon.sheet import Position
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import GONE, Action, Leaving, Status


class NextInitiative(msgspec.Struct, frozen=True, kw_only=True):
    actor: str
    is_attack: bool = False
    attacked: tuple[str, ...] = ()
    is_pass: bool = False


class PassInitiative(ClockDeed, names=("接着", "next"), picture="wait", example=".接着 安", who=GM_ONLY, said_by=STORY):
    """Move the initiative on after a deed that was settled by mouth."""

    who: Person
    targets: Annotated[Targets, Field("targets", keys=("对", "to"), among=offers.targets)] = ()
    passing: Annotated[bool, flag("passing", "让过")] = False

    def do(self, asked: Asked) -> Do:
        attacked = tuple(reading.targets(asked, self.targets))
        given = NextInitiative(actor=self.who, is_attack=bool(attacked), attacked=attacked, is_pass=self.passing)
        return Do("next_initiative", given)


class Next(msgspec.Struct, frozen=True, kw_only=True):
    holder: str
    choosing: str
    round_over: bool
    combat_over: bool
    winner: str
    passed: tuple[str, ...]


class PickActor(ClockDeed, names=("上", "选人", "pick"), does="pick_actor", picture="flag", example=".上"):
    """Give the initiative to a member of the player's own side; the GM chooses for every side."""

    actor: Annotated[str, Field("who", ACTOR), Meant(whom)] = ""

    def do(self, asked: Asked) -> Do | Show:
        state: State = asked.state
        own = {c.side for c in state.combatants if c.id in asked.controls}
        if not asked.gm and state.character(self.actor).side not in own:
            raise not_yours(asked, self.actor)
        check_pick(state, self.actor)
        return super().do(asked)


class LeaveCombat(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    how: str = Status.FLED


class LeaveLine(
    LeaveCombat,
    TableDeed,
    names=("离场", "leave"),
    does="leave_combat",
    alone=True,
    many=True,
    picture="walk",
    example=".离场 逃",
):
    how: Annotated[str, Field("how", TERM, terms=Leaving, owner=STORY)]
    who: Someone = ""

    @classmethod
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """To surrender is one's own; whether flight succeeds is the GM's word (BOO-LIV-1)."""
        return () if as_asked(cls, asked).how == Leaving.SURRENDERED else kinds


class Name(msgspec.Struct, frozen=True, kw_only=True):
    who: str


class Nothing(msgspec.Struct, frozen=True, kw_only=True):
    """Input of procedures that need none."""


class GiveInitiative(
    Name, ClockDeed, names=("主动权", "give"), does="give_initiative", example=".主动权 安", who=GM_ONLY, said_by=STORY
):
    who: Person


class Refresh(Nothing, GmDeed, names=("歇口气", "refresh"), does="refresh", beside=CLOCK, example=".歇口气"):
    """Everybody's AP are full again."""


class Pass(msgspec.Struct, frozen=True, kw_only=True, tag=Action.PASS.value, tag_field="action"):
    """Wait, keeping the AP: until somebody acts, or for the `whole` round."""

    action: ClassVar = Action.PASS
    actor: str
    whole: bool = False
    picks: bool = False


class Unknown(msgspec.Struct, frozen=True, kw_only=True, tag="unknown", tag_field="action"):
    """An action that there is not, by its word: refused, but after what the clock refuses (BOO-ACT-3)."""

    action: ClassVar = "unknown"
    actor: str
    word: str
    picks: bool = False


Act = Attack | Cast | Shove | Hide | Move | UseItem | TryStunt | GetRid | Invoke | Pass | Unknown
"""Input of `act`: an action with its actor. `picks`: it takes the initiative that its side gives."""

ACTIONS: dict[Action, Callable[..., Awaitable[Deed]]] = {
    Action.ATTACK: attack,
    Action.CAST: cast,
    Action.SHOVE: shove,
    Action.HIDE: hide,
    Action.MOVE: move,
    Action.USE_ITEM: use_item,
    Action.STUNT: stunt,
    Action.RID: get_rid,
    Action.INVOKE: invoke,
}


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    ap: int
    damage: int
    status: Status
    hidden: bool
    injured: bool
    position: Position | None = None
    armor_durability: int | None = None
    items: dict[str, int] = {}


@rule("BOO-RND-7", "BOO-RND-8", "BOO-RND-13")
async def next_initiative(state: State, given: NextInitiative) -> Next:
    """Where the initiative goes after an action of this kind."""
    actor = state.character(given.actor).id
    state = await happen(Passed(actor) if given.is_pass else Acted(actor))
    attacked = given.attacked if given.is_attack and not given.is_pass else ()
    return msgspec.convert((await handed_on(state, actor, attacked)).clock, Next, from_attributes=True)


def check_running(state: State) -> None:
    if state.clock.combat_over:
        raise RuleError("combat_over", clause="BOO-EOR-4", winner=state.clock.winner)


def check_in_round(state: State) -> None:
    """Nothing is done after the round is over, but to end it."""
    check_running(state)
    if state.clock.round_over:
        raise RuleError("round_over", clause="BOO-RND-9", round=state.clock.round)


@rule("BOO-RND-5")
async def pick_actor(state: State, given: PickActor) -> ClockView:
    """The side whose turn it is gives the initiative to one of its members."""
    check_pick(state, given.actor)
    return clock_view(await passed_to(state, InitiativeMoved(holder=given.actor, reason="picked")))


@rule("BOO-RND-5", "BOO-RND-14")
def check_pick(state: State, who: str, *, returns: bool = False) -> None:
    """Somebody of the side whose turn it is, who can act and does not wait; by an own deed one `returns` who passed for the round (Ruling BOO-E-54)."""
    check_in_round(state)
    picked, choosing = state.character(who), state.clock.choosing
    if not choosing or picked.side != choosing:
        now = state.side_called(choosing) or say("told.nobody_chooses", holder=state.called(state.clock.holder))
        raise RuleError("not_your_side", clause="BOO-RND-5", who=picked.called, choosing=now)
    able = ready(state, choosing) if returns and who in state.clock.resting else pickable(state, choosing)
    if picked.id not in able:
        raise RuleError("cannot_act", clause="BOO-RND-14", who=picked.called, status=unable(state, picked))


@rule("BOO-LIV-41")
def returning(state: State, who: str) -> bool:
    """Whether somebody who passed for the round may act again by her own deed: a friend has the initiative only because she did not want it (Ruling BOO-E-54)."""
    own, holder = state.find(who), state.find(state.clock.holder)
    waits = who in state.clock.resting and state.clock.reason == "next_side"
    return bool(waits and own and holder and own.side == holder.side and can_act(state, own))


@rule("BOO-RND-6", "BOO-RND-15", "BOO-ACT-1", "BOO-LIV-22")
async def act(state: State, given: Act) -> Deed:
    """The holder of the initiative takes exactly one action, and the initiative travels on."""
    if given.picks and state.clock.choosing:  # BOO-LIV-12: one line picks and acts
        check_pick(state, given.actor, returns=not isinstance(given, Pass))
        state = await passed_to(state, InitiativeMoved(holder=given.actor, reason="picked"))
    elif returning(state, given.actor):
        state = await passed_to(state, InitiativeMoved(holder=given.actor, reason="picked"))
    check_act(state, given)
    if isinstance(given, Pass):
        deed, state = Deed(), await happen(Passed(given.actor, given.whole))
    else:
        deed = await take_action(state, given)
        state = await lapse(await happen(Acted(given.actor, given.action)), "action")
        state = await settle_move(state, given, deed)
    state = await handed_on(state, given.actor, deed.attacked)
    return replace(deed, **asdict(clock_view(state)))


class Aftermath(msgspec.Struct, frozen=True, kw_only=True):
    """How a fight has left the table: who is down, who has won."""

    down: tuple[str, ...]
    winner: str = ""


@rule("BOO-LIV-20")
async def at_ease(state: State, given: Act) -> Deed:
    """A deed outside fights: AP are not counted, everybody has them all before and after. If one has begun since, it is a turn's deed."""
    if state.clock.running:
        return await act(state, replace(given, picks=True))
    check_known(state, given)
    check_active(state.character(given.actor))
    if any(c.ap < c.ap_max for c in state.combatants):
        state = await happen(ApRefilled())
    deed = await take_action(state, given)
    state = await settle_move(await lapse(await happen(ApRefilled()), "action"), given, deed)
    state = await proven(state, given.actor)
    return replace(deed, actor_ap=state.character(given.actor).ap)


@rule("BOO-LIV-20", "BOO-LIV-18")
async def after_fight(state: State, _given: Nothing) -> Aftermath:
    """A fight is over: nobody holds or waits, AP are full, players' characters who left are back; who lies there is named."""
    state = await hear(state, "fight_end")
    state = await happen(FightSettled())
    down = tuple(c.id for c in state.combatants if c.status in (Status.DISABLED, Status.DYING) and state.is_player(c))
    return Aftermath(down=down, winner=state.clock.winner)


@rule("BOO-ACT-3", "BOO-PHL-9", "BOO-RND-13")
def check_act(state: State, given: Act) -> None:
    """A round that is on, people and things that are there, the holder, and waiting only where it is allowed."""
    check_in_round(state)
    check_known(state, given)
    check_turn(state, given.actor)
    if isinstance(given, Pass) and not state.options.allow_pass:
        raise RuleError("pass_not_allowed", clause="BOO-RND-13", who=given.actor)


@rule("BOO-ACT-3", "BOO-PHL-9")
def check_turn(state: State, who: str) -> None:
    """A round that is on, and somebody active who holds the initiative."""
    check_in_round(state)
    check_active(state.character(who))
    if state.clock.holder != who:
        names = {"who": state.called(who), "holder": state.called(state.clock.holder)}
        raise RuleError("not_holder", clause="BOO-ACT-3", **names)


def check_known(state: State, given: Act) -> None:
    """Everybody and everything that is named must be there."""
    actor = state.character(given.actor)
    for target in aimed_at(given):
        state.target(target)
    match given:
        case Attack():
            own_weapon(actor, given.weapon)
        case Cast() if given.spell:
            own_spell(actor, given.spell)
        case UseItem() if given.item:
            own_item(state.character(given.owner) if given.owner else actor, given.item)


def aimed_at(given: Act) -> tuple[str, ...]:
    """Whom or what an action names as its target, or its targets."""
    several = given.targets if isinstance(given, Reaching) else ()
    return tuple(who for who in (getattr(given, "target", ""), *(t.who for t in several)) if who)


async def take_action(state: State, given: Act) -> Deed:
    if isinstance(given, Unknown):
        raise RuleError("bad_action", clause="BOO-ACT-1", action=given.word, actions=list(Action))
    check_denied(state, given.actor, given.action)
    target = getattr(given, "target", "")
    if target and (barred := denied(WORDS, state, target, ("targeted",))):
        raise RuleError("denied", clause="BOO-LIV-36", who=state.called(target), effect=name_of(barred))
    return await ACTIONS[given.action](state, given)


async def settle_move(state: State, given: Act, deed: Deed) -> State:
    """After a move: what listens to its last square is heard, if that was not what stopped it, and who hides is looked at again (BOO-LIV-34, BOO-LIV-38)."""
    if not isinstance(given, Move) or given.to is None:
        return state
    halted = isinstance(deed, Walked) and deed.halted
    return await (looked_again(state) if halted else enter(state, given.actor))


@rule("BOO-EOR-4", "BOO-RND-16")
async def leave_combat(state: State, given: LeaveCombat) -> ClockView:
    """Flee or surrender: neither an action nor a pass."""
    check_running(state)
    leaver = state.character(given.who)
    if given.how not in list(Leaving):
        raise RuleError("bad_action", clause="BOO-EOR-4", how=given.how, ways=list(Leaving))
    if leaver.status in GONE:
        raise RuleError("bad_target", clause="BOO-EOR-4", target=leaver.called, status=term(leaver.status))
    state = await happen(Left(leaver.id, Status(given.how)))
    return clock_view(await dropped_out(state, leaver.id))


@rule("BOO-PHL-3")
async def view(state: State, given: Name) -> Seen:
    """How somebody is now."""
    who = state.character(given.who)
    return Seen(
        ap=who.ap,
        damage=who.damage,
        status=who.status,
        hidden=who.hidden,
        injured=who.injured,
        position=who.position,
        armor_durability=worn(who.armor.durability) if who.armor else None,
        items={i.id: worn(i.durability) for i in who.items},
    )


@rule("BOO-RND-16")
async def give_initiative(state: State, given: Name) -> ClockView:
    """The GM hands the initiative to somebody who can act."""
    check_running(state)
    who = state.character(given.who)
    if not can_act(state, who):
        raise RuleError("cannot_act", clause="BOO-RND-14", who=who.called, status=unable(state, who))
    return clock_view(await passed_to(state, InitiativeMoved(holder=who.id, reason="given")))


class RunSides(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `run_sides`: who plays itself, and sides that are meant as a whole; nobody ends it."""

    ids: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    always: bool | None = None
    keep: int | None = None
    flee: int | None = None


LONGEST_RUN = 200
"""So many deeds are played without a word (BOO-LIV-23)."""


@rule("BOO-LIV-23", "BOO-LIV-22", "BOO-LIV-25")
async def run_sides(state: State, given: RunSides) -> ClockView:
    """The GM lets these play themselves until a player has to decide: one card and one step back, because every deed follows from this one."""
    for who in given.ids:
        state.character(who)
    standing = _kept(state.standing, given.ids, given.always)
    by_side = _kept(state.by_side, given.sides, given.always)
    ended = given.always is not None and not given.always
    ids = given.ids if state.clock.running and not ended else ()
    left = LONGEST_RUN if ids else 0
    return clock_view(await happen(RunSet(ids, left, standing, by_side, given.keep, given.flee)))


def _kept(known: tuple[str, ...], named: tuple[str, ...], always: bool | None) -> tuple[str, ...] | None:
    """Those who play themselves from now on, with the named or without them; nothing where only this once is meant."""
    others = tuple(one for one in known if one not in named)
    return None if always is None else (*others, *named) if always else others


class EndFight(
    ClockDeed, names=("收场", "finish"), does="end_fight", picture="wait", example=".收场", who=GM_ONLY, said_by=STORY
):
    """The GM ends the fight (BOO-LIV-19)."""

    winner: Annotated[
        str,
        Field("winner", keys=("阵营", "side"), among=offers.sides),
        Meant(lambda asked, said: reading.side_named(asked, said) if said else ""),
    ] = ""


@rule("BOO-LIV-19")
async def end_fight(state: State, given: EndFight) -> ClockView:
    """The GM ends a fight at once."""
    check_running(state)
    if given.winner and state.side(given.winner) is None:
        raise RuleError("unknown_side", clause="BOO-LIV-19", side=given.winner, sides=[s.called for s in state.sides])
    return clock_view(await happen(InitiativeMoved(combat_over=True, winner=given.winner)))


@rule("BOO-PAP-2")
async def refresh(state: State, _given: Nothing) -> ClockView:
    """Outside combat everybody's AP are full again."""
    if state.clock.running:
        raise RuleError("in_combat", clause="BOO-PAP-2", who="")
    return clock_view(await happen(ApRefilled()))
