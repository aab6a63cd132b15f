"""0 HP: what becomes of a character, and what a villain can still do (FAB-PZR, FAB-PFP-3, FAB-PFP-4).

What follows by itself of it, of the clock and of superiority stands here too (FAB-LIV-15..21). At a table who has dropped is asked at once, all together, as an act of its own (FAB-LIV-19, FAB-LIV-20).
"""

from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Asking, Option, choose, choose_all
from ludex.core.declaring import Deed
from ludex.core.deeds import CLOCK, GM_ONLY, SCENE, Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import EVERYBODY, GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.systems.fable.content import block_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import (
    CharacterWritten,
    EndOffered,
    FateSealed,
    PointAsked,
    PointsMoved,
    Quieted,
    StatusesSet,
    VillainEntered,
)
from ludex.systems.fable.kinds import BLOCK, OfPeople, Own
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.arms import React
from ludex.systems.fable.rules.bonds import RestBonds
from ludex.systems.fable.rules.conflict import Nothing, OfActor, acted, departed, opened
from ludex.systems.fable.rules.gauges import OfCharacter, Report, filled, gauges_moved, report_of
from ludex.systems.fable.rules.initiative import forecast
from ludex.systems.fable.rules.npcs import from_block
from ludex.systems.fable.rules.opportunities import Tell
from ludex.systems.fable.rules.points import ESCALATED, GAINS, TIERS, PointSpent, SpendPoint, by_entrances, spend
from ludex.systems.fable.rules.ticks import acting_at_all
from ludex.systems.fable.rules.windows import NEVER
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.sheet.entries import BlockEntry
from ludex.systems.fable.state import Conflict, Pending, State, character_of, conflict_of
from ludex.systems.fable.terms import Action, Cause, Decider, Fate, Kind, Pool, Status

SURRENDER_FP = 2
SACRIFICE_CONDITIONS = 2
RECOVERY_MP = 50

NPC_FATES = (Fate.CAPTURED, Fate.FLEES, Fate.UNCONSCIOUS, Fate.SLAIN)
OUTCOMES = {"surrender": Fate.SURRENDERED, "sacrifice": Fate.SACRIFICED, "escape": Fate.ESCAPED}


class Conditions(msgspec.Struct, frozen=True):
    villain_present: bool = False
    benefits_bond: bool = False
    better_world: bool = False

    @property
    def hold(self) -> int:
        return self.villain_present + self.benefits_bond + self.better_world


class ZeroHp(msgspec.Struct, frozen=True):
    """Who is at 0 HP and why; `by` is the one who dealt the last damage. `leave` takes her off the running clock."""

    character: str = "actor"
    cause: Cause = Cause.ATTACK
    conditions: Conditions = Conditions()
    by: str = ""
    leave: bool = False


class Fallen(msgspec.Struct, frozen=True, kw_only=True):
    outcome: str
    decider: Decider
    fp: int
    ultima: int
    can_act: bool | None = None


@rule("FAB-PZR-1", "FAB-PZR-2", "FAB-PZR-3", "FAB-PZR-5", "FAB-CLK-13")
async def zero_hp(state: State, given: ZeroHp) -> Fallen:
    """Decide what becomes of somebody at 0 HP."""
    character = character_of(state, given.character)
    decider = decider_of(character, given.cause)
    answer = await choose(asked_of(given, decider), say("questions.zero_hp", who=character.called), fates_of(character))
    state = await sealed(state, given, answer)
    if given.leave:
        state = await departed(state, given.character)
    after = state.characters[given.character]
    return Fallen(
        outcome=OUTCOMES.get(answer, answer),
        decider=decider,
        fp=after.fp,
        ultima=after.ultima,
        can_act=False if after.kind is Kind.PC else None,
    )


@rule("FAB-PZR-1", "FAB-PZR-2", "FAB-PZR-5")
def decider_of(character: Character, cause: Cause) -> Decider:
    """The player for a PC, the GM for a villain who can still pay and where nobody struck, else the one who struck."""
    if character.kind is Kind.PC:
        return Decider.PLAYER
    if has_ultima(character) or cause is not Cause.ATTACK:  # Ruling FAB-E-8: overdraft is like improvised damage
        return Decider.GM
    return Decider.ATTACKER


