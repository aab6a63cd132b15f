"""What happens by itself (live play: FET-LIV-17 to FET-LIV-19, FET-LIV-22): time runs, automatic NPCs declare, the end is offered.

Joins what the timeline, declaring and the end of a battle leave to nobody's word. Every step changes the state.
"""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.deeds import CLOCK, GM_ONLY, Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import narrow
from ludex.core.principals import EVERYBODY as EVERY_SEAT, GM
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.effects import borne
from ludex.systems.fet.events.battle import AutoSet, BattleKept
from ludex.systems.fet.kinds import STORY, BattleDeed, Nothing, Words
from ludex.systems.fet.rules.clock import next_moment
from ludex.systems.fet.rules.roster import EVERYONE, people_in
from ludex.systems.fet.rules.timeline import CombatCancel, CombatEnd, CombatOver, combat_end
from ludex.systems.fet.state import Battle, Fighter, State, check_battle
from ludex.systems.fet.terms import AIMED, Event, Kind

EVERYBODY = "*"
"""Stands for every NPC, those that come later too."""


@rule("FET-LIV-17", "FET-LIV-21", "FET-LIV-35")
def due(state: State) -> Do | None:
    """What happens now without anybody's word: an act is given up, the end is offered, NPCs declare, time runs."""
    battle = state.battle
    if battle is None or not battle.live:
        return None
    if (hopeless := _hopeless(battle)) is not None:
        return Do("combat_cancel", CombatCancel(who=hopeless, taken=True))
    if _decided(battle, state) and battle.kept_on != battle.sides_left:
        return Do("combat_close", Nothing())
    if state.words_due:
        return Do("settle_words", {}, (GM,))
    npcs = [who for who in battle.waiting if automatic(state, who)]
    npcs += [f.id for f in battle.fighters if (user := steering(battle, f)) and automatic(state, user)]
    if npcs:
        return Do("combat_npcs", CombatNpcs(tuple(npcs)), (EVERY_SEAT,) if _heard(state, npcs) else (GM,))
    if (
        battle.waiting
        or any(steering(battle, f) for f in battle.fighters)
        or next_moment(battle, state.options) is None
    ):
        return None
    return Do("combat_advance", {})


def turn(state: State) -> str:
    """The only one of the GM's who has to declare; empty where nobody has, or several."""
    waiting = state.battle.waiting if state.battle else ()
    found = [who for who in waiting if (one := state.characters.get(who)) is None or one.npc]
    return found[0] if len(found) == 1 else ""


def _heard(state: State, npcs: list[str]) -> bool:
    """Whether declaring may set something off, which everybody learns; that somebody has declared is no secret."""
    triggers = (trigger for who in npcs for effect in borne(state, who) for trigger in effect.triggers)
    return any(trigger.on == Event.DECLARED for trigger in triggers)


@rule("FET-LIV-22")
def _hopeless(battle: Battle) -> str | None:
    """Whose plain act nothing can come of, because its only target has died or gone."""
    for fighter in battle.fighters:
        act = fighter.act
        if act is None or fighter.dead or act.kind not in AIMED or act.kind == Kind.SKILL or len(act.targets) != 1:
            continue
        if battle.frozen(fighter.id):  # Ruling FET-E-61
            continue
        target = battle.find(act.targets[0])
        if target is None or target.dead:
            return fighter.id
    return None


@rule("FET-LIV-19")
def _decided(battle: Battle, state: State) -> bool:
    """Whether at most one side is left, or nobody can act and nothing is under way."""
    if len({f.side or f.id for f in battle.living}) <= 1:
        return True
    stuck = not battle.waiting and all(f.act is None for f in battle.living)
    return stuck and next_moment(battle, state.options) is None


def steering(battle: Battle, fighter: Fighter) -> str:
    """Who steers an idle puppet; nobody where it is none."""
    hold = fighter.under("puppet", battle.time)
    idle = fighter.act is None and not fighter.dead and fighter.denied_until <= battle.time
    return hold.by if hold is not None and idle and not battle.frozen(fighter.id) else ""


@rule("FET-LIV-18")
def automatic(state: State, who: str) -> bool:
    found = state.bearer(who)
    return who in state.auto or (EVERYBODY in state.auto and found is not None and found.npc)


class CombatClosed(msgspec.Struct, frozen=True):
    over: CombatOver | None = None


@rule("FET-LIV-19")
async def combat_close(state: State, _given: Nothing) -> CombatClosed:
    """Ask the GM whether the battle is over."""
    battle = check_battle(state)
    options = (Option("close", say("answers.close")), Option("go_on", say("answers.go_on")))
    if await choose(GM, "questions.close", options) == "close":
        return CombatClosed(await combat_end(state, CombatEnd()))
    await happen(BattleKept(battle.sides_left))
    return CombatClosed()


class CombatAuto(msgspec.Struct, frozen=True):
    """What `combat_auto` is given: on or off, for whom (nobody named: every NPC)."""

    on: bool
    who: tuple[str, ...] = ()


class CombatNpcs(msgspec.Struct, frozen=True):
    """What `combat_npcs` is given: who acts by default (none: every NPC that must declare)."""

    who: tuple[str, ...] = ()


class ActForNpcs(
    BattleDeed, names=("代行", "npcs"), who=GM_ONLY, said_by=STORY, together="who", beside=CLOCK, example=".npcs"
):
    """Default acts for NPCs that must declare: once, or `自动` from now on, until `停` (FET-LIV-18)."""

    who: Words = ""

    def do(self, asked: Asked) -> Do:
        words = narrow(self.who).replace("、", " ").replace(",", " ").split()
        mode = next((word.lower() for word in words if word.lower() in (*AUTO, *STOP)), "")
        named = [word for word in words if word.lower() not in (*AUTO, *STOP, *EVERYONE)]
        people = tuple(people_in(asked.state, named)) or ((asked.actor,) if asked.named else ())
        if mode:
            return Do("combat_auto", CombatAuto(mode in AUTO, people), (GM,))
        return Do("combat_npcs", CombatNpcs(people), (GM,))


AUTO, STOP = ("自动", "auto"), ("停", "stop")


class AutoNow(msgspec.Struct, frozen=True):
    who: tuple[str, ...]


@rule("FET-LIV-18")
async def combat_auto(state: State, given: CombatAuto) -> AutoNow:
    """Declare for NPCs from now on, or no longer."""
    for who in given.who:
        if state.bearer(who) is None:
            raise RuleError("no_sheet", clause="FET-CMD-5", who=who)
    if given.on:
        now = tuple(dict.fromkeys((*state.auto, *(given.who or (EVERYBODY,)))))
    else:
        now = tuple(who for who in state.auto if given.who and who not in given.who)
    if now != state.auto:
        await happen(AutoSet(now))
    return AutoNow(now)


@rule("FET-LIV-35")
def lent(state: State, controls: tuple[str, ...]) -> tuple[str, ...]:
    """The puppets of these people: their deeds are offered to the seat of their user."""
    battle = state.battle
    if battle is None:
        return ()
    held = ((f.id, f.under("puppet", battle.time)) for f in battle.fighters)
    return tuple(who for who, hold in held if hold is not None and hold.by in controls)
