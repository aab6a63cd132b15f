"""What the tellers of cards share: titles, names as far as a viewer may know them, gauges."""

from collections.abc import Sequence

from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.system import Told
from ludex.core.view import AnyPart, Fact, Label, Text
from ludex.systems.fable.redact import NUMBERS, TRAITS
from ludex.systems.fable.rules.counting import label
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.views.look.people import gauge_parts

Known = Label | int | list[Label]
"""What fills a gap of a title."""


def title_of(told: Told, **facts: Known) -> Say:
    """The title of a procedure's card."""
    return say(f"told.{told.procedure}", **facts)


def name_of(told: Told, who: str) -> Label:
    """What somebody is called, as far as it is known."""
    character: Character | None = told.after.characters.get(who) or told.before.characters.get(who)
    character = character or told.before.away.get(who)
    if character is not None:
        return character.called
    on_clock = told.after.conflict is not None and told.after.conflict.of(who)
    return who if on_clock or not who else say("view.somebody")


@rule("FAB-LIV-41")
def names_of(told: Told, people: Sequence[str]) -> list[Label]:
    """What several people are called: that somebody unseen is among those who can be seen is not said."""
    names = [name_of(told, who) for who in people]
    return [name for name in names if isinstance(name, str)] or names[:1]


@rule("FAB-LIV-39")
def opens(told: Told, who: str) -> bool:
    """Whether somebody's dice may be known: those of an NPC that has not been studied so far may not."""
    character: Character | None = told.after.characters.get(who) or told.before.characters.get(who)
    return not who or (character is not None and character.shown >= TRAITS)


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


@rule("FAB-LIV-18")
def lapses(told: Told) -> tuple[Label, ...]:
    """What no longer lasts on somebody who can be seen: an effect ends, and says so."""
    left = {(effect.bearer, effect.id) for effect in told.after.effects}
    over = [e for e in told.before.effects if (e.bearer, e.id) not in left and e.bearer in told.after.characters]
    names = [say("told.effect_on", effect=label(told.before, e), who=name_of(told, e.bearer)) for e in over]
    return (say("told.expired", effects=names),) if names else ()


@rule("FAB-LIV-18", "FAB-LIV-27")
def unspent(told: Told) -> tuple[Label, ...]:
    """Whose kept opportunities are gone with the conflict or the scene."""
    after = told.after.characters
    kept = [(who, c) for who, c in told.before.characters.items() if c.opportunities and not c.hidden]
    names = [c.called for who, c in kept if who in after and not after[who].opportunities]
    return (say("told.opportunities_lapse", who=names),) if names else ()


@rule("FAB-OVD-2", "FAB-OVD-6")
def strains(told: Told) -> tuple[Label, ...]:
    """Whose hit gauges an overdraft has just shrunk or given back, what they hold then, and how capacity returns."""
    found: list[Label] = []
    for who, after in told.after.characters.items():
        before = told.before.characters.get(who)
        if before is None or before.penalty == after.penalty or after.shown < NUMBERS:
            continue
        key = "told.overdraft" if after.penalty > before.penalty else "told.overdraft_less"
        facts = {"mp": after.mp, "penalty": after.penalty, "hp": after.hp, "top": sum(after.hg_cap)}
        found.append(say(key if after.penalty else "told.overdraft_over", who=after.called, **facts))
    return tuple(found)


def whom(told: Told) -> Label:
    """Whom a procedure was about, by whichever name its input has for her."""
    given = told.given
    who = next((w for n in ("character", "actor", "owner", "caster") if (w := getattr(given, n, ""))), "")
    who = who or getattr(getattr(given, "combatant", None), "id", "")
    return name_of(told, who)