def has_ultima(character: Character) -> bool:
    """A villain with a point to spend: without one it is an ordinary NPC."""
    return character.kind is Kind.VILLAIN and character.ultima >= 1


def asked_of(given: ZeroHp, decider: Decider) -> Who:
    """Who is asked: her player, the one who struck, or the GM."""
    if decider is Decider.PLAYER:
        return actor(given.character)
    return actor(given.by) if decider is Decider.ATTACKER and given.by else GM


def fates_of(character: Character) -> tuple[Option, ...]:
    if character.kind is Kind.PC:
        return (Option("surrender", say("answers.surrender")), Option("sacrifice", say("answers.sacrifice")))
    if has_ultima(character):
        return (Option("escape", say("answers.escape")), Option("surrender", say("answers.villain_surrender")))
    return tuple(Option(fate, term(fate)) for fate in NPC_FATES)


@rule("FAB-PZR-3", "FAB-PZR-4")
async def sealed(state: State, given: ZeroHp, answer: str, *, taken: bool = False) -> State:
    """Carry out a fate: a surrender brings 2 FP, a sacrifice needs two conditions, an escape an Ultima Point."""
    who = given.character
    pc = state.characters[who].kind is Kind.PC
    if answer == "sacrifice" and given.conditions.hold < SACRIFICE_CONDITIONS:
        raise RuleError(
            "sacrifice_not_allowed", clause="FAB-PZR-4", hold=given.conditions.hold, wanted=SACRIFICE_CONDITIONS
        )
    if answer == "surrender" and pc:
        await happen(PointsMoved(who, fp=SURRENDER_FP))
    if answer == "escape":
        await happen(PointsMoved(who, ultima=-1, ultima_spent=1))
    return await happen(FateSealed(who, OUTCOMES.get(answer, answer), answer == "surrender" and pc, taken))


class Recovered(Report, frozen=True, kw_only=True):
    healed: int
    ultima: int
    statuses: tuple[Status, ...]


@rule("FAB-PFP-3")
async def villain_recovery(state: State, given: OfCharacter) -> Recovered:
    """A villain spends 1 Ultima Point: all statuses go and 50 MP come back."""
    who = given.character
    villain = character_of(state, who)
    if not has_ultima(villain):
        raise RuleError("no_ultima", clause="FAB-PFP-3", who=who, ultima=villain.ultima)
    if state.live:
        state = await acted(state, who, Action.OTHER)
    fill = filled(villain.mg.lost, RECOVERY_MP)
    await happen(PointsMoved(who, ultima=-1, ultima_spent=1))
    await happen(StatusesSet(who, ()))
    state = await happen(gauges_moved(state, who, Pool.MP, fill.lost))
    after = state.characters[who]
    return Recovered(**asdict(report_of(after)), healed=fill.healed, ultima=after.ultima, statuses=after.statuses)


# ---------------------------------------------------------------------- asked at a table
class Falls(msgspec.Struct, frozen=True):
    people: tuple[str, ...]


class Fall(OfPeople, names=("倒下", "fall"), example=".倒下"):
    """`.倒下 [@谁]`: the question of the fate, where it was left out; the cause and who struck are the rule's to know (FAB-LIV-19)."""

    character: Own

    def do(self, asked: Asked) -> Do:
        who = asked.state.characters[self.character]
        if not who.falling:
            raise RuleError("not_defeated", clause="FAB-PZR-1", who=who.called)
        return Do("fates", Falls((who.id,)), self.heard(asked))


class Rally(
    OfCharacter,
    OfPeople,
    names=("重整", "rally"),
    does="villain_recovery",
    who=GM_ONLY,
    beside=CLOCK,
    example=".重整 @暮面",
):
    character: Own


class Fell(msgspec.Struct, frozen=True):
    """What became of somebody; `taken` where nothing else was lawful."""

    who: str
    outcome: str
    fp: int = 0
    taken: bool = False


class Fates(msgspec.Struct, frozen=True):
    people: tuple[Fell, ...]
    escalated: tuple[str, ...] = ()


