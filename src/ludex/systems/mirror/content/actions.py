"""Actions as content (MIR-ACT, MIR-LIV-51): what one does, with what, how far, and what is wrong with a record of one."""

from collections.abc import Iterator

import msgspec

from ludex.core.effects.records import Effect, Trigger
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.content.checking import Word, wrong
from ludex.systems.mirror.effects.vocabulary import Leaving
from ludex.systems.mirror.sheet import Ability, check_stat
from ludex.systems.mirror.state import Action, AreaRecord, Duration, read_range
from ludex.systems.mirror.terms import (
    ActionType,
    AttackMode,
    AttackType,
    DamageType,
    Defense,
    Injury,
    Skill,
    Unit,
    check_word,
)

FAR = ("self", "reach", "sight", "unlimited")
"""Ranges that are words (MIR-RNG-2)."""

RANGES = {
    "视界": "sight", "自身": "self", "自己": "self", "触及范围": "reach", "触及": "reach", "不限": "unlimited", "无限": "unlimited",
}  # fmt: skip
"""How they are written in Chinese."""


class AttackRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attack of an action: what it is made with, how far and wide it reaches, and its damage."""

    type: AttackType = AttackType.MELEE
    mode: AttackMode = AttackMode.WEAPON
    category: str = ""
    skill: str = ""
    defense: Defense = Defense.DODGE
    range: str = ""
    close_ok: bool = False
    area: AreaRecord | None = None
    hit: int = 1
    dp: int = 1
    types: tuple[DamageType, ...] = ()
    effects: tuple[Injury, ...] = ()
    tags: tuple[str, ...] = ()
    great: Plain | None = None


class EffectRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    duration: Duration
    tags: tuple[str, ...] = ()
    harmful: bool = False
    voluntary: bool = False
    record: Effect = Effect()
    level: int = 0


class CheckRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A skill check against a defence that an action is made with, where it does no damage."""

    skill: Skill
    defense: Defense


class ActionRecord(Action, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str = ""
    title: str = ""
    type: ActionType
    attack: AttackRecord | None = None
    effect: EffectRecord | None = None
    check: CheckRecord | None = None
    heal: int = 0
    ends: str = ""
    range: str = ""
    text: str = ""
    basic: bool = False
    """Whether everybody knows it."""
    on: Trigger | None = None
    """The event that it waits for, and its condition (MIR-LIV-34)."""

    @property
    def called(self) -> str:
        return self.title or self.name


def action_words(action: ActionRecord) -> Iterator[Word]:
    yield ActionType, action.type
    if attack := action.attack:
        yield from ((AttackType, attack.type), (AttackMode, attack.mode), (Defense, attack.defense))
        yield from ((Skill, attack.skill),) if attack.skill else ()
        yield from ((DamageType, one) for one in attack.types or (None,))
        yield from ((Injury, one) for one in attack.effects)
    if action.effect is not None:
        yield Unit, action.effect.duration.unit


def _check_power(action: ActionRecord) -> None:
    if action.attack is not None:
        check_power(action.attack.dp)


@rule("MIR-RNG-3")
def check_range(action: ActionRecord) -> None:
    """Ranges are words of the rulebook, or numbers."""
    for written in (action.range, action.attack.range if action.attack is not None else ""):
        if written and written not in FAR:
            read_range(written.replace("～", "~"))


def check_needs(thing: ActionRecord | Ability) -> None:
    for one in thing.requirement if isinstance(thing, ActionRecord) else thing.prerequisite:
        check_stat(one.stat)


def check_damage(types: tuple[str, ...], effects: tuple[str, ...], dp: int) -> None:
    """Refuse damage types, injury effects and numbers that do not exist."""
    for damage_type in types or (None,):
        check_word(DamageType, damage_type)
    for effect in effects:
        check_word(Injury, effect)
    check_power(dp)


def check_power(dp: int) -> None:
    if dp < 0:
        raise RuleError("bad_dp", clause="MIR-WND-3", dp=dp)


ACTIONS = Leaving(
    "actions",
    ActionRecord,
    ("action", "动作"),
    wrong(_check_power, check_range, check_needs, words=action_words),
)
