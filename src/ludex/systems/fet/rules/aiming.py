"""Combat basics, aiming (FET-ACT-1, FET-ZON-7, FET-BOX-2): at whom an act is aimed and where it leads, and whether that may be."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.acts import related
from ludex.systems.fet.rules.scenes import distance_of, fits, zone_blocks
from ludex.systems.fet.sheet import Skill, SkillEffect
from ludex.systems.fet.state import Act, Battle, Fighter, check_fighter
from ludex.systems.fet.terms import AIMED, ONE_TARGET, Effect, Kind, SceneKind, Zone, tidy

SINGLE = ("one", "source")
"""Targets of a skill's effect that somebody must be named for."""


@rule("FET-ACT-1", "FET-ZON-7")
def check_targets(
    battle: Battle, fighter: Fighter, *, act: Act, named: str | tuple[str, ...] | None, several: str = "one"
) -> tuple[str, ...]:
    """The targets of an act: as many as it needs and may have, alive, and not covered by the zones."""
    targets = (named,) if isinstance(named, str) else named or ()
    if not targets and _needs_target(act):
        raise RuleError("target_required", clause="FET-ACT-1", kind=act.kind)
    people = [check_fighter(battle, who) for who in targets]
    if len(set(targets)) < len(targets) or any(f.dead for f in people):
        dead = any(f.dead for f in people)
        why = say("view.aim_dead" if dead else "view.aim_twice")
        raise RuleError("bad_target", clause="FET-DTH-1" if dead else "FET-ACT-1", targets=list(targets), why=why)
    if len(targets) > 1 and _only_one(act, several):
        raise RuleError("one_target", clause="FET-ACT-1", targets=list(targets))
    for target in (*people,) or (None,):
        if target is not None and target.unseen_at(battle.time):  # FET-LIV-43: it is missed when the act is settled
            continue
        if reason := zone_blocks(battle, fighter, act=act, target=target):
            raise RuleError("zone_blocked", clause="FET-ZON-7", reason=say(f"view.zone_{reason}"))
    return targets


def _needs_target(act: Act) -> bool:
    """Acts that are aimed, and skills that are."""
    return act.kind in AIMED if act.skill is None else needs_target(act.skill)


def needs_target(skill: Skill) -> bool:
    """Skills with an effect on one that happens at the settlement (公理之锤 needs none)."""
    return any(effect.target in SINGLE and not along(effect) for effect in skill.effects)


def along(effect: SkillEffect) -> bool:
    """Damage that comes with several later attacks, each of which has its own target."""
    return effect.kind == Effect.DAMAGE and effect.times > 1


@rule("FET-ACT-1")
def _only_one(act: Act, several: str) -> bool:
    """One act has one effect: controls and interrupts exactly one target, plain acts too unless the GM rules otherwise (Ruling FET-E-44)."""
    if act.skill is None:
        return act.kind in ONE_TARGET or (several == "one" and act.kind in AIMED)
    return any(effect.kind in (Effect.CONTROL, Effect.INTERRUPT) for effect in act.skill.effects)


@rule("FET-CTL-1")
def check_resist(act: Act) -> None:
    """A plain control names what its target resists with."""
    if act.kind == Kind.CONTROL and act.resist not in related(Options()):
        raise RuleError("resist_required", clause="FET-CTL-1", resist=act.resist)


@rule("FET-CTL-2")
def check_resistible(battle: Battle, act: Act) -> None:
    """A control needs a target that can resist at all: with a value of 0 it would never end."""
    resists = [act.resist] if act.kind == Kind.CONTROL else []
    if act.skill is not None:
        resists = [e.resist or "" for e in act.skill.effects if e.kind == Effect.CONTROL]
    for who in act.targets:
        for resist in resists:
            if check_fighter(battle, who).values.get(resist, 0) <= 0:
                raise RuleError("attribute_zero", clause="FET-CTL-2", who=who, attribute=resist)


@rule("FET-BOX-2", "FET-ZON-6")
def check_way(battle: Battle, fighter: Fighter, *, act: Act) -> None:
    """A move (or a skill that moves) must reach its cube or fit into the safe zone."""
    shares = [e.share for e in act.skill.effects if e.kind == Effect.MOVE] if act.skill else []
    if act.kind != Kind.MOVE and not shares:
        return
    impact = tidy(act.impact * shares[0]) if shares else act.impact
    if battle.scene.kind == SceneKind.COMPLEX and act.to is not None:
        far = distance_of(fighter.pos, act.to, edge=battle.scene.edge)
        if far > impact:
            raise RuleError("too_far", clause="FET-BOX-2", distance=far, impact=impact)
    if act.to_zone == Zone.SAFE and not fits(battle.scene, battle.fighters, more=fighter):
        raise RuleError("safe_zone_full", clause="FET-ZON-6", capacity=battle.scene.safe_capacity)
