"""Joins Conditions (条件), Part status and Actions: what a character can do, and with what (MIR-CND, MIR-LIV-9, MIR-LIV-10, MIR-LIV-12).

Which of her abilities hold, which actions she knows, and the weapon and the part that each is made with.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from ludex.core.bounds import whole
from ludex.core.declaring import Meant
from ludex.core.deeds import Asked, Field
from ludex.core.errors import RuleError
from ludex.core.fields import keyed
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.core.view import Label
from ludex.systems.mirror.content import (
    ActionRecord,
    Catalogue,
    action_named,
    english,
    library,
    own_actions,
    shipped,
    shown,
)
from ludex.systems.mirror.content.items import first_actions
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.kinds import ForPerson, Query, reading
from ludex.systems.mirror.rules.bearing import granted_actions
from ludex.systems.mirror.sheet import SINGLE, Ability, BodyPart, Character, Condition, Goods, Item, met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import AttackMode, Attribute, Injury, PartStatus, PartType, Tag, key_of, said, words_of

BASIC_ACTIONS = ("walk", "full_move", "focus", "intercept", "block", "punch", "pick_lock", "bandage", "camp")
"""What anybody can do (MIR-LIV-9)."""

BARE = ("", "fist", "fang")
"""Weapon categories that need no weapon (MIR-LIV-49)."""

BY_CATEGORY = {
    "fist": PartType.UPPER,
    "sword": PartType.UPPER,
    "spear": PartType.UPPER,
    "bow": PartType.UPPER,
    "fang": PartType.CORE,
}
"""The part that each weapon category is used with (ours)."""


def missing(character: Character, conditions: tuple[Condition, ...]) -> list[Label]:
    """What of these is not met, by name and number («力量 12»)."""
    unmet = [c for c in conditions if not met(character, (c,))]
    return [say("view.at_least", name=said(c.stat.rpartition(".")[2]), value=c.value) for c in unmet]


def _conditions(_asked: Asked, said: list[str]) -> tuple[Condition, ...]:
    """«力量12», «lv3», «skills.lore2» as conditions."""
    return tuple(_condition(text) for text in said)


def _condition(text: str) -> Condition:
    name = text.rstrip("0123456789-")
    number = whole(text[len(name) :])
    if number is None:
        raise RuleError("bad_pair", text=text)
    key = key_of(name.rstrip("=>:"))
    if key.lower() in SINGLE:
        return Condition(key.lower(), number)
    stat = f"attributes.{key}" if key in words_of(Attribute) else key if "." in key else f"skills.{key}"
    return Condition(stat, number)


class EvaluateConditions(
    Query, names=("条件", "cond"), does="evaluate_conditions", group="growth", example=".条件 前置=力量12 需求=运动1"
):
    """`.条件 前置=力量12 需求=运动2`: conditions of an effect on a character."""

    prerequisite: Annotated[
        tuple[Condition, ...], keyed("prerequisite", "前置", "pre", several=True), Meant(_conditions)
    ] = ()
    requirement: Annotated[
        tuple[Condition, ...], keyed("requirement", "需求", "req", several=True), Meant(_conditions)
    ] = ()
    actor: ForPerson


class Evaluated(msgspec.Struct, frozen=True):
    """Whether she counts as having the effect, and whether using it does anything."""

    has_effect: bool
    takes_effect: bool


@rule("MIR-CND-2", "MIR-CND-3")
async def evaluate_conditions(state: State, given: EvaluateConditions) -> Evaluated:
    """An unmet prerequisite takes the effect away for as long as it is unmet; an unmet requirement stops it working."""
    character = state.who(given.actor)
    has, takes = met(character, given.prerequisite), met(character, given.requirement)
    return Evaluated(has, has and takes)


@rule("MIR-LIV-10", "MIR-CND-2")
def lapsed(c: Character, ability: Ability) -> bool:
    """Whether an ability is not hers now because its prerequisite fails."""
    return not met(c, ability.prerequisite)


def granted(c: Character, catalogue: Catalogue, *, holding: bool) -> frozenset[str]:
    """The actions that her abilities grant: those that hold, or those that lapsed."""
    return frozenset(name for a in c.abilities if lapsed(c, a) is not holding for name in _grants(a, catalogue))


def _grants(ability: Ability, catalogue: Catalogue) -> tuple[str, ...]:
    known = library(catalogue).abilities
    return known[ability.id].grants if ability.id in known else ability.grants


def _called(action: str, catalogue: Catalogue) -> tuple[str, ...]:
    known = library(catalogue).actions
    return (action, known[action].called) if action in known else (action,)


def known_actions(state: State, c: Character) -> frozenset[str]:
    """The names of all actions that she knows: of everybody, of her sheet and ranks, of her abilities, organs, things and effects."""
    catalogue = state.catalogue
    by_effects = named_actions(state, granted_actions(state, c))
    by_table = (i for i, a in library(catalogue).actions.items() if a.basic) if catalogue.get("actions") else ()
    by_things = [name for item in belongings(c) for name in item.grants if item.used or item.kind is Goods.WEAPON]
    by_ranks = first_actions(c)
    gone = _lapsed_names(c, catalogue)
    return frozenset(
        (
            *(name for name in own_actions(c) if name not in gone),
            *BASIC_ACTIONS,
            *by_ranks,
            *by_things,
            *granted(c, catalogue, holding=True),
            *by_effects,
            *by_table,
        )
    )


def actions_of(state: State, actor: str) -> dict[str, Pair]:
    """The actions of a sheet and those that she knows besides; of nobody, those of the library and of the blocks that ship."""
    names = reading.names_of(state, "actions")
    c = state.characters.get(actor)
    if c is not None:
        known = _readable(state, c)
        return _titled(c.actions) | {name: pair for name, pair in names.items() if name in known}
    blocks = [action for npc in shipped().npcs.values() for action in npc.actions if "title" in action]
    return names | _titled(blocks)


def _readable(state: State, c: Character) -> frozenset[str]:
    """The actions that she knows, as far as her sheet can be read (MIR-LIV-9)."""
    try:
        return known_actions(state, c)
    except RuleError:
        return frozenset()


def _titled(actions: Iterable[Plain]) -> dict[str, Pair]:
    """Actions as sheets write them, by what they are called, in both languages."""
    named = {str(a.get("title") or a["name"]): str(a["name"]) for a in actions}
    return {zh: (zh, english().get(name, zh)) for zh, name in named.items()}


ActionNamed = Annotated[str, Field("action", among=actions_of)]
"""An action that she knows, or any that there is."""


@rule("MIR-LIV-47")
def own_deeds(state: State, c: Character) -> list[str]:
    """What the actions are called that she knows and not everybody does; one that her sheet writes down with numbers of its own stands once."""
    known = known_actions(state, c) - frozenset(BASIC_ACTIONS)
    mine = {a.called: None for i, a in own_actions(c).items() if i in known}
    there = ((i, a.called) for i, a in library(state.catalogue).actions.items() if i in known)
    return list(mine | {called: None for i, called in there if english().get(i) not in mine})


@rule("MIR-LIV-10")
def _lapsed_names(c: Character, catalogue: Catalogue) -> frozenset[str]:
    """What the actions of lapsed abilities are called: one that her sheet writes down with numbers of her own is gone with them."""
    gone = granted(c, catalogue, holding=False)
    return frozenset(word for i in gone for word in _called(i, catalogue))


def named_actions(state: State, names: Iterable[str]) -> frozenset[str]:
    """Actions of the library by how a record names them."""
    wanted = frozenset(names)
    if not wanted:
        return wanted
    actions = library(state.catalogue).actions
    return frozenset(i for i, a in actions.items() if wanted & {i, a.name, a.title})


@rule("MIR-LIV-9")
def known_action(state: State, c: Character, name: str) -> ActionRecord:
    catalogue = state.catalogue
    action = action_named(name, catalogue, c)
    if action.name in known_actions(state, c):
        needed_weapon(c, action)
        return action
    if action.name in _lapsed_names(c, catalogue):
        lost = [
            a
            for a in c.abilities
            if lapsed(c, a) and any(action.name in _called(i, catalogue) for i in _grants(a, catalogue))
        ]
        needs = [need for a in lost for need in missing(c, a.prerequisite)]
        raise RuleError("prerequisite_unmet", clause="MIR-CND-2", ability=shown(action.called), needs=needs)
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


def usable_part(character: Character, part: str) -> BodyPart:
    """A part of hers that is there: unknown and lost ones are refused (MIR-SKC-6)."""
    found = character.part(part)
    if found is None:
        raise RuleError("unknown_part", part=part, parts=[p.called for p in character.parts])
    if found.lost:
        raise RuleError("part_lost", clause="MIR-PST-3", part=found.called)
    return found
