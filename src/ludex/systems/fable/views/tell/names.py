"""What the tellers of cards share: titles, names as far as a viewer may know them, gauges."""

from collections.abc import Sequence

from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.system import Told
from ludex.core.view import AnyPart, Fact, Label, Text
from ludex.systems.fable.views.look import gauge_parts
from ludex.systems.fable.views.tell.witness import onlooker

Known = Label | int | list[Label]
"""What fills a gap of a title."""


def title_of(told: Told, **facts: Known) -> Say:
    """The title of a procedure's card."""
    return say(f"told.{told.procedure}", **facts)


def name_of(told: Told, who: str) -> Label:
    """What somebody is called, as far as it is known."""
    return onlooker(told).name(who)


@rule("FAB-LIV-41")
def names_of(told: Told, people: Sequence[str]) -> list[Label]:
    """What several people are called: that somebody unseen is among those who can be seen is not said."""
    names = [name_of(told, who) for who in people]
    return [name for name in names if isinstance(name, str)] or names[:1]


def opens(told: Told, who: str) -> bool:
    """Whether somebody's dice may be known."""
    return onlooker(told).opens(who)


def value_of(told: Told, who: str, value: int, why: Total | None, *, of: Label | None = None) -> Fact:
    """What somebody rolled, opened into its terms as far as her dice may be known."""
    return Fact(of or say("outputs.value"), value, why if opens(told, who) else None)


def bars_of(told: Told, who: str, *, titled: bool = False) -> tuple[AnyPart, ...]:
    """Somebody's gauges, under her name where there are several people's."""
    character = told.after.characters.get(who)
    if character is None:
        return ()
    title = (Text(character.called),) if titled else ()
    return (*title, *gauge_parts(character))


def rested_facts(told: Told, people: Sequence[str]) -> tuple[Fact, ...]:
    """How everybody stands after a rest."""
    return tuple(
        Fact(name_of(told, who), say("told.rested_whole", hp=c.hp, mp=c.mp, max_hp=sum(c.hg_cap), max_mp=sum(c.mg.cap)))
        for who in people
        if (c := told.after.characters.get(who))
    )


def whom(told: Told) -> Label:
    """Whom a procedure was about, by whichever name its input has for her."""
    given = told.given
    who = next((w for n in ("character", "actor", "owner", "caster") if (w := getattr(given, n, ""))), "")
    who = who or getattr(getattr(given, "combatant", None), "id", "")
    return name_of(told, who)
