"""How likely a blow hits somebody whose numbers its maker may not know: the assumed opponent (MIR-LIV-43, MIR-LIV-30)."""

from ludex.core.hints import remembered
from ludex.core.rule import rule
from ludex.systems.mirror.content import AttackRecord
from ludex.systems.mirror.rules.skills import ATTACK_SKILL, LINKED
from ludex.systems.mirror.rules.standing import TIER_PENALTY
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.terms import AttackMode

ASSUMED = 2
"""The defence of an ordinary opponent: attributes of 10, a rank of 1."""

HIDDEN = 5
"""What an ATK at something hidden loses (MIR-CNC-3)."""

D20, NATURAL = 20, 10


def best_sum(c: Character, linked: tuple[str, ...] | list[str]) -> int:
    """The highest sum that one of these attributes gives: its modifier, the negative ones of the others, its tier's penalty."""
    return max(summed(c, a, linked) for a in linked)


def summed(c: Character, attribute: str, linked: tuple[str, ...] | list[str]) -> int:
    """Its modifier, the negative ones of the others, and its tier's penalty."""
    others = sum(min(0, c.mod(a)) for a in linked if a != attribute)
    return c.mod(attribute) + others - TIER_PENALTY.get(c.tier(attribute), 0)


def edge(c: Character, attack: AttackRecord) -> int:
    """What she adds to an attack: the better attribute, and twice her rank with it."""
    ranks = c.magic if attack.mode == AttackMode.MAGIC else c.weapons
    skill = attack.skill or ATTACK_SKILL[attack.type]
    return best_sum(c, LINKED[skill]) + 2 * ranks.get(attack.category, 0)


@rule("MIR-LIV-30", "MIR-LIV-43")
def chance(c: Character, attack: AttackRecord, *, concealment: int = 0) -> float:
    """The chance that her attack hits an ordinary opponent whom she perceives so well."""
    return _reached(edge(c, attack) - (HIDDEN if concealment else 0) - ASSUMED)


@remembered(128)
def _reached(lead: int) -> float:
    """The chance that one D20 with so much more reaches another, N1 and N20 counted."""
    faces = [n + (NATURAL if n == D20 else -NATURAL if n == 1 else 0) for n in range(1, D20 + 1)]
    return sum(a + lead >= b for a in faces for b in faces) / D20**2