async def fates(state: State, given: Falls) -> Fates:
    """Ask what becomes of everybody at 0 HP: each decider once for each, all at the same moment."""
    for who in given.people:
        if character_of(state, who).fate:
            raise RuleError("not_defeated", clause="FAB-PZR-1", who=who)
    state, rising = await _escalations(state, given.people)
    answers: dict[str, str] = {}
    waiting = [_fall(state, who) for who in given.people]
    taken = {fall.character for fall in waiting if len(lawful(state, fall)) == 1}
    for fall in [one for one in waiting if one.character in taken]:
        answers[fall.character] = lawful(state, fall)[0].answer
    waiting = [one for one in waiting if one.character not in taken]
    while waiting:
        asking: dict[Who, ZeroHp] = {}
        for fall in waiting:
            decider = asked_of(fall, decider_of(state.characters[fall.character], fall.cause))
            asking.setdefault(decider, fall)
        said = await choose_all({who: _question(state, fall) for who, fall in asking.items()})
        answers |= {fall.character: said[who] for who, fall in asking.items()}
        waiting = [fall for fall in waiting if fall.character not in answers]
    done = []
    for who in given.people:
        state, fell = await _seal(state, _fall(state, who), answers[who], taken=who in taken)
        done.append(fell)
    return Fates(tuple(done), rising)


def _fall(state: State, who: str) -> ZeroHp:
    """Somebody's fall: its cause, who struck, what speaks for a sacrifice."""
    character = state.characters[who]
    cause = Cause(character.downed) if character.downed else Cause.OVERDRAFT if character.penalty else Cause.IMPROVISED
    villain = any(has_ultima(c) and not c.hidden and not c.fate for c in state.characters.values())  # FAB-PFP-3
    by = character.downed_by if character.downed_by in state.characters else ""
    cause = Cause.IMPROVISED if cause is Cause.ATTACK and not by else cause
    return ZeroHp(who, cause, Conditions(villain, bool(character.bonds), better_world=True), by)


def lawful(state: State, fall: ZeroHp) -> tuple[Option, ...]:
    """The fates that are open: a sacrifice needs a villain about or a bond beside her belief."""
    options = fates_of(state.characters[fall.character])
    if fall.conditions.villain_present or fall.conditions.benefits_bond:
        return options
    return tuple(option for option in options if option.answer != "sacrifice")


def is_settled(state: State, who: str) -> bool:
    """Whether nobody needs to be asked: only one fate is lawful, and nothing can be changed about it."""
    return not _may_rise(state.characters[who]) and len(lawful(state, _fall(state, who))) == 1


def _question(state: State, fall: ZeroHp) -> Asking:
    character = state.characters[fall.character]
    by: Label = state.characters[fall.by].called if fall.by else term(fall.cause)
    return Asking(say("questions.fate", who=character.called, by=by), lawful(state, fall), about=fall.character)


async def _seal(state: State, fall: ZeroHp, answer: str, *, taken: bool) -> tuple[State, Fell]:
    """Carry out a fate; a sacrifice is confirmed by the GM first."""
    before = state.characters[fall.character]
    if answer == "sacrifice":
        options = (Option("allow", say("answers.allow")), Option("refuse", say("answers.refuse_sacrifice")))
        confirmed = await choose(GM, say("questions.sacrifice", who=before.called), options, about=before.id)
        answer = answer if confirmed == "allow" else "surrender"
    state = await sealed(state, fall, answer, taken=taken)
    state = await departed(state, fall.character)
    gained = state.characters[fall.character].fp - before.fp
    return state, Fell(fall.character, OUTCOMES.get(answer, answer), gained, taken)


# ---------------------------------------------------------------------- escalation
def _may_rise(villain: Character) -> bool:
    """A villain without points that can still become one of the next tier."""
    return villain.kind is Kind.VILLAIN and not has_ultima(villain) and villain.tier in ESCALATED


