"""Joins Actions and Conditions: which actions a character knows, and which of her abilities hold (MIR-LIV-9, MIR-LIV-10, MIR-CND-2)."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord, Catalogue, action_named, library, own_actions
from ludex.systems.mirror.content.items import belongings, first_actions
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.rules.conditions import met
from ludex.systems.mirror.sheet import Ability, Character, Goods, Item
from ludex.systems.mirror.terms import AttackMode, said

BASIC_ACTIONS = ("walk", "full_move", "focus", "intercept", "block", "punch", "pick_lock", "bandage", "camp")
"""What anybody can do (MIR-LIV-9)."""

BARE = ("", "fist", "fang")
"""Weapon categories that need no weapon (MIR-LIV-49)."""


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
    by_things = [name for item in belongings(c) for name in item.grants if item.used or item.kind is Goods.WEAPON]
    by_ranks = first_actions(c)
    return frozenset((*own_actions(c), *BASIC_ACTIONS, *by_ranks, *by_things, *granted(c, catalogue, holding=True)))


@rule("MIR-LIV-9")
def known_action(c: Character, catalogue: Catalogue, name: str) -> ActionRecord:
    """An action that she knows, or a refusal."""
    action = action_named(name, catalogue, c)
    if action.name in known_actions(c, catalogue):
        needed_weapon(c, action)
        return action
    if action.name in granted(c, catalogue, holding=False):
        raise RuleError("prerequisite_unmet", clause="MIR-CND-2", ability=shown(action.called), needs=[])
    raise RuleError("not_known", clause="MIR-LIV-9", action=shown(action.called))


@rule("MIR-LIV-49")
def needed_weapon(c: Character, action: ActionRecord) -> Item | None:
    """The weapon that an action is made with; None if it needs none. Refused if she has no such weapon.

    Her own actions, those with fists and fangs, and magic need none. One that is held goes before one that is packed.
    """
    attack = action.attack
    if attack is None or attack.mode != AttackMode.WEAPON or attack.category in BARE or action.name in own_actions(c):
        return None
    fitting = [i for i in belongings(c) if i.kind is Goods.WEAPON and i.category == attack.category]
    if not fitting:
        raise RuleError("not_owned", clause="MIR-LIV-49", item=said(attack.category))
    return max(fitting, key=lambda item: item.used)
