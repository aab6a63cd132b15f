"""The table's library as cards: what there is, one skill or trait with its budget under the law, races."""

from msgspec.structs import replace

from ludex.core.deeds import deed
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.view import AnyPart, Card, Fact, Label, Rows, Tag, Tags
from ludex.systems.fet.content import (
    in_words,
    key_of,
    races,
    said_name,
    said_text,
    skill_named,
    skills,
    trait_named,
    traits,
)
from ludex.systems.fet.rules.building import trait_does
from ludex.systems.fet.rules.clock import wound_up
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.rules.law import effect_share, paid_share, violations
from ludex.systems.fet.sheet import Skill, Trait, hindrance
from ludex.systems.fet.state import Act, State
from ludex.systems.fet.terms import Kind, tidy


def book(state: State, viewer: Viewer) -> Card:
    """What the table has: skills with what they would take of oneself, traits, who built them; and what waits or was refused."""
    own = _own(state, viewer)
    taking = tuple(say("view.at_impact", impact=n) for n in IMPACTS) if own else (say("view.says"),)
    head = (say("view.skills"), say("view.attribute"), *taking)
    rows = tuple(
        (_built(state, key, skill), term(str(skill.attribute)), *_in_short(state, own, key, skill))
        for key, skill in skills(state).items()
    )
    tags = tuple(
        Tag(
            _built(state, key, trait),
            note=next(iter(said_text(key, trait)), ""),
            deed=deed("book", trait.name, given={"name": key}),
        )
        for key, trait in traits(state).items()
    )
    parts: list[AnyPart] = [Rows(head, rows), Tags(tags, say("view.traits"))]
    refused = tuple(Tag(card.name) for card in state.refused)
    parts += [Tags(refused, say("view.refused_cards"))] if refused else []
    return Card(say("view.book"), parts=tuple(parts))


IMPACTS = (50, 100, 150)


def _in_short(state: State, own: str, key: str, skill: Skill) -> list[Label]:
    """What a skill would take of the reader's character; to a reader who has none, what it says."""
    return _times(state, own, skill) if own else [next(iter(said_text(key, skill)), "")]


def _own(state: State, viewer: Viewer) -> str:
    return next((who for who in viewer.controls if who in state.characters), "")


@rule("FET-LIV-54")
def _times(state: State, who: str, skill: Skill) -> list[Label]:
    name, found = str(skill.attribute), state.characters.get(who)
    value = derived(state, who).values.get(name, 0) if found and not hindrance(found.sheet) else 0
    if value <= 0:
        return [""] * len(IMPACTS)
    acts = (Act(Kind.SKILL, 0, 0, n, attribute=name, skill=skill) for n in IMPACTS)
    return [say("view.at_time", time=wound_up(state, who, act, value).time) for act in acts]


def _built(state: State, key: str, card: Skill | Trait) -> Label:
    """A card, with who built it where that was somebody of this table."""
    who, name = state.builders.get(key), said_name(key, card)
    return say("view.built_by", name=name, who=state.called(who)) if who else name


def thing(state: State, viewer: Viewer, *, name: str, who: str = "") -> Card:
    """One skill or trait, with its budget under the law; `who`: of whose sheet, where the table's library does not have it."""
    if who and (viewer.gm or who in viewer.controls):
        sheet = state.characters[who].sheet
        shown = [_skill(state, who, name, skill) for skill in sheet.skills if skill.name == name]
        shown += [_trait(name, trait) for trait in sheet.traits if trait.name == name]
        if shown:
            return replace(shown[0], title=say("view.of_whom", who=state.called(who), what=name))
    if key_of(traits(state), name) is not None:
        return _trait(name, trait_named(name, state))
    return _skill(state, _own(state, viewer), name, skill_named(name, state))


def _trait(name: str, trait: Trait) -> Card:
    does = (*said_text(name, trait), *trait_does(trait), say("told.needs_gm"))
    return Card(said_name(name, trait), lines=does)


def _skill(state: State, who: str, name: str, skill: Skill) -> Card:
    broken = violations(skill, state.options)
    lines: tuple[Label, ...] = (*said_text(name, skill), *(say(f"law.{code}") for code in broken))
    times = zip(IMPACTS, _times(state, who, skill), strict=True)
    taking = tuple(Fact(say("view.at_impact", impact=n), time) for n, time in times if time)
    return Card(said_name(name, skill), totals=(*_budget(skill), *taking), lines=lines, parts=(effect_rows(skill),))


def races_there(state: State) -> Card:
    """The races that the table has, with their two numbers (FET-RAC-1)."""
    head = (say("view.race"), term("adult_age"), term("standard_size"))
    found = races(state).values()
    rows = tuple((in_words(r.name), r.adult_age or "", r.standard_size or "") for r in found)
    return Card(say("view.races"), parts=(Rows(head, rows),))


def _budget(skill: Skill) -> tuple[Fact, ...]:
    return (
        Fact(say("view.attribute"), term(str(skill.attribute))),
        Fact(say("view.effect_share"), tidy(float(effect_share(skill)))),
        Fact(say("view.paid_share"), tidy(float(paid_share(skill)))),
    )


def effect_rows(skill: Skill) -> Rows:
    losses = tuple((say("view.loss"), "", loss.share, 1, term(loss.resource)) for loss in skill.losses)
    effects = tuple((term(e.kind), term(e.target or "none"), e.share, e.times, _about(e.resist)) for e in skill.effects)
    head = ("effect", "at", "share", "times", "about")
    return Rows(tuple(say(f"view.{name}") for name in head), (*losses, *effects))


def _about(resist: str | None) -> object:
    return say("view.resist", attribute=term(resist)) if resist else ""
