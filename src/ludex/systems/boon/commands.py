"""What people type at a boon table: every deed that is declared beside its rule, those that only show something, and those who play themselves.

Declared once: names, fields and who may do it stand in the deed's struct (`core.declaring`), kinds of fields in `kinds`.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from ludex.core.declaring import command_of
from ludex.core.deeds import ANYONE, GM_ONLY, ITEM, PERSON, SCENE, SHELF, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, flag, keyed
from ludex.core.principals import EVERYBODY, GM, actor
from ludex.core.rule import rule
from ludex.systems.boon.kinds import ClockDeed, TableDeed, offers, reading
from ludex.systems.boon.kinds.offers import acting
from ludex.systems.boon.policy.turns import best_of, done
from ludex.systems.boon.rules import (
    attacks,
    battlefield,
    bursts,
    challenges,
    creation,
    defence,
    gear,
    health,
    hiding,
    initiative,
    preparing,
    rewards,
    round_end,
    rounds,
    scene,
    sheets,
    stages,
    tests,
    turns,
    weapons,
)
from ludex.systems.boon.rules.opening import inside
from ludex.systems.boon.rules.rounds import Nothing, RunSides, check_turn
from ludex.systems.boon.rules.turns import TurnDeed, check_may, turn_command
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State, groups as groups_of

# --- those who play themselves (BOO-LIV-23) ----------------------------------------------------------------------------


class PlayThemselves(ClockDeed, names=("代行", "act"), together="whom", example=".代行", who=GM_ONLY, said_by=STORY):
    """The next thing: settle the round, or a plain deed of the holder; the GM lets hers play for a run, or from now on."""

    whom: Annotated[tuple[str, ...], Field("whom", among=offers.self_players)] = ()
    always: Annotated[bool, flag("always", "开", "on")] = False
    never: Annotated[bool, flag("never", "关", "off")] = False
    keep: Annotated[int | None, keyed("keep", "留")] = None
    flee: Annotated[str, keyed("flee", "逃")] = ""

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        if not (self.always or self.never):  # from now on may be said before a fight
            check_may(state, "", "act")
        if state.clock.round_over and not asked.gm:
            return Do("end_round", Nothing())
        if asked.gm and not asked.named:
            always = True if self.always else False if self.never else None
            flee = reading.percent(self.flee)
            given = RunSides(
                ids=self._played(asked), sides=self._sides(state), always=always, keep=self.keep, flee=flee
            )
            return Do("run_sides", given)
        if state.clock.running and not state.clock.holder and state.clock.choosing:
            raise RuleError("nobody_holds", clause="BOO-RND-5", side=state.side_called(state.clock.choosing))
        who = acting(asked)
        check_turn(state, who.id)
        return done(best_of(state, [who]))

    @property
    def _everybody(self) -> bool:
        return not self.whom or any(name in reading.EVERYONE for name in self.whom)

    @rule("BOO-LIV-23")
    def _played(self, asked: Asked) -> tuple[str, ...]:
        """Whom the GM lets play: everybody of hers, a side, or those named."""
        state: State = asked.state
        if not self._everybody:
            groups = groups_of(state)
            named = (groups[one] if one in groups else (reading.target(asked, one),) for one in self.whom)
            return tuple(dict.fromkeys(who for several in named for who in several))
        holder = state.find(state.clock.holder)
        choosing = state.members(state.clock.choosing) if state.clock.choosing else ()
        theirs = next((c for c in (holder, *choosing) if c is not None and state.is_player(c)), None)
        if theirs is not None and not (self.always or self.never):
            raise RuleError("players_turn", clause="BOO-LIV-23", who=theirs.called)
        return tuple(c.id for c in state.combatants if not state.is_player(c))

    @rule("BOO-LIV-23")
    def _sides(self, state: State) -> tuple[str, ...]:
        """The sides that are meant as a whole, for all who come to them: those named, or all that are not the players'."""
        theirs = (s for s in state.sides if not s.player)
        return tuple(s.id for s in theirs if self._everybody or any(name in s.words for name in self.whom))


# --- deeds that change nothing -----------------------------------------------------------------------------------------


class ReadSheet(TableDeed, names=("卡", "sheet", "st"), who=ANYONE, beside=PERSON, example=".卡 安"):
    who: Annotated[str, Field("who", "actor")] = ""

    def do(self, asked: Asked) -> Show:
        return Show("sheet", {"who": self.who or acting(asked).id})


class ReadCatalog(TableDeed, names=("图鉴", "cat"), shows="catalog", who=ANYONE, beside=SHELF, example=".图鉴 长剑"):
    """The catalogue, or one thing of it."""

    thing: Annotated[str, Field("thing", ITEM, among=offers.records, refusal="unknown_id")] = ""


