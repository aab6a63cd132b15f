"""Joins Use and Domains as a guide: which ranks of a new sheet need nobody's word, and where a level goes (MIR-LIV-46, MIR-LIV-48)."""

from collections.abc import Mapping

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mirror.content import library
from ludex.systems.mirror.events import AbilityLearned, Grown, PointsSpent
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.conditions import met
from ludex.systems.mirror.rules.growth import has_place, level_limit, trained
from ludex.systems.mirror.rules.report import Actor, After, after
from ludex.systems.mirror.rules.sheets import point_cap, points_left
from ludex.systems.mirror.sheet import Ability, Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute

MOST = {("skills",): 6, ("defenses",): 3, ("weapons", "magic", "secondary"): 3}
"""So many ranks in each together (MIR-LIV-46, ours)."""

HIGHEST = 2
LATER = "later"


class LevelPlaced(msgspec.Struct, frozen=True):
    """Where the point went and which ability came; "" for what was left for later."""

    attribute: str
    ability: str
    after: After


@rule("MIR-LIV-46")
def within_guide(ranks: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether ranks keep to the guide: 6 of skills, 3 of defences, 3 of weapons, magic and secondary domains, none above 2."""
    if any(rank > HIGHEST for kind in ranks.values() for rank in kind.values()):
        return False
    return all(sum(sum(ranks.get(kind, {}).values()) for kind in kinds) <= most for kinds, most in MOST.items())


def ranks_of(c: Character) -> dict[str, dict[str, int]]:
    """All her ranks, by what keeps them."""
    return {kind: getattr(c, kind) for kinds in MOST for kind in kinds}


@rule("MIR-LIV-48", "MIR-LIV-56")
async def place_level(state: State, given: Actor) -> LevelPlaced:
    """A player is asked where a new level's point goes and for an ability; both may be left for later."""
    c = state.who(given.actor)
    await happen(Grown(c.id, open=False))
    attribute = await _point(c)
    if attribute:
        state = await happen(PointsSpent(c.id, {attribute: 1}))
    learned = await _ability(state, state.who(c.id))
    if learned is not None:
        state = await happen(AbilityLearned(c.id, learned))
    return LevelPlaced(attribute, learned.called if learned else "", after(state, c.id))


async def _point(c: Character) -> str:
    """The attribute that a point goes to, among those with room for it."""
    points = c.points or {}
    room = [a.value for a in Attribute if points.get(a, 0) < point_cap(c)] if (points_left(c) or 0) > 0 else []
    if not room:
        return ""
    options = tuple(Option(a, say("answers.level_point", attribute=term(a), value=c.value(a))) for a in room)
    question = say("questions.level_point", who=c.called, left=points_left(c), lv=c.lv)
    answer = await choose(actor(c.id), question, (*options, Option(LATER, say("answers.level_later"))))
    return "" if answer == LATER else answer


async def _ability(state: State, c: Character) -> Ability | None:
    """An ability that she may learn now."""
    open_to = {a.id: a for a in library(state.catalogue).abilities.values() if learnable(c, a)}
    if not open_to:
        return None
    options = tuple(Option(i, say("answers.make_ability", name=a.called, text=a.text)) for i, a in open_to.items())
    question = say("questions.level_ability", who=c.called, lv=c.lv)
    answer = await choose(actor(c.id), question, (*options, Option(LATER, say("answers.level_later"))))
    return open_to.get(answer)


def learnable(c: Character, ability: Ability) -> bool:
    """Whether an ability is open to her: not known, its domain hers, level, prerequisite and a place for it."""
    return (
        not ability.auto
        and all(a.id != ability.id for a in c.abilities)
        and trained(c, ability.domain)
        and ability.level <= level_limit(c, ability)
        and met(c, ability.prerequisite)
        and has_place(c, ability)
    )