async def _escalations(state: State, people: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
    """Villains without points may become ones of the next tier at that moment (FAB-PZR-2, FAB-PFP-4)."""
    rising = []
    for who in people:
        villain = state.characters[who]
        if not _may_rise(villain):
            continue
        options = (Option("escalate", say("answers.escalate")), Option("ordinary", say("answers.ordinary")))
        answer = await choose(GM, say("questions.escalate", who=villain.called), options, about=who)
        if answer == "escalate":
            state = await escalated(state, who)
            rising.append(who)
    return state, tuple(rising)


class Rise(Deed, names=("升格", "escalate"), does="escalate", who=GM_ONLY, beside=SCENE, example=".升格 @暮面"):
    """`.升格 @暮面 [新卡=石像守卫]`: which villain rises, and the stat block that it has from then on, if another."""

    character: Own
    block: Annotated[str, replace(BLOCK, keyed=True, keys=("新卡",))] = ""

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return (EVERYBODY,) if on_scene(asked.state, asked.state.characters[self.character]) else (GM,)


class Risen(msgspec.Struct, frozen=True):
    character: str
    tier: str
    ultima: int


async def escalate(state: State, given: Rise) -> Risen:
    """The GM turns a villain into one of the next tier, with a new block's numbers and full gauges if one is named (FAB-PFP-4, FAB-LIV-56)."""
    villain = character_of(state, given.character)
    other = _in_new_shape(state, villain, given.block) if given.block else None
    after = (await escalated(state, given.character, other)).characters[given.character]
    return Risen(after.id, after.tier, after.ultima)


def _in_new_shape(state: State, villain: Character, name: str) -> Character:
    """A villain with the numbers of another stat block: who it is, its side and what it is tied to stay."""
    found = block_named(name, state.things)
    if found is None:
        raise RuleError("unknown_block", block=name, blocks=list(entries_of(BlockEntry, state.things)))
    new = from_block(state, found[1], name=villain.called)
    kept = ("id", "kind", "team", "hidden", "bonds", "traits", "unmasked", "fp")
    stays = {field: getattr(villain, field) for field in kept}
    goal = villain.sheet.goal or new.sheet.goal
    return replace(new, **stays, sheet=replace(new.sheet, goal=goal, notes=villain.sheet.notes))


async def escalated(state: State, who: str, replacing: Character | None = None) -> State:
    """A villain becomes one of the next tier, with its points; on the scene every PC gains 1 FP (FAB-PFP-4)."""
    villain = character_of(state, who)
    if villain.kind is not Kind.VILLAIN:
        raise RuleError("no_ultima", clause="FAB-PFP-4", who=villain.called)
    if villain.tier not in ESCALATED:
        raise RuleError("cannot_escalate", clause="FAB-PFP-4", tier=villain.tier)
    tier = ESCALATED[villain.tier]
    state = await happen(CharacterWritten(replace(replacing or villain, tier=tier, ultima=TIERS[tier])))
    if not on_scene(state, villain):
        return state
    return await happen(VillainEntered(who, by_entrances(GAINS["escalation"], state.entrance_fp)))


def on_scene(state: State, villain: Character) -> bool:
    """Whether a villain is here for all to see: neither hidden, nor got away, nor left behind in another scene."""
    gone = villain.fate in (Fate.ESCAPED, Fate.FLEES) or villain.place not in ("", state.scene)
    return not (villain.hidden or gone)


# ---------------------------------------------------------------------- what follows by itself
SIDES = 2
POINT = "point"


def due(state: State) -> Do | None:
    """What happens without anybody's word now; while several fates are asked for, each for itself, the clock waits."""
    if not state.live:
        return None
    if reactions := _reactions(state):  # FAB-LIV-35
        first = reactions[0]
        return Do("react", React(first), heard(state, first.who, first.target), always=True)
    if fallen := _fallen(state):  # FAB-LIV-19
        settled = tuple(who for who in fallen if is_settled(state, who)) or fallen
        return _fate(state, settled) if settled != fallen or len(fallen) == 1 or is_settled(state, fallen[0]) else None
    if state.conflict is None:
        return None
    return _clock(state, state.conflict)


def beside(state: State) -> tuple[Do, ...]:
    """What waits for people and holds up nobody else, each an act of its own (FAB-LIV-25): fates of several, what the GM tells, bonds
    at the end of a rest, levels at the end of a session."""
    if not state.live:
        return ()
    fallen = _fallen(state) if not _reactions(state) else ()
    tellings = [Do("tell_story", Tell(one), (EVERYBODY,), always=True) for one in state.tellings]  # FAB-LIV-27
    bonds = [Do("rest_bonds", RestBonds((who,)), heard(state, who), always=True) for who in state.bonding]
    levels = [Do("offer_level", OfCharacter(who), heard(state, who), always=True) for who in state.rising]
    return (*(_fate(state, (who,)) for who in fallen), *tellings, *bonds, *levels)


def _reactions(state: State) -> tuple[Pending, ...]:
    """Who may still strike back: nobody at 0 HP is asked for a reaction (FAB-LIV-7)."""
    characters = state.characters
    return tuple(one for one in state.pending if one.who not in characters or not characters[one.who].falling)


def _fallen(state: State) -> tuple[str, ...]:
    return tuple(who for who, c in state.characters.items() if c.falling)


def _fate(state: State, people: tuple[str, ...]) -> Do:
    return Do("fates", Falls(people), heard(state, *people), always=True)


def _clock(state: State, conflict: Conflict) -> Do | None:
    """The running conflict: its end, the turn that is over, the next tick."""
    if not conflict.combatants:
        return None
    if conflict.over:
        return Do("conflict_end", Nothing(), always=True)
    if not conflict.offered and decided(conflict):
        return Do("offer_end", Nothing(), (GM,), always=True)  # FAB-LIV-20
    if conflict.turn:
        if conflict.actions_left > 0:
            return None
        turn = OfActor(conflict.turn)
        procedure = "spare_point" if may_buy(conflict) else "end_turn"  # FAB-LIV-16, FAB-LIV-21
        return Do(procedure, turn, heard(state, conflict.turn))
    if conflict.started and acting_at_all(conflict):
        return None
    return Do("advance", Nothing(), _hearing(state))  # FAB-LIV-17


def _hearing(state: State) -> tuple[Who, ...]:
    """Who hears of the clock's next stop: the GM alone where only the unseen act (FAB-LIV-41)."""
    coming = forecast(state, len(state.characters))
    there = [who for round_, tick, who in coming if (round_, tick) == coming[0][:2]]
    return (EVERYBODY,) if not there or any(heard(state, who) == (EVERYBODY,) for who in there) else (GM,)


def decided(conflict: Conflict) -> bool:
    """Whether all sides but one are out of a conflict that had several."""
    return len(conflict.points) >= SIDES and len({c.team for c in conflict.combatants}) < SIDES


def may_buy(conflict: Conflict) -> bool:
    """Whether the one who acts has a point of her side to spend and was not asked yet."""
    combatant = conflict.of(conflict.turn)
    quiet = (conflict.turn, POINT) in conflict.quiet
    points = conflict.points.get(combatant.team) if combatant else 0
    return bool(points and not conflict.bought and not conflict.asked and not quiet)


class Spared(msgspec.Struct, frozen=True):
    spent: bool
    actions_left: int


async def spare_point(state: State, given: OfActor) -> Spared:
    """Ask once whether a superiority point becomes one more action (FAB-LIV-21)."""
    conflict = conflict_of(state)
    combatant = conflict.of(given.actor)
    options = (
        Option("spend", say("answers.spend_point")),
        Option("end", say("answers.end_turn")),
        Option(NEVER, say("answers.never")),
    )
    points = conflict.points.get(combatant.team, 0) if combatant else 0
    answer = await choose(actor(given.actor), say("questions.spare_point", points=points), options)
    state = await happen(PointAsked())
    if answer == NEVER:
        await happen(Quieted(given.actor, POINT))
    if answer != "spend":
        return Spared(spent=False, actions_left=0)
    done = await spend(state, SpendPoint(given.actor))
    return Spared(spent=True, actions_left=done.actions_left)


async def superiority_spend(state: State, given: SpendPoint) -> PointSpent:
    """Spend one of the team's points for one more action; as her first deed it opens the turn (FAB-PSU-3, FAB-LIV-16)."""
    conflict = state.conflict
    if state.live and given.actor and conflict is not None and conflict.started and not conflict.turn:
        state = await opened(state, given.actor)
    return await spend(state, given)


class Offered(msgspec.Struct, frozen=True):
    over: bool


async def offer_end(state: State, _given: Nothing) -> Offered:
    """The GM is offered the end of a conflict that only one side is left in; the end itself is everybody's to hear (FAB-LIV-20)."""
    conflict_of(state)
    options = (Option("end", say("answers.end_conflict")), Option("go_on", say("answers.go_on")))
    answer = await choose(GM, "questions.end_conflict", options)
    await happen(EndOffered(over=answer == "end"))
    return Offered(over=answer == "end")
