"""Skills and traits as cards: what there is, and what one of them does."""

from ludex.core.say import say, term
from ludex.core.view import Card, Fact, Label, Rows, Tag, Tags
from ludex.systems.fet.content import key_of, races, skill_named, skills, trait_named, traits
from ludex.systems.fet.rules.law import effect_share, paid_share, violations
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import tidy


def book_card(state: State) -> Card:
    """Every skill and trait that the table has."""
    known = skills(state)
    gifts = traits(state)
    return Card(
        say("view.book"),
        parts=(
            Tags(tuple(Tag(s.name, note=s.text, line=f".book {s.name}") for s in known.values()), say("view.skills")),
            Tags(tuple(Tag(t.name, note=t.text, line=f".book {t.name}") for t in gifts.values()), say("view.traits")),
        ),
    )


def skill_card(state: State, name: str) -> Card:
    """One skill or trait, with its budget under the law."""
    if key_of(traits(state), name) is not None:
        trait = trait_named(name, state)
        return Card(trait.name, lines=(trait.text, say("told.needs_gm")))
    skill = skill_named(name, state)
    broken = violations(skill, state.options)
    lines: tuple[Label, ...] = (skill.text, *(say(f"law.{code}") for code in broken))
    return Card(skill.name, totals=_budget(skill), lines=lines, parts=(effect_rows(skill),))


def races_card(state: State) -> Card:
    """The races that the table has, with their two numbers (FET-RAC-1)."""
    head = (say("view.race"), term("adult_age"), term("standard_size"))
    found = races(state).values()
    rows = tuple((r.name, r.adult_age or "", r.standard_size or "") for r in found)
    return Card(say("view.races"), parts=(Rows(head, rows),))


def _budget(skill: Skill) -> tuple[Fact, ...]:
    return (
        Fact(say("view.attribute"), term(str(skill.attribute))),
        Fact(say("view.effect_share"), tidy(float(effect_share(skill)))),
        Fact(say("view.paid_share"), tidy(float(paid_share(skill)))),
    )


def effect_rows(skill: Skill) -> Rows:
    """Losses and effects as a table."""
    losses = tuple((say("view.loss"), "", loss.share, 1, term(loss.resource)) for loss in skill.losses)
    effects = tuple((term(e.kind), term(e.target or "none"), e.share, e.times, _about(e.resist)) for e in skill.effects)
    head = ("effect", "at", "share", "times", "about")
    return Rows(tuple(say(f"view.{name}") for name in head), (*losses, *effects))


def _about(resist: str | None) -> object:
    return say("view.resist", attribute=term(resist)) if resist else ""