class ReadRoster(TableDeed, names=("名册", "roster"), shows="roster", who=ANYONE, beside=SCENE, example=".名册"):
    """Who was met, what was fought, what the party has (BOO-LIV-58)."""


# --- all of them, in the order of help ---------------------------------------------------------------------------------

Deeds = tuple[type[TableDeed], ...]
ACTIONS: Deeds = (
    *(turns.AttackLine, turns.CastLine, turns.ShoveLine, turns.HideLine, turns.MoveLine, turns.Drink),
    *(turns.ThrowLine, turns.Reload, turns.TakeInHand, turns.Stow, turns.Drop, turns.RidLine, turns.UseLine),
    *(turns.StuntLine, turns.PassLine, PlayThemselves),
)
TESTS: Deeds = (
    *(challenges.ChallengeLine, tests.Check, attacks.HitLine, weapons.DamageLine, defence.DefenseOptions),
    *(defence.DefendLine, attacks.ResolveAttack),
)
FIGHT: Deeds = (
    *(
        rounds.EndFight,
        initiative.Fight,
        initiative.RollInitiative,
        rounds.PickActor,
        round_end.EndRound,
        rounds.LeaveLine,
    ),
    *(rounds.PassInitiative, rounds.GiveInitiative),
)
WOUNDS: Deeds = (
    *(health.DamageByHand, health.HealByHand, stages.RestTogether, health.FateLine, bursts.BurstLine),
    *(round_end.EffectByHand, round_end.EndEffect, gear.Repair, gear.WearDown, hiding.UpdateHidden),
)
TABLE: Deeds = (
    *(creation.CharacterLine, creation.LevelUp, sheets.DeriveLine, preparing.SpawnLine, scene.UnveilLine),
    *(scene.SideLine, battlefield.PlaceThing, gear.Sturdy, battlefield.Put, turns.Drag, scene.RemoveLine),
    *(
        preparing.ContentLine,
        preparing.OpenContent,
        rounds.Refresh,
        ReadSheet,
        ReadCatalog,
        rewards.GiveThings,
        rewards.TakeAway,
    ),
)
STAGES: Deeds = (
    *(preparing.LayOut, stages.SizeField, stages.SceneLine, stages.TimeLine, ReadRoster, stages.Clear),
    stages.Forget,
)

# --- who hears of a deed -----------------------------------------------------------------------------------------------

ON_STAGE = (
    *("act", "pick_actor", "give_initiative", "next_initiative", "leave_combat", "unveil", "strike_first"),
    *("run_sides", "end_fight"),
)
"""What everybody notices: the clock moves, or the curtain."""


def _discreet(command: Command) -> Command:
    """What concerns nobody but secret characters, and where somebody hidden is put, is not for everybody."""

    def run(asked: Asked) -> Do | Show:
        todo = command.run(asked)
        if isinstance(todo, Show) or todo.procedure in ON_STAGE or EVERYBODY not in todo.audience:
            return todo
        among = _insiders(asked.state, todo)
        return replace(todo, audience=(GM, *(actor(one.id) for one in among))) if among else todo

    return replace(command, run=run)


def _insiders(state: State, todo: Do) -> tuple[Character, ...]:
    """Whose players alone may know of it, beside the GM; nobody where everybody may."""
    concerned = [state.find(who) or state.thing(who) for who in _concerned(state, todo)]
    people = tuple(one for one in concerned if isinstance(one, Character))
    if people and len(people) == len(concerned) and all(one.secret for one in people):
        return people
    if todo.procedure == "put" and people and people[0].hidden:
        return (people[0], *(c for c in state.members(people[0].side) if c.side and not c.secret))
    return ()


def _concerned(state: State, todo: Do) -> Iterator[str]:
    """The ids of everybody and everything that a deed is done by or to."""
    given = todo.given
    named = [getattr(given, name, "") for name in ("who", "actor", "defender")]
    named += [one.who for one in getattr(given, "targets", ())]
    named += [given.target] if todo.procedure == "add_effect" else []
    named += [e.bearer for e in state.effects if e.id == given.id] if todo.procedure == "remove_effect" else []
    yield from (who for who in (*named, *inside(state, given)) if who and isinstance(who, str))


def _command(line: type[TableDeed]) -> Command:
    return _discreet(turn_command(line) if issubclass(line, TurnDeed) else command_of(line))


COMMANDS = tuple(map(_command, (*ACTIONS, *TESTS, *FIGHT, *WOUNDS, *TABLE, *STAGES)))
