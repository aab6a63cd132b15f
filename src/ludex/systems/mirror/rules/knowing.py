"""Joins Actions and Conditions: which actions a character knows, and which of her abilities hold (MIR-LIV-9, MIR-LIV-10, MIR-CND-2)."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord, Catalogue, action_named, library, own_actions
from ludex.systems.mirror.rules.conditions import met
from ludex.systems.mirror.sheet import Ability, Character

BASIC_ACTIONS = ("walk", "full_move", "focus", "intercept", "block", "punch", "pick_lock", "bandage", "camp")
"""What anybody can do (MIR-LIV-9)."""

FIRST = {
    "sword": "slash",
    "spear": "thrust",
    "bow": "shoot",
    "fist": "kick",
    "fang": "bite",
    "flame": "firebolt",
    "frost": "frostbite",
    "dream": "nightmare",
}
"""What a rank in a weapon category or magic source brings (MIR-LIV-53), where a record names no actions (MIR-LIV-49)."""


@rule("MIR-LIV-10", "MIR-CND-2")
def lapsed(c: Character, ability: Ability) -> bool:
    """Whether an ability is not hers now because its prerequisite fails."""
    return not met(c, ability.prerequisite)


def granted(c: Character, catalogue: Catalogue, *, holding: bool) -> frozenset[str]:
    """The actions that her abilities grant: those that hold, or those that lapsed."""
    known = library(catalogue).abilities
    mine = [a for a in c.abilities if lapsed(c, a) is not holding]
    return frozenset(name for a in mine for name in (known[a.id].grants if a.id in known else a.grants))


def known_actions(c: Character, catalogue: Catalogue) -> frozenset[str]:
    """The names of all actions that she knows."""
    own = own_actions(c)
    ranks = {**c.weapons, **c.magic}
    by_rank = [] if own else [FIRST[name] for name, rank in ranks.items() if rank > 0 and name in FIRST]
    return frozenset((*own, *BASIC_ACTIONS, *by_rank, *granted(c, catalogue, holding=True)))


@rule("MIR-LIV-9")
def known_action(c: Character, catalogue: Catalogue, name: str) -> ActionRecord:
    """An action that she knows, or a refusal."""
    action = action_named(name, catalogue, c)
    if action.name in known_actions(c, catalogue):
        return action
    if action.name in granted(c, catalogue, holding=False):
        raise RuleError("prerequisite_unmet", clause="MIR-CND-2", ability=action.called, needs=[])
    raise RuleError("not_known", clause="MIR-LIV-9", action=action.called)
