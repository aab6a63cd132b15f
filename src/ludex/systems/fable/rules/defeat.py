"""0 HP: what becomes of a character, and what a villain can still do (FAB-PZR, FAB-PFP-3)."""

import msgspec
from msgspec.structs import asdict

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.events import FateSealed, GaugesMoved, PointsMoved, StatusesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.conflict import acted, departed
from ludex.systems.fable.rules.gauges import OfCharacter, Report, filled, report_of
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Cause, Decider, Fate, Kind, Pool, Status

SURRENDER_FP = 2
SACRIFICE_CONDITIONS = 2
RECOVERY_MP = 50

NPC_FATES = (Fate.CAPTURED, Fate.FLEES, Fate.UNCONSCIOUS, Fate.SLAIN)
OUTCOMES = {"surrender": Fate.SURRENDERED, "sacrifice": Fate.SACRIFICED, "escape": Fate.ESCAPED}


class Conditions(msgspec.Struct, frozen=True):
    """What speaks for a sacrifice."""

    villain_present: bool = False
    benefits_bond: bool = False
    better_world: bool = False

    @property
    def hold(self) -> int:
        """How many of them hold."""
        return self.villain_present + self.benefits_bond + self.better_world


class ZeroHp(msgspec.Struct, frozen=True):
    """Who is at 0 HP and why; `by` is the one who dealt the last damage. `leave` takes her off the running clock."""

    character: str = "actor"
    cause: Cause = Cause.ATTACK
    conditions: Conditions = Conditions()
    by: str = ""
    leave: bool = False


class Fallen(msgspec.Struct, frozen=True, kw_only=True):
    """What became of her, and who decided it."""

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
    """What may become of her."""
    if character.kind is Kind.PC:
        return (Option("surrender", say("answers.surrender")), Option("sacrifice", say("answers.sacrifice")))
    if has_ultima(character):
        return (Option("escape", say("answers.escape")), Option("surrender", say("answers.villain_surrender")))
    return tuple(Option(fate, term(fate)) for fate in NPC_FATES)


@rule("FAB-PZR-3", "FAB-PZR-4")
async def sealed(state: State, given: ZeroHp, answer: str) -> State:
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
    return await happen(FateSealed(who, OUTCOMES.get(answer, answer), answer == "surrender" and pc))


class Recovered(Report, frozen=True, kw_only=True):
    """A villain after the recovery."""

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
    state = await happen(GaugesMoved(who, Pool.MP, fill.lost))
    after = state.characters[who]
    return Recovered(**asdict(report_of(after)), healed=fill.healed, ultima=after.ultima, statuses=after.statuses)
