"""Defence (BOO-DEF) joined with content of live play (BOO-LIV-53): defences of a table's own, which are answers to the same question."""

from msgspec.structs import replace

from ludex.core.effects.counting import denied, granted
from ludex.core.effects.records import Occasion
from ludex.core.effects.windows import Course, done
from ludex.core.explain import Term, because
from ludex.core.rule import rule
from ludex.systems.boon.content import defense_named, shipped
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules.windows import WORLD, laid, trained
from ludex.systems.boon.sheet import Character, attribute_term
from ludex.systems.boon.sheet.wards import Defense
from ludex.systems.boon.state import State

LIKE = ("dodge", "block", "throw")
"""What a special defence may be tested like, beside an attribute."""
HEARD = "defended"
"""What a defence that succeeded is heard as."""


@rule("BOO-LIV-36", "BOO-LIV-53")
def open_specials(state: State, defender: Character, kind: str) -> tuple[Defense, ...]:
    """The defences of the table's own that somebody knows, can pay and may use against an attack of that kind."""
    return tuple(
        one
        for one in (*shipped().defenses, *state.library.defenses)
        if kind in one.against and one.ap <= defender.ap and _knows(state, defender, one)
        if one.attribute not in LIKE or not denied(WORDS, state, defender.id, (one.attribute,))
    )


def _knows(state: State, who: Character, defense: Defense) -> bool:
    """Everybody knows what needs no training; else by class, by an effect's training, or by an effect that grants it."""
    if not defense.training or trained(state, who, defense.training):
        return True
    return any(g.value() in (defense.id, defense.name) for g in granted(WORDS, state, who.id, "defense"))


def special_terms(who: Character, special: Defense, alike: dict[str, tuple[Term, ...]]) -> tuple[Term, ...]:
    """The flat part of its test: like a dodge, a block or a throw, or an attribute; and its own bonus."""
    base = alike[special.attribute] if special.attribute in LIKE else (attribute_term(who, special.attribute),)
    own = because(special.bonus, special.called, "BOO-LIV-53")
    return (*base, own) if special.bonus else base


def special_named(state: State, name: str) -> Defense | None:
    """A special defence by its id, as an answer names it."""
    return defense_named(name, state.library) if name else None


@rule("BOO-LIV-53", "BOO-LIV-38")
async def succeeded(state: State, special: Defense, *, attacker: str, defender: str, course: Course) -> State:
    """What success does: steps on `defended` at once, the other effects upon the attacker."""
    at = Occasion(HEARD, attacker, defender)
    for effect in special.effects:
        steps = [phrase for trigger in effect.triggers if trigger.on == HEARD for phrase in trigger.do]
        if steps:
            borne = replace(effect, bearer=defender, by=defender)
            state = await done(WORLD, state, borne, tuple(steps), at=at, course=course)
        elif state.find(attacker):
            state = await laid(state, effect, bearer=attacker, by=defender)
    return state
