"""Joins Use and Domains as a guide: which ranks of a new sheet need nobody's word, and where a level goes (MIR-LIV-46, MIR-LIV-48)."""

from collections.abc import Collection, Mapping

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow, split_list
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import library
from ludex.systems.mirror.content.naming import purpose, shown
from ludex.systems.mirror.events import AbilityLearned, Grown, PointsSpent
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.growth import has_place, level_limit, places_left, trained
from ludex.systems.mirror.rules.report import Actor, After, after
from ludex.systems.mirror.rules.sheets import point_cap, points_left
from ludex.systems.mirror.sheet import Ability, Character
from ludex.systems.mirror.sheet.stats import met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Defense, Primary, Secondary, Skill, key_of, words_of

MOST = {("skills",): 6, ("defenses",): 3, ("weapons", "magic", "secondary"): 3}
"""So many ranks in each together (MIR-LIV-46, ours)."""

HIGHEST = 2

USUAL = {
    Primary.WARRIOR: "athletics=2,endurance=1,dodge=1,fortitude=1,sword=2",
    Primary.OPERATIVE: "agility=2,insight=2,dodge=2,bow=1",
    Primary.CASTER: "lore=2,intuition=1,dodge=1,will=1,flame=2",
    Primary.PRIEST: "insight=2,empathy=2,will=2,mystery=1",
}
"""Ranks that suit each domain, as a table might give them."""

KEPT = {"skills": words_of(Skill), "defenses": words_of(Defense), "secondary": words_of(Secondary)}
"""Which part of the sheet keeps the ranks of each closed list."""

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
async def place_point(state: State, given: Actor) -> LevelPlaced:
    """A player is asked where a new level's point goes; it may be left for later."""
    c = state.who(given.actor)
    state = await happen(Grown(c.id, open=False))
    answer = await choose(actor(c.id), _point_question(c), (*_point_options(c), _LATER)) if has_point(c) else LATER
    if answer == LATER:
        return LevelPlaced("", "", after(state, c.id))
    state = await happen(PointsSpent(c.id, {answer: 1}))
    return LevelPlaced(answer, "", after(state, c.id))


_LATER = Option(LATER, say("answers.level_later"))


def has_point(c: Character) -> bool:
    """Whether she has a point to place, and an attribute with room for it."""
    return (points_left(c) or 0) > 0 and bool(_room(c))


def _room(c: Character) -> list[str]:
    return [a.value for a in Attribute if (c.points or {}).get(a, 0) < point_cap(c)]


def _point_options(c: Character) -> tuple[Option, ...]:
    return tuple(Option(a, say("answers.level_point", attribute=term(a), value=c.value(a))) for a in _room(c))


def _point_question(c: Character) -> Say:
    return say("questions.level_point", who=c.called, left=points_left(c), lv=c.lv)


@rule("MIR-LIV-48", "MIR-LIV-56")
async def place_ability(state: State, given: Actor) -> LevelPlaced:
    """A player is asked for an ability that a new level opened; it may be left for later."""
    c = state.who(given.actor)
    state = await happen(Grown(c.id, ability=True, open=False))
    found = {a.id: a for a in open_abilities(state, c)}
    options = tuple(
        Option(i, say("answers.make_ability", name=shown(a.called), text=purpose(a))) for i, a in found.items()
    )
    question = say("questions.level_ability", who=c.called, lv=c.lv)
    answer = await choose(actor(c.id), question, (*options, _LATER)) if found else LATER
    if answer == LATER:
        return LevelPlaced("", "", after(state, c.id))
    state = await happen(AbilityLearned(c.id, found[answer]))
    return LevelPlaced("", found[answer].called, after(state, c.id))


def open_abilities(state: State, c: Character) -> tuple[Ability, ...]:
    """The abilities of her domains that she may learn now."""
    there = library(state.catalogue).abilities.values()
    return tuple(a for a in there if a.domain in c.domains and learnable(c, a))


@rule("MIR-LVL-3")
def misses_ability(state: State, c: Character, domain: str) -> bool:
    """Whether a domain still gives her an ability, and there is none that she may learn now."""
    return places_left(c, domain) > 0 and not any(a.domain == domain for a in open_abilities(state, c))


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


def pairs_of(texts: Collection[str]) -> dict[str, int]:
    """«力量=3», «运动:2», «lore2» as keys with numbers."""
    found: dict[str, int] = {}
    for text in map(narrow, texts):
        name, _, number = text.replace("：", ":").replace(":", "=").partition("=")
        if not number:
            name = text.rstrip("0123456789-+")
            number = text[len(name) :]
        rank = whole(number)
        if not name or rank is None:
            raise RuleError("bad_pair", text=text)
        found[key_of(name)] = rank
    return found


def read_ranks(state: State, answer: str) -> dict[str, dict[str, int]]:
    """«athletics=2, 闪避1» by the part of the sheet that keeps each rank; what is on no list is a weapon category."""
    gear = library(state.catalogue).gear
    found: dict[str, dict[str, int]] = {}
    for word, rank in pairs_of(split_list(answer)).items():
        name = next((i for i, g in gear.items() if word in (i, g.title)), word)
        own = "magic" if name in gear and gear[name].kind == "magic" else "weapons"
        kind = next((kind for kind, known in KEPT.items() if name in known), own)
        found.setdefault(kind, {})[name] = rank
    return found
