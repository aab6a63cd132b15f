"""Joins Part status and Actions: the part that an action is made with (MIR-LIV-12, MIR-PST)."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord
from ludex.systems.mirror.sheet import BodyPart, Character
from ludex.systems.mirror.terms import AttackMode, Injury, PartStatus, PartType, Tag

BY_CATEGORY = {
    "fist": PartType.UPPER,
    "sword": PartType.UPPER,
    "spear": PartType.UPPER,
    "bow": PartType.UPPER,
    "fang": PartType.CORE,
}
"""The part that each weapon category is used with (ours)."""


@rule("MIR-LIV-12", "MIR-PST-3")
def made_with(c: Character, action: ActionRecord) -> str | None:
    """The id of the part that an action is made with, the best of those that fit; None if it takes none. All lost: refused."""
    for wanted in _wanted(action):
        fitting = [p for p in c.parts if wanted in (p.id, p.type)]
        if not fitting:
            continue
        left = [p for p in fitting if not p.lost]
        if not left:
            raise RuleError("part_lost", clause="MIR-PST-3", part=fitting[0].called)
        return min(left, key=_hampered).id
    return None


def _hampered(part: BodyPart) -> tuple[bool, bool]:
    jammed = any(Injury.MALFUNCTION in w.effects for w in part.carried)
    return jammed, part.status is PartStatus.DISABLED


def _wanted(action: ActionRecord) -> tuple[str, ...]:
    """Ids or types of parts, of which the first that the body has is used."""
    if action.part:
        return tuple(action.part.replace("、", ",").split(","))
    attack = action.attack
    if attack is not None and attack.mode == AttackMode.MAGIC:
        return ()
    if attack is not None and attack.category in BY_CATEGORY:
        return (BY_CATEGORY[attack.category],)
    return (PartType.UPPER,) if Tag.MANIPULATE in action.tags else ()
